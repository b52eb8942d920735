"""One report in five formats: text, Markdown, BBCode, HTML and JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import msgspec

from pbem.report import bbcode, html, markdown, text
from pbem.report.document import Report, decorate
from pbem.report.plain import asciified

Format = Literal["text", "markdown", "bbcode", "html", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)
JSON_VERSION = 1


def render(report: Report, format: Format, width: int = 78, ascii: bool = False) -> str:
    """Write a report out, ending in a newline.

    `width` is in columns and binds what is set with a fixed pitch, except for the map and the reply
    template, which are shown as they are. `ascii` leaves nothing but ASCII (escapes, in JSON).
    """
    if format == "json":
        return _json(report, ascii)
    shown = msgspec.structs.replace(report, tables=decorate(report.tables, report.names, report.to_move))
    return _WRITERS[format](asciified(shown) if ascii else shown, width, ascii)


def _json(report: Report, ascii: bool) -> str:
    import json

    data: dict[str, Any] = {"version": JSON_VERSION, **msgspec.to_builtins(report)}
    data["to_move"] = sorted(report.to_move)
    written = json.dumps(data, ensure_ascii=ascii, indent=2) + "\n"
    return "".join(sign if sign.isprintable() or sign == "\n" else json.dumps(sign)[1:-1] for sign in written)


_WRITERS: dict[str, Callable[[Report, int, bool], str]] = {
    "text": text.write,
    "markdown": markdown.write,
    "bbcode": bbcode.write,
    "html": html.write,
}
