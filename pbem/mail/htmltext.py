"""HTML mail to plain text, in one pass over its tags; time is linear in the size, whatever is not closed.

Quotes come out as lines with `> ` in front. The standard `html.parser` takes quadratic time on hostile
input, and it knows nothing of what mail programs mean by their containers.
"""

from __future__ import annotations

import re
from html.entities import html5

import msgspec

_TAG = re.compile(r"<(/?)([A-Za-z][^\s/<>]{0,30})((?:[^<>\"']|\"[^\"<]*+\"|'[^'<]*+'|[\"'])*+)>")
_ENTITY = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));?")
_ATTRIBUTE = re.compile(
    r"(?<![\w-])(class|id|style|type|name)\s{0,9}=\s{0,9}(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++))",
    re.IGNORECASE,
)
_HIDDEN = re.compile(
    r"display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|mso-hide\s{0,9}:\s{0,9}all", re.IGNORECASE
)
_BAR = re.compile(r"border-left(?:-style)?\s{0,9}:(?!\s{0,9}0)[^;]{0,60}solid", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\r\n\f]+")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


MOST = 400_000
"""Characters of HTML that are read; the rest is left out."""

_BLOCKS = _names(
    """
    address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5
    h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul
    """
)
_PARAGRAPHS = _names(
    """
    p blockquote h1 h2 h3 h4 h5 h6 pre table ul ol dl
    """
)
_DROPPED = _names(
    """
    script style head title template noscript iframe object svg math select textarea
    """
)
_STRUCK = _names("s strike del")
_VOID = _names(
    """
    br hr img input meta link area base col wbr
    """
)
_SOFT_QUOTES = ("gmail_quote", "yahoo_quoted", "yahooquoted", "protonmail_quote", "tutanota_quote")
"""Containers that hold a quote and its attribution, and sometimes the reply below it."""
_REST_QUOTES = ("divrplyfwdmsg", "appendonsend", "outlookmessageheader", "reference-message-container")
"""Containers after whose beginning all the rest is quoted, inside and outside of them."""


class Converted(msgspec.Struct, frozen=True):
    """Text with `\\n` ends and quotes marked by `> `; `struck` are the texts that were struck out."""

    text: str
    struck: tuple[str, ...] = ()


class _Open(msgspec.Struct):
    """An open element: its name, and what ends with it."""

    name: str
    quote: int = 0
    soft: int = 0
    dropped: bool = False
    struck: bool = False
    pre: bool = False


class _Line(msgspec.Struct):
    text: str
    depth: int
    soft: int


def convert(html: str) -> Converted:
    """Turn HTML into text as a reader would see it, quotes marked, hidden and struck-out text left out."""
    scanner = _Scanner()
    html = html[:MOST]
    at = 0
    closed_comments = True
    while (sign := html.find("<", at)) >= 0:
        scanner.text(html[at:sign])
        if html.startswith("<!--", sign) and closed_comments:
            end = html.find("-->", sign + 4)
            closed_comments = end >= 0
            at = end + 3 if closed_comments else len(html)
        elif found := _TAG.match(html, sign):
            scanner.tag(found[2].lower(), bool(found[1]), found[3])
            at = found.end()
        else:
            at = _declared(html, sign, scanner)
    scanner.text(html[at:])
    return scanner.finish()


def _declared(html: str, sign: int, scanner: _Scanner) -> int:
    """Pass over `<!DOCTYPE ...>` and `<![endif]>`; any other `<` is text."""
    if html[sign + 1 : sign + 2] in ("!", "?"):
        stop = html.find(">", sign, sign + 400)
        if stop >= 0:
            return stop + 1
    scanner.text("<")
    return sign + 1


