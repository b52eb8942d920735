"""Says what an order means in a position: order of actions, names, assertions."""

from __future__ import annotations

from collections.abc import Sequence

from games.spokes.checks import (
    HOW,
    SLIPSTREAM,
    TWO_BIKES,
    check_bike,
    check_ride,
    check_slot,
    check_swap,
    name_of,
    reach_text,
)
from games.spokes.legal import bike_turns
from games.spokes.moves import Action, Choose, Move, Order, Pass, Place, Put, Rest, Ride, Swap, Turn
from games.spokes.notation import bike_prefix, letter_of, off_step, write, write_ride
from games.spokes.state import (
    COLOURS,
    Bike,
    State,
    bikes_each,
    in_reach,
    movable,
    placeable,
    placing,
)
from pbem.errors import AmbiguousOrder, IllegalMove, OrderError
from pbem.game import Seat

RANK = {"bike": 0, "place": 1, "swap": 1, "pass": 1, "ride": 2}


def resolve(state: State, seat: Seat, order: Order) -> Move:
    """Make the move that an order means here. Raises IllegalMove or AmbiguousOrder."""
    actions = order.actions
    _check_order(actions)
    number = next((action.bike for action in actions if isinstance(action, Choose)), 0)
    most = bikes_each(state.setup)
    if not 0 <= number <= most:
        message = f"{seat} has {'bikes 1 and 2' if most > 1 else 'one bike'}, no bike {number}"
        raise IllegalMove("bike", message, action=f"bike {number}", rule=TWO_BIKES)
    main: Action | None = next((action for action in actions if not isinstance(action, Choose)), None)
    ride = next((action for action in actions if isinstance(action, Ride)), None)
    match main:
        case Put():
            return Place(number or _first_to_place(state, seat), main.space)
        case Swap():
            return _turn(state, _bike(state, seat, number, main, ride), main, ride)
        case Rest():
            return Pass()
    message = "a ride follows a swap" if ride else f"bike {number} does nothing here"
    hint = "write swap, a slot, a gap; ride and the spaces on the way"
    raise IllegalMove("swap-missing", message, action=_word(actions[0]), rule=HOW, hint=hint)


def _word(action: Action) -> str:
    match action:
        case Choose():
            return "bike"
        case Put():
            return "place"
        case Swap():
            return "swap"
        case Ride():
            return "ride"
        case Rest():
            return "pass"


def _check_order(actions: Sequence[Action]) -> None:
    """One bike, one swap or placing, one ride, in this order."""
    ranks = [RANK[_word(action)] for action in actions]
    for at in range(1, len(actions)):
        word, before = _word(actions[at]), _word(actions[at - 1])
        if ranks[at] == ranks[at - 1]:
            message = f"{before} and {word} stand in one turn; a turn has one swap and one ride"
            raise IllegalMove("doubled", message, action=word, rule=HOW)
        if ranks[at] < ranks[at - 1]:
            right = "; ".join(f"{word} ..." for word in sorted(map(_word, actions), key=RANK.__getitem__))
            message = f"{word} comes too late in the turn"
            raise IllegalMove("order", message, action=word, rule=HOW, hint=f"write {right}")
        if ranks[at] == 2 and not isinstance(actions[at - 1], (Swap, Choose)):
            message = f"a ride follows a swap, not {before}"
            raise IllegalMove("order", message, action="ride", rule=HOW)


def _first_to_place(state: State, seat: str) -> int:
    return next((bike.number for bike in placeable(state, seat)), 1)


def _bike(state: State, seat: str, number: int, swap: Swap, ride: Ride | None) -> Bike:
    """The bike that moves; where both may and none is named, the question is who."""
    if number:
        return check_bike(state, seat, number)
    if waits := placing(state):
        message = f"bikes are still being placed; it is {waits}'s turn to place one"
        hint = "write place and an empty space behind the line"
        raise IllegalMove("placing", message, action="swap", rule="Setup", hint=hint)
    able = movable(state, seat)
    if len(able) == 1:
        return able[0]
    texts = {bike.number: _legal_text(state, bike, swap, ride) for bike in able}
    fitting = [bike for bike in able if texts[bike.number]]
    if len(fitting) == 1:
        return fitting[0]
    message = f"{seat} may move bike 1 or bike 2"
    hint = "begin with bike 1 or bike 2"
    choices = tuple(text for text in texts.values() if text)
    raise AmbiguousOrder("bike", message, choices, action="swap", rule=TWO_BIKES, hint=hint)


def _turn(state: State, bike: Bike, swap: Swap, ride: Ride | None) -> Turn:
    gap = "-".join(swap.gap)
    slot = _slot(state, bike, swap, ride)
    letter = check_slot(state, bike, slot, "swap ...")
    number = check_swap(state, letter, gap, "swap ...")
    name = state.setup.board.gaps[number]
    held = state.spokes[number]
    if swap.taken and letter_of(swap.taken) != held:
        message = f"{name} holds {COLOURS[held]}, not {COLOURS[letter_of(swap.taken)]}"
        raise IllegalMove("holds", message, action="swap ...", rule=HOW)
    if ride is None:
        raise _no_ride(state, bike, slot, name)
    return _ridden(state, bike, Turn(bike.number, slot, name, ()), ride)


