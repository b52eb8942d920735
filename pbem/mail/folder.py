"""The desk as a folder: its settings, games, Maildirs and index. POSIX only."""

from __future__ import annotations

import os
import re
from pathlib import Path

from pbem import chance, fairness, record, store
from pbem.errors import PbemError
from pbem.game import Shuffle
from pbem.mail import settings
from pbem.mail.index import Index
from pbem.mail.letters import House
from pbem.mail.maildir import Maildir
from pbem.record import Record

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_PRIVATE = "*.seed\ndesk.secret\nindex.sqlite*\n*.password\n"


class Folder:
    """A desk on disk. Raises PbemError where there is none."""

    def __init__(self, path: Path) -> None:
        if os.name != "posix":
            raise PbemError("a mail desk needs Linux, macOS or a BSD; all other commands work here")
        self.path = path
        file = path / "desk.toml"
        if not file.is_file():
            raise PbemError(f"{path} is no desk: it has no desk.toml (`pbem desk init {path}` makes one)")
        self.settings = settings.load(store.read_bytes(str(file)), str(file))
        self.inbox = Maildir(path / "inbox")
        self.outbox = Maildir(path / "outbox")
        self.quarantine = Maildir(path / "quarantine")
        self.index = Index(path / "index.sqlite")

    @property
    def house(self) -> House:
        """The settings with the secret of the tokens. Raises PbemError if there is none."""
        file = self.path / "desk.secret"
        try:
            secret = bytes.fromhex(store.read_bytes(str(file)).decode("ascii").strip())
        except ValueError:
            raise PbemError(f"{file} does not hold hexadecimal digits") from None
        if len(secret) < 16:
            raise PbemError(f"{file} is too short")
        return House(self.settings, secret)

    # --- games

    def games(self) -> list[str]:
        """The names of all games, in order."""
        found = (self.path / "games").glob("*.pbem")
        return sorted(path.stem for path in found if NAME.fullmatch(path.stem))

    def file(self, game: str) -> Path:
        """The record of a game. Raises PbemError for anything that is no game's name."""
        if not NAME.fullmatch(game):
            raise PbemError(f"{game[:40]!r} is no name of a game: use a-z, 0-9 and hyphens, at most 32")
        return self.path / "games" / f"{game}.pbem"

    def read(self, game: str, data: bytes | None = None) -> Record:
        """The record of a game, from its file or from what was read of it. Raises PbemError."""
        file = self.file(game)
        records, _ = record.read_file(str(file), store.read_bytes(str(file)) if data is None else data)
        if len(records) != 1:
            raise PbemError(f"{file} holds {len(records)} games; a desk's record holds one")
        return records[0]

    def shuffle(self, game_record: Record, game: str) -> Shuffle | None:
        """The dealer's shuffle of a game; None where there is no seed."""
        return fairness.seed_shuffle(game_record, str(self.file(game)))

    def add(self, game: str, text: str, seed: bytes) -> None:
        """Put a new game into the desk: its seed first, then its record. Raises PbemError if it is there."""
        file = self.file(game)
        if file.exists() or file.with_suffix(".seed").exists():
            raise PbemError(f"there is a game {game} at this desk already; choose another name")
        store.create(file.with_suffix(".seed"), f"{seed.hex()}\n".encode("ascii"), 0o600)
        store.replace(file, text.encode(), 0o600)


def find(path: str | None = None) -> Folder:
    """The desk at a path, else at $PBEM_DESK, else here. Raises PbemError where there is none."""
    return Folder(Path(path or os.environ.get("PBEM_DESK") or "."))


def init(path: Path, address: str, moderator: str, name: str) -> Folder:
    """Make a desk. What is there already is kept. Raises PbemError for what is no address."""
    for one in (address, moderator):
        if not settings.ADDRESS.fullmatch(one) or '"' in one:
            raise PbemError(f"{one!r} is no address; one looks like desk@example.org")
    if re.search(r'["\\\x00-\x1f\x7f]', name):
        raise PbemError("the desk's name may hold no quotes and no control characters")
    store.calls.make_folder(path / "games", 0o700)
    file = path / "desk.toml"
    if file.exists():
        raise PbemError(f"{file} is there already")
    for box in ("inbox", "outbox", "quarantine"):
        Maildir(path / box).make()
    if not (path / "desk.secret").exists():
        store.create(path / "desk.secret", f"{chance.new_seed().hex()}\n".encode("ascii"), 0o600)
    if not (path / ".gitignore").exists():
        store.create(path / ".gitignore", _PRIVATE.encode())
    text = settings.TEMPLATE.format(address=address, moderator=moderator, name=name)
    store.replace(file, text.encode())
    return Folder(path)
