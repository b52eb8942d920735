"""What a record asserts of itself, compared with the replay: `check` entries and the Result header."""

from __future__ import annotations

from typing import Any

from pbem import asides
from pbem.findings import Findings
from pbem.loose import Finding
from pbem.record import Record


class Assertions:
    """Compares one record's assertions as its replay goes on.

    The first entry that differs is an error; later ones are only counted, since they may follow from it.
    """

    def __init__(self, record: Record, game: Any, say: Findings, first: int) -> None:
        self.record = record
        self.game = game
        self._say = say
        self._first = first
        self._agreed: int | None = None
        self._diverged = False
        self._differing: list[int] = []
        self._passed_over: list[int] = []

    def compare(self, index: int, asserted: list[asides.Assertion], state: Any, number: int) -> bool:
        """Compare an entry's assertions with the position after entry `number`; say whether they hold."""
        found = [self._difference(one, state, number) for one in asserted]
        differing = [finding for finding in found if finding is not None]
        if differing and self._diverged:
            self._differing.append(index)
        elif differing:
            self._diverged = True
            for finding in differing:
                self._say.entry(index, finding, ours=True)
        elif not self._diverged:
            self._agreed = self._first + index
        return not differing

    def pass_over(self, index: int) -> None:
        """Take note of an entry whose assertions cannot be compared, since the position is in doubt."""
        self._passed_over.append(index)

    def _difference(self, one: asides.Assertion, state: Any, number: int) -> Finding | None:
        if one.seat is None:
            is_now = state_hash(self.game, state)
            message = f"the state after entry {number} is {is_now}, not {one.hash}"
            return None if is_now == one.hash else self._differs("check-state", message, one)
        score = self.game.scores(state).get(one.seat)
        if score is None:
            message = f"{one.seat} has no {one.word} that everybody may see now"
            return Finding("check-score", message, one.start, one.end)
        message = f"{one.seat} has {one.word} {score} after entry {number}, not {one.number}"
        return None if score == one.number else self._differs("check-score", message, one)

    def _differs(self, code: str, message: str, one: asides.Assertion) -> Finding:
        hint = ""
        if self._agreed is not None:
            hint = f"the assertion in entry {self._agreed} still holds, so they part after it"
        return Finding(code, message, one.start, one.end, hint=hint)

    def later(self) -> None:
        """Count the entries that differ after the first that does, and those that were not compared."""
        if self._passed_over:
            count = len(self._passed_over)
            later = "a later assertion" if count == 2 else f"{count - 1} later assertions"
            what = "this assertion was" if count == 1 else f"this and {later} were"
            message = f"{what} not compared, since an entry before does not stand"
            self._say.label(self._passed_over[0], "not-compared", message, severity="note")
        if not self._differing:
            return
        count = len(self._differing)
        what = "this assertion differs" if count == 1 else f"this and {count - 1} later assertions differ"
        message = f"{what} as well, which may follow from the first that does"
        self._say.label(self._differing[0], "check-later", message, severity="note")

    def result(self, number: int, due: str | None) -> None:
        """Compare the Result header with what the replay gives: `due`, or None while the game goes on."""
        header = self.record.header("Result")
        if header is None:
            return
        said = _plain(header.value)
        if due is None:
            if said not in ("*", ""):
                message = f"the result says {header.value!r}, but the game is not over after entry {number}"
                hint = 'a game in progress has [Result "*"]'
                self._say.header(header, "result", message, "error", hint=hint)
        elif said in ("*", ""):
            self._say.header(header, "result-open", f"the game is over; the result is {due!r}", "note")
        elif said != _plain(due):
            message = f"the replay gives {due!r}, the header says {header.value!r}"
            self._say.header(header, "result", message, "error")


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace(",", " , ").split())


def state_hash(game: Any, state: Any) -> str:
    """The first eight hexadecimal digits of SHA-256 over the public state's canonical JSON."""
    import hashlib  # here and below, since most records assert no state
    import json

    public = json.dumps(game.public(state), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(public.encode("utf-8")).hexdigest()[:8]
