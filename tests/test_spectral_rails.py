"""Spectral Rails, sentence by sentence of its rulebook; docs/games/spectral-rails.md holds the table."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.spectral_rails import GAME
from games.spectral_rails.board import Board
from games.spectral_rails.ether import trapped
from games.spectral_rails.moves import Withdraw
from games.spectral_rails.scoring import score
from games.spectral_rails.state import Engineer, State, segments_left, where
from pbem import boards, notation
from pbem.errors import AmbiguousOrder, IllegalMove, OrderError, SetupError
from pbem.game import DEAL, Seat, Setup

SOUTHWEST: dict[int, Board] = {
    n: GAME.load_board(f"southwest-{n}", boards.text("spectral-rails", f"southwest-{n}")) for n in (3, 4)
}


def table(seats: str = "red blue green", *options: str) -> Setup[Any]:
    names = tuple(map(Seat, seats.split()))
    return Setup(names, frozenset(options), "1", SOUTHWEST[len(names)])


def shifted(setup: Setup[Any], by: int = 1) -> str:
    """A deal in which every town holds the two souls of the town that comes `by` towns later."""
    towns = setup.board.towns
    there = towns[by:] + towns[:by]
    boxes = [f"{town}: {soul}, {soul}" for town, soul in zip(towns, there, strict=True)]
    return "; ".join([f"seats {', '.join(setup.seats)}", *boxes])


def dealt(seats: str = "red blue green", *options: str) -> State:
    """A game just set up; the first seat is to bid."""
    setup = table(seats, *options)
    return GAME.setup(setup, notation.parse(GAME, shifted(setup), "deal")).state


def spaces(board: Board, text: str) -> list[int]:
    """`Alta-Ludlow.1, Como-Ludlow`: spaces, or all spaces of a line."""
    found: list[int] = []
    for item in filter(None, text.split(", ")):
        line, _, at = item.partition(".")
        first, _, second = line.partition("-")
        leg = board.legs[first, second]
        found.extend([leg[int(at) - 1]] if at else leg)
    return found


def position(
    at: dict[str, str],
    *,
    laid: dict[str, str] | None = None,
    hand: dict[str, str] | None = None,
    row: dict[str, str] | None = None,
    aboard: dict[str, str] | None = None,
    waiting: dict[str, str] | None = None,
    spent: dict[str, int] | None = None,
    coins: dict[str, int] | None = None,
    wrecks: str = "Ruby, Como",
    round_: int = 1,
    phase: str = "move",
    options: tuple[str, ...] = (),
) -> State:
    """A written position, the first seat to move; `at` is `Alta`, or `Alta-Como.2 from Alta`."""
    start = dealt(" ".join(at), *options)
    board = start.setup.board
    trails = list(start.trails)
    for digit, name in enumerate(start.setup.seats):
        for space in spaces(board, (laid or {}).get(name, "")):
            trails[space] = str(digit)
    state = replace(
        start,
        trails="".join(trails),
        engineers={seat: _engineer(board, place) for seat, place in at.items()},
        waiting=dict.fromkeys(board.towns, ()),
        wrecks=tuple(filter(None, wrecks.split(", "))),
        round=round_,
        phase=phase,
        sequence=2,
    )
    for seat, engineer in state.engineers.items():
        changed = replace(
            engineer,
            hand=_cards((hand or {}).get(seat, "1 1 1 2 2 2 3 3 4")),
            row=_cards((row or {}).get(seat, "")),
            aboard=_souls((aboard or {}).get(seat, "")),
            spent=(spent or {}).get(seat, 0),
            coins=(coins or {}).get(seat, 2),
        )
        state = replace(state, engineers={**state.engineers, seat: changed})
    boxes = {town: _souls(souls) for town, souls in (waiting or {}).items()}
    return replace(state, waiting={**state.waiting, **boxes})


def _engineer(board: Board, place: str) -> Engineer:
    space, _, behind = place.partition(" from ")
    if behind:
        return Engineer(hand=(), space=spaces(board, space)[0], behind=behind)
    return Engineer(hand=(), town=place)


def _cards(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _souls(text: str) -> tuple[str, ...]:
    """`Como, light Alta`: dark where no colour is written."""
    return tuple(
        s if " " in s and s.split()[0] in ("dark", "light") else f"dark {s}" for s in text.split(", ") if s
    )


def after(state: State, *entries: str) -> State:
    """Play entries like `red: bid 1`."""
    for entry in entries:
        state = _step(state, entry).state
    return state


def _step(state: State, entry: str) -> Any:
    seat, _, text = entry.partition(": ")
    order = notation.parse(GAME, text, "deal" if seat == DEAL else "order")
    return GAME.apply(state, Seat(seat), GAME.resolve(state, Seat(seat), order))


def refused(state: State, entry: str) -> OrderError:
    """Why an entry does not stand."""
    with pytest.raises(OrderError) as error:
        _step(state, entry)
    return error.value


def code(state: State, entry: str) -> str:
    return refused(state, entry).code


def turn(state: State) -> str:
    """Who is to move in which phase, as in `red move`."""
    return f"{state.turn} {state.phase}"


def held(state: State, seat: str) -> str:
    """The spaces with the seat's segments."""
    names = state.setup.board.space_names
    digit = str(state.setup.seats.index(Seat(seat)))
    return ", ".join(names[at] for at, sign in enumerate(state.trails) if sign == digit)


def story(state: State, entry: str) -> list[str]:
    """The kinds of the events of an entry."""
    return [event.kind for event in _step(state, entry).events]


# Setup


def test_each_player_takes_nine_cards_thirteen_segments_and_two_coins() -> None:
    state = dealt()
    for engineer in state.engineers.values():
        assert engineer.hand == (1, 1, 1, 2, 2, 2, 3, 3, 4)
        assert engineer.coins == 2
    assert segments_left(state, "red") == 13


def test_two_dark_souls_are_placed_in_each_town() -> None:
    state = dealt()
    assert state.waiting["Alta"] == ("dark Como", "dark Como")
    assert sum(map(len, state.waiting.values())) == 30


def test_souls_dealt_to_their_hometown_are_removed() -> None:
    setup = table()
    text = shifted(setup).replace(
        "Alta: Como, Como; Como: Ludlow, Ludlow", "Alta: Alta, Como; Como: Como, Ludlow"
    )
    text = text.replace("Cisco: Alta, Alta", "Cisco: Alta, Ludlow")
    step = GAME.setup(setup, notation.parse(GAME, text, "deal"))
    assert step.state.waiting["Alta"] == ("dark Como",)
    assert step.state.removed == ("dark Alta", "dark Como")
    assert GAME.census(step.state)["dark souls"] == 30


def test_the_four_player_map_includes_california_and_the_three_player_map_does_not() -> None:
    assert "California" in SOUTHWEST[4].states and "California" not in SOUTHWEST[3].states
    wrong = Setup(table().seats, frozenset[str](), "1", SOUTHWEST[4])
    with pytest.raises(SetupError, match="southwest-4 is the map for 4 seats, and 3 play"):
        GAME.setup(wrong, notation.parse(GAME, shifted(wrong), "deal"))


def test_the_dark_wreck_markers_stand_in_coloma_ruby_and_como() -> None:
    assert dealt("red blue green yellow").wrecks == ("Coloma", "Ruby", "Como")


def test_the_temporary_leader_is_the_first_seat_and_bids_first() -> None:
    assert turn(dealt("green red blue")) == "green bid"


