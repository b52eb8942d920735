"""Findings as values, and the few exceptions that carry them.

*Invalid* means not understood, *illegal* understood and forbidden, *ambiguous* fits several.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Severity = Literal["error", "warning", "note"]


class Span(msgspec.Struct, frozen=True):
    """Where something stands in what a person typed.

    `line` and `column` count from 1, in characters; `end` is the column just past the last character
    (on the same line).
    """

    file: str
    line: int
    column: int
    end: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Problem(msgspec.Struct, frozen=True):
    """One finding: where it is, what is wrong, and the way out."""

    span: Span
    severity: Severity
    code: str
    message: str
    hint: str = ""
    suggestions: tuple[str, ...] = ()
    rule: str = ""
    entry: int | None = None
    seat: str = ""


class PbemError(Exception):
    """Anything that a person should read instead of a traceback.

    `problems` holds the findings where there are some.
    """

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems


class BoardError(PbemError):
    """Board data that cannot be used; the message names file and path of the faulty value."""


class SetupError(PbemError):
    """A table that cannot be set up: seats, options, board or deal do not fit."""


class OrderError(PbemError):
    """An order that cannot be carried out as written; `judge` gives it its place in the text.

    `code` is short and stable (`price`, `not-in-hand`); the game's key is put before it by whoever
    reports it. `action` is the action at fault in canonical words (`buy Denver`), or "" for the whole
    entry; `rule` is the section of the rulebook, in its own words.
    """

    def __init__(self, code: str, message: str, *, action: str = "", rule: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.action = action
        self.rule = rule
        self.hint = hint


class IllegalMove(OrderError):
    """Understood, and against the rules in this position."""


class AmbiguousOrder(OrderError):
    """Fits several moves; `choices` are their canonical texts, each one a complete entry."""

    def __init__(
        self,
        code: str,
        message: str,
        choices: tuple[str, ...] = (),
        *,
        action: str = "",
        rule: str = "",
        hint: str = "",
    ) -> None:
        super().__init__(code, message, action=action, rule=rule, hint=hint)
        self.choices = choices
