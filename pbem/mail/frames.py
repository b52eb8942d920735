"""Finds frames (`begin friday-42 #15` ... `end`) in the new lines of a mail, however they are mangled."""

from __future__ import annotations

import re

import msgspec

from pbem import frame
from pbem.mail.addressing import name_of
from pbem.mail.quoting import Line

_MOST = 20
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\xa0\u2007\u202f\u3000", " "),
        "＃": "#",
    }
)
_BASE = re.compile(r"#[0-9a-f]{1,8}", re.IGNORECASE)
_BORDER = re.compile(r"[\s*_`'\"“”]{0,9}(?:begin|end)\b", re.IGNORECASE)
_BORDER_WORD = re.compile(r"#[ ]?[0-9a-fA-F]+|[A-Za-z0-9][A-Za-z0-9-]*")


class Frame(msgspec.Struct, frozen=True):
    """A frame: the game and base it names, the new lines in it, the numbers of its first and last line."""

    name: str
    base: str
    inner: tuple[Line, ...]
    first: int
    last: int
    ended: bool = True


def alike(text: str) -> str:
    """Give the text with dashes and spaces of all kinds as plain ones, place for place."""
    return text.translate(_ALIKE)


def find(lines: list[Line]) -> list[Frame]:
    """Find every frame in what is new, in order; one that is never ended reaches to the end."""
    text = "\n".join("" if line.reason else _border(line.text) for line in lines)
    found = [short for line in lines if not line.reason and (short := _on_one_line(line)) is not None]
    at, row = 0, 1
    while len(found) < _MOST and (one := frame.find(text[at:] if at else text)) is not None:
        start, stop = at + one.start, at + one.start + len(one.orders)
        first = row + text.count("\n", at, start)
        row = first + text.count("\n", start, stop)
        ended = stop < len(text)
        last = row if ended else len(lines) + 1
        inner = tuple(line for line in lines[first : last - 1] if not line.reason)
        found.append(Frame(one.name, one.base, inner, first, last, ended))
        at = stop
    return found


def _border(text: str) -> str:
    """A border of a frame as it should be spelt; all else as it is."""
    if len(text) > 100 or not _BORDER.match(text):
        return text
    words = [word.replace(" ", "") for word in _BORDER_WORD.findall(alike(text))]
    if [word.lower() for word in words] == ["end"]:
        return "end"
    rest = [word for word in words[1:] if word.lower() not in ("game", "entry")]
    names = [word for word in rest if name_of(word)]
    bases = [word for word in rest if word.startswith("#")]
    if len(names) == 2 and not bases and names[1].isdigit():
        names, bases = names[:1], [f"#{names[1]}"]
    if words[0].lower() == "begin" and len(names) < 2 and len(bases) < 2:
        return " ".join(["begin", *names, *bases])
    return text


def _on_one_line(line: Line) -> Frame | None:
    """A frame whose line ends were lost on the way."""
    words = alike(line.text).split()
    if len(words) < 4 or words[0].lower() != "begin" or words[-1].lower().rstrip(".") != "end":
        return None
    name = name_of(words[1])
    base = words[2].lower() if _BASE.fullmatch(words[2]) else ""
    if not name or not any(sign in "-0123456789" for sign in name + base):
        return None
    inner = line.text.split(None, 3 if base else 2)[-1].rstrip(" \t.")
    text = inner[: -len("end")].rstrip()
    return Frame(name, base, (Line(line.number, text),), line.number, line.number)
