"""A report as data, before any format: headline, tables, map, story, notes, reply template."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from pbem.game import Drawing, Seat, Table
from pbem.report.width import width

SEAT = "seat"
"""The name of the column that says who; the report adds players' names to it."""


class Line(msgspec.Struct, frozen=True):
    """One line of a story; `number` is the entry's, if it tells of one."""

    number: int | None
    text: str


class Report(msgspec.Struct, frozen=True):
    """What a person gets to read, top to bottom.

    `headline` is shown joined by " - ". `notes` are paragraphs after the story. `template` is a reply
    to fill in; it stands last and as it is. `names` and `to_move` decorate the tables (see `decorate`),
    except as JSON, where they are keys of their own.
    """

    headline: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    drawing: Drawing | None = None
    story: tuple[Line, ...] = ()
    story_title: str = ""
    notes: tuple[str, ...] = ()
    template: str = ""
    names: Mapping[Seat, str] = {}
    to_move: frozenset[Seat] = frozenset()


def decorate(
    tables: Iterable[Table], names: Mapping[Seat, str], to_move: frozenset[Seat]
) -> tuple[Table, ...]:
    """Put players' names into columns called `seat`, and `>` before who is to move.

    Names stand in a column of their own inside the cell; cells that name no seat stay aligned with the
    others. Nothing is shortened here, since only a format knows its width.
    """
    return tuple(_decorated(table, names, to_move) for table in tables)


def _decorated(table: Table, names: Mapping[Seat, str], to_move: frozenset[Seat]) -> Table:
    """Change the cells of every column called `seat`, in rows that reach so far."""
    rows = [list(row) for row in table.rows]
    for column in (column for column, head in enumerate(table.header) if head == SEAT):
        there = [row for row in rows if column < len(row)]
        cells = _seats([str(row[column]) for row in there], names, to_move)
        for row, cell in zip(there, cells, strict=True):
            row[column] = cell
    return msgspec.structs.replace(table, rows=tuple(map(tuple, rows)))


def _seats(seats: list[str], names: Mapping[Seat, str], to_move: frozenset[Seat]) -> list[str]:
    longest = max(map(width, seats), default=0)
    marks = bool(to_move)
    return [_seat(seat, longest, names.get(Seat(seat), ""), marks, Seat(seat) in to_move) for seat in seats]


def _seat(seat: str, longest: int, name: str, marks: bool, marked: bool) -> str:
    mark = ("> " if marked else "  ") if marks else ""
    padded = seat + " " * (longest - width(seat))
    return (f"{mark}{padded}  {name}" if name else mark + seat).rstrip()
