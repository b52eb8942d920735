"""Repairs of single characters: plain ones in syntax, and accents on their letters everywhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from pbem.characters import FOLDED, fold
from pbem.draft import Draft, Edit

_FOLDABLE = re.compile(rf"([{FOLDED}])\1*+")
_FOREIGN = re.compile(f"[\x80-\x9f\u2028\u2029\ud800-\udfff{FOLDED}]")
_NON_ASCII = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]{1,64}")
_ARROW = re.compile(r"(?<![-\n])--(?![->])|-{1,3}>|={1,2}>")


def needs_folding(text: str) -> bool:
    """Whether a text has characters, beyond ASCII, that a repair may be about."""
    return _FOREIGN.search(text) is not None or _is_decomposed(text)


def fold_delimiters(draft: Draft) -> bool:
    """Give the values of headers their plain quotes."""
    text = draft.text
    return draft.edit(Edit(at, at + 1, '"', "quotes") for at in draft.outline().delimiters if text[at] != '"')


def fold_characters(draft: Draft) -> bool:
    """Put plain characters outside free text."""
    return draft.edit(_folded(draft.in_syntax(_FOLDABLE)))


def _folded(found: Iterator[re.Match[str]]) -> Iterator[Edit]:
    known: dict[str, tuple[str, str]] = {}
    for run in found:
        character = run.group(1)
        if character not in known:
            known[character] = fold(character)
        new, code = known[character]
        count = run.end() - run.start()
        yield Edit(run.start(), run.end(), new * count, code, count)


def fold_arrows(draft: Draft) -> bool:
    """Make arrows and double hyphens outside free text single hyphens."""
    return draft.edit(Edit(m.start(), m.end(), "-", "dashes") for m in draft.in_syntax(_ARROW))


def compose(draft: Draft) -> bool:
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
