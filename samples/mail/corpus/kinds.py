"""Mails of every awkward kind: quotes, signatures, encodings, parts, charsets, subjects, frames, robots."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Iterator
from itertools import count

from languages import LANGUAGES
from mails import DESK, DESK_NAME, Content, Mail, block, headers, html, parts, plain, quote
from tables import GAMES, LAST_SPIKE, SPECTRAL, SPIKE, SPOKES, Game

EN = LANGUAGES["en"]
_turns = count()


def mail(
    slug: str,
    content: Content | str,
    *wanted: str,
    stale: tuple[str, ...] = (),
    game: Game = LAST_SPIKE,
    own: dict[str, str] | None = None,
    **expect: object,
) -> Mail:
    """One mail; `own` are its headers, other keywords are what the reader must find."""
    fields, body = plain(content) if isinstance(content, str) else content
    return Mail(slug, game, headers(game, next(_turns), **(own or {})) + fields, body, wanted, stale, expect)


def kinds() -> Iterator[Mail]:
    yield from placed()
    yield from attributed()
    yield from forwarded()
    yield from signed()
    yield from flowed()
    yield from encoded()
    yield from composed()
    yield from charsets()
    yield from subjects()
    yield from dates()
    yield from robots()
    yield from people()
    yield from mangled()
    yield from framed()
    yield from strange()
    yield from repeated()
    yield from sentences()


def placed() -> Iterator[Mail]:
    """Where the answer stands with regard to the quote, in every game."""
    for game in GAMES:
        one, two = game.moves[0], game.moves[2]
        head, tail = game.ours.split("\n\n", 1)
        said = f"{EN.thunderbird}\n"
        yield mail(f"top-{game.key}", f"{one}\n\n{said}{quote(game.ours)}", one, stale=game.stale, game=game)
        yield mail(
            f"bottom-{game.key}", f"{said}{quote(game.ours)}\n{two}\n", two, stale=game.stale, game=game
        )
        yield mail(
            f"interleaved-{game.key}",
            f"{said}{quote(head)}\nGood to know.\n\n{quote(tail)}\n{one}\n",
            one,
            stale=game.stale,
            game=game,
        )
        yield mail(
            f"quoted-only-{game.key}",
            f"What do you mean by this?\n\n{said}{quote(game.ours)}",
            stale=game.stale,
            game=game,
            quoted_orders=True,
        )
        yield mail(
            f"quote-of-others-{game.key}",
            f"Zoë wrote:\n> I'd do this:\n> {one}\n>> or that?\n>> {game.stale[0]}\n\nMine:\n\n{two}\n",
            two,
            stale=(one, game.stale[0]),
            game=game,
        )
    yield mail(
        "interleaved-two",
        f"{EN.thunderbird}\n> What do you lay?\n\nlay A3\n\n> And buy?\n\nbuy Omaha\n\n> So long.\n",
        "lay A3",
        "buy Omaha",
    )
    lines = "Orders are written like this:\nlay A3; buy Omaha; draw\nsell Denver 3000"
    yield mail(
        "help-quoted",
        f"Thanks, got it.\n\nlay C2\n\n{quote(lines)}",
        "lay C2",
        stale=("lay A3; buy Omaha; draw", "sell Denver 3000"),
    )
    yield mail(
        "template-filled-in-quote",
        f"{EN.thunderbird}\n> Reply with your orders:\n>\n> begin friday-42 #15\n> lay A3\n> end\n",
        stale=("lay A3",),
        quoted_orders=True,
    )
    yield mail(
        "quote-marks-with-bars",
        "lay C2\n\n| lay B1; buy Denver\n| draw\n",
        "lay C2",
        stale=("lay B1; buy Denver",),
    )
    yield mail(
        "quote-marks-deep",
        ">>> lay B1\n>> > lay B2\n> >>lay B3\nlay C2\n",
        "lay C2",
        stale=("lay B1", "lay B2", "lay B3"),
    )


def attributed() -> Iterator[Mail]:
    """Attributions broken over lines, followed by blank lines, or not attributions at all."""
    for code in ("en", "de", "fr", "nl", "es", "it", "pl", "pt"):
        language = LANGUAGES[code]
        words = language.gmail.split(" ")
        middle = len(words) // 2
        broken = " ".join(words[:middle]) + "\n" + " ".join(words[middle:])
        unmarked = LAST_SPIKE.ours
        yield mail(
            f"attribution-two-lines-{code}",
            f"{language.hello}\n\nlay C2\n\n{broken}\n\n{quote(unmarked)}",
            "lay C2",
            stale=LAST_SPIKE.stale,
        )
        yield mail(
            f"attribution-no-marks-{code}",
            f"lay C2; buy Omaha\n\n{broken}\n\n\n{unmarked}",
            "lay C2; buy Omaha",
            stale=LAST_SPIKE.stale,
        )
    yield mail(
        "reply-begins-with-on",
        "On second thoughts I leave Denver to you.\nOn to my turn:\n\nlay C2\n\nOn Monday I am away.\n",
        "lay C2",
    )
    yield mail(
        "reply-ends-with-colon", "My orders for this turn:\n\nlay C2; buy Omaha\n", "lay C2; buy Omaha"
    )
    yield mail(
        "attribution-short", "pass\n\nAnn wrote:\nlay B1; buy Denver\n", "pass", stale=("lay B1; buy Denver",)
    )
    yield mail(
        "attribution-old-gmail",
        f"pass\n\n2026-11-29 20:15 GMT+01:00 {DESK_NAME} <{DESK}>:\n\nlay B1; buy Denver\n",
        "pass",
        stale=("lay B1; buy Denver",),
    )
    yield mail(
        "attribution-bottom-no-quote",
        f"{EN.thunderbird}\n> Your turn.\n[...]\n> lay B1\n\nlay C2\n",
        "lay C2",
        stale=("lay B1",),
    )


def forwarded() -> Iterator[Mail]:
    """Forwarded mails, whose orders are somebody else's."""
    stale = LAST_SPIKE.stale
    for code in ("en", "de", "fr", "es", "sv", "pl", "ru", "ja"):
        language = LANGUAGES[code]
        divider = f"---------- {language.forwarded} ---------"
        text = f"lay C2\n\n{divider}\n{block(language, LAST_SPIKE)}\n\n{LAST_SPIKE.ours}"
        yield mail(f"forwarded-{code}", text, "lay C2", stale=stale)
    text = f"FYI\n\nBegin forwarded message:\n\n{block(EN, LAST_SPIKE, bold=True)}\n{LAST_SPIKE.ours}"
    yield mail("forwarded-apple", text, stale=stale, quoted_orders=True)
    text = f"FYI\n\nBegin forwarded message:\n\n{quote(block(EN, LAST_SPIKE) + chr(10) + LAST_SPIKE.ours)}"
    yield mail("forwarded-apple-marked", text, stale=stale, quoted_orders=True)
    own = "From: Zoe <zoe@mail.example.net>\nSubject: [friday-42]\n\nlay B3\n"
    attached: Content = (
        [("Content-Type", "message/rfc822"), ("Content-Disposition", "attachment")],
        own.encode(),
    )
    yield mail(
        "forwarded-attached",
        parts("multipart/mixed", plain("See below.\n"), attached),
        refusal="attached-message",
    )
    content = parts("multipart/mixed", plain("lay C2\n"), attached)
    yield mail("attached-mail-beside-order", content, "lay C2", refusal="")
    lost = " ".join(block(EN, LAST_SPIKE).split()) + "\nlay B1; buy Denver\n"
    yield mail("header-block-on-one-line", f"lay C2\n\n{lost}", "lay C2", stale=("lay B1; buy Denver",))


