"""The board data of Spike: counts, geography, the known facts, and what the validator finds."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any

import msgspec
import pytest

from games.spike import GAME
from games.spike.board import Board, BoardFile, card_of, commodity_of
from pbem import boards
from pbem.errors import BoardError

TEXT = boards.text("spike", "east-1900")
BOARD: Board = GAME.load_board("east-1900", TEXT)
FILE = boards.decode(TEXT, BoardFile, "east-1900")

# Latitude and longitude in degrees, for a city of each region.
REAL = {
    "Topeka": (39.05, -95.68),
    "Des Moines": (41.59, -93.62),
    "New Orleans": (29.95, -90.07),
    "Memphis": (35.15, -90.05),
    "Chicago": (41.88, -87.63),
    "Detroit": (42.33, -83.05),
    "Atlanta": (33.75, -84.39),
    "Tampa": (27.95, -82.46),
    "Norfolk": (36.85, -76.29),
    "Pittsburgh": (40.44, -80.00),
    "Boston": (42.36, -71.06),
    "New York": (40.71, -74.01),
}


def test_the_board_has_36_cities_three_for_each_commodity() -> None:
    assert len(BOARD.cities) == 36
    assert Counter(BOARD.cities.values()) == dict.fromkeys(BOARD.commodities, 3)
    assert len(BOARD.commodities) == 12
    assert BOARD.cities["Norfolk"] == "pigs"


def test_there_are_36_contract_cards_with_72_faces_of_4_or_5_cities() -> None:
    assert len(BOARD.contracts) == 72
    assert Counter(map(commodity_of, BOARD.contracts)) == dict.fromkeys(BOARD.commodities, 6)
    assert set(Counter(map(card_of, BOARD.contracts)).values()) == {2}
    assert {len(fees) for fees in BOARD.contracts.values()} == {4, 5}


def test_fees_are_the_links_from_the_nearest_city_with_the_commodity_the_known_ones_too() -> None:
    for face, fees in BOARD.contracts.items():
        sources = BOARD.sources(commodity_of(face))
        for city, fee in fees.items():
            assert fee == min(BOARD.away[source][city] for source in sources)
            assert BOARD.cities[city] != commodity_of(face)
    known = {(face, city): fees[city] for face, fees in BOARD.contracts.items() for city in fees}
    assert known["peaches/1a", "Topeka"] == 9
    assert known["cows/1a", "Topeka"] == 11
    assert known["peaches/2a", "New Orleans"] == 11


def test_every_contract_has_a_near_and_a_far_city_and_all_cities_are_wanted() -> None:
    assert all(max(fees.values()) >= min(fees.values()) + 2 for fees in BOARD.contracts.values())
    wanted = Counter(city for fees in BOARD.contracts.values() for city in fees)
    assert set(wanted) == set(BOARD.cities)
    assert max(wanted.values()) <= min(wanted.values()) + 3


def test_there_is_a_route_card_for_each_city_with_3_to_5_further_ones() -> None:
    assert sorted(route.start for route in BOARD.routes.values()) == sorted(BOARD.cities)
    assert {len(route.stops) for route in BOARD.routes.values()} <= {3, 4, 5}
    for route in BOARD.routes.values():
        if route.start == "Indianapolis":
            continue  # the rulebook's own
        away = [BOARD.away[route.start][city] for city, _ in route.stops]
        assert away == sorted(set(away))


def test_the_indianapolis_route_is_the_one_of_the_rulebook() -> None:
    (route,) = [route for route in BOARD.routes.values() if route.start == "Indianapolis"]
    assert route.stops == (("Raleigh", 4), ("Columbia", 6), ("Jacksonville", 8), ("Tampa", 10))


def test_each_city_sees_at_least_three_kinds_which_occur_about_equally_often() -> None:
    for city in BOARD.cities:
        assert len({BOARD.links[link] for link in BOARD.near[city].values()}) >= 3
    counts = Counter(BOARD.links.values())
    assert max(counts.values()) - min(counts.values()) <= 2


def test_diagonals_between_two_rows_are_runs_of_one_kind() -> None:
    zigzags = [run.value.split(" ")[1].split("-") for run in FILE.runs]
    turning = [run for run in zigzags if run[0][0] != run[1][0]]
    assert all(a[0] == c[0] for run in turning for a, c in zip(run, run[2:], strict=False))
    assert max(map(len, turning)) <= 7


def test_every_city_can_be_reached_from_every_other_around_any_third() -> None:
    places = list(BOARD.points)
    for closed in BOARD.cities:
        rest = [place for place in places if place != closed]
        ways = [pair for pair in BOARD.ends.values() if closed not in pair]
        assert boards.connected(rest, ways)


def test_neighbouring_points_are_the_net_of_triangles() -> None:
    for one, other in BOARD.ends.values():
        (row, column), (row2, column2) = BOARD.points[one], BOARD.points[other]
        assert (row2 - row, column2 - column) in {(0, 2), (1, 1), (1, -1)}
        assert (row + column) % 2 == (row2 + column2) % 2


@pytest.mark.parametrize("city", REAL)
def test_cities_lie_where_they_do_in_america(city: str) -> None:
    """Miles on the ground and on the net differ by less than a link and a tenth of the way."""
    lat, lon = REAL[city]
    for other, (lat2, lon2) in REAL.items():
        middle = math.cos(math.radians((lat + lat2) / 2))
        ground = math.hypot((lat - lat2) * 69, (lon - lon2) * 69.2 * middle)
        (row, column), (row2, column2) = BOARD.points[city], BOARD.points[other]
        net = 89 * math.hypot((column - column2) / 2, (row - row2) * math.sqrt(3) / 2)
        assert abs(ground - net) < 89 + ground / 10


def test_everything_says_where_it_is_known_from() -> None:
    sources = Counter(boards.marks(TEXT))
    assert sources["reconstruction"] > sources["deduced"] + sources["rulebook"]
    assert FILE.cities["Norfolk"].commodity.source == "rulebook"
    assert FILE.contracts["cows/1a"]["Topeka"].source == "rulebook"
    assert FILE.contracts["peaches/2a"]["New Orleans"].source == "deduced"
    assert "reconstruction" in FILE.about


def test_the_map_fits_and_shows_each_city_and_link() -> None:
    drawing = GAME.draw(BOARD, None)
    assert max(map(len, [*drawing.lines, *drawing.legend])) <= 78
    assert not [line for line in drawing.lines if line != line.rstrip()]
    text = "\n".join(drawing.lines[2:])
    assert all(text.count(code) == 1 for code in BOARD.codes.values())
    marks = Counter(char for line in drawing.lines[2:] for char in line[2:] if char.islower())
    assert marks == Counter(BOARD.kinds[kind] for kind in BOARD.links.values())


def changed(path: str, value: Any) -> str:
    """The board's text with one value changed, deleted (None) or added."""
    data = msgspec.toml.decode(TEXT)
    *parents, last = path.split("|")
    place = data
    for key in parents:
        place = place[int(key) if isinstance(place, list) else key]
    if value is None:
        del place[last]
    else:
        place[int(last) if isinstance(place, list) else last] = value
    return "".join(f"{json.dumps(key)} = {as_toml(held)}\n" for key, held in data.items())


