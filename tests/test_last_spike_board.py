"""The Last Spike's board: what the data must hold, and what is said of a file that does not."""

from __future__ import annotations

import re

import pytest

from games.last_spike import GAME
from games.last_spike.board import Board
from pbem import boards, notation
from pbem.errors import BoardError
from pbem.game import Seat, Setup

TEXT = boards.text("last-spike", "columbia-2015")


def load(text: str) -> Board:
    return GAME.load_board("trial", text)  # type: ignore[no-any-return]  # a protocol cannot name a game's board


BOARD = load(TEXT)


def test_every_number_and_name_says_where_it_is_known_from() -> None:
    values = len(re.findall(r"\bvalue = ", TEXT))
    assert values == len(boards.marks(TEXT)) == 1 + 9 * (3 + 4) + 12 * (1 + 4)
    assert "reconstruction" in BOARD.title


def test_what_the_rulebook_prints_is_marked_as_the_rulebooks() -> None:
    assert 'costs = [\n    { value = 3000, source = "reconstruction", note = "over the Mississippi" }' in TEXT
    file = BOARD.source
    assert file.routes["A"].costs[2].source == file.routes["V"].costs[2].source == "rulebook"
    printed = {
        code: city.payout.value for code, city in file.cities.items() if city.payout.source == "rulebook"
    }
    assert printed == {"STL": 10_000, "DOD": 7_000, "DEN": 5_000}
    prices = {c: p.value for c, city in file.cities.items() for p in city.prices if p.source == "rulebook"}
    assert prices == {"STL": 7_000, "DOD": 4_000, "DEN": 2_000}


def test_the_routes_of_the_rulebook_and_its_diamond() -> None:
    ends = {letter: " - ".join(route.ends) for letter, route in BOARD.routes.items()}
    assert ends == {
        "A": "St. Louis - Omaha",
        "B": "St. Louis - Dodge City",
        "C": "Omaha - Laramie",
        "D": "Omaha - Denver",
        "E": "Dodge City - Denver",
        "F": "Dodge City - El Paso",
        "U": "Laramie - Ogden",
        "V": "Denver - Ogden",
        "W": "Denver - Yuma",
        "X": "El Paso - Yuma",
        "Y": "Ogden - Sacramento",
        "Z": "Yuma - Sacramento",
    }


def test_payouts_follow_the_number_of_routes() -> None:
    by_routes = {4: 5_000, 3: 7_000, 2: 10_000}
    for city in BOARD.cities.values():
        assert city.payout == by_routes[len(city.routes)]
        assert city.prices[0] / city.payout >= 0.4 and city.prices[-1] <= city.payout


def test_a_card_of_5000_exists_and_all_track_costs_180000() -> None:
    assert any(5_000 in city.prices for city in BOARD.cities.values())
    costs = [space.cost for space in BOARD.spaces.values()]
    assert (sum(costs), min(costs), max(costs)) == (180_000, 1_000, 10_000)


def test_the_west_is_dearer_than_the_east() -> None:
    east = sum(space.cost for space in BOARD.spaces.values() if space.route in "ABCDEF")
    assert east < 60_000


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("title", "titel", "missing required field `title`|unknown field `titel`"),
        (
            "payout = { value = 10000",
            "payout = { value = 10500",
            "whole thousands above 0 - at `cities.STL.payout`",
        ),
        ("payout = { value = 10000", 'payout = { value = "x"', r"Expected `int`, got `str` - at `\$"),
        (
            "value = 5000, source",
            "value = 7000, source",
            "prices rise from card to card - at `cities.STL.prices`",
        ),
        ('value = "Omaha"', 'value = "St. Louis"', "St. Louis stands twice - at `cities.STL.name`"),
        (
            'value = "Omaha"',
            'value = "Buy Omaha"',
            "'Buy Omaha' is no name of a place - at `cities.OMA.name`",
        ),
        ('value = "Omaha"', 'value = "omaha"', "is no name of a place"),
        ("[cities.OMA]", "[cities.O]", "a city's code is 2 to 4 capitals - at `cities.O`"),
        ('["STL", "OMA"]', '["STL", "CHI"]', "no city has the code 'CHI' - at `routes.A.ends`"),
        ('["STL", "OMA"]', '["STL", "STL"]', "two different cities are needed - at `routes.A.ends`"),
        ("[routes.B]", "[routes.BB]", "a route's letter is one capital - at `routes.BB`"),
        (
            '    { value = 1000, source = "reconstruction" },\n',
            "",
            "a route has 4 spaces, not 3 - at `routes.A.costs`",
        ),
        ("at = { value = [66, 10]", "at = { value = [70, 10]", "St. Louis leaves the map"),
        ('source = "rulebook" }', 'source = "hearsay" }', "hearsay"),
        ('["STL", "DOD"]', '["OMA", "DOD"]', "without route A the board falls apart - at `ends`"),
    ],
)
def test_a_faulty_board_is_refused_with_the_path_of_the_fault(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(BoardError, match=says):
        load(TEXT.replace(old, new, 1))


# The map


def test_the_map_shows_laid_track_and_can_be_read_back() -> None:
    lines = GAME.draw(BOARD, None).lines
    costs = dict(re.findall(r"([A-Z]\d)\.(\d+)", "\n".join(lines)))
    assert costs == {tile: str(space.cost // 1000) for tile, space in BOARD.spaces.items()}
    assert max(map(len, lines)) <= 72 and all(line == line.rstrip() for line in lines)
    for city in BOARD.cities:
        assert city in "\n".join(lines)


def test_laid_spaces_are_filled_on_the_map() -> None:
    deal = notation.parse(GAME, "red A1 A2 A3 A4; blue B1 B2 B3 B4; aside C1", "deal")
    setup = Setup((Seat("red"), Seat("blue")), frozenset(), "1", BOARD)
    state = GAME.setup(setup, deal).state
    for text in ("lay A1; draw D1", "lay B4; draw D2", "lay A2; draw D3"):
        move = GAME.resolve(state, state.seat, notation.parse(GAME, text))
        state = GAME.apply(state, state.seat, move).state
    drawn = "\n".join(GAME.draw(BOARD, state).lines)
    assert set(re.findall(r"\[([A-Z]\d)\]", drawn)) == state.laid


def test_a_map_on_which_two_things_would_overlap_is_refused() -> None:
    with pytest.raises(BoardError, match="overlap"):
        load(TEXT.replace("at = { value = [51, 5]", "at = { value = [66, 9]", 1))
