"""What announces a quote: dividers, header blocks and attributions, in the languages of mail programs.

Each function looks at the lines from one line on and says how many of them the announcement takes; 0 if
there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbem.mail import phrases


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_SPACE = re.compile(r"[^\S\n]+")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_EMPHASIS = re.compile(r"[*_]{1,2}")
_DIVIDER = re.compile(r"\W{0,3}[-_=*—–‐]{2,}\s*(?P<text>[^\n]{3,150}?)\s*[-_=*—–‐]{2,}\W{0,3}")
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
_KINDS = {label: kind for kind, labels in phrases.LABELS.items() for label in labels}
_LABEL = re.compile(r"\s*([^\W\d_][^:：\n]{0,24}?)\s?[:：](?=\s|\Z|[^/])")
_INLINE = re.compile(rf"(?:(?<=\s)|\A)({_any(_KINDS)})\s?[:：]\s")
_DIVIDERS = phrases.DIVIDERS
_FORWARDS = frozenset(phrases.FORWARDS)
_BLOCK = 12
"""Lines in which the labels of a header block stand together."""


def announcement(lines: list[str], reasons: list[str], at: int) -> int:
    """Count the lines that a divider, a header block or an attribution takes from one line on."""
    if _divides(lines[at]) or _forwards(lines[at]):
        return 1
    return (
        header_block(lines, at)
        or _bare_block(lines, at)
        or _unknown_block(lines, at)
        or _attribution(lines, reasons, at)
    )


def _plain(text: str) -> str:
    bare = text if text.isascii() else _INVISIBLE.sub("", text)
    return _SPACE.sub(" ", _EMPHASIS.sub("", bare)).strip().casefold()


# --- dividers


def _divides(line: str) -> bool:
    if len(line) > 200 or not (found := _DIVIDER.fullmatch(line.strip())):
        return False
    words = found["text"].casefold().replace("’", "'")
    return any(phrase in words for phrase in _DIVIDERS) or _attributes(f"{words}:")


def _forwards(line: str) -> bool:
    return len(line) < 80 and line.rstrip().endswith((":", "：")) and _plain(line).rstrip(":： ") in _FORWARDS


# --- header blocks


def header_block(lines: list[str], at: int) -> int:
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


def _unknown_block(lines: list[str], at: int) -> int:
    """A block in a language that is not known here: labels, an address and a date in three lines or more."""
    size = 0
    while at + size < len(lines) and size < _BLOCK and _LABEL.match(_EMPHASIS.sub("", lines[at + size][:60])):
        size += 1
    text = "\n".join(line[:200] for line in lines[at : at + size])
    evident = size >= 3 and _ADDRESS.search(text) and _YEAR.search(text) and _CLOCK.search(text)
    return size if evident else 0


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
        if index >= len(lines) or reasons[index] or not lines[index].strip() or len(lines[index]) > 200:
            return 0
        text = f"{text} {lines[index].strip()}" if text else lines[index].strip()
        if size > 1 and len(text) > 300:
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