def as_toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {as_toml(held)}" for key, held in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return json.dumps(value)


def ours(value: Any) -> dict[str, Any]:
    return {"value": value, "source": "reconstruction"}


FAULTS = [
    ("tracks", None, "tracks"),
    ("tracks|value", 0, "at least one track"),
    ("kinds|white|value", "u", "small letter of its own"),
    ("kinds|white|value", "b", "a and b are the sides of contracts"),
    ("kinds|draw", ours("d"), "six rail kinds, not 7"),
    ("commodities|glue", ours("glue"), "twelve commodities"),
    ("cities|Norfolk|code", "nfk", "three capitals"),
    ("cities|Norfolk|code", "RAL", "two cities share RAL"),
    ("cities|Norfolk|at|value", "r7", "a row a-q"),
    ("cities|Norfolk|commodity|value", "glue", "no commodity 'glue'"),
    (
        "cities|Jack",
        {"code": "JCK", "at": ours("p1"), "commodity": ours("wood")},
        "begins that of Jacksonville",
    ),
    ("cities|To Build", {"code": "TOB", "at": ours("p1"), "commodity": ours("wood")}, "word of the notation"),
    ("cities|fargo", {"code": "FAR", "at": ours("p1"), "commodity": ours("wood")}, "first with a capital"),
    ("counts|cities", 35, "the file holds 36 cities and says 35"),
    ("counts|links", 430, "the file holds 429 links and says 430"),
    ("runs|0|value", "purple a8-a10", "no rail kind 'purple'"),
    ("runs|0|value", "white a8", "at least two points"),
    ("runs|0|value", "white a8-c12", "not neighbours"),
    ("runs|1|value", "white p21-p19-p21", "is there twice"),
    ("contracts|cows/1a", None, "missing: cows/1a"),
    ("contracts|cows/4a", {"Topeka": ours(11), "Boston": ours(5)}, "no contract cows/4a"),
    ("contracts|cows/1a|Gotham", ours(3), "no city Gotham"),
    ("contracts|cows/1a|Tampa", ours(3), "Tampa has cows itself"),
    ("contracts|cows/1a|Topeka", ours(12), "the fee is 12, and Topeka is 11 links away"),
    ("contracts|cows/1b", {"Topeka": ours(11)}, "at least two cities"),
    ("routes|R1|start|value", "Gotham", "no city Gotham"),
    ("routes|R1|stops|0|pays|value", 99, "more than the one before"),
    ("routes|R1", None, "the file holds 35 routes and says 36"),
    ("routes|X1", {"start": ours("Topeka"), "stops": [{"city": "Boston", "pays": ours(3)}]}, "R1, R2"),
    ("routes|R1|stops|0|city", "Topeka", "links make"),
]


@pytest.mark.parametrize(("path", "value", "message"), FAULTS)
def test_the_validator_names_what_is_wrong(path: str, value: Any, message: str) -> None:
    with pytest.raises(BoardError, match=message) as caught:
        GAME.load_board("mine", changed(path, value))
    assert "mine" in str(caught.value)


def test_printed_values_may_differ_from_our_rules() -> None:
    mine = changed("contracts|cows/1a|Topeka", {"value": 21, "source": "rulebook"})
    board: Board = GAME.load_board("mine", mine)
    assert board.contracts["cows/1a"]["Topeka"] == 21
