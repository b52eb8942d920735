"""What is seen of a position: tables, a few words, JSON values, and what is conserved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.spokes.board import distances
from games.spokes.state import COLOURS, EMPTY, FOURTH, LETTERS, Bike, State, bikes_each, solo
from pbem.game import Seat, Table


def view(state: State, viewer: Seat | None) -> tuple[Table, ...]:
    """Tables of a position; nothing is hidden, so every viewer sees the same."""
    return (_bikes(state), _solo(state)) if solo(state) else (_bikes(state),)


def to_go(state: State, bike: Bike) -> int:
    """Spokes that a bike needs at least to the fourth crossing, colours ignored; 0 once there."""
    board = state.setup.board
    return distances(board, FOURTH - bike.crossings)[board.numbers[bike.space]]


def _bikes(state: State) -> Table:
    two = bikes_each(state.setup) > 1
    there = [bike for bike in state.bikes if bike.seat not in state.gone]
    header = ("seat", *(("bike",) if two else ()), "space", "laps", "to go", "place", "tile", "wheel")
    return Table("bikes", header, tuple(_row(state, bike, there, two) for bike in there))


def _row(state: State, bike: Bike, there: list[Bike], two: bool) -> tuple[str | int, ...]:
    number = (f"{bike.number} rests" if bike.marked else str(bike.number),) if two else ()
    tile = "BURST" if bike.burst else "slipstream"
    if not bike.space:
        return (bike.seat, *number, "-", 0, "-", "-", tile, _wheel(bike))
    placed = [other for other in there if other.space]
    ahead = sum(to_go(state, other) < to_go(state, bike) for other in placed)
    go = to_go(state, bike)
    return (bike.seat, *number, bike.space, bike.laps, go, f"{ahead + 1}.", tile, _wheel(bike))


def _wheel(bike: Bike) -> str:
    """Slots 1 to 6 with the spoke marker, such as `ygb|wrk`; no marker before the first turn."""
    if bike.marker == 0:
        return bike.wheel
    return f"{bike.wheel[: bike.marker]}|{bike.wheel[bike.marker :]}"


def _solo(state: State) -> Table:
    on_wheel = sum(letter != EMPTY for letter in state.bikes[0].wheel)
    supply = " ".join(COLOURS[letter] for letter in state.supply) or "none"
    row = (on_wheel, len(state.discard), supply)
    return Table("spokes of the challenge", ("on the wheel", "played", "supply"), (row,))


def status(state: State) -> tuple[str, ...]:
    """Laps of each seat, while bikes ride."""
    if any(not bike.space for bike in state.bikes if bike.seat not in state.gone):
        return ("bikes are being placed",)
    told = ", ".join(f"{seat} {laps}" for seat, laps in scores(state).items() if seat not in state.gone)
    return (f"laps {told}",)


def scores(state: State) -> Mapping[Seat, int]:
    """Completed laps of each seat's best bike."""
    return {seat: max(bike.laps for bike in state.bikes if bike.seat == seat) for seat in state.setup.seats}


def public(state: State) -> dict[str, Any]:
    """Everything, since nothing is hidden, as JSON values."""
    groups: dict[str, str] = {}
    at = 0
    for name, count in state.setup.board.groups:
        groups[name] = state.spokes[at : at + count]
        at += count
    return {
        "mover": state.mover,
        "spokes": groups,
        "spare": state.spare,
        "supply": state.supply,
        "discard": state.discard,
        "bikes": [_bike(bike) for bike in state.bikes],
        "gone": list(state.gone),
        "ended": state.ended,
        "winners": list(state.winners),
    }


def _bike(bike: Bike) -> dict[str, str | int | bool]:
    return {
        "seat": bike.seat,
        "bike": bike.number,
        "space": bike.space,
        "crossings": bike.crossings,
        "laps": bike.laps,
        "tile": "burst" if bike.burst else "slipstream",
        "wheel": bike.wheel,
        "marker": bike.marker,
        "rests": bike.marked,
    }


def census(state: State) -> Mapping[str, int]:
    """Spokes of each colour, on the board and off it: always 25."""
    held = Counter(state.spokes + state.spare + state.supply + state.discard)
    held.update("".join(bike.wheel for bike in state.bikes))
    boxed = 6 - len(state.bikes) - solo(state)
    return {f"{COLOURS[letter]} spokes": held[letter] + boxed for letter in LETTERS}
