"""Every kind of order, in every position of a game: it stands or is refused, and never breaks anything."""

from __future__ import annotations

from random import Random

import pytest

from pbem import conform, registry, table, trial
from pbem.game import DEAL
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
