"""A reply as a mail: plain text of 72 columns, and the same as HTML, under headers that nothing can break."""

from __future__ import annotations

import datetime as dt
import quopri
import re
from collections.abc import Iterable
from typing import Literal

import msgspec

from pbem.mail.settings import ADDRESS, Settings
from pbem.report import escape
from pbem.report.document import Line, Report, decorate

COLUMNS = 72
_SIGN = r"[\x21-\x3b\x3d\x3f-\x7e]"
_ID = re.compile(rf"<{_SIGN}{{3,800}}>")
_REFERENCES = 12

Kind = Literal["taken", "fix", "question", "notice", "opening", "reminder", "moderator"]


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """What goes to one person, in the order in which it is read.

    `who` is a seat, `mod`, or `stranger`. `cause` is the digest of the mail or event that it answers:
    with `who` it makes the reply's name, so that one made again is the same. `orders` are canonical
    lines, `problems` blocks of fixed pitch, `turn` says whose turn it is and until when. `token` is the
    seat's own. `answer` tells a reply to the sender from a notice to others.
    """

    kind: Kind
    who: str
    address: str
    game: str
    cause: str
    number: int
    token: str
    subject: str
    verdict: tuple[str, ...]
    orders: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    story: tuple[Line, ...] = ()
    story_title: str = ""
    report: Report | None = None
    turn: tuple[str, ...] = ()
    template: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    answer: bool = False

    @property
    def name(self) -> str:
        """The name of its file, and the first half of its Message-ID."""
        return f"{self.cause[:16]}.{self.who}.{self.game or 'desk'}.{self.number}.{self.token or 'x'}"


def message(reply: Reply, settings: Settings, now: dt.datetime) -> bytes:
    """The whole mail, lines ended by \\n. Raises ValueError for an address that could break a header."""
    if not ADDRESS.fullmatch(reply.address):
        raise ValueError("not an address")
    boundary = f"=_{reply.cause[:16]}.{reply.who}"
    lines = [
        f"From: {_from(settings)}",
        f"To: {reply.address}",
        f"Subject: {_header(reply.subject)}",
        f"Date: {now.astimezone(dt.UTC):%a, %d %b %Y %H:%M:%S} +0000",
        f"Message-ID: <{reply.name}@{settings.domain}>",
        *_threading(reply, settings),
        f"Auto-Submitted: {'auto-replied' if reply.answer else 'auto-generated'}",
        f"X-Loop: {settings.address}",
        "X-Auto-Response-Suppress: All",
        "MIME-Version: 1.0",
        f'Content-Type: multipart/alternative; boundary="{boundary}"',
    ]
    parts = [*_part(text(reply), "plain", boundary), *_part(html(reply), "html", boundary)]
    return "\n".join([*lines, "", *parts, f"--{boundary}--", ""]).encode("ascii")


def _from(settings: Settings) -> str:
    name = re.sub(r"[^A-Za-z0-9 .'-]", "", settings.name).strip()
    return f'"{name}" <{settings.address}>' if name else settings.address


def _header(text: str) -> str:
    """One line of printable ASCII, short enough to need no folding."""
    return re.sub(r"[^\x20-\x7e]", "?", text)[:200]


def _threading(reply: Reply, settings: Settings) -> list[str]:
    """In-Reply-To and References; an id is never broken, however long, lines are folded between them."""
    root = f"<{reply.game or 'desk'}@{settings.domain}>"
    answered = ids([reply.in_reply_to])
    chain = list(dict.fromkeys([root, *ids(reply.references)[-_REFERENCES:], *answered]))
    lines = [f"In-Reply-To: {answered[0]}"] if answered else []
    return [*lines, "References: " + "\n ".join(chain)]


def ids(texts: Iterable[str]) -> list[str]:
    """The Message-IDs in texts, each with its angle brackets; what is none is left out."""
    found = []
    for one in texts:
        whole = one.strip()
        found += _ID.findall(whole if whole.startswith("<") else f"<{whole}>")
    return found


def _part(content: str, kind: str, boundary: str) -> list[str]:
    coded = quopri.encodestring(content.encode("utf-8")).decode("ascii")
    coded = re.sub(r"^From ", "=46rom ", coded, flags=re.MULTILINE)
    coded = re.sub(r"^\.$", "=2E", coded, flags=re.MULTILINE)
    return [
        f"--{boundary}",
        f"Content-Type: text/{kind}; charset=utf-8",
        "Content-Transfer-Encoding: quoted-printable",
        "Content-Disposition: inline",
        "",
        coded,
    ]


# --- the text


def text(reply: Reply) -> str:
    """The plain text, at most 72 columns wide except for the map; ends in a newline."""
    from pbem.report.formats import render
    from pbem.report.width import wrap

    blocks = ["\n".join(wrap(escape.terminal(part), COLUMNS)) for part in reply.verdict]
    blocks += ["\n".join(_order_lines(reply))] if reply.orders else []
    blocks += [escape.terminal(block) for block in reply.problems]
    if reply.left_out:
        blocks.append("\n".join(["Not read as orders:", *_listed(reply.left_out)]))
    if reply.story:
        blocks.append(render(Report(story=reply.story, story_title=reply.story_title), "text", COLUMNS))
    if reply.report:
        blocks.append(render(reply.report, "text", COLUMNS))
    blocks += ["\n".join(wrap(escape.terminal(part), COLUMNS)) for part in reply.turn]
    blocks += [escape.terminal(reply.template)] if reply.template else []
    return "\n\n".join(block.strip("\n") for block in blocks if block.strip()) + "\n"


def _order_lines(reply: Reply) -> list[str]:
    from pbem.report.width import wrap

    return [part for line in reply.orders for part in wrap("  " + escape.line(line), COLUMNS, "      ")]


def _listed(texts: tuple[str, ...]) -> list[str]:
    from pbem.report.width import wrap

    return [part for one in texts for part in wrap("  " + escape.line(one), COLUMNS, "    ")]


def html(reply: Reply) -> str:
    """The same as a page of HTML that loads nothing."""
    from pbem.report.html import body, page

    blocks = [f"<p>{_rich(part)}</p>" for part in reply.verdict]
    blocks += [_pre(line) for line in reply.orders]
    blocks += [_pre(block) for block in reply.problems]
    if reply.left_out:
        items = "".join(f"<li>{escape.html(escape.line(one))}</li>" for one in reply.left_out)
        blocks.append(f"<p>Not read as orders:</p><ul>{items}</ul>")
    blocks += body(Report(story=reply.story, story_title=reply.story_title), COLUMNS)
    if reply.report:
        report = reply.report
        shown = msgspec.structs.replace(report, tables=decorate(report.tables, report.names, report.to_move))
        blocks += [f"<h1>{escape.html(escape.line(' - '.join(report.headline)))}</h1>", *body(shown, COLUMNS)]
    blocks += [f"<p>{_rich(part)}</p>" for part in reply.turn]
    blocks += [_pre(reply.template)] if reply.template else []
    return page(escape.html(escape.line(reply.subject)), blocks)


def _rich(text: str) -> str:
    return escape.html(text).replace("\n", "<br>")


def _pre(text: str) -> str:
    return f"<pre>{escape.html(text)}</pre>"