def test_the_temporary_leader_is_chosen_at_random() -> None:
    setup, order = GAME.deal(table(), lambda label, items: tuple(reversed(items)))
    assert setup.seats == order.seats == ("green", "red", "blue")
    setup, order = GAME.deal(table("blue green red"), lambda label, items: tuple(items))
    assert setup.seats == order.seats == ("red", "blue", "green")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("seats red, blue, green", "seats blue, red, green", "deal-seats"),
        ("Alta: Como, Como", "Alta: Como", "deal-count"),
        ("Alta: Como, Como", "Alta: Como, Ludlow", "not-in-box"),
        ("Alta: Como, Como", "Alta: Como, Paris", "no-such-town"),
        ("; Alta: Como, Como", "", "deal-towns"),
        ("seats red, blue, green", "round 2", "deal-round"),
    ],
)
def test_a_deal_has_every_soul_in_a_town(old: str, new: str, expected: str) -> None:
    setup = table()
    order = notation.parse(GAME, shifted(setup).replace(old, new), "deal")
    with pytest.raises(IllegalMove) as error:
        GAME.setup(setup, order)
    assert error.value.code == expected


# Choosing the Spirit Leader


def test_the_bidding_of_pat_morgan_and_chris() -> None:
    """Pat is red, Morgan blue, Chris green; they have laid trails already."""
    state = position(
        {"red": "Alta", "blue": "Alta", "green": "Alta"},
        laid={"green": "Alta-Como, Como-Ludlow"},
        phase="bid",
    )
    state = after(state, "red: bid 1", "blue: bid 2 1")
    assert code(state, "green: bid 3") == "bid-low"
    assert code(state, "green: bid 4") == "bid-few"
    state = after(state, "green: bid 2 2", "red: pass keep 1", "blue: pass keep 1")
    assert state.engineers["red"].hand.count(1) == 3 and state.engineers["red"].row == ()
    assert state.engineers["blue"].row == (2,) and state.engineers["blue"].up == 0
    state = after(state, "green: lift Alta-Como.1, Alta-Como.2, Alta-Como.3, Como-Ludlow.1; lead blue")
    assert held(state, "green") == "Como-Ludlow.2, Como-Ludlow.3"
    assert state.engineers["green"].row == (2, 2) and state.engineers["green"].up == 0
    assert (state.leader, turn(state)) == ("blue", "blue move")


def test_the_value_of_a_bid_must_exceed_the_high_bid() -> None:
    state = after(dealt(), "red: bid 1 3")
    assert code(state, "blue: bid 2 2") == "bid-low"
    assert after(state, "blue: bid 2 3").high == "blue"


def test_a_bid_must_have_as_many_cards_as_the_bid_to_beat() -> None:
    state = after(dealt(), "red: bid 1 1 1")
    assert code(state, "blue: bid 3 4") == "bid-few"
    assert after(state, "blue: bid 1 1 2").high == "blue"


def test_a_raise_adds_cards_to_those_already_bid_and_keeps_their_order() -> None:
    state = after(dealt(), "red: bid 1", "blue: bid 2", "green: pass")
    assert code(state, "red: bid 1") == "bid-low"
    state = after(state, "red: bid 2")
    assert state.engineers["red"].row == (1, 2)


def test_a_bid_may_be_worth_more_than_thirteen() -> None:
    state = after(dealt(), "red: bid 4 3 3 2 2")
    assert sum(state.engineers["red"].bid) == 14


def test_only_cards_in_hand_are_bid() -> None:
    assert code(dealt(), "red: bid 4 4") == "not-in-hand"


def test_who_passes_is_out_of_the_bidding_phase() -> None:
    state = after(dealt(), "red: pass", "blue: bid 1", "green: bid 2")
    assert turn(state) == "blue bid"
    assert code(state, "red: bid 3") == "not-your-turn"


def test_if_no_one_bids_the_leader_keeps_the_marker() -> None:
    state = after(dealt(), "red: pass", "blue: pass", "green: pass")
    assert (state.leader, turn(state)) == ("red", "red place")


def test_the_last_seat_may_bid_although_nobody_has() -> None:
    state = after(dealt(), "red: pass", "blue: pass", "green: bid 1")
    assert turn(state) == "green lead"


def test_bidding_ends_when_all_but_the_highest_bidder_have_passed() -> None:
    state = after(dealt(), "red: bid 1", "blue: pass", "green: bid 2")
    assert turn(state) == "red bid"
    assert turn(after(state, "red: pass keep 1")) == "green lead"


def test_the_winner_may_lift_as_many_own_segments_as_the_bid_is_worth() -> None:
    state = position(
        {"red": "Alta", "blue": "Alta", "green": "Alta"},
        laid={"red": "Alta-Como", "blue": "Alta-Ludlow"},
        phase="bid",
    )
    state = after(state, "red: bid 2", "blue: pass", "green: pass")
    assert code(state, "red: lift Alta-Como.1, Alta-Como.2, Alta-Como.3; lead red") == "lift-many"
    assert code(state, "red: lift Alta-Ludlow.1; lead red") == "lift-not-own"
    assert code(state, "red: lift Alta-Cabezon.1; lead red") == "lift-not-own"
    assert code(state, "red: lift Alta-Como.1, Alta-Como.1; lead red") == "lift-twice"
    assert held(after(state, "red: lift Alta-Como.1, Alta-Como.3; lead red"), "red") == "Alta-Como.2"
    assert held(after(state, "red: lead red"), "red") == "Alta-Como.1, Alta-Como.2, Alta-Como.3"


def test_the_winner_must_name_a_leader() -> None:
    state = after(dealt(), "red: bid 1", "blue: pass", "green: pass")
    assert code(state, "red: bid 2") == "not-now"
    assert code(state, "red: lift Alta-Como.1") == "no-leader"
    assert code(state, "red: lead yellow") == "no-such-seat"


def test_the_new_leader_is_first_in_all_following_phases() -> None:
    state = after(dealt(), "red: bid 1", "blue: pass", "green: pass", "red: lead green")
    assert turn(state) == "green place"
    state = after(state, "green: place Alta", "red: place Alta", "blue: place Alta")
    assert turn(state) == "green move"
    state = after(state, "green: pass", "red: pass", "blue: pass")
    assert turn(state) == "green bid"


def test_who_bid_one_card_and_loses_takes_it_back() -> None:
    state = after(dealt(), "red: bid 3", "blue: bid 4", "green: pass", "red: pass")
    assert state.engineers["red"].row == () and len(state.engineers["red"].hand) == 9


def test_who_bid_several_cards_chooses_the_one_to_take_back() -> None:
    state = after(dealt(), "red: bid 1 2", "blue: bid 2 3", "green: pass")
    error = refused(state, "red: pass")
    assert isinstance(error, AmbiguousOrder) and error.choices == ("pass keep 1", "pass keep 2")
    assert code(state, "red: pass keep 3") == "keep"
    assert after(state, "red: pass keep 2").engineers["red"].row == (1,)


def test_the_place_of_a_kept_card_is_named_where_the_rest_would_differ() -> None:
    state = after(dealt(), "red: bid 1 2 1", "blue: bid 2 2 3", "green: pass")
    error = refused(state, "red: pass keep 1")
    assert isinstance(error, AmbiguousOrder) and error.choices == ("pass keep 1.1", "pass keep 1.3")
    assert code(state, "red: pass keep 1.2") == "keep"
    assert after(state, "red: pass keep 1.1").engineers["red"].row == (2, 1)
    assert after(state, "red: pass keep 1.3").engineers["red"].row == (1, 2)


def test_equal_cards_side_by_side_need_no_place() -> None:
    state = after(dealt(), "red: bid 1 1 2", "blue: bid 2 2 3", "green: pass")
    assert GAME.write(state, Seat("red"), Withdraw(2)) == "pass keep 1"
    assert after(state, "red: pass keep 1").engineers["red"].row == (1, 2)


