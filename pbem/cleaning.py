"""Undo what mailers, word processors and forums did to a record, before any grammar sees it.

What is undone is listed, one finding for each kind of repair, and every character of the clean text
knows where it stood. Free text (values of headers, comments) keeps all but control characters, odd line
ends and decomposed accents, save where the text as a whole is quoted, indented or evidently encoded.

This module tells clean text from the other kind; the repairs are loaded when the first is needed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbem.errors import Problem
from pbem.source import Source

REPAIRS: Mapping[str, str] = {
    "bom": "a byte order mark stood before the text",
    "utf-16": "the file was UTF-16 or UTF-32, not UTF-8",
    "encoding": "bytes that are not UTF-8 were read as Windows-1252",
    "double-encoded": "text looks as if it had been encoded twice; it is offered repaired and kept as it is",
    "control": "control characters and colour codes of a terminal were taken out",
    "line-ends": "line ends other than LF were read as it; rewriting keeps those that most lines have",
    "quoted": "quote marks in front of every line were taken off",
    "indented": "white space in front of every line was taken off",
    "numbered": "line numbers or times in front of every line were taken off",
    "soft-breaks": "left-overs of quoted-printable were decoded",
    "entities": "HTML entities were decoded",
    "markup": "BBCode, HTML or Markdown was taken out",
    "smilies": "a picture was read as the characters that it had replaced",
    "spaces": "spaces of other kinds were read as plain ones",
    "invisible": "invisible characters were taken out",
    "quotes": "curly quotes and apostrophes were read as plain ones",
    "dashes": "dashes, minus signs and arrows were read as hyphens",
    "ellipsis": "an ellipsis was read as dots",
    "full-width": "full-width or styled letters, digits and signs were read as plain ones",
    "decomposed": "letters and their accents were joined into one character",
    "flowed": "lines that a mailer had broken were joined again",
}
"""Code of every kind of repair, with its cause. The codes are stable."""

_SUSPECT = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f`&=\\<\[*:]"
    r"(?:(?<=[\x00-\x08\x0b-\x1f\x7f`])|(?<=&)[#A-Za-z][#0-9A-Za-z]{1,31};"
    r"|(?<==)(?:[0-9A-F]{2}|[ \t]*+(?:\n|\Z)|=?>)|(?<=\\)(?!\")|(?<=<)/?(?:[A-Za-z]{1,10}|[Hh][1-6])[ \t/>]"
    r"|(?<=\[)(?:/|[A-Za-z]{1,12}(?:[=\]]|[ \t]{1,3}\w{1,20}=)|\d{1,3}[;m]|\s*+[^\W\d_][\w.-]*+\s*+')"
    r"|(?<=\*)\*|(?<=:)[A-Za-z_]{3,12}:)"
)
_SUSPECT_START = re.compile(r"\s*+(?:>|(?<=[ \t])\S|[\[(<]?\d++(?!\s*+\.\s*+[^\W\d_][^:\n]*+:))")
_SUSPECT_PAIRS = ("--", "->", "~~~")


def clean(data: bytes | str, file: str) -> tuple[Source, tuple[Problem, ...]]:
    """Make a text fit to be parsed, and tell what had to be done, one note for each kind of repair.

    Raises PbemError where the bytes cannot be read for certain (UTF-16 without its mark).
    """
    text = _as_it_is(data)
    if text is not None and looks_clean(text):
        return Source.plain(file, text), ()
    from pbem import repairing

    return repairing.repaired(data, file)


def _as_it_is(data: bytes | str) -> str | None:
    """The text, where nothing is wrong with its bytes."""
    if isinstance(data, bytes):
        try:
            data = data.decode("utf-8")
        except UnicodeDecodeError:
            return None
    return None if data.startswith("\ufeff") else data


def looks_clean(text: str) -> bool:
    """Whether there is certainly nothing to repair, or even to doubt; quick for plain ASCII."""
    if _SUSPECT.search(text) or _SUSPECT_START.match(text) or any(pair in text for pair in _SUSPECT_PAIRS):
        return False
    if text.isascii():
        return True
    from pbem import decoding, folding

    return not (folding.needs_folding(text) or decoding.encoded_twice(text))


def unflow(text: str, delsp: bool) -> str:
    r"""Join the lines of a text with `format=flowed` (RFC 3676) as they were before a mailer broke them.

    A line that ends in a space goes on in the next of the same depth of quoting; with `delsp` that space
    was put there for the break and goes. One space before a line is taken off, and quoted lines come
    back with their marks and one space. The line `-- ` before a signature stays alone.
    """
    joined: list[tuple[str, str]] = []
    open_ended = False
    for line in re.split(r"\r\n?|\n", text):
        content = line.lstrip(">")
        marks = line[: len(line) - len(content)]
        content = content.removeprefix(" ")
        signature = content == "-- "
        if open_ended and not signature and joined[-1][0] == marks:
            joined[-1] = marks, joined[-1][1] + content
        else:
            joined.append((marks, content))
        open_ended = content.endswith(" ") and not signature
        if open_ended and delsp:
            joined[-1] = marks, joined[-1][1][:-1]
    return "\n".join(f"{marks} {content}" if marks else content for marks, content in joined)
