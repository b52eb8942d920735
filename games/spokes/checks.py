"""The questions that a turn must pass, in the rulebook's order; the first "no" is raised."""

from __future__ import annotations

from games.spokes.board import Board, distances
from games.spokes.moves import Turn
from games.spokes.notation import bike_prefix
from games.spokes.rides import Rider
from games.spokes.state import (
    COLOURS,
    EMPTY,
    FOURTH,
    Bike,
    State,
    bike_of,
    bikes_each,
    in_reach,
    movable,
    occupied,
    placeable,
    placing,
)
from pbem.errors import IllegalMove

Trail = tuple[tuple[int, ...], tuple[int, ...], int]
"""A legal ride: its spaces, its gaps, and the step (from 1) that takes the burst, 0 if none."""

HOW = "How to Play"
SLIPSTREAM = "Overtaking and Slipstreaming"
TWO_BIKES = "Two Bike Variant"


def name_of(state: State, bike: Bike) -> str:
    """How players call a bike."""
    return f"{bike.seat}'s bike {bike.number}" if bikes_each(state.setup) > 1 else bike.seat


def rider(state: State, bike: Bike) -> Rider:
    """The bike by numbers, about to ride."""
    numbers = state.setup.board.numbers
    others = frozenset(numbers[space] for space in occupied(state, bike))
    return Rider(numbers[bike.space], FOURTH - bike.crossings, bike.burst, others)


def bike_text(state: State, bike: Bike) -> str:
    """A bike as what stands somewhere, in words."""
    return name_of(state, bike) if bikes_each(state.setup) > 1 else f"{bike.seat}'s bike"


def known_space(board: Board, space: str, action: str) -> int:
    """The number of a space. Raises IllegalMove if the board has none of that name."""
    number = board.numbers.get(space)
    if number is None:
        raise no_space(board, space, action)
    return number


def no_space(board: Board, space: str, action: str, hint: str = "") -> IllegalMove:
    """The fault of a space that the board lacks, with the lanes that it has."""
    lanes = ", ".join(f"{lane.value[0]}-{lane.value[-1]}" for lane in board.file.lanes.values())
    return IllegalMove("no-space", f"no space {space} ({lanes})", action=action, rule="Setup", hint=hint)


def no_gap(board: Board, one: str, other: str, action: str, hinted: tuple[str, ...]) -> IllegalMove:
    """The fault of two spaces that no gap joins; the hint lists the neighbours of those `hinted`."""
    for space in (one, other):
        known_space(board, space, action)
    message = f"no gap joins {one} and {other}"
    if one == other:
        message = f"{one} stands twice in a row; a gap joins two spaces"
    ways = dict.fromkeys(f"from {space} spokes lead to {neighbours(board, space)}" for space in hinted)
    return IllegalMove("no-gap", message, action=action, rule=HOW, hint="; ".join(ways))


def neighbours(board: Board, space: str) -> str:
    """The spaces one spoke away, in words."""
    return ", ".join(board.spaces[way.to] for way in board.ways[board.numbers[space]])


def placing_order(state: State) -> str:
    """In which order bikes are placed, in words."""
    seats = [seat for seat in reversed(state.setup.seats) if seat not in state.gone]
    again = ", then again for the second bikes" if bikes_each(state.setup) > 1 else ""
    return f"placing goes the other way round: {', '.join(seats)}{again}"


def free_near(state: State, number: int) -> str:
    """Where a bike can be placed with the fewest spokes to the line, in words."""
    places = (f"`{bike_prefix(state, number)}place {space}`" for space in nearest_row(state))
    return f"free close behind the line: {', '.join(places)}"


def nearest_row(state: State) -> tuple[str, ...]:
    """Empty spaces with the fewest spokes to the line, in the board's order."""
    board = state.setup.board
    taken = occupied(state)
    to_line = distances(board, 1)
    empty = [space for space in board.spaces if space not in taken]
    least = min(to_line[board.numbers[space]] for space in empty)
    return tuple(space for space in empty if to_line[board.numbers[space]] == least)


def check_place(state: State, seat: str, number: int, space: str) -> Bike:
    """May the seat put this bike on this space? Returns the bike."""
    if not placing(state):
        message = f"every bike stands on the board; {seat} swaps a spoke and rides"
        if space not in state.setup.board.numbers:
            raise no_space(state.setup.board, space, f"place {space}", message)
        raise IllegalMove("placed", message, action="place", rule="Setup", hint="write swap ...; ride ...")
    waiting = [bike for bike in placeable(state, seat) if bike.number == number]
    if not waiting:
        left = " and ".join(f"bike {bike.number}" for bike in placeable(state, seat))
        message = f"{seat} has placed bike {number} already; {left} is left"
        raise IllegalMove("bike", message, action=f"bike {number}", rule="Setup")
    if space not in state.setup.board.numbers or space in occupied(state):
        raise _no_place(state, number, space)
    return waiting[0]


def _no_place(state: State, number: int, space: str) -> IllegalMove:
    """The fault of a space where no bike can be placed."""
    action = f"place {space}"
    hint = free_near(state, number)
    here = next((bike for bike in state.bikes if bike.space == space), None)
    if here is None:
        return no_space(state.setup.board, space, action, hint)
    message = f"{space} is taken by {name_of(state, here)}; a bike starts on an empty space"
    return IllegalMove("occupied", message, action=action, rule="Setup", hint=hint)


def check_placed(state: State, action: str = "") -> None:
    """Do all bikes stand on the board?"""
    if waits := placing(state):
        message = f"bikes are still being placed; it is {waits}'s turn to place one"
        hint = f"write place and an empty space behind the line; {placing_order(state)}"
        raise IllegalMove("placing", message, action=action, rule="Setup", hint=hint)