def test_who_did_not_bid_takes_nothing_back() -> None:
    state = after(dealt(), "red: bid 1")
    assert code(state, "blue: pass keep 1") == "keep-nothing"
    assert len(after(state, "blue: pass").engineers["blue"].hand) == 9


def test_losing_bidders_do_not_lift() -> None:
    state = after(dealt(), "red: bid 1")
    assert code(state, "blue: lift Alta-Como.1; lead blue") == "not-now"


# Initial Placement of the Ghost Trains


def placing() -> State:
    return after(dealt(), "red: bid 1", "blue: pass", "green: pass", "red: lead blue")


def test_trains_start_in_any_town_from_the_leader_clockwise() -> None:
    state = after(placing(), "blue: place Alta", "green: place Organ")
    assert turn(state) == "red place"
    assert code(state, "red: place Atlantis") == "no-such-town"


def test_a_train_may_start_where_another_has() -> None:
    state = after(placing(), "blue: place Alta", "green: place Alta", "red: place Alta")
    assert {where(state, engineer) for engineer in state.engineers.values()} == {"Alta"}


def test_starting_in_a_town_with_a_marker_causes_no_wreck() -> None:
    state = after(placing(), "blue: place Como", "green: place Como", "red: place Como")
    assert "Como" in state.wrecks
    assert "Como" in after(state, "blue: play 3; go Como-Alta").wrecks


# A. Pick up a Soul


def at_alta(**more: Any) -> State:
    return position({"red": "Alta", "blue": "Ruby", "green": "Organ"}, **more)


def test_a_soul_is_picked_up_where_the_train_begins_its_turn() -> None:
    state = at_alta(waiting={"Alta": "Organ, Cisco", "Como": "Ruby"})
    moved = after(state, "red: load Organ; play 3; go Alta-Como")
    assert moved.engineers["red"].aboard == ("dark Organ",)
    assert moved.waiting["Alta"] == ("dark Cisco",)
    assert code(state, "red: load Ruby; play 3; go Alta-Como") == "load-not-there"


def test_picking_up_is_not_required() -> None:
    state = at_alta(waiting={"Alta": "Organ"})
    assert after(state, "red: play 3; go Alta-Como").engineers["red"].aboard == ()


def test_only_one_soul_is_picked_up_a_turn() -> None:
    state = at_alta(waiting={"Alta": "Organ, Cisco"})
    assert code(state, "red: load Organ; load Cisco; play 3; go Alta-Como") == "twice"


def test_nobody_is_picked_up_on_a_line() -> None:
    state = position(
        {"red": "Alta-Como.2 from Alta", "blue": "Ruby", "green": "Organ"}, waiting={"Alta": "Organ"}
    )
    assert code(state, "red: load Organ; play 1; go Alta-Como") == "load-on-line"


def test_the_first_soul_is_in_the_first_car() -> None:
    state = at_alta(waiting={"Alta": "Organ"}, aboard={"red": "Ruby, Cisco"})
    moved = after(state, "red: load Organ; play 3; go Alta-Como")
    assert moved.engineers["red"].aboard == ("dark Ruby", "dark Cisco", "dark Organ")


@pytest.mark.parametrize(
    "aboard", ["Ruby, Ruby, Organ", "Ruby, Ruby, Organ, Cisco", "Ruby, Ruby, Organ, Cisco, Cisco"]
)
def test_the_fourth_fifth_and_sixth_soul_cost_a_card_each(aboard: str) -> None:
    state = at_alta(
        waiting={"Alta": "Organ"}, aboard={"red": aboard}, row={"red": "2"}, hand={"red": "1 1 3 4"}
    )
    assert code(state, "red: load Organ; play 3; go Alta-Como") == "burn-missing"
    assert code(state, "red: load Organ; burn 2; play 3; go Alta-Como") == "not-in-hand"
    moved = after(state, "red: load Organ; burn 4; play 3; go Alta-Como").engineers["red"]
    assert moved.row == (2, 4, 3) and moved.up == 2


def test_the_burnt_card_does_not_count_towards_thirteen() -> None:
    state = at_alta(waiting={"Alta": "Organ"}, aboard={"red": "Ruby, Ruby, Organ"}, spent={"red": 10})
    assert after(state, "red: load Organ; burn 4; play 3; go Alta-Como").engineers["red"].spent == 13


def test_the_burnt_card_cannot_be_played_too() -> None:
    state = at_alta(waiting={"Alta": "Organ"}, aboard={"red": "Ruby, Ruby, Organ"}, hand={"red": "3"})
    assert code(state, "red: load Organ; burn 3; play 3; go Alta-Como") == "not-in-hand"


def test_a_soul_that_cannot_be_paid_for_is_left() -> None:
    state = at_alta(
        waiting={"Alta": "Organ"},
        aboard={"red": "Ruby, Ruby, Organ"},
        hand={"red": ""},
        laid={"blue": "Alta-Como"},
    )
    error = refused(state, "red: load Organ; coin; go Alta-Como")
    assert error.code == "burn-missing" and not error.hint


def test_the_first_three_souls_are_free() -> None:
    state = at_alta(waiting={"Alta": "Organ"}, aboard={"red": "Ruby, Ruby"})
    assert code(state, "red: load Organ; burn 1; play 3; go Alta-Como") == "burn-needless"


def test_a_train_never_holds_a_seventh_soul() -> None:
    state = at_alta(waiting={"Alta": "Organ"}, aboard={"red": "Ruby, Ruby, Organ, Cisco, Cisco, Como"})
    assert code(state, "red: load Organ; burn 1; play 3; go Alta-Como") == "load-full"


# Playing Ether Cards


@pytest.mark.parametrize("cards", ["1 1 1", "1 2", "2 1", "3", "4"])
def test_red_moves_from_alta_to_ludlow(cards: str) -> None:
    moved = after(at_alta(), f"red: play {cards}; go Alta-Ludlow")
    assert held(moved, "red") == "Alta-Ludlow.1, Alta-Ludlow.2, Alta-Ludlow.3"
    assert moved.engineers["red"].town == "Ludlow"
    assert moved.engineers["red"].row == _cards(cards)


def test_green_moves_from_alta_to_como_by_either_way() -> None:
    """Three red, two yellow segments and one empty space lie on the way by Ludlow."""
    state = position(
        {"green": "Alta", "red": "Ludlow", "yellow": "Ruby", "blue": "Organ"},
        laid={"red": "Alta-Ludlow", "yellow": "Como-Ludlow.2, Como-Ludlow.3"},
    )
    direct = after(state, "green: play 3; go Alta-Como")
    assert held(direct, "green") == "Alta-Como.1, Alta-Como.2, Alta-Como.3"
    round_ = after(state, "green: play 1; go Alta-Ludlow-Como")
    assert held(round_, "green") == "Como-Ludlow.1"
    assert round_.engineers["green"].town == direct.engineers["green"].town == "Como"
    assert code(state, "green: play 2; go Alta-Como") == "value-short"


def test_the_full_value_need_not_be_used_and_is_not_carried_over() -> None:
    state = after(at_alta(), "red: play 4; go Alta-Ludlow.1", "blue: pass", "green: pass")
    assert segments_left(state, "red") == 12
    assert code(state, "red: go Alta-Ludlow.2") == "unpaid"


def test_cards_are_placed_in_order_from_left_to_right() -> None:
    state = after(at_alta(row={"red": "4"}), "red: play 3 1 2; go Alta-Ludlow")
    assert state.engineers["red"].row == (4, 3, 1, 2)


