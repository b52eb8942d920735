"""Spokes as people type it: what is taken, what is asked, and what is said of what cannot be."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from games.spokes import GAME
from games.spokes.board import Board
from games.spokes.state import Bike, State
from pbem import boards, notation
from pbem.errors import IllegalMove, SetupError
from pbem.game import Seat, Setup
from pbem.judge import Judge, Judged

NEAR = "free close behind the line: `bike 1; place a10`, `bike 1; place b16`, `bike 1; place c22`"
ORDER = "placing goes the other way round: red, orange, then again for the second bikes"
BOARD: Board = GAME.load_board("velodrome-112", boards.text("spokes", "velodrome-112"))
ORANGE = Seat("orange")


def state(*options: str, wheel: str = "wbygrk", marker: int = 6, burst: bool = False) -> State:
    """Orange on a1 and red on c9; all gaps hold black but a1-a2 (green), a2-a3 (red) and a3-a4 (white)."""
    held = {"a1-a2": "g", "a2-a3": "r", "a3-a4": "w"}
    spokes = "".join(held.get(gap, "k") for gap in BOARD.gaps)
    numbers = (1, 2) if "two-bikes" in options else (1,)
    spaces = {("orange", 1): "a1", ("orange", 2): "a3", ("red", 1): "c9", ("red", 2): "c12"}
    riders = tuple(
        Bike(seat, number, wheel, spaces[seat, number], 1, burst, marker)
        for seat in ("orange", "red")
        for number in numbers
    )
    return State(Setup((ORANGE, Seat("red")), frozenset(options), "1", BOARD), ORANGE, spokes, riders, "gw")


def judged(text: str, position: State | None = None) -> Judged:
    there = position or state()
    return Judge(GAME, there.setup).entry(there, ORANGE, text)


def canonical(text: str, position: State | None = None) -> str:
    there = position or state()
    result = judged(text, there)
    assert not result.findings, result.findings
    return GAME.write(there, ORANGE, result.move)


WHOLE = "swap 1:white a1-a2 for green; ride a1-a2"


@pytest.mark.parametrize(
    "text",
    [
        WHOLE,
        "swap 1 a1-a2; ride a2",
        "swap white a1-a2 ride a1-a2",
        "swap w a1-a2 for g ride a2",
        "swap +1 a2-a1; ride a2",
        "swap + 1 a1 - a2; ride a1 - a2",
        "swap white a1-a2 with green; move a1-a2",
        "SWAP 1:White A1-A2 FOR Green; RIDE A1-A2",
        "exchange 1:w a1-a2, go a2",
        "Swap wh a1-a2 for gr, then ride a1-a2.",
        "; swap 1:white a1-a2 for green ;; ride a1-a2 ;",
        "sw 1 a1-a2; ri a2",
        "bike 1; " + WHOLE,
        "trade 1 a1-a2 for green and travel a2",
    ],
)
def test_every_unambiguous_spelling_is_taken(text: str) -> None:
    assert canonical(text) == WHOLE


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("ride a1-a2 burst a3-a4", "ride a1-a2 burst a3-a4"),
        ("ride a1-a2-a3-a4", "ride a1-a2 burst a3-a4"),
        ("ride a2 burst a3-a4", "ride a1-a2 burst a3-a4"),
        ("ride a2-a3-a4", "ride a1-a2 burst a3-a4"),
    ],
)
def test_the_burst_may_be_left_out_where_one_step_needs_it(text: str, whole: str) -> None:
    position = state(burst=True)
    assert canonical(f"swap 1 a1-a2; {text}", position) == f"swap 1:white a1-a2 for green; {whole}"


def test_a_burst_at_the_start_needs_no_space_before_it() -> None:
    position = state(burst=True)
    wanted = "swap 1:white a2-a3 for red; ride a1 burst a2-a3"
    assert canonical("swap 1 a2-a3; ride burst a2-a3", position) == wanted
    assert canonical("swap 1 a2-a3; ride a1 burst a2-a3", position) == wanted


def test_two_bikes_are_named_and_may_be_left_out_where_one_may_move() -> None:
    position = state("two-bikes")
    marked = replace(
        position, bikes=tuple(replace(b, marked=(b.seat, b.number) == ("orange", 2)) for b in position.bikes)
    )
    assert canonical("swap 1 a1-a2; ride a2", marked) == f"bike 1; {WHOLE}"
    assert canonical("rider 1 swap 1 a1-a2 ride a2", position) == f"bike 1; {WHOLE}"


def finding(text: str, position: State | None = None) -> Any:
    result = judged(text, position)
    assert result.findings
    return result.findings[0]


def test_b_is_blue_and_a_question_where_black_is_in_reach_too() -> None:
    assert canonical("swap b a1-a2; ride a2").startswith("swap 2:blue")
    both = state(wheel="bkygrw")
    asked = finding("swap b a1-a2; ride a2", both)
    assert asked.code == "which-spoke"
    assert asked.choices == (
        "swap 1:blue a1-a2 for green; ride a1-a2",
        "swap 2:black a1-a2 for green; ride a1-a2",
    )
    assert finding("swap b a1-a2; ride a2", state(wheel="wkygrb")).code == "reach"
    assert canonical("swap k a1-a2; ride a2", both).startswith("swap 2:black")


def test_a_colour_in_reach_twice_is_a_question() -> None:
    asked = finding("swap white a1-a2; ride a2", state(wheel="wywgrk"))
    assert asked.code == "which-spoke"
    assert len(asked.choices) == 2
    assert "1:white or 3:white" in asked.hint


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("ride a1-a2; swap 1 a1-a2", "order", "swap comes too late"),
        ("swap 1 a1-a2; bike 1; ride a2", "order", "bike comes too late"),
        ("swap 1 a1-a2; swap 2 a1-a2; ride a2", "doubled", "swap and swap"),
        ("swap 1 a1-a2; ride a2; ride a2-a3", "doubled", "ride and ride"),
        ("swap 1 a1-a2; pass", "doubled", "swap and pass"),
        ("place a5; ride a6", "order", "a ride follows a swap"),
        ("ride a2", "swap-missing", "a ride follows a swap"),
        ("bike 1", "swap-missing", "bike 1 is named, and not what it does"),
        ("bike 1; ride a2", "swap-missing", "a ride follows a swap"),
        ("swap 1 a1-a2", "ride-missing", "a swap is followed by a ride"),
        ("bike 2; swap 1 a1-a2; ride a2", "bike", "orange has one bike, no bike 2"),
        ("swap 7 a1-a2; ride a2", "slot", "slots 1 to 6, not 7; the marker of orange stands behind slot 6"),
        ("swap 0 a1-a2; ride a2", "slot", "slots 1 to 6, not 0; the marker of orange stands behind slot 6"),
        ("swap 0:white a1-a2; ride a2", "slot", "slots 1 to 6, not 0"),
        ("swap +0 a1-a2; ride a2", "steps", "1 to 3 spokes on, not 0"),
        ("swap 4 a1-a2; ride a2", "reach", "reaches 1:white, 2:blue, 3:yellow"),
        ("swap red a1-a2; ride a2", "reach", "no red spoke is in reach"),
        ("swap 1:red a1-a2; ride a2", "slot-colour", "slot 1 holds white, not red"),
        ("swap 1 a1-a2 for red; ride a2", "holds", "a1-a2 holds green, not red"),
        ("swap 1 a1-a5; ride a2", "no-gap", "no gap joins a1 and a5"),
        ("swap 1 a1-a2; ride a2-a5", "no-gap", "no gap joins a2 and a5"),
        ("swap 1 a1-a2; ride a1", "not-through", "one spoke at least"),
        ("swap +5 a1-a2; ride a2", "steps", "1 to 3 spokes on, not 5"),
        ("swap 1 a1-a2; ride a9x", "unknown-word", "a9x"),
        ("flip; swap 1 a1-a2; ride a2", "unknown-word", "nobody turns the Slipstream Tile"),
        ("wait", "unknown-word", "a seat that can swap and ride has to"),
    ],
)
def test_what_cannot_be_is_refused_in_the_games_words(text: str, code: str, says: str) -> None:
    found = finding(text)
    assert (found.code, says in found.message) == (code, True), found


def test_a_space_that_the_board_lacks_is_named() -> None:
    found = finding("swap 1 a1-a2; ride a2-a99")
    assert "a99" in found.message


def test_the_fault_is_found_in_the_text() -> None:
    text = "swap 4:green a1-a3; ride a2"
    found = finding(text)
    assert text[found.start : found.end].startswith("swap 4:green")
    text = "swap 1 a1-a2; ride a2-a3"
    found = finding(text)
    assert text[found.start : found.end] == "ride a2-a3"


def test_a_swap_without_a_ride_is_shown_some_that_go_with_it() -> None:
    found = finding("swap 1 a1-a2", state(burst=True))
    assert found.choices == (
        "swap 1:white a1-a2 for green; ride a1-a2",
        "swap 1:white a1-a2 for green; ride a1-a2 burst a3",
        "swap 1:white a1-a2 for green; ride a1-a2 burst b1",
    )
    nothing = finding("swap 1 c9-c10")
    message = "a swap is followed by a ride, and none can go over c9-c10 with that spoke in it"
    assert (nothing.code, nothing.message, nothing.choices) == ("ride-missing", message, ())


def test_with_two_bikes_a_swap_without_a_ride_is_shown_rides_of_both() -> None:
    found = finding("swap 1 a2-a3", state("two-bikes"))
    assert found.code == "ride-missing"
    assert found.choices == ("bike 2; swap 1:white a2-a3 for red; ride a3-a2",)


def test_a_swap_without_a_gap_is_shown_gaps_on_its_ride_with_its_spoke() -> None:
    found = finding("swap white; ride a1-a2")
    assert (found.code, found.message) == ("gap-missing", "swap white names no gap")
    assert found.choices[0] == "swap 1:white a1-a2 for green; ride a1-a2"
    assert all(choice.startswith("swap 1:white") for choice in found.choices)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (
            "swap 1 a1-a2; ride a2-a1",
            "orange's bike stands on a1; the ride ends there and begins with a2",
            "write `swap 1:white a1-a2 for green; ride a1-a2`",
        ),
        (
            "swap 1 a2-a3; ride a2-a1",
            "orange's bike stands on a1; the ride begins with a2",
            "begin with a1, or leave it out and begin with the next space: a2, a10, b1, b16",
        ),
        (
            "swap 1 a1-a2; ride c9-b8",
            "orange's bike stands on a1; the ride begins with c9, where red stands",
            "begin with a1, or leave it out and begin with the next space: a2, a10, b1, b16",
        ),
    ],
)
def test_a_ride_that_begins_elsewhere_is_told_where_the_bike_stands(
    text: str, message: str, hint: str
) -> None:
    found = finding(text)
    assert (found.code, found.message, found.hint) == ("ride-start", message, hint)


def test_burst_before_the_bikes_own_space_has_to_stand_behind_it() -> None:
    found = finding("swap 1 a2-a3; ride burst a1-a2-a3", state(burst=True))
    assert (found.code, found.message) == (
        "burst-place",
        "burst stands before a1, where orange's bike stands",
    )
    assert found.hint == "write it behind a1, before the step over the spoke of another colour"
    assert canonical("swap 1 a2-a3; ride a1 burst a2-a3", state(burst=True))


def test_a_gap_that_there_is_not_is_told_what_both_spaces_lead_to() -> None:
    found = finding("swap 1 a1-a5; ride a2")
    ways = "from a1 spokes lead to a2, a10, b1, b16; from a5 spokes lead to a4, a6, b7, b8"
    assert found.hint == ways
    assert finding("swap 1 a1-a1; ride a2").message == "a1 stands twice in a row; a gap joins two spaces"


def test_how_far_the_marker_moves_is_said_again_as_its_slot() -> None:
    found = finding("swap +2 a1-a2 for green; ride a1-a2-a3")
    message = "+2 is slot 2: blue; a2-a3 holds red and blue is ridden; the tile of orange shows slipstream"
    assert (found.code, found.message) == ("colour", message)


@pytest.mark.parametrize(
    ("text", "marked", "message", "hint"),
    [
        (
            "bike 1; swap 1 a1-a2; bike 2; ride a2",
            "bike 2",
            "bike 1 and bike 2 stand in one turn, which moves one bike",
            "leave out bike 2",
        ),
        (
            "bike 2; bike 2; swap 1 a1-a2; ride a2",
            "bike 2",
            "bike 2 stands twice in one turn",
            "keep one, at the beginning",
        ),
        (
            "swap 1 a1-a2; swap 2 a2-a3; ride a2",
            "swap 2 a2-a3",
            "swap and swap stand in one turn; a turn has one swap and one ride",
            "keep one of the two",
        ),
        (
            "ride a1-a2; swap 1 a1-a2; ride a2-a3",
            "ride a2-a3",
            "ride and ride stand in one turn; a turn has one swap and one ride",
            "keep one of the two",
        ),
        (
            "pass; swap 2 a2-a3; ride a2",
            "swap 2 a2-a3",
            "pass and swap stand in one turn; a turn has one swap and one ride",
            "leave out pass",
        ),
        (
            "swap 1 a1-a2; place b16; ride a2",
            "place b16",
            "swap and place stand in one turn; one bike is placed at a time",
            "leave out place",
        ),
        (
            "place b16; place c22",
            "place c22",
            "place and place stand in one turn; one bike is placed at a time",
            "keep one of the two",
        ),
    ],
)
def test_of_two_parts_that_exclude_each_other_the_second_is_marked(
    text: str, marked: str, message: str, hint: str
) -> None:
    found = finding(text, state("two-bikes"))
    assert (found.code, found.message, found.hint) == ("doubled", message, hint)
    assert text[found.start : found.end].startswith(marked)


def test_of_two_bikes_the_one_with_the_marker_is_left_out() -> None:
    position = state("two-bikes")
    bikes = tuple(replace(b, marked=(b.seat, b.number) == ("orange", 1)) for b in position.bikes)
    found = finding("bike 1; bike 2; swap 1 a2-a3; ride a3-a2", replace(position, bikes=bikes))
    assert (found.start, found.hint) == (0, "leave out bike 1")


def test_b_is_asked_about_for_the_bike_that_the_ride_fits() -> None:
    found = finding("swap b a2-a3 for red; ride a3-a2", state("two-bikes", wheel="bkygrw"))
    assert (found.code, found.message) == ("which-spoke", "b is 1:blue or 2:black")
    assert found.choices == (
        "bike 2; swap 1:blue a2-a3 for red; ride a3-a2",
        "bike 2; swap 2:black a2-a3 for red; ride a3-a2",
    )


def test_where_no_bike_fits_the_one_that_stands_where_the_ride_begins_is_spoken_of() -> None:
    found = finding("swap 4 a2-a3; ride a3-a2", state("two-bikes"))
    assert found.code == "reach"
    assert "orange's bike 2" in found.message


def test_a_space_that_the_board_lacks_is_told_the_lanes_and_what_is_free() -> None:
    waiting = state()
    unplaced = replace(
        waiting, bikes=tuple(replace(b, space="") for b in waiting.bikes[:1]) + waiting.bikes[1:]
    )
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(unplaced, ORANGE, GAME.resolve(unplaced, ORANGE, notation.parse(GAME, "place d4")))
    assert caught.value.message == "no space d4 (a1-a10, b1-b16, c1-c22)"
    assert caught.value.hint == "free close behind the line: `place a10`, `place b16`, `place c22`"


def unplaced(*options: str) -> State:
    """Bikes wait to be placed, and orange is next."""
    there = state(*options)
    bikes = tuple(replace(b, space="") if b.seat == ORANGE else b for b in there.bikes)
    return replace(there, bikes=bikes)


@pytest.mark.parametrize(
    ("text", "code", "message", "hint"),
    [
        ("bike 1", "swap-missing", "bike 1 is named, and not what it does", NEAR),
        ("bike 2", "swap-missing", "bike 2 is named, and not what it does", NEAR.replace("bike 1", "bike 2")),
        ("pass", "pass", "orange has a bike to place", NEAR),
        ("place c9", "occupied", "c9 is taken by red's bike 1; a bike starts on an empty space", NEAR),
        (
            "ride c9-c10",
            "placing",
            "bikes are still being placed; it is orange's turn to place one",
            f"write place and an empty space behind the line; {ORDER}",
        ),
        (
            "place a10; swap 1 a1-a2",
            "doubled",
            "place and swap stand in one turn; one bike is placed at a time",
            "leave out swap",
        ),
        (
            "place a10; ride a10-a1",
            "order",
            "a ride follows a swap, not place",
            "leave out ride: the first ride comes once every bike is placed",
        ),
    ],
)
def test_while_bikes_are_placed_the_way_out_is_a_placing(
    text: str, code: str, message: str, hint: str
) -> None:
    found = finding(text, unplaced("two-bikes"))
    assert (found.code, found.message, found.hint, found.rule) == (
        code,
        message,
        hint,
        "How to Play" if code == "order" else "Setup",
    )
    for way in re.findall("`([^`]+)`", hint):
        assert judged(way, unplaced("two-bikes")).step


def test_a_seat_that_is_not_to_place_is_told_the_order() -> None:
    for there, order in ((unplaced(), ORDER.partition(", then")[0]), (unplaced("two-bikes"), ORDER)):
        with pytest.raises(IllegalMove) as caught:
            GAME.skip(there, Seat("red"))
        refused = caught.value
        assert (refused.code, refused.rule, refused.hint) == ("turn", "Setup", order)
    with pytest.raises(IllegalMove) as later:
        GAME.skip(state(), Seat("red"))
    assert (later.value.message, later.value.hint) == ("red is not to move; it is orange's turn", "")


def test_a_space_that_there_is_not_comes_before_that_all_bikes_stand() -> None:
    found = finding("place d4")
    assert (found.code, found.message) == ("no-space", "no space d4 (a1-a10, b1-b16, c1-c22)")
    assert found.hint == "every bike stands on the board; orange swaps a spoke and rides"


def test_a_ride_after_a_pass_needs_a_swap_instead() -> None:
    found = finding("pass; ride a2")
    assert (found.code, found.hint) == ("order", "write a swap instead of pass")


def test_a_seat_with_a_bike_to_place_is_not_skipped_but_placed_for() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.skip(unplaced("two-bikes"), ORANGE)
    assert caught.value.hint == "place it, say `mod: for orange: place a10`"
    assert judged("place a10", unplaced("two-bikes")).step


def test_one_that_has_resigned_cannot_once_more() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.leave(replace(state(), gone=("red",)), Seat("red"))
    assert caught.value.hint == "take this entry out"


@pytest.mark.parametrize(("option", "seats"), [("teams", "4 or 6"), ("two-bikes", "2 or 3")])
def test_options_that_do_not_fit_the_seats_are_named(option: str, seats: str) -> None:
    table = Setup((ORANGE,), frozenset({option}), "1", BOARD)
    with pytest.raises(SetupError, match=f"here are 1: take {option} out of the options, or seat {seats}"):
        GAME.setup(table, notation.parse(GAME, deal_text(), "deal"))


def test_what_stands_in_a_deal_for_no_colour_is_told_in_place() -> None:
    faulty = deal_text().replace("wheel orange ygbwrk", "wheel orange ygbwro")
    (found,) = dealt(faulty).findings
    assert (found.code, faulty[found.start : found.end]) == ("no-such-colour", "ygbwro")
    assert found.message.startswith("the wheel of orange holds ygbwro, no black, o is no colour; it needs")
    (spare,) = dealt(deal_text().replace("spare gw", "spare gq")).findings
    assert spare.message.startswith(
        "the deal has 2 faults: (1) spare: q is no colour (w y g b r k); (2) board"
    )


def test_every_example_of_the_notation_page_parses() -> None:
    for example in GAME.examples:
        deal = example.text.startswith("deal: ")
        notation.parse(GAME, example.text.removeprefix("deal: "), "deal" if deal else "order")


def test_the_notation_page_is_narrow_enough() -> None:
    assert max(map(len, GAME.notation.splitlines())) <= 78


def deal_text() -> str:
    return GAME.examples[-1].text.removeprefix("deal: ")


def dealt(text: str) -> Judged:
    setup = Setup((ORANGE, Seat("red")), frozenset[str](), "1", BOARD)
    return Judge(GAME, setup).deal(text)


def test_a_deal_is_read_and_written_back() -> None:
    result = dealt(deal_text())
    assert result.step is not None
    assert GAME.write_deal(result.step.state.setup, result.order) == deal_text()


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("wheel orange ygbwrk", "wheel orange ygbwry", "wheel"),
        ("wheel orange ygbwrk; wheel red gwrbyk", "wheel red gwrbyk; wheel orange ygbwrk", "deal"),
        ("; wheel red gwrbyk", "", "deal"),
        ("a bkykgbybgw", "a bkykgbybg", "gaps"),
        ("spare gw", "spare gb", "bag"),
        ("; spare gw", "", "deal"),
        ("spare gw", "spare gw; spare gw", "deal"),
        ("a bkykgbybgw; b wyrkygrbwrkwykbr", "b wyrkygrbwrkwykbr; a bkykgbybgw", "deal"),
    ],
)
def test_a_faulty_deal_is_refused(before: str, after: str, code: str) -> None:
    assert before in deal_text()
    order = notation.parse(GAME, deal_text().replace(before, after), "deal")
    with pytest.raises(IllegalMove) as caught:
        GAME.setup(Setup((ORANGE, Seat("red")), frozenset[str](), "1", BOARD), order)
    assert caught.value.code == code


def deal_refused(*changes: tuple[str, str]) -> IllegalMove:
    text = deal_text()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    with pytest.raises(IllegalMove) as caught:
        GAME.setup(
            Setup((ORANGE, Seat("red")), frozenset[str](), "1", BOARD), notation.parse(GAME, text, "deal")
        )
    return caught.value


def test_all_faults_of_a_deal_are_named_at_once() -> None:
    found = deal_refused(
        ("wheel orange ygbwrk; wheel red gwrbyk", "wheel red gwrbyk; wheel orange ygbwry"),
        ("a bkykgbybgw", "a bkykgbybg"),
        ("bwryrygy;", "bwryrygo;"),
        ("spare gw", "spare gg"),
    )
    assert found.code == "no-such-colour"
    assert found.action.startswith("ab ")
    assert found.message == (
        "the deal has 6 faults: (1) group ab: o is no colour (w y g b r k);"
        " (2) the deal has `wheel red` where `wheel orange` is due;"
        " (3) the wheel of orange holds ygbwry, 2 yellow and no black;"
        " it needs one spoke of each colour (wygbrk);"
        " (4) a has 10 gaps and the deal gives it 9 spokes;"
        " (5) board and spare hold 17 white, 18 yellow and 20 green spokes; the bag has 19 of each colour;"
        " (6) both spare spokes are green; the two must differ"
    )


def test_every_item_that_a_deal_lacks_is_named() -> None:
    found = deal_refused(("; wheel red gwrbyk", ""), ("; spare gw", ""))
    told = "(1) the deal has `a` where `wheel red` is due; (2) there is no `spare`"
    assert found.message == f"the deal has 2 faults: {told}"
    strange = "holds ygbwqz, no red and no black, q z are no colours; it needs"
    assert strange in deal_refused(("ygbwrk", "ygbwqz")).message


def test_a_deal_in_capitals_is_read_and_a_fault_in_it_is_named() -> None:
    shouted = dealt(deal_text().upper())
    assert shouted.step is not None
    assert GAME.write_deal(shouted.step.state.setup, shouted.order) == deal_text()
    faulty = dealt(deal_text().replace("spare gw", "spare gb"))
    assert [found.code for found in faulty.findings] == ["bag"]
