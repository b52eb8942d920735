"""Mailboxes: mbox streamed, Maildir, IMAP."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest

from pbem.errors import PbemError
from pbem.mail import mailbox

ENVELOPE = b"From ann@example.org Sun Nov 29 20:15:00 2026\n"
ONE = b"From: ann@example.org\nSubject: one\n\nlay A3\n"
TWO = b"From: bob@example.com\nSubject: two\n\nlay B1\n"


def split(data: bytes) -> list[bytes]:
    return [raw for raw, _ in mailbox.split(io.BytesIO(data))]


def test_mails_of_an_mbox_come_one_by_one() -> None:
    assert split(ENVELOPE + ONE + b"\n" + ENVELOPE + TWO + b"\n") == [ONE, TWO]


@pytest.mark.parametrize(
    "line",
    [
        b"From here on I play.\n",
        b"From Denver to Omaha at 20:15, 29 Nov 2026\n",
        b"From the start of it all\n",
        b"from ann@example.org Sun Nov 29 20:15:00 2026\n",
    ],
)
def test_a_line_from_in_a_text_is_text(line: bytes) -> None:
    text = ONE + b"\n" + line + b"more\n"
    assert split(ENVELOPE + text + b"\n" + ENVELOPE + TWO) == [text, TWO]


def test_an_envelope_in_a_text_is_text_if_no_header_follows() -> None:
    text = ONE + b"\n" + ENVELOPE + b"lay A3\n"
    assert split(ENVELOPE + text) == [text]


def test_an_envelope_without_a_blank_line_before_it_is_text() -> None:
    assert split(ENVELOPE + ONE + ENVELOPE + TWO) == [ONE + ENVELOPE + TWO]


def test_escaped_lines_lose_one_mark() -> None:
    typed = ENVELOPE + b"Subject: x\n\n>From here\n>>From there\n> From nowhere\n"
    assert split(typed) == [b"Subject: x\n\nFrom here\n>From there\n> From nowhere\n"]


def test_line_ends_may_be_mixed() -> None:
    crlf = (ENVELOPE + ONE + b"\n").replace(b"\n", b"\r\n")
    assert split(crlf + ENVELOPE + TWO + b"\r\n" + ENVELOPE + ONE) == [ONE.replace(b"\n", b"\r\n"), TWO, ONE]


def test_a_cut_last_mail_is_given_and_said_to_be_cut() -> None:
    found = list(mailbox.split(io.BytesIO(ENVELOPE + ONE + b"\n" + ENVELOPE + TWO[:-4])))
    assert found == [(ONE, False), (TWO[:-4], True)]
    assert list(mailbox.split(io.BytesIO(ENVELOPE))) == [(ENVELOPE, False)]


def test_a_single_mail_without_an_envelope_is_one_mail() -> None:
    assert split(ONE) == [ONE]
    assert split(b"") == []
    assert split(b"\n\n\n") == []


@pytest.mark.parametrize("end", [b" +0100", b"", b" remote from x"])
def test_envelopes_of_several_systems(end: bytes) -> None:
    envelope = ENVELOPE.rstrip() + end + b"\n"
    assert split(envelope + ONE + b"\n" + envelope + TWO) == [ONE, TWO]


class Endless(io.RawIOBase):
    """A stream of many large mails that never stands in memory as a whole."""

    def __init__(self, mails: int) -> None:
        self.left = mails
        self.line = b"x" * 70 + b"\n"
        self.lines = 0

    def readline(self, size: int | None = -1) -> bytes:
        if self.lines:
            self.lines -= 1
            return self.line if self.lines else b"\n"
        if not self.left:
            return b""
        self.left -= 1
        self.lines = 40_000
        return ENVELOPE if self.left % 2 else ENVELOPE.rstrip() + b" +0100\n"


def test_an_mbox_takes_no_more_memory_than_one_mail() -> None:
    sizes = [len(raw) for raw, _ in mailbox.split(cast(BinaryIO, Endless(3)))]
    assert max(sizes) == mailbox.MOST_KEPT


def test_a_line_without_end_is_no_separator_in_its_middle() -> None:
    long = b"x" * 65_536 + ENVELOPE
    assert split(ENVELOPE + ONE + b"\n" + long + TWO) == [ONE + b"\n" + long + TWO]


def test_an_mbox_file_is_read_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "box"
    file.write_bytes(ENVELOPE + ONE + b"\n" + ENVELOPE + TWO)
    box = mailbox.connect(str(file))
    found = list(box)
    assert [each.raw for each in found] == [ONE, TWO]
    box.done(found[0])
    box.close()
    assert len(list(mailbox.connect(str(file)))) == 2


def maildir(path: Path) -> Path:
    for name in ("new", "cur", "tmp"):
        (path / name).mkdir()
    (path / "new" / "1700000002.b.host").write_bytes(TWO)
    (path / "cur" / "1700000001.a.host:2,F").write_bytes(ONE)
    (path / "cur" / "1700000000.c.host:2,S").write_bytes(b"seen")
    (path / "cur" / "1700000000.d.host:2,T").write_bytes(b"deleted")
    (path / "new" / ".hidden").write_bytes(b"hidden")
    return path


def test_a_maildir_gives_what_is_new_by_age_and_marks_what_is_done(tmp_path: Path) -> None:
    box = mailbox.connect(str(maildir(tmp_path)))
    found = list(box)
    assert [each.raw for each in found] == [ONE, TWO]
    for each in found:
        box.done(each)
    assert list(box) == []
    assert {path.name for path in (tmp_path / "cur").iterdir()} >= {
        "1700000001.a.host:2,FS",
        "1700000002.b.host:2,S",
    }


def test_a_large_mail_of_a_maildir_is_given_up_to_the_limit(tmp_path: Path) -> None:
    (maildir(tmp_path) / "new" / "1.x").write_bytes(b"x" * 3_000_000)
    assert len(next(iter(mailbox.connect(str(tmp_path)))).raw) == mailbox.MOST_KEPT


@pytest.mark.parametrize("source", ["nowhere", "."])
def test_a_source_that_is_no_mailbox_is_said_to_be_none(tmp_path: Path, source: str) -> None:
    with pytest.raises(PbemError, match=r"Maildir|no mailbox"):
        mailbox.connect(str(tmp_path / source))


class Server:
    """As much of an IMAP client as is used."""

    def __init__(self, host: str, port: int | None, ssl: bool, use_uid: bool) -> None:
        assert (host, port, ssl, use_uid) == ("mail.example.org", 993, True, True)
        self.mails = {7: TWO, 3: ONE}
        self.log: list[Any] = []
        self.can_move = True

    def login(self, user: str, password: str) -> None:
        if password != "right":
            raise OSError("wrong password")
        self.log.append(user)

    def select_folder(self, name: str) -> None:
        self.log.append(name)

    def search(self, criteria: list[str]) -> list[int]:
        assert criteria == ["UNDELETED"]
        return list(self.mails)

    def fetch(self, uids: list[int], items: list[str]) -> dict[int, dict[bytes, bytes]]:
        assert items == [f"BODY.PEEK[]<0.{mailbox.MOST_KEPT}>"]
        return {uid: {b"SEQ": b"1", b"BODY[]<0>": self.mails[uid]} for uid in uids}

    def folder_exists(self, name: str) -> bool:
        return name in self.log

    def create_folder(self, name: str) -> None:
        self.log.append(name)

    def has_capability(self, name: str) -> bool:
        return self.can_move

    def move(self, uids: list[int], folder: str) -> None:
        self.log.append(("move", uids, folder))

    def copy(self, uids: list[int], folder: str) -> None:
        self.log.append(("copy", uids, folder))

    def delete_messages(self, uids: list[int]) -> None:
        self.log.append(("delete", uids))

    def expunge(self, uids: list[int]) -> None:
        self.log.append(("expunge", uids))

    def logout(self) -> None:
        self.log.append("out")


def test_an_imap_folder_gives_its_mails_and_moves_what_is_done() -> None:
    box = mailbox.Imap("imap://ann%40example.org@mail.example.org:993/Games%20now", "right", client=Server)
    found = list(box)
    assert [(each.raw, each.key) for each in found] == [(ONE, "3"), (TWO, "7")]
    box.done(found[0])
    box.client.can_move = False
    box.done(found[1])
    box.close()
    assert box.client.log == [
        "ann@example.org",
        "Games now",
        "pbem-done",
        ("move", [3], "pbem-done"),
        ("copy", [7], "pbem-done"),
        ("delete", [7]),
        ("expunge", [7]),
        "out",
    ]


def test_a_server_that_refuses_is_told_in_one_sentence() -> None:
    with pytest.raises(PbemError, match=r"cannot open INBOX on mail\.example\.org: wrong password"):
        mailbox.Imap("imap://ann@mail.example.org:993/", "wrong", client=Server)
    with pytest.raises(PbemError, match="imap://user@host/folder"):
        mailbox.Imap("imap://mail.example.org/", "x", client=Server)
