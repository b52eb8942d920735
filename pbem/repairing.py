"""All repairs in their order, and the notes about them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from pbem import decoding, folding, layers, markup
from pbem.characters import described
from pbem.cleaning import REPAIRS, looks_clean
from pbem.draft import Draft, Edit, Repair
from pbem.errors import Problem
from pbem.source import Source

_ROUNDS = 24

_CONTROL = re.compile(
    "\x1b\\[[0-?]*+[ -/]*+[@-~]?|\x1b\\][^\x07\x1b\n]*+(?:\x07|\x1b\\\\)?|\x1b(?:[()*+][AB0-2]|[78=>])?"
    "|\x9b(?:[0-?]*+m)?|[\x00-\x08\x0c\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9a\x9c-\x9f]+"
)
_LINE_END = re.compile("\r+(\n?)|[\x0b\x85\u2028\u2029]")


def repaired(data: bytes | str, file: str) -> tuple[Source, tuple[Problem, ...]]:
    """Do what `cleaning.clean` promises, for text of any kind."""
    typed, encoding, stray = (
        decoding.decode(data, file) if isinstance(data, bytes) else decoding.settled(data)
    )
    draft = Draft(typed)
    for _ in range(_ROUNDS):
        if looks_clean(draft.text) or not repair(draft):
            break
    source = Source(file, typed, draft.text, draft.origins, encoding, _newline(typed))
    return source, tuple(_problems(source, draft.repairs, stray))


def repair(draft: Draft) -> bool:
    """Undo the outermost layer, or, where there is none left, all that concerns single characters.

    Tells whether anything changed; then another layer may have come to light.
    """
    return any(step(draft) for step in _LAYERS) or _fold(draft)


def _fold(draft: Draft) -> bool:
    """Do all that concerns single characters and words; tell whether anything changed."""
    changes = [step(draft) for step in _FOLDS]
    return any(changes)


def _strip_controls(draft: Draft) -> bool:
    text = draft.text
    return draft.edit(Edit(m.start(), m.end(), _feed(text, m), "control") for m in _CONTROL.finditer(text))


def _feed(text: str, found: re.Match[str]) -> str:
    """A form feed parts what stands on both its sides, any other control character does not."""
    sides = text[max(0, found.start() - 1) : found.start()], text[found.end() : found.end() + 1]
    return "\n" if "\f" in found.group() and all(side and not side.isspace() for side in sides) else ""


def _join_line_ends(draft: Draft) -> bool:
    return draft.edit(_line_ends(draft.text))


def _line_ends(text: str) -> Iterator[Edit]:
    for found in _LINE_END.finditer(text):
        if found.group(1):
            yield Edit(found.start(), found.end() - 1, "", "line-ends")
        elif found.group().startswith("\r"):
            yield Edit(found.start(), found.end(), "\n" * len(found.group()), "line-ends")
        else:
            yield Edit(found.start(), found.end(), "\n", "line-ends")


_LAYERS: tuple[Callable[[Draft], bool], ...] = (
    _strip_controls,
    _join_line_ends,
    layers.unquote,
    layers.unnumber,
    layers.outdent,
    markup.strip_lines,
    layers.unescape_bytes,
    layers.unescape_entities,
    markup.unescape_markdown,
)
_FOLDS = (
    folding.fold_delimiters,
    markup.strip_inline,
    folding.fold_characters,
    folding.fold_arrows,
    folding.compose,
)


# --- what was done


def _newline(typed: str) -> str:
    """The line end that most lines have."""
    crlf = typed.count("\r\n")
    counts = {"\n": typed.count("\n") - crlf, "\r\n": crlf, "\r": typed.count("\r") - crlf}
    return max(counts, key=lambda end: counts[end])


def _problems(source: Source, repairs: Mapping[str, Repair], stray: list[int]) -> Iterator[Problem]:
    if source.encoding == "utf-8-sig":
        yield _note(source, "bom", 0, 0, "the byte order mark before the text is left out")
    elif source.encoding.startswith(("utf-16", "utf-32")):
        yield _note(source, "utf-16", 0, 0, f"this is {source.encoding[:6].upper()}; save it as UTF-8")
    if stray:
        yield _stray(source, stray)
    for code, repair in sorted(repairs.items(), key=lambda item: item[1].start):
        yield _note(source, code, repair.start, repair.end, _message(code, repair))
    if found := decoding.encoded_twice(source.text):
        yield _twice(source, found)


def _note(source: Source, code: str, start: int, end: int, message: str) -> Problem:
    return Problem(source.typed_span(start, end), "note", code, message)


def _more(places: int) -> str:
    return f" (and {places - 1:,} more)" if places > 1 else ""


def _message(code: str, repair: Repair) -> str:
    """What was done at the first place, and at how many others."""
    if code in ("spaces", "invisible", "control"):
        done = (
            "read as a line end" if "\n" in repair.new else "read as a space" if repair.new else "taken out"
        )
        return f"{described(repair.old)} {done}{_more(repair.places)}"
    if code in ("quotes", "dashes", "ellipsis", "full-width") and not repair.old.isascii():
        new = repair.new[: max(1, len(repair.new) // len(repair.old))]
        return f"{described(repair.old)} read as {new}{_more(repair.places)}"
    return REPAIRS[code] + (f" ({repair.places:,} places)" if repair.places > 1 else "")


def _stray(source: Source, stray: list[int]) -> Problem:
    at = stray[0]
    character = source.typed[at]
    shown = character if character.isprintable() else described(character)
    message = f"a byte that is not UTF-8 read as Windows-1252: {shown}{_more(len(stray))}"
    return _note(source, "encoding", at, at + 1, message)


def _twice(source: Source, found: re.Match[str]) -> Problem:
    text, at = source.text, found.start()
    start = max(at - 40, *(text.rfind(mark, 0, at) + 1 for mark in '\n"{'))
    ends = [end for mark in '\n"}' if (end := text.find(mark, at, at + 80)) >= 0]
    word = "".join(filter(str.isprintable, text[start : min(ends, default=at + 80)])).strip()
    places = decoding.count_encoded_twice(text)
    message = f"this looks like UTF-8 encoded twice; was {decoding.once(word)} meant?{_more(places)}"
    span = source.span(at, found.end())
    return Problem(span, "note", "double-encoded", message, suggestions=(decoding.once(word),))
