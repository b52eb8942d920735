"""Judges and carries out one entry of a seat or of the dealer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from games.spike import advice, building, cargo, draws, ending, train
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
    Reveal,
    Sides,
    Travel,
    Upgrade,
    action_text,
)
from games.spike.settingup import SETTING_UP, SETUP, WANTED, go_on, set_up
from games.spike.state import TIMES, State
from games.spike.told import event
from pbem.errors import IllegalMove
from pbem.game import DEAL, UNKNOWN, Event, Seat, Step

PLAYING = "Playing the Game"


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Carry one move out. Raises IllegalMove."""
    if seat == DEAL:
        return reveal(state, move)
    need_turn(state, seat)
    if state.phase in SETTING_UP:
        return set_up(state, seat, move)
    events: list[Event] = []
    if not move.actions:
        events.append(event("pass", seat=seat))
    return end_turn(carry_out(state, seat, move.actions, events), seat, events)


def carry_out(state: State, seat: Seat, actions: Sequence[Action], events: list[Event]) -> State:
    """The position after the actions of a turn. Raises IllegalMove for the first that cannot be."""
    seen: dict[str, Action] = {}
    for action in actions:
        if state.times == TIMES:
            message = "the third time card has ended the game; nothing is played after it"
            hint = "end the entry with the draw"
            raise IllegalMove("over", message, action=action_text(action), rule="Game End", hint=hint)
        need_room(state, seat, action, seen)
        try:
            state = act(state, seat, action, events)
        except IllegalMove as error:
            raise advice.advised(state, seat, actions, action, error) from None
    return state


def need_turn(state: State, seat: Seat) -> None:
    need_play(state)
    if seat != state.seat:
        rule = SETUP if state.phase in SETTING_UP else PLAYING
        raise IllegalMove("turn", f"it is {state.seat}'s turn, not {seat}'s", rule=rule)


def need_play(state: State) -> None:
    """Raise IllegalMove once play is over, whether the routes have been turned up or not."""
    if state.phase in ("reveal", "over"):
        hint = "take this entry out"
        if state.phase == "reveal":
            hint += "; only the dealer's entry with the routes is still to come"
        message = f"play is over: {ending.REASONS[state.reason]}"
        raise IllegalMove("over", message, rule="Game End", hint=hint)


def need_room(state: State, seat: Seat, action: Action, seen: dict[str, Action]) -> None:
    """A turn has at most one build action and one movement, and nothing of the set-up.

    `seen` holds those that the turn has had. Raises IllegalMove.
    """
    if isinstance(action, (Draw, Build, Upgrade)):
        what = "of draw, build and upgrade"
    elif isinstance(action, Travel):
        what = "move"
    elif isinstance(action, (Load, Dump, Deliver, Extra)):
        return
    else:
        raise _too_late(state, seat, action)
    if what in seen:
        message = f"a turn has at most one {what}, and this one has `{action_text(seen[what])}` already"
        hint = "leave one of them out; the other is for a later turn"
        raise IllegalMove("twice", message, action=action_text(action), rule=PLAYING, hint=hint)
    seen[what] = action


def _too_late(state: State, seat: Seat, action: Action) -> IllegalMove:
    """An action of the set-up stands in a turn."""
    text, hint = action_text(action), "leave it out"
    message = f"`{text.split()[0]}` belongs to the set-up, which is over"
    if isinstance(action, Place):
        at = state.players[seat].at
        message = f"trains are placed before the first turn only, and {seat}'s is at {at} now"
        hint = "a train is sent on with `move`"
    return IllegalMove("phase", message, action=text, rule=SETUP, hint=hint)


def act(state: State, seat: Seat, action: Action, events: list[Event]) -> State:
    """Carry out one action of a turn. Raises IllegalMove."""
    match action:
        case Draw():
            return draws.draw_cards(state, seat, action, events)
        case Build():
            return building.build_track(state, seat, action, events)
        case Upgrade(part):
            return train.upgrade(state, seat, part, events)
        case Travel(to):
            return train.travel(state, seat, to, events)
        case Load(commodity):
            return cargo.load(state, seat, commodity, events)
        case Dump(commodity):
            return cargo.dump(state, seat, commodity, events)
        case Deliver(commodity):
            return cargo.deliver(state, seat, commodity, events)
        case Extra(face):
            return cargo.extra(state, seat, face, events)
        case Sides() | Give() | Keep() | Place() | Reveal():  # pragma: no cover - need_room comes first
            raise IllegalMove("phase", "the set-up is over", action=action_text(action))
        case _:  # pragma: no cover
            assert_never(action)


# The end of a turn, and of the game


