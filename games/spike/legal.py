"""Lists legal turns lazily, one for each distinct outcome.

The simple ones come first: errands and movement alone, then each draw, upgrade and build alone, then their
combinations. A draw is listed as the last action and a build as the first: in any other order it has the
same outcome or a worse one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from games.spike import cargo, riding, rules
from games.spike.board import card_of
from games.spike.building import can_pay, cheapest
from games.spike.moves import (
    Action,
    Build,
    Deliver,
    Draw,
    Dump,
    Extra,
    Give,
    Keep,
    Load,
    Move,
    Place,
    Sides,
    Travel,
    Upgrade,
)
from games.spike.state import State, spread
from pbem.errors import IllegalMove
from pbem.game import Seat

Way = tuple[tuple[Action, ...], State]
"""Actions, and the position after them."""
PARTS = ("engine", "tender", "car")


def legal_moves(state: State, seat: Seat) -> Iterator[Move]:
    """Yield one canonical move for each distinct outcome, what is drawn left open."""
    if state.seat != seat:
        return
    if state.phase == "play":
        for actions in _turns(state, seat):
            yield Move(actions)
        return
    for action in _setting_up(state, seat):
        yield Move((action,))


def _setting_up(state: State, seat: Seat) -> Iterable[Action]:
    player = state.players[seat]
    if state.phase == "sides":
        sides = product(*((f"{card_of(card)}a", f"{card_of(card)}b") for card in player.contracts))
        return map(Sides, sides)
    if state.phase == "give":
        return [Give(card) for card in dict.fromkeys(spread(player.hand, state.board.kinds))]
    if state.phase == "keep":
        return [Keep(route) for route in dict.fromkeys(player.routes)]
    return [Place(city) for city in state.board.cities]


def _turns(state: State, seat: Seat) -> Iterator[tuple[Action, ...]]:
    ways = list(_distinct(rides(state, seat)))
    every_draw = list(draws(state, seat))
    yield from (actions for actions, _ in ways)
    yield from ((draw,) for draw in every_draw)
    yield from upgrades(state, seat)
    yield from ((build,) for build in builds(state, seat))
    for actions, _ in ways:
        if actions:
            yield from ((*actions, draw) for draw in every_draw)
    for build in builds(state, seat):
        after = rules.act(state, seat, build, [])
        for actions, _ in _distinct(rides(after, seat)):
            if actions:
                yield (build, *actions)


def _distinct(ways: Iterable[Way]) -> Iterator[Way]:
    """Leave out ways to an outcome that has been there before."""
    seen = set()
    for actions, state in ways:
        mark = _mark(state, actions)
        if mark not in seen:
            seen.add(mark)
            yield actions, state


def _mark(state: State, actions: tuple[Action, ...]) -> object:
    """What errands, movement and upgrades can change, as one value; nobody else's things change by them."""
    player = state.players[state.seat]
    parts = (player.engine, player.tender, player.cars)
    extra = any(isinstance(action, Extra) for action in actions)
    return player.at, player.aboard, tuple(player.done.items()), player.money, parts, extra


def rides(state: State, seat: Seat) -> Iterator[Way]:
    """Errands where the train is, then a move, then errands there; each may be left out."""
    for before, left in _errands(state, seat):
        yield before, left
        if any(isinstance(action, Extra) for action in before):
            continue
        player = left.players[seat]
        for to in riding.reach(state.board, player, player.engine):
            there = rules.act(left, seat, Travel(to), [])
            for after, last in _errands(there, seat):
                yield (*before, Travel(to), *after), last


def _errands(state: State, seat: Seat) -> Iterator[Way]:
    """Deliver, dump and load where the train is, and last an extra contract; each may be left out."""
    for delivered, after in _deliveries(state, seat):
        for dumped, lighter in _dumps(after, seat):
            actions = (*delivered, *dumped)
            yield actions, lighter
            at = lighter.players[seat].at
            commodity = state.board.cities.get(at, "")
            if commodity and Dump(commodity) not in dumped:
                yield from _tried(lighter, seat, actions, Load(commodity))
        if _may_take_extra(after, seat):
            yield (*delivered, Extra()), after


