"""How words are compared: what two spellings of one word have in common, and how far two words are apart."""

from __future__ import annotations

import functools
from collections.abc import Iterable

import msgspec

from pbem.game import Vocabulary

_ALIKE = str.maketrans("oli", "011")
_SHORT = {"St.": "Saint", "Ft.": "Fort", "Mt.": "Mount"}
_LONGEST = 40
"""Words that are longer are compared with nothing."""


def fold(text: str) -> str:
    """What two spellings of one name have in common: letters and digits, without case."""
    return _fold_short(text) if len(text) <= _LONGEST else _fold(text)


def _fold(text: str) -> str:
    dotted = text.replace("İ", "i").replace("ı", "i").casefold()
    return "".join(sign for sign in dotted if sign.isalnum())


_fold_short = functools.lru_cache(maxsize=8192)(_fold)


class Words(msgspec.Struct, frozen=True):
    """A vocabulary folded for look-up: folded spelling to canonical word."""

    keywords: dict[str, str]
    prefixable: dict[str, str]
    names: dict[str, str]
    codes: dict[str, str]


class _Holder:
    """Lets a vocabulary, which is not hashable, be looked up by identity."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def __hash__(self) -> int:
        return id(self.vocabulary)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Holder) and other.vocabulary is self.vocabulary


def folded(vocabulary: Vocabulary) -> Words:
    """A vocabulary's look-up tables, made once for each."""
    return _folded(_Holder(vocabulary))


@functools.lru_cache(maxsize=32)
def _folded(holder: _Holder) -> Words:
    vocabulary = holder.vocabulary
    keywords = {fold(word): word for word in vocabulary.keywords}
    prefixable = {fold(w): w for w in vocabulary.keywords if w not in vocabulary.in_full}
    for word, synonyms in vocabulary.keywords.items():
        for synonym in synonyms:
            keywords.setdefault(fold(synonym), word)
            if word not in vocabulary.in_full:
                prefixable.setdefault(fold(synonym), word)
    names = {fold(name): name for name in vocabulary.names}
    for name, others in vocabulary.names.items():
        for other in others:
            names.setdefault(fold(other), name)
    for name in vocabulary.names:
        for short, long in _SHORT.items():
            if name.startswith(f"{short} "):
                names.setdefault(fold(long + name.removeprefix(short)), name)
    codes = {fold(code): code for code in vocabulary.codes}
    codes.update({fold(typed): code for typed, code in vocabulary.spellings.items()})
    return Words(keywords, prefixable, names, codes)


def nearest(word: str, among: Iterable[str], most: int = 8) -> list[str]:
    """Words a slip of the fingers away, nearest first: two edits, one in words of up to three letters.

    Among equals those that only look alike (O for 0, l for 1) come first, then those with letters more.
    """
    typed = fold(word)
    if not typed or len(typed) > _LONGEST:
        return []
    limit = 1 if len(typed) <= 3 else 2
    found = []
    for index, other in enumerate(among):
        spelt = fold(other)
        if abs(len(spelt) - len(typed)) > limit:
            continue
        away = distance(typed, spelt, limit)
        if away <= limit:
            alike = typed.translate(_ALIKE) == spelt.translate(_ALIKE)
            found.append((away, not alike, typed not in spelt, index, other))
    return [other for *_, other in sorted(found)[:most]]


_letters = functools.lru_cache(maxsize=8192)(frozenset[str])


def distance(one: str, other: str, limit: int) -> int:
    """Damerau-Levenshtein distance, in which two swapped neighbours count once; limit + 1 if it is more."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    letters, others = _letters(one), _letters(other)
    if len(letters - others) > limit or len(others - letters) > limit:
        return limit + 1  # an edit brings in, or does away with, one letter at most
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]
