"""Who a mail is from and to, when it was sent, and which game its headers name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

import msgspec

from pbem.mail import charset
from pbem.mail.message import Fields, moment

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
"""What a game may be called; nothing else from a mail is ever looked up."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_ID = re.compile(r"<[^<>\s]{1,300}>")
_DOMAIN = re.compile(r"[\w-]{1,63}(?:\.[\w-]{1,63}){0,20}\.?|\[[0-9A-Fa-f.:]{2,60}\]")
_MOST_IDS = 50
_MOST_ADDRESSES = 100
_RECIPIENTS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "resent-to", "x-envelope-to")


class Address(msgspec.Struct, frozen=True):
    """An address (domain in lower case) and the name before it."""

    address: str
    name: str = ""


def clean(text: str, most: int = 300) -> str:
    """Take what moves a terminal, and more than a line, out of a text from a header."""
    return " ".join(_CONTROL.sub(" ", text[: 4 * most]).split())[:most]


# --- addresses


def addresses(values: Iterable[str]) -> tuple[Address, ...]:
    """Read address fields: names, comments, quoted strings, groups and encoded words."""
    found: list[Address] = []
    for value in values:
        for piece in _pieces(value[:16_384]):
            address = _address(piece)
            if address is not None:
                found.append(address)
            if len(found) >= _MOST_ADDRESSES:
                return tuple(found)
    return tuple(found)


_LEXEME = re.compile(r'"((?:[^"\\]|\\.)*+)"?|<([^<>]*+)>?|([(),;:])|([^"<(),;:]+)|(.)', re.DOTALL)


def _pieces(value: str) -> Iterator[tuple[str, str]]:
    """Cut a list into (words and names, what stood in angle brackets)."""
    words: list[str] = []
    angle = ""
    depth = 0
    comment: list[str] = []
    for found in _LEXEME.finditer(value):
        quoted, bracketed, sign, text, _ = found.groups()
        if sign == "(":
            depth += 1
        elif sign == ")":
            depth = max(0, depth - 1)
        elif depth:
            comment.append(found[0])
        elif sign in (",", ";"):
            yield _named(words, comment), angle or "".join(words)
            words, comment, angle = [], [], ""
        elif sign == ":":
            words = []
        elif bracketed is not None:
            angle = angle or bracketed
        else:
            words.append(re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else text or "")
    yield _named(words, comment), angle or "".join(words)


def _named(words: list[str], comment: list[str]) -> str:
    text = " ".join(words).strip()
    return text if text and "@" not in text else " ".join(comment) or text


def _address(piece: tuple[str, str]) -> Address | None:
    name, text = piece
    bare = re.sub(r"\s+", "", _CONTROL.sub("", text[:1000])).removeprefix("mailto:")
    local, at, domain = bare.rpartition("@")
    if not (local and at and _DOMAIN.fullmatch(domain)) or len(local) > 200:
        return None
    shown = clean(charset.field(name), 100).strip("'\" ")
    return Address(f"{local}@{domain.lower().rstrip('.')}", "" if shown.replace(" ", "") == bare else shown)


def recipients(fields: Fields) -> tuple[str, ...]:
    """Give every address that the mail is or was sent to, each once."""
    values = [value for name in _RECIPIENTS for value in fields.all(name)]
    return tuple(dict.fromkeys(each.address for each in addresses(values)))


# --- ids and dates


def ids(values: Iterable[str]) -> tuple[str, ...]:
    """Give the message ids in some fields, with their brackets, each once and the first ones first."""
    found = (match[0] for value in values for match in _ID.finditer(value))
    return tuple(dict.fromkeys(each for _, each in zip(range(_MOST_IDS), found, strict=False)))


def date(fields: Fields) -> tuple[str, str]:
    """Give the date as written, and in UTC ("" if it cannot be read; no zone means UTC)."""
    written = clean(charset.field(fields.first("date")), 100)
    sent = moment(written)
    return written, sent.strftime("%Y-%m-%dT%H:%M:%SZ") if sent else ""


# --- subjects

_PREFIX = re.compile(
    r"\s*+(?:re|aw|sv|antw|antwort|fwd|fw|wg|tr|rv|vs|vb|odp|pd|rif|rép|rep|ref|enc|res|ynt|ilt|i̇lt|ang|vl|atb|bls|doorst"
    r"|továbbítás|vá|fyi|trs|απ|πρθ|σχετ|на|ответ|отв|пересл|fs|회신|전달|답장|回复|回覆|答复|转发|轉寄|返信|転送|r|i)"
    r"(?:\s{0,2}[\[(^*]?\d{1,3}[\])]?)?\s{0,2}[:：]",
    re.IGNORECASE,
)
_TAG = re.compile(r"\s*+\[([^\[\]]{0,80})\]")
_ANY_TAG = re.compile(r"\[([^\[\]]{0,80})\]")
_VERDICT = re.compile(
    r"\s*+(?:#[0-9a-f]{1,8}\b\s*)?(?:[a-z]{1,20}: )?"
    r"(?:taken|needs a fix|not taken|your turn|the game begins|the game is over|[a-z]{1,20} has moved)\b\W*"
    r"|\s*+#[0-9a-f]{1,8}\b(?:\s+[a-z]{2,20}:)?",
    re.IGNORECASE,
)
_WAS = re.compile(r"\(was: [^()]*\)\s*\Z", re.IGNORECASE)


def subject(text: str) -> tuple[str, tuple[str, ...]]:
    """Give the subject without prefixes, counters and tags, and the names that stand in tags, in order."""
    rest = clean(text, 1000)
    tags = tuple(name for tag in _ANY_TAG.finditer(_WAS.sub("", rest)) if (name := name_of(tag[1])))
    before = ""
    while rest != before:
        before = rest
        for pattern in (_PREFIX, _TAG, _VERDICT if tags else _PREFIX):
            if found := pattern.match(rest):
                rest = rest[found.end() :]
    return rest.strip()[:300], tuple(dict.fromkeys(tags))


def name_of(text: str) -> str:
    """Give a game's name in lower case, or "" if it cannot be one."""
    name = text.strip().lower()
    return name if NAME.fullmatch(name) else ""


# --- which game


def tagged(text: str, known: Collection[str]) -> tuple[str, ...]:
    """Give the games that a subject names. Tags of lists are passed over if another one is a game."""
    tags = subject(text)[1]
    if games := tuple(tag for tag in tags if tag in known):
        return games
    return tags[-1:]


def plussed(found: Iterable[str], known: Collection[str], domain: str) -> tuple[str, ...]:
    """Give the games that plus-addresses (`desk+friday-42@example.org`) at our domain name."""
    names: dict[str, None] = {}
    for address in found:
        local, _, host = address.rpartition("@")
        extension = local.partition("+")[2]
        name = name_of(extension)
        if name and (name in known or (domain and host == domain.lower()) or not (known or domain)):
            names[name] = None
    return tuple(names)
