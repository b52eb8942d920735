"""Reports in nothing but ASCII, for old mailers."""

from __future__ import annotations

import unicodedata

import msgspec

from pbem.game import Drawing, Table
from pbem.report.document import Line, Report
from pbem.report.width import width

_SIGNS = {
    **dict.fromkeys("─━╌╍┄┅┈┉╴╶╸╺‐‑‒–—―−­", "-"),
    **dict.fromkeys("│┃╎╏┆┇┊┋╵╷╹╻¦", "|"),
    **dict.fromkeys("═", "="),
    **dict.fromkeys("║", "|"),
    **dict.fromkeys("╱⟋", "/"),
    **dict.fromkeys("╲⟍", "\\"),
    **dict.fromkeys("╳×✕✗✘", "x"),
    **dict.fromkeys("→▶►▸⇒➔›»", ">"),
    **dict.fromkeys("←◀◄◂⇐‹«", "<"),
    **dict.fromkeys("↑▲△⇑", "^"),
    **dict.fromkeys("↓▼▽⇓", "v"),
    **dict.fromkeys("↔⇔↕", "-"),
    **dict.fromkeys("·∙⋅․", "."),
    **dict.fromkeys("•●◉⬤★◆■█▓✓✔", "*"),
    **dict.fromkeys("○◯◌◦☆◇□▢", "o"),
    **dict.fromkeys("░▒▪▫", "#"),
    **dict.fromkeys("‘’‚‛′", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    "…": "...",
    "ß": "ss",
    "ø": "o",
    "Ø": "O",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "ı": "i",
    "€": "EUR",
    "£": "GBP",
}


def plain(text: str) -> str:
    """Write text in ASCII: look-alikes for lines and arrows, letters without accents, `?` for the rest."""
    return text if text.isascii() else "".join(map(_sign, text))


def plain_drawing(text: str) -> str:
    """Like `plain`, and every sign keeps its columns."""
    return text if text.isascii() else "".join(map(_fixed, text))


def _sign(sign: str) -> str:
    if sign.isascii():
        return sign
    if sign in _SIGNS:
        return _SIGNS[sign]
    if 0x2500 <= ord(sign) <= 0x257F:
        return "+"
    if unicodedata.combining(sign) or not width(sign):
        return ""
    bare = "".join(part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part))
    return bare if bare.isascii() else "?"


def _fixed(sign: str) -> str:
    shown, columns = _sign(sign), width(sign)
    return shown if len(shown) == columns else "?" * columns


def asciified(report: Report) -> Report:
    """Write a whole report in ASCII."""
    return Report(
        headline=tuple(map(plain, report.headline)),
        tables=tuple(map(_table, report.tables)),
        drawing=_drawing(report.drawing) if report.drawing else None,
        story=tuple(Line(line.number, plain(line.text)) for line in report.story),
        story_title=plain(report.story_title),
        notes=tuple(map(plain, report.notes)),
        template=plain(report.template),
    )


def _table(table: Table) -> Table:
    rows = tuple(tuple(plain(cell) if isinstance(cell, str) else cell for cell in row) for row in table.rows)
    return msgspec.structs.replace(
        table, title=plain(table.title), header=tuple(map(plain, table.header)), rows=rows
    )


def _drawing(drawing: Drawing) -> Drawing:
    return Drawing(
        title=plain(drawing.title),
        lines=tuple(map(plain_drawing, drawing.lines)),
        legend=tuple(map(plain, drawing.legend)),
    )