def signed() -> Iterator[Mail]:
    """Signatures, lines of phones, disclaimers, footers; only the true mark ends the text."""
    tail = "Bob\nlay E4 while you can\nbuy Denver Steaks Ltd\n"
    yield mail("signature", f"lay C2\n\n-- \n{tail}", "lay C2", stale=("lay E4 while you can",))
    yield mail("signature-no-space", "lay C2\n\n--\nBob\nplay it again, and again\n", "lay C2")
    yield mail(
        "dashes-as-decoration", "----------\nlay C2\n----------\nbuy Omaha\n--\n", "lay C2", "buy Omaha"
    )
    yield mail("dashes-around-words", "--- my move ---\nlay C2\n=== end of move ===\n", "lay C2")
    for code, language in LANGUAGES.items():
        yield mail(f"phone-{code}", f"lay C2\n\n{language.mobile}\n", "lay C2")
    yield mail(
        "disclaimer",
        "lay C2\n\n"
        + "_" * 30
        + "\nThis e-mail and any attachments are confidential. If you are not the intended\n"
        "recipient you may not pass on, draw upon, buy or sell anything on the strength of it.\n",
        "lay C2",
    )
    footer = (
        "_" * 47 + "\nplay mailing list\nplay@lists.example.org\nhttps://lists.example.org/play\nlay B1\n"
    )
    yield mail("footer-mailman", f"lay C2\n{footer}", "lay C2", stale=("lay B1",))
    groups = "-- \nYou received this message because you are subscribed to the group.\nlay B1\n"
    yield mail("footer-groups", f"lay C2\n\n{groups}", "lay C2", stale=("lay B1",))
    yield mail(
        "footer-scanner",
        "lay C2\n\nThis email has been checked for viruses by a program.\nlay B1\n",
        "lay C2",
        stale=("lay B1",),
    )
    content = parts("multipart/mixed", plain("lay C2\n"), plain(f"{footer}"))
    yield mail("footer-own-part", content, "lay C2", stale=("lay B1",))
    yield mail("rule-as-decoration", "_" * 45 + "\nlay C2\n", "lay C2")
    armour = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nlay C2\n- -- \nBob\n- lay B1\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n"
    )
    yield mail("signed-inline", armour, "lay C2", stale=("lay B1",))


def flowed() -> Iterator[Mail]:
    """Lines that a mail program broke, and format=flowed."""
    kind = "text/plain; charset=utf-8; format=flowed"
    long = SPIKE.moves[4]
    at = long.index("build")
    raw: Content = ([("Content-Type", kind)], f"{long[:at].rstrip()} \n{long[at:]}\n-- \nBob\n".encode())
    yield mail("flowed", raw, long, game=SPIKE)
    broken = f"{long[: at + 3]} \n{long[at + 3 :]}\n"
    raw = ([("Content-Type", f"{kind}; delsp=yes")], broken.encode())
    yield mail("flowed-delsp", raw, long, game=SPIKE)
    raw = (
        [("Content-Type", kind)],
        b" From here on I play.\n >-lay B9 is no order\n lay C2\n\n> lay B1; buy \n> Denver\n",
    )
    yield mail("flowed-stuffed", raw, "lay C2", stale=("lay B1; buy Denver",))
    raw = ([("Content-Type", kind)], b">> lay B1; \n>> buy Denver\n> lay B2; \n> draw\nlay \nC2\n")
    yield mail("flowed-quotes", raw, "lay C2", stale=("lay B1; buy Denver", "lay B2; draw"))
    yield mail("wrapped", f"{long[:at].rstrip()}\n{long[at:]}\n", long[:at].rstrip(), long[at:], game=SPIKE)
    yield mail("wrapped-name", "lay A3; buy\nOmaha\n", "lay A3; buy", "Omaha")
    path = "swap 4:black b16-b1 for red; ride b15 burst b16-b1-a2\n-a3\n"
    yield mail("wrapped-path", path, *path.rstrip().split("\n"), game=SPOKES)
    yield mail(
        "remark-over-lines",
        "lay A3 {I have waited\nfor this tile}; buy Omaha\n",
        "lay A3 {I have waited",
        "for this tile}; buy Omaha",
    )


