"""Puts a desk right after a crash, and makes its index anew. POSIX only."""

from __future__ import annotations

from pbem import desk, store
from pbem.errors import PbemError
from pbem.mail import submission
from pbem.mail.delivery import Delivery, note
from pbem.mail.folder import Folder
from pbem.mail.letters import Letters
from pbem.mail.mending import mended


def repair(folder: Folder) -> list[str]:
    """Mend records, carry out waiting mails, and fill the index; one line about each thing done.

    Lines about what could not be mended begin with `!`.
    """
    for box in (folder.inbox, folder.outbox, folder.quarantine):
        box.make()
    lines = [line for game in folder.games() for line in _record(folder, game)]
    before = len(folder.inbox.waiting())
    Delivery(folder).sweep(everything=True)
    left = len(folder.inbox.waiting())
    if before:
        lines.append(f"{'! ' if left else ''}mails carried out: {before - left} of {before}")
    folder.index.clear()
    for game in folder.games():
        lines += _indexed(folder, game)
    count = _mails(folder)
    return [*lines, f"index made anew: {len(folder.games())} games, {count} mails"]


def _record(folder: Folder, game: str) -> list[str]:
    """Cut a torn last line of one record, if it has one."""
    try:
        with store.hold(folder.file(game), folder.settings.limits.lock_seconds) as held:
            size = len(held.data)
            mended(folder, game, held)
            torn = size - len(held.data)
    except (PbemError, OSError) as error:
        return [f"! {game}: {error}"]
    return [f"{game}: cut {torn} bytes of a last line that was not written whole"] if torn else []


def _indexed(folder: Folder, game: str) -> list[str]:
    try:
        letters = Letters(folder.read(game), folder.house)
        if letters.referee.stopped_after is not None or letters.referee.state is None:
            return [f"! {game}: the record has faults; `pbem check {folder.file(game)}` shows them"]
        note(folder, game, letters)
    except (PbemError, OSError) as error:
        return [f"! {game}: {error}"]
    return []


def _mails(folder: Folder) -> int:
    """Enter every mail of the inbox: taken where an entry says so, else seen."""
    records = {}
    for game in folder.games():
        try:
            records[game] = folder.read(game)
        except PbemError:
            continue
    names, count = folder.games(), 0
    for name in set(folder.inbox.names()):
        path = folder.inbox.find(name)
        if path is None:
            continue
        mail = submission.read(store.calls.read(path), names=names, domain=folder.settings.domain)
        taken = [game for game, one in records.items() if desk.taken_at(one, mail.digest) is not None]
        game = (taken or [mail.game])[0]
        folder.index.mail(
            mail.digest, mail.message_id, mail.sender, game, "taken" if taken else "seen", mail.date_utc
        )
        count += 1
    return count
