"""Which of a seat's own segments hang together with its train, and whether the train is trapped."""

from __future__ import annotations

from collections.abc import Iterable

from games.spectral_rails.state import POINTS, Engineer, State, sign


def touched(state: State, engineer: Engineer) -> tuple[int, ...]:
    """The spaces a train touches: those next to its town, or its own space and those next to it."""
    board = state.setup.board
    if engineer.space >= 0:
        return (engineer.space, *board.neighbours[engineer.space])
    return board.borders.get(engineer.town, ())


def connected(state: State, seat: str) -> set[int]:
    """The seat's segments that hang together with its train (Selecting Your Ether Trail Segments)."""
    trails, mine = state.trails, sign(state, seat)
    near = state.setup.board.neighbours
    waiting = [at for at in touched(state, state.engineers[seat]) if trails[at] == mine]
    seen = set(waiting)
    while waiting:
        for at in near[waiting.pop()]:
            if trails[at] == mine and at not in seen:
                seen.add(at)
                waiting.append(at)
    return seen


def own(state: State, seat: str) -> tuple[int, ...]:
    """The spaces that hold the seat's segments, in board order."""
    mine = sign(state, seat)
    return tuple(at for at, held in enumerate(state.trails) if held == mine)


def lift_order(state: State, seat: str) -> tuple[int, ...]:
    """The seat's segments, disconnected ones first, each kind in board order."""
    near = connected(state, seat)
    mine = own(state, seat)
    return (*(at for at in mine if at not in near), *(at for at in mine if at in near))


def ways_out(state: State, engineer: Engineer) -> list[tuple[str, str, tuple[int, ...]]]:
    """The legs a train may set out on: town behind, town ahead, spaces still to cross.

    On a line both directions are listed, the way on first.
    """
    board = state.setup.board
    if engineer.space < 0:
        return [
            (engineer.town, there, board.legs[engineer.town, there]) for there in board.ways[engineer.town]
        ]
    line = board.line_of[engineer.space]
    behind = engineer.behind
    ahead = line[0] if line[1] == behind else line[1]
    return [(a, b, rest(board.legs[a, b], engineer.space)) for a, b in ((behind, ahead), (ahead, behind))]


def rest(leg: tuple[int, ...], space: int) -> tuple[int, ...]:
    """The spaces of a leg past the one where the train stands."""
    return leg[leg.index(space) + 1 :]


def only_on(state: State, seat: str, engineer: Engineer) -> bool:
    """Whether the train stands on its own segment, so that it may not turn round."""
    return engineer.space >= 0 and state.trails[engineer.space] == sign(state, seat)


def trapped(state: State, seat: str) -> bool:
    """Whether every way out is closed by an own segment before the next town.

    The segment on which a train stands closes the way back (Coins and Special Circumstances).
    """
    engineer = state.engineers[seat]
    mine = sign(state, seat)
    ways = ways_out(state, engineer)
    if only_on(state, seat, engineer):
        ways = ways[:1]
    return all(_holds(state.trails, spaces, mine) for _, _, spaces in ways)


def _holds(trails: str, spaces: Iterable[int], mine: str) -> bool:
    return any(trails[at] == mine for at in spaces)


def can_set_out(state: State, seat: str) -> bool:
    """Whether some movement turn other than a pass is open to the seat."""
    engineer = state.engineers[seat]
    mine = sign(state, seat)
    affordable = bool(engineer.hand) and engineer.hand[0] <= points_left(engineer)
    if points_left(engineer) <= 0:
        return False
    ways = ways_out(state, engineer)
    if only_on(state, seat, engineer):
        ways = ways[:1]
    firsts = [state.trails[spaces[0]] if spaces else "-" for _, _, spaces in ways]
    if affordable:
        return any(first != mine for first in firsts) or (trapped(state, seat) and mine in state.trails)
    return engineer.coins > 0 and any(first not in (mine, ".") for first in firsts)


def points_left(engineer: Engineer) -> int:
    """How much the seat may still play in this movement phase."""
    return POINTS - engineer.spent
