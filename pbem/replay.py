"""Plays a record through: every entry judged in turn, findings collected, positions handed out.

A fault does not end the reading. Where the nearest legal turn to what was typed is clear enough, later
entries are judged as if it had been played, and the finding says so; the game itself stands still at
the last valid position.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from pbem import aftermath, asides, outofturn, suggest, supposing, table
from pbem.assertions import Assertions
from pbem.errors import IllegalMove, OrderError, PbemError, Problem, SetupError
from pbem.findings import Findings
from pbem.game import DEAL, Event, Outcome, Seat, Setup, Step
from pbem.judge import Judge, Judged
from pbem.loose import Finding
from pbem.record import SPEAKERS, Entry, Record
from pbem.spelling import nearest
from pbem.suggest import Supposed

_OF_WORDS = frozenset(
    {"unread", "unfinished", "too-long", "too-many", "sentence", "conditional", "amount", "unknown-word"}
)
"""Findings about an entry's words alone, whatever the position."""
_OF_SPELLING = ("/unknown-word", "/ambiguous", "/in-full")
_TAKE_OUT = "take this entry out"
ADVISED = 20
"""For so many faults of a record the legal turns are looked through for suggestions."""


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
    `advise` False makes no suggestions, and judges nothing after a fault.
    `edition` judges by another edition of the rules than the one the record names.
    """

    def __init__(
        self, record: Record, *, remarks: bool = True, advise: bool = True, edition: str = ""
    ) -> None:
        self.record = record
        self.remarks = remarks
        self.advise = advise
        place = table.sit_down(record, edition)
        self.game: Any = place.game
        self.setup: Setup[Any] | None = place.setup
        self.problems: list[Problem] = [*record.problems, *place.problems]
        self.judge = Judge(place.game, place.setup) if place.game and place.setup else None
        self.state: Any = None
        self.number = -1
        self.over: Outcome | None = None
        self.decided = ""
        self.result = ""
        self.stopped_after: int | None = None
        """Canonical number of the last valid entry, once a fault has been met."""
        self.texts: dict[int, str] = {}
        """Canonical words by place in the record, where `remarks` asked for them."""
        self.starts: dict[int, tuple[int, ...]] = {}
        """Where the actions of commented entries begin, for those whose semicolons do not tell."""
        self.speakers: dict[int, str] = {}
        """Who writes an entry, by its place, where the label only begins with it."""
        self._say = Findings(record, self.game.key if self.game else "", self.problems)
        self._after = aftermath.Aftermath()
        self._marked = -1  # the place of the latest fault among the problems
        self._typed = ""  # and what was typed there
        self._missing: Seat | None = None  # whose turn is missing there, if that is the fault
        self._faults = 0
        self._ended_with = 0
        self._keep = any(entry.who == "mod" and "undo" in entry.text.casefold() for entry in record.entries)
        self._past: list[Turn] = []
        self._written: dict[int, int] = {}
        self._strangers: set[str] = set()
        self._first = 0 if record.entries and record.entries[0].who == "deal" else 1
        self._asserted = Assertions(record, self.game, self._say, self._first)

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
            if entry.number is not None:
                self._written[entry.number] = self._first + index
            self._say.layout(index)
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
            self._say.header(header, "position", f"the position cannot be taken up: {error}", "error")
            self._after.blind, self.stopped_after = True, 0
            return
        self.number = 0
        self.over = self.game.outcome(self.state)

    def _after_all(self) -> None:
        if self.state is None and not self.record.entries:
            self._say.at(0, 1, "no-entries", "there are no entries yet", "note", "entry 0 is the deal")
        if self.judge is not None and self.state is not None and self.stopped_after is None:
            due = self.result if self.decided else self.over.text if self.over else None
            self._asserted.result(self.number, due)
        self._asserted.later()
        if self.remarks:
            self._say.layouts()

    # --- one entry

    def _turns(self, index: int, entry: Entry) -> Iterator[Turn]:
        if self.state is None and not self._after.supposed and not self._after.blind:
            yield from self._opening(index, entry)
            return
        match entry.who:
            case "check":
                self._check(index, entry)
            case "mod":
                yield from self._mod(index, entry)
            case _:
                seat = self._speaker(index, entry)
                if seat is not None:
                    yield from self._move(index, entry, seat, entry.text, 0)

    def _opening(self, index: int, entry: Entry) -> Iterator[Turn]:
        assert self.judge is not None
        if entry.who != "deal":
            message = "the first entry has to be the deal"
            self._say.entry(index, Finding("deal-missing", message, 0, 1, hint="write `0. deal: ...`"))
            self._lost(index)
            self._words(index, entry)
            return
        try:
            judged = self.judge.deal(entry.text)
        except SetupError as error:
            judged = Judged(findings=(Finding("setup", str(error), 0, max(1, len(entry.text))),))
        if judged.step is None:
            for finding in judged.findings:
                self._say.entry(index, finding, suggestions=finding.candidates[:3])
            supposed, other = supposing.dealt(self.judge, entry.text, judged)
            if other is not None:
                self._say.entry(index, other)
            self._lost(index, supposed, spelt=True)
            return
        self._notes(index, None, judged)
        if self.remarks:
            self._spelling(index, entry, self.game.write_deal(self.setup, judged.order))
        yield self._stands(index, "deal", None, judged.order, None, judged.step)

    def _speaker(self, index: int, entry: Entry) -> Seat | None:
        who = Seat(entry.who)
        if who in self.seats or who == DEAL:
            return who
        fits = [seat for seat in (*self.seats, *SPEAKERS) if seat.startswith(entry.who)]
        if len(fits) == 1 and fits[0] not in ("check", "mod"):
            self.speakers[index] = fits[0]
            if self.remarks:
                self._say.label(index, "speaker-short", f"read as {fits[0]}", severity="note")
            return Seat(fits[0])
        near = tuple(fits or nearest(entry.who, (*self.seats, *SPEAKERS)))
        hint = f"at this table: {', '.join((*self.seats, *SPEAKERS))}"
        shown = entry.who if len(entry.who) <= 40 else f"{entry.who[:37]}..."
        message = f"nobody here is called '{shown}'"
        if len(fits) > 1:
            message = f"'{shown}' fits {' and '.join(fits)}"
        if entry.who not in self._strangers:
            self._strangers.add(entry.who)
            same = self.record.entries if len(self._strangers) <= 20 else ()
            more = sum(other.who == entry.who for other in same) - 1
            message += f" (in {more} more entries too)" if more > 0 else ""
            self._say.label(index, "speaker", message, hint=hint, suggestions=near)
        self._words(index, entry)
        self._lost(index, self._as_mover(entry.text))
        return None

    def _as_mover(self, text: str) -> tuple[Supposed, ...]:
        """The position after an entry, as if whoever is to move had written it."""
        state = self._after.supposed[0].state if self._after.supposed else self.state
        if state is None or self._after.blind or not self.advise:
            return ()
        return outofturn.as_mover(self.judge, state, text) if self.judge else ()

    def _move(self, index: int, entry: Entry, seat: Seat, text: str, shift: int) -> Iterator[Turn]:
        assert self.judge is not None
        if self._after.blind:
            self._unjudged(index, entry)
            return
        if self._after.supposed:
            self._suppose(index, entry, seat, text, shift)
            return
        state = self.state
        if self.over is not None or self.decided:
            self._ended(index, self.over)
            return
        if seat not in self.game.to_move(state):
            state, turns = self._passes(index, seat, state)
            yield from turns
            if seat not in self.game.to_move(state):
                self._wrong_turn(index, entry, seat, state)
                return
        judged = self.judge.entry(state, seat, text)
        if judged.step is None:
            self._faulty(index, seat, judged, state, shift)
            return
        self._notes(index, seat, judged)
        if self.remarks:
            canonical = self.game.write(state, seat, judged.move)
            self._spelling(index, entry, canonical if not shift else f"for {seat}: {canonical}")
        who = entry.who if entry.who == "mod" else seat
        yield self._stands(index, who, seat, judged.move, state, judged.step)

    def _suppose(self, index: int, entry: Entry, seat: Seat, text: str, shift: int) -> None:
        """Judge an entry after a fault, from every position that is supposed."""
        assert self.judge is not None
        tries = self._after.stands(self.judge, seat, text)
        if not tries:
            self._amend(self._after.fitting)
            return
        leading = aftermath.leading(tries)
        if leading.over is not None:
            self._ended(index, leading.over)
        elif leading.judged is None:
            self._wrong_turn(index, entry, seat, leading.state)
        else:
            caution = self._after.caution(self.judge, self.state, seat, text, tries)
            self._faulty(index, seat, leading.judged, leading.state, shift, caution)

    def _amend(self, fitting: tuple[str, ...]) -> None:
        """Suggest for the fault the turns that later entries have shown to fit.

        First if they are as near to what was typed as the others.
        """
        if not fitting or not 0 <= self._marked < len(self.problems):
            return
        problem = self.problems[self._marked]
        others = problem.suggestions
        near = suggest.likeness(self._typed, others[0]) + 0.5 if others else math.inf
        first = suggest.likeness(self._typed, fitting[0]) <= near and not problem.code.endswith(_OF_SPELLING)
        if self._missing is not None:
            fitting, first = tuple(f"{self._missing}: {text}" for text in fitting), True
        ordered = (*fitting, *others) if first else (*others[:2], *fitting)
        hint = "; ".join(filter(None, (problem.hint, f"what follows fits `{fitting[0]}`")))
        self.problems[self._marked] = msgspec.structs.replace(
            problem, suggestions=tuple(dict.fromkeys(ordered))[: suggest.MOST], hint=hint
        )

    def _passes(self, index: int, seat: Seat, state: Any) -> tuple[Any, list[Turn]]:
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
        missing = ", ".join(f"{who}: {self.game.write(before, who, move)}" for who, move, before, _ in steps)
        message = f"the rules make a pass here that is not written; it was put in ({missing})"
        self._say.label(index, "pass-missing", message, severity="note")
        return trial, [
            self._stands(index, who, who, move, before, step, True) for who, move, before, step in steps
        ]

    def _stands(
        self,
        index: int,
        who: str,
        seat: Seat | None,
        move: Any,
        before: Any,
        step: Step[Any],
        inserted: bool = False,
    ) -> Turn:
        number = self._first + index
        turn = Turn(index, number, who, seat, move, before, step.state, step.events, inserted)
        self.state = step.state
        self.number = number
        self.over = self.game.outcome(step.state)
        self._ended_with = number
        if self._keep:
            self._past.append(turn)
        return turn

    # --- what is wrong with it

    def _ended(self, index: int, outcome: Outcome | None) -> None:
        reason = self.decided or (
            self.game.end_reasons.get(outcome.reason, outcome.reason) if outcome else ""
        )
        after = "before this entry" if self._after.supposed else f"after entry {self._ended_with}"
        message = f"the game was over {after} ({reason})"
        later = range(index + 1, len(self.record.entries))
        more = [self._first + at for at in later if self.record.entries[at].who not in ("check", "mod")]
        hint = f"take out this entry and {_listed(more)}" if more else "take this entry out"
        self._say.label(index, "game-over", message, hint=hint)
        self._after.blind = self._after.told = True

    def _wrong_turn(self, index: int, entry: Entry, seat: Seat, state: Any) -> None:
        assert self.judge is not None
        due = outofturn.mover(self.judge, state)
        meant = outofturn.as_mover(self.judge, state, entry.text)
        self._faults += 1
        thorough = self.advise and self._faults <= ADVISED
        missing = supposing.filled(self.judge, state, due, seat, entry.text) if due and thorough else ()
        told = outofturn.whose_turn(self.judge, state, seat)
        hint = told.hint
        if due and not hint.startswith(_TAKE_OUT):
            before = self.record.entries[index - 1] if index else None
            number = self._first + index
            more = outofturn.ways_out(
                self.judge, state, seat, due, (before, entry), number, bool(meant), missing
            )
            hint = "; ".join(filter(None, (hint, more)))
        self._say.label(
            index,
            f"{self.game.key}/turn",
            told.message,
            hint="; ".join(filter(None, (hint, self._after.doubt()))),
            rule=told.rule,
            seat=seat,
        )
        marked = len(self.problems) - 1
        self._words(index, entry)
        states = supposing.after_absences(self.judge, state, seat, entry.text)
        left_out = (*meant, *states, *missing, Supposed(state))
        fault = None if due is None else (state, due)
        self._lost(index, left_out, fault=fault, since=((seat, entry.text),))
        self._marked = marked

    def _faulty(
        self, index: int, seat: Seat, judged: Judged, state: Any, shift: int, caution: str = ""
    ) -> None:
        """Report what is wrong, and see whether later entries can be judged all the same."""
        assert self.judge is not None
        self._faults += 1
        entry = self.record.entries[index]
        if entry.unclosed:  # which has been told already
            self._lost(index, supposing.skipped(self.judge, state, seat))
            return
        text = entry.text[shift:]
        if mine := asides.of_a_seat(text, self.judge.vocabulary.keywords):
            moved = msgspec.structs.replace(mine, start=mine.start + shift, end=mine.end + shift)
            self._say.entry(index, moved, seat=seat, ours=True)
            self._lost(index, (Supposed(state),))
            return
        advice = suggest.Advice(((),) * len(judged.findings))
        if self.advise:
            thorough = self._faults <= ADVISED
            advice = suggest.advise(
                self.judge, state, seat, text, judged, legal_too=thorough, in_record=True
            )
        for finding, guesses in zip(judged.findings, advice.suggestions, strict=True):
            words = finding.candidates or finding.code in _OF_WORDS
            way_out = "" if _repeats(finding.hint, guesses) else finding.hint
            hint = way_out if words else "; ".join(filter(None, (way_out, caution)))
            moved = msgspec.structs.replace(
                finding, start=finding.start + shift, end=finding.end + shift, hint=hint
            )
            self._say.entry(index, moved, seat=seat, suggestions=guesses)
        spelt = bool(advice.supposed) and all(finding.candidates for finding in judged.findings)
        supposed = (*advice.supposed, *supposing.skipped(self.judge, state, seat))
        self._lost(index, supposed, spelt, None if seat == DEAL else (state, seat))

    def _lost(
        self,
        index: int,
        supposed: tuple[Supposed, ...] = (),
        spelt: bool = False,
        fault: tuple[Any, Seat] | None = None,
        since: tuple[tuple[Seat, str], ...] = (),
    ) -> None:
        """The entry does not stand: go on from supposed positions, or only read the words.

        `spelt`: only its spelling was at fault, so the supposition is as good as certain. `fault`: the
        position, and whose turn it should hold; `since`: what stands after that turn, if it is missing.
        """
        if self.stopped_after is None:
            self.stopped_after = max(self.number, 0)
        firm = () if self.state is None else (Supposed(self.state),)
        number = self._first + index
        entry = self.record.entries[index]
        typed = (entry.who, entry.words)
        self._after.suppose(number, typed, supposed, instead=firm, spelt=spelt, fault=fault, since=since)
        self._marked, self._typed = len(self.problems) - 1, entry.words
        self._missing = fault[1] if fault and since else None
        self._after.blind = self._after.blind or not self.advise

    def _unjudged(self, index: int, entry: Entry) -> None:
        """An entry past the point up to which anything can be said about legality."""
        if not self._after.told:
            doubt = "what stands before is too uncertain to judge by"
            if self.state is None:
                doubt = "without a deal that stands, no turn can be judged"
            message = f"from here on only the words were read: {doubt}"
            self._say.label(index, "not-judged", message, severity="note")
        self._after.told = True
        self._words(index, entry)

    def _words(self, index: int, entry: Entry) -> None:
        """Read an entry for its words alone."""
        if self.judge is None or entry.who in ("check", "mod"):
            return
        judged = self.judge.parses(entry.text, "deal" if entry.who == "deal" else "order")
        for finding in judged.findings:
            self._say.entry(index, finding, suggestions=finding.candidates[:3])

    def _words_only(self, entries: tuple[Entry, ...]) -> None:
        if self.game is None or not entries:
            return
        entry = entries[0]
        message = "the table could not be set up, so the entries were not judged"
        self._say.at(entry.label, entry.start, "not-judged", message, "note")

    # --- words about it

    def _notes(self, index: int, seat: Seat | None, judged: Judged) -> None:
        for note in judged.notes:
            end = max(1, len(self.record.entries[index].text))
            finding = Finding(note.code, note.message, 0, end)
            self._say.entry(index, finding, severity="note", seat=seat or "")

    def _spelling(self, index: int, entry: Entry, canonical: str) -> None:
        self.texts[index] = canonical
        if entry.text != canonical and entry.words != canonical:
            if entry.comments and self.judge is not None:
                self.starts[index] = self.judge.starts(entry.text, canonical)
            finding = Finding("reading", f"read as `{canonical}`", 0, max(1, len(entry.text.split("\n")[0])))
            self._say.entry(index, finding, severity="note", ours=True)

    # --- assertions

    def _check(self, index: int, entry: Entry) -> None:
        certain = self.stopped_after is None and self.state is not None
        scores = self.game.scores(self.state) if certain else None
        asserted, findings = asides.check(entry.text, self.seats, scores)
        for finding in findings:
            self._say.entry(index, finding, suggestions=finding.candidates[:3], ours=True)
        holds = False
        if certain and not findings:
            holds = self._asserted.compare(index, asserted, self.state, self.number)
        elif not findings and self.remarks:
            self._asserted.pass_over(index)
        if self.remarks and not findings:
            self._spelling(index, entry, asides.write_check(asserted))
        self.number = self._first + index if holds else self.number

    # --- the moderator

    def _mod(self, index: int, entry: Entry) -> Iterator[Turn]:
        aside = asides.mod(entry.text, self.seats)
        if isinstance(aside, Finding):
            self._say.entry(index, aside, suggestions=aside.candidates, ours=True)
            self._lost(index)
            return
        if self.remarks and not entry.comments:
            message = "a comment should say who asked for this and why"
            finding = Finding("mod-reason", message, 0, max(1, len(entry.words)))
            self._say.entry(index, finding, severity="note", ours=True)
        if isinstance(aside, asides.For):
            yield from self._move(index, entry, aside.seat, aside.text, aside.start)
            return
        if self.remarks:
            self._spelling(index, entry, asides.write(aside))
        if isinstance(aside, asides.Undo):
            yield from self._undo(index, aside)
        elif self._after.blind:
            return
        elif isinstance(aside, asides.Result):
            self.decided = "the moderator ended it"
            self.result = aside.text
            self.number = self._first + index
        elif isinstance(aside, asides.Pace):
            self.number = self._first + index
        else:
            yield from self._stand_in(index, entry, aside)

    def _stand_in(self, index: int, entry: Entry, aside: asides.Skip | asides.Resign) -> Iterator[Turn]:
        if self._after.supposed:
            done = [self._acted(one.state, aside) for one in self._after.supposed]
            pairs = zip(done, self._after.supposed, strict=True)
            steps = [Supposed(step.state, one.text) for step, one in pairs if isinstance(step, Step)]
            self._after.acted(tuple(steps))
            failed = next((error for error in done if not isinstance(error, Step)), None)
            if not steps and failed is not None:
                self._refused(index, entry, aside.seat, failed)
        elif self.over is not None or self.decided:
            self._ended(index, self.over)
        else:
            step = self._acted(self.state, aside)
            if isinstance(step, Step):
                yield self._stands(index, "mod", aside.seat, None, self.state, step)
            else:
                self._refused(index, entry, aside.seat, step)

    def _acted(self, state: Any, aside: asides.Skip | asides.Resign) -> Step[Any] | OrderError:
        """A seat skipped or resigned, or why that cannot be."""
        try:
            if isinstance(aside, asides.Resign):
                left: Step[Any] = self.game.leave(state, aside.seat)
                return left
            if aside.seat not in self.game.to_move(state):
                moving = sorted(self.game.to_move(state)) or ["nobody"]
                whose = " or ".join("the dealer" if who == DEAL else who for who in moving)
                message = f"{whose} is to move, not {aside.seat}, so there is nothing to skip"
                raise IllegalMove("turn", message)
            gone: Step[Any] = self.game.skip(state, aside.seat)
            return gone
        except OrderError as error:
            return error

    def _refused(self, index: int, entry: Entry, seat: Seat, error: OrderError) -> None:
        end = max(1, len(entry.words))
        finding = Finding(error.code, error.message, 0, end, (), error.hint, error.rule)
        self._say.entry(index, finding, seat=seat)
        self._lost(index)

    def _undo(self, index: int, aside: asides.Undo) -> Iterator[Turn]:
        number = self._first + index
        target = self._written.get(aside.number, aside.number) if aside.number != number else number
        kept = [turn for turn in self._past if turn.number <= target]
        if not kept or target >= number:
            message = f"there is no position after entry {aside.number} to go back to"
            hint = f"the last one before this is entry {kept[-1].number}" if kept else ""
            self._say.entry(index, Finding("undo", message, aside.start, aside.end, hint=hint), ours=True)
            self._lost(index)
            return
        seen = [turn for turn in self._past[len(kept) :] if drew(self.game, turn)]
        if seen and not aside.force:
            who = ", ".join(f"entry {turn.number} ({turn.seat or turn.who})" for turn in seen[:5])
            message = f"this would take back what was drawn and seen in {who}"
            hint = f"the moderator may write `undo to {aside.number} force`"
            self._say.entry(
                index, Finding("undo-seen", message, aside.start, aside.end, hint=hint), ours=True
            )
            self._lost(index)
            return
        self._past = kept
        self._after = aftermath.Aftermath()
        self.stopped_after, self.decided = None, ""
        state = kept[-1].state
        yield self._stands(index, "mod", None, None, self.state, Step(state))


def _repeats(hint: str, guesses: tuple[str, ...]) -> bool:
    """Whether a hint only tells to write what is suggested anyway."""
    told = re.fullmatch(r"write (`[^`]+`(?:, | or )?)+", hint)
    return told is not None and set(re.findall(r"`([^`]+)`", hint)) <= set(guesses)


def _listed(numbers: list[int]) -> str:
    """Entries in words; of many the first and the last."""
    if len(numbers) == 1:
        return f"entry {numbers[0]}"
    return f"entries {numbers[0]} {'and' if len(numbers) == 2 else 'to'} {numbers[-1]}"


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
