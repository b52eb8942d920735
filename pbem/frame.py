"""The frame that orders may stand in, in mail and on the command line.

begin friday-42 #15
lay A3; buy Omaha
end
"""

from __future__ import annotations

import re

import msgspec

_BEGIN = re.compile(
    r"^[ \t]*begin\b[ \t]*(?P<name>[a-z0-9][a-z0-9-]{0,31})?[ \t]*(?P<base>#[0-9a-f]+)?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_END = re.compile(r"^[ \t]*end[ \t.]*$", re.IGNORECASE | re.MULTILINE)


class Frame(msgspec.Struct, frozen=True):
    """Orders with the game they name and the base they answer; `start` is where the orders begin."""

    name: str
    base: str
    orders: str
    start: int


def find(text: str) -> Frame | None:
    """The first frame in a text; one that is never ended reaches to the end."""
    begin = _BEGIN.search(text)
    if begin is None:
        return None
    end = _END.search(text, begin.end())
    orders = text[begin.end() : end.start() if end else len(text)]
    return Frame((begin["name"] or "").lower(), (begin["base"] or "").lower(), orders, begin.end())
