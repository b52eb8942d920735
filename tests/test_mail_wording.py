"""Orders are told from sentences by the words of the games."""

from __future__ import annotations

import pytest

from pbem.game import Vocabulary
from pbem.mail.wording import Lexicon, Reader, one_slip

LEXICON = Lexicon.of(
    [
        "lay",
        "play",
        "buy",
        "purchase",
        "sell",
        "draw",
        "pass",
        "bankrupt",
        "double",
        "load",
        "go",
        "coin",
        "deliver",
        "swap",
        "ride",
        "move",
        "build",
        "take",
    ],
    [
        "St. Louis",
        "Denver",
        "El Paso",
        "Dodge City",
        "Omaha",
        "DEN",
        "LAR",
        "red",
        "blue",
        "white",
        "Alta",
        "Ludlow",
        "deck",
    ],
)
READER = Reader(LEXICON)


@pytest.mark.parametrize(
    "line",
    [
        "lay A3; buy Omaha",
        "Lay A3, buy St. Louis.",
        "LAY A3 AND THEN BUY DENVER",
        "l A3; b om",
        "lay A3, by Omaha",
        "lya A3",
        "buy Denvar",
        "buy dodgecity; draw",
        "buy El Paso; lay W2 double ($16,000)",
        "buy DEN",
        "buy lar",
        "pass",
        "Pass.",
        "15. red: lay A3",
        "- lay A3",
        "*lay A3*",
        "lay A3 {this one, I think, is for you}",
        "lay A3 {this one",
        "swap 5:red a10-a1 for white; ride a10-a1",
        "swap +2 b16-b1",
        "go Alta-Ludlow.2",
        "draw white, deck",
        "ｌａｙ Ａ３",
        "la\u00ady A3",
        "undo to 7",
        "resign red",
        "A3; buy Omaha",
    ],
)
def test_an_order(line: str) -> None:
    reading = READER.read(line)
    assert reading.order
    assert reading.looks


@pytest.mark.parametrize(
    "line",
    [
        "I lay A3 and buy Omaha.",
        "I think I will buy Denver next time.",
        "buy Denver?",
        "lay A3 or lay B1",
        "lay A3 if you can",
        "Please lay A3",
        "Ich würde gern lay A3 spielen",
        "Pass the salt",
        "I pass",
        "don't buy Denver",
        "Could you go Alta-Ludlow instead?",
    ],
)
def test_a_sentence_is_told_about_and_not_taken(line: str) -> None:
    reading = READER.read(line)
    assert not reading.order
    assert reading.looks


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "-----",
        "Hi Ann,",
        "Cheers",
        "Bob",
        "Red",
        "Best, Ann",
        "Bis Montag!",
        "See you in Denver",
        "Good luck!",
        "Let's play again soon!",
        "Nice move!",
        "Das war knapp, damit habe ich nicht gerechnet.",
        "https://lists.example.org/play",
        "ann@example.org",
        "+49 30 123456",
        "Sent from my iPhone",
        "29.11.2026 20:15",
    ],
)
def test_chat_is_neither(line: str) -> None:
    reading = READER.read(line)
    assert not reading.order
    assert not reading.looks


@pytest.mark.parametrize("line", ["Omaha", "a3", "-b16-a1", "Dodge City; Denver", "($16000)"])
def test_names_alone_may_go_on_an_order(line: str) -> None:
    assert READER.read(line).part


@pytest.mark.parametrize("line", ["If red buys Denver:", "Wenn rot passt, dann", "unless you pass"])
def test_a_condition_is_seen(line: str) -> None:
    assert READER.read(line).conditional


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("lya", "lay", True),
        ("la", "lay", True),
        ("layy", "lay", True),
        ("lxy", "lay", True),
        ("aly", "lay", True),
        ("lay", "lay", False),
        ("yal", "lay", False),
        ("l", "lay", False),
        ("", "a", True),
    ],
)
def test_one_slip_of_the_fingers(one: str, other: str, near: bool) -> None:
    assert one_slip(one, other) is near
    assert one_slip(other, one) is near


def test_a_lexicon_comes_from_the_vocabularies_of_the_games() -> None:
    spike = Vocabulary(
        {"lay": ("play",)}, {"St. Louis": ("STL",)}, frozenset({"A3"}), spellings={"u": "blue"}
    )
    other = Vocabulary({"place": ()}, {"Alta": ()})
    lexicon = Lexicon.of_vocabularies([spike, other])
    assert {"lay", "play", "place", "undo"} <= set(lexicon.verbs)
    assert {"st", "louis", "stl", "a3", "u", "alta"} <= set(lexicon.words)


@pytest.mark.parametrize("line", ["lay A3; buy Omaha", "pass", "ride a10-a1"])
def test_without_a_lexicon_the_shape_decides(line: str) -> None:
    assert Reader(Lexicon()).read(line).order


@pytest.mark.parametrize(
    "line", ["Hi Ann,", "I lay A3", "See you on Monday!", "buy Denver?", "That was close."]
)
def test_without_a_lexicon_sentences_are_still_sentences(line: str) -> None:
    assert not Reader(Lexicon()).read(line).order
