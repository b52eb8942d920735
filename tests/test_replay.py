"""Replay: what stands, what does not, and what can still be said after a fault."""

from __future__ import annotations

from textwrap import dedent

import pytest

from pbem import record
from pbem.assertions import state_hash
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


def played(text: str, head: str = HEAD) -> Referee:
    (game,) = record.read(Source.plain("g.pbem", head + dedent(text)))
    return Referee(game).run()


def findings(text: str, head: str = HEAD) -> list[str]:
    """`entry severity code: message`, in order, line numbers left to the tests of columns."""
    return [f"{p.entry} {p.severity} {p.code}: {p.message}" for p in played(text, head).problems]


def places(text: str) -> list[str]:
    """The marked text of every finding."""
    referee = played(text)
    lines = referee.record.source.text.split("\n")
    return [lines[p.span.line - 1][p.span.column - 1 : p.span.end - 1] for p in referee.problems]


def test_a_sound_record_has_no_findings() -> None:
    referee = played("3. red: lay D4; draw E1\n")
    assert referee.problems == []
    assert (referee.number, referee.to_move()) == (3, {"blue"})
    assert referee.stopped_after is None


def test_an_illegal_action_is_marked_where_it_stands() -> None:
    text = "3. red: lay D4; buy Omaha; draw E1\n"
    assert findings(text) == [
        "3 error last-spike/granted: red was granted free land of Denver this turn and may not buy land as well"
    ]
    assert places(text) == ["buy Omaha"]


def test_a_misspelt_word_is_marked_and_never_executed() -> None:
    referee = played("3. red: lay D4; drw E1\n")
    (problem,) = referee.problems
    assert problem.code == "last-spike/unknown-word"
    assert problem.suggestions == ("lay D4; draw E1",)
    assert (referee.number, referee.stopped_after) == (2, 2)


def test_later_entries_are_judged_as_if_the_near_reading_had_been_played() -> None:
    text = """\
        3. red: lay D4; drw E1
        4. blue: lay E4; buy St. Luis; draw C1
        5. red: lay V1; draw C2
        6. blue: lay F9; draw C4
        """
    assert [line.split(":")[0] for line in findings(text)] == [
        "3 error last-spike/unknown-word",
        "4 error last-spike/unknown-word",
        "6 error last-spike/no-such-tile",
    ]
    assert places(text) == ["drw", "Luis", "F9"] or places(text) == ["drw", "St. Luis", "F9"]


def test_ten_faults_give_ten_findings() -> None:
    lines = ["3. red: lay D4; drw E1", "4. blue: lai E4; draw C1", "5. red: lay V1; draw C22"]
    lines += ["6. blue: lay F1; buy St. Luis; draw C4", "7. red: lay E11; draw F3"]
    text = "\n".join(lines) + "\n"
    assert len(findings(text)) == 5


def test_ten_faults_in_a_row_give_ten_findings_and_then_only_words_are_read() -> None:
    lines = [f"{n}. {('blue', 'red')[n % 2]}: lay X1; draw Z1" for n in range(3, 15)]
    referee = played("\n".join([*lines, "15. red: layy X1"]) + "\n")
    assert [problem.entry for problem in referee.problems] == [*range(3, 13), 13, 15]
    assert [problem.code for problem in referee.problems][-2:] == ["not-judged", "last-spike/unknown-word"]
    assert referee.stopped_after == 2


def test_a_fault_is_not_reported_again_through_what_was_drawn_in_it() -> None:
    """The tile that is drawn in a faulty entry may be laid later, whatever the entry meant."""
    text = """\
        3. red: lay D9; draw E1
        4. blue: lay E4; draw C1
        5. red: lay E1; draw C2
        6. blue: lay C1; draw C4
        """
    assert [problem.entry for problem in played(text).problems] == [3]


def test_a_misspelt_deal_still_lets_later_entries_be_judged() -> None:
    head = HEAD.replace("aside D3", "asid D3")
    referee = played("3. red: lay D4; buy Omaha; draw E1\n", head)
    assert [(problem.entry, problem.code) for problem in referee.problems] == [
        (0, "last-spike/in-full"),
        (3, "last-spike/granted"),
    ]


