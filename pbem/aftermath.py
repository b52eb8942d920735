"""What a record is judged by once it has a fault: positions supposed in place of what does not stand.

An entry that is legal in any of them is taken to be right, and those in which it is not are given up; so
what follows from a fault is seldom reported once more. Where none is left, the turns that could have
stood in place of the fault are tried once more, all of them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from pbem import suggest, supposing
from pbem.game import Seat
from pbem.judge import Judge
from pbem.suggest import Supposed
from pbem.supposing import Attempt

BRANCHES = 12
"""So many positions are kept beside one another."""
PATIENCE = 10
"""After a fault, so many entries in a row may fail before the rest is only read for its words."""
RECONSIDERED = 64
"""So many turns are tried in place of a fault once no supposition is left."""
LOOKED_BACK = 12
"""And only if no more entries than this have been judged since."""
RECONSIDERATIONS = 12
"""Faults of one record for which that is done."""
TOLD = 60
"""A supposition with more characters is not told in a hint."""


class _Fault(msgspec.Struct, frozen=True):
    """An entry that does not stand, with the names and codes in it."""

    number: int
    seat: str
    words: frozenset[str]


class Aftermath:
    """The positions supposed since a record's fault; none before it."""

    def __init__(self) -> None:
        self.supposed: tuple[Supposed, ...] = ()
        self._faults: list[_Fault] = []
        """The entries that later findings may follow from: more than their spelling is uncertain."""
        self._reconsiderations = 0
        self.blind = False
        """Whether nothing can be said about legality any more."""
        self.told = False
        """Whether the record has been told so."""
        self.fitting: tuple[str, ...] = ()
        """The turns in place of the fault that the latest entry has shown to fit, where none did before."""
        self._failed = 0
        self._fault: tuple[Any, Seat] | None = None
        self._since: list[tuple[Seat, str]] = []

    def suppose(
        self,
        number: int,
        typed: tuple[str, str],
        supposed: tuple[Supposed, ...],
        *,
        instead: tuple[Supposed, ...] = (),
        spelt: bool = False,
        fault: tuple[Any, Seat] | None = None,
        since: tuple[tuple[Seat, str], ...] = (),
    ) -> None:
        """Go on after entry `number`, which does not stand, from what is supposed in its place.

        `typed`: who wrote it, and what. `instead`: from there if nothing is. `spelt`: only its spelling was
        at fault, so the supposition is as good as certain. `fault`: the position, and who was to write a turn
        there, if that is known; `since`: what stands after that turn already, if it is missing altogether.
        """
        self._failed += not spelt
        if not self.supposed or not spelt:
            self._faults.append(_Fault(number, typed[0], _names(typed[1])))
            self._fault, self._since = fault, list(since)
        else:
            self._fault = None
        self.supposed = (supposed or self.supposed or instead)[:BRANCHES]
        if not self.supposed or self._failed >= PATIENCE:
            self.blind = True

    def stands(self, judge: Judge, seat: Seat, text: str) -> tuple[Attempt, ...]:
        """Judge an entry from every supposed position; () where it stands, else what each of them says."""
        tries = tuple(supposing.attempt(judge, one, seat, text) for one in self.supposed)
        after = tuple(one.after for one in tries if one.after is not None)
        self.fitting = ()
        if not after:
            after = tuple(itertools.islice(self._reconsidered(judge, seat, text), BRANCHES))
            self.fitting = self._fitting(judge, after)
        if not after:
            self._fault = None
            return tries
        self.supposed, self._failed = after, 0
        self._since.append((seat, text))
        return ()

    def _fitting(self, judge: Judge, after: tuple[Supposed, ...]) -> tuple[str, ...]:
        """The first of the turns that led there, as a record has them."""
        texts = list(dict.fromkeys(one.text for one in after))[: suggest.MOST]
        return tuple(suggest.recorded(judge, *self._fault, text) for text in texts) if self._fault else ()

    def acted(self, supposed: tuple[Supposed, ...]) -> None:
        """Go on from where something that is no turn led; where it leads nowhere nothing changes."""
        self.supposed = supposed or self.supposed
        self._fault = None

    def _reconsidered(self, judge: Judge, seat: Seat, text: str) -> Iterator[Supposed]:
        """Turns in place of the fault after which all entries since are legal, and this one too."""
        tried_enough = self._reconsiderations == RECONSIDERATIONS
        if self._fault is None or tried_enough or len(self._since) > LOOKED_BACK:
            return
        self._reconsiderations += 1
        state, who = self._fault
        moves = judge.game.legal_moves(state, who)
        for move in itertools.islice(moves, RECONSIDERED):
            one: Supposed | None = suggest.turn(judge, state, who, move)
            for later, words in (*self._since, (seat, text)):
                if one is None:
                    break
                one = supposing.attempt(judge, one, later, words).after
            if one is not None:
                yield one

    def caution(self, judge: Judge, firm: Any, seat: Seat, text: str, tries: tuple[Attempt, ...]) -> str:
        """What a reader has to know about a finding made in a supposed position.

        "" where it would be made anyway. `firm`: the last position that is certain, None if none is.
        """
        said = {one.said for one in tries}
        chosen = leading(tries)
        if len(said) == 1 and len({one.text for one in tries}) > 1:
            # whatever stands in place of the latest fault; so it follows from what was typed, or not at all
            names = _names(" ".join(message for _, message in chosen.said))
            own = (one for one in reversed(self._faults) if one.seat == seat and one.words & names)
            follows = next(own, None)
            if follows is None and len(self._faults) > 1:
                elsewhere = supposing.elsewhere(judge, firm, seat, text)
                if elsewhere is None or elsewhere.said not in said:
                    follows = self._faults[-2]
            return f"this may follow from entry {follows.number}, so mend that first" if follows else ""
        if chosen.text and len(chosen.text) <= TOLD:
            return f"judged as if entry {self._faults[-1].number} were `{chosen.text}`; mend that first"
        return self.doubt() + ", so mend that first"

    def doubt(self) -> str:
        """What later findings may follow from, in words; "" before any fault."""
        if not self._faults or not self.supposed:
            return ""
        return f"this may follow from entry {self._faults[-1].number}"


def _names(text: str) -> frozenset[str]:
    """The names and codes in a text: its words with a capital letter or a digit after a letter."""
    return frozenset(re.findall(r"(?<!\w)(?:[A-Z][^\W_]+|[A-Za-z]+\d+)(?!\w)", text))


def leading(tries: tuple[Attempt, ...]) -> Attempt:
    """The attempt to report: the most telling, and of those one that says what most of them say.

    The likelier suppositions come first and count for more.
    """
    rank = min(one.rank for one in tries)
    telling = [(at, one) for at, one in enumerate(tries) if one.rank == rank]
    weight: dict[tuple[tuple[str, str], ...], float] = {}
    for at, one in telling:
        weight[one.said] = weight.get(one.said, 0.0) + 1 / (1 + at)
    return max((one for _, one in telling), key=lambda one: weight[one.said])
