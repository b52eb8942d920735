"""From a finished parse to an Order, and from an Order to a Move."""

from __future__ import annotations

import re

from games.last_spike import mending, play, rules
from games.last_spike.board import SPACES, Board
from games.last_spike.moves import (
    Action,
    Aside,
    Bankrupt,
    Buy,
    Draw,
    First,
    Hand,
    Lay,
    Move,
    Order,
    Pass,
    Sale,
    Sell,
    Turn,
    Word,
    order_text,
)
from games.last_spike.state import State
from pbem.errors import IllegalMove
from pbem.game import Seat, Setup, Vocabulary

_TILE = re.compile("[A-Z][1-9]")
_CITY = re.compile(r"[A-Z][a-z]+\.?(?: [A-Z][a-z]+\.?)*")
_SEATED = "(?:red|blue|green|yellow|black|white)"
_DRAWN = f"{_SEATED} [A-Z][1-9]"
_ITEM = rf"(?:first {_DRAWN}(?:, {_DRAWN})*|{_SEATED}(?: (?:[A-Z][1-9]|\?))+|aside (?:[A-Z][1-9]|\?))"
_DEAL = re.compile(f"{_ITEM}(?:; {_ITEM})*")


def _dealt(item: str) -> First | Hand | Aside:
    who, _, tiles = item.partition(" ")
    if who == "first":
        return First(tuple((Seat(seat), tile) for seat, tile in (one.split() for one in tiles.split(", "))))
    return Aside(tiles) if who == "aside" else Hand(Seat(who), tuple(tiles.split()))


def _dollars(text: str) -> int:
    return int(text.lstrip("$").replace(",", ""))


class Reader:
    """One method for each rule of the grammar, called with the rule's children."""

    def quick(self, words: str) -> Action | None:
        """An action in canonical words, read without the grammar; None for anything else."""
        verb, _, rest = words.partition(" ")
        match verb:
            case "lay" if _TILE.fullmatch(rest):
                return Lay(rest)
            case "draw" if not rest or rest == "?" or _TILE.fullmatch(rest):
                return Draw(rest)
            case "buy" | "sell" if _CITY.fullmatch(rest):
                return Buy(rest) if verb == "buy" else Sell(rest)
        return None

    def quick_deal(self, text: str) -> Order | None:
        """A deal in canonical words, read without the grammar; None for anything else."""
        if not _DEAL.fullmatch(text):
            return None
        return Order(tuple(_dealt(item) for item in text.split("; ")))

    def order(self, actions: list[Action]) -> Order:
        return Order(tuple(actions))

    def lay(self, words: list[str]) -> Lay:
        tile, *claims = words
        amounts = [_dollars(word) for word in claims if word != "double"]
        return Lay(str(tile), "double" in claims, amounts[0] if amounts else None)

    def sell(self, words: list[str]) -> Sell:
        return Sell(" ".join(words[0].split()), _dollars(words[1]) if words[1:] else None)

    def buy(self, words: list[str]) -> Buy:
        return Buy(" ".join(words[0].split()), _dollars(words[1]) if words[1:] else None)

    def draw(self, words: list[str]) -> Draw:
        return Draw(str(words[0]) if words else "")

    def stop(self, words: list[str]) -> Word:
        return Word(str(words[0]))

    deal = order

    def first(self, words: list[str]) -> First:
        pairs = zip(words[::2], words[1::2], strict=True)
        return First(tuple((Seat(str(seat)), str(tile)) for seat, tile in pairs))

    def hand(self, words: list[str]) -> Hand:
        return Hand(Seat(str(words[0])), tuple(map(str, words[1:])))

    def aside(self, words: list[str]) -> Aside:
        return Aside(str(words[0]))


# Order to Move


def resolve(state: State, seat: Seat, order: Order) -> Move:
    """Say what an order means here; draws that are not due and not named are dropped.

    Raises IllegalMove for actions that make no turn, names that the board does not have, a sale that the
    bank does not take, and an assertion that does not hold. Where a turn has another fault as well, the one
    that comes first in the order in which a turn is carried out is told.
    """
    rules.need_turn(state, seat)
    _need_known(state.board, order)
    _need_one_of_each(state, seat, order)
    words = [action.word for action in order.actions if isinstance(action, Word)]
    tile = next((action.tile for action in order.actions if isinstance(action, Lay)), "")
    if words:
        _need_alone(state, seat, order, words[0])
        return Pass(_drawn(order)) if words[0] == "pass" else Bankrupt()
    _need_lay(state, seat, tile)
    _need_sequence(state, seat, order)
    sales = _sales(state, seat, order, tile)
    move = Turn(tile, sales, _city(order), _drawn(order))
    for action in order.actions:
        if isinstance(action, Lay) and (action.double or action.amount is not None):
            _need_cost(state, seat, action)
        if isinstance(action, Buy) and action.price is not None:
            _need_price(state, seat, action, move)
    return move


