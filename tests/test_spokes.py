"""Spokes, sentence by sentence of its rulebook; docs/games/spokes.md holds the table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from games.spokes import GAME
from games.spokes.board import Board
from games.spokes.moves import Order, Place, Spare, Turn, Wheel
from games.spokes.state import Bike, State
from pbem import boards, notation
from pbem.errors import AmbiguousOrder, IllegalMove, SetupError
from pbem.game import Seat, Setup, Step

BOARD: Board = GAME.load_board("velodrome-112", boards.text("spokes", "velodrome-112"))
ORANGE, RED, BLUE = Seat("orange"), Seat("red"), Seat("blue")


def table(seats: str = "orange red", *options: str) -> Setup[Any]:
    return Setup(tuple(map(Seat, seats.split())), frozenset(options), "1", BOARD)


def shuffler(seed: int) -> Any:
    def shuffle(label: str, items: Any) -> tuple[str, ...]:
        order = list(items)
        random.Random(f"{seed} {label}").shuffle(order)
        return tuple(order)

    return shuffle


def dealt(seed: int = 1, seats: str = "orange red", *options: str) -> tuple[Setup[Any], Order]:
    return GAME.deal(table(seats, *options), shuffler(seed))


def start(seats: str = "orange red", *options: str, seed: int = 1) -> State:
    setup, deal = dealt(seed, seats, *options)
    return GAME.setup(setup, deal).state


def position(
    bikes: Mapping[str, str],
    spokes: Mapping[str, str],
    *options: str,
    fill: str = "k",
    marker: int = 6,
    wheel: str = "wbygrk",
    crossings: Mapping[str, int] | None = None,
    burst: str = "",
) -> State:
    """A written position, the first seat to play; gaps not named hold `fill`.

    Keys of `bikes` are seats, or `orange 2`; `burst` names those whose tile shows burst.
    """
    held = [fill] * len(BOARD.gaps)
    for gap, letter in spokes.items():
        number = BOARD.gap_between(*gap.split("-"))
        assert number is not None
        held[number] = letter
    riders = []
    for name, space in bikes.items():
        seat, _, number_text = name.partition(" ")
        crossed = (crossings or {}).get(name, 1)
        rider = Bike(seat, int(number_text or 1), wheel, space, crossed, name in burst.split(","), marker)
        riders.append(rider)
    setup = table(" ".join(dict.fromkeys(rider.seat for rider in riders)), *options)
    return State(setup, setup.seats[0], "".join(held), tuple(riders), "gw")


def play(state: State, text: str) -> Step[State]:
    seat = Seat(state.mover)
    move = GAME.resolve(state, seat, notation.parse(GAME, text))
    return GAME.apply(state, seat, move)


def refused(state: State, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        play(state, text)
    return caught.value


def bike(state: State, seat: str = "orange", number: int = 1) -> Bike:
    return next(b for b in state.bikes if b.seat == seat and b.number == number)


def held(state: State, gap: str) -> str:
    number = BOARD.gap_between(*gap.split("-"))
    assert number is not None
    return state.spokes[number]


# Contents, Initial Setup, Setup


def test_there_are_25_spokes_of_each_colour() -> None:
    for seats in ("orange", "orange red", "red white blue orange green yellow"):
        assert set(GAME.census(start(seats)).values()) == {25}


def test_every_wheel_holds_one_spoke_of_each_colour() -> None:
    setup, deal = dealt()
    assert all(sorted(item.letters) == sorted("wygbrk") for item in deal.dealt if isinstance(item, Wheel))
    first = deal.dealt[0]
    assert isinstance(first, Wheel)
    faulty = Order(dealt=(replace(first, letters="wwgbrk"), *deal.dealt[1:]))
    with pytest.raises(IllegalMove, match="one spoke of each colour") as caught:
        GAME.setup(setup, faulty)
    assert caught.value.code == "wheel"


def test_spokes_are_pushed_into_all_gaps_and_two_are_left_over() -> None:
    state = start()
    assert (len(state.spokes), len(state.spare)) == (112, 2)


def test_if_both_left_over_are_the_same_colour_one_is_swapped() -> None:
    parted = 0
    for seed in range(120):
        state = start(seed=seed)
        assert state.spare[0] != state.spare[1]
        bag = shuffler(seed)("bag", sorted("wygbrk" * 19))
        parted += bag[-1] == bag[-2]
        assert (state.spokes == "".join(bag[:112])) == (bag[-1] != bag[-2])
    assert parted > 5


def test_two_equal_spare_spokes_are_refused() -> None:
    setup, deal = dealt()
    state = GAME.setup(setup, deal).state
    first = state.spare[0]
    text = GAME.write_deal(setup, deal)
    groups, _, _ = text.rpartition("; spare")
    head, _, last = groups.rpartition(" ")
    at = last.index(first)
    swapped = f"{head} {last[:at]}{state.spare[1]}{last[at + 1 :]}; spare {first}{first}"
    with pytest.raises(IllegalMove, match="both spare spokes are") as caught:
        GAME.setup(setup, notation.parse(GAME, swapped, "deal"))
    assert caught.value.code == "spare"


def test_every_setup_has_four_colours_with_19_and_two_with_18_spokes() -> None:
    for seed in range(60):
        counts = sorted(Counter(start(seed=seed).spokes).values())
        assert counts == [18, 18, 19, 19, 19, 19]


def test_a_deal_that_the_bag_does_not_hold_is_refused() -> None:
    setup, deal = dealt()
    spare = deal.dealt[-1]
    assert isinstance(spare, Spare)
    other = next(letter for letter in "wygbrk" if letter not in spare.letters)
    with pytest.raises(IllegalMove, match="the bag has 19 of each") as caught:
        GAME.setup(setup, Order(dealt=(*deal.dealt[:-1], Spare(spare.letters[0] + other))))
    assert caught.value.code == "bag"


def test_the_track_marker_starts_on_lap_one_and_the_tile_on_slipstream() -> None:
    assert [(b.laps, b.crossings, b.burst, b.marker) for b in start().bikes] == [(0, 0, False, 0)] * 2


def test_placing_goes_clockwise_so_that_the_last_seat_places_first() -> None:
    state = start("orange red blue")
    order = []
    for space in ("b16", "a10", "c22"):
        order.append(state.mover)
        state = play(state, f"place {space}").state
    assert order == ["blue", "red", "orange"]
    assert state.mover == "orange"


def test_play_goes_on_in_turn_order_after_the_last_bike_is_placed() -> None:
    state = start("orange red blue")
    for space in ("b16", "a10", "c22"):
        state = play(state, f"place {space}").state
    for seat in (ORANGE, RED, BLUE, ORANGE):
        assert state.mover == seat
        state = GAME.skip(state, seat).state


def test_a_bike_starts_on_an_empty_space() -> None:
    state = play(start(), "place b16").state
    error = refused(state, "place b16")
    assert error.code == "occupied"
    assert "b16 is taken by red" in error.message


def test_any_empty_space_is_legal_but_one_further_back_is_noted() -> None:
    state = start()
    assert not play(state, "place c22").notes
    assert [note.code for note in play(state, "place a1").notes] == ["further-back"]
    assert play(play(state, "place a9").state, "place c21").notes


def test_legal_placings_are_those_nearest_behind_the_line() -> None:
    state = start("orange red blue green")
    offered = []
    for space in ("a10", "b16", "c22", "b15"):
        offered.append({m.space for m in GAME.legal_moves(state, Seat(state.mover)) if isinstance(m, Place)})
        state = play(state, f"place {space}").state
    assert offered == [{"a10", "b16", "c22"}, {"b16", "c22"}, {"c22"}, {"a9", "b15", "c21"}]


def test_nobody_rides_before_every_bike_is_placed() -> None:
    assert refused(start(), "swap 1 a1-a2; ride a1").code == "placing"
    state = position({"orange": "a1", "red": "c9"}, {})
    assert refused(state, "place b2").code == "placed"


# How to Play


def test_the_marker_moves_one_two_or_three_spaces() -> None:
    spokes = {"a1-a2": "g"}
    for marker, reach in ((1, (2, 3, 4)), (4, (5, 6, 1)), (6, (1, 2, 3))):
        state = position({"orange": "a1", "red": "c9"}, spokes, marker=marker)
        for slot in range(1, 7):
            colour = "wbygrk"[slot - 1]
            if colour == "g":
                continue
            if slot in reach:
                assert bike(play(state, f"swap {slot} a1-a2; ride a2").state).marker == slot
            else:
                assert refused(state, f"swap {slot} a1-a2; ride a2").code == "reach"


def test_on_the_first_turn_the_marker_starts_anywhere() -> None:
    state = position({"orange": "a1", "red": "c9"}, {"a1-a2": "g"}, marker=0)
    for slot in (1, 2, 3, 5, 6):
        assert bike(play(state, f"swap {slot} a1-a2; ride a2").state).marker == slot
    assert refused(state, "swap +1 a1-a2; ride a2").code == "steps"


def test_the_example_turn() -> None:
    state = position({"orange": "a1", "red": "c9"}, {"a2-a3": "g", "a1-a2": "w", "a3-a4": "w"}, marker=6)
    assert held(play(state, "swap +1 a2-a3; ride a1-a2-a3").state, "a2-a3") == "w"
    after = play(state, "swap 1:white a2-a3 for green; ride a1-a2-a3").state
    assert bike(after).wheel == "gbygrk"
    assert (bike(after).marker, bike(after).space, after.mover) == (1, "a3", "red")
    for stop in ("a3", "a3-a4"):
        ended = play(state, f"swap 1 a2-a3; ride a1-a2-{stop}").state
        assert bike(ended).space == stop.rpartition("-")[2]
    assert refused(state, "swap 1 a2-a3; ride a1-a2").code == "not-through"
    assert refused(state, "swap 1 a2-a3; ride a1-a2-a3-b4").code == "colour"


def test_the_marker_moves_two_to_play_dark_blue_and_three_to_play_yellow() -> None:
    state = position({"orange": "a1", "red": "c9"}, {"a1-a2": "g"}, marker=6)
    assert held(play(state, "swap +2 a1-a2; ride a2").state, "a1-a2") == "b"
    assert held(play(state, "swap +3 a1-a2; ride a2").state, "a1-a2") == "y"
    assert refused(state, "swap +4 a1-a2; ride a2").code == "steps"


def test_a_spoke_is_swapped_for_one_of_another_colour() -> None:
    state = position({"orange": "a1", "red": "c9"}, {"a1-a2": "w"})
    assert refused(state, "swap 1 a1-a2; ride a2").code == "same-colour"


def test_the_ride_goes_over_the_placed_spoke() -> None:
    state = position({"orange": "a1", "red": "c9"}, {"a1-a2": "w"})
    assert refused(state, "swap 1 a5-a6; ride a2").code == "not-through"


def test_the_ride_is_of_one_colour_only() -> None:
    state = position({"orange": "a1", "red": "c9"}, {"a2-a3": "g"})
    error = refused(state, "swap 1 a1-a2; ride a2-a3")
    assert error.code == "colour"
    assert "a2-a3 holds green and white is ridden" in error.message


def test_a_ride_is_contiguous() -> None:
    state = position({"orange": "a1", "red": "c9"}, {}, fill="w", wheel="kbygrw")
    assert refused(state, "swap 1 a1-a2; ride a2-a4").code == "no-gap"
    assert refused(state, "swap 1 a1-a2; ride c9-c8").code == "ride-start"


def test_each_spoke_is_gone_over_once() -> None:
    state = position({"orange": "a1", "red": "c9"}, {"a1-a2": "g"}, fill="w", wheel="wbygrk")
    assert refused(state, "swap 1 a1-a2; ride a1-a2-a1").code == "twice"
    assert refused(state, "swap 1 a1-a2; ride a2-a3-a2").code == "twice"


def test_a_space_may_be_passed_again() -> None:
    state = position({"orange": "a2", "red": "c9"}, {"a2-a3": "w", "a3-b3": "w", "a2-b3": "g", "a2-b2": "w"})
    after = play(state, "swap 1 a2-b3; ride a2-a3-b3-a2-b2").state
    assert bike(after).space == "b2"
    assert bike(play(state, "swap 1 a2-b3; ride a2-a3-b3-a2").state).space == "a2"


def test_the_taken_spoke_goes_into_the_slot() -> None:
    after = play(position({"orange": "a1", "red": "c9"}, {"a1-a2": "y"}), "swap 2 a1-a2; ride a2").state
    assert bike(after).wheel == "wyygrk"


def test_a_completed_lap_moves_the_lap_marker() -> None:
    state = position({"orange": "a10", "red": "c9"}, {}, crossings={"orange": 1})
    step = play(state, "swap 1 a10-a1; ride a1")
    assert bike(step.state).laps == 1
    assert "lap" in [event.kind for event in step.events]


def test_the_first_crossing_starts_lap_one() -> None:
    state = position({"orange": "a10", "red": "c9"}, {}, crossings={"orange": 0})
    step = play(state, "swap 1 a10-a1; ride a1")
    assert (bike(step.state).crossings, bike(step.state).laps) == (1, 0)
    assert "lap-starts" in [event.kind for event in step.events]


# Overtaking and Slipstreaming


def test_a_ride_goes_through_other_bikes() -> None:
    state = position({"orange": "a1", "red": "a2"}, {"a1-a2": "w"})
    after = play(state, "swap 1 a2-a3; ride a1-a2-a3").state
    assert (bike(after).space, bike(after).burst) == ("a3", False)


def test_the_slipstream_example() -> None:
    state = position({"orange": "a1", "red": "a3"}, {"a1-a2": "b"}, wheel="bwygrk")
    step = play(state, "swap 1 a2-a3; ride a1-a2-a3")
    assert (bike(step.state).space, bike(step.state).burst) == ("a2", True)
    assert "slipstream" in [event.kind for event in step.events]


def test_a_burst_tile_stays_when_the_bike_meets_another_again() -> None:
    state = position({"orange": "a1", "red": "a3"}, {"a1-a2": "w"}, burst="orange")
    after = play(state, "swap 1 a2-a3; ride a1-a2-a3").state
    assert (bike(after).space, bike(after).burst) == ("a2", True)


def test_the_bike_goes_back_to_the_latest_empty_space_past_several_bikes() -> None:
    state = position({"orange": "a1", "red": "a3", "blue": "a4"}, {"a1-a2": "w", "a2-a3": "w"})
    assert bike(play(state, "swap 1 a3-a4; ride a1-a2-a3-a4").state).space == "a2"


def test_the_starting_space_is_empty_once_it_is_left() -> None:
    state = position({"orange": "a1", "red": "a2"}, {})
    after = play(state, "swap 1 a1-a2; ride a2").state
    assert (bike(after).space, bike(after).burst) == ("a1", True)


def test_the_adrenaline_burst_example() -> None:
    spokes = {"a1-a2": "y", "a2-a3": "g", "a3-a4": "k"}
    state = position({"orange": "a1", "red": "c9"}, spokes, wheel="ywbgrk", burst="orange")
    after = play(state, "swap 1 a3-a4; ride a1-a2 burst a3-a4").state
    assert (bike(after).space, bike(after).burst) == ("a4", False)


@pytest.mark.parametrize("ride", ["burst a2-a3-a4", "a1-a2 burst a3-a4", "a1-a2-a3 burst a4"])
def test_the_burst_may_be_at_the_beginning_in_the_middle_or_at_the_end(ride: str) -> None:
    off = {"burst a2-a3-a4": "a1-a2", "a1-a2 burst a3-a4": "a2-a3", "a1-a2-a3 burst a4": "a3-a4"}[ride]
    gap = "a2-a3" if off != "a2-a3" else "a1-a2"
    spokes = {"a1-a2": "w", "a2-a3": "w", "a3-a4": "w", off: "g", gap: "k"}
    state = position({"orange": "a1", "red": "c9"}, spokes, burst="orange")
    after = play(state, f"swap 1 {gap}; ride {ride}").state
    assert (bike(after).space, bike(after).burst) == ("a4", False)


def test_only_a_single_spoke_of_another_colour_may_be_ridden() -> None:
    state = position({"orange": "a1", "red": "c9"}, {"a1-a2": "g", "a2-a3": "g"}, burst="orange")
    assert refused(state, "swap 1 a3-a4; ride a2-a3-a4").code == "burst-twice"
    assert refused(state, "swap 1 a3-a4; ride burst a2 burst a3-a4").code == "burst-twice"


def test_the_burst_cannot_be_the_placed_spoke() -> None:
    state = position({"orange": "a1", "red": "c9"}, {}, burst="orange")
    error = refused(state, "swap 1 a1-a2; ride burst a2")
    assert error.code == "burst-place"
    assert "cannot be the burst" in error.message


def test_a_burst_needs_the_tile_on_its_side() -> None:
    state = position({"orange": "a1", "red": "c9"}, {"a1-a2": "g"})
    assert refused(state, "swap 1 a2-a3; ride burst a2-a3").code == "colour"


def test_a_burst_onto_the_ridden_colour_is_refused() -> None:
    state = position({"orange": "a1", "red": "c9"}, {"a1-a2": "w"}, burst="orange")
    error = refused(state, "swap 1 a2-a3; ride burst a2-a3")
    assert error.code == "burst-place"
    assert "needs no burst" in error.message


def test_bursts_can_be_chained_on_consecutive_turns() -> None:
    spokes = {"a1-a2": "g", "a2-a3": "w", "a4-a5": "g", "a5-a6": "w"}
    state = position({"orange": "a1", "red": "a4"}, spokes, burst="orange", wheel="wwwwww")
    after = play(state, "swap 1 a3-a4; ride burst a2-a3-a4").state
    assert (bike(after).space, bike(after).burst) == ("a3", True)
    after = replace(after, mover="orange", bikes=(bike(after), replace(bike(after, "red"), space="a6")))
    again = play(after, "swap 2 a2-b3; ride a3 burst b3-a2").state
    assert (bike(again).space, bike(again).burst) == ("a2", False)


def test_a_burst_in_the_part_that_is_cut_off_is_spent_all_the_same() -> None:
    # back from a3 over a2 (another bike) onto b2 (another bike): a3 is ahead, so that nothing flips
    state = position({"orange": "a4", "red": "a2", "blue": "b1"}, {"a2-b1": "g"}, burst="orange")
    kept = position({"orange": "a4", "red": "a2", "blue": "b1"}, {"a2-b1": "w"}, burst="orange")
    spent = play(replace(state, spokes=white(state, "a3-a4")), "swap 1 a2-a3; ride a3-a2 burst b1").state
    assert (bike(spent).space, bike(spent).burst) == ("a3", False)
    stays = play(replace(kept, spokes=white(kept, "a3-a4")), "swap 1 a2-a3; ride a3-a2-b1").state
    assert (bike(stays).space, bike(stays).burst) == ("a3", True)


def white(state: State, gap: str) -> str:
    number = BOARD.gap_between(*gap.split("-"))
    assert number is not None
    return state.spokes[:number] + "w" + state.spokes[number + 1 :]


# The note: going back to a space further ahead, or equal


def test_going_back_to_a_space_further_ahead_flips_nothing() -> None:
    state = position({"orange": "a3", "red": "a2"}, {})
    step = play(state, "swap 1 a2-a3; ride a3-a2")
    assert (bike(step.state).space, bike(step.state).burst) == ("a3", False)
    assert "ahead" in [event.kind for event in step.events]


def test_going_back_to_an_equal_space_flips_the_tile() -> None:
    # b3 and a2 both need 9 spokes to the line
    state = position({"orange": "a2", "red": "b3"}, {})
    assert bike(play(state, "swap 1 a2-b3; ride b3").state).burst


def test_the_spokes_to_the_line_are_counted_not_the_numbers() -> None:
    # c1 needs 11 spokes, a1 and b1 need 10: back from c1 to b1 is further ahead
    state = position({"orange": "b1", "red": "c1"}, {})
    assert not bike(play(state, "swap 1 b1-c1; ride c1").state).burst


def test_going_back_over_the_line_is_going_behind() -> None:
    # a10 is 1 spoke before the line, a1 needs 10 to the next one: but a10 lies behind
    state = position({"orange": "a10", "red": "a1"}, {})
    step = play(state, "swap 1 a10-a1; ride a1").state
    assert (bike(step).space, bike(step).crossings, bike(step).burst) == ("a10", 1, True)


def test_going_forward_over_the_line_again_is_going_ahead() -> None:
    state = position({"orange": "a1", "red": "a10"}, {})
    step = play(state, "swap 1 a10-a1; ride a10").state
    assert (bike(step).space, bike(step).crossings, bike(step).burst) == ("a1", 1, False)


def test_laps_do_not_matter_for_being_ahead() -> None:
    state = position({"orange": "a1", "red": "a3"}, {"a1-a2": "w"}, crossings={"orange": 3, "red": 1})
    assert bike(play(state, "swap 1 a2-a3; ride a2-a3").state).burst


def test_crossings_in_the_part_that_is_cut_off_do_not_count() -> None:
    state = position({"orange": "a9", "red": "a1"}, {"a9-a10": "w"}, crossings={"orange": 1})
    step = play(state, "swap 1 a10-a1; ride a10-a1").state
    assert (bike(step).space, bike(step).crossings) == ("a10", 1)


def test_ones_own_other_bike_is_another_bike_too() -> None:
    state = position(
        {"orange 1": "a1", "orange 2": "a3", "red 1": "c9", "red 2": "c10"}, {"a1-a2": "w"}, "two-bikes"
    )
    after = play(state, "bike 1; swap 1 a2-a3; ride a2-a3").state
    assert (bike(after).space, bike(after).burst) == ("a2", True)


# Riding backwards


def test_a_bike_may_go_backwards() -> None:
    state = position({"orange": "a3", "red": "c9"}, {"a2-a3": "w"})
    assert bike(play(state, "swap 1 a1-a2; ride a3-a2-a1").state).space == "a1"


def test_riding_backwards_over_the_line_and_forwards_again() -> None:
    state = position({"orange": "a1", "red": "c9"}, {}, crossings={"orange": 2})
    back = play(state, "swap 1 a10-a1; ride a10")
    assert (bike(back.state).crossings, bike(back.state).laps) == (1, 0)
    assert "backwards" in [event.kind for event in back.events]
    again = play(replace(back.state, mover="orange"), "swap 2 a10-a1; ride a1").state
    assert (bike(again).crossings, bike(again).laps) == (2, 1)


def test_laps_never_fall_below_none() -> None:
    state = position({"orange": "a1", "red": "c9"}, {}, crossings={"orange": 0})
    after = play(state, "swap 1 a10-a1; ride a10").state
    assert (bike(after).crossings, bike(after).laps) == (-1, 0)
    again = play(replace(after, mover="orange"), "swap 2 a10-a1; ride a1")
    assert "forwards" in [event.kind for event in again.events]


def test_the_gap_from_a1_to_b16_crosses_backwards_and_so_does_c1_to_b16() -> None:
    for gap, there in (("a1-b16", "a1"), ("b16-c1", "c1")):
        state = position({"orange": "b16", "red": "c9"}, {})
        assert bike(play(state, f"swap 1 {gap}; ride {there}").state).crossings == 2
        state = position({"orange": there, "red": "c9"}, {})
        assert bike(play(state, f"swap 1 {gap}; ride b16").state).crossings == 0


# End of the Game


def test_the_third_crossing_does_not_win() -> None:
    state = position({"orange": "a10", "red": "c9"}, {}, crossings={"orange": 2})
    after = play(state, "swap 1 a10-a1; ride a1").state
    assert (GAME.outcome(after), bike(after).laps) == (None, 2)


def test_three_completed_laps_win_at_once() -> None:
    state = position({"orange": "a10", "red": "c9"}, {}, crossings={"orange": 3})
    after = play(state, "swap 1 a10-a1; ride a1").state
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.text) == ((ORANGE,), "third-lap", "orange")
    assert bike(after).laps == 3
    assert not GAME.to_move(after)


def test_a_win_in_mid_ride_ends_the_game_at_the_step_over_the_line() -> None:
    # the placed spoke lies past the line
    state = position({"orange": "a10", "red": "a1"}, {"a10-a1": "w"}, crossings={"orange": 3})
    after = play(state, "swap 1 a1-a2; ride a1-a2").state
    assert (bike(after).space, bike(after).crossings, after.ended) == ("a1", 4, "third-lap")


def test_the_ride_of_a_win_is_legal_in_full() -> None:
    state = position({"orange": "a10", "red": "c9"}, {"a10-a1": "w"}, crossings={"orange": 3})
    assert refused(state, "swap 1 a1-a2; ride a1").code == "not-through"
    assert refused(state, "swap 1 a1-a2; ride a1-a2-a3").code == "colour"


def test_nothing_later_in_the_ride_happens_after_a_win() -> None:
    spokes = {"a10-a1": "w", "a2-a3": "g"}
    state = position({"orange": "a10", "red": "a3"}, spokes, crossings={"orange": 3}, burst="orange")
    step = play(state, "swap 1 a1-a2; ride a1-a2 burst a3")
    assert (bike(step.state).space, bike(step.state).burst) == ("a1", True)
    assert "burst" not in [event.kind for event in step.events]


def test_a_bike_that_comes_back_over_the_line_in_the_same_ride_wins_all_the_same() -> None:
    spokes = {"a10-a1": "w", "a1-b16": "g"}
    state = position({"orange": "a10", "red": "c9"}, spokes, crossings={"orange": 3})
    after = play(state, "swap 1 a1-b16; ride a1-b16").state
    assert (bike(after).space, after.ended) == ("a1", "third-lap")


# Team Mode Variant


@pytest.mark.parametrize(("count", "pair"), [(4, ("red", "yellow")), (6, ("red", "blue"))])
def test_a_third_lap_wins_for_the_team(count: int, pair: tuple[str, str]) -> None:
    seats = (
        ["red", "green", "yellow", "white"]
        if count == 4
        else ["red", "green", "yellow", "blue", "white", "orange"]
    )
    bikes = dict(zip(seats, ["a10", "c9", "c10", "c11", "c12", "c13"], strict=False))
    state = position(bikes, {}, "teams", crossings={"red": 3})
    outcome = GAME.outcome(play(state, "swap 1 a10-a1; ride a1").state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (pair, "team")
    assert outcome.text == ", ".join(pair)


def test_teams_are_for_four_or_six_and_two_bikes_for_two_or_three() -> None:
    for seats, option in (("orange red", "teams"), ("orange red blue", "teams"), ("orange", "two-bikes")):
        with pytest.raises(SetupError):
            GAME.deal(table(seats, option), shuffler(1))
    with pytest.raises(SetupError):
        GAME.deal(table("orange red blue green", "two-bikes"), shuffler(1))


# Two Bike Variant


def two(marked: str = "") -> State:
    state = position(
        {"orange 1": "a1", "orange 2": "a4", "red 1": "c9", "red 2": "c12"},
        {"a1-a2": "g", "a4-a5": "g"},
        "two-bikes",
    )
    return replace(
        state, bikes=tuple(replace(b, marked=f"{b.seat} {b.number}" == marked) for b in state.bikes)
    )


def test_each_player_places_one_bike_then_each_the_other() -> None:
    state = start("orange red", "two-bikes")
    placed = []
    for text in ("place b16", "bike 2; place a10", "place c22", "place b15"):
        seat = state.mover
        before = {(b.seat, b.number) for b in state.bikes if b.space}
        state = play(state, text).state
        placed.append((seat, *({(b.seat, b.number) for b in state.bikes if b.space} - before)))
    assert placed == [
        ("red", ("red", 1)),
        ("orange", ("orange", 2)),
        ("red", ("red", 2)),
        ("orange", ("orange", 1)),
    ]
    assert state.mover == "orange"


def test_without_a_bike_marker_either_bike_moves_and_gets_it() -> None:
    for number, ride in ((1, "swap 1 a1-a2; ride a2"), (2, "swap 1 a4-a5; ride a5")):
        after = play(two(), f"bike {number}; {ride}").state
        assert [b.number for b in after.bikes if b.marked] == [number]


def test_with_a_bike_marker_the_other_bike_moves_and_the_marker_goes() -> None:
    state = two("orange 1")
    error = refused(state, "bike 1; swap 1 a1-a2; ride a2")
    assert error.code == "bike"
    after = play(state, "bike 2; swap 1 a4-a5; ride a5").state
    assert not any(b.marked for b in after.bikes)
    assert play(state, "swap 1 a4-a5; ride a5").state == after


def test_which_bike_is_a_question_where_both_may_move() -> None:
    spokes = {"a1-a2": "w", "a2-a3": "w"}
    state = position({"orange 1": "a1", "orange 2": "a3", "red 1": "c9", "red 2": "c12"}, spokes, "two-bikes")
    with pytest.raises(AmbiguousOrder) as caught:
        play(state, "swap 1 a2-b3; ride a2-b3")
    assert caught.value.choices == (
        "bike 1; swap 1:white a2-b3 for black; ride a1-a2-b3",
        "bike 2; swap 1:white a2-b3 for black; ride a3-a2-b3",
    )
    assert bike(play(two(), "swap 1 a1-a2; ride a1-a2").state).space == "a2"
    with pytest.raises(AmbiguousOrder) as caught:
        play(two(), "swap 1 b9-b10; ride b9-b10")
    assert caught.value.choices == ()


def test_each_bike_has_its_own_wheel_and_marker() -> None:
    after = play(two(), "bike 2; swap 3 a4-a5; ride a5").state
    assert (bike(after, number=1).marker, bike(after, number=2).marker) == (6, 3)
    assert (bike(after, number=1).wheel, bike(after, number=2).wheel) == ("wbygrk", "wbggrk")


def test_a_skip_leaves_the_bike_marker_alone() -> None:
    state = two("orange 1")
    after = GAME.skip(state, ORANGE).state
    assert (after.bikes, after.mover) == (state.bikes, "red")


# Solo Mode


def alone(wheel: str = "wbygrk", supply: str = "wygbrk", crossings: int = 1, marker: int = 6) -> State:
    state = position(
        {"orange": "a1"}, {"a1-a2": "g"}, wheel=wheel, marker=marker, crossings={"orange": crossings}
    )
    return replace(state, supply=supply)


def test_a_taken_spoke_is_discarded_and_its_like_comes_from_the_supply() -> None:
    after = play(alone(), "swap 1 a1-a2; ride a2").state
    assert (bike(after).wheel, after.supply, after.discard) == ("gbygrk", "wybrk", "g")


def test_a_colour_already_taken_leaves_the_slot_empty() -> None:
    after = play(alone(supply="wybrk"), "swap 1 a1-a2; ride a2").state
    assert (bike(after).wheel, after.supply, after.discard) == ("-bygrk", "wybrk", "g")


def test_empty_slots_are_ignored_when_the_marker_moves() -> None:
    state = alone(wheel="-b--rk", marker=2)
    assert refused(state, "swap 1 a1-a2; ride a2").code == "slot"
    for steps, colour in ((1, "r"), (2, "k"), (3, "b")):
        assert held(play(state, f"swap +{steps} a1-a2; ride a2").state, "a1-a2") == colour


def test_with_fewer_than_three_spokes_only_those_are_in_reach() -> None:
    state = alone(wheel="-b--r-", marker=2)
    assert {m.slot for m in GAME.legal_moves(state, ORANGE) if isinstance(m, Turn)} == {2, 5}
    assert refused(state, "swap +3 a1-a2; ride a2").code == "steps"


def test_three_laps_before_the_spokes_run_out_win() -> None:
    state = replace(alone(crossings=3), bikes=(replace(bike(alone(crossings=3)), space="a10"),))
    outcome = GAME.outcome(play(state, "swap 1 a10-a1; ride a1").state)
    assert outcome is not None
    assert (outcome.reason, outcome.text, outcome.winners) == ("solo-won", "orange", (ORANGE,))


def test_an_empty_wheel_loses() -> None:
    state = alone(wheel="-b----", supply="")
    outcome = GAME.outcome(play(state, "swap 2 a1-a2; ride a2").state)
    assert outcome is not None
    assert (outcome.reason, outcome.text, outcome.winners) == ("solo-lost", "lost", ())


def test_a_solo_game_has_at_most_twelve_turns() -> None:
    rng = random.Random(7)
    state = play(start("blue"), "place b16").state
    turns = 0
    while GAME.outcome(state) is None:
        state = GAME.apply(state, BLUE, GAME.sample(state, BLUE, rng)).state
        assert set(GAME.census(state).values()) == {25}
        turns += 1
    assert turns <= 12


# Passing, skipping, leaving


def test_a_pass_stands_only_where_no_turn_is_legal() -> None:
    error = refused(position({"orange": "a1", "red": "c9"}, {}), "pass")
    assert error.code == "pass"
    stuck = position({"orange": "a1", "red": "c9"}, {}, fill="k", wheel="kkkkkk")
    assert [GAME.write(stuck, ORANGE, m) for m in GAME.legal_moves(stuck, ORANGE)] == ["pass"]
    after = play(stuck, "pass").state
    assert (after.mover, bike(after).marker) == ("red", 6)


def test_a_skipped_seat_keeps_its_marker() -> None:
    state = position({"orange": "a1", "red": "c9"}, {})
    after = GAME.skip(state, ORANGE).state
    assert (after.mover, after.bikes) == ("red", state.bikes)


def test_a_bike_that_is_to_be_placed_cannot_be_skipped() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.skip(start(), RED)
    assert caught.value.code == "skip"


def test_a_seat_that_resigns_leaves_with_its_bike_but_not_with_its_spokes() -> None:
    state = position({"orange": "a1", "red": "a3", "blue": "c9"}, {"a1-a2": "w"})
    after = GAME.leave(state, RED).state
    assert (bike(after, "red").space, bike(after, "red").wheel) == ("", "wbygrk")
    assert GAME.census(after) == GAME.census(state)
    rode = play(after, "swap 1 a2-a3; ride a1-a2-a3").state
    assert (bike(rode).space, rode.mover) == ("a3", "blue")


def test_the_game_ends_when_one_seat_or_team_is_left() -> None:
    state = position({"orange": "a1", "red": "a3"}, {})
    outcome = GAME.outcome(GAME.leave(state, ORANGE).state)
    assert outcome is not None
    assert (outcome.reason, outcome.text) == ("resignation", "red")
    teams = position({"orange": "a1", "red": "a3", "blue": "c9", "green": "c10"}, {}, "teams")
    one = GAME.leave(teams, RED).state
    assert GAME.outcome(one) is None
    outcome = GAME.outcome(GAME.leave(one, Seat("green")).state)
    assert outcome is not None
    assert (outcome.reason, outcome.text) == ("resignation", "orange, blue")


def test_a_seat_that_has_left_or_is_not_to_move_is_neither_skipped_nor_left_again() -> None:
    state = GAME.leave(position({"orange": "a1", "red": "a3", "blue": "c9"}, {}), RED).state
    with pytest.raises(IllegalMove, match="red has left already"):
        GAME.leave(state, RED)
    with pytest.raises(IllegalMove, match="it is orange's turn"):
        GAME.skip(state, BLUE)
    over = GAME.leave(state, BLUE).state
    with pytest.raises(IllegalMove, match="the game is over"):
        GAME.leave(over, ORANGE)


def test_a_solo_game_that_is_given_up_is_lost() -> None:
    outcome = GAME.outcome(GAME.leave(alone(), ORANGE).state)
    assert outcome is not None
    assert (outcome.reason, outcome.text) == ("resignation", "lost")


def test_a_seat_may_resign_while_bikes_are_placed() -> None:
    state = play(start("orange red blue"), "place b16").state
    after = GAME.leave(state, RED).state
    assert after.mover == "orange"
    assert GAME.leave(state, BLUE).state.mover == "red"
    placed = play(GAME.leave(state, BLUE).state, "place b16").state
    assert play(placed, "place a10").state.mover == "orange"


def test_only_the_seat_to_move_acts() -> None:
    state = position({"orange": "a1", "red": "c9"}, {})
    move = next(iter(GAME.legal_moves(state, ORANGE)))
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, RED, move)
    assert caught.value.code == "turn"
    assert list(GAME.legal_moves(state, RED)) == []
