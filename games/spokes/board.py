"""The typed board: any graph of spaces and gaps, with the gaps that cross the start line."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from games.spokes.faces import faces
from pbem.boards import Marked, connected, decode, require

Point = tuple[float, float]
SPACE = re.compile(r"[a-z]{1,2}[0-9]{1,3}")
GROUP = re.compile(r"[a-z]{1,4}")
BAG = 19
"""Spokes of each colour in the bag: 25, less one on each of the six wheels."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The start line: gaps that cross it in the direction in which they are written, and the stroke drawn."""

    forwards: Marked[tuple[str, ...]]
    backwards: Marked[tuple[str, ...]]
    stroke: Marked[tuple[Point, Point]]


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Scale of the text map: characters for one step to the right, lines for one step up."""

    columns: Marked[int]
    lines: Marked[int]


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board as its file holds it."""

    title: str
    about: str
    lanes: dict[str, Marked[tuple[str, ...]]]
    spaces: dict[str, Marked[Point]]
    gaps: dict[str, Marked[tuple[str, ...]]]
    line: Line
    text: Text


class Way(NamedTuple):
    """One way out of a space: the gap's number, the space behind it, and how it crosses the line."""

    gap: int
    to: int
    crossing: int


class Board(msgspec.Struct, frozen=True, eq=False):
    """Spaces and gaps by number; gap numbers follow the order in which a deal gives the spokes.

    `crossings` is +1 or -1 for a gap that crosses the line forwards or backwards as written, else 0.
    `ways` holds the ways out of each space by gap number. `groups` are the deal's groups of gaps.
    """

    name: str
    file: BoardFile
    spaces: tuple[str, ...]
    gaps: tuple[str, ...]
    ends: tuple[tuple[int, int], ...]
    crossings: tuple[int, ...]
    groups: tuple[tuple[str, int], ...]
    numbers: Mapping[str, int]
    ways: tuple[tuple[Way, ...], ...]
    joins: Mapping[tuple[int, int], int]

    def gap_between(self, one: str, other: str) -> int | None:
        """The gap that joins two spaces, by their names in either order."""
        return self.joins.get((self.numbers.get(one, -1), self.numbers.get(other, -1)))

    def crossing(self, gap: int, start: int) -> int:
        """How riding `gap` from the space `start` crosses the line."""
        return self.crossings[gap] if self.ends[gap][0] == start else -self.crossings[gap]


@functools.lru_cache(maxsize=16)
def load(name: str, text: str) -> Board:
    """Make a board from its file's text. Raises BoardError naming the faulty path."""
    file = decode(text, BoardFile, name)
    _check_names(name, file)
    board = build(name, file)
    _check_shape(board)
    return board


def build(name: str, file: BoardFile) -> Board:
    """Number spaces and gaps of a file whose names are known to be right."""
    gaps = [gap for group in file.gaps.values() for gap in group.value]
    pairs = [(one, other) for one, _, other in (gap.partition("-") for gap in gaps)]
    signs = dict.fromkeys(file.line.forwards.value, 1) | dict.fromkeys(file.line.backwards.value, -1)
    crossings = tuple(signs.get(gap, 0) for gap in gaps)
    groups = tuple((group, len(marked.value)) for group, marked in file.gaps.items())
    return graph(name, file, tuple(file.spaces), pairs, crossings, groups)


def graph(
    name: str,
    file: BoardFile,
    spaces: tuple[str, ...],
    pairs: list[tuple[str, str]],
    crossings: tuple[int, ...],
    groups: tuple[tuple[str, int], ...],
) -> Board:
    """Make a board from its graph alone."""
    numbers = {space: number for number, space in enumerate(spaces)}
    ends = tuple((numbers[one], numbers[other]) for one, other in pairs)
    ways: list[list[Way]] = [[] for _ in spaces]
    for gap, (one, other) in enumerate(ends):
        ways[one].append(Way(gap, other, crossings[gap]))
        ways[other].append(Way(gap, one, -crossings[gap]))
    joins = {pair: gap for gap, (a, b) in enumerate(ends) for pair in ((a, b), (b, a))}
    gaps = tuple(f"{one}-{other}" for one, other in pairs)
    return Board(
        name, file, spaces, gaps, ends, crossings, groups, numbers, tuple(tuple(out) for out in ways), joins
    )


