"""Reads what a person meant: spellings that fit exactly one word become that word, all else a finding.

Works between cleaning and grammar, with a game's vocabulary, and keeps a map back to what was typed.
Nothing is guessed: a misspelt word is a finding with candidates, never a replacement.
"""

from __future__ import annotations

import bisect
import functools
import re
from collections.abc import Iterable

import msgspec

from pbem.game import Vocabulary

_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<amount>\$[ ]?\d[\d,.'’ ]*\d[kK]?(?![\w])|\$[ ]?\d[kK]?(?![\w])"
    r"|\d{1,3}(?:[.'’]\d{3})+(?![\w.])|\d+[kK](?![\w]))"
    r"|(?P<code>[^\W\d_]{1,2}\d{1,3}(?![\w]))"
    r"|(?P<number>\d+)"
    r"|(?P<word>[^\W\d_](?:[^\W\d_]|['’](?=[^\W\d_]))*\.?)"
    r"|(?P<sign>.)",
    re.DOTALL,
)
_JOINTS = frozenset({"then", "and"})
_LONGEST_NAME = 5
_ALIKE = str.maketrans("oli", "011")


class Finding(msgspec.Struct, frozen=True):
    """Something in the text that is not taken; offsets are into the typed text.

    `candidates` are words that could stand there instead, nearest first.
    """

    code: str
    message: str
    start: int
    end: int
    candidates: tuple[str, ...] = ()
    hint: str = ""
    rule: str = ""
    choices: tuple[str, ...] = ()
    """Whole entries in canonical words, where several fit."""


class Loosened(msgspec.Struct, frozen=True):
    """Text in a game's canonical words, with its places in the typed text."""

    text: str
    findings: tuple[Finding, ...]
    new: tuple[int, ...]
    old: tuple[int, ...]

    def typed(self, start: int, end: int) -> tuple[int, int]:
        """The typed stretch that a stretch of `text` came from; whole words, as they were replaced."""
        if not self.new:
            return start, end
        first = max(0, bisect.bisect_right(self.new, start) - 1)
        last = max(first, bisect.bisect_left(self.new, max(end, start + 1)) - 1)
        shift = start - self.new[first]
        begin = min(self.old[first] + shift, self._old_end(first))
        finish = self._old_end(last)
        whole = self._new_end(last) <= end
        if not whole:
            finish = min(self.old[last] + end - self.new[last], finish)
        return begin, max(finish, begin)

    def _new_end(self, index: int) -> int:
        return self.new[index + 1] if index + 1 < len(self.new) else len(self.text)

    def _old_end(self, index: int) -> int:
        return self.old[index + 1] if index + 1 < len(self.old) else self.old[-1]


def fold(text: str) -> str:
    """What two spellings of one name have in common: letters and digits, without case."""
    dotted = text.replace("İ", "i").replace("ı", "i").casefold()
    return "".join(sign for sign in dotted if sign.isalnum())


class _Words(msgspec.Struct, frozen=True):
    """A vocabulary folded for look-up."""

    keywords: dict[str, str]
    prefixable: dict[str, str]
    names: dict[str, str]
    codes: dict[str, str]


@functools.lru_cache(maxsize=32)
def _by_identity(holder: _Holder) -> _Words:
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
    codes = {fold(code): code for code in vocabulary.codes}
    codes.update({fold(typed): code for typed, code in vocabulary.spellings.items()})
    return _Words(keywords, prefixable, names, codes)


