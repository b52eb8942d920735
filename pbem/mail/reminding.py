"""Reminders: before a deadline, at it, and to the moderator when the time of grace is over. POSIX only.

Nothing is played for anybody, unless the game's header [Missed "skip"] says so.
"""

from __future__ import annotations

import datetime as dt
import hashlib

from pbem import clock, store
from pbem.errors import PbemError
from pbem.mail.delivery import note
from pbem.mail.folder import Folder
from pbem.mail.identity import MODERATOR
from pbem.mail.letters import Letters, notices
from pbem.mail.mending import mended
from pbem.mail.posting import post
from pbem.mail.reply import Reply
from pbem.ongoing import Ongoing, with_lines
from pbem.record import VIA, write_entry
from pbem.replay import Referee

BEFORE = dt.timedelta(hours=24)
"""So long before a deadline a player is reminded, if the turn began long enough before that."""


def remind(folder: Folder, now: dt.datetime | None = None) -> list[str]:
    """Write all reminders that are due, each once; one line about each."""
    now = now or dt.datetime.now(dt.UTC)
    return [line for game in folder.games() for line in _game(folder, game, now)]


def _game(folder: Folder, game: str, now: dt.datetime) -> list[str]:
    try:
        letters = Letters(folder.read(game), folder.house)
        plan = clock.schedule(letters.record)
        lines = []
        for seat in sorted(letters.referee.to_move()):
            end = letters.deadline(seat)
            if end is not None:
                lines += _seat(folder, letters, plan, seat, end, now)
        return lines
    except (PbemError, OSError) as error:
        return [f"{game}: {error}"]


def _seat(
    folder: Folder, letters: Letters, plan: clock.Schedule, seat: str, end: dt.datetime, now: dt.datetime
) -> list[str]:
    """What is due for one seat: a reminder, word that it is late, word to the moderator, or a skip."""
    game = letters.record.name
    if now < end:
        early = plan.start is not None and end - BEFORE > plan.start + BEFORE / 2
        if early and now >= end - BEFORE:
            return _sent(folder, now, [_letter(letters, seat, "before", now)], f"{game}: {seat} reminded")
        return []
    if now < end + plan.grace:
        return _sent(
            folder, now, [_letter(letters, seat, "late", now)], f"{game}: {seat} is late, and reminded"
        )
    if letters.record.get("Missed").strip().casefold() == "skip":
        return _skip(folder, game, seat, now)
    told = [_letter(letters, seat, "late", now), _moderator(letters, seat, end)]
    return _sent(folder, now, told, f"{game}: {seat} is late, and the moderator told")


def _sent(folder: Folder, now: dt.datetime, letters: list[Reply], line: str) -> list[str]:
    return [line] if post(folder, letters, now) else []


def _cause(letters: Letters, seat: str, kind: str) -> str:
    words = f"{kind} {letters.record.name} {letters.due} {seat}"
    return hashlib.sha256(words.encode()).hexdigest()


def _letter(letters: Letters, seat: str, kind: str, now: dt.datetime) -> Reply:
    name, due = letters.record.name, letters.due
    late = kind == "late"
    words = (
        "Your time for this turn is over; the others are waiting for your orders."
        if late
        else "A reminder: your orders are still missing."
    )
    subject = f"[{name}] #{due} {seat}: {'your turn is overdue' if late else 'a reminder'}"
    return letters.reply("reminder", seat, _cause(letters, seat, kind), subject, words, **letters.whole(seat))


def _moderator(letters: Letters, seat: str, end: dt.datetime) -> Reply:
    name = letters.record.name
    words = (
        f"In {name}, {seat} has missed the deadline, {clock.told(end, letters.zone(MODERATOR))}, and the time"
        " of grace is over.",
        f"Nothing is played by itself. Answer this mail with `skip {seat}`, `for {seat}: ...`,"
        f" `resign {seat}`, `away {seat} DATE DATE` or `pause`, and say why in braces; or wait.",
    )
    subject = f"[{name}] #{letters.due} moderator: {seat} is late"
    cause = _cause(letters, seat, "moderator")
    return letters.reply("moderator", MODERATOR, cause, subject, *words, **letters.whole(MODERATOR))


def _skip(folder: Folder, game: str, seat: str, now: dt.datetime) -> list[str]:
    """Pass a seat's turn by, as the game's header says."""
    with store.hold(folder.file(game), folder.settings.limits.lock_seconds) as held:
        record = mended(folder, game, held)
        letters = Letters(record, folder.house)
        end = letters.deadline(seat)
        if end is None or now < end + clock.schedule(record).grace:
            return []
        cause = _cause(letters, seat, "skip")
        mark = f"{{{VIA}{cause[:16]} at {clock.stamp(now)}}}"
        line = write_entry(letters.due, MODERATOR, f"{mark} {{deadline missed}} skip {seat}")
        longer = with_lines(record, [line])
        if Referee(longer, remarks=False, advise=False).run().stopped_after is not None:
            return _sent(folder, now, [_moderator(letters, seat, end)], f"{game}: {seat} cannot be skipped")
        lines = [line, *Ongoing(longer, folder.shuffle(record, game)).by_rule()]
        held.append("\n".join(lines) + "\n", record.source.newline)
        after = Letters(folder.read(game, held.data), folder.house)
        post(folder, notices(after, cause, letters.due, f"{seat} was late and has been skipped", set()), now)
    note(folder, game, after)
    return [f"{game}: {seat} was late and has been skipped"]
