"""The Last Spike in random games: they end, nothing is lost, text and moves agree, secrets stay secret."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.last_spike import GAME
from games.last_spike.board import Board
from games.last_spike.moves import Move, Sale, Turn
from games.last_spike.state import State
from pbem import boards, notation, table, trial
from pbem.errors import IllegalMove
from pbem.game import UNKNOWN, Seat, Setup, Shuffle

BOARD: Board = GAME.load_board("columbia-2015", boards.text("last-spike", "columbia-2015"))
OPTIONS = (frozenset[str](), frozenset({"hidden-money"}))


def shuffler(seed: int) -> Shuffle:
    def shuffle(label: str, items: Any) -> tuple[str, ...]:
        order = list(items)
        Random(f"{seed} {label}").shuffle(order)
        return tuple(order)

    return shuffle


def start(seed: int) -> tuple[State, Shuffle]:
    """A dealt table: 2 to 6 seats, with and without options, by seed."""
    shuffle = shuffler(seed)
    seats = GAME.seats[: 2 + seed % 5]
    setup, deal = GAME.deal(Setup(seats, OPTIONS[seed // 5 % 2], "1", BOARD), shuffle)
    text = GAME.write_deal(setup, deal)
    assert notation.parse(GAME, text, "deal") == deal
    return GAME.setup(setup, deal).state, shuffle


def choose(state: State, random: Random) -> Move:
    """Any legal move, or one that a trial game would choose."""
    if random.random() < 0.5:
        return GAME.sample(state, state.seat, random)
    return random.choice(list(itertools.islice(GAME.legal_moves(state, state.seat), 300)))


def written(state: State, move: Move) -> str:
    """Canonical text of a move, having made sure that it says the same move again."""
    text = GAME.write(state, state.seat, move)
    assert GAME.resolve(state, state.seat, notation.parse(GAME, text)) == move
    return text


def game(seed: int) -> Iterator[tuple[State, str, State]]:
    """Play a game by chance; yield each turn as the position before, its text, the position after."""
    random = Random(seed)
    state, shuffle = start(seed)
    while state.seat:
        move = choose(state, random)
        written(state, move)
        filled = GAME.fill(state, state.seat, move, shuffle)
        after = GAME.apply(state, state.seat, filled).state
        yield state, written(state, filled), after
        state = after


def sweep(seeds: range) -> Counter[str]:
    """Play games through, each turn checked; count how they end."""
    reasons: Counter[str] = Counter()
    for seed in seeds:
        last = None
        for before, _, after in game(seed):
            assert GAME.census(after) == {"tiles": 48, "land": 45, "dollars": 2_000_000}
            assert min(after.cash.values()) >= 0
            assert after.pool == len(after.box) - after.taken == unseen(after)
            last = before, after
        assert last is not None and GAME.outcome(last[0]) is None
        outcome = GAME.outcome(last[1])
        assert outcome is not None and outcome.winners
        if outcome.reason == "last-spike":
            assert all(last[1].completed.intersection(BOARD.cities[end].routes) for end in BOARD.ends)
        reasons[outcome.reason] += 1
    return reasons


def unseen(state: State) -> int:
    return sum(not state.placed(tile) for tile in BOARD.spaces)


def test_random_games_end_and_conserve_tiles_land_and_money() -> None:
    assert set(sweep(range(60))) == {"last-spike", "bankruptcies"}


@pytest.mark.long
def test_ten_thousand_random_games_end_and_conserve_tiles_land_and_money() -> None:
    assert sum(sweep(range(10_000)).values()) == 10_000


def test_games_go_on_when_seats_resign_or_are_skipped() -> None:
    for seed in range(40):
        random = Random(seed)
        state, shuffle = start(seed)
        while state.seat:
            if random.random() < 0.03:
                step = GAME.leave(state, random.choice(state.playing))
            elif random.random() < 0.05:
                step = GAME.skip(state, state.seat)
            else:
                move = GAME.fill(state, state.seat, choose(state, random), shuffle)
                step = GAME.apply(state, state.seat, move)
            state = step.state
            assert GAME.census(state) == {"tiles": 48, "land": 45, "dollars": 2_000_000}
        assert GAME.outcome(state) is not None


def test_what_a_seat_may_read_plays_to_the_same_public_position() -> None:
    for seed in range(10):
        full, _ = start(seed)
        viewers = [None, *full.setup.seats]
        copies = {viewer: redacted_start(seed, viewer) for viewer in viewers}
        for before, text, after in game(seed):
            for viewer, copy in copies.items():
                seat, move = before.seat, GAME.resolve(before, before.seat, notation.parse(GAME, text))
                shown = GAME.write(before, seat, GAME.redact(before, seat, move, viewer))
                read = GAME.resolve(copy, seat, notation.parse(GAME, shown))
                copies[viewer] = copy = GAME.apply(copy, seat, read).state
                assert GAME.public(copy) == GAME.public(after)
                assert GAME.census(copy) == GAME.census(after)
                assert GAME.view(copy, None) == GAME.view(after, None)
                assert viewer is None or copy.hands[viewer] == after.hands[viewer]


def redacted_start(seed: int, viewer: Seat | None) -> State:
    shuffle = shuffler(seed)
    seats = GAME.seats[: 2 + seed % 5]
    setup, deal = GAME.deal(Setup(seats, OPTIONS[seed // 5 % 2], "1", BOARD), shuffle)
    shown = GAME.write_deal(setup, GAME.redact_deal(setup, deal, viewer))
    return GAME.setup(setup, notation.parse(GAME, shown, "deal")).state


def test_no_hidden_tile_is_in_the_tables_or_events_of_another_seat() -> None:
    for seed in range(6):
        for before, text, after in game(seed):
            move = GAME.resolve(before, before.seat, notation.parse(GAME, text))
            step = GAME.apply(before, before.seat, move)
            for viewer in (None, *after.setup.seats):
                hidden = set(BOARD.spaces) - after.laid - set(after.hands[viewer] if viewer else ())
                shown = [table for table in GAME.view(after, viewer) if table.title != "routes"]
                events = [e.facts for e in step.events if e.audience is None or viewer in e.audience]
                assert not hidden & set(re.findall(r"\b[A-Z]\d\b", f"{shown} {events}"))


def test_full_positions_survive_as_json() -> None:
    for before, _, _ in itertools.islice(game(3), 30):
        loaded = table.load(GAME, table.dump(before, "columbia-2015"))
        assert replace(loaded, setup=before.setup) == before


# Against brute force


def naive(state: State, tile: str, sales: tuple[Sale, ...], city: str) -> bool:
    """Judge a turn from the rulebook's words alone, with nothing of the engine's rules."""
    seat = state.seat
    if tile not in state.hands[seat] or (
        not near(state, tile) and any(near(state, t) for t in state.hands[seat])
    ):
        return False
    price = BOARD.spaces[tile].cost * (1 if near(state, tile) else 2)
    cash, held, piles = state.cash[seat], dict(state.land[seat]), dict(state.piles)
    for sale in sales:
        if (
            cash >= price
            or sale.price not in held.get(sale.city, ())
            or sale.price == 0
            or done(state, sale.city)
        ):
            return False
        held[sale.city] = tuple(card for card in held[sale.city] if card != sale.price)
        piles[sale.city] = (*piles[sale.city], sale.price)
        cash += {0: sale.price // 2, 1000: (sale.price + 1000) // 2}[sale.price % 2000]
    if cash < price or not city:
        return cash >= price
    cash -= price
    route = tile[0]
    laid = state.laid | {tile}
    touched = [c for c in BOARD.cities.values() if tile in c.beside]
    if any(not state.laid.intersection(c.beside) for c in touched) or not laid.intersection(
        BOARD.cities[city].beside
    ):
        return False
    if all(f"{route}{number}" in laid for number in range(1, 5)):
        cash += sum(BOARD.cities[end].payout * len(held.get(end, ())) for end in BOARD.routes[route].ends)
        if over({*state.completed, route}):
            return False
    return bool(piles[city]) and min(piles[city]) <= cash


def near(state: State, tile: str) -> bool:
    number = int(tile[1])
    return number in (1, 4) or bool({f"{tile[0]}{number - 1}", f"{tile[0]}{number + 1}"} & state.laid)


def done(state: State, city: str) -> bool:
    return not any(
        not {f"{r}1", f"{r}2", f"{r}3", f"{r}4"} <= state.laid
        for r, route in BOARD.routes.items()
        if city in route.ends
    )


def over(routes: set[str]) -> bool:
    reached = {"St. Louis"}
    for _ in range(9):
        reached |= {
            city for r in routes for city in BOARD.routes[r].ends if reached & set(BOARD.routes[r].ends)
        }
    return "Sacramento" in reached


def candidates(state: State) -> Iterator[Turn]:
    """Every tile with every ordered choice of cards held and every purchase, and a tile not in hand."""
    cards = [Sale(city, price) for city, prices in state.land[state.seat].items() for price in prices]
    strange = next(tile for tile in BOARD.spaces if tile not in state.hands[state.seat])
    orders = [order for count in range(len(cards) + 1) for order in itertools.permutations(cards, count)]
    for tile, order, city in itertools.product(
        (*state.hands[state.seat], strange), orders, ("", *BOARD.cities)
    ):
        yield Turn(tile, order, city)


def outcome_of(state: State, move: Turn) -> Any:
    """The position after a turn, with what is drawn left out; None if it is refused."""
    due = GAME.fill(state, state.seat, move, lambda label, items: (UNKNOWN,) * 99)
    try:
        after = GAME.apply(state, state.seat, due).state
    except IllegalMove:
        return None
    return repr((after.cash, after.land, after.piles, sorted(after.laid), after.claimed))


def poor_positions(count: int) -> Iterator[State]:
    """Positions of random games in which the seat to move holds few cards and little money."""
    for seed in itertools.count(100):
        random = Random(seed)
        for state, _, _ in game(seed):
            cards = sum(map(len, state.land[state.seat].values()))
            if state.tiles(state.seat) and 1 <= cards <= 4 and random.random() < 0.06:
                money = random.randrange(0, 9) * 1000
                bank = state.bank + state.cash[state.seat] - money
                yield replace(state, cash={**state.cash, state.seat: money}, bank=bank)
                count -= 1
                if not count:
                    return


def agree(state: State) -> int:
    """Compare all candidates with the naive judge and with the listed moves; count the outcomes."""
    outcomes = set()
    for move in candidates(state):
        outcome = outcome_of(state, move)
        assert (outcome is not None) == naive(state, move.tile, move.sales, move.buy), move
        outcomes.add(outcome)
    listed = [
        outcome_of(state, move) for move in GAME.legal_moves(state, state.seat) if isinstance(move, Turn)
    ]
    assert len(listed) == len(set(listed)) and set(listed) == outcomes - {None}
    return len(listed)


def test_legal_and_apply_agree_with_brute_force_over_tiles_land_and_sales() -> None:
    counts = [agree(state) for state in poor_positions(60)]
    assert 0 in counts and max(counts) > 20


def brute_count(state: State, depth: int) -> int:
    """Count positions with the naive judge alone; draws come in the order of the box."""
    if depth == 0:
        return 1
    after = {}
    for move in candidates(state):
        if naive(state, move.tile, move.sales, move.buy):
            filled = GAME.fill(state, state.seat, move, lambda label, items: tuple(items))
            after[outcome_of(state, move)] = GAME.apply(state, state.seat, filled).state
    return sum(brute_count(next_state, depth - 1) for next_state in after.values())


@pytest.mark.parametrize(("seats", "depth", "count"), [(2, 5, 598), (3, 5, 711), (4, 5, 453), (6, 5, 219)])
def test_recorded_counts_of_positions_are_those_of_brute_force(seats: int, depth: int, count: int) -> None:
    opening = trial.opening_state(GAME, seats, frozenset(), "columbia-2015")
    assert brute_count(opening, depth) == count


@pytest.mark.long
def test_legal_and_apply_agree_with_brute_force_in_many_positions() -> None:
    counts = [agree(state) for state in poor_positions(400)]
    assert 0 in counts and max(counts) > 30
