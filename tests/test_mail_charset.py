"""Bytes become text whatever their label says."""

from __future__ import annotations

import pytest

from pbem.mail import charset

TEXT = "Grüße, schöne Züge"


@pytest.mark.parametrize(
    ("label", "data", "warned"),
    [
        ("utf-8", TEXT.encode(), False),
        ("UTF8", TEXT.encode(), False),
        ('"utf-8"', TEXT.encode(), False),
        ("", TEXT.encode(), False),
        ("us-ascii", TEXT.encode(), False),
        ("iso-8859-1", TEXT.encode("latin-1"), False),
        ("ISO_8859-15", TEXT.encode("iso8859-15"), False),
        ("windows-1252", TEXT.encode("cp1252"), False),
        ("macintosh", TEXT.encode("mac-roman"), False),
        ("utf-16", TEXT.encode("utf-16"), False),
        ("utf-16le", TEXT.encode("utf-16-le"), False),
        ("", TEXT.encode("cp1252"), True),
        ("utf-8", TEXT.encode("cp1252"), True),
        ("iso-8859-1", TEXT.encode(), True),
        ("x-martian", TEXT.encode(), True),
        ("x-martian", TEXT.encode("cp1252"), True),
        ("utf-16", TEXT.encode(), True),
        ("gb2312", TEXT.encode("cp1252") + b"\xff", True),
    ],
)
def test_declared_then_utf_8_then_windows_1252(label: str, data: bytes, warned: bool) -> None:
    decoded = charset.decode(data, label)
    assert decoded.text.startswith(TEXT)
    assert bool(decoded.warning) == warned


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("koi8-r", "koi8-r", "Привет"),
        ("windows-1251", "cp1251", "Привет"),
        ("iso-8859-2", "iso8859-2", "Zażółć"),
        ("gb2312", "gb2312", "你好"),
        ("big5", "big5", "你好"),
        ("shift_jis", "shift_jis", "こんにちは"),
        ("iso-2022-jp", "iso-2022-jp", "こんにちは"),
        ("euc-kr", "euc-kr", "안녕"),
        ("ks_c_5601-1987", "cp949", "안녕"),
        ("iso-8859-7", "iso8859-7", "Γεια"),
        ("iso-8859-9", "iso8859-9", "ığ"),
    ],
)
def test_charsets_of_the_world(label: str, codec: str, text: str) -> None:
    assert charset.decode(text.encode(codec), label) == charset.Decoded(text)


@pytest.mark.parametrize(
    "label", ["unicode_escape", "idna", "punycode", "rot13", "hex", "undefined", "utf-7", "\x00", "é" * 1000]
)
def test_a_label_reaches_no_codec_that_mail_does_not_use(label: str) -> None:
    decoded = charset.decode(b"lay A3\\n+ADw-\xe9", label)
    assert decoded.text == "lay A3\\n+ADw-é"
    assert decoded.warning


def test_a_byte_that_nothing_explains_is_marked_as_lost() -> None:
    assert charset.decode(b"Om\x81ha", "windows-1252").text == f"Om{charset.LOST}ha"


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("=?utf-8?q?Gr=C3=BC=C3=9Fe?=", "Grüße"),
        ("=?ISO-8859-1?Q?Gr=FC=DFe?= x", "Grüße x"),
        ("=?utf-8?b?R3LDvMOfZQ==?=", "Grüße"),
        ("=?utf-8?b?R3LDvMOfZQ?=", "Grüße"),
        ("=?utf-8?q?Gr=C3?= =?utf-8?q?=BC=C3=9Fe?=", "Grüße"),
        ("=?utf-8?q?a?= =?iso-8859-1?q?=E9?=", "aé"),
        ("a =?utf-8?q?b?= c", "a b c"),
        ("=?utf-8*de?q?a_b?=", "a b"),
        ("=?bogus?q?=E9?=", "é"),
        ("=??q?x?=", "x"),
        ("=?utf-8?x?abc?=", "=?utf-8?x?abc?="),
        ("=?utf-8?q?never closed", "=?utf-8?q?never closed"),
        ("Gr\udcc3\udcbc\udcc3\udc9fe", "Grüße"),
        ("Gr\udcfc\udcdfe", "Grüße"),
        ("plain", "plain"),
    ],
)
def test_encoded_words_of_all_kinds(field: str, text: str) -> None:
    assert charset.field(field) == text


def test_quoted_printable_with_soft_breaks_and_strays() -> None:
    typed = b"la=\r\ny=20A3=3D = =zz=\n\n  \nx \t\n="
    assert charset.unquoted(typed) == b"lay A3= = =zz\n\nx\n"


@pytest.mark.parametrize(
    "data", [b"bGF5IEEz", b"bGF5\r\nIEEz\r\n", b"bGF5IEEz=", b"bGF5 !! IEEz", b"bGF5IEEzx", b"bGF5IEEz===="]
)
def test_base64_with_strays_and_cut_ends(data: bytes) -> None:
    assert charset.unbase64(data).startswith(b"lay A3")
