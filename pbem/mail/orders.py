"""Finds the orders in the text of a mail: in a frame, or bare, never in anything quoted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from pbem.mail import frames, quoting, subtraction
from pbem.mail.addressing import name_of
from pbem.mail.frames import Frame, alike
from pbem.mail.quoting import Line
from pbem.mail.wording import Reader, Reading

REPEATED = "repeats our own mail"
OUTSIDE = "stands outside the frame"
SENTENCE = "reads like a sentence"
CONDITION = "depends on a condition, or is not meant"
BESIDE = "stands beside a line that is not clear"
OTHER_FRAME = "stands in one of several frames that differ"
_LONGEST_REMARK = 12
"""Lines of one remark in braces."""

_GAME = re.compile(
    r"\s*game[ \t:]+([a-z0-9][a-z0-9-]{0,31})(?:[ \t]+(#[0-9a-f]{1,8}))?[ \t.]*", re.IGNORECASE
)
_BASE = re.compile(r"\s*(?:base[ \t:]+)?(#[0-9a-f]{1,8})[ \t.:]*", re.IGNORECASE)
_TOKEN = re.compile(r"\s*token[ \t:]+([0-9a-f]{8,64})[ \t.]*", re.IGNORECASE)
_FOR = re.compile(r"\s*(?:#?\d{1,6}\s?[.):]*\s*)?(?:mod\s*:\s*)?for\s+([^\W\d_]{1,20})\s*:", re.IGNORECASE)
_MARKS = re.compile(r"[ \t]{0,8}(?:(?:[^\W\d_]{1,12})?(?:[>|»›＞]|&gt;)[ \t]?)+")


class Left(msgspec.Struct, frozen=True):
    """A line that looks like an order and was not taken; number 0 where it has no place in the text."""

    number: int
    text: str
    reason: str


class Orders(msgspec.Struct, frozen=True):
    """What the text says. `own` were written for this mail, `quoted` were not."""

    text: str = ""
    framed: bool = False
    base: str = ""
    first_line: str = ""
    frames: tuple[str, ...] = ()
    token: str = ""
    speaks_for: str = ""
    differ: bool = False
    own: tuple[Left, ...] = ()
    quoted: tuple[Left, ...] = ()


def find(text: str, ours: Sequence[str], reader: Reader, is_game: Callable[[str], bool]) -> Orders:
    """Find the orders. `ours` are mails of our own; `is_game` knows the names of the games here."""
    lines = _subtracted(quoting.mark(text.split("\n")), ours, reader)
    quoted = tuple(_quoted(lines, reader))
    fresh = [line for line in lines if not line.reason]
    header = _Header(fresh, is_game)
    found = frames.find(lines)
    if found:
        return _framed(lines, found, header, reader, quoted)
    taken, own = _bare([line for line in fresh if line.number not in header.used], reader)
    return _orders("\n".join(line.text for line in taken), header, reader, own, quoted)


def _orders(
    text: str,
    header: _Header,
    reader: Reader,
    own: Sequence[Left],
    quoted: tuple[Left, ...],
    base: str = "",
    **more: object,
) -> Orders:
    orders = Orders(
        text=text,
        base=(base or header.base).lower(),
        first_line=header.game,
        token=header.token,
        speaks_for=_speaks_for(text, reader),
        own=tuple(own),
        quoted=quoted,
    )
    return msgspec.structs.replace(orders, **more) if more else orders


def _speaks_for(text: str, reader: Reader) -> str:
    """The seat of a line `for red:`, "" if it is none."""
    found = _FOR.match(text)
    return found[1].casefold() if found and reader.knows(found[1]) else ""


class _Header:
    """Lines of a mail's own that are about the orders: `game friday-42`, `#15`, `token ...`."""

    def __init__(self, fresh: list[Line], is_game: Callable[[str], bool]) -> None:
        self.game = self.base = self.token = ""
        self.used: set[int] = set()
        first = next((line for line in fresh if line.text.strip()), None)
        if first is not None and (found := _GAME.fullmatch(alike(first.text))) and is_game(found[1].lower()):
            self.game, self.base = name_of(found[1]), found[2] or ""
            self.used.add(first.number)
        for line in fresh:
            if len(line.text) < 100:
                self._take(line)

    def _take(self, line: Line) -> None:
        if found := _TOKEN.fullmatch(line.text):
            self.token = self.token or found[1].lower()
        elif found := _BASE.fullmatch(alike(line.text)):
            self.base = self.base or found[1]
        else:
            return
        self.used.add(line.number)


# --- what is not new


def _subtracted(lines: list[Line], ours: Sequence[str], reader: Reader) -> list[Line]:
    """Name what repeats a mail of ours, with quote marks or without.

    The two are looked for apart: a marked quote is no evidence against what stands unmarked below it.
    """
    if not ours:
        return lines
    numbers: set[int] = set()
    for some in ([line for line in lines if not line.reason], [line for line in lines if line.reason]):
        texts = [_unmarked(line.text) for line in some]
        repeated = subtraction.repeated(texts, ours, lambda text: _orderly(text, reader))
        numbers |= {some[index].number for index in repeated if some[index].reason != quoting.FRAMING}
    return [
        msgspec.structs.replace(line, reason=REPEATED) if line.number in numbers else line for line in lines
    ]


