"""Spike: what a simple greedy player makes of the board, and the widest list of builds.

    python benchmarks/spike.py games [2000]     money, deliveries, rounds and lengths of greedy games
    python benchmarks/spike.py legal            how long listing takes where a rich hand pays for most

Prints `name value unit` lines.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from games.spike import GAME, legal
from games.spike.player import any_turn, best_plan, sample
from games.spike.state import State
from pbem import boards, chance
from pbem.game import DEAL, Seat, Setup

BOARD = GAME.load_board("east-1900", boards.text("spike", "east-1900"))


def positions(seats: int, number: int, greedy: bool = True) -> Iterator[State]:
    """The positions of one game, from the deal to its end."""
    random = Random(number)
    shuffle = chance.shuffler(random.randbytes(32), f"game {number}", ())
    setup: Setup[Any] = Setup(GAME.seats[:seats], frozenset(), "1", BOARD)
    state = GAME.setup(setup, GAME.deal(setup, shuffle)[1]).state
    yield state
    while moving := GAME.to_move(state):
        (seat,) = moving
        move = GAME.fill(state, seat, _move(state, seat, random, greedy), shuffle)
        state = GAME.apply(state, seat, move).state
        yield state


def _move(state: State, seat: Seat, random: Random, greedy: bool) -> Any:
    if seat == DEAL:
        return None
    if state.phase == "play" and not greedy:
        return any_turn(state, seat, random)
    return sample(state, seat, random, 0.0)


def games(count: int) -> None:
    """Play greedy games at two, three and four seats in turn, and report them."""
    turns: list[float] = []
    money: list[float] = []
    best: list[float] = []
    tracks: list[float] = []
    reasons, deliveries, rounds = Counter[str](), Counter[int](), Counter[int]()
    cut_off = 0
    for number in range(count):
        every = list(positions(2 + number % 3, number))
        last = every[-1]
        scores = GAME.scores(last)
        turns.append(sum(state.phase == "play" for state in every) / len(scores))
        money += scores.values()
        best.append(max(scores.values()))
        rounds[last.round] += 1
        reasons[last.reason] += 1
        deliveries.update(len(player.done) for player in last.players.values())
        tracks += [len(player.track) for player in last.players.values()]
        cut_off += sum(not p.done and best_plan(last, seat) is None for seat, p in last.players.items())
    for name, values in (("turns", turns), ("money", money), ("winner", best), ("tracks", tracks)):
        low, high = statistics.quantiles(values, n=20)[0], statistics.quantiles(values, n=20)[-1]
        print(f"{name} {statistics.median(values):.0f} median ({low:.0f} to {high:.0f} for nine in ten)")
    for what, counter in (("deliveries", deliveries), ("round", rounds), ("end", reasons)):
        total = sum(counter.values())
        for value, number in sorted(counter.items()):
            print(f"{what} {value} {100 * number / total:.1f} %")
    print(f"cut_off {cut_off} seats without a delivery, past or possible")


def widest(number: int = 1) -> State:
    """A middle position of a random game, its seat to move holding three cards of every kind."""
    state = next(state for state in positions(3, number, False) if state.phase == "play" and state.round == 2)
    hand = dict.fromkeys(BOARD.kinds, 3)
    return replace(
        state, players={**state.players, state.seat: replace(state.players[state.seat], hand=hand)}
    )


def listing() -> None:
    """Time the first turns and a hundred thousand builds of the widest position."""
    state = widest()
    for name, turns, most in (
        ("first 50 turns", GAME.legal_moves(state, state.seat), 50),
        ("100,000 builds", legal.builds(state, state.seat), 100_000),
    ):
        begun = time.process_time()
        found = sum(1 for _, _ in zip(range(most), turns, strict=False))
        spent = time.process_time() - begun
        print(f"{name} {spent:.3f} s ({found} listed, {found / spent:,.0f} a second)")


if __name__ == "__main__":
    if sys.argv[1:2] == ["legal"]:
        listing()
    else:
        games(int(sys.argv[2]) if len(sys.argv) > 2 else 2000)
