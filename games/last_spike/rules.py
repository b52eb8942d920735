"""The rulebook's questions, in its order. Each answers about one thing; none changes a position.

Functions named `need_...` raise IllegalMove at the first "no".
"""

from __future__ import annotations

from collections.abc import Mapping

from games.last_spike.board import Board
from games.last_spike.moves import Buy, Draw, Lay, Sale, Sell, action_text
from games.last_spike.state import State
from pbem.errors import IllegalMove
from pbem.game import UNKNOWN, Seat

START: Mapping[int, int] = {2: 60_000, 3: 50_000, 4: 40_000, 5: 35_000, 6: 30_000}
"""Dollars for each seat, by number of seats."""
BONUS = 20_000
HAND = 4
LAYING, GRANTS, BUYING = "Laying Track", "Free Land Grants", "Buying Land"
SELLING, SPIKE, TURNS, PREGAME = "Selling Land", "The Last Spike", "Game Turns", "Pregame"


def need_turn(state: State, seat: Seat) -> None:
    """A seat moves in its turn, and not after the end."""
    if state.reason:
        raise IllegalMove("over", "the game is over", rule=SPIKE)
    if seat != state.seat:
        raise IllegalMove("turn", f"it is {state.seat}'s turn, not {seat}'s", rule=TURNS)


# Laying track


def adjacent(state: State, tile: str) -> bool:
    """Say whether a tile's space is next to a city or to track."""
    space = state.board.spaces[tile]
    return bool(space.city) or not state.laid.isdisjoint(space.beside)


def may_lay(state: State, seat: Seat, tile: str) -> bool:
    """Say whether a tile of the seat can be laid, money aside: a dear one only if all are."""
    return adjacent(state, tile) or not any(adjacent(state, own) for own in state.hands[seat])


def cost(state: State, tile: str) -> int:
    """What it takes to lay a tile here."""
    return state.board.spaces[tile].cost * (1 if adjacent(state, tile) else 2)


def need_tile(state: State, seat: Seat, tile: str) -> None:
    """Only a tile in hand can be laid; an unknown one in hand may turn out to be it."""
    if tile in state.hands[seat]:
        return
    action = action_text(Lay(tile))
    if tile in state.laid:
        raise IllegalMove("laid", f"{tile} is laid already", action=action, rule=LAYING)
    if state.placed(tile) or not state.veiled[seat]:
        raise IllegalMove("not-in-hand", f"{seat} has no tile {tile} in hand", action=action, rule=LAYING)
    if all(tile in excluded for excluded in state.veiled[seat]):
        message = f"{seat} cannot hold {tile}: an earlier turn of the record shows that it was not in hand"
        raise IllegalMove("not-in-hand", message, action=action, rule=LAYING)


def need_place(state: State, seat: Seat, tile: str) -> None:
    """Elsewhere than next to a city or track a tile is laid only by a seat that has no better one."""
    if may_lay(state, seat, tile):
        return
    raise IllegalMove(
        "not-adjacent",
        f"{tile} is next to neither a city nor track, and {seat} holds a tile that is",
        action=action_text(Lay(tile)),
        rule=LAYING,
        hint="lay that one; only a seat without any may lay another, at double cost",
    )


def need_money_to_lay(state: State, seat: Seat, tile: str) -> None:
    """The bank is paid before the tile stands."""
    price, cash = cost(state, tile), state.cash[seat]
    if cash >= price:
        return
    more = sum(proceeds(sale.price) for sale in sellable(state, seat))
    enough = cash + more >= price
    way = f"sell land before it; ${more:,} more can be had" if enough else "lay a cheaper tile"
    raise IllegalMove(
        "price",
        f"{seat} has ${cash:,} and {tile} costs ${price:,}" + " (double)" * (not adjacent(state, tile)),
        action=action_text(Lay(tile)),
        rule=LAYING,
        hint="only `bankrupt` is left" if must_go(state, seat) else way,
    )


# Payouts