def encoded() -> Iterator[Mail]:
    """Quoted-printable, base64, and what gateways leave of them."""
    raw: Content = (
        [("Content-Type", "text/plain"), ("Content-Transfer-Encoding", "quoted-printable")],
        b"la=\ny A3; b=75y Om=61=\nha\n",
    )
    yield mail("qp-soft-breaks", raw, "lay A3; buy Omaha")
    raw = (
        [("Content-Type", "text/plain"), ("Content-Transfer-Encoding", "7bit")],
        b"lay A3; buy=20Om=\naha=20\n\nBob=20\n",
    )
    yield mail("qp-residue", raw, "lay A3; buy Omaha", warning="quoted-printable")
    raw = (
        [("Content-Type", "text/plain"), ("Content-Transfer-Encoding", "7bit")],
        b"2 + 2 = 4, =20 is a space\nlay C2\n",
    )
    yield mail("qp-no-residue", raw, "lay C2")
    coded = base64.encodebytes(b"Hi,\r\n\r\nlay A3; buy Omaha\r\n")
    raw = ([("Content-Type", "text/plain"), ("Content-Transfer-Encoding", "BASE64")], coded)
    yield mail("base64", raw, "lay A3; buy Omaha")
    raw = (
        [("Content-Type", "text/plain"), ("Content-Transfer-Encoding", "base64")],
        coded.rstrip(b"=\n")[:-1] + b"!\n",
    )
    yield mail("base64-damaged", raw, "lay A3; buy Omaha")
    raw = ([("Content-Type", "text/plain"), ("Content-Transfer-Encoding", "x-unknown")], b"lay C2\n")
    yield mail("encoding-unknown", raw, "lay C2")
    raw = ([("Content-Type", "text/plain")], b"Hi,\r\n\r\nlay A3; buy Omaha\r\rso long\n\r\n")
    yield mail("line-ends-mixed", raw, "lay A3; buy Omaha")


