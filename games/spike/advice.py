"""Ways out for a player whose action cannot be: looked for only once it has been refused."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import pairwise, takewhile

from msgspec.structs import replace

from games.spike import riding
from games.spike.building import cheapest, cost
from games.spike.moves import Action, Build, Deliver, Dump, Load, Travel, Upgrade, action_text
from games.spike.state import Player, State, plus
from pbem.errors import IllegalMove
from pbem.game import Seat

DETOUR = 2
"""Links that a path offered may be longer than the shortest there is."""
LOOKED_AT = 200
"""Beginnings of paths that are looked at for one."""
NAMED = 8
"""So many spaces in reach are named."""


def advised(
    state: State, seat: Seat, actions: Sequence[Action], action: Action, error: IllegalMove
) -> IllegalMove:
    """The error with a way out in its hint, if there is one better than its own.

    `state` is the position after those of the turn's `actions` that stand before the one refused.
    """
    before = takewhile(lambda other: other is not action, actions)
    moved = any(isinstance(other, Travel) for other in before)
    hint = ""
    if error.code == "not-in-city":
        hint = _to_a_city(state, seat, actions, action, moved)
    elif error.code == "money" and isinstance(action, Upgrade):
        hint = _earned(state, seat, actions, action, moved)
    elif error.code == "full":
        hint = "write " + _turn(state, seat, actions, action, Dump(state.players[seat].aboard[0]), action)
    elif isinstance(action, Travel) and error.code in ("too-far", "not-own-track"):
        hint = _reach(state, seat, action.to)
    elif isinstance(action, Build):
        ways = _builds(state, seat, action, error.code)
        turns = [_turn(state, seat, actions, action, other) for other in ways]
        hint = f"write {', or go round it: '.join(turns)}" if ways else ""
        if ways and action.trades and ways[0] == replace(action, trades=()):
            hint = f"no trade is needed: {hint}"
    return hinted(error, hint) if hint else error


def hinted(error: IllegalMove, hint: str) -> IllegalMove:
    """The same error with another hint."""
    return IllegalMove(error.code, error.message, action=error.action, rule=error.rule, hint=hint)


def _turn(state: State, seat: Seat, actions: Sequence[Action], action: Action, *instead: Action) -> str:
    """A hint to write something in place of an action, with what else of the turn can stand then."""
    at = next(at for at, other in enumerate(actions) if other is action)
    rest = list(actions[at + 1 :])
    while rest and not _stands(state, seat, *instead, *rest):
        rest.pop()
    text = "; ".join(map(action_text, (*actions[:at], *instead, *rest)))
    return f"`{text}`"


def _stands(state: State, seat: Seat, *actions: Action) -> bool:
    """Say whether these actions could be carried out now, what is drawn perhaps still open."""
    from games.spike import rules

    try:
        for action in actions:
            state = rules.act(state, seat, action, [])
    except IllegalMove as error:
        return error.code == "draw-missing"
    return True


def _earned(state: State, seat: Seat, actions: Sequence[Action], upgrade: Upgrade, moved: bool) -> str:
    """A delivery that would pay for an upgrade, where the train is or where it can get to."""
    player = state.players[seat]
    spaces = [player.at] if moved else [player.at, *riding.reach(state.board, player, player.engine)]
    for space in spaces:
        there = () if space == player.at else (Travel(space),)
        for commodity in player.aboard:
            instead = (*there, Deliver(commodity), upgrade)
            if _stands(state, seat, *instead):
                return f"write {_turn(state, seat, actions, upgrade, *instead)}"
    return ""


# Where the train can go


def _away(state: State, player: Player) -> dict[str, int]:
    """Every other space of a seat's network with its distance from the train."""
    return riding.reach(state.board, player, len(player.track) + len(player.cities))


def _to_a_city(state: State, seat: Seat, actions: Sequence[Action], action: Action, moved: bool) -> str:
    """What to do where the train is on the line and has to be in a city."""
    text = action_text(action)
    if moved:
        return f"the move of this turn ends on the line: leave `{text}` out"
    player = state.players[seat]
    cities = {space: far for space, far in _away(state, player).items() if space in state.board.cities}
    for city, far in cities.items():
        there = action
        if isinstance(action, Load):
            there = Load(action.commodity or state.board.cities[city])
        if far <= player.engine and _stands(state, seat, Travel(city), there):
            return f"write {_turn(state, seat, actions, action, Travel(city), there)}"
    nearest = next(iter(cities))
    return f"the nearest city is {nearest}, {_way_to(state, player, nearest, cities[nearest])}"


def _way_to(state: State, player: Player, city: str, far: int) -> str:
    """How far a space of the network is, and where to stop on the way to it."""
    spaces = f"{far} space{'s' if far > 1 else ''} away"
    if far <= player.engine:
        return f"{spaces}: `move {city}` gets there"
    on_the_way = _nearer(state, player, city)
    return f"{spaces}, and the engine moves {player.engine}: `move {on_the_way}` leads there"


