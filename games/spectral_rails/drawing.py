"""The map as text: towns with their names, lines as one sign a space, trains on top."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from games.spectral_rails.board import Board
from games.spectral_rails.state import EMPTY, Engineer, State, where
from pbem.game import Drawing

WIDTH, HEIGHT = 78, 38
Cell = tuple[int, int]
"""Row and column."""


def draw(board: Board, state: State | None) -> Drawing:
    """Draw the map; with a state, its segments, trains and wreck markers."""
    towns, spaces, labels = _layout(board)
    grid = [[" "] * WIDTH for _ in range(HEIGHT)]
    for at, (row, column) in enumerate(spaces):
        grid[row][column] = _space_sign(state, at)
    for town, (row, column) in towns.items():
        grid[row][column] = "o"
        _write(grid, labels[town], town + ("*" if state and town in state.wrecks else ""))
    if state:
        for (row, column), sign in _trains(state, towns, spaces):
            grid[row][column] = sign
    lines = [("".join(row)).rstrip() for row in grid]
    while lines and not lines[-1]:
        lines.pop()
    return Drawing(board.file.title, tuple(lines), tuple(_legend(state)))


def _space_sign(state: State | None, at: int) -> str:
    if state is None or state.trails[at] == EMPTY:
        return "."
    return state.setup.seats[int(state.trails[at])][0]


def _write(grid: list[list[str]], start: Cell, text: str) -> None:
    row, column = start
    for at, letter in enumerate(text):
        if column + at < WIDTH:
            grid[row][column + at] = letter


def _trains(state: State, towns: dict[str, Cell], spaces: tuple[Cell, ...]) -> Iterator[tuple[Cell, str]]:
    """The sign at each place with trains: a seat's capital, or how many there are."""
    there: dict[Cell, list[str]] = {}
    for seat in state.setup.seats:
        engineer = state.engineers[seat]
        if engineer.town or engineer.space >= 0:
            there.setdefault(_cell(engineer, towns, spaces), []).append(seat)
    for cell, seats in there.items():
        yield cell, seats[0][0].upper() if len(seats) == 1 else str(len(seats))


def _cell(engineer: Engineer, towns: dict[str, Cell], spaces: tuple[Cell, ...]) -> Cell:
    return spaces[engineer.space] if engineer.space >= 0 else towns[engineer.town]


def _legend(state: State | None) -> Iterator[str]:
    yield "o town   . empty space"
    if state is None:
        return
    letters = ", ".join(f"{seat[0]} {seat}" for seat in state.setup.seats)
    yield f"segments: {letters}   * wreck marker"
    trains = ", ".join(
        f"{seat[0].upper()} {where(state, state.engineers[seat])}" for seat in state.setup.seats
    )
    yield f"trains: {trains}"


@functools.lru_cache(maxsize=8)
def _layout(board: Board) -> tuple[dict[str, Cell], tuple[Cell, ...], dict[str, Cell]]:
    """Cells of towns, of spaces, and of the first letter of each name."""
    towns = _town_cells(board)
    spaces = tuple(_space_cells(board, towns))
    return towns, spaces, _label_cells(towns, spaces)


def _town_cells(board: Board) -> dict[str, Cell]:
    """Latitude and longitude stretched over the drawing, with a margin for names."""
    at = {town.name.value: town.at.value for town in board.file.towns}
    north, south = max(lat for lat, _ in at.values()), min(lat for lat, _ in at.values())
    west, east = min(lon for _, lon in at.values()), max(lon for _, lon in at.values())
    down = (HEIGHT - 4) / max(north - south, 1e-9)
    across = (WIDTH - 9) / max(east - west, 1e-9)
    return {
        town: (1 + round((north - lat) * down), 3 + round((lon - west) * across))
        for town, (lat, lon) in at.items()
    }


def _space_cells(board: Board, towns: dict[str, Cell]) -> Iterator[Cell]:
    for a, b in board.lines:
        (row, column), (row2, column2) = towns[a], towns[b]
        length = len(board.legs[a, b])
        for step in range(1, length + 1):
            part = step / (length + 1)
            yield round(row + (row2 - row) * part), round(column + (column2 - column) * part)


def _label_cells(towns: dict[str, Cell], spaces: tuple[Cell, ...]) -> dict[str, Cell]:
    """For each name the place beside its town that covers least."""
    taken = {*towns.values(), *spaces}
    labels: dict[str, Cell] = {}
    for town, (row, column) in towns.items():
        size = len(town) + 1
        centre = column - size // 2
        places = [(row, column + 2), (row, column - size - 1), (row - 1, centre), (row + 1, centre)]
        places += [
            (row - 1, column + 1),
            (row + 1, column + 1),
            (row - 1, column - size),
            (row + 1, column - size),
        ]
        place = min(places, key=lambda start: _covered(start, size, taken))
        labels[town] = place
        taken |= {(place[0], at) for at in range(place[1] - 1, place[1] + size)}
    return labels


def _covered(start: Cell, size: int, taken: set[Cell]) -> int:
    row, column = start
    if row < 0 or row >= HEIGHT or column < 0 or column + size > WIDTH:
        return WIDTH
    return sum((row, at) in taken for at in range(column - 1, column + size))