def test_no_more_than_thirteen_points_are_played_in_a_phase() -> None:
    state = at_alta(spent={"red": 10})
    assert code(state, "red: play 4; go Alta-Ludlow") == "points"
    assert after(state, "red: play 3; go Alta-Ludlow").engineers["red"].spent == 13


def test_who_has_played_thirteen_must_pass() -> None:
    state = at_alta(spent={"red": 13}, laid={"blue": "Alta-Como"})
    assert code(state, "red: coin; go Alta-Como") == "spent"
    assert GAME.forced(state) == (Seat("red"), Withdraw())


def test_cards_played_must_be_in_hand() -> None:
    assert code(at_alta(hand={"red": "1 2"}), "red: play 3; go Alta-Como") == "not-in-hand"


# Selecting Your Ether Trail Segments


def test_the_reserve_is_used_before_anything_is_lifted() -> None:
    state = at_alta(laid={"red": "Ruby-Organ, Ruby-Mogollon"})  # 9 laid, 4 in reserve
    assert code(state, "red: play 4; lift Ruby-Organ.1; go Alta-Como") == "lift-many"
    assert held(after(state, "red: play 3; go Alta-Como"), "red").startswith("Alta-Como.1")


OUT = "Ruby-Organ, Ruby-Mogollon, Mogollon-Organ"
"""Twelve spaces far from Alta, so that one segment is left in the reserve."""


def test_segments_are_lifted_once_the_reserve_is_depleted() -> None:
    state = at_alta(laid={"red": OUT})
    assert code(state, "red: play 3; go Alta-Como") == "segments-short"
    assert code(state, "red: play 3; lift Ruby-Organ.1; go Alta-Como") == "segments-short"
    moved = after(state, "red: play 3; lift Ruby-Organ.1, Ruby-Organ.2; go Alta-Como")
    assert segments_left(moved, "red") == 0
    assert "Ruby-Organ.1" not in held(moved, "red")


def test_segments_may_be_lifted_up_to_the_value_played_needed_or_not() -> None:
    state = at_alta(laid={"red": OUT, "blue": "Alta-Como"})
    moved = after(state, "red: play 3; lift Ruby-Organ.1, Ruby-Organ.2; go Alta-Como")
    assert segments_left(moved, "red") == 3
    assert (
        code(state, "red: play 3; lift Ruby-Organ.1, Ruby-Organ.2, Ruby-Organ.3; go Alta-Como") == "lift-many"
    )
    assert code(state, "red: coin; lift Ruby-Organ.1; go Alta-Como") == "lift-many"


NEAR = "Alta-Ludlow, Ludlow-Organ, Como-Ludlow"  # 11, all connected to a train in Alta


def test_disconnected_segments_are_lifted_before_connected_ones() -> None:
    state = at_alta(laid={"red": f"{NEAR}, Swansea-Ruby.2, Swansea-Ruby.3"})
    error = refused(state, "red: play 3; lift Alta-Ludlow.1; go Alta-Como")
    assert error.code == "lift-connected" and error.hint == "disconnected: Swansea-Ruby.2 .3"
    assert (
        code(state, "red: play 3; lift Alta-Ludlow.1, Swansea-Ruby.2, Ludlow-Organ.1; go Alta-Como")
        == "lift-connected"
    )
    both = after(state, "red: play 3; lift Ludlow-Organ.5, Swansea-Ruby.2, Swansea-Ruby.3; go Alta-Como")
    assert "Ludlow-Organ.5" not in held(both, "red")
    assert after(state, "red: play 3; lift Swansea-Ruby.3; go Alta-Cabezon.1")


def test_any_connected_segment_may_be_lifted_if_all_are_connected() -> None:
    state = at_alta(laid={"red": f"{NEAR}, Alta-Como.1, Alta-Como.2"})
    moved = after(state, "red: play 1; lift Alta-Ludlow.1; go Alta-Cabezon.1")
    assert "Alta-Ludlow.1" not in held(moved, "red")


def test_a_train_touches_the_segments_that_border_its_town() -> None:
    state = at_alta(laid={"red": "Alta-Ludlow.2, Alta-Ludlow.3, Ludlow-Organ, Ludlow-Cabezon, Como-Ludlow"})
    assert segments_left(state, "red") == 0
    # Alta-Ludlow.1 is empty, so everything is disconnected from a train in Alta
    assert after(state, "red: play 1; lift Ludlow-Organ.3; go Alta-Como.1")


def test_a_train_on_a_line_touches_its_space_and_the_next_ones_across_a_town() -> None:
    state = position(
        {"red": "Alta-Como.1 from Alta", "blue": "Ruby", "green": "Organ"},
        laid={"red": "Alta-Cabezon.1, Alta-Cabezon.2, Swansea-Ruby, Ruby-Organ, Cisco-Como.2, Cisco-Como.3"},
    )
    assert code(state, "red: play 1; lift Alta-Cabezon.2; go Alta-Como.2") == "lift-connected"
    assert after(state, "red: play 1; lift Cisco-Como.2; go Alta-Como.2")


def test_others_segments_do_not_connect_ones_own() -> None:
    state = at_alta(
        laid={
            "red": "Alta-Ludlow.1, Alta-Ludlow.3, Ludlow-Organ, Ludlow-Cabezon, Como-Ludlow",
            "blue": "Alta-Ludlow.2",
        }
    )
    assert code(state, "red: play 1; lift Alta-Ludlow.1; go Alta-Como.1") == "lift-connected"
    assert after(state, "red: play 1; lift Alta-Ludlow.3; go Alta-Como.1")


# Placing Ether Trails


def test_segments_are_laid_on_the_empty_spaces_only() -> None:
    state = at_alta(laid={"blue": "Alta-Como.2"})
    assert held(after(state, "red: play 2; go Alta-Como"), "red") == "Alta-Como.1, Alta-Como.3"


def test_others_segments_are_crossed_at_no_cost_and_more_than_once() -> None:
    state = at_alta(laid={"blue": "Alta-Como"})
    moved = after(state, "red: play 1; go Alta-Como-Alta-Como-Cisco.1")
    assert held(moved, "red") == "Cisco-Como.3"


def test_own_segments_are_never_crossed() -> None:
    state = at_alta(laid={"red": "Alta-Como.3"})
    assert code(state, "red: play 3; go Alta-Como") == "own-trail"
    assert after(state, "red: play 2; go Alta-Como.2")


def test_a_space_just_filled_is_not_crossed_again() -> None:
    state = at_alta()
    error = refused(state, "red: play 4 2; go Alta-Como-Alta")
    assert error.code == "own-trail" and "fills Alta-Como.3" in error.message


def test_spaces_lifted_from_this_turn_are_not_crossed() -> None:
    state = at_alta(
        laid={
            "red": "Alta-Como.1, Mogollon-Organ, Ruby-Organ, Ruby-Mogollon.2, Cabezon-Organ.1, Cabezon-Organ.2, Cabezon-Organ.3"
        }
    )
    lift = "Mogollon-Organ.1, Mogollon-Organ.2, Mogollon-Organ.3"
    state = replace(state, engineers={**state.engineers, "red": replace(state.engineers["red"], town="Como")})
    assert segments_left(state, "red") == 0
    error = refused(state, f"red: play 3; lift Alta-Como.1, {lift.partition(', ')[2]}; go Como-Alta")
    assert error.code == "own-trail" and "lifts its segment from Alta-Como.1" in error.message