def composed() -> Iterator[Mail]:
    """Several parts: which is read, and what is said of the others."""
    both = parts("multipart/alternative", plain("lay C2\n"), html("<p>lay C2; buy Omaha</p>"))
    yield mail("alternative-differs", both, "lay C2")
    both = parts("multipart/alternative", plain(" \n"), html("<p>lay C2; buy Omaha</p>"))
    yield mail("alternative-empty", both, "lay C2; buy Omaha")
    both = parts(
        "multipart/alternative", plain("This mail needs a program that shows HTML.\n"), html("<p>lay C2</p>")
    )
    yield mail("alternative-excuse", both, "lay C2")
    inner = parts(
        "multipart/related", html("<div>lay C2<img src=cid:1></div>"), ([("Content-Type", "image/png")], b"x")
    )
    yield mail("alternative-related", parts("multipart/alternative", inner), "lay C2")
    page = "<table><tr><td>lay A3; buy&nbsp;Omaha</td></tr></table><p>Sch&ouml;ne Gr&#252;&szlig;e<br>Bob</p>"
    yield mail("html-table", html(page), "lay A3; buy Omaha")
    head = "<head><title>lay B1</title><script>var x = 'lay B2';</script></head>"
    page = f"<html>{head}<body>lay C2<br>buy Omaha<!-- lay B3 --></body></html>"
    yield mail("html-script", html(page), "lay C2", "buy Omaha")
    page = "<div style='display:none'>lay B1</div><div>lay C2</div>"
    yield mail("html-hidden", html(page), "lay C2")
    yield mail(
        "html-struck-out",
        html("<div><s>lay B1; buy Denver</s></div><div>lay C2</div>"),
        "lay C2",
        stale=("lay B1; buy Denver",),
    )
    yield mail(
        "html-unclosed",
        html("<div><p>lay C2<blockquote>lay B1<div>lay B2"),
        "lay C2",
        stale=("lay B1", "lay B2"),
    )
    yield mail(
        "html-pre",
        html("<pre>Hi,\n\nlay A3; buy Omaha\n\n&gt; lay B1</pre>"),
        "lay A3; buy Omaha",
        stale=("lay B1",),
    )
    page = "<div>a &lt; b, 3 &#x3e; 2, x < y</div><div>lay C2</div>"
    twice = parts("multipart/mixed", plain("lay C2\n"), html("<p>lay C2</p>"))
    yield mail("html-beside-the-same-text", twice, "lay C2")
    both = parts("multipart/mixed", plain("lay C2\n"), html("<p>Scanned by a program.</p>"))
    yield mail("html-footer-beside-text", both, "lay C2")
    yield mail("html-warned", html("<p>lay C2</p>"), "lay C2", warning="HTML was read")
    yield mail("html-less-than", html(page), "lay C2")
    yield mail("html-list", html("<ul><li>lay C2</li><li>buy Omaha</li></ul>"), "lay C2", "buy Omaha")
    attached: Content = (
        [
            ("Content-Type", "text/plain; name=orders.txt"),
            ("Content-Disposition", "attachment; filename=orders.txt"),
        ],
        b"lay B1; buy Denver\n",
    )
    content = parts("multipart/mixed", plain("My orders are attached.\n"), attached)
    yield mail("attachment-only", content, stale=("lay B1; buy Denver",), refusal="attachment-only")
    content = parts("multipart/mixed", plain("lay C2\n"), attached)
    yield mail("attachment-beside-order", content, "lay C2", stale=("lay B1; buy Denver",), refusal="")
    odd: Content = ([("Content-Type", 'application/ms-tnef; name="winmail.dat"')], b"x\x9f>\x22")
    yield mail("winmail", parts("multipart/mixed", plain("\n"), odd), refusal="tnef")
    yield mail("winmail-beside-order", parts("multipart/mixed", plain("lay C2\n"), odd), "lay C2", refusal="")
    sealed = parts(
        'multipart/encrypted; protocol="application/pgp-encrypted"',
        ([("Content-Type", "application/pgp-encrypted")], b"Version: 1\n"),
        ([("Content-Type", "application/octet-stream")], b"-----BEGIN PGP MESSAGE-----\n"),
    )
    yield mail("encrypted-pgp", sealed, refusal="encrypted")
    yield mail(
        "encrypted-inline",
        "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n",
        refusal="encrypted",
    )
    smime: Content = ([("Content-Type", "application/pkcs7-mime; smime-type=enveloped-data")], b"MIIB\n")
    yield mail("encrypted-smime", smime, refusal="encrypted")
    smime = (
        [("Content-Type", "application/x-pkcs7-mime; smime-type=signed-data; name=smime.p7m")],
        b"MIIB\n",
    )
    yield mail("signed-opaque", smime, refusal="signed-opaque")
    seal: Content = ([("Content-Type", "application/pgp-signature; name=signature.asc")], b"iQE\n")
    yield mail("signed-pgp", parts("multipart/signed", plain("lay C2\n"), seal), "lay C2", refusal="")
    event: Content = (
        [("Content-Type", "text/calendar; method=REQUEST")],
        b"BEGIN:VCALENDAR\nSUMMARY:lay B1\nEND:VCALENDAR\n",
    )
    yield mail("calendar", event, refusal="calendar")
    yield mail("empty", "\n\n", refusal="empty")
    card: Content = ([("Content-Type", "text/vcard")], b"BEGIN:VCARD\nFN:lay B1\nEND:VCARD\n")
    yield mail("card", parts("multipart/mixed", plain("lay C2\n"), card), "lay C2", refusal="")
    yield mail(
        "apple-split-text",
        parts(
            "multipart/mixed",
            plain("lay C2\n"),
            ([("Content-Type", "image/png")], b"x"),
            plain("buy Omaha\n"),
        ),
        "lay C2",
        "buy Omaha",
    )
    yield mail("content-type-nonsense", ([("Content-Type", "text")], b"lay C2\n"), "lay C2")
    yield mail("content-type-missing", ([], b"lay C2\n"), "lay C2")


def charsets() -> Iterator[Mail]:
    """Labels that are unknown, misspelt, empty or wrong."""
    text = "Grüße, schöne Züge!\n\nlay C2; buy Omaha\n"

    def labelled(label: str, data: bytes) -> Content:
        coded = quopri.encodestring(data)
        return [
            ("Content-Type", f"text/plain; charset={label}"),
            ("Content-Transfer-Encoding", "quoted-printable"),
        ], coded

    wanted = "lay C2; buy Omaha"
    yield mail("charset-unknown", labelled("x-martian", text.encode()), wanted, warning="x-martian")
    yield mail("charset-misspelt", labelled("iso_8859-1", text.encode("latin-1")), wanted)
    yield mail("charset-misspelt-utf", labelled("utf8", text.encode()), wanted)
    yield mail("charset-empty", labelled('""', text.encode("cp1252")), wanted)
    yield mail("charset-lying-utf-8", labelled("utf-8", text.encode("latin-1")), wanted, warning="is not")
    yield mail("charset-lying-latin-1", labelled("iso-8859-1", text.encode()), wanted, warning="is UTF-8")
    kind = [("Content-Type", "text/plain; charset=utf-16"), ("Content-Transfer-Encoding", "base64")]
    yield mail("charset-utf-16", (kind, base64.encodebytes(text.encode("utf-16"))), wanted)
    yield mail("charset-lying-utf-16", labelled("utf-16", text.encode()), wanted, warning="is not")
    yield mail("charset-koi8", labelled("koi8-r", f"Привет\n\n{wanted}\n".encode("koi8-r")), wanted)
    yield mail(
        "charset-iso-2022-jp",
        labelled("iso-2022-jp", f"こんにちは\n\n{wanted}\n".encode("iso-2022-jp")),
        wanted,
    )
    yield mail("charset-gb2312", labelled("gb2312", f"你好\n\n{wanted}\n".encode("gb2312")), wanted)
    yield mail(
        "charset-dangerous",
        labelled("unicode_escape", b"lay C2; buy Omaha\\x0alay B1\n"),
        "lay C2; buy Omaha\\x0alay B1",
    )
    lost = b"lay C2; buy Om\x81ha\n"
    yield mail("character-lost", labelled("windows-1252", lost), "lay C2; buy Om\ufffdha", warning="was lost")
    fancy = "lay C2;\u00a0buy\u00a0Omaha\n"
    yield mail("spaces-of-other-kinds", fancy, fancy.strip())
    yield mail("full-width", "ｌａｙ Ｃ２\n", "ｌａｙ Ｃ２")


