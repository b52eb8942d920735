"""Repairs of what a mailer or a forum did to every line of a text; each tells whether it changed it."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from pbem.draft import Draft, Edit

_BLANK = r"[^\S\n]"


def _lines(code: str, pattern: re.Pattern[str], text: str) -> Iterator[Edit]:
    """Take what the pattern matches out of the text."""
    return (Edit(m.start(), m.end(), "", code) for m in pattern.finditer(text) if m.end() > m.start())


# --- quote marks

_MARK = re.compile(r"\\?>|&(?:amp;)*+gt;|＞")
_M = rf"(?:{_MARK.pattern})"
_UNQUOTED = re.compile(rf"^(?!{_BLANK}*+{_M}){_BLANK}*+\S", re.MULTILINE)
_MARKS = re.compile(rf"^{_BLANK}*+({_M}(?:{_BLANK}?{_M})*+)({_BLANK}?)(?={_BLANK}*+(\S?))", re.MULTILINE)


def unquote(draft: Draft) -> bool:
    """Take off the quote marks that all lines have in common; one line without any ends it.

    Marks that were escaped later with the rest of their line are marks too.
    """
    text = draft.text
    if _UNQUOTED.search(text):
        return False
    full = [m for m in _MARKS.finditer(text) if m[3]] or list(_MARKS.finditer(text))
    if not full:
        return False
    depths = [len(_MARK.findall(m[1])) for m in full]
    depth = min(100, *depths)
    spaced = all(m[2] or own > depth for m, own in zip(full, depths, strict=True))
    marks = rf"^{_BLANK}*+{_M}(?:{_BLANK}?{_M}){{0,{depth - 1}}}{_BLANK if spaced else ''}"
    pattern = re.compile(f"{marks}?" if spaced else marks, re.MULTILINE)
    return draft.edit(_lines("quoted", pattern, text))


# --- indentation

_MARGIN = re.compile(rf"^({_BLANK}*+)(?=\S)", re.MULTILINE)


def outdent(draft: Draft) -> bool:
    """Take off the white space that two lines or more, and all that are not blank, begin with."""
    text = draft.text
    margin, count = _common_margin(text)
    if not margin or count < 2:
        return False
    pattern = re.compile(f"^{margin}", re.MULTILINE)
    return draft.edit(_lines("indented", pattern, text))


def _common_margin(text: str) -> tuple[str, int]:
    """The common white space as a pattern (any, where tabs and spaces are mixed), and how many lines."""
    margin, count = "", 0
    for found in _MARGIN.finditer(text):
        own = found.group(1)
        if not own:
            return "", count
        margin = own if not count else _shared(margin, own)
        count += 1
    return (re.escape(margin) if margin else f"{_BLANK}++"), count


def _shared(one: str, other: str) -> str:
    """What two texts begin with in common."""
    size = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    return min(one, other, key=len) if size is None else one[:size]


# --- numbers and times in front of the lines

_END = r"(?=\s|\Z)"
_AFTER_NUMBER = (":", r"\|", r"\\?\)", r"\\?\]", rf"\\?\.{_END}", rf"{_BLANK}\|{_END}", _END)


def _before(prefix: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The pattern of a prefix with its blank, and one for a line that has something else."""
    prefix = rf"{_BLANK}*+{prefix}{_BLANK}?"
    return re.compile(f"^{prefix}", re.MULTILINE), re.compile(rf"^(?!{prefix}){_BLANK}*+\S", re.MULTILINE)


_DAY = r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4})"
_CLOCK = r"\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?[AaPp]\.?[Mm]\.?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?"
_TIME = rf"\\?[\[(<]?(?:{_DAY}[T, ]{{1,2}})?{_CLOCK}(?:\\?[\])>]|{_END})"
_AFTER_TIME = (r" ?[-–|:](?=\s)", "")
_NUMBER_FIRST = re.compile(r"\s*+\\?[\[(<]?\d")


@functools.cache
def _times() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(_before(f"{_TIME}{after}") for after in _AFTER_TIME)


@functools.cache
def _numbers() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(_before(rf"\d{{1,7}}{after}") for after in _AFTER_NUMBER)


