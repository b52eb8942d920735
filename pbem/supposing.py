"""Positions that may be supposed where an entry does not stand, and entries judged from them."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec

from pbem import suggest
from pbem.errors import PbemError
from pbem.game import DEAL, Outcome, Seat, Step
from pbem.judge import Judge, Judged, respelt
from pbem.loose import Finding
from pbem.suggest import Supposed

FILLED = 64
"""So many turns are tried where one seems to be missing."""


class Attempt(msgspec.Struct, frozen=True):
    """An entry judged from one position: over, out of turn (`judged` None), illegal, or fine.

    `text` is that of the entry that is supposed to have led there.
    """

    state: Any
    text: str = ""
    judged: Judged | None = None
    over: Outcome | None = None

    @property
    def rank(self) -> int:
        """How telling it is for the reader of a finding, the most telling first."""
        return 0 if self.judged else 2 if self.over else 1

    @property
    def said(self) -> tuple[tuple[str, str], ...]:
        """What is wrong with it, in codes and words."""
        return tuple((one.code, one.message) for one in self.judged.findings) if self.judged else ()

    @property
    def after(self) -> Supposed | None:
        """The position after it, if it stands."""
        step = self.judged.step if self.judged else None
        return None if step is None else Supposed(step.state, self.text)


def attempt(judge: Judge, supposed: Supposed, seat: Seat, text: str) -> Attempt:
    """Judge an entry from a position, with the passes that the rules make before it."""
    state = supposed.state
    over = judge.game.outcome(state)
    if over is not None:
        return Attempt(state, supposed.text, None, over)
    for _ in judge.setup.seats:
        if seat in judge.game.to_move(state) or (forced := judge.game.forced(state)) is None:
            break
        state = judge.game.apply(state, *forced).state
    if seat not in judge.game.to_move(state):
        return Attempt(supposed.state, supposed.text)
    return Attempt(state, supposed.text, judge.entry(state, seat, text))


def elsewhere(judge: Judge, state: Any, seat: Seat, text: str) -> Attempt | None:
    """Judge an entry from a position in which others may be to move first: their turns go by.

    None where a turn cannot go by.
    """
    for _ in judge.setup.seats:
        if state is None or seat in judge.game.to_move(state):
            break
        moving = judge.game.to_move(state)
        passed = skipped(judge, state, next(iter(moving))) if len(moving) == 1 else ()
        state = passed[0].state if passed else None
    if state is None or seat not in judge.game.to_move(state):
        return None
    return Attempt(state, "", judge.entry(state, seat, text))


def skipped(judge: Judge, state: Any, seat: Seat | None) -> tuple[Supposed, ...]:
    """The position with a seat's turn gone by; () where there is none."""
    if state is None or seat is None or seat == DEAL:
        return ()
    try:
        return (Supposed(judge.game.skip(state, seat).state),)
    except PbemError:
        return ()


def after_absences(judge: Judge, state: Any, seat: Seat, text: str) -> tuple[Supposed, ...]:
    """The position after an entry out of turn, as if those before it had let their turns go by."""
    tried = elsewhere(judge, state, seat, text)
    return () if tried is None or tried.after is None else (tried.after,)


def filled(judge: Judge, state: Any, mover: Seat, seat: Seat, text: str) -> tuple[Supposed, ...]:
    """The positions after an entry out of turn, each with a turn of `mover` put in before it."""
    if mover == DEAL:
        return ()
    moves = itertools.islice(judge.game.legal_moves(state, mover), FILLED)
    turns = (suggest.turn(judge, state, mover, move) for move in moves)
    tries = (attempt(judge, one, seat, text).after for one in turns if one is not None)
    return tuple(one for one in tries if one is not None)


def passing(judge: Judge, state: Any, seat: Seat) -> Step[Any] | None:
    """What a bare `pass` of a seat would come to, if it is legal."""
    if seat == DEAL or "pass" not in judge.vocabulary.keywords:
        return None
    return judge.entry(state, seat, "pass").step


def dealt(judge: Judge, text: str, judged: Judged) -> tuple[tuple[Supposed, ...], Finding | None]:
    """The position after a deal with misspelt words put right, and what is wrong with it but for them.

    Either of them, or neither where the deal cannot be read.
    """
    if not judged.findings or not all(finding.candidates for finding in judged.findings):
        return (), None
    options = [finding.candidates[:8] for finding in judged.findings]
    other: Finding | None = None
    for words in itertools.islice(itertools.product(*options), 64):
        try:
            again = judge.deal(respelt(text, judged.findings, words))
        except PbemError:
            continue
        if again.step is not None:
            return (Supposed(again.step.state),), None
        if other is None and again.order is not None and len(again.findings) == 1:
            read = f"with {', '.join(words)} read for what is misspelt"
            (wrong,) = again.findings
            hint = f"{wrong.hint}; {read}" if wrong.hint else read
            other = Finding(wrong.code, wrong.message, 0, max(1, len(text)), (), hint, wrong.rule)
    return (), other
