"""An entry by a seat that is not to move: whose turn it is, and what may have gone wrong."""

from __future__ import annotations

from typing import Any

from pbem import supposing
from pbem.errors import IllegalMove, OrderError
from pbem.game import DEAL, Seat
from pbem.judge import Judge
from pbem.record import Entry
from pbem.suggest import Supposed

FORGOTTEN = 10
"""A gap of more in the numbering is no sign of entries that were lost."""
_WHOSE_TURN = ("turn", "not-your-turn", "over")
"""Codes with which a game says whose turn it is."""


def mover(judge: Judge, state: Any) -> Seat | None:
    """The only seat that may move; None where several may, or the dealer is to deal."""
    moving = judge.game.to_move(state) - {DEAL}
    return next(iter(moving)) if len(moving) == 1 and DEAL not in judge.game.to_move(state) else None


def whose_turn(judge: Judge, state: Any, seat: Seat) -> OrderError:
    """Whose turn it is, in the game's own words if it has any."""
    moving = sorted(judge.game.to_move(state), key=[*judge.setup.seats, DEAL].index)
    whose = " or ".join("the dealer's" if who == DEAL else f"{who}'s" for who in moving)
    who = "the dealer" if seat == DEAL else seat
    try:
        if seat != DEAL:
            judge.game.skip(state, seat)
    except OrderError as error:
        if error.code in _WHOSE_TURN:
            return error
    return IllegalMove("turn", f"it is {whose} turn, not {who}'s")


def as_mover(judge: Judge, state: Any, text: str) -> tuple[Supposed, ...]:
    """The position after an entry that is legal for the one who is to move; () if it is not."""
    due = mover(judge, state)
    step = judge.entry(state, due, text).step if due else None
    return () if step is None else (Supposed(step.state),)


def ways_out(
    judge: Judge,
    state: Any,
    seat: Seat,
    due: Seat,
    entries: tuple[Entry | None, Entry],
    number: int,
    meant: bool,
    missing: tuple[Supposed, ...],
) -> str:
    """What may be wrong where `seat` moves while it is the turn of `due`, as a hint.

    `entries`: the one before it, if there is one, and itself; `number` is its own. `meant`: it would be legal
    for `due`. `missing`: turns of `due` after which it is legal.
    """
    before, entry = entries
    if before is not None and before.who == seat and before.words == entry.words:
        return f"this is entry {number - 1} once more; take it out"
    if lost := _lost_between(before, entry):
        return f"{lost} not in this record: look in another copy"
    passed = supposing.passing(judge, state, due)
    hints = []
    if meant:
        hints.append(f"if `{due}:` is meant, the entry is legal")
    if passed is not None and seat in judge.game.to_move(passed.state):
        hints.append(f"if {due} passed, `{due}: pass` is missing before this entry")
    elif len(texts := dict.fromkeys(one.text for one in missing)) == 1:
        hints.append(f"if it was left out, `{due}: {next(iter(texts))}` is missing before this entry")
    elif not meant:
        hints.append(f"perhaps an entry of {due}'s is missing before this one")
        if supposing.skipped(judge, state, due):
            hints.append(f"if {due} was left out by agreement, write `mod: skip {due}`")
    if before is not None and before.who == seat and not meant:
        hints.append(f"if it replaces entry {number - 1}, `mod: undo to {number - 2}` has to stand before it")
    return "; ".join(hints)


def _lost_between(before: Entry | None, entry: Entry) -> str:
    """The entries that the numbering leaves out before one, "" if it goes on or starts anew."""
    if before is None or before.number is None or entry.number is None:
        return ""
    first, last = before.number + 1, entry.number - 1
    if not first <= last < first + FORGOTTEN:
        return ""
    return f"entry {first} is" if first == last else f"entries {first} to {last} are"
