"""From a Move to its canonical text."""

from __future__ import annotations

from typing import assert_never

import msgspec

from games.last_spike import play, rules
from games.last_spike.moves import Bankrupt, Move, Pass, Sale, Turn
from games.last_spike.state import State
from pbem.game import Seat


def write(state: State, seat: Seat, move: Move) -> str:
    """Canonical text of a legal move, without label; an open draw is a bare `draw`."""
    match move:
        case Turn(tile, sales, city, drawn):
            words = [*_sale_texts(state, seat, sales), f"lay {tile}"]
            words += [f"buy {city}"] * bool(city)
            return "; ".join(words + _draw_text(state, tile, drawn))
        case Pass(drawn):
            return "; ".join(["pass", *_draw_text(state, "", drawn)])
        case Bankrupt():
            return "bankrupt"
        case _:  # pragma: no cover
            assert_never(move)


def group(state: State, seat: Seat, move: Move) -> str:
    """The tile and the purchase of a turn, whatever is sold for them."""
    if isinstance(move, Turn):
        return write(state, seat, msgspec.structs.replace(move, sales=()))
    return write(state, seat, move)


def _draw_text(state: State, tile: str, drawn: str) -> list[str]:
    if drawn:
        return [f"draw {drawn}"]
    return ["draw"] * rules.draw_due(state, tile)


def _sale_texts(state: State, seat: Seat, sales: tuple[Sale, ...]) -> list[str]:
    words = []
    for sale in sales:
        words.append(rules.sale_text(state, seat, sale))
        state = play.sell(state, seat, sale, [])
    return words
