"""Spike as people type it: every unambiguous spelling becomes the canonical turn, all else is a question."""

from __future__ import annotations

from typing import Any

import pytest

from games.spike import GAME
from games.spike.state import State
from pbem import boards, notation
from pbem.game import Setup
from pbem.judge import Judge, Judged

BOARD = GAME.load_board("east-1900", boards.text("spike", "east-1900"))
SETUP: Setup[Any] = Setup(GAME.seats[:2], frozenset(), "1", BOARD)
DEAL = (
    "red contracts cows/2b, pigs/1a, oil/1a, wood/1a, corn/1a, peaches/1a; red hand white, white, blue, red, yellow; "
    "red route R17; blue contracts coal/1a, steel/1a, cloth/1a, flour/1a, wheat/1a, cotton/1a; "
    "blue hand yellow, yellow, black, black, red; blue route R20; "
    "market cows, pigs, oil, wood, corn, wheat, coal, steel, cloth, flour, peaches, cotton; "
    "show white, red, blue, black"
)


def position(*entries: str) -> State:
    state = GAME.setup(SETUP, notation.parse(GAME, DEAL, "deal")).state
    for entry in entries:
        (seat,) = GAME.to_move(state)
        state = GAME.apply(state, seat, GAME.resolve(state, seat, notation.parse(GAME, entry))).state
    return state


READY = position("give blue", "place Norfolk", "place New York")
UNDER_WAY = position(
    "give blue", "place Norfolk", "place New York", "build Norfolk-g24-Raleigh; move g24-Norfolk", "pass"
)


def judged(state: State, text: str) -> Judged:
    (seat,) = GAME.to_move(state)
    return Judge(GAME, SETUP).entry(state, seat, text, lambda _, items: tuple(sorted(items)))


def meant(state: State, text: str) -> str:
    found = judged(state, text)
    assert found.findings == ()
    (seat,) = GAME.to_move(state)
    return GAME.write(state, seat, GAME.redact(state, seat, found.move, None))


TURNS = [
    ("build NFK-g24-RAL", "build Norfolk-g24-Raleigh"),
    ("BUILD norfolk - G24 - raleigh", "build Norfolk-g24-Raleigh"),
    ("lay g26-g24-h23", "build Norfolk-g24-Raleigh"),
    ("b nor-g24-ral", "build Norfolk-g24-Raleigh"),
    ("build Raleigh-g24-Norfolk", "build Norfolk-g24-Raleigh"),
    (
        "load, build Norfolk-g24-Raleigh, move Norfolk-g24",
        "load; build Norfolk-g24-Raleigh; move g24-Norfolk",
    ),
    ("Load. Build Norfolk-g24-Raleigh.", "load; build Norfolk-g24-Raleigh"),
    ("load then build Norfolk-g24-Raleigh", "load; build Norfolk-g24-Raleigh"),
    ("take", "load"),
    ("take pigs", "load"),
    ("load pigs", "load"),
    ("draw w, r", "draw white, red; show green, green"),
    ("take white, deck", "draw white, deck:?; show green"),
    ("draw WHITE, u", "draw white, blue; show green, green"),
    ("trade 2 w for u; build nfk-h25-ral", "trade 2 white for blue; build Norfolk-h25-Raleigh"),
    ("swap 2 white for r; build Norfolk-g24-Raleigh", "trade 2 white for red; build Norfolk-g24-Raleigh"),
    ("pass", "pass"),
    (";; load ;; ", "load"),
]


@pytest.mark.parametrize(("typed", "canonical"), TURNS)
def test_every_unambiguous_spelling_is_read(typed: str, canonical: str) -> None:
    assert meant(READY, typed) == canonical


@pytest.mark.parametrize(
    "typed", ["place new york", "place NewYork", "place NYC", "place new y", "place d29"]
)
def test_a_city_goes_by_name_code_point_or_beginning(typed: str) -> None:
    assert meant(position("give blue"), typed) == "place New York"


def test_st_louis_needs_neither_dot_nor_space() -> None:
    start = position("give blue")
    for typed in ("place st louis", "place St. Louis", "place stlouis", "place STL"):
        assert meant(start, typed) == "place St. Louis"


def test_fruit_is_another_word_for_peaches() -> None:
    assert judged(READY, "dump fruit").findings[0].message.startswith("red's train has no peaches")


def test_a_kind_that_is_also_a_seats_colour_is_told_apart_by_its_place() -> None:
    assert meant(position(), "give red") == "give ?"
    assert meant(READY, "draw red, blue") == "draw red, blue; show green, green"


@pytest.mark.parametrize(
    ("typed", "code", "hint"),
    [
        ("place Col", "ambiguous", ("Columbia", "Columbus")),
        ("place Norfork", "unknown-word", ("Norfolk",)),
        ("plaze Norfolk", "unknown-word", ("place",)),
    ],
)
def test_nothing_is_guessed(typed: str, code: str, hint: tuple[str, ...]) -> None:
    (finding,) = judged(position("give blue"), typed).findings
    assert finding.code == code
    assert finding.candidates[: len(hint)] == hint


def test_a_longer_path_is_read_if_one_of_its_readings_is_in_reach() -> None:
    assert meant(UNDER_WAY, "move Norfolk-g24-Raleigh") == "move g24-Raleigh"


def test_colours_without_a_full_name_are_a_question() -> None:
    (finding,) = judged(READY, "draw b").findings
    assert (finding.code, finding.message.startswith("there is no rail kind b; there are white")) == (
        "no-such-kind",
        True,
    )


def test_words_that_are_no_turn_are_refused() -> None:
    for typed in (
        "",
        ";",
        "Norfolk",
        "draw",
        "build",
        "move",
        "trade 2 white",
        "upgrade",
        "upgrade caboose",
        "keep",
    ):
        assert judged(READY, typed).findings, typed
