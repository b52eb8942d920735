"""Carries moves out: placing, swapping, riding, and how the game ends."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from games.spokes.board import distances
from games.spokes.checks import (
    HOW,
    Trail,
    check_bike,
    check_place,
    check_ride,
    check_slot,
    check_swap,
    free_near,
    known_space,
    name_of,
    nearest_row,
    placing_order,
    rider,
)
from games.spokes.legal import any_turn
from games.spokes.moves import Move, Pass, Place, Turn
from games.spokes.rides import Ended, end_of_ride
from games.spokes.state import (
    COLOURS,
    EMPTY,
    Bike,
    State,
    bikes_each,
    placeable,
    placing,
    solo,
    team,
    with_bike,
)
from pbem.errors import IllegalMove
from pbem.game import Event, Note, Outcome, Seat, Step

Facts = dict[str, str | int | tuple[str, ...]]


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Carry one move out. Raises IllegalMove."""
    _check_turn(state, seat)
    match move:
        case Place():
            return _place(state, seat, move)
        case Turn():
            return _turn(state, seat, move)
        case Pass():
            return _pass(state, seat)
        case _:
            assert_never(move)


def _check_turn(state: State, seat: str) -> None:
    if seat != state.mover:
        whose = f"it is {state.mover}'s turn" if state.mover else "the game is over"
        rule, hint = ("Setup", placing_order(state)) if placing(state) else (HOW, "")
        raise IllegalMove("turn", f"{seat} is not to move; {whose}", rule=rule, hint=hint)


def _place(state: State, seat: str, move: Place) -> Step[State]:
    bike = check_place(state, seat, move.bike, move.space)
    notes = _placing_notes(state, move.space)
    after = replace(state, bikes=with_bike(state, replace(bike, space=move.space)))
    facts: Facts = {"seat": seat, "space": move.space, "bike": bike.number}
    kind = "place-bike" if bikes_each(state.setup) > 1 else "place"
    return Step(replace(after, mover=_placing_or_first(after)), (Event(kind, facts),), notes)


def _placing_notes(state: State, space: str) -> tuple[Note, ...]:
    near = nearest_row(state)
    if space in near:
        return ()
    away = distances(state.setup.board, 1)[known_space(state.setup.board, space, "")]
    message = f"{space} lies {away} spokes behind the line; nearer are free: {', '.join(near)}"
    return (Note("further-back", message),)


def _turn(state: State, seat: str, move: Turn) -> Step[State]:
    board = state.setup.board
    bike = check_bike(state, seat, move.bike)
    letter = check_slot(state, bike, move.slot, "swap ...")
    placed = check_swap(state, letter, move.gap, "swap ...")
    trail = check_ride(state, bike, move, letter, placed)
    end = end_of_ride(board, rider(state, bike), *trail)
    swapped = _swap(state, bike, move.slot, letter, placed)
    wheel = next(b for b in swapped.bikes if (b.seat, b.number) == (bike.seat, bike.number))
    ridden = replace(
        wheel,
        space=board.spaces[end.space],
        crossings=bike.crossings + end.crossings,
        burst=end.burst,
    )
    after = replace(swapped, bikes=_mark(swapped, ridden))
    events = _turn_events(state, bike, ridden, move, trail, end)
    return _finish(after, ridden, end, events)


def _swap(state: State, bike: Bike, slot: int, letter: str, gap: int) -> State:
    """Exchange the spokes; alone, the one taken is discarded and its like comes from the supply."""
    taken = state.spokes[gap]
    spokes = state.spokes[:gap] + letter + state.spokes[gap + 1 :]
    supply, discard, comes = state.supply, state.discard, taken
    if solo(state):
        comes = taken if taken in supply else EMPTY
        supply, discard = supply.replace(taken, ""), discard + taken
    wheel = bike.wheel[: slot - 1] + comes + bike.wheel[slot:]
    turned = replace(bike, wheel=wheel, marker=slot)
    return replace(state, spokes=spokes, bikes=with_bike(state, turned), supply=supply, discard=discard)


def _mark(state: State, bike: Bike) -> tuple[Bike, ...]:
    """All bikes after `bike` moved: of two, the marker comes to it, or leaves the other."""
    bikes = with_bike(state, bike)
    if bikes_each(state.setup) == 1:
        return bikes
    other = any(b.marked for b in bikes if b.seat == bike.seat)
    return tuple(
        replace(b, marked=not other and b.number == bike.number) if b.seat == bike.seat else b for b in bikes
    )


def _finish(state: State, bike: Bike, end: Ended, events: list[Event]) -> Step[State]:
    if end.won:
        return _end(state, *_won(state, bike.seat), events)
    if solo(state) and bike.wheel == EMPTY * 6:
        return _end(state, "solo-lost", (), events)
    return Step(replace(state, mover=_next(state, bike.seat)), tuple(events))


