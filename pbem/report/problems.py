"""Findings for people and for programs: text with a caret, one line each, or JSON values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.errors import Problem, Severity
from pbem.report import escape
from pbem.report.width import clusters, width, wrap

_BEFORE = 24
"""Columns shown before the caret where a line has to be cut."""
_FAR = 500
"""Characters looked at on either side of the caret, so that endless lines cost no time."""
_SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


def line(problem: Problem) -> str:
    """One line as compilers write it, with hint and suggestions at its end."""
    hint = f"; hint: {problem.hint}" if problem.hint else ""
    guesses = f"; did you mean: {' | '.join(problem.suggestions)}" if problem.suggestions else ""
    return _head(problem) + escape.line(hint + guesses)


def _head(problem: Problem) -> str:
    place = problem.span if problem.span.line else problem.span.file
    return escape.line(f"{place}: {problem.severity}[{problem.code}]: {problem.message}")


def text(problem: Problem, source_line: str, columns: int = 78) -> str:
    """A finding in full: what, the line as typed with a caret below it, the rule and the way out.

    `source_line` is the whole line that the span is in, as typed, without its end. A problem of a whole
    file (its line is 0) shows none.
    """
    whole_file = not problem.span.line or problem.code == "file"
    quoted = [] if whole_file else _quoted(problem, source_line, columns)
    return "\n".join([_head(problem), *quoted, *_advice(problem, columns)])


def _quoted(problem: Problem, source: str, columns: int) -> list[str]:
    number = f"{problem.span.line:>5}"
    start = max(0, problem.span.column - 1)
    end = max(start + 1, problem.span.end - 1)
    shown, before, under = _window(source, start, end, columns - len(number) - 3)
    carets = " " * before + "^" * under
    return [f"{number} | {shown}".rstrip(), f"{' ' * len(number)} | {carets}"]


def _window(source: str, start: int, end: int, room: int) -> tuple[str, int, int]:
    """The part of a line that fits, the columns before the caret in it, and the caret's columns."""
    parts = (source[:start][-_FAR:], source[start:end][:_FAR] or " ", source[end:][:_FAR])
    before, marked, after = map(escape.line, parts)
    if width(before) + width(marked) + width(after) > room:
        before, marked, after = _cut_to(before, marked, after, room)
    return before + marked + after, width(before), max(1, width(marked))


def _cut_to(before: str, marked: str, after: str, room: int) -> tuple[str, str, str]:
    """Cut around the mark; three dots stand where something is left out."""
    fixed = min(width(marked) + width(after), room - min(_BEFORE, room // 3))
    before = _last(before, room - fixed)
    marked = _first(marked, room - width(before))
    return before, marked, _first(after, room - width(before) - width(marked))


def _first(text: str, columns: int) -> str:
    if width(text) <= columns:
        return text
    return _fitting(clusters(text), columns - 3) + "..."[: max(0, columns)]


def _last(text: str, columns: int) -> str:
    if width(text) <= columns:
        return text
    kept = _fitting(clusters(text)[::-1], columns - 3, backwards=True)
    return "..." + kept


def _fitting(parts: list[str], columns: int, backwards: bool = False) -> str:
    kept: list[str] = []
    for part in parts:
        columns -= width(part)
        if columns < 0:
            break
        kept.append(part)
    return "".join(kept[::-1] if backwards else kept)


def _advice(problem: Problem, columns: int) -> list[str]:
    rule = f"rule: {escape.line(problem.rule)}" if problem.rule else ""
    hint = f"hint: {escape.line(problem.hint)}" if problem.hint else ""
    both = "    ".join(part for part in (rule, hint) if part)
    parts = [both] if width(both) <= columns - 3 else [rule, hint]
    lines = [found for part in parts if part for found in wrap(f"   {part}", columns, "         ")]
    return lines + _guesses(problem)


def _guesses(problem: Problem) -> list[str]:
    label = "   did you mean: "
    return [
        (label if first else " " * len(label)) + escape.line(guess)
        for first, guess in zip([True, False, False], problem.suggestions, strict=False)
    ]


def as_json(problem: Problem) -> dict[str, Any]:
    """A finding as JSON values under stable keys; `line` and the columns count from 1."""
    span = problem.span
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end": span.end,
        "severity": problem.severity,
        "code": problem.code,
        "message": problem.message,
        "hint": problem.hint,
        "suggestions": list(problem.suggestions),
        "rule": problem.rule,
        "entry": problem.entry,
        "seat": problem.seat,
    }


def summary(problems: Iterable[Problem]) -> str:
    """Count the findings by severity, gravest first: "3 errors, 1 note"."""
    found = [problem.severity for problem in problems]
    counts = [(found.count(severity), severity) for severity in _SEVERITIES]
    named = [f"{count} {severity}{'s' * (count != 1)}" for count, severity in counts if count]
    return ", ".join(named) or "no problems"
