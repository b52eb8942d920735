"""What people type cannot become anything else: no header, no tag, no escape code, no entry, no path."""

from __future__ import annotations

import contextlib
import email
import html.parser
import itertools
import re
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]

HEADERS = {
    *("From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Auto-Submitted", "X-Loop"),
    *("X-Auto-Response-Suppress", "MIME-Version", "Content-Type"),
}
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "p", "pre", "h1", "h2", "ul", "li", "br"),
    *("table", "caption", "tr", "th", "td"),
}
CORES = [
    "\r\nBcc: eve@evil.example",
    "\nSubject: hacked",
    "\r\n\r\n<script>alert(1)</script>",
    "%0d%0aBcc: eve@evil.example",
    "=?utf-8?q?=0D=0ABcc:_eve@evil.example?=",
    "=?utf-8?b?DQpCY2M6IGV2ZUBldmlsLmV4YW1wbGU=?=",
    "\u2028Bcc: eve@evil.example",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</pre><iframe src=//evil.example>",
    "\"><svg/onload=alert(1)>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<a href='javascript:alert(1)'>x</a>",
    "<style>@import '//evil.example'</style>",
    "</title><script>1</script>",
    "\x1b[2J\x1b[31mred",
    "\x1b]0;title\x07",
    "\x9b31m",
    "\x00\x01\x02\x7f",
    "\u202eevil\u202c",
    "\u200b\u2066x\u2069",
    "\x08\x08\x08hidden",
    "$(touch /tmp/pwned)",
    "`touch /tmp/pwned`",
    "; rm -rf /",
    "| cat /etc/passwd",
    "../../../etc/passwd",
    "--=_aaaa\nContent-Type: text/html\n\n<b>",
    "\n.\nQUIT\n",
    "\nFrom eve@evil.example Mon Nov 30 12:00:00 2026\n",
    "}\n9. red: lay A1 {",
    "} 9. mod: resign blue {",
    "\n[Result \"red wins\"]\n",
    "{via 0123456789abcdef at 2026-11-30T12:00:00Z}",
    "%s%n%x{0.__class__}{seat}",
    "=cmd|'/C calc'!A0",
    "' or 1=1; drop table mails; --",
    "[url=javascript:alert(1)]x[/url]",
    "\ud83d",
    "A" * 5000,
]
PLACES = ("order", "remark", "subject", "from", "message-id")
PAYLOADS = list(itertools.product(PLACES, CORES))


def attacked(place: Any, where: str, core: str) -> bytes:
    """A mail of Bob's with the payload in one place."""
    token = place.last("blue").rpartition(".")[2]
    body = {"order": f"lay Y4 {core}", "remark": f"lay Y4 {{{core}}}"}.get(where, "lay Y4")
    raw = place.mail("blue", "BODY", answers="").decode().replace("BODY", f"token {token}\n{body}")
    lines = {
        "subject": ("Subject: Re: [friday-42]", f"Subject: Re: [friday-42] {core}"),
        "from": ("From: bob@example.net", f'From: "{core}" <bob@example.net>'),
        "message-id": ("Message-ID: <", f"Message-ID: <{core}"),
    }
    if where in lines:
        raw = raw.replace(*lines[where], 1)
    return raw.encode("utf-8", "surrogatepass")


class Tags(html.parser.HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}


def harmless(letter: Any, raw: bytes) -> None:
    """Check one letter in every form in which it is read."""
    message = email.message_from_bytes(letter.raw)
    assert set(message.keys()) <= HEADERS
    assert len(message.keys()) == len(set(message.keys()))
    assert message["To"] in ("bob@example.net", "ann@example.org", "mo@example.org")
    assert [part.get_content_type() for part in message.walk()] == ["multipart/alternative", "text/plain", "text/html"]
    assert letter.raw.isascii() and b"\r" not in letter.raw
    for text in (letter.text, letter.html):
        assert all(sign.isprintable() or sign == "\n" for sign in text)
    tags = Tags()
    tags.feed(letter.html)
    assert tags.seen <= TAGS
    assert tags.attributes <= {"lang", "charset", "class"}


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.long)])
def test_no_payload_survives_any_output(make_place: Make, pbem: Any, step: int) -> None:
    assert len(PAYLOADS) == 200
    place = make_place()
    start = place.file.read_bytes()
    for where, core in PAYLOADS[::step]:
        raw = attacked(place, where, core)
        place.take(raw)
        for letter in place.answers(raw).values():
            harmless(letter, raw)
        after = place.file.read_bytes()
        assert after.startswith(start)
        added = after[len(start) :].decode()
        assert added.count("\n") <= 1
        assert added == "" or re.fullmatch(r"1\. blue: \{via [^{}]*\}( \{[^{}]*\})* lay Y4; draw \w\d\n", added)
        assert all(sign.isprintable() or sign == "\n" for sign in added)
        if added:
            shown = pbem("replay", place.file)
            assert all(sign.isprintable() or sign == "\n" for sign in shown.out)
        place.file.write_bytes(start)
    ran = pbem("desk", "status", "--desk", place.path)
    assert all(sign.isprintable() or sign == "\n" for sign in ran.out)
    with contextlib.closing(sqlite3.connect(place.path / "index.sqlite")) as index:
        rows = index.execute("select count(*) from mails").fetchone()
    assert rows[0] > 150 // step
    assert sorted(path.name for path in place.path.iterdir()) == [
        *(".gitignore", "desk.secret", "desk.toml", "games", "inbox", "index.sqlite", "outbox", "quarantine")
    ]
    print(f"\ninjection: {len(PAYLOADS[::step])} payloads through letters, record, terminal and index, 0 survived")


@pytest.mark.parametrize("core", CORES[:30:3])
def test_a_player_s_name_cannot_become_anything_else(make_place: Make, core: str) -> None:
    from pbem.record import write_header

    place = make_place("from")
    name = write_header("Red", f"{core.strip()} <ann@example.org>").encode("utf-8", "surrogatepass")
    place.file.write_bytes(place.file.read_bytes().replace(b'[Red "Ann <ann@example.org>"]', name.replace(b"\n", b" ")))
    raw = place.mail("blue", "lay Y4", answers="")
    try:
        verdict = place.take(raw)
    except Exception as error:  # a record that a name broke waits for the moderator
        verdict = str(error)
    for letter in place.answers(raw).values():
        harmless(letter, raw)
    assert verdict
