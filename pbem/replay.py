"""Plays a record through: every entry judged in turn, findings collected, positions handed out.

A fault does not end the reading. Where the nearest legal turn to what was typed is clear enough, later
entries are judged as if it had been played, and the finding says so; the game itself stands still at
the last valid position.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import msgspec

from pbem import asides, suggest, table
from pbem.errors import IllegalMove, OrderError, PbemError, Problem, SetupError, Severity
from pbem.game import DEAL, Event, Outcome, Seat, Setup, Step
from pbem.judge import Judge, Judged
from pbem.loose import Finding, nearest
from pbem.record import SPEAKERS, Entry, Record

PATIENCE = 3
"""After a fault, so many entries in a row may fail before the rest is only read for its words."""


class Turn(msgspec.Struct, frozen=True):
    """One entry that stands: who acted, the move, the positions around it, and what happened.

    `index` is its place in the record (that of the next entry for a pass the rules made); `number` is its
    canonical number. `move` is None for entries that are not moves. `state` is the position after it.
    """

    index: int
    number: int
    who: str
    seat: Seat | None
    move: Any
    before: Any
    state: Any
    events: tuple[Event, ...] = ()
    inserted: bool = False


class Referee:
    """Plays one record. Call `play()` to the end before reading `problems`, `state` and the rest.

    `remarks` False leaves out notes about spelling and numbering, which saves writing every move anew.
    """

    def __init__(self, record: Record, *, remarks: bool = True, advise: bool = True) -> None:
        self.record = record
        self.remarks = remarks
        self.advise = advise
        place = table.sit_down(record)
        self.game: Any = place.game
        self.setup: Setup[Any] | None = place.setup
        self.problems: list[Problem] = [*record.problems, *place.problems]
        self.judge = Judge(place.game, place.setup) if place.game and place.setup else None
        self.state: Any = None
        self.number = -1
        self.over: Outcome | None = None
        self.decided = ""
        self.stopped_after: int | None = None
        """Canonical number of the last valid entry, once a fault has been met."""
        self.texts: dict[int, str] = {}
        """Canonical words by place in the record, where `remarks` asked for them."""
        self.starts: dict[int, tuple[int, ...]] = {}
        """Where the actions of commented entries begin, for those whose semicolons do not tell."""
        self._supposed: Any = None
        self._failed = 0
        self._blind = False
        self._keep = any(entry.who == "mod" and "undo" in entry.text.casefold() for entry in record.entries)
        self._past: list[Turn] = []
        self._written: dict[int, int] = {}
        self._numbering: tuple[int, int] | None = None
        self._wrapped: list[int] = []
        self._first = 0 if record.entries and record.entries[0].who == "deal" else 1

    # --- what callers ask

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.setup.seats if self.setup else ()

    def to_move(self) -> frozenset[Seat]:
        """Who may write the next entry; nobody once the game is over."""
        if self.state is None or self.over or self.decided:
            return frozenset()
        moving: frozenset[Seat] = self.game.to_move(self.state)
        return moving

    def run(self) -> Referee:
        """Play to the end."""
        for _ in self.play():
            pass
        return self

    def play(self) -> Iterator[Turn]:
        """Yield every entry that stands; collect what is wrong with the others."""
        if self.judge is None:
            self._words_only(self.record.entries)
            return
        self._take_up()
        for index, entry in enumerate(self.record.entries):
            self._number(index, entry)
            yield from self._turns(index, entry)
        self._after_all()

    def _take_up(self) -> None:
        """Start from a written position, if the record has one instead of a deal."""
        header = self.record.header("Position")
        if header is None:
            return
        try:
            data = json.loads(header.value)
            file = self.record.source.file
            self.state = table.load(self.game, data, table.folder_of(file))
        except (ValueError, PbemError) as error:
            self._say_header(header, "position", f"the position cannot be taken up: {error}", "error")
            self._blind = True
            return
        self.number = 0
        self.over = self.game.outcome(self.state)

    # --- numbering and layout, each reported once

    def _number(self, index: int, entry: Entry) -> None:
        canonical = self._first + index
        if entry.number is not None:
            self._written[entry.number] = canonical
        if entry.number != canonical and self._numbering is None:
            self._numbering = (index, canonical)
        if "\n" in entry.text:
            self._wrapped.append(index)

    def _after_all(self) -> None:
        if self.state is None and not self.record.entries:
            self._say_at(0, 1, "no-entries", "there are no entries yet", "note", hint="entry 0 is the deal")
        self._result()
        if not self.remarks:
            return
        if self._numbering is not None:
            index, canonical = self._numbering
            entry = self.record.entries[index]
            was = "no number" if entry.number is None else f"the number {entry.number}"
            message = f"this entry has {was}; by its place it is {canonical}, and play goes by the order"
            self._say_at(
                entry.label, entry.start, "numbering", message, "note", hint="`pbem fmt` numbers anew"
            )
        if self._wrapped:
            entry = self.record.entries[self._wrapped[0]]
            more = f", and {len(self._wrapped) - 1} more" if len(self._wrapped) > 1 else ""
            end = entry.start + entry.text.index("\n")
            self._say_at(entry.label, end, "wrapped", f"this entry is wrapped over lines{more}", "note")

    # --- one entry

    def _turns(self, index: int, entry: Entry) -> Iterator[Turn]:
        number = self._first + index
        if self.state is None and self._supposed is None and not self._blind:
            yield from self._opening(index, entry, number)
            return
        match entry.who:
            case "check":
                self._check(index, entry, number)
            case "mod":
                yield from self._mod(index, entry, number)
            case _:
                seat = self._speaker(index, entry, number)
                if seat is not None:
                    yield from self._move(index, entry, number, seat, entry.text, 0)

    def _opening(self, index: int, entry: Entry, number: int) -> Iterator[Turn]:
        assert self.judge is not None
        if entry.who != "deal":
            message = "the first entry has to be the deal"
            self._say(index, Finding("deal-missing", message, 0, 1, hint="write `0. deal: ...`"), number)
            self._blind = True
            self._words(index, entry, number)
            return
        try:
            judged = self.judge.deal(entry.text)
        except SetupError as error:
            judged = Judged(findings=(Finding("setup", str(error), 0, max(1, len(entry.text))),))
        if judged.step is None:
            self._faulty(index, number, None, judged)
            self._blind = True
            return
        self._notes(index, number, None, judged)
        if self.remarks:
            self._spelling(index, entry, number, self.game.write_deal(self.setup, judged.order))
        yield self._stands(index, number, "deal", None, judged.order, None, judged.step)

    def _speaker(self, index: int, entry: Entry, number: int) -> Seat | None:
        who = Seat(entry.who)
        if who in self.seats or who == DEAL:
            return who
        fits = [seat for seat in (*self.seats, *SPEAKERS) if seat.startswith(entry.who)]
        if len(fits) == 1 and fits[0] not in ("check", "mod"):
            return Seat(fits[0])
        near = tuple(nearest(entry.who, (*self.seats, *SPEAKERS)))
        hint = f"at this table: {', '.join((*self.seats, *SPEAKERS))}"
        problem = self._at_label(entry)
        message = f"nobody here is called '{entry.who}'"
        self.problems.append(
            self.record.problem(*problem, "speaker", message, hint=hint, suggestions=near, entry=number)
        )
        self._words(index, entry, number)
        self._lost()
        return None

    def _at_label(self, entry: Entry) -> tuple[int, int]:
        label = self.record.source.text[entry.label : entry.start]
        at = label.casefold().find(entry.who)
        return entry.label + max(0, at), entry.label + max(0, at) + len(entry.who)

    def _move(
        self, index: int, entry: Entry, number: int, seat: Seat, text: str, shift: int
    ) -> Iterator[Turn]:
        assert self.judge is not None
        if self._blind:
            self._words(index, entry, number)
            return
        supposed = self._supposed is not None
        state = self._supposed if supposed else self.state
        if self._ended(index, entry, number, state):
            return
        if seat not in self.game.to_move(state):
            state, turns = self._passes(index, number, seat, state)
            yield from turns
            if seat not in self.game.to_move(state):
                self._wrong_turn(index, entry, number, seat, state)
                return
        judged = self.judge.entry(state, seat, text)
        if judged.step is None:
            self._faulty(index, number, seat, judged, state, shift)
            return
        self._failed = 0
        self._notes(index, number, seat, judged)
        if self.remarks:
            canonical = self.game.write(state, seat, judged.move)
            self._spelling(index, entry, number, canonical if not shift else f"for {seat}: {canonical}")
        if supposed:
            self._supposed = judged.step.state
        else:
            yield self._stands(index, number, entry.who, seat, judged.move, state, judged.step)

    def _passes(self, index: int, number: int, seat: Seat, state: Any) -> tuple[Any, list[Turn]]:
        """Put in the bare passes the rules make, if they bring `seat` to move."""
        steps: list[tuple[Seat, Any, Any, Step[Any]]] = []
        trial = state
        while seat not in self.game.to_move(trial):
            forced = self.game.forced(trial)
            if forced is None or len(steps) > len(self.seats):
                return state, []
            step = self.game.apply(trial, *forced)
            steps.append((*forced, trial, step))
            trial = step.state
        entry = self.record.entries[index]
        missing = ", ".join(f"{who}: {self.game.write(before, who, move)}" for who, move, before, _ in steps)
        message = f"the rules make a pass here that is not written; it was put in ({missing})"
        start, end = self._at_label(entry)
        self.problems.append(
            self.record.problem(start, end, "pass-missing", message, severity="note", entry=number)
        )
        if self._supposed is not None:
            self._supposed = trial
            return trial, []
        return trial, [
            self._stands(index, number, who, who, move, before, step, True)
            for who, move, before, step in steps
        ]

    def _stands(
        self,
        index: int,
        number: int,
        who: str,
        seat: Seat | None,
        move: Any,
        before: Any,
        step: Step[Any],
        inserted: bool = False,
    ) -> Turn:
        turn = Turn(index, number, who, seat, move, before, step.state, step.events, inserted)
        self.state = step.state
        self.number = number
        self.over = self.game.outcome(step.state)
        if self._keep:
            self._past.append(turn)
        return turn

    # --- what is wrong with it

    def _ended(self, index: int, entry: Entry, number: int, state: Any) -> bool:
        outcome: Outcome | None = self.over if self._supposed is None else self.game.outcome(state)
        if outcome is None and not self.decided:
            return False
        reason = self.decided or (
            self.game.end_reasons.get(outcome.reason, outcome.reason) if outcome else ""
        )
        message = f"the game was over after entry {self.number} ({reason})"
        start, end = self._at_label(entry)
        self.problems.append(
            self.record.problem(start, end, "game-over", message, hint="take this entry out", entry=number)
        )
        self._blind = True
        return True

    def _wrong_turn(self, index: int, entry: Entry, number: int, seat: Seat, state: Any) -> None:
        moving = sorted(self.game.to_move(state), key=[*self.seats, DEAL].index)
        whose = " or ".join("the dealer's" if who == DEAL else f"{who}'s" for who in moving)
        hint = ""
        if len(moving) == 1 and moving[0] != DEAL:
            hint = f"if {moving[0]} was left out by agreement, write `mod: skip {moving[0]}`"
        start, end = self._at_label(entry)
        who = "the dealer" if seat == DEAL else seat
        self.problems.append(
            self.record.problem(
                start,
                end,
                f"{self.game.key}/turn",
                f"it is {whose} turn, not {who}'s",
                hint=hint,
                entry=number,
                seat=seat,
            )
        )
        self._words(index, entry, number)
        self._lost()

    def _faulty(
        self, index: int, number: int, seat: Seat | None, judged: Judged, state: Any = None, shift: int = 0
    ) -> None:
        """Report what is wrong, and see whether later entries can be judged all the same."""
        assert self.judge is not None
        advice = suggest.Advice()
        if state is not None and seat is not None:
            advice = suggest.advise(
                self.judge, state, seat, self.record.entries[index].text[shift:], judged, self.advise
            )
        supposed = advice.supposed
        for at, finding in enumerate(judged.findings):
            moved = msgspec.structs.replace(finding, start=finding.start + shift, end=finding.end + shift)
            self._say(
                index,
                moved,
                number,
                seat=seat or "",
                suggestions=advice.suggestions[at] if at < len(advice.suggestions) else (),
            )
        spelt = supposed is not None and all(finding.candidates for finding in judged.findings)
        self._lost(supposed if supposed is not None else self._skipped(state, seat), spelt)

    def _skipped(self, state: Any, seat: Seat | None) -> Any:
        """The position with the turn gone by, to judge later entries from; None where there is none."""
        if state is None or seat is None or seat == DEAL:
            return None
        try:
            return self.game.skip(state, seat).state
        except PbemError:
            return None

    def _lost(self, supposed: Any = None, spelt: bool = False) -> None:
        """The entry does not stand: go on from a supposed position, or only read the words.

        `spelt`: only its spelling was at fault, so the supposition is as good as certain.
        """
        if self.stopped_after is None:
            self.stopped_after = max(self.number, 0)
        self._failed += not spelt
        if supposed is not None and self._failed < PATIENCE:
            self._supposed = supposed
        elif (
            supposed is None and self._failed < PATIENCE and self._supposed is None and self.state is not None
        ):
            self._supposed = self.state
        elif self._failed >= PATIENCE or self._supposed is None:
            self._blind = True

    def _words(self, index: int, entry: Entry, number: int) -> None:
        """Read an entry for its words alone."""
        if self.judge is None or entry.who in ("check", "mod"):
            return
        judged = self.judge.parses(entry.text, "deal" if entry.who == "deal" else "order")
        for finding in judged.findings:
            self._say(index, finding, number)

    def _words_only(self, entries: tuple[Entry, ...]) -> None:
        if self.game is None or not entries:
            return
        entry = entries[0]
        message = "the table could not be set up, so the entries were not judged"
        self._say_at(entry.label, entry.start, "not-judged", message, "note")

    # --- words about it

    def _notes(self, index: int, number: int, seat: Seat | None, judged: Judged) -> None:
        for note in judged.notes:
            finding = Finding(
                f"{self.game.key}/{note.code}", note.message, 0, max(1, len(self.record.entries[index].text))
            )
            self._say(index, finding, number, "note", seat or "", prefix=False)

    def _spelling(self, index: int, entry: Entry, number: int, canonical: str) -> None:
        self.texts[index] = canonical
        words = entry.words
        if words != canonical:
            if entry.comments and self.judge is not None:
                self.starts[index] = self.judge.starts(entry.text, canonical)
            finding = Finding("reading", f"read as `{canonical}`", 0, max(1, len(entry.text.split("\n")[0])))
            self._say(index, finding, number, "note", prefix=False)

    def _say(
        self,
        index: int,
        finding: Finding,
        number: int,
        severity: Severity = "error",
        seat: str = "",
        suggestions: tuple[str, ...] = (),
        prefix: bool = True,
    ) -> None:
        entry = self.record.entries[index]
        code = f"{self.game.key}/{finding.code}" if prefix and self.game else finding.code
        start = entry.start + finding.start
        end = max(start + 1, entry.start + finding.end)
        choices = finding.choices[:3]
        self.problems.append(
            self.record.problem(
                start,
                end,
                code,
                finding.message,
                severity=severity,
                hint=finding.hint,
                suggestions=suggestions or choices,
                rule=finding.rule,
                entry=number,
                seat=seat,
            )
        )

    def _say_at(
        self, start: int, end: int, code: str, message: str, severity: Severity = "error", hint: str = ""
    ) -> None:
        self.problems.append(self.record.problem(start, end, code, message, severity=severity, hint=hint))

    # --- assertions

    def _check(self, index: int, entry: Entry, number: int) -> None:
        asserted, findings = asides.check(entry.text, self.seats)
        for finding in findings:
            self._say(index, finding, number, prefix=False)
        if self.stopped_after is None and not findings:
            for one in asserted:
                self._compare(index, number, one)
        if self.remarks and not findings:
            self.texts[index] = entry.words
        self.number = number if self.stopped_after is None else self.number

    def _compare(self, index: int, number: int, one: asides.Assertion) -> None:
        if one.seat is None:
            is_now = state_hash(self.game, self.state)
            if is_now != one.hash:
                message = f"the state after entry {self._last_move()} is {is_now}, not {one.hash}"
                self._say(index, Finding("check-state", message, one.start, one.end), number, prefix=False)
            return
        score = self.game.scores(self.state).get(one.seat)
        if score is None:
            message = f"{one.seat} has no {one.word} that everybody may see now"
            self._say(index, Finding("check-score", message, one.start, one.end), number, prefix=False)
        elif score != one.number:
            message = f"{one.seat} has {one.word} {score} after entry {self._last_move()}, not {one.number}"
            self._say(index, Finding("check-score", message, one.start, one.end), number, prefix=False)

    def _last_move(self) -> int:
        return self.number

    # --- the moderator

    def _mod(self, index: int, entry: Entry, number: int) -> Iterator[Turn]:
        aside = asides.mod(entry.text, self.seats)
        if isinstance(aside, Finding):
            self._say(index, aside, number, suggestions=aside.candidates, prefix=False)
            self._lost()
            return
        if self.remarks and not entry.comments:
            finding = Finding(
                "mod-reason", "a comment should say who asked for this and why", 0, max(1, len(entry.words))
            )
            self._say(index, finding, number, "note", prefix=False)
        if isinstance(aside, asides.For):
            yield from self._move(index, entry, number, aside.seat, aside.text, aside.start)
            return
        self.texts[index] = entry.words
        if isinstance(aside, asides.Undo):
            yield from self._undo(index, number, aside)
        elif self._blind:
            return
        elif isinstance(aside, asides.Result):
            self.decided = "the moderator ended it"
            self.result = aside.text
            self.number = number
        elif isinstance(aside, asides.Pace):
            self.number = number
        else:
            yield from self._stand_in(index, entry, number, aside)

    def _stand_in(
        self, index: int, entry: Entry, number: int, aside: asides.Skip | asides.Resign
    ) -> Iterator[Turn]:
        state = self._supposed if self._supposed is not None else self.state
        if self._ended(index, entry, number, state):
            return
        act = self.game.skip if isinstance(aside, asides.Skip) else self.game.leave
        try:
            if isinstance(aside, asides.Skip) and aside.seat not in self.game.to_move(state):
                raise IllegalMove("turn", f"it is not {aside.seat}'s turn, so there is nothing to skip")
            step: Step[Any] = act(state, aside.seat)
        except OrderError as error:
            finding = Finding(
                error.code, error.message, 0, max(1, len(entry.words)), (), error.hint, error.rule
            )
            self._say(index, finding, number, seat=aside.seat)
            self._lost()
            return
        if self._supposed is not None:
            self._supposed = step.state
            return
        yield self._stands(index, number, "mod", aside.seat, None, state, step)

    def _undo(self, index: int, number: int, aside: asides.Undo) -> Iterator[Turn]:
        target = self._written.get(aside.number, aside.number) if aside.number != number else number
        kept = [turn for turn in self._past if turn.number <= target]
        if not kept or target >= number:
            message = f"there is no position after entry {aside.number} to go back to"
            self._say(index, Finding("undo", message, aside.start, aside.end), number, prefix=False)
            self._lost()
            return
        seen = [turn for turn in self._past[len(kept) :] if drew(self.game, turn)]
        if seen and not aside.force:
            who = ", ".join(f"entry {turn.number} ({turn.seat or turn.who})" for turn in seen[:5])
            message = f"this would take back what was drawn and seen in {who}"
            hint = f"the moderator may write `undo to {aside.number} force`"
            self._say(
                index, Finding("undo-seen", message, aside.start, aside.end, hint=hint), number, prefix=False
            )
            self._lost()
            return
        self._past = kept
        self._supposed, self._failed, self._blind = None, 0, False
        self.stopped_after, self.decided = None, ""
        state = kept[-1].state
        yield self._stands(index, number, "mod", None, None, self.state, Step(state))

    # --- the end

    def _result(self) -> None:
        header = self.record.header("Result")
        if header is None or self.judge is None or self.state is None or self.stopped_after is not None:
            return
        said = _plain(header.value)
        if self.over is None and not self.decided:
            if said not in ("*", ""):
                message = (
                    f"the result says {header.value!r}, but the game is not over after entry {self.number}"
                )
                self._say_header(
                    header, "result", message, "error", hint='a game in progress has [Result "*"]'
                )
            return
        due = getattr(self, "result", "") if self.decided else self.over.text if self.over else ""
        if said in ("*", ""):
            self._say_header(header, "result-open", f"the game is over; the result is {due!r}", "note")
        elif said != _plain(due):
            self._say_header(
                header, "result", f"the replay gives {due!r}, the header says {header.value!r}", "error"
            )

    def _say_header(self, header: Any, code: str, message: str, severity: Severity, hint: str = "") -> None:
        text = self.record.source.text
        quote = text.find('"', header.start, header.end)
        start = quote + 1 if quote >= 0 else header.start
        self._say_at(start, max(start + 1, header.end - 2), code, message, severity, hint)


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace(",", " , ").split())


def state_hash(game: Any, state: Any) -> str:
    """The first eight hexadecimal digits of SHA-256 over the public state's canonical JSON."""
    public = json.dumps(game.public(state), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(public.encode("utf-8")).hexdigest()[:8]


def drew(game: Any, turn: Turn) -> bool:
    """Say whether anything was drawn or shown in a turn."""
    if turn.move is None or turn.before is None:
        return False
    asked = []

    def spy(label: str, items: Any) -> tuple[str, ...]:
        asked.append(label)
        return tuple(items)

    try:
        game.fill(turn.before, turn.seat, turn.move, spy)
    except PbemError:
        return True
    return bool(asked)