def test_spaces_lifted_in_the_bidding_may_be_crossed() -> None:
    state = position(
        {"red": "Alta", "blue": "Ruby", "green": "Organ"}, laid={"red": "Alta-Como.2"}, phase="bid"
    )
    state = after(state, "red: bid 1", "blue: pass", "green: pass", "red: lift Alta-Como.2; lead red")
    assert after(state, "red: play 3; go Alta-Como").engineers["red"].town == "Como"


# Moving the Train


def test_a_move_may_end_on_any_space() -> None:
    moved = after(at_alta(), "red: play 2; go Alta-Ludlow.2")
    assert where(moved, moved.engineers["red"]) == "Alta-Ludlow.2"
    assert moved.engineers["red"].behind == "Alta"


def test_a_town_is_no_space() -> None:
    moved = after(at_alta(laid={"blue": "Alta-Como"}), "red: play 3; go Alta-Como-Ludlow")
    assert segments_left(moved, "red") == 10


def test_a_way_starts_where_the_train_is_and_follows_lines() -> None:
    assert code(at_alta(), "red: play 3; go Ruby-Organ") == "start"
    assert code(at_alta(), "red: play 3; go Alta-Organ") == "no-line"
    assert code(at_alta(), "red: play 4; go Alta-Como.4") == "no-space"


def test_a_way_may_start_with_the_town_headed_for() -> None:
    assert after(at_alta(), "red: play 3; go Como").engineers["red"].town == "Como"
    state = position({"red": "Alta-Ludlow.2 from Alta", "blue": "Ruby", "green": "Organ"})
    assert after(state, "red: play 3; go Ludlow-Organ.2").engineers["red"].behind == "Ludlow"
    assert after(state, "red: play 1; go Ludlow").engineers["red"].town == "Ludlow"
    assert after(state, "red: play 1; go Alta").engineers["red"].town == "Alta"


def on_line(mine: bool, **more: Any) -> State:
    """Red stands on Alta-Ludlow.2 and came from Alta, on its own segment or on blue's."""
    laid = {"red" if mine else "blue": "Alta-Ludlow.2", **more}
    return position({"red": "Alta-Ludlow.2 from Alta", "blue": "Ruby", "green": "Organ"}, laid=laid)


def test_a_train_on_its_own_segment_may_only_go_on() -> None:
    assert code(on_line(True), "red: play 1; go Ludlow-Alta") == "turn-round"
    assert after(on_line(True), "red: play 1; go Alta-Ludlow").engineers["red"].town == "Ludlow"


def test_a_train_on_anothers_segment_may_turn_round() -> None:
    assert after(on_line(False), "red: play 1; go Ludlow-Alta").engineers["red"].town == "Alta"


def test_lifting_the_segment_below_the_train_does_not_let_it_turn() -> None:
    state = position(
        {"red": "Alta-Ludlow.2 from Alta", "blue": "Ruby", "green": "Organ"},
        laid={
            "red": "Alta-Ludlow.2, Alta-Ludlow.1, Alta-Cabezon, Cisco-Alta, Ludlow-Cabezon, Cabezon-Organ.1, Cabezon-Organ.2, Cabezon-Organ.3"
        },
    )
    assert segments_left(state, "red") == 0
    assert code(state, "red: play 1; lift Alta-Ludlow.2; go Ludlow-Alta") == "turn-round"


def test_a_segment_below_the_train_lifted_in_the_bidding_lets_it_turn() -> None:
    state = position(
        {"red": "Alta-Ludlow.2 from Alta", "blue": "Ruby", "green": "Organ"},
        laid={"red": "Alta-Ludlow.2"},
        phase="bid",
    )
    state = after(state, "red: bid 1", "blue: pass", "green: pass", "red: lift Alta-Ludlow.2; lead red")
    assert after(state, "red: play 1; go Ludlow-Alta").engineers["red"].town == "Alta"


def test_a_train_does_not_turn_in_mid_line() -> None:
    assert code(on_line(False), "red: play 1; go Alta-Ludlow.1") == "no-space"
    assert code(on_line(False), "red: play 1; go Alta-Ludlow.2") == "no-space"


def test_a_move_may_end_where_it_began() -> None:
    state = at_alta(laid={"blue": "Alta-Como"})
    assert after(state, "red: coin; go Alta-Como-Alta").engineers["red"].town == "Alta"


def test_loading_alone_is_no_turn() -> None:
    state = at_alta(waiting={"Alta": "Organ"})
    assert code(state, "red: load Organ") == "no-move"
    assert code(state, "red: load Organ; coin") == "no-move"
    assert code(state, "red: coin; go Alta") == "no-move"


# Coins and Special Circumstances


def test_a_turn_without_cards_and_segments_costs_a_coin() -> None:
    state = at_alta(laid={"blue": "Alta-Como"})
    assert code(state, "red: go Alta-Como") == "unpaid"
    moved = after(state, "red: coin; go Alta-Como")
    assert moved.engineers["red"].coins == 1


def test_a_coin_fills_no_space() -> None:
    assert code(at_alta(), "red: coin; go Alta-Como.1") == "value-short"


def test_a_card_played_with_nothing_laid_replaces_the_coin() -> None:
    state = at_alta(laid={"blue": "Alta-Como"})
    moved = after(state, "red: play 1; go Alta-Como").engineers["red"]
    assert (moved.coins, moved.row, moved.spent) == (2, (1,), 1)
    assert code(state, "red: play 1; coin; go Alta-Como") == "coin-needless"


def test_a_burnt_card_does_not_replace_the_coin() -> None:
    state = at_alta(
        laid={"blue": "Alta-Como"}, waiting={"Alta": "Organ"}, aboard={"red": "Ruby, Ruby, Organ"}
    )
    assert code(state, "red: load Organ; burn 1; go Alta-Como") == "unpaid"
    assert after(state, "red: load Organ; burn 1; coin; go Alta-Como").engineers["red"].coins == 1


def test_entering_a_town_from_the_space_beside_it_costs_a_coin_too() -> None:
    state = position(
        {"red": "Alta-Como.3 from Alta", "blue": "Ruby", "green": "Organ"}, laid={"red": "Alta-Como"}
    )
    assert after(state, "red: coin; go Alta-Como").engineers["red"].town == "Como"


def test_two_turns_a_phase_can_be_paid_with_coins() -> None:
    state = at_alta(laid={"blue": "Alta-Como"})
    state = after(state, "red: coin; go Alta-Como", "blue: pass", "green: pass", "red: coin; go Como-Alta")
    assert code(state, "red: coin; go Alta-Como") == "coin-none"


RING = {"red": "Alta-Ludlow.1, Alta-Como.2, Alta-Cabezon.3, Cisco-Alta.1"}


def test_a_trapped_train_may_lift_instead_of_moving() -> None:
    state = at_alta(laid=RING, waiting={"Alta": "Organ"})
    assert trapped(state, "red")
    freed = after(state, "red: load Organ; play 2; lift Alta-Ludlow.1, Alta-Como.2")
    red = freed.engineers["red"]
    assert (red.town, red.aboard, red.spent, red.row) == ("Alta", ("dark Organ",), 2, (2,))
    assert segments_left(freed, "red") == 11
    assert turn(freed) == "blue move"
    assert (
        after(freed, "blue: pass", "green: pass", "red: play 3; go Alta-Como").engineers["red"].town == "Como"
    )


