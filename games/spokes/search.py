"""Finds every outcome of playing one colour without listing trails, for boards packed with that colour.

For one gap the rides are walks through a graph of situations: where the bike is, how it has crossed the
line, whether the placed spoke and the burst have been used. A breadth-first search gives the first
shortest *walk* to every outcome. A walk that rides no spoke twice is the answer. One that rides a spoke
twice, in two situations, splits the question: a trail lacks one of these two uses, so each of them is
forbidden in turn, and the better answer counts. Forbidding never hides a trail, so the answer is exact,
and where both sides run dry there is none.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import NamedTuple

from games.spokes.listing import Found, Outcome, Task, TooMany, list_outcomes
from games.spokes.rides import further_ahead


class Spot(NamedTuple):
    """A situation during a ride.

    `stage` counts what has been used: 1 the placed spoke, 2 the burst. `end` is -1 until the ride has
    won, then the space just past the line, and `kept` says that the tile showed burst then. `back` and
    `back_level` are the latest empty space and its crossings. After a win only `space` and `stage` matter.
    """

    stage: int
    end: int
    kept: bool
    level: int
    space: int
    back: int
    back_level: int


class Walk(NamedTuple):
    """Gap numbers of a walk, and the spot from which each was ridden."""

    gaps: tuple[int, ...]
    spots: tuple[Spot, ...]


Use = tuple[int, ...]
"""A gap and as much of the spot it is ridden from as sets two uses apart: stage and end, level, and so on."""
Forbidden = frozenset[Use]
DEEPEST = 60
"""Splits after which a question is handed to the listing of trails: only lines crossed again and again."""


def search_outcomes(task: Task) -> Found:
    """Find the best ride of every outcome of every gap that may take the spoke."""
    found: Found = {}
    for gap, letter in enumerate(task.spokes):
        if letter != task.letter:
            found.update(_solve(task, gap))
    return found


def _solve(task: Task, gap: int) -> Found:
    try:
        return Puzzle(task, gap).solve()
    except TooMany:
        return list_outcomes(task, None, gap)


class Puzzle:
    """The rides of one bike with the spoke placed in one gap."""

    def __init__(self, task: Task, gap: int) -> None:
        self.board = task.board
        self.rider = task.rider
        self.gap = gap
        self.same = [letter == task.letter for letter in task.spokes]
        self.same[gap] = True
        self.most = self._most_crossings()

    def _most_crossings(self) -> int:
        """No trail crosses the line more often than there are gaps for it."""
        usable = sum(1 for gap, crossing in enumerate(self.board.crossings) if crossing and self.same[gap])
        return usable + self.rider.burst

    def solve(self) -> Found:
        """The best ride of each outcome that some trail reaches."""
        found: Found = {}
        for outcome, walk in self.walks(frozenset()).items():
            if len(set(walk.gaps)) == len(walk.gaps):
                found[outcome] = walk.gaps
            elif (ride := self._untangle(outcome, walk)) is not None:
                found[outcome] = ride
        return found

    def _untangle(self, outcome: Outcome, walk: Walk) -> tuple[int, ...] | None:
        """The first shortest trail to `outcome`, by forbidding one use of a doubled gap at a time."""
        nothing: Forbidden = frozenset()
        waiting = [(len(walk.gaps), walk.gaps, 0, walk, nothing)]
        count = 0
        while waiting:
            _, gaps, _, walk, forbidden = heapq.heappop(waiting)
            clashes = _clashes(walk)
            if not clashes:
                return gaps
            count += 1
            if count > DEEPEST:
                raise TooMany
            for other, without in self._split(outcome, clashes, forbidden):
                heapq.heappush(waiting, (len(other.gaps), other.gaps, count, other, without))
        return None

    def _split(
        self, outcome: Outcome, clashes: list[tuple[Use, Use]], forbidden: Forbidden
    ) -> list[tuple[Walk, Forbidden]]:
        """Walks left when either use of a clash is forbidden, for the clash that leaves the fewest."""
        best: list[tuple[Walk, Forbidden]] | None = None
        for uses in clashes:
            without = [forbidden | {use} for use in uses]
            walks = [(self.walks(uses, outcome).get(outcome), uses) for uses in without]
            left = [(walk, uses) for walk, uses in walks if walk is not None]
            if best is None or len(left) < len(best):
                best = left
            if not best:
                break
        return best or []

    def walks(self, forbidden: Forbidden, wanted: Outcome | None = None) -> dict[Outcome, Walk]:
        """The first shortest walk to each outcome, or to the wanted one, without the forbidden uses."""
        start = Spot(0, -1, False, 0, self.rider.space, self.rider.space, 0)
        came: dict[Spot, tuple[Spot, int]] = {start: (start, -1)}
        barred = {use[0] for use in forbidden}
        found: dict[Outcome, Walk] = {}
        row = [start]
        for spot in row:  # grows while it is read
            for gap, after in self._steps(spot):
                if after in came or (gap in barred and _is_forbidden(forbidden, gap, spot)):
                    continue
                came[after] = (spot, gap)
                row.append(after)
                if not after.stage & 1:
                    continue
                outcome = self._outcome(after)
                if outcome not in found and (wanted is None or outcome == wanted):
                    found[outcome] = _trace(came, after)
                    if wanted is not None:
                        return found
        return found

    def _steps(self, spot: Spot) -> Iterator[tuple[int, Spot]]:
        """Every step from a spot, by gap number."""
        if spot.end >= 0 and spot.stage & 1:
            return
        for gap, to, crossing in self.board.ways[spot.space]:
            if gap == self.gap:
                if not spot.stage & 1:
                    yield from self._arrive(gap, spot, spot.stage | 1, to, crossing)
            elif self.same[gap]:
                yield from self._arrive(gap, spot, spot.stage, to, crossing)
            elif self.rider.burst and not spot.stage & 2:
                yield from self._arrive(gap, spot, spot.stage | 2, to, crossing)

    def _arrive(self, gap: int, spot: Spot, stage: int, to: int, crossing: int) -> Iterator[tuple[int, Spot]]:
        if spot.end >= 0:
            yield gap, Spot(stage, spot.end, spot.kept, 0, to, to, 0)
            return
        level = spot.level + crossing
        if level == self.rider.need:
            yield gap, Spot(stage, to, self.rider.burst and not stage & 2, 0, to, to, 0)
        elif -self.most <= level <= self.most:
            stands = to in self.rider.others
            back, back_level = (spot.back, spot.back_level) if stands else (to, level)
            yield gap, Spot(stage, -1, False, level, to, back, back_level)

    def _outcome(self, spot: Spot) -> Outcome:
        if spot.end >= 0:
            return Outcome(self.gap, spot.end, self.rider.need, spot.kept, True)
        burst = self.rider.burst and not spot.stage & 2
        if spot.space != spot.back:
            crossed = spot.level - spot.back_level
            burst = burst or not further_ahead(self.board, spot.back, spot.space, crossed)
        return Outcome(self.gap, spot.back, spot.back_level, burst, False)


def _trace(came: dict[Spot, tuple[Spot, int]], spot: Spot) -> Walk:
    gaps: list[int] = []
    spots: list[Spot] = []
    while True:
        spot, gap = came[spot]
        if gap < 0:
            return Walk(tuple(reversed(gaps)), tuple(reversed(spots)))
        gaps.append(gap)
        spots.append(spot)


def _clashes(walk: Walk) -> list[tuple[Use, Use]]:
    """Pairs of uses of one gap, told apart by as little of their spots as needed."""
    first: dict[int, Spot] = {}
    found = []
    for gap, spot in zip(walk.gaps, walk.spots, strict=True):
        other = first.setdefault(gap, spot)
        if other is not spot:
            depth = next(at for at in range(1, len(spot) + 1) if other[:at] != spot[:at])
            found.append(((gap, *other[:depth]), (gap, *spot[:depth])))
    return found


def _is_forbidden(forbidden: Forbidden, gap: int, spot: Spot) -> bool:
    return any((gap, *spot[:depth]) in forbidden for depth in range(1, 8))
