"""Judges one entry: text to order, order to move, move to step; what fails becomes findings with a place.

Offsets in findings are into the text given. Nothing here knows a record.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from pbem import notation
from pbem.errors import AmbiguousOrder, OrderError
from pbem.game import DEAL, Note, Seat, Setup, Shuffle, Step, Vocabulary
from pbem.loose import Finding, Loosened, loosen
from pbem.registry import AnyGame

LONGEST = 20_000
"""An entry may have so many characters; the longest deal of any game has a tenth of them."""
_FAR_TOO_LONG = re.compile(r"\d{16}")
"""No number of any game has so many digits; longer ones are not even made into numbers."""
_NO_SUCH = ("no-such-", "no-space", "seats")
"""Codes of a game's own words about names that it does not have."""
READINGS = 64
"""So many readings of an entry with ambiguous words are tried."""
REMEMBERED = 64
"""So many spelt entries are kept, for the same entry in another position."""


class Judged(msgspec.Struct, frozen=True):
    """What an entry came to: a move and its step, or findings. `order` is there once it was understood."""

    order: Any = None
    move: Any = None
    step: Step[Any] | None = None
    findings: tuple[Finding, ...] = ()
    text: str = ""
    """The text in canonical words, as far as it was understood."""

    @property
    def notes(self) -> tuple[Note, ...]:
        return self.step.notes if self.step else ()


