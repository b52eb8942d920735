"""What one mail says: who, which game, which orders, and what was not taken, with the reason.

`read` is the way from raw bytes to a Submission. It never raises, whatever the bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from pbem.mail import addressing, automatic, body, charset, message, orders, wording
from pbem.mail.wording import Lexicon, Reader

REFUSALS: Mapping[str, str] = {
    "empty": "there is no text in it",
    "too-large": "it is larger than 1 MiB, or has more than 40,000 lines",
    "too-many-parts": "it has more than 64 parts",
    "too-deep": "its parts are nested more than 8 deep",
    "headers-too-long": "its headers are longer than 16 KiB",
    "unreadable": "it is damaged",
    "encrypted": "it is encrypted; write it in plain text",
    "signed-opaque": "it is wrapped in a signature; sign it as a separate part, or not at all",
    "tnef": "it is in Outlook's own format (winmail.dat); send plain text",
    "calendar": "it holds a calendar entry and no text",
    "attached-message": "the text stands in an attached mail; write it into the mail itself",
    "attachment-only": "there is no order in its text; write it there, not in an attachment",
    "orders-too-long": "its orders are longer than 20,000 characters",
    "several-frames": "it holds several frames (begin ... end) that differ, and only one can be meant",
}
"""Codes of `Submission.refusal`, each with the clause that an answer gives. The codes are stable."""


class LeftOut(msgspec.Struct, frozen=True):
    """A line that looks like an order but was not taken, or a part that was not read, and why.

    `line` counts from 1 in the text that was read (0: a whole part). `reason` is a short clause that
    a player can read after the text ("stands in quoted text").
    """

    line: int
    text: str
    reason: str


class Named(msgspec.Struct, frozen=True):
    """A game that a mail names, and where: `subject`, `address`, `first line` or `frame`."""

    name: str
    where: str


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """One mail as the desk sees it; every field is safe to compare and none is trusted.

    `digest` is the SHA-256 of the raw bytes in hex; `date` stands as written and `date_utc` as
    `2026-11-29T20:15:00Z` ("" if it cannot be read). `in_reply_to` holds the ids of In-Reply-To, then
    those of References. `game` is "" if no game is named; where the names in `games` differ it is ""
    too, and `named` tells where each one stands. `orders` is the text to judge, as it was typed, after
    quotes are taken out and flowed lines joined, with `\\n` ends; a label `for red:` stays in it.
    `base` is `#15` or `#3f9a2c41`, `speaks_for` the seat of a first line `for red:`, `token` that of a
    line `token ...`. `automatic` says why this is mail that must never be answered (then its text is
    not read), `refusal` is a stable code (see `REFUSALS`); both are "" for a usual mail.
    `quoted_orders`: orders were seen in quoted text and nowhere else.
    """

    digest: str
    message_id: str = ""
    in_reply_to: tuple[str, ...] = ()
    sender: str = ""
    sender_name: str = ""
    reply_to: str = ""
    recipients: tuple[str, ...] = ()
    subject: str = ""
    date: str = ""
    date_utc: str = ""
    game: str = ""
    games: tuple[str, ...] = ()
    named: tuple[Named, ...] = ()
    orders: str = ""
    framed: bool = False
    base: str = ""
    speaks_for: str = ""
    token: str = ""
    automatic: str = ""
    refusal: str = ""
    left_out: tuple[LeftOut, ...] = ()
    warnings: tuple[str, ...] = ()
    quoted_orders: bool = False


def read(
    raw: bytes,
    *,
    ours: Sequence[str] = (),
    names: Collection[str] = (),
    domain: str = "",
    lexicon: Lexicon | None = None,
) -> Submission:
    """Turn one raw message into a Submission; never raises.

    `ours` are the bodies of our own recent mails (their text, repeated in order, is a quote), `names` the
    names of the games at this desk, `domain` the mail domain of this desk's own Message-IDs. `lexicon` holds
    the words of the games played here (`Lexicon.of_vocabularies`); it tells bare orders from sentences,
    and without it only their shape does.
    """
    try:
        return read_or_raise(raw, ours=ours, names=names, domain=domain, lexicon=lexicon)
    except Exception:  # a mail is answered and kept, whatever it does to us
        return Submission(digest=hashlib.sha256(raw).hexdigest(), refusal="unreadable")


def read_or_raise(
    raw: bytes, *, ours: Sequence[str], names: Collection[str], domain: str, lexicon: Lexicon | None
) -> Submission:
    """Do what `read` does, without its net; for tests."""
    domain = domain.lower()
    mail = message.split(raw)
    known = _headed(mail.fields, hashlib.sha256(raw).hexdigest())
    reason = automatic.reason(mail.fields, mail.root, domain)
    said = mail.fields.text("subject")
    named = [Named(name, "subject") for name in addressing.tagged(said, names)]
    named += [Named(name, "address") for name in addressing.plussed(known.recipients, names, domain)]
    if mail.root is None or reason:
        known = _with_games(known, named, names)
        return replace(known, automatic=reason, refusal="" if reason else mail.refusal or "unreadable")
    content, reader = body.read(mail.root), wording.reader(lexicon or Lexicon())
    found = orders.find(content.text, ours, reader, lambda name: _is_game(name, names))
    named += [Named(found.first_line, "first line")] if found.first_line else []
    named += [Named(name, "frame") for name in found.frames]
    return _finished(_with_games(known, named, names), content, found, reader)


def _headed(fields: message.Fields, digest: str) -> Submission:
    """What the headers say."""
    senders = addressing.addresses(fields.all("from"))
    answers = addressing.addresses(fields.all("reply-to"))
    written, utc = addressing.date(fields)
    several = len(senders) > 1 or len(fields.all("from")) > 1
    return Submission(
        digest=digest,
        message_id=next(iter(addressing.ids(fields.all("message-id"))), ""),
        in_reply_to=_answered(fields),
        sender=senders[0].address if senders else "",
        sender_name=senders[0].name if senders else "",
        reply_to=answers[0].address if answers else "",
        recipients=addressing.recipients(fields),
        subject=addressing.subject(fields.text("subject"))[0],
        date=written,
        date_utc=utc,
        warnings=("the mail names several senders",) if several else (),
    )


def _answered(fields: message.Fields) -> tuple[str, ...]:
    """The ids of References, oldest first, then the one that is answered."""
    last = addressing.ids(fields.all("in-reply-to"))
    return (*(each for each in addressing.ids(fields.all("references")) if each not in last), *last)


def _with_games(known: Submission, named: list[Named], names: Collection[str]) -> Submission:
    """Add the games: an unknown name from a subject or an address counts only if nothing else names one."""
    sure = [
        each for each in named if not names or each.name in names or each.where in ("frame", "first line")
    ]
    counted = sure or named
    games = tuple(dict.fromkeys(each.name for each in counted))
    return replace(known, game=games[0] if len(games) == 1 else "", games=games, named=tuple(counted))


def _is_game(name: str, names: Collection[str]) -> bool:
    """A first line `game over` names no game."""
    return name in names or any(sign in "-0123456789" for sign in name)


def _finished(known: Submission, content: body.Body, found: orders.Orders, reader: Reader) -> Submission:
    left = _left_out(content, found, reader)
    warnings = [*known.warnings, *content.warnings]
    if charset.LOST in found.text:
        warnings.append("a character of your orders was lost on the way")
    refusal = _refusal(content, found)
    return replace(
        known,
        orders="" if refusal == "orders-too-long" else found.text,
        framed=found.framed,
        base=found.base,
        speaks_for=found.speaks_for,
        token=found.token,
        refusal=refusal,
        left_out=left,
        warnings=tuple(warnings),
        quoted_orders=not found.text.strip() and not found.own and bool(found.quoted),
    )


_MOST_LEFT_OUT = 200
_LONGEST_ORDERS = 20_000


def _refusal(content: body.Body, found: orders.Orders) -> str:
    if found.differ:
        return "several-frames"
    if len(found.text) > _LONGEST_ORDERS:
        return "orders-too-long"
    if found.text.strip():
        return ""
    return content.obstacle or ("" if content.text.strip() else "empty")


def _left_out(content: body.Body, found: orders.Orders, reader: Reader) -> tuple[LeftOut, ...]:
    """What was written for this mail first, then parts, then what was quoted."""
    left = [LeftOut(each.number, each.text, each.reason) for each in found.own]
    left += [LeftOut(0, text, "is struck out") for text in content.struck if reader.read(text).looks]
    for part in content.unread:
        left.append(LeftOut(0, part.name, part.reason))
        looking = [line.strip() for line in part.text.split("\n") if reader.read(line).looks]
        left += [LeftOut(0, line, part.reason) for line in looking]
    left += [LeftOut(each.number, each.text, each.reason) for each in found.quoted]
    if len(left) > _MOST_LEFT_OUT:
        more = len(left) - _MOST_LEFT_OUT
        left = [
            *left[:_MOST_LEFT_OUT],
            LeftOut(0, "", f"{more:,} more lines that look like orders were left out"),
        ]
    return tuple(replace(each, text=addressing.clean(each.text)) for each in left)
