"""Says what a swap and a ride mean for one bike: slot, gap, spaces, assertions."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

from games.spokes.checks import (
    HOW,
    SLIPSTREAM,
    bike_text,
    check_ride,
    check_slot,
    check_swap,
    known_space,
    name_of,
    reach_text,
    ride_start,
)
from games.spokes.legal import bike_turns
from games.spokes.moves import Ride, Swap, Turn
from games.spokes.notation import letter_of, off_step, write
from games.spokes.state import COLOURS, Bike, State, in_reach
from pbem.errors import AmbiguousOrder, IllegalMove, OrderError

OFFERED = 3
"""So many turns are offered in place of one that is not whole."""


def make_turn(state: State, bike: Bike, swap: Swap, ride: Ride | None) -> Turn:
    """The turn of this bike that the words mean. Raises IllegalMove or AmbiguousOrder."""
    slots = _slots(state, bike, swap)
    if not swap.gap[0]:
        raise incomplete(state, (bike,), swap, ride)
    if len(slots) > 1:
        raise _which_spoke(state, bike, swap, ride, slots)
    make = _turn if swap.steps is None else _by_steps
    return make(state, bike, slots[0], swap, ride)


def readings(state: State, bike: Bike, swap: Swap, ride: Ride) -> tuple[str, ...]:
    """Legal turns of this bike that the words can mean, in canonical words."""
    try:
        slots = _slots(state, bike, swap)
    except IllegalMove:
        return ()
    return tuple(text for slot in slots if (text := _legal_text(state, bike, slot, swap, ride)))


def incomplete(state: State, bikes: Sequence[Bike], swap: Swap, ride: Ride | None) -> AmbiguousOrder:
    """The question about a swap without its gap or its ride, with turns of these bikes to choose from."""
    turns = heapq.nsmallest(OFFERED, _turns_with(state, bikes, swap), key=lambda turn: _unlike(turn[1], ride))
    choices = tuple(write(state, bike.seat, turn) for bike, turn in turns)
    action = f"swap {slot_text(swap)}"
    if not swap.gap[0]:
        message, hint = f"{action} names no gap", "name the gap by its two spaces, behind the spoke"
        return AmbiguousOrder("gap-missing", message, choices, action=action, rule=HOW, hint=hint)
    message, hint = "a swap is followed by a ride", "write ride and the spaces on the way"
    if not choices:
        message = f"{message}, and none can go over {'-'.join(swap.gap)} with that spoke in it"
        hint = "swap at a gap that the bike can reach over spokes of the colour placed"
    return AmbiguousOrder("ride-missing", message, choices, action="swap ...", rule=HOW, hint=hint)


def _turns_with(state: State, bikes: Sequence[Bike], swap: Swap) -> Iterator[tuple[Bike, Turn]]:
    """Legal turns with the spoke that a swap names, and in its gap if it names one."""
    gap = state.setup.board.gap_between(*swap.gap)
    name = "" if gap is None else state.setup.board.gaps[gap]
    for bike in bikes:
        try:
            slots = _slots(state, bike, swap)
        except IllegalMove:
            continue
        for turn in bike_turns(state, bike):
            if turn.slot in slots and name in ("", turn.gap):
                yield bike, turn


def _unlike(turn: Turn, ride: Ride | None) -> int:
    """How many spaces are on the one ride and not on the other; without one, how long the turn's is."""
    return len(set(turn.ride).symmetric_difference(ride.spaces)) if ride else len(turn.ride)


def slot_text(swap: Swap) -> str:
    """How a swap names its spoke."""
    if swap.slot is not None:
        return f"{swap.slot}:{swap.colour}" if swap.colour else str(swap.slot)
    return swap.colour if swap.steps is None else f"+{swap.steps}"


def _slots(state: State, bike: Bike, swap: Swap) -> list[int]:
    """The slots that a swap can mean: one, or more where a colour fits several. Raises IllegalMove."""
    if swap.slot is not None:
        action = f"swap {slot_text(swap)}"
        letter = check_slot(state, bike, swap.slot, action)
        if swap.colour and letter_of(swap.colour) != letter:
            message = f"slot {swap.slot} holds {COLOURS[letter]}, not {COLOURS[letter_of(swap.colour)]}"
            raise IllegalMove("slot-colour", message, action=action, rule=HOW, hint=reach_text(state, bike))
        return [swap.slot]
    if swap.steps is None:
        return _slots_by_colour(state, bike, swap)
    return [_slot_by_steps(state, bike, swap.steps)]


def _slot_by_steps(state: State, bike: Bike, steps: int) -> int:
    action = f"swap +{steps}"
    if bike.marker == 0:
        message = f"the marker of {name_of(state, bike)} has no place yet, so it cannot move {steps} on"
        raise IllegalMove("steps", message, action=action, rule=HOW, hint=reach_text(state, bike))
    reach = in_reach(bike)
    if not 1 <= steps <= len(reach):
        message = f"the marker moves 1 to {len(reach)} spokes on, not {steps}"
        raise IllegalMove("steps", message, action=action, rule=HOW, hint=reach_text(state, bike))
    return reach[steps - 1]


def _slots_by_colour(state: State, bike: Bike, swap: Swap) -> list[int]:
    """The slots in reach that hold the colour; `b` is black too where blue is in reach."""
    letters = {"b", "k"} if swap.colour == "b" else {letter_of(swap.colour)}
    found = [slot for slot in in_reach(bike) if bike.wheel[slot - 1] in letters]
    if swap.colour == "b" and all(bike.wheel[slot - 1] == "k" for slot in found):
        found = []
    if not found:
        name = COLOURS[letter_of(swap.colour)]
        message = f"no {name} spoke is in reach: {reach_text(state, bike)}"
        raise IllegalMove("reach", message, action=f"swap {swap.colour}", rule=HOW)
    return found