def end_turn(state: State, seat: Seat, events: list[Event]) -> Step[State]:
    """Hand the turn on, or end the game; see to the special ending first."""
    last = state.last
    if last is not None:
        last = tuple(other for other in last if other != seat)
    elif state.times < TIMES and ending.exhausted(state, seat):
        last = tuple(other for other in state.setup.after(seat) if other not in state.out)
        events.append(event("exhausted", seat=seat))
    state = state if last == state.last else replace(state, last=last)
    return Step(_pass_on(state, seat, events), tuple(events))


def _pass_on(state: State, seat: Seat, events: list[Event]) -> State:
    reason = ending.due_end(state)
    if reason:
        events.append(event(f"end-{reason}"))
        phase = "over" if reason == "resignation" else "reveal"
        return replace(state, phase=phase, seat=Seat(""), reason=reason)
    following = next(other for other in state.setup.after(seat) if other not in state.out)
    return replace(state, seat=following)


def reveal(state: State, move: Move) -> Step[State]:
    """Turn up the route cards once play is over. Raises IllegalMove."""
    if state.phase != "reveal":
        raise IllegalMove("phase", "route cards are turned up only when play is over", rule="Game End")
    action = move.actions[0] if len(move.actions) == 1 else None
    if not isinstance(action, Reveal) or tuple(action.routes) != state.playing:
        seats = ", ".join(state.playing)
        message = f"the routes of {seats} are turned up, in this order"
        raise IllegalMove("reveal", message, rule="Game End", hint="write one `SEAT route R1` for each")
    players, events = dict(state.players), []
    for seat, code in action.routes.items():
        _need_route(state, seat, code, action)
        players[seat] = replace(players[seat], routes=(code,))
        worth = ending.route_worth(state, seat, code)
        total = players[seat].money + worth
        events.append(event("reveal", seat=seat, route=code, worth=worth, total=total))
    return Step(replace(state, players=players, phase="over"), tuple(events))


def _need_route(state: State, seat: Seat, code: str, action: Reveal) -> None:
    text = f"{seat} route {code}"
    held = state.players[seat].routes
    hint = f"ask {seat} for the number on the card"
    if held != (UNKNOWN,):
        known = {other: state.players[other].routes[0] for other in action.routes}
        routes = {other: action.routes[other] if card == UNKNOWN else card for other, card in known.items()}
        hint = f"write `{action_text(Reveal(routes))}`"
    if code not in state.board.routes:
        message = f"there is no route {code}: they are R1 to R{len(state.board.routes)}"
        raise IllegalMove("no-such-route", message, action=text, rule="Game End", hint=hint)
    if held not in ((UNKNOWN,), (code,)):
        message = f"{seat} holds {held[0]}, not {code}"
        raise IllegalMove("not-in-hand", message, action=text, rule="Game End", hint=hint)
    same = [other for other, card in action.routes.items() if card == code]
    if len(same) > 1:
        message = f"there is only one {code}, and {' and '.join(same)} turn it up"
        raise IllegalMove(
            "not-in-box", message, action=text, rule="Game End", hint="ask them which card they have"
        )


def skip(state: State, seat: Seat) -> Step[State]:
    """The seat's turn passes with nothing done. Raises IllegalMove while it is setting up."""
    need_turn(state, seat)
    if state.phase in SETTING_UP:
        message = f"{seat} cannot be skipped now: {WANTED[state.phase]} is due"
        raise IllegalMove("phase", message, rule=SETUP, hint=f"write it for {seat}, or let {seat} resign")
    return end_turn(state, seat, [event("skip", seat=seat)])


def leave(state: State, seat: Seat) -> Step[State]:
    """The seat resigns: its track stays, its hand is out, and its turns are skipped."""
    need_play(state)
    if seat in state.out:
        message = f"{seat} has resigned already"
        raise IllegalMove("turn", message, rule=PLAYING, hint="take this entry out")
    events = [event("leave", seat=seat)]
    last = None if state.last is None else tuple(other for other in state.last if other != seat)
    left = replace(state, out=(*state.out, seat), last=last)
    if len(left.playing) > 1 and state.phase in SETTING_UP:
        return Step(go_on(left), tuple(events))
    if ending.due_end(left) or state.seat == seat:
        return Step(_pass_on(left, seat, events), tuple(events))
    return Step(left, tuple(events))


def to_move(state: State) -> frozenset[Seat]:
    """Who writes the next entry: one seat, the dealer once play is over, nobody in the end."""
    if state.phase == "reveal":
        return frozenset({DEAL})
    return frozenset({state.seat} if state.seat else ())
