"""Makes text that a person typed harmless for the place where it is shown.

Every function takes any text whatever and never fails. All but `terminal` start from what `terminal`
gives, so no control character, direction mark or half of a surrogate pair reaches any format.
"""

from __future__ import annotations

import re
import unicodedata

LESS = "‹"
"""What stands for `<` on forums."""
_SHORT = {"\t": "\\t", "\r": "\\r"}
_MARKDOWN = re.compile(r"([\\`*_\[\]|~#])")
_MARKDOWN_START = re.compile(r"^(\s*)(?:([-+=])|(\d+)([.)]))")
_LINK = re.compile(r"(?i)(:)(?=//)|(?<=\bwww)(\.)")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def terminal(text: str) -> str:
    """Keep printable characters and newlines; show everything else as `\\x1b`, `\\u202e` and so on.

    Spaces of every kind become plain ones.
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign == "\n" else _shown(sign) for sign in text)


def line(text: str) -> str:
    """Like `terminal`, and a newline is shown as `\\n` too."""
    return terminal(text).replace("\n", "\\n")


def _shown(sign: str) -> str:
    code = ord(sign)
    if sign in _SHORT:
        return _SHORT[sign]
    if unicodedata.category(sign) == "Zs":
        return " "
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def html(text: str) -> str:
    """Escape for HTML, between tags and inside quoted attributes."""
    shown = terminal(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return shown.replace('"', "&quot;").replace("'", "&#39;")


def bbcode(text: str) -> str:
    """Escape for forums, inside code blocks too, where no board agrees on a way to quote a bracket.

    Square brackets become round ones, and `<`, from which BoardGameGeek drops the rest of a post,
    becomes a look-alike. The number of columns stays.
    """
    return terminal(text).replace("[", "(").replace("]", ")").replace("<", LESS)


def markdown(text: str) -> str:
    """Escape for a cell or a paragraph of Markdown; newlines become `<br>`."""
    shown = terminal(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    shown = _MARKDOWN.sub(r"\\\1", shown)
    shown = _MARKDOWN_START.sub(_no_list, shown)
    return _LINK.sub(_no_link, shown).replace("\n", "<br>")


def _no_list(found: re.Match[str]) -> str:
    """Keep a paragraph from becoming a list or a rule."""
    indent, sign, number, dot = found.groups()
    return f"{indent}\\{sign}" if sign else f"{indent}{number}\\{dot}"


def _no_link(found: re.Match[str]) -> str:
    """Write the sign that would make an address clickable as a character reference."""
    return f"&#{ord(found.group())};"


def csv_cell(text: str) -> str:
    """Make one field of a CSV file, ready to be joined with commas.

    What a spreadsheet would take for a formula gets an apostrophe before it.
    """
    shown = terminal(text)
    if text.startswith(_FORMULA) or text.lstrip().startswith(_FORMULA):
        shown = "'" + shown
    if any(sign in shown for sign in ',;"\n'):
        return '"' + shown.replace('"', '""') + '"'
    return shown
