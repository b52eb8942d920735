"""Every kind of order, in every position of a game: it stands or is refused, and never breaks anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from pbem import conform, registry, suggest, table, trial
from pbem.game import DEAL, Seat
from pbem.judge import Judge
from pbem.replay import Referee

ORDERS = {
    "last-spike": [
        "lay A1", "sell Denver; lay A1", "sell Denver 3000", "buy Denver", "pass", "bankrupt", "lay A1; buy Denver; draw", "draw",
    ],
    "spike": [
        "move Chicago-c14-Milwaukee", "move Chicago", "move Chicago-c14; load; deliver pigs", "load", "load cows",
        "deliver cows", "dump cows", "upgrade engine", "extra", "extra cows/1a", "build Chicago-c14-Milwaukee",
        "trade 2 white for red; build Chicago-c14-Milwaukee", "draw deck", "draw white, deck:red", "pass", "give white",
        "keep R1", "sides cows/2a", "place Chicago",
    ],
    "spectral-rails": [
        "bid 1", "pass", "pass keep 1", "lead red", "lift Alta-Como.1; lead red", "place Alta", "coin; go Alta-Como",
        "play 3; go Alta-Como", "load Alta; play 3; go Alta-Como; deliver Como", "burn 1; play 1; go Alta-Como.1",
        "play 2; lift Alta-Como.1",
    ],
    "spokes": [
        "place b16", "swap 5:red a10-a1 for white; ride a10-a1", "bike 2; place b15", "pass", "swap +1 a10-a1; ride a1",
        "ride a1-a2", "swap 1 a1-a2; ride burst a2",
    ],
}  # fmt: skip


def tables() -> list[tuple[str, int, str]]:
    found = []
    for key in registry.known():
        game = registry.find(key)
        found += [(key, count, "") for count in game.counts]
        found += [(key, count, option) for option in game.options for count in game.counts[-1:]]
    return found


@pytest.mark.parametrize(("key", "count", "option"), tables())
def test_any_order_at_any_time_is_judged(key: str, count: int, option: str) -> None:
    game = registry.find(key)
    options = frozenset(filter(None, [option]))
    if (key, option) in {("spokes", "two-bikes")}:
        count = 3  # this option is for two or three
    setup = table.make_setup(game, trial.seats_for(game, count), options)
    text, _ = trial.simulate(game, setup, "trial", Random(3))
    referee = Referee(conform.read(text), remarks=False)
    assert referee.judge is not None
    judged = 0
    for turn in referee.play():
        for seat in sorted(setup.seats):
            for order in ORDERS[key]:
                found = referee.judge.entry(turn.state, seat, order)
                assert found.step is not None or found.findings
                judged += 1
        for seat in game.to_move(turn.state) - {DEAL}:
            assert game.legal_moves(turn.state, seat)
        if turn.number >= 20:
            break
    assert judged >= 50


# --- orders put together at random


def positions(key: str, random: Random) -> Iterator[tuple[Judge, Any]]:
    """Positions of a trial game with a number of seats and options drawn at random."""
    game = registry.find(key)
    count = random.choice(game.counts)
    setup = table.make_setup(game, trial.seats_for(game, count), game.trial_options)
    text, _ = trial.simulate(game, setup, "any", random)
    referee = Referee(conform.read(text), remarks=False)
    assert referee.judge is not None
    for turn in referee.play():
        yield referee.judge, turn.state


def actions_of(judge: Judge, state: Any) -> list[str]:
    """Actions of legal turns in a position, and of those that are tried everywhere."""
    game = judge.game
    texts = [*ORDERS[game.key]]
    for seat in game.to_move(state) - {DEAL}:
        texts += [game.write(state, seat, move) for move in islice(game.legal_moves(state, seat), 40)]
    return [action.strip() for text in texts for action in text.split(";")]


def scrambled(action: str, words: list[str], random: Random) -> str:
    """An action with some of its names and numbers put in place of others."""

    def other(found: re.Match[str]) -> str:
        return random.choice(words) if random.random() < 0.25 else found[0]

    verb, blank, rest = action.partition(" ")
    return verb + blank + re.sub(r"[A-Za-z]\w*|\d+", other, rest)


def judge_any_orders(key: str, count: int, seed: str) -> int:
    """Judge so many orders, and what is suggested for one in ten; return how many were not refused."""
    random, done, stood = Random(f"{key} {seed}"), 0, 0
    while done < count:
        pool: list[str] = []
        for judge, state in positions(key, random):
            vocabulary = judge.vocabulary
            words = [*vocabulary.names, *sorted(vocabulary.codes), *"0123456", "12", "99"]
            pool = [*pool[-200:], *actions_of(judge, state)]
            for _ in range(12):
                picked = random.sample(pool, min(len(pool), random.randrange(1, 5)))
                typed = "; ".join(scrambled(action, words, random) for action in picked)
                seat = Seat(random.choice(judge.setup.seats))
                found = judge.entry(state, seat, typed)
                assert found.step is not None or found.findings, typed
                if found.step is None and random.random() < 0.1 and seat in judge.game.to_move(state):
                    suggest.advise(judge, state, seat, typed, found, in_record=True)
                done += 1
                stood += found.step is not None
            if done >= count:
                break
    return stood


@pytest.mark.parametrize("key", registry.known())
def test_orders_put_together_at_random_are_judged(key: str) -> None:
    assert 0 <= judge_any_orders(key, 1_500, "quick") < 1_500


@pytest.mark.long
@pytest.mark.parametrize("key", registry.known())
def test_a_hundred_thousand_orders_put_together_at_random_are_judged(key: str) -> None:
    assert judge_any_orders(key, 100_000, "long") > 0
