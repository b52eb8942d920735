"""Maildirs with names of our choosing: `new` is to be done, `cur` is done. POSIX only."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from pbem import store

DONE = ":2,S"


class Maildir:
    """One Maildir. A name is used once: what is there, in either folder, is not written again."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def make(self) -> None:
        """Make the folder and its three parts, where they are missing."""
        for part in ("tmp", "new", "cur"):
            store.calls.make_folder(self.path / part, 0o700)

    def new(self, name: str) -> Path:
        return self.path / "new" / name

    def done(self, name: str) -> Path:
        return self.path / "cur" / (name + DONE)

    def has(self, name: str) -> bool:
        """Say whether a mail of this name is there, to be done or done."""
        return self.new(name).exists() or self.done(name).exists()

    def put(self, name: str, data: bytes) -> None:
        """Put a mail into `new`, whole and lasting, unless it is there already."""
        if not self.has(name):
            store.put(self.path / "tmp" / f"{name}.{os.getpid()}", self.new(name), data, 0o600, fresh=True)

    def finish(self, name: str, as_name: str = "") -> None:
        """Move a mail from `new` to `cur`, under another name if one is given; one that is gone is left."""
        with contextlib.suppress(FileNotFoundError):
            store.move(self.new(name), self.done(as_name or name))

    def waiting(self) -> list[str]:
        """Names in `new`, the oldest first."""
        return [path.name for path in sorted((self.path / "new").glob("[!.]*"), key=_age)]

    def names(self) -> Iterator[str]:
        """All names, done or not."""
        for path in (self.path / "new").glob("[!.]*"):
            yield path.name
        for path in (self.path / "cur").glob("[!.]*"):
            yield path.name.partition(":")[0]

    def files(self, since: float) -> Iterator[Path]:
        """Files of all mails written since a time."""
        for part in ("new", "cur"):
            for path in (self.path / part).glob("[!.]*"):
                if _age(path) >= since:
                    yield path

    def find(self, name: str) -> Path | None:
        """The file of a mail, wherever it is."""
        return next((path for path in (self.new(name), self.done(name)) if path.exists()), None)


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