def test_a_trapped_train_lifts_one_segment_a_point_at_most_and_one_at_least() -> None:
    state = at_alta(laid=RING)
    assert code(state, "red: play 1; lift Alta-Ludlow.1, Alta-Como.2") == "lift-many"
    assert code(state, "red: play 1") == "no-move"
    coin = refused(state, "red: coin; lift Alta-Ludlow.1")
    assert (coin.code, coin.message, coin.hint) == (
        "no-move",
        "red's turn has no move, and a trapped train lifts segments with cards only",
        "play cards worth 1 at least instead of `coin`",
    )
    bare = refused(state, "red: lift Alta-Ludlow.1, Alta-Como.2")
    assert (bare.code, bare.message, bare.hint) == (
        "no-move",
        "red's turn plays no card, and a trapped train lifts segments with cards only",
        "play cards worth 2 at least",
    )
    assert code(state, "red: play 1; lift Alta-Ludlow.2") == "lift-not-own"


def test_a_trapped_train_lifts_connected_segments_too() -> None:
    state = at_alta(laid={"red": f"{RING['red']}, Swansea-Ruby"})
    assert after(state, "red: play 1; lift Alta-Ludlow.1")


def test_a_trapped_train_delivers_nobody_while_it_frees_itself() -> None:
    state = at_alta(laid=RING, aboard={"red": "Alta"})
    assert code(state, "red: play 1; lift Alta-Ludlow.1; deliver Alta") == "deliver-elsewhere"


def test_a_trapped_train_may_still_move_as_far_as_it_can() -> None:
    assert after(at_alta(laid=RING), "red: play 1; go Alta-Como.1").engineers["red"].space >= 0


def test_a_train_that_is_not_trapped_lifts_only_to_move() -> None:
    state = at_alta(laid={"red": "Alta-Ludlow.1, Alta-Como.2, Alta-Cabezon.3"})
    assert code(state, "red: play 2; lift Alta-Ludlow.1") == "not-trapped"


def test_a_train_on_a_line_is_trapped_between_own_segments() -> None:
    both = position(
        {"red": "Alta-Ludlow.2 from Alta", "blue": "Ruby", "green": "Organ"},
        laid={"red": "Alta-Ludlow.1, Alta-Ludlow.3"},
    )
    assert after(both, "red: play 1; lift Alta-Ludlow.1")
    one = position(
        {"red": "Alta-Ludlow.2 from Alta", "blue": "Ruby", "green": "Organ"}, laid={"red": "Alta-Ludlow.3"}
    )
    assert code(one, "red: play 1; lift Alta-Ludlow.3") == "not-trapped"


def test_the_segment_below_the_train_closes_its_way_back() -> None:
    state = position(
        {"red": "Alta-Ludlow.1 from Alta", "blue": "Ruby", "green": "Organ"},
        laid={"red": "Alta-Ludlow.1, Alta-Ludlow.2"},
    )
    assert after(state, "red: play 1; lift Alta-Ludlow.2")
    assert GAME.forced(state) is None


def test_trapped_cards_count_towards_thirteen() -> None:
    state = at_alta(laid=RING, spent={"red": 11})
    assert code(state, "red: play 3; lift Alta-Ludlow.1") == "points"
    assert after(state, "red: play 2; lift Alta-Ludlow.1").engineers["red"].spent == 13


# C. Delivering Souls


def test_souls_are_delivered_where_the_move_ends() -> None:
    state = at_alta(aboard={"red": "Como, Ludlow, Como"})
    moved = after(state, "red: play 3; go Alta-Como; deliver Como, Como").engineers["red"]
    assert moved.one == ("dark Como", "dark Como") and moved.aboard == ("dark Ludlow",)
    assert code(state, "red: play 4 2; go Alta-Como-Ludlow; deliver Como") == "deliver-elsewhere"
    assert code(state, "red: play 2; go Alta-Como.2; deliver Como") == "deliver-elsewhere"


def test_only_souls_aboard_are_delivered() -> None:
    state = at_alta(aboard={"red": "Como"})
    assert code(state, "red: play 3; go Alta-Como; deliver Como, Como") == "deliver-not-aboard"


def test_delivering_is_a_choice_soul_by_soul_and_needs_an_arrival() -> None:
    state = at_alta(aboard={"red": "Como, Como"}, laid={"blue": "Alta-Como"})
    state = after(state, "red: coin; go Alta-Como; deliver Como", "blue: pass", "green: pass")
    assert state.engineers["red"].aboard == ("dark Como",)
    assert code(state, "red: deliver Como") == "no-move"
    assert after(state, "red: coin; go Como-Alta-Como; deliver Como").engineers["red"].aboard == ()


def test_a_soul_picked_up_this_turn_may_be_delivered() -> None:
    state = at_alta(waiting={"Alta": "Como"})
    assert after(state, "red: load Como; play 3; go Alta-Como; deliver Como").engineers["red"].one == (
        "dark Como",
    )


def test_souls_of_round_2_go_to_section_1_and_dark_ones_then_to_section_2() -> None:
    state = at_alta(aboard={"red": "Como, light Como"}, round_=2)
    moved = after(state, "red: play 3; go Alta-Como; deliver dark Como, light Como").engineers["red"]
    assert moved.one == ("light Como",) and moved.two == ("dark Como",)


def test_in_round_2_a_colour_may_be_left_out_where_one_fits() -> None:
    state = at_alta(
        aboard={"red": "Como, light Como"}, waiting={"Alta": "Ruby, light Ruby, light Organ"}, round_=2
    )
    error = refused(state, "red: load Organ; play 3; go Alta-Como; deliver Como")
    assert isinstance(error, AmbiguousOrder)
    assert error.choices[0] == "load Organ; play 3; go Alta-Como; deliver dark Como"
    both = after(state, "red: load Organ; play 3; go Alta-Como; deliver Como, Como").engineers["red"]
    assert both.aboard == ("light Organ",)
    error = refused(state, "red: load Ruby; play 3; go Alta-Como")
    assert isinstance(error, AmbiguousOrder) and error.choices[1] == "load light Ruby; play 3; go Alta-Como"


def test_a_written_colour_is_checked() -> None:
    state = at_alta(waiting={"Alta": "Organ"})
    assert after(state, "red: load dark Organ; play 3; go Alta-Como")
    assert code(state, "red: load light Organ; play 3; go Alta-Como") == "load-not-there"


# III. Ending the Movement Phase & Replenishment


def test_movement_goes_on_until_everybody_has_passed() -> None:
    state = after(at_alta(), "red: pass", "blue: play 1; go Ruby-Organ.1", "green: pass")
    assert turn(state) == "blue move"
    assert turn(after(state, "blue: pass")) == "red bid"


def test_who_has_passed_does_not_move_again_in_the_phase() -> None:
    state = after(at_alta(), "red: pass")
    assert code(state, "red: play 3; go Alta-Como") == "not-your-turn"


def test_half_of_the_row_rounded_down_goes_back_from_the_left() -> None:
    state = at_alta(
        row={"red": "4 3 2 1 1", "blue": "2", "green": "1 3"}, hand={"red": "1", "blue": "", "green": "4"}
    )
    state = after(state, "red: pass", "blue: pass", "green: pass")
    assert (state.engineers["red"].hand, state.engineers["red"].row) == ((1, 3, 4), (2, 1, 1))
    assert (state.engineers["blue"].hand, state.engineers["blue"].row) == ((), (2,))
    assert (state.engineers["green"].hand, state.engineers["green"].row) == ((1, 4), (3,))


def test_played_cards_are_turned_face_down_and_points_and_coins_are_fresh() -> None:
    state = at_alta(laid={"blue": "Alta-Como"})
    state = after(state, "red: play 1 2; go Alta-Ludlow", "blue: pass", "green: pass")
    assert state.engineers["red"].up == 2
    state = after(state, "red: play 3; go Ludlow-Como", "red: coin; go Como-Alta", "red: pass")
    red = state.engineers["red"]
    assert (red.up, red.spent, red.coins, red.row, red.hand.count(1)) == (0, 0, 2, (2, 3), 3)


