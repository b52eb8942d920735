"""What one mail says: who, which game, which orders, and what was not taken, with the reason.

`read` is the way from raw bytes to a Submission. It never raises, whatever the bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence

import msgspec


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
    `2026-11-29T20:15:00Z` ("" if it cannot be read). `game` is "" if no game is named; where the names in
    `games` differ it is "" too, and `named` tells where each one stands. `orders` is the text to judge, as it was
    typed, after quotes are taken out and flowed lines joined, with `\\n` ends. `base` is `#15` or
    `#3f9a2c41`, `speaks_for` the seat of a first line `for red:`. `automatic` says why this is mail
    that must never be answered, `refusal` is a stable code (see `REFUSALS`); both are "" for a usual mail.
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
    raw: bytes, *, ours: Sequence[str] = (), names: Collection[str] = (), domain: str = ""
) -> Submission:
    """Turn one raw message into a Submission; never raises.

    `ours` are the bodies of our own recent mails (their text, repeated in order, is a quote), `names` the
    names of the games at this desk, `domain` the mail domain of this desk's own Message-IDs.
    """
    return Submission(digest=hashlib.sha256(raw).hexdigest())
