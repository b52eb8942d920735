"""After a fault: by what later entries are judged, and what the reader is told about it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from pbem import aftermath, record, registry, suggest, supposing, table, trial
from pbem.errors import Problem
from pbem.game import Seat
from pbem.judge import Judge, Judged
from pbem.loose import Finding
from pbem.replay import Referee
from pbem.source import Source

HEAD = """\
[Game "last-spike"]
[Name "friday-42"]
[Red "Ann"]
[Blue "Bob"]

0. deal: first red A3, blue B1; red A1 C3 D2 V1; blue B1 E4 F2 X3; aside D3
1. red: lay A1; draw D4
2. blue: lay B1; draw F1
"""


def problems(text: str, head: str = HEAD) -> list[Problem]:
    (game,) = record.read(Source.plain("g.pbem", head + dedent(text)))
    return Referee(game).run().problems


def hints(text: str) -> list[tuple[int | None, str]]:
    return [(problem.entry, problem.hint) for problem in problems(text)]


def test_what_would_be_wrong_in_any_case_is_not_said_to_follow_from_a_fault() -> None:
    told = hints("3. red: lay X1; draw Z1\n4. blue: lay X1; draw Z2\n")
    assert [entry for entry, _ in told] == [3, 4]
    assert not any("follow" in hint or "judged" in hint for _, hint in told)


def test_what_names_the_same_things_as_an_earlier_fault_of_its_seat_may_follow_from_it() -> None:
    told = hints("3. red: lay D2; draw Z1\n4. blue: lay E4; draw C1\n5. red: lay D2; draw Z2\n")
    assert told[-1][0] == 5
    assert told[-1][1].endswith("this may follow from entry 3, so mend that first")


def test_what_hangs_on_a_supposition_says_what_is_supposed() -> None:
    text = "3. red: lay D9; draw E1\n4. blue: lay E4; buy Omaha; draw C1\n"
    assert hints(text)[1] == (
        4,
        "the first to lay A4, C1 or D1 is granted it; leave out the purchase, or buy land of Denver for $2,000; "
        "judged as if entry 3 were `lay D4; draw E1`; mend that first",
    )


def test_the_likeliest_supposition_is_reported_by_unless_most_others_say_something_else() -> None:
    def said(word: str) -> supposing.Attempt:
        finding = Finding(word, word, 0, 1)
        return supposing.Attempt(None, "", Judged(findings=(finding,)))

    laid, not_held = said("laid"), said("not-in-hand")
    assert aftermath.leading((laid, not_held, not_held)) is laid
    assert aftermath.leading((laid, not_held, not_held, not_held)) is not_held


def test_an_assertion_after_a_fault_is_not_compared_and_says_so() -> None:
    text = "3. red: lay X1; draw Z1\n4. check: score red 1\n5. check: state 00000000\n"
    found = [(problem.severity, problem.code, problem.message) for problem in problems(text)[1:]]
    assert found == [
        (
            "note",
            "not-compared",
            "this and a later assertion were not compared, since an entry before does not stand",
        )
    ]


def test_a_turn_that_seems_to_be_missing_does_not_make_the_next_ones_faulty() -> None:
    """Red's turn 3 is left out; only with D4 laid in it may blue buy land of Denver without being granted it."""
    (problem,) = problems("3. blue: lay F1; buy Denver; draw C1\n4. red: lay V1; draw C2\n")
    assert problem.code == "last-spike/turn"
    assert problem.hint.startswith("perhaps an entry of red's is missing before this one")


def test_entries_that_the_numbering_leaves_out_are_named() -> None:
    found = problems("6. blue: lay E4; draw C1\n")
    assert [(problem.code, problem.hint) for problem in found if problem.severity == "error"] == [
        (
            "last-spike/turn",
            "entries 3 to 5 are not in this record: look in another copy",
        )
    ]


@pytest.mark.parametrize("word", ["undo", "redo", "skip blue", "pause", "result red 3"])
def test_what_only_the_moderator_writes_is_no_turn_of_a_seat(word: str) -> None:
    (problem,) = problems(f"3. red: {word}\n")
    assert (problem.code, problem.message) == ("mod", f"only the moderator writes `{word.split()[0]}`")
    assert problem.hint.startswith("`mod: ")


def test_every_supposition_of_a_placing_is_tried_when_the_first_ones_fail() -> None:
    """Eighteen towns could stand in place of the fault; what red writes later leaves one of them."""
    path = Path(__file__).parent / "aftermath" / "placing.pbem"
    (game,) = record.read(Source.plain("placing.pbem", path.read_text(encoding="utf-8")))
    (problem,) = Referee(game).run().problems
    assert problem.suggestions[0] == "place Cabezon"
    assert problem.hint.endswith("what follows fits `place Cabezon`")


def test_a_placing_that_was_left_out_is_found_as_well() -> None:
    path = Path(__file__).parent / "aftermath" / "placing.pbem"
    lines = path.read_text(encoding="utf-8").split("\n")
    text = "\n".join(line for line in lines if not line.startswith("9. "))
    (game,) = record.read(Source.plain("placing.pbem", text))
    (problem, *notes) = Referee(game).run().problems
    assert problem.suggestions == ("red: place Cabezon",)
    assert all(note.severity == "note" for note in notes)


# --- suggestions in a record


def positions(key: str) -> Iterator[tuple[Judge, object, Seat]]:
    """Positions of a trial game, each with the seat to move."""
    game = registry.find(key)
    setup = table.make_setup(game, trial.seats_for(game, game.counts[0]), frozenset())
    text, *_ = trial.simulate(game, setup, "aftermath", Random(5))
    (whole,) = record.read(Source.plain("t.pbem", text))
    referee = Referee(whole, remarks=False)
    for turn in islice(referee.play(), 3, 40, 6):
        assert referee.judge is not None
        for seat in game.to_move(turn.state) - {"deal"}:
            yield referee.judge, turn.state, seat


@pytest.mark.parametrize("key", registry.known())
def test_a_suggestion_for_a_record_stands_in_it_or_says_what_is_to_be_filled_in(key: str) -> None:
    seen = 0
    for judge, state, seat in positions(key):
        for typed in ("pass", "lay", "draw", "go Alta", "build", "ride a1", "swap", "bid 9"):
            judged = judge.entry(state, seat, typed)
            if judged.step is not None:
                continue
            for text in suggest.advise(judge, state, seat, typed, judged, in_record=True).suggestions[0]:
                seen += 1
                again = judge.entry(state, seat, text)
                assert again.step is not None or "?" in text, (typed, text, again.findings)
    assert seen > 10
