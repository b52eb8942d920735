"""Both ends, the route cards, and who wins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.spike.board import Board, commodity_of
from games.spike.state import TIMES, Player, State
from pbem.game import UNKNOWN, Outcome, Seat

REASONS: Mapping[str, str] = {
    "time": "the third time card turned up",
    "special": "a seat had no track and no delivery left, and the others had one more turn",
    "resignation": "one seat was left",
}


def exhausted(state: State, seat: Seat) -> bool:
    """Say whether a seat has placed all its track and has no delivery that it could still make."""
    player = state.players[seat]
    return len(player.track) == state.board.tracks and not any(
        deliverable(state.board, player, face) for face in player.contracts
    )


def deliverable(board: Board, player: Player, face: str) -> bool:
    """Say whether a contract can be fulfilled over the track there is: cargo and an unused city connected."""
    commodity = commodity_of(face)
    loaded = commodity in player.aboard or any(board.cities[city] == commodity for city in player.cities)
    used = player.done.values()
    return loaded and any(city in player.cities and city not in used for city in board.contracts[face])


def due_end(state: State) -> str:
    """The reason for which the game ends now, "" if it goes on."""
    if len(state.setup.seats) - len(state.out) == 1:
        return "resignation"
    if state.times == TIMES:
        return "time"
    return "special" if state.last == () else ""


def joined_to(board: Board, track: frozenset[str], start: str) -> set[str]:
    """The points that a seat's own track connects with a point."""
    found, waiting = {start}, [start]
    while waiting:
        for other, link in board.near[waiting.pop()].items():
            if link in track and other not in found:
                found.add(other)
                waiting.append(other)
    return found


@lru_cache(maxsize=4096)
def _worth(board: Board, track: frozenset[str], code: str) -> int:
    route = board.routes[code]
    if not any(link in track for link in board.near[route.start].values()):
        return 0
    found, worth = joined_to(board, track, route.start), 0
    for city, pays in route.stops:
        if city not in found:
            break
        worth = pays
    return worth


def route_worth(state: State, seat: Seat, code: str) -> int:
    """What a route card scores with a seat's track now; 0 for an unknown one."""
    return 0 if code == UNKNOWN else _worth(state.board, state.players[seat].track, code)


def scores(state: State) -> dict[Seat, int]:
    """Money, and at the end what the revealed route pays; those who have left keep their money only."""
    counted = state.phase == "over" and len(state.playing) > 1
    return {
        seat: player.money
        + sum(route_worth(state, seat, code) for code in player.routes if counted and seat not in state.out)
        for seat, player in state.players.items()
    }


def outcome(state: State) -> Outcome | None:
    """The result once the game is over: most money, then most connected cities, then most unplayed track."""
    if state.phase != "over":
        return None
    points = scores(state)
    ranks = {
        seat: (points[seat], len(state.players[seat].cities), state.unplayed(seat)) for seat in state.playing
    }
    best = max(ranks.values())
    winners = tuple(seat for seat, rank in ranks.items() if rank == best)
    text = ", ".join(f"{seat} {number}" for seat, number in points.items())
    return Outcome(points, winners, state.reason, text)
