"""Where two records part: the first header, entry and position that is not the same in both."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.assertions import state_hash
from pbem.record import Header, Record, canonical_key
from pbem.replay import Referee, Turn

SHOWN = 8
"""So many differing values of two positions are listed."""


class Parting(msgspec.Struct, frozen=True):
    """What is not the same: `what` in a few words, and how it stands in the one and in the other."""

    what: str
    one: str
    other: str


class _Played:
    """A record with what its entries came to, by their place."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.referee = Referee(record, advise=False)
        self.turns: dict[int, Turn] = {turn.index: turn for turn in self.referee.play()}

    def words(self, index: int) -> str:
        """An entry in canonical words; as it was typed where it does not stand."""
        entry = self.record.entries[index]
        return f"{entry.who}: {self.referee.texts.get(index, entry.words)}"

    def line(self, index: int) -> str:
        """An entry with its place, or that there is none."""
        if index >= len(self.record.entries):
            return "(no more entries)"
        entry = self.record.entries[index]
        place = self.record.source.span(entry.label, entry.label + 1)
        number = "" if entry.number is None else f"{entry.number}. "
        stands = index in self.turns or entry.who in ("check", "mod")
        return f"{place}: {number}{self.words(index)}{'' if stands else '  (does not stand)'}"


def compare(one: Record, other: Record) -> list[Parting]:
    """The first differing header, the first differing entry, and the first position after which they part.

    Spelling, numbering and comments make no difference.
    """
    first, second = _Played(one), _Played(other)
    found = [_headers(one, other), _entries(first, second), *_positions(first, second)]
    return [parting for parting in found if parting is not None]


def _headers(one: Record, other: Record) -> Parting | None:
    mine, theirs = _values(one), _values(other)
    for key in dict.fromkeys([*mine, *theirs]):
        a, b = mine.get(key), theirs.get(key)
        if (a and a.value) != (b and b.value):
            return Parting(f"header {key}", _header(one, a), _header(other, b))
    return None


def _values(record: Record) -> dict[str, Header]:
    found: dict[str, Header] = {}
    for header in record.headers:
        found.setdefault(canonical_key(header.key).capitalize(), header)
    return found


def _header(record: Record, header: Header | None) -> str:
    if header is None:
        return "(not there)"
    return f'{record.source.span(header.start, header.end)}: [{header.key} "{header.value}"]'


def _entries(first: _Played, second: _Played) -> Parting | None:
    longest = max(len(first.record.entries), len(second.record.entries))
    for index in range(longest):
        inside = index < min(len(first.record.entries), len(second.record.entries))
        if not inside or first.words(index) != second.words(index):
            number = first.record.entries[0].who != "deal" if first.record.entries else 0
            return Parting(f"entry {index + number}", first.line(index), second.line(index))
    return None


def _positions(first: _Played, second: _Played) -> list[Parting]:
    for index in sorted(first.turns.keys() & second.turns.keys()):
        one, other = first.turns[index], second.turns[index]
        a, b = state_hash(first.referee.game, one.state), state_hash(second.referee.game, other.state)
        if a != b:
            values = _differing(_public(first, one), _public(second, other))
            return [Parting(f"state after entry {one.number}", a, b), *values[:SHOWN]]
    return []


def _public(played: _Played, turn: Turn) -> dict[str, Any]:
    public: dict[str, Any] = played.referee.game.public(turn.state)
    return public


def _differing(one: Any, other: Any, path: str = "") -> list[Parting]:
    """Values of two positions that are not the same, each with its path."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = dict.fromkeys([*one, *other])
        return [
            parting
            for key in keys
            for parting in _differing(one.get(key), other.get(key), f"{path}.{key}" if path else str(key))
        ]
    return [] if one == other else [Parting(path, _short(one), _short(other))]


def _short(value: Any) -> str:
    if value is None:
        return "(not there)"
    text = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return text if len(text) <= 200 else f"{text[:197]}..."
