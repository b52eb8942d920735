"""Spike: what a player is told whose entry cannot be, and that the way out of it is one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from games.spike import GAME
from games.spike.dealer import write as written
from pbem import checking, notation, record
from pbem.errors import IllegalMove
from pbem.game import Seat
from pbem.judge import Judge
from pbem.replay import Referee

SAMPLES = Path(__file__).parent.parent / "samples" / "spike"


def lines(name: str, last: int) -> str:
    """A sample up to an entry."""
    text = (SAMPLES / f"{name}.pbem").read_text(encoding="utf-8")
    return text[: text.index(f"\n{last + 1}. ") + 1] if f"\n{last + 1}. " in text else f"{text.rstrip()}\n"


def answer(start: str, entry: str) -> str:
    """The first finding of the game about an entry after others: `what it marks | message | hint`."""
    text = f"{start}{entry}\n"
    records, repairs = record.read_file("f.pbem", text.encode())
    found = checking.check_records("f.pbem", records, repairs, False).findings
    problem = next(one.problem for one in found if one.problem.severity == "error")
    line = text.splitlines()[problem.span.line - 1]
    hint = re.sub("; this may follow from .*|this may follow from .*", "", problem.hint)
    if not hint and problem.suggestions:  # a hint that only says to write it is left out
        hint = f"write `{problem.suggestions[0]}`"
    marked = line[problem.span.column - 1 : problem.span.end - 1]
    return " | ".join(filter(None, (marked, problem.message, hint)))


BLUE = lines("in-progress", 20)
"""Blue to play: $3, 3 yellow and one each of blue, red and black; the train on f13-g12, corn aboard."""
RED = f"{lines('in-progress', 20)}21. blue: pass\n"
"""Red to play: $7; one each of red, green, yellow and black; the train on Cincinnati-f17, cloth aboard."""
NETWORK = "Indianapolis, Memphis, New Orleans"
LISTED = "Charlotte, Columbus, Philadelphia, Springfield, New Orleans"
AWAY = "the nearest city is Indianapolis, 2 spaces away, and the engine moves 1: `move Indianapolis-f13` leads there"
WHOLE_PATH = "name every point on the way from your network to the new city, once"
CAME = "name the card that did come, `deck:?` if it is not known; or one was misread before"

ANSWERS = [
    # Upgrade Train, Loading, Delivery: only in a city
    (
        "upgrade engine",
        f"upgrade engine | the train is upgraded in a city, and blue's is on f13-g12 | {AWAY}",
    ),
    ("load", f"load | blue's train is on f13-g12, not in a city | {AWAY}"),
    (
        "move Indianapolis-f13; upgrade engine",
        "upgrade engine | the train is upgraded in a city, and blue's is on Indianapolis-f13 | "
        "the move of this turn ends on the line: leave `upgrade engine` out",
    ),
    (
        "move Indianapolis-f13; deliver corn to St. Louis",
        "deliver corn to St. Louis | the train is at Indianapolis-f13, not in St. Louis, and corn/2a does not list "
        f"St. Louis; it lists {LISTED} | leave it out",
    ),
    (
        "deliver corn to New Orleans",
        "deliver corn to New Orleans | the train is at f13-g12, not in New Orleans | New Orleans is 9 spaces away, "
        "and the engine moves 1: `move g12-h11` leads there",
    ),
    (
        "load corn to Memphis",
        "load corn to Memphis | load is done where the train is; `to` and `for` stand behind `deliver` only | "
        "write `load corn` alone",
    ),
    # Movement
    (
        "move Memphis",
        "move Memphis | Memphis is 3 spaces away, and blue's engine moves 1 | `move g12-h11` leads there",
    ),
    (
        "move Chicago",
        "move Chicago | Chicago is not connected to blue's track | from f13-g12 it can get to Indianapolis-f13, g12-h11",
    ),
    (
        "move g12",
        "move g12 | a train stops in a city or on a track piece, and g12 is a junction | write `move g12-h11`",
    ),
    # Draw Rail Cards
    (
        "draw deck:white, white; show red; move Indianapolis-f13",
        "draw deck:white, white | face-up cards are taken before cards of the deck | "
        "write `draw white, deck:white; show red; move Indianapolis-f13`",
    ),
    (
        "draw white; show red, red",
        "draw white; show red, red | red is one card too many: the row has 4 cards | write `draw white; show red`",
    ),
    (
        "show red",
        "show red | cards are turned up, and rounds begin, only after a draw | "
        "write the cards that were drawn before it: `draw KIND; show red`",
    ),
    (
        "draw deck:time",
        "draw deck:time | no time card is in the deck before the first draw of round 3 is done | " + CAME,
    ),
    (
        "draw white, white, white; show red, red, red",
        "draw white, white, white; show red, red, red | blue's tender draws 2 cards, not 3 | "
        "name 2 at most, face-up cards and the deck's together",
    ),
    (
        "draw black, black",
        "draw black, black | 1 black card is face up, not 2; the row is white, white, black, blue | "
        "draw from these 4, or write `deck` for a card of the deck",
    ),
    (
        "draw red, deck",
        "draw red, deck | no red card is face up; the row is white, white, black, blue | "
        "draw from these 4, or write `deck` for a card of the deck",
    ),
    (
        "draw white",
        "draw white | the row is refilled to 4, and 1 card is not named | "
        "write `draw white; show KIND`, or let the dealer fill it in",
    ),
    (
        "draw 2 deck",
        "draw 2 deck | the record does not say which 2 cards came from the deck | "
        "write `draw deck:KIND, deck:KIND`, or let the dealer fill it in",
    ),
    (
        "draw white, deck",
        "draw white, deck | the record does not say which card came from the deck; the row is refilled to 4 too | "
        "write `draw white, deck:KIND; show KIND`, or let the dealer fill it in",
    ),
    (
        "draw white, black; show red",
        "draw white, black; show red | the row is refilled to 4, and 1 card is not named | "
        "write `draw white, black; show red, KIND`",
    ),
    (
        "draw white; round 2; show red",
        "draw white; round 2; show red | the deck still holds 8 cards, and no round ends | leave `round 2` out",
    ),
    # Build Rails
    (
        "build Chicago-c14-Milwaukee",
        "build Chicago-c14-Milwaukee | blue has no track at Chicago, where only red has | "
        f"start in a city of your network ({NETWORK}) or at a point of your track",
    ),
    (
        "build f13-Louisville-f17",
        "build f13-Louisville-f17 | Louisville is a new city and ends the build | write `build f13-Louisville`",
    ),
    (
        "build h11-Memphis-i8-j9",
        "build h11-Memphis-i8-j9 | h11-Memphis already has your own track | write `build Memphis-i8-j9`",
    ),
    (
        "trade 2 yellow for red; build Indianapolis-d13-Chicago; move Indianapolis-f13",
        "trade 2 yellow for red | the build does not use the red card got by the trade | "
        "write `trade 2 yellow for white; build Indianapolis-d13-Chicago; move Indianapolis-f13`",
    ),
    (
        "trade 2 yellow for black; build f13-Louisville",
        "trade 2 yellow for black | the build does not use the black card got by the trade | "
        "no trade is needed: write `build f13-Louisville`",
    ),
    (
        "trade 2 yellow for black; move Indianapolis-f13",
        "trade 2 yellow for black | a trade pays for a build | leave `trade 2 yellow for black` out, or write the "
        "`build` that it pays for behind it",
    ),
    ("build Indianapolis", "build Indianapolis | the path has one point only | " + WHOLE_PATH),
    ("build g12-h11-g12", "build g12-h11-g12 | the path has g12 twice | " + WHOLE_PATH),
    (
        "build Indianapolis Chicago",
        "build Indianapolis Chicago | there is no point Indianapolis Chicago on the board | "
        "write a hyphen between two points",
    ),
    (
        "build c1-Chicago",
        "c1 | there is no point c1 on the board | row c has c2, c4, c8, c10, c14, c16, c22, c24, c26, c28, c30",
    ),
    (
        "build Memphis-h11-g12",
        "build Memphis-h11-g12 | g12-h11 and h11-Memphis already have your own track | "
        "nothing is left to build there: build on from a point of it, or leave the build out",
    ),
    (
        "build Indianapolis-Chicago",
        "build Indianapolis-Chicago | there is no link between Indianapolis and Chicago | "
        "write `trade 2 yellow for white; build Indianapolis-d13-Chicago`",
    ),
    (
        "build Indianapolis to Chicago",
        "build Indianapolis to Chicago | there is no link between Indianapolis and Chicago | "
        "write `trade 2 yellow for white; build Indianapolis-d13-Chicago`",
    ),
    (
        "build Indianapolis-New York",
        "build Indianapolis-New York | there is no link between Indianapolis and New York | "
        "from Indianapolis there are links to d13, d15, e12, Cincinnati, f13, Louisville",
    ),
    (
        "build g12-g14",
        "build g12-g14 | a build ends in a new city or on one's own track, and g14 is neither | "
        "write `build g12-g14-Nashville`",
    ),
    (
        "trade 2 black for white; build Indianapolis-d13-Chicago",
        "trade 2 black for white | blue has 1 black, not 2 to trade | "
        "write `trade 2 yellow for white; build Indianapolis-d13-Chicago`",
    ),
    # Setup is over
    (
        "place Chicago",
        "place Chicago | trains are placed before the first turn only, and blue's is at f13-g12 now | "
        "a train is sent on with `move`",
    ),
    ("give red", "give red | `give` belongs to the set-up, which is over | leave it out"),
]


@pytest.mark.parametrize(("entry", "due"), ANSWERS, ids=[entry for entry, _ in ANSWERS])
def test_a_player_is_told_what_there_is_what_was_needed_and_a_way_out(entry: str, due: str) -> None:
    assert answer(BLUE, f"21. blue: {entry}") == due


RED_ANSWERS = [
    (
        "take pigs, cows",
        "take pigs, cows | red's train is on Cincinnati-f17, not in a city | "
        "the nearest city is Cincinnati, 1 space away: `move Cincinnati` gets there",
    ),
    (
        "move Cincinnati; take pigs, cows",
        "take pigs, cows | Cincinnati has pigs alone, and one token of it is loaded | write `load` alone",
    ),
    (
        "load white",
        "load white | there is no commodity white; there are cows, wood, corn, wheat, coal, oil, steel, cloth, pigs, "
        "flour, peaches, cotton | white is a kind of rail card, and those are drawn: `draw white`",
    ),
    (
        "upgrade tender; move Cincinnati; upgrade engine",
        "upgrade tender | the train is upgraded in a city, and red's is on Cincinnati-f17 | "
        "write `move Cincinnati; upgrade tender`",
    ),
    (
        "load pigs; upgrade car; upgrade tender",
        "load pigs | red's train is on Cincinnati-f17, not in a city | "
        "the nearest city is Cincinnati, 1 space away: `move Cincinnati` gets there",
    ),
    (
        "upgrade car; move Cincinnati; load wheat",
        "upgrade car | the train is upgraded in a city, and red's is on Cincinnati-f17 | "
        "write `move Cincinnati; upgrade car`",
    ),
    (
        "move Cincinnati; load",
        "load | red has no open contract for pigs, and so no token to load | "
        "leave `load` out; red's open contracts are for wheat, cows, flour, oil, cotton, cloth",
    ),
    (
        "move Cincinnati; load wheat",
        "load wheat | Cincinnati has pigs, not wheat | leave it out; wheat can be loaded in Topeka, Nashville, Columbus",
    ),
    (
        "deliver cloth to Cincinnati",
        "deliver cloth to Cincinnati | the train is at Cincinnati-f17, not in Cincinnati | "
        "write `move Cincinnati; deliver cloth`",
    ),
    (
        "move Cincinnati; deliver cloth to Cincinnati for $5",
        "deliver cloth to Cincinnati for $5 | cloth/2a pays $4 in Cincinnati, not $5 | "
        "leave `for $5` out, which only checks",
    ),
    (
        "move Cincinnati; deliver cloth; load pigs; draw 2 deck; upgrade car",
        "load pigs | red has no open contract for pigs, and so no token to load | "
        "leave `load` out; red's open contracts are for wheat, cows, flour, oil, cotton",
    ),
]


@pytest.mark.parametrize(("entry", "due"), RED_ANSWERS, ids=[entry for entry, _ in RED_ANSWERS])
def test_faults_are_told_in_the_order_of_the_actions(entry: str, due: str) -> None:
    assert answer(RED, f"22. red: {entry}") == due


def referee(start: str) -> Any:
    records, _ = record.read_file("f.pbem", start.encode())
    return Referee(records[0], remarks=False).run()


def judged(start: str, entry: str) -> Any:
    """An order judged as `pbem move` does: the dealer fills in."""
    played = referee(start)
    (seat,) = GAME.to_move(played.state)
    return Judge(GAME, played.setup).entry(played.state, seat, entry, lambda _, items: tuple(sorted(items)))


WAYS_OUT = [
    (BLUE if at < len(ANSWERS) else RED, way)
    for at, (_, due) in enumerate([*ANSWERS, *RED_ANSWERS])
    for way in re.findall("`([^`]+)`", due.split(" | ")[-1])
    if re.match("(move|build|trade.* build) ", way)
]


@pytest.mark.parametrize(("start", "way"), WAYS_OUT)
def test_what_a_hint_says_to_write_is_legal(start: str, way: str) -> None:
    assert judged(start, way).findings == ()


@pytest.mark.parametrize(
    ("entry", "canonical"),
    [
        ("move to Indianapolis-f13", "move Indianapolis-f13"),
        ("build g12 to g14 to Nashville", "build g12-g14-Nashville"),
        ("draw 2 white", "draw white, white; show white, yellow"),
        ("draw white and black", "draw white, black; show white, yellow"),
        ("draw white, and black", "draw white, black; show white, yellow"),
        ("draw 2 deck", "draw deck:white, deck:yellow"),
        (
            "trade 2 yellow for 1 white; build Indianapolis-d13-Chicago",
            "trade 2 yellow for white; build Indianapolis-d13-Chicago",
        ),
    ],
)
def test_numbers_and_little_words_are_read(entry: str, canonical: str) -> None:
    found = judged(BLUE, entry)
    assert found.findings == ()
    assert written(found.move) == canonical


def test_the_right_fee_may_stand_behind_a_delivery() -> None:
    for fee in ("for $4", "$4"):
        found = judged(RED, f"move Cincinnati; deliver cloth to Cincinnati {fee}; buy wagon")
        assert found.findings == ()
        assert written(found.move) == "move Cincinnati; deliver cloth; upgrade car"


def test_whoever_plays_on_is_told_how_play_ended() -> None:
    start = lines("two-seats", 999)
    state = referee(start[: start.index("\n81. ") + 1]).state
    with pytest.raises(IllegalMove) as caught:
        GAME.resolve(state, Seat("blue"), notation.parse(GAME, "pass"))
    assert caught.value.message == "play is over: the third time card turned up"
    assert caught.value.hint == (
        "take this entry out; only the dealer's entry with the routes is still to come"
    )


DEAL = lines("in-progress", 0)
DEALS = [
    (
        [("red hand", "blue hand")],
        "blue hand red, green, green, green, black | blue's hand stands twice in the deal | take one of them out",
    ),
    (
        [("wood/3", "wood/9")],
        "wood/9 | there is no contract wood/9; there are wood/1, wood/2, wood/3",
    ),
    (
        [
            ("wood/3", "wood/9"),
            ("route R22", "route R34"),
            ("hand red, green, yellow, yellow, black", "hand red, green"),
        ],
        "wood/9 | there is no contract wood/9; there are wood/1, wood/2, wood/3 | "
        "also wrong: R34 is dealt to red and to blue; red has 2 rail cards in the deal and gets 5",
    ),
    (
        [("wood/3", "cows/3")],
        "cows/3 | one contract of each commodity is dealt, and red has cows/2 and blue cows/3 | there is none for wood",
    ),
    (
        [("wood/3", "cows/2")],
        "blue contracts peaches/2, cows/2 | one contract of each commodity is dealt, and red has cows/2 and blue cows/2 | "
        "there is none for wood",
    ),
    (
        [('[Options "choose-sides"]\n', "")],
        "wheat/2 | wheat/2 is a card without its side, and so are 11 more | "
        'write wheat/2a or wheat/2b; only with [Options "choose-sides"] are cards dealt without a side',
    ),
    (
        [("flour, corn, steel", "flour, flour, steel")],
        "market cloth, pigs, oil, wood, flour, flour, steel, cows, wheat, cotton, coal, peaches | "
        "the market has each of the twelve commodities once, and here flour stands twice and corn is missing",
    ),
    (
        [("show blue, blue, green, blue", "show blue, blue, green")],
        "show blue, blue, green | 3 cards are turned up in the deal, and there must be 4",
    ),
]


@pytest.mark.parametrize(("changes", "due"), DEALS)
def test_a_deal_is_told_all_its_faults_at_once(changes: list[tuple[str, str]], due: str) -> None:
    text = DEAL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    assert answer(text, "") == due


def test_words_for_what_cannot_be_done_so_are_answered() -> None:
    due = "unload | write `deliver` to be paid for cargo, or `dump` to put it back on its contract"
    assert answer(RED, "22. red: unload cloth").startswith(due)
    due = "discard | rail cards are laid off only where they pay for a build"
    assert answer(RED, "22. red: discard white").startswith(due)


PLACED = lines("two-seats", 1)
END = lines("two-seats", 80)
ROUTES = "red route R30; blue route R11"


@pytest.mark.parametrize(
    ("start", "entry", "due"),
    [
        (
            PLACED,
            "2. red: place g24",
            "place g24 | g24 is not a city | the nearest cities: `place Raleigh`, `place Norfolk`, `place Roanoke`",
        ),
        (
            END,
            "81. deal: red route R31; blue route R11",
            f"red route R31 | red holds R30, not R31 | write `{ROUTES}`",
        ),
        (
            END,
            "81. deal: red route R99; blue route R11",
            f"R99 | there is no route R99: they are R1 to R36 | write `{ROUTES}`",
        ),
        (
            END,
            "81. mod: resign blue {asked}",
            "resign blue | play is over: the third time card turned up | "
            "take this entry out; only the dealer's entry with the routes is still to come",
        ),
    ],
)
def test_before_and_after_play_a_way_out_is_told(start: str, entry: str, due: str) -> None:
    assert answer(start, entry) == due


def test_whose_turn_it_is_is_told_with_the_section_on_play() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.resolve(referee(BLUE).state, Seat("red"), notation.parse(GAME, "pass"))
    assert (caught.value.code, caught.value.rule) == ("turn", "Playing the Game")
