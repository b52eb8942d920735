"""Collects findings about a record, each with its place in what was typed."""

from __future__ import annotations

from typing import Any

from pbem.errors import Problem, Severity
from pbem.loose import Finding
from pbem.record import MOST_FINDINGS, Entry, Record, too_many


class Findings:
    """The findings about one record so far. `key` is put before the codes of a game's own findings."""

    def __init__(self, record: Record, key: str, problems: list[Problem]) -> None:
        self.record = record
        self.key = key
        self.problems = problems
        self._first = 0 if record.entries and record.entries[0].who == "deal" else 1
        self._numbering: tuple[int, int] | None = None
        self._wrapped: list[int] = []
        self._label: int | None = None

    def entry(
        self,
        index: int,
        finding: Finding,
        *,
        severity: Severity = "error",
        seat: str = "",
        suggestions: tuple[str, ...] = (),
        ours: bool = False,
    ) -> None:
        """Add a finding in an entry's text; `ours`: its code is the core's, not the game's."""
        entry = self.record.entries[index]
        start = entry.start + finding.start
        problem = self.record.problem(
            start,
            max(start + 1, entry.start + finding.end),
            finding.code if ours or not self.key else f"{self.key}/{finding.code}",
            finding.message,
            severity=severity,
            hint=finding.hint,
            suggestions=suggestions or finding.choices[:3],
            rule=finding.rule,
            entry=self._first + index,
            seat=seat,
        )
        self._add(problem)

    def _add(self, problem: Problem) -> None:
        """Add a finding, up to the most that are listed."""
        if len(self.problems) < MOST_FINDINGS:
            self.problems.append(problem)
        elif self.problems[-1].code != "too-many":
            self.problems.append(too_many(self.record.source, self.record.entries[-1].start))

    def label(self, index: int, code: str, message: str, **more: Any) -> None:
        """Add a finding about who speaks in an entry."""
        start, end = self.speaker(self.record.entries[index])
        self._add(self.record.problem(start, end, code, message, entry=self._first + index, **more))

    def speaker(self, entry: Entry) -> tuple[int, int]:
        """Where an entry's label names who speaks."""
        label = self.record.source.text[entry.label : entry.start]
        at = max(0, label.casefold().find(entry.who))
        return entry.label + at, entry.label + at + len(entry.who)

    def at(
        self, start: int, end: int, code: str, message: str, severity: Severity = "error", hint: str = ""
    ) -> None:
        """Add a finding about a stretch of the record."""
        self._add(self.record.problem(start, end, code, message, severity=severity, hint=hint))

    def header(self, header: Any, code: str, message: str, severity: Severity, hint: str = "") -> None:
        """Add a finding about a header's value."""
        quote = self.record.source.text.find('"', header.start, header.end)
        start = quote + 1 if quote >= 0 else header.start
        self.at(start, max(start + 1, header.end - 2), code, message, severity, hint)

    # --- numbering and layout, each reported once

    def layout(self, index: int) -> None:
        """Take note of an entry's number and line breaks."""
        entry = self.record.entries[index]
        canonical = self._first + index
        if entry.number != canonical and self._numbering is None:
            self._numbering = (index, canonical)
        if "\n" in entry.text:
            self._wrapped.append(index)
        text = self.record.source.text
        if self._label is not None or text.startswith(f"{entry.number}. {entry.who}:", entry.label):
            return
        label = "".join(text[entry.label : entry.start].split()).split("{")[0]
        if entry.number is not None and label != f"{entry.number}.{entry.who}:":
            self._label = index

    def layouts(self) -> None:
        """Add what there is to say about numbering and line breaks."""
        if self._numbering is not None:
            index, canonical = self._numbering
            entry = self.record.entries[index]
            was = "no number" if entry.number is None else f"the number {entry.number}"
            message = f"this entry has {was}; by its place it is {canonical}, and play goes by the order"
            self.at(entry.label, entry.start, "numbering", message, "note", "`pbem fmt` numbers anew")
        if self._label is not None:
            entry = self.record.entries[self._label]
            label = f"{entry.number}. {entry.who}:"
            self.at(entry.label, entry.start, "label", f"a label is written `{label}`", "note")
        if self._wrapped:
            entry = self.record.entries[self._wrapped[0]]
            more = f", and {len(self._wrapped) - 1} more" if len(self._wrapped) > 1 else ""
            end = entry.start + entry.text.index("\n")
            self.at(entry.label, end, "wrapped", f"this entry is wrapped over lines{more}", "note")