def _nearer(state: State, player: Player, to: str) -> str:
    """The space in reach from which it is least far to another one."""
    left = _away(state, replace(player, at=to))
    return min(riding.reach(state.board, player, player.engine), key=lambda space: left.get(space, 0))


def to_deliver(state: State, seat: Seat, city: str, commodity: str, moved: bool) -> str:
    """What to do where a delivery names a city in which the train is not."""
    player = state.players[seat]
    far = _away(state, player).get(city, 0)
    deliver = Deliver(commodity)
    if moved or not commodity or not far:
        return "leave it out" if moved or far else f"leave it out; {seat}'s track does not lead to {city}"
    if far <= player.engine and _stands(state, seat, Travel(city), deliver):
        return f"write `move {city}; {action_text(deliver)}`"
    if city not in state.board.contracts.get(player.open(commodity), {}):
        return "leave it out"
    return f"{city} is {_way_to(state, player, city, far)}"


def _reach(state: State, seat: Seat, to: str) -> str:
    """Where the train can go instead: towards the place it was sent to, or anywhere."""
    player = state.players[seat]
    if to in _away(state, player):
        return f"`move {_nearer(state, player, to)}` leads there"
    spaces = list(riding.reach(state.board, player, player.engine))
    if not spaces:
        return f"{seat} has no track at {player.at} yet: build there first"
    more = ", ..." if len(spaces) > NAMED else ""
    return f"from {player.at} it can get to {', '.join(spaces[:NAMED])}{more}"


def pieces(state: State, seat: Seat, junction: str) -> list[str]:
    """The pieces of track at a junction that the train can get to."""
    player = state.players[seat]
    near = riding.reach(state.board, player, player.engine)
    return [link for link in state.board.near[junction].values() if link in near]


# What can be built


def _builds(state: State, seat: Seat, build: Build, code: str) -> list[Build]:
    """Builds in place of one that may not be: what there is of it to build, then a way round."""
    path, player = build.path, state.players[seat]
    found: list[Build | None] = []
    if code in ("cards", "trade", "trade-unused"):
        found.append(_paid(state, seat, path))
    elif code == "through":
        stops = player.points.union(state.board.cities)
        first = next(at for at, point in enumerate(path) if at and point in stops)
        found += [_paid(state, seat, path[: first + 1]), _round(state, seat, path)]
    elif code == "no-city":
        found.append(way(state, seat, path))
    elif code == "taken":
        found.append(_beyond(state, seat, path) or _round(state, seat, path))
    elif code == "no-link":
        found.append(_round(state, seat, path))
    return [other for other in found if other]


def _beyond(state: State, seat: Seat, path: tuple[str, ...]) -> Build | None:
    """What a path builds beyond track that the seat has already."""
    links = [state.board.near[one][other] for one, other in pairwise(path)]
    mine = [at for at, link in enumerate(links) if link in state.players[seat].track]
    return _paid(state, seat, path[mine[-1] + 1 :]) if mine and mine[-1] + 1 < len(links) else None


def _round(state: State, seat: Seat, path: tuple[str, ...]) -> Build | None:
    """Another way between the ends of a path, if it leads from the network to a new city."""
    player = state.players[seat]
    start, end = (path[0], path[-1]) if path[0] in player.points else (path[-1], path[0])
    if start in player.points and end in state.board.cities.keys() - player.cities:
        return way(state, seat, (start,), end)
    return None


def _paid(state: State, seat: Seat, path: tuple[str, ...]) -> Build | None:
    """A build along a path with trades that pay for it, if it stands."""
    needs = cost(state.board, (state.board.near[one][other] for one, other in pairwise(path)))
    trades = cheapest(state.players[seat].hand, needs)
    build = None if trades is None else Build(path, trades)
    return build if build and _stands(state, seat, build) else None


def way(state: State, seat: Seat, begun: tuple[str, ...], end: str = "") -> Build | None:
    """The shortest path that goes on from one begun and can be built and paid, to a city that is new.

    With `end` to this one; of equally short ones that with the fewest trades. None if there is none; paths
    much longer than they need be are not looked for.
    """
    board, player = state.board, state.players[seat]
    away = board.away[end] if end else dict.fromkeys(board.points, 0)
    goals = {end} if end else board.cities.keys() - player.cities
    longest = min(len(begun) - 1 + away[begun[-1]] + DETOUR, player.cards, state.unplayed(seat))
    waiting = deque([(begun, cost(board, (board.near[one][other] for one, other in pairwise(begun))))])
    best: Build | None = None
    for _ in range(LOOKED_AT):
        if not waiting or (best and len(waiting[0][0]) == len(best.path)):
            break
        path, needs = waiting.popleft()
        for point, link in board.near[path[-1]].items():
            if link in state.used or point in path or len(path) + away[point] > longest:
                continue
            more = plus(needs, {board.links[link]: 1})
            trades = cheapest(player.hand, more)
            if trades is None:
                continue
            if point in goals and (best is None or len(trades) < len(best.trades)):
                best = Build((*path, point), trades)
            if point not in player.points and point not in board.cities:
                waiting.append(((*path, point), more))
    return best
