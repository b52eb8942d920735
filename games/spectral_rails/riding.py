"""Following a train's path space by space: where it starts, what it may cross, where it ends."""

from __future__ import annotations

from typing import NamedTuple, NoReturn

from games.spectral_rails.bidding import number
from games.spectral_rails.board import Board
from games.spectral_rails.ether import only_on, ways_out
from games.spectral_rails.moves import Turn
from games.spectral_rails.notation import spell_path
from games.spectral_rails.state import EMPTY, Engineer, State, sign, where
from pbem.errors import IllegalMove

LAY = "Placing Ether Trails"
MOVE = "Moving the Train"


class Ride(NamedTuple):
    """What a path does: spaces newly filled, towns entered, and where the train ends."""

    laid: list[int]
    entered: tuple[str, ...]
    town: str
    space: int
    behind: str


def rides(state: State, seat: str, turn: Turn) -> Ride:
    """Follow the path space by space. Raises IllegalMove where it cannot go on (Moving the Train)."""
    _require_start(state, seat, state.engineers[seat], turn)
    trails, mine, path = state.trails, sign(state, seat), turn.path
    laid: list[int] = []
    for at in range(len(path) - 1):
        for space in _crossed(state, seat, turn, at):
            held = trails[space]
            if held == mine or (held == EMPTY and space in laid):
                _blocked(state, seat, space, turn)
            if held == EMPTY:
                laid.append(space)
    if turn.stop:
        end = state.setup.board.legs[path[-2], path[-1]][turn.stop - 1]
        return Ride(laid, path[1:-1], "", end, path[-2])
    return Ride(laid, path[1:], path[-1], -1, "")


def _crossed(state: State, seat: str, turn: Turn, at: int) -> tuple[int, ...]:
    """The spaces entered on the leg numbered `at`, from 0."""
    path, engineer = turn.path, state.engineers[seat]
    leg = state.setup.board.legs.get((path[at], path[at + 1]))
    if leg is None:
        _no_line(state.setup.board, path[at], path[at + 1], turn)
    begin = leg.index(engineer.space) + 1 if at == 0 and engineer.space >= 0 else 0
    if not turn.stop or at < len(path) - 2:
        return leg[begin:]
    if not begin < turn.stop <= len(leg):
        _no_stop(path, turn, begin, len(leg))
    return leg[begin : turn.stop]


def _require_start(state: State, seat: str, engineer: Engineer, turn: Turn) -> None:
    action = spell_path(turn.path, turn.stop)
    if engineer.space < 0:
        if turn.path[0] != engineer.town:
            message = f"{seat}'s train is in {engineer.town}, so its way starts there"
            hint = f"lines from {engineer.town}: {', '.join(state.setup.board.ways[engineer.town])}"
            raise IllegalMove("start", message, action=action, rule=MOVE, hint=hint)
        if len(turn.path) < 2:
            message = f"{seat}'s train is in {engineer.town} already and does not move"
            near = state.setup.board.ways[engineer.town]
            hint = f"name the next town: {' or '.join(f'go {engineer.town}-{ahead}' for ahead in near)}"
            raise IllegalMove("no-move", message, action=action, rule=MOVE, hint=hint)
        return
    line = state.setup.board.line_of[engineer.space]
    if set(turn.path[:2]) != set(line):
        message = f"{seat}'s train is on {where(state, engineer)}, so its way starts along that line"
        ways = ways_out(state, engineer)[: 1 if only_on(state, seat, engineer) else 2]
        hint = ", or ".join(f"go {behind}-{ahead}" for behind, ahead, _ in ways)
        raise IllegalMove("start", message, action=action, rule=MOVE, hint=hint)
    if turn.path[0] != engineer.behind and only_on(state, seat, engineer):
        message = (
            f"{seat}'s train came from {engineer.behind} and stands on its own segment, so it may only go on"
        )
        hint = f"go {engineer.behind}-{turn.path[0]}"
        raise IllegalMove("turn-round", message, action=action, rule=LAY, hint=hint)


def _no_line(board: Board, here: str, there: str, turn: Turn) -> NoReturn:
    hint = f"lines from {here}: {', '.join(board.ways[here])}"
    message = f"there is no line between {here} and {there}"
    raise IllegalMove("no-line", message, action=spell_path(turn.path, turn.stop), rule=MOVE, hint=hint)


def _no_stop(path: tuple[str, ...], turn: Turn, begin: int, length: int) -> NoReturn:
    line = f"{path[-2]}-{path[-1]}"
    if turn.stop > length:
        message = f"{line} has {number(length, 'space')}, and {turn.stop} is named"
    else:
        message = f"the train stands on space {begin} from {path[-2]} already and goes to {path[-1]}"
    ahead = [f"{line}.{at}" for at in (begin + 1, length)][: length - begin]
    stop = f"stop on {' to '.join(ahead)}, or " if ahead else ""
    hint = f"{stop}go into {path[-1]} without a number"
    raise IllegalMove("no-space", message, action=spell_path(turn.path, turn.stop), rule=MOVE, hint=hint)


def _blocked(state: State, seat: str, space: int, turn: Turn) -> NoReturn:
    name = state.setup.board.space_names[space]
    if space in turn.lift:
        message = f"{seat} lifts its segment from {name} in this turn and may not travel there"
    elif state.trails[space] == sign(state, seat):
        message = f"{seat}'s own segment lies on {name}"
    else:
        message = f"{seat} fills {name} in this turn and may not travel there again"
    raise IllegalMove("own-trail", message, action=spell_path(turn.path, turn.stop), rule=LAY)