def completes(state: State, tile: str) -> str:
    """The letter of the route that this tile completes, or ""."""
    route = state.board.routes[state.board.spaces[tile].route]
    missing = [space for space in route.spaces if space not in state.laid]
    return route.letter if missing == [tile] else ""


def payout(board: Board, city: str, cards: int) -> int:
    """What a seat with so many land cards of a city collects for one of its routes."""
    return board.cities[city].payout * cards


# Buying land


def need_land(state: State, seat: Seat, city: str, granted: str) -> None:
    """One card may be bought: of a city whose free land is claimed, by a seat that got none this turn."""
    if not granted and may_buy(state, seat, city):
        return
    code, message, rule, way = _why_not(state, seat, city, granted)
    raise IllegalMove(code, message, action=action_text(Buy(city)), rule=rule, hint=way)


def _why_not(state: State, seat: Seat, city: str, granted: str) -> tuple[str, str, str, str]:
    """Code, message, section and way out for land that may not be bought."""
    if granted:
        message = f"{seat} was granted free land of {granted} this turn and may not buy land as well"
        return "granted", message, GRANTS, "leave out the purchase"
    if city not in state.claimed:
        message = f"{seat} cannot buy {city}: its free land has not been claimed yet"
        beside = state.board.cities[city].beside
        return "unclaimed", message, GRANTS, f"the first to lay {listed(beside, 'or')} is granted it"
    if not state.piles[city]:
        return "sold-out", f"the bank has no land of {city} left", BUYING, ""
    message = f"{seat} has ${state.cash[seat]:,} and land of {city} costs ${state.piles[city][0]:,}"
    return "price", message, BUYING, ""


def may_buy(state: State, seat: Seat, city: str) -> bool:
    """Say whether the top card of a city can be bought by a seat that was granted nothing this turn."""
    pile = state.piles[city]
    return city in state.claimed and bool(pile) and pile[0] <= state.cash[seat]


# Selling land


