"""Tables as text of a fixed pitch; the one place that calls tabulate."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.game import Table
from pbem.report.document import SEAT
from pbem.report.width import shorten, width, wrap

GAP = 2
_MONEY = re.compile(r"[-−]?\$?\d{1,3}(,\d{3})+|[-−]?\$\d+")
_BLANK = ("", "-", "–", "—", "?")
_LEAST = 2


def is_numeric(table: Table, column: int) -> bool:
    """Say whether a column holds numbers or sums of money and nothing else but blanks and dashes."""
    cells = [row[column] for row in table.rows if column < len(row)]
    numbers = [cell for cell in cells if isinstance(cell, int) or _MONEY.fullmatch(cell)]
    return bool(numbers) and all(cell in numbers or cell in _BLANK for cell in cells)


def text_table(table: Table, columns: int, safe: Callable[[str], str], ascii: bool = False) -> str:
    """Write a table at most so many columns wide, with its title above if it has one.

    Cells that do not fit are wrapped at words, names of players are shortened. `safe` escapes cells.
    """
    count = max([len(table.header), *(len(row) for row in table.rows)])
    if not count:
        return safe(table.title)
    header = _filled([safe(cell) for cell in table.header], count)
    rows = [_filled([safe(str(cell)) for cell in row], count) for row in table.rows]
    numeric = [is_numeric(table, column) for column in range(count)]
    names = [column < len(table.header) and table.header[column] == SEAT for column in range(count)]
    limits = _limits([header, *rows], columns - GAP * (count - 1))
    dots = "..." if ascii else "…"
    fitted = [
        [_fit(cell, limit, name, dots) for cell, limit, name in zip(row, limits, names, strict=True)]
        for row in [header, *rows]
    ]
    title = ["\n".join(wrap(safe(table.title), columns, "  "))] if table.title else []
    return "\n".join([*title, _tabulated(fitted[0], fitted[1:], numeric)])


def _filled(cells: list[str], count: int) -> list[str]:
    return cells + [""] * (count - len(cells))


def _fit(cell: str, limit: int, name: bool, dots: str) -> str:
    if name:
        return shorten(cell.replace("\n", "\\n"), limit, dots)
    return "\n".join(wrap(cell, limit))


def _limits(rows: list[list[str]], room: int) -> list[int]:
    """Share the room out: no column gets more than it needs, and the widest give way first."""
    wanted = [max(_width(cell) for cell in column) for column in zip(*rows, strict=True)]
    limits = [max(_LEAST, want) for want in wanted]
    while (over := sum(limits) - room) > 0 and max(limits) > _LEAST:
        widest = max(limits)
        second = max((limit for limit in limits if limit < widest), default=_LEAST)
        many = limits.count(widest)
        step = max(1, min(widest - second, over // many))
        for column, limit in enumerate(limits):
            if limit == widest and over > 0:
                limits[column] -= step
                over -= step
    return limits


def _width(cell: str) -> int:
    return max(map(width, cell.split("\n")))


def _tabulated(header: list[str], rows: list[list[str]], numeric: list[bool]) -> str:
    """Align and join. The header goes in as rows, since tabulate adds room of its own to headers."""
    from tabulate import tabulate

    lines = rows
    if any(header):
        widths = [max(map(_width, column)) for column in zip(header, *rows, strict=True)]
        lines = [header, ["-" * wide for wide in widths], *rows]
    text = tabulate(
        lines,
        tablefmt="plain",
        disable_numparse=True,
        preserve_whitespace=True,
        colalign=["right" if number else "left" for number in numeric],
    )
    return "\n".join(line.rstrip(" ") for line in text.split("\n"))