def _which_spoke(state: State, bike: Bike, swap: Swap, ride: Ride | None, slots: list[int]) -> AmbiguousOrder:
    """The question which of several slots is meant."""
    held = {bike.wheel[slot - 1] for slot in slots}
    named = " or ".join(f"{slot}:{COLOURS[bike.wheel[slot - 1]]}" for slot in slots)
    what, hint = f"b is {named}", "write the slot, or the colour in full"
    if len(held) == 1:
        what, hint = f"{COLOURS[held.pop()]} is in reach twice", f"write the slot: {named}"
    choices = readings(state, bike, swap, ride) if ride else ()
    return AmbiguousOrder("which-spoke", what, choices, action=f"swap {swap.colour}", rule=HOW, hint=hint)


def _legal_text(state: State, bike: Bike, slot: int, swap: Swap, ride: Ride) -> str:
    """The turn with this slot in canonical words if it is legal, else ""."""
    try:
        turn = _turn(state, bike, slot, swap, ride)
        _check_whole(state, bike, turn)
    except OrderError:
        return ""
    return write(state, bike.seat, turn)


def _check_whole(state: State, bike: Bike, turn: Turn) -> None:
    """Is the ride of this turn legal?"""
    letter = bike.wheel[turn.slot - 1]
    check_ride(state, bike, turn, letter, state.setup.board.gaps.index(turn.gap))


def _by_steps(state: State, bike: Bike, slot: int, swap: Swap, ride: Ride | None) -> Turn:
    """The turn whose slot was named by steps; a fault of it begins with what slot that is."""
    try:
        turn = _turn(state, bike, slot, swap, ride)
        _check_whole(state, bike, turn)
    except IllegalMove as fault:
        message = f"+{swap.steps} is slot {slot}: {COLOURS[bike.wheel[slot - 1]]}; {fault.message}"
        raise IllegalMove(
            fault.code, message, action=fault.action, rule=fault.rule, hint=fault.hint
        ) from None
    return turn


def _turn(state: State, bike: Bike, slot: int, swap: Swap, ride: Ride | None) -> Turn:
    """The turn with this slot; its ride is checked when it is carried out."""
    number = check_swap(state, bike.wheel[slot - 1], "-".join(swap.gap), "swap ...")
    name = state.setup.board.gaps[number]
    held = state.spokes[number]
    if swap.taken and letter_of(swap.taken) != held:
        message = f"{name} holds {COLOURS[held]}, not {COLOURS[letter_of(swap.taken)]}"
        raise IllegalMove("holds", message, action="swap ...", rule=HOW)
    if ride is None:
        raise incomplete(state, (bike,), swap, ride)
    return _ridden(state, bike, Turn(bike.number, slot, name, ()), ride)


def _ridden(state: State, bike: Bike, turn: Turn, ride: Ride) -> Turn:
    """The turn with its ride's spaces from the start on, the written `burst` compared with the real one."""
    named = ride.groups[0][:1] == (bike.space,)
    if not named:
        _check_first(state, bike, turn, ride)
    start = () if named else (bike.space,)
    whole = Turn(turn.bike, turn.slot, turn.gap, (*start, *ride.spaces))
    if len(ride.groups) > 1:
        _check_burst(state, bike, whole, ride, len(start) + len(ride.groups[0]))
    return whole


def _check_first(state: State, bike: Bike, turn: Turn, ride: Ride) -> None:
    """May the ride leave out the space where the bike stands: is its first the next one?"""
    board = state.setup.board
    first, *later = ride.spaces
    known_space(board, first, "ride ...")
    if first == bike.space:
        message = f"burst stands before {first}, where {bike_text(state, bike)} stands"
        hint = f"write it behind {first}, before the step over the spoke of another colour"
        raise IllegalMove("burst-place", message, action="ride ...", rule=SLIPSTREAM, hint=hint)
    if board.gap_between(bike.space, first) is None or later[:1] == [bike.space]:
        raise ride_start(state, bike, first, _backwards(state, bike, turn, ride))


def _backwards(state: State, bike: Bike, turn: Turn, ride: Ride) -> str:
    """What to do with a ride that would be legal if its spaces were written the other way round, else ""."""
    whole = Turn(turn.bike, turn.slot, turn.gap, ride.spaces[::-1])
    try:
        _check_whole(state, bike, whole)
    except IllegalMove:
        return ""
    return f"write `{write(state, bike.seat, whole)}`"


def _check_burst(state: State, bike: Bike, turn: Turn, ride: Ride, written: int) -> None:
    if len(ride.groups) > 2:
        message = "burst is written twice; one spoke of another colour may be ridden"
        raise IllegalMove("burst-twice", message, action="ride ...", rule=SLIPSTREAM)
    one, other = turn.ride[written - 1], turn.ride[written]
    gap = state.setup.board.gap_between(one, other)
    if gap is None or off_step(state, bike, turn) == written:
        return
    name = state.setup.board.gaps[gap]
    letter = bike.wheel[turn.slot - 1]
    if name == turn.gap:
        message = f"{name} takes the placed {COLOURS[letter]} spoke, which cannot be the burst"
    elif state.spokes[gap] == letter:
        message = f"{name} holds {COLOURS[letter]}, the colour ridden, and needs no burst"
    else:
        return
    raise IllegalMove("burst-place", message, action="ride ...", rule=SLIPSTREAM)
