"""Repairs of forum and web mark-up around and inside entries; free text keeps what it has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbem.characters import SMILIES
from pbem.draft import Draft, Edit

_BLANK = r"[^\S\n]"
_NAMES = (
    "attachment|blockquote|bggcode|center|code|color|colour|email|float|font|floatleft|floatright|hidden|highlight"
    "|icode|indent|inline|justify|left|list|mono|noparse|plain|php|pre|quote|right|size|spoiler|strike|sub|sup"
    "|table|td|th|tr|tt|url|user|b|c|i|o|q|s|u"
)
_TAG = rf"\[/?(?:{_NAMES})(?:=[^\]\n]{{0,200}}|{_BLANK}{{1,3}}\w{{1,20}}=[^\]\n]{{0,200}})?\]"
_HTML = (
    r"</?(?:blockquote|code|div|em|font|pre|span|strong|tt|[abip]|h[1-6]|li|ol|ul)"
    rf"(?:{_BLANK}[^<>\n]{{0,400}})?/?>"
)
_BREAK = r"<br[^\S\n]?/?>"

_TAG_LINE = re.compile(
    rf"^{_BLANK}*+(?:(?:{_TAG}|{_HTML}){_BLANK}*+)++\n|^{_BLANK}*+(?:```|~~~)[^\n`=]*+(?:\n|\Z)",
    re.MULTILINE | re.IGNORECASE,
)
_INLINE = re.compile(
    rf"(?P<tag>{_TAG}|{_HTML}|(?:\^\[|\u241b)?\[\d{{1,3}}(?:;\d{{1,3}}){{0,5}}m|\*\*+|`+)"
    rf"|(?P<br>{_BREAK})|(?P<smilie>{'|'.join(SMILIES)})",
    re.IGNORECASE,
)
_ESCAPE = re.compile(r"\\(?:[!#-/:-@\[-`{-~]|(?=\n))")
_ESCAPED = re.compile(rf"^(?:{_BLANK}|\\?>)*+(?:\\\[|\d++\\\.)|\\\{{", re.MULTILINE)


def strip_lines(draft: Draft) -> bool:
    """Take out lines that are nothing but mark-up: fences of code, and tags alone."""
    size = len(draft.text)
    found = (m for m in draft.in_syntax(_TAG_LINE) if m.group().endswith("\n") or m.end() == size)
    return draft.edit(Edit(m.start(), m.end(), "", "markup") for m in found)


def strip_inline(draft: Draft) -> bool:
    """Take out tags, stars and ticks within the lines, and write faces with their bracket again."""
    return draft.edit(_inline(draft.in_syntax(_INLINE), draft.text))


def _inline(found: Iterator[re.Match[str]], text: str) -> Iterator[Edit]:
    for m in found:
        if m["smilie"]:
            yield Edit(m.start(), m.end(), SMILIES[m.group().lower()], "smilies")
        elif m["br"]:
            yield Edit(m.start(), m.end(), "" if text[m.end() : m.end() + 1] == "\n" else "\n", "markup")
        elif (
            m.group() == "`"
            and text[m.start() - 1 : m.start()].isalnum()
            and text[m.end() : m.end() + 1].isalnum()
        ):
            yield Edit(m.start(), m.end(), "'", "quotes")
        else:
            yield Edit(m.start(), m.end(), "", "markup")


def unescape_markdown(draft: Draft) -> bool:
    r"""Take out the backslash of `\_`, `\*`, `\-` in syntax.

    Where brackets of headers, numbers of entries or braces have one, all that can be written for a
    bracket has, and free text loses them too; `\"` in a header is the record's own and stays.
    """
    if "\\" not in draft.text:
        return False
    evident = next(draft.in_syntax(_ESCAPED), None) is not None
    found = _ESCAPE.finditer(draft.text) if evident else draft.in_syntax(_ESCAPE)
    return draft.edit(Edit(m.start(), m.start() + 1, "", "markup") for m in found)
