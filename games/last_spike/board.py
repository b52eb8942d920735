"""The typed board: cities with their land cards, routes with their spaces, read from data."""

from __future__ import annotations

import functools
import re

import msgspec

from pbem.boards import Marked, connected, decode, require

SPACES = 4
"""Track spaces of a route, as the rulebook has it."""
PRICED = 4
"""Land cards of a city beside Land 0."""
SIGN = 5
"""Characters that a space takes on the text map at most."""
WIDTH, HEIGHT = 72, 40
"""Room for the text map, in characters and lines."""
KEYWORDS = frozenset(("lay", "buy", "sell", "draw", "pass", "bankrupt", "double", "first", "aside"))


class CityFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A city as the file has it."""

    name: Marked[str]
    at: Marked[tuple[int, int]]
    payout: Marked[int]
    prices: tuple[Marked[int], ...]


class RouteFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A route as the file has it; `costs` from the first of its `ends` on."""

    ends: Marked[tuple[str, str]]
    costs: tuple[Marked[int], ...]


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file; cities by code, routes by letter, both in their order on the tiles."""

    title: str
    about: str
    ends: Marked[tuple[str, str]]
    cities: dict[str, CityFile]
    routes: dict[str, RouteFile]


class City(msgspec.Struct, frozen=True):
    """A city; `payout` in dollars a land card, `prices` of its four priced cards, rising."""

    name: str
    code: str
    payout: int
    prices: tuple[int, ...]
    routes: tuple[str, ...]
    beside: tuple[str, ...]
    """The spaces next to it."""
    at: tuple[int, int]


class Route(msgspec.Struct, frozen=True):
    """A route between two cities (by name); its spaces from the first one on."""

    letter: str
    ends: tuple[str, str]
    spaces: tuple[str, ...]


class Space(msgspec.Struct, frozen=True):
    """A track space: `city` is the one it touches, or ""; `beside` the next spaces of its route.

    `at` is the middle of its sign on the text map, as for a city.
    """

    tile: str
    cost: int
    route: str
    city: str
    beside: tuple[str, ...]
    at: tuple[int, int]
    number: int
    """Its place in the order of nearness to A1, from 0."""


class Board(msgspec.Struct, frozen=True, eq=False):
    """Everything printed on board, tiles and cards. `spaces` in the order of nearness to A1."""

    name: str
    title: str
    about: str
    ends: tuple[str, str]
    cities: dict[str, City]
    routes: dict[str, Route]
    spaces: dict[str, Space]
    source: BoardFile


@functools.lru_cache(maxsize=16)
def load(name: str, text: str) -> Board:
    """Make the board from a TOML file's text. Raises BoardError naming the faulty path."""
    file = decode(text, BoardFile, name)
    _check_cities(name, file)
    _check_routes(name, file)
    _check_ends(name, file)
    names = {code: city.name.value for code, city in file.cities.items()}
    routes = {letter: _route(letter, route, names) for letter, route in file.routes.items()}
    spaces = {
        tile: _space(routes[letter], at, file, SPACES * before + at)
        for before, letter in enumerate(file.routes)
        for at, tile in enumerate(routes[letter].spaces)
    }
    cities = {names[code]: _city(code, city, routes) for code, city in file.cities.items()}
    _check_map(name, cities, spaces)
    east, west = file.ends.value
    return Board(name, file.title, file.about, (names[east], names[west]), cities, routes, spaces, file)


def _route(letter: str, file: RouteFile, names: dict[str, str]) -> Route:
    one, other = file.ends.value
    spaces = tuple(f"{letter}{number}" for number in range(1, SPACES + 1))
    return Route(letter, (names[one], names[other]), spaces)


def _space(route: Route, at: int, file: BoardFile, number: int) -> Space:
    data = file.routes[route.letter]
    city = {0: route.ends[0], SPACES - 1: route.ends[1]}.get(at, "")
    beside = route.spaces[max(at - 1, 0) : at] + route.spaces[at + 1 : at + 2]
    start, finish = (file.cities[code].at.value for code in data.ends.value)
    spot = _part(start[0], finish[0], at + 1), _part(start[1], finish[1], at + 1)
    return Space(route.spaces[at], data.costs[at].value, route.letter, city, beside, spot, number)


