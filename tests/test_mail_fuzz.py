"""Mails damaged at random: nothing raises, and what comes out keeps its promises."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from pbem.mail import submission
from pbem.mail.submission import REFUSALS, Submission
from pbem.mail.wording import Lexicon

CORPUS = Path(__file__).parent.parent / "samples" / "mail" / "corpus"
LABELS = json.loads((CORPUS / "labels.json").read_text(encoding="utf-8"))
LEXICON = Lexicon.of(LABELS["verbs"], LABELS["words"])
OURS = list(LABELS["ours"].values())
MAILS = [path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))]

TOKENS = (
    b"\n",
    b"\r",
    b"\r\n\r\n",
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"> ",
    b"-- \n",
    b"begin friday-42 #15\n",
    b"\nend\n",
    b"{",
    b"}",
    b"=?utf-8?q?",
    b"?=",
    b"=\n",
    b"=E9",
    b"<",
    b"<!--",
    b"<blockquote>",
    b"</div>",
    b"&#99999999999;",
    b"On 29 Nov 2026 20:15, Ann wrote:\n",
    b"From: Ann\nSent: x\nTo: y\n",
    b"From ann@example.org Sun Nov 29 20:15:00 2026\n",
    b"Content-Type: multipart/mixed; boundary=x\n\n--x\n",
    b"Content-Type: message/rfc822\n\n",
    b"Content-Transfer-Encoding: base64\n",
    b"Content-Type: text/plain; charset=utf-16\n",
    b"Subject: [friday-42]\n",
    b"lay A3\n",
    b"buy St. Louis; ",
    "ｌａｙ".encode(),
    "\u202e\u200b".encode(),
    b"\xed\xa0\x80",
    b"-" * 100,
    b"((((",
    b'"',
    b";",
    b"#" * 9,
)


def flip(raw: bytearray, random: Random) -> None:
    for _ in range(random.randint(1, 8)):
        raw[random.randrange(len(raw))] = random.randrange(256)


def drop(raw: bytearray, random: Random) -> None:
    at = random.randrange(len(raw))
    del raw[at : at + random.randint(1, 60)]


def repeat(raw: bytearray, random: Random) -> None:
    at = random.randrange(len(raw))
    raw[at:at] = bytes(raw[at : at + random.randint(1, 200)]) * random.randint(1, 20)


def insert(raw: bytearray, random: Random) -> None:
    for _ in range(random.randint(1, 5)):
        at = random.randrange(len(raw))
        raw[at:at] = random.choice(TOKENS) * random.choice((1, 1, 1, 3, 40))


def cut(raw: bytearray, random: Random) -> None:
    del raw[random.randrange(len(raw)) :]


def splice(raw: bytearray, random: Random) -> None:
    other = random.choice(MAILS)
    raw[random.randrange(len(raw)) :] = other[random.randrange(len(other)) :]


def shuffle(raw: bytearray, random: Random) -> None:
    lines = bytes(raw).split(b"\n")
    at = random.randrange(len(lines))
    some = lines[at : at + 12]
    random.shuffle(some)
    raw[:] = b"\n".join([*lines[:at], *some, *lines[at + 12 :]])


def ends(raw: bytearray, random: Random) -> None:
    raw[:] = bytes(raw).replace(b"\n", random.choice((b"\r\n", b"\r", b"\n\n", b" \n", b"\r\r\n")))


CHANGES: tuple[Callable[[bytearray, Random], None], ...] = (
    flip,
    drop,
    repeat,
    insert,
    cut,
    splice,
    shuffle,
    ends,
)


def damaged(random: Random) -> bytes:
    raw = bytearray(random.choice(MAILS))
    for _ in range(random.randint(1, 4)):
        if raw:
            random.choice(CHANGES)(raw, random)
    return bytes(raw)


def keeps_its_promises(mail: Submission) -> None:
    assert re.fullmatch("[0-9a-f]{64}", mail.digest)
    assert mail.refusal == "" or mail.refusal in REFUSALS
    assert mail.game in ("", *mail.games)
    assert all(re.fullmatch("[a-z0-9][a-z0-9-]{0,31}", name) for name in mail.games)
    assert re.fullmatch("|#[0-9a-f]+", mail.base)
    assert re.fullmatch("|[^ ]{1,210}@[^ @]+", mail.sender)
    assert "\r" not in mail.orders
    if mail.automatic or mail.refusal:
        assert mail.orders == ""
    for text in (mail.subject, mail.sender_name, mail.date, *(left.text for left in mail.left_out)):
        assert not re.search("[\x00-\x1f\x7f]", text)
    assert len(mail.left_out) <= 201
    mail.orders.encode("utf-8", "surrogatepass")


def sweep(count: int, seed: int) -> float:
    """Read damaged mails past the net that catches everything; give the longest time for one, in seconds."""
    random = Random(seed)
    longest = 0.0
    for _ in range(count):
        raw = damaged(random)
        begun = time.process_time()
        mail = submission.read_or_raise(
            raw, ours=OURS, names=LABELS["tables"], domain="x.org", lexicon=LEXICON
        )
        longest = max(longest, time.process_time() - begun)
        keeps_its_promises(mail)
    return longest


def test_two_thousand_damaged_mails_never_raise() -> None:
    sweep(2000, 1)


@pytest.mark.long
def test_a_hundred_thousand_damaged_mails_never_raise_and_none_takes_two_seconds() -> None:
    assert sweep(100_000, 2) < 2.0


def test_whatever_goes_wrong_inside_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> Submission:
        raise RuntimeError

    monkeypatch.setattr(submission, "read_or_raise", fail)
    mail = submission.read(b"x")
    assert mail.refusal == "unreadable"
    assert mail.digest.startswith("2d711642")


HEAD = b"From: ann@example.org\nSubject: [friday-42]\n"
TEXT = HEAD + b"Content-Type: text/plain\n\n"
HTML = HEAD + b"Content-Type: text/html\n\n"
FLOWED = HEAD + b"Content-Type: text/plain; format=flowed\n\n"
HOSTILE = {
    "orders": TEXT + b"lay A3; buy Omaha and more\n" * 38_000,
    "one order": TEXT + b"lay A3 " * 140_000,
    "one word": TEXT + b"a" * 1_000_000,
    "blank lines": TEXT + b"\n" * 39_000,
    "spaces": TEXT + b" " * 1_000_000,
    "quote marks": TEXT + b"> " * 500_000,
    "quoted lines": TEXT + b"> lay A3\n" * 39_000,
    "frames": TEXT + b"begin friday-42 #1\nlay A3\nend\n" * 13_000,
    "braces": TEXT + b"lay A3 {\n" * 39_000,
    "rules": TEXT + b"_" * 45 + b"\n" + (b"_" * 45 + b"\n") * 20_000,
    "near attributions": TEXT + b"On 29 Nov 2026 20:15 Ann wrote some more at a@b.c, as ever\n" * 16_000,
    "colons": TEXT + (b"a b c d e f " * 15 + b":\n") * 5_000,
    "labels": TEXT + b"From: Sent: To: Subject: and more\n" * 28_000,
    "labels on one line": TEXT + b"From: Sent: To: Subject: " * 40_000,
    "flowed": FLOWED + b"lay A3 and nothing else \n" * 39_000,
    "tags": HTML + b"<p>x" * 250_000,
    "open quotes": HTML + b"<blockquote>x<br>" * 60_000,
    "signs": HTML + b"<" * 1_000_000,
    "attributes": HTML + b'<a "' * 250_000,
    "depth": b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(8))
    + b"\n" * 39_000,
    "parts": HEAD
    + b"Content-Type: multipart/mixed; boundary=b\n\n"
    + b"--b\n\nlay A3\n" * 60
    + b"x\n" * 38_000,
    "base64": HEAD + b"Content-Transfer-Encoding: base64\n\n" + b"bGF5IEEzDQo=" * 80_000,
    "quoted-printable": HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n" + b"=41" * 330_000,
    "encoded words": b"Subject: " + b"=?" * 8_000 + b"\n\nx",
    "addresses": b"From: " + b'"a" <a@b.c>,' * 1_200 + b"\n\nx",
    "comments": b"From: " + b"(" * 16_000 + b"\n\nx",
    "parameters": b"Content-Type: text/plain" + b';a*0="' * 2_600 + b"\n\nx",
    "prefixes": b"Subject: " + b"Re: " * 3_900 + b"\n\nx",
}


@pytest.mark.long
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_mail_is_read_within_two_seconds(name: str) -> None:
    begun = time.process_time()
    submission.read_or_raise(
        HOSTILE[name], ours=OURS * 5, names=LABELS["tables"], domain="x.org", lexicon=LEXICON
    )
    assert time.process_time() - begun < 2.0
