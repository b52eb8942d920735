"""Carries moves out: one small change after the other, in the order of a turn."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from games.last_spike import ending, rules
from games.last_spike.moves import Bankrupt, Move, Pass, Sale, Turn
from games.last_spike.state import State, in_order, turn_after
from pbem.errors import IllegalMove
from pbem.game import UNKNOWN, Event, Seat, Step


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Carry one move out. Raises IllegalMove at the first rule that forbids it."""
    rules.need_turn(state, seat)
    events: list[Event] = []
    match move:
        case Turn():
            return Step(_take_turn(state, seat, move, events), tuple(events))
        case Pass(tile):
            rules.need_empty_hand(state, seat)
            events.append(Event("pass", {"seat": seat}))
            state = _draw(state, seat, tile, False, events)
            return Step(replace(state, seat=turn_after(state, seat)), tuple(events))
        case Bankrupt():
            rules.need_ruin(state, seat)
            return Step(_go(state, seat, "bankruptcies", "bankrupt", events), tuple(events))
        case _:  # pragma: no cover
            assert_never(move)


def _take_turn(state: State, seat: Seat, move: Turn, events: list[Event]) -> State:
    rules.need_tile(state, seat, move.tile)
    rules.need_place(state, seat, move.tile)
    for sale in move.sales:
        rules.need_sale(state, seat, sale.city, sale.price, move.tile)
        state = sell(state, seat, sale, events)
    rules.need_money_to_lay(state, seat, move.tile)
    granted = grant_due(state, move.tile)
    state = lay(state, seat, move.tile, events)
    last_spike = bool(state.reason)
    if move.buy:
        _need_time_to_buy(move.buy, last_spike)
        rules.need_land(state, seat, move.buy, granted)
        state = buy(state, seat, move.buy, events)
    state = _draw(state, seat, move.draw, last_spike, events)
    if last_spike:
        events += ending.tie(state)
        return state
    return replace(state, seat=turn_after(state, seat))


def _need_time_to_buy(city: str, last_spike: bool) -> None:
    if last_spike:
        message = "the last spike ends the game: nothing is bought"
        action = f"buy {city}"
        raise IllegalMove("over", message, action=action, rule=rules.SPIKE, hint=f"leave out `{action}`")


def sell(state: State, seat: Seat, sale: Sale, events: list[Event]) -> State:
    """Give a land card to the bank for half its price; it is for sale again at once."""
    amount = rules.proceeds(sale.price)
    cards = list(state.cards(seat, sale.city))
    cards.remove(sale.price)
    pile = tuple(sorted((*state.piles[sale.city], sale.price)))
    events.append(Event("sell", {"seat": seat, "city": sale.city, "price": sale.price, "amount": amount}))
    state = _with_land(state, seat, sale.city, tuple(cards))
    return replace(_paid(state, seat, amount), piles={**state.piles, sale.city: pile})


def lay(state: State, seat: Seat, tile: str, events: list[Event]) -> State:
    """Pay for a tile and lay it, with all that follows: free land, payouts, the last spike's bonus."""
    state = _spend_tile(state, seat, tile, events)
    if city := grant_due(state, tile):
        events.append(Event("grant", {"seat": seat, "city": city}))
        state = replace(state, claimed=state.claimed | {city})
        state = _with_land(state, seat, city, (0, *state.cards(seat, city)))
    if letter := _complete(state, tile):
        state = replace(state, completed=state.completed | {letter})
        state = _pay_out(state, seat, letter, events)
        if rules.joined(state.board, state.completed):
            events.append(Event("last-spike", {"seat": seat, "tile": tile, "amount": rules.BONUS}))
            state = replace(_paid(state, seat, rules.BONUS), reason="last-spike", seat=Seat(""))
    return state


def grant_due(state: State, tile: str) -> str:
    """The city whose free land this tile claims, or ""."""
    city = state.board.spaces[tile].city
    return city if city and city not in state.claimed else ""


def _spend_tile(state: State, seat: Seat, tile: str, events: list[Event]) -> State:
    price, dear = rules.cost(state, tile), not rules.adjacent(state, tile)
    events.append(Event("lay-double" if dear else "lay", {"seat": seat, "tile": tile, "paid": price}))
    state = _without_tile(state, seat, tile)
    if dear and state.veiled[seat]:
        beside = (other for other in state.board.spaces if other not in state.laid)
        state = _exclude(state, seat, [other for other in beside if rules.adjacent(state, other)])
    return replace(_paid(state, seat, -price), laid=state.laid | {tile})


def _complete(state: State, tile: str) -> str:
    route = state.board.routes[state.board.spaces[tile].route]
    return route.letter if state.laid.issuperset(route.spaces) else ""


def _pay_out(state: State, seat: Seat, letter: str, events: list[Event]) -> State:
    """Every owner of either city collects, each city by its own scale."""
    one, other = state.board.routes[letter].ends
    events.append(Event("complete", {"route": letter, "from": one, "to": other}))
    for owner in (seat, *state.setup.after(seat)):
        held = [(city, len(state.cards(owner, city))) for city in (one, other)]
        pays = [(city, rules.payout(state.board, city, cards)) for city, cards in held if cards]
        if pays:
            events.append(_payout_event(owner, pays))
            state = _paid(state, owner, sum(amount for _, amount in pays))
    return state


