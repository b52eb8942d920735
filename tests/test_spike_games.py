"""Whole games of Spike: conservation, round trip, both ends, and what a simple player makes of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.spike import GAME
from games.spike.moves import Move
from games.spike.player import best_plan, sample
from games.spike.state import State, each_kind
from pbem import boards, chance, notation
from pbem.game import DEAL, UNKNOWN, Outcome, Seat, Setup

BOARD = GAME.load_board("east-1900", boards.text("spike", "east-1900"))
OPTIONS = ["", "choose-sides", "extra-contract", "two-routes"]


def table(number: int) -> Setup[Any]:
    """Seats and options in turn, so that a few games in a row have all of them."""
    option = OPTIONS[number // 3 % len(OPTIONS)]
    return Setup(GAME.seats[: 2 + number % 3], frozenset(filter(None, [option])), "1", BOARD)


def play(number: int, whim: float) -> Iterator[tuple[State, Seat, Move, State]]:
    """The turns of a game: position, seat, move and position after it."""
    random = Random(number)
    shuffle = chance.shuffler(random.randbytes(32), f"game {number}", ())
    setup, deal = GAME.deal(table(number), shuffle)
    assert GAME.write_deal(setup, notation.parse(GAME, GAME.write_deal(setup, deal), "deal")) == (
        GAME.write_deal(setup, deal)
    )
    state = GAME.setup(setup, deal).state
    while (moving := GAME.to_move(state)) and state.taken < 999:
        (seat,) = moving
        move = None if seat == DEAL else sample(state, seat, random, whim)
        filled = GAME.fill(state, seat, move, shuffle)
        assert GAME.fill(state, seat, filled, shuffle) == filled
        after = GAME.apply(state, seat, filled).state
        yield state, seat, filled, after
        state = after


def check(number: int, whim: float) -> Outcome:
    """Play a game to its end and hold the promises after every turn."""
    counts, after = Counter[str](), None
    for state, seat, move, after in play(number, whim):
        text = GAME.write(state, seat, move)
        again = notation.parse(GAME, text, "deal" if seat == DEAL else "order")
        assert GAME.resolve(state, seat, again) == move, text
        assert GAME.census(after) == GAME.census(state)
        _conserved(after)
        counts[state.phase] += 1
        assert sum(counts.values()) < 1500
    assert after is not None
    outcome = GAME.outcome(after)
    assert outcome is not None
    return outcome


def _conserved(state: State) -> None:
    """60 cards (42 for two), ten (seven) a kind; a link has one track; 12 contracts; a chip keeps its column."""
    heaps = [
        *(player.hand for player in state.players.values()),
        state.discards,
        state.left,
        Counter(state.row),
    ]
    for kind in BOARD.kinds:
        assert sum(heap.get(kind, 0) for heap in heaps) == each_kind(state)
    assert all(UNKNOWN not in player.hand for player in state.players.values())
    assert sum(len(player.track) for player in state.players.values()) == len(state.used)
    assert all(state.unplayed(seat) >= 0 and p.money >= 0 for seat, p in state.players.items())
    assert all(len(player.aboard) <= player.cars for player in state.players.values())


@pytest.mark.parametrize("number", range(12))
def test_games_keep_every_promise(number: int) -> None:
    check(number, 0.25)


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 5000, 100))
def test_five_thousand_games_keep_every_promise(start: int) -> None:
    reasons = Counter(
        check(number, (0.1, 0.3, 1.0)[number // 12 % 3]).reason for number in range(start, start + 100)
    )
    assert set(reasons) <= set(GAME.end_reasons)


def test_nobody_is_cut_off_from_all_contracts() -> None:
    for number in range(6):
        last = [after for *_, after in play(number, 0.0)][-1]
        assert all(player.done or best_plan(last, seat) for seat, player in last.players.items())


def test_games_end_in_the_number_of_turns_of_an_hours_game() -> None:
    for number in range(6):
        turns = sum(state.phase == "play" for state, *_ in play(number, 0.0))
        assert 15 <= turns / len(table(number).seats) <= 60
