"""The frozen position, and what can be read off it without a rule."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.spike.board import Board, commodity_of
from pbem.game import UNKNOWN, Seat, Setup

CARDS_EACH = 10
"""Rail cards of each kind."""
OUT_FOR_TWO = 3
"""Cards of each kind that stay out with two seats."""
TIMES = 3
"""Time cards, and rounds."""
ROW = 4
"""Face-up rail cards."""
COLUMNS = 4
"""Columns of the commodity market."""


class Player(msgspec.Struct, frozen=True):
    """What one seat has. `hand` counts rail cards by kind, UNKNOWN for those the reader may not know."""

    hand: dict[str, int]
    routes: tuple[str, ...]
    contracts: tuple[str, ...]
    """Open contracts: faces, before the sides are chosen cards."""
    done: dict[str, str] = {}
    """Completed contract to the city delivered to."""
    money: int = 0
    track: frozenset[str] = frozenset()
    """Links with this seat's track."""
    points: frozenset[str] = frozenset()
    """Points of the network: those its track touches, and the starting city."""
    cities: frozenset[str] = frozenset()
    """Connected cities, the starting city among them."""
    at: str = ""
    """A city, a link, or "" before the train is placed."""
    engine: int = 1
    tender: int = 2
    cars: int = 1
    aboard: tuple[str, ...] = ()
    """Commodities of the cargo tokens in the freight cars, in alphabetical order."""

    def open(self, commodity: str) -> str:
        """The open contract for a commodity, "" if there is none."""
        return next((face for face in self.contracts if commodity_of(face) == commodity), "")

    @property
    def cards(self) -> int:
        """How many rail cards are in the hand."""
        return sum(self.hand.values())


class State(msgspec.Struct, frozen=True):
    """A position. Dicts by seat are in turn order; counts of rail cards are by kind."""

    setup: Setup[Board]
    phase: str
    """sides, give, keep, place, play, reveal or over."""
    seat: Seat
    """Whose turn it is; "" when only the dealer is to act or nobody."""
    players: dict[Seat, Player]
    market: tuple[str, ...]
    """Commodity chips: row 3 from left to right, then row 2, then row 1."""
    row: tuple[str, ...]
    """Face-up rail cards."""
    discards: dict[str, int]
    left: dict[str, int]
    """Cards of the last shuffle that have not been seen to leave the deck."""
    pool: dict[str, int]
    """The rail cards of the last shuffle."""
    taken: int = 0
    """Cards that have left the deck since the last shuffle, time cards among them."""
    cut: int = -1
    """How many had left it when the time cards were shuffled in; -1 before that."""
    round: int = 1
    given: bool = False
    """Whether the first seat has given a card away."""
    times: int = 0
    """Time cards turned in round 3."""
    used: dict[str, Seat] = {}
    """Link to the seat whose track lies on it."""
    extras: int = 0
    """Extra contracts taken so far."""
    last: tuple[Seat, ...] | None = None
    """Once the special ending is under way: the seats that still have a turn."""
    out: tuple[Seat, ...] = ()
    """Seats that have resigned, in that order."""
    reason: str = ""
    """Why the game ends, "" while it goes on."""

    @property
    def board(self) -> Board:
        return self.setup.board

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Seats still in the game, in turn order."""
        return tuple(seat for seat in self.setup.seats if seat not in self.out)

    @property
    def deck(self) -> int:
        """Cards in the deck, time cards among them."""
        return sum(self.pool.values()) + (TIMES if self.cut >= 0 else 0) - self.taken

    def unplayed(self, seat: Seat) -> int:
        """Track pieces that a seat has not built with."""
        return self.board.tracks - len(self.players[seat].track)


def each_kind(state: State) -> int:
    """Rail cards of each kind in this game."""
    return CARDS_EACH - (OUT_FOR_TWO if len(state.setup.seats) == 2 else 0)


def plus(counts: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """Counts of two heaps together."""
    total = dict(counts)
    for kind, count in more.items():
        total[kind] = total.get(kind, 0) + count
    return total


def count(cards: tuple[str, ...]) -> dict[str, int]:
    """Count cards by kind."""
    total: dict[str, int] = {}
    for card in cards:
        total[card] = total.get(card, 0) + 1
    return total


def without(hand: dict[str, int], card: str, number: int) -> dict[str, int] | None:
    """The hand without some cards of a kind, unknown ones after the known; None if it has not so many."""
    known = min(number, hand.get(card, 0))
    rest = {**hand, card: hand.get(card, 0) - known}
    if number > known:
        if card == UNKNOWN or number - known > hand.get(UNKNOWN, 0):
            return None
        rest[UNKNOWN] -= number - known
    return {kind: held for kind, held in rest.items() if held > 0}


def spread(counts: Mapping[str, int], kinds: Mapping[str, str]) -> tuple[str, ...]:
    """The cards one by one, in the board's order of kinds, unknown ones last."""
    return tuple(kind for kind in (*kinds, UNKNOWN) for _ in range(counts.get(kind, 0)))
