"""Lists legal turns: one for every distinct outcome, each with a shortest ride."""

from __future__ import annotations

from collections.abc import Iterator

from games.spokes.board import Board
from games.spokes.checks import rider
from games.spokes.listing import Found, Task, TooMany, list_outcomes
from games.spokes.moves import Turn
from games.spokes.search import search_outcomes
from games.spokes.state import Bike, State, in_reach, movable

PLENTY = 10_000
"""Steps of listing trails after which the search without listing takes over."""


def turns(state: State, seat: str) -> Iterator[Turn]:
    """Legal turns by bike, how far the marker moves, and gap; then the shorter ride, then by gap numbers."""
    for bike in movable(state, seat):
        yield from bike_turns(state, bike)


def bike_turns(state: State, bike: Bike) -> Iterator[Turn]:
    """Legal turns of one bike."""
    known: dict[str, Found] = {}
    for slot in in_reach(bike):
        letter = bike.wheel[slot - 1]
        if letter not in known:
            known[letter] = outcomes(Task(state.setup.board, rider(state, bike), state.spokes, letter))
        found = known[letter]
        for outcome in sorted(found, key=lambda key: (key.gap, len(found[key]), found[key], key)):
            ride = spaces_of(state.setup.board, rider(state, bike).space, found[outcome])
            yield Turn(bike.number, slot, state.setup.board.gaps[outcome.gap], ride)


def outcomes(task: Task) -> Found:
    """The best ride of every outcome of playing one colour."""
    try:
        return list_outcomes(task, PLENTY)
    except TooMany:
        return search_outcomes(task)


def spaces_of(board: Board, space: int, gaps: tuple[int, ...]) -> tuple[str, ...]:
    """Names of the spaces on a ride over these gaps."""
    names = [board.spaces[space]]
    for gap in gaps:
        one, other = board.ends[gap]
        space = other if one == space else one
        names.append(board.spaces[space])
    return tuple(names)


def any_turn(state: State, seat: str) -> bool:
    """Say whether the seat has a legal turn at all."""
    return next(turns(state, seat), None) is not None
