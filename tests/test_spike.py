"""Spike, sentence by sentence of its rulebook; docs/games/spike.md holds the table."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from games.spike import GAME, ending
from games.spike.board import Board
from games.spike.moves import Move, Place, Reveal
from games.spike.state import Player, State, each_kind
from pbem import boards, notation
from pbem.errors import AmbiguousOrder, IllegalMove
from pbem.game import DEAL, UNKNOWN, Event, Seat, Setup
from pbem.report.narrate import story
from pbem.table import dump as dumped
from pbem.table import load as loaded

BOARD: Board = GAME.load_board("east-1900", boards.text("spike", "east-1900"))
RED, BLUE, GREEN, YELLOW = GAME.seats
KINDS = {letter: kind for kind, letter in BOARD.kinds.items()}
MARKET = "cows pigs oil wood corn wheat coal steel cloth flour peaches cotton"


def cards(text: str) -> dict[str, int]:
    """`3w 2u` as counts by kind."""
    return {KINDS.get(word[-1], word[-1]): int(word[:-1]) for word in text.split()}


def links(*paths: str) -> frozenset[str]:
    pairs = [pair for path in paths for pair in pairwise(path.split("-"))]
    return frozenset(BOARD.near[one][other] for one, other in pairs)


def seat(hand: str = "", at: str = "Norfolk", *track: str, contracts: str = "", **more: Any) -> Player:
    """A player whose network is the start city `at` (or more["start"]) and the paths of `track`."""
    start = more.pop("start", at)
    laid = links(*track)
    points = {start} | {point for link in laid for point in BOARD.ends[link]}
    cities = frozenset(points & set(BOARD.cities))
    faces = tuple(contracts.split())
    return Player(
        cards(hand), ("R1",), faces, track=laid, points=frozenset(points), cities=cities, at=at, **more
    )


def position(*players: Player, row: str = "", deck: str = "", market: str = MARKET, **more: Any) -> State:
    """A written position, red to play; `deck` is what the deck holds, all the rest has been discarded."""
    board = replace(BOARD, tracks=more.pop("tracks", BOARD.tracks))
    setup = Setup(GAME.seats[: len(players)], frozenset(more.pop("options", ())), "1", board)
    held = dict(zip(setup.seats, players, strict=True))
    used = {link: owner for owner, player in held.items() for link in player.track}
    left = cards(deck) or dict.fromkeys(BOARD.kinds, 1)
    blank = State(setup, "play", RED, held, tuple(market.split()), tuple(KINDS[c] for c in row), {}, {}, {})
    rest = {kind: each_kind(blank) - left.get(kind, 0) - blank.row.count(kind) for kind in BOARD.kinds}
    for player in players:
        rest = {kind: number - player.hand.get(kind, 0) for kind, number in rest.items()}
    left = {kind: left.get(kind, 0) for kind in BOARD.kinds}
    return replace(blank, discards=rest, left=left, pool=left, used=used, given=True, **more)


def play(state: State, *entries: str) -> State:
    """Play entries, each of the seat whose turn it is."""
    for entry in entries:
        state = step(state, entry)[0]
    return state


def step(state: State, entry: str) -> tuple[State, tuple[Event, ...]]:
    (who,) = GAME.to_move(state)
    move = GAME.resolve(state, who, notation.parse(GAME, entry, "deal" if who == DEAL else "order"))
    assert GAME.resolve(state, who, notation.parse(GAME, GAME.write(state, who, move), start(who))) == move
    done = GAME.apply(state, who, move)
    assert GAME.census(done.state) == GAME.census(state)
    return done.state, done.events


def start(who: Seat) -> str:
    return "deal" if who == DEAL else "order"


def told(state: State, entry: str, viewer: Seat | None = None) -> str:
    (who,) = GAME.to_move(state)
    return story(who, step(state, entry)[1], GAME.phrases, viewer)


def refused(state: State, entry: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        play(state, entry)
    return caught.value


def why(state: State, entry: str) -> str:
    error = refused(state, entry)
    return f"{error.code}: {error.message}"


DEALT = (
    "red contracts cows/2b, pigs/1a, oil/1a, wood/1a, corn/1a, wheat/1a; red hand white, white, blue, red, green; "
    "red route R17; blue contracts coal/1a, steel/1a, cloth/1a, flour/1a, peaches/1a, cotton/1a; "
    "blue hand yellow, yellow, black, black, red; blue route R20; "
    "market cows, pigs, oil, wood, corn, wheat, coal, steel, cloth, flour, peaches, cotton; "
    "show white, red, blue, black"
)


def table(seats: int = 2, *options: str) -> Setup[Any]:
    return Setup(GAME.seats[:seats], frozenset(options), "1", BOARD)


def dealt(text: str = DEALT, seats: int = 2, *options: str) -> State:
    return GAME.setup(table(seats, *options), notation.parse(GAME, text, "deal")).state


def deal_refused(change: tuple[str, str], *options: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        dealt(DEALT.replace(*change), 2, *options)
    return f"{caught.value.code}: {caught.value.message}"


# Setup


def test_the_market_has_three_rows_valued_3_2_and_1() -> None:
    state = dealt()
    (market,) = [each for each in GAME.view(state, None) if each.title == "Commodity market"]
    assert [row[0] for row in market.rows] == ["$3", "$2", "$1"]
    assert market.rows[0][1:] == ("cows", "pigs", "oil", "wood")


def test_one_contract_of_each_commodity_is_dealt_in_equal_shares() -> None:
    for seats in GAME.counts:
        setup, deal = GAME.deal(table(seats), lambda _, items: tuple(items))
        players = GAME.setup(setup, deal).state.players.values()
        assert {len(player.contracts) for player in players} == {12 // seats}
        assert len({face.split("/")[0] for player in players for face in player.contracts}) == 12
    assert deal_refused(("pigs/1a", "cows/1a")).startswith(
        "deal: one contract of each commodity is dealt, and red has cows/2b and cows/1a"
    )
    assert deal_refused(("pigs/1a, ", "")) == "deal: red has 5 contracts in the deal and gets 6"
    assert deal_refused(("pigs/1a", "pigs/4a")) == (
        "no-such-contract: there is no contract pigs/4a; "
        "there are pigs/1a, pigs/1b, pigs/2a, pigs/2b, pigs/3a, pigs/3b"
    )


def test_with_two_players_three_of_each_type_of_rail_are_removed() -> None:
    assert sum(dealt().pool.values()) == 42
    setup, deal = GAME.deal(table(3), lambda _, items: tuple(items))
    assert sum(GAME.setup(setup, deal).state.pool.values()) == 60
    eight = "white, white, white, white, white"
    with pytest.raises(IllegalMove, match="8 white cards are dealt, and the deck of this game has 7"):
        dealt(
            DEALT.replace("white, white, blue, red, green", eight).replace("yellow, yellow", "white, white")
        )


def test_each_player_receives_five_rail_cards_and_four_are_dealt_face_up() -> None:
    state = dealt()
    assert [player.cards for player in state.players.values()] == [5, 5]
    assert state.row == ("white", "red", "blue", "black")
    assert state.deck == 42 - 14
    assert (
        deal_refused(("show white, ", "show "))
        == "deal: 3 cards are turned up in the deal, and there must be 4"
    )
    assert deal_refused(("hand white, ", "hand ")) == "deal: red has 4 rail cards in the deal and gets 5"


def test_the_deal_names_seats_chips_and_routes_once() -> None:
    assert deal_refused(("red contracts", "blue contracts")).startswith("deal")
    assert deal_refused(("oil, wood", "oil, oil")).startswith("deal: the market has each of the twelve")
    assert deal_refused(("R20", "R17")) == "no-such-route: R17 is dealt to red and to blue"
    assert deal_refused(("R20", "R99")) == "no-such-route: there is no route R99: they are R1 to R36"
    assert deal_refused(("; show white, red, blue, black", "")) == "deal: the deal has no `show`"
    assert deal_refused(("red hand white", "red hand purple")) == (
        "no-such-kind: there is no rail kind purple; there are white, blue, red, green, yellow, black"
    )
    swapped = "; ".join([*DEALT.split("; ")[3:6], *DEALT.split("; ")[:3], *DEALT.split("; ")[6:]])
    with pytest.raises(IllegalMove, match="the seats are red, blue in turn order"):
        dealt(swapped)


def test_the_starting_player_gives_one_card_to_the_player_on_their_right() -> None:
    setup, deal = GAME.deal(table(3), lambda _, items: tuple(items))
    state = GAME.setup(setup, deal).state
    after = play(state, "give white")
    assert [player.cards for player in after.players.values()] == [4, 5, 6]
    assert told(state, "give white") == "red gives green a card."
    assert told(state, "give white", GREEN) == "red gives green a card (white)."
    assert told(state, "give white", BLUE) == "red gives green a card."
    assert why(state, "give black") == "not-in-hand: red has no black card, but 5 white"
    assert why(state, "give cows").startswith("no-such-kind: there is no rail kind cows")


def test_each_player_places_the_locomotive_in_a_city_of_their_choice() -> None:
    state = play(dealt(), "give white", "place Norfolk", "place Norfolk")
    assert (state.phase, state.seat) == ("play", RED)
    assert {player.at for player in state.players.values()} == {"Norfolk"}
    assert why(play(dealt(), "give white"), "place g24") == ("no-such-city: g24 is not a city")


def test_nothing_else_is_played_during_the_setup() -> None:
    assert why(dealt(), "pass") == (
        "phase: red is still setting up: `give` and a rail card for the neighbour on the right is due"
    )
    ready = play(dealt(), "give white", "place Norfolk", "place Norfolk")
    assert why(ready, "place Raleigh") == (
        "phase: trains are placed before the first turn only, and red's is at Norfolk now"
    )
    with pytest.raises(IllegalMove, match="it is red's turn, not blue's"):
        GAME.apply(dealt(), BLUE, Move((Place("Norfolk"),)))


def test_the_train_begins_with_one_arrow_two_cards_and_one_freight_car() -> None:
    player = play(dealt(), "give white", "place Norfolk").players[RED]
    assert (player.engine, player.tender, player.cars) == (1, 2, 1)


def test_players_may_pick_the_side_they_prefer() -> None:
    text = re.sub(r"/(\d)[ab]", r"/\1", DEALT)
    state = dealt(text, 2, "choose-sides")
    assert state.phase == "sides"
    chosen = play(state, "sides pigs/1b, cows/2a, oil/1a, wood/1a, corn/1a, wheat/1b")
    assert chosen.players[RED].contracts == ("cows/2a", "pigs/1b", "oil/1a", "wood/1a", "corn/1a", "wheat/1b")
    assert chosen.seat == BLUE
    assert why(state, "sides cows/2a").startswith("sides: red holds cows/2, pigs/1, oil/1")
    assert why(state, "sides cows/2").startswith("no-such-contract: there is no contract cows/2; a side is")
    assert deal_refused(("R17", "R17"), "choose-sides").startswith("no-such-contract: cows/2b names a side")


# Playing the Game


def home(hand: str = "", *track: str, **more: Any) -> State:
    """Red in Norfolk, blue far away in Topeka."""
    red = {key: more.pop(key) for key in (*Player.__struct_fields__, "start", "contracts") if key in more}
    return position(seat(hand, red.pop("at", "Norfolk"), *track, **red), seat("", "Topeka"), **more)


def test_one_build_action_and_one_movement_action_in_a_turn() -> None:
    state = home("2r 2y", "Norfolk-g24-Raleigh", row="wwww", money=3)
    assert play(state, "build Raleigh-Roanoke; move Norfolk-g24").players[RED].cities >= {"Roanoke"}
    assert why(state, "build Raleigh-Roanoke; upgrade car") == (
        "twice: a turn has at most one of draw, build and upgrade, and this one has `build Raleigh-Roanoke` already"
    )
    assert why(state, "move Norfolk-g24; move g24-Raleigh").startswith("twice: a turn has at most one move")


def test_build_and_movement_come_in_either_order() -> None:
    state = home("2r 2y", "Norfolk-g24-Raleigh", row="wwww")
    one = play(state, "build Raleigh-Roanoke; move Norfolk-g24")
    assert one == play(state, "move Norfolk-g24; build Raleigh-Roanoke")
    assert play(state, "pass").seat == BLUE
    assert why(state, "pass; load") == "alone: a seat that passes does nothing else in that turn"


def test_actions_count_in_the_order_written_so_that_money_just_earned_may_pay() -> None:
    state = home(
        "",
        "Norfolk-g24-Raleigh",
        aboard=("peaches",),
        contracts="peaches/2a",
        at="g24-Norfolk",
        start="Norfolk",
        money=1,
    )
    rich = play(state, "move Norfolk; deliver peaches; upgrade engine").players[RED]
    assert (rich.money, rich.engine) == (0, 2)
    early = refused(state, "move Norfolk; upgrade engine; deliver peaches")
    assert (early.code, early.hint) == ("money", "write `move Norfolk; deliver peaches; upgrade engine`")
    poor = refused(home("", at="Norfolk", money=1), "upgrade engine")
    assert poor.hint == (
        "deliver before it in the turn, or leave `upgrade engine` out: what a new city pays is for later turns"
    )


# A. Draw Rail Cards


def test_draw_from_the_face_up_cards_and_the_deck_and_refill_to_four() -> None:
    state = home("", row="wruk", deck="2u 2g 9y")
    after = play(state, "draw white, deck:blue; show green")
    assert after.players[RED].hand == {"white": 1, "blue": 1}
    assert after.row == ("red", "blue", "black", "green")
    assert after.deck == 11
    assert told(state, "draw white, deck:blue; show green") == (
        "red takes white, draws 1 card from the deck, green turned up."
    )
    assert "1 card from the deck (blue)" in told(state, "draw white, deck:blue; show green", RED)


def test_draw_from_one_up_to_the_number_on_the_tender() -> None:
    state = home("", row="wruk", deck="2u 2g 2y")
    assert play(state, "draw white; show green").players[RED].cards == 1
    assert why(state, "draw white, red, deck:blue; show green, green") == (
        "power: red's tender draws 2 cards, not 3"
    )
    assert why(home("", row="wruk"), "draw green; show white").startswith(
        "not-in-row: no green card is face up"
    )


def test_face_up_cards_stand_before_cards_of_the_deck() -> None:
    error = refused(home("", row="wruk"), "draw deck:blue, white; show green")
    assert (error.code, error.hint) == ("draw-order", "write `draw white, deck:blue; show green`")
    assert why(home("", row="wruk"), "show green").startswith("draw-order: cards are turned up")


def test_a_record_names_what_the_deck_gave_and_it_must_have_been_there() -> None:
    state = home("", row="wruk", deck="1u 2g")
    assert why(state, "draw deck").startswith("draw-missing: the record does not say which card came")
    assert (
        why(state, "draw deck:yellow")
        == "not-in-box: no yellow card is left in the deck: it was shuffled without yellow"
    )
    assert (
        why(state, "draw deck:blue, deck:blue")
        == "not-in-box: no blue card is left in the deck: its one blue card is out"
    )
    assert why(state, "draw white, deck:blue") == (
        "draw-missing: the row is refilled to 4, and 1 card is not named"
    )
    assert why(state, "draw deck:blue; show green").startswith("show: green is one card too many")


def test_the_dealer_fills_in_what_the_deck_gives() -> None:
    state = home("", row="wruk", deck="2u 2g")
    move = GAME.resolve(state, RED, notation.parse(GAME, "draw white, deck"))
    filled = GAME.fill(state, RED, move, lambda _, items: tuple(items))
    assert GAME.write(state, RED, filled) == "draw white, deck:blue; show blue"
    assert GAME.write(state, RED, move) == "draw white, deck"


# B. Build Rails


def test_a_new_direct_line_connects_a_city_of_the_network_to_a_new_city() -> None:
    state = home("1r 1y 2g")
    after = play(state, "build Norfolk-g24-Raleigh")
    assert after.players[RED].track == links("Norfolk-g24-Raleigh")
    assert after.players[RED].hand == {"green": 2}
    assert after.players[RED].cities == {"Norfolk", "Raleigh"}
    assert {kind: after.discards[kind] - state.discards[kind] for kind in ("red", "yellow")} == {
        "red": 1,
        "yellow": 1,
    }
    assert after == play(state, "build Raleigh-g24-Norfolk")


def test_a_new_spur_line_connects_existing_tracks_to_a_new_city() -> None:
    state = home("1r", "Norfolk-g24-Raleigh")
    assert play(state, "build g24-Roanoke").players[RED].cities == {"Norfolk", "Raleigh", "Roanoke"}


def test_a_spur_link_connects_two_parts_of_the_existing_track() -> None:
    state = home("1r 1y", "Norfolk-g24-Raleigh-Roanoke")
    after = play(state, "build Roanoke-g24")
    assert after.players[RED].cities == state.players[RED].cities
    assert after.players[RED].money == 0
    assert after == play(state, "build g24-Roanoke")
    assert GAME.write(state, RED, GAME.resolve(state, RED, notation.parse(GAME, "build g24-Roanoke"))) == (
        "build Roanoke-g24"
    )


def test_each_card_must_match_the_colour_of_the_track() -> None:
    assert why(home("1r 3g"), "build Norfolk-g24-Raleigh") == (
        "cards: the path costs 1 red, 1 yellow, and red holds 1 red, 3 green"
    )
    error = refused(home("1r 3g"), "build Norfolk-g24-Raleigh")
    assert error.hint == "write `trade 2 green for yellow; build Norfolk-g24-Raleigh`"
    assert refused(home("1r 1g"), "build Norfolk-g24-Raleigh").hint == (
        "draw more cards, or build a shorter path"
    )


def test_it_is_illegal_to_branch_off_another_players_track() -> None:
    other = seat("", "Roanoke", "Roanoke-g24-Raleigh")
    state = position(seat("3r 3y 3u"), other)
    assert why(state, "build Raleigh-h25-h27") == (
        "not-connected: red has no track at Raleigh, where only blue has"
    )
    assert why(state, "build i22-Columbia") == "not-connected: i22 is not on red's network"
    assert why(state, "build Norfolk-g24-Raleigh") == "taken: g24-Raleigh already has blue's track"


def test_lines_of_different_players_may_cross_and_share_cities() -> None:
    other = seat("", "Roanoke", "Roanoke-g24-Raleigh")
    state = position(seat("3r 3y 3u"), other)
    after = play(state, "build Norfolk-h25-Raleigh")
    assert "Raleigh" in after.players[RED].cities & after.players[BLUE].cities
    across = position(seat("1y 1u", "Raleigh"), seat("", "Roanoke", "Roanoke-g24-Norfolk"))
    assert play(across, "build Raleigh-h25-Norfolk").players[RED].cities == {"Raleigh", "Norfolk"}


def test_it_is_illegal_to_build_track_that_does_not_connect_to_a_city() -> None:
    assert why(home("3r 3y"), "build Norfolk-g24") == (
        "no-city: a build ends in a new city or on one's own track, and g24 is neither"
    )


def test_a_build_ends_at_the_first_city_or_own_track() -> None:
    assert why(home("9y 9r"), "build Norfolk-g24-Raleigh-Roanoke").startswith(
        "through: Raleigh is a new city"
    )
    own = home("9y 9r", "Norfolk-g24-Raleigh")
    assert why(own, "build Norfolk-h25-Raleigh-g24-Roanoke") == (
        "through: Raleigh is on red's network, and a build ends where it meets that"
    )
    own_point = home("9y 9r", "Roanoke-g24-Raleigh", start="Roanoke")
    assert why(own_point, "build Roanoke-f23-g24-Norfolk").startswith("through: g24 is on red's network")
    assert (
        why(home("9u 9y"), "build Norfolk-Raleigh") == "no-link: there is no link between Norfolk and Raleigh"
    )
    assert why(home("9y"), "build Norfolk-h25-Norfolk") == "path: the path has Norfolk twice"
    assert why(home("9y"), "build Norfolk") == "path: the path has one point only"
    assert why(home("9y"), "build Norfolk-q9") == "no-such-point: there is no point q9 on the board"


def test_players_who_have_run_out_of_tracks_cannot_build() -> None:
    state = home("9y 9r", "Norfolk-g24-Raleigh", tracks=2)
    assert why(state, "build Raleigh-Roanoke") == "no-track: red has no track left"
    short = home("9y 9r", "Norfolk-g24-Raleigh", tracks=3)
    assert why(short, "build Raleigh-i22-Columbia") == (
        "no-track: the path needs 2 tracks and red has 1 left"
    )


# WILD Rail Cards


def test_two_solid_white_cards_are_one_rail_card_of_your_choice() -> None:
    state = home("2w 1y")
    assert play(state, "trade 2 white for red; build Norfolk-g24-Raleigh").players[RED].hand == {}


def test_three_dashed_blue_cards_are_two_rail_cards_of_your_choice() -> None:
    state = home("3u")
    after = play(state, "trade 3 blue for red, yellow; build Norfolk-g24-Raleigh")
    assert after.players[RED].hand == {}
    assert after.discards["blue"] == state.discards["blue"] + 3
    assert told(state, "trade 3 blue for red, yellow; build Norfolk-g24-Raleigh").startswith(
        "red trades 3 blue for red and yellow, builds Norfolk-g24-Raleigh with 2 tracks (1 red, 1 yellow)"
    )


def test_multiple_wild_sets_may_be_exchanged_in_one_turn() -> None:
    state = home("2w 2u 2k")
    text = "trade 2 white for red; trade 2 blue for yellow; build Norfolk-g24-Raleigh"
    assert play(state, text).players[RED].hand == {"black": 2}
    same = home("4w")
    twice = "trade 2 white for red; trade 2 white for yellow; build Norfolk-g24-Raleigh"
    assert play(same, twice).players[RED].hand == {}


def test_a_wild_set_is_exchanged_for_one_less_of_a_different_card() -> None:
    state = home("4w 2r 1y")
    build = "; build Norfolk-g24-Raleigh"
    assert why(state, f"trade 1 white for red{build}").startswith(
        "trade: a trade takes at least two identical cards"
    )
    assert why(state, f"trade 2 white for red, yellow{build}") == (
        "trade: 2 identical cards are worth 1 other, not 2"
    )
    assert why(state, f"trade 2 white for white{build}") == (
        "trade: white cards are traded for cards of other kinds"
    )
    assert why(state, f"trade 2 white for cows{build}").startswith("no-such-kind: there is no rail kind cows")


def test_cards_got_are_all_used_by_the_build_and_not_traded_again() -> None:
    state = home("4w 1y 1r")
    assert why(state, "trade 2 white for blue; build Norfolk-g24-Raleigh") == (
        "trade-unused: the build does not use the blue card got by the trade"
    )
    again = "trade 3 white for blue, blue; trade 2 blue for red; build Norfolk-g24-Raleigh"
    assert refused(home("3w 1y"), again).code == "trade-unused"
    assert why(state, "trade 2 white for red") == "trade-unused: a trade pays for a build"
    assert why(state, "trade 2 white for red; load") == "trade-unused: a trade pays for a build"
    assert refused(home("1w 1y"), "trade 2 white for red; build Norfolk-g24-Raleigh").code == "cards"


# COMMODITY Scoring


JENN = "cows pigs oil wood corn wheat coal steel cloth flour peaches cotton"


def test_jenn_connects_norfolk_scores_pigs_and_the_chip_goes_down() -> None:
    state = position(seat("1r 1y", "Raleigh"), seat("", "Topeka"), market=JENN)
    after = play(state, "build Raleigh-g24-Norfolk")
    assert after.players[RED].money == 3
    assert " ".join(after.market) == "cows wheat oil wood corn flour coal steel cloth pigs peaches cotton"
    assert "reaches Norfolk and collects $3 for pigs (now $3)" in told(state, "build Raleigh-g24-Norfolk")


def test_a_chip_on_the_2_row_moves_down_and_only_the_one_below_moves_up() -> None:
    market = "cows wheat oil wood corn pigs coal steel cloth flour peaches cotton"
    after = play(
        position(seat("1r 1y", "Raleigh"), seat("", "Topeka"), market=market), "build Raleigh-g24-Norfolk"
    )
    assert after.players[RED].money == 2
    assert " ".join(after.market) == "cows wheat oil wood corn flour coal steel cloth pigs peaches cotton"


def test_a_chip_on_the_1_row_stays() -> None:
    market = "cows wheat oil wood corn flour coal steel cloth pigs peaches cotton"
    after = play(
        position(seat("1r 1y", "Raleigh"), seat("", "Topeka"), market=market), "build Raleigh-g24-Norfolk"
    )
    assert after.players[RED].money == 1
    assert after.market == tuple(market.split())


def test_only_a_new_city_scores_and_the_starting_city_counts_as_connected() -> None:
    state = home("1u 1y", "Norfolk-g24-Raleigh")
    after = play(state, "build Norfolk-h25-Raleigh")
    assert after.players[RED].money == 0
    assert after.market == state.market


# C. Upgrade Train


def test_the_train_is_upgraded_only_in_a_city() -> None:
    state = home("", "Norfolk-g24-Raleigh", at="g24-Norfolk", start="Norfolk", money=9)
    assert why(state, "upgrade engine") == (
        "not-in-city: the train is upgraded in a city, and red's is on g24-Norfolk"
    )
    assert play(state, "move Norfolk; upgrade engine").players[RED].engine == 2


def test_the_first_upgrade_costs_3_and_the_second_of_the_same_type_5() -> None:
    one = play(home("", money=9), "upgrade car").players[RED]
    assert (one.money, one.cars) == (6, 2)
    two = play(home("", money=9, cars=2), "upgrade car").players[RED]
    assert (two.money, two.cars) == (4, 3)
    other = play(home("", money=9, cars=2), "upgrade tender").players[RED]
    assert (other.money, other.tender) == (6, 3)
    assert why(home("", money=4, cars=2), "upgrade car") == "money: red has $4 and the car costs $5"


def test_each_type_may_be_upgraded_twice() -> None:
    assert why(home("", money=9, engine=3), "upgrade engine") == (
        "upgraded: red's engine has had both upgrades"
    )


def test_only_one_item_is_upgraded_one_level_in_a_turn() -> None:
    assert refused(home("", money=9), "upgrade engine; upgrade engine").code == "twice"


def test_a_new_engine_serves_at_once() -> None:
    state = home("", "Norfolk-g24-Raleigh", money=3)
    assert play(state, "upgrade engine; move g24-Raleigh").players[RED].at == "g24-Raleigh"
    assert refused(state, "move g24-Raleigh; upgrade engine").code == "too-far"


# Movement


def test_a_train_travels_only_on_its_own_rails() -> None:
    other = seat("", "Roanoke", "Roanoke-g24-Norfolk")
    state = position(seat("", "Norfolk", "Norfolk-h25-Raleigh"), other)
    assert why(state, "move Norfolk-g24") == "not-own-track: g24-Norfolk has blue's track"
    assert why(state, "move Norfolk-f25") == "not-own-track: there is no track on f25-Norfolk"
    assert why(state, "move Roanoke") == "not-own-track: Roanoke is not connected to red's track"


def test_each_piece_of_track_and_each_city_is_one_space() -> None:
    track = "Norfolk-g24-Raleigh-Roanoke"
    spaces = ["Norfolk-g24", "g24-Raleigh", "Raleigh", "Raleigh-Roanoke", "Roanoke"]
    for speed in (1, 2, 3):
        state = home("", track, engine=speed)
        for away, space in enumerate(spaces, 1):
            if away <= speed:
                assert space in (
                    at := play(state, f"move {space}").players[RED].at,
                    "-".join(at.split("-")[::-1]),
                )
            else:
                assert refused(state, f"move {space}").code == "too-far"
    assert why(home("", track, engine=2), "move Roanoke") == (
        "too-far: Roanoke is 5 spaces away, and red's engine moves 2"
    )


def test_a_train_may_use_part_of_its_movement_and_pass_through_cities() -> None:
    state = home("", "Norfolk-g24-Raleigh-Roanoke", engine=3, at="g24-Raleigh", start="Norfolk")
    assert play(state, "move Raleigh").players[RED].at == "Raleigh"
    assert play(state, "move Roanoke").players[RED].at == "Roanoke"
    assert refused(state, "move g24-Raleigh").code == "no-move"


def test_a_move_names_where_the_train_stops_a_city_or_a_piece_between_two_points() -> None:
    state = home("", "Norfolk-g24-Raleigh", engine=3)
    assert play(state, "move g24-Raleigh") == play(state, "move Raleigh-g24")
    assert refused(state, "move g24").code == "junction"
    assert refused(state, "move Norfolk-Raleigh").code == "no-link"
    with pytest.raises(AmbiguousOrder) as caught:
        play(state, "move Norfolk-g24-Raleigh; load")
    assert caught.value.choices == ("move Raleigh; load", "move g24-Raleigh; load")
    slow = home("", "Norfolk-g24-Raleigh", engine=2)
    assert play(slow, "move Norfolk-g24-Raleigh").players[RED].at == "g24-Raleigh"
    onward = home("", "Norfolk-g24-Raleigh-i22-Columbia", engine=2, at="g24-Raleigh", start="Norfolk")
    assert play(onward, "move Raleigh-i22").players[RED].at == "Raleigh-i22"


# Loading and delivery


def test_a_train_in_a_city_loads_the_token_of_that_citys_commodity() -> None:
    state = home(contracts="pigs/1a")
    assert play(state, "load").players[RED].aboard == ("pigs",)
    assert play(state, "load pigs") == play(state, "take pigs") == play(state, "take") == play(state, "load")
    assert why(state, "load cows") == "not-here: Norfolk has pigs, not cows"
    assert why(home(contracts="cows/1a"), "load").startswith("no-token: red has no open contract for pigs")
    assert why(home(contracts="pigs/1a", aboard=("pigs",)), "load").startswith("no-token: the pigs token is")
    away = home("", "Norfolk-g24-Raleigh", at="g24-Norfolk", start="Norfolk", contracts="pigs/1a")
    assert refused(away, "load").code == "not-in-city"
    assert refused(state, "load glue").code == "no-such-commodity"


def test_each_freight_car_carries_one_cargo_and_a_token_may_be_dumped() -> None:
    full = home(contracts="pigs/1a cows/1a", aboard=("cows",))
    error = refused(full, "load")
    assert (error.code, error.hint) == ("full", "write `dump cows; load`")
    assert play(full, "dump cows; load").players[RED].aboard == ("pigs",)
    assert play(full, "dump; load") == play(full, "dump cows; load")
    assert play(home(contracts="pigs/1a cows/1a", aboard=("cows",), cars=2), "load").players[RED].aboard == (
        "cows",
        "pigs",
    )
    on_the_way = home(
        "", "Norfolk-g24-Raleigh", at="g24-Norfolk", start="Norfolk", aboard=("cows",), contracts="cows/1a"
    )
    assert play(on_the_way, "dump cows").players[RED].aboard == ()
    assert why(home(), "dump cows") == "not-aboard: red's train has no cows; it carries nothing"


def at_topeka(**more: Any) -> State:
    red = seat("", "Topeka", contracts="peaches/1a cows/1a", cars=2, **more)
    return position(red, seat("", "Norfolk"))


def test_a_delivery_completes_the_contract_and_pays_its_fee() -> None:
    after = play(at_topeka(aboard=("peaches",)), "deliver peaches").players[RED]
    assert (after.money, after.aboard) == (9, ())
    assert (after.contracts, after.done) == (("cows/1a",), {"peaches/1a": "Topeka"})
    assert play(at_topeka(aboard=("peaches",)), "deliver").players[RED] == after
    assert play(at_topeka(aboard=("peaches",)), "deliver peaches to Topeka").players[RED] == after
    assert refused(at_topeka(aboard=("peaches",)), "deliver peaches to Boston").code == "assertion"


def test_fruit_or_cows_to_topeka_but_not_both() -> None:
    both = at_topeka(aboard=("cows", "peaches"))
    assert play(both, "deliver cows").players[RED].money == 11
    assert why(both, "deliver peaches; deliver cows") == (
        "used-city: red has delivered peaches to Topeka, and delivers only once to a city"
    )
    with pytest.raises(AmbiguousOrder) as caught:
        play(both, "deliver")
    assert caught.value.choices == ("deliver cows", "deliver peaches")


def test_only_a_listed_city_takes_a_delivery() -> None:
    state = home(contracts="peaches/1a", aboard=("peaches",))
    assert why(state, "deliver peaches").startswith("not-listed: peaches/1a does not list Norfolk; it lists")
    assert (
        why(state, "deliver")
        == "not-aboard: there is nothing to deliver at Norfolk; the train carries peaches"
    )
    assert refused(state, "deliver cows").code == "not-aboard"


# Game Rounds & Time Cards


def test_a_draw_interrupted_by_the_deck_running_out_is_finished_from_the_new_deck() -> None:
    state = home("", row="wruk", deck="1u")
    entry = "draw deck:blue; round 2; draw deck:red; show black, red, yellow, red"
    after = play(state, entry)
    assert (after.round, after.row) == (2, ("black", "red", "yellow", "red"))
    assert after.players[RED].hand == {"blue": 1, "red": 1}
    assert after.discards == {}
    assert after.deck == 42 - 6
    assert told(state, entry) == (
        "red draws 1 card from the deck, round 2 begins, red draws 1 card from the deck, "
        "black, red, yellow and red turned up."
    )
    assert why(state, "draw deck:blue, deck:red") == "round: the deck is empty now, and round 2 begins"
    assert (
        why(home("", row="wruk", deck="2u"), "draw deck:blue; round 2")
        == "round: round 2 does not begin here: "
        "the deck holds 1 card"
    )


def test_a_round_ends_when_the_last_card_is_turned_up_for_the_row() -> None:
    state = home("", row="wruk", deck="1u")
    after = play(state, "draw white; show blue; round 2; show black, red, yellow, red")
    assert (after.round, after.row) == (2, ("black", "red", "yellow", "red"))


def test_a_round_ends_although_the_draw_is_complete() -> None:
    state = home("", row="wruk", deck="2u")
    after = play(state, "draw deck:blue, deck:blue; round 2; show black, red, yellow, red")
    assert (after.round, after.deck) == (2, 42 - 6)


def scarce(deck: str, row: str, red: str, blue: str) -> State:
    """A position in which hardly any card is left to be shuffled anew."""
    state = position(seat(red), seat(blue, "Topeka"), row=row, deck=deck)
    held = dict.fromkeys(BOARD.kinds, 0)
    moved = {k: n for k, n in state.discards.items() if n}
    other = replace(
        state.players[BLUE], hand={k: state.players[BLUE].hand.get(k, 0) + n for k, n in moved.items()}
    )
    return replace(state, players={**state.players, BLUE: other}, discards=held)


def test_two_rounds_can_end_in_one_draw() -> None:
    state = scarce("1u", "w", "", "")
    after = play(state, "draw deck:blue; round 2; draw deck:white; round 3")
    assert (after.round, after.row, after.times) == (3, (), 0)
    assert after.deck == 3
    assert after.players[RED].hand == {"blue": 1, "white": 1}


def test_if_nothing_is_left_the_draw_stops_short() -> None:
    state = scarce("1u", "", "", "")
    move = GAME.resolve(state, RED, notation.parse(GAME, "draw deck, deck"))
    filled = GAME.fill(state, RED, move, lambda _, items: tuple(items))
    assert GAME.write(state, RED, filled) == "draw deck:blue; round 2; round 3"
    assert GAME.apply(state, RED, filled).state.deck == 3


def late(times: int = 0, deck: str = "1w 1u", row: str = "wruk", **more: Any) -> State:
    """Round 3, the time cards in the lower half; all before the last card of `deck` have been drawn."""
    state = home("", row=row, deck=deck, round=3, times=times, **more)
    return replace(state, cut=0, taken=times)


def test_time_cards_are_shuffled_into_the_lower_half_for_round_3() -> None:
    state = replace(home("", row="wruk", deck="1u"), round=2)
    after = play(state, "draw white; show blue; round 3; show black, red, yellow, red")
    assert (after.round, after.cut, after.deck) == (3, 4, 42 - 5 + 3)
    upper = -(-(42 - 5) // 2)
    given = replace(after, taken=after.cut + upper - 1)
    assert why(play(given, "pass"), "draw deck:time, deck:white") == (
        "not-in-box: 1 card of the upper half lies on the one with the time cards"
    )
    assert refused(home("", row="wruk", deck="2u"), "draw deck:time, deck:blue").code == "not-in-box"


def test_a_time_card_is_put_on_the_board_and_replaced_at_once() -> None:
    state = late(deck="2w 2u", row="wruk")
    below = replace(state, taken=2, left={**state.left, "white": 0})
    after = play(below, "draw deck:time, deck:blue")
    assert (after.times, after.players[RED].hand) == (1, {"blue": 1})
    assert told(below, "draw deck:time, deck:blue") == (
        "time card 1 of 3 turns up, red draws 1 card from the deck."
    )
    assert why(below, "draw deck:time").startswith("draw-missing: a time card is replaced at once")


def test_a_time_card_turned_up_for_the_row_counts_too() -> None:
    below = replace(late(deck="2w 2u"), taken=2, left={"white": 0, "blue": 2, **dict.fromkeys("rgyk", 0)})
    after = play(below, "draw white; show time, blue")
    assert (after.times, after.row) == (1, ("red", "blue", "black", "blue"))


def test_the_game_ends_at_once_when_the_third_time_card_is_revealed() -> None:
    below = replace(late(times=2, deck="2w 2u"), taken=4, left={**late().left, "white": 0, "blue": 2})
    after = play(below, "draw deck:blue, deck:time")
    assert (after.phase, after.reason, after.times) == ("reveal", "time", 3)
    assert after.players[RED].hand == {"blue": 1}
    assert refused(below, "draw deck:time; show blue").code == "show"
    assert refused(below, "draw deck:time; load").code == "over"
    assert told(below, "draw deck:time") == "time card 3 of 3 turns up, the game ends."


def test_once_the_third_time_card_is_turned_the_dealer_drops_what_follows() -> None:
    state = replace(
        late(times=2, deck="2w 2u", contracts="pigs/1a"), taken=6, left=dict.fromkeys(BOARD.kinds, 0)
    )
    move = GAME.resolve(state, RED, notation.parse(GAME, "draw deck, deck; load"))
    filled = GAME.fill(state, RED, move, lambda _, items: tuple(items))
    assert GAME.write(state, RED, filled) == "draw deck:time"
    assert GAME.apply(state, RED, filled).state.reason == "time"


# Game End


def test_special_ending_after_one_more_turn_for_each_other_player() -> None:
    red = seat("9y 9r", "Norfolk", "Norfolk-g24-Raleigh")
    state = position(red, seat("", "Topeka"), seat("", "Boston"), tracks=3)
    one = play(state, "build Raleigh-Roanoke")
    assert (one.last, one.phase) == ((BLUE, GREEN), "play")
    assert "has no track and no delivery left" in told(state, "build Raleigh-Roanoke")
    two = play(one, "pass")
    assert (two.last, two.seat) == ((GREEN,), GREEN)
    three = play(two, "pass")
    assert (three.phase, three.reason) == ("reveal", "special")
    assert GAME.to_move(three) == {DEAL}


def test_special_ending_waits_for_deliveries_that_can_still_be_made() -> None:
    red = seat("9y 9r", "Norfolk", "Norfolk-g24-Raleigh", contracts="pigs/2a")
    state = position(red, seat("", "Topeka"), tracks=3)
    assert play(state, "build Raleigh-Roanoke").last is None
    done = replace(red, done={"corn/1a": "Roanoke"})
    used = replace(state, players={**state.players, RED: done})
    assert play(used, "build Raleigh-Roanoke").last == (BLUE,)
    far = replace(red, contracts=("cows/1a",))
    assert play(replace(state, players={**state.players, RED: far}), "build Raleigh-Roanoke").last == (BLUE,)
    aboard = replace(red, contracts=("flour/1a",), aboard=("flour",))
    fees = BOARD.contracts["flour/1a"]
    listed = not {"Norfolk", "Raleigh", "Roanoke"}.isdisjoint(fees)
    after = play(replace(state, players={**state.players, RED: aboard}), "build Raleigh-Roanoke")
    assert (after.last is None) == listed


def test_the_third_time_card_still_ends_the_game_during_the_last_turns() -> None:
    state = replace(
        late(times=2, deck="2w 2u"), taken=6, left=dict.fromkeys(BOARD.kinds, 0), last=(RED, BLUE)
    )
    assert play(state, "draw deck:time").reason == "time"


INDIANAPOLIS = next(code for code, route in BOARD.routes.items() if route.start == "Indianapolis")


def path_to(*stops: str) -> list[str]:
    """Shortest paths through stops, for tracks of the tests."""
    paths = []
    for one, other in pairwise(stops):
        path = [one]
        while path[-1] != other:
            near = BOARD.near[path[-1]]
            path.append(min(near, key=lambda point: BOARD.away[other][point]))
        paths.append("-".join(path))
    return paths


def scored(*track: str) -> int:
    return ending.route_worth(home("", *track, start="Indianapolis"), RED, INDIANAPOLIS)


def test_jon_connects_indianapolis_raleigh_columbia_jacksonville_and_tampa_for_10() -> None:
    stops = ["Indianapolis", "Raleigh", "Columbia", "Jacksonville", "Tampa"]
    whole = path_to(*stops)
    assert scored(*whole) == 10
    assert [scored(*whole[:count]) for count in (1, 2, 3)] == [4, 6, 8]


def test_a_route_scores_the_furthest_city_before_the_first_gap() -> None:
    raleigh, columbia, jacksonville, tampa = path_to(
        "Indianapolis", "Raleigh", "Columbia", "Jacksonville", "Tampa"
    )
    assert scored(raleigh, jacksonville, tampa) == 4
    assert scored(raleigh, columbia, tampa) == 6
    assert scored(columbia, jacksonville, tampa) == 0


def test_a_route_scores_only_with_track_touching_the_start_city() -> None:
    assert scored() == 0
    assert scored("Raleigh-i22-Columbia") == 0


def ended(*players: Player, routes: str = "R1 R2 R3 R4") -> Any:
    """The outcome of a game of these players that ends now."""
    state = replace(position(*players), phase="reveal", seat=Seat(""), reason="time", times=3, round=3)
    codes = dict(zip(state.players, routes.split(), strict=False))
    hidden = {who: replace(player, routes=(codes[who],)) for who, player in state.players.items()}
    after = GAME.apply(replace(state, players=hidden), DEAL, Move((Reveal(codes),))).state
    return GAME.outcome(after)


def test_players_reveal_their_route_cards_and_money_and_routes_are_added() -> None:
    jon = seat(
        "", "Norfolk", *path_to("Indianapolis", "Raleigh", "Columbia", "Jacksonville", "Tampa"), money=5
    )
    over = ended(jon, seat("", "Topeka", money=12), routes=f"{INDIANAPOLIS} R2")
    assert over.scores == {RED: 15, BLUE: 12}
    assert (over.winners, over.reason, over.text) == ((RED,), "time", "red 15, blue 12")


def test_the_player_with_the_most_money_wins() -> None:
    assert ended(seat(money=3), seat(money=4), seat(money=2)).winners == (BLUE,)


def test_a_tie_goes_to_the_most_connected_cities_then_the_most_unplayed_track_then_is_shared() -> None:
    more = seat("", "Norfolk", "Norfolk-g24-Raleigh", money=4)
    assert ended(seat("", "Boston", money=4), more).winners == (BLUE,)
    longer = seat("", "Boston", "Boston-c30-Albany", money=4)
    shorter = seat("", "Cleveland", "Cleveland-Detroit", money=4)
    assert ended(longer, shorter).winners == (BLUE,)
    assert ended(seat("", "Boston", money=4), seat("", "Topeka", money=4)).winners == (RED, BLUE)


def test_routes_are_turned_up_by_the_dealer_in_turn_order_and_as_they_were_dealt() -> None:
    state = replace(position(seat(), seat("", "Topeka")), phase="reveal", seat=Seat(""), reason="time")
    hidden = {RED: state.players[RED], BLUE: replace(state.players[BLUE], routes=(UNKNOWN,))}
    state = replace(state, players=hidden)
    assert told(state, "red route R1; blue route R2").startswith("red turns up R1 for $")
    assert why(state, "red route R3; blue route R2") == "not-in-hand: red holds R1, not R3"
    assert (
        why(state, "red route R1; blue route R1")
        == "not-in-box: there is only one R1, and red and blue turn it up"
    )
    assert (
        why(state, "red route R1; blue route R77")
        == "no-such-route: there is no route R77: they are R1 to R36"
    )
    assert why(state, "blue route R2; red route R1").startswith(
        "reveal: the routes of red, blue are turned up"
    )
    assert why(state, "market cows").startswith("reveal: at the end only routes are turned up")
    with pytest.raises(IllegalMove, match="turned up only when play is over"):
        GAME.apply(home(), DEAL, Move((Reveal({RED: "R1", BLUE: "R2"}),)))


# Advanced Play


def test_who_has_completed_all_contracts_may_take_an_extra_one_for_3() -> None:
    state = home(money=4, done={"pigs/1a": "Boston"}, options=("extra-contract",))
    after = play(state, "extra cows/3b").players[RED]
    assert (after.money, after.contracts) == (1, ("cows/3b",))
    assert refused(state, "extra").code == "draw-missing"
    assert refused(state, "extra pigs/1b").code == "not-in-box"
    assert why(home(money=2, options=("extra-contract",)), "extra cows/1a") == (
        "money: red has $2 and an extra contract costs $3"
    )
    assert refused(home(money=4, contracts="cows/1a", options=("extra-contract",)), "extra pigs/1a").code == (
        "open-contracts"
    )
    assert refused(home(money=4), "extra pigs/1a").code == "no-option"


def test_an_extra_contract_is_for_a_commodity_on_nobodys_open_contract() -> None:
    blue = seat("", "Topeka", contracts="cows/1a")
    state = position(seat(money=9), blue, options=("extra-contract",))
    assert refused(state, "extra cows/2a").code == "not-in-box"
    move = GAME.resolve(state, RED, notation.parse(GAME, "extra; draw deck"))
    filled = GAME.fill(state, RED, move, lambda _, items: tuple(items))
    assert GAME.write(state, RED, filled).startswith("extra wood/1a; draw deck:")


def test_extra_contracts_may_be_repeated() -> None:
    state = home(money=9, aboard=("pigs",), contracts="pigs/1a", at="Boston", options=("extra-contract",))
    after = play(state, "deliver pigs; extra cows/1a").players[RED]
    assert after.contracts == ("cows/1a",)
    assert after.money == 9 + BOARD.contracts["pigs/1a"]["Boston"] - 3


def test_two_routes_are_dealt_and_one_is_kept() -> None:
    state = dealt(DEALT.replace("R17", "R17, R3").replace("R20", "R20, R4"), 2, "two-routes")
    state = play(state, "give white")
    assert state.phase == "keep"
    after = play(state, "keep R17", "keep R4")
    assert [player.routes for player in after.players.values()] == [("R17",), ("R4",)]
    assert after.phase == "place"
    assert why(state, "keep R9") == "not-in-hand: red has no route R9; there are R17 and R3"
    assert told(state, "keep R17") == "red keeps a route."
    assert told(state, "keep R17", RED) == "red keeps a route (R17)."
    assert deal_refused(("R17", "R17"), "two-routes") == "deal: red has 1 route in the deal and gets 2"


# Leaving


def test_a_seat_that_resigns_is_skipped_and_its_track_stays() -> None:
    state = position(seat("1r", "Norfolk", "Norfolk-g24-Raleigh"), seat("", "Topeka"), seat("", "Boston"))
    gone = GAME.leave(state, RED).state
    assert (gone.seat, gone.playing) == (BLUE, (BLUE, GREEN))
    assert gone.used == state.used
    assert play(gone, "pass", "pass").seat == BLUE
    assert GAME.census(gone) == GAME.census(state)
    with pytest.raises(IllegalMove, match="has resigned already"):
        GAME.leave(gone, RED)


def test_one_seat_left_ends_the_game() -> None:
    state = home(money=3)
    over = GAME.outcome(GAME.leave(state, BLUE).state)
    assert over is not None
    assert (over.reason, over.winners, over.text) == ("resignation", (RED,), "red 3, blue 0")


def test_a_seat_may_resign_during_the_setup() -> None:
    setup, deal = GAME.deal(table(3), lambda _, items: tuple(items))
    state = GAME.leave(GAME.setup(setup, deal).state, RED).state
    assert (state.phase, state.seat) == ("give", BLUE)
    with pytest.raises(IllegalMove, match="cannot be skipped now"):
        GAME.skip(state, BLUE)
    ready = play(state, f"give {next(iter(state.players[BLUE].hand))}", "place Norfolk", "place Tampa")
    assert (ready.phase, ready.seat) == ("play", BLUE)
    assert GAME.skip(ready, BLUE).state.seat == GREEN


# What is shown


def test_the_map_shows_the_track_of_every_seat_within_78_columns() -> None:
    state = position(
        seat("", "Norfolk", "Norfolk-g24-Raleigh"),
        seat("", "Chicago", "Chicago-Milwaukee"),
        seat("", "Boston", "Boston-Albany"),
        seat("", "Detroit", "Detroit-Cleveland-Pittsburgh"),
    )
    empty, drawing = GAME.draw(BOARD, None), GAME.draw(BOARD, state)
    shown = "\n".join(drawing.lines[2:])
    signs = [sign for line in drawing.lines[2:] for sign in line[2:] if sign.isdigit()]
    assert sorted(signs) == ["1", "1", "2", "3", "4", "4"]
    assert "ALB3BOS" in shown
    assert "DET4CLE" in shown
    assert max(map(len, [*drawing.lines, *drawing.legend])) <= 78
    assert [len(line) for line in drawing.lines] == [len(line) for line in empty.lines]
    assert "track: 1 red, 2 blue, 3 green, 4 yellow" in drawing.legend
    assert "trains: red at Norfolk, blue at Chicago, green at Boston, yellow at Detroit" in drawing.legend


def test_tables_show_what_every_seat_may_know() -> None:
    state = position(
        seat("2w", "Norfolk", contracts="pigs/1a", money=7), seat("1r", "Topeka", done={"cows/1a": "Topeka"})
    )
    seats, contracts, market, rails = GAME.view(state, None)
    assert seats.rows[0] == (RED, 7, 2, "1/2/1", "-", "Norfolk", 45, 1)
    assert contracts.rows[1] == (BLUE, "cows/1a", "delivered to Topeka for $11")
    assert contracts.rows[0][2].startswith("Little Rock 2, ")
    assert len(market.rows) == 3
    assert rails.rows[0][3] == state.deck
    assert GAME.status(state) == ("round 1", f"deck {state.deck}")
    assert GAME.view(state, RED)[-1].rows[0][1] == "2 white"


def test_a_position_survives_being_written_down() -> None:
    state = play(home("1r 1y", "Norfolk-h25-Raleigh", money=4), "build Norfolk-g24-Raleigh; move Norfolk-h25")
    again = loaded(GAME, dumped(state, "east-1900"))
    assert replace(again, setup=state.setup) == state
