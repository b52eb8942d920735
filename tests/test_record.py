"""The record: both laws of its notation, and what happens to text that is not quite one."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem import record
from pbem.errors import PbemError
from pbem.record import Comment, Record
from pbem.source import Source


def read(text: str) -> Record:
    (game,) = record.read(Source.plain("g.pbem", dedent(text)))
    return game


def codes(game: Record) -> list[str]:
    return [f"{p.span.line}:{p.span.column} {p.severity} {p.code}" for p in game.problems]


FRIDAY = """\
[Game "last-spike"]
[Name "friday-42"]
[Red "Ann <ann@example.org>"]
[Blue "Bob"]

0. deal: first red A3, blue B1
1. red: lay A1; draw D4 {quiet start}
2. blue: lay B1; draw F1
"""


def test_a_record_is_headers_and_entries() -> None:
    game = read(FRIDAY)
    assert [(h.key, h.value) for h in game.headers][2] == ("Red", "Ann <ann@example.org>")
    assert [(e.number, e.who, e.words) for e in game.entries] == [
        (0, "deal", "first red A3, blue B1"),
        (1, "red", "lay A1; draw D4"),
        (2, "blue", "lay B1; draw F1"),
    ]
    assert game.entries[1].comments == (Comment(16, "quiet start"),)
    assert game.problems == ()


def test_canonical_text_is_a_fixed_point() -> None:
    assert record.write(read(FRIDAY)) == FRIDAY


def test_the_file_name_stands_in_for_a_missing_name() -> None:
    assert read('[Game "x"]\n').name == "g"


@pytest.mark.parametrize(
    "between",
    ["", "\n", "\n\n\n", "{a remark}\n"],
    ids=["none", "one", "three", "comment"],
)
def test_blank_lines_and_comments_between_headers_and_entries(between: str) -> None:
    game = read(f'[Game "x"]\n{between}1. red: lay A1\n')
    assert [e.words for e in game.entries] == ["lay A1"]
    assert game.problems == ()


def test_white_space_and_line_ends_mean_nothing() -> None:
    game = read('[Game "x"] [Red "Ann"] 1. red:\n lay\n  A1;   draw\tD4 2.\nblue :\nlay B1')
    assert [(e.number, e.who, e.words) for e in game.entries] == [
        (1, "red", "lay A1; draw D4"),
        (2, "blue", "lay B1"),
    ]


@pytest.mark.parametrize("label", ["7. red:", "7.red:", "7 red:", "7) red:", "7... red :", "7.\nred:"])
def test_labels_with_odd_dots_and_spaces(label: str) -> None:
    game = read(f'[Game "x"]\n[Red "Ann"]\n{label} lay A1\n')
    assert [(e.number, e.who, e.words) for e in game.entries] == [(7, "red", "lay A1")]


def test_labels_without_numbers_stand_at_the_start_of_a_line() -> None:
    game = read('[Game "x"]\n[Red "Ann"]\n[Blue "Bob"]\nred: lay A1\nblue: lay B1\nmod: skip red\n')
    assert [(e.number, e.who) for e in game.entries] == [(None, "red"), (None, "blue"), (None, "mod")]


def test_words_before_colons_inside_an_entry_are_no_labels() -> None:
    text = '[Game "x"]\n[Red "A"]\n0. deal: Alta: Como, Ophir; Canyon Diablo: Ruby\n1. mod: for red: draw deck:blue\n'
    game = read(text)
    assert [e.who for e in game.entries] == ["deal", "mod"]
    assert game.entries[1].words == "for red: draw deck:blue"


def test_several_comments_keep_their_places() -> None:
    line = "1. red: {first} lay A1 {after lay}; draw D4 {after draw} {and more}"
    game = read(f'[Game "x"]\n\n{line}\n')
    assert [c.text for c in game.entries[0].comments] == ["first", "after lay", "after draw", "and more"]
    assert record.write(game).splitlines()[-1] == line


def test_a_comment_holds_whatever_looks_like_something_else() -> None:
    game = read('[Game "x"]\n1. red: lay A1 {\n\n[Game "y"]\n2. blue: lay B1; {red 1-0} 2. blue: lay B1\n')
    assert len(game.entries) == 2
    assert game.entries[0].comments[0].text == '[Game "y"] 2. blue: lay B1; {red 1-0'


def test_an_open_comment_is_named_and_reading_goes_on_at_the_next_game() -> None:
    text = '[Game "x"]\n1. red: lay A1 {never closed\n2. blue: lay B1\n\n[Game "y"]\n1. red: lay C1\n'
    first, second = record.read(Source.plain("g.pbem", text))
    assert codes(first) == ["2:16 error comment-open"]
    assert "next game" in first.problems[0].message
    assert [e.words for e in second.entries] == ["lay C1"]


def test_a_closing_brace_without_an_opening_one() -> None:
    game = read('[Game "x"]\n1. red: lay A1 } draw\n')
    assert codes(game) == ["2:16 error comment-close"]
    assert game.entries[0].words == "lay A1 draw"


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (r'[Red "Ann [the ace]"]', "Ann [the ace]"),
        (r'[Red "Ann \"Ace\" O\\Neil"]', r'Ann "Ace" O\Neil'),
        ('[Red "1. blue: lay A1"]', "1. blue: lay A1"),
        ('[Red ""]', ""),
        ('[Red "line\nbroken"]', "line broken"),
    ],
)
def test_header_values_are_kept_literally(line: str, value: str) -> None:
    game = read(f'[Game "x"]\n{line}\n1. red: lay A1\n')
    assert game.get("red") == value
    assert game.problems == ()
    assert record.read(Source.plain("again", record.write(game))).__next__().get("Red") == value


def test_quotes_inside_a_value_are_put_right() -> None:
    game = read('[Game "x"]\n[Red "Ann "Ace" Oakley"]\n1. red: lay A1\n')
    assert game.get("Red") == 'Ann "Ace" Oakley'
    assert codes(game) == ["2:1 note header-quotes"]


def test_a_header_cut_at_the_closing_quote_is_put_right() -> None:
    game = read('[Game "x"]\n[Red "Ann\n[Blue "Bob"]\n1. red: lay A1\n')
    assert (game.get("Red"), game.get("Blue")) == ("Ann", "Bob")
    assert codes(game) == ["2:1 note header-cut"]


def test_a_header_after_the_first_entry_is_read_as_if_it_stood_above() -> None:
    game = read('[Game "x"]\n1. red: lay A1\n[Site "home"]\n2. blue: lay B1\n')
    assert codes(game) == ["3:1 note header-late"]
    assert [e.words for e in game.entries] == ["lay A1", "lay B1"]
    assert record.write(game) == '[Game "x"]\n[Site "home"]\n\n1. red: lay A1\n2. blue: lay B1\n'


@pytest.mark.parametrize("header", ['[Edition "2"]', '[Name "other"]', '[Options "x"]'])
def test_a_late_header_that_would_change_the_table_or_stands_above_already_does_not_count(
    header: str,
) -> None:
    game = read(f'[Game "x"]\n[Name "n"]\n1. red: lay A1\n{header}\n2. blue: lay B1\n')
    assert codes(game) == ["4:1 error header-late"]
    assert [h.key for h in game.headers] == ["Game", "Name"]


def test_comments_that_nest_are_one_comment() -> None:
    game = read('[Game "x"]\n1. red: lay A1 {one {two} three} draw\n2. blue: lay B1 {a {b}\n')
    assert codes(game) == ["2:16 note comment-nested", "3:17 note comment-nested"]
    assert [c.text for e in game.entries for c in e.comments] == ["one (two) three", "a {b"]
    assert record.write(game).splitlines()[2] == "1. red: lay A1 draw {one (two) three}"


@pytest.mark.parametrize("end", ["2", "2.", "2. bl", "  2 ."])
def test_a_record_that_breaks_off_in_a_label_says_so(end: str) -> None:
    game = read(f'[Game "x"]\n1. red: lay A1\n{end}')
    assert [code.split(" ", 1)[1] for code in codes(game)] == ["error cut-off"]
    assert [e.words for e in game.entries] == ["lay A1"]


def test_a_number_at_the_end_that_is_not_the_next_one_belongs_to_the_entry() -> None:
    game = read('[Game "x"]\n1. red: play\n3')
    assert codes(game) == []
    assert [e.words for e in game.entries] == ["play 3"]


def test_two_games_run_together_are_split() -> None:
    first, second = record.read(Source.plain("g", FRIDAY + FRIDAY))
    assert first.entries[-1].words == second.entries[-1].words == "lay B1; draw F1"


def test_a_header_block_whose_game_stands_later_starts_a_game() -> None:
    text = '[Game "x"]\n1. red: lay A1\n\n[Name "b"]\n[Game "y"]\n1. red: lay C1\n'
    assert [game.get("Game") for game in record.read(Source.plain("g", text))] == ["x", "y"]


def test_stray_text_is_named_and_left_out() -> None:
    game = read('Hi all, here is the game:\n[Game "x"]\n1. red: lay A1\n')
    assert codes(game) == ["1:1 error stray-text"]
    assert game.get("Game") == "x"


@pytest.mark.parametrize("data", [b"", b"  \n\n", b"\xef\xbb\xbf\n"])
def test_an_empty_file_is_a_message(data: bytes) -> None:
    with pytest.raises(PbemError, match="empty"):
        record.read_file("g.pbem", data)


def test_a_huge_number_is_no_number() -> None:
    game = read('[Game "x"]\n99999999999999999999. red: lay A1\n')
    assert game.entries[0].number is None


free = st.text(st.characters(blacklist_categories=("Cc", "Cs"), blacklist_characters='{}"\\'), max_size=12)
values = st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp", "Zs")), max_size=12)
actions = st.sampled_from(["lay A1", "draw D4", "buy St. Louis", "ride a1-b2", "for red", "5:red", "pass"])


@st.composite
def records(draw: st.DrawFn) -> str:
    lines = ['[Game "x"]', '[Red "Ann"]', '[Blue "Bob"]']
    lines += [record.write_header(f"Note{n}", draw(values)) for n in range(draw(st.integers(0, 2)))]
    lines.append("")
    for number in range(1, draw(st.integers(1, 5)) + 1):
        parts = draw(st.lists(actions, min_size=1, max_size=3))
        remarks = [" {" + " ".join(draw(free).split()) + "}" if draw(st.booleans()) else "" for _ in parts]
        who = draw(st.sampled_from(["red", "blue", "mod"]))
        lines.append(f"{number}. {who}: " + "; ".join(p + r for p, r in zip(parts, remarks, strict=True)))
    return "\n".join(lines) + "\n"


@given(records())
def test_writing_and_reading_give_the_same_record(text: str) -> None:
    game = read(text)
    again = record.write(game)
    assert again == text
    assert record.write(read(again)) == again


@given(records(), st.sampled_from(["\n", "  ", "\t\n "]))
def test_other_white_space_reads_as_the_same_record(text: str, space: str) -> None:
    head, body = text.split("\n\n", 1)
    spread = head + "\n\n" + body.replace("; ", f";{space}").replace(": ", f":{space}")
    one, other = read(text), read(spread)
    assert [(e.who, e.words, [c.text for c in e.comments]) for e in one.entries] == [
        (e.who, e.words, [c.text for c in e.comments]) for e in other.entries
    ]


@given(st.text(max_size=80))
def test_any_text_at_all_can_be_read_and_written(text: str) -> None:
    for game in record.read(Source.plain("g", text)):
        once = record.write(game)
        for again in record.read(Source.plain("g", once)):
            record.write(again)


@given(
    st.lists(
        st.sampled_from(["[", "]", '"', "{", "}", "1. red:", "\n", '[Game "x"]', "lay", "\\", " "]),
        max_size=25,
    )
)
def test_any_heap_of_signs_can_be_read(signs: list[str]) -> None:
    text = "".join(signs)
    for game in record.read(Source.plain("g", text)):
        for problem in game.problems:
            assert problem.span.line >= 1
            assert problem.span.end > problem.span.column


ordinary = st.lists(
    st.from_regex(
        rb'(\[[A-Z][a-z]{0,3} "(\*|[ -!#-%\'-)+-<>-Z^_a-~]{0,12})"\]|\d{1,3}\. [a-z]{1,5}:( [A-Za-z0-9,;?.$(){}/\'+#:-]{1,8}){0,5})\n',
        fullmatch=True,
    ),
    max_size=6,
)


@given(ordinary)
def test_what_passes_for_ordinary_text_is_left_alone_by_cleaning_too(lines: list[bytes]) -> None:
    from pbem import cleaning

    data = b"".join(lines)
    source, repairs = record._cleaned("g", data)
    slow, slow_repairs = cleaning.clean(data, "g")
    assert (source.text, repairs) == (slow.text, slow_repairs)
