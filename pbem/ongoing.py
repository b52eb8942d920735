"""A game that goes on: the next entry judged and written, with what the rules and the dealer add.

Nothing here touches a file. Whoever calls appends the lines.
"""

from __future__ import annotations

import re
from typing import Any

from pbem import record
from pbem.assertions import state_hash
from pbem.errors import PbemError, Problem
from pbem.game import DEAL, Seat, Shuffle, Step
from pbem.judge import Judge, Judged
from pbem.replay import Referee
from pbem.source import Source

_LABEL = re.compile(r"\s*(?:\d+\s*[.)]*\s*)?([^\W\d_]+)\s*:")


class Ongoing:
    """A record played to its end, and the entries about to be added to it.

    Raises PbemError for a record with faults. Without a shuffle the dealer adds nothing.
    """

    def __init__(self, game_record: record.Record, shuffle: Shuffle | None) -> None:
        self.record = game_record
        self.shuffle = shuffle
        self.referee = Referee(game_record, remarks=False, advise=False).run()
        judge = self.referee.judge
        if judge is None or self.referee.state is None or self.referee.stopped_after is not None:
            file = game_record.source.file
            raise PbemError(
                f"{file} has faults; `pbem check {file}` shows them, and moves wait until they are mended"
            )
        self.judge: Judge = judge

    @property
    def number(self) -> int:
        """The last entry's number."""
        return self.referee.number

    @property
    def hash(self) -> str:
        """The hash of the position."""
        return state_hash(self.referee.game, self.referee.state)

    def fits(self, base: str) -> bool:
        """Say whether `#15` or `#3f9a2c41` is where the game stands; "" always is."""
        return base.removeprefix("#") in ("", str(self.number + 1), self.hash)

    def entry(self, who: Seat, text: str) -> Judged:
        """Judge the next entry, with what chance gives put in."""
        return self.judge.entry(self.referee.state, who, text, self.shuffle)

    def take(self, who: Seat, move: Any, step: Step[Any], *, speaker: str = "", lead: str = "") -> str:
        """Carry a judged entry out, and return it as a line.

        `speaker` writes the entry for `who`; `lead` (comments, in braces) stands before its words.
        """
        referee = self.referee
        written = referee.game.write(referee.state, who, move)
        referee.state = step.state
        referee.number += 1
        referee.over = referee.game.outcome(step.state)
        words = f"for {who}: {written}" if speaker else written
        return record.write_entry(referee.number, speaker or who, f"{lead} {words}".strip())

    def by_rule(self) -> list[str]:
        """Add the passes that the rules make, and what the dealer deals by himself."""
        referee, game, lines = self.referee, self.referee.game, []
        while referee.over is None and not referee.decided:
            state = referee.state
            if game.to_move(state) == frozenset({DEAL}) and self.shuffle is not None:
                who, move = DEAL, game.fill(state, DEAL, None, self.shuffle)
            elif (forced := game.forced(state)) is not None:
                who, move = forced
            else:
                break
            lines.append(self.take(who, move, game.apply(state, who, move)))
        return lines

    def problems(
        self, who: Seat, text: str, judged: Judged, source: Source | None = None
    ) -> list[tuple[Problem, str]]:
        """What is wrong with an entry that failed, each finding with the line it is in, as typed.

        `source` is where the text comes from, if it was cleaned; its offsets are the text's.
        """
        from pbem import suggest

        source = source or Source.plain("your order", text)
        advice = suggest.Advice()
        if who in self.referee.to_move():
            advice = suggest.advise(self.judge, self.referee.state, who, text, judged)
        found = []
        for at, finding in enumerate(judged.findings):
            guesses = advice.suggestions[at] if at < len(advice.suggestions) else ()
            span = source.span(finding.start, max(finding.end, finding.start + 1))
            problem = Problem(
                span=span,
                severity="error",
                code=f"{self.referee.game.key}/{finding.code}",
                message=finding.message,
                hint=finding.hint,
                suggestions=guesses or finding.choices[:3],
                rule=finding.rule,
                seat=who,
            )
            found.append((problem, source.line(span)))
        return found


def unlabelled(text: str, seats: tuple[Seat, ...]) -> tuple[str, Seat | None]:
    """An order without the label in front of it, if it has one, and the seat the label names.

    The label is blanked out, so that the rest stays in its columns.
    """
    found = _LABEL.match(text)
    if found and found[1].casefold() in (*seats, DEAL):
        blank = re.sub(r"[^\n]", " ", found[0])
        return blank + text[found.end() :], Seat(found[1].casefold())
    return text, None


def with_lines(game_record: record.Record, lines: list[str]) -> record.Record:
    """The record as it is after lines were added to it."""
    text = game_record.source.text
    lead = "" if not text or text.endswith("\n") else "\n"
    longer = Source.plain(game_record.source.file, text + lead + "\n".join([*lines, ""]))
    return next(iter(record.read(longer)))