def _sales(state: State, seat: Seat, order: Order, tile: str) -> tuple[Sale, ...]:
    sold = [action for action in order.actions if isinstance(action, Sell)]
    if sold:
        rules.need_tile(state, seat, tile)
        rules.need_place(state, seat, tile)
    sales: list[Sale] = []
    after = state
    for action in sold:
        try:
            price = rules.need_sale(after, seat, action.city, action.price, tile)
        except IllegalMove as error:
            if error.code != "not-short":
                turn = Turn(tile, (), _city(order), _drawn(order))
                error.hint = mending.way(state, seat, sold, turn) or error.hint
            raise
        sales.append(Sale(action.city, price))
        after = play.sell(after, seat, sales[-1], [])
    return tuple(sales)


def _city(order: Order) -> str:
    return next((action.city for action in order.actions if isinstance(action, Buy)), "")


def _drawn(order: Order) -> str:
    """The tile that the order names as drawn; a bare `draw` is as good as none."""
    return next((action.tile for action in order.actions if isinstance(action, Draw)), "")


ONCE: dict[type[Action], str] = {
    Lay: "one tile is laid",
    Buy: "one land card is bought",
    Draw: "one tile is drawn",
}

RANKS: dict[type[Action], int] = {Sell: 0, Lay: 1, Word: 1, Buy: 2, Draw: 3}


def _rank(action: Action) -> int:
    return RANKS[type(action)]


def _fault(state: State, seat: Seat, *actions: Action) -> IllegalMove | None:
    """What forbids a turn of these actions, whatever is drawn at its end; None if nothing does."""
    try:
        mending.carry_out(state, seat, resolve(state, seat, Order(actions)))
    except IllegalMove as error:
        return error
    return None


def _need_sequence(state: State, seat: Seat, order: Order) -> None:
    """A turn sells, lays, buys, draws; what is illegal in this order too has that fault first."""
    ranks = [_rank(action) for action in order.actions]
    if ranks == sorted(ranks):
        return
    if fault := _fault(state, seat, *sorted(order.actions, key=_rank)):
        raise fault
    at = next(at for at, rank in enumerate(ranks) if rank > min(ranks[at:]))
    late = order.actions[at]
    early = tuple(action for action in order.actions[at:] if _rank(action) < ranks[at])
    raise IllegalMove(
        "order",
        "a turn sells (if short), lays, buys and draws, in this order",
        action=order_text(Order((late,))),
        rule=rules.TURNS,
        hint=f"put `{order_text(Order(early))}` before `{order_text(Order((late,)))}`",
    )


def _need_one_of_each(state: State, seat: Seat, order: Order) -> None:
    seen: dict[type[Action], Action] = {}
    for action in order.actions:
        kind = type(action)
        if kind in seen and kind is not Sell:
            raise _twice(state, seat, order, seen[kind], action)
        seen.setdefault(kind, action)


def _twice(state: State, seat: Seat, order: Order, first: Action, second: Action) -> IllegalMove:
    """Two actions of a kind: the fault of the turn with the first, if it has one with the second too."""
    others = [other for other in order.actions if type(other) is not type(first)]
    faults = [_fault(state, seat, *sorted([*others, kept], key=_rank)) for kept in (first, second)]
    if faults[0] and faults[1]:
        return faults[0]
    one, other = (f"`{order_text(Order((action,)))}`" for action in (first, second))
    way = f"leave out {one if faults[0] else other}" if faults[0] or faults[1] else f"keep {one} or {other}"
    if first == second:
        way = f"write {one} once"
    if isinstance(first, Word):
        message = f"{one} stands twice" if first == second else f"a turn is {one} or {other}, not both"
    else:
        message = f"{ONCE[type(first)]} in a turn, not more"
    return IllegalMove("twice", message, action=other.strip("`"), rule=rules.TURNS, hint=way)


def _need_known(board: Board, order: Order) -> None:
    for action in order.actions:
        text = order_text(Order((action,)))
        if isinstance(action, (Buy, Sell)) and action.city not in board.cities:
            raise _no_city(board, action)
        tile = action.tile if isinstance(action, (Lay, Draw)) else ""
        if tile not in ("", "?") and tile not in board.spaces:
            letters = rules.listed([*board.routes], "or")
            message = f"there is no tile {tile}; a tile is {letters} with a number from 1 to {SPACES}"
            raise IllegalMove("no-such-tile", message, action=text, rule=rules.EQUIPMENT)


