"""Finds what repeats a mail of our own, in order, whatever marks and line ends it has now.

A client that sets no quote marks still repeats long stretches of our mail. What a player copies from it
on purpose (a suggested order, the filled reply template) is short and stands by itself, and stays.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

_WORD = re.compile(r"\w+")
_GRAM = 3
"""Words by which a place in our mail is found."""
_MOST_WORDS = 20_000
"""Words of the mail that are compared; a line that would pass this number is left as it is."""
_LONGEST_LINE = 100_000
_MOST_WORDS_OF_OURS = 20_000
_EVIDENT_LINES = 2
_EVIDENT_WORDS = 8
_EVIDENT_ON_ONE_LINE = 20


class _Run(msgspec.Struct, frozen=True):
    """`size` words from `at` in the mail repeat those from `start` in ours."""

    at: int
    start: int
    size: int


def repeated(lines: Sequence[str], ours: Sequence[str], is_order: Callable[[str], bool]) -> frozenset[int]:
    """Give the indices of the lines that repeat one of our mails; linear for each of them."""
    words, owner = _words(lines)
    words_on = Counter(owner)
    found: set[int] = set()
    for body in ours:
        own = [word.casefold() for word in _WORD.findall(body)[:_MOST_WORDS_OF_OURS]]
        runs = _in_order(_runs(words, own))
        covered = _covered(owner, words_on, runs)
        if _is_quote(lines, sorted(covered), is_order):
            found |= covered
    return frozenset(found - _edited(lines, found))


def _words(lines: Sequence[str]) -> tuple[list[str], list[int]]:
    """Every word of the mail, folded, and the line it stands on."""
    words: list[str] = []
    owner: list[int] = []
    for index, line in enumerate(lines):
        here = _WORD.findall(line) if len(line) <= _LONGEST_LINE else []
        if len(words) + len(here) <= _MOST_WORDS:
            words.extend(word.casefold() for word in here)
            owner.extend([index] * len(here))
    return words, owner


def _runs(words: list[str], own: list[str]) -> list[_Run]:
    """Stretches of the mail that stand in ours too, longest first match, one after the other."""
    places: dict[tuple[str, ...], list[int]] = {}
    for at in range(len(own) - _GRAM + 1):
        known = places.setdefault(tuple(own[at : at + _GRAM]), [])
        if len(known) < 8:
            known.append(at)
    runs: list[_Run] = []
    at = 0
    after = 0
    while at + _GRAM <= len(words):
        starts = places.get(tuple(words[at : at + _GRAM]))
        if starts is None:
            at += 1
            continue
        start = next((each for each in starts if each >= after), starts[0])
        size = _common(words, at, own, start)
        runs.append(_Run(at, start, size))
        at += size
        after = start + size
    return runs


def _common(words: list[str], at: int, own: list[str], start: int) -> int:
    size = 0
    most = min(len(words) - at, len(own) - start)
    while size < most and words[at + size] == own[start + size]:
        size += 1
    return size


def _in_order(runs: list[_Run]) -> list[_Run]:
    """The heaviest choice of runs that stand in the same order in both and use no word of ours twice."""
    ends = sorted({run.start + run.size for run in runs})
    tree: list[tuple[int, int]] = [(0, -1)] * (len(ends) + 1)
    before = [-1] * len(runs)
    best = (0, -1)
    for index, run in enumerate(runs):
        weight, before[index] = _most(tree, bisect_right(ends, run.start))
        mine = (weight + run.size, index)
        best = max(best, mine)
        place = bisect_left(ends, run.start + run.size) + 1
        while place < len(tree):
            tree[place] = max(tree[place], mine)
            place += place & -place
    chosen: list[_Run] = []
    at = best[1]
    while at >= 0:
        chosen.append(runs[at])
        at = before[at]
    return chosen[::-1]


def _most(tree: list[tuple[int, int]], place: int) -> tuple[int, int]:
    best = (0, -1)
    while place > 0:
        best = max(best, tree[place])
        place -= place & -place
    return best


def _covered(owner: list[int], words_on: Counter[int], runs: list[_Run]) -> set[int]:
    """Lines all of whose words are repeated."""
    found: Counter[int] = Counter()
    for run in runs:
        found.update(owner[run.at : run.at + run.size])
    return {index for index, count in found.items() if count == words_on[index]}


def _is_quote(lines: Sequence[str], covered: list[int], is_order: Callable[[str], bool]) -> bool:
    """Enough text that is no order is repeated: nobody copies that on purpose."""
    prose = [lines[index] for index in covered if not is_order(lines[index])]
    words = sum(len(_WORD.findall(line)) for line in prose)
    return words >= _EVIDENT_ON_ONE_LINE or (len(prose) >= _EVIDENT_LINES and words >= _EVIDENT_WORDS)


_BEGIN = re.compile(r"\s*begin\b", re.IGNORECASE)
_TOKEN = re.compile(r"\s*token\b", re.IGNORECASE)
_END = re.compile(r"\s*end[\s.]*\Z", re.IGNORECASE)


def _edited(lines: Sequence[str], covered: set[int]) -> set[int]:
    """The borders, and a token, of a frame of ours that was filled in where it stood."""
    kept: set[int] = set()
    frame: list[int] = []
    new = False
    for index, line in enumerate(lines):
        if _BEGIN.match(line):
            frame, new = [index], False
        elif frame and _END.match(line):
            kept.update([*frame, index] if new else ())
            frame = []
        elif frame and _TOKEN.match(line):
            frame.append(index)
        elif frame and _WORD.search(line) and index not in covered:
            new = True
    return kept
