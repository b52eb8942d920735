"""Structure of a plain text mail: which lines its sender wrote for this mail, and which are something else.

A line is taken for something else when in doubt: a line left out is a question, a stale one carried out
is a wrong move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from pbem.mail import phrases

QUOTED = "stands in quoted text"
BELOW = "stands below the start of a quoted mail"
SIGNATURE = "stands in the signature"
FOOTER = "stands in the footer of a list"
FRAMING = "belongs to a quote"


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_SPACE = re.compile(r"[^\S\n]+")
_MARK = re.compile(r"[ \t\xa0]{0,8}(?:>|&gt;|[^\W\d_]{1,12}>(?=[\s>]|\Z)|[|»›＞](?=[\s|»›＞]|\Z))")
_NOVELL = re.compile(r">>> .{3,200}\d.{0,40}>>>\s*")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_EMPHASIS = re.compile(r"[*_]{1,2}")
_DIVIDER = re.compile(r"\W{0,3}[-_=*—–‐]{2,}\s*(?P<text>[^\n]{3,80}?)\s*[-_=*—–‐]{2,}\W{0,3}")
_RULE = re.compile(r"\s*[_]{5,}\s*")
_LONG_RULE = re.compile(r"\s*_{40,}\s*")
_ADDRESS = re.compile(r"[^\s<>()\[\]@:;,]{1,64}@[\w.-]{1,100}")
_YEAR = re.compile(r"(?:19|20)\d\d(?!\d)")
_DAY = re.compile(
    r"(?<!\d)\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:\d{2,4})?"
    r"|(?<!\d)\d{1,2}\.? [^\W\d_]{3,9}|[^\W\d_]{3,9} \d{1,2}(?!\d)"
)
_CLOCK = re.compile(r"(?<!\d)\d{1,2}[:.]\d\d(?!\d)")
_WROTE = re.compile(rf"(?:(?<=\W)|\A)(?:{_any(phrases.WROTE)})")
_EASTERN_WROTE = re.compile("さんは書きました|のメール|のメッセージ|写道|寫道|작성")
_QUOTING = re.compile(rf"(?:{_any(phrases.QUOTING)}) .*:")
_WORDY = re.compile(r"[^\W\d_]{2,}")
_SNIP = re.compile(r"[\[(<]?(?:\.{3}|…|snip|schnipp|gekürzt|cut|\.\.\. ?snip ?\.\.\.)[\])>]?", re.IGNORECASE)

_KINDS = {label: kind for kind, labels in phrases.LABELS.items() for label in labels}
_LABEL = re.compile(r"\s*([^\W\d_][^:：\n]{0,24}?)\s?[:：](?=\s|\Z|[^/])")
_INLINE = re.compile(rf"(?:(?<=\s)|\A)({_any(_KINDS)})\s?[:：]\s")
_DIVIDERS = phrases.DIVIDERS
_FORWARDS = frozenset(phrases.FORWARDS)
_FOOTERS = phrases.FOOTERS
_BLOCK = 12
"""Lines in which the labels of a header block stand together."""


class Line(msgspec.Struct, frozen=True):
    """A line of the text, counted from 1; `reason` is "" if its sender wrote it for this mail."""

    number: int
    text: str
    reason: str = ""


def is_quoted(line: str) -> bool:
    """Tell whether a line begins with a quote mark (`>`, a name and `>`, `|`)."""
    return _MARK.match(line) is not None


def mark(lines: list[str]) -> list[Line]:
    """Say of every line what it is. Linear in the number of lines."""
    reasons = [QUOTED if is_quoted(line) else "" for line in lines]
    at = 0
    while at < len(lines):
        if not lines[at].strip() or (reasons[at] and not _NOVELL.fullmatch(lines[at])):
            at += 1
            continue
        size, rest = _start(lines, reasons, at)
        if rest:
            _fill(reasons, at, rest)
            break
        for index in range(at, at + size):
            reasons[index] = FRAMING
        at += max(1, size)
    return [
        Line(number, text, reason)
        for number, (text, reason) in enumerate(zip(lines, reasons, strict=True), 1)
    ]


def _fill(reasons: list[str], at: int, reason: str) -> None:
    for index in range(at, len(reasons)):
        reasons[index] = reasons[index] or reason


def _start(lines: list[str], reasons: list[str], at: int) -> tuple[int, str]:
    """What begins at a line: how many lines frame a quote there, and why all the rest is left out (or "")."""
    line = lines[at]
    if line.rstrip("\r") == "-- ":
        return 0, SIGNATURE
    if _closes(lines, at):
        return 0, FOOTER
    if reasons[at]:
        return 0, BELOW
    size = _framing(lines, reasons, at)
    if not size:
        return 0, ""
    while more := _more(lines, reasons, at + size):
        size = more - at
    return (size, "") if _quotes_follow(lines, reasons, at + size) else (0, BELOW)


def _more(lines: list[str], reasons: list[str], at: int) -> int:
    """Where a second announcement ends that follows the first one; 0 if there is none."""
    after = _next(lines, at)
    size = _framing(lines, reasons, after) if after < len(lines) and not reasons[after] else 0
    return after + size if size else 0


def _framing(lines: list[str], reasons: list[str], at: int) -> int:
    """How many lines, from this one on, announce a quote: an attribution, a divider or a header block."""
    if _divides(lines[at]) or _forwards(lines[at]):
        return 1
    if _RULE.fullmatch(lines[at]):
        after = _next(lines, at + 1)
        block = _header_block(lines, after) if after < len(lines) and not reasons[after] else 0
        return after - at + block if block else 0
    return _header_block(lines, at) or _bare_block(lines, at) or _attribution(lines, reasons, at)


def _quotes_follow(lines: list[str], reasons: list[str], at: int) -> bool:
    """The next line with something on it has a quote mark."""
    while at < len(lines) and (not lines[at].strip() or _SNIP.fullmatch(lines[at].strip())):
        at += 1
    return at < len(lines) and bool(reasons[at])


def _next(lines: list[str], at: int) -> int:
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at


def _plain(text: str) -> str:
    bare = text if text.isascii() else _INVISIBLE.sub("", text)
    return _SPACE.sub(" ", _EMPHASIS.sub("", bare)).strip().casefold()


# --- dividers, forwards, footers


def _divides(line: str) -> bool:
    if len(line) > 140 or not (found := _DIVIDER.fullmatch(line.strip())):
        return False
    words = found["text"].casefold().replace("’", "'")
    return any(phrase in words for phrase in _DIVIDERS)


def _forwards(line: str) -> bool:
    return len(line) < 80 and line.rstrip().endswith((":", "：")) and _plain(line).rstrip(":： ") in _FORWARDS


def _closes(lines: list[str], at: int) -> bool:
    """A footer begins here: of a list, or of a scanner."""
    line = lines[at]
    if _LONG_RULE.fullmatch(line):
        after = " ".join(lines[at + 1 : at + 4]).casefold()
        return "mailing list" in after or "http" in after or "unsubscribe" in after or "@" in after
    if line.startswith("--~--~"):
        return True
    text = line[:120].strip().casefold()
    return text.startswith(_FOOTERS)


# --- header blocks


def _header_block(lines: list[str], at: int) -> int:
    """How many lines a block of headers (`From: ... Sent: ...`) takes, 0 if there is none."""
    if _kind(lines[at]) in ("", "other"):
        return _one_line_block(lines[at])
    return _block_of_lines(lines, at) or _one_line_block(lines[at])


def _block_of_lines(lines: list[str], at: int) -> int:
    kinds: dict[str, str] = {}
    last = at
    misses = 0
    for index in range(at, min(len(lines), at + _BLOCK)):
        if not lines[index].strip():
            continue
        kind = _kind(lines[index])
        if kind and (kind == "other" or kind not in kinds):
            kinds[kind] = lines[index]
            last, misses = index, 0
        elif (misses := misses + 1) > 1:
            break
    named = [kind for kind in kinds if kind != "other"]
    if "from" in kinds and (len(named) >= 3 or (len(named) == 2 and _evident(kinds))):
        return last - at + 1
    return 0


def _bare_block(lines: list[str], at: int) -> int:
    """A block whose labels stand on lines of their own: an address or a date, then `To`, then `Subject`."""
    if len(lines[at]) > 200 or not (_ADDRESS.search(lines[at]) or _CLOCK.search(lines[at])):
        return 0
    kinds = [_KINDS.get(_plain(line[:60]), "") for line in lines[at + 1 : at + _BLOCK]]
    if "to" not in kinds or "subject" not in kinds[kinds.index("to") :]:
        return 0
    return kinds.index("subject", kinds.index("to")) + 2


def _kind(line: str) -> str:
    """What a label at the start of a line means, "" if it is none."""
    found = _LABEL.match(_EMPHASIS.sub("", line[:60]))
    return _KINDS.get(found[1].strip().casefold(), "") if found else ""


def _evident(kinds: dict[str, str]) -> bool:
    sender, date = kinds["from"], kinds.get("date", "")
    return bool(_ADDRESS.search(sender[:300])) or bool(date and _YEAR.search(date[:200]))


def _one_line_block(line: str) -> int:
    """A block whose line ends were lost."""
    if len(line) < 30 or ":" not in line:
        return 0
    text = _EMPHASIS.sub("", line[:600]).casefold()
    kinds = {_KINDS[found[1]] for found in _INLINE.finditer(text)} - {"other"}
    return 1 if "from" in kinds and len(kinds) >= 3 else 0


# --- attributions


def _attribution(lines: list[str], reasons: list[str], at: int) -> int:
    """How many lines an attribution (`On ... Ann wrote:`) takes, up to three; 0 if there is none."""
    text = ""
    for size in range(1, 4):
        index = at + size - 1
        if index >= len(lines) or reasons[index] or not lines[index].strip() or len(lines[index]) > 300:
            return 0
        text = f"{text} {lines[index].strip()}" if text else lines[index].strip()
        if size > 1 and len(text) > 400:
            return 0
        if _attributes(_plain(text)):
            return 0 if _begins_later(lines, at, size) else size
    return 0


def _begins_later(lines: list[str], at: int, size: int) -> bool:
    """What follows the first line is an attribution by itself, so the first line may be anything."""
    return any(
        _attributes(_plain(" ".join(line.strip() for line in lines[start : at + size])))
        for start in range(at + 1, at + size)
    )


def _attributes(text: str) -> bool:
    """A date or an address, a verb of writing or an address, and a colon at its end."""
    if not text.endswith((":", "：", ":>", ": ")):
        return False
    text = text.rstrip(":：> ")
    address = _ADDRESS.search(text) is not None
    dated = bool(_YEAR.search(text) or (_DAY.search(text) and _CLOCK.search(text)))
    wrote = _wrote(text)
    if wrote and (dated or address):
        return True
    if address and dated and _CLOCK.search(text):
        return True
    if address and _QUOTING.match(f"{text}:"):
        return True
    return wrote and len(_WORDY.findall(text)) <= 5 and _wrote_last(text)


def _wrote(text: str) -> bool:
    return _WROTE.search(text) is not None or _EASTERN_WROTE.search(text) is not None


def _wrote_last(text: str) -> bool:
    """The verb closes the line (`Ann wrote:`), or a name of two words follows it."""
    ends = list(_WROTE.finditer(text))
    return bool(ends) and len(text[ends[-1].end() :].split()) <= 3 and ends[-1].start() > 1
