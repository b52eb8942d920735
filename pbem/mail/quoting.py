"""Structure of a plain text mail: which lines its sender wrote for this mail, and which are something else.

A line is taken for something else when in doubt: a line left out is a question, a stale one carried out
is a wrong move.
"""

from __future__ import annotations

import re

import msgspec

from pbem.mail import phrases
from pbem.mail.announcing import announcement, header_block

QUOTED = "stands in quoted text"
BELOW = "stands below the start of a quoted mail"
SIGNATURE = "stands in the signature"
FOOTER = "stands in the footer of a list"
FRAMING = "belongs to a quote"

_MARK = re.compile(r"[ \t\xa0]{0,8}(?:>|&gt;|[^\W\d_]{1,12}>(?=[\s>]|\Z)|[|»›＞](?=[\s|»›＞]|\Z))")
_NOVELL = re.compile(r">>> .{3,200}\d.{0,40}>>>\s*")
_RULE = re.compile(r"\s*[_]{5,}\s*")
_LONG_RULE = re.compile(r"\s*_{40,}\s*")
_SNIP = re.compile(r"[\[(<]?(?:\.{3}|…|snip|schnipp|gekürzt|cut|\.\.\. ?snip ?\.\.\.)[\])>]?", re.IGNORECASE)
_BREAKABLE = 60
"""Characters of a quoted line that a program may have broken."""


class Line(msgspec.Struct, frozen=True):
    """A line of the text, counted from 1; `reason` is "" if its sender wrote it for this mail."""

    number: int
    text: str
    reason: str = ""


def is_quoted(line: str) -> bool:
    """Tell whether a line begins with a quote mark (`>`, a name and `>`, `|`)."""
    return _MARK.match(line) is not None


def mark(lines: list[str]) -> list[Line]:
    """Say of every line what it is. Linear in the number of lines."""
    reasons = [QUOTED if is_quoted(line) else "" for line in lines]
    for index in _broken(lines, reasons):
        reasons[index] = QUOTED
    at = 0
    while at < len(lines):
        if not lines[at].strip() or (reasons[at] and not _NOVELL.fullmatch(lines[at])):
            at += 1
            continue
        size, rest = _start(lines, reasons, at)
        if rest:
            _fill(reasons, at, rest)
            break
        for index in range(at, at + size):
            reasons[index] = FRAMING
        at += max(1, size)
    return [
        Line(number, text, reason)
        for number, (text, reason) in enumerate(zip(lines, reasons, strict=True), 1)
    ]


def _broken(lines: list[str], reasons: list[str]) -> list[int]:
    """Lines that lost their mark when a program broke a quoted line: marked ones stand on both sides."""
    return [
        index
        for index in range(1, len(lines) - 1)
        if not reasons[index]
        and lines[index].strip()
        and reasons[index - 1]
        and reasons[index + 1]
        and len(lines[index - 1]) >= _BREAKABLE
    ]


def _fill(reasons: list[str], at: int, reason: str) -> None:
    for index in range(at, len(reasons)):
        reasons[index] = reasons[index] or reason


def _start(lines: list[str], reasons: list[str], at: int) -> tuple[int, str]:
    """What begins at a line: how many lines frame a quote there, and why all the rest is left out (or "")."""
    line = lines[at]
    if line.rstrip("\r") == "-- ":
        return 0, SIGNATURE
    if _closes(lines, at):
        return 0, FOOTER
    if reasons[at]:
        return 0, BELOW
    size = _framing(lines, reasons, at)
    if not size:
        return 0, ""
    while more := _more(lines, reasons, at + size):
        size = more - at
    return (size, "") if _quotes_follow(lines, reasons, at + size) else (0, BELOW)


def _more(lines: list[str], reasons: list[str], at: int) -> int:
    """Where a second announcement ends that follows the first one; 0 if there is none."""
    after = _next(lines, at)
    size = _framing(lines, reasons, after) if after < len(lines) and not reasons[after] else 0
    return after + size if size else 0


def _framing(lines: list[str], reasons: list[str], at: int) -> int:
    """How many lines, from this one on, announce a quote."""
    if _RULE.fullmatch(lines[at]):
        after = _next(lines, at + 1)
        block = header_block(lines, after) if after < len(lines) and not reasons[after] else 0
        return after - at + block if block else 0
    return announcement(lines, reasons, at)


def _quotes_follow(lines: list[str], reasons: list[str], at: int) -> bool:
    """The next line with something on it has a quote mark."""
    while at < len(lines) and (not lines[at].strip() or _SNIP.fullmatch(lines[at].strip())):
        at += 1
    return at < len(lines) and bool(reasons[at])


def _next(lines: list[str], at: int) -> int:
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at


# --- footers


def _closes(lines: list[str], at: int) -> bool:
    """A footer begins here: of a list, or of a scanner."""
    line = lines[at]
    if _LONG_RULE.fullmatch(line):
        after = " ".join(lines[at + 1 : at + 4]).casefold()
        return "mailing list" in after or "http" in after or "unsubscribe" in after or "@" in after
    if line.startswith("--~--~"):
        return True
    text = line[:120].strip().casefold()
    return text.startswith(phrases.FOOTERS)
