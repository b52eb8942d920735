"""What a player of The Last Spike is told about a faulty turn: what there is, what is needed, the way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import checking, record
from pbem.errors import Problem

SAMPLES = Path(__file__).parent.parent / "samples" / "last-spike"
NOT_YET = ("[Result ", "[Seed ", "[Commit ")
"""Headers that a game which goes on does not have."""


def with_entry(sample: str, number: int, words: str) -> str:
    """A sample as far as an entry, which is written otherwise."""
    kept = []
    for line in (SAMPLES / f"{sample}.pbem").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{number}. "):
            kept.append(f"{line.partition(': ')[0]}: {words}")
            break
        if not line.startswith(NOT_YET):
            kept.append(line)
    return "\n".join(kept) + "\n"


def told(sample: str, number: int, words: str) -> list[str]:
    """Findings about an entry of a sample that was written otherwise: what is marked, code, message, ways."""
    return answers(with_entry(sample, number, words))


def errors_of(text: str) -> list[tuple[Problem, str]]:
    """Errors about a record, each with its line."""
    found = checking.check_records("f.pbem", *record.read_file("f.pbem", text.encode())).findings
    return [(one.problem, one.line) for one in found if one.problem.severity == "error"]


def answers(text: str) -> list[str]:
    """Errors about a record, each as `marked | code | message | rule | hint`."""
    return [
        " | ".join(
            (line[p.span.column - 1 : p.span.end - 1], p.code.partition("/")[2], p.message, p.rule, p.hint)
        )
        for p, line in errors_of(text)
    ]


ANSWERS = [
    (
        "four-seats",
        11,
        "lay X3; sell Denver; draw B2",
        "sell Denver | not-short | green has $29,000, enough for X3 at $2,000, and may not sell | "
        "Selling Land | leave out `sell Denver`",
        "lay X3; draw B2",
    ),
    (
        "four-seats",
        11,
        "buy St. Louis; lay X3; draw B2",
        "buy St. Louis | order | a turn sells (if short), lays, buys and draws, in this order | "
        "Game Turns | put `lay X3` before `buy St. Louis`",
        "lay X3; buy St. Louis; draw B2",
    ),
    (
        "four-seats",
        11,
        "draw B2; lay X3; buy Yuma",
        "buy Yuma | unclaimed | green cannot buy Yuma: its free land has not been claimed yet | "
        "Free Land Grants | "
        "the first to lay W4, X4 or Z1 is granted it; leave out the purchase, or buy land of Denver for $3,000",
        "lay X3; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay X3; buy Denver; buy Omaha; draw B2",
        "buy Omaha | twice | one land card is bought in a turn, not more | Game Turns | "
        "keep `buy Denver` or `buy Omaha`",
        "lay X3; buy Omaha; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay X3; buy Denver, Omaha; draw B2",
        "buy Denver, Omaha | twice | one land card is bought in a turn, not more | Game Turns | "
        "keep `buy Denver` or `buy Omaha`",
        "lay X3; buy Denver; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay X3; buy Yuma; buy Omaha; draw B2",
        "buy Omaha | twice | one land card is bought in a turn, not more | Game Turns | leave out `buy Yuma`",
        "lay X3; buy Omaha; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay X3; buy Omaha; buy Omaha; draw B2",
        "buy Omaha | twice | one land card is bought in a turn, not more | Game Turns | "
        "write `buy Omaha` once",
        "lay X3; buy Omaha; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay X3; lay D2; draw B2",
        "lay D2 | twice | one tile is laid in a turn, not more | Game Turns | leave out `lay D2`",
        "lay X3; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay D2; buy St. Louis; buy Omaha; draw B2",
        "lay D2 | not-adjacent | "
        "D2 is next to neither a city nor track, and green holds a tile that is | Laying Track | "
        "lay X3; only a seat without such a tile lays another, at double cost",
        "lay X3; buy Omaha; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay D2 double ($2000); buy Denver; draw B2",
        "lay D2 | not-adjacent | "
        "D2 is next to neither a city nor track, and green holds a tile that is | Laying Track | "
        "lay X3; only a seat without such a tile lays another, at double cost",
        "lay X3; buy Denver; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay X3; buy Dodge City 5,000; draw B2",
        "buy Dodge City 5,000 | assertion | "
        "the cheapest land of Dodge City costs $4,000, not $5,000 | Buying Land | "
        "write ($4000), or no amount",
        "lay X3; buy Dodge City ($4000); draw B2",
    ),
    (
        "four-seats",
        11,
        "lay X3; buy Yuma ($4000); draw B2",
        "buy Yuma | unclaimed | green cannot buy Yuma: its free land has not been claimed yet | "
        "Free Land Grants | "
        "the first to lay W4, X4 or Z1 is granted it; leave out the purchase, or buy land of Denver for $3,000",
        "lay X3; buy Denver; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay X3; draw X1; draw B2",
        "draw B2 | twice | one tile is drawn in a turn, not more | Game Turns | keep `draw X1` or `draw B2`",
        "lay X3; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay X3; draw C2",
        "draw C2 | not-in-box | C2 is not in the pool: it is laid | Game Turns | "
        "look at the tile again; `lay X3; draw ?` if nobody can tell",
        "lay X3; draw ?",
    ),
    (
        "four-seats",
        11,
        "lay X3; draw D2",
        "draw D2 | not-in-box | D2 is not in the pool: green holds it | Game Turns | "
        "look at the tile again; `lay X3; draw ?` if nobody can tell",
        "lay X3; draw ?",
    ),
    (
        "four-seats",
        11,
        "lay X3; draw Z1",
        "draw Z1 | not-in-box | Z1 is not in the pool: it is in another hand | Game Turns | "
        "look at the tile again; `lay X3; draw ?` if nobody can tell",
        "lay X3; draw ?",
    ),
    (
        "four-seats",
        11,
        "lay Z1; draw B2",
        "lay Z1 | not-in-hand | green has no tile Z1 in hand | Laying Track | green holds D2, W2, X3 and Y3",
        "lay X3; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay A7; draw B2",
        "A7 | no-such-tile | there is no tile A7; "
        "a tile is A, B, C, D, E, F, U, V, W, X, Y or Z with a number from 1 to 4 | Game Equipment | ",
        "lay X3; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay X3; buy St. Louis Denver; draw B2",
        "buy St. Louis Denver | no-such-city | St. Louis and Denver are two cities, and `buy` names one | "
        "Game Equipment | keep `buy St. Louis` or `buy Denver`",
        "lay X3; buy St. Louis; draw B2",
    ),
    (
        "bankruptcies",
        20,
        "sell Ogden Omaha; lay D1; draw A4",
        "sell Ogden Omaha | no-such-city | Ogden and Omaha are two cities, and `sell` names one | "
        "Game Equipment | write `sell Ogden` and `sell Omaha` with a semicolon between",
        "sell Omaha; sell Ogden; lay D1; draw A4",
    ),
    (
        "four-seats",
        11,
        "lay X3; give Denver; draw B2",
        "give | unknown-word | neither land nor money goes from player to player (Selling Land) |  | ",
        "lay X3; draw B2",
    ),
    (
        "four-seats",
        11,
        "borrow 5000; lay X3; draw B2",
        "borrow | unknown-word | no money is borrowed from other players (Selling Land) |  | ",
        "lay X3; draw B2",
    ),
    (
        "four-seats",
        11,
        "trade Denver; lay X3; draw B2",
        "trade | unknown-word | land is not sold or traded to other players; "
        "the bank buys it to let a tile be played (Selling Land) |  | ",
        "lay X3; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay X3; buy Denver",
        "lay X3; buy Denver | draw-missing | "
        "the turn ends with a draw, and the tile is not named | Game Turns | "
        "write `draw` and the tile; `lay X3; buy Denver; draw ?` if nobody can tell",
        "lay X3; buy Denver; draw ?",
    ),
    (
        "four-seats",
        11,
        "buy Denver; draw B2",
        "buy Denver; draw B2 | no-lay | a turn lays one tile, and this one lays none | "
        "Game Turns | add `lay` and one of your tiles",
        "lay X3; buy Denver; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay X3; bankrupt",
        "lay X3 | alone | a seat that writes `bankrupt` does nothing else in that turn | "
        "Game Turns | leave out `bankrupt`",
        "lay X3; draw B2",
    ),
    (
        "four-seats",
        11,
        "lay D2; bankrupt",
        "bankrupt | not-bankrupt | green is not bankrupt: X3 costs $2,000, and green has $29,000 | "
        "Selling Land | lay X3",
        "lay X3; draw B2",
    ),
    (
        "four-seats",
        11,
        "bankrupt",
        "bankrupt | not-bankrupt | green is not bankrupt: X3 costs $2,000, and green has $29,000 | "
        "Selling Land | lay X3",
        "lay X3; draw B2",
    ),
    (
        "bankruptcies",
        20,
        "sell Ogden; sell Omaha; lay W1; draw A4",
        "lay W1 | price | red has $6,000 and W1 costs $7,000: $1,000 short | Laying Track | ",
        "sell Ogden; sell Omaha; sell Denver; lay W1; draw A4",
    ),
    (
        "bankruptcies",
        20,
        "sell Ogden; sell Yuma; sell Omaha; lay W1; draw A4",
        "sell Yuma | free-land | "
        "red holds only the free land of Yuma, which the bank does not buy; red is $3,000 short of W1, "
        "and the bank takes land of Omaha for $2,000, Denver for $1,000 or Ogden for $2,000 | "
        "Selling Land | ",
        "sell Ogden; sell Omaha; sell Denver; lay W1; draw A4",
    ),
    (
        "bankruptcies",
        20,
        "lay W1; draw A4",
        "lay W1 | price | red has $1,000 and W1 costs $7,000: $6,000 short | Laying Track | ",
        "sell Ogden; sell Omaha; sell Ogden; lay W1; draw A4",
    ),
    (
        "bankruptcies",
        20,
        "sell Ogden 4000; lay W1; draw A4",
        "sell Ogden 4000 | no-card | "
        "red holds no Ogden card with the price $4,000, but $3,000 and $5,000; red is $6,000 short of W1, "
        "and the bank takes land of Omaha for $2,000, Denver for $1,000 or Ogden for $3,000 | "
        "Selling Land | ",
        "sell Ogden; sell Omaha; sell Ogden; lay W1; draw A4",
    ),
    (
        "bankruptcies",
        20,
        "sell Sacramento; lay W1; draw A4",
        "sell Sacramento | no-card | red holds no land of Sacramento; red is $6,000 short of W1, "
        "and the bank takes land of Omaha for $2,000, Denver for $1,000 or Ogden for $3,000 | "
        "Selling Land | ",
        "sell Ogden; sell Omaha; sell Ogden; lay W1; draw A4",
    ),
    (
        "bankruptcies",
        22,
        "bankrupt",
        "bankrupt | not-bankrupt | "
        "red is not bankrupt: A4 costs $2,000, and red has $0 and gets $2,000 for its land | "
        "Selling Land | put `sell Omaha` before `lay A4`",
        "sell Omaha; lay A4; draw F2",
    ),
    (
        "bankruptcies",
        22,
        "lay D1; draw F2",
        "lay D1 | price | red has $0 and D1 costs $4,000: $4,000 short | Laying Track | "
        "lay a cheaper tile: A4 costs $2,000",
        "sell Omaha; lay A4; draw F2",
    ),
    (
        "bankruptcies",
        22,
        "sell Omaha; sell Ogden; lay A4; draw F2",
        "sell Ogden | not-short | red has $2,000, enough for A4 at $2,000, and may not sell | "
        "Selling Land | leave out `sell Ogden`",
        "sell Omaha; lay A4; draw F2",
    ),
    (
        "bankruptcies",
        24,
        "lay D1; draw A2",
        "lay D1 | price | red has $0 and D1 costs $4,000: $4,000 short | Laying Track | "
        "only `bankrupt` is left",
        "bankrupt",
    ),
    (
        "bankruptcies",
        24,
        "buy Denver; draw A2",
        "buy Denver; draw A2 | no-lay | a turn lays one tile, and this one lays none | "
        "Game Turns | only `bankrupt` is left",
        "bankrupt",
    ),
    (
        "bankrupt-and-on",
        48,
        "pass; pass",
        "pass | twice | `pass` stands twice | Game Turns | write `pass` once",
        "pass",
    ),
    (
        "bankrupt-and-on",
        48,
        "pass; bankrupt",
        "bankrupt | twice | a turn is `pass` or `bankrupt`, not both | Game Turns | leave out `bankrupt`",
        "pass",
    ),
    (
        "two-seats",
        25,
        "lay B1; draw U1",
        "lay B1 | price | red has $3,000 and B1 costs $4,000: $1,000 short | Laying Track | "
        "add `sell Dodge City`, `sell Denver` or `sell Ogden` before `lay B1`",
        "sell Denver; lay B1; draw U1",
    ),
]


@pytest.mark.parametrize(("sample", "number", "words", "answer", "mended"), ANSWERS)
def test_a_faulty_turn_is_answered_with_a_way_out_that_is_legal(
    sample: str, number: int, words: str, answer: str, mended: str
) -> None:
    assert told(sample, number, words) == [answer]
    assert told(sample, number, mended) == []


@pytest.mark.parametrize(
    ("number", "words", "whole"),
    [
        (20, "lay W1; draw A4", "sell Ogden; sell Omaha; sell Ogden; lay W1; draw A4"),
        (20, "lay W1; buy Denver; draw A4", "sell Ogden; sell Omaha; sell Ogden; lay W1; draw A4"),
        (20, "sell Denver; lay W1; draw A4", "sell Denver; sell Ogden; sell Omaha; lay W1; draw A4"),
        (
            20,
            "sell Ogden; sell Omaha; lay W1; draw A4",
            "sell Ogden; sell Omaha; sell Denver; lay W1; draw A4",
        ),
        (
            20,
            "sell Ogden; sell Yuma; sell Omaha; lay W1; draw A4",
            "sell Ogden; sell Omaha; sell Denver; lay W1; draw A4",
        ),
        (22, "sell Yuma; lay A4; draw F2", "sell Omaha; lay A4; draw F2"),
        (21, "lay X2; buy Ogden; draw D1", "lay X2; buy Ogden; draw ?"),
    ],
)
def test_the_turn_as_it_was_meant_is_suggested_with_what_makes_it_legal(
    number: int, words: str, whole: str
) -> None:
    ((problem, _),) = errors_of(with_entry("bankruptcies", number, words))
    assert problem.suggestions == (whole,)


def test_a_seat_that_has_left_is_told_so_when_it_writes_a_turn() -> None:
    text = with_entry("bankrupt-and-on", 42, "lay Y3").replace("42. green", "42. red")
    assert answers(text) == [
        "red | turn | red is not in the game any more, and it is green's turn | Selling Land | "
        "take this entry out"
    ]


DEAL = """\
[Game "last-spike"]
[Blue "Bob"]
[Red "Ann"]

