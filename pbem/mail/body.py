"""The text of a mail: which of its parts is read, and what is said of those that are not."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from pbem.cleaning import unflow
from pbem.mail import charset, htmltext
from pbem.mail.message import Part

MOST_LINES = 5000
"""Lines of a text that are read."""

_IGNORED = (
    "image/",
    "audio/",
    "video/",
    "font/",
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
    "application/pgp-keys",
    "text/vcard",
    "text/x-vcard",
    "text/directory",
    "text/rfc822-headers",
    "text/css",
)
_READ = ("text/plain", "text/html", "text/enriched", "text/richtext", "text/markdown")
_ORDER = ("encrypted", "signed-opaque", "tnef", "calendar", "attached-message", "attachment-only")
"""Which of several obstacles the answer speaks of."""


class Unread(msgspec.Struct, frozen=True):
    """A part that was not read: its name or kind, why, and its text where it is one."""

    name: str
    reason: str
    text: str = ""


class Body(msgspec.Struct, frozen=True):
    """The text to read, with `\\n` ends, and what stood in its way (a code, "" if nothing did)."""

    text: str = ""
    obstacle: str = ""
    unread: tuple[Unread, ...] = ()
    struck: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def read(root: Part) -> Body:
    """Choose and decode the text of a message."""
    collector = _Collector()
    if root.kind in _READ:
        collector.text(root)  # whatever it is called, it is all there is
    else:
        collector.walk(root)
    text = "\n".join(collector.texts)
    obstacle = next((code for code in _ORDER if code in collector.obstacles), "")
    if "-----BEGIN PGP MESSAGE-----" in text:
        obstacle = "encrypted"
    text = _repaired(_unarmoured(text), collector)
    warnings = tuple(dict.fromkeys(collector.warnings))
    return Body(text, obstacle, tuple(collector.unread), tuple(collector.struck), warnings)


class _Collector:
    """Collects texts, obstacles and warnings on a walk through the parts."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.obstacles: set[str] = set()
        self.unread: list[Unread] = []
        self.struck: list[str] = []
        self.warnings: list[str] = []

    def walk(self, part: Part) -> None:
        """Go through a part and the parts in it."""
        if part.kind.startswith("multipart/"):
            self._container(part)
        elif code := _obstacle(part):
            self.obstacles.add(code)
            self.unread.append(Unread(_name(part), _WHY[code]))
        elif part.kind.startswith(_IGNORED):
            return
        elif part.kind.startswith("text/") and not _attached(part):
            self.text(part)
        else:
            self._attachment(part)

    def _container(self, part: Part) -> None:
        match part.kind:
            case "multipart/alternative":
                if part.parts:
                    self.walk(_best(part.parts))
                else:
                    self.text(part)
            case "multipart/signed" | "multipart/related" if part.parts:
                self.walk(part.parts[0])
                for other in part.parts[1:]:
                    if part.kind == "multipart/related" and other.kind.startswith("message/"):
                        self.walk(other)
            case "multipart/encrypted":
                self.obstacles.add("encrypted")
            case _ if part.parts:
                for each in part.parts:
                    self.walk(each)
            case _:
                self.text(part)

    def text(self, part: Part) -> None:
        """Take a part's text in."""
        text, warning = _decoded(part)
        if part.kind == "text/html" or (part.kind != "text/plain" and _is_html(text)):
            text = self._from_html(text)
            if any(_same(text, other) for other in self.texts):
                return
            if not any(map(str.strip, self.texts)):
                self.warnings.append("the mail has no plain text, so its HTML was read")
        elif part.kind in ("text/enriched", "text/richtext"):
            text = re.sub(r"<[^<>]{0,60}>", "", text)
        if warning:
            self.warnings.append(warning)
        text = self._cut(text)
        if part.kind == "text/plain" and part.parameters.get("format", "").strip().lower() == "flowed":
            text = unflow(text, part.parameters.get("delsp", "").strip().lower() == "yes")
        self.texts.append(text)

    def _from_html(self, text: str) -> str:
        converted = htmltext.convert(text)
        self.struck.extend(converted.struck)
        if len(text) > htmltext.MOST:
            self.warnings.append(f"only the first {htmltext.MOST:,} characters of its HTML were read")
        return converted.text

    def _cut(self, text: str) -> str:
        """The lines that are read, with plain ends."""
        lines = _lines(text)
        if len(lines) > MOST_LINES:
            self.unread.append(Unread("", f"only the first {MOST_LINES:,} lines are read"))
        return "\n".join(lines[:MOST_LINES])

    def _attachment(self, part: Part) -> None:
        self.obstacles.add("attachment-only")
        text = "\n".join(_lines(_decoded(part)[0])[:MOST_LINES]) if part.kind == "text/plain" else ""
        self.unread.append(Unread(_name(part), "stands in an attachment", text))


