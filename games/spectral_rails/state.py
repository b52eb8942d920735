"""The frozen position, and the questions that every rule asks of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from games.spectral_rails.board import Board
from pbem.game import Seat, Setup

SEGMENTS = 13
POINTS = 13
COINS = 2
CARS = 6
FREE_CARS = 3
EMPTY = "."
"""The sign of an empty space in `State.trails`; a segment is the digit of its seat in turn order."""
NO_SHADE = "any"
"""Stands for the colour of a soul that is not there; such a move is always refused."""

Phase: TypeAlias = Literal["bid", "lead", "place", "move", "deal", "over"]


class Engineer(msgspec.Struct, frozen=True):
    """What lies before one seat.

    The train is in `town`, or on `space` (-1 in a town) with the town `behind` it; before its placement
    it is nowhere. `row` is the discard row from left to right, its last `up` cards face up; during the
    bidding those are the bid. `one` and `two` are the sections of the cemetery.
    """

    hand: tuple[int, ...]
    row: tuple[int, ...] = ()
    up: int = 0
    coins: int = COINS
    spent: int = 0
    town: str = ""
    space: int = -1
    behind: str = ""
    aboard: tuple[str, ...] = ()
    one: tuple[str, ...] = ()
    two: tuple[str, ...] = ()

    @property
    def bid(self) -> tuple[int, ...]:
        """The cards bid so far in this bidding phase."""
        return self.row[len(self.row) - self.up :]


class State(msgspec.Struct, frozen=True):
    """The position.

    `turn` is who writes next (empty: the dealer, or nobody). `passed` holds who is out of this phase,
    resigned seats included. `trails` has one sign a space. `waiting` is the souls in each town's box.
    `idle` counts the movement phases running without a movement turn, `moved` says that this one has
    seen one. `removed` holds tiles that set-up took away.
    """

    setup: Setup[Board]
    engineers: dict[str, Engineer]
    trails: str
    waiting: dict[str, tuple[str, ...]]
    wrecks: tuple[str, ...]
    leader: str
    turn: str
    phase: Phase = "bid"
    round: int = 1
    sequence: int = 1
    high: str = ""
    passed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    moved: bool = False
    idle: int = 0
    removed: tuple[str, ...] = ()
    ended: str = ""


def sign(state: State, seat: str) -> str:
    """The seat's digit in `State.trails`."""
    return str(state.setup.seats.index(Seat(seat)))


def with_engineer(state: State, seat: str, engineer: Engineer) -> State:
    """The position with another engineer at this seat."""
    return replace(state, engineers={**state.engineers, seat: engineer})


def home(soul: str) -> str:
    """The home town of a soul."""
    return soul.partition(" ")[2]


def remains(cards: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...] | None:
    """The cards without those taken, or None if they do not hold them."""
    left = list(cards)
    for card in taken:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def without(souls: tuple[str, ...], soul: str) -> tuple[str, ...]:
    """The souls without the first that is equal to `soul`."""
    at = souls.index(soul)
    return souls[:at] + souls[at + 1 :]


def in_order(state: State, first: str) -> tuple[Seat, ...]:
    """All seats clockwise, starting with `first`."""
    return (Seat(first), *state.setup.after(Seat(first)))


def active(state: State, first: str) -> str:
    """The first seat from `first` on, clockwise, that is still in this phase; empty if there is none."""
    return next((seat for seat in in_order(state, first) if seat not in state.passed), "")


def following(state: State, seat: str) -> str:
    """The next seat after `seat` that is still in this phase; `seat` itself if it is the only one."""
    return active(state, state.setup.after(Seat(seat))[0])


def segments_left(state: State, seat: str) -> int:
    """Segments in the seat's reserve."""
    return SEGMENTS - state.trails.count(sign(state, seat))


def where(state: State, engineer: Engineer) -> str:
    """The place of a train in words: a town, a space by its name, or `-`."""
    if engineer.space >= 0:
        return state.setup.board.space_names[engineer.space]
    return engineer.town or "-"


def laid_by(state: State) -> Mapping[str, str]:
    """The seat of each digit in `State.trails`."""
    return {str(at): seat for at, seat in enumerate(state.setup.seats)}
