"""The frozen position, and what can be read off it without a rule."""

from __future__ import annotations

import msgspec

from games.last_spike.board import Board
from pbem.game import Seat, Setup


class State(msgspec.Struct, frozen=True):
    """A position. Amounts are dollars; dicts by seat are in turn order, dicts by city in board order."""

    setup: Setup[Board]
    seat: Seat
    """Whose turn it is; "" when the game is over."""
    cash: dict[Seat, int]
    bank: int
    """What the bank has left of its stock, which never runs out."""
    land: dict[Seat, dict[str, tuple[int, ...]]]
    """Cards held by city: printed prices, rising; 0 is Land 0. Cities without cards are left out."""
    piles: dict[str, tuple[int, ...]]
    """Priced cards for sale, the cheapest first."""
    claimed: frozenset[str]
    """Cities whose free land has been granted."""
    removed: frozenset[str]
    """Cities whose Land 0 has left the game."""
    hands: dict[Seat, tuple[str, ...]]
    """Known tiles, in the order of the board."""
    veiled: dict[Seat, tuple[tuple[str, ...], ...]]
    """Unknown tiles, the oldest first; each as the tiles that it is known not to be."""
    pool: int
    """How many tiles are in the pool."""
    aside: str
    """The tile set aside with two seats, UNKNOWN if this copy may not know it, "" for none."""
    box: tuple[str, ...]
    """What was in the pool when it was last shuffled, in the order of the board."""
    shuffles: int
    """Number of the last shuffle of the pool, from 1."""
    taken: int
    """How many tiles have been taken since."""
    laid: frozenset[str]
    completed: frozenset[str]
    """Letters of the routes with all their track."""
    out: tuple[Seat, ...] = ()
    """Seats that have left, in that order."""
    reason: str = ""
    """Why the game is over, "" while it goes on."""

    @property
    def board(self) -> Board:
        """What does not change: places, prices, costs."""
        return self.setup.board

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Seats still in the game, in turn order."""
        return tuple(seat for seat in self.setup.seats if seat not in self.out)

    def tiles(self, seat: Seat) -> int:
        """How many tiles a seat holds, known or not."""
        return len(self.hands[seat]) + len(self.veiled[seat])

    def cards(self, seat: Seat, city: str) -> tuple[int, ...]:
        """Printed prices of a seat's cards of one city, rising."""
        return self.land[seat].get(city, ())

    def free_land(self, seat: Seat) -> list[str]:
        """Cities whose Land 0 the seat holds."""
        return [city for city, cards in self.land[seat].items() if cards[0] == 0]

    def placed(self, tile: str) -> bool:
        """Say whether a tile is known to be somewhere else than in the pool or among unknown tiles."""
        return tile in self.laid or tile == self.aside or any(tile in hand for hand in self.hands.values())


def turn_after(state: State, seat: Seat) -> Seat:
    """The next seat clockwise that is still in the game."""
    return next(other for other in state.setup.after(seat) if other not in state.out)


def in_order(board: Board, tiles: list[str]) -> tuple[str, ...]:
    """Known tiles in the order of nearness to A1."""
    return tuple(sorted(tiles, key=lambda tile: board.spaces[tile].number))
