"""A raw message as headers and a tree of parts; the only module that touches the `email` package.

That package raises on about one lightly damaged mail in eight, mostly where headers are interpreted. So
only its splitting is used, on its old policy, after the limits are checked; what a header means is read
here and in `addressing`.
"""

from __future__ import annotations

import datetime as dt
import re
from email import message_from_bytes, policy
from email.message import Message as _Parsed
from email.utils import parsedate_to_datetime

import msgspec

from pbem.mail import charset

MOST_BYTES = 1024 * 1024
MOST_LINES = 40_000
MOST_HEADER = 16 * 1024
MOST_PARTS = 64
MOST_DEPTH = 8

_HEADER_END = re.compile(rb"\r\n\r\n|\n\n|\r\r|\n\r\n")
_CONTAINER = re.compile(rb"(?:\A|[\r\n])content-type[ \t]*:\s{0,80}(?:multipart|message)/", re.IGNORECASE)
_FOLD = re.compile(r"[\r\n]+")
_PARAMETER = re.compile(
    r';\s*+([^\s=;"*]++)(\*(?:\d{1,2}\*?)?)?\s*+=\s*+(?:"((?:[^"\\]|\\.)*+)"?|([^\s;]*+))'
)
_TYPE = re.compile(r"\s*+([\w.+-]++/[\w.+-]++)")


class Fields:
    """The header fields of a message or a part, in order; names without case, values unfolded."""

    __slots__ = ("_items",)

    def __init__(self, items: list[tuple[str, str]]) -> None:
        self._items = [(name.lower(), _FOLD.sub("", value)) for name, value in items]

    def all(self, name: str) -> list[str]:
        """Give every value of a field as it stands, raw bytes as surrogate escapes."""
        return [value for key, value in self._items if key == name]

    def first(self, name: str) -> str:
        """Give the first value, or ""."""
        return next((value for key, value in self._items if key == name), "")

    def text(self, name: str) -> str:
        """Give the first value decoded, white space at its ends taken off."""
        return charset.field(self.first(name)).strip()

    def names(self) -> list[str]:
        return [key for key, _ in self._items]

    def __contains__(self, name: str) -> bool:
        return any(key == name for key, _ in self._items)


class Part(msgspec.Struct, frozen=True):
    """A part of a message: a leaf with its decoded bytes, or a container with parts.

    `parameters` are those of Content-Type, names in lower case; `disposition` is `inline`, `attachment`
    or "".
    """

    kind: str
    fields: Fields
    parameters: dict[str, str] = {}
    disposition: str = ""
    filename: str = ""
    data: bytes = b""
    parts: tuple[Part, ...] = ()


class Message(msgspec.Struct, frozen=True):
    """A message: its fields, its tree (None where it was not read) and why it was not read."""

    fields: Fields
    root: Part | None = None
    refusal: str = ""


class _Refused(Exception):
    """A limit is passed, or the message cannot be split; the argument is the code."""


def split(raw: bytes) -> Message:
    """Split a raw message, if it keeps within the limits; never raises."""
    raw = raw.lstrip(b"\r\n\t ") if raw[:1].isspace() else raw
    head, whole = _head(raw)
    fields = _fields(head)
    try:
        _limit(raw, whole)
        return Message(fields, _part(message_from_bytes(raw, policy=policy.compat32), _Count(), 0))
    except _Refused as refused:
        return Message(fields, refusal=str(refused))
    except Exception:  # whatever the package stumbles over, the mail is answered and kept
        return Message(fields, refusal="unreadable")


def _head(raw: bytes) -> tuple[bytes, bool]:
    """The headers, cut to the limit, and whether that is all of them."""
    end = _HEADER_END.search(raw, 0, MOST_HEADER + 4)
    if end is not None:
        return raw[: end.start()], True
    return raw[:MOST_HEADER], len(raw) <= MOST_HEADER


