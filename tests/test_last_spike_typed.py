"""The Last Spike as people type it: what is meant is read, what is not clear is asked."""

from __future__ import annotations

from typing import Any

import pytest

from games.last_spike import GAME
from pbem import boards
from pbem.game import Seat, Setup
from pbem.judge import Judge, Judged

BOARD = GAME.load_board("columbia-2015", boards.text("last-spike", "columbia-2015"))
SETUP: Setup[Any] = Setup((Seat("red"), Seat("blue")), frozenset(), "1", BOARD)
OPENING = "red A1 A2 B4 V4; blue B1 E4 F2 X3; aside D3"
PLAY = ["lay A1; draw C1", "lay E4; draw X1", "lay B4; draw Z4", "lay B1; buy Denver; draw F4"]


def judged(text: str) -> tuple[str, Judged]:
    """Judge an entry of red, who holds A2, C1, V4 and Z4; gives its canonical text too, "" if refused."""
    judge = Judge(GAME, SETUP)
    step = judge.deal(OPENING).step
    for entry in PLAY:
        assert step is not None
        step = judge.entry(step.state, step.state.seat, entry).step
    assert step is not None
    result = judge.entry(step.state, Seat("red"), text)
    return GAME.write(step.state, Seat("red"), result.move) if result.step else "", result


@pytest.mark.parametrize(
    "typed",
    [
        "lay A2; buy St. Louis; draw D4",
        "lay a2; buy st. louis; draw d4",
        "LAY A2; BUY ST. LOUIS; DRAW D4",
        "lay A2 buy St. Louis draw D4",
        "lay A2, buy STL, draw D4",
        "play A2 then purchase stl and draw D4.",
        "Lay A2. Buy St Louis. Draw D4.",
        "l A2; b stlouis; dr D4",
        "lay A2 ($1,000); buy st l; draw D4",
        "lay A2 1000; buy St. Lou; draw D4",
        "lay A2 $1k; buy St.Louis; draw D4",
        ";; lay A2 ;; buy St. Louis ; draw D4 ;",
        "lay A2 for $1,000; buy St. Louis; draw D4",
        "lay A 2; buy St. Louis; draw D 4",
        "lay A2;\n  buy St.\n  Louis; draw\n  D4",
    ],
)
def test_every_clear_spelling_of_a_turn_is_read(typed: str) -> None:
    assert judged(typed)[0] == "lay A2; buy St. Louis; draw D4"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("lay A2; buy D; draw D4", "ambiguous"),
        ("lay A2; by Denver; draw D4", "unknown-word"),
        ("lay A2; buy Dnever; draw D4", "unknown-word"),
        ("pas", "in-full"),
        ("bank", "in-full"),
        ("lay; draw D4", "unread"),
        ("lay A2; sell", "unfinished"),
        ("", "unfinished"),
        ("lay A2; buy Denver for 3,500; draw D4", "assertion"),
        ("lay A2 double; draw D4", "assertion"),
        ("lay A2 ($2,000); draw D4", "assertion"),
        ("lay A2 1.000; draw D4", "amount"),
        ("lay A2; lay C1; draw D4", "twice"),
    ],
)
def test_what_is_not_clear_or_not_so_is_refused(typed: str, code: str) -> None:
    text, result = judged(typed)
    assert text == "" and code in {finding.code for finding in result.findings}


def test_a_turn_inside_a_sentence_is_not_carried_out() -> None:
    text, result = judged("I think I will lay A2 now")
    assert text == "" and result.findings
