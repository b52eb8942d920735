"""A text under repair: edits that keep the way back to what was typed, and count what they did."""

from __future__ import annotations

import io
import re
from array import array
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pbem.outline import Outline


class Edit(NamedTuple):
    """Put `new` in place of `text[start:end]`; `code` names the kind of repair.

    Characters that stay themselves, one for one, keep their own origin; all others take that of `start`.
    """

    start: int
    end: int
    new: str
    code: str
    places: int = 1


class Repair:
    """One kind of repair: how often, and where and what the first place in the typed text was."""

    __slots__ = ("end", "new", "old", "places", "start")

    def __init__(self, start: int, end: int, old: str, new: str) -> None:
        self.start = start
        self.end = end
        self.old = old
        self.new = new
        self.places = 0


class Draft:
    """A text being repaired. `repairs` has one value a code, in the order in which they came up."""

    __slots__ = ("_outline", "origins", "repairs", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.origins: array[int] | None = None
        self.repairs: dict[str, Repair] = {}
        self._outline: Outline | None = None

    def edit(self, edits: Iterable[Edit]) -> bool:
        """Carry out edits, which come in order and do not overlap; tell whether there were any."""
        stream = iter(edits)
        first = next(stream, None)
        if first is None:
            return False
        text, old = self.text, self._origins()
        out, origins, at = io.StringIO(), array("I"), 0
        for edit in _chain(first, stream):
            start, end, new, code, places = edit
            out.write(text[at:start])
            out.write(new)
            origins.extend(old[at:start])
            if len(new) == end - start:
                origins.extend(old[start:end])
            elif new:
                origins.extend([old[start]] * len(new))
            self._count(code, old[start], old[end - 1] + 1, text, edit, places)
            at = end
        out.write(text[at:])
        origins.extend(old[at:])
        self.text, self.origins, self._outline = out.getvalue(), origins, None
        return True

    def outline(self) -> Outline:
        """Where free text and syntax stand in the text as it is now."""
        if self._outline is None:
            from pbem.outline import outline

            self._outline = outline(self.text)
        return self._outline

    def in_syntax(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Matches of a pattern outside free text."""
        text = self.text
        for start, end in self.outline().syntax(len(text)):
            yield from pattern.finditer(text, start, end)

    def _origins(self) -> array[int]:
        if self.origins is None:
            self.origins = array("I", range(len(self.text) + 1))
        return self.origins

    def _count(self, code: str, start: int, end: int, text: str, edit: Edit, places: int) -> None:
        repair = self.repairs.get(code)
        if repair is None:
            repair = self.repairs[code] = Repair(start, end, text[edit.start : edit.end], edit.new)
        elif start < repair.start:
            repair.start, repair.end = start, end
            repair.old, repair.new = text[edit.start : edit.end], edit.new
        repair.places += places


def _chain(first: Edit, rest: Iterator[Edit]) -> Iterator[Edit]:
    yield first
    yield from rest
