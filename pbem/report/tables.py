"""Tables as text of a fixed pitch; the one place that calls tabulate."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from pbem.game import Table
from pbem.report import escape
from pbem.report.document import SEAT
from pbem.report.width import shorten, width, wrap

GAP = 2
_MONEY = re.compile(r"[-−]?\$?\d{1,3}(,\d{3})+|[-−]?\$\d+")
_BLANK = ("", "-", "–", "—", "?")
_GLUE = "\N{NO-BREAK SPACE}"
"""Holds words together; no escaped text has any of its own."""
_LEAST = 2
"""Columns that any cell gets: one wide sign."""
_NAME = 20
"""Columns down to which players' names are shortened before words are broken elsewhere."""


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
    numeric = [is_numeric(table, column) for column in range(count)]
    names = [head == SEAT for head in _filled(list(table.header), count)]
    header, *rows = [_safe(row, names, safe) for row in (table.header, *table.rows)]
    limits = _limits([header, *rows], names, columns - GAP * (count - 1))
    dots = "..." if ascii else "…"
    fitted = [
        [_fit(cell, limit, name, dots) for cell, limit, name in zip(row, limits, names, strict=True)]
        for row in [header, *rows]
    ]
    title = ["\n".join(wrap(safe(table.title), columns, "  "))] if table.title else []
    return "\n".join([*title, _tabulated(fitted[0], fitted[1:], numeric)])


def _filled(cells: list[str], count: int) -> list[str]:
    return cells + [""] * (count - len(cells))


def _safe(row: Sequence[str | int], names: list[bool], safe: Callable[[str], str]) -> list[str]:
    """Cells as text, one for each column; a name stays on its line."""
    cells = _filled(list(map(str, row)), len(names))
    return [safe(escape.line(cell) if name else cell) for cell, name in zip(cells, names, strict=True)]


def _fit(cell: str, limit: int, name: bool, dots: str) -> str:
    return shorten(cell, limit, dots) if name else "\n".join(_wrapped(cell, limit))


def _wrapped(cell: str, limit: int) -> list[str]:
    """Break a list at its commas if its items fit, anything else between words."""
    glued = re.sub("(?<!,) ", _GLUE, cell)
    fits = all(width(item) <= limit for item in re.split("[ \n]", glued))
    return [line.replace(_GLUE, " ").rstrip(" ") for line in wrap(glued if fits else cell, limit)]


def _limits(rows: list[list[str]], names: list[bool], room: int) -> list[int]:
    """Share the room out: lines are broken between words as long as that is enough.

    No column gets more than it needs, and the widest gives way first.
    """
    cells = list(zip(*rows, strict=True))
    limits = [min(max(_LEAST, *map(_width, column)), max(_LEAST, room)) for column in cells]
    words = [_NAME if name else _longest_word(column) for column, name in zip(cells, names, strict=True)]
    _narrow(limits, words, sum(limits) - room)
    _narrow(limits, [_LEAST] * len(limits), sum(limits) - room)
    return limits


def _narrow(limits: list[int], floors: list[int], over: int) -> None:
    """Take `over` columns away, one at a time from the widest above its floor, while there is one."""
    for _ in range(over):
        able = [column for column, limit in enumerate(limits) if limit > floors[column]]
        if not able:
            return
        limits[max(able, key=lambda column: limits[column])] -= 1


def _width(cell: str) -> int:
    return max(map(width, cell.split("\n")))


def _longest_word(cells: Iterable[str]) -> int:
    return max([_LEAST, *(width(word) for cell in cells for word in cell.split())])


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