def _slot_text(swap: Swap) -> str:
    if swap.slot:
        return f"{swap.slot}:{swap.colour}" if swap.colour else str(swap.slot)
    return f"+{swap.steps}" if swap.steps else swap.colour


def _slot(state: State, bike: Bike, swap: Swap, ride: Ride | None) -> int:
    if swap.slot:
        letter = check_slot(state, bike, swap.slot, f"swap {_slot_text(swap)}")
        if swap.colour and letter_of(swap.colour) != letter:
            message = f"slot {swap.slot} holds {COLOURS[letter]}, not {COLOURS[letter_of(swap.colour)]}"
            raise IllegalMove("slot-colour", message, action=f"swap {_slot_text(swap)}", rule=HOW)
        return swap.slot
    return _slot_by_steps(state, bike, swap) if not swap.colour else _slot_by_colour(state, bike, swap, ride)


def _slot_by_steps(state: State, bike: Bike, swap: Swap) -> int:
    action = f"swap +{swap.steps}"
    if bike.marker == 0:
        message = f"the marker of {name_of(state, bike)} has no place yet, so it cannot move {swap.steps} on"
        raise IllegalMove("steps", message, action=action, rule=HOW, hint=reach_text(state, bike))
    reach = in_reach(bike)
    if not 1 <= swap.steps <= len(reach):
        message = f"the marker moves 1 to {len(reach)} spokes on, not {swap.steps}"
        raise IllegalMove("steps", message, action=action, rule=HOW, hint=reach_text(state, bike))
    return reach[swap.steps - 1]


def _slot_by_colour(state: State, bike: Bike, swap: Swap, ride: Ride | None) -> int:
    """The slot in reach that holds the colour; `b` is a question where blue and black are in reach."""
    letters = {"b", "k"} if swap.colour == "b" else {letter_of(swap.colour)}
    found = [slot for slot in in_reach(bike) if bike.wheel[slot - 1] in letters]
    held = {bike.wheel[slot - 1] for slot in found}
    if swap.colour == "b" and held == {"k"}:
        found = []
    if not found:
        name = COLOURS[letter_of(swap.colour)]
        message = f"no {name} spoke is in reach: {reach_text(state, bike)}"
        raise IllegalMove("reach", message, action=f"swap {swap.colour}", rule=HOW)
    if len(found) == 1:
        return found[0]
    what = "b is blue or black" if len(held) > 1 else f"{COLOURS[held.pop()]} is in reach twice"
    slots = " or ".join(f"{slot}:{COLOURS[bike.wheel[slot - 1]]}" for slot in found)
    choices = _choices(state, bike, swap, ride, found)
    hint = f"write the slot: {slots}"
    raise AmbiguousOrder("which-spoke", what, choices, action=f"swap {swap.colour}", rule=HOW, hint=hint)


def _choices(state: State, bike: Bike, swap: Swap, ride: Ride | None, slots: list[int]) -> tuple[str, ...]:
    named = (Swap(slot, 0, "", swap.gap, swap.taken) for slot in slots)
    return tuple(text for one in named if (text := _legal_text(state, bike, one, ride)))


def _legal_text(state: State, bike: Bike, swap: Swap, ride: Ride | None) -> str:
    """The turn of one bike in canonical words if it is legal, else ""."""
    try:
        turn = _turn(state, bike, swap, ride)
        letter = bike.wheel[turn.slot - 1]
        check_ride(state, bike, turn, letter, state.setup.board.gaps.index(turn.gap))
    except OrderError:
        return ""
    return write(state, bike.seat, turn)


def _no_ride(state: State, bike: Bike, slot: int, gap: str) -> IllegalMove:
    """The fault of a turn without a ride, with a ride to show."""
    hint = "write ride and the spaces on the way"
    for turn in bike_turns(state, bike):
        if (turn.slot, turn.gap) == (slot, gap):
            hint = f"for one: {bike_prefix(state, bike.number)}swap ...; {write_ride(state, bike, turn)}"
            break
    return IllegalMove("ride-missing", "a swap is followed by a ride", action="swap", rule=HOW, hint=hint)


def _ridden(state: State, bike: Bike, turn: Turn, ride: Ride) -> Turn:
    """The turn with its ride's spaces from the start on, the written `burst` compared with the real one."""
    first = next(group for group in ride.groups if group)[0]
    start = () if ride.groups[0] and first == bike.space else (bike.space,)
    spaces = (*start, *(space for group in ride.groups for space in group))
    whole = Turn(turn.bike, turn.slot, turn.gap, spaces)
    if len(ride.groups) > 1:
        _check_burst(state, bike, whole, ride, len(start) + len(ride.groups[0]))
    return whole


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
