"""Finds every outcome of playing one colour by listing trails, for positions where there are few."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from games.spokes.board import Board
from games.spokes.rides import Rider, further_ahead


class Outcome(NamedTuple):
    """What two rides of one bike and one colour must share to be the same turn; spaces and gaps by number.

    `gap` is where the spoke is placed, `crossings` are net ones of the ride, `burst` is the tile's side
    afterwards.
    """

    gap: int
    space: int
    crossings: int
    burst: bool
    won: bool


Found = dict[Outcome, tuple[int, ...]]
"""The best ride of each outcome as gap numbers: the shortest, of these the first in their order."""


class Task(msgspec.Struct, frozen=True):
    """A bike that plays a spoke of colour `letter` somewhere on a board that holds `spokes`."""

    board: Board
    rider: Rider
    spokes: str
    letter: str


class TooMany(Exception):
    """More trails than are worth listing."""


def list_outcomes(task: Task, most: int | None, gap: int | None = None) -> Found:
    """Follow every trail through `gap`, or through any gap that may take the spoke.

    Raises TooMany after `most` steps, if there is a limit.
    """
    return _Listing(task, most, gap).run()


class _Listing:
    """One search, depth first by gap number, so that of equally long rides the first stays."""

    def __init__(self, task: Task, most: int | None, only: int | None) -> None:
        self.board = task.board
        self.rider = task.rider
        self.same = [letter == task.letter for letter in task.spokes]
        self.used = [False] * len(task.spokes)
        self.path: list[int] = []
        self.found: Found = {}
        self.left = -1 if most is None else most
        self.may_take = [only is None or gap == only for gap in range(len(task.spokes))]

    def run(self) -> Found:
        start = self.rider.space
        self._ride(start, 0, self.rider.burst, -1, start, 0)
        return self.found

    def _ride(self, space: int, level: int, free: bool, placed: int, back: int, back_level: int) -> None:
        """Go on from `space`. `free`: the burst is there to be used; `placed`: the gap swapped, or -1.

        `back` is the latest empty space, reached at `back_level`.
        """
        for gap, to, crossing in self.board.ways[space]:
            if self.used[gap]:
                continue
            after = level + crossing
            if self.same[gap]:
                self._step(gap, to, after, free, placed, back, back_level)
                continue
            if placed < 0 and self.may_take[gap]:
                self._step(gap, to, after, free, gap, back, back_level)
            if free:
                self._step(gap, to, after, False, placed, back, back_level)

    def _step(
        self, gap: int, to: int, level: int, free: bool, placed: int, back: int, back_level: int
    ) -> None:
        if self.left == 0:
            raise TooMany
        self.left -= 1
        self.used[gap] = True
        self.path.append(gap)
        if level == self.rider.need:
            self._finish(to, free, placed, to, free)
        else:
            if to not in self.rider.others:
                back, back_level = to, level
            if placed >= 0:
                self._stop(to, level, free, placed, back, back_level)
            self._ride(to, level, free, placed, back, back_level)
        self.path.pop()
        self.used[gap] = False

    def _stop(self, space: int, level: int, free: bool, placed: int, back: int, back_level: int) -> None:
        if space != back:
            free = free or not further_ahead(self.board, back, space, level - back_level)
        self._keep(Outcome(placed, back, back_level, free, False))

    def _finish(self, space: int, free: bool, placed: int, end: int, burst: bool) -> None:
        """Go on after the win at `end`, until the ride is legal in full."""
        if placed >= 0:
            self._keep(Outcome(placed, end, self.rider.need, burst, True))
            return
        for gap, to, _ in self.board.ways[space]:
            if self.used[gap]:
                continue
            self.path.append(gap)
            self.used[gap] = True
            if self.same[gap]:
                self._go_on(to, free, end, burst)
            else:
                if self.may_take[gap]:
                    self._keep(Outcome(gap, end, self.rider.need, burst, True))
                if free:
                    self._go_on(to, False, end, burst)
            self.used[gap] = False
            self.path.pop()

    def _go_on(self, space: int, free: bool, end: int, burst: bool) -> None:
        if self.left == 0:
            raise TooMany
        self.left -= 1
        self._finish(space, free, -1, end, burst)

    def _keep(self, outcome: Outcome) -> None:
        best = self.found.get(outcome)
        if best is None or len(self.path) < len(best):
            self.found[outcome] = tuple(self.path)
