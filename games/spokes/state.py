"""The frozen position, and what can be read off it."""

from __future__ import annotations

import msgspec

from games.spokes.board import Board
from pbem.game import Seat, Setup

LETTERS = "wygbrk"
COLOURS = {"w": "white", "y": "yellow", "g": "green", "b": "blue", "r": "red", "k": "black"}
LETTER = {name: letter for letter, name in COLOURS.items()}
EMPTY = "-"
"""A slot of a wheel without a spoke."""
FOURTH = 4
"""The net crossing of the line that completes the third lap."""


class Bike(msgspec.Struct, frozen=True):
    """One cyclist with its board.

    `space` is "" before the bike is placed and after its seat left. `crossings` counts the line, +1
    forwards and -1 backwards. `burst` is the tile's side. `wheel` holds six letters in the direction of
    travel; `marker` is the slot behind which the spoke marker stands, 0 before the bike's first turn.
    `marked` says that the bike marker lies on this board (two bikes).
    """

    seat: str
    number: int
    wheel: str
    space: str = ""
    crossings: int = 0
    burst: bool = False
    marker: int = 0
    marked: bool = False

    @property
    def laps(self) -> int:
        """Laps completed; the first crossing of the line only starts lap 1."""
        return max(0, self.crossings - 1)


class State(msgspec.Struct, frozen=True):
    """A position. `spokes` holds one letter a gap; `bikes` stand in turn order, a seat's first bike first.

    `mover` is "" when the game is over; then `ended` holds the reason and `winners` the seats that won.
    `supply` and `discard` are letters (solo). `gone` lists the seats that resigned.
    """

    setup: Setup[Board]
    mover: str
    spokes: str
    bikes: tuple[Bike, ...]
    spare: str
    supply: str = ""
    discard: str = ""
    gone: tuple[str, ...] = ()
    ended: str = ""
    winners: tuple[str, ...] = ()


def solo(state: State) -> bool:
    """Say whether one seat plays alone."""
    return len(state.setup.seats) == 1


def bikes_each(setup: Setup[Board]) -> int:
    """How many bikes a seat has."""
    return 2 if "two-bikes" in setup.options else 1


def bike_of(state: State, seat: str, number: int) -> Bike:
    """A seat's bike by its number, 1 or 2."""
    return next(bike for bike in state.bikes if bike.seat == seat and bike.number == number)


def with_bike(state: State, bike: Bike) -> tuple[Bike, ...]:
    """All bikes, one of them as it is now."""
    return tuple(bike if (b.seat, b.number) == (bike.seat, bike.number) else b for b in state.bikes)


def placing(state: State) -> str:
    """The seat that places the next bike, "" once all stand: clockwise, so the last seat in turn first."""
    waiting = [bike for bike in state.bikes if not bike.space and bike.seat not in state.gone]
    if not waiting:
        return ""
    left = {seat: sum(bike.seat == seat for bike in waiting) for seat in state.setup.seats}
    most = max(left.values())
    return next(seat for seat in reversed(state.setup.seats) if left[seat] == most)


def occupied(state: State, but: Bike | None = None) -> frozenset[str]:
    """Spaces with a bike other than `but`."""
    own = (but.seat, but.number) if but else None
    return frozenset(b.space for b in state.bikes if b.space and (b.seat, b.number) != own)


def movable(state: State, seat: str) -> tuple[Bike, ...]:
    """The seat's bikes that may move now: of two, the one without the bike marker if one has it."""
    mine = tuple(bike for bike in state.bikes if bike.seat == seat and bike.space)
    if any(bike.marked for bike in mine):
        return tuple(bike for bike in mine if not bike.marked)
    return mine


def placeable(state: State, seat: str) -> tuple[Bike, ...]:
    """The seat's bikes that do not stand on the board yet."""
    return tuple(bike for bike in state.bikes if bike.seat == seat and not bike.space)


def in_reach(bike: Bike) -> tuple[int, ...]:
    """Slots that the spoke marker can play, the nearest first: up to three, any on the bike's first turn."""
    order = [(bike.marker + step) % 6 + 1 for step in range(6)]
    filled = tuple(slot for slot in order if bike.wheel[slot - 1] != EMPTY)
    return filled if bike.marker == 0 else filled[:3]


def team(state: State, seat: str) -> tuple[Seat, ...]:
    """The seats that win together with `seat`, in turn order."""
    seats = state.setup.seats
    if "teams" not in state.setup.options:
        return (Seat(seat),)
    at, half = seats.index(Seat(seat)), len(seats) // 2
    return tuple(seats[index] for index in sorted((at, (at + half) % len(seats))))
