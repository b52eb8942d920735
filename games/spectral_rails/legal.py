"""The list of legal moves: one for each real result, paid for as cheaply as may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, permutations
from random import Random

from msgspec.structs import replace

from games.spectral_rails.bidding import can_raise, high_bid
from games.spectral_rails.ether import can_set_out, lift_order, own, points_left, trapped
from games.spectral_rails.moves import Appoint, Dealt, Move, Placement, Raise, Turn, Withdraw
from games.spectral_rails.routes import Route, routes
from games.spectral_rails.state import CARS, FREE_CARS, SEGMENTS, Engineer, State, segments_left
from pbem.game import Seat

Cards = tuple[int, ...]


def legal_moves(state: State, seat: str) -> Iterator[Move]:
    """Yield one move for each distinct result; nothing for a seat that is not to move."""
    if seat != state.turn:
        return
    match state.phase:
        case "bid":
            yield from _withdrawals(state.engineers[seat].bid)
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


def _withdrawals(bid: Cards) -> Iterator[Withdraw]:
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
    loads = list(_loads(state, engineer))
    prices = {load: payments(_after(engineer, load, burn)) for load, burn in loads}
    budget = max((max(price, default=0) for price in prices.values()), default=0)
    every = islice(routes(state, seat, min(budget, SEGMENTS)), at_most)
    found = sorted(every, key=lambda route: route.filled)
    lifts = lift_order(state, seat)
    reserve = segments_left(state, seat)
    for route in found:
        for load, burn in loads:
            turn = _turn(engineer, route, load, burn, prices[load])
            if turn is not None:
                turn = replace(turn, lift=tuple(sorted(lifts[: max(0, route.filled - reserve)])))
                yield from _deliveries(engineer, turn, route.town)
    if trapped(state, seat) and lifts:
        yield from _freeing(loads, prices, lifts[0])


def _after(engineer: Engineer, load: str, burn: int) -> Engineer:
    if not burn:
        return engineer
    return replace(engineer, hand=engineer.hand[1:])


def _loads(state: State, engineer: Engineer) -> Iterator[tuple[str, int]]:
    """Nobody, then each different soul that can be loaded, with the card it costs (0 for none)."""
    yield "", 0
    if len(engineer.aboard) >= CARS:
        return
    burn = 0
    if len(engineer.aboard) >= FREE_CARS:
        if not engineer.hand:
            return
        burn = engineer.hand[0]
    for soul in dict.fromkeys(state.waiting.get(engineer.town, ())):
        yield soul, burn


def payments(engineer: Engineer) -> dict[int, Cards]:
    """The best cards for each value needed: least total, then fewest, then larger first.

    Keys run from 1 to the most that may be played; what is played may be worth more than its key.
    """
    best: dict[int, Cards] = {}
    for count in range(1, len(engineer.hand) + 1):
        for cards in set(combinations(engineer.hand[::-1], count)):
            total = sum(cards)
            if total <= points_left(engineer):
                rank = (len(cards), tuple(-card for card in cards))
                if total not in best or rank < (len(best[total]), tuple(-card for card in best[total])):
                    best[total] = cards
    prices: dict[int, Cards] = {}
    for needed in range(max(best, default=0), 0, -1):
        prices[needed] = best.get(needed) or prices[needed + 1]
    return prices


def _turn(engineer: Engineer, route: Route, load: str, burn: int, prices: dict[int, Cards]) -> Turn | None:
    coin = not route.filled and engineer.coins > 0 and points_left(engineer) > 0
    play = () if coin else prices.get(max(1, route.filled))
    if play is None:
        return None
    return Turn(load=load, burn=burn, play=play, coin=coin, path=route.path, stop=route.stop)


def _deliveries(engineer: Engineer, turn: Turn, town: str) -> Iterator[Turn]:
    """The turn with each different choice of souls delivered, most first."""
    aboard = Counter((*engineer.aboard, turn.load))
    dark, light = aboard[f"dark {town}"], aboard[f"light {town}"]
    for darks in range(dark, -1, -1):
        for lights in range(light, -1, -1):
            souls = (f"dark {town}",) * darks + (f"light {town}",) * lights
            yield replace(turn, deliver=souls) if souls else turn


def _freeing(loads: list[tuple[str, int]], prices: dict[str, dict[int, Cards]], lift: int) -> Iterator[Turn]:
    """What a trapped train may do instead of moving: the cheapest card lifts one segment."""
    for load, burn in loads:
        if play := prices[load].get(1):
            yield Turn(load=load, burn=burn, play=play, lift=(lift,))


def deal_at_random(state: State, random: Random) -> Dealt:
    """A deal of round 2 for trial games."""
    return Dealt(tuple(random.sample(state.setup.board.towns, len(state.setup.board.towns))))
