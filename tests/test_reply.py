"""A reply as a mail: headers that nothing can break, and two bodies that say the same."""

from __future__ import annotations

import datetime as dt
import email
import re
from email import policy
from typing import Any

import msgspec
import pytest

from pbem.mail import reply
from pbem.mail.reply import Reply
from pbem.mail.settings import Settings

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
SETTINGS = Settings("desk@example.org", "mo@example.org", name="The desk")
PLAIN = Reply(
    kind="taken",
    who="red",
    address="ann@example.org",
    game="friday-42",
    cause="a" * 64,
    number=16,
    token="0123456789abcdef0123",
    subject="Re: [friday-42] #15 red: taken",
    verdict=("Taken: entry 15 of friday-42.",),
    answer=True,
)


def written(**changed: Any) -> bytes:
    return reply.message(msgspec.structs.replace(PLAIN, **changed), SETTINGS, NOW)


def test_the_headers_of_an_answer() -> None:
    head = written(in_reply_to="<a@b>").partition(b"\n\n")[0].decode()
    assert head == (
        'From: "The desk" <desk@example.org>\n'
        "To: ann@example.org\n"
        "Subject: Re: [friday-42] #15 red: taken\n"
        "Date: Mon, 30 Nov 2026 12:00:00 +0000\n"
        "Message-ID: <aaaaaaaaaaaaaaaa.red.friday-42.16.0123456789abcdef0123@example.org>\n"
        "In-Reply-To: <a@b>\n"
        "References: <friday-42@example.org>\n <a@b>\n"
        "Auto-Submitted: auto-replied\n"
        "X-Loop: desk@example.org\n"
        "X-Auto-Response-Suppress: All\n"
        "MIME-Version: 1.0\n"
        'Content-Type: multipart/alternative; boundary="=_aaaaaaaaaaaaaaaa.red"'
    )


def test_a_notice_is_no_answer() -> None:
    assert b"\nAuto-Submitted: auto-generated\n" in written(answer=False)


def test_long_ids_are_never_broken() -> None:
    long = "<" + "x" * 300 + "@" + "y" * 300 + ">"
    raw = written(in_reply_to=long, references=tuple(f"<{n}.{'z' * 120}@b>" for n in range(40)))
    head = raw.partition(b"\n\n")[0].decode()
    assert long in head
    references = head.partition("References: ")[2].partition("\nAuto")[0].split("\n ")
    assert all(re.fullmatch(r"<[^<>\s]+>", one) for one in references)
    assert len(references) == 1 + 12 + 1
    assert references[-1] == long
    assert max(map(len, head.splitlines())) < 998


@pytest.mark.parametrize(
    "bad", ["<a@b>\nBcc: eve@evil.example", "<a@b\r\n\r\nhi>", "no id at all", "<>", "<a b@c>", "<\x00@b>", "<" + "x" * 999 + ">"]
)
def test_what_is_no_id_is_left_out(bad: str) -> None:
    head = written(in_reply_to=bad, references=(bad,)).partition(b"\n\n")[0].decode()
    names = [line.partition(":")[0] for line in head.splitlines() if not line.startswith(" ")]
    assert "Bcc" not in names
    assert len(names) in (11, 12)


@pytest.mark.parametrize(
    "bad", ["", "ann", "ann@example.org\nBcc: eve@evil.example", "ann@ex ample", "a,b@c", "<a@b>", "ä@b.c", "a@b\x00"]
)
def test_no_mail_is_written_to_what_is_no_address(bad: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        written(address=bad)


def test_every_line_is_short_and_ascii() -> None:
    raw = written(verdict=("ü" * 900, "x" * 3000, "€ 5"), template="From here\n.\n..\nend")
    assert raw.isascii()
    assert max(map(len, raw.partition(b"\n\n")[2].splitlines())) <= 76
    assert not re.search(rb"(?m)^From |^\.$", raw.partition(b"\n\n")[2])


def test_both_bodies_survive_the_way() -> None:
    text = ("Ünder the bridge = fine \t.", "From here")
    raw = written(verdict=text, template="From here\n.\nbegin x #1\n...\nend")
    message = email.message_from_bytes(raw, policy=policy.default)
    plain = message.get_body(("plain",))
    rich = message.get_body(("html",))
    assert plain is not None and rich is not None
    assert plain.get_content().splitlines()[0].startswith("Ünder the bridge = fine")
    assert plain.get_content().endswith("From here\n.\nbegin x #1\n...\nend\n")
    assert "<p>Ünder the bridge = fine" in rich.get_content()


def test_the_html_loads_nothing_and_says_the_same(place: Any) -> None:
    raw = place.mail("blue", "lay Y4 {<img src=x onerror=alert(1)>}")
    place.take(raw)
    letter = place.answers(raw)["red"]
    assert not re.search(r"(?i)<(script|img|link|iframe|object|form|a)\b|@import|url\(", letter.html)
    for words in ("blue has moved", "tiles of red", "It is your turn", "begin friday-42 #2", "&lt;img src=x"):
        assert words in letter.html


def test_a_name_is_always_the_same_for_the_same_cause(place: Any) -> None:
    assert PLAIN.name == "aaaaaaaaaaaaaaaa.red.friday-42.16.0123456789abcdef0123"
    assert re.fullmatch(r"[a-z0-9.-]{1,120}", place.names()[0])
