"""What was written: the actions of an entry, before anybody asks what they mean in the position."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Bid(msgspec.Struct, frozen=True):
    """`bid 2 1`: the cards added to one's bid."""

    cards: tuple[int, ...]


class Pass(msgspec.Struct, frozen=True):
    """`pass`, `pass keep 1`, `pass keep 1.3`: card and place are 0 where they are not written."""

    card: int = 0
    place: int = 0


class Lead(msgspec.Struct, frozen=True):
    """`lead blue`."""

    seat: str


class Place(msgspec.Struct, frozen=True):
    """`place Alta`."""

    town: str


class Soul(msgspec.Struct, frozen=True):
    """`Alta` or `dark Alta`: a soul tile by its home; `shade` is empty where it is not written."""

    town: str
    shade: str = ""


class Load(msgspec.Struct, frozen=True):
    """`load Alta`."""

    soul: Soul


class Burn(msgspec.Struct, frozen=True):
    """`burn 1`: the card a fourth, fifth or sixth soul costs."""

    card: int


class Play(msgspec.Struct, frozen=True):
    """`play 2 1`."""

    cards: tuple[int, ...]


class Coin(msgspec.Struct, frozen=True):
    """`coin`."""


class Lift(msgspec.Struct, frozen=True):
    """`lift Alta-Como.1, Alta-Como.2`: spaces by name."""

    spaces: tuple[str, ...]


class Go(msgspec.Struct, frozen=True):
    """`go Alta-Como-Cisco.2`: towns, and the space of the last leg (0: into the last town)."""

    towns: tuple[str, ...]
    stop: int = 0


class Deliver(msgspec.Struct, frozen=True):
    """`deliver Alta, Alta`: one item a soul."""

    souls: tuple[Soul, ...]


Action: TypeAlias = Bid | Pass | Lead | Place | Load | Burn | Play | Coin | Lift | Go | Deliver


class Order(msgspec.Struct, frozen=True):
    """One entry: actions of a seat in written order, or the dealer's souls for each town.

    `round` is 2 in the deal of round 2 and 0 in entry 0; `seats` is who plays, in entry 0 only.
    """

    actions: tuple[Action, ...] = ()
    seats: tuple[str, ...] = ()
    round: int = 0
    souls: tuple[tuple[str, tuple[str, ...]], ...] = ()