def _no_city(board: Board, action: Buy | Sell) -> IllegalMove:
    """What is wrong with a name that is no city's: mostly two names stand in one action."""
    text, verb = order_text(Order((action,))), "buy" if isinstance(action, Buy) else "sell"
    both = [(one, other) for one in board.cities for other in board.cities if action.city == f"{one} {other}"]
    if not both:
        message = f"there is no city {action.city}; there are {', '.join(board.cities)}"
        return IllegalMove("no-such-city", message, action=text, rule=rules.EQUIPMENT)
    one, other = (f"`{verb} {city}`" for city in both[0])
    message = f"{rules.listed(both[0], 'and')} are two cities, and `{verb}` names one"
    way = f"keep {one} or {other}" if verb == "buy" else f"write {one} and {other} with a semicolon between"
    return IllegalMove("no-such-city", message, action=text, rule=rules.EQUIPMENT, hint=way)


def _need_alone(state: State, seat: Seat, order: Order, word: str) -> None:
    allowed = (Word, Draw) if word == "pass" else (Word,)
    others = tuple(action for action in order.actions if not isinstance(action, allowed))
    if not others:
        return
    way = f"leave out `{order_text(Order(others))}`"
    if fault := _fault(state, seat, Word(word)):
        if _fault(state, seat, *(action for action in order.actions if not isinstance(action, Word))):
            raise fault
        way = f"leave out `{word}`"
    message = f"a seat that writes `{word}` does nothing else in that turn"
    raise IllegalMove("alone", message, action=order_text(Order(others[:1])), rule=rules.TURNS, hint=way)


def _need_lay(state: State, seat: Seat, tile: str) -> None:
    if tile:
        return
    way = "add `lay` and one of your tiles"
    if not state.tiles(seat):
        way = "write `pass`: you hold no tile"
    elif rules.surely_must_go(state, seat):
        way = rules.ONLY_BANKRUPT
    raise IllegalMove("no-lay", "a turn lays one tile, and this one lays none", rule=rules.TURNS, hint=way)


def _need_cost(state: State, seat: Seat, action: Lay) -> None:
    """What an order asserts about cost must be so; a tile that cannot be laid is not judged here."""
    rules.need_tile(state, seat, action.tile)
    rules.need_place(state, seat, action.tile)
    text = order_text(Order((action,)))
    if action.double and rules.adjacent(state, action.tile):
        message = f"{action.tile} is next to a city or to track and does not cost double"
        raise IllegalMove("assertion", message, action=text, rule=rules.LAYING, hint="leave out `double`")
    price = rules.cost(state, action.tile)
    if action.amount not in (None, price):
        message = f"{action.tile} costs ${price:,}, not ${action.amount:,}"
        raise IllegalMove("assertion", message, action=text, rule=rules.LAYING, hint=_amount_way(price))


def _need_price(state: State, seat: Seat, action: Buy, move: Turn) -> None:
    """What an order asserts about the price of land must be so; other faults of the turn come first."""
    mending.carry_out(state, seat, move)
    for sale in move.sales:
        state = play.sell(state, seat, sale, [])
    price = state.piles[action.city][0]
    if action.price != price:
        message = f"the cheapest land of {action.city} costs ${price:,}, not ${action.price:,}"
        text = order_text(Order((action,)))
        raise IllegalMove("assertion", message, action=text, rule=rules.BUYING, hint=_amount_way(price))


def _amount_way(price: int) -> str:
    return f"write (${price}), or no amount"


_NO_TRADE = "land is not sold or traded to other players; the bank buys it to let a tile be played"
_NO_LOAN = "no money is borrowed from other players"
_NO_GIFT = "neither land nor money goes from player to player"
REFUSED = {
    **dict.fromkeys(("trade", "swap", "exchange"), f"{_NO_TRADE} ({rules.SELLING})"),
    **dict.fromkeys(("lend", "loan", "borrow"), f"{_NO_LOAN} ({rules.SELLING})"),
    "give": f"{_NO_GIFT} ({rules.SELLING})",
}
"""What the rules never allow, by the word for it."""


def vocabulary(setup: Setup[Board]) -> Vocabulary:
    """The words a person may type."""
    cities = setup.board.cities.values()
    dealt = ("first", "aside", *setup.seats)
    return Vocabulary(
        keywords={
            "lay": ("play",),
            "buy": ("purchase",),
            "sell": (),
            "draw": (),
            "pass": (),
            "bankrupt": (),
            "double": (),
            **dict.fromkeys(dealt, ()),
        },
        names={city.name: (city.code,) for city in cities},
        codes=frozenset(setup.board.spaces),
        in_full=frozenset(("pass", "bankrupt", *dealt)),
        chance=frozenset({"draw"}),
        refused=REFUSED,
    )