def proceeds(price: int) -> int:
    """Half the printed price, rounded up to a thousand."""
    return -(-price // 2000) * 1000


def paid_out(state: State, city: str) -> bool:
    """Say whether a city has made all the payouts it can make."""
    return state.completed.issuperset(state.board.cities[city].routes)


def sellable(state: State, seat: Seat) -> list[Sale]:
    """Cards that the bank would take from a seat that is short, by city and rising price."""
    return [
        Sale(city, price)
        for city, cards in state.land[seat].items()
        if not paid_out(state, city)
        for price in cards
        if price
    ]


def sale_text(state: State, seat: Seat, sale: Sale) -> str:
    """Canonical words of a sale: the price only where it is not the dearest card's."""
    dearest = state.cards(seat, sale.city)[-1:] == (sale.price,)
    return action_text(Sell(sale.city, None if dearest else sale.price))


def need_card(state: State, seat: Seat, city: str, price: int | None) -> int:
    """Only a priced card in hand can be sold; gives its price, the dearest's where none is named."""
    cards = [card for card in state.cards(seat, city) if card]
    if cards and (price is None or price in cards):
        return cards[-1] if price is None else price
    action = action_text(Sell(city, price))
    if not cards and state.cards(seat, city):
        message = f"{seat} holds only the free land of {city}, which the bank does not buy"
        raise IllegalMove("free-land", message, action=action, rule=SELLING)
    if not cards:
        raise IllegalMove("no-card", f"{seat} holds no land of {city}", action=action, rule=SELLING)
    held = listed([f"${card:,}" for card in cards], "and")
    message = f"{seat} holds no {city} card of ${price:,}; it holds {held}"
    raise IllegalMove("no-card", message, action=action, rule=SELLING)


def need_sale(state: State, seat: Seat, sale: Sale, tile: str) -> None:
    """The bank buys only what lets a tile be played, and no land of a city that has paid its last."""
    need_card(state, seat, sale.city, sale.price)
    action = sale_text(state, seat, sale)
    if paid_out(state, sale.city):
        message = f"the bank buys no land of {sale.city}: all its routes have paid"
        raise IllegalMove("paid-out", message, action=action, rule=SELLING, hint="sell land of another city")
    if state.cash[seat] >= cost(state, tile):
        have, price = state.cash[seat], cost(state, tile)
        message = f"{seat} has ${have:,}, enough for {tile} at ${price:,}, and may not sell"
        raise IllegalMove("not-short", message, action=action, rule=SELLING, hint=f"leave out `{action}`")


def must_go(state: State, seat: Seat) -> bool:
    """Say whether a seat is bankrupt: it has tiles and can pay for none that it could lay.

    With unknown tiles in hand: whether none of the known ones refutes it.
    """
    most = state.cash[seat] + sum(proceeds(sale.price) for sale in sellable(state, seat))
    hand = state.hands[seat]
    beside = [tile for tile in hand if adjacent(state, tile)]
    if not beside and state.veiled[seat]:
        return True
    return bool(hand) and all(cost(state, tile) > most for tile in beside or hand)


def need_ruin(state: State, seat: Seat) -> None:
    """A seat that could still pay for a tile is not bankrupt."""
    if not state.tiles(seat):
        message = f"{seat} holds no tile and is not bankrupt"
        raise IllegalMove("not-bankrupt", message, action="bankrupt", rule=SELLING, hint="write `pass`")
    if must_go(state, seat):
        return
    message = f"{seat} is not bankrupt: it can raise enough to lay one of its tiles"
    raise IllegalMove("not-bankrupt", message, action="bankrupt", rule=SELLING)


def need_empty_hand(state: State, seat: Seat) -> None:
    """Only a seat without tiles passes."""
    if state.tiles(seat):
        way = "write `bankrupt`" if must_go(state, seat) and not state.veiled[seat] else "lay one"
        message = f"{seat} holds {plural(state.tiles(seat), 'tile')} and may not pass"
        raise IllegalMove("has-tiles", message, action="pass", rule=TURNS, hint=way)


# The last spike


def joined(board: Board, completed: frozenset[str]) -> bool:
    """Say whether completed routes make a continuous railway between the two ends of the board."""
    east, west = board.ends
    reached = {east}
    links = [board.routes[letter].ends for letter in completed]
    while more := {city for link in links if reached.intersection(link) for city in link} - reached:
        reached |= more
    return west in reached


def is_last_spike(state: State, tile: str) -> bool:
    """Say whether this tile ends the game."""
    letter = completes(state, tile)
    return bool(letter) and joined(state.board, state.completed | {letter})


# Drawing


def draw_due(state: State, move_tile: str) -> bool:
    """Say whether a turn that lays `move_tile` ("" for a pass) ends with a draw."""
    return state.pool > 0 and not (move_tile and is_last_spike(state, move_tile))


def need_draw(state: State, tile: str, last_spike: bool) -> None:
    """A turn ends with a draw while the pool holds tiles; what is drawn is in no other place."""
    if last_spike or not state.pool:
        _need_nothing_drawn(tile, last_spike)
    elif not tile:
        message = "the turn ends with a draw, and the tile is not named"
        way = "write `draw` and the tile, `draw ?` if unknown"
        raise IllegalMove("draw-missing", message, rule=TURNS, hint=way)
    elif tile != UNKNOWN and state.placed(tile):
        where = ": it is laid" if tile in state.laid else ""
        message = f"{tile} is not in the pool{where}"
        raise IllegalMove("not-in-box", message, action=action_text(Draw(tile)), rule=TURNS)


def _need_nothing_drawn(tile: str, last_spike: bool) -> None:
    if not tile:
        return
    action = action_text(Draw(tile))
    if last_spike:
        raise IllegalMove("over", "the last spike ends the game: nothing is drawn", action=action, rule=SPIKE)
    raise IllegalMove("pool-empty", "the pool is empty: nothing is drawn", action=action, rule=TURNS)


def listed(words: list[str] | tuple[str, ...], last: str) -> str:
    """Words with commas and one `last` word: "A4, C1 or D1"."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def plural(count: int, word: str) -> str:
    """A number with its word: "1 tile", "4 tiles"."""
    return f"{count} {word}" + "s" * (count != 1)
