"""What a seat of Spike may not know: hidden hands, draws and routes, and copies that replay all the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.spike import GAME
from games.spike.state import State
from pbem import boards, chance, notation
from pbem.errors import IllegalMove
from pbem.game import DEAL, EVERYTHING, UNKNOWN, Seat, Setup

BOARD = GAME.load_board("east-1900", boards.text("spike", "east-1900"))
RED, BLUE, GREEN = GAME.seats[:3]


def table(*options: str) -> Setup[Any]:
    return Setup((RED, BLUE, GREEN), frozenset(options), "1", BOARD)


def game(seed: int, *options: str) -> list[tuple[State, Seat, Any]]:
    """The positions of a trial game with the moves made in them."""
    random = Random(seed)
    shuffle = chance.shuffler(random.randbytes(32), "hidden", ())
    setup, deal = GAME.deal(table(*options), shuffle)
    state, turns = GAME.setup(setup, deal).state, [(None, DEAL, deal)]
    while moving := GAME.to_move(state):
        (seat,) = moving
        move = None if seat == DEAL else GAME.sample(state, seat, random)
        filled = GAME.fill(state, seat, move, shuffle)
        turns.append((state, seat, filled))
        state = GAME.apply(state, seat, filled).state
    turns.append((state, DEAL, None))
    return turns  # type: ignore[return-value]  # the first has no position


@pytest.mark.parametrize("viewer", [None, RED, BLUE, GREEN])
def test_a_copy_replays_to_the_same_public_position(viewer: Seat | None) -> None:
    turns = game(3, "two-routes")
    setup = table("two-routes")
    text = GAME.write_deal(setup, GAME.redact_deal(setup, turns[0][2], viewer))
    copy = GAME.setup(setup, notation.parse(GAME, text, "deal")).state
    for state, seat, move in turns[1:-1]:
        assert GAME.public(copy) == GAME.public(state)
        assert GAME.view(copy, viewer) == GAME.view(state, viewer)
        words = GAME.write(state, seat, GAME.redact(state, seat, move, viewer))
        order = notation.parse(GAME, words, "deal" if seat == DEAL else "order")
        copy = GAME.apply(copy, seat, GAME.resolve(copy, seat, order)).state
        assert GAME.census(copy) == GAME.census(state)
    assert GAME.public(copy) == GAME.public(turns[-1][0])
    assert GAME.outcome(copy) == GAME.outcome(turns[-1][0])


def test_hands_draws_and_routes_stand_as_unknown_in_the_public_copy() -> None:
    turns = game(3, "two-routes")
    setup = table("two-routes")
    deal = GAME.write_deal(setup, GAME.redact_deal(setup, turns[0][2], None))
    assert deal.count("hand ?, ?, ?, ?, ?") == deal.count("route ?, ?") == 3
    words = [GAME.write(s, seat, GAME.redact(s, seat, move, None)) for s, seat, move in turns[1:-1]]
    assert words[0] == "give ?"
    assert "keep ?" in words
    for text in words:
        for part in text.split(", "):
            assert "deck:" not in part or part.split("deck:")[1][:4] in ("?", "?; s", "?; r", "?; m", "time")


def test_the_card_given_is_known_to_giver_and_taker_alone() -> None:
    state, seat, move = game(1)[1]
    card = move.actions[0].card
    texts = {v: GAME.write(state, seat, GAME.redact(state, seat, move, v)) for v in (None, RED, BLUE, GREEN)}
    assert texts == {None: "give ?", RED: f"give {card}", BLUE: "give ?", GREEN: f"give {card}"}


def test_a_report_shows_a_seat_its_own_hand_and_the_moderator_all() -> None:
    state = game(1)[20][0]
    titles = [[each.title for each in GAME.view(state, viewer)] for viewer in (None, RED, EVERYTHING)]
    assert "Hand and route" not in titles[0]
    (hand,) = [each for each in GAME.view(state, RED) if each.title == "Hand and route"]
    assert [row[0] for row in hand.rows] == [RED]
    (hands,) = [each for each in GAME.view(state, EVERYTHING) if each.title == "Hand and route"]
    assert [row[0] for row in hands.rows] == [RED, BLUE, GREEN]


VEILED = (
    "red contracts cows/1a, pigs/1a, oil/1a, wood/1a; red hand ?, ?, ?, ?, ?; red route ?; "
    "blue contracts corn/1a, wheat/1a, coal/1a, steel/1a; blue hand ?, ?, ?, ?, ?; blue route ?; "
    "green contracts cloth/1a, flour/1a, peaches/1a, cotton/1a; "
    "green hand yellow, yellow, black, black, red; green route R3; "
    "market cows, pigs, oil, wood, corn, wheat, coal, steel, cloth, flour, peaches, cotton; "
    "show white, white, white, white"
)


def veiled(*entries: str) -> State:
    state = GAME.setup(table(), notation.parse(GAME, VEILED, "deal")).state
    for entry in ("give white", "place Norfolk", "place Chicago", "place Boston", *entries):
        (seat,) = GAME.to_move(state)
        state = GAME.apply(state, seat, GAME.resolve(state, seat, notation.parse(GAME, entry))).state
    return state


def test_a_card_played_turns_an_unknown_one_over_after_the_known_ones() -> None:
    state = veiled("draw white, deck:?; show red")
    assert state.players[RED].hand == {UNKNOWN: 5, "white": 1}
    after = veiled("draw white, deck:?; show red", "pass", "pass", "build Norfolk-g24-Raleigh")
    assert after.players[RED].hand == {UNKNOWN: 3, "white": 1}
    paid = veiled(
        "draw white, deck:?; show red", "pass", "pass", "trade 2 white for red; build Norfolk-g24-Raleigh"
    )
    assert paid.players[RED].hand == {UNKNOWN: 3}


def test_the_card_given_is_one_that_the_taker_knows() -> None:
    state = veiled()
    assert state.players[RED].hand == {UNKNOWN: 4}
    assert state.players[GREEN].hand["white"] == 1


def test_no_kind_shows_up_more_often_than_it_exists() -> None:
    """Ten white cards: four in the row, one given to green."""
    show = "draw white, white; show white, white"
    fine = veiled(show, show, "draw white; show white")
    assert fine.left["white"] == 1
    with pytest.raises(IllegalMove, match="there are 10 white cards, and with this 11 have shown up"):
        veiled(show, show, show, "draw white; show white")


def test_a_played_unknown_card_cannot_be_one_too_many() -> None:
    show = "draw white, white; show white, white"
    all_ten = (show, show, "draw white; show white")
    assert veiled(*all_ten).players[RED].hand == {UNKNOWN: 4, "white": 2}
    with pytest.raises(
        IllegalMove, match="there are 10 white cards, and with this 11 have shown up"
    ) as caught:
        veiled(*all_ten, "trade 3 white for red, yellow; build Norfolk-g24-Raleigh")
    assert caught.value.code == "not-in-box"


def test_cards_turned_up_are_never_unknown() -> None:
    with pytest.raises(notation.Unread):
        veiled("draw white; show ?")


def test_a_route_that_was_turned_up_fits_what_is_known() -> None:
    state = veiled()
    assert state.players[RED].routes == (UNKNOWN,)
    assert GAME.public(state)["seats"][RED]["routes"] == 1
