"""Orders as they are written, moves as they are meant, and the words of both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, assert_never

import msgspec

from pbem.game import Seat

DECK = "deck"
"""A card of the deck that has not been named yet."""
TIME = "time"


class Draw(msgspec.Struct, frozen=True):
    """Take rail cards: face-up ones, then a number from the deck.

    `flow` is what the deck gave, None as long as it is open: `hand KIND`, `hand time`, `row KIND`, `row time`
    and `round N`, in order.
    """

    taken: tuple[str, ...]
    deck: int
    flow: tuple[str, ...] | None = None


class Trade(msgspec.Struct, frozen=True):
    """Exchange `number` cards of one kind for one less of others."""

    number: int
    kind: str
    got: tuple[str, ...]


class Build(msgspec.Struct, frozen=True):
    """Lay track along a path of points, after trades."""

    path: tuple[str, ...]
    trades: tuple[Trade, ...] = ()


class Upgrade(msgspec.Struct, frozen=True):
    """Exchange one part of the train for the next better one: engine, tender or car."""

    part: str


class Travel(msgspec.Struct, frozen=True):
    """Move the train to a city or a track piece (a link)."""

    to: str


class Load(msgspec.Struct, frozen=True):
    """Load the cargo token of the city where the train is."""

    commodity: str


class Dump(msgspec.Struct, frozen=True):
    """Put a cargo token back on its contract."""

    commodity: str


class Deliver(msgspec.Struct, frozen=True):
    """Deliver a commodity to the city where the train is."""

    commodity: str


class Extra(msgspec.Struct, frozen=True):
    """Take an extra contract from the box; the face is "" as long as it is open."""

    face: str = ""


class Sides(msgspec.Struct, frozen=True):
    """Choose a side of each of one's contract cards."""

    faces: tuple[str, ...]


class Give(msgspec.Struct, frozen=True):
    """Give a rail card to the neighbour on the right."""

    card: str


class Keep(msgspec.Struct, frozen=True):
    """Keep one of two route cards."""

    route: str


class Place(msgspec.Struct, frozen=True):
    """Place the train in a city at the start."""

    city: str


class Reveal(msgspec.Struct, frozen=True):
    """Turn up the route cards at the end."""

    routes: dict[Seat, str]


Action: TypeAlias = (
    Draw | Build | Upgrade | Travel | Load | Dump | Deliver | Extra | Sides | Give | Keep | Place | Reveal
)


class Move(msgspec.Struct, frozen=True):
    """Everything a seat does in one entry, in order; no action is a pass."""

    actions: tuple[Action, ...] = ()


# What only stands in orders.


class Take(msgspec.Struct, frozen=True):
    """`take`: a draw of rail cards, or a load, told apart by what follows."""

    words: tuple[str, ...]


class Cards(msgspec.Struct, frozen=True):
    """One `draw` as written: kinds, `deck`, `deck:KIND`."""

    words: tuple[str, ...]


class Show(msgspec.Struct, frozen=True):
    """Cards turned up for the row."""

    cards: tuple[str, ...]


class Round(msgspec.Struct, frozen=True):
    """The mark of a new round."""

    number: int


class Stop(msgspec.Struct, frozen=True):
    """`move` as written: a city, a track piece, or a longer path."""

    path: tuple[str, ...]


class Goods(msgspec.Struct, frozen=True):
    """`load`, `dump` or `deliver` as written; commodity and city may be left out, and the fee (0) too."""

    verb: str
    commodity: str = ""
    city: str = ""
    fee: int = 0


class Pass(msgspec.Struct, frozen=True):
    """`pass`."""


Written: TypeAlias = (
    Cards
    | Take
    | Show
    | Round
    | Trade
    | Build
    | Upgrade
    | Stop
    | Goods
    | Extra
    | Sides
    | Give
    | Keep
    | Place
    | Pass
)


class Holding(msgspec.Struct, frozen=True):
    """One item of a deal for one seat: `what` is contracts, hand or route."""

    seat: Seat
    what: str
    cards: tuple[str, ...]


class Common(msgspec.Struct, frozen=True):
    """One item of a deal for the table: `what` is market or show."""

    what: str
    cards: tuple[str, ...]


class Order(msgspec.Struct, frozen=True):
    """An entry as written: actions of a seat, or items of a deal."""

    actions: tuple[Written, ...] = ()
    items: tuple[Holding | Common, ...] = ()


def listed(words: Iterable[str]) -> str:
    """Words parted by commas."""
    return ", ".join(words)


def joined(verb: str, *words: str) -> str:
    """A keyword with the words that are there."""
    return " ".join([verb, *filter(None, words)])


def written(action: Written) -> str:
    """An action of an order in canonical words."""
    match action:
        case Cards(words):
            return f"draw {listed(words)}"
        case Take(words):
            return joined("take", listed(words))
        case Show(cards):
            return f"show {listed(cards)}"
        case Round(number):
            return f"round {number}"
        case Trade():
            return trade_text(action)
        case Build(path, _):
            return f"build {'-'.join(path)}"
        case Stop(path):
            return f"move {'-'.join(path)}"
        case Goods(verb, commodity, city, fee):
            return joined(verb, commodity, f"to {city}" if city else "", f"for ${fee}" if fee else "")
        case Upgrade() | Extra() | Sides() | Give() | Keep() | Place():
            return action_text(action)
        case Pass():
            return "pass"
        case _:  # pragma: no cover
            assert_never(action)


def trade_text(trade: Trade) -> str:
    """A trade in canonical words."""
    return f"trade {trade.number} {trade.kind} for {listed(trade.got)}"


def action_text(action: Action) -> str:
    """An action of a move in canonical words, semicolons inside where it takes several."""
    match action:
        case Draw():
            return "; ".join(draw_texts(action))
        case Build(path, trades):
            return "; ".join([*map(trade_text, trades), f"build {'-'.join(path)}"])
        case Upgrade(part):
            return f"upgrade {part}"
        case Travel(to):
            return f"move {to}"
        case Load():
            return "load"
        case Dump(commodity):
            return f"dump {commodity}"
        case Deliver(commodity):
            return f"deliver {commodity}"
        case Extra(face):
            return joined("extra", face)
        case Sides(faces):
            return f"sides {listed(faces)}"
        case Give(card):
            return f"give {card}"
        case Keep(route):
            return f"keep {route}"
        case Place(city):
            return f"place {city}"
        case Reveal(routes):
            return "; ".join(f"{seat} route {route}" for seat, route in routes.items())
        case _:  # pragma: no cover
            assert_never(action)


VERBS = {"hand": "draw", "row": "show"}


def draw_texts(draw: Draw) -> list[str]:
    """A draw as the actions it is written in: `draw`, `round`, `show`."""
    if draw.flow is None:
        return [f"draw {listed([*draw.taken, *[DECK] * draw.deck])}"]
    parts: list[tuple[str, list[str]]] = [("draw", list(draw.taken))] if draw.taken else []
    for event in draw.flow:
        where, card = event.split(" ")
        verb = VERBS.get(where, where)
        word = f"{DECK}:{card}" if where == "hand" else card
        if parts and parts[-1][0] == verb and verb != "round":
            parts[-1][1].append(word)
        else:
            parts.append((verb, [word]))
    return [f"{verb} {listed(words)}" for verb, words in parts]
