"""The whole turn that stands in place of one that its sales do not pay for, or whose draw cannot be.

Looked for only once it has been refused.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.last_spike import play, rules
from games.last_spike.moves import Move, Pass, Sale, Sell, Turn
from games.last_spike.state import State
from games.last_spike.writing import write
from pbem.errors import IllegalMove
from pbem.game import UNKNOWN, Seat, Step


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Carry one move out. Raises IllegalMove, whose hint names the whole turn where that is of use."""
    try:
        return play.apply(state, seat, move)
    except IllegalMove as error:
        if isinstance(move, Turn) and error.code == "price" and error.rule == rules.LAYING:
            error.hint = _paid(state, seat, move) or error.hint
        if isinstance(move, (Turn, Pass)) and error.code in ("draw-missing", "not-in-box"):
            unseen = write(state, seat, replace(move, draw=UNKNOWN))
            error.hint = f"{error.hint}; `{unseen}` if nobody can tell"
        raise


def _paid(state: State, seat: Seat, turn: Turn) -> str:
    """Tell to write the turn with more sales; "" where one card is enough, which can be chosen."""
    short = rules.cost(state, turn.tile) - state.cash[seat]
    if not turn.sales and any(len(sales) == 1 for sales in rules.enough(state, seat, short)):
        return ""
    return way(state, seat, [Sell(sale.city, sale.price) for sale in turn.sales], turn)


def carry_out(state: State, seat: Seat, move: Move) -> None:
    """Try a turn with its draw left open. Raises IllegalMove."""
    apply(state, seat, _undrawn(state, move))


def _undrawn(state: State, move: Move) -> Move:
    if not isinstance(move, (Turn, Pass)):
        return move
    due = rules.draw_due(state, move.tile if isinstance(move, Turn) else "")
    return replace(move, draw=UNKNOWN if due else "")


def way(state: State, seat: Seat, sold: Iterable[Sell], turn: Turn) -> str:
    """Tell to write a turn with the first of these sales that stand and others that pay for its tile.

    "" where that cannot be. Land is bought if the money still is enough.
    """
    sales: list[Sale] = []
    after = state
    for sale in sold:
        try:
            price = rules.need_sale(after, seat, sale.city, sale.price, turn.tile)
        except IllegalMove:
            continue
        sales.append(Sale(sale.city, price))
        after = play.sell(after, seat, sales[-1], [])
    ways = rules.enough(after, seat, rules.cost(state, turn.tile) - after.cash[seat])
    more = min(ways, key=lambda cards: sum(card.price for card in cards), default=())
    for city in dict.fromkeys((turn.buy, "")):
        whole = replace(turn, sales=(*sales, *more), buy=city)
        if _stands(state, seat, whole):
            text = write(state, seat, whole)
            return f"write `{text if turn.draw else text.removesuffix('; draw')}`"
    return ""


def _stands(state: State, seat: Seat, move: Move) -> bool:
    try:
        play.apply(state, seat, _undrawn(state, move))
    except IllegalMove:
        return False
    return True
