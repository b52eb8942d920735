"""The list of legal moves: one for each real result, paid for as cheaply as may be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, permutations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from games.spectral_rails.bidding import can_raise, high_bid
from games.spectral_rails.ether import can_set_out, lift_order, own, points_left, trapped
from games.spectral_rails.moves import Appoint, Dealt, Move, Placement, Raise, Turn, Withdraw
from games.spectral_rails.routes import routes
from games.spectral_rails.state import CARS, FREE_CARS, SEGMENTS, Engineer, State, remains, segments_left
from pbem.game import Seat

if TYPE_CHECKING:
    from random import Random

Cards = tuple[int, ...]
Prices = dict[int, Cards]


def legal_moves(state: State, seat: str) -> Iterator[Move]:
    """Yield one move for each distinct result; nothing for a seat that is not to move."""
    if seat != state.turn:
        return
    match state.phase:
        case "bid":
            yield from withdrawals(state.engineers[seat].bid)
            yield from raises(state, seat)
        case "lead":
            yield from appointments(state, seat)
        case "place":
            yield from map(Placement, state.setup.board.towns)
        case _:
            yield Withdraw()
            yield from turns(state, seat)


def forced(state: State) -> tuple[Seat, Move] | None:
    """The bare pass of a seat that can do nothing else."""
    seat = state.turn
    if state.phase == "move" and not can_set_out(state, seat):
        return Seat(seat), Withdraw()
    if state.phase == "bid" and not state.engineers[seat].up and not can_raise(state, seat):
        return Seat(seat), Withdraw()
    return None


def withdrawals(bid: Cards) -> Iterator[Withdraw]:
    """One pass for each remaining row; a bare one without a bid."""
    if not bid:
        yield Withdraw()
    rests: set[tuple[int, Cards]] = set()
    for place, card in enumerate(bid, 1):
        result = (card, bid[: place - 1] + bid[place:])
        if result not in rests:
            rests.add(result)
            yield Withdraw(place)


def raises(state: State, seat: str) -> Iterator[Raise]:
    """Every order of cards that makes a high bid, fewest cards first."""
    engineer = state.engineers[seat]
    value, cards = high_bid(state)
    for count in range(max(1, cards - engineer.up), len(engineer.hand) + 1):
        for added in dict.fromkeys(permutations(engineer.hand, count)):
            if sum(added) + sum(engineer.bid) > value:
                yield Raise(added)


def appointments(state: State, seat: str) -> Iterator[Appoint]:
    """Every leader with every set of own segments that the bid lifts, fewest first."""
    mine = own(state, seat)
    for count in range(min(len(mine), sum(state.engineers[seat].bid)) + 1):
        for lift in combinations(mine, count):
            yield from (Appoint(leader, lift) for leader in state.setup.seats if leader not in state.gone)


def turns(state: State, seat: str, at_most: int | None = None) -> Iterator[Turn]:
    """Every movement turn, one for each soul loaded, end, spaces filled, wrecks and souls delivered.

    Fewest spaces filled come first. With `at_most` only so many routes are looked at, shortest first.
    """
    engineer = state.engineers[seat]
    starts = list(_starts(state, engineer))
    budget = max(max(prices, default=0) for _, prices in starts)
    every = islice(routes(state, seat, min(budget, SEGMENTS)), at_most)
    lifts = lift_order(state, seat)
    reserve = segments_left(state, seat)
    for route in sorted(every, key=lambda route: route.filled):
        lift = tuple(sorted(lifts[: max(0, route.filled - reserve)]))
        for begun, prices in starts:
            if turn := _paid(engineer, begun, route.filled, prices):
                turn = replace(turn, lift=lift, path=route.path, stop=route.stop)
                yield from _deliveries(engineer, turn, route.town)
    if trapped(state, seat) and lifts:
        yield from _freeing(engineer, starts, lifts[0])


def _starts(state: State, engineer: Engineer) -> Iterator[tuple[Turn, Prices]]:
    """Load nobody, or one of the souls that can be loaded; with what can be paid then."""
    yield Turn(), payments(engineer, 0)
    if len(engineer.aboard) >= CARS:
        return
    burnt = 1 if len(engineer.aboard) >= FREE_CARS else 0
    if burnt > len(engineer.hand):
        return
    prices = payments(engineer, burnt)
    for soul in dict.fromkeys(state.waiting.get(engineer.town, ())):
        yield Turn(load=soul, burn=burnt), prices


def payments(engineer: Engineer, spare: int) -> Prices:
    """The best cards for each value needed: least total, then fewest, then larger first.

    Keys run from 1 to the most that may be played; what is played may be worth more than its key. `spare`
    cards stay in hand, to be burnt.
    """
    best: dict[int, Cards] = {}
    for count in range(1, len(engineer.hand) + 1 - spare):
        for cards in sorted(set(combinations(engineer.hand[::-1], count)), reverse=True):
            if sum(cards) <= points_left(engineer):
                best.setdefault(sum(cards), cards)
    prices: Prices = {}
    for needed in range(max(best, default=0), 0, -1):
        prices[needed] = best.get(needed) or prices[needed + 1]
    return prices


def _paid(engineer: Engineer, begun: Turn, filled: int, prices: Prices) -> Turn | None:
    """The turn with a coin, or the cheapest cards, and the lowest card left burnt if one is due."""
    if points_left(engineer) <= 0:
        return None
    coin = not filled and engineer.coins > 0
    play = () if coin else prices.get(max(1, filled))
    if play is None:
        return None
    burn = min(remains(engineer.hand, play) or (0,)) if begun.burn else 0
    return replace(begun, burn=burn, play=play, coin=coin)


def _deliveries(engineer: Engineer, turn: Turn, town: str) -> Iterator[Turn]:
    """The turn with each different choice of souls delivered, most first."""
    aboard = (*engineer.aboard, turn.load)
    dark, light = aboard.count(f"dark {town}"), aboard.count(f"light {town}")
    for darks in range(dark, -1, -1):
        for lights in range(light, -1, -1):
            souls = (f"dark {town}",) * darks + (f"light {town}",) * lights
            yield replace(turn, deliver=souls) if souls else turn


def _freeing(engineer: Engineer, starts: list[tuple[Turn, Prices]], lift: int) -> Iterator[Turn]:
    """What a trapped train may do instead of moving: the cheapest card lifts one segment."""
    for begun, prices in starts:
        turn = _paid(replace(engineer, coins=0), begun, 1, prices)
        if turn is not None:
            yield replace(turn, lift=(lift,))


def deal_at_random(state: State, random: Random) -> Dealt:
    """A deal of round 2 for trial games."""
    return Dealt(tuple(random.sample(state.setup.board.towns, len(state.setup.board.towns))))
