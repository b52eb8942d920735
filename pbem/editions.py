"""Records that name no edition of the rules, or one that is not known: which known ones they fit."""

from __future__ import annotations

from typing import Any

from pbem.errors import Problem
from pbem.record import Record
from pbem.replay import Referee


def referee(record: Record) -> Referee:
    """Play a record; where its edition is not settled, under the first known one that it fits.

    The findings then say which editions it replays under without fault.
    """
    first = Referee(record)
    header = record.header("Edition")
    if first.game is None or (header is None and len(first.game.editions) == 1):
        return first.run()
    if header is not None and header.value.strip() in first.game.editions:
        return first.run()
    played = {edition: Referee(record, edition=edition).run() for edition in first.game.editions}
    fitting = [edition for edition, one in played.items() if _sound(one)]
    chosen = played[fitting[0] if fitting else first.game.editions[0]]
    chosen.problems.insert(0, _problem(record, first.game, fitting))
    return chosen


def _sound(one: Referee) -> bool:
    return one.state is not None and all(problem.severity == "note" for problem in one.problems)


def _problem(record: Record, game: Any, fitting: list[str]) -> Problem:
    known = ", ".join(game.editions)
    found = f"it replays without fault under edition {' and '.join(fitting)}"
    hint = found if fitting else f"known: {known}; it has other faults, which leave open which it fits"
    header = record.header("Edition")
    if header is None:
        message = f"no edition of {game.title} is named; it is judged by {fitting[0] if fitting else known}"
        return record.problem(0, 1, "edition-missing", message, severity="note", hint=hint)
    quote = max(header.start, record.source.text.find('"', header.start, header.end) + 1)
    message = f"{game.title} has no edition {header.value!r}"
    return record.problem(quote, max(quote + 1, header.end - 2), "edition-unknown", message, hint=hint)
