"""A report as plain text of a fixed pitch."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbem.game import Drawing
from pbem.report import escape
from pbem.report.document import Line, Report
from pbem.report.tables import text_table
from pbem.report.width import wrap

INDENT = "  "


def write(report: Report, width: int, ascii: bool) -> str:
    """Write a report whose tables are decorated; ends in a newline."""
    return joined(
        [
            "\n".join(wrap(headline(report), width, INDENT)),
            *tables_and_map(report, width, ascii, escape.terminal),
            "\n".join(_story(report, width)),
            *("\n".join(wrap(escape.terminal(note), width, INDENT)) for note in report.notes),
            template(report),
        ]
    )


def joined(blocks: Iterable[str]) -> str:
    """Join the blocks that are not empty, a blank line between them."""
    return "\n\n".join(block for block in blocks if block) + "\n"


def headline(report: Report) -> str:
    """The first line, safe for a terminal."""
    return escape.line(" - ".join(report.headline))


def template(report: Report) -> str:
    """The reply template, safe for a terminal, without the newlines at its end."""
    return escape.terminal(report.template.rstrip("\n"))


def tables_and_map(report: Report, width: int, ascii: bool, safe: Callable[[str], str]) -> list[str]:
    """Blocks of fixed pitch, every cell and line made safe by `safe`."""
    tables = [text_table(table, width, safe, ascii) for table in report.tables]
    return [*tables, map_text(report.drawing, width, safe)] if report.drawing else tables


def map_text(drawing: Drawing, width: int, safe: Callable[[str], str]) -> str:
    """Title, map and legend; only the legend is wrapped."""
    legend = [part for line in drawing.legend for part in wrap(safe(line), width, INDENT)]
    return "\n".join([*([safe(drawing.title)] if drawing.title else []), *map(safe, drawing.lines), *legend])


def _story(report: Report, width: int) -> list[str]:
    """Title and lines; the text hangs to the right of the entries' numbers."""
    title = wrap(escape.line(report.story_title), width, INDENT) if report.story_title else []
    if not report.story:
        return []
    room = max(len(label(line)) for line in report.story)
    return title + [part for line in report.story for part in _story_line(line, room, width)]


def _story_line(line: Line, room: int, width: int) -> list[str]:
    start = INDENT + label(line).rjust(room)
    return wrap(start + escape.line(line.text), width, " " * len(start))


def label(line: Line) -> str:
    """The entry's number as it stands before a line of the story."""
    return "" if line.number is None else f"{line.number}. "