class _Holder:
    """Lets a vocabulary, which is not hashable, be looked up by identity."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def __hash__(self) -> int:
        return id(self.vocabulary)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Holder) and other.vocabulary is self.vocabulary


class _Token(msgspec.Struct, frozen=True):
    kind: str
    text: str
    start: int
    end: int


def loosen(text: str, vocabulary: Vocabulary, *, dealt: bool = False) -> Loosened:
    """Spell a typed entry in canonical words.

    `dealt`: an entry of the dealer, in which commas and "and" part nothing but lists.
    """
    return _Loosener(text, vocabulary, dealt).run()


class _Loosener:
    def __init__(self, text: str, vocabulary: Vocabulary, dealt: bool) -> None:
        self.words = _by_identity(_Holder(vocabulary))
        self.vocabulary = vocabulary
        self.dealt = dealt
        self.typed = text
        self.tokens = [_Token(m.lastgroup or "", m[0], m.start(), m.end()) for m in _TOKEN.finditer(text)]
        self.out: list[str] = []
        self.length = 0
        self.new: list[int] = []
        self.old: list[int] = []
        self.findings: list[Finding] = []

    def run(self) -> Loosened:
        at = 0
        fresh = True  # an action starts here
        while at < len(self.tokens):
            token = self.tokens[at]
            if token.kind == "space":
                self._put(" ", token)
                at += 1
                continue
            used, fresh = self._take(at, fresh)
            at += used
        self.new.append(self.length)
        self.old.append(len(self.typed))
        return Loosened("".join(self.out), tuple(self.findings), tuple(self.new), tuple(self.old))

    def _put(self, text: str, token: _Token) -> None:
        self.new.append(self.length)
        self.old.append(token.start)
        self.out.append(text)
        self.length += len(text)

    def _take(self, at: int, fresh: bool) -> tuple[int, bool]:
        token = self.tokens[at]
        match token.kind:
            case "amount":
                self._amount(token)
                return 1, False
            case "code":
                return self._coded(at, token)
            case "word":
                return self._word(at, token, fresh)
            case "sign":
                return 1, self._sign(at, token)
        self._put(token.text, token)
        return 1, False

    def _amount(self, token: _Token) -> None:
        digits = token.text.replace("$", "").replace(" ", "").replace("'", "").replace("’", "")
        times = 1000 if digits[-1] in "kK" else 1
        digits = digits.rstrip("kK")
        if "." in digits or ("," in digits and not re.fullmatch(r"\d{1,3}(,\d{3})+", digits)):
            whole = re.sub(r"[.,]", "", digits)
            first = re.split(r"[.,]", digits)[0]
            message = f"{token.text.strip()} can be read in two ways"
            hint = f"write {whole} or {first}"
            self.findings.append(Finding("amount", message, token.start, token.end, (whole, first), hint))
            self._put(digits, token)
            return
        plain = digits.replace(",", "")
        self._put(
            str(int(plain) * times)
            if times > 1 or plain != digits or "'" in token.text or "’" in token.text or " " in token.text
            else token.text,
            token,
        )

    def _coded(self, at: int, token: _Token) -> tuple[int, bool]:
        folded = fold(token.text)
        if folded in self.words.codes:
            self._put(self.words.codes[folded], token)
        elif folded in self.words.names:
            self._put(self.words.names[folded], token)
        elif not self.words.codes or self._followed_by(at, "/"):
            self._put(token.text, token)
        else:
            self._unknown(token.text, token.start, token.end, sorted(self.vocabulary.codes))
            self._put(token.text, token)
        return 1, False

    def _sign(self, at: int, token: _Token) -> bool:
        following = self._after(at)
        if token.text in ",." and not self.dealt and self._starts_action(following):
            self._put(";", token)
            return True
        if token.text in ".!" and following is None:
            self._put(" ", token)
            return True
        self._put(token.text, token)
        return token.text == ";"

    def _after(self, at: int) -> int | None:
        """The next token that is not white space, skipping "then" and "and"."""
        for index in range(at + 1, len(self.tokens)):
            token = self.tokens[index]
            if token.kind != "space" and fold(token.text) not in _JOINTS:
                return index
        return None

    def _followed_by(self, at: int, sign: str) -> bool:
        return at + 1 < len(self.tokens) and self.tokens[at + 1].text == sign

    def _starts_action(self, at: int | None) -> bool:
        if at is None or self.tokens[at].kind != "word" or self._name_at(at)[0]:
            return False
        return bool(self._keyword(self.tokens[at].text, whole=True) or self._keyword(self.tokens[at].text))

    def _word(self, at: int, token: _Token, fresh: bool) -> tuple[int, bool]:
        stem = token.text.rstrip(".")
        if keyword := self._keyword(stem, whole=True):
            self._put_keyword(keyword, token, stem)
            return 1, token.text.endswith(".") and self._after(at) is not None
        if fold(stem) in _JOINTS and not self.dealt and (fresh or self._starts_action(self._after(at))):
            self._put(" " if fresh else ";", token)
            return 1, True
        if fresh and (keyword := self._keyword(stem)):
            self._put_keyword(keyword, token, stem)
            return 1, False
        name, used = self._name_at(at)
        if name:
            self._put(name, token)
            tail = self.tokens[at + used - 1].text
            if tail.endswith(".") and self._closes(at + used - 1) and not self.dealt:
                self._put(";", self.tokens[at + used - 1])
                return used, True
            return used, False
        keyword = self._keyword(stem)
        if keyword and not self._names_fitting(fold(stem)):
            self._put_keyword(keyword, token, stem)
            return 1, False
        return self._refuse(at, token, stem, fresh)

    def _closes(self, at: int) -> bool:
        return self._starts_action(self._after(at))

    def _put_keyword(self, keyword: str, token: _Token, stem: str) -> None:
        self._put(keyword, token)
        if len(stem) < len(token.text):
            self._put(" ", _Token("sign", ".", token.start + len(stem), token.end))

    def _refuse(self, at: int, token: _Token, stem: str, fresh: bool) -> tuple[int, bool]:
        folded = fold(stem)
        fits = self._fits(folded, fresh)
        end = token.start + len(stem)
        if len(fits) > 1:
            message = f"'{stem}' fits {_either(fits)}"
            finding = Finding("ambiguous", message, token.start, end, tuple(fits), "write more of the word")
            self.findings.append(finding)
        elif (full := self._in_full(folded)) is not None:
            message = f"'{full}' has to be written in full"
            self.findings.append(Finding("in-full", message, token.start, end, (full,)))
        else:
            self._unknown(stem, token.start, end, self._all_words(fresh))
        self._put(token.text, token)
        return 1, False

    def _fits(self, folded: str, fresh: bool) -> list[str]:
        names = self._names_fitting(folded)
        keywords = sorted({k for f, k in self.words.prefixable.items() if f.startswith(folded)})
        if fresh:
            return keywords or names
        return names or keywords

    def _names_fitting(self, folded: str) -> list[str]:
        return sorted({name for key, name in self.words.names.items() if key.startswith(folded)})

    def _in_full(self, folded: str) -> str | None:
        return next((word for word in self.vocabulary.in_full if word.startswith(folded)), None)

    def _all_words(self, fresh: bool) -> list[str]:
        keywords = list(self.vocabulary.keywords)
        others = [*self.vocabulary.names, *sorted(self.vocabulary.codes)]
        return [*keywords, *others] if fresh else [*others, *keywords]

    def _unknown(self, stem: str, start: int, end: int, among: Iterable[str]) -> None:
        near = nearest(stem, among)
        for typed, code in self.vocabulary.spellings.items():
            if distance(fold(stem), fold(typed), 1) <= 1 and code not in near:
                near.append(code)
        self.findings.append(
            Finding(
                "unknown-word", f"'{stem}' is no word of the notation, nor a name", start, end, tuple(near)
            )
        )

    def _keyword(self, text: str, whole: bool = False) -> str | None:
        folded = fold(text)
        if whole:
            return self.words.keywords.get(folded)
        fits = {word for key, word in self.words.prefixable.items() if key.startswith(folded)}
        return fits.pop() if folded and len(fits) == 1 else None

    def _name_at(self, at: int) -> tuple[str, int]:
        """The longest name that starts at a token, with the number of tokens it takes; ("", 0) if none."""
        runs = self._runs(at)
        for folded, used in reversed(runs):
            if folded in self.words.names:
                return self.words.names[folded], used
        first = runs[0][0] if runs else ""
        if first in self.words.codes:
            return self.words.codes[first], 1
        for folded, used in reversed(runs):
            fits = {name for key, name in self.words.names.items() if key.startswith(folded)}
            if len(fits) == 1:
                return fits.pop(), used
        return "", 0

    def _runs(self, at: int) -> list[tuple[str, int]]:
        """Folded runs of one, two, ... words from a token on, no later one of them a keyword."""
        runs: list[tuple[str, int]] = []
        joined = ""
        index = at
        while index < len(self.tokens) and len(runs) < _LONGEST_NAME:
            token = self.tokens[index]
            if token.kind == "space" and runs:
                index += 1
                continue
            if token.kind != "word" or (runs and fold(token.text) in self.words.keywords):
                break
            joined += fold(token.text)
            runs.append((joined, index - at + 1))
            index += 1
        return runs


def _either(words: list[str]) -> str:
    """Up to six words as "a, b or c"."""
    shown = words[:6]
    more = f" and {len(words) - 6} more" if len(words) > 6 else ""
    return f"{', '.join(shown[:-1])} or {shown[-1]}{more}"


def nearest(word: str, among: Iterable[str], most: int = 8) -> list[str]:
    """Words a slip of the fingers away, nearest first: two edits, one in words of up to three letters.

    Among equals those that only look alike (O for 0, l for 1) come first.
    """
    folded = fold(word)
    if not folded or len(folded) > 40:
        return []
    limit = 1 if len(folded) <= 3 else 2
    found = []
    for index, other in enumerate(among):
        away = distance(folded, fold(other), limit)
        if away <= limit:
            alike = folded.translate(_ALIKE) == fold(other).translate(_ALIKE)
            found.append((away, not alike, index, other))
    return [other for *_, other in sorted(found)[:most]]


def distance(one: str, other: str, limit: int) -> int:
    """Damerau-Levenshtein distance, in which two swapped neighbours count once; limit + 1 if it is more."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
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
