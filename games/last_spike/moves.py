"""What was written (Order, made of actions) and what it means in a position (Move)."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from pbem.game import Seat


class Lay(msgspec.Struct, frozen=True):
    """`lay A3 double ($6000)`: the last two are assertions, `amount` None where not made."""

    tile: str
    double: bool = False
    amount: int | None = None


class Sell(msgspec.Struct, frozen=True):
    """`sell Denver 3000`: `price` is printed on the card, None for the dearest."""

    city: str
    price: int | None = None


class Buy(msgspec.Struct, frozen=True):
    """`buy Denver ($2000)`: `price` is an assertion, None where not made."""

    city: str
    price: int | None = None


class Draw(msgspec.Struct, frozen=True):
    """`draw D4`; `tile` is "" where it was left to the dealer."""

    tile: str = ""


class Word(msgspec.Struct, frozen=True):
    """`pass` or `bankrupt`."""

    word: str


class First(msgspec.Struct, frozen=True):
    """`first red A3, blue B1`: the draw for the first turn."""

    draws: tuple[tuple[Seat, str], ...]


class Hand(msgspec.Struct, frozen=True):
    """`red A1 C3 D2 V1`: the tiles dealt to a seat."""

    seat: Seat
    tiles: tuple[str, ...]


class Aside(msgspec.Struct, frozen=True):
    """`aside D3`: the tile that two seats put away unseen."""

    tile: str


Action: TypeAlias = Lay | Sell | Buy | Draw | Word | First | Hand | Aside


class Order(msgspec.Struct, frozen=True):
    """The actions of one entry, as written and in the order written."""

    actions: tuple[Action, ...]


class Sale(msgspec.Struct, frozen=True):
    """A land card sold to the bank; `price` is the printed one."""

    city: str
    price: int


class Turn(msgspec.Struct, frozen=True):
    """An ordinary turn: sell if short, lay, perhaps buy; `buy` and `draw` are "" for none (yet)."""

    tile: str
    sales: tuple[Sale, ...] = ()
    buy: str = ""
    draw: str = ""


class Pass(msgspec.Struct, frozen=True):
    """The turn of a seat without tiles."""

    draw: str = ""


class Bankrupt(msgspec.Struct, frozen=True):
    """The turn of a seat that can pay for no tile it could lay."""


Move: TypeAlias = Turn | Pass | Bankrupt


def action_text(action: Action) -> str:
    """Canonical words of one action."""
    match action:
        case Lay(tile, double, amount):
            return f"lay {tile}" + " double" * double + _asserted(amount)
        case Sell(city, price):
            return f"sell {city}" + ("" if price is None else f" {price}")
        case Buy(city, price):
            return f"buy {city}{_asserted(price)}"
        case Draw(tile):
            return f"draw {tile}".rstrip()
        case Word(word):
            return word
        case First(draws):
            return "first " + ", ".join(f"{seat} {tile}" for seat, tile in draws)
        case Hand(seat, tiles):
            return " ".join((seat, *tiles))
        case Aside(tile):
            return f"aside {tile}"


def _asserted(amount: int | None) -> str:
    return "" if amount is None else f" (${amount})"


def order_text(order: Order) -> str:
    """Canonical words of an entry."""
    return "; ".join(map(action_text, order.actions))
