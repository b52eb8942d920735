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


class Reach(NamedTuple):
    """How each spot is reached, by number: the spot before it and the gap; and each outcome's first spot."""

    came: dict[int, tuple[int, int]]
    ends: dict[Outcome, int]


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
        start = Spot(0, -1, False, 0, self.rider.space, self.rider.space, 0)
        self.spots = [start]
        self.numbers = {start: 0}
        self.onwards: list[list[tuple[int, int]] | None] = [None]
        self.outcomes: list[Outcome | None] = [None]
        self.known: dict[Forbidden, Reach] = {}

    def _most_crossings(self) -> int:
        """No trail crosses the line more often than there are gaps for it."""
        usable = sum(1 for gap, crossing in enumerate(self.board.crossings) if crossing and self.same[gap])
        return usable + self.rider.burst

    def solve(self) -> Found:
        """The best ride of each outcome that some trail reaches."""
        found: Found = {}
        for outcome in self.reach(frozenset()).ends:
            if (ride := self._untangle(outcome)) is not None:
                found[outcome] = ride
        return found

    def _untangle(self, outcome: Outcome) -> tuple[int, ...] | None:
        """The first shortest trail to `outcome`, by forbidding one use of a doubled gap at a time."""
        nothing: Forbidden = frozenset()
        walk = self._walk(outcome, nothing)
        waiting = [(len(walk.gaps), walk.gaps, 0, walk, nothing)] if walk else []
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
            walks = [(self._walk(outcome, uses), uses) for uses in without]
            left = [(walk, uses) for walk, uses in walks if walk is not None]
            if best is None or len(left) < len(best):
                best = left
            if not best:
                break
        return best or []

    def _walk(self, outcome: Outcome, forbidden: Forbidden) -> Walk | None:
        """The first shortest walk to an outcome without the forbidden uses."""
        reach = self.reach(forbidden)
        if (spot := reach.ends.get(outcome)) is None:
            return None
        gaps: list[int] = []
        spots: list[Spot] = []
        while spot:
            spot, gap = reach.came[spot]
            gaps.append(gap)
            spots.append(self.spots[spot])
        return Walk(tuple(reversed(gaps)), tuple(reversed(spots)))

    def reach(self, forbidden: Forbidden) -> Reach:
        """Search breadth first, by gap number, without the forbidden uses."""
        if (known := self.known.get(forbidden)) is not None:
            return known
        barred = {use[0] for use in forbidden}
        came = {0: (-1, -1)}
        ends: dict[Outcome, int] = {}
        row = [0]
        for spot in row:  # grows while it is read
            for gap, after in self._from(spot):
                if after in came or (gap in barred and _is_forbidden(forbidden, gap, self.spots[spot])):
                    continue
                came[after] = (spot, gap)
                row.append(after)
                if (outcome := self.outcomes[after]) is not None:
                    ends.setdefault(outcome, after)
        self.known[forbidden] = Reach(came, ends)
        return self.known[forbidden]

    def _from(self, number: int) -> list[tuple[int, int]]:
        """Every step from a spot, by gap number, to spots by their numbers."""
        steps = self.onwards[number]
        if steps is None:
            steps = [(gap, self._number(after)) for gap, after in self._steps(self.spots[number])]
            self.onwards[number] = steps
        return steps

    def _number(self, spot: Spot) -> int:
        number = self.numbers.setdefault(spot, len(self.spots))
        if number == len(self.spots):
            self.spots.append(spot)
            self.onwards.append(None)
            self.outcomes.append(self._outcome(spot) if spot.stage & 1 else None)
        return number

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


def _clashes(walk: Walk) -> list[tuple[Use, Use]]:
    """Pairs of uses of one gap, told apart by as little of their spots as needed.

    Of gaps ridden again one after the other only the first counts: mostly they stand and fall together.
    """
    first: dict[int, Spot] = {}
    found = []
    before = False
    for gap, spot in zip(walk.gaps, walk.spots, strict=True):
        other = first.setdefault(gap, spot)
        if other is not spot and not before:
            depth = next(at for at in range(1, len(spot) + 1) if other[:at] != spot[:at])
            found.append(((gap, *other[:depth]), (gap, *spot[:depth])))
        before = other is not spot
    return found


def _is_forbidden(forbidden: Forbidden, gap: int, spot: Spot) -> bool:
    return any((gap, *spot[:depth]) in forbidden for depth in range(1, 8))
