"""Text measured in the columns of a terminal: how wide, cut, shortened, wrapped."""

from __future__ import annotations

import re

_WORD = re.compile(r" *[^ ]+| +$")


def width(text: str) -> int:
    """Columns that one line of printable text takes."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth

    return max(0, wcswidth(text))


def clusters(text: str) -> list[str]:
    """Part text into signs that stay together: one character and the marks that sit on it."""
    if text.isascii():
        return list(text)
    from wcwidth import wcwidth

    parts: list[str] = []
    for sign in text:
        if parts and wcwidth(sign) == 0:
            parts[-1] += sign
        else:
            parts.append(sign)
    return parts


def cut(text: str, columns: int) -> str:
    """The longest beginning that fits into so many columns; may be empty."""
    if width(text) <= columns:
        return text
    room, kept = columns, []
    for cluster in clusters(text):
        room -= width(cluster)
        if room < 0:
            break
        kept.append(cluster)
    return "".join(kept)


def shorten(text: str, columns: int, dots: str = "…") -> str:
    """Cut to so many columns, with dots at the end where something is left out."""
    if width(text) <= columns:
        return text
    return cut(text, max(0, columns - width(dots))).rstrip() + cut(dots, columns)


def wrap(text: str, columns: int, indent: str = "") -> list[str]:
    """Break text at spaces into lines of at most so many columns, the later ones after an indent.

    Newlines in the text stay; a word too long for a line is broken; runs of spaces stay, except at
    the end of a line.
    """
    lines: list[str] = []
    for part in text.split("\n"):
        lines += _wrap_line(part, columns, indent, bool(lines))
    return [line.rstrip(" ") for line in lines]


def _wrap_line(text: str, columns: int, indent: str, later: bool) -> list[str]:
    start = indent if later else ""
    if width(start) + width(text) <= columns:
        return [start + text]
    lines, line, used, fresh = [], start, width(start), True
    for word in _WORD.findall(text):
        if used + width(word) > columns and not fresh:
            lines.append(line)
            line, used, word = indent, width(indent), word.lstrip(" ")
        *full, word = _broken(word, columns - used, columns - width(indent))
        for piece in full:
            lines.append(line + piece)
            line, used = indent, width(indent)
        line, used, fresh = line + word, used + width(word), False
    return [*lines, line]


def _broken(word: str, first: int, others: int) -> list[str]:
    """Part a word that fits no line: one piece of at most `first` columns, then pieces of `others`."""
    if width(word) <= first:
        return [word]
    pieces, piece, room = [], "", max(first, 1)
    for cluster in clusters(word):
        size = width(cluster)
        if size > room and piece:
            pieces.append(piece)
            piece, room = "", max(others, 1)
        piece, room = piece + cluster, room - size
    return [*pieces, piece]
