"""Findings as people and programs read them."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.errors import Problem, Severity, Span
from pbem.report import problems
from pbem.report.width import width

STEADY = settings(deadline=None, derandomize=True)
SOURCE = "7. red: lay C1; buy Denver; draw"
PRICE = Problem(
    Span("friday-42.pbem", 14, 17, 27),
    "error",
    "last-spike/price",
    "red cannot buy Denver: no free grant has been claimed there yet",
    hint="lay D4, V1, W1 or E4 first",
    rule="Buying Land",
    entry=7,
    seat="red",
)
HEAD = (
    "friday-42.pbem:14:17: error[last-spike/price]: "
    "red cannot buy Denver: no free grant has been claimed there yet"
)


def marking(source: str, words: str, **changes: object) -> Problem:
    """The finding, its span on `words` in the source line."""
    at = source.index(words) + 1
    span = Span("friday-42.pbem", 14, at, at + len(words))
    return msgspec.structs.replace(PRICE, span=span, **changes)


def quoted(source: str, words: str, columns: int = 78) -> tuple[str, str]:
    """The source line and the caret line."""
    _, shown, carets, *_ = problems.text(marking(source, words), source, columns).split("\n")
    return shown, carets


def under(source: str, words: str, columns: int = 78) -> str:
    """What stands above the carets."""
    shown, carets = quoted(source, words, columns)
    assert width(shown) <= columns and width(carets) <= columns
    start, end = carets.index("^"), len(carets)
    found, at = "", 0
    for sign in shown:
        if start <= at < end:
            found += sign
        at += width(sign)
    return found


def test_a_finding_in_full() -> None:
    assert problems.text(marking(SOURCE, "buy Denver"), SOURCE) == (
        HEAD + "\n"
        "   14 | 7. red: lay C1; buy Denver; draw\n"
        "      |                 ^^^^^^^^^^\n"
        "   rule: Buying Land    hint: lay D4, V1, W1 or E4 first"
    )


def test_a_finding_in_one_line() -> None:
    assert problems.line(PRICE) == HEAD + "; hint: lay D4, V1, W1 or E4 first"
    guesses = msgspec.structs.replace(PRICE, hint="", suggestions=("buy Omaha", "buy Ogden"))
    assert problems.line(guesses) == HEAD + "; did you mean: buy Omaha | buy Ogden"


def test_suggestions_stand_below_each_other_ready_to_paste() -> None:
    guesses = marking(SOURCE, "buy Denver", hint="", rule="", suggestions=("buy Omaha", "buy Ogden"))
    assert problems.text(guesses, SOURCE).split("\n")[3:] == [
        "   did you mean: buy Omaha",
        "                 buy Ogden",
    ]


def test_at_most_three_suggestions_are_shown() -> None:
    many = marking(SOURCE, "draw", hint="", rule="", suggestions=tuple("abcdef"))
    assert len(problems.text(many, SOURCE).split("\n")) == 6


def test_a_long_hint_gets_lines_of_its_own() -> None:
    long = marking(SOURCE, "draw", hint="lay one of these first: " + ", ".join(f"D{n}" for n in range(20)))
    lines = problems.text(long, SOURCE).split("\n")
    assert lines[3] == "   rule: Buying Land"
    assert lines[4].startswith("   hint: lay one of these first: D0, D1,")
    assert lines[5].startswith("         D")
    assert all(width(line) <= 78 for line in lines[1:])


def test_json_has_stable_keys_and_plain_values() -> None:
    value = problems.as_json(PRICE)
    assert " ".join(value) == ("file line column end severity code message hint suggestions rule entry seat")
    assert json.loads(json.dumps(value)) == value
    assert (value["file"], value["line"], value["column"], value["end"]) == ("friday-42.pbem", 14, 17, 27)
    assert (value["suggestions"], value["entry"], value["seat"]) == ([], 7, "red")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([], "no problems"),
        (["error"], "1 error"),
        (["note", "error", "error", "error"], "3 errors, 1 note"),
        (["note", "warning", "note", "warning"], "2 warnings, 2 notes"),
    ],
)
def test_the_summary_counts_the_gravest_first(found: list[Severity], said: str) -> None:
    assert problems.summary(msgspec.structs.replace(PRICE, severity=severity) for severity in found) == said


@pytest.mark.parametrize(
    "before",
    ["日本語 ", "e\u0301e\u0301 ", "{\x1b[31m} ", "\t", "\u200b\u202e", "🎲🎲 ", "\xa0", "ü"],
)
def test_carets_line_up_whatever_stands_before_them(before: str) -> None:
    assert under(f"7. red: {before}buy Denver; draw", "buy Denver") == "buy Denver"


def test_wide_and_hidden_characters_get_carets_for_every_column() -> None:
    assert under("7. red: buy 日本; draw", "日本") == "日本"
    assert under("7. red: bu\x00y; draw", "bu\x00y") == "bu\\x00y"


@pytest.mark.parametrize("length", [40, 60, 75, 100, 100_000])
def test_a_very_long_line_is_cut_around_the_caret(length: int) -> None:
    left, right = "x" * length + " ", " " + "y" * length
    assert under(left + "buy Denver" + right, "buy Denver") == "buy Denver"
    assert under("buy Denver" + right, "buy Denver") == "buy Denver"
    assert under(left + "buy Denver", "buy Denver") == "buy Denver"
    if length > 60:
        assert quoted(left + "buy Denver" + right, "buy Denver")[0].startswith("   14 | ...x")
        assert quoted(left + "buy Denver" + right, "buy Denver")[0].endswith("y...")


def test_a_very_long_word_is_marked_as_far_as_it_is_shown() -> None:
    shown, carets = quoted("7. red: " + "z" * 500, "z" * 500)
    assert shown == "   14 | 7. red: " + "z" * 59 + "..."
    assert carets == "      |         " + "^" * 62


def test_the_end_of_the_input_has_a_caret_behind_it() -> None:
    problem = msgspec.structs.replace(PRICE, span=Span("-", 3, 9, 9))
    lines = problems.text(problem, "1. red: ").split("\n")
    assert lines[1:3] == ["    3 | 1. red:", "      |         ^"]


def test_a_problem_of_the_whole_file_has_neither_line_nor_caret() -> None:
    problem = Problem(Span("empty.pbem", 0, 0, 0), "error", "record/empty", "there is nothing in it")
    assert problems.text(problem, "") == "empty.pbem: error[record/empty]: there is nothing in it"
    assert problems.line(problem) == "empty.pbem: error[record/empty]: there is nothing in it"


def test_large_line_numbers_keep_the_bar_in_its_place() -> None:
    problem = msgspec.structs.replace(PRICE, span=Span("a", 1234567, 1, 3))
    assert problems.text(problem, "7. red").split("\n")[1:3] == ["1234567 | 7. red", "        | ^^"]


@STEADY
@given(
    st.text(st.characters(), max_size=120),
    st.integers(0, 200),
    st.integers(-3, 200),
    st.text(st.characters(), max_size=60),
    st.integers(20, 100),
)
def test_any_finding_in_any_line_can_be_shown(
    source: str, column: int, length: int, typed: str, columns: int
) -> None:
    problem = Problem(
        Span(typed, 1, column, column + length), "note", typed, typed, typed, (typed, typed), typed, 1, typed
    )
    lines = problems.text(problem, source, columns).split("\n")
    assert all(line.isprintable() for line in lines)
    assert problems.line(problem).isprintable()
    assert "^" in lines[2] and set(lines[2].split("|", 1)[1]) <= {" ", "^"}
    assert width(lines[1]) <= columns and width(lines[2]) <= columns