def test_after_a_first_assertion_that_differs_later_ones_are_only_counted() -> None:
    text = "3. check: score red 57000\n4. check: score red 1\n5. check: score red 2\n6. check: score red 3\n"
    assert [(p.entry, p.severity, p.code, p.hint) for p in played(text).problems] == [
        (4, "error", "check-score", "the assertion in entry 3 still holds, so they part after it"),
        (5, "note", "check-later", ""),
    ]


def test_an_entry_out_of_turn_may_replace_the_one_before_or_follow_a_seat_left_out() -> None:
    (problem,) = played("3. blue: lay E4; draw C1\n").problems
    assert problem.hint == (
        "perhaps an entry of red's is missing before this one; "
        "if red was left out by agreement, write `mod: skip red`; "
        "if it replaces entry 2, `mod: undo to 1` has to stand before it"
    )


def test_an_entry_that_stands_twice_is_taken_out() -> None:
    (problem,) = played("3. red: lay D4; draw E1\n4. red: lay D4; draw E1\n").problems
    assert (problem.entry, problem.hint) == (4, "this is entry 3 once more; take it out")


def test_the_right_entry_by_the_wrong_player_is_one_fault() -> None:
    text = "3. red: lay D4; draw E1\n4. red: lay E4; draw C1\n5. red: lay V1; draw C2\n"
    (problem,) = played(text).problems
    assert problem.hint == "if `blue:` is meant, the entry is legal"


def test_an_entry_of_a_stranger_is_one_fault() -> None:
    (problem,) = played("3. purple: lay D4; draw E1\n4. blue: lay E4; draw C1\n").problems
    assert (problem.entry, problem.code) == (3, "speaker")


def test_a_seat_by_its_beginning_is_read_and_written_in_full() -> None:
    from pbem import checking

    referee = played("3. r: lay D4; draw E1\n")
    assert [(p.severity, p.code) for p in referee.problems] == [("note", "speaker-short")]
    assert "\n3. red: lay D4" in checking.canonical("g", (HEAD + "3. r: lay D4; draw E1\n").encode())[0]


def test_a_header_a_letter_away_from_a_seat_is_a_warning() -> None:
    head = HEAD.replace('[Blue "Bob"]\n', '[Blue "Bob"]\n[Gren "Eve"]\n')
    (line,) = findings("", head)
    assert line == "None warning header-near: Gren is not a seat of The Last Spike; is Green meant?"


def test_the_wrong_seat_is_told_whose_turn_it_is() -> None:
    assert findings("3. blue: lay E4; draw C1\n") == ["3 error last-spike/turn: it is red's turn, not blue's"]
    assert places("3. blue: lay E4; draw C1\n") == ["blue"]


def test_a_stranger_at_the_table() -> None:
    assert findings("3. purple: lay E4\n") == ["3 error speaker: nobody here is called 'purple'"]
    assert played("3. rde: lay E4\n").problems[0].suggestions == ("red",)


def test_numbering_is_reported_once_and_play_goes_by_the_order() -> None:
    referee = played("7. red: lay D4; draw E1\n9. blue: lay E4; draw C1\n")
    assert [problem.code for problem in referee.problems] == ["numbering"]
    assert referee.number == 4


def test_an_assertion_of_the_score() -> None:
    assert findings("3. check: score red 57000, blue 56000\n") == []
    assert findings("3. check: Score RED 57000, blue $56,000;\n") == [
        "3 note reading: read as `score red 57000, blue 56000`"
    ]
    assert findings("3. check: score red 57000, blue 59000\n") == [
        "3 error check-score: blue has score 56000 after entry 2, not 59000"
    ]
    assert places("3. check: score red 57000, blue 59000\n") == ["blue 59000"]


def test_an_assertion_of_the_state() -> None:
    referee = played("")
    value = state_hash(referee.game, referee.state)
    assert findings(f"3. check: state {value}\n") == []
    assert findings("3. check: state 00000000\n") == [
        f"3 error check-state: the state after entry 2 is {value}, not 00000000"
    ]


