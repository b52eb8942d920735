"""Proves a game's deal from its seed: the commitment, then every draw in turn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from pbem import chance
from pbem.errors import PbemError
from pbem.game import DEAL, UNKNOWN, Shuffle
from pbem.record import Record
from pbem.replay import Referee, drew


class Verdict(msgspec.Struct, frozen=True):
    """What was found, one sentence a line; `fair` if nothing differs.

    `faulty`: the record has faults, and all before the first is as the seed gives it.
    """

    fair: bool
    lines: tuple[str, ...]
    faulty: bool = False


def private_seed(file: str) -> str:
    """The seed beside a record. Raises PbemError if it is not there."""
    private = Path(file).with_suffix(".seed")
    if not private.is_file():
        raise PbemError(f"there is no seed file {private}")
    return private.read_text(encoding="ascii").strip()


def seed_shuffle(record: Record, file: str) -> Shuffle | None:
    """The dealer's shuffle from the seed in a record or beside it; None where there is neither."""
    seed = record.get("Seed")
    if not seed and file != "-" and Path(file).with_suffix(".seed").is_file():
        seed = private_seed(file)
    return chance.shuffler(chance.plain(seed), record.name, nonces(record)) if seed else None


def nonces(record: Record) -> list[tuple[str, str]]:
    """The players' own words, as pairs of seat and words."""
    return [(h.key[6:].casefold(), h.value) for h in record.headers if h.key.casefold().startswith("nonce.")]


def commitment(record: Record, seed: bytes, seats: tuple[str, ...]) -> str:
    """What the Commit header should say."""
    headers = chance.setup_headers([(header.key, header.value) for header in record.headers], seats)
    return chance.commitment(seed, headers)


def verify(record: Record, file: str) -> Verdict:
    """Compare the commitment and all that was drawn with what the seed gives.

    The seed is the record's, or the one beside it. Raises PbemError where there is none.
    """
    given = record.get("Seed") or private_seed(file)
    seed = chance.plain(given)
    referee = Referee(record, remarks=False, advise=False)
    if referee.setup is None:
        raise PbemError(f"{file} cannot be set up; `pbem check {file}` says why")
    lines = []
    promised = record.get("Commit")
    if promised and promised != commitment(record, seed, referee.setup.seats):
        return Verdict(
            False, ("The seed is not the one that was committed to, or the set-up headers were changed.",)
        )
    lines.append(
        "The seed is the one that was committed to."
        if promised
        else "The record has no commitment; the seed proves the draws alone."
    )
    shuffle = chance.shuffler(seed, record.name, nonces(record))
    draws = unknown = 0
    for turn in referee.play():
        if turn.move is None:
            continue
        written, due = _pair(referee, turn, shuffle)
        if written != due and not _veiled(written, due):
            return Verdict(False, (*lines, f"Entry {turn.number} says `{written}`; the seed gives `{due}`."))
        draws += turn.before is None or drew(referee.game, turn)
        unknown += written != due
    if any(problem.severity == "error" for problem in referee.problems):
        told = f"The record has faults after entry {referee.number}; `pbem check` shows them."
        return Verdict(False, (*lines, told), faulty=True)
    lines.append(f"All {draws} entries with draws are what the seed gives.")
    if unknown:
        lines.append(f"In {unknown} of them a `?` stands for what was drawn, which proves nothing.")
    return Verdict(True, tuple(lines))


def _veiled(written: str, due: str) -> bool:
    """Whether an entry says what is due but for what stands in it as unknown."""
    words, dues = (re.split(r"([\s;,:]+)", text) for text in (written, due))
    return len(words) == len(dues) and all(
        a in (b, UNKNOWN) for a, b in zip(words, dues, strict=True)
    )


def _pair(referee: Referee, turn: Any, shuffle: Any) -> tuple[str, str]:
    """An entry as it is written, and as the seed would have it."""
    game = referee.game
    if turn.before is None:
        assert referee.setup is not None
        setup, deal = game.deal(referee.setup, shuffle)
        return game.write_deal(referee.setup, turn.move), game.write_deal(setup, deal)
    due = game.fill(turn.before, turn.seat, None if turn.seat == DEAL else turn.move, shuffle)
    return game.write(turn.before, turn.seat, turn.move), game.write(turn.before, turn.seat, due)
