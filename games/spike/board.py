"""The typed board: cities on a net of junctions, links with their kinds, contract and route cards."""

from __future__ import annotations

import functools
from collections import deque
from itertools import pairwise

import msgspec

from pbem.boards import Marked, decode

KEYWORDS = frozenset(
    (
        *(
            "draw",
            "take",
            "deck",
            "show",
            "round",
            "trade",
            "for",
            "build",
            "move",
            "load",
            "dump",
            "deliver",
        ),
        *("to", "upgrade", "engine", "tender", "car", "extra", "pass", "give", "keep", "place", "sides"),
        *("deal", "contracts", "hand", "route", "market", "time"),
    )
)
"""Words of the notation that no name of a board may hold."""
ROWS = "abcdefghijklmnopq"
"""Rows of the net from north to south; `r` begins the codes of route cards."""
COLUMNS = 34
"""Columns of the net that the text map has room for."""


class CityFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A city as the file has it: its code, its point of the net, what is loaded there."""

    code: str
    at: Marked[str]
    commodity: Marked[str]


class StopFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A further city of a route card, and the dollars that reaching it pays."""

    city: str
    pays: Marked[int]


class RouteFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A route card as the file has it."""

    start: Marked[str]
    stops: tuple[StopFile, ...]


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says that it holds, so that a slip of the pen is found."""

    cities: int
    points: int
    links: int
    contracts: int
    routes: int


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. `kinds` maps a kind to its letter, `commodities` each to its other name or itself."""

    title: str
    about: str
    tracks: Marked[int]
    runs: tuple[Marked[str], ...]
    counts: Counts
    kinds: dict[str, Marked[str]]
    commodities: dict[str, Marked[str]]
    cities: dict[str, CityFile]
    contracts: dict[str, dict[str, Marked[int]]]
    routes: dict[str, RouteFile]


class Route(msgspec.Struct, frozen=True):
    """A route card: where it starts, and its further cities with what each pays, rising."""

    start: str
    stops: tuple[tuple[str, int], ...]


class Board(msgspec.Struct, frozen=True, eq=False):
    """The board as the engine asks it. A point is named by its city, or by its code where it has none.

    A link is named by its ends in board order (rows from north to south, then west to east), parted by
    a hyphen. Dicts keep the order of the file, links and points board order.
    """

    name: str
    title: str
    about: str
    tracks: int
    """Track pieces of a seat."""
    kinds: dict[str, str]
    """Rail kind to its letter."""
    commodities: tuple[str, ...]
    aliases: dict[str, str]
    """Another name of a commodity to the commodity."""
    points: dict[str, tuple[int, int]]
    """Point to its row and column, both from 0."""
    cities: dict[str, str]
    """City to its commodity."""
    codes: dict[str, str]
    """City to its code of three letters."""
    near: dict[str, dict[str, str]]
    """Point to neighbouring point to the link between them."""
    links: dict[str, str]
    """Link to its kind."""
    ends: dict[str, tuple[str, str]]
    """Link to its two points."""
    contracts: dict[str, dict[str, int]]
    """Face of a contract card to city to the fee, in dollars."""
    routes: dict[str, Route]
    away: dict[str, dict[str, int]]
    """City to point to the number of links between them."""

    def sources(self, commodity: str) -> list[str]:
        """The cities that have a commodity."""
        return [city for city, has in self.cities.items() if has == commodity]

    def order(self, point: str) -> tuple[int, int]:
        """What sorts points into board order."""
        return self.points[point]


def code_at(row: int, column: int) -> str:
    """The code of a place of the net."""
    return f"{ROWS[row]}{column + 1}"


def place_of(code: str) -> tuple[int, int]:
    """Row and column of a point's code. Raises ValueError if it is none."""
    return ROWS.index(code[:1]), int(code[1:]) - 1


def commodity_of(face: str) -> str:
    """The commodity of a contract card or of one of its faces (`cows/2b`)."""
    return face.partition("/")[0]


def card_of(face: str) -> str:
    """The contract card that a face belongs to (`cows/2` for `cows/2b`)."""
    return face.rstrip("ab") if face[-1:] in "ab" else face


def distances(near: dict[str, dict[str, str]], start: str) -> dict[str, int]:
    """Links from a point to every point that can be reached."""
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        point = waiting.popleft()
        for other in near[point]:
            if other not in found:
                found[other] = found[point] + 1
                waiting.append(other)
    return found


def build(name: str, file: BoardFile) -> Board:
    """Make the board from a file whose references hold."""
    named = {city.at.value: city_name for city_name, city in file.cities.items()}
    kinds = _kinds_of_links(file, named)
    points = _points(file, named)
    ends = {link: (one, other) for one, other, link in _sorted_links(kinds, points)}
    near = _neighbours(points, ends)
    return Board(
        name=name,
        title=file.title,
        about=file.about,
        tracks=file.tracks.value,
        kinds={kind: letter.value for kind, letter in file.kinds.items()},
        commodities=tuple(file.commodities),
        aliases={alias.value: name for name, alias in file.commodities.items() if alias.value != name},
        points=points,
        cities={city: value.commodity.value for city, value in file.cities.items()},
        codes={city: value.code for city, value in file.cities.items()},
        near=near,
        links={link: kinds[frozenset(pair)] for link, pair in ends.items()},
        ends=ends,
        contracts={f: {c: fee.value for c, fee in fees.items()} for f, fees in file.contracts.items()},
        routes={code: _route(route) for code, route in file.routes.items()},
        away={city: distances(near, city) for city in file.cities},
    )


def _kinds_of_links(file: BoardFile, named: dict[str, str]) -> dict[frozenset[str], str]:
    kinds = {}
    for run in file.runs:
        kind, codes = run.value.split(" ")
        path = [named.get(code, code) for code in codes.split("-")]
        for pair in pairwise(path):
            kinds[frozenset(pair)] = kind
    return kinds


def _points(file: BoardFile, named: dict[str, str]) -> dict[str, tuple[int, int]]:
    codes = {code for run in file.runs for code in run.value.split(" ")[1].split("-")} | set(named)
    placed = sorted((place_of(code), code) for code in codes)
    return {named.get(code, code): place for place, code in placed}


def _sorted_links(
    kinds: dict[frozenset[str], str], points: dict[str, tuple[int, int]]
) -> list[tuple[str, str, str]]:
    pairs = sorted(sorted((points[point], point) for point in pair) for pair in kinds)
    return [(one, other, f"{one}-{other}") for (_, one), (_, other) in pairs]


def _neighbours(
    points: dict[str, tuple[int, int]], ends: dict[str, tuple[str, str]]
) -> dict[str, dict[str, str]]:
    near: dict[str, dict[str, str]] = {point: {} for point in points}
    for link, (one, other) in ends.items():
        near[one][other] = link
        near[other][one] = link
    return near


def _route(route: RouteFile) -> Route:
    return Route(route.start.value, tuple((stop.city, stop.pays.value) for stop in route.stops))


@functools.lru_cache(maxsize=8)
def load(name: str, text: str) -> Board:
    """Read, check and make a board. Raises BoardError naming the faulty path."""
    from games.spike import boardcheck

    file = decode(text, BoardFile, name)
    boardcheck.check_file(name, file)
    board = build(name, file)
    boardcheck.check_board(name, file, board)
    return board
