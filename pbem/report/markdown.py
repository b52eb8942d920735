"""A report as Markdown, with the tables of GitHub's dialect."""

from __future__ import annotations

import re

import msgspec

from pbem.game import Drawing, Table
from pbem.report import escape
from pbem.report.document import Line, Report
from pbem.report.tables import is_numeric
from pbem.report.text import headline, joined, label, map_text, template


def write(report: Report, width: int, ascii: bool) -> str:
    """Write a report whose tables are decorated; ends in a newline."""
    return joined(
        [
            _bold(headline(report)),
            *map(_table, report.tables),
            _map(report.drawing, width) if report.drawing else "",
            _titled(report.story_title, "\n".join(map(_story_line, report.story))),
            *map(escape.markdown, report.notes),
            _fenced(template(report)),
        ]
    )


def _bold(text: str) -> str:
    inner = escape.markdown(escape.line(text).strip())
    return f"**{inner}**" if inner else ""


def _titled(title: str, block: str) -> str:
    return f"{_bold(title)}\n\n{block}" if title and block else block


def _table(table: Table) -> str:
    count = max([len(table.header), *(len(row) for row in table.rows)])
    rule = ["---:" if is_numeric(table, column) else "---" for column in range(count)]
    head = [_cell(cell) for cell in table.header]
    rows = [[_cell(cell) for cell in row] for row in table.rows]
    return _titled(table.title, "\n".join(_row(cells, count) for cells in (head, rule, *rows)))


def _row(cells: list[str], count: int) -> str:
    return f"| {' | '.join(cells + [' '] * (count - len(cells)))} |"


def _cell(cell: str | int) -> str:
    """White space is folded, since nothing is of a fixed pitch here."""
    return "<br>".join(escape.markdown(" ".join(line.split())) for line in str(cell).split("\n"))


def _map(drawing: Drawing, width: int) -> str:
    untitled = msgspec.structs.replace(drawing, title="")
    return _titled(drawing.title, _fenced(map_text(untitled, width, escape.terminal)))


def _fenced(text: str) -> str:
    """A code block whose fence is longer than any run of backticks in the text."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}" if text else ""


def _story_line(line: Line) -> str:
    return f"- {label(line).replace('.', chr(92) + '.')}{escape.markdown(escape.line(line.text))}"