def check_bike(state: State, seat: str, number: int) -> Bike:
    """May this bike of the seat move? Returns it."""
    check_placed(state)
    able = movable(state, seat)
    if all(bike.number != number for bike in able):
        numbers = " or ".join(str(bike.number) for bike in able)
        message = f"{seat} must move bike {numbers}: the bike marker lies on the other one"
        if bikes_each(state.setup) == 1 or number not in (1, 2):
            message = f"{seat} has no bike {number}"
        raise IllegalMove("bike", message, action=f"bike {number}", rule=TWO_BIKES)
    return bike_of(state, seat, number)


def check_slot(state: State, bike: Bike, slot: int, action: str) -> str:
    """May the spoke marker play this slot? Returns the letter of its spoke."""
    if not 1 <= slot <= 6:
        message = f"a wheel has slots 1 to 6, not {slot}; {reach_text(state, bike)}"
        raise IllegalMove("slot", message, action=action, rule=HOW)
    letter = bike.wheel[slot - 1]
    if letter == EMPTY:
        message = f"slot {slot} of {name_of(state, bike)} is empty; {reach_text(state, bike)}"
        raise IllegalMove("slot", message, action=action, rule="Solo Mode")
    if slot not in in_reach(bike):
        message = f"slot {slot} ({COLOURS[letter]}) is out of reach: {reach_text(state, bike)}"
        raise IllegalMove("reach", message, action=action, rule=HOW)
    return letter


def reach_text(state: State, bike: Bike) -> str:
    """What the spoke marker can play now, in words."""
    slots = ", ".join(f"{slot}:{COLOURS[bike.wheel[slot - 1]]}" for slot in in_reach(bike))
    if bike.marker == 0:
        return f"{name_of(state, bike)} plays first and may choose {slots}"
    return f"the marker of {name_of(state, bike)} stands behind slot {bike.marker} and reaches {slots}"


def check_swap(state: State, letter: str, gap: str, action: str) -> int:
    """May a spoke of this colour go into this gap? Returns the gap's number."""
    board = state.setup.board
    one, _, other = gap.partition("-")
    number = board.gap_between(one, other)
    if number is None:
        raise no_gap(board, one, other, action, (one, other))
    if state.spokes[number] == letter:
        held = f"{board.gaps[number]} holds {COLOURS[letter]} already"
        message = f"{held}; the two spokes must differ in colour"
        raise IllegalMove("same-colour", message, action=action, rule="FAQ")
    return number


def check_ride(state: State, bike: Bike, turn: Turn, letter: str, placed: int) -> Trail:
    """Is this a ride over spokes of one colour, each once, that takes in the placed one?"""
    board = state.setup.board
    _check_start(state, bike, turn)
    path = [board.numbers[bike.space]]
    gaps: list[int] = []
    off = 0
    for one, other in zip(turn.ride, turn.ride[1:], strict=False):
        gap = _check_step(board, one, other, gaps)
        gaps.append(gap)
        path.append(board.numbers[other])
        if gap != placed and state.spokes[gap] != letter:
            _check_burst(state, bike, letter, gap, gaps[off - 1] if off else -1)
            off = len(gaps)
    if placed not in gaps:
        message = f"the ride does not take in the {COLOURS[letter]} spoke placed in {board.gaps[placed]}"
        raise IllegalMove("not-through", message, action="ride ...", rule=HOW)
    return tuple(path), tuple(gaps), off


def _check_start(state: State, bike: Bike, turn: Turn) -> None:
    if not turn.ride or turn.ride[0] != bike.space:
        raise ride_start(state, bike, turn.ride[0] if turn.ride else "nowhere")
    for space in turn.ride[1:]:
        known_space(state.setup.board, space, "ride")
    if len(turn.ride) < 2:
        raise IllegalMove("not-through", "a ride goes over one spoke at least", action="ride ...", rule=HOW)


def ride_start(state: State, bike: Bike, first: str, hint: str = "") -> IllegalMove:
    """The fault of a ride that begins with a space where it cannot begin.

    `hint`: what to write instead where the ride only stands the wrong way round.
    """
    there = next((other for other in state.bikes if other.space == first), None)
    where = f", where {name_of(state, there)} stands" if there else ""
    begins = f"{'ends there and ' if hint else ''}begins with {first}{where}"
    message = f"{bike_text(state, bike)} stands on {bike.space}; the ride {begins}"
    near = neighbours(state.setup.board, bike.space)
    hint = hint or f"begin with {bike.space}, or leave it out and begin with the next space: {near}"
    return IllegalMove("ride-start", message, action="ride ...", rule=HOW, hint=hint)


def _check_step(board: Board, one: str, other: str, ridden: list[int]) -> int:
    gap = board.gap_between(one, other)
    if gap is None:
        raise no_gap(board, one, other, "ride ...", (one,))
    if gap in ridden:
        message = f"{board.gaps[gap]} is ridden twice; a ride goes over each spoke once"
        raise IllegalMove("twice", message, action="ride ...", rule=HOW)
    return gap


def _check_burst(state: State, bike: Bike, letter: str, gap: int, before: int) -> None:
    board = state.setup.board
    holds = f"{board.gaps[gap]} holds {COLOURS[state.spokes[gap]]} and {COLOURS[letter]} is ridden"
    if not bike.burst:
        message = f"{holds}; the tile of {name_of(state, bike)} shows slipstream"
        hint = "only with the tile on adrenaline burst may one spoke of another colour be ridden"
        raise IllegalMove("colour", message, action="ride ...", rule=HOW, hint=hint)
    if before >= 0:
        message = f"{holds}; the burst has gone over {board.gaps[before]} already"
        raise IllegalMove("burst-twice", message, action="ride ...", rule=SLIPSTREAM)
