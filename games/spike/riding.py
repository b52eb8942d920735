"""Movement: where a train can get to, and what a written stop means."""

from __future__ import annotations

from games.spike.board import Board
from games.spike.building import need_links, no_such_point
from games.spike.moves import Stop, written
from games.spike.state import Player, State
from pbem.errors import AmbiguousOrder, IllegalMove
from pbem.game import Seat

MOVEMENT = "Movement"


def beside(board: Board, player: Player, space: str) -> list[str]:
    """The spaces next to a space on one's own track: each piece of track is one, and each city."""
    if space in board.cities:
        return [link for link in board.near[space].values() if link in player.track]
    spaces = []
    for end in board.ends[space]:
        if end in board.cities:
            spaces.append(end)
        else:
            spaces += [link for link in board.near[end].values() if link in player.track and link != space]
    return spaces


def reach(board: Board, player: Player, steps: int) -> dict[str, int]:
    """The spaces that the train can get to in so many steps, each with its distance; not the one it is on."""
    if not player.at:  # not placed yet
        return {}
    found = {player.at: 0}
    edge = [player.at]
    for step in range(1, steps + 1):
        fresh = []
        for space in edge:
            for other in beside(board, player, space):
                if other not in found:
                    found[other] = step
                    fresh.append(other)
        edge = fresh
    del found[player.at]
    return found


def in_reach(board: Board, player: Player, to: str) -> bool:
    """Say whether the train can get to a space of its own network in one turn.

    Steps lead both ways: the last one is looked at from `to`, which spares the widest ring of spaces.
    """
    if not player.at:
        return False
    near = reach(board, player, player.engine - 1)
    return any(space == player.at or space in near for space in beside(board, player, to))


def need_reach(state: State, seat: Seat, to: str) -> None:
    """Raise IllegalMove unless the train can get to a space in this turn."""
    player, board, text = state.players[seat], state.board, f"move {to}"
    if to not in board.cities and to not in board.ends:
        raise IllegalMove("no-such-space", f"{to} is neither a city nor a track piece", action=text)
    if to == player.at:
        raise IllegalMove("no-move", f"the train already is at {to}", action=text, hint="leave the move out")
    if to in board.ends and to not in player.track:
        whose = state.used.get(to)
        message = f"{to} has {whose}'s track" if whose else f"there is no track on {to}"
        raise IllegalMove("not-own-track", message, action=text, rule=MOVEMENT)
    if to in board.cities and to not in player.cities:
        message = f"{to} is not connected to {seat}'s track"
        raise IllegalMove("not-own-track", message, action=text, rule=MOVEMENT)
    if not in_reach(board, player, to):
        away = reach(board, player, len(board.ends)).get(to, 0)
        if not away:
            raise IllegalMove("too-far", f"no track of {seat}'s leads to {to}", action=text, rule=MOVEMENT)
        message = f"{to} is {away} spaces away, and {seat}'s engine moves {player.engine}"
        raise IllegalMove("too-far", message, action=text, rule=MOVEMENT)


def stop_of(state: State, seat: Seat, stop: Stop) -> str:
    """The space that a written move means. Raises IllegalMove, or AmbiguousOrder if it can mean two.

    Two points name the track piece between them. A longer path means its last city or its last piece,
    whichever is in reach.
    """
    text = written(stop)
    if len(stop.path) == 1:
        return _single(state.board, stop.path[0], text)
    if len(stop.path) == 2 and stop.path[1] not in state.board.near.get(stop.path[0], {}):
        _single(state.board, stop.path[0], text, junction=True)
        _single(state.board, stop.path[1], text, junction=True)
    links = need_links(state, stop.path, text)
    last = stop.path[-1]
    if len(links) == 1 or last not in state.board.cities:
        return links[-1]
    near = reach(state.board, state.players[seat], state.players[seat].engine)
    readings = [space for space in (last, links[-1]) if space in near]
    if len(readings) > 1:
        message = f"the train can stop in {last} or on the track before it"
        choices = tuple(f"move {space}" for space in readings)
        raise AmbiguousOrder("ambiguous", message, choices, action=text, rule=MOVEMENT)
    return readings[0] if readings else last


def _single(board: Board, point: str, text: str, junction: bool = False) -> str:
    if point not in board.points:
        raise no_such_point(board, point, text)
    if point not in board.cities and not junction:
        ways = ", ".join(board.near[point])
        message = f"a train stops in a city or on a track piece, and {point} is a junction"
        hint = f"name the piece by its two points: {point} and one of {ways}"
        raise IllegalMove("junction", message, action=text, rule=MOVEMENT, hint=hint)
    return point