def _payout_event(seat: Seat, pays: list[tuple[str, int]]) -> Event:
    city, amount = pays[0]
    if len(pays) == 1:
        return Event("payout", {"seat": seat, "city": city, "amount": amount})
    other, more = pays[1]
    return Event("payout-both", {"seat": seat, "city": city, "amount": amount, "other": other, "more": more})


def buy(state: State, seat: Seat, city: str, events: list[Event]) -> State:
    """Take the cheapest card of a city for its price."""
    price, *rest = state.piles[city]
    events.append(Event("buy", {"seat": seat, "city": city, "price": price}))
    state = _with_land(state, seat, city, tuple(sorted((*state.cards(seat, city), price))))
    return replace(_paid(state, seat, -price), piles={**state.piles, city: tuple(rest)})


def _draw(state: State, seat: Seat, tile: str, last_spike: bool, events: list[Event]) -> State:
    rules.need_draw(state, tile, last_spike)
    if not tile:
        return state
    events.append(Event("draw", {"seat": seat}))
    state = replace(state, pool=state.pool - 1, taken=state.taken + 1)
    if tile == UNKNOWN:
        return replace(state, veiled={**state.veiled, seat: (*state.veiled[seat], ())})
    events.append(Event("drawn", {"seat": seat, "tile": tile}, frozenset({seat})))
    hand = in_order(state.board, [*state.hands[seat], tile])
    return replace(state, hands={**state.hands, seat: hand})


# Leaving


def leave(state: State, seat: Seat) -> Step[State]:
    """The seat resigns: all it has goes where a bankrupt's goes. Raises IllegalMove if it has left."""
    _need_playing(state, seat)
    events: list[Event] = []
    return Step(_go(state, seat, "resignation", "resign", events), tuple(events))


def skip(state: State, seat: Seat) -> Step[State]:
    """The seat's turn passes: nothing laid, bought or drawn. Raises IllegalMove if it is not its turn."""
    rules.need_turn(state, seat)
    return Step(replace(state, seat=turn_after(state, seat)), (Event("skip", {"seat": seat}),))


def _need_playing(state: State, seat: Seat) -> None:
    if state.reason:
        raise IllegalMove("over", "the game is over", rule=rules.SPIKE)
    if seat not in state.playing:
        message = f"{seat} is not in the game any more"
        raise IllegalMove("left", message, rule=rules.SELLING, hint="take this entry out")


def _go(state: State, seat: Seat, reason: str, kind: str, events: list[Event]) -> State:
    """Give tiles to the pool, money and land to the bank; Land 0 leaves the game."""
    tiles = state.tiles(seat)
    events.append(Event(kind, {"seat": seat}))
    state = _return_tiles(_return_land(state, seat), seat)
    state = replace(_paid(state, seat, -state.cash[seat]), out=(*state.out, seat))
    if tiles:
        events.append(Event("reshuffle", {"count": tiles, "pool": state.pool}))
    if len(state.playing) == 1:
        events.append(Event("alone", {"seat": state.playing[0]}))
        return replace(state, seat=Seat(""), reason=reason)
    return replace(state, seat=turn_after(state, seat)) if seat == state.seat else state


def _return_land(state: State, seat: Seat) -> State:
    piles = {
        city: tuple(sorted((*pile, *(price for price in state.cards(seat, city) if price))))
        for city, pile in state.piles.items()
    }
    removed = state.removed.union(state.free_land(seat))
    return replace(state, piles=piles, removed=removed, land={**state.land, seat: {}})


def _return_tiles(state: State, seat: Seat) -> State:
    """Mix a seat's tiles into the pool; without any the pool stays as it is."""
    if not state.tiles(seat):
        return state
    for other in state.playing:
        if other != seat and state.veiled[other]:
            state = _exclude(state, other, list(state.hands[seat]))
    pool = state.pool + state.tiles(seat)
    state = replace(state, hands={**state.hands, seat: ()}, veiled={**state.veiled, seat: ()}, pool=pool)
    box = tuple(tile for tile in state.board.spaces if not state.placed(tile))
    return replace(state, box=box, shuffles=state.shuffles + 1, taken=0)


# Small changes


def _paid(state: State, seat: Seat, amount: int) -> State:
    """Move an amount from the bank to a seat, or back if it is below 0."""
    return replace(state, cash={**state.cash, seat: state.cash[seat] + amount}, bank=state.bank - amount)


def _with_land(state: State, seat: Seat, city: str, cards: tuple[int, ...]) -> State:
    own = {**state.land[seat], city: cards}
    if not cards or city not in state.land[seat]:
        own = {name: own[name] for name in state.board.cities if own.get(name)}
    return replace(state, land={**state.land, seat: own})


def _without_tile(state: State, seat: Seat, tile: str) -> State:
    """Take a tile from a hand: a known one, else the oldest unknown one that it can be."""
    hand = state.hands[seat]
    if tile in hand:
        rest = tuple(other for other in hand if other != tile)
        return replace(state, hands={**state.hands, seat: rest})
    veiled = list(state.veiled[seat])
    del veiled[next(at for at, excluded in enumerate(veiled) if tile not in excluded)]
    return replace(state, veiled={**state.veiled, seat: tuple(veiled)})


def _exclude(state: State, seat: Seat, tiles: list[str]) -> State:
    """Note that none of a seat's unknown tiles can be one of these."""
    veiled = tuple(tuple(sorted({*excluded, *tiles})) for excluded in state.veiled[seat])
    return replace(state, veiled={**state.veiled, seat: veiled})
