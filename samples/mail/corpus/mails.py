"""A mail of the corpus, and the pieces that mails are made of."""

from __future__ import annotations

import base64
import quopri
from dataclasses import dataclass, field

from languages import Language
from tables import Game

DESK = "desk@games.example.net"
DESK_NAME = "Games Desk"
PEOPLE = (("Ann", "ann@example.org"), ("Bob Miller", "bob@example.com"), ("Zoë", "zoe@mail.example.net"))

Content = tuple[list[tuple[str, str]], bytes]
"""Header fields that describe a part, and its bytes."""


@dataclass
class Mail:
    """One mail of the corpus. `body` is the whole text of the message below its headers."""

    slug: str
    game: Game
    headers: list[tuple[str, str]]
    body: bytes
    wanted: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    expect: dict[str, object] = field(default_factory=dict)

    def raw(self) -> bytes:
        head = "".join(f"{name}: {value}\n" for name, value in self.headers)
        return head.encode("utf-8", "surrogateescape") + b"\n" + self.body


def headers(game: Game, person: int = 0, subject: str = "", **more: str) -> list[tuple[str, str]]:
    """Headers of an ordinary answer; `more` replaces or adds (underscores for hyphens), "" leaves out."""
    name, address = PEOPLE[person % len(PEOPLE)]
    ascii_name = name if name.isascii() else f"=?utf-8?q?{quopri.encodestring(name.encode()).decode()}?="
    fields = {
        "From": f"{ascii_name} <{address}>",
        "To": f"{DESK_NAME} <{DESK}>",
        "Subject": subject or f"Re: [{game.name}] #15 red: your turn",
        "Date": "Sun, 29 Nov 2026 21:15:00 +0100",
        "Message-ID": f"<{game.name}.{person}@mail.example.org>",
        "In-Reply-To": f"<0123456789abcdef.red.{game.name}.15.x@games.example.net>",
        "MIME-Version": "1.0",
    }
    fields.update({name.replace("_", "-"): value for name, value in more.items()})
    return [(name, value) for name, value in fields.items() if value]


def plain(text: str, **more: str) -> Content:
    """Headers and body of a text in UTF-8, quoted-printable."""
    coded = quopri.encodestring(text.encode("utf-8")).replace(b"\nFrom ", b"\n=46rom ")
    fields = {"Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "quoted-printable"}
    fields.update({name.replace("_", "-"): value for name, value in more.items()})
    return list(fields.items()), coded


def html(text: str) -> Content:
    """Headers and body of a page in UTF-8, base64."""
    coded = base64.encodebytes(text.encode("utf-8"))
    return [("Content-Type", "text/html; charset=UTF-8"), ("Content-Transfer-Encoding", "base64")], coded


def parts(kind: str, *contents: Content) -> Content:
    """A container, `kind` as in `multipart/alternative`, with its parts in order."""
    boundary = f"==_{kind.rpartition('/')[2].partition(';')[0]}_x7"
    pieces = []
    for fields, body in contents:
        head = "".join(f"{name}: {value}\n" for name, value in fields).encode()
        pieces.append(f"--{boundary}\n".encode() + head + b"\n" + body + b"\n")
    whole = b"".join(pieces) + f"--{boundary}--\n".encode()
    return [("Content-Type", f'{kind}; boundary="{boundary}"')], whole


def quote(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}".rstrip() + "\n" for line in text.splitlines())


def new_text(language: Language, orders: str, sign: str = "Ann") -> str:
    return f"{language.hello},\n\n{orders}\n\n{language.chat}\n\n{language.bye}\n{sign}\n"


def block(language: Language, game: Game, bold: bool = False) -> str:
    """The header block that Outlook puts above a quote without marks."""
    star = "*" if bold else ""
    values = (
        f"{DESK_NAME} <{DESK}>",
        language.long_date,
        "Ann <ann@example.org>",
        f"[{game.name}] #15 red: your turn",
    )
    return "".join(
        f"{star}{label}:{star} {value}\n" for label, value in zip(language.labels, values, strict=True)
    )