def subjects() -> Iterator[Mail]:
    """Prefixes, counters, list tags and our own verdicts, in any order."""
    odd = {
        "re": "Re: [friday-42] #15 red: taken",
        "aw": "AW: AW: [friday-42]",
        "sv": "SV: VS: [friday-42] #14 blue: needs a fix",
        "antw": "Antw: Betr: [friday-42] x",
        "fwd": "Fwd: FW: WG: TR: [friday-42] #3f9a2c41",
        "counter": "Re[2]: Re(3): Re^4: [friday-42]",
        "list": "[play-list] Re: [friday-42] #15 red: your turn",
        "list-inside": "Re: [play] AW: [friday-42]",
        "case": "RE : [Friday-42]",
        "wide-colon": "回复：[friday-42] #15 red: your turn",
        "words": "=?utf-8?q?Re=3A_=5Bfri?= =?iso-8859-1?q?day-42=5D_gr=FCn?=",
        "two-charsets": "=?iso-8859-1?q?R=E9p=3A_?= =?utf-8?b?W2ZyaWRheS00Ml0g8J+Ygg==?=",
        "broken-word": "=?utf-8?q?Re=3A_[friday-42]",
    }
    for name, subject in odd.items():
        yield mail(f"subject-{name}", "lay C2\n", "lay C2", own={"subject": subject}, game_named="friday-42")
    yield mail(
        "subject-none", "game friday-42\n\nlay C2\n", "lay C2", own={"Subject": ""}, game_named="friday-42"
    )
    yield mail("subject-no-tag", "lay C2\n", "lay C2", own={"subject": "my move"}, game_named="")
    yield mail(
        "plus-address",
        "lay C2\n",
        "lay C2",
        own={"subject": "x", "To": f"desk+friday-42@{DESK.partition('@')[2]}"},
        game_named="friday-42",
    )
    yield mail(
        "first-line",
        "\nGame friday-42 #15\n\nlay C2\n",
        "lay C2",
        own={"subject": "x"},
        game_named="friday-42",
        base="#15",
    )
    yield mail(
        "first-line-game-over", "Game over!\n\nlay C2\n", "lay C2", own={"subject": "x"}, game_named=""
    )
    yield mail(
        "names-disagree",
        "begin ghosts #12\nplace Alta\nend\n",
        "place Alta",
        game_named="",
        games=["friday-42", "ghosts"],
    )
    yield mail(
        "names-disagree-address",
        "lay C2\n",
        "lay C2",
        own={"To": f"desk+ghosts@{DESK.partition('@')[2]}"},
        games=["friday-42", "ghosts"],
    )
    yield mail(
        "name-unknown", "lay C2\n", "lay C2", own={"subject": "Re: [friday-43]"}, game_named="friday-43"
    )
    yield mail("name-bad", "lay C2\n", "lay C2", own={"subject": "Re: [../../etc/passwd]"}, game_named="")


def dates() -> Iterator[Mail]:
    """Dates as odd as they come."""
    odd = {
        "none": ("", ""),
        "zone-missing": ("Sun, 29 Nov 2026 21:15:00", "2026-11-29T21:15:00Z"),
        "zone-name": ("Sun, 29 Nov 2026 21:15:00 EST", "2026-11-30T02:15:00Z"),
        "zone-minus-zero": ("Sun, 29 Nov 2026 21:15:00 -0000", "2026-11-29T21:15:00Z"),
        "day-missing": ("29 Nov 2026 21:15:00 +0100 (CET)", "2026-11-29T20:15:00Z"),
        "1970": ("Thu, 01 Jan 1970 00:00:00 +0000", "1970-01-01T00:00:00Z"),
        "words": ("yesterday evening", ""),
        "impossible": ("Sun, 31 Feb 2026 25:61:00 +9999", ""),
    }
    for name, (written, utc) in odd.items():
        yield mail(f"date-{name}", "lay C2\n", "lay C2", own={"Date": written}, date_utc=utc)


ROBOTS: dict[str, dict[str, str]] = {
    "null-return-path": {"Return-Path": "<>"},
    "auto-replied": {"Auto-Submitted": "auto-replied"},
    "auto-generated": {"Auto-Submitted": "auto-generated (vacation)"},
    "precedence-bulk": {"Precedence": "bulk"},
    "precedence-junk": {"Precedence": "Junk"},
    "precedence-list": {"Precedence": "list"},
    "precedence-auto-reply": {"Precedence": "auto_reply"},
    "mailer-daemon": {"From": "Mail Delivery System <MAILER-DAEMON@mx.example.com>"},
    "postmaster": {"From": "postmaster@mail.example.com"},
    "no-reply": {"From": "Notices <no-reply@shop.example.com>"},
    "bounces": {"Return-Path": "<bounces+desk=games@lists.example.org>"},
    "x-loop": {"X-Loop": DESK},
    "own-id": {"Message-ID": "<0123456789abcdef.red.friday-42.15.0123456789abcdef0123@games.example.net>"},
    "x-autoreply": {"X-Autoreply": "yes"},
    "x-autorespond": {"X-Autorespond": "out"},
    "response-suppress": {"X-Auto-Response-Suppress": "All"},
    "failed-recipients": {"X-Failed-Recipients": "bob@example.com"},
    "vacation-program": {"X-Mailer": "vacation 1.2.7"},
    "autoresponder": {"Delivered-To": "Autoresponder"},
    "out-of-office": {"subject": "Out of Office: [friday-42] #15 red: your turn"},
    "automatic-reply": {"subject": "Automatic reply: [friday-42]"},
    "abwesenheit": {"subject": "Abwesenheitsnotiz: [friday-42]"},
    "reponse-automatique": {"subject": "=?utf-8?q?R=C3=A9ponse_automatique_=3A?= [friday-42]"},
    "autosvar": {"subject": "Autosvar: [friday-42]"},
    "undelivered": {"subject": "Undelivered Mail Returned to Sender"},
    "read-receipt": {"subject": "Read: [friday-42] #15 red: your turn"},
    "gelesen": {"subject": "Gelesen: [friday-42]"},
}


