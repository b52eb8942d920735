"""The map as text: cities, links with the letter of their kind, and every seat's track."""

from __future__ import annotations

from games.spike.board import ROWS, Board
from games.spike.state import State
from pbem.game import Drawing

MARGIN = 3
BETWEEN = 2
"""Characters between neighbouring columns of the net."""


def draw(board: Board, state: State | None) -> Drawing:
    """The map; with a state, track as the number of its seat and where the trains are."""
    marks = _marks(board, state)
    height, width = _size(board)
    lines = [[" "] * width for _ in range(2 * height - 1)]
    for point, (row, column) in board.points.items():
        at = _across(column)
        if point in board.codes:
            lines[2 * row][at - 1 : at + 2] = board.codes[point]
        else:
            lines[2 * row][at] = "."
    for link, (one, other) in board.ends.items():
        _draw_link(board, lines, one, other, marks[link])
    text = [f"{ROWS[at // 2] if at % 2 == 0 else ' '} {''.join(line)[2:]}" for at, line in enumerate(lines)]
    scale = _scale(width)
    return Drawing(board.title, tuple(line.rstrip() for line in [*scale, *text]), _legend(board, state))


def _size(board: Board) -> tuple[int, int]:
    rows, columns = zip(*board.points.values(), strict=True)
    return max(rows) + 1, _across(max(columns)) + 2


def _across(column: int) -> int:
    return MARGIN + BETWEEN * column


def _scale(width: int) -> list[str]:
    """Two lines of column numbers: the odd ones and the even ones."""
    lines = []
    for first in (1, 2):
        line = [" "] * (width + 1)
        for number in range(first, (width - MARGIN) // BETWEEN + 1, 2):
            at = _across(number - 1)
            line[at : at + len(str(number))] = str(number)
        lines.append("".join(line)[:width])
    return lines


def _marks(board: Board, state: State | None) -> dict[str, str]:
    """Link to its sign: the number of the seat whose track it has, else the letter of its kind."""
    seats = {seat: str(at) for at, seat in enumerate(state.setup.seats, 1)} if state else {}
    used = state.used if state else {}
    return {
        link: seats[used[link]] if link in used else board.kinds[kind] for link, kind in board.links.items()
    }


def _draw_link(board: Board, lines: list[list[str]], one: str, other: str, mark: str) -> None:
    (row, column), (row2, column2) = board.points[one], board.points[other]
    middle = (_across(column) + _across(column2)) // 2
    lines[row + row2][middle] = mark
    if row == row2 and mark.isdigit():
        for at in (middle - 1, middle + 1):
            if lines[2 * row][at] == " ":
                lines[2 * row][at] = "="


def _legend(board: Board, state: State | None) -> tuple[str, ...]:
    kinds = ", ".join(f"{letter} {kind}" for kind, letter in board.kinds.items())
    lines = [f"links: {kinds}"]
    if state is not None:
        seats = state.setup.seats
        lines.append("track: " + ", ".join(f"{at} {seat}" for at, seat in enumerate(seats, 1)))
        places = [(seat, state.players[seat].at) for seat in seats if state.players[seat].at]
        if places:
            lines.append("trains: " + ", ".join(f"{seat} at {at}" for seat, at in places))
    for commodity in board.commodities:
        cities = ", ".join(f"{board.codes[city]} {city}" for city in board.sources(commodity))
        lines.append(f"{commodity}: {cities}")
    return tuple(lines)