@pytest.mark.parametrize(
    "words", ["", "score", "score red", "state 12", "score red 1 blue", "score mauve 1", "???"]
)
def test_an_assertion_that_is_not_understood(words: str) -> None:
    (line,) = findings(f"3. check: {words}\n")
    assert line.startswith(("3 error check:", "3 error seat:"))


def test_undo_takes_play_back_and_the_numbering_goes_on() -> None:
    referee = played("3. mod: undo to 1 force {blue mistyped}\n4. blue: lay E4; draw F1\n")
    assert referee.problems == []
    assert (referee.number, referee.to_move()) == (4, {"red"})
    assert "E4" in referee.state.laid and "B1" not in referee.state.laid


def test_undo_does_not_pass_a_draw_that_somebody_has_seen() -> None:
    (line,) = findings("3. mod: undo to 1 {blue mistyped}\n")
    assert line.startswith(
        "3 error undo-seen: this would take back what was drawn and seen in entry 2 (blue)"
    )


def test_undo_of_an_undo_goes_back_to_what_stood_before_it() -> None:
    referee = played("3. mod: undo to 1 force {a}\n4. mod: undo to 0 force {b}\n5. red: lay V1; draw C1\n")
    assert referee.problems == []
    assert referee.state.laid == {"V1"}


@pytest.mark.parametrize("number", ["3", "9", "17"])
def test_undo_to_an_entry_that_is_not_there(number: str) -> None:
    (line,) = findings(f"3. mod: undo to {number} force {{a}}\n")
    assert line.startswith("3 error undo: there is no position after entry")


def test_undo_reaches_back_before_a_fault_and_play_goes_on() -> None:
    referee = played("3. red: lay X1; draw Z1\n4. mod: undo to 2 {red mistyped}\n5. red: lay D4; draw E1\n")
    assert [problem.entry for problem in referee.problems] == [3]
    assert (referee.number, referee.stopped_after) == (5, None)


def test_the_moderator_acts_for_a_seat_and_says_why() -> None:
    assert findings("3. mod: for red: lay D4; draw E1 {red asked by telephone}\n") == []
    assert findings("3. mod: for red: lay D4; draw E1\n") == [
        "3 note mod-reason: a comment should say who asked for this and why"
    ]
    text = "3. mod: for red: lay D9; draw E1 {asked}\n"
    assert places(text) == ["D9"]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("SKIP Red.", "skip red"),
        ("sk r", "skip red"),
        ("undo #1 FORCE", "undo to 1 force"),
        ("resign BLUE;", "resign blue"),
    ],
)
def test_a_moderators_words_are_read_as_loosely_as_a_players(typed: str, read: str) -> None:
    assert findings(f"3. mod: {typed} {{why}}\n") == [f"3 note reading: read as `{read}`"]


def test_skip_and_resign() -> None:
    assert played("3. mod: skip red {away}\n").to_move() == {"blue"}
    assert findings("3. mod: skip blue {away}\n") == [
        "3 error last-spike/turn: red is to move, not blue, so there is nothing to skip"
    ]
    referee = played("3. mod: resign red {by mail}\n")
    assert referee.over is not None and referee.over.winners == ("blue",)


@pytest.mark.parametrize(
    "words", ["skp red", "skip", "skip purple", "undo", "for red lay A1", "away red", ""]
)
def test_a_moderators_entry_that_is_not_understood(words: str) -> None:
    referee = played(f"3. mod: {words} {{why}}\n")
    assert [problem.entry for problem in referee.problems] == [3]


def test_absences_and_pauses_leave_the_position_alone() -> None:
    text = (
        "3. mod: away red 2026-12-20 2027-01-03 {holidays}\n4. mod: pause {holidays}\n5. mod: resume {back}\n"
    )
    referee = played(text + "6. red: lay D4; draw E1\n")
    assert referee.problems == []
    assert referee.number == 6


def test_an_entry_after_the_end_is_told_so_once() -> None:
    text = "3. mod: resign red {by mail}\n4. blue: lay E4; draw C1\n5. red: lay D4; draw C2\n"
    (line,) = findings(text)
    assert line.startswith("4 error game-over: the game was over after entry 3")


