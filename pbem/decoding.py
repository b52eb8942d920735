"""Bytes to text, whatever program wrote them: UTF-8 first, then what cannot be UTF-8."""

from __future__ import annotations

import codecs
import functools
import re
from typing import NamedTuple

from pbem.errors import PbemError, Problem, Span

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_STRAY = re.compile("[\ud800-\udfff]")


class Decoded(NamedTuple):
    """The text without its byte order mark. `stray` lists where bytes that are not UTF-8 stood."""

    text: str
    encoding: str
    stray: list[int]


def decode(data: bytes, file: str) -> Decoded:
    """Read bytes as a person meant them. Raises PbemError for UTF-16 that does not say so."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            errors = "surrogateescape" if encoding == "utf-8-sig" else "replace"
            text = data[len(mark) :].decode(encoding.removesuffix("-sig"), errors)
            return _without_strays(text, encoding)
    _refuse_wide(data, file)
    try:
        return Decoded(data.decode("utf-8"), "utf-8", [])
    except UnicodeDecodeError:
        text = data.decode("utf-8", "surrogateescape")
    wide = any(ord(found) > 0x7F for found in re.findall("[^\x00-\x7f\udc80-\udcff]", text))
    return _without_strays(text, "utf-8" if wide else "windows-1252")


def tolerant(data: bytes) -> str:
    """Decode UTF-8, and read each byte that is not as Windows-1252."""
    return _without_strays(data.decode("utf-8", "surrogateescape"), "").text


def settled(text: str, encoding: str = "utf-8") -> Decoded:
    """Take a byte order mark and the escaped bytes of a failed decoding out of a text."""
    if text.startswith("\ufeff"):
        text, encoding = text[1:], "utf-8-sig"
    return Decoded(text, encoding, []) if text.isascii() else _without_strays(text, encoding)


def _without_strays(text: str, encoding: str) -> Decoded:
    stray = [found.start() for found in _STRAY.finditer(text)]
    if stray:
        text = _STRAY.sub(lambda found: western(ord(found.group())), text)
    return Decoded(text, encoding, stray)


def western(code: int) -> str:
    """The Windows-1252 character of an escaped byte; U+FFFD for half a pair of UTF-16."""
    if not 0xDC80 <= code <= 0xDCFF:
        return "\ufffd"
    return _western()[code - 0xDC80]


@functools.cache
def _western() -> str:
    return "".join(bytes([code]).decode("cp1252", "ignore") or chr(code) for code in range(0x80, 0x100))


def _refuse_wide(data: bytes, file: str) -> None:
    """Refuse UTF-16 without a mark: every other byte is nought, and which ones is only a guess."""
    sample = data[:4096]
    half = len(sample) // 2
    if half < 2 or b"\0" not in sample:
        return
    if max(sample[::2].count(0), sample[1::2].count(0)) * 2 > half and sample.count(0) < len(sample) * 0.7:
        message = "this looks like UTF-16 without a byte order mark: save it as UTF-8"
        raise PbemError(f"{file}: {message}", (Problem(Span(file, 1, 1, 1), "error", "utf-16", message),))


_TWICE = re.compile(
    "[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]+"
)


def encoded_twice(text: str) -> re.Match[str] | None:
    """Find the first place that looks like UTF-8 read as Windows-1252 (`ZoÃ«`)."""
    return next((found for found in _TWICE.finditer(text) if once(found.group()) != found.group()), None)


def count_encoded_twice(text: str) -> int:
    """How many places look like UTF-8 read as Windows-1252."""
    return sum(once(found.group()) != found.group() for found in _TWICE.finditer(text))


def once(text: str) -> str:
    """Undo one encoding too many, wherever that gives proper UTF-8."""
    return _TWICE.sub(lambda found: _once(found.group()), text)


def _once(text: str) -> str:
    table = {character: 0x80 + index for index, character in enumerate(_western())}
    try:
        meant = bytes(table[character] for character in text).decode("utf-8")
    except (KeyError, UnicodeDecodeError):
        return text
    return meant if meant.isprintable() else text