def test_bidding_begins_with_the_holder_of_the_marker() -> None:
    state = replace(at_alta(), leader="green")
    assert turn(after(state, "red: pass", "blue: pass", "green: pass")) == "green bid"


# Ending Round 1 & Round 2 Setup


def test_a_train_that_stops_on_a_marked_town_wrecks_a_train() -> None:
    state = after(at_alta(), "red: play 3; go Alta-Como")
    assert state.wrecks == ("Ruby",)


def test_a_train_that_passes_through_marked_towns_takes_every_marker() -> None:
    state = at_alta(laid={"blue": "Alta-Como, Como-Ludlow, Ludlow-Organ"}, wrecks="Como, Ludlow, Ruby")
    assert story(state, "red: play 1; go Alta-Como-Ludlow-Organ.1") == ["plays", "rides", "wrecks", "wrecks"]
    assert after(state, "red: play 1; go Alta-Como-Ludlow-Organ.1").wrecks == ("Ruby",)


def test_a_train_that_stands_where_the_marker_is_causes_no_wreck_by_leaving() -> None:
    state = position({"red": "Como", "blue": "Ruby", "green": "Organ"})
    assert after(state, "red: play 3; go Como-Alta").wrecks == ("Ruby", "Como")


def test_round_1_ends_after_the_phase_in_which_the_third_marker_went() -> None:
    state = at_alta(wrecks="Como", row={"red": "1 2"}, hand={"red": "3 4"})
    state = after(state, "red: play 3; go Alta-Como")
    assert state.wrecks == () and turn(state) == "blue move"
    state = after(state, "blue: pass", "green: pass", "red: pass")
    assert GAME.to_move(state) == {DEAL}
    assert state.engineers["red"].hand == (1, 4)


def second_round(state: State) -> str:
    towns = state.setup.board.towns
    there = (*towns[1:-1], towns[0])
    boxes = [f"{town}: {soul}" for town, soul in zip(towns, (*there, towns[-1]), strict=True)]
    return "deal: " + "; ".join(["round 2", *boxes])


def round_over() -> State:
    state = at_alta(wrecks="Como", waiting={"Ruby": "Alta"}, aboard={"red": "Organ"})
    return after(state, "red: play 3; go Alta-Como", "blue: pass", "green: pass", "red: pass")


def test_one_light_soul_is_placed_in_each_town_and_removed_at_home() -> None:
    state = after(round_over(), second_round(round_over()))
    assert state.waiting["Ruby"] == ("dark Alta", "light Cabezon")
    assert state.waiting["Organ"] == () and state.removed[-1] == "light Organ"
    assert state.engineers["red"].aboard == ("dark Organ",)


def test_three_new_markers_are_placed_and_the_leader_begins_the_bidding() -> None:
    state = after(round_over(), second_round(round_over()))
    assert state.wrecks == ("Rhyolite", "Ophir", "Organ")
    assert (state.round, turn(state)) == (2, "red bid")
    assert after(state, "red: pass", "blue: pass", "green: pass").phase == "move"


def test_a_deal_of_round_2_holds_every_light_soul_once() -> None:
    state = round_over()
    text = second_round(state)
    assert code(state, text.replace("Alta: Como", "Alta: Ludlow")) == "not-in-box"
    assert code(state, text.replace("Alta: Como", "Alta: Como, Como")) == "deal-count"
    assert code(state, text.replace("round 2", "round 3")) == "deal-round"
    assert code(at_alta(), text) == "not-now"


def test_the_deal_of_round_2_is_drawn_from_all_light_souls() -> None:
    state = round_over()
    move = GAME.fill(state, DEAL, None, lambda label, items: tuple(reversed(items)))
    after_deal = GAME.apply(state, DEAL, move).state
    assert GAME.census(after_deal) == GAME.census(state)
    assert code(state, "red: bid 1") == "not-your-turn"


# Game End


def test_the_game_ends_when_all_have_moved_after_the_last_marker_of_round_2() -> None:
    state = at_alta(wrecks="Como", round_=2, row={"red": "1 2"})
    state = after(state, "red: play 3; go Alta-Como", "blue: pass", "green: pass")
    assert GAME.outcome(state) is None
    state = after(state, "red: pass")
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.reason == "wrecks"
    assert GAME.to_move(state) == frozenset()
    assert state.engineers["red"].row == (1, 2, 3), "nothing is replenished after the last phase"


def test_wrecks_need_not_happen_and_the_option_ends_a_stalled_round() -> None:
    passes = ("red: pass", "blue: pass", "green: pass")
    plain = at_alta()
    for _ in range(4):
        plain = after(plain, *passes)
    assert plain.phase in ("bid", "move") and plain.round == 1
    stalled = after(at_alta(options=("stall-ends",)), *passes, *passes)
    assert turn(stalled) == "red move"
    assert GAME.to_move(after(stalled, *passes)) == {DEAL}
    last = after(at_alta(options=("stall-ends",), round_=2), *passes, *passes, *passes)
    outcome = GAME.outcome(last)
    assert outcome is not None and outcome.reason == "stalled"


def test_a_movement_turn_breaks_the_stall() -> None:
    passes = ("red: pass", "blue: pass", "green: pass")
    state = after(
        at_alta(options=("stall-ends",)), *passes, *passes, "red: play 1; go Alta-Como.1", "blue: pass"
    )
    state = after(state, "green: pass", "red: pass")
    assert turn(state) == "red bid" and state.idle == 0


# Scoring


def with_cemetery(one: str = "", two: str = "", aboard: str = "") -> Engineer:
    return Engineer(hand=(), one=_souls(one), two=_souls(two), aboard=_souls(aboard))


def test_blue_scores_42() -> None:
    """Fourteen and three souls delivered, two angry ones, four in-state sets and two all-state sets."""
    blue = with_cemetery(
        one="Unionville, Belmont, Rhyolite, Unionville, Ophir, Grafton, Cisco, Alta, Como, Ludlow,"
        " Coloma, Bodie, Ruby, Swansea",
        two="Canyon Diablo, Organ, Organ",
        aboard="Alta, Mogollon",
    )
    parts = score(SOUTHWEST[4], blue)
    assert (parts.one, parts.two, parts.angry, parts.states, parts.all_states) == (14, 3, 2, 4, 2)
    assert parts.total == 42


def test_souls_of_section_1_and_2_are_worth_one_and_two() -> None:
    assert score(SOUTHWEST[4], with_cemetery(one="Alta, Ruby")).total == 2
    assert score(SOUTHWEST[4], with_cemetery(two="Alta, Ruby")).total == 4


def test_angry_souls_cost_a_point_and_scores_may_be_negative() -> None:
    assert score(SOUTHWEST[4], with_cemetery(aboard="Alta, Ruby, Ruby")).total == -3


def test_an_in_state_set_is_all_three_towns_of_a_state_from_either_section() -> None:
    one = score(SOUTHWEST[4], with_cemetery(one="Alta, Como", two="Ludlow"))
    assert (one.states, one.total) == (1, 7)
    two = score(SOUTHWEST[4], with_cemetery(one="Alta, Como, Ludlow, Alta, Como, Ludlow"))
    assert (two.states, two.total) == (2, 12)


def test_an_all_state_set_is_worth_6_with_four_seats_and_5_with_three() -> None:
    five = "Belmont, Cisco, Alta, Ruby, Organ"
    assert score(SOUTHWEST[3], with_cemetery(one=five)).total == 10
    assert score(SOUTHWEST[4], with_cemetery(one=five)).total == 5
    assert score(SOUTHWEST[4], with_cemetery(one=f"{five}, Bodie")).total == 12