def _same(one: str, other: str) -> bool:
    """The two say the same, but for white space and marks."""
    return re.findall(r"\w+", one) == re.findall(r"\w+", other)


_WHY = {
    "encrypted": "is encrypted",
    "signed-opaque": "is wrapped in a signature",
    "tnef": "is Outlook's own format",
    "calendar": "is a calendar entry",
    "attached-message": "is an attached mail",
}


def _obstacle(part: Part) -> str:
    kind = part.kind
    if kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        signed = "signed" in part.parameters.get("smime-type", "").lower()
        return "signed-opaque" if signed else "encrypted"
    if kind == "application/pgp-encrypted" or part.filename.lower().endswith((".pgp", ".gpg")):
        return "encrypted"
    if kind in ("application/ms-tnef", "application/vnd.ms-tnef") or part.filename.lower() == "winmail.dat":
        return "tnef"
    if kind == "text/calendar" or kind == "application/ics":
        return "calendar"
    if kind.startswith("message/") or part.filename.lower().endswith((".eml", ".msg")):
        return "attached-message"
    return ""


def _attached(part: Part) -> bool:
    if part.disposition == "attachment":
        return True
    named = bool(part.filename) and part.disposition != "inline"
    return named or part.kind not in _READ


def _name(part: Part) -> str:
    return " ".join(part.filename.split())[:100] or part.kind


def _best(parts: Sequence[Part]) -> Part:
    """Plain text if it says anything, else HTML, else the first that can be read."""
    plain = [part for part in parts if part.kind == "text/plain" and not _attached(part)]
    spoken = next((part for part in plain if _says(part)), None)
    if spoken is not None:
        return spoken
    rich = next((part for part in parts if _holds_html(part)), None)
    return rich or next(iter(plain), parts[0])


def _says(part: Part) -> bool:
    """Text with words in it that do not only send the reader to the HTML part."""
    text = _decoded(part)[0].strip()
    if not any(sign.isalnum() for sign in text[:20_000]):
        return False
    return not (len(text) < 300 and re.search(r"\bhtml\b", text, re.IGNORECASE))


def _holds_html(part: Part) -> bool:
    return part.kind == "text/html" or any(_holds_html(each) for each in part.parts)


# --- decoding

_META = re.compile(rb"<meta[^<>]{0,200}?charset\s{0,4}=\s{0,4}[\"']?([\w.:-]{1,40})", re.IGNORECASE)


def _decoded(part: Part) -> tuple[str, str]:
    label = part.parameters.get("charset", "")
    if not label and part.kind == "text/html" and (found := _META.search(part.data, 0, 4096)):
        label = found[1].decode("ascii", "replace")
    decoded = charset.decode(part.data, label)
    return decoded.text.removeprefix("\ufeff"), decoded.warning


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n?|\n", text)


def _is_html(text: str) -> bool:
    return bool(re.match(r"\s{0,200}<(?:!doctype html|html|head|body)\b", text, re.IGNORECASE))


# --- what gateways and signing programs put around a text

_ARMOUR = re.compile(
    r"^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\n(?:[A-Za-z-]{1,20}: [^\n]{0,100}\n){0,9}[ \t]*\n",
    re.MULTILINE,
)
_SEAL = re.compile(
    r"^-----BEGIN PGP SIGNATURE-----[ \t]*\n[^-]{0,10000}-----END PGP SIGNATURE-----[ \t]*$", re.MULTILINE
)
_RESIDUE = re.compile(r"=(?:[0-9A-F]{2}|[ \t]*+(?:\n|\Z))")


def _unarmoured(text: str) -> str:
    """Take the frame of an inline signature off, and the dashes it put before lines with dashes."""
    found = _ARMOUR.search(text)
    if found is None:
        return text
    seal = _SEAL.search(text, found.end())
    inner = text[found.end() : seal.start() if seal else len(text)]
    after = text[seal.end() :] if seal else ""
    return text[: found.start()] + re.sub(r"^- ", "", inner, flags=re.MULTILINE) + after


def _repaired(text: str, collector: _Collector) -> str:
    """Decode left-overs of quoted-printable where every `=` in the text is one."""
    count = text.count("=")
    if count == 0 or count > 20_000 or sum(1 for _ in _RESIDUE.finditer(text)) != count:
        return text
    collector.warnings.append("left-overs of quoted-printable were decoded")
    data = charset.unquoted(text.encode("utf-8", "surrogatepass"))
    return charset.decode(data, "utf-8").text
