"""Moves for trial games: seats that carry souls home, wreck trains and now and then do something odd."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from games.spectral_rails import legal
from games.spectral_rails.bidding import high_bid
from games.spectral_rails.ether import own
from games.spectral_rails.moves import Appoint, Move, Placement, Turn, Withdraw
from games.spectral_rails.state import State, home

if TYPE_CHECKING:
    from random import Random

LOOK_AT = 400
ODD = 0.1


def sample(state: State, seat: str, random: Random) -> Move:
    """Choose one legal move: mostly a useful one, sometimes any."""
    match state.phase:
        case "deal":
            return legal.deal_at_random(state, random)
        case "bid":
            return _bid(state, seat, random)
        case "lead":
            return _lead(state, seat, random)
        case "place":
            return Placement(random.choice(state.setup.board.towns))
        case _:
            return _move(state, seat, random)


def _bid(state: State, seat: str, random: Random) -> Move:
    """Pass more often than not; a raise is one or two cards, or whatever is needed."""
    withdrawal = random.choice(list(legal.withdrawals(state.engineers[seat].bid)))
    value, _ = high_bid(state)
    if random.random() < 0.5 + 0.1 * value:
        return withdrawal
    few = list(islice(legal.raises(state, seat), 12))
    return random.choice(few) if few else withdrawal


def _lead(state: State, seat: str, random: Random) -> Move:
    """Lead oneself, as a rule, and lift as many segments as the bid allows."""
    mine = own(state, seat)
    count = min(len(mine), sum(state.engineers[seat].bid))
    if random.random() < 0.2:
        count = random.randint(0, count)
    lift = tuple(sorted(random.sample(mine, count)))
    others = [other for other in state.setup.seats if other not in state.gone]
    return Appoint(random.choice(others) if random.random() < 0.2 else seat, lift)


def _move(state: State, seat: str, random: Random) -> Move:
    choices = list(islice(legal.turns(state, seat, LOOK_AT), LOOK_AT))
    if not choices or random.random() < 0.05:
        return Withdraw()
    if random.random() < ODD:
        return random.choice(choices)
    return max(choices, key=lambda turn: _worth(state, seat, turn) + random.random())


def _worth(state: State, seat: str, turn: Turn) -> float:
    """Souls delivered count most, then souls that can be home soon, wrecks, and what is saved."""
    aboard = state.engineers[seat].aboard
    wrecks = len(set(turn.path[1:]) & set(state.wrecks))
    homes = {home(soul) for soul in (*aboard, turn.load) if soul}
    towards = bool(turn.path) and any(
        town in homes for town in state.setup.board.ways.get(turn.path[-1], ()) if not turn.stop
    )
    burdened = 2 * bool(turn.burn)
    return (
        6 * len(turn.deliver)
        + 3 * wrecks
        + 2 * bool(turn.load)
        + 2 * towards
        - 0.7 * sum(turn.play)
        - burdened
    )
