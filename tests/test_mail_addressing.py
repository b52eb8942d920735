"""Addresses, subjects, names of games, and mail that no person wrote."""

from __future__ import annotations

import pytest

from pbem.mail import addressing
from pbem.mail.addressing import Address
from pbem.mail.submission import Submission, read

NAMES = {"friday-42", "ghosts"}


def mail(head: str, body: str = "lay A3\n", domain: str = "games.example.net") -> Submission:
    raw = f"{head}\n\n{body}".encode("utf-8", "surrogateescape")
    return read(raw, names=NAMES, domain=domain)


@pytest.mark.parametrize(
    ("field", "found"),
    [
        ("ann@example.org", [Address("ann@example.org")]),
        ("Ann <ann@Example.ORG>", [Address("ann@example.org", "Ann")]),
        ("Ann <Ann.Smith@Example.ORG>", [Address("Ann.Smith@example.org", "Ann")]),
        ("<ann@example.org>", [Address("ann@example.org")]),
        ('"Smith, Ann" <ann@example.org>', [Address("ann@example.org", "Smith, Ann")]),
        (
            '"Ann \\"A\\" <x@y.z>" <ann@example.org>',
            [Address("ann@example.org", 'Ann "A" <x@y.z>')],
        ),
        ("ann@example.org (Ann (the First) Smith)", [Address("ann@example.org", "Ann the First Smith")]),
        (
            "Ann <ann@example.org>, bob@example.com",
            [Address("ann@example.org", "Ann"), Address("bob@example.com")],
        ),
        (
            "players: ann@example.org, bob@example.com;",
            [Address("ann@example.org"), Address("bob@example.com")],
        ),
        ("=?utf-8?q?Zo=C3=AB?= <zoe@example.net>", [Address("zoe@example.net", "Zoë")]),
        ("ann @ example.org", [Address("ann@example.org")]),
        ("ann@example.org <ann@example.org>", [Address("ann@example.org")]),
        ("'Ann' <ann@example.org>", [Address("ann@example.org", "Ann")]),
        ("mailto:ann@example.org", [Address("ann@example.org")]),
        ("undisclosed-recipients:;", []),
        ("nobody", []),
        ("", []),
        ("<>", []),
        ("<<<>>>", []),
        ("@", []),
        ("a@", []),
        ("ann@exa mple.org, (never closed", [Address("ann@example.org")]),
        ('"never closed <ann@example.org>', []),
        ("ann@example.org\x00\x1b[31m", []),
        ("Ann\x1b[31m <ann@example.org>", [Address("ann@example.org", "Ann [31m")]),
    ],
)
def test_addresses(field: str, found: list[Address]) -> None:
    assert list(addressing.addresses([field])) == found


@pytest.mark.parametrize(
    ("written", "bare"),
    [
        ("Re: hello", "hello"),
        ("RE: AW: SV: Antw: Fwd: hello", "hello"),
        ("Re[2]: Re(3): Re^4: hello", "hello"),
        ("Re : hello", "hello"),
        ("回复：hello", "hello"),
        ("[list] Re: [other] hello", "hello"),
        ("Re: [friday-42] #15 red: taken", ""),
        ("Re: [friday-42] #15 red: needs a fix", ""),
        ("[friday-42] #15 red: your turn", ""),
        ("[friday-42] #14 red: blue has moved", ""),
        ("[friday-42] #3f9a2c41 hello", "hello"),
        ("Regards", "Regards"),
        ("Reply: x", "Reply: x"),
        ("", ""),
        ("Re:", ""),
        ("a\nb\tc", "a b c"),
    ],
)
def test_prefixes_and_tags_are_taken_off_the_subject(written: str, bare: str) -> None:
    assert addressing.subject(written)[0] == bare


@pytest.mark.parametrize(
    ("subject", "games"),
    [
        ("[friday-42]", ("friday-42",)),
        ("Re: [FRIDAY-42]", ("friday-42",)),
        ("[list] [friday-42]", ("friday-42",)),
        ("[friday-42] [list]", ("friday-42",)),
        ("my move in [friday-42] at last", ("friday-42",)),
        ("[friday-42] and [ghosts]", ("friday-42", "ghosts")),
        ("[friday-43]", ("friday-43",)),
        ("[list] [friday-43]", ("friday-43",)),
        ("[friday-42] (was: [ghosts])", ("friday-42",)),
        ("friday-42", ()),
        ("[../../etc/passwd]", ()),
        ("[-x]", ()),
        ("[Ünsinn]", ()),
        (f"[{'a' * 33}]", ()),
        ("[a b]", ()),
    ],
)
def test_games_that_a_subject_names(subject: str, games: tuple[str, ...]) -> None:
    assert addressing.tagged(subject, NAMES) == games


