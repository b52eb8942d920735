"""Where a record's free text stands, found before anything is parsed or even clean."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from pbem.characters import DASHES, DOUBLE_QUOTES, INVISIBLE, SINGLE_QUOTES

# Delimiters in all the dresses that programs give them.
_TWO = f'"{DOUBLE_QUOTES}'
_ONE = f"'{SINGLE_QUOTES}"
_GAP = rf"(?:[\s\u2800{INVISIBLE}]|=(?=[ \t]*+\n))*+"

_KEY = rf"[\[［]{_GAP}[^\W\d_][\w.．\-{DASHES}{INVISIBLE}]*+{_GAP}"
_HEADER_OPEN = re.compile(rf"{_KEY}[{_TWO}{_ONE}]")
# A value ends at the latest before the next header, entry or blank line.
_STOP = r"\n(?=[^\S\n]*+(?:[\[［\n]|\d++[^\S\n]*+\.|\Z))"
_CLOSE_DOUBLE = re.compile(rf"\\.|[{_TWO}]{_GAP}[\]］]|{_STOP}", re.DOTALL)
_CLOSE_SINGLE = re.compile(rf"\\.|[{_ONE}]{_GAP}[\]］]|{_STOP}", re.DOTALL)
_LABEL = rf"\d++{_GAP}\\?[.．]{_GAP}[^\W\d_][^:：\n]{{0,80}}[:：]"
_BEFORE = r"(?:[^\S\n]|\\?>|&gt;|\\?\[?\d{1,7}(?::\d\d){0,2}\\?\]?(?=\s))*+"
RECORD_LINE = rf"{_BEFORE}\\?(?:{_KEY}[{_TWO}{_ONE}&=]|{_LABEL})"
"""Pattern of a line that begins a header or an entry, perhaps quoted, numbered or escaped once more."""

_CLOSE_PLAIN = re.compile(rf'[^\n\[\\"]{{0,500}}+"{_GAP}[\]］]')
_DOUBLE = re.compile(f"[{_TWO}]")

_BLANK = re.compile(_GAP)
_BRACKET = re.compile(r"[\[［{｛]")


class Outline(NamedTuple):
    """Where free text stands (values of headers, comments), and the quotes around the values."""

    free: list[tuple[int, int]]
    delimiters: list[int]

    def syntax(self, length: int) -> Iterator[tuple[int, int]]:
        """The stretches between the free ones, in order; `length` is that of the whole text."""
        at = 0
        for start, end in self.free:
            if at < start:
                yield at, start
            at = end
        if at < length:
            yield at, length

    def is_free(self, at: int) -> bool:
        """Whether the character at an offset belongs to free text."""
        index = bisect_right(self.free, at, key=lambda span: span[0]) - 1
        return index >= 0 and at < self.free[index][1]


def outline(text: str) -> Outline:
    """Tell free text from syntax; takes whatever programs put for the quotes, brackets and braces."""
    found = Outline([], [])
    at, fresh = 0, True
    while bracket := _BRACKET.search(text, at):
        gap = text[at : bracket.start()]
        line = gap.rfind("\n")
        fresh = (fresh or line >= 0) and _BLANK.fullmatch(gap, line + 1) is not None
        if bracket.group() in "{｛":
            at, fresh = _comment(text, bracket.end(), bracket.group(), found), False
        elif fresh and (header := _HEADER_OPEN.match(text, bracket.start())):
            at = _value(text, header.end(), found)
        else:
            at, fresh = bracket.end(), False
    return found


def _comment(text: str, start: int, opener: str, found: Outline) -> int:
    """Note a comment's text and give its end; one that is never closed runs to the end of all."""
    end = text.find("}", start)
    if opener == "｛" or end < 0:
        wide = text.find("｝", start, end if end >= 0 else len(text))
        end = wide if wide >= 0 else end
    end = end if end >= 0 else len(text)
    found.free.append((start, end))
    return end


def _value(text: str, start: int, found: Outline) -> int:
    """Note a header's value and its delimiters; give the offset of what follows the header.

    A value that is not closed before the next header, entry or blank line ends with its line.
    """
    close = _close(text, start)
    if close is not None or _DOUBLE.match(text, start - 1):
        found.delimiters.append(start - 1)
    if close is None:
        line = text.find("\n", start)
        end = line if line >= 0 else len(text)
        found.free.append((start, end))
        return end
    found.free.append((start, close[0]))
    found.delimiters.append(close[0])
    return close[1]


def _close(text: str, start: int) -> tuple[int, int] | None:
    """Offsets of the quote that closes a value, and past its bracket."""
    opener = text[start - 1]
    pattern = _CLOSE_DOUBLE if _DOUBLE.match(opener) else _CLOSE_SINGLE
    close = next((m for m in pattern.finditer(text, start) if not m.group().startswith("\\")), None)
    if close is None or close.group() == "\n":
        return None
    if opener == '"' and close.group()[0] != '"' and (plain := _CLOSE_PLAIN.match(text, close.end())):
        return text.index('"', close.end()), plain.end()
    return close.start(), close.end()
