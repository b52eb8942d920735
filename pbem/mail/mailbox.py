"""Where mails come from: an mbox (streamed), a Maildir, an IMAP folder.

Each gives the mails one by one, oldest first, and is told which are done. No mail takes more memory than
the limit of one mail; of a larger one the beginning is given, which is then refused as too large.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Protocol
from urllib.parse import unquote, urlsplit

import msgspec

from pbem.errors import PbemError
from pbem.mail.message import MOST_BYTES

MOST_KEPT = MOST_BYTES + 1
"""Bytes that are kept of one mail: enough to see that it is too large."""


class Stored(msgspec.Struct, frozen=True):
    """A raw mail, where it is kept (`key` is for `done`), and whether its end seems to be missing."""

    raw: bytes
    key: str
    cut: bool = False


class Mailbox(Protocol):
    """A place that gives mails and takes note of those that are done."""

    def __iter__(self) -> Iterator[Stored]: ...

    def done(self, mail: Stored) -> None:
        """Put a mail away, so that it is not given again."""
        ...

    def close(self) -> None: ...


def connect(source: str, password: str = "") -> Mailbox:
    """Open a folder (Maildir), a file (mbox) or `imap://user@host/folder`. Raises PbemError."""
    if source.startswith(("imap://", "imaps://")):
        return Imap(source, password)
    path = Path(source)
    if (path / "new").is_dir() and (path / "cur").is_dir():
        return Maildir(path)
    if path.is_file():
        return Mbox(path)
    if path.is_dir():
        raise PbemError(f"{source} is no Maildir: it has no folders `new` and `cur`")
    raise PbemError(f"there is no mailbox {source}")


# --- mbox

_ENVELOPE = re.compile(
    rb"From \S{1,300}[ \t].{0,60}\d{1,2}:\d\d(?::\d\d)?.{0,30}(?:19|20)\d\d"
    rb"|From (?:-|\S{1,100}@\S{1,200})\s*\Z"
)
_FIELD = re.compile(rb"[!-9;-~]{1,80}[ \t]?:|>*From ")
_ESCAPED = re.compile(rb">+From ")
_LONGEST = 65_536


class Mbox:
    """A file of many mails; it is read, never changed, so a mail is given again on the next run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[Stored]:
        with self.path.open("rb") as stream:
            for number, (raw, cut) in enumerate(split(stream), 1):
                yield Stored(raw, str(number), cut)

    def done(self, mail: Stored) -> None:
        """Leave the file as it is: a mail that was taken is known by its hash."""

    def close(self) -> None:
        """Nothing is kept open."""


def split(stream: BinaryIO) -> Iterator[tuple[bytes, bool]]:
    """Split an mbox into mails, each with whether its end seems to be missing.

    A line `From ` parts two mails only after a blank line, if it looks like an envelope and a header
    follows; any other is text. `>From ` in a text loses one mark.
    """
    current = _Kept()
    blank = True
    pending = b""
    for line in _lines(stream):
        if pending:
            if _FIELD.match(line):
                yield from current.given()
                current = _Kept()
            else:
                current.add(pending)
            pending = b""
        if blank and _ENVELOPE.match(line) and not isinstance(line, _Piece):
            pending = line
            blank = False
            continue
        current.add(line[1:] if _ESCAPED.match(line) and not isinstance(line, _Piece) else line)
        blank = not line.strip()
    if pending:
        current.add(pending)
    yield from current.given(last=True)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines with their ends; one that is too long comes in pieces."""
    whole = True
    while line := stream.readline(_LONGEST):
        yield line if whole else _Piece(line)
        whole = line.endswith(b"\n")


class _Piece(bytes):
    """What comes after the beginning of a line."""


class _Kept:
    """The bytes of one mail, up to the limit."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.size = 0
        self.last = b""

    def add(self, line: bytes) -> None:
        room = MOST_KEPT - self.size
        if room > 0:
            self.pieces.append(line[:room])
            self.size += min(len(line), room)
        self.last = line

    def given(self, last: bool = False) -> Iterator[tuple[bytes, bool]]:
        """The mail, if there is one; the blank line that closes it is no part of it."""
        raw = b"".join(self.pieces)
        if raw.strip():
            for end in (b"\r\n", b"\n"):
                if raw.endswith(b"\n" + end):
                    raw = raw[: -len(end)]
                    break
            yield raw, last and not self.last.endswith(b"\n")


