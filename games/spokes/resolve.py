"""Says what an order means in a position: order of actions, and which bike it moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.spokes.checks import HOW, TWO_BIKES, check_bike, check_placed, free_near
from games.spokes.moves import Action, Choose, Move, Order, Pass, Place, Put, Rest, Ride, Swap
from games.spokes.state import Bike, State, bikes_each, movable, placeable, placing
from games.spokes.turns import incomplete, make_turn, readings, slot_text
from pbem.errors import AmbiguousOrder, IllegalMove
from pbem.game import Seat

RANK = {"bike": 0, "place": 1, "swap": 1, "pass": 1, "ride": 2}


def resolve(state: State, seat: Seat, order: Order) -> Move:
    """Make the move that an order means here. Raises IllegalMove or AmbiguousOrder."""
    actions = order.actions
    _check_doubled(state, seat, actions)
    _check_order(state, actions)
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
            return make_turn(state, _bike(state, seat, number, main, ride), main, ride)
        case Rest():
            return Pass()
    raise _nothing_swapped(state, seat, _word(actions[0]), number, ride)


def _nothing_swapped(state: State, seat: str, word: str, number: int, ride: Ride | None) -> IllegalMove:
    """The fault of a turn that rides only, or only names a bike."""
    message = "a ride follows a swap" if ride else f"bike {number} is named, and not what it does"
    hint = "write swap, a slot, a gap; ride and the spaces on the way"
    rule = HOW
    if placing(state):
        if ride:
            check_placed(state, "ride")
        waits = any(bike.number == number for bike in placeable(state, seat))
        rule, hint = "Setup", free_near(state, number if waits else _first_to_place(state, seat))
    return IllegalMove("swap-missing", message, action=word, rule=rule, hint=hint)


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


def _begins(action: Action) -> str:
    """How the action begins in canonical words, so that the second of two swaps is found in the text."""
    match action:
        case Choose():
            return f"bike {action.bike}"
        case Put():
            return f"place {action.space}"
        case Swap():
            return f"swap {slot_text(action)} ..."
        case Ride():
            return f"ride {'-'.join(action.groups[0])} ..."
        case Rest():
            return "pass"


def _check_doubled(state: State, seat: str, actions: Sequence[Action]) -> None:
    """One bike, one swap or placing or pass, one ride."""
    first: dict[int, Action] = {}
    for action in actions:
        rank = RANK[_word(action)]
        if rank in first:
            raise _doubled(state, seat, first[rank], action)
        first[rank] = action


def _doubled(state: State, seat: str, one: Action, other: Action) -> IllegalMove:
    if isinstance(one, Choose) and isinstance(other, Choose):
        return _two_bikes(state, seat, one.bike, other.bike)
    rule, limit = HOW, "a turn has one swap and one ride"
    if isinstance(one, Put) or isinstance(other, Put):
        rule, limit = "Setup", "one bike is placed at a time"
    message = f"{_word(one)} and {_word(other)} stand in one turn; {limit}"
    hint = _left_over(state, _word(one), _word(other))
    return IllegalMove("doubled", message, action=_begins(other), rule=rule, hint=hint)


def _left_over(state: State, one: str, other: str) -> str:
    """Which of two actions that exclude each other has to go, in words."""
    if one == other:
        return "keep one of the two"
    due = "place" if placing(state) else "swap"
    return f"leave out {other if one == due else one}"


def _two_bikes(state: State, seat: str, one: int, other: int) -> IllegalMove:
    """The fault of two bikes in one turn; the one to be left out is marked."""
    does = "places" if placing(state) else "moves"
    able = {bike.number for bike in (placeable if placing(state) else movable)(state, seat)}
    out = one if one not in able and other in able else other
    message = f"bike {one} and bike {other} stand in one turn, which {does} one bike"
    hint = f"leave out bike {out}"
    if one == other:
        message, hint = f"bike {one} stands twice in one turn", "keep one, at the beginning"
    return IllegalMove("doubled", message, action=f"bike {out}", rule=TWO_BIKES, hint=hint)


def _check_order(state: State, actions: Sequence[Action]) -> None:
    """Bike, then swap or placing, then ride."""
    for before, action in pairwise(actions):
        word = _word(action)
        if RANK[word] < RANK[_word(before)]:
            right = "; ".join(f"{word} ..." for word in sorted(map(_word, actions), key=RANK.__getitem__))
            message = f"{word} comes too late in the turn"
            raise IllegalMove("order", message, action=word, rule=HOW, hint=f"write {right}")
        if isinstance(action, Ride) and not isinstance(before, (Swap, Choose)):
            message = f"a ride follows a swap, not {_word(before)}"
            hint = f"write a swap instead of {_word(before)}"
            if placing(state):
                hint = "leave out ride: the first ride comes once every bike is placed"
            raise IllegalMove("order", message, action="ride", rule=HOW, hint=hint)


def _first_to_place(state: State, seat: str) -> int:
    return next((bike.number for bike in placeable(state, seat)), 1)


def _bike(state: State, seat: str, number: int, swap: Swap, ride: Ride | None) -> Bike:
    """The bike that moves; where both may and none is named, the question is who."""
    if number:
        return check_bike(state, seat, number)
    check_placed(state, "swap")
    able = movable(state, seat)
    if len(able) == 1:
        return able[0]
    if ride is None or not swap.gap[0]:
        raise incomplete(state, able, swap, ride)
    texts = {bike.number: readings(state, bike, swap, ride) for bike in able}
    fitting = [bike for bike in able if texts[bike.number]]
    # Where no bike fits, the ride may still tell whose fault is to be named.
    fitting = fitting or [bike for bike in able if bike.space == ride.spaces[0]]
    if len(fitting) == 1:
        return fitting[0]
    message = f"{seat} may move bike 1 or bike 2"
    hint = "begin with bike 1 or bike 2"
    choices = tuple(text for found in texts.values() for text in found)
    raise AmbiguousOrder("bike", message, choices, action="swap", rule=TWO_BIKES, hint=hint)
