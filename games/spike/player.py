"""A simple player for trial games: it works for the contract that promises most for its trouble."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice, pairwise, product
from typing import TYPE_CHECKING

import msgspec

from games.spike import cargo, legal, riding, rules, train
from games.spike.board import commodity_of
from games.spike.building import can_pay, cheapest, cost
from games.spike.moves import Action, Build, Deliver, Draw, Extra, Load, Move, Place, Travel, Upgrade
from games.spike.state import Player, State
from pbem.errors import IllegalMove
from pbem.game import Seat

if TYPE_CHECKING:
    from random import Random

WHIM = 0.1
"""Share of turns that are any legal turn."""
LOOKED_AT = 300
"""Builds looked at for a turn on a whim."""
MOST = 40
"""Paths to the next city that are looked at."""
DETOUR = 1
"""Links that a path may be longer than the shortest."""


class Plan(msgspec.Struct, frozen=True):
    """A contract with the city to load in ("" once loaded) and the city to deliver to."""

    face: str
    source: str
    target: str
    promise: float


def sample(state: State, seat: Seat, random: Random, whim: float = WHIM) -> Move:
    """Choose one legal move: mostly with purpose, sometimes any."""
    if state.phase == "place":
        return Move((Place(_start(state, seat, random)),))
    if state.phase != "play":
        return random.choice(list(legal.legal_moves(state, seat)))
    if random.random() < whim:
        return any_turn(state, seat, random)
    return _Turn(state, seat, random).move()


def any_turn(state: State, seat: Seat, random: Random) -> Move:
    """A legal turn without purpose: perhaps a build, upgrade or draw, perhaps errands and a move."""
    what = random.choice(("ride", "build", "build", "draw", "draw", "upgrade", "ride"))
    main: tuple[Action, ...] = ()
    if what == "upgrade" and (turns := list(legal.upgrades(state, seat))):
        return Move(random.choice(turns))
    if what == "build":
        found = list(islice(legal.builds(state, seat), LOOKED_AT))
        main = (random.choice(found),) if found else ()
    after = rules.act(state, seat, main[0], []) if main else state
    ways = [actions for actions, _ in legal.rides(after, seat)]
    ride = random.choice(ways)
    if what == "draw" or not (main or ride):
        return Move((*ride, random.choice(list(legal.draws(state, seat)))))
    return Move((*main, *ride))


def _start(state: State, seat: Seat, random: Random) -> str:
    """A city that has one of the contracts' commodities, close to the others'."""
    board = state.board
    wanted = [commodity_of(face) for face in state.players[seat].contracts]
    own = [city for city, has in board.cities.items() if has in wanted]

    def trouble(city: str) -> float:
        return (
            sum(min(board.away[source][city] for source in board.sources(c)) for c in wanted)
            + random.random()
        )

    return min(own, key=trouble)


class _Turn:
    """One turn in the making; `state` is the position after the actions so far."""

    def __init__(self, state: State, seat: Seat, random: Random) -> None:
        self.state = state
        self.seat = seat
        self.random = random
        self.actions: list[Action] = []

    @property
    def player(self) -> Player:
        return self.state.players[self.seat]

    def move(self) -> Move:
        self._errands()
        plan = best_plan(self.state, self.seat)
        built = self._build(best_plan(self.state, self.seat, building=True))
        if self._travel(plan):
            self._errands()
        if not built and not self._upgrade(plan):
            self._draw(best_plan(self.state, self.seat, building=True))
        return Move(tuple(self.actions))

    def _try(self, action: Action) -> bool:
        try:
            self.state = rules.act(self.state, self.seat, action, [])
        except IllegalMove:
            return False
        self.actions.append(action)
        return True

    def _errands(self) -> None:
        at = self.player.at
        if at not in self.state.board.cities:
            return
        for commodity in self.player.aboard:
            fees = self.state.board.contracts[self.player.open(commodity)]
            unused = [fee for city, fee in fees.items() if city not in self.player.done.values()]
            if at in fees and 2 * fees[at] >= max(unused, default=0):
                self._try(Deliver(commodity))
        if not self.player.contracts and "extra-contract" in self.state.setup.options and not self.actions:
            self._extra()
        self._try(Load(self.state.board.cities[at]))

    def _extra(self) -> None:
        try:
            cargo.need_extra(self.state, self.seat)
        except IllegalMove:
            return
        self.actions.append(Extra())

    def _build(self, plan: Plan | None) -> bool:
        """Build the next stretch towards the goal, or to any city that is near where there is none."""
        if not self.player.hand or not self.state.unplayed(self.seat):
            return False
        if goal := self._goal(plan):
            return any(self._build_to(path) for path in stretches(self.state, self.seat, goal))
        found = min(islice(legal.builds(self.state, self.seat), 60), key=_price, default=None)
        return found is not None and len(found.path) < 5 and not found.trades and self._try(found)

    def _goal(self, plan: Plan | None) -> str:
        """The next city to connect: of the plan, or of one's route where no contract needs track."""
        if plan is not None:
            cities = [plan.source, plan.target]
        else:
            route = self.state.board.routes.get(self.player.routes[0])
            cities = [route.start, *(city for city, _ in route.stops)] if route else []
        return next((city for city in cities if city and city not in self.player.cities), "")

    def _build_to(self, path: tuple[str, ...]) -> bool:
        near = self.state.board.near
        needs = cost(self.state.board, (near[a][b] for a, b in pairwise(path)))
        if not can_pay(self.player.hand, needs):
            return False
        trades = cheapest(self.player.hand, needs)
        return trades is not None and len(trades) < 3 and self._try(Build(path, trades))

    def _travel(self, plan: Plan | None) -> bool:
        """Go as far as the engine goes towards the city to load in or to deliver to."""
        if plan is None or any(isinstance(action, Extra) for action in self.actions):
            return False
        goal = plan.source or plan.target
        player, board = self.player, self.state.board
        if goal not in player.cities:
            return False
        away = riding.reach(board, msgspec.structs.replace(player, at=goal), 99)
        away[goal] = 0
        near = riding.reach(board, player, player.engine)
        best = min(near, key=lambda space: (away[space], space), default="")
        return bool(best) and away[best] < away.get(player.at, 0) and self._try(Travel(best))

    def _upgrade(self, plan: Plan | None) -> bool:
        if plan is None or (self.state.round == 3 and self.state.times):
            return False
        for part in ("engine", "tender") if self.player.engine < 3 else ("tender", "car"):
            if self.player.cards > 3 or self.player.money > 8:
                price = train.upgrade_price(self.player, part)
                if price and self.player.money >= price and self._try(Upgrade(part)):
                    return True
        return False

    def _draw(self, plan: Plan | None) -> None:
        """Take face-up cards that the next stretch lacks, the rest from the deck."""
        wanted = self._lacking(plan)
        taken: list[str] = []
        for card in self.state.row:
            if wanted.get(card, 0) and len(taken) < self.player.tender:
                wanted[card] -= 1
                taken.append(card)
        kinds = list(self.state.board.kinds)
        taken.sort(key=kinds.index)
        self.actions.append(Draw(tuple(taken), self.player.tender - len(taken)))

    def _lacking(self, plan: Plan | None) -> dict[str, int]:
        goal = self._goal(plan)
        if not goal:
            return {}
        board, best = self.state.board, dict[str, int]()
        for path in stretches(self.state, self.seat, goal):
            links = [board.near[a][b] for a, b in pairwise(path)]
            needs = cost(board, links)
            lack = {kind: max(0, number - self.player.hand.get(kind, 0)) for kind, number in needs.items()}
            if not best or sum(lack.values()) < sum(best.values()):
                best = lack
        return best