def _unmarked(text: str) -> str:
    """A line without its quote marks."""
    found = _MARKS.match(text)
    return text[found.end() :] if found else text


def _orderly(text: str, reader: Reader) -> bool:
    """An order, or a line of a frame."""
    words = text.split(None, 1)
    return reader.read(text).order or (bool(words) and words[0].lower() in ("begin", "end", "end.", "token"))


def _quoted(lines: list[Line], reader: Reader) -> list[Left]:
    found = []
    for line in lines:
        if line.reason and line.reason != quoting.FRAMING and line.text.strip():
            text = _unmarked(line.text)
            if reader.read(text).looks:
                found.append(Left(line.number, text.strip(), line.reason))
    return found


# --- frames


def _framed(
    lines: list[Line], found: list[Frame], header: _Header, reader: Reader, quoted: tuple[Left, ...]
) -> Orders:
    names = tuple(dict.fromkeys(each.name for each in found if each.name))
    texts = [_inside(each, reader) for each in found]
    within = {number for each in found for number in range(each.first, each.last + 1)}
    outside = _outside(lines, within, reader)
    kinds = {(each.name, each.base, " ".join(text.split())) for each, text in zip(found, texts, strict=True)}
    if len(kinds) > 1:
        pairs = zip(found, texts, strict=True)
        several = [Left(each.first, " / ".join(text.split("\n")), OTHER_FRAME) for each, text in pairs]
        return _orders(
            "", header, reader, [*several, *outside], quoted, frames=names, framed=True, differ=True
        )
    base = found[0].base or header.base
    return _orders(texts[0], header, reader, outside, quoted, base, frames=names, framed=True)


def _inside(found: Frame, reader: Reader) -> str:
    """The text in a frame; of one that is never ended only what looks like orders."""
    inner = found.inner if found.ended else _bare(found.inner, reader)[0]
    text = "\n".join(line.text for line in inner).strip("\n")
    return text if any(sign.isalnum() for sign in text) else ""


def _outside(lines: list[Line], within: set[int], reader: Reader) -> list[Left]:
    fresh = [line for line in lines if not line.reason and line.number not in within]
    return [Left(line.number, line.text.strip(), OUTSIDE) for line in fresh if reader.read(line.text).looks]


# --- bare orders


def _bare(fresh: Sequence[Line], reader: Reader) -> tuple[list[Line], list[Left]]:
    """Lines that are orders, and lines that only look like some."""
    chooser = _Chooser(reader)
    for line in fresh:
        chooser.add(line)
    return chooser.finish()


class _Chooser:
    """Goes through the new lines one by one, and by blocks of lines with nothing blank between them."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.taken: list[Line] = []
        self.left: list[Left] = []
        self.last = self.row = 0
        self.braces = 0
        self.condition = ""
        self.clear = self.unclear = False
        self.doubtful = False

    def add(self, line: Line) -> None:
        if not line.text.strip() or line.number - self.row > 1:
            self._close_block()
        self.row = line.number
        if not line.text.strip():
            return
        reading = self.reader.read(line.text)
        if self._goes_on(line, reading):
            self._take(line)
        elif reading.order or _speaks_for(line.text, self.reader):
            self._choose(line)
        else:
            self._pass(line, reading)

    def finish(self) -> tuple[list[Line], list[Left]]:
        """Give what is taken and what is left; all is left where part of a block is not clear."""
        self._close_block()
        if not self.doubtful:
            return self.taken, self.left
        beside = [Left(line.number, line.text.strip(), BESIDE) for line in self.taken]
        return [], sorted([*self.left, *beside], key=lambda left: left.number)

    def _close_block(self) -> None:
        self.doubtful = self.doubtful or (self.clear and self.unclear)
        self.clear = self.unclear = False
        self.braces = 0
        if not self.condition.endswith((":", ",")):
            self.condition = ""

    def _choose(self, line: Line) -> None:
        if self.condition:
            self.left.append(Left(line.number, line.text.strip(), CONDITION))
        else:
            self._take(line)

    def _pass(self, line: Line, reading: Reading) -> None:
        self.condition = line.text.strip() if reading.conditional else ""
        if reading.looks:
            self.left.append(Left(line.number, line.text.strip(), SENTENCE))
            self.unclear = True

    def _take(self, line: Line) -> None:
        self.taken.append(line)
        self.last = line.number
        self.clear = True
        opened = line.text.rfind("{") > line.text.rfind("}")
        closed = "}" in line.text and not opened
        self.braces = 1 if opened else 0 if closed else self.braces + bool(self.braces)

    def _goes_on(self, line: Line, reading: Reading) -> bool:
        """The line goes on with the order in the line right above: it was broken, or a remark is open.

        Half an order must not be carried out, so a line of names right below one belongs to it.
        """
        if not self.taken or line.number - self.last != 1:
            return False
        return 0 < self.braces <= _LONGEST_REMARK or reading.part
