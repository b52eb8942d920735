"""The promises that every game keeps, tried on random games: the shared conformance tests.

Each check is a function with a docstring that says the promise; `run` reports one line for each check and
number of seats. The same checks run over every registered game in the test suite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec

from pbem import notation, record, redaction, table, trial
from pbem.assertions import state_hash
from pbem.errors import OrderError
from pbem.game import DEAL, Seat, Setup
from pbem.registry import AnyGame
from pbem.replay import Referee
from pbem.source import Source

TRIED = 12
"""Legal moves tried out in each position."""


class Finding(msgspec.Struct, frozen=True):
    """The outcome of one check; `message` tells the first failure, "" if there is none."""

    check: str
    where: str
    message: str

    @property
    def failed(self) -> bool:
        return bool(self.message)

    def __str__(self) -> str:
        told = f": {self.message}" if self.failed else ""
        return f"{'FAILED' if self.failed else 'ok':<7} {self.check} ({self.where}){told}"


class Broken(Exception):
    """A promise that was not kept."""


def run(game: AnyGame, games: int, seed: str) -> Iterator[Finding]:
    """Yield a finding for every check, number of seats and option."""
    for count in game.counts:
        for options in [frozenset[str](), *(frozenset({option}) for option in game.options)]:
            where = f"{count} seats{', ' + ', '.join(options) if options else ''}"
            try:
                setup = table.make_setup(game, trial.seats_for(game, count), options)
                trial.simulate(game, setup, "sit-down", Random(seed))
            except OrderError as error:
                yield Finding("random games end", where, str(error))
                continue
            except Exception as error:
                if options and _refused(error):
                    continue  # an option that is not for this number of seats
                yield Finding("random games end", where, f"{type(error).__name__}: {error}")
                continue
            yield from check_setup(game, setup, games, seed, where)


def _refused(error: Exception) -> bool:
    from pbem.errors import PbemError

    return isinstance(error, PbemError)


def check_setup(
    game: AnyGame, setup: Setup[Any], games: int, seed: str, where: str, board: str = ""
) -> Iterator[Finding]:
    """Play random games at one table and hold every promise against them.

    `board` names the set-up's board where it is not the game's default one.
    """
    random = Random(f"{seed} {where}")
    texts = [trial.simulate(game, setup, f"trial-{n}", random, board) for n in range(games)]
    yield _finding("random games end", where, lambda: _ends(texts))
    for check in (check_positions, check_canonical, check_copies):
        words = (check.__doc__ or "").split("\n")[0].rstrip(".")
        yield _finding(words, where, lambda check=check: [check(game, text) for text, _ in texts])  # type: ignore[misc]  # bound early on purpose


def _finding(name: str, where: str, check: Callable[[], object]) -> Finding:
    try:
        check()
    except Broken as broken:
        return Finding(name, where, str(broken))
    return Finding(name, where, "")


def _ends(texts: list[tuple[str, Any]]) -> None:
    for text, outcome in texts:
        if outcome is None:
            raise Broken(f"a game was cut off after {trial.LONGEST} entries: {text.splitlines()[3]}")


def read(text: str) -> record.Record:
    """The one game in a text."""
    return next(iter(record.read(Source.plain("conform", text))))


def check_positions(game: AnyGame, text: str) -> None:
    """Legal moves survive writing and reading, apply, and leave the position as it was."""
    referee = Referee(read(text), remarks=False)
    judge = referee.judge
    if judge is None:
        raise Broken(f"the table cannot be set up: {referee.problems[0].message}")
    start: dict[str, int] | None = None
    for turn in referee.play():
        census = dict(game.census(turn.state))
        start = census if start is None else start
        if census != start:
            raise Broken(f"entry {turn.number} changes the census: {_difference(start, census)}")
        for seat in sorted(game.to_move(turn.state) - {DEAL}):
            _try_moves(game, turn.state, seat, f"after entry {turn.number}")
    if referee.problems:
        raise Broken(
            f"a legal game has a finding: {referee.problems[0].message} ({referee.problems[0].span})"
        )


def _difference(one: dict[str, int], other: dict[str, int]) -> str:
    keys = sorted(key for key in {*one, *other} if one.get(key) != other.get(key))
    return ", ".join(f"{key} {one.get(key)} -> {other.get(key)}" for key in keys[:3])


def _try_moves(game: AnyGame, state: Any, seat: Seat, where: str) -> None:
    before = table.dump(state, "")
    moves = list(islice(game.legal_moves(state, seat), TRIED))
    if not moves:
        raise Broken(f"{seat} is to move {where} and has no legal move")
    for move in moves:
        filled = game.fill(state, seat, move, lambda label, items: tuple(items))
        for each in (move, filled):
            _round_trip(game, state, seat, each, where)
        _applies(game, state, seat, filled, where)
        _not_for_others(game, state, seat, filled, where)
    if table.dump(state, "") != before:
        raise Broken(f"a position was changed by what was tried on it {where}")


def _round_trip(game: AnyGame, state: Any, seat: Seat, move: Any, where: str) -> None:
    text = game.write(state, seat, move)
    try:
        again = game.resolve(state, seat, notation.parse(game, text))
    except (OrderError, notation.Unread) as error:
        raise Broken(f"`{text}` is not read back {where}: {error}") from None
    if again != move:
        raise Broken(f"`{text}` reads as another move {where}")


def _applies(game: AnyGame, state: Any, seat: Seat, move: Any, where: str) -> None:
    try:
        step = game.apply(state, seat, move)
    except OrderError as error:
        raise Broken(
            f"`{game.write(state, seat, move)}` is offered as legal and refused {where}: {error}"
        ) from None
    if step.state == state:
        raise Broken(f"`{game.write(state, seat, move)}` changes nothing {where}")


def _not_for_others(game: AnyGame, state: Any, seat: Seat, move: Any, where: str) -> None:
    for other in state.setup.seats:
        if other not in game.to_move(state):
            try:
                game.apply(state, other, move)
            except OrderError:
                continue
            raise Broken(f"{other} can move in {seat}'s turn {where}")


def check_canonical(game: AnyGame, text: str) -> None:
    """Canonical text is a fixed point, and nothing is noted about it."""
    referee = Referee(read(text)).run()
    if referee.problems:
        raise Broken(
            f"canonical text has a finding: {referee.problems[0].message} ({referee.problems[0].span})"
        )
    again = record.write(referee.record, referee.texts, tuple(game.seats), referee.starts)
    if again != text:
        raise Broken("writing a game anew changes it")


def check_copies(game: AnyGame, text: str) -> None:
    """Copies for every seat and for everybody replay to the same public position."""
    whole = Referee(read(text), remarks=False).run()
    public = state_hash(game, whole.state)
    for viewer in (None, *whole.seats):
        copy = Referee(read(redaction.copy(whole.record, viewer)), remarks=False).run()
        who = viewer or "everybody"
        if copy.problems:
            raise Broken(
                f"the copy for {who} has a finding: {copy.problems[0].message} ({copy.problems[0].span})"
            )
        if state_hash(game, copy.state) != public:
            raise Broken(f"the copy for {who} replays to another public position")
        if game.view(copy.state, None) != game.view(whole.state, None):
            raise Broken(f"the copy for {who} shows other public tables")
