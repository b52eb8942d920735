"""Takes mail in from a Maildir, an mbox or an IMAP folder. POSIX only.

Every mail goes the same way as one that is delivered, so that fetching twice does nothing twice.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec

from pbem import store
from pbem.errors import PbemError
from pbem.mail.delivery import Delivery
from pbem.mail.folder import Folder

MOST = 4 << 20
"""Bytes of one mail of an mbox that are kept; the reader refuses far smaller ones."""
_FROM = re.compile(rb"From \S+ .*\d\d:\d\d")


class Fetched(msgspec.Struct, frozen=True):
    """How many mails were taken in, and one line about each that was not."""

    count: int
    failed: tuple[str, ...] = ()


def fetch(folder: Folder, source: str) -> Fetched:
    """Take in what is new in a source. Raises PbemError where there is none."""
    if source.startswith(("imap://", "imaps://")):
        return _imap(folder, source)
    path = Path(source).expanduser()
    if (path / "new").is_dir() and (path / "cur").is_dir():
        return _maildir(folder, path)
    if path.is_file():
        with open(path, "rb") as file:
            return _each(folder, ((f"{path}, mail {at}", raw) for at, raw in enumerate(mbox(file), 1)))
    raise PbemError(f"{source} is no Maildir, no mbox and no imap:// address")


def _each(folder: Folder, mails: Iterator[tuple[str, bytes]]) -> Fetched:
    delivery = Delivery(folder)
    count, failed = 0, []
    for name, raw in mails:
        try:
            count += delivery.take(raw) != "done"
        except (OSError, PbemError) as error:
            failed.append(f"{name}: {error}")
    return Fetched(count, tuple(failed))


def _maildir(folder: Folder, path: Path) -> Fetched:
    """Take in what is in `new`; each mail is moved to `cur` as soon as the desk has it."""
    delivery = Delivery(folder)
    count, failed = 0, []
    for file in sorted((path / "new").glob("[!.]*")):
        try:
            count += delivery.take(store.calls.read(file)) != "done"
            store.move(file, path / "cur" / f"{file.name.partition(':')[0]}:2,S")
        except (OSError, PbemError) as error:
            failed.append(f"{file}: {error}")
    return Fetched(count, tuple(failed))


def mbox(file: Any) -> Iterator[bytes]:
    """Yield the mails of an mbox, one at a time, with `>From ` undone.

    A mail begins at a line `From ADDRESS ... HH:MM` after a blank line or at the start.
    """
    lines: list[bytes] = []
    size, blank, begun = 0, True, False
    for line in file:
        if blank and _FROM.match(line):
            if begun:
                yield b"".join(lines)
            lines, size, begun = [], 0, True
        elif begun and size < MOST:
            lines.append(line[1:] if re.match(rb">+From ", line) else line)
            size += len(line)
        blank = line in (b"\n", b"\r\n")
    if begun:
        yield b"".join(lines)


def _imap(folder: Folder, source: str) -> Fetched:
    """Take in the unread mails of an IMAP folder, and mark each as read once the desk has it."""
    import imaplib

    parts = urlsplit(source)
    host, port = parts.hostname or "", parts.port
    box = unquote(parts.path.lstrip("/")) or "INBOX"
    if not host or re.search(r'["\\\x00-\x1f\x7f]', box):
        raise PbemError("an IMAP folder is written imaps://user@host/INBOX")
    try:
        server: imaplib.IMAP4 = (
            imaplib.IMAP4_SSL(host, port or 993, timeout=60)
            if parts.scheme == "imaps"
            else imaplib.IMAP4(host, port or 143, timeout=60)
        )
        with server:
            server.login(unquote(parts.username or ""), _password())
            server.select(f'"{box}"')
            return _unread(folder, server)
    except imaplib.IMAP4.error as error:
        raise PbemError(f"{host}: {error}") from None


def _unread(folder: Folder, server: Any) -> Fetched:
    delivery = Delivery(folder)
    count, failed = 0, []
    for number in server.uid("search", None, "UNSEEN")[1][0].split():
        answer = server.uid("fetch", number, "(BODY.PEEK[])")[1]
        raw = next((part[1] for part in answer if isinstance(part, tuple)), None)
        if raw is None:
            continue
        try:
            count += delivery.take(raw) != "done"
            server.uid("store", number, "+FLAGS", "(\\Seen)")
        except (OSError, PbemError) as error:
            failed.append(f"mail {number.decode('ascii', 'replace')}: {error}")
    return Fetched(count, tuple(failed))


def _password() -> str:
    """The first line of the file named in the environment. Raises PbemError if there is none."""
    file = os.environ.get("PBEM_IMAP_PASSWORD_FILE", "")
    if not file:
        raise PbemError("name the file with the IMAP password in $PBEM_IMAP_PASSWORD_FILE")
    lines = store.read_bytes(file).decode("utf-8").splitlines()
    return lines[0] if lines else ""
