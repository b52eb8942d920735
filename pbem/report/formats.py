"""One report in five formats: text, Markdown, BBCode, HTML and JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import msgspec

from pbem.game import Drawing, Table
from pbem.report import escape
from pbem.report.document import Line, Report, decorate
from pbem.report.plain import asciified
from pbem.report.tables import is_numeric, text_table
from pbem.report.width import width as columns_of
from pbem.report.width import wrap

Format = Literal["text", "markdown", "bbcode", "html", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)
JSON_VERSION = 1


def render(report: Report, format: Format, width: int = 78, ascii: bool = False) -> str:
    """Write a report out, ending in a newline.

    `width` is in columns and binds what is printed with a fixed pitch: the whole of `text`, tables in
    `bbcode`. `ascii` leaves nothing but ASCII (as JSON: escapes).
    """
    if format == "json":
        return _json(report, ascii)
    tables = decorate(report.tables, report.names, report.to_move)
    whole = msgspec.structs.replace(report, tables=tables)
    if ascii:
        whole = asciified(whole)
    return _WRITERS[format](whole, width, ascii)


def _text(report: Report, width: int, ascii: bool) -> str:
    blocks = [
        "\n".join(wrap(escape.line(" - ".join(report.headline)), width, "  ")),
        *(text_table(table, width, escape.terminal, ascii) for table in report.tables),
        _text_drawing(report.drawing, width, escape.terminal) if report.drawing else "",
        _text_story(report, width),
        *("\n".join(wrap(escape.terminal(note), width, "  ")) for note in report.notes),
        escape.terminal(report.template.rstrip("\n")),
    ]
    return _joined(blocks)


def _joined(blocks: list[str]) -> str:
    whole = "\n\n".join(block for block in blocks if block)
    return "\n".join(line.rstrip(" ") for line in whole.split("\n")) + "\n"


def _text_drawing(drawing: Drawing, width: int, safe: Callable[[str], str]) -> str:
    head = [drawing.title] if drawing.title else []
    legend = [part for line in drawing.legend for part in wrap(safe(line), width, "  ")]
    return "\n".join([*(safe(line) for line in (*head, *drawing.lines)), *legend])


def _text_story(report: Report, width: int) -> str:
    if not report.story:
        return ""
    labels = [f"{line.number}. " if line.number is not None else "" for line in report.story]
    longest = max(map(len, labels))
    head = wrap(escape.line(report.story_title), width, "  ") if report.story_title else []
    lines = list(head)
    for label, line in zip(labels, report.story, strict=True):
        start = "  " + label.rjust(longest)
        wrapped = wrap(start + escape.line(line.text), width, " " * len(start))
        lines += wrapped
    return "\n".join(lines)


def _markdown(report: Report, width: int, ascii: bool) -> str:
    safe = escape.markdown
    headline = safe(" - ".join(map(escape.line, report.headline)))
    drawing = report.drawing
    blocks = [
        f"**{headline}**" if headline else "",
        *(_markdown_table(table) for table in report.tables),
        _titled(drawing.title, _fenced(_text_drawing(_untitled(drawing), width, escape.terminal)))
        if drawing
        else "",
        _markdown_story(report),
        *(safe(note) for note in report.notes),
        _fenced(escape.terminal(report.template.rstrip("\n"))) if report.template else "",
    ]
    return _joined(blocks)


def _untitled(drawing: Drawing) -> Drawing:
    return msgspec.structs.replace(drawing, title="")


def _titled(title: str, block: str) -> str:
    return f"**{escape.markdown(escape.line(title))}**\n\n{block}" if title else block


def _fenced(text: str) -> str:
    """A code block whose fence is longer than any that stands in the text."""
    import re

    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"


def _markdown_table(table: Table) -> str:
    head = [escape.markdown(escape.line(cell)) or " " for cell in table.header]
    rule = ["---:" if is_numeric(table, column) else "---" for column in range(len(head))]
    rows = [[escape.markdown(" ".join(str(cell).split())) for cell in row] for row in table.rows]
    lines = [f"| {' | '.join(cells)} |" for cells in (head, rule, *rows)]
    return _titled(table.title, "\n".join(lines))


def _markdown_story(report: Report) -> str:
    if not report.story:
        return ""
    lines = [
        f"- {line.number}\\. {escape.markdown(escape.line(line.text))}"
        if line.number is not None
        else f"- {escape.markdown(escape.line(line.text))}"
        for line in report.story
    ]
    return _titled(report.story_title, "\n".join(lines))


def _bbcode(report: Report, width: int, ascii: bool) -> str:
    safe = escape.bbcode
    code = [
        *(text_table(table, width, safe, ascii) for table in report.tables),
        _text_drawing(report.drawing, width, safe) if report.drawing else "",
    ]
    inside = "\n\n".join(block for block in code if block)
    story = [f"{line.number}. " * (line.number is not None) + safe(escape.line(line.text)) for line in report.story]
    headline = safe(escape.line(" - ".join(report.headline)))
    blocks = [
        f"[b]{headline}[/b]" if headline else "",
        f"[code]\n{inside}\n[/code]" if inside else "",
        "\n".join([f"[b]{safe(escape.line(report.story_title))}[/b]"] * bool(report.story_title) + story)
        if story
        else "",
        *(safe(note) for note in report.notes),
        f"[code]\n{safe(report.template.rstrip(chr(10)))}\n[/code]" if report.template else "",
    ]
    return _joined(blocks)


_STYLE = (
    "body{font-family:sans-serif}table{border-collapse:collapse;margin:1em 0}"
    "th,td{padding:.15em .6em;text-align:left;white-space:pre-wrap;vertical-align:top}"
    "th{border-bottom:1px solid}td.n,th.n{text-align:right}caption{text-align:left;font-weight:bold}"
)


def _html(report: Report, width: int, ascii: bool) -> str:
    safe = escape.html
    headline = safe(" - ".join(report.headline))
    blocks = [
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{headline}</title>'
        f"<style>{_STYLE}</style></head><body>",
        f"<h1>{headline}</h1>" if headline else "",
        *(_html_table(table) for table in report.tables),
        f"<pre>\n{_text_drawing(report.drawing, width, safe)}</pre>" if report.drawing else "",
        _html_story(report),
        *(f"<p>{_broken(note)}</p>" for note in report.notes),
        f"<pre>\n{safe(report.template.rstrip(chr(10)))}</pre>" if report.template else "",
        "</body></html>",
    ]
    return "\n".join(block for block in blocks if block) + "\n"


def _broken(text: str) -> str:
    return escape.html(text).replace("\n", "<br>")


def _html_table(table: Table) -> str:
    kinds = [' class="n"' if is_numeric(table, column) else "" for column in range(len(table.header))]
    head = "".join(f"<th{kind}>{_broken(cell)}</th>" for kind, cell in zip(kinds, table.header, strict=True))
    rows = [
        "<tr>" + "".join(f"<td{kind}>{_broken(str(cell))}</td>" for kind, cell in zip(kinds, row)) + "</tr>"
        for row in table.rows
    ]
    caption = f"<caption>{escape.html(table.title)}</caption>" if table.title else ""
    return "\n".join([f"<table>{caption}", f"<tr>{head}</tr>", *rows, "</table>"])


def _html_story(report: Report) -> str:
    if not report.story:
        return ""
    title = f"<h2>{escape.html(report.story_title)}</h2>\n" if report.story_title else ""
    return title + "<ul>\n" + "\n".join(f"<li>{_html_line(line)}</li>" for line in report.story) + "\n</ul>"


def _html_line(line: Line) -> str:
    label = f"{line.number}. " if line.number is not None else ""
    return label + _broken(line.text)


def _json(report: Report, ascii: bool) -> str:
    import json

    data: dict[str, Any] = {"version": JSON_VERSION, **msgspec.to_builtins(report)}
    data["to_move"] = sorted(report.to_move)
    text = json.dumps(data, ensure_ascii=True, indent=2) if ascii else json.dumps(data, ensure_ascii=False, indent=2)
    return text + "\n"


_WRITERS: dict[Format, Callable[[Report, int, bool], str]] = {
    "text": _text,
    "markdown": _markdown,
    "bbcode": _bbcode,
    "html": _html,
}
