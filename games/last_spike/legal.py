"""Lists what a seat may do, and picks something for trial games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.last_spike import play, rules
from games.last_spike.moves import Bankrupt, Move, Pass, Sale, Turn
from games.last_spike.state import State
from pbem.game import Seat

if TYPE_CHECKING:
    from random import Random


def legal_moves(state: State, seat: Seat) -> Iterator[Move]:
    """Yield one move for each outcome: by tile, then by cards sold, then by land bought.

    Nothing is listed of tiles that this copy does not know.
    """
    if state.reason or seat != state.seat:
        return
    if not state.tiles(seat):
        yield Pass()
    elif not state.veiled[seat] and rules.must_go(state, seat):
        yield Bankrupt()
    else:
        for tile in tiles(state, seat):
            yield from _turns(state, seat, tile)


def _turns(state: State, seat: Seat, tile: str) -> Iterator[Turn]:
    """Yield the turns that lay a tile; selling and buying back may come to the same in two ways."""
    seen: set[tuple[int, frozenset[Sale]]] = set()
    for sales in sale_sets(state, seat, rules.cost(state, tile) - state.cash[seat]):
        after = _laid(state, seat, tile, sales)
        for city in ("", *_for_sale(state, after, seat, tile)):
            outcome = _outcome(after, seat, sales, city)
            if outcome not in seen:
                seen.add(outcome)
                yield Turn(tile, sales, city)


def _outcome(after: State, seat: Seat, sales: tuple[Sale, ...], city: str) -> tuple[int, frozenset[Sale]]:
    """What tells two turns with one tile apart: the seat's cash, and the cards that changed hands."""
    price = after.piles[city][0] if city else 0
    bought = {Sale(city, price)} if city else set()
    return after.cash[seat] - price, frozenset(bought.symmetric_difference(sales))


def tiles(state: State, seat: Seat) -> list[str]:
    """Tiles that the seat can lay, whether or not it has the money."""
    return [tile for tile in state.hands[seat] if rules.may_lay(state, seat, tile)]


def sale_sets(state: State, seat: Seat, short: int) -> Iterator[tuple[Sale, ...]]:
    """Yield every set of cards that may be sold by a seat that is `short` so many dollars.

    In such an order that each sale is legal: without its most valuable card, which comes last, a set
    brings less than what is short.
    """
    if short <= 0:
        yield ()
        return
    cards = sorted(rules.sellable(state, seat), key=lambda sale: rules.proceeds(sale.price))
    for at, last in enumerate(cards):
        rest = _below(cards[:at], short - rules.proceeds(last.price), short)
        yield from ((*reversed(others), last) for others in rest)


def _below(cards: list[Sale], least: int, limit: int) -> Iterator[tuple[Sale, ...]]:
    """Yield the subsets of cards that bring at least `least` and less than `limit` dollars."""
    if least <= 0 < limit:
        yield ()
    total = sum(rules.proceeds(sale.price) for sale in cards)
    for at in range(len(cards) - 1, -1, -1):
        if total < least:
            return
        worth = rules.proceeds(cards[at].price)
        total -= worth
        if worth < limit:
            for others in _below(cards[:at], least - worth, limit - worth):
                yield (*others, cards[at])


def purchases(state: State, seat: Seat, tile: str, sales: tuple[Sale, ...]) -> list[str]:
    """Cities whose land may be bought after these sales and this tile."""
    return _for_sale(state, _laid(state, seat, tile, sales), seat, tile)


def _for_sale(before: State, after: State, seat: Seat, tile: str) -> list[str]:
    if after.reason or play.grant_due(before, tile):
        return []
    return [city for city in after.board.cities if rules.may_buy(after, seat, city)]


def _laid(state: State, seat: Seat, tile: str, sales: tuple[Sale, ...]) -> State:
    """The position after sales and tile, before anything is bought or drawn."""
    for sale in sales:
        state = play.sell(state, seat, sale, [])
    return play.lay(state, seat, tile, [])


def sample(state: State, seat: Seat, random: Random) -> Move:
    """Choose a legal move: any tile it can pay for, cheap sales, land more often than not."""
    if not state.tiles(seat):
        return Pass()
    most = state.cash[seat] + sum(rules.proceeds(sale.price) for sale in rules.sellable(state, seat))
    payable = [tile for tile in tiles(state, seat) if rules.cost(state, tile) <= most]
    if not payable:
        return Bankrupt()
    tile = random.choice(payable)
    sales = _some_sales(state, seat, rules.cost(state, tile) - state.cash[seat], random)
    cities = purchases(state, seat, tile, sales)
    return Turn(tile, sales, random.choice(cities) if cities and random.random() < 0.6 else "")


def _some_sales(state: State, seat: Seat, short: int, random: Random) -> tuple[Sale, ...]:
    """Cards in random order until they bring enough."""
    cards = rules.sellable(state, seat)
    random.shuffle(cards)
    sold: list[Sale] = []
    while short > 0:
        sold.append(cards.pop())
        short -= rules.proceeds(sold[-1].price)
    return tuple(sold)
