"""Tells a line that may be an order from a sentence, by the words of the games that are played here.

Nothing here knows a game: the desk gives the words. Without any, the shape of a line alone decides.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec

from pbem.mail import phrases

_TOKEN = re.compile(
    r"\$?\d[\d,.'’]*+[kK]?|[^\W\d_]{1,2}\d{1,3}(?!\w)|#[0-9a-f]{1,8}|[^\W_]+(?:['’][^\W_]+)*|[;:?!,.{}…]"
)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_COMMENT = re.compile(r"\{[^{}]*+(?:\}|\Z)")
_MOST = 1500
"""Characters of a line that are looked at."""
_MOST_TOKENS = 120

_NEUTRAL = frozenset(("and", "then", "for", "to", "from", "with", "at", "via", "by"))
_PROSE = frozenset(phrases.PROSE)
_SPEAKERS = frozenset(phrases.SPEAKERS)
_CONDITIONS = frozenset(phrases.CONDITIONS)
_DENIALS = frozenset(phrases.DENIALS)
_BULLET = re.compile(r"\s*\(?[A-Za-z]\)\s")


_EVERYWHERE = ("undo", "skip", "resign", "result", "away", "pause", "resume")
"""Words that begin a moderator's entry in every game."""


class Vocabulary(Protocol):
    """The words of a game, as its engine gives them."""

    @property
    def keywords(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def names(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def codes(self) -> frozenset[str]: ...
    @property
    def spellings(self) -> Mapping[str, str]: ...


class Lexicon(msgspec.Struct, frozen=True):
    """The words that orders at this desk are made of, folded: `verbs` may begin an action, `words` follow."""

    verbs: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    @classmethod
    def of(cls, verbs: Iterable[str], words: Iterable[str] = ()) -> Lexicon:
        """Make one from keywords with synonyms, and from names, codes and colours (of several words too)."""
        return cls(_folded([*verbs, *_EVERYWHERE]), _folded(words))

    @classmethod
    def of_vocabularies(cls, vocabularies: Iterable[Vocabulary]) -> Lexicon:
        """Make one from the vocabularies of all games at a desk."""
        verbs: list[str] = []
        words: list[str] = []
        for each in vocabularies:
            verbs += [*each.keywords, *(other for others in each.keywords.values() for other in others)]
            words += [*each.names, *(other for others in each.names.values() for other in others)]
            words += [*each.codes, *each.spellings]
        return cls.of(verbs, words)


def _folded(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({fold(piece) for word in words for piece in re.findall(r"[^\W_]+", word)}))


def fold(word: str) -> str:
    """Give what two spellings of a word have in common."""
    return word.replace("İ", "i").replace("ı", "i").casefold()


class Reading(msgspec.Struct, frozen=True):
    """What a line is: `order` may be taken, `looks` should be told about, `part` can go on an order.

    `conditional`: a sentence that begins with a condition.
    """

    order: bool = False
    looks: bool = False
    part: bool = False
    conditional: bool = False


_NOTHING = Reading()


@functools.lru_cache(maxsize=8)
def reader(lexicon: Lexicon) -> Reader:
    """Give the reader of a lexicon, made once."""
    return Reader(lexicon)


class Reader:
    """Reads lines with one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.verbs = frozenset(lexicon.verbs)
        self.words = frozenset(lexicon.words)
        self.sorted_verbs, self.sorted_words = lexicon.verbs, lexicon.words
        self.all = tuple(sorted({*lexicon.verbs, *lexicon.words}))
        self._near_verbs = _Near(lexicon.verbs)
        self._near_words = _Near(lexicon.words)
        self._cached = functools.lru_cache(maxsize=4096)(self._read)

    def read(self, line: str) -> Reading:
        """Read one line, or its beginning if it is very long."""
        return self._cached(line[:_MOST])

    def _read(self, line: str) -> Reading:
        tokens = _tokens(line)
        if not any(token[0].isalnum() or token[0] in "$#" for token in tokens):
            return _NOTHING
        return self._known(tokens, line) if self.verbs else _shaped(tokens)

    def knows(self, word: str) -> bool:
        """Tell whether a word belongs to the games; every word does if none are known."""
        return not self.verbs or fold(word) in self.verbs or fold(word) in self.words

    def _known(self, tokens: list[str], line: str) -> Reading:
        kinds: list[str] = []
        for at, token in enumerate(tokens):
            kinds.append(self._kind(token, _opens(tokens, at), kinds[-1] if kinds else ""))
        count = _Count(kinds)
        stated = not count.prose and not _asks(tokens, line)
        order = stated and (count.sure or (count.likely and (count.several or self._misspelt(tokens[-1]))))
        speaks = fold(tokens[0]) in _SPEAKERS and kinds[1:2] == ["verb"]
        looks = order or count.short or speaks or _contains(kinds)
        part = stated and not count.unknown and count.known > 0
        return Reading(order, looks, part, not order and _hedges(tokens))

    def _kind(self, token: str, opens: bool, before: str) -> str:
        if not (token[0].isalnum() or token[0] in "$#"):
            return "sign"
        word = fold(token)
        if word in self.verbs:
            return "verb"
        if word in self.words:
            return "known"
        if any(sign.isdigit() for sign in word):
            return "known" if any(sign.isalpha() for sign in word) else "number"
        if opens and (self._slip(word) or (word not in _PROSE and _begins(word, self.sorted_verbs))):
            return "slip"
        if before in ("verb", "slip") and len(word) > 1 and _begins(word, self.sorted_words):
            return "known"
        if word in _NEUTRAL:
            return "neutral"
        if word in _PROSE or (len(word) == 1 and not _begins(word, self.all)):
            return "prose"
        if _begins(word, self.all) or self._splits(word):
            return "known"
        return "unknown"

    def _splits(self, word: str) -> bool:
        """Two words written as one (`stlouis`, `dodgecity`)."""
        return any(word[:at] in self.words and word[at:] in self.words for at in range(1, min(len(word), 24)))

    def _misspelt(self, token: str) -> bool:
        """One slip away from a name."""
        word = fold(token)
        return len(word) > 3 and word in self._near_words

    def _slip(self, word: str) -> bool:
        """One slip of the fingers away from a verb."""
        return len(word) > 1 and word not in _PROSE and word in self._near_verbs


def _tokens(line: str) -> list[str]:
    text = line
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))
    text = _COMMENT.sub(" ", text)
    if found := _BULLET.match(text):
        text = text[found.end() :]
    return _TOKEN.findall(text)[:_MOST_TOKENS]


def _hedges(tokens: list[str]) -> bool:
    """A condition, or a denial, of what may follow."""
    words = [fold(token) for token in tokens if token[0].isalnum()]
    return bool(words) and (words[0] in _CONDITIONS or words[-1] in _DENIALS or words[0] in _DENIALS)


def _asks(tokens: list[str], line: str) -> bool:
    """A question; `draw ?` and `deck:?` are none, there the mark stands for something not known."""
    return tokens[-1] == "?" and tokens[-2:-1] != [":"] and not line.rstrip().endswith(" ?")


def _opens(tokens: list[str], at: int) -> bool:
    """An action may begin here: first word, or after a separator."""
    if at == 0:
        return True
    before = tokens[at - 1]
    return before in (";", ",", ".", ":", "}", "{") or fold(before) in ("and", "then")


def _contains(kinds: list[str]) -> bool:
    """A verb with something known right behind it; a number is not enough behind a misspelt one."""
    pairs = list(itertools.pairwise(kinds))
    return any(
        (one == "verb" and other in ("known", "number")) or (one, other) == ("slip", "known")
        for one, other in pairs
    )


def _begins(word: str, among: tuple[str, ...]) -> bool:
    at = bisect_left(among, word)
    return at < len(among) and among[at].startswith(word)


class _Count:
    """How many words of each kind a line has."""

    def __init__(self, kinds: list[str]) -> None:
        self.verbs = kinds.count("verb")
        self.names = kinds.count("known")
        self.known = self.names + kinds.count("number")
        self.slips = kinds.count("slip")
        self.unknown = kinds.count("unknown")
        self.prose = kinds.count("prose")
        self.words = len(kinds) - kinds.count("sign")
        self.first = next((kind for kind in kinds if kind not in ("sign", "neutral")), "")

    @property
    def sure(self) -> bool:
        """Nothing unknown, and a verb; a misspelt one needs a name."""
        return not self.unknown and bool(self.verbs or (self.slips and self.names))

    @property
    def likely(self) -> bool:
        """Few unknown words for a line with a verb."""
        few = self.unknown <= max(1, (self.verbs + self.known) // 2)
        return bool(self.verbs) and few and self.first in ("verb", "slip", "known", "number")

    @property
    def several(self) -> bool:
        return self.verbs + self.known > 1

    @property
    def short(self) -> bool:
        """A few words, a verb first."""
        return self.first == "verb" and self.prose < 3 and self.words <= 5


class _Near:
    """Words one slip away from some others, found by what is left when one letter is taken out."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_rest: dict[str, list[str]] = {}
        for word in words:
            for rest in _rests(word):
                self._by_rest.setdefault(rest, []).append(word)

    def __contains__(self, word: str) -> bool:
        if len(word) > _LONGEST_WORD:
            return False
        near = (other for rest in _rests(word) for other in self._by_rest.get(rest, ()))
        return any(one_slip(word, other) for other in near if len(word) > 2 or len(other) > len(word))


_LONGEST_WORD = 24


def _rests(word: str) -> set[str]:
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def one_slip(one: str, other: str) -> bool:
    """One letter more, less or other, or two neighbours swapped."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    at = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    left, right = one[at:], other[at:]
    if len(left) == len(right):
        swapped = left[1:2] + left[:1] + left[2:]
        return left[1:] == right[1:] or (len(left) > 1 and swapped == right)
    return left[1:] == right or left == right[1:]


def _shaped(tokens: list[str]) -> Reading:
    """Without a lexicon: short, no word of a sentence, not a greeting (a comma at its end)."""
    words = [fold(token) for token in tokens if token[0].isalnum() or token[0] in "$#"]
    prose = sum(word in _PROSE for word in words)
    coded = any(any(sign.isdigit() for sign in word) for word in words)
    plain = not prose and tokens[-1] not in ("?", ",", ":", "!") and len(words) <= 40
    order = plain and (coded or ";" in tokens or len(words) <= 2)
    return Reading(order, order or (coded and prose < 2), plain, not order and _hedges(tokens))
