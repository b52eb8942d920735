"""The Last Spike in copies that may not know every tile: what fits stands, what cannot be is found."""

from __future__ import annotations

from typing import Any

import pytest

from games.last_spike import GAME
from games.last_spike.board import Board
from games.last_spike.state import State
from pbem import boards, notation
from pbem.errors import IllegalMove
from pbem.game import EVERYTHING, Seat, Setup

BOARD: Board = GAME.load_board("columbia-2015", boards.text("last-spike", "columbia-2015"))
RED, BLUE = Seat("red"), Seat("blue")


def table(seats: str) -> Setup[Any]:
    return Setup(tuple(map(Seat, seats.split())), frozenset(), "1", BOARD)


def play(record: str) -> State:
    """Play a record's entries, one a line; the seats are those of the deal."""
    lines = [line.strip().partition(". ")[2] for line in record.strip().splitlines()]
    deal = notation.parse(GAME, lines[0].removeprefix("deal: "), "deal")
    seats = " ".join(action.seat for action in deal.actions if hasattr(action, "seat"))
    state = GAME.setup(table(seats), deal).state
    for line in lines[1:]:
        who, _, words = line.partition(": ")
        if who == "mod":
            state = GAME.leave(state, Seat(words.removeprefix("resign "))).state
        else:
            move = GAME.resolve(state, Seat(who), notation.parse(GAME, words))
            state = GAME.apply(state, Seat(who), move).state
    return state


def refused(record: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        play(record)
    return f"{caught.value.code}: {caught.value.message}"


def test_unknown_tiles_are_counted_and_turn_into_what_is_laid() -> None:
    state = play(
        """
        0. deal: red A1 C3 D2 V1; blue ? ? ? ?; aside ?
        1. red: lay A1; draw D4
        2. blue: lay B1; draw ?
        """
    )
    assert (state.tiles(BLUE), state.hands[BLUE], state.pool) == (4, (), 37)
    assert GAME.view(state, EVERYTHING)[0].rows[1][3] == "4"


def test_a_known_tile_is_used_before_an_unknown_one() -> None:
    state = play("0. deal: red A1 ? ? ?; blue B1 B4 E1 E4; aside ?\n1. red: lay A1; draw ?")
    assert state.tiles(RED) == 4 and len(state.veiled[RED]) == 4


@pytest.mark.parametrize("tile", ["C4", "A1"])
def test_an_unknown_tile_cannot_be_one_that_is_known_elsewhere(tile: str) -> None:
    start = "0. deal: red A1 C4 D2 V1; blue ? ? ? ?; aside ?\n1. red: lay A1; draw D4"
    assert refused(f"{start}\n2. blue: lay {tile}; draw ?").startswith(
        "laid" if tile == "A1" else "not-in-hand"
    )


def test_a_draw_of_a_tile_known_to_be_elsewhere_is_found() -> None:
    record = "0. deal: red A1 C4 D2 V1; blue ? ? ? ?; aside ?\n1. red: lay A1; draw C4"
    assert refused(record) == "not-in-box: C4 is not in the pool: red holds it"


DOUBLE = """
    0. deal: red A1 C4 D2 V1; blue ? ? ? ?; aside ?
    1. red: lay A1; draw D4
    2. blue: lay C2; draw ?
    3. red: lay C4; draw B2
"""


def test_a_double_lay_of_a_seat_with_unknown_tiles_stands() -> None:
    state = play(DOUBLE)
    assert state.cash[BLUE] == 60_000 - 2_000


def test_a_tile_revealed_later_that_refutes_a_double_lay_is_found() -> None:
    ok = play(DOUBLE + "4. blue: lay B1; draw ?")
    assert ok.laid >= {"B1"}, "the tile drawn after the double lay may be B1"
    found = refused(DOUBLE + "4. blue: lay B1; draw Z1\n5. red: lay B2; draw E2\n6. blue: lay B4; draw ?")
    assert found.startswith("not-in-hand: blue cannot hold B4")


def test_a_tile_that_was_not_playable_at_the_double_lay_is_no_contradiction() -> None:
    state = play(DOUBLE + "4. blue: lay C3; draw Z2\n5. red: lay D4; draw E2\n6. blue: lay E3; draw ?")
    assert "E3" in state.laid


def test_a_double_lay_is_refuted_by_a_known_tile() -> None:
    record = "0. deal: red A2 A4 ? ?; blue ? ? ? ?; aside ?\n1. red: lay A2; draw ?"
    assert refused(record).startswith("not-adjacent")


def test_bankruptcy_of_a_seat_with_unknown_tiles_stands_unless_a_known_tile_refutes_it() -> None:
    three = "0. deal: red {}; blue ? ? ? ?; green ? ? ? ?\n1. red: bankrupt"
    assert play(three.format("? ? ? ?")).out == (RED,)
    assert play(three.format("A2 ? ? ?")).out == (RED,)
    assert refused(three.format("A4 ? ? ?")).startswith("not-bankrupt")


def test_tiles_known_to_be_returned_to_the_pool_are_not_in_other_hands_of_that_time() -> None:
    start = (
        "0. deal: red A1 A4 B1 B4; blue ? ? ? ?; green ? ? ? ?\n1. mod: resign red\n2. blue: lay {}; draw ?"
    )
    assert refused(start.format("A4")).startswith("not-in-hand: blue cannot hold A4")
    later = start.format("C1") + "\n3. green: lay C4; draw ?\n4. blue: lay A4; draw ?"
    assert "A4" in play(later).laid


def test_a_draw_is_shown_to_the_seat_that_drew_and_to_the_moderator() -> None:
    state = play("0. deal: red A1 C4 D2 V1; blue B1 B4 E1 E4; aside D3")
    move = GAME.resolve(state, RED, notation.parse(GAME, "lay A1; draw D4"))
    shown = {
        v: GAME.write(state, RED, GAME.redact(state, RED, move, v)) for v in (None, RED, BLUE, EVERYTHING)
    }
    assert shown == {
        None: "lay A1; draw ?",
        RED: "lay A1; draw D4",
        BLUE: "lay A1; draw ?",
        EVERYTHING: "lay A1; draw D4",
    }


def test_a_seats_table_names_its_own_tiles_and_what_they_cost_now() -> None:
    state = play("0. deal: red A1 A3 B2 V1; blue ? ? ? ?; aside ?")
    seats, own, *_ = GAME.view(state, RED)
    assert [row[3] for row in seats.rows] == ["A1 A3 B2 V1", "4"]
    assert own.rows[:2] == (
        ("A1", "$3,000", "St. Louis - Omaha"),
        ("A3", "not next to track", "St. Louis - Omaha"),
    )
    assert [table.title for table in GAME.view(state, None)] == ["seats", "cities", "routes"]