class _Scanner:
    """Collects lines while tags go by."""

    def __init__(self) -> None:
        self.lines: list[_Line] = []
        self.now: list[str] = []
        self.open: list[_Open] = []
        self.count: dict[str, int] = {}
        self.depth = 0
        self.rest = 0
        self.softs: list[int] = []
        self.quoting_softs: set[int] = set()
        self.next_soft = 1
        self.dropped = 0
        self.struck = 0
        self.pre = 0
        self.struck_text: list[str] = []

    def text(self, chunk: str) -> None:
        if not chunk or self.dropped:
            return
        plain = _ENTITY.sub(_entity, chunk) if "&" in chunk else chunk
        if self.struck:
            self.struck_text.append(plain)
        elif self.pre:
            self._preformatted(plain)
        else:
            self.now.append(_SPACE.sub(" ", plain))

    def _preformatted(self, plain: str) -> None:
        first, *others = plain.replace("\r\n", "\n").split("\n")
        self.now.append(first)
        for line in others:
            self._break()
            self.now.append(line)

    def tag(self, name: str, closing: bool, attributes: str) -> None:
        if self.dropped:
            self._pass_over(name, closing, attributes)
            return
        if name == "br":
            self._break()
        elif name in ("td", "th") and not closing:
            self.now.append("  ")
        elif name in _BLOCKS:
            self._edge(name)
        if closing:
            self._close(name)
        elif name not in _VOID:
            self._enter(name, attributes)

    def _pass_over(self, name: str, closing: bool, attributes: str) -> None:
        if closing:
            self._close(name)
        elif name not in _VOID and not attributes.endswith("/"):
            self._push(_Open(name))

    def _edge(self, name: str) -> None:
        if any(piece.strip() for piece in self.now):
            self._break()
        self.now.clear()
        if name in _PARAGRAPHS and self.lines and self.lines[-1].text:
            self._break()

    def _break(self) -> None:
        text = "".join(self.now)
        kept = "-- " if text.strip() == "--" != text else text.rstrip()
        self.lines.append(_Line(kept if text.strip() else "", self._quoted(), self._soft()))
        self.now = []

    def _quoted(self) -> int:
        return self.depth + self.rest

    def _soft(self) -> int:
        return self.softs[-1] if self.softs else 0

    def _enter(self, name: str, attributes: str) -> None:
        opened = _Open(name)
        marks, style, cite = _attributes(attributes) if attributes else ("", "", False)
        if name in _DROPPED or _HIDDEN.search(style):
            opened.dropped = True
        elif name == "blockquote" or cite or (name in ("div", "p") and _BAR.search(style)):
            opened.quote = 1
            self.quoting_softs.update(self.softs[-1:])
        elif any(mark in marks for mark in _REST_QUOTES):
            self.rest = 1
        elif any(mark in marks for mark in _SOFT_QUOTES):
            opened.soft, self.next_soft = self.next_soft, self.next_soft + 1
        opened.struck = name in _STRUCK
        opened.pre = name == "pre"
        self._push(opened)

    def _push(self, opened: _Open) -> None:
        self.open.append(opened)
        self.count[opened.name] = self.count.get(opened.name, 0) + 1
        self.depth += opened.quote
        self.dropped += opened.dropped
        self.struck += opened.struck
        self.pre += opened.pre
        if opened.soft:
            self.softs.append(opened.soft)

    def _close(self, name: str) -> None:
        """Close an element and all that was left open in it; one that is not open is passed over."""
        if not self.count.get(name):
            return
        while True:
            last = self.open.pop()
            self.count[last.name] -= 1
            self.depth -= last.quote
            self.dropped -= last.dropped
            self.struck -= last.struck
            self.pre -= last.pre
            if last.soft:
                self.softs.pop()
            if last.name == name:
                return

    def finish(self) -> Converted:
        self._break()
        lines = [self._marked(line) for line in self.lines]
        text = "\n".join(lines).strip("\n")
        struck = tuple(" ".join(piece.split()) for piece in self.struck_text if piece.strip())
        return Converted(text, struck)

    def _marked(self, line: _Line) -> str:
        depth = line.depth
        if line.soft and line.soft not in self.quoting_softs:
            depth += 1
        text = line.text if line.text.startswith("    ") or line.text == "-- " else line.text.strip()
        return "> " * min(depth, 9) + text if depth else text


def _attributes(text: str) -> tuple[str, str, bool]:
    """Class and id together, the style, and whether the element cites a mail."""
    marks, style, cite = [], "", False
    for found in _ATTRIBUTE.finditer(text[:2000]):
        value = found[2] or found[3] or found[4] or ""
        match found[1].lower():
            case "style":
                style = value
            case "type" | "name":
                cite = cite or value.lower() in ("cite", "quote")
            case _:
                marks.append(value.lower())
    return " ".join(marks), style, cite


def _entity(found: re.Match[str]) -> str:
    decimal, hexadecimal, name = found.groups()
    if name is not None:
        return html5.get(f"{name};", found[0])
    code = int(decimal) if decimal is not None else int(hexadecimal, 16)
    if 0x80 <= code <= 0x9F:
        return bytes((code,)).decode("cp1252", "replace")
    return chr(code) if 0 < code < 0xD800 or 0xE000 <= code < 0x110000 else "\ufffd"
