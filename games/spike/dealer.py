"""From a move to its text, what the dealer fills in, and what a reader may see of it."""

from __future__ import annotations

from msgspec.structs import replace

from games.spike import cargo, flow, rules
from games.spike.moves import TIME, Action, Draw, Extra, Give, Keep, Move, Reveal, action_text
from games.spike.settingup import right_of
from games.spike.state import TIMES, State
from pbem.errors import IllegalMove
from pbem.game import DEAL, UNKNOWN, Seat, Shuffle


def write(move: Move) -> str:
    """Canonical text of a move, without label."""
    return "; ".join(map(action_text, move.actions)) or "pass"


def fill(state: State, seat: Seat, move: Move | None, shuffle: Shuffle) -> Move:
    """Put in what the deck and the box give; once the third time card is turned nothing more is played."""
    if seat == DEAL or move is None:
        routes = {other: state.players[other].routes[0] for other in state.playing}
        return Move((Reveal(routes),))
    filled: list[Action] = []
    for at, action in enumerate(move.actions):
        if isinstance(action, Draw):
            action = flow.fill(state, seat, action, shuffle)
            filled.append(action)
            turned = sum(event.endswith(f" {TIME}") for event in action.flow or ())
            if state.times + turned == TIMES:
                break
        elif isinstance(action, Extra):
            filled.append(_extra(state, seat, Move((*filled, *move.actions[at:])), at, shuffle))
        else:
            filled.append(action)
    return Move(tuple(filled))


def _extra(state: State, seat: Seat, move: Move, at: int, shuffle: Shuffle) -> Extra:
    """The extra contract that the box gives after the actions before it; open if they cannot stand."""
    try:
        for action in move.actions[:at]:
            state = rules.act(state, seat, action, [])
        cargo.need_extra(state, seat)
    except IllegalMove:
        return Extra()
    return Extra(shuffle(f"extra {state.extras + 1}", cargo.eligible(state))[0])


def redact(state: State, seat: Seat, move: Move, viewer: Seat | None) -> Move:
    """The move as `viewer` may read it: cards of the deck, the card given and the route kept are hidden."""
    if viewer == seat:
        return move
    actions: list[Action] = []
    for action in move.actions:
        if isinstance(action, Draw) and action.flow is not None:
            action = replace(action, flow=tuple(map(_veiled, action.flow)))
        elif isinstance(action, Give) and viewer != right_of(state, seat):
            action = Give(UNKNOWN)
        elif isinstance(action, Keep):
            action = Keep(UNKNOWN)
        actions.append(action)
    return Move(tuple(actions))


def _veiled(event: str) -> str:
    return f"hand {UNKNOWN}" if event.startswith("hand ") and event != f"hand {TIME}" else event