def robots() -> Iterator[Mail]:
    """Mail that no person wrote; an order in it is never read."""
    for name, own in ROBOTS.items():
        named = {key.replace("-", "_"): value for key, value in own.items()}
        yield mail(f"robot-{name}", "lay C2\n", own=named, automatic=True)
    status: Content = ([("Content-Type", "message/delivery-status")], b"Action: failed\nStatus: 5.1.1\n")
    report = parts("multipart/report; report-type=delivery-status", plain("lay C2\n"), status)
    yield mail("robot-report", report, automatic=True)
    receipt: Content = (
        [("Content-Type", "message/disposition-notification")],
        b"Disposition: manual-action; displayed\n",
    )
    yield mail("robot-receipt", parts("multipart/mixed", plain("lay C2\n"), receipt), automatic=True)
    yield mail(
        "person-auto-submitted-no", "lay C2\n", "lay C2", own={"Auto_Submitted": "no"}, automatic=False
    )
    yield mail(
        "person-normal-precedence", "lay C2\n", "lay C2", own={"Precedence": "normal"}, automatic=False
    )
    yield mail(
        "person-list-id", "lay C2\n", "lay C2", own={"List_Id": "<play.lists.example.org>"}, automatic=False
    )
    yield mail(
        "person-other-loop", "lay C2\n", "lay C2", own={"X_Loop": "play@lists.example.org"}, automatic=False
    )


def people() -> Iterator[Mail]:
    """Who writes, for whom."""
    yield mail(
        "from-comment",
        "lay C2\n",
        "lay C2",
        own={"From": "ann@Example.ORG (Ann (the First) Smith)"},
        sender="ann@example.org",
        sender_name="Ann the First Smith",
    )
    yield mail(
        "from-quoted",
        "lay C2\n",
        "lay C2",
        own={"From": '"Smith, Ann \\"A\\" <x@y>" <ann@example.org>'},
        sender="ann@example.org",
    )
    yield mail(
        "from-two",
        "lay C2\n",
        "lay C2",
        own={"From": "ann@example.org, bob@example.com"},
        sender="ann@example.org",
        warning="several senders",
    )
    yield mail(
        "from-encoded",
        "lay C2\n",
        "lay C2",
        own={"From": "=?utf-8?q?Zo=C3=AB?= <zoe@mail.example.net>"},
        sender_name="Zoë",
    )
    yield mail("from-nothing", "lay C2\n", "lay C2", own={"From": "nobody knows"}, sender="")
    yield mail(
        "reply-to",
        "lay C2\n",
        "lay C2",
        own={"Reply_To": "Bob <bob@example.com>"},
        reply_to="bob@example.com",
    )
    yield mail("for-a-seat", "for red: lay C2\n", "for red: lay C2", speaks_for="red")
    yield mail(
        "for-a-seat-line", "for red:\nlay C2; buy Omaha\n", "for red:", "lay C2; buy Omaha", speaks_for="red"
    )
    yield mail(
        "for-a-seat-framed",
        "begin friday-42 #15\nmod: for Blue: lay C2\nend\n",
        "mod: for Blue: lay C2",
        speaks_for="blue",
    )
    yield mail("for-nobody", "For now: a good game!\n\nlay C2\n", "lay C2", speaks_for="")
    yield mail("moderator", "undo to 12 {Ann asked}\n", "undo to 12 {Ann asked}")
    yield mail("token-line", "token 0123456789abcdef0123\nlay C2\n", "lay C2", token="0123456789abcdef0123")
    yield mail("token-quoted", "lay C2\n\n> token 0123456789abcdef0123\n", "lay C2", token="")


def mangled() -> Iterator[Mail]:
    """What phones and word processors do to a line."""
    yield mail("auto-capitals", "Lay A3; Buy Omaha.\n", "Lay A3; Buy Omaha.")
    yield mail("auto-correct", "Lady A3; buy Omaha\n", "Lady A3; buy Omaha")
    yield mail("slip", "lya A3, by Omaha\n", "lya A3, by Omaha")
    yield mail("abbreviated", "L A3; b Om\n", "L A3; b Om")
    yield mail("double-space-stop", "Lay A3.  Buy Omaha.  \n", "Lay A3.  Buy Omaha.  ")
    yield mail("and-then", "Lay A3 and then buy Dodge City\n", "Lay A3 and then buy Dodge City")
    yield mail("one-word-names", "lay a3; buy dodgecity\n", "lay a3; buy dodgecity")
    yield mail("emphasis", "*lay A3; buy Omaha*\n", "*lay A3; buy Omaha*")
    yield mail("bullets", "- lay A3\n- buy Omaha\n", "- lay A3", "- buy Omaha")
    yield mail("numbered", "15. red: lay A3; buy Omaha\n", "15. red: lay A3; buy Omaha")
    yield mail("indented", "    lay A3\n    buy Omaha\n", "    lay A3", "    buy Omaha")
    yield mail("emoji", "lay A3 \U0001f682\n\n\U0001f44d\n", "lay A3 \U0001f682")
    yield mail("curly-quotes", "“lay A3; buy St. Louis”\n", "“lay A3; buy St. Louis”")
    yield mail("soft-hyphens", "l\u00aday A3; bu\u200by Omaha\n", "l\u00aday A3; bu\u200by Omaha")
    yield mail("amounts", "lay W2 double ($16,000); draw\n", "lay W2 double ($16,000); draw")
    yield mail("ghost-numbers", "bid 1 1 2\n", "bid 1 1 2", game=SPECTRAL)


