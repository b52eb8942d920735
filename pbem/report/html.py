"""A report as one HTML page that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.game import Drawing, Table
from pbem.report import escape
from pbem.report.document import Line, Report
from pbem.report.tables import is_numeric
from pbem.report.text import headline, label, map_text, template

_STYLE = (
    "body{font-family:sans-serif}table{border-collapse:collapse;margin:1em 0}"
    "th,td{padding:.15em .6em;text-align:left;white-space:pre-wrap;vertical-align:top}"
    "th{border-bottom:1px solid}td.n,th.n{text-align:right}caption{text-align:left;font-weight:bold}"
)


def write(report: Report, width: int, ascii: bool) -> str:
    """Write a report whose tables are decorated; ends in a newline."""
    title = escape.html(headline(report))
    return page(title, [_element("h1", title), *body(report, width)])


def page(title: str, blocks: Iterable[str]) -> str:
    """Put blocks of HTML on a page; `title` is escaped already. Ends in a newline."""
    head = (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body>"
    )
    return "\n".join([head, *(block for block in blocks if block), "</body>\n</html>"]) + "\n"


def body(report: Report, width: int) -> list[str]:
    """The blocks of a report whose tables are decorated, without its headline."""
    return [
        *map(_table, report.tables),
        _fixed(_map(report.drawing, width) if report.drawing else ""),
        _story(report),
        *(_element("p", _text(note)) for note in report.notes),
        _fixed(escape.html(template(report))),
    ]


def _element(name: str, inside: str) -> str:
    return f"<{name}>{inside}</{name}>" if inside else ""


def _fixed(text: str) -> str:
    """Text of a fixed pitch; browsers drop the newline that opens it, and no other."""
    return _element("pre", f"\n{text}" if text else "")


def _map(drawing: Drawing, width: int) -> str:
    return escape.html(map_text(drawing, width, escape.terminal))


def _text(text: str) -> str:
    return escape.html(text).replace("\n", "<br>")


def _table(table: Table) -> str:
    count = max([len(table.header), *(len(row) for row in table.rows)])
    numeric = [is_numeric(table, column) for column in range(count)]
    rows = [_row("td", row, numeric) for row in table.rows]
    caption = _element("caption", _text(table.title))
    return "\n".join([f"<table>{caption}", _row("th", table.header, numeric), *rows, "</table>"])


def _row(name: str, cells: Iterable[str | int], numeric: list[bool]) -> str:
    kinds = [' class="n"' if number else "" for number in numeric]
    inside = [f"<{name}{kind}>{_text(str(cell))}</{name}>" for kind, cell in zip(kinds, cells, strict=False)]
    return _element("tr", "".join(inside))


def _story(report: Report) -> str:
    title = _element("h2", _text(report.story_title)) if report.story else ""
    lines = "\n".join(map(_story_line, report.story))
    return "\n".join(part for part in (title, _element("ul", lines)) if part)


def _story_line(line: Line) -> str:
    return _element("li", label(line) + _text(line.text))