def _won(state: State, seat: str) -> tuple[str, tuple[Seat, ...]]:
    if solo(state):
        return "solo-won", (Seat(seat),)
    winners = team(state, seat)
    return ("team" if len(winners) > 1 else "third-lap"), winners


def _end(state: State, reason: str, winners: tuple[Seat, ...], events: list[Event]) -> Step[State]:
    facts: Facts = {"winners": " and ".join(winners)} if winners else {}
    over = Event(f"over-{reason}" if winners else "over-lost", facts)
    return Step(replace(state, mover="", ended=reason, winners=winners), (*events, over))


def _next(state: State, seat: str) -> str:
    """The seat after `seat` in turn order that is still there."""
    return next(other for other in (*state.setup.after(Seat(seat)), seat) if other not in state.gone)


def _placing_or_first(state: State) -> str:
    """Who acts while bikes are placed: whoever places next, then the first seat in turn order."""
    return placing(state) or _next(state, state.setup.seats[-1])


def _turn_events(state: State, bike: Bike, ridden: Bike, move: Turn, trail: Trail, end: Ended) -> list[Event]:
    board = state.setup.board
    facts: Facts = {
        "seat": bike.seat,
        "bike": bike.number,
        "placed": COLOURS[bike.wheel[move.slot - 1]],
        "taken": COLOURS[state.spokes[board.gaps.index(move.gap)]],
        "gap": move.gap,
        "path": "-".join(move.ride[: (end.steps if end.landed < 0 else len(trail[1])) + 1]),
        "space": ridden.space,
        "laps": ridden.laps,
    }
    events = [Event("swap-bike" if bikes_each(state.setup) > 1 else "swap", facts), Event("ride", facts)]
    if trail[2] and (not end.won or trail[2] <= end.steps):
        events.append(Event("burst", {**facts, "off": board.gaps[trail[1][trail[2] - 1]]}))
    if end.landed >= 0:
        events.append(_landing(state, bike, facts, end))
    if lap := _lap(bike, ridden):
        events.append(Event(lap, facts))
    return events


def _landing(state: State, bike: Bike, facts: Facts, end: Ended) -> Event:
    board = state.setup.board
    own = (bike.seat, bike.number)
    space = board.spaces[end.landed]
    there = next(b for b in state.bikes if b.space == space and (b.seat, b.number) != own)
    return Event("ahead" if end.ahead else "slipstream", {**facts, "other": name_of(state, there)})


def _lap(before: Bike, after: Bike) -> str:
    if after.crossings == before.crossings:
        return ""
    if after.crossings < before.crossings:
        return "backwards"
    if after.crossings <= 1:
        return "lap-starts" if after.crossings == 1 else "forwards"
    return "lap"


def _pass(state: State, seat: str) -> Step[State]:
    if waits := placing(state):
        hint = free_near(state, placeable(state, seat)[0].number)
        raise IllegalMove("pass", f"{waits} has a bike to place", action="pass", rule="Setup", hint=hint)
    if any_turn(state, seat):
        message = f"{seat} can swap and ride; passing is only for a seat that cannot"
        raise IllegalMove("pass", message, action="pass", rule=HOW)
    return skip(state, Seat(seat))


def skip(state: State, seat: Seat) -> Step[State]:
    """Let the seat's turn go by: neither the spoke marker nor a bike marker moves."""
    _check_turn(state, seat)
    if placing(state):
        message = f"{seat} has a bike to place, which cannot be left out"
        hint = f"place it, say `mod: for {seat}: place {nearest_row(state)[0]}`"
        raise IllegalMove("skip", message, rule="Setup", hint=hint)
    return Step(replace(state, mover=_next(state, seat)), (Event("pass", {"seat": seat}),))


def leave(state: State, seat: Seat) -> Step[State]:
    """Take a seat's bikes off the board; its spokes stay on their wheels."""
    if seat in state.gone or state.ended:
        why = "the game is over" if state.ended else f"{seat} has left already"
        raise IllegalMove("gone", f"{seat} cannot resign: {why}", hint="take this entry out")
    bikes = tuple(replace(bike, space="") if bike.seat == seat else bike for bike in state.bikes)
    after = replace(state, bikes=bikes, gone=(*state.gone, seat))
    events = [Event("resign", {"seat": seat})]
    left = [other for other in state.setup.seats if other not in after.gone]
    if not left or (not solo(state) and len({team(after, other) for other in left}) == 1):
        return _end(after, "resignation", team(after, left[0]) if left else (), events)
    mover = _next(after, seat) if seat == state.mover else state.mover
    if placing(state):
        mover = _placing_or_first(after)
    return Step(replace(after, mover=mover), tuple(events))


def outcome(state: State) -> Outcome | None:
    """How the game ended, None while it is going on. The result is the winners' names, or `lost`."""
    if not state.ended:
        return None
    winners = tuple(Seat(seat) for seat in state.winners)
    return Outcome({}, winners, state.ended, ", ".join(winners) or "lost")
