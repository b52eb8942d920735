"""A raw message is split within its limits, and nothing in it raises."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pbem.mail import message
from pbem.mail.submission import REFUSALS, read
from pbem.mail.wording import Lexicon

MAIL = Path(message.__file__).parent
READING = (
    "addressing announcing automatic body charset frames htmltext mailbox message orders phrases quoting"
    " submission subtraction wording"
)
HEAD = b"From: ann@example.org\nSubject: [friday-42]\n"


def nested(depth: int) -> bytes:
    opened = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (level, level) for level in range(depth)
    )
    return HEAD + opened + b"\nlay A3\n"


def many(parts: int) -> bytes:
    return HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nlay A3\n" * parts + b"--b--\n"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (HEAD + b"\n" + b"lay A3\n" * 200_000, "too-large"),
        (HEAD + b"\n" + b"\n" * 40_001, "too-large"),
        (HEAD + b"\n" + b"\r" * 50_000, "too-large"),
        (many(64), "too-many-parts"),
        (nested(9), "too-deep"),
        (HEAD + b"Content-Type: multipart/mixed; boundary=b\n" * 70 + b"\n", "too-many-parts"),
        (HEAD + b"X: y\n" * 4000 + b"\nlay A3\n", "headers-too-long"),
        (HEAD + b"X: " + b"y" * 20_000, "headers-too-long"),
        (many(1).replace(b"--b\n\n", b"--b\nX: " + b"y" * 40_000 + b"\n\n"), "headers-too-long"),
        (b"", "empty"),
        (b"\n\n\n", "empty"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_mail_beyond_a_limit_is_refused_with_its_code(raw: bytes, code: str) -> None:
    mail = read(raw)
    assert mail.refusal == code
    assert mail.orders == ""
    assert code in REFUSALS


def test_a_mail_that_is_too_large_still_says_who_sent_it() -> None:
    mail = read(HEAD + b"\n" + b"x\n" * 600_000, names={"friday-42"})
    assert (mail.sender, mail.game, mail.refusal) == ("ann@example.org", "friday-42", "too-large")


@pytest.mark.parametrize("raw", [many(62), nested(8)], ids=["parts", "depth"])
def test_a_mail_just_within_the_limits_is_read(raw: bytes) -> None:
    mail = read(raw)
    assert mail.refusal == ""
    assert "lay A3" in mail.orders


def test_orders_have_a_limit_too() -> None:
    mail = read(HEAD + b"\n" + b"lay A3; " * 5000 + b"\n", lexicon=Lexicon.of(["lay"]))
    assert (mail.refusal, mail.orders) == ("orders-too-long", "")


def test_parameters_in_all_their_forms() -> None:
    raw = (
        b'Content-Type: Text/Plain; charset = "utf-8" ; name*0*=utf-8\'\'a%20; name*1="b;c"; x=1; x=2;\n'
        b' y="un\\"closed\nContent-Disposition: ATTACHMENT; filename==?utf-8?q?=C3=A4?=.txt\n\nx'
    )
    root = message.split(raw).root
    assert root is not None
    assert root.kind == "text/plain"
    assert root.parameters["charset"] == "utf-8"
    assert root.parameters["name"] == "a b;c"
    assert root.parameters["x"] == "1"
    assert root.disposition == "attachment"
    assert root.filename == "ä.txt"


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Type",
        b"Content-Type:",
        b"Content-Type: text",
        b"Content-Type: ;",
        b"Content-Type: text/plain; charset",
        b"Content-Type: text/plain; =",
        b"Content-Type: multipart/mixed",
        b"Content-Type: multipart/alternative; boundary=",
        b"Content-Type: multipart/mixed; boundary=never",
        b"Content-Transfer-Encoding: \xff",
        b"Content-Disposition: \x00; filename*=x'y",
        b"Content-Disposition: inline; filename*=utf-8''%ff%zz",
        b": no name",
        b"From ann Sun Nov 29 20:15:00 2026",
        b"Date: \xff\xff",
    ],
)
def test_a_damaged_header_does_not_hide_the_order(head: bytes) -> None:
    mail = read(HEAD + head + b"\n\nlay A3\n")
    assert "lay A3" in mail.orders
    assert mail.sender == "ann@example.org"


def test_an_envelope_line_and_blank_lines_before_the_headers_are_passed_over() -> None:
    mail = read(
        b"\r\n\r\nFrom ann Sun Nov 29 20:15:00 2026\r\n" + HEAD.replace(b"\n", b"\r\n") + b"\r\nlay A3\r\n"
    )
    assert (mail.sender, mail.orders) == ("ann@example.org", "lay A3")


def test_the_digest_is_that_of_the_raw_bytes() -> None:
    assert read(b"abc").digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_dates_are_given_in_utc() -> None:
    mail = read(HEAD + b"Date: Sun, 29 Nov 2026 21:15:00 +0100 (CET)\n\nx")
    assert (mail.date, mail.date_utc) == ("Sun, 29 Nov 2026 21:15:00 +0100 (CET)", "2026-11-29T20:15:00Z")


def test_the_ids_of_a_thread_end_with_the_one_that_is_answered() -> None:
    mail = read(
        HEAD
        + b"Message-ID: <c@x>\nIn-Reply-To: Your mail <b@x> of today\nReferences: <a@x> <b@x>\n\t<a@x>\n\nx"
    )
    assert (mail.message_id, mail.in_reply_to) == ("<c@x>", ("<a@x>", "<b@x>"))


def imported(name: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse((MAIL / f"{name}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("name", READING.split())
def test_the_reading_half_knows_no_rules_and_one_module_the_email_package(name: str) -> None:
    own = {module for module in imported(name) if module.split(".")[0] == "pbem"}
    assert all(
        module.startswith("pbem.mail") or module in {"pbem", "pbem.errors", "pbem.cleaning", "pbem.frame"}
        for module in own
    )
    assert any(module.startswith("email") for module in imported(name)) == (name == "message")
