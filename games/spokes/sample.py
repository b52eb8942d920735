"""Chooses a turn for a trial game: at random, leaning forwards, so that games end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.spokes.board import distances
from games.spokes.checks import check_ride, nearest_row, rider
from games.spokes.legal import spaces_of, turns
from games.spokes.moves import Move, Pass, Place, Turn
from games.spokes.rides import end_of_ride
from games.spokes.state import FOURTH, Bike, State, bike_of, in_reach, movable, placeable, placing

if TYPE_CHECKING:
    from random import Random

FORWARD = 0.75
"""How often the furthest of several random turns is taken."""
TRIES = 6


def sample(state: State, seat: str, random: Random) -> Move:
    """Choose one legal move."""
    if placing(state):
        return Place(placeable(state, seat)[0].number, random.choice(nearest_row(state)))
    found = [turn for _ in range(TRIES) if (turn := _random_turn(state, seat, random)) is not None]
    if not found:
        return next(iter(turns(state, seat)), Pass())
    if random.random() < FORWARD:
        return min(found, key=lambda turn: to_go(state, seat, turn))
    return random.choice(found)


def to_go(state: State, seat: str, turn: Turn) -> int:
    """Spokes left to the fourth crossing after a turn, colours ignored."""
    bike = bike_of(state, seat, turn.bike)
    board = state.setup.board
    placed = board.gaps.index(turn.gap)
    trail = check_ride(state, bike, turn, bike.wheel[turn.slot - 1], placed)
    end = end_of_ride(board, rider(state, bike), *trail)
    return distances(board, FOURTH - bike.crossings - end.crossings)[end.space]


def _random_turn(state: State, seat: str, random: Random) -> Turn | None:
    bike = random.choice(movable(state, seat))
    slot = random.choice(in_reach(bike))
    gaps, placed = _random_ride(state, bike, bike.wheel[slot - 1], random)
    if placed < 0:
        return None
    board = state.setup.board
    return Turn(bike.number, slot, board.gaps[placed], spaces_of(board, board.numbers[bike.space], gaps))


def _random_ride(state: State, bike: Bike, letter: str, random: Random) -> tuple[tuple[int, ...], int]:
    """Ride about, placing the spoke and spending the burst on the way; -1 if it found no place."""
    board = state.setup.board
    space, placed, free = board.numbers[bike.space], -1, bike.burst
    gaps: list[int] = []
    while True:
        ways = [way for way in board.ways[space] if way.gap not in gaps]
        same = [way for way in ways if state.spokes[way.gap] == letter]
        other = [way for way in ways if state.spokes[way.gap] != letter]
        able = same + (other if placed < 0 or free else [])
        if not able or (placed >= 0 and random.random() < 0.2):
            return tuple(gaps), placed
        way = random.choice(same if same and random.random() < 0.5 else able)
        if state.spokes[way.gap] != letter:
            if placed < 0:
                placed = way.gap
            else:
                free = False
        gaps.append(way.gap)
        space = way.to