def test_the_moderator_may_end_the_game() -> None:
    head = HEAD.replace('[Blue "Bob"]\n', '[Blue "Bob"]\n[Result "red 1, blue 2"]\n')
    assert findings("3. mod: result red 1, blue 2 {both tired}\n", head) == []


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (
            "red 75000, blue 0",
            "error result: the result says 'red 75000, blue 0', but the game is not over after entry 2",
        ),
        ("*", None),
        ("", None),
    ],
)
def test_the_result_of_a_game_in_progress(result: str, message: str | None) -> None:
    head = HEAD.replace('[Blue "Bob"]\n', f'[Blue "Bob"]\n[Result "{result}"]\n')
    assert findings("", head) == ([f"None {message}"] if message else [])


def test_the_result_is_compared_with_the_replay() -> None:
    head = HEAD.replace('[Blue "Bob"]\n', '[Blue "Bob"]\n[Result "red 5, blue 7"]\n')
    (line,) = findings("3. mod: resign red {by mail}\n", head)
    assert line.startswith("None error result: the replay gives 'red 0, blue 56000'")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (('[Game "last-spike"]\n', ""), "game-missing"),
        (('"last-spike"', '"last-spik"'), "game-unknown"),
        (('[Blue "Bob"]\n', ""), "seats"),
        (('[Blue "Bob"]\n', '[Blew "Bob"]\n'), "seats"),
        (('[Blue "Bob"]\n', '[Blue "Bob"]\n[Options "hidden-mony"]\n'), "option-unknown"),
        (('[Blue "Bob"]\n', '[Blue "Bob"]\n[Edition "9"]\n'), "edition-unknown"),
        (('[Blue "Bob"]\n', '[Blue "Bob"]\n[Board "moon"]\n'), "board"),
        (('[Blue "Bob"]\n', '[Blue "Bob"]\n[Board "../../etc/passwd"]\n'), "board"),
    ],
)
def test_a_table_that_cannot_be_set_up(change: tuple[str, str], code: str) -> None:
    referee = played("", HEAD.replace(*change))
    assert referee.problems[0].code == code
    assert referee.state is None


def test_seats_in_another_order_than_the_deal() -> None:
    head = HEAD.replace('[Red "Ann"]\n[Blue "Bob"]\n', '[Blue "Bob"]\n[Red "Ann"]\n')
    assert findings("", head)[0].startswith("0 error last-spike/")


def test_the_first_entry_has_to_be_the_deal() -> None:
    head = HEAD.split("0. deal")[0]
    assert (
        findings("1. red: lay A1; draw D4\n", head)[0]
        == "1 error last-spike/deal-missing: the first entry has to be the deal"
    )


def test_a_header_twice() -> None:
    same = HEAD.replace('[Blue "Bob"]\n', '[Blue "Bob"]\n[Blue "Bob"]\n')
    other = HEAD.replace('[Blue "Bob"]\n', '[Blue "Bob"]\n[blue "Rob"]\n')
    assert findings("", same) == ["None note header-twice: Blue stands twice, with the same value"]
    assert findings("", other) == [
        "None warning header-conflict: blue stands twice with different values; the first counts"
    ]


def test_a_record_cut_in_the_middle_of_an_entry() -> None:
    (line,) = findings("3. red: lay\n")
    assert line.startswith("3 error last-spike/unfinished: the entry ends too early; expected a tile")
    (line,) = findings("3. red:\n")
    assert line.startswith("3 error last-spike/unfinished: the entry is empty")


def test_a_spelling_that_is_not_canonical_is_noted_with_its_reading() -> None:
    text = "3. red: PLAY d4, then DRAW e1\n"
    assert findings(text) == ["3 note reading: read as `lay D4; draw E1`"]
    assert places(text) == ["PLAY d4, then DRAW e1"]


def test_the_state_hash_is_made_of_what_everybody_may_see() -> None:
    hidden = HEAD.replace("red A1 C3 D2 V1", "red A1 ? ? ?").replace("draw D4", "draw ?")
    one, other = played(""), played("", hidden)
    assert other.problems == []
    assert state_hash(one.game, one.state) == state_hash(other.game, other.state)
