"""All the ways a train can go in one turn, each distinct result once, by its shortest path.

Paths are walked leg by leg from town to town, breadth first and in alphabetical order, so the first path
that gives a result is the one with the fewest legs, then the first of the alphabet. Sets of spaces are
whole numbers used as bit sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.spectral_rails.ether import only_on, ways_out
from games.spectral_rails.state import State, sign


class Route(NamedTuple):
    """A path with its result. `town` is empty where it ends on a space, whose line tells `behind`.

    `laid` is the set of spaces newly filled, as bits, `filled` their number; `wrecks` are towns whose
    markers it takes, in board order.
    """

    path: tuple[str, ...]
    stop: int
    town: str
    laid: int
    filled: int
    wrecks: frozenset[str]


class _Node(NamedTuple):
    path: tuple[str, ...]
    laid: int
    filled: int
    wrecks: frozenset[str]


def routes(state: State, seat: str, budget: int) -> Iterator[Route]:
    """Yield every result that fills `budget` spaces at most, shortest paths first."""
    return _Walk(state, seat, budget).routes()


class _Walk:
    """One search: what does not change while it runs, and what has been seen."""

    def __init__(self, state: State, seat: str, budget: int) -> None:
        self.state = state
        self.seat = seat
        self.board = state.setup.board
        self.mine = sign(state, seat)
        self.budget = budget
        self.towns: set[tuple[str, int, frozenset[str]]] = set()
        self.stops: set[tuple[int, str, int, frozenset[str]]] = set()
        self.waiting: list[_Node] = []

    def routes(self) -> Iterator[Route]:
        """Set out, then go on from every town reached."""
        yield from self._set_out()
        while self.waiting:
            level, self.waiting = self.waiting, []
            for node in level:
                here = node.path[-1]
                for there in self.board.ways[here]:
                    yield from self._leg(node, there, self.board.legs[here, there], 0)

    def _set_out(self) -> Iterator[Route]:
        engineer = self.state.engineers[self.seat]
        ways = ways_out(self.state, engineer)
        if engineer.space >= 0:
            ways = sorted(ways[:1] if only_on(self.state, self.seat, engineer) else ways)
        for here, there, spaces in ways:
            begun = len(self.board.legs[here, there]) - len(spaces)
            yield from self._leg(_Node((here,), 0, 0, frozenset()), there, spaces, begun)

    def _leg(self, node: _Node, there: str, spaces: tuple[int, ...], begun: int) -> Iterator[Route]:
        """Go along a leg; every space on it is an end, and so is its town."""
        trails, laid, count = self.state.trails, node.laid, node.filled
        path = (*node.path, there)
        for stop, space in enumerate(spaces, begun + 1):
            held = trails[space]
            if held == self.mine or (held == "." and (laid >> space & 1 or count == self.budget)):
                return
            if held == ".":
                laid |= 1 << space
                count += 1
            key = (space, node.path[-1], laid, node.wrecks)
            if key not in self.stops:
                self.stops.add(key)
                yield Route(path, stop, "", laid, count, node.wrecks)
        yield from self._arrive(path, there, laid, count, node.wrecks)

    def _arrive(
        self, path: tuple[str, ...], town: str, laid: int, count: int, wrecks: frozenset[str]
    ) -> Iterator[Route]:
        if town in self.state.wrecks:
            wrecks = wrecks | {town}
        key = (town, laid, wrecks)
        if key not in self.towns:
            self.towns.add(key)
            self.waiting.append(_Node(path, laid, count, wrecks))
            yield Route(path, 0, town, laid, count, wrecks)
