"""The Last Spike, sentence by sentence of its rulebook; docs/games/last-spike.md holds the table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.last_spike import GAME, rules
from games.last_spike.board import Board
from games.last_spike.moves import Move, Pass
from games.last_spike.state import State
from pbem import boards, notation
from pbem.errors import IllegalMove, SetupError
from pbem.game import DEAL, EVERYTHING, Seat, Setup
from pbem.report.narrate import story

BOARD: Board = GAME.load_board("columbia-2015", boards.text("last-spike", "columbia-2015"))
RED, BLUE, GREEN = Seat("red"), Seat("blue"), Seat("green")
Land = dict[str, dict[str, tuple[int, ...]]]


def table(seats: str = "red blue green", *options: str) -> Setup[Any]:
    return Setup(tuple(map(Seat, seats.split())), frozenset(options), "1", BOARD)


def position(
    hands: dict[str, str],
    *,
    laid: str = "",
    land: Land | None = None,
    cash: dict[str, int] | None = None,
    seats: str = "red blue green",
    dry: bool = False,
    options: tuple[str, ...] = (),
) -> State:
    """A written position, red to play: cities next to track are claimed, by who holds Land 0 if anybody.

    Tiles are in the pool unless laid or in a hand; with `dry` the last seat holds all the others.
    """
    setup = table(seats, *options)
    track = frozenset(laid.split())
    held = {Seat(seat): cities for seat, cities in (land or {}).items()}
    claimed = frozenset(city.name for city in BOARD.cities.values() if track.intersection(city.beside))
    dealt = {seat: tuple(hands.get(seat, "").split()) for seat in setup.seats}
    rest = tuple(tile for tile in BOARD.spaces if tile not in track and tile not in sum(dealt.values(), ()))
    if dry:
        dealt[setup.seats[-1]] += rest
    owned = {city for cities in held.values() for city, cards in cities.items() if 0 in cards}
    sold = {city: [p for cities in held.values() for p in cities.get(city, ())] for city in BOARD.cities}
    money = {seat: (cash or {}).get(seat, 50_000) for seat in setup.seats}
    return State(
        setup=setup,
        seat=setup.seats[0],
        cash=money,
        bank=2_000_000 - sum(money.values()),
        land={seat: held.get(seat, {}) for seat in setup.seats},
        piles={c.name: tuple(p for p in c.prices if p not in sold[c.name]) for c in BOARD.cities.values()},
        claimed=claimed,
        removed=claimed - owned,
        hands=dealt,
        veiled=dict.fromkeys(setup.seats, ()),
        pool=0 if dry else len(rest),
        aside="",
        box=() if dry else rest,
        shuffles=1,
        taken=0,
        laid=track,
        completed=frozenset(r.letter for r in BOARD.routes.values() if track.issuperset(r.spaces)),
    )


def meant(state: State, text: str) -> tuple[Seat, Move]:
    who, _, words = text.partition(": ")
    return Seat(who), GAME.resolve(state, Seat(who), notation.parse(GAME, words))


def play(state: State, *entries: str) -> tuple[State, str]:
    """The position after some entries, and what everybody is told of the last one."""
    told = ""
    for text in entries:
        seat, move = meant(state, text)
        step = GAME.apply(state, seat, move)
        assert GAME.census(step.state) == GAME.census(state)
        state, told = step.state, story(seat, step.events, GAME.phrases, None)
    return state, told


def refusal(state: State, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        play(state, text)
    return caught.value


def refused(state: State, text: str) -> str:
    return refusal(state, text).code


def dealt(text: str, setup: Setup[Any] | None = None) -> State:
    return GAME.setup(setup or table(), notation.parse(GAME, text, "deal")).state


def bad_deal(text: str, setup: Setup[Any] | None = None) -> str:
    with pytest.raises(IllegalMove) as caught:
        dealt(text, setup)
    return caught.value.code


def legal(state: State) -> list[str]:
    return [GAME.write(state, state.seat, move) for move in GAME.legal_moves(state, state.seat)]


def reversed_box(label: str, items: Any) -> tuple[str, ...]:
    return tuple(reversed(items))


# Game equipment

DEAL3 = "red A1 A2 A3 A4; blue B1 B2 B3 B4; green C1 C2 C3 C4"


def test_the_board_has_9_cities_12_routes_and_48_spaces() -> None:
    assert (len(BOARD.cities), len(BOARD.routes), len(BOARD.spaces)) == (9, 12, 48)


def test_a_game_has_48_tiles_and_45_land_cards() -> None:
    assert GAME.census(dealt(DEAL3)) == {"tiles": 48, "land": 45, "dollars": 2_000_000}


def test_land_zero_lies_on_top_then_the_cheapest_to_the_dearest() -> None:
    for city in BOARD.cities.values():
        assert sorted(city.prices) == list(city.prices) and len(city.prices) == 4
    assert legal(dealt(DEAL3)) == ["lay A1; draw", "lay A4; draw"]


# Pregame


@pytest.mark.parametrize(
    ("count", "money"), [(2, 60_000), (3, 50_000), (4, 40_000), (5, 35_000), (6, 30_000)]
)
def test_the_banker_gives_each_player_a_sum_that_varies_with_their_number(count: int, money: int) -> None:
    setup, deal = GAME.deal(table(" ".join(GAME.seats[:count])), reversed_box)
    assert set(GAME.setup(setup, deal).state.cash.values()) == {money}


@pytest.mark.parametrize("seats", ["red", "red red", "red mauve"])
def test_two_to_six_of_the_six_seats_play(seats: str) -> None:
    with pytest.raises(SetupError):
        dealt(DEAL3, table(seats))


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(SetupError, match="no-such"):
        dealt(DEAL3, table("red blue green", "no-such"))


def test_the_tile_closest_to_a1_has_the_first_turn() -> None:
    setup, deal = GAME.deal(table(), lambda label, items: ("B1", "A3", "Z4", *items))
    assert setup.seats == (BLUE, GREEN, RED)
    assert GAME.write_deal(setup, deal).startswith("first blue A3, green Z4, red B1; blue ")
    assert bad_deal("first red B1, blue A3, green Z4; " + DEAL3) == "first"
    assert dealt("first red A3, blue B1, green Z4; " + DEAL3).seat == RED


@pytest.mark.parametrize(
    "first", ["red A3, blue A3, green B1", "red A1, blue B1", "blue A1, red B1, green B2"]
)
def test_each_player_draws_one_tile_for_the_first_turn(first: str) -> None:
    assert bad_deal(f"first {first}; {DEAL3}") == "first"


def test_who_is_first_does_not_depend_on_the_order_of_the_seats_before() -> None:
    once, deal = GAME.deal(table("red blue green"), reversed_box)
    again, same = GAME.deal(once, reversed_box)
    assert (again.seats, same) == (once.seats, deal)


def test_the_tiles_drawn_for_the_first_turn_are_replaced_in_the_pool() -> None:
    state = dealt("first red A1, blue B1, green C1; red A1 B1 C1 D1; blue A2 B2 C2 D2; green A3 B3 C3 D3")
    assert state.hands[RED] == ("A1", "B1", "C1", "D1") and state.pool == 36


def test_each_player_draws_four_tiles() -> None:
    assert bad_deal("red A1 A2 A3; blue B1 B2 B3 B4; green C1 C2 C3 C4") == "hand"
    assert bad_deal("red A1 A2 A3 A4; blue B1 B2 B3 B4") == "seats"
    with pytest.raises(IllegalMove) as caught:
        dealt(f"{DEAL3}; white D1 D2 D3 D4")
    assert caught.value.hint == "white has no header: add [White ...], or leave its tiles out"
    assert bad_deal("red A1 A2 A3 A4; blue B1 B2 B3 A1; green C1 C2 C3 C4") == "not-in-box"
    assert bad_deal("red A1 A2 A3 A4; blue B1 B2 B3 B4; green C1 C2 C3 N4") == "tile"


def test_all_four_tiles_go_to_one_seat_then_to_the_next() -> None:
    setup, deal = GAME.deal(table("red blue"), lambda label, items: tuple(items))
    words = "first red A1, blue A2; red A1 A2 A3 A4; blue B1 B2 B3 B4; aside C1"
    assert GAME.write_deal(setup, deal) == words


def test_players_hide_their_tiles_from_the_others() -> None:
    order = notation.parse(GAME, "red A1 A2 A3 A4; blue B1 B2 B3 B4; aside C1", "deal")
    setup = table("red blue")
    assert (
        GAME.write_deal(setup, GAME.redact_deal(setup, order, RED))
        == "red A1 A2 A3 A4; blue ? ? ? ?; aside ?"
    )
    assert GAME.redact_deal(setup, order, EVERYTHING) == order


def test_with_two_players_one_tile_is_set_aside_unseen() -> None:
    two = table("red blue")
    hands = "red A1 A2 A3 A4; blue B1 B2 B3 B4"
    assert bad_deal(hands, two) == "aside"
    assert bad_deal(DEAL3 + "; aside D1") == "aside"
    assert (dealt(hands + "; aside D1", two).pool, dealt(hands + "; aside ?", two).pool) == (39, 39)


def test_the_tile_set_aside_is_never_drawn() -> None:
    state = dealt("red A1 A2 A3 A4; blue B1 B2 B3 B4; aside D1", table("red blue"))
    assert refused(state, "red: lay A1; draw D1") == "not-in-box"


# Game turns


def test_the_first_player_starts_and_play_goes_clockwise() -> None:
    state = dealt(DEAL3)
    assert refused(state, "blue: lay B1; draw D1") == "turn"
    state, _ = play(state, "red: lay A1; draw D1", "blue: lay B1; draw D2", "green: lay C1; draw D3")
    assert GAME.to_move(state) == {RED}


def test_a_turn_lays_then_buys_then_draws() -> None:
    state = position({"red": "A2 B2"}, laid="A1 D1")
    after, told = play(state, "red: lay A2; buy Omaha; draw E1")
    assert told == "red lays A2 for $1,000, buys land of Omaha for $3,000, draws."
    assert after.hands[RED] == ("B2", "E1") and after.cash[RED] == 46_000


@pytest.mark.parametrize(
    ("words", "way"),
    [
        ("buy Omaha; lay A2; draw", "put `lay A2` before `buy Omaha`"),
        ("draw; lay A2; buy Omaha", "put `lay A2; buy Omaha` before `draw`"),
        ("lay A2; draw E1; buy Omaha", "put `buy Omaha` before `draw E1`"),
        ("lay A2; draw E1; sell Omaha", "put `sell Omaha` before `lay A2`"),
    ],
)
def test_actions_out_of_order_are_refused_with_what_goes_first(words: str, way: str) -> None:
    cash = {"red": 0 if "sell" in words else 5000}
    state = position({"red": "A2"}, laid="A1 D1", land={"red": {"Omaha": (0, 4000)}}, cash=cash)
    error = refusal(state, f"red: {words}")
    assert (error.code, error.hint) == ("order", way)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("lay A2; sell Omaha; draw E1", "not-short"),
        ("buy Laramie; lay A2", "unclaimed"),
        ("draw E1; lay B2", "not-adjacent"),
    ],
)
def test_a_turn_that_is_illegal_in_the_right_order_too_has_that_fault(words: str, code: str) -> None:
    state = position({"red": "A2 B2"}, laid="A1 D1", land={"red": {"Omaha": (0, 4000)}})
    assert refused(state, f"red: {words}") == code


def test_buying_is_optional() -> None:
    state = position({"red": "A2"}, laid="A1")
    assert legal(state)[:2] == ["lay A2; draw", "lay A2; buy St. Louis; draw"]


def test_a_turn_lays_one_tile_buys_one_card_and_draws_one_tile() -> None:
    state = position({"red": "A2 B2"}, laid="A1 D1")
    assert refused(state, "red: lay A2; lay B2; draw D2") == "twice"
    assert refused(state, "red: lay A2; buy Omaha; buy Omaha; draw D2") == "twice"
    assert refused(state, "red: lay A2; draw D2; draw D3") == "twice"
    assert refused(state, "red: draw D2") == "no-lay"


def test_a_turn_ends_by_drawing_a_tile_from_the_pool() -> None:
    state = position({"red": "A2", "blue": "B2"}, laid="A1")
    assert refused(state, "red: lay A2") == "draw-missing"
    assert refused(state, "red: lay A2; draw A1") == "not-in-box"
    assert refused(state, "red: lay A2; draw B2") == "not-in-box"
    assert refused(state, "red: lay A2; draw N1") == "no-such-tile"


def test_nothing_is_drawn_from_an_empty_pool() -> None:
    state = position({"red": "A2"}, laid="A1", dry=True)
    assert refused(state, "red: lay A2; draw A3") == "pool-empty"
    assert play(state, "red: lay A2; draw")[1] == "red lays A2 for $1,000."
    assert legal(state)[0] == "lay A2"


# Laying track


def test_tile_a3_costs_3000_and_belongs_to_the_route_from_st_louis_to_omaha() -> None:
    assert BOARD.spaces["A3"].cost == 3000 and BOARD.routes["A"].ends == ("St. Louis", "Omaha")
    assert (
        play(position({"red": "A3"}, laid="A4"), "red: lay A3; draw A1")[1]
        == "red lays A3 for $3,000, draws."
    )


def test_a_tile_is_played_from_the_hand() -> None:
    state = position({"red": "A2", "blue": "B1"}, laid="A1")
    assert refused(state, "red: lay B1; draw D1") == "not-in-hand"
    assert refused(state, "red: lay A1; draw D1") == "laid"
    assert refused(state, "red: lay N1; draw D1") == "no-such-tile"


def test_a_tile_is_played_next_to_a_city_or_to_any_existing_tile() -> None:
    state = position({"red": "A1 A2 A3 D3 D4"}, laid="D2")
    assert [text for text in legal(state) if "buy" not in text] == [
        "lay A1; draw",
        "lay D3; draw",
        "lay D4; draw",
    ]
    assert refused(state, "red: lay A2; draw D1") == "not-adjacent"


def test_track_of_another_route_is_not_next_to_a_tile() -> None:
    assert not rules.adjacent(position({"red": "A2"}, laid="A4 D1 C1"), "A2")


def test_otherwise_a_tile_is_laid_at_double_cost() -> None:
    state = position({"red": "A2 A3"})
    after, told = play(state, "red: lay A3; draw D1")
    assert told == "red lays A3 for $6,000, double cost, draws."
    assert after.cash[RED] == 44_000
    assert play(after, "blue: pass; draw D2", "green: pass; draw D3", "red: lay A2; draw D4")[1].startswith(
        "red lays A2 for $1,000,"
    )


def test_what_an_order_asserts_about_cost_is_checked() -> None:
    state = position({"red": "A2 A3"})
    assert play(state, "red: lay A3 double ($6,000); draw D1")[0].cash[RED] == 44_000
    assert refused(state, "red: lay A3 ($3000); draw D1") == "assertion"
    assert refused(position({"red": "A1 A2"}), "red: lay A1 double; draw D1") == "assertion"
    assert refused(position({"red": "A1 A2"}), "red: lay A2 double; draw D1") == "not-adjacent"


def test_the_bank_must_be_paid_to_play_a_tile() -> None:
    state = position({"red": "A3"}, laid="A4", cash={"red": 2000})
    error = refusal(state, "red: lay A3; draw D1")
    assert (error.code, error.message) == ("price", "red has $2,000 and A3 costs $3,000: $1,000 short")
    after, _ = play(position({"red": "A3"}, laid="A4", cash={"red": 3000}), "red: lay A3; draw D1")
    assert after.cash[RED] == 0


# Free land grants


@pytest.mark.parametrize("tile", ["A4", "D1", "C1"])
def test_the_free_land_for_omaha_is_got_by_a4_d1_or_c1(tile: str) -> None:
    after, told = play(position({"red": tile}), f"red: lay {tile}; draw X1")
    assert "is granted the free land of Omaha" in told and after.cards(RED, "Omaha") == (0,)
    assert set(BOARD.cities["Omaha"].beside) == {"A4", "C1", "D1"}


def test_each_city_has_one_free_land_for_the_first_player_next_to_it() -> None:
    state = position({"red": "A4", "blue": "C1"})
    after, told = play(state, "red: lay A4; draw X1", "blue: lay C1; draw X2")
    assert told == "blue lays C1 for $4,000, draws."
    assert (after.cards(RED, "Omaha"), after.cards(BLUE, "Omaha")) == ((0,), ())


def test_buying_land_needs_the_free_grant_claimed() -> None:
    state = position({"red": "A2"}, laid="A1")
    error = refusal(state, "red: lay A2; buy Omaha; draw D1")
    assert (error.code, error.action) == ("unclaimed", "buy Omaha")
    assert "A4, C1 or D1" in error.hint


def test_who_gets_free_land_may_not_also_buy_that_turn() -> None:
    state = position({"red": "A4"}, laid="A1")
    assert refused(state, "red: lay A4; buy St. Louis; draw D1") == "granted"
    assert legal(state) == ["lay A4; draw"]


# Payouts


def test_every_owner_of_the_two_connected_cities_collects_when_all_four_sections_are_built() -> None:
    land: Land = {"red": {"Denver": (3000,)}, "blue": {"Dodge City": (0, 3000)}, "green": {"Omaha": (3000,)}}
    after, told = play(position({"red": "E3"}, laid="E1 E2 E4", land=land), "red: lay E3; draw X1")
    assert told == (
        "red lays E3 for $2,000, route E (Dodge City - Denver) is complete, red collects $5,000 for Denver, "
        "blue collects $14,000 for Dodge City, red draws."
    )
    assert after.cash == {RED: 53_000, BLUE: 64_000, GREEN: 50_000}


def test_two_denver_and_one_dodge_city_collect_10000_and_7000() -> None:
    land: Land = {"red": {"Denver": (0, 2000), "Dodge City": (3000,)}}
    after, told = play(position({"red": "E3"}, laid="E1 E2 E4", land=land), "red: lay E3; draw X1")
    assert "red collects $7,000 for Dodge City and $10,000 for Denver" in told
    assert after.cash[RED] == 50_000 - 2_000 + 17_000


@pytest.mark.parametrize(
    ("city", "scale"),
    [
        ("Denver", (5_000, 10_000, 15_000, 20_000, 25_000)),
        ("Dodge City", (7_000, 14_000, 21_000, 28_000, 35_000)),
        ("St. Louis", (10_000, 20_000, 30_000, 40_000, 50_000)),
    ],
)
def test_the_payout_depends_on_the_number_of_land_cards_held(city: str, scale: tuple[int, ...]) -> None:
    assert tuple(rules.payout(BOARD, city, cards) for cards in range(1, 6)) == scale


def test_three_sections_pay_nothing() -> None:
    _, told = play(
        position({"red": "E3"}, laid="E1 E2", land={"red": {"Denver": (2000,)}}), "red: lay E3; draw X1"
    )
    assert "collects" not in told


def test_a_free_grant_counts_in_the_payout_of_the_same_turn() -> None:
    after, told = play(position({"red": "E4"}, laid="E1 E2 E3"), "red: lay E4; draw X1")
    assert "is granted the free land of Denver" in told and "collects $5,000 for Denver" in told
    assert after.cash[RED] == 50_000 - 3_000 + 5_000


# Buying land


def test_any_one_land_is_bought_for_the_price_of_the_cheapest_card_left() -> None:
    state = position({"red": "A2 A3"}, laid="A1 E4", land={"blue": {"Denver": (0, 2000)}})
    after, told = play(state, "red: lay A2; buy Denver; draw X1")
    assert told == "red lays A2 for $1,000, buys land of Denver for $3,000, draws."
    assert (after.cards(RED, "Denver"), after.piles["Denver"]) == ((3000,), (4000, 5000))


def test_land_is_bought_with_cash_only() -> None:
    state = position({"red": "A2"}, laid="A1", cash={"red": 5000})
    assert refusal(state, "red: lay A2; buy St. Louis; draw X1").message == (
        "red has $4,000 and land of St. Louis costs $5,000"
    )


def test_a_city_whose_cards_are_all_sold_sells_no_more() -> None:
    state = position({"red": "A2"}, laid="A1 E4", land={"blue": {"Denver": (0, 2000, 3000, 4000, 5000)}})
    assert refused(state, "red: lay A2; buy Denver; draw X1") == "sold-out"
    assert refused(state, "red: lay A2; buy Atlantis; draw X1") == "no-such-city"


def test_a_payout_of_the_turn_can_pay_for_the_land_of_the_turn() -> None:
    land: Land = {"red": {"Denver": (0,)}}
    after, _ = play(
        position({"red": "E3"}, laid="E1 E2 E4", land=land, cash={"red": 2000}),
        "red: lay E3; buy Dodge City; draw X1",
    )
    assert after.cash[RED] == 5_000 - 3_000


def test_ownership_is_public_and_tiles_and_money_can_be_hidden() -> None:
    state = position(
        {"red": "A2 B2"}, laid="A1", land={"blue": {"St. Louis": (0,)}}, options=("hidden-money",)
    )
    public = GAME.public(state)
    assert public["land"]["blue"] == {"St. Louis": [0]} and public["tiles"]["red"] == 2
    assert "cash" not in public and GAME.scores(state) == {}
    assert GAME.view(state, None)[0].rows[0] == (RED, "hidden", "-", "2")
    assert GAME.view(state, RED)[0].rows[0] == (RED, "$50,000", "-", "A2 B2")


# Selling land


@pytest.mark.parametrize(
    "words", ["sell Denver to blue", "trade Denver Omaha", "borrow 5000", "sell Denver for 5000"]
)
def test_there_are_no_words_for_trade_or_loans_between_players(words: str) -> None:
    with pytest.raises(notation.Unread):
        notation.parse(GAME, f"{words}; lay A3")


def test_land_costing_5000_is_sold_to_the_bank_for_3000() -> None:
    land: Land = {"red": {"Dodge City": (5000,)}}
    state = position({"red": "A3"}, laid="A4 B4", land=land, cash={"red": 0})
    after, told = play(state, "red: sell Dodge City; lay A3; draw X1")
    assert told == "red sells land of Dodge City to the bank for $3,000, lays A3 for $3,000, draws."
    assert (after.cash[RED], after.land[RED]) == (0, {})


@pytest.mark.parametrize(
    ("price", "half"), [(2000, 1000), (3000, 2000), (4000, 2000), (7000, 4000), (10_000, 5000)]
)
def test_half_cost_is_rounded_up_to_a_thousand(price: int, half: int) -> None:
    assert rules.proceeds(price) == half


def test_two_or_more_cards_may_have_to_be_sold() -> None:
    land: Land = {"red": {"Denver": (2000, 3000), "Omaha": (3000,)}}
    state = position({"red": "A3"}, laid="A4 E4", land=land, cash={"red": 0})
    _, told = play(state, "red: sell Denver; sell Denver; lay A3; draw X1")
    assert "for $2,000, sells land of Denver to the bank for $1,000, lays" in told
    assert refused(state, "red: sell Denver; lay A3; draw X1") == "price"


def test_the_bank_buys_land_only_while_the_tile_of_the_turn_cannot_be_paid() -> None:
    land: Land = {"red": {"Denver": (2000, 3000), "Omaha": (3000,)}}
    state = position({"red": "A3"}, laid="A4 E4", land=land, cash={"red": 1000})
    assert refused(state, "red: sell Denver; sell Omaha; lay A3; draw X1") == "not-short"
    assert (
        refused(position({"red": "A3"}, laid="A4", land=land), "red: sell Omaha; lay A3; draw X1")
        == "not-short"
    )
    assert play(state, "red: sell Denver 2000; sell Denver; lay A3; draw X1")[0].cash[RED] == 1000


def test_a_card_is_named_by_its_printed_price_where_it_is_not_the_dearest() -> None:
    land: Land = {"red": {"Denver": (2000, 3000, 5000)}}
    state = position({"red": "A4 A3"}, laid="E4", land=land, cash={"red": 0})
    seat, move = meant(state, "red: sell Denver 2000; sell Denver 3000; lay A4; draw X1")
    assert GAME.write(state, seat, move) == "sell Denver 2000; sell Denver 3000; lay A4; draw X1"
    assert refused(state, "red: sell Denver 4000; lay A4; draw X1") == "no-card"
    assert refused(state, "red: sell Omaha; lay A4; draw X1") == "no-card"


def test_cards_sold_return_in_price_order_and_may_be_bought_back() -> None:
    land: Land = {"red": {"Omaha": (0, 4000), "Denver": (2000,)}, "blue": {"Denver": (0,)}}
    state = position({"red": "E3"}, laid="A4 E1 E2 E4", land=land, cash={"red": 0})
    after, _ = play(state, "red: sell Omaha; lay E3; buy Omaha; draw X1")
    assert after.piles["Omaha"] == (4000, 6000, 7000) and after.cards(RED, "Omaha") == (0, 3000)


def test_two_ways_to_sell_and_buy_back_are_listed_as_one_turn() -> None:
    land: Land = {"red": {"Omaha": (3000, 4000), "Laramie": (4000,), "Dodge City": (3000,)}}
    state = position({"red": "E3"}, laid="A4 C4 B4 E1 E2 E4", land=land, cash={"red": 0})
    ways = ["sell Omaha; lay E3; buy Omaha; draw", "sell Laramie; lay E3; buy Laramie; draw"]
    one, other = (play(state, f"red: {way} X1")[0] for way in ways)
    assert one == other and one.cash[RED] == 3_000
    assert [text for text in legal(state) if text in ways] == [ways[0]]


def test_a_seat_may_sell_for_a_dear_tile_though_it_could_pay_for_another() -> None:
    state = position({"red": "A3 E1"}, laid="A4", land={"red": {"Omaha": (3000,)}}, cash={"red": 1000})
    assert play(state, "red: sell Omaha; lay A3; draw X1")[0].cash[RED] == 0
    assert refused(state, "red: sell Omaha; lay E1; draw X1") == "not-short"


def test_the_bank_does_not_buy_a_free_land() -> None:
    state = position({"red": "A3"}, laid="A4", land={"red": {"Omaha": (0,)}}, cash={"red": 0})
    assert refused(state, "red: sell Omaha; lay A3; draw X1") == "free-land"


def test_the_bank_does_not_buy_land_of_a_city_that_has_made_all_its_possible_payouts() -> None:
    laid = "A1 A2 A3 A4 B1 B2 B3 B4"
    state = position({"red": "C1"}, laid=laid, land={"red": {"St. Louis": (5000,)}}, cash={"red": 2000})
    assert refused(state, "red: sell St. Louis; lay C1; draw X1") == "paid-out"
    open_route = position(
        {"red": "C1"}, laid=laid.removesuffix(" B4"), land={"red": {"St. Louis": (5000,)}}, cash={"red": 2000}
    )
    assert play(open_route, "red: sell St. Louis; lay C1; draw X1")[0].cash[RED] == 1000


def test_players_selling_land_get_a_normal_turn() -> None:
    land: Land = {"red": {"Dodge City": (6000,), "Denver": (2000,)}, "blue": {"Denver": (0,)}}
    state = position({"red": "E3"}, laid="E1 E2 E4", land=land, cash={"red": 1000})
    after, told = play(state, "red: sell Dodge City; lay E3; buy Denver; draw X1")
    assert (
        told.endswith("buys land of Denver for $3,000, draws.")
        and after.cash[RED] == 1000 + 3000 - 2000 + 5000 - 3000
    )


def test_a_seat_that_cannot_raise_enough_cash_is_bankrupt() -> None:
    state = position({"red": "Y4 W1"}, cash={"red": 5000}, land={"red": {"Denver": (2000,)}}, laid="E4")
    assert legal(state) == ["bankrupt"]
    error = refusal(state, "red: lay W1; draw X1")
    assert (error.code, error.hint) == ("price", "only `bankrupt` is left")
    assert refused(position({"red": "Y4 E1"}, cash={"red": 5000}), "red: bankrupt") == "not-bankrupt"
    assert refused(position({"red": ""}), "red: bankrupt") == "not-bankrupt"


def test_land_that_can_be_sold_saves_from_bankruptcy() -> None:
    state = position({"red": "W1"}, cash={"red": 6000}, land={"red": {"Denver": (2000,)}}, laid="E4")
    assert refused(state, "red: bankrupt") == "not-bankrupt"
    assert legal(state) == ["sell Denver; lay W1; draw"]


def test_double_cost_counts_for_bankruptcy_only_without_a_tile_next_to_track() -> None:
    assert legal(position({"red": "A3"}, cash={"red": 5000})) == ["bankrupt"]
    assert legal(position({"red": "A3 Y4"}, cash={"red": 6000})) == ["bankrupt"]
    assert legal(position({"red": "A3"}, cash={"red": 6000})) == ["lay A3; draw"]


def test_a_bankrupt_gives_tiles_money_and_land_back_except_free_land() -> None:
    land: Land = {"red": {"Denver": (0, 2000)}}
    state = position({"red": "Y4 W1"}, cash={"red": 2000}, land=land, laid="E4")
    after, told = play(state, "red: bankrupt")
    assert told == "red is bankrupt and leaves the game, the tiles go back to the pool, which now holds 47."
    assert after.pool == state.pool + 2 and after.piles["Denver"] == (2000, 3000, 4000, 5000)
    assert (after.cash[RED], after.land[RED], after.removed) == (0, {}, frozenset({"Denver"}))
    assert (after.shuffles, after.taken, len(after.box)) == (2, 0, after.pool)


def test_returned_tiles_may_be_drawn_again_and_a_lost_grant_is_not_granted_anew() -> None:
    state = position(
        {"red": "Y4 W1", "blue": "D4"}, cash={"red": 2000}, land={"red": {"Denver": (0,)}}, laid="E4"
    )
    _, told = play(state, "red: bankrupt", "blue: lay D4; buy Denver; draw Y4")
    assert told == "blue lays D4 for $2,000, buys land of Denver for $2,000, draws."


def test_with_one_seat_left_the_game_ends_and_that_seat_wins() -> None:
    state, told = play(position({"red": "Y4"}, cash={"red": 0}, seats="red blue"), "red: bankrupt")
    outcome = GAME.outcome(state)
    assert outcome is not None and told.endswith("blue is the only one left.")
    assert (outcome.reason, outcome.winners, outcome.text) == ("bankruptcies", (BLUE,), "red 0, blue 50000")


# The last spike

RULEBOOK_ENDING = "Y1 Y2 Y3 Y4 X1 X2 X3 X4 F1 F2 F3 F4 E1 E2 E3 E4 B1 B2 B3 B4 A1 A2 A3 A4 V1 V2 V4 Z1 Z2 Z4"


def test_v3_is_the_last_spike_of_the_rulebooks_ending() -> None:
    land: Land = {"red": {"St. Louis": (5000,)}, "blue": {"Ogden": (0, 3000), "Denver": (2000,)}}
    state = position({"red": "V3"}, laid=RULEBOOK_ENDING, land=land, cash={"red": 3000})
    assert len(state.completed) == 6 and rules.paid_out(state, "El Paso")
    after, told = play(state, "red: lay V3")
    assert told == (
        "red lays V3 for $3,000, route V (Denver - Ogden) is complete, "
        "blue collects $5,000 for Denver and $14,000 for Ogden, "
        "red drives the last spike and earns $20,000."
    )
    assert len(after.completed) == 7 and not after.completed & {"C", "U"}
    assert (after.cash[RED], after.reason, GAME.to_move(after)) == (20_000, "last-spike", frozenset())


def test_z3_could_also_have_been_the_last_spike() -> None:
    after, told = play(position({"red": "Z3"}, laid=RULEBOOK_ENDING), "red: lay Z3")
    assert "route Z (Yuma - Sacramento) is complete" in told and after.reason == "last-spike"


def test_the_last_spike_is_paid_before_the_bonus_is_collected() -> None:
    state = position({"red": "V3"}, laid=RULEBOOK_ENDING, cash={"red": 2000})
    assert refused(state, "red: lay V3") == "price"


def test_a_route_that_joins_the_ends_only_with_gaps_is_no_last_spike() -> None:
    after, _ = play(position({"red": "V3"}, laid=RULEBOOK_ENDING.replace("Y4 ", "")), "red: lay V3; draw D1")
    assert after.reason == "" and after.completed >= {"V"}


def test_the_game_ends_at_once_without_buying_or_drawing() -> None:
    state = position({"red": "V3"}, laid=RULEBOOK_ENDING)
    assert refused(state, "red: lay V3; buy Denver") == "over"
    assert refused(state, "red: lay V3; draw D1") == "over"
    assert legal(state) == ["lay V3"]
    after, _ = play(state, "red: lay V3; draw")
    assert refused(after, "blue: pass") == "over" and legal(after) == []


# Winning the game


def test_the_player_with_the_most_cash_wins_and_land_is_not_counted() -> None:
    land: Land = {"blue": {"Omaha": (0, 3000, 4000, 6000, 7000)}}
    cash = {"red": 10_000, "blue": 26_000, "green": 20_000}
    after, _ = play(position({"red": "V3"}, laid=RULEBOOK_ENDING, land=land, cash=cash), "red: lay V3")
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.text) == ((RED,), "red 27000, blue 26000, green 20000")


def test_a_tie_is_broken_by_the_highest_total_cost_of_land_held() -> None:
    land: Land = {"blue": {"Omaha": (0, 4000)}, "green": {"Omaha": (3000,), "Laramie": (0,)}}
    state = position(
        {"red": "V3"}, laid=RULEBOOK_ENDING, land=land, cash={"red": 10_000, "blue": 27_000, "green": 27_000}
    )
    after, told = play(state, "red: lay V3")
    outcome = GAME.outcome(after)
    assert outcome is not None and outcome.winners == (BLUE,)
    assert told.endswith(
        "red, blue and green have $27,000 each and the printed prices of their land decide, "
        "red holds land of $0, blue holds land of $4,000, green holds land of $3,000."
    )


def test_a_tie_in_cash_and_land_is_shared() -> None:
    state = position({"red": "V3"}, laid=RULEBOOK_ENDING, cash={"red": 10_000, "blue": 27_000, "green": 0})
    outcome = GAME.outcome(play(state, "red: lay V3")[0])
    assert outcome is not None and outcome.winners == (RED, BLUE)


def test_nobody_has_won_while_the_game_goes_on() -> None:
    assert GAME.outcome(dealt(DEAL3)) is None


def test_a_city_pays_as_often_as_it_has_routes() -> None:
    routes = {city.name: len(city.routes) for city in BOARD.cities.values()}
    assert (routes["Denver"], routes["Yuma"], routes["St. Louis"]) == (4, 3, 2)


# Passing, leaving, skipping: rulings 10 and 13


def test_a_seat_without_tiles_passes_and_draws_if_the_pool_holds_tiles() -> None:
    state = position({"red": "", "blue": "A1"})
    assert legal(state) == ["pass; draw"]
    after, told = play(state, "red: pass; draw X1")
    assert told == "red has no tile and passes, draws." and after.hands[RED] == ("X1",)
    assert refused(state, "red: lay A1; draw X1") == "not-in-hand"
    assert refused(state, "red: pass; buy Denver; draw X1") == "alone"


def test_a_seat_with_a_tile_may_not_pass() -> None:
    assert refused(position({"red": "A1"}), "red: pass; draw X1") == "has-tiles"
    assert refusal(position({"red": "Y4"}, cash={"red": 0}), "red: pass; draw X1").hint == "write `bankrupt`"


def test_a_position_that_would_stick_without_passing() -> None:
    state = position({"red": "", "blue": "", "green": "Y4"}, dry=True, cash={"green": 0}, laid="A1")
    after, told = play(state, "red: pass", "blue: pass", "green: bankrupt", "red: pass; draw Y4")
    assert told == "red has no tile and passes, draws." and after.reason == ""


def test_a_seat_resigns_like_a_bankrupt() -> None:
    state = position({"red": "A1 A2", "blue": "B1"}, land={"red": {"Denver": (0, 2000)}}, laid="E4")
    step = GAME.leave(state, RED)
    assert step.state.seat == BLUE and step.state.pool == state.pool + 2 and step.state.removed == {"Denver"}
    assert GAME.census(step.state) == GAME.census(state)
    assert GAME.leave(state, BLUE).state.seat == RED
    with pytest.raises(IllegalMove, match="not in the game any more"):
        GAME.leave(step.state, RED)


def test_the_end_reason_is_that_of_the_seat_that_left_last() -> None:
    state = position({"red": "Y4", "blue": "A1", "green": "B1"}, cash={"red": 0})
    broke, _ = play(state, "red: bankrupt")
    outcome = GAME.outcome(GAME.leave(broke, BLUE).state)
    assert outcome is not None and (outcome.reason, outcome.winners) == ("resignation", (GREEN,))
    resigned = GAME.leave(state, BLUE).state
    ended = GAME.outcome(play(resigned, "red: bankrupt")[0])
    assert ended is not None and ended.reason == "bankruptcies"


def test_a_seat_without_tiles_leaves_the_pool_as_it_is() -> None:
    state = position({"red": "", "blue": "B1", "green": "C1"})
    after = GAME.leave(state, RED).state
    assert (after.pool, after.shuffles, after.box) == (state.pool, 1, state.box)
    assert GAME.sample(state, RED, Random(1)) == Pass()


def test_nobody_resigns_after_the_end() -> None:
    over, _ = play(position({"red": "V3"}, laid=RULEBOOK_ENDING), "red: lay V3")
    with pytest.raises(IllegalMove, match="over"):
        GAME.leave(over, BLUE)


def test_a_seat_that_has_left_is_shown_as_such() -> None:
    state = GAME.leave(position({"red": "A1", "blue": "B1", "green": "C1"}), BLUE).state
    assert GAME.view(state, None)[0].rows[1] == (BLUE, "$0", "-", "left")
    assert GAME.status(state) == (f"tiles in pool {state.pool}",)


def test_a_seat_that_is_skipped_lays_buys_and_draws_nothing() -> None:
    state = position({"red": "A1"})
    step = GAME.skip(state, RED)
    assert step.state.seat == BLUE and step.state.hands == state.hands and step.state.pool == state.pool
    with pytest.raises(IllegalMove):
        GAME.skip(state, BLUE)


def test_turns_pass_over_seats_that_have_left() -> None:
    state = position({"red": "A1 X2 X3", "blue": "B1", "green": "C1"})
    after, _ = play(GAME.leave(state, BLUE).state, "red: lay A1; draw D1", "green: lay C1; draw D2")
    assert after.seat == RED


# What chance gives


def test_the_dealer_names_what_is_drawn_in_the_order_of_the_last_shuffle() -> None:
    labels: list[str] = []

    def shuffle(label: str, items: Any) -> tuple[str, ...]:
        labels.append(label)
        return tuple(items)

    setup, deal = GAME.deal(table(), shuffle)
    state = GAME.setup(setup, deal).state
    seat, move = meant(state, "red: lay A1")
    filled = GAME.fill(state, seat, move, shuffle)
    assert GAME.write(state, seat, filled) == "lay A1; draw D1"
    left = GAME.leave(state, RED).state
    seat, move = meant(left, "blue: lay B1")
    assert GAME.write(left, seat, GAME.fill(left, seat, move, shuffle)) == "lay B1; draw A1"
    assert labels == ["first", "tiles 1", "tiles 1", "tiles 2"]


@pytest.mark.parametrize("text", ["bankrupt", "lay V3"])
def test_nothing_is_filled_in_where_nothing_is_drawn(text: str) -> None:
    state = position({"red": "V3"}, laid=RULEBOOK_ENDING, cash={"red": 0 if text == "bankrupt" else 9000})
    seat, move = meant(state, f"red: {text}")
    assert GAME.fill(state, seat, move, _never) == move


def _never(label: str, items: Any) -> tuple[str, ...]:
    raise AssertionError("nothing is shuffled here")


def test_the_dealer_never_moves_by_itself() -> None:
    state = dealt(DEAL3)
    assert DEAL not in GAME.to_move(state) and GAME.forced(state) is None
