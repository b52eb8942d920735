"""Text that repeats a mail of our own, in order, is a quote; a suggestion copied from it is not."""

from __future__ import annotations

import textwrap

from pbem.mail.subtraction import repeated

OURS = """\
Entry 14 of friday-42: blue has moved.

    14. blue: lay B1; buy Denver; draw F1

What happened since your last turn
  13. red lays A1 for $2,000, is granted the free land of St. Louis.
  14. blue lays B1 for $3,000, buys land of Denver for $4,000, draws.

An order looks like this:
    lay A2; buy Laramie

Reply with your orders in place of the dots:

begin friday-42 #15
...
end
"""
VERBS = ("lay", "begin", "end", "pass")


def left(text: str, ours: tuple[str, ...] = (OURS,)) -> list[str]:
    """What is not a repetition, without blank lines."""
    lines = text.split("\n")
    gone = repeated(lines, ours, lambda line: line.strip().startswith(VERBS))
    return [line for index, line in enumerate(lines) if line.strip() and index not in gone]


def test_all_of_our_mail_below_an_order_is_a_quote() -> None:
    assert left(f"lay C2\n\n{OURS}") == ["lay C2", "..."]


def test_an_order_in_the_middle_of_our_mail_is_new() -> None:
    head, tail = OURS.split("An order looks like this")
    assert left(f"{head}lay C2\nAn order looks like this{tail}") == ["lay C2", "..."]


def test_line_ends_and_marks_do_not_matter() -> None:
    wrapped = textwrap.fill(" ".join(OURS.split()), 50)
    assert left(f"lay C2\n{wrapped}") == ["lay C2"]
    assert left("lay C2\n" + OURS.replace("\n", "\n* ").upper())[0] == "lay C2"


def test_part_of_our_mail_is_a_quote_too() -> None:
    part = OURS[OURS.index("What happened") : OURS.index("An order")]
    assert left(f"lay C2\n{part}") == ["lay C2"]


def test_a_suggestion_copied_from_our_mail_is_an_order() -> None:
    assert left("lay A2; buy Laramie") == ["lay A2; buy Laramie"]
    assert left("begin friday-42 #15\nlay A2; buy Laramie\nend") == [
        "begin friday-42 #15",
        "lay A2; buy Laramie",
        "end",
    ]


def test_a_suggestion_copied_above_the_whole_of_our_mail_is_an_order() -> None:
    assert left(f"lay A2; buy Laramie\n\n{OURS}") == ["lay A2; buy Laramie", "..."]
    assert left(f"{OURS}\nlay A2; buy Laramie") == ["...", "lay A2; buy Laramie"]


def test_our_template_filled_in_where_it_stood_keeps_its_frame() -> None:
    filled = OURS.replace("...", "lay C2")
    assert left(filled) == ["begin friday-42 #15", "lay C2", "end"]


def test_the_token_in_a_filled_template_stays() -> None:
    ours = OURS.replace("...", "token 0123456789abcdef0123\n...")
    filled = ours.replace("...", "lay C2")
    assert left(filled, (ours,)) == ["begin friday-42 #15", "token 0123456789abcdef0123", "lay C2", "end"]


def test_an_order_of_ours_that_was_changed_is_new() -> None:
    changed = OURS.replace("lay A2; buy Laramie", "lay A2; buy Ogden")
    assert left(changed) == ["    lay A2; buy Ogden", "..."]


def test_two_mails_of_ours_are_both_quotes() -> None:
    other = "Entry 12 of friday-42: blue has moved.\n\nIt is your turn until Sunday, and the pool holds 12 tiles.\n\nlay E4\n"
    assert left(f"lay C2\n\n{other}\n{OURS}", (OURS, other)) == ["lay C2", "..."]


def test_ordinary_words_in_common_are_no_quote() -> None:
    text = "It was your turn, and then mine. I was granted the free land of Omaha.\nlay C2\nSee you at the next turn!"
    assert left(text) == text.split("\n")


def test_nothing_is_repeated_where_there_is_nothing() -> None:
    assert left("", ("",)) == []
    assert left("lay C2", ("", "a b")) == ["lay C2"]
    assert left("...\n", (OURS,)) == ["..."]