@pytest.mark.parametrize(
    ("address", "domain", "games"),
    [
        ("desk+friday-42@games.example.net", "games.example.net", ("friday-42",)),
        ("desk+Friday-42@games.example.net", "", ("friday-42",)),
        ("desk+friday-43@games.example.net", "games.example.net", ("friday-43",)),
        ("ann+news@example.org", "games.example.net", ()),
        ("desk@games.example.net", "games.example.net", ()),
        ("desk+../x@games.example.net", "games.example.net", ()),
    ],
)
def test_games_that_an_address_names(address: str, domain: str, games: tuple[str, ...]) -> None:
    assert addressing.plussed([address], NAMES, domain) == games


def test_names_that_agree_are_one_and_names_that_differ_are_a_question() -> None:
    assert mail("Subject: [friday-42]\nTo: desk+friday-42@games.example.net").game == "friday-42"
    differ = mail("Subject: [friday-42]", "game ghosts\nlay A3\n")
    assert (differ.game, differ.games) == ("", ("friday-42", "ghosts"))
    assert [(each.name, each.where) for each in differ.named] == [
        ("friday-42", "subject"),
        ("ghosts", "first line"),
    ]


def test_an_unknown_name_counts_only_if_nothing_else_names_a_game() -> None:
    assert mail("Subject: [play]", "begin ghosts #3\nlay A3\nend\n").games == ("ghosts",)
    assert mail("Subject: [friday-43]").games == ("friday-43",)
    assert mail("Subject: [friday-42]", "begin ghots #3\nlay A3\nend\n").games == ("friday-42", "ghots")


@pytest.mark.parametrize(
    "head",
    [
        "Return-Path: <>",
        "Return-Path: <MAILER-DAEMON>\nFrom: MAILER-DAEMON@example.org",
        "Auto-Submitted: auto-replied",
        "AUTO-SUBMITTED: Auto-Generated; x=y",
        "Precedence: bulk",
        "Precedence: JUNK",
        "precedence: list",
        "From: mailer-daemon@example.org",
        "From: postmaster@example.org",
        "From: no-reply@example.org",
        "From: donotreply@example.org",
        "Sender: bounces+1@example.org",
        "X-Loop: desk@games.example.net",
        "X-Loop: pbem",
        "Message-ID: <0123456789abcdef.red.friday-42.15.0123456789abcdef0123@games.example.net>",
        "Message-ID: <0123456789abcdef.mod.desk.0.x@games.example.net>",
        "X-Autoreply: yes",
        "X-Auto-Response-Suppress: OOF",
        "X-Failed-Recipients: ann@example.org",
        "X-Mailer: vacation",
        "Content-Type: multipart/report; boundary=b",
        "Content-Type: message/delivery-status",
        "Content-Type: message/disposition-notification",
        "Subject: Out of Office: x",
        "Subject: Re: Automatic reply: x",
        "Subject: Automatische Antwort: x",
        "Subject: =?utf-8?q?R=C3=A9ponse_automatique?=",
        "Subject: Undelivered Mail Returned to Sender",
        "Subject: Mail delivery failed: returning message to sender",
        "Subject: Read: [friday-42]",
    ],
)
def test_automatic_mail_is_seen_and_not_read(head: str) -> None:
    found = mail(head)
    assert found.automatic
    assert (found.orders, found.refusal, found.left_out) == ("", "", ())


@pytest.mark.parametrize(
    "head",
    [
        "Return-Path: <ann@example.org>",
        "Auto-Submitted: no",
        "Auto-Submitted: no (a comment)",
        "Precedence: first-class",
        "From: noreplytoday@example.org",
        "From: postmasters.friend@example.org",
        "X-Loop: play@lists.example.org",
        "Message-ID: <abc@games.example.net>",
        "Message-ID: <0123456789abcdef.red.friday-42.15.x@elsewhere.example.org>",
        "List-Id: <play.example.org>",
        "Subject: Reading: x",
        "Subject: out of wheat",
        "Subject: Vacation plans, and my move",
        "Subject: Auto: my move",
    ],
)
def test_mail_of_a_person_is_read(head: str) -> None:
    found = mail(head)
    assert found.automatic == ""
    assert found.orders == "lay A3"


def test_mail_that_is_too_large_can_be_automatic_too() -> None:
    assert mail("Auto-Submitted: auto-replied", "x" * 2_000_000).automatic
