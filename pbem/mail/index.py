"""A list of games and mails that can be made anew from the folder at any time; never the only copy.

Nothing that goes wrong here stops a mail: an index that cannot be read is thrown away.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SCHEMA = """
pragma synchronous = off;
create table if not exists games (name text primary key, game text, due integer, moving text, deadline text);
create table if not exists seats (name text, seat text, address text, primary key (name, seat));
create table if not exists mails (
    digest text primary key, message_id text, sender text, game text, verdict text, at text
);
create index if not exists ids on mails (message_id);
"""


class Index:
    """The file index.sqlite of a desk."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self.path, timeout=5)
        try:
            connection.executescript(_SCHEMA)
            with connection:
                yield connection
        finally:
            connection.close()

    def game(self, name: str, game: str, due: int, moving: str, deadline: str, seats: dict[str, str]) -> None:
        """Note how a game stands."""
        with contextlib.suppress(sqlite3.Error), self._open() as index:
            index.execute("replace into games values (?, ?, ?, ?, ?)", (name, game, due, moving, deadline))
            index.executemany(
                "replace into seats values (?, ?, ?)", [(name, seat, to) for seat, to in seats.items()]
            )

    def mail(self, digest: str, message_id: str, sender: str, game: str, verdict: str, at: str) -> None:
        """Note what a mail came to."""
        with contextlib.suppress(sqlite3.Error), self._open() as index:
            index.execute(
                "replace into mails values (?, ?, ?, ?, ?, ?)",
                tuple(map(_plain, (digest, message_id, sender, game, verdict, at))),
            )

    def others(self, message_id: str, sender: str, digest: str) -> list[str]:
        """Digests of other mails with this Message-ID from this sender that were taken."""
        question = (
            "select digest from mails where message_id = ? and sender = ? and digest <> ?"
            " and verdict in ('taken', 'again')"
        )
        try:
            with self._open() as index:
                rows = index.execute(question, (_plain(message_id), _plain(sender), digest)).fetchall()
        except sqlite3.Error:
            return []
        return [str(row[0]) for row in rows]

    def rows(self, table: str) -> list[tuple[object, ...]]:
        """All rows of `games`, `seats` or `mails`."""
        assert table in ("games", "seats", "mails")
        try:
            with self._open() as index:
                return list(index.execute(f"select * from {table} order by 1, 2"))
        except sqlite3.Error:
            return []

    def clear(self) -> None:
        """Throw it away."""
        for ending in ("", "-journal", "-wal", "-shm"):
            self.path.with_name(self.path.name + ending).unlink(missing_ok=True)


def _plain(text: str) -> str:
    """Text that any database takes: half characters, which damaged mails hold, are spelt out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