def _may_take_extra(state: State, seat: Seat) -> bool:
    try:
        cargo.need_extra(state, seat)
    except IllegalMove:
        return False
    return True


def _tried(state: State, seat: Seat, before: tuple[Action, ...], action: Action) -> Iterator[Way]:
    """The action after others, if it may be."""
    try:
        after = rules.act(state, seat, action, [])
    except IllegalMove:
        return
    yield (*before, action), after


def _deliveries(state: State, seat: Seat) -> Iterator[Way]:
    yield (), state
    for commodity in state.players[seat].aboard:
        yield from _tried(state, seat, (), Deliver(commodity))


def _dumps(state: State, seat: Seat) -> Iterator[Way]:
    aboard = state.players[seat].aboard
    for number in range(len(aboard) + 1):
        for some in combinations(aboard, number):
            after = state
            for commodity in some:
                after = rules.act(after, seat, Dump(commodity), [])
            yield tuple(map(Dump, some)), after


def draws(state: State, seat: Seat) -> Iterator[Draw]:
    """Every choice of face-up cards with every number from the deck."""
    power = state.players[seat].tender
    kinds = state.board.kinds
    row = sorted(state.row, key=list(kinds).index)
    for number in range(min(power, len(row)) + 1):
        for taken in dict.fromkeys(combinations(row, number)):
            for deck in range(power - number + 1):
                if number or deck:
                    yield Draw(taken, deck)


def upgrades(state: State, seat: Seat) -> Iterator[tuple[Action, ...]]:
    """Upgrades where the train is, before or after errands, and where it gets to."""
    ways = (way for part in PARTS for way in _upgrade_ways(state, seat, part))
    for actions, _ in _distinct(ways):
        yield actions


def _upgrade_ways(state: State, seat: Seat, part: str) -> Iterator[Way]:
    for before, left in _errands(state, seat):
        if any(isinstance(action, Extra) for action in before):
            continue
        for actions, better in _tried(left, seat, before, Upgrade(part)):
            for after, last in rides(better, seat):
                yield (*actions, *after), last
    for before, there in rides(state, seat):
        if any(isinstance(action, Extra) for action in before):
            continue
        for actions, better in _tried(there, seat, before, Upgrade(part)):
            for after, last in _errands(better, seat):
                yield (*actions, *after), last


def builds(state: State, seat: Seat) -> Iterator[Build]:
    """Every path that may be built and paid for, each with one cheapest payment."""
    player = state.players[seat]
    longest = min(state.unplayed(seat), player.cards)
    if longest < 1:
        return
    for start in sorted(player.points, key=state.board.order):
        search = _Search(state, seat, start, longest)
        yield from search.paths((start,), {}, longest)


class _Search:
    """Depth-first search for paths from one point of a network."""

    def __init__(self, state: State, seat: Seat, start: str, longest: int) -> None:
        self.board = state.board
        self.used = state.used
        self.player = state.players[seat]
        self.hand = self.player.hand
        self.start = state.board.points[start]

    def paths(self, path: tuple[str, ...], needs: dict[str, int], left: int) -> Iterator[Build]:
        """Yield builds that go on from a path; `needs` is what it costs so far."""
        for point, link in self.board.near[path[-1]].items():
            if link in self.used or point in path:
                continue
            kind = self.board.links[link]
            more = {**needs, kind: needs.get(kind, 0) + 1}
            if not can_pay(self.hand, more):
                continue
            if point in self.player.points:
                if self.start < self.board.points[point]:
                    yield from self._build((*path, point), more)
            elif point in self.board.cities:
                yield from self._build((*path, point), more)
            elif left > 1:
                yield from self.paths((*path, point), more, left - 1)

    def _build(self, path: tuple[str, ...], needs: dict[str, int]) -> Iterator[Build]:
        trades = cheapest(self.hand, needs)
        if trades is not None:
            yield Build(path, trades)
