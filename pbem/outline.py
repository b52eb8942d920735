"""Where a record's free text stands, found before anything is parsed or even clean."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from pbem.characters import BLANK, CLOSE_DOUBLE, CLOSE_PLAIN, CLOSE_SINGLE, DOUBLE, HEADER_OPEN

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
        fresh = (fresh or line >= 0) and BLANK.fullmatch(gap, line + 1) is not None
        if bracket.group() in "{｛":
            at, fresh = _comment(text, bracket.end(), bracket.group(), found), False
        elif fresh and (header := HEADER_OPEN.match(text, bracket.start())):
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
    if close is not None or DOUBLE.match(text, start - 1):
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
    pattern = CLOSE_DOUBLE if DOUBLE.match(opener) else CLOSE_SINGLE
    close = next((m for m in pattern.finditer(text, start) if not m.group().startswith("\\")), None)
    if close is None or close.group() == "\n":
        return None
    if opener == '"' and close.group()[0] != '"' and (plain := CLOSE_PLAIN.match(text, close.end())):
        return text.index('"', close.end()), plain.end()
    return close.start(), close.end()