def framed() -> Iterator[Mail]:
    """A frame wins over everything outside it."""
    yield mail(
        "frame",
        "Hi,\n\nbegin friday-42 #15\nlay A3; buy Omaha\nend\n\nBob\n",
        "lay A3; buy Omaha",
        framed=True,
        base="#15",
    )
    yield mail(
        "frame-hash", "Begin Friday-42 #3F9A2C41\nlay A3\nEnd.\n", "lay A3", framed=True, base="#3f9a2c41"
    )
    yield mail("frame-bare", "begin\nlay A3\nend\n", "lay A3", framed=True, base="")
    yield mail(
        "frame-and-outside",
        "lay B1\n\nbegin friday-42 #15\nlay A3\nend\n\nbuy Denver\n",
        "lay A3",
        stale=("lay B1", "buy Denver"),
        framed=True,
    )
    yield mail(
        "frame-above-quote",
        f"begin friday-42 #15\nlay A3\nend\n\n{EN.thunderbird}\n{quote(LAST_SPIKE.ours)}",
        "lay A3",
        stale=LAST_SPIKE.stale,
        framed=True,
    )
    yield mail(
        "frame-never-ended",
        "begin friday-42 #15\nlay A3; buy Omaha\n\nSee you,\nBob\n",
        "lay A3; buy Omaha",
        framed=True,
        base="#15",
    )
    yield mail(
        "frame-twice-the-same",
        "begin friday-42 #15\nlay A3\nend\n\nbegin friday-42 #15\nlay A3\nend\n",
        "lay A3",
        framed=True,
    )
    yield mail(
        "frames-differ",
        "begin friday-42 #15\nlay A3\nend\n\nbegin friday-42 #15\nlay B1\nend\n",
        stale=("lay A3", "lay B1"),
        refusal="several-frames",
    )
    yield mail(
        "frame-with-chat",
        "begin friday-42 #15\nlay A3\nI hope this is right\nend\n",
        "lay A3",
        "I hope this is right",
        framed=True,
    )
    yield mail(
        "frame-quote-inside",
        "begin friday-42 #15\n> lay B1\nlay A3\nend\n",
        "lay A3",
        stale=("lay B1",),
        framed=True,
    )
    yield mail("frame-dashes", "begin friday\u201142 # 15\nlay A3\nend\n", "lay A3", base="#15")
    yield mail(
        "frame-html",
        html("<div>begin friday-42 #15</div><div>lay A3; buy&nbsp;Omaha</div><div>end</div>"),
        "lay A3; buy Omaha",
        framed=True,
        base="#15",
    )
    yield mail(
        "frame-one-line",
        "begin friday-42 #15 lay A3; buy Omaha end\n",
        "lay A3; buy Omaha",
        framed=True,
        base="#15",
    )
    yield mail("frame-bold", "*begin friday-42 #15*\nlay A3\n*end*\n", "lay A3", framed=True, base="#15")
    yield mail("frame-no-sign", "begin friday-42 15\nlay A3\nend\n", "lay A3", framed=True, base="#15")
    yield mail(
        "frame-entry", "Begin [friday-42], entry #15:\nlay A3\nend\n", "lay A3", framed=True, base="#15"
    )
    yield mail("base-line", "#15\nlay A3\n", "lay A3", base="#15")
    yield mail("base-word", "base #3f9a2c41\nlay A3\n", "lay A3", base="#3f9a2c41")
    yield mail("frame-empty", "begin friday-42 #15\nend\n", framed=True)


