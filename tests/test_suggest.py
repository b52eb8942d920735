"""Did you mean: slips of the fingers all over every game, and what is offered for them."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from pbem import chance, registry, suggest, table, trial
from pbem.game import DEAL
from pbem.judge import Judge
from pbem.spelling import distance, fold

GAMES = registry.known()
TURNS = 400
"""Turns of one game that are looked at; spikes and spokes may go on for long."""


class Position(NamedTuple):
    """A position of a random game with the turn that was played from it."""

    judge: Judge
    state: Any
    seat: Any
    text: str


class Case(NamedTuple):
    """A turn with one slip in one of its words."""

    position: Position
    start: int
    word: str
    slip: str

    @property
    def typed(self) -> str:
        return self.with_word(self.slip)

    def with_word(self, word: str) -> str:
        text = self.position.text
        return text[: self.start] + word + text[self.start + len(self.word) :]


def positions(key: str, random: Random) -> Iterator[Position]:
    """Positions of random games, one after the other, for ever."""
    game = registry.find(key)
    while True:
        setup = table.make_setup(game, trial.seats_for(game, random.choice(game.counts)), frozenset())
        shuffle = chance.shuffler(random.randbytes(32), "slips", ())
        seated, dealt = game.deal(setup, shuffle)
        state = game.setup(seated, dealt).state
        judge = Judge(game, state.setup)
        for _ in range(TURNS):
            if game.outcome(state) is not None:
                break
            seat, move = trial.next_move(game, state, shuffle, random)
            if seat != DEAL:
                yield Position(judge, state, seat, game.write(state, seat, move))
            state = game.apply(state, seat, move).state


def words_in(position: Position) -> list[tuple[int, str]]:
    """Every word of the vocabulary in a turn, with its place; the longest where several begin."""
    vocabulary = position.judge.vocabulary
    words = sorted({*vocabulary.keywords, *vocabulary.names, *vocabulary.codes}, key=len, reverse=True)
    pattern = "|".join(map(re.escape, words))
    return [(m.start(), m[0]) for m in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", position.text)]


def slip(word: str, random: Random) -> str:
    """The word with one letter lost, swapped, wrong, or too many."""
    while True:
        at = random.randrange(len(word))
        letter = random.choice(string.digits if word[at].isdigit() else string.ascii_lowercase)
        slips = [
            word[:at] + word[at + 1 :],
            word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
            word[:at] + letter + word[at + 1 :],
            word[:at] + letter + word[at:],
        ]
        typed = random.choice(slips)
        if typed.strip() == typed and typed and fold(typed) != fold(word):
            return typed


def cases(key: str, count: int, seed: str) -> Iterator[Case]:
    """Slips in all words of a game, those that have had the fewest first."""
    random = Random(f"{key} {seed}")
    seen: Counter[str] = Counter()
    for position in positions(key, random):
        found = words_in(position)
        random.shuffle(found)
        for start, word in sorted(found, key=lambda place: seen[place[1]])[:2]:
            if count == 0:
                return
            seen[word] += 1
            count -= 1
            yield Case(position, start, word, slip(word, random))


def undecidable(case: Case) -> bool:
    """Say whether another word is as near as the one that was meant, and legal in its place too."""
    vocabulary = case.position.judge.vocabulary
    away = distance(fold(case.slip), fold(case.word), 2)
    for other in {*vocabulary.keywords, *vocabulary.names, *vocabulary.codes} - {case.word}:
        if distance(fold(case.slip), fold(other), away) <= away and _legal(case, other):
            return True
    return False


def _legal(case: Case, word: str) -> bool:
    position = case.position
    return position.judge.entry(position.state, position.seat, case.with_word(word)).step is not None


def verdict(case: Case) -> str:
    """What comes of a slip: right, second, wrong, undecidable, or accepted."""
    judge, state, seat, text = case.position
    judged = judge.entry(state, seat, case.typed)
    if judged.step is not None:
        same = judge.game.write(state, seat, judged.move) == text
        assert same or judge.loosen(case.typed).findings == () or judged.notes, case.typed
        return "read as meant" if same else "another legal turn"
    advice = suggest.advise(judge, state, seat, case.typed, judged)
    offered = next((guesses for guesses in advice.suggestions if guesses), ())
    if offered[:1] == (text,):
        return "right"
    if undecidable(case):
        return "undecidable"
    return "second" if text in offered else "wrong"


def rate(tally: Counter[str]) -> float:
    """The share of right first suggestions among slips that can be told apart."""
    return tally["right"] / max(1, tally["right"] + tally["second"] + tally["wrong"])


@pytest.mark.parametrize("key", GAMES)
def test_the_first_suggestion_is_what_was_meant(key: str) -> None:
    tally = Counter(verdict(case) for case in cases(key, 150, "quick"))
    assert tally["right"] > 50
    assert rate(tally) >= 0.95, tally


@pytest.mark.long
def test_the_first_suggestion_is_what_was_meant_in_thousands_of_slips(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tallies = {key: Counter(verdict(case) for case in cases(key, 1500, "long")) for key in GAMES}
    with capsys.disabled():
        for key, tally in tallies.items():
            print(f"\n{key}: {rate(tally):.2%} of {sum(tally.values()):,}: {dict(tally)}")
        whole = sum(tallies.values(), Counter[str]())
        print(f"all: {rate(whole):.2%} of {sum(whole.values()):,}")
    assert all(rate(tally) >= 0.95 for tally in tallies.values())


@pytest.mark.parametrize("key", GAMES)
def test_what_is_offered_is_legal_and_nothing_is_done(key: str) -> None:
    for case in cases(key, 30, "offered"):
        judge, state, seat, _ = case.position
        judged = judge.entry(state, seat, case.typed)
        if judged.step is not None:
            continue
        advice = suggest.advise(judge, state, seat, case.typed, judged)
        for guess in {guess for guesses in advice.suggestions for guess in guesses}:
            again = judge.entry(state, seat, guess, lambda label, items: tuple(items))
            assert again.step is not None, (case.typed, guess)
        assert all(len(guesses) <= suggest.MOST for guesses in advice.suggestions)


def test_words_are_apart_by_how_they_are_spelt() -> None:
    assert suggest.unlike(("lay", "A1"), ("lay", "A1")) == 0
    one_letter = suggest.unlike(("lay", "A1"), ("lay", "A2"))
    other_word = suggest.unlike(("lay", "A1"), ("lay", "Z9"))
    assert 0 < one_letter < other_word
    assert suggest.unlike((), ("lay",)) == 1