def _limit(raw: bytes, whole: bool) -> None:
    if len(raw) > MOST_BYTES or raw.count(b"\n") > MOST_LINES:
        raise _Refused("too-large")
    if not whole:
        raise _Refused("headers-too-long")
    if raw.count(b"\r") > raw.count(b"\r\n") + MOST_LINES:
        raise _Refused("too-large")
    if sum(1 for _ in _CONTAINER.finditer(raw)) > MOST_PARTS:
        raise _Refused("too-many-parts")


def _fields(head: bytes) -> Fields:
    try:
        parsed = message_from_bytes(head + b"\n\n", policy=policy.compat32)
        return Fields([(name, str(value)) for name, value in parsed.raw_items()])
    except Exception:  # headers beyond repair are no headers
        return Fields([])


class _Count:
    def __init__(self) -> None:
        self.parts = 0


def _part(parsed: _Parsed, count: _Count, depth: int) -> Part:
    count.parts += 1
    if count.parts > MOST_PARTS:
        raise _Refused("too-many-parts")
    if depth > MOST_DEPTH:
        raise _Refused("too-deep")
    items = [(name, str(value)) for name, value in parsed.raw_items()]
    if sum(len(name) + len(value) for name, value in items) > 2 * MOST_HEADER:
        raise _Refused("headers-too-long")
    fields = Fields(items)
    kind, parameters = _typed(fields.first("content-type"), parsed.get_default_type())
    disposition, named = _valued(fields.first("content-disposition"))
    payload = parsed.get_payload()
    inner: tuple[Part, ...] = ()
    if isinstance(payload, list):
        inner = tuple(_part(each, count, depth + 1) for each in payload if isinstance(each, _Parsed))
    data = b"" if inner else _bytes(payload, fields.first("content-transfer-encoding"))
    filename = charset.field(named.get("filename", "") or parameters.get("name", ""))
    return Part(kind, fields, parameters, disposition, filename, data, inner)


def _typed(value: str, default: str) -> tuple[str, dict[str, str]]:
    found = _TYPE.match(value)
    if found is None:
        return default if not value.strip() else "text/plain", _parameters(value)
    return found[1].lower(), _parameters(value)


def _valued(value: str) -> tuple[str, dict[str, str]]:
    return value.partition(";")[0].strip().lower(), _parameters(value)


def _parameters(value: str) -> dict[str, str]:
    """Parameters of a field; pieces (`name*0=`) are joined, the first of two equal names counts."""
    pieces: dict[str, list[str]] = {}
    for found in _PARAMETER.finditer(value):
        name, star, quoted, bare = found.groups()
        text = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else bare
        known = pieces.setdefault(name.lower(), [])
        if not known or star:
            known.append(_extended(text, not known) if star and star.endswith("*") else text)
    return {name: "".join(texts) for name, texts in pieces.items()}


def _extended(text: str, first: bool) -> str:
    """Decode `charset'language'text%20with%20codes`."""
    from urllib.parse import unquote_to_bytes

    label, _, rest = text.partition("'") if first and text.count("'") >= 2 else ("", "", text)
    content = rest.partition("'")[2] if label or rest is not text else rest
    return charset.decode(unquote_to_bytes(content), label or "utf-8").text


def _bytes(payload: object, encoding: str) -> bytes:
    if not isinstance(payload, str):
        return b""
    data = payload.encode("utf-8", "surrogateescape")
    match encoding.strip().strip("\"';").lower():
        case "base64":
            return charset.unbase64(data)
        case "quoted-printable" | "quoted_printable" | "quotedprintable" | "qp":
            return charset.unquoted(data)
    return data


def moment(written: str) -> dt.datetime | None:
    """Read the date of a mail, in UTC; None if it is none. Without a zone it is taken for UTC."""
    try:
        sent = parsedate_to_datetime(written)
        return (sent if sent.tzinfo else sent.replace(tzinfo=dt.UTC)).astimezone(dt.UTC)
    except Exception:  # half a dozen kinds are raised on odd dates
        return None