# --- Maildir


class Maildir:
    """A folder with `new` and `cur`; a done mail is marked as seen."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[Stored]:
        for file in self._waiting():
            try:
                with file.open("rb") as stream:
                    raw = stream.read(MOST_KEPT)
            except FileNotFoundError:
                continue  # another program moved it meanwhile
            yield Stored(raw, f"{file.parent.name}/{file.name}")

    def _waiting(self) -> list[Path]:
        """Files in `new`, and unseen ones in `cur`, by their names, which begin with a time."""
        files = [file for file in (self.path / "new").iterdir() if not file.name.startswith(".")]
        files += [file for file in (self.path / "cur").iterdir() if _unseen(file.name)]
        return sorted((file for file in files if file.is_file()), key=lambda file: _age(file.name))

    def done(self, mail: Stored) -> None:
        folder, _, name = mail.key.partition("/")
        base, _, flags = name.partition(":2,")
        seen = "".join(sorted({*flags, "S"}))
        os.replace(self.path / folder / name, self.path / "cur" / f"{base}:2,{seen}")

    def close(self) -> None:
        """Nothing is kept open."""


def _unseen(name: str) -> bool:
    flags = name.partition(":2,")[2]
    return not name.startswith(".") and "S" not in flags and "T" not in flags


def _age(name: str) -> tuple[int, str]:
    digits = re.match(r"\d{1,15}", name)
    return (int(digits[0]) if digits else 0, name)


# --- IMAP


class Imap:
    """A folder on an IMAP server, read over TLS; a done mail is moved to the folder `done` beside it.

    `client` makes the connection; it is IMAPClient from the extra `imap` unless a test gives another.
    """

    def __init__(
        self, source: str, password: str, done: str = "pbem-done", client: Callable[..., Any] | None = None
    ) -> None:
        parts = urlsplit(source)
        if not parts.hostname or not parts.username:
            raise PbemError(f"write {source} as imap://user@host/folder")
        make = client or _imap_client()
        self.done_folder = done
        self.folder = unquote(parts.path.strip("/")) or "INBOX"
        try:
            self.client = make(parts.hostname, port=parts.port, ssl=True, use_uid=True)
            self.client.login(unquote(parts.username), password)
            self.client.select_folder(self.folder)
        except Exception as error:  # the library raises its own kinds, and those of sockets and TLS
            raise PbemError(f"cannot open {self.folder} on {parts.hostname}: {error}") from None

    def __iter__(self) -> Iterator[Stored]:
        for uid in sorted(self.client.search(["UNDELETED"])):
            answer = self.client.fetch([uid], [f"BODY.PEEK[]<0.{MOST_KEPT}>"]).get(uid, {})
            raw = next((value for key, value in answer.items() if key.startswith(b"BODY[]")), b"")
            if raw:
                yield Stored(bytes(raw), str(uid))

    def done(self, mail: Stored) -> None:
        uid = int(mail.key)
        if not self.client.folder_exists(self.done_folder):
            self.client.create_folder(self.done_folder)
        if self.client.has_capability("MOVE"):
            self.client.move([uid], self.done_folder)
            return
        self.client.copy([uid], self.done_folder)
        self.client.delete_messages([uid])
        self.client.expunge([uid])

    def close(self) -> None:
        self.client.logout()


def _imap_client() -> Callable[..., Any]:
    try:
        make: Callable[..., Any] = importlib.import_module("imapclient").IMAPClient
    except ImportError:
        raise PbemError("mail from IMAP needs the extra `imap`: pip install 'pbem[imap]'") from None
    return make
