"""A text as it was typed and as it was cleaned, and the way back from the one to the other."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence

from pbem.errors import Span

_LINE_END = re.compile(r"\r\n?|\n")


class Source:
    """One input: what the person typed, and what is left to read after cleaning.

    `typed` is the decoded text without its byte order mark, `text` the cleaned one with `\\n` as its
    only line end. `origins` holds for every character of `text`, and for the place just past the last,
    the offset in `typed` it came from; None means that the offsets are the same. `newline` is the line
    end that most lines of `typed` have, and `encoding` how its bytes were read, both for writing back.
    """

    __slots__ = ("_ends", "_shown", "_starts", "encoding", "file", "newline", "origins", "text", "typed")

    def __init__(
        self,
        file: str,
        typed: str,
        text: str,
        origins: Sequence[int] | None = None,
        encoding: str = "utf-8",
        newline: str = "\n",
    ) -> None:
        self.file = file
        self.typed = typed
        self.text = text
        self.origins = origins
        self.encoding = encoding
        self.newline = newline
        self._starts: list[int] | None = None
        self._ends: list[int] = []
        self._shown = (-1, "")

    @classmethod
    def plain(cls, file: str, text: str) -> Source:
        """Make the source of a text that needs no cleaning."""
        return cls(file, text, text)

    def encode(self, text: str) -> bytes:
        """A text as bytes like those that were read: its line ends, its encoding and its byte order mark.

        What was read with stray bytes of Windows becomes proper UTF-8.
        """
        encoding = "utf-8" if self.encoding == "windows-1252" else self.encoding
        mark = "\ufeff" if encoding.endswith(("-le", "-be")) else ""
        return (mark + text.replace("\n", self.newline)).encode(encoding, "replace")

    def span(self, start: int, end: int) -> Span:
        """Find where `text[start:end]` stands in what was typed.

        A span that runs over several lines ends with its first line.
        """
        first = self._origin(start)
        last = self._origin(end - 1) + 1 if end > start else first
        return self.typed_span(first, max(first, last))

    def typed_span(self, start: int, end: int) -> Span:
        """Make the span of `typed[start:end]`."""
        starts = self._table()
        row = bisect_right(starts, start) - 1
        base, stop = starts[row], self._ends[row]
        start = min(start, stop)
        return Span(self.file, row + 1, start - base + 1, max(start, min(end, stop)) - base + 1)

    def line(self, span: Span) -> str:
        """The typed line of a span, one column a character, with nothing in it that moves a terminal."""
        starts = self._table()
        row = min(max(span.line, 1), len(starts)) - 1
        if self._shown[0] != row:  # findings come line by line, and a line may be a megabyte long
            line = self.typed[starts[row] : self._ends[row]]
            self._shown = (row, line if line.isprintable() else "".join(map(_harmless, line)))
        return self._shown[1]

    def _origin(self, at: int) -> int:
        return at if self.origins is None else self.origins[min(at, len(self.origins) - 1)]

    def _table(self) -> list[int]:
        """Offsets of the first character of each typed line; made when it is first asked for."""
        if self._starts is None:
            starts, ends = [0], []
            for found in _LINE_END.finditer(self.typed):
                ends.append(found.start())
                starts.append(found.end())
            ends.append(len(self.typed))
            self._starts, self._ends = starts, ends
        return self._starts


def _harmless(character: str) -> str:
    """One visible character for one that would not show, or would do something."""
    if character.isprintable():
        return character
    if character == "\t" or unicodedata.category(character) == "Zs":
        return " "
    code = ord(character)
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else "\u00b7"