def unnumber(draft: Draft) -> bool:
    """Take off line numbers or times in front of every line.

    The numbers of entries are no line numbers: what is left has to look like a record.
    """
    text = draft.text
    if not _NUMBER_FIRST.match(text):
        return False
    times = (own for own, other in _times() if own.search(text) and not other.search(text))
    numbers = (own for own, other in _numbers() if not other.search(text) and _rising(text, own))
    found = next(times, None) or next(numbers, None)
    return found is not None and draft.edit(_lines("numbered", found, text))


def _rising(text: str, numbered: re.Pattern[str]) -> bool:
    """Whether the numbers rise, in two lines or more, and what follows looks like a record."""
    from pbem.outline import RECORD_LINE

    record_line = re.compile(RECORD_LINE)
    last, count, evident = -1, 0, False
    for found in numbered.finditer(text):
        number = int(re.sub(r"\D", "", found.group()))
        if number <= last:
            return False
        last, count = number, count + 1
        evident = evident or record_line.match(text, found.end()) is not None
    return evident and count > 1


# --- quoted-printable

_SOFT = re.compile(r"=[ \t]*+(?:\n|\Z)")
_BYTES = re.compile(r"(?:=[0-9A-F]{2})+")
_NO_RESIDUE = re.compile(r"=(?![0-9A-F]{2}|[ \t]*+(?:\n|\Z))")
_LONG_SOFT = re.compile(r"^[^\n]{69,75}=\n", re.MULTILINE)


def unescape_bytes(draft: Draft) -> bool:
    """Join soft line breaks and decode `=20`, where it is evident that the whole text is so written.

    An `=` means nothing in an entry, so one there is evidence; another that cannot come from a mailer
    is evidence against, and then free text keeps its own.
    """
    if "=" not in draft.text:
        return False
    everywhere = not _NO_RESIDUE.search(draft.text)
    if everywhere and not (_first(draft, _SOFT, _BYTES) or _LONG_SOFT.search(draft.text)):
        return False
    soft = _SOFT.finditer(draft.text) if everywhere else _whole_ends(draft)
    joined = draft.edit(Edit(m.start(), m.end(), "", "soft-breaks") for m in soft)
    coded = _BYTES.finditer(draft.text) if everywhere else draft.in_syntax(_BYTES)
    return draft.edit(Edit(m.start(), m.end(), _decoded(m.group()), "soft-breaks") for m in coded) or joined


def _first(draft: Draft, *patterns: re.Pattern[str]) -> bool:
    return any(next(draft.in_syntax(pattern), None) is not None for pattern in patterns)


def _whole_ends(draft: Draft) -> Iterator[re.Match[str]]:
    """Soft breaks in syntax; the end of a stretch of syntax is not the end of the text."""
    size = len(draft.text)
    return (m for m in draft.in_syntax(_SOFT) if m.group().endswith("\n") or m.end() == size)


def _decoded(residue: str) -> str:
    from pbem.decoding import tolerant

    return tolerant(bytes.fromhex(residue.replace("=", "")))


# --- HTML entities

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_NO_ENTITY = re.compile(rf"[<>]|&(?!{_ENTITY.pattern[1:]})")
_ADDRESS = re.compile(r"&lt;[^\s&<>@]{1,100}@[^\s&<>@]{1,200}&gt;")


def unescape_entities(draft: Draft) -> bool:
    """Decode HTML entities in syntax, and in free text too where the whole text is evidently escaped."""
    if "&" not in draft.text:
        return False
    everywhere = not _NO_ENTITY.search(draft.text)
    evident = everywhere and (_first(draft, _ENTITY) or _ADDRESS.search(draft.text))
    found = _ENTITY.finditer(draft.text) if evident else draft.in_syntax(_ENTITY)
    return draft.edit(_entities(found))


def _entities(found: Iterator[re.Match[str]]) -> Iterator[Edit]:
    from html import unescape

    for entity in found:
        meant = unescape(entity.group())
        if meant != entity.group():
            yield Edit(entity.start(), entity.end(), meant, "entities")
