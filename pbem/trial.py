"""Trial games and counts: whole random games as records, and perft."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from pbem import chance, opening, record, table
from pbem.errors import PbemError
from pbem.game import DEAL, Outcome, Seat, Setup, Shuffle
from pbem.registry import AnyGame

LONGEST = 5000
"""Entries after which a trial game is taken for endless."""


def seats_for(game: AnyGame, count: int) -> tuple[Seat, ...]:
    """The first seats of a game's list. Raises PbemError if it is not played by so many."""
    if count not in game.counts:
        raise PbemError(f"{game.title} is not played by {count} seats ({', '.join(map(str, game.counts))})")
    return game.seats[:count]


def simulate(
    game: AnyGame, setup: Setup[Any], name: str, random: Random, board: str = ""
) -> tuple[str, Outcome | None]:
    """Play one whole game of sampled legal turns; return its record's text and its outcome.

    The outcome is None for a game cut off as endless.
    """
    seed = random.randbytes(32)
    players = {seat: f"{seat} player" for seat in setup.seats}
    text = opening.deal(game, setup, seed, name, players, board, date="2026-01-01")
    lines, outcome = _play(game, text, chance.shuffler(seed, name, ()), random)
    result = outcome.text if outcome else "*"
    whole = text.replace('[Result "*"]', record.write_header("Result", result)) + "".join(
        f"{line}\n" for line in lines
    )
    return whole, outcome


def _play(game: AnyGame, text: str, shuffle: Shuffle, random: Random) -> tuple[list[str], Outcome | None]:
    from pbem.replay import Referee
    from pbem.source import Source

    referee = Referee(next(iter(record.read(Source.plain("trial", text)))), remarks=False).run()
    if referee.state is None:
        raise PbemError(f"the deal of a trial game does not stand: {referee.problems[0].message}")
    state = referee.state
    lines: list[str] = []
    while (outcome := game.outcome(state)) is None and len(lines) < LONGEST:
        seat, move = next_move(game, state, shuffle, random)
        lines.append(record.write_entry(len(lines) + 1, seat, game.write(state, seat, move)))
        state = game.apply(state, seat, move).state
    return lines, outcome


def next_move(game: AnyGame, state: Any, shuffle: Shuffle, random: Random) -> tuple[Seat, Any]:
    """One legal move with all that chance gives: of the dealer, by rule, or sampled."""
    moving = sorted(game.to_move(state))
    if moving == [DEAL]:
        return DEAL, game.fill(state, DEAL, None, shuffle)
    if (forced := game.forced(state)) is not None:
        return forced
    seat = moving[0] if len(moving) == 1 else random.choice(moving)
    return seat, game.fill(state, seat, game.sample(state, seat, random), shuffle)


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """Count the turns of a given length from here: distinct outcomes, draws in the order of the box.

    A game that is over counts once.
    """
    if depth == 0 or game.outcome(state) is not None:
        return 1
    return sum(perft(game, after, depth - 1) for after in _next_states(game, state))


def _next_states(game: AnyGame, state: Any) -> Iterator[Any]:
    for seat in sorted(game.to_move(state)):
        if seat == DEAL:
            yield game.apply(state, DEAL, game.fill(state, DEAL, None, chance.identity)).state
            continue
        for move in game.legal_moves(state, seat):
            filled = game.fill(state, seat, move, chance.identity)
            yield game.apply(state, seat, filled).state


def opening_state(game: AnyGame, count: int, options: frozenset[str], board: str = "") -> Any:
    """The position after a deal in the order of the box, for counting."""
    setup = table.make_setup(game, seats_for(game, count), options, board)
    seated, dealt = game.deal(setup, chance.identity)
    return game.setup(seated, dealt).state