0. deal: first blue V3, red D3; red B4 W1 W3 Y4; blue C3 D4 F1 Y2; aside A1
"""
SWAPPED = DEAL.replace('[Blue "Bob"]\n[Red "Ann"]', '[Red "Ann"]\n[Blue "Bob"]')
IN_TURN = SWAPPED.replace("first blue V3, red D3", "first red D3, blue V3")


def test_who_drew_the_nearest_tile_is_put_first_in_the_headers_and_in_the_deal() -> None:
    nearest = "first | red's D3 is closest to A1, so red has the first turn | Pregame"
    way = "put the headers in turn order: [Red ...], [Blue ...]; the deal goes in that order too"
    assert answers(DEAL) == [f"first blue V3, red D3 | {nearest} | {way}"]
    other_way_round = DEAL.replace("first blue V3, red D3", "first red D3, blue V3")
    assert answers(other_way_round) == [f"first red D3, blue V3 | {nearest} | {way}"]
    assert answers(SWAPPED) == [
        "first blue V3, red D3 | first | the draw for the first turn names each seat once, in turn order: "
        "red, blue | Pregame | write `first red D3, blue V3`"
    ]
    assert answers(IN_TURN) == []


@pytest.mark.parametrize(
    ("old", "new", "answer"),
    [
        (
            "first red D3, ",
            "first ",
            "first blue V3 | first | "
            "the draw for the first turn names each seat once, in turn order: red, blue | Pregame | "
            "leave `first` with its tiles out if the draw is not known",
        ),
        (
            "blue V3",
            "blue D3",
            "first red D3, blue D3 | first | two seats cannot have drawn the same tile | Pregame | "
            "look at the tiles again",
        ),
        (
            " Y2",
            "",
            "blue C3 D4 F1 | hand | blue has 3 tiles in the deal and gets 4 | Pregame | "
            "`?` stands for a tile that is not known",
        ),
        (
            "F1 Y2",
            "F1 Y4",
            "blue C3 D4 F1 Y4 | not-in-box | Y4 is dealt twice: to red and to blue | Pregame | "
            "look at the tiles again; `?` stands for one that is not known",
        ),
        (
            "aside A1",
            "aside Y4",
            "aside Y4 | not-in-box | Y4 is dealt twice: to red and aside | Pregame | "
            "look at the tiles again; `?` stands for one that is not known",
        ),
        (
            "; blue C3 D4 F1 Y2",
            "",
            "first red D3, blue V3; red B4 W1 W3 Y4; aside A1 | seats | "
            "the seats are red, blue in turn order, and the deal has tiles for red | Pregame | "
            "add the tiles of blue; `blue ? ? ? ?` if they are not known",
        ),
        (
            "; blue C3 D4 F1 Y2",
            "; red C3 D4 F1 Y2; blue ? ? ? ?",
            "first red D3, blue V3; red B4 W1 W3 Y4; red C3 D4 F1 Y2; blue ? ? ? ?; aside A1 | "
            "seats | the seats are red, blue in turn order, and the deal has tiles for red, red, blue | "
            "Pregame | leave out one of the hands of red",
        ),
        (
            "red B4 W1 W3 Y4; blue C3 D4 F1 Y2",
            "blue C3 D4 F1 Y2; red B4 W1 W3 Y4",
            "first red D3, blue V3; blue C3 D4 F1 Y2; red B4 W1 W3 Y4; aside A1 | seats | "
            "the seats are red, blue in turn order, and the deal has tiles for blue, red | Pregame | "
            "deal in turn order; or, if blue, red is the turn order, put the headers so too",
        ),
        (
            "; aside A1",
            "",
            "first red D3, blue V3; red B4 W1 W3 Y4; blue C3 D4 F1 Y2 | aside | "
            "with two seats one tile is set aside | Pregame | "
            "add `aside` and the tile, `aside ?` if unknown",
        ),
    ],
)
def test_a_faulty_deal_is_answered_with_who_is_meant(old: str, new: str, answer: str) -> None:
    assert answers(IN_TURN.replace(old, new)) == [answer]


def test_all_faults_of_a_deal_are_told_at_once() -> None:
    faulty = DEAL.replace(" Y2", "").replace("aside A1", "aside B4")
    assert answers(faulty) == [
        "first blue V3, red D3 | first | red's D3 is closest to A1, so red has the first turn | Pregame | "
        "put the headers in turn order: [Red ...], [Blue ...]; the deal goes in that order too; "
        "also wrong: blue has 3 tiles in the deal and gets 4; B4 is dealt twice: to red and aside"
    ]


TURN = "1. red: lay B4; draw D2"


@pytest.mark.parametrize(("drawn", "stands"), [("; draw ?", True), ("", False)])
def test_a_tile_drawn_that_nobody_can_tell_may_be_left_open_in_a_record(drawn: str, stands: bool) -> None:
    """The hint of `draw-missing` and `not-in-box` is true with a published seed and without one."""
    dealt_by_seed = (SAMPLES / "two-seats.pbem").read_text(encoding="utf-8")
    assert "[Seed " in dealt_by_seed
    for text, turn in ((dealt_by_seed, "1. red: lay B4; draw D2"), (IN_TURN + TURN, TURN)):
        assert turn in text
        assert (answers(text.replace(turn, turn.partition("; ")[0] + drawn)) == []) == stands