def _part(start: int, finish: int, number: int) -> int:
    """Where space `number` stands: the way between two cities in equal parts, halves rounded up."""
    parts = SPACES + 1
    return start + (2 * (finish - start) * number + parts) // (2 * parts)


def _city(code: str, file: CityFile, routes: dict[str, Route]) -> City:
    name = file.name.value
    here = [route for route in routes.values() if name in route.ends]
    return City(
        name=name,
        code=code,
        payout=file.payout.value,
        prices=tuple(price.value for price in file.prices),
        routes=tuple(route.letter for route in here),
        beside=tuple(route.spaces[0 if route.ends[0] == name else -1] for route in here),
        at=file.at.value,
    )


def _check_cities(name: str, file: BoardFile) -> None:
    names = [city.name.value for city in file.cities.values()]
    for code, city in file.cities.items():
        path = f"cities.{code}"
        word = city.name.value
        require(name, path, re.fullmatch("[A-Z]{2,4}", code) is not None, "a city's code is 2 to 4 capitals")
        require(name, f"{path}.name", _is_name(word), f"{word!r} is no name of a place")
        require(name, f"{path}.name", names.count(word) == 1, f"{word} stands twice")
        require(name, f"{path}.payout", _thousands(city.payout.value), "amounts are whole thousands above 0")
        _check_prices(name, f"{path}.prices", [price.value for price in city.prices])
        _check_place(name, f"{path}.at", word, city.at.value)


def _check_prices(name: str, path: str, prices: list[int]) -> None:
    require(name, path, len(prices) == PRICED, f"a city has {PRICED} priced cards, not {len(prices)}")
    require(name, path, all(map(_thousands, prices)), "amounts are whole thousands above 0")
    require(name, path, sorted(set(prices)) == prices, "prices rise from card to card")


def _check_place(name: str, path: str, word: str, at: tuple[int, int]) -> None:
    left = at[0] - len(word) // 2
    fits = left >= 0 and left + len(word) <= WIDTH and 0 <= at[1] < HEIGHT
    require(name, path, fits, f"{word} leaves the map of {WIDTH} columns and {HEIGHT} lines")


def _check_map(name: str, cities: dict[str, City], spaces: dict[str, Space]) -> None:
    """No two signs may share a character; a space takes up to five."""
    taken: dict[tuple[int, int], str] = {}
    signs = [(space.tile, space.at, SIGN) for space in spaces.values()]
    signs += [(city.name, city.at, len(city.name)) for city in cities.values()]
    for sign, (middle, line), width in signs:
        for column in range(middle - width // 2, middle - width // 2 + width):
            other = taken.setdefault((column, line), sign)
            require(name, "cities", other == sign, f"{other} and {sign} overlap on the map")


def _check_routes(name: str, file: BoardFile) -> None:
    for letter, route in file.routes.items():
        path = f"routes.{letter}"
        require(name, path, re.fullmatch("[A-Z]", letter) is not None, "a route's letter is one capital")
        _check_codes(name, f"{path}.ends", file, route.ends.value)
        costs = [cost.value for cost in route.costs]
        require(name, f"{path}.costs", len(costs) == SPACES, f"a route has {SPACES} spaces, not {len(costs)}")
        require(name, f"{path}.costs", all(map(_thousands, costs)), "amounts are whole thousands above 0")


def _check_codes(name: str, path: str, file: BoardFile, codes: tuple[str, str]) -> None:
    for code in codes:
        require(name, path, code in file.cities, f"no city has the code {code!r}")
    require(name, path, codes[0] != codes[1], "two different cities are needed")


def _check_ends(name: str, file: BoardFile) -> None:
    """With two seats a tile stays out of the game, so no single route may be the only way."""
    _check_codes(name, "ends", file, file.ends.value)
    for letter in file.routes:
        links = [route.ends.value for other, route in file.routes.items() if other != letter]
        require(name, "ends", connected(file.cities, links), f"without route {letter} the board falls apart")


def _is_name(word: str) -> bool:
    """Say whether the grammar can read a place's name: words with a capital, none of them a keyword."""
    words = word.split(" ")
    plain = all(re.fullmatch(r"[^\W\d_a-z][^\W\d_]*(?:[.'-][^\W\d_]*)*", part) for part in words)
    return plain and not KEYWORDS & {part.casefold() for part in words}


def _thousands(amount: int) -> bool:
    return amount > 0 and amount % 1000 == 0