# Winning


def ended(souls: dict[str, str], hand: dict[str, str]) -> State:
    state = at_alta(round_=2, wrecks="", hand=hand)
    for seat, aboard in souls.items():
        state = replace(
            state, engineers={**state.engineers, seat: replace(state.engineers[seat], one=_souls(aboard))}
        )
    return after(state, "red: pass", "blue: pass", "green: pass")


def winners(state: State) -> tuple[str, ...]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.winners


def test_most_points_win() -> None:
    assert winners(ended({"red": "Alta", "blue": "Alta, Alta"}, {"red": "4 4", "blue": ""})) == ("blue",)


def test_a_tie_goes_to_most_cards_in_hand() -> None:
    assert winners(ended({"red": "Alta", "blue": "Alta"}, {"red": "4", "blue": "1 1", "green": "1 1 1"})) == (
        "blue",
    )


def test_a_further_tie_goes_to_the_highest_value_in_hand() -> None:
    assert winners(ended({}, {"red": "4", "blue": "1 1", "green": "1 2"})) == ("green",)


def test_a_last_tie_is_shared() -> None:
    state = ended({}, {"red": "4", "blue": "1 2", "green": "1 2"})
    assert winners(state) == ("blue", "green")
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.text == "red 0, blue 0, green 0"


# Resigning


def test_a_seat_that_resigned_passes_everything() -> None:
    state = GAME.leave(dealt(), Seat("red")).state
    assert turn(state) == "blue bid"
    state = after(state, "blue: pass", "green: pass", "blue: place Alta", "green: place Ruby")
    assert turn(state) == "blue move", "red leads, so the next seat acts first"
    assert where(state, state.engineers["red"]) == "-"
    assert turn(after(state, "blue: pass", "green: pass")) == "blue bid"


def test_a_seat_that_resigned_cannot_be_leader_or_win() -> None:
    state = GAME.leave(dealt(), Seat("green")).state
    state = after(state, "red: bid 1", "blue: pass")
    assert code(state, "red: lead green") == "leader-gone"
    state = GAME.leave(ended({"green": "Alta"}, {}), Seat("green")).state
    assert "green" not in winners(state)


def test_the_high_bid_of_a_seat_that_resigned_stands_until_beaten() -> None:
    state = after(dealt(), "red: bid 1 2")
    state = GAME.leave(state, Seat("red")).state
    assert code(state, "blue: bid 3") == "bid-low"
    beaten = after(state, "blue: bid 2 3")
    assert beaten.engineers["red"].row == (1,) and beaten.engineers["red"].up == 0
    won = after(state, "blue: pass", "green: pass")
    assert (won.leader, turn(won)) == ("red", "blue place")
    assert won.engineers["red"].row == (1, 2)


def test_a_lower_bid_of_a_seat_that_resigns_gives_its_last_card_back() -> None:
    state = after(dealt(), "red: bid 1 2", "blue: bid 2 3")
    state = GAME.leave(state, Seat("red")).state
    assert state.engineers["red"].row == (1,) and turn(state) == "green bid"
    assert turn(after(state, "green: pass")) == "blue lead"


def test_a_winner_that_resigns_leaves_the_leader() -> None:
    state = after(dealt(), "red: pass", "blue: bid 1", "green: pass")
    assert turn(GAME.leave(state, Seat("blue")).state) == "red place"


def test_a_seat_that_resigns_in_its_movement_turn_gives_it_away() -> None:
    state = GAME.leave(at_alta(), Seat("red")).state
    assert turn(state) == "blue move"
    state = after(at_alta(), "red: pass", "blue: pass")
    assert turn(GAME.leave(state, Seat("green")).state) == "red bid"
    assert turn(GAME.leave(at_alta(), Seat("green")).state) == "red move"


def test_a_seat_that_resigns_before_placing_places_nothing() -> None:
    state = GAME.leave(placing(), Seat("blue")).state
    assert turn(state) == "green place"
    last = after(placing(), "blue: place Alta", "green: place Ruby")
    assert turn(GAME.leave(last, Seat("red")).state) == "blue move"


def test_the_game_ends_when_one_seat_is_left() -> None:
    state = GAME.leave(GAME.leave(at_alta(), Seat("red")).state, Seat("green")).state
    outcome = GAME.outcome(state)
    assert outcome is not None and (outcome.reason, outcome.winners) == ("resignation", ("blue",))
    assert GAME.census(state) == GAME.census(at_alta())


# The moderator's skip, and the order of an entry's parts


def test_skipping_a_seat_passes_for_it() -> None:
    state = after(dealt(), "red: bid 1 2", "blue: bid 2 3", "green: pass")
    skipped = GAME.skip(state, Seat("red")).state
    assert skipped.engineers["red"].row == (1,) and turn(skipped) == "blue lead"
    led = GAME.skip(skipped, Seat("blue")).state
    assert (led.leader, turn(led)) == ("red", "red place")
    with pytest.raises(IllegalMove) as error:
        GAME.skip(led, Seat("red"))
    assert error.value.code == "skip"
    assert GAME.skip(at_alta(), Seat("red")).state.passed == ("red",)


def test_a_turn_is_loading_then_moving_then_delivering() -> None:
    error = refused(at_alta(waiting={"Alta": "Como"}), "red: play 3; go Alta-Como; load Como")
    assert error.code == "order" and error.hint == "the order is load, burn, play or coin, lift, go, deliver"


def test_a_pass_is_a_whole_entry() -> None:
    assert code(at_alta(), "red: play 3; go Alta-Como; pass") == "more"
    assert code(at_alta(), "red: pass; play 3; go Alta-Como") == "more"
    assert code(dealt(), "red: bid 1; pass") == "more"


def test_cards_written_together_are_a_question() -> None:
    error = refused(at_alta(), "red: play 21; go Alta-Ludlow")
    assert isinstance(error, AmbiguousOrder) and error.choices == ("play 2 1; go Alta-Ludlow",)
    error = refused(dealt(), "red: bid 21")
    assert isinstance(error, AmbiguousOrder) and error.choices == ("bid 2 1",)


def test_a_seat_that_can_only_pass_passes_by_itself() -> None:
    poor = position({"red": "Alta", "blue": "Ruby", "green": "Organ"}, hand={"red": ""}, phase="bid")
    assert GAME.forced(poor) == (Seat("red"), Withdraw())
    low = position({"red": "Alta", "blue": "Ruby", "green": "Organ"}, hand={"blue": "1"}, phase="bid")
    assert GAME.forced(after(low, "red: bid 2")) == (Seat("blue"), Withdraw())
    assert GAME.forced(after(low, "red: pass")) is None
    assert GAME.forced(at_alta(hand={"red": ""})) == (Seat("red"), Withdraw())
    assert GAME.forced(at_alta(hand={"red": ""}, laid={"blue": "Alta-Como.1"})) is None
    assert GAME.forced(at_alta(hand={"red": ""}, laid={"blue": "Alta-Como.1"}, coins={"red": 0})) is not None
    assert GAME.forced(at_alta(hand={"red": "4"}, spent={"red": 10}, coins={"red": 0})) is not None


def test_a_seat_with_a_bid_never_passes_by_itself() -> None:
    state = position({"red": "Alta", "blue": "Ruby", "green": "Organ"}, hand={"red": "1"}, phase="bid")
    state = after(state, "red: bid 1", "blue: bid 2", "green: pass")
    assert GAME.forced(state) is None, "it has to take a card back"
