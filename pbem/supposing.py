"""What can still be judged after a fault: positions supposed in its place, tried one beside the other.

A later entry that is legal in any of them is taken to be right, and those in which it is not are given
up; so what follows from a fault is seldom reported once more.
"""

from __future__ import annotations

import itertools
from typing import Any

import msgspec

from pbem.errors import PbemError
from pbem.game import DEAL, Outcome, Seat, Step
from pbem.judge import Judge, Judged, respelt

BRANCHES = 12
"""So many positions are kept beside one another."""
PATIENCE = 10
"""After a fault, so many entries in a row may fail before the rest is only read for its words."""


class Attempt(msgspec.Struct, frozen=True):
    """An entry judged from one position: over, out of turn (`judged` None), illegal, or fine."""

    state: Any
    judged: Judged | None = None
    over: Outcome | None = None

    @property
    def rank(self) -> int:
        """How telling it is for the reader of a finding, the most telling first."""
        return 0 if self.judged else 2 if self.over else 1


def attempt(judge: Judge, state: Any, seat: Seat, text: str) -> Attempt:
    """Judge an entry from a position, with the passes that the rules make before it."""
    over = judge.game.outcome(state)
    if over is not None:
        return Attempt(state, None, over)
    for _ in judge.setup.seats:
        if seat in judge.game.to_move(state) or (forced := judge.game.forced(state)) is None:
            break
        state = judge.game.apply(state, *forced).state
    if seat not in judge.game.to_move(state):
        return Attempt(state)
    return Attempt(state, judge.entry(state, seat, text))


def skipped(judge: Judge, state: Any, seat: Seat | None) -> tuple[Any, ...]:
    """The position with a seat's turn gone by; () where there is none."""
    if state is None or seat is None or seat == DEAL:
        return ()
    try:
        return (judge.game.skip(state, seat).state,)
    except PbemError:
        return ()


def after_absences(judge: Judge, state: Any, seat: Seat, text: str) -> tuple[Any, ...]:
    """The position after an entry out of turn, as if those before it had let their turns go by."""
    for _ in judge.setup.seats:
        moving = judge.game.to_move(state)
        if seat in moving:
            judged = judge.entry(state, seat, text)
            return () if judged.step is None else (judged.step.state,)
        if len(moving) != 1 or DEAL in moving:
            return ()
        passed = skipped(judge, state, next(iter(moving)))
        if not passed:
            return ()
        (state,) = passed
    return ()


def passing(judge: Judge, state: Any, seat: Seat) -> Step[Any] | None:
    """What a bare `pass` of a seat would come to, if it is legal."""
    if seat == DEAL or "pass" not in judge.vocabulary.keywords:
        return None
    return judge.entry(state, seat, "pass").step


def dealt(judge: Judge, text: str, judged: Judged) -> tuple[Any, ...]:
    """The position after a deal whose only faults are misspelt words, with what they are most like."""
    if not judged.findings or not all(finding.candidates for finding in judged.findings):
        return ()
    options = [finding.candidates[:8] for finding in judged.findings]
    for words in itertools.islice(itertools.product(*options), 64):
        try:
            step = judge.deal(respelt(text, judged.findings, words)).step
        except PbemError:
            continue
        if step is not None:
            return (step.state,)
    return ()
