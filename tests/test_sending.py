"""The outbox: through a command, over SMTP, and what happens when that fails."""

from __future__ import annotations

import os
import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem import store
from pbem.mail import sending


def command(place: Any, script: str) -> Path:
    """Make the desk send through a script of ours; $LAST is the recipient's address."""
    file = place.path.with_name("sendmail")
    file.write_text(f'#!/bin/sh\nfor LAST; do :; done\n{script}\n')
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    toml = place.path / "desk.toml"
    line = f'command = ["{file}", "-i", "-f", "desk@example.org"]'
    toml.write_text("\n".join(line if one.startswith("command =") else one for one in toml.read_text().split("\n")))
    return file


def test_everything_goes_through_the_command_and_is_put_aside(place: Any, tmp_path: Path) -> None:
    command(place, f'cat > {tmp_path}/"$LAST"')
    waiting = {name: place.letter(name).raw for name in place.folder.outbox.waiting()}
    assert sending.flush(place.folder) == sending.Sent(3)
    assert place.folder.outbox.waiting() == []
    assert {path.name for path in tmp_path.glob("*@*")} == {"ann@example.org", "bob@example.net", "mo@example.org"}
    for name, raw in waiting.items():
        assert place.letter(name).raw == raw
        assert (tmp_path / sending.recipient(raw)).read_bytes() == raw
    assert sending.flush(place.folder) == sending.Sent(0)


def test_what_fails_stays_and_goes_next_time(place: Any, pbem: Any, tmp_path: Path) -> None:
    command(place, f'case "$LAST" in ann*) echo "mailbox \x1b[31mfull" >&2; exit 1;; esac; cat >> {tmp_path}/sent')
    ran = pbem("mail", "send", "--desk", place.path)
    assert (ran.status, ran.out) == (75, "sent: 2\n")
    assert "ended with status 1: mailbox \\x1b[31mfull" in ran.err
    assert [name.split(".")[1] for name in place.folder.outbox.waiting()] == ["red"]
    command(place, f"cat >> {tmp_path}/sent")
    ran = pbem("mail", "send", "--desk", place.path)
    assert (ran.status, ran.out, ran.err) == (0, "sent: 1\n", "")


def test_no_shell_sees_anything(place: Any, tmp_path: Path) -> None:
    place.file.write_text(place.file.read_text().replace("ann@example.org", "ann$(touch$IFS/tmp/pwned)@example.org"))
    place.settings(identity="from")
    place.take(place.mail("blue", "lay Y4", answers=""))
    command(place, 'printf "%s\\n" "$LAST" >> ' + str(tmp_path / "to"))
    assert sending.flush(place.folder).failed == ()
    assert "ann$" not in (tmp_path / "to").read_text()
    assert not Path("/tmp/pwned").exists()


def test_a_command_that_is_not_there_is_said(place: Any) -> None:
    sent = sending.flush(place.folder) if not os.path.exists("/usr/sbin/sendmail") else None
    command(place, "exit 0").unlink()
    sent = sending.flush(place.folder)
    assert sent.count == 0
    assert len(sent.failed) == 3
    assert len(place.folder.outbox.waiting()) == 3


def test_two_runs_do_not_send_at_once(place: Any, pbem: Any) -> None:
    command(place, "exit 0")
    sending.flush(place.folder)
    with store.hold(place.path / "outbox" / ".sending"):
        ran = pbem("mail", "send", "--desk", place.path)
    assert (ran.status, ran.err) == (75, "another run is sending\n")


class Server(threading.Thread):
    """An SMTP server on this machine; refuses addresses that begin with `refused`."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.mails: list[tuple[str, bytes]] = []
        self.refused = ""

    def run(self) -> None:
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            with connection, connection.makefile("rwb", buffering=0) as lines:
                self.talk(lines)

    def talk(self, lines: Any) -> None:
        lines.write(b"220 here\r\n")
        to = ""
        while line := lines.readline():
            word = line[:4].upper()
            if word == b"RCPT":
                to = line.split(b"<")[1].split(b">")[0].decode()
                bad = bool(self.refused) and to.startswith(self.refused)
                lines.write(b"550 no such user\r\n" if bad else b"250 ok\r\n")
            elif word == b"DATA":
                lines.write(b"354 go on\r\n")
                data = b""
                while not data.endswith(b"\r\n.\r\n"):
                    data += lines.readline()
                self.mails.append((to, data[:-3].replace(b"\r\n..", b"\r\n.")))
                lines.write(b"250 ok\r\n")
            elif word == b"QUIT":
                lines.write(b"221 bye\r\n")
                return
            else:
                lines.write(b"250 ok\r\n")


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    running.start()
    yield running
    running.listening.close()


def over_smtp(place: Any, port: int) -> None:
    toml = place.path / "desk.toml"
    lines = [line for line in toml.read_text().split("\n") if not line.startswith("command =")]
    at = lines.index("[send]")
    toml.write_text("\n".join([*lines[: at + 1], 'host = "127.0.0.1"', f"port = {port}", *lines[at + 1 :]]))


def test_smtp(place: Any, server: Server) -> None:
    over_smtp(place, server.port)
    raws = [place.letter(name).raw for name in place.folder.outbox.waiting()]
    assert sending.flush(place.folder) == sending.Sent(3)
    assert [to for to, _ in server.mails] == [sending.recipient(raw) for raw in raws]
    assert [data.replace(b"\r\n", b"\n") for _, data in server.mails] == raws


def test_smtp_refuses_one_and_takes_the_others(place: Any, server: Server) -> None:
    over_smtp(place, server.port)
    server.refused = "bob"
    sent = sending.flush(place.folder)
    assert sent.count == 2
    assert len(sent.failed) == 1
    assert "550" in sent.failed[0]
    assert [name.split(".")[1] for name in place.folder.outbox.waiting()] == ["blue"]


def test_no_smtp_server(place: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    over_smtp(place, port)
    sent = sending.flush(place.folder)
    assert sent.count == 0
    assert len(place.folder.outbox.waiting()) == 3


def test_a_password_comes_from_a_file(place: Any, tmp_path: Path) -> None:
    (place.path / "smtp.password").write_text("open sesame\n")
    assert sending._password(place.path, "smtp.password") == "open sesame"
