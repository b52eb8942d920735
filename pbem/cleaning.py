"""Undo what mailers, word processors and forums did to a record, before any grammar sees it.

What is undone is listed, one finding for each kind of repair, and every character of the clean text
knows where it stood. Free text (values of headers, comments) keeps all but control characters, odd line
ends and decomposed accents, save where the text as a whole is quoted, indented or evidently encoded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping

from pbem import decoding, layers, markup
from pbem.characters import FOLDABLE, FOLDED, described, fold
from pbem.draft import Draft, Edit, Repair
from pbem.errors import Problem, Span
from pbem.source import Source

REPAIRS: Mapping[str, str] = {
    "bom": "a byte order mark stood before the text",
    "utf-16": "the file was UTF-16 or UTF-32, not UTF-8",
    "encoding": "bytes that are not UTF-8 were read as Windows-1252",
    "double-encoded": "text looks as if it had been encoded twice; it is offered repaired and kept as it is",
    "control": "control characters and colour codes of a terminal were taken out",
    "line-ends": "line ends of several kinds, or rare ones, were made one kind",
    "quoted": "quote marks in front of every line were taken off",
    "indented": "white space in front of every line was taken off",
    "numbered": "line numbers or times in front of every line were taken off",
    "soft-breaks": "left-overs of quoted-printable were decoded",
    "entities": "HTML entities were decoded",
    "markup": "BBCode, HTML or Markdown was taken out",
    "smilies": "a picture was read as the characters that it had replaced",
    "spaces": "spaces of other kinds were read as plain ones",
    "invisible": "invisible characters were taken out",
    "quotes": "curly quotes and apostrophes were read as plain ones",
    "dashes": "dashes, minus signs and arrows were read as hyphens",
    "ellipsis": "an ellipsis was read as dots",
    "full-width": "full-width or styled letters, digits and signs were read as plain ones",
    "decomposed": "letters and their accents were joined into one character",
    "flowed": "lines that a mailer had broken were joined again",
}
"""Code of every kind of repair, with its cause. The codes are stable."""

_ROUNDS = 24

_CONTROL = re.compile(
    "\x1b\\[[0-?]*+[ -/]*+[@-~]?|\x1b\\][^\x07\x1b\n]*+(?:\x07|\x1b\\\\)?|\x1b(?:[()*+][AB0-2]|[78=>])?"
    "|\x9b(?:[0-?]*+m)?|[\x00-\x08\x0c\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9a\x9c-\x9f]+"
)
_LINE_END = re.compile("\r+(\n?)|[\x0b\x85\u2028\u2029]")
_ARROW = re.compile(r"(?<![-\n])--(?![->])|-{1,3}>|={1,2}>")
_NON_ASCII = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]{1,64}")

_HARD = f"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{FOLDED}"
_SUSPECT = re.compile(
    rf"[{_HARD}`&=\\<\[*:]"
    rf"(?:(?<=[{_HARD}`])|(?<=&)[#A-Za-z][#0-9A-Za-z]{{1,31}};|(?<==)(?:[0-9A-F]{{2}}|[ \t]*+(?:\n|\Z)|=?>)"
    r"|(?<=\\)(?!\")|(?<=<)/?(?:[A-Za-z]{1,10}|[Hh][1-6])[ \t/>]|(?<=\[)(?:/|[A-Za-z]{1,12}"
    r"(?:[=\]]|[ \t]{1,3}\w{1,20}=)|\d{1,3}[;m]|\s*+[^\W\d_][\w.-]*+\s*+')|(?<=\*)\*|(?<=:)[A-Za-z_]{3,12}:)"
)
_SUSPECT_START = re.compile(r"\s*+(?:>|(?<=[ \t])\S|[\[(<]?\d++(?!\s*+\.\s*+[^\W\d_][^:\n]*+:))")
_SUSPECT_PAIRS = ("--", "->", "~~~")


def clean(data: bytes | str, file: str) -> tuple[Source, tuple[Problem, ...]]:
    """Make a text fit to be parsed, and tell what had to be done, one note for each kind of repair.

    Raises PbemError where the bytes cannot be read for certain (UTF-16 without its mark).
    """
    typed, encoding, stray = (
        decoding.decode(data, file) if isinstance(data, bytes) else decoding.settled(data)
    )
    if encoding == "utf-8" and not stray and _is_clean(typed):
        return Source(file, typed, typed), ()
    draft = Draft(typed)
    _repair(draft)
    source = Source(file, typed, draft.text, draft.origins, encoding, _newline(typed))
    return source, tuple(_problems(source, draft.repairs, stray))


def _is_clean(text: str) -> bool:
    if _SUSPECT.search(text) or _SUSPECT_START.match(text) or any(pair in text for pair in _SUSPECT_PAIRS):
        return False
    return text.isascii() or not (_is_decomposed(text) or decoding.encoded_twice(text))


# --- the order of the repairs


def _repair(draft: Draft) -> None:
    """Undo layer by layer, the outermost first, until there is nothing left to undo."""
    for _ in range(_ROUNDS):
        if not (any(step(draft) for step in _LAYERS) or _fold(draft)):
            return


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
    text = draft.text
    crlf = text.count("\r\n")
    uniform = crlf == text.count("\n") == text.count("\r")
    return draft.edit(_line_ends(text, "" if uniform else "line-ends"))


def _line_ends(text: str, code: str) -> Iterator[Edit]:
    for found in _LINE_END.finditer(text):
        if found.group(1):
            yield Edit(found.start(), found.end() - 1, "", code)
        elif found.group().startswith("\r"):
            yield Edit(found.start(), found.end(), "\n" * len(found.group()), code)
        else:
            yield Edit(found.start(), found.end(), "\n", "line-ends")


def _delimit(draft: Draft) -> bool:
    """Give the values of headers their plain quotes."""
    text = draft.text
    return draft.edit(Edit(at, at + 1, '"', "quotes") for at in draft.outline().delimiters if text[at] != '"')


def _fold_characters(draft: Draft) -> bool:
    return draft.edit(_folded(draft.in_syntax(FOLDABLE)))


def _folded(found: Iterator[re.Match[str]]) -> Iterator[Edit]:
    known: dict[str, tuple[str, str]] = {}
    for run in found:
        character = run.group(1)
        if character not in known:
            known[character] = fold(character)
        new, code = known[character]
        count = run.end() - run.start()
        yield Edit(run.start(), run.end(), new * count, code, count)


def _fold_arrows(draft: Draft) -> bool:
    return draft.edit(Edit(m.start(), m.end(), "-", "dashes") for m in draft.in_syntax(_ARROW))


def _compose(draft: Draft) -> bool:
    """Join letters and accents (NFC), in free text too: one name is one name."""
    return not draft.text.isascii() and draft.edit(_composed(draft.text))


def _composed(text: str) -> Iterator[Edit]:
    for chunk in _NON_ASCII.finditer(text):
        if not unicodedata.is_normalized("NFC", chunk.group()):
            yield from _clusters(chunk.group(), chunk.start())


def _clusters(chunk: str, offset: int) -> Iterator[Edit]:
    """Edits for those letters of a chunk that change, each with its own accents."""
    start = 0
    for end in range(1, len(chunk) + 1):
        if end < len(chunk) and (unicodedata.combining(chunk[end]) or _joins(chunk[start:end], chunk[end])):
            continue
        new = unicodedata.normalize("NFC", chunk[start:end])
        if new != chunk[start:end]:
            yield Edit(offset + start, offset + end, new, "decomposed")
        start = end


def _joins(before: str, character: str) -> bool:
    parts = unicodedata.normalize("NFC", before) + unicodedata.normalize("NFC", character)
    return unicodedata.normalize("NFC", before + character) != parts


def _is_decomposed(text: str) -> bool:
    return any(not unicodedata.is_normalized("NFC", chunk.group()) for chunk in _NON_ASCII.finditer(text))


_LAYERS: tuple[Callable[[Draft], bool], ...] = (
    _strip_controls,
    _join_line_ends,
    layers.unquote,
    layers.outdent,
    layers.unnumber,
    markup.strip_lines,
    layers.unescape_bytes,
    layers.unescape_entities,
    markup.unescape_markdown,
)
_FOLDS = (_delimit, markup.strip_inline, _fold_characters, _fold_arrows, _compose)


# --- what was done


def _newline(typed: str) -> str:
    """The line end that most lines have."""
    crlf = typed.count("\r\n")
    counts = {"\n": typed.count("\n") - crlf, "\r\n": crlf, "\r": typed.count("\r") - crlf}
    return max(counts, key=lambda end: counts[end])


def _problems(source: Source, repairs: Mapping[str, Repair], stray: list[int]) -> Iterator[Problem]:
    if source.encoding == "utf-8-sig":
        yield _note(source, "bom", 0, 0, "the byte order mark before the text is left out")
    elif source.encoding.startswith("utf-"[:4]) and source.encoding != "utf-8":
        yield _note(source, "utf-16", 0, 0, f"this is {source.encoding.upper()}; save it as UTF-8")
    if stray:
        yield _stray(source, stray)
    for code, repair in sorted(repairs.items(), key=lambda item: item[1].start):
        message = _message(code, repair) + _more(repair.places)
        yield _note(source, code, repair.start, repair.end, message)
    if found := decoding.encoded_twice(source.text):
        yield _twice(source, found)


def _note(source: Source, code: str, start: int, end: int, message: str) -> Problem:
    return Problem(source.typed_span(start, end), "note", code, message)


def _more(places: int) -> str:
    return f" (and {places - 1:,} more)" if places > 1 else ""


def _message(code: str, repair: Repair) -> str:
    if code in ("spaces", "invisible", "control"):
        done = (
            "taken out"
            if not repair.new
            else "read as a line end"
            if "\n" in repair.new
            else "read as a space"
        )
        return f"{described(repair.old)} {done}"
    if code in ("quotes", "dashes", "ellipsis", "full-width") and not repair.old.isascii():
        return f"{described(repair.old)} read as {repair.new[: max(1, len(repair.new) // len(repair.old))]}"
    return REPAIRS[code]


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
    span: Span = source.span(at, found.end())
    return Problem(span, "note", "double-encoded", message, suggestions=(decoding.once(word),))


# --- format=flowed


def unflow(text: str, delsp: bool) -> str:
    r"""Join the lines of a text with `format=flowed` (RFC 3676) as they were before a mailer broke them.

    A line that ends in a space goes on in the next of the same depth of quoting; with `delsp` that space
    was put there for the break and goes. One space before a line is taken off, and quoted lines come
    back with their marks and one space. The line `-- ` before a signature stays alone.
    """
    joined: list[tuple[str, str]] = []
    open_ended = False
    for line in re.split(r"\r\n?|\n", text):
        content = line.lstrip(">")
        marks = line[: len(line) - len(content)]
        content = content.removeprefix(" ")
        signature = content == "-- "
        if open_ended and not signature and joined[-1][0] == marks:
            joined[-1] = marks, joined[-1][1] + content
        else:
            joined.append((marks, content))
        open_ended = content.endswith(" ") and not signature
        if open_ended and delsp:
            joined[-1] = marks, joined[-1][1][:-1]
    return "\n".join(f"{marks} {content}" if marks else content for marks, content in joined)