class Judge:
    """Judges entries of one game at one table."""

    def __init__(self, game: AnyGame, setup: Setup[Any]) -> None:
        self.game = game
        self.setup = setup
        self._vocabulary: Vocabulary | None = None
        self._openers: frozenset[str] | None = None
        self._loosened: dict[tuple[str, str], Loosened] = {}

    @property
    def vocabulary(self) -> Vocabulary:
        if self._vocabulary is None:
            self._vocabulary = self.game.vocabulary(self.setup)
        return self._vocabulary

    def loosen(self, text: str, start: str = "order") -> Loosened:
        """Spell an entry in the game's canonical words; the latest ones are remembered.

        After a fault one entry is judged from several positions.
        """
        known = self._loosened.get((text, start))
        if known is not None:
            return known
        if self._openers is None:
            self._openers = notation.openers(self.game.key, self.vocabulary.keywords)
        found = loosen(text, self.vocabulary, dealt=start == "deal", openers=self._openers)
        if len(self._loosened) == REMEMBERED:
            self._loosened.clear()
        self._loosened[text, start] = found
        return found

    def entry(self, state: Any, seat: Seat, text: str, shuffle: Shuffle | None = None) -> Judged:
        """Judge an entry of `seat`. With `shuffle` the dealer fills in what chance gives."""

        def carry_out(order: Any) -> Judged:
            move = self.game.resolve(state, seat, order)
            if shuffle is not None:
                move = self.game.fill(state, seat, move, shuffle)
            return Judged(order, move, self.game.apply(state, seat, move), (), text)

        return self._judge(text, "deal" if seat == DEAL else "order", carry_out)

    def deal(self, text: str) -> Judged:
        """Judge entry 0. Raises SetupError where the table itself does not fit."""
        return self._judge(
            text, "deal", lambda order: Judged(order, order, self.game.setup(self.setup, order), (), text)
        )

    def parses(self, text: str, start: str) -> Judged:
        """Read an entry without a position: findings are about its words alone."""
        if len(text) > LONGEST:
            return _too_long(text)
        loosened = self.loosen(text, start)
        if loosened.findings:
            wrong = tuple(finding for finding in loosened.findings if finding.code != "ambiguous")
            return Judged(findings=wrong, text=loosened.text)
        return self._judge(text, start, lambda order: Judged(order, None, None, (), text))

    def starts(self, text: str, canonical: str) -> tuple[int, ...]:
        """Where in a typed entry the actions of its canonical text begin; () where they cannot be told."""
        loosened = self.loosen(text)
        found: list[int] = []
        at = 0
        for action in canonical.split("; "):
            word = re.compile(rf"(?<!\w){re.escape(action.split()[0])}(?!\w)").search(loosened.text, at)
            if word is None:
                return ()
            found.append(loosened.typed(word.start(), word.end())[0])
            at = word.end()
        return tuple(found)

    def _judge(self, text: str, start: str, carry_out: Any) -> Judged:
        """Try the text as it stands; what fails is tried once more in canonical words."""
        if len(text) > LONGEST:
            return _too_long(text)
        error: OrderError | notation.Unread
        order = None
        try:
            if _FAR_TOO_LONG.search(text):
                raise notation.Unread(0, 1, frozenset())
            order = notation.parse(self.game, text, start)
            judged: Judged = carry_out(order)
            return judged
        except (OrderError, notation.Unread) as failed:
            error = failed
        loosened = self.loosen(text, start)
        if loosened.findings:
            only = self._only_legal(text, start, loosened, carry_out)
            findings = loosened.findings
            if order is not None:
                findings = self._known_better(findings, error, text)
            return only or Judged(order=None, findings=findings, text=loosened.text)
        if loosened.text != text and not _FAR_TOO_LONG.search(loosened.text):
            try:
                order = notation.parse(self.game, loosened.text, start)
                again: Judged = carry_out(order)
                return msgspec.structs.replace(again, text=loosened.text)
            except (OrderError, notation.Unread) as failed:
                error = failed
        return Judged(order=order, findings=(self._finding(error, loosened, text),), text=loosened.text)

    def _known_better(
        self, findings: tuple[Finding, ...], error: OrderError | notation.Unread, text: str
    ) -> tuple[Finding, ...]:
        """Words that are none of the notation, with what the game says of a name that nothing is like.

        The game was asked, since the grammar took the text as it was typed, so keywords are no candidates.
        """
        if not isinstance(error, OrderError) or not error.code.startswith(_NO_SUCH):
            return findings
        told = []
        for finding in findings:
            word = text[finding.start : finding.end]
            near = tuple(one for one in finding.candidates if one not in self.vocabulary.keywords)
            strange = finding.code == "unknown-word" and (not near or any(map(str.isdigit, word)))
            named = word in error.action.split() or word in re.findall(r"\w+", error.message)
            if strange and named:
                finding = Finding(
                    error.code, error.message, finding.start, finding.end, near, error.hint, error.rule
                )
            told.append(finding)
        return tuple(told)

    def _only_legal(self, text: str, start: str, loosened: Loosened, carry_out: Any) -> Judged | None:
        """The entry with ambiguous words spelt out, if they can mean one thing only in this position."""
        findings = loosened.findings
        if any(finding.code != "ambiguous" for finding in findings):
            return None
        stands: dict[str, tuple[Judged, tuple[str, ...]]] = {}
        said: dict[str, OrderError | notation.Unread] = {}
        ways = itertools.product(*(finding.candidates for finding in findings))
        tried = list(itertools.islice(ways, READINGS + 1))
        if len(tried) > READINGS:
            return None
        for words in tried:
            spelt = self.loosen(respelt(text, findings, words), start).text
            try:
                judged: Judged = carry_out(notation.parse(self.game, spelt, start))
            except (OrderError, notation.Unread) as failed:
                said.setdefault(str(failed), failed)
                continue
            stands.setdefault(" ".join(spelt.split()), (judged, words))
        if not stands and len(said) == 1 and isinstance(error := next(iter(said.values())), OrderError):
            return Judged(findings=(self._finding(error, loosened, text),), text=loosened.text)
        if len(stands) != 1:
            return None
        spelt, (judged, words) = next(iter(stands.items()))
        if judged.step is None:
            return None
        told = {
            f"{finding.message}; only {word} is legal now": None
            for finding, word in zip(findings, words, strict=True)
        }
        notes = (*judged.step.notes, *(Note("only-legal", message) for message in told))
        step = msgspec.structs.replace(judged.step, notes=notes)
        return msgspec.structs.replace(judged, step=step, text=spelt)

    def _finding(self, error: OrderError | notation.Unread, loosened: Loosened, typed: str) -> Finding:
        if isinstance(error, notation.Unread):
            return self._unread(error, loosened, typed)
        start, end = place(loosened.text, error.action)
        begin, stop = loosened.typed(start, end)
        choices = error.choices if isinstance(error, AmbiguousOrder) else ()
        return Finding(error.code, error.message, begin, stop, (), error.hint, error.rule, choices)

    def _unread(self, error: notation.Unread, loosened: Loosened, typed: str) -> Finding:
        text = loosened.text
        at = min(error.at, len(text))
        begin, stop = loosened.typed(at, max(error.end, at + 1))
        begun = bool(text[:at].strip(" ;\n\t"))
        wanted = notation.expected(self.game.key, error.expected, begun)
        going_on = f"; expected {wanted}" if wanted else ""
        if not text[at:].strip():
            at = len(text.rstrip())
            begin, stop = loosened.typed(max(0, at - 1), at)
            what = "the entry is empty" if not text.strip() else "the entry ends too early"
            return Finding("unfinished", f"{what}{going_on}", stop, stop + 1)
        word = re.match(r"\w+|.", text[at:], re.DOTALL)
        found = word[0] if word else text[at]
        stop = max(stop, begin + len(found)) if loosened.typed(at, at + len(found))[1] >= stop else stop
        if found == ";" and wanted:
            return Finding("unread", f"something is missing before `;`: {wanted}", begin, stop)
        told = typed[begin:stop]
        if told.isalpha() and found.isalpha() and not told.casefold().startswith(found.casefold()):
            message = f"'{told}' (read as {found}) cannot stand here{going_on}"
            return Finding("unread", message, begin, stop)
        hint = "a record has no variations; remarks go in braces, {like this}" if found in "()" else ""
        return Finding("unread", f"'{found}' cannot stand here{going_on}", begin, stop, hint=hint)


def respelt(text: str, findings: Sequence[Finding], words: Sequence[str]) -> str:
    """A typed entry with a word put in place of what each finding marks."""
    for finding, word in sorted(zip(findings, words, strict=True), key=lambda pair: -pair[0].start):
        text = text[: finding.start] + word + text[finding.end :]
    return text


def _too_long(text: str) -> Judged:
    message = f"this entry has {len(text):,} characters, and {LONGEST:,} are the most that are read"
    hint = "a comment that is never closed, or a lost label, may have swallowed the rest"
    return Judged(findings=(Finding("too-long", message, 0, 1, (), hint),), text=text[:LONGEST])


def place(text: str, action: str) -> tuple[int, int]:
    """Where an action stands in an entry's canonical text: the action itself, or what begins like it.

    The whole text where nothing of it is found.
    """
    words = action.split()
    for count in range(len(words), 0, -1):
        pattern = r"(?<![\w])" + r"\s+".join(re.escape(word) for word in words[:count]) + r"(?![\w])"
        if found := re.search(pattern, text):
            if count == len(words):
                return found.start(), found.end()
            end = text.find(";", found.end())
            stop = len(text) if end < 0 else end
            return found.start(), found.start() + len(text[found.start() : stop].rstrip())
    return 0, max(1, len(text.rstrip()))
