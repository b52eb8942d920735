"""What many tests need: the command line run in this process."""

from __future__ import annotations

import datetime as dt
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")


class Ran(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def pbem(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a `pbem` command: `pbem("check", path)`; `typed` goes to standard input."""
    from pbem.cli.main import run

    def command(*arguments: object, typed: str | bytes = "") -> Ran:
        data = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "argv", ["pbem", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            run()
        out, err = capsys.readouterr()
        return Ran(int(ended.value.code or 0), out, err)

    return command


class Place:
    """A desk in a folder of its own with one game, friday-42, and what tests do with it.

    In The Last Spike Ann plays red, Bob blue, and blue begins. The time stands still unless `now` is set.
    """

    def __init__(self, path: Path, identity: str = "token", key: str = "last-spike") -> None:
        from pbem import registry
        from pbem.cli.new import dealt
        from pbem.mail import folder as folders
        from pbem.mail.letters import Letters, opening
        from pbem.mail.posting import post

        self.now = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
        self.path = path
        folders.init(path, "desk@example.org", "mo@example.org", "The desk")
        self.settings(identity=identity)
        (path / "desk.secret").write_text("5" * 64 + "\n")
        seats = {"red": "Ann <ann@example.org>", "blue": "Bob <bob@example.net>"}
        if key != "last-spike":
            game = registry.find(key)
            seats = {seat: f"{seat}@players.example" for seat in game.seats[: min(game.counts)]}
        self.people = {seat: who.rpartition("<")[2].rstrip(">") for seat, who in seats.items()}
        self.people["mod"] = "mo@example.org"
        given = tuple(f"{seat}={who}" for seat, who in seats.items())
        text, seed = dealt(key, "friday-42", given, (), "", (), "1")
        text = text.replace("[Result ", '[Begun "2026-11-29T20:00:00Z"]\n[Pace "7d"]\n[Grace "12h"]\n[Result ')
        self.folder.add("friday-42", text, seed)
        post(self.folder, opening(Letters(self.folder.read("friday-42"), self.folder.house), "0" * 64), self.now)
        self.sent = 0

    @property
    def folder(self) -> Any:
        from pbem.mail import folder as folders

        return folders.Folder(self.path)

    @property
    def file(self) -> Path:
        return self.path / "games" / "friday-42.pbem"

    def settings(self, **changed: str) -> None:
        """Change values of desk.toml, and add `more` at its end."""
        import re

        file = self.path / "desk.toml"
        text = file.read_text()
        text += changed.pop("more", "")
        for name, value in changed.items():
            text = re.sub(rf'(?m)^{name} = "[^"]*"', f'{name} = "{value}"', text)
        file.write_text(text)

    def entries(self) -> list[str]:
        """The record's entries, one line each."""
        return [line for line in self.file.read_text().splitlines() if line[:1].isdigit()]

    def ongoing(self) -> Any:
        from pbem.ongoing import Ongoing

        game = self.folder.read("friday-42")
        return Ongoing(game, self.folder.shuffle(game, "friday-42"))

    def mover(self) -> str:
        return str(next(iter(self.ongoing().referee.to_move())))

    def orders(self, seed: int = 1) -> str:
        """A legal turn for whoever is to move."""
        from random import Random

        referee = self.ongoing().referee
        seat = next(iter(referee.to_move()))
        move = referee.game.sample(referee.state, seat, Random(seed))
        return str(referee.game.write(referee.state, seat, move))

    def mail(self, seat: str, body: str, *, answers: str | None = None, **headers: str) -> bytes:
        """A mail from a seat's player in answer to the last letter they got (`answers`: to another, or "")."""
        self.sent += 1
        address = self.people.get(seat, seat)
        if answers is None:
            answers = self.last(seat)
        lines = {
            "From": address,
            "To": "desk@example.org",
            "Subject": "Re: [friday-42]",
            "Date": "Mon, 30 Nov 2026 12:00:00 +0000",
            "Message-ID": f"<{self.sent}.{seat}@players.example>",
            **({"In-Reply-To": f"<{answers}@example.org>"} if answers else {}),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        head = "".join(f"{name}: {value}\n" for name, value in lines.items())
        return f"{head}\n{body}\n".encode()

    def names(self, who: str = "") -> list[str]:
        """Names of our letters to somebody, the oldest first."""
        found = list(self.folder.outbox.names())
        wanted = [name for name in found if not who or name.split(".")[1] == who]
        return sorted(wanted, key=lambda name: self.folder.outbox.find(name).stat().st_mtime_ns)

    def last(self, who: str) -> str:
        return (self.names(who) or [""])[-1]

    def take(self, raw: bytes) -> str:
        from pbem.mail.delivery import Delivery

        return Delivery(self.folder, self.now).take(raw)

    def letter(self, name: str) -> Letter:
        """One of our letters, as mail programs read it."""
        import email
        from email import policy

        raw = self.folder.outbox.find(name).read_bytes()
        message = email.message_from_bytes(raw, policy=policy.default)
        parts = [part.get_content() for part in message.walk() if not part.is_multipart()]
        return Letter({key: str(value) for key, value in message.items()}, parts[0], parts[1], raw)

    def answers(self, raw: bytes) -> dict[str, Letter]:
        """The letters that a mail brought about, by whom they go to."""
        import hashlib

        digest = hashlib.sha256(raw).hexdigest()[:16]
        return {name.split(".")[1]: self.letter(name) for name in self.names() if name.startswith(digest)}


class Letter(NamedTuple):
    """A letter taken apart."""

    headers: dict[str, str]
    text: str
    html: str
    raw: bytes


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A desk with one game."""
    return Place(tmp_path / "desk")


@pytest.fixture
def make_place(tmp_path: Path) -> Callable[..., Place]:
    """Make desks: `make_place("from")` takes whoever the From header names."""
    counted = iter(range(1000))
    return lambda *words, **named: Place(tmp_path / f"desk-{next(counted)}", *words, **named)
