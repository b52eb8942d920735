"""Bytes to text, whatever their label says: declared, then UTF-8, then windows-1252.

Labels lie, are misspelt, empty or unknown. Only text encodings that mail really uses are looked up, so
that no label reaches a codec that is slow, or does more than decoding.
"""

from __future__ import annotations

import base64
import binascii
import re

import msgspec

LOST = "\ufffd"
"""What stands for bytes that no encoding explains."""

_WESTERN = ("iso88591", "latin1", "l1", "ascii", "usascii", "ansix341968", "windows1252", "cp1252", "x1252")
_NAMES = {
    **dict.fromkeys(("utf8", "utf8mb4", "unicode11utf8", "uft8", "utf", "unicode"), "utf-8"),
    **dict.fromkeys(_WESTERN, "cp1252"),
    **{f"iso8859{n}": f"iso8859-{n}" for n in (2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16)},
    **{f"latin{n}": f"iso8859-{m}" for n, m in ((2, 2), (3, 3), (4, 4), (5, 9), (6, 10), (9, 15))},
    **{
        f"{prefix}125{n}": f"cp125{n}"
        for prefix in ("windows", "cp", "win")
        for n in (0, 1, 3, 4, 5, 6, 7, 8)
    },
    **{name: name for name in ("cp437", "cp850", "cp852", "cp858", "cp866", "hz")},
    "ibm850": "cp850",
    "ibm437": "cp437",
    "ibm852": "cp852",
    "ibm866": "cp866",
    "hzgb2312": "hz",
    "koi8r": "koi8-r",
    "koi8u": "koi8-u",
    "macintosh": "mac-roman",
    "xmacroman": "mac-roman",
    **dict.fromkeys(("gb2312", "gbk", "gb18030", "xgbk", "cp936", "euccn"), "gb18030"),
    "big5": "cp950",
    "cnbig5": "cp950",
    "big5hkscs": "big5hkscs",
    "eucjp": "euc-jp",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "xsjis": "cp932",
    "windows31j": "cp932",
    "iso2022jp": "iso2022-jp-2",
    "iso2022jp1": "iso2022-jp-1",
    "iso2022kr": "iso2022-kr",
    **dict.fromkeys(("euckr", "ksc56011987", "ksc5601", "cp949", "windows949"), "cp949"),
    "tis620": "tis-620",
    "windows874": "cp874",
    "iso885911": "cp874",
    "utf16": "utf-16",
    "utf16le": "utf-16-le",
    "utf16be": "utf-16-be",
    "utf32": "utf-32",
}
_NOT_NAME = re.compile(r"[^a-z0-9]")
_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


class Decoded(msgspec.Struct, frozen=True):
    """Text, and what had to be assumed to get it ("" if its label was right)."""

    text: str
    warning: str = ""


def decode(data: bytes, label: str = "") -> Decoded:
    """Decode with the declared charset if that works, else as UTF-8, else as windows-1252.

    Bytes labelled as Western are UTF-8 all the same where they can be nothing else.
    """
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return Decoded(data.decode(encoding, "replace").removeprefix("\ufeff"))
    name = _NOT_NAME.sub("", label.casefold()[:64])
    encoding = _NAMES.get(name, "")
    if data.isascii() and not encoding.startswith(("utf-16", "utf-32", "iso2022", "hz")):
        return Decoded(data.decode("ascii"), "" if encoding or not name else _unknown(label))
    return _guess(data, encoding, label)


def _guess(data: bytes, encoding: str, label: str) -> Decoded:
    warning = "" if encoding or not label.strip() else _unknown(label)
    if encoding == "cp1252" and (text := _strict(data, "utf-8")) is not None:
        return Decoded(
            text, "" if "ascii" in label.lower() else f"the text says {_shown(label)} and is UTF-8"
        )
    if encoding.startswith(("utf-16", "utf-32")) and b"\x00" not in data:
        warning, encoding = f"the text says {_shown(label)} and is not", ""
    if encoding and (text := _strict(data, encoding)) is not None:
        return Decoded(text)
    if encoding not in ("", "cp1252"):
        warning = warning or f"the text says {_shown(label)} and is not"
    if (text := _strict(data, "utf-8")) is not None:
        return Decoded(text, warning)
    return Decoded(data.decode("cp1252", "replace"), warning or "the text was read as windows-1252")


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeError, LookupError, ValueError):
        return None


def _unknown(label: str) -> str:
    return f"the charset {_shown(label)} is not known"


def _shown(label: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in label.strip()[:40]) or "(empty)"


# --- header fields

_WORD = re.compile(r"=\?([^?]{0,64})\?([bBqQ])\?([^?]*+)\?=")
_GAP = re.compile(r"\s*+\Z")


def field(value: str) -> str:
    """Decode a header field: encoded words of any charset, and raw bytes kept as surrogate escapes."""
    plain = decode(value.encode("utf-8", "surrogateescape")).text if _escaped(value) else value
    if "=?" not in plain:
        return plain
    return "".join(_joined(_pieces(plain)))


def _escaped(value: str) -> bool:
    return any("\udc80" <= sign <= "\udcff" for sign in value)


def _pieces(value: str) -> list[tuple[str, str, bytes]]:
    """Cut a field into (charset, text, bytes): a plain stretch has text, an encoded word bytes.

    White space between two encoded words is dropped.
    """
    pieces: list[tuple[str, str, bytes]] = []
    at = 0
    for found in _WORD.finditer(value):
        between = value[at : found.start()]
        if between and not (pieces and not between.strip()):
            pieces.append(("", between, b""))
        charset = found[1].partition("*")[0]
        pieces.append((charset or "?", "", _unencoded(found[2], found[3])))
        at = found.end()
    if value[at:]:
        pieces.append(("", value[at:], b""))
    return pieces


def _joined(pieces: list[tuple[str, str, bytes]]) -> list[str]:
    """Decode, neighbours of one charset as a whole, since some mailers cut a character in two."""
    out: list[str] = []
    run: list[bytes] = []
    for index, (charset, text, data) in enumerate(pieces):
        if not charset:
            out.append(text)
            continue
        run.append(data)
        following = pieces[index + 1][0] if index + 1 < len(pieces) else ""
        if following.lower() != charset.lower():
            out.append(decode(b"".join(run), charset.strip("?")).text)
            run = []
    return out


def _unencoded(kind: str, text: str) -> bytes:
    data = text.encode("utf-8", "surrogateescape")
    if kind in "bB":
        return unbase64(data)
    return unquoted(data.replace(b"_", b" "))


# --- transfer encodings

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]")
_ESCAPED_BYTE = re.compile(rb"=([0-9A-Fa-f]{2})")
_SOFT_BREAK = re.compile(rb"=[ \t]*+(?:\r\n|\n|\r|\Z)")
_TRAILING = re.compile(rb"(?<![ \t])[ \t]++(?=\r|\n|\Z)")


def unbase64(data: bytes) -> bytes:
    """Decode base64, passing over what cannot belong to it and a cut end."""
    clean = _NOT_BASE64.sub(b"", data.partition(b"=")[0] if data.count(b"=") < 3 else data)
    if len(clean) % 4 == 1:
        clean = clean[:-1]
    try:
        return base64.b64decode(clean + b"=" * (-len(clean) % 4))
    except (binascii.Error, ValueError):
        return b""


def unquoted(data: bytes) -> bytes:
    """Decode quoted-printable; an equals sign that begins no code stays."""
    joined = _SOFT_BREAK.sub(b"", _TRAILING.sub(b"", data))
    return _ESCAPED_BYTE.sub(lambda found: bytes((int(found[1], 16),)), joined)
