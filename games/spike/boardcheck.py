"""What a board file must hold: names, counts, cards and links that make a game of Spike."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from games.spike.board import (
    COLUMNS,
    KEYWORDS,
    ROWS,
    Board,
    BoardFile,
    card_of,
    commodity_of,
    place_of,
)
from pbem.boards import connected, require

CARDS = 3
"""Contract cards of a commodity, each with the sides a and b."""
PLACE = re.compile(rf"[{ROWS}][1-9]\d?")
NAME = re.compile(r"[^\W\d_a-z][^\W\d_]*\.?( [^\W\d_]+\.?)*")
NEIGHBOURS = {(0, 2), (1, 1), (1, -1)}
"""Row and column steps, southward or eastward, between neighbouring points."""


def check_file(name: str, file: BoardFile) -> None:
    """Raise BoardError unless names, links and cards refer to what there is."""
    _check_words(name, file)
    _check_cities(name, file)
    _check_runs(name, file)
    _check_contracts(name, file)
    _check_routes(name, file)


def _check_words(name: str, file: BoardFile) -> None:
    require(name, "kinds", len(file.kinds) == 6, f"there are six rail kinds, not {len(file.kinds)}")
    letters = [letter.value for letter in file.kinds.values()]
    good = all(len(letter) == 1 and letter.islower() for letter in letters)
    require(name, "kinds", good and len(set(letters)) == 6, "every rail kind has a small letter of its own")
    require(name, "kinds", not set(letters) & set("ab"), "a and b are the sides of contracts, no rail kinds")
    require(name, "commodities", len(file.commodities) == 12, "there are twelve commodities")
    for word in [*file.kinds, *file.commodities]:
        plain = word.isalpha() and word.islower() and word not in KEYWORDS
        require(name, word, plain, f"{word!r} is not one small word, or is a word of the notation")
    require(name, "tracks", file.tracks.value > 0, "a seat has at least one track")


def _check_cities(name: str, file: BoardFile) -> None:
    folded = {city: re.sub(r"[^a-z]", "", city.casefold()) for city in file.cities}
    for city, value in file.cities.items():
        path = f"cities.{city}"
        require(
            name, path, bool(NAME.fullmatch(city)), "a city's name is made of words, the first with a capital"
        )
        own = folded[city] not in KEYWORDS and not set(city.casefold().split()) & KEYWORDS
        require(name, path, own, "a city's name may not hold a word of the notation")
        longer = [other for other in folded if other != city and folded[other].startswith(folded[city])]
        require(name, path, not longer, f"the name begins that of {', '.join(longer)}")
        require(
            name, f"{path}.at", bool(PLACE.fullmatch(value.at.value)), "a point is a row a-q and a column"
        )
        require(name, f"{path}.code", bool(re.fullmatch("[A-Z]{3}", value.code)), "a code is three capitals")
        known = value.commodity.value in file.commodities
        require(name, f"{path}.commodity", known, f"there is no commodity {value.commodity.value!r}")
    for what, values in (
        ("code", [city.code for city in file.cities.values()]),
        ("at", [city.at.value for city in file.cities.values()]),
    ):
        twice = [value for value, count in Counter(values).items() if count > 1]
        require(name, f"cities.*.{what}", not twice, f"two cities share {', '.join(twice)}")
    served = {city.commodity.value for city in file.cities.values()}
    without = [commodity for commodity in file.commodities if commodity not in served]
    require(name, "cities", not without, f"no city has {', '.join(without)}")


def _check_runs(name: str, file: BoardFile) -> None:
    seen: set[frozenset[str]] = set()
    for index, run in enumerate(file.runs):
        path = f"runs[{index}]"
        kind, _, rest = run.value.partition(" ")
        codes = rest.split("-")
        require(name, path, kind in file.kinds, f"there is no rail kind {kind!r}")
        good = len(codes) > 1 and all(PLACE.fullmatch(code) for code in codes)
        require(name, path, good, "a run is a kind and at least two points, parted by hyphens")
        for one, other in pairwise(codes):
            require(name, path, _neighbours(one, other), f"{one} and {other} are not neighbours")
            fresh = frozenset((one, other)) not in seen
            require(name, path, fresh, f"the link {one}-{other} is there twice")
            seen.add(frozenset((one, other)))


def _neighbours(one: str, other: str) -> bool:
    (row, column), (row2, column2) = sorted((place_of(one), place_of(other)))
    return (row2 - row, column2 - column) in NEIGHBOURS and max(column, column2) < COLUMNS


def _check_contracts(name: str, file: BoardFile) -> None:
    wanted = {f"{c}/{n}{side}" for c in file.commodities for n in range(1, CARDS + 1) for side in "ab"}
    missing, other = sorted(wanted - set(file.contracts)), sorted(set(file.contracts) - wanted)
    require(name, "contracts", not missing, f"missing: {', '.join(missing[:6])}")
    require(name, "contracts", not other, f"there is no contract {', '.join(other[:6])}")
    for face, fees in file.contracts.items():
        path = f'contracts."{face}"'
        require(name, path, len(fees) > 1, "a contract lists at least two cities")
        for city, fee in fees.items():
            require(name, f"{path}.{city}", city in file.cities, f"there is no city {city}")
            elsewhere = file.cities[city].commodity.value != commodity_of(face)
            require(name, f"{path}.{city}", elsewhere, f"{city} has {commodity_of(face)} itself")
            require(name, f"{path}.{city}", fee.value > 0, "a fee is at least 1 dollar")


def _check_routes(name: str, file: BoardFile) -> None:
    for code, route in file.routes.items():
        path = f"routes.{code}"
        require(name, path, bool(re.fullmatch(r"R[1-9]\d?", code)), "route cards are R1, R2, ...")
        cities = [route.start.value, *(stop.city for stop in route.stops)]
        for city in cities:
            require(name, path, city in file.cities, f"there is no city {city}")
        require(
            name, path, len(set(cities)) == len(cities) > 1, "a route has a start and other cities, each once"
        )
        pays = [0, *(stop.pays.value for stop in route.stops)]
        rising = all(less < more for less, more in pairwise(pays))
        require(name, path, rising, "each city pays more than the one before it")


def check_board(name: str, file: BoardFile, board: Board) -> None:
    """Raise BoardError unless the counts are right, all is connected and our own values keep their rules."""
    held = {
        "cities": len(board.cities),
        "points": len(board.points),
        "links": len(board.links),
        "contracts": len({card_of(face) for face in board.contracts}),
        "routes": len(board.routes),
    }
    for what, count in held.items():
        said = getattr(file.counts, what)
        require(name, f"counts.{what}", count == said, f"the file holds {count} {what} and says {said}")
    require(name, "counts.contracts", held["contracts"] == 36, "there are 36 contract cards")
    require(name, "counts.routes", held["routes"] == 36, "there are 36 route cards")
    require(name, "runs", connected(board.points, board.ends.values()), "not all points can be reached")
    _check_kinds(name, board)
    _check_own_fees(name, file, board)
    _check_own_routes(name, file, board)


def _check_kinds(name: str, board: Board) -> None:
    counts = Counter(board.links.values())
    fewest, most = min(counts[kind] for kind in board.kinds), max(counts.values())
    require(name, "runs", most <= 2 * fewest, f"rail kinds occur from {fewest} to {most} times")
    for city in board.cities:
        seen = {board.links[link] for link in board.near[city].values()}
        require(name, f"cities.{city}", len(seen) > 1, "only one kind of rail leads there")


def _check_own_fees(name: str, file: BoardFile, board: Board) -> None:
    """A fee that is ours is the number of links from the nearest city that has the commodity."""
    for face, fees in file.contracts.items():
        sources = board.sources(commodity_of(face))
        for city, fee in fees.items():
            links = min(board.away[source][city] for source in sources)
            ours = fee.source != "reconstruction" or fee.value == links
            message = f"the fee is {fee.value}, and {city} is {links} links away"
            require(name, f'contracts."{face}".{city}', ours, message)


def _check_own_routes(name: str, file: BoardFile, board: Board) -> None:
    """A value that is ours is two thirds of the links on the way, rounded up."""
    for code, route in file.routes.items():
        last, links = route.start.value, 0
        for stop in route.stops:
            links += board.away[last][stop.city]
            last = stop.city
            worth = -(-2 * links // 3)
            ours = stop.pays.source != "reconstruction" or stop.pays.value == worth
            message = f"{stop.city} pays {stop.pays.value}, and {links} links make {worth}"
            require(name, f"routes.{code}", ours, message)