def _check_names(name: str, file: BoardFile) -> None:
    """Names are well formed, known and single. Raises BoardError."""
    for space in file.spaces:
        require(name, f"spaces.{space}", bool(SPACE.fullmatch(space)), "a space is named like b16")
    for lane, marked in file.lanes.items():
        require(name, f"lanes.{lane}", lane in file.gaps, "a lane needs a group of gaps of its name")
        for space in marked.value:
            require(name, f"lanes.{lane}", space in file.spaces, f"there is no space {space}")
    seen: set[frozenset[str]] = set()
    for group, gaps in file.gaps.items():
        named = bool(GROUP.fullmatch(group))
        require(name, f"gaps.{group}", named, "a group is named by one to four letters")
        require(name, f"gaps.{group}", group not in ("for", "deal"), f"{group} is a word of the notation")
        for gap in gaps.value:
            _check_gap(name, group, gap, file, seen)
    crossing = [*file.line.forwards.value, *file.line.backwards.value]
    written = {gap for gaps in file.gaps.values() for gap in gaps.value}
    for gap in crossing:
        once = gap in written and crossing.count(gap) == 1
        require(name, "line", once, f"{gap} is not one of the gaps, once")


def _check_gap(name: str, group: str, gap: str, file: BoardFile, seen: set[frozenset[str]]) -> None:
    one, _, other = gap.partition("-")
    known = one in file.spaces and other in file.spaces and one != other
    require(name, f"gaps.{group}", known, f"{gap} does not join two spaces of the board")
    pair = frozenset((one, other))
    require(name, f"gaps.{group}", pair not in seen, f"there is a second gap between {one} and {other}")
    seen.add(pair)


def _check_shape(board: Board) -> None:
    """The board is one piece and the start line is a line. Raises BoardError."""
    name, file = board.name, board.file
    pairs = [(board.spaces[one], board.spaces[other]) for one, other in board.ends]
    require(name, "gaps", connected(board.spaces, pairs), "not every space can be reached from every other")
    most = BAG * 6
    require(name, "gaps", len(board.gaps) <= most, f"{len(board.gaps)} gaps; the bag holds {most} spokes")
    require(name, "lanes", bool(file.lanes), "there is no lane")
    for lane, marked in file.lanes.items():
        once = _laps(board, marked.value) == 1
        require(name, f"lanes.{lane}", once, "the lane is broken or does not cross the line once")
    _check_faces(board)
    for axis in (file.text.columns, file.text.lines):
        require(name, "text", axis.value > 0, "the scale of the map is a whole number above zero")


def _laps(board: Board, lane: tuple[str, ...]) -> int | None:
    """How often a lane crosses the line on its way around, None where it is broken."""
    total = 0
    for one, other in zip(lane, lane[1:] + lane[:1], strict=True):
        gap = board.gap_between(one, other)
        if gap is None:
            return None
        total += board.crossing(gap, board.numbers[one])
    return total


def _check_faces(board: Board) -> None:
    points = [board.file.spaces[space].value for space in board.spaces]
    found = faces(points, board.ends)
    flat = len(board.spaces) - len(board.gaps) + len(found) == 2
    require(board.name, "spaces", flat, "drawn like this, gaps run across each other")
    sums = [sum(board.crossing(gap, start) for start, gap in face) for face in found]
    message = "the line's crossings do not add up to 0 round every face but the infield and the outside"
    require(board.name, "line", sorted(total for total in sums if total) == [-1, 1], message)


@functools.lru_cache(maxsize=256)
def distances(board: Board, crossings: int) -> tuple[int, ...]:
    """Fewest spokes from each space until the line has been crossed `crossings` more times, colours ignored.

    Crossings count net: a way that starts backwards over the line has to make up for it.
    """
    if crossings <= 0:
        return (0,) * len(board.spaces)
    found: dict[int, int] = {}
    row = [(space, crossings) for space in range(len(board.spaces))]
    seen = set(row)
    steps = 0
    while row and len(found) < len(board.spaces):
        steps += 1
        row = _before(board, row, crossings, seen)
        for space, level in row:
            if level == 0:
                found.setdefault(space, steps)
    return tuple(found[space] for space in range(len(board.spaces)))


def _before(
    board: Board, row: list[tuple[int, int]], top: int, seen: set[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Places one spoke before those in `row`, each a space and the crossings made so far."""
    found = []
    for space, level in row:
        for way in board.ways[space]:
            place = (way.to, level + way.crossing)
            if place[1] < top and place not in seen:
                seen.add(place)
                found.append(place)
    return found
