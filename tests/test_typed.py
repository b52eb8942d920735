"""Records as tired players type them, each judged against what was noted before the tool had read it.

`tests/typed/KEY/*.pbem` are the records, `KEY.toml` says what is due for each. A place is an entry's number
by its order in the record (0 is the deal), "header" or "file"; in a file of several games "2:7" is entry 7
of the second.

- `faults`: places where an error or a warning is due; `fine`: entries that are sound, whatever stands before
- `offers`: what the first suggestion for an entry has to hold; `says`: what a finding there has to name
- `follows`: places where an error is due too, as a consequence or as one that was not noted
- `wrong`: places where the tool still falls short; `because` says why what is noted stands, or does not
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pbem import checking, record
from pbem.errors import PbemError
from pbem.record import Entry, Record
from pbem.source import Source

FOLDER = Path(__file__).parent / "typed"
GAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
KINDS = {*range(1, 50), 63, 65}
HEADER = re.compile(r'\s*\[\s*[A-Za-z]\w*\s+"')

Place = int | str


class Case(NamedTuple):
    """One record with what is due."""

    key: str
    due: dict[str, Any]

    @property
    def path(self) -> Path:
        return FOLDER / self.key / f"{self.due['file']}.pbem"

    def places(self, name: str) -> set[Place]:
        return set(self.due.get(name, []))


class Answer:
    """What the tool says about some games: findings by place, notes left out."""

    def __init__(self, games: list[Record], findings: tuple[checking.Found, ...]) -> None:
        self.games = games
        self.at: dict[Place, list[checking.Found]] = {}
        for found in findings:
            if found.problem.severity != "note":
                self.at.setdefault(self._place(found), []).append(found)

    def errors(self, place: Place) -> list[checking.Found]:
        return [one for one in self.at.get(place, []) if one.problem.severity == "error"]

    def entry(self, place: Place) -> Entry | None:
        game, _, number = str(place).rpartition(":")
        entries = self.games[int(game or 1) - 1].entries if self.games else ()
        return entries[int(number) - _first(entries)] if number.isdigit() else None

    def _place(self, found: checking.Found) -> Place:
        problem = found.problem
        if problem.code == "file":
            return "file"
        begun = [game for game in self.games if _line(game, _start(game)) <= problem.span.line]
        game = begun[-1] if begun else self.games[0]
        number = problem.entry
        if number is None:
            above = sum(_line(game, entry.label) <= problem.span.line for entry in game.entries)
            if above == 0 or HEADER.match(found.line):
                return "header"
            number = above - 1 + _first(game.entries)
        return f"{self.games.index(game) + 1}:{number}" if len(self.games) > 1 else number


def _start(game: Record) -> int:
    starts = [item.start if isinstance(item, record.Header) else item.at for item in game.head]
    return min([*starts, *(entry.label for entry in game.entries[:1])])


def _line(game: Record, at: int) -> int:
    return game.source.span(at, at + 1).line


def _first(entries: tuple[Entry, ...]) -> int:
    return 0 if entries and entries[0].who == "deal" else 1


def load(key: str) -> list[Case]:
    return [Case(key, due) for due in tomllib.loads((FOLDER / f"{key}.toml").read_text("utf-8"))["record"]]


CASES = [case for key in GAMES for case in load(key)]


def ident(case: Case) -> str:
    return f"{case.key}-{case.due['file']}"


@cache
def answered(path: Path) -> Answer:
    findings = checking.check_file(str(path)).findings
    try:
        games, _ = record.read_file(str(path), path.read_bytes())
    except PbemError:
        games = []
    return Answer(games, findings)


def shortcomings(case: Case) -> Iterator[tuple[Place, str]]:
    """Every place at which the answer is not what is due, and how."""
    answer = answered(case.path)
    yield from ((place, "nothing is said") for place in case.places("faults") - set(answer.at))
    for place in case.places("fine"):
        yield from ((place, f"blamed: {one.problem.message}") for one in answer.errors(place))
    for place in answer.at:
        said = Counter((one.problem.code, one.problem.message) for one in answer.errors(place))
        yield from ((place, f"said twice: {message}") for (_, message), times in said.items() if times > 1)
    for wish in case.due.get("offers", []):
        first = next(firsts(answer, wish["entry"]), "nothing")
        if not all(part in first for part in wish["parts"]):
            yield wish["entry"], f"offered: {first}"
    for wish in case.due.get("says", []):
        found = [one.problem for one in answer.at.get(wish["entry"], [])]
        told = " ".join(f"{problem.message} {problem.hint}" for problem in found)
        if not all(part in told for part in wish["parts"]):
            yield wish["entry"], f"told: {told}"
    yield from ((place, "the suggestion does not help") for place in _unmended(answer))


def firsts(answer: Answer, place: Place) -> Iterator[str]:
    """The first suggestion of each finding at a place that has any."""
    found = answer.at.get(place, [])
    return (one.problem.suggestions[0] for one in found if one.problem.suggestions)


# --- suggestions put in place


def _unmended(answer: Answer) -> list[Place]:
    """The places whose first suggestion, put there, leaves an error, alone and together with the others."""
    texts = dict(_to_put(answer))
    left = _left(answer, texts)
    return [place for place in left if _left(answer, {place: texts[place]})]


def _to_put(answer: Answer) -> Iterator[tuple[Place, str]]:
    """What to write at a place; what is to be filled in is left out, and so is a turn that is missing there.

    The suggestion for a turn is the whole turn; for other entries it is the word that is marked.
    """
    for place in answer.at:
        entry, first = answer.entry(place), next(firsts(answer, place), "?")
        if entry is None or "?" in first or re.match(r"[a-z]+: ", first):
            continue
        if entry.who in record.SPEAKERS:
            for one in answer.at[place]:
                marked = one.line[one.problem.span.column - 1 : one.problem.span.end - 1]
                for word in one.problem.suggestions[:1]:
                    yield place, entry.text.replace(marked, word, 1)
        else:
            yield place, first


def _left(answer: Answer, texts: dict[Place, str]) -> list[Place]:
    """Where an error is left once `texts` stand at their places.

    Of other entries than turns only the finding with the suggestion has to go.
    """
    if not texts:
        return []
    text = answer.games[0].source.text
    spans = {place: entry for place in texts if (entry := answer.entry(place)) is not None}
    for place, entry in sorted(spans.items(), key=lambda item: item[1].start, reverse=True):
        text = text[: entry.start] + texts[place] + text[entry.start + len(entry.text) :]
    games = list(record.read(Source.plain("f.pbem", text)))
    again = Answer(games, checking.check_records("f.pbem", games, ()).findings)
    left: list[Place] = []
    for place, entry in spans.items():
        errors = [one.problem.message for one in again.errors(place)]
        if entry.who in record.SPEAKERS:
            mended = {one.problem.message for one in answer.at[place] if one.problem.suggestions}
            errors = [message for message in errors if message in mended]
        if errors:
            left.append(place)
    return left


# --- the tests


@pytest.mark.parametrize("case", CASES, ids=ident)
def test_what_is_typed_gets_the_answer_that_is_due(case: Case) -> None:
    found = list(shortcomings(case))
    assert {place for place, _ in found} == case.places("wrong"), found


@pytest.mark.parametrize("case", CASES, ids=ident)
def test_little_more_is_blamed_than_is_wrong(case: Case) -> None:
    answer = answered(case.path)
    blamed = {place for place in answer.at if answer.errors(place)}
    blamed -= case.places("fine") & case.places("wrong")
    assert len(blamed) <= len(case.places("faults") | case.places("follows")), blamed


@pytest.mark.parametrize("key", GAMES)
def test_every_record_is_listed_once_and_what_is_marked_is_explained(key: str) -> None:
    cases = load(key)
    files = sorted(path.stem for path in (FOLDER / key).glob("*.pbem"))
    assert sorted(case.due["file"] for case in cases) == files
    for case in cases:
        assert "because" in case.due or not case.places("wrong") | case.places("follows"), case.due["file"]
        assert case.places("faults") and KINDS.issuperset(case.due["kinds"]), case.due["file"]