def strange() -> Iterator[Mail]:
    """Quotes of rarer programs."""
    old = "lay B1; buy Denver"
    page = "<div>lay C2</div><div>--&nbsp;<br>Bob<br>lay B1</div>"
    yield mail("signature-html", html(page), "lay C2", stale=("lay B1",))
    yield mail("novell", f"lay C2\n\n>>> Desk <{DESK}> 11/29/26 8:15 PM >>>\n{old}\n", "lay C2", stale=(old,))
    head = f"Games Desk <{DESK}>\n29.11.2026 20:15\n\nAn\nann@example.org\nKopie\n\nThema\n[friday-42]\n"
    yield mail("notes-bare-labels", f"lay C2\n\n\n{head}\n{old}\n", "lay C2", stale=(old,))
    divider = "\u2010" * 7 + " Original Message " + "\u2010" * 7
    said = f"{divider}\nOn Sunday, November 29th, 2026 at 8:15 PM, Desk <{DESK}> wrote:\n\n"
    yield mail("proton-text", f"lay C2\n\n{said}{old}\n", "lay C2", stale=(old,))
    yield mail("proton-text-below", f"{said}> {old}\n\nlay C2\n", "lay C2", stale=(old,))
    hebrew = f"\u05d1-\u05d9\u05d5\u05dd 29 2026 20:15 Desk <\u202a{DESK}\u202c\u200f>:\u200f"
    yield mail("attribution-hebrew", f"lay C2\n\n{hebrew}\n\n{old}\n", "lay C2", stale=(old,))
    vietnamese = f"V\u00e0o CN, 29 thg 11, 2026 v\u00e0o l\u00fac 20:15 Desk <{DESK}> \u0111\u00e3 vi\u1ebft:"
    yield mail("attribution-vietnamese", f"lay C2\n\n{vietnamese}\n\n{old}\n", "lay C2", stale=(old,))
    zoho = f"---- On Sun, 29 Nov 2026 20:15:00 +0100 Desk <{DESK}> wrote ----"
    yield mail("attribution-zoho", f"lay C2\n\n{zoho}\n\n{old}\n", "lay C2", stale=(old,))
    head = f"Message du : 29/11/2026 20:15\nDe : Desk <{DESK}>\nA : ann@example.org\nSujet : x\n"
    yield mail("header-block-sfr", f"lay C2\n\n{'=' * 40}\n{head}\n{old}\n", "lay C2", stale=(old,))
    spark = f"On Nov 29, 2026, 8:15 PM +0100, Desk <{DESK}>, wrote:"
    yield mail("attribution-spark", f"lay C2\n\n{spark}\n{old}\n", "lay C2", stale=(old,))
    tuta = f"29 Nov 2026, 20:15 by {DESK}:"
    yield mail("attribution-tuta", f"lay C2\n\n{tuta}\n\n{old}\n", "lay C2", stale=(old,))
    page = f"<div>lay C2</div><div style='border:none;border-left:solid blue 1.5pt'>{old}</div>"
    yield mail("html-bar", html(page), "lay C2", stale=(old,))
    long = "> blue: sell Omaha; sell Denver 3000; sell Ogden; lay B1; buy Laramie;"
    long += "\nbuy Denver; draw F1\n> red: lay E3\n"
    yield mail("quote-broken", f"{long}\nlay C2\n", "lay C2", stale=("buy Denver; draw F1", "lay E3"))
    head = f"Saatja: Desk <{DESK}>\nSaadetud: 29. november 2026 20:15\nAdressaat: Ann\nTeema: x\n"
    yield mail("header-block-estonian", f"lay C2\n\n{head}\n{old}\n", "lay C2", stale=(old,))
    yield mail("names-as-marks", f"Miller> {old}\nMiller> draw\nlay C2\n", "lay C2", stale=(old,))


def repeated() -> Iterator[Mail]:
    """Our own mail without any mark; only its text tells."""
    for game in GAMES:
        move = game.moves[1]
        yield mail(
            f"repeated-below-{game.key}",
            f"{move}\n\n{game.ours}",
            move,
            stale=game.stale,
            game=game,
            needs_ours=True,
        )
        yield mail(
            f"repeated-above-{game.key}",
            f"{game.ours}\n\n{move}\n",
            move,
            stale=game.stale,
            game=game,
            needs_ours=True,
        )
        head, tail = game.ours.split("\n\nIt is your turn")
        yield mail(
            f"repeated-around-{game.key}",
            f"{head}\n\n{move}\n\nIt is your turn{tail}",
            move,
            stale=game.stale,
            game=game,
            needs_ours=True,
        )
        filled = game.ours.replace("\n...\n", f"\n{move}\n")
        yield mail(
            f"template-filled-{game.key}",
            filled,
            move,
            stale=game.stale,
            game=game,
            needs_ours=True,
            framed=True,
        )
        yield mail(
            f"suggestion-copied-{game.key}",
            f"{game.stale[1]}\n\nBob\n",
            game.stale[1],
            game=game,
            needs_ours=True,
        )
        yield mail(
            f"suggestion-copied-above-quote-{game.key}",
            f"{game.stale[1]}\n\n{game.ours}",
            game.stale[1],
            stale=(game.stale[0],),
            game=game,
            needs_ours=True,
        )
        page = f"<div>{move}</div><div>{' '.join(game.ours.split(chr(10)))}</div>"
        yield mail(f"repeated-collapsed-{game.key}", html(page), move, stale=(), game=game, needs_ours=True)


def sentences() -> Iterator[Mail]:
    """Chat that talks of moves; it is told about and never carried out."""
    yield mail(
        "sentence", "I think I will lay A3 and buy Omaha next time.\n", stale=("lay A3 and buy Omaha",)
    )
    yield mail(
        "sentence-beside-order", "lay C2\n\nIf you lay B1 now, I buy Denver.\n", "lay C2", stale=("lay B1",)
    )
    yield mail("question", "buy Denver?\n", stale=("buy Denver?",))
    yield mail("alternatives", "lay A3 or lay B1\n", stale=("lay A3 or lay B1",))
    yield mail("denial", "Not this:\nlay A3\n", stale=("lay A3",))
    yield mail("condition-above", "If red buys Denver:\n\nlay A3\n", stale=("lay A3",))
    beside = "lay A3 if you let me, and\nbuy Omaha\n"
    yield mail("order-beside-sentence", beside, stale=("lay A3 if you let me", "buy Omaha"))
    yield mail("bullets-of-letters", "a) lay A3\nb) buy Omaha\n", "a) lay A3", "b) buy Omaha")
    yield mail("heading", "Turn 15:\nlay A3\n", "lay A3")
    yield mail("lead-in", "My move: lay A3; buy Omaha\n", stale=("lay A3; buy Omaha",))
    yield mail("condition", "If red buys Denver:\nlay A3\n", stale=("lay A3",))
    yield mail(
        "chat-words",
        "lay C2\n\nPass the salt, and draw your own conclusions!\nPlay on, my friend.\n",
        "lay C2",
    )
    yield mail("chat-only", "Thank you all for the game, it was fun.\n")
    yield mail(
        "german-sentence", "Ich würde ja gern lay A3 schreiben, aber das wird zu teuer.\n", stale=("lay A3",)
    )
