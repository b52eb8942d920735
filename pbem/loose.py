"""Reads what a person meant: spellings that fit exactly one word become that word, all else a finding.

Works between cleaning and grammar, with a game's vocabulary, and keeps a map back to what was typed.
Nothing is guessed: a misspelt word is a finding with candidates, never a replacement.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable

import msgspec

from pbem.game import Vocabulary
from pbem.spelling import distance, fold, folded, nearest

_TOKEN = (
    r"(?s)(?P<space>\s+|(?<!\S)[:;=8]-?[()DP](?!\S))"  # a smiley is as good as a space
    r"|(?P<slip>(?=\$?[\d,]{0,20}[OolI])(?:\$[\dOolI]{1,12}(?:,[\dOolI]{3}){0,4}"
    r"|\d[\dOolI]{0,11}(?:,[\dOolI]{3}){1,4}|\d[\dOolI]{1,14})(?!\w))"
    r"|(?P<amount>\$[ ]?\d[\d,.'’ ]*\d[kK]?(?![\w])|\$[ ]?\d[kK]?(?![\w])"
    r"|\d{1,3}(?:[.'’ ]\d{3})+(?![\w.])|\d+[kK](?![\w]))"
    r"|(?P<code>[^\W\d_]{1,2}\d{1,3}(?![\w]))"
    r"|(?P<odd>(?=\d*[^\W\d_])(?=[^\W\d_]*\d)[^\W_]+)"
    r"|(?P<number>\d+)"
    r"|(?P<word>[^\W\d_](?:[^\W\d_]|['’](?=[^\W\d_]))*(?:\.(?!\d))?)"
    r"|(?P<sign>.)"
)
_JOINTS = frozenset({"then", "and"})
_CONDITIONS = frozenset({"if", "unless", "when", "else", "otherwise", "or"})
_FILLERS = frozenset({"to", "for"})
_EMPHASIS = frozenset("*_`\\")
"""Signs of Markdown, which no notation has."""
_LONGEST_NAME = 5
_LONGEST_NUMBER = 15
_LONGEST_GLUED = 80
_CANDIDATES = 40
_MOST = 20
"""So many findings about the words of one entry are made."""
_DIGITS = str.maketrans("OolI", "0011")


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


class _Token(msgspec.Struct, frozen=True):
    kind: str
    text: str
    start: int
    end: int


def loosen(
    text: str, vocabulary: Vocabulary, *, dealt: bool = False, openers: frozenset[str] | None = None
) -> Loosened:
    """Spell a typed entry in canonical words.

    `dealt`: an entry of the dealer, in which commas and "and" part nothing but lists. `openers`: the
    keywords that an action may begin with (None: all of them).
    """
    return _Loosener(text, vocabulary, dealt, openers).run()


class _Loosener:
    def __init__(
        self, text: str, vocabulary: Vocabulary, dealt: bool, openers: frozenset[str] | None
    ) -> None:
        self.words = folded(vocabulary)
        self.vocabulary = vocabulary
        self.dealt = dealt
        self.openers = frozenset(vocabulary.keywords) if openers is None else openers
        self.typed = text
        self.tokens = [_Token(m.lastgroup or "", m[0], m.start(), m.end()) for m in re.finditer(_TOKEN, text)]
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
            if len(self.findings) == _MOST:
                message = "what follows in this entry is not read, since too much before it is not understood"
                self._say("too-many", message, token)
                break
            used, fresh = self._take(at, fresh)
            at += used
        self.new.append(self.length)
        self.old.append(len(self.typed))
        findings = _whole_names(_as_one(self.findings, self.typed), self.typed)
        return Loosened("".join(self.out), findings, tuple(self.new), tuple(self.old))

    def _put(self, text: str, token: _Token) -> None:
        self.new.append(self.length)
        self.old.append(token.start)
        self.out.append(text)
        self.length += len(text)

    def _say(
        self, code: str, message: str, token: _Token, candidates: Iterable[str] = (), hint: str = ""
    ) -> None:
        self.findings.append(Finding(code, message, token.start, token.end, tuple(candidates), hint))

    def _take(self, at: int, fresh: bool) -> tuple[int, bool]:
        token = self.tokens[at]
        match token.kind:
            case "amount":
                self._amount(token)
            case "slip":
                self._slip(token)
            case "number":
                self._number(token)
            case "odd":
                self._odd(token)
            case "code":
                self._coded(at, token)
            case "word":
                return self._word(at, token, fresh)
            case "sign":
                return 1, self._sign(at, token)
        return 1, False

    # --- numbers and codes

    def _amount(self, token: _Token) -> None:
        if self.dealt and "$" not in token.text and " " in token.text:
            self._put(token.text, token)
            return
        digits = re.sub(r"[$ '’]", "", token.text)
        times = 1000 if digits[-1] in "kK" else 1
        digits = digits.rstrip("kK")
        if "." in digits or ("," in digits and not re.fullmatch(r"\d{1,3}(,\d{3})+", digits)):
            whole, first = re.sub(r"[.,]", "", digits), re.split(r"[.,]", digits)[0]
            message = f"{token.text.strip()} can be read in two ways"
            self._say("amount", message, token, (whole, first), f"write {whole} or {first}")
            self._put(digits, token)
            return
        plain = digits.replace(",", "")
        if len(plain) > _LONGEST_NUMBER:
            self._too_long(token)
            return
        changed = times > 1 or plain != digits or re.search(r"['’ ]", token.text)
        self._put(str(int(plain) * times) if changed else token.text, token)

    def _slip(self, token: _Token) -> None:
        """Letters among digits: the number that was meant is offered, never assumed."""
        meant = token.text.translate(_DIGITS)
        message = f"'{token.text}' has letters where digits belong"
        self._say("amount", message, token, (meant.replace("$", "").replace(",", ""),), f"write {meant}")
        self._put(token.text, token)

    def _number(self, token: _Token) -> None:
        if len(token.text) > _LONGEST_NUMBER:
            self._too_long(token)
        else:
            self._put(token.text, token)

    def _too_long(self, token: _Token) -> None:
        message = f"this number has {sum(map(str.isdigit, token.text)):,} digits; no number here has so many"
        self._say("amount", message, token)
        self._put("0", token)

    def _odd(self, token: _Token) -> None:
        """Letters and digits glued together: a number with a letter that means something, or a lost space."""
        digits = re.match(r"\d*", token.text)
        head = digits[0] if digits else ""
        letters = fold(token.text[len(head) :])
        spelling = {fold(typed): code for typed, code in self.vocabulary.spellings.items()}.get(letters)
        if head and spelling is not None:
            self._put(head, token)
            self._put(spelling, _Token("word", "", token.start + len(head), token.end))
        elif not self._unglued(token, token.text):
            self._unknown(token.text, token, self._all_words(False))
            self._put(token.text, token)

    def _unglued(self, token: _Token, text: str) -> bool:
        """Put a keyword and what stuck to it, if there is one way only to part them."""
        if len(text) > _LONGEST_GLUED:
            return False
        ways = []
        for cut in range(2, len(text)):
            keyword, rest = self.words.keywords.get(fold(text[:cut])), fold(text[cut:])
            word = self.words.names.get(rest) or self.words.codes.get(rest)
            if keyword and keyword in self.openers and text[:cut].isalpha() and (word or rest.isdigit()):
                ways.append((keyword, word or rest, cut))
        if len(ways) != 1 or self.dealt:
            return False
        keyword, word, cut = ways[0]
        self._put(f"{keyword} ", token)
        self._put(word, _Token("word", "", token.start + cut, token.end))
        return True

    def _coded(self, at: int, token: _Token) -> None:
        found = fold(token.text)
        known = self.words.codes.get(found) or self.words.names.get(found)
        if known:
            self._put(known, token)
        elif self._unglued(token, token.text):
            return
        else:
            if self.words.codes and not self._followed_by(at, "/"):
                self._unknown(token.text, token, self._all_words(False))
            self._put(token.text, token)

    # --- signs

    def _sign(self, at: int, token: _Token) -> bool:
        following = self._after(at)
        if token.text in ",." and not self.dealt and self._starts_action(following):
            self._put(";", token)
            return True
        if token.text in ".!" and following is None:
            self._put(" ", token)
            return True
        if token.text == "&" and not self.dealt and self._starts_action(following):
            self._put(";", token)
            return True
        if token.text in _EMPHASIS:
            self._put(" ", token)
            return False
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
        return self._opener(self.tokens[at].text.rstrip(".")) is not None

    def _opener(self, text: str) -> str | None:
        """The keyword in full, or the only one an action may begin with that begins so."""
        word = fold(text)
        whole = self.words.keywords.get(word)
        if whole is not None:
            return whole if whole in self.openers else None
        fits = {keyword for key, keyword in self.words.prefixable.items() if key.startswith(word)}
        fits &= self.openers
        return fits.pop() if word and len(fits) == 1 else None

    # --- words

    def _word(self, at: int, token: _Token, fresh: bool) -> tuple[int, bool]:
        stem = token.text.rstrip(".")
        if keyword := self._keyword(stem, whole=True):
            self._put_keyword(keyword, token, stem)
            return 1, token.text.endswith(".") and self._after(at) is not None
        if self.dealt and set(fold(stem)) <= set(self.vocabulary.letters):
            self._put(fold(stem), token)
            return 1, False
        if fold(stem) in _JOINTS and not self.dealt and (fresh or self._starts_action(self._after(at))):
            self._put(" " if fresh else ";", token)
            return 1, True
        if fold(stem) in _FILLERS and not self.dealt and self._filler(at, fold(stem)):
            return 1, False
        if fold(stem) in _CONDITIONS and not self.dealt and fold(stem) not in self.words.names:
            return self._refuse(at, token, stem, fresh), False
        if fresh and (keyword := self._opener(stem)):
            self._put_keyword(keyword, token, stem)
            return 1, False
        if (used := self._parted_code(at)) > 0:
            return used, False
        name, used = self._name_at(at)
        if name and not self._goes_on(name, at, used):
            return self._named(name, at, used, token)
        keyword = self._keyword(stem)
        if keyword and not self._names_fitting(fold(stem)):
            self._put_keyword(keyword, token, stem)
            return 1, False
        if self._unglued(token, stem):
            return 1, False
        return self._refuse(at, token, stem, fresh), False

    def _filler(self, at: int, word: str) -> bool:
        """Put `to` between two codes as a hyphen, and leave `for` out before an amount."""
        if word in self.words.keywords or word in self.words.names:
            return False
        before, after = self._beside(at, -1), self._beside(at, 1)
        if word == "for" and after is not None and after.kind in ("amount", "number"):
            self._put(" ", self.tokens[at])
            return True
        both = [one for one in (before, after) if one is not None and one.kind == "code"]
        if word == "to" and len(both) == 2 and all(fold(one.text) in self.words.codes for one in both):
            self._put("-", self.tokens[at])
            return True
        return False

    def _beside(self, at: int, way: int) -> _Token | None:
        """The token before or after one, white space passed over."""
        at += way
        while 0 <= at < len(self.tokens) and self.tokens[at].kind == "space":
            at += way
        return self.tokens[at] if 0 <= at < len(self.tokens) else None

    def _parted_code(self, at: int) -> int:
        """Put a code that was typed with a blank in it (`lay D 2`); return how many tokens it takes."""
        if self.dealt or at + 2 >= len(self.tokens) or self.tokens[at + 1].text != " ":
            return 0
        letters, digits = self.tokens[at], self.tokens[at + 2]
        code = self.words.codes.get(fold(letters.text + digits.text))
        if code is None or digits.kind != "number" or not digits.text.isdigit() or len(letters.text) > 2:
            return 0
        if fold(letters.text) in self.words.names or fold(letters.text) in self.words.codes:
            return 0
        self._put(code, _Token("code", code, letters.start, digits.end))
        return 3

    def _goes_on(self, name: str, at: int, used: int) -> bool:
        """Say whether a name that was only begun goes on in words that do not fit it (`Dodge Cty`)."""
        last = self.tokens[at + used - 1]
        whole = fold(self.typed[self.tokens[at].start : last.end]) == fold(name)
        run = None if whole else self._misspelt_name(at)
        return run is not None and run[0] > used

    def _named(self, name: str, at: int, used: int, token: _Token) -> tuple[int, bool]:
        self._put(name, token)
        last = self.tokens[at + used - 1]
        if last.text.endswith(".") and self._starts_action(self._after(at + used - 1)) and not self.dealt:
            self._put(";", last)
            return used, True
        return used, False

    def _put_keyword(self, keyword: str, token: _Token, stem: str) -> None:
        self._put(keyword, token)
        if len(stem) < len(token.text):
            self._put(" ", _Token("sign", ".", token.start + len(stem), token.end))

    def _refuse(self, at: int, token: _Token, stem: str, fresh: bool) -> int:
        """Say what is wrong with a word that is none; return how many tokens were looked at together."""
        word = fold(stem)
        marked = _Token("word", stem, token.start, token.start + len(stem))
        if fresh and word in self.vocabulary.refused:
            self._say("unknown-word", self.vocabulary.refused[word], marked)
            self._put(token.text, token)
            return len(self.tokens) - at  # what else it says does not matter
        if run := self._misspelt_name(at):
            used, names = run
            last = self.tokens[at + used - 1]
            text = self.typed[token.start : last.end].rstrip(".")
            self._say(
                "unknown-word", _no_word(text), _Token("", text, token.start, token.start + len(text)), names
            )
            self._put(text, token)
            return used
        fits = [] if word in _CONDITIONS else self._fits(word, fresh)
        if len(fits) > 1:
            self._say("ambiguous", f"'{stem}' fits {_either(fits)}", marked, fits, "write more of the word")
        elif (full := self._in_full(word, fresh)) is not None:
            self._say("in-full", f"'{full}' has to be written in full", marked, (full,))
        else:
            self._unknown(stem, marked, self._all_words(fresh))
        self._put(token.text, token)
        return 1

    def _misspelt_name(self, at: int) -> tuple[int, list[str]] | None:
        """Several words that are a slip away from one name, with its place names; None if there is none."""
        for run, used in reversed(self._runs(at)[1:]):
            limit = 1 if len(run) < 8 else 2
            first = fold(self.tokens[at].text)
            near = [
                (away, name)
                for key, name in self.words.names.items()
                if (" " in name) and (away := distance(run, key, limit)) <= limit and len(key) > len(first)
            ]
            if near:
                return used, [name for _, name in sorted(near)]
        return None

    def _fits(self, word: str, fresh: bool) -> list[str]:
        names = self._names_fitting(word)
        keywords = sorted({k for f, k in self.words.prefixable.items() if f.startswith(word)})
        if fresh:
            return [k for k in keywords if k in self.openers] or names
        return names or keywords

    def _names_fitting(self, word: str) -> list[str]:
        return sorted({name for key, name in self.words.names.items() if key.startswith(word)})

    def _in_full(self, word: str, fresh: bool) -> str | None:
        """The keyword that a word begins and that has to be written in full, if it may stand here."""
        fits = [full for full in sorted(self.vocabulary.in_full) if full.startswith(word)]
        here = [full for full in fits if self.dealt or (full in self.openers) == fresh]
        return here[0] if here and (fresh or self.dealt or len(word) > 2) else None

    def _all_words(self, fresh: bool) -> list[str]:
        keywords = list(self.vocabulary.keywords)
        others = [*self.vocabulary.names, *sorted(self.vocabulary.codes)]
        return [*keywords, *others] if fresh else [*others, *keywords]

    def _unknown(self, stem: str, token: _Token, among: Iterable[str]) -> None:
        near = nearest(stem, among, _CANDIDATES) or self._parted(stem)
        for typed, code in self.vocabulary.spellings.items():
            if distance(fold(stem), fold(typed), 1) <= 1 and code not in near:
                near.append(code)
        self._say("unknown-word", _no_word(stem), token, near)

    def _parted(self, text: str) -> list[str]:
        """A turn typed without blanks (`layD3buyDenver`), parted, if there is one way only to do so."""
        run = fold(text)
        if self.dealt or not 6 <= len(run) <= _LONGEST_GLUED or not text.isascii():
            return []
        ways: list[list[tuple[str, ...]]] = [[] for _ in run] + [[()]]
        for start in range(len(run) - 1, -1, -1):
            for end in range(start + 2, len(run) + 1):
                word = self._whole_word(run[start:end])
                if word:
                    ways[start] += [(word, *rest) for rest in ways[end]][:3]
        if len(ways[0]) != 1 or ways[0][0][0] not in self.openers:
            return []
        parted = "".join(f"; {word}" if word in self.openers else f" {word}" for word in ways[0][0])
        return [parted.removeprefix("; ")]

    def _whole_word(self, run: str) -> str | None:
        """The keyword, name or code that folded letters spell in full."""
        words = self.words
        return words.keywords.get(run) or words.names.get(run) or words.codes.get(run)

    def _keyword(self, text: str, whole: bool = False) -> str | None:
        word = fold(text)
        if whole:
            return self.words.keywords.get(word)
        fits = {keyword for key, keyword in self.words.prefixable.items() if key.startswith(word)}
        return fits.pop() if word and len(fits) == 1 else None

    def _name_at(self, at: int) -> tuple[str, int]:
        """The longest name that starts at a token, with the number of tokens it takes; ("", 0) if none."""
        runs = self._runs(at)
        for run, used in reversed(runs):
            if run in self.words.names:
                return self.words.names[run], used
        first = runs[0][0] if runs else ""
        if first in self.words.codes:
            return self.words.codes[first], 1
        for run, used in reversed(runs):
            fits = {name for key, name in self.words.names.items() if key.startswith(run)}
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


def _as_one(findings: list[Finding], text: str) -> tuple[Finding, ...]:
    """One finding for a sentence or a condition, of which hardly a word is one of the notation."""
    strange = [one for one in findings if one.code == "unknown-word" and not one.candidates]
    odd = [one for one in findings if one.code in ("unknown-word", "ambiguous", "in-full")]
    conditions = [one for one in odd if fold(text[one.start : one.end]) in _CONDITIONS]
    if conditions:
        code, message = "conditional", "an entry says one thing that is done now, without `if` and `or`"
        hint = "write the turn for the position as it is"
    elif len(odd) >= 3 and len(strange) >= 2:
        code, message = "sentence", "this reads like a sentence, and only words of the notation are taken"
        hint = "write the turn alone; remarks go in braces, {like this}"
    else:
        return tuple(findings)
    rest = [one for one in findings if one not in odd]
    whole = Finding(code, message, odd[0].start, odd[-1].end, (), hint)
    return tuple(sorted([*rest, whole], key=_start))


def _whole_names(findings: tuple[Finding, ...], text: str) -> tuple[Finding, ...]:
    """A misspelt name with a word behind it that is none (`Larmie Town`) as one finding."""
    kept: list[Finding] = []
    for one in findings:
        before = kept[-1] if kept else None
        if (
            before is not None
            and before.code == one.code == "unknown-word"
            and before.candidates
            and not one.candidates
            and text[before.end : one.start].isspace()
        ):
            kept[-1] = msgspec.structs.replace(
                before, message=_no_word(text[before.start : one.end]), end=one.end
            )
        else:
            kept.append(one)
    return tuple(kept)


def _start(finding: Finding) -> int:
    return finding.start


def _no_word(text: str) -> str:
    return f"'{text if len(text) <= 40 else text[:37] + '...'}' is no word of the notation, nor a name"


def _either(words: list[str]) -> str:
    """Up to six words as "a, b or c"."""
    shown = words[:6]
    more = f" and {len(words) - 6} more" if len(words) > 6 else ""
    return f"{', '.join(shown[:-1])} or {shown[-1]}{more}"
