"""The map in characters: spaces by name, spokes by letter between them, bikes as capitals in brackets."""

from __future__ import annotations

from games.spokes.board import Board, Point
from games.spokes.state import COLOURS, State, bikes_each
from pbem.game import Drawing

Cell = tuple[int, int]
"""A place on the map: column and line, from the upper left."""


def draw(board: Board, state: State | None) -> Drawing:
    """Draw the board; with a position, its spokes and bikes."""
    return Drawing(board.file.title, _Map(board, state).lines(), _legend(state))


def _legend(state: State | None) -> tuple[str, ...]:
    line = ": start line, ridden from left to right"
    if state is None:
        return (line,)
    spokes = ", ".join(f"{letter} {name}" for letter, name in COLOURS.items())
    seats = ", ".join(f"{seat[0].upper()} {seat}" for seat in state.setup.seats)
    return (f"spokes: {spokes}", f"bikes: {seats}", line)


class _Map:
    def __init__(self, board: Board, state: State | None) -> None:
        self.board = board
        self.state = state
        self.signs: dict[Cell, str] = {}
        points = [marked.value for marked in board.file.spaces.values()]
        self.left = min(x for x, _ in points)
        self.top = max(y for _, y in points)

    def lines(self) -> tuple[str, ...]:
        for gap in range(len(self.board.gaps)):
            self._gap(gap)
        for space in self.board.spaces:
            self._space(space)
        self._line()
        rows = [""] * (max(row for _, row in self.signs) + 1)
        for column, row in sorted(self.signs):
            rows[row] = rows[row].ljust(column) + self.signs[column, row]
        return tuple(rows)

    def _cell(self, point: Point) -> Cell:
        text = self.board.file.text
        column = round((point[0] - self.left) * text.columns.value) + 1
        return column, round((self.top - point[1]) * text.lines.value)

    def _gap(self, gap: int) -> None:
        """Draw one gap as a stroke with its spoke's letter in the middle."""
        one, other = (self._cell(self._point(space)) for space in self.board.ends[gap])
        cells = _stroke(one, other)
        for cell in cells:
            self.signs[cell] = _slope(one, other)
        if self.state is not None:
            self.signs[cells[len(cells) // 2]] = self.state.spokes[gap]

    def _point(self, space: int) -> Point:
        return self.board.file.spaces[self.board.spaces[space]].value

    def _space(self, space: str) -> None:
        column, row = self._cell(self.board.file.spaces[space].value)
        for offset, sign in enumerate(self._label(space)):
            self.signs[column - 1 + offset, row] = sign

    def _label(self, space: str) -> str:
        """The space's name, or the bike that stands there; of two, the one that has just won."""
        here = [bike for bike in self.state.bikes if bike.space == space] if self.state else []
        if not here or self.state is None:
            return space
        bike = max(here, key=lambda bike: bike.crossings)
        number = str(bike.number) if bikes_each(self.state.setup) > 1 else ""
        return f"[{bike.seat[0].upper()}{number}]"

    def _line(self) -> None:
        """Draw the start line where nothing else stands."""
        one, other = (self._cell(point) for point in self.board.file.line.stroke.value)
        for cell in (one, *_stroke(one, other), other):
            self.signs.setdefault(cell, ":")


def _stroke(one: Cell, other: Cell) -> list[Cell]:
    """Cells between two others: one a line, or one a column where they are no more than a line apart."""
    (left, top), (right, bottom) = sorted((one, other))
    if abs(top - bottom) < 2:
        middle = (left + right) / 2
        return [(column, top if column <= middle else bottom) for column in range(left + 1, right)]
    down = 1 if bottom > top else -1
    count = abs(bottom - top)
    return [(left + round((right - left) * step / count), top + down * step) for step in range(1, count)]


def _slope(one: Cell, other: Cell) -> str:
    if abs(one[1] - other[1]) < 2:
        return "-"
    if one[0] == other[0]:
        return "|"
    return "\\" if (one[0] < other[0]) == (one[1] < other[1]) else "/"
