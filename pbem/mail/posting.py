"""Puts letters into the outbox: each once, and no more than so many an hour to one sender. POSIX only."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Iterable
from pathlib import Path

from pbem import store
from pbem.mail.folder import Folder
from pbem.mail.reply import Reply, message
from pbem.mail.settings import ADDRESS

HOUR = 3600


def post(folder: Folder, replies: Iterable[Reply], now: dt.datetime) -> int:
    """Put letters into the outbox that are not there yet; say how many there were.

    One to nobody is dropped, since a seat need not have an address.
    """
    count = 0
    for reply in replies:
        if ADDRESS.fullmatch(reply.address) and not folder.outbox.has(reply.name):
            folder.outbox.put(reply.name, message(reply, folder.settings, now))
            count += 1
    return count


def answer(folder: Folder, replies: tuple[Reply, ...], now: dt.datetime) -> None:
    """Post what answers one mail. The sender's own comes last, since it says that all others are there."""
    there = {tuple(name.split(".")[:2]) for name in folder.outbox.names()}
    for reply in sorted(replies, key=lambda reply: reply.answer):
        if (reply.cause[:16], reply.who) in there:
            continue
        if not (reply.answer and _too_many(folder, reply, now)):
            post(folder, [reply], now)


def _too_many(folder: Folder, reply: Reply, now: dt.datetime) -> bool:
    """Say whether the sender has had all the answers about this game that an hour holds."""
    count = 0
    for path in folder.outbox.files(since=time.time() - 2 * HOUR):
        parts = path.name.split(".")
        if len(parts) > 2 and parts[2] == (reply.game or "desk"):
            count += _answers(path, reply.address, now)
    return count >= folder.settings.limits.replies_per_hour


def is_answer(path: Path) -> bool:
    """Say whether a mail of ours answers one, rather than telling others of it."""
    return "Auto-Submitted: auto-replied" in _head(path)


def _answers(path: Path, address: str, now: dt.datetime) -> bool:
    """Say whether a mail of ours answered one from an address in the last hour."""
    head = _head(path)
    if f"To: {address}" not in head or "Auto-Submitted: auto-replied" not in head:
        return False
    date = next((line[6:] for line in head if line.startswith("Date: ")), "")
    sent = dt.datetime.strptime(date, "%a, %d %b %Y %H:%M:%S %z")
    return abs((now - sent).total_seconds()) < HOUR


def _head(path: Path) -> list[str]:
    return store.calls.read(path).partition(b"\n\n")[0].decode("ascii", "replace").split("\n")
