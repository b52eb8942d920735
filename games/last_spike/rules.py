"""The rulebook's questions, in its order. Each answers about one thing; none changes a position.

Functions named `need_...` raise IllegalMove at the first "no".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

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
SELLING, SPIKE, TURNS = "Selling Land", "The Last Spike", "Game Turns"
PREGAME, EQUIPMENT = "Pregame", "Game Equipment"
ONLY_BANKRUPT = "only `bankrupt` is left"


def need_turn(state: State, seat: Seat) -> None:
    """A seat moves in its turn, and not after the end."""
    if state.reason:
        raise IllegalMove("over", "the game is over", rule=SPIKE)
    if seat in state.out:
        message = f"{seat} is not in the game any more, and it is {state.seat}'s turn"
        raise IllegalMove("turn", message, rule=SELLING, hint="take this entry out")
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
    way = "" if state.veiled[seat] or not state.hands[seat] else f"{seat} holds {_hand(state, seat)}"
    if tile in state.laid:
        raise IllegalMove("laid", f"{tile} is laid already", action=action, rule=LAYING, hint=way)
    if state.placed(tile) or not state.veiled[seat]:
        message = f"{seat} has no tile {tile} in hand"
        raise IllegalMove("not-in-hand", message, action=action, rule=LAYING, hint=way)
    if all(tile in excluded for excluded in state.veiled[seat]):
        message = f"{seat} cannot hold {tile}: an earlier turn of the record shows that it was not in hand"
        raise IllegalMove("not-in-hand", message, action=action, rule=LAYING)


def _hand(state: State, seat: Seat) -> str:
    return listed(state.hands[seat], "and")


def need_place(state: State, seat: Seat, tile: str) -> None:
    """Elsewhere than next to a city or track a tile is laid only by a seat that has no better one."""
    if may_lay(state, seat, tile):
        return
    beside = [own for own in state.hands[seat] if adjacent(state, own)]
    way = f"lay {listed(beside, 'or')}; only a seat without such a tile lays another, at double cost"
    raise IllegalMove(
        "not-adjacent",
        f"{tile} is next to neither a city nor track, and {seat} holds a tile that is",
        action=action_text(Lay(tile)),
        rule=LAYING,
        hint=ONLY_BANKRUPT if surely_must_go(state, seat) else way,
    )


def need_money_to_lay(state: State, seat: Seat, tile: str) -> None:
    """The bank is paid before the tile stands."""
    price, cash = cost(state, tile), state.cash[seat]
    if cash >= price:
        return
    double = " (double)" * (not adjacent(state, tile))
    raise IllegalMove(
        "price",
        f"{seat} has ${cash:,} and {tile} costs ${price:,}{double}: ${price - cash:,} short",
        action=action_text(Lay(tile)),
        rule=LAYING,
        hint=_way_to_pay(state, seat, tile),
    )


def _way_to_pay(state: State, seat: Seat, tile: str) -> str:
    """What a seat that is short does: sell more, lay something cheaper, or go."""
    ways = enough_sales(state, seat, cost(state, tile) - state.cash[seat])
    if ways:
        return f"add {listed([f'`{way}`' for way in ways[:3]], 'or')} before `lay {tile}`"
    return _cheaper(state, seat)


def _cheaper(state: State, seat: Seat) -> str:
    """The way out of a seat that cannot pay for a tile, whatever it sells."""
    if surely_must_go(state, seat):
        return ONLY_BANKRUPT
    payable = _payable(state, seat)
    which = f": {payable} costs ${cost(state, payable):,}" if payable else ""
    return f"lay a cheaper tile{which}"


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
        beside = listed(state.board.cities[city].beside, "or")
        way = f"the first to lay {beside} is granted it; {_other_purchase(state, seat)}"
        return "unclaimed", message, GRANTS, way
    if not state.piles[city]:
        message = f"the bank has no land of {city} left"
        return "sold-out", message, BUYING, _other_purchase(state, seat)
    message = f"{seat} has ${state.cash[seat]:,} and land of {city} costs ${state.piles[city][0]:,}"
    return "price", message, BUYING, f"{_other_purchase(state, seat)}; no land is sold to buy land"


def _other_purchase(state: State, seat: Seat) -> str:
    prices = {city: pile[0] for city, pile in state.piles.items() if may_buy(state, seat, city)}
    if not prices:
        return "leave out the purchase"
    cheapest = min(prices, key=lambda city: prices[city])
    return f"leave out the purchase, or buy land of {cheapest} for ${prices[cheapest]:,}"


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


def enough(state: State, seat: Seat, short: int) -> list[tuple[Sale, ...]]:
    """Sales that bring what is short: each single card that does, else the dearest cards; [] if none do.

    Each is legal behind what has been sold already: without its last card the seat is still short.
    """
    cards = sellable(state, seat)
    dearest = {sale.city: sale for sale in cards}
    single: list[tuple[Sale, ...]] = [(sale,) for sale in dearest.values() if proceeds(sale.price) >= short]
    if single:
        return single
    sales = []
    for sale in sorted(cards, key=lambda sale: -sale.price):
        if short > 0:
            sales.append(sale)
            short -= proceeds(sale.price)
    return [tuple(sales)] if short <= 0 else []


def enough_sales(state: State, seat: Seat, short: int) -> list[str]:
    """The same in words."""
    return ["; ".join(f"sell {sale.city}" for sale in sales) for sales in enough(state, seat, short)]


def need_sale(state: State, seat: Seat, city: str, price: int | None, tile: str) -> int:
    """The bank buys only what lets a tile be played, and no land of a city that has paid its last.

    Gives the printed price of the card, the dearest one's where `price` is None.
    """
    cards = [card for card in state.cards(seat, city) if card]
    held = bool(cards) and (price is None or price in cards)
    if not held or state.cash[seat] >= cost(state, tile) or paid_out(state, city):
        _refuse_sale(state, seat, Sell(city, price), tile)
    return cards[-1] if price is None else price


def _sell_text(state: State, seat: Seat, sale: Sell) -> str:
    if sale.price is None:
        return action_text(sale)
    return sale_text(state, seat, Sale(sale.city, sale.price))


def _refuse_sale(state: State, seat: Seat, sale: Sell, tile: str) -> NoReturn:
    """Say why the bank does not take a card: no need to sell, no such card, or one that it never buys."""
    city, needed, action = sale.city, cost(state, tile), _sell_text(state, seat, sale)
    if state.cash[seat] >= needed:
        message = f"{seat} has ${state.cash[seat]:,}, enough for {tile} at ${needed:,}, and may not sell"
        _refuse("not-short", message, action, f"leave out `{action}`")
    held = state.cards(seat, city)
    if not held:
        _refuse_card("no-card", f"{seat} holds no land of {city}", action, state, seat, tile)
    if held == (0,):
        message = f"{seat} holds only the free land of {city}, which the bank does not buy"
        _refuse_card("free-land", message, action, state, seat, tile)
    if paid_out(state, city):
        message = f"the bank buys no land of {city}: all its routes have paid"
        _refuse_card("paid-out", message, action, state, seat, tile)
    cards = listed([f"${card:,}" for card in held if card], "and")
    message = f"{seat} holds no {city} card with the price ${sale.price:,}, but {cards}"
    _refuse_card("no-card", message, action, state, seat, tile)


def _refuse(code: str, message: str, action: str, hint: str) -> NoReturn:
    raise IllegalMove(code, message, action=action, rule=SELLING, hint=hint)


def _refuse_card(code: str, why: str, action: str, state: State, seat: Seat, tile: str) -> NoReturn:
    """Say too how much is still needed, and what the bank takes instead."""
    short = cost(state, tile) - state.cash[seat]
    dearest = {sale.city: f"{sale.city} for ${proceeds(sale.price):,}" for sale in sellable(state, seat)}
    takes = f"land of {listed([*dearest.values()], 'or')}" if dearest else "nothing else"
    message = f"{why}; {seat} is ${short:,} short of {tile}, and the bank takes {takes}"
    way = "" if enough(state, seat, short) else _cheaper(state, seat)
    _refuse(code, message, action, way)


def _most(state: State, seat: Seat) -> int:
    """What a seat has once it has sold all it may."""
    return state.cash[seat] + sum(proceeds(sale.price) for sale in sellable(state, seat))


def must_go(state: State, seat: Seat) -> bool:
    """Say whether a seat is bankrupt: it has tiles and can pay for none that it could lay.

    With unknown tiles in hand: whether none of the known ones refutes it.
    """
    most = _most(state, seat)
    hand = state.hands[seat]
    beside = [tile for tile in hand if adjacent(state, tile)]
    if not beside and state.veiled[seat]:
        return True
    return bool(hand) and all(cost(state, tile) > most for tile in beside or hand)


def surely_must_go(state: State, seat: Seat) -> bool:
    """Say whether a seat is bankrupt whatever its unknown tiles are."""
    return not state.veiled[seat] and must_go(state, seat)


def _payable(state: State, seat: Seat) -> str:
    """The cheapest known tile that a seat could lay, if it can raise the money; else ""."""
    hand = [tile for tile in state.hands[seat] if may_lay(state, seat, tile)]
    cheapest = min(hand, key=lambda tile: cost(state, tile), default="")
    return cheapest if cheapest and cost(state, cheapest) <= _most(state, seat) else ""


def need_ruin(state: State, seat: Seat) -> None:
    """A seat that could still pay for a tile is not bankrupt."""
    if not state.tiles(seat):
        message = f"{seat} holds no tile and is not bankrupt"
        raise IllegalMove("not-bankrupt", message, action="bankrupt", rule=SELLING, hint="write `pass`")
    if must_go(state, seat):
        return
    tile, cash = _payable(state, seat), state.cash[seat]
    message = f"{seat} is not bankrupt: {tile} costs ${cost(state, tile):,}, and {seat} has ${cash:,}"
    ways = enough_sales(state, seat, cost(state, tile) - cash)
    if cash >= cost(state, tile):
        way = f"lay {tile}"
    else:
        message += f" and gets ${_most(state, seat) - cash:,} for its land"
        way = f"put {listed([f'`{sales}`' for sales in ways[:3]], 'or')} before `lay {tile}`"
    raise IllegalMove("not-bankrupt", message, action="bankrupt", rule=SELLING, hint=way)


def need_empty_hand(state: State, seat: Seat) -> None:
    """Only a seat without tiles passes."""
    if state.tiles(seat):
        way = "write `bankrupt`" if surely_must_go(state, seat) else "lay one"
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
        way = "write `draw` and the tile"
        raise IllegalMove("draw-missing", message, rule=TURNS, hint=way)
    elif tile != UNKNOWN and state.placed(tile):
        message = f"{tile} is not in the pool: {_whereabouts(state, tile)}"
        way = "look at the tile again"
        raise IllegalMove("not-in-box", message, action=action_text(Draw(tile)), rule=TURNS, hint=way)


def _whereabouts(state: State, tile: str) -> str:
    """Where a tile is that is not in the pool, as far as the seat to move may know."""
    if tile in state.laid:
        return "it is laid"
    if tile in state.hands[state.seat]:
        return f"{state.seat} holds it"
    return "it is in another hand" + " or set aside" * bool(state.aside)


def _need_nothing_drawn(tile: str, last_spike: bool) -> None:
    if not tile:
        return
    action = action_text(Draw(tile))
    way = f"leave out `{action}`"
    if last_spike:
        message = "the last spike ends the game: nothing is drawn"
        raise IllegalMove("over", message, action=action, rule=SPIKE, hint=way)
    message = "the pool is empty: nothing is drawn"
    raise IllegalMove("pool-empty", message, action=action, rule=TURNS, hint=way)


def listed(words: list[str] | tuple[str, ...], last: str) -> str:
    """Words with commas and one `last` word: "A4, C1 or D1"."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def plural(count: int, word: str) -> str:
    """A number with its word: "1 tile", "4 tiles"."""
    return f"{count} {word}" + "s" * (count != 1)
