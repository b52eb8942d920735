"""What one ride comes to: where the bike ends, how often it crosses the line, and how the tile lies."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from games.spokes.board import Board, distances


class Rider(msgspec.Struct, frozen=True):
    """A bike about to ride, by numbers.

    `need` is how many more net crossings win. `others` are the spaces where other bikes stand.
    """

    space: int
    need: int
    burst: bool
    others: Collection[int]


class Ended(msgspec.Struct, frozen=True):
    """Where a ride ends, and the outcome that follows.

    `steps` is how many steps of the ride count; `crossings` are net ones in these. `burst` is the tile's
    side after the ride. `landed` is the space of the bike ridden onto, -1 if none; `ahead` says that the
    space fallen back to is further ahead than that bike.
    """

    space: int
    crossings: int
    burst: bool
    won: bool
    steps: int
    landed: int = -1
    ahead: bool = False


def further_ahead(board: Board, space: int, other: int, crossed: int) -> bool:
    """Say whether `space` is further ahead than `other`, which is `crossed` net crossings onwards.

    Laps do not matter: what lies beyond the line is ahead or behind by the crossing, all else by the
    spokes left to the line, colours ignored; equal is not ahead.
    """
    if crossed:
        return crossed < 0
    to_line = distances(board, 1)
    return to_line[space] < to_line[other]


def end_of_ride(board: Board, rider: Rider, path: Sequence[int], gaps: Sequence[int], off: int) -> Ended:
    """Say how a legal ride ends. `off` is the step, from 1, that takes the burst; 0 if none does.

    `path` holds the spaces from the start on, `gaps` the gaps between them.
    """
    level = 0
    levels = [0]
    for step, gap in enumerate(gaps, 1):
        level += board.crossing(gap, path[step - 1])
        if level == rider.need:
            return Ended(path[step], level, rider.burst and not 0 < off <= step, True, step)
        levels.append(level)
    burst = rider.burst and not off
    last = len(gaps)
    if path[last] not in rider.others:
        return Ended(path[last], level, burst, False, last)
    back = max(step for step in range(last) if path[step] not in rider.others)
    ahead = further_ahead(board, path[back], path[last], level - levels[back])
    return Ended(path[back], levels[back], burst or not ahead, False, back, path[last], ahead)