def _price(build: Build) -> tuple[int, int]:
    return len(build.trades), len(build.path)


def approach(state: State, seat: Seat) -> dict[str, int]:
    """Links that a seat would have to build to get to each point; what it cannot get to is left out."""
    board, player = state.board, state.players[seat]
    found = dict.fromkeys(player.points, 0)
    waiting = deque(found)
    while waiting:
        point = waiting.popleft()
        for other, link in board.near[point].items():
            if other not in found and link not in state.used:
                found[other] = found[point] + 1
                waiting.append(other)
    return found


def best_plan(state: State, seat: Seat, building: bool = False) -> Plan | None:
    """The open contract, with cities, that promises most dollars for the links and turns it takes.

    `building`: only one for which track is still to be laid.
    """
    far = approach(state, seat)
    plans = (
        plan for face in state.players[seat].contracts for plan in _plans(state, seat, face, far, building)
    )
    return max(plans, key=lambda plan: plan.promise, default=None)


def _plans(state: State, seat: Seat, face: str, far: dict[str, int], building: bool) -> Iterator[Plan]:
    board, player = state.board, state.players[seat]
    commodity, left = commodity_of(face), state.unplayed(seat)
    sources = [""] if commodity in player.aboard else board.sources(commodity)
    for source, (target, fee) in product(sources, board.contracts[face].items()):
        if target in player.done.values() or target not in far or (source and source not in far):
            continue
        way = board.away[target][source] if source else 0
        links = (far[source] if source else 0) + min(far[target], way or far[target])
        if links <= left and (links or not building):
            trouble = 3 + 1.5 * links + (way + 2) / player.engine
            yield Plan(face, source, target, (fee + 0.5 * links) / trouble)


def stretches(state: State, seat: Seat, goal: str) -> list[tuple[str, ...]]:
    """Paths from the network to the first new city on the way to a goal, the short ones first."""
    first = _first_city(state, seat, goal)
    board, player = state.board, state.players[seat]
    away = _free_away(state, player, first) if first else {}
    starts = [point for point in away if point in player.points]
    limit = min((away[point] for point in starts), default=0) + DETOUR
    found: list[tuple[str, ...]] = []
    waiting: deque[tuple[str, ...]] = deque((point,) for point in sorted(starts) if away[point] <= limit)
    while waiting and len(found) < MOST:
        path = waiting.popleft()
        for point, link in board.near[path[-1]].items():
            if link in state.used or point in path or away.get(point, limit) + len(path) > limit:
                continue
            if point == first:
                found.append((*path, point))
            elif point not in player.points and point not in board.cities:
                waiting.append((*path, point))
    return found


def _free_away(state: State, player: Player, city: str) -> dict[str, int]:
    """Free links between a new city and each point from which it can be built to."""
    board, found, waiting = state.board, {city: 0}, deque([city])
    while waiting:
        point = waiting.popleft()
        if point != city and (point in player.points or point in board.cities):
            continue
        for other, link in board.near[point].items():
            if other not in found and link not in state.used:
                found[other] = found[point] + 1
                waiting.append(other)
    return found


def _first_city(state: State, seat: Seat, goal: str) -> str:
    """The first new city on a shortest way from the network to a goal; "" if others' track is in the way."""
    board, player = state.board, state.players[seat]
    came: dict[str, str] = {goal: ""}
    waiting = deque([goal])
    while waiting:
        point = waiting.popleft()
        if point in player.points:
            while (point := came[point]) not in board.cities:
                pass
            return point
        for other, link in board.near[point].items():
            if other not in came and link not in state.used:
                came[other] = point
                waiting.append(other)
    return ""
