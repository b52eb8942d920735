"""Orders, as they are written, and moves, as they are meant."""

from __future__ import annotations

import msgspec


class Choose(msgspec.Struct, frozen=True):
    """`bike 2`."""

    bike: int


class Put(msgspec.Struct, frozen=True):
    """`place b16`."""

    space: str


class Swap(msgspec.Struct, frozen=True):
    """`swap 5:red a10-a1 for white`; what was not written is None or "".

    `steps` is how far the marker moves (`swap +2 ...`). Colours are names, or the letter b as typed.
    `gap` is two empty names where none was written.
    """

    slot: int | None
    steps: int | None
    colour: str
    gap: tuple[str, str]
    taken: str


class Ride(msgspec.Struct, frozen=True):
    """`ride a10 burst a1-a2`: one group of spaces before the first `burst`, one after each."""

    groups: tuple[tuple[str, ...], ...]

    @property
    def spaces(self) -> tuple[str, ...]:
        """All spaces as written; there is at least one."""
        return tuple(space for group in self.groups for space in group)


class Rest(msgspec.Struct, frozen=True):
    """`pass`."""


class Wheel(msgspec.Struct, frozen=True):
    """Of a deal: `wheel orange 1 ygbwrk`; `bike` is 0 where no number is written."""

    seat: str
    bike: int
    letters: str


class Group(msgspec.Struct, frozen=True):
    """Of a deal: the spokes in one group of gaps, `ab ykwr...`."""

    name: str
    letters: str


class Spare(msgspec.Struct, frozen=True):
    """Of a deal: the spokes left over."""

    letters: str


Action = Choose | Put | Swap | Ride | Rest
Dealt = Wheel | Group | Spare


class Order(msgspec.Struct, frozen=True):
    """An entry as written: a seat's actions, or what the dealer gave, in written order."""

    actions: tuple[Action, ...] = ()
    dealt: tuple[Dealt, ...] = ()


class Place(msgspec.Struct, frozen=True):
    """Put a bike on its first space."""

    bike: int
    space: str


class Turn(msgspec.Struct, frozen=True):
    """Swap the spoke in `slot` for the one in `gap` (a gap's name on the board), then ride.

    `ride` names every space of the ride, the one where the bike stands first. A step onto another
    colour is the burst.
    """

    bike: int
    slot: int
    gap: str
    ride: tuple[str, ...]


class Pass(msgspec.Struct, frozen=True):
    """Do nothing, where no turn is legal."""


Move = Place | Turn | Pass
