"""Orders as they stand in a mail: cleaned, and apart from what else stands among them."""

from __future__ import annotations

import re

import msgspec

from pbem import cleaning
from pbem.errors import PbemError
from pbem.game import Seat
from pbem.mail import identity
from pbem.mail.signature import Signed, split
from pbem.ongoing import unlabelled
from pbem.record import VIA
from pbem.report import escape
from pbem.source import Source

_MOD_LABEL = re.compile(r"^\s*(?:\d+\s*[.)]*\s*)?mod\s*:", re.IGNORECASE)
_FOR = re.compile(r"^\s*for\s+([^\W\d_]+)\s*:", re.IGNORECASE)
_REMARK = re.compile(r"\{([^{}]*)\}")


class Orders(msgspec.Struct, frozen=True):
    """`text` is what to judge, with all else blanked out, so that columns stay those of `source`.

    `remarks` stood between braces, `label` is the seat named in front (`red:` or `for red:`), `tokens`
    and `signed` say who speaks.
    """

    source: Source
    text: str
    remarks: tuple[str, ...] = ()
    label: Seat | None = None
    tokens: tuple[str, ...] = ()
    signed: Signed | None = None

    @property
    def verb(self) -> str:
        """The first word, in lower case."""
        words = self.text.split(maxsplit=1)
        return words[0].casefold() if words else ""


def read(typed: str, seats: tuple[Seat, ...]) -> Orders:
    """Take orders apart."""
    unsigned, signed = split(typed)
    source = _clean(unsigned)
    text, tokens = identity.strip_tokens(source.text)
    remarks = [_remark(found[1]) for found in _REMARK.finditer(text)]
    text = _REMARK.sub(_blank, text)
    if moderator := _MOD_LABEL.match(text):
        text = _blank(moderator) + text[moderator.end() :]
    text, label = unlabelled(text, seats)
    if (acting := _FOR.match(text)) and acting[1].casefold() in seats:
        text, label = _blank(acting) + text[acting.end() :], Seat(acting[1].casefold())
    return Orders(source, text, tuple(filter(None, remarks)), label, tokens, signed)


def _clean(typed: str) -> Source:
    """Put right what mailers and word processors did."""
    try:
        return cleaning.clean(typed.encode("utf-8", "replace"), "your orders")[0]
    except PbemError:
        return Source.plain("your orders", typed)


def _remark(text: str) -> str:
    """A remark as it goes into the record; none may pass for the desk's own."""
    words = " ".join(escape.line(text.replace("\n", " ")).split())
    return words if not words.startswith(VIA.strip()) else f"({words})"


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])
