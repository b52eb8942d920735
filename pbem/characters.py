"""The characters that mailers, word processors and telephones put for the plain ones of a record."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000"
INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e01ef"
)
DASHES = "\u02d7\u058a\u1806\u2010-\u2015\u2043\u2212\u2500\u2796\u2e3a\u2e3b\ufe58\ufe63\uff0d"
ARROWS = "\u2192\u2194\u21a6\u21d2\u21d4\u21e8\u2794\u2799-\u27a1\u27f6\u27f7\u27f9\u27fa\u2b0c\u2b95"
WIDE = "\uff01-\uff5e\ufb00-\ufb06\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\U0001d400-\U0001d7ff"
DOUBLE_QUOTES = "\u00ab\u00bb\u02ba\u201c-\u201f\u2033\u2036\u275d\u275e\u301d-\u301f\uff02"
SINGLE_QUOTES = "\u00b4\u02b9\u02bb\u02bc\u02bd\u2018-\u201b\u2032\u2035\u2039\u203a\u275b\u275c\uff07"

_EXPANDED: Mapping[str, tuple[str, str]] = {
    "\u2025": ("..", "ellipsis"),
    "\u2026": ("...", "ellipsis"),
    "\u22ef": ("...", "ellipsis"),
    "\u00a9": ("(c)", "smilies"),
    "\u00ae": ("(r)", "smilies"),
    "\U0001f60e": ("8)", "smilies"),
    "\u2639": (":(", "smilies"),
    "\U0001f641": (":(", "smilies"),
    "\U0001f61e": (":(", "smilies"),
    "\U0001f609": (";)", "smilies"),
    "\u263a": (":)", "smilies"),
    "\u263b": (":)", "smilies"),
    "\U0001f600": (":)", "smilies"),
    "\U0001f603": (":)", "smilies"),
    "\U0001f60a": (":)", "smilies"),
    "\U0001f642": (":)", "smilies"),
    "\U0001f604": (":D", "smilies"),
    "\U0001f61b": (":P", "smilies"),
}

SMILIES: Mapping[str, str] = {
    ":smile:": ":)",
    ":smiley:": ":)",
    ":slight_smile:": ":)",
    ":cool:": "8)",
    ":sunglasses:": "8)",
    ":wink:": ";)",
    ":sad:": ":(",
    ":frown:": ":(",
}
"""What forums write for a face that they took a bracket for."""

_GROUPS = (
    ("spaces", SPACES, " "),
    ("invisible", INVISIBLE, ""),
    ("dashes", DASHES + ARROWS, "-"),
    ("quotes", DOUBLE_QUOTES.replace("\uff02", ""), '"'),
    ("quotes", SINGLE_QUOTES.replace("\uff07", ""), "'"),
)
FOLDED = SPACES + INVISIBLE + DASHES + ARROWS + WIDE + DOUBLE_QUOTES + SINGLE_QUOTES + "".join(_EXPANDED)
"""Every character, in the notation of a regular expression's set, that has a plain one outside free text."""


def fold(character: str) -> tuple[str, str]:
    """What stands for one of `FOLDED` in syntax, and the code of that repair."""
    if character in _EXPANDED:
        return _EXPANDED[character]
    for code, members, new in _GROUPS:
        if re.match(f"[{members}]", character):
            return new, code
    return unicodedata.normalize("NFKC", str(unicodedata.decimal(character, character))), "full-width"


def described(text: str) -> str:
    """Name the first of some characters, with its code point, without ever printing it."""
    character = text[0]
    name = unicodedata.name(character, "").lower() or "control character"
    return f"{name} (U+{ord(character):04X})"
