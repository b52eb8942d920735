"""A report as BBCode for forums: tables and map in a code block, the rest as running text."""

from __future__ import annotations

from pbem.report import escape
from pbem.report.document import Line, Report
from pbem.report.text import headline, joined, label, tables_and_map, template


def write(report: Report, width: int, ascii: bool) -> str:
    """Write a report whose tables are decorated; ends in a newline."""
    fixed = "\n\n".join(tables_and_map(report, width, ascii, escape.bbcode))
    whole = joined(
        [
            _bold(headline(report)),
            _code(fixed),
            _titled(report.story_title, "\n".join(map(_story_line, report.story))),
            *map(escape.bbcode, report.notes),
            _code(escape.bbcode(template(report))),
        ]
    )
    return whole.replace(escape.LESS, "(") if ascii else whole


def _bold(text: str) -> str:
    return f"[b]{escape.bbcode(escape.line(text))}[/b]" if text else ""


def _titled(title: str, block: str) -> str:
    return f"{_bold(title)}\n{block}" if title and block else block


def _code(text: str) -> str:
    return f"[code]\n{text}\n[/code]" if text else ""


def _story_line(line: Line) -> str:
    return label(line) + escape.bbcode(escape.line(line.text))
