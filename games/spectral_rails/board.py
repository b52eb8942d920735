"""The typed map: towns in states, lines of ether spaces between them, wreck towns and the ether hand.

Spaces are whole numbers in board order: line by line as the file lists them, each line from the town
that its name puts first.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections import Counter
from collections.abc import Mapping

import msgspec

from games.spectral_rails.words import KEYWORDS
from pbem import boards
from pbem.boards import Marked

Leg = tuple[int, ...]
"""The spaces of a line in the order in which a train crosses them."""


class TownFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[towns]]` of a board file. `at` is latitude and longitude in degrees."""

    name: Marked[str]
    state: Marked[str]
    code: Marked[str]
    at: Marked[tuple[float, float]]


class WreckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wreck towns of round 1 and of round 2."""

    first: Marked[tuple[str, ...]]
    second: Marked[tuple[str, ...]]


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board file as it is written. `lines` maps `Town-Town` to the number of spaces."""

    title: str
    about: str
    seats: Marked[int]
    all_state: Marked[int]
    hand: Marked[tuple[int, ...]]
    wrecks: WreckFile
    towns: tuple[TownFile, ...]
    lines: dict[str, Marked[int]]


class Board(msgspec.Struct, frozen=True, eq=False):
    """The map, ready for questions.

    `legs` has both directions of every line; `ways` the towns one line away, in alphabetical order;
    `borders` the spaces next to a town; `neighbours` the spaces next to a space (on its line, or across
    a town); `line_of` the two towns of a space's line in the order of the file.
    """

    name: str
    file: BoardFile
    seats: int
    all_state: int
    hand: tuple[int, ...]
    wrecks: tuple[tuple[str, ...], tuple[str, ...]]
    towns: tuple[str, ...]
    states: Mapping[str, tuple[str, ...]]
    lines: tuple[tuple[str, str], ...]
    legs: Mapping[tuple[str, str], Leg]
    ways: Mapping[str, tuple[str, ...]]
    borders: Mapping[str, tuple[int, ...]]
    neighbours: tuple[tuple[int, ...], ...]
    line_of: tuple[tuple[str, str], ...]
    space_names: tuple[str, ...]
    spaces: Mapping[str, int]


@functools.lru_cache(maxsize=32)
def load(name: str, text: str) -> Board:
    """Make the board from its file's text. Raises BoardError naming the faulty path."""
    file = boards.decode(text, BoardFile, name)
    _check_towns(name, file)
    _check_lines(name, file)
    _check_pieces(name, file)
    return _build(name, file)


def ends(line: str) -> tuple[str, str]:
    """The two towns in the name of a line."""
    first, _, second = line.partition("-")
    return first, second


def _check_towns(name: str, file: BoardFile) -> None:
    seen: set[str] = set()
    for at, town in enumerate(file.towns):
        words = town.name.value.casefold().split()
        path = f"towns[{at}].name"
        boards.require(
            name,
            path,
            _spelt(town.name.value),
            f"{town.name.value!r} is not words of letters, the first with a capital",
        )
        boards.require(
            name, path, not KEYWORDS & set(words), f"{town.name.value!r} holds a word of the notation"
        )
        boards.require(name, path, town.name.value not in seen, f"{town.name.value} is there twice")
        seen.add(town.name.value)
    counts = Counter(town.state.value for town in file.towns)
    for state, count in counts.items():
        boards.require(name, "towns", count == 3, f"{state} has {count} towns, and a state has three")
    codes = Counter(town.code.value for town in file.towns)
    boards.require(name, "towns", max(codes.values(), default=1) == 1, "two towns have one code")


def _spelt(town: str) -> bool:
    return re.fullmatch(r"[A-Z][A-Za-z']*( [A-Za-z']+)*", town) is not None


def _check_lines(name: str, file: BoardFile) -> None:
    towns = {town.name.value for town in file.towns}
    seen: set[frozenset[str]] = set()
    for line, length in file.lines.items():
        path = f"lines.{line}"
        boards.require(
            name, path, set(ends(line)) <= towns, "a line joins two towns of the board by a hyphen"
        )
        boards.require(name, path, ends(line)[0] != ends(line)[1], "a line joins two different towns")
        boards.require(
            name, path, frozenset(ends(line)) not in seen, "there is a line between these towns already"
        )
        boards.require(name, path, length.value >= 1, "a line has a space at least")
        seen.add(frozenset(ends(line)))
    boards.require(
        name, "lines", boards.connected(towns, map(ends, file.lines)), "some towns cannot be reached"
    )


def _check_pieces(name: str, file: BoardFile) -> None:
    boards.require(name, "seats", file.seats.value in (3, 4), "the game is for 3 or 4 seats")
    boards.require(
        name, "hand", len(file.hand.value) == 9, f"an ether hand is 9 cards, not {len(file.hand.value)}"
    )
    boards.require(
        name, "hand", all(1 <= card <= 9 for card in file.hand.value), "an ether card is worth 1 to 9"
    )
    towns = {town.name.value for town in file.towns}
    for path, wrecks in (("wrecks.first", file.wrecks.first), ("wrecks.second", file.wrecks.second)):
        fits = len(wrecks.value) == 3 and len(set(wrecks.value)) == 3 and set(wrecks.value) <= towns
        boards.require(name, path, fits, "three different towns of the board have wreck markers")


def _build(name: str, file: BoardFile) -> Board:
    towns = tuple(town.name.value for town in file.towns)
    lines = tuple(map(ends, file.lines))
    legs = _legs(file)
    borders = {
        town: tuple(sorted(leg[0] for (start, _), leg in legs.items() if start == town)) for town in towns
    }
    line_of = tuple(line for line in lines for _ in legs[line])
    names = tuple(f"{a}-{b}.{at}" for a, b in lines for at in range(1, len(legs[a, b]) + 1))
    return Board(
        name=name,
        file=file,
        seats=file.seats.value,
        all_state=file.all_state.value,
        hand=tuple(sorted(file.hand.value)),
        wrecks=(file.wrecks.first.value, file.wrecks.second.value),
        towns=towns,
        states=_states(file),
        lines=lines,
        legs=legs,
        ways={town: tuple(sorted(b for a, b in legs if a == town)) for town in towns},
        borders=borders,
        neighbours=_neighbours(len(names), legs, borders),
        line_of=line_of,
        space_names=names,
        spaces={space: at for at, space in enumerate(names)},
    )


def _legs(file: BoardFile) -> dict[tuple[str, str], Leg]:
    legs: dict[tuple[str, str], Leg] = {}
    first = 0
    for line, length in file.lines.items():
        a, b = ends(line)
        legs[a, b] = tuple(range(first, first + length.value))
        legs[b, a] = legs[a, b][::-1]
        first += length.value
    return legs


def _states(file: BoardFile) -> dict[str, tuple[str, ...]]:
    states: dict[str, tuple[str, ...]] = {}
    for town in file.towns:
        states[town.state.value] = (*states.get(town.state.value, ()), town.name.value)
    return states


def _neighbours(
    count: int, legs: Mapping[tuple[str, str], Leg], borders: Mapping[str, tuple[int, ...]]
) -> tuple[tuple[int, ...], ...]:
    near: list[set[int]] = [set() for _ in range(count)]
    for (start, _), leg in legs.items():
        near[leg[0]].update(borders[start])
        for one, other in itertools.pairwise(leg):
            near[one].add(other)
    return tuple(tuple(sorted(spaces - {at})) for at, spaces in enumerate(near))
