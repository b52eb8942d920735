"""What an entry means: one frozen value for each kind of turn.

Souls are written `dark Alta`, spaces are the board's numbers, cards their values.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Raise(msgspec.Struct, frozen=True):
    """Add cards to one's bid, from left to right."""

    cards: tuple[int, ...]


class Withdraw(msgspec.Struct, frozen=True):
    """Pass. `place` counts one's bid from 1 and names the card taken back; 0 without a bid."""

    place: int = 0


class Appoint(msgspec.Struct, frozen=True):
    """What the winner of the bidding does: lift own segments, name the spirit leader."""

    leader: str
    lift: tuple[int, ...] = ()


class Placement(msgspec.Struct, frozen=True):
    """Put one's train on the map for the first time."""

    town: str


class Turn(msgspec.Struct, frozen=True):
    """A movement turn. `path` is empty for a trapped train that only lifts segments.

    `path` holds towns: first the one where the train is or, on a line, the one behind it as it sets
    out; `stop` is the space of the last leg, counted from the town before it, or 0 for the town.
    """

    load: str = ""
    burn: int = 0
    play: tuple[int, ...] = ()
    coin: bool = False
    lift: tuple[int, ...] = ()
    path: tuple[str, ...] = ()
    stop: int = 0
    deliver: tuple[str, ...] = ()


class Dealt(msgspec.Struct, frozen=True):
    """The dealer's light souls for round 2: the home of the soul put in each town, in board order."""

    homes: tuple[str, ...]


Move: TypeAlias = Raise | Withdraw | Appoint | Placement | Turn | Dealt
