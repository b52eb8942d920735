"""The list of legal turns of Spike, against brute force on a tiny map; movement, payment, laziness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, islice, permutations, product
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.spike import GAME, building, legal, riding, rules
from games.spike.board import Board, BoardFile
from games.spike.board import build as make_board
from games.spike.moves import (
    Action,
    Build,
    Deliver,
    Draw,
    Dump,
    Load,
    Move,
    Trade,
    Travel,
    Upgrade,
)
from games.spike.player import any_turn
from games.spike.state import Player, State
from pbem import boards, chance
from pbem.errors import IllegalMove
from pbem.game import Seat, Setup

RED, BLUE = Seat("red"), Seat("blue")
BIG: Board = GAME.load_board("east-1900", boards.text("spike", "east-1900"))
KINDS = {"white": "w", "blue": "u", "red": "r"}
CITIES = {"Ash": ("a1", "cows"), "Birch": ("a5", "wood"), "Cedar": ("c3", "corn"), "Elm": ("c7", "cows")}
RUNS = (
    "white a1-a3",
    "blue a3-a5",
    "red a1-b2-a3",
    "white a3-b4-a5",
    "blue b2-b4-b6",
    "red b2-c3-b4",
    "white b4-c5-b6-c7",
    "blue c3-c5",
    "red a5-b6",
)


def tiny() -> Board:
    """Four cities, ten points, three kinds."""

    def mark(value: object) -> dict[str, object]:
        return {"value": value, "source": "reconstruction"}

    file = {
        "title": "Tiny",
        "about": "",
        "tracks": mark(6),
        "runs": [mark(run) for run in RUNS],
        "counts": dict.fromkeys(("cities", "points", "links", "contracts", "routes"), 0),
        "kinds": {kind: mark(letter) for kind, letter in KINDS.items()},
        "commodities": {word: mark(word) for word in ("cows", "wood", "corn")},
        "cities": {
            name: {"code": name[:3].upper(), "at": mark(at), "commodity": mark(has)}
            for name, (at, has) in CITIES.items()
        },
        "contracts": {
            "cows/1a": {"Birch": mark(3), "Cedar": mark(2)},
            "wood/1a": {"Ash": mark(4), "Elm": mark(2)},
            "corn/1a": {"Ash": mark(2), "Birch": mark(2)},
        },
        "routes": {"R1": {"start": mark("Ash"), "stops": [{"city": "Elm", "pays": mark(5)}]}},
    }
    return make_board("tiny", msgspec.convert(file, BoardFile))


TINY = tiny()


def position(hand: Mapping[str, int], track: str = "", other: str = "", **more: Any) -> State:
    """Red in Ash with a hand and track, blue in Elm; links parted by spaces."""
    setup = Setup((RED, BLUE), frozenset[str](), "1", TINY)
    laid = frozenset(track.split())
    points = frozenset({"Ash"} | {point for link in laid for point in TINY.ends[link]})
    red = {"at": "Ash", "contracts": ("cows/1a", "wood/1a"), **more}
    players = {
        RED: Player(dict(hand), ("R1",), track=laid, points=points, cities=points & set(TINY.cities), **red),
        BLUE: Player(
            {}, ("R1",), ("corn/1a",), at="Elm", points=frozenset({"Elm"}), cities=frozenset({"Elm"})
        ),
    }
    used = dict.fromkeys(laid, RED) | dict.fromkeys(other.split(), BLUE)
    deck = dict.fromkeys(KINDS, 4)
    market = ("cows", "wood", "corn")
    row = ("white", "white", "red", "blue")
    return State(setup, "play", RED, players, market, row, {}, deck, deck, given=True, used=used)


HANDS = [
    {"white": 2, "blue": 1, "red": 1},
    {"white": 3},
    {"white": 2, "blue": 2},
    {"red": 4, "blue": 2},
    {"white": 1, "blue": 1, "red": 1},
    {},
]
TRACKS = ["", "Ash-b2", "Ash-a3 a3-Birch", "Ash-b2 b2-Cedar Cedar-c5"]


def all_paths() -> Iterator[tuple[str, ...]]:
    """Every path without a point twice."""

    def longer(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(path) > 1:
            yield path
        for point in TINY.near[path[-1]]:
            if point not in path:
                yield from longer((*path, point))

    for start in TINY.points:
        yield from longer((start,))


PATHS = [path for path in all_paths() if len(path) <= 7]


def ways_to_pay(hand: Mapping[str, int], needs: Mapping[str, int]) -> int | None:
    """Fewest cards that pay, found by trying how many of each kind are given in one or two sets."""
    best: int | None = None
    sizes = [[(0,), *((n,) for n in range(2, held + 1)), *two_sets(held)] for held in hand.values()]
    for given in product(*sizes):
        traded = dict(zip(hand, given, strict=True))
        rest = {kind: hand[kind] - sum(traded[kind]) for kind in hand}
        if min(rest.values(), default=0) < 0:
            continue
        missing = {k: n - min(n, rest.get(k, 0)) for k, n in needs.items()}
        worth = {kind: sum(n - 1 for n in sets if n) for kind, sets in traded.items()}
        if sum(worth.values()) == sum(missing.values()) and matches(worth, missing):
            paid = sum(needs.values()) + sum(1 for sets in given for n in sets if n)
            best = paid if best is None else min(best, paid)
    return best


def two_sets(held: int) -> list[tuple[int, int]]:
    return [(a, b) for a in range(2, held + 1) for b in range(2, held + 1 - a)]


def matches(worth: Mapping[str, int], missing: Mapping[str, int]) -> bool:
    """Whether cards got can be dealt out so that none is of the kind that was given for it."""
    total = sum(missing.values())
    return all(worth[kind] <= total - missing.get(kind, 0) for kind in worth)


@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("hand", HANDS)
def test_builds_are_those_that_brute_force_finds(hand: dict[str, int], track: str) -> None:
    state = position(hand, track, "Birch-b6")
    wanted = {}
    for path in PATHS:
        player = state.players[RED]
        if building.turned(TINY, player, path) != path:
            continue
        try:
            links = building.need_path(state, RED, path)
        except IllegalMove:
            continue
        if (price := ways_to_pay(hand, building.cost(TINY, links))) is not None:
            wanted[path] = price
    found = list(legal.builds(state, RED))
    assert len({build.path for build in found}) == len(found)
    assert {build.path: price_of(build) for build in found} == wanted


def price_of(build: Build) -> int:
    return len(build.path) - 1 + len(build.trades)


@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_pays_as_cheaply_as_brute_force_finds(hand: dict[str, int]) -> None:
    for total in range(1, 5):
        for needed in combinations([kind for kind in KINDS for _ in range(3)], total):
            needs = {kind: needed.count(kind) for kind in dict.fromkeys(needed)}
            trades = building.cheapest(hand, needs)
            best = ways_to_pay(hand, needs)
            assert (trades is None) == (best is None) == (not building.can_pay(hand, needs))
            if trades is not None:
                assert total + len(trades) == best


def test_any_legal_payment_is_taken_not_only_the_cheapest() -> None:
    state = position({"white": 4, "blue": 4, "red": 2})
    dear = Build(("Ash", "b2", "Cedar"), (Trade(3, "white", ("red", "red")),))
    assert GAME.apply(state, RED, Move((dear,))).state.players[RED].hand == {"white": 1, "blue": 4, "red": 2}


def spaces(state: State, speed: int) -> set[str]:
    """Where walks of up to `speed` spaces lead, by trying every one."""
    player = state.players[RED]
    own = [*player.track, *player.cities]
    found = set()
    for length in range(1, speed + 1):
        for walk in permutations(own, length):
            steps = [player.at, *walk]
            if all(touch(a, b) for a, b in zip(steps, walk, strict=False)):
                found.add(walk[-1])
    return found - {player.at}


def touch(one: str, other: str) -> bool:
    """Whether two spaces are next to each other: a city and a piece at it, or two pieces at a junction."""
    ends, others = set(TINY.ends.get(one, (one,))), set(TINY.ends.get(other, (other,)))
    shared = ends & others
    if one in TINY.ends and other in TINY.ends:
        return bool(shared - set(TINY.cities))
    return bool(shared) and (one in TINY.ends) != (other in TINY.ends)


@pytest.mark.parametrize("speed", [1, 2, 3])
@pytest.mark.parametrize("at", ["Ash", "Ash-b2", "b2-b4", "Cedar"])
def test_every_space_in_reach_is_offered(speed: int, at: str) -> None:
    track = "Ash-b2 b2-Cedar b2-b4 b4-b6 Cedar-c5"
    state = position({}, track, at=at, engine=speed)
    assert set(riding.reach(TINY, state.players[RED], speed)) == spaces(state, speed)
    offered = {a.to for move in legal.legal_moves(state, RED) for a in move.actions if isinstance(a, Travel)}
    assert offered == spaces(state, speed)


def outcome(state: State) -> bytes:
    return msgspec.json.encode(
        [state.players, state.market, state.row, sorted(state.used.items())], order="sorted"
    )


def every_outcome(state: State) -> dict[bytes, tuple[Action, ...]]:
    """Outcomes of all orders of actions that make a turn: one of draw, build, upgrade, one move, any errands."""
    found: dict[bytes, tuple[Action, ...]] = {}
    seen: set[tuple[bytes, bool, bool]] = set()
    waiting: list[tuple[State, tuple[Action, ...], bool, bool]] = [(state, (), False, False)]
    builds = list(legal.builds(state, RED))
    while waiting:
        now, actions, main, moved = waiting.pop()
        mark = outcome(now)
        found.setdefault(mark, actions)
        if (mark, main, moved) in seen:
            continue
        seen.add((mark, main, moved))
        for action in candidates(builds, main, moved):
            try:
                after = rules.act(now, RED, action, [])
            except IllegalMove:
                continue
            is_main = isinstance(action, (Build, Upgrade, Draw))
            is_move = isinstance(action, Travel)
            waiting.append((after, (*actions, action), main or is_main, moved or is_move))
    return found


def candidates(builds: list[Build], main: bool, moved: bool) -> Iterator[Action]:
    goods = ("cows", "wood", "corn")
    yield from (kind(word) for kind in (Load, Dump, Deliver) for word in goods)
    if not moved:
        yield from map(Travel, [*TINY.cities, *TINY.ends])
    if not main:
        yield from builds
        yield from map(Upgrade, legal.PARTS)
        for first, second in (("white", "white"), ("white", "red")):
            yield Draw((first, second), 0, ("row white", "row blue"))


SITUATIONS: list[dict[str, Any]] = [
    {"hand": {"white": 2, "blue": 1, "red": 2}},
    {"hand": {"red": 1}, "track": "Ash-b2 b2-Cedar", "money": 3, "aboard": ("cows",), "at": "b2-Cedar"},
    {"hand": {"white": 2}, "track": "Ash-a3 a3-Birch", "money": 5, "engine": 3, "aboard": ("cows",)},
    {
        "hand": {},
        "track": "Ash-a3 a3-Birch",
        "money": 9,
        "at": "Birch",
        "aboard": ("cows", "wood"),
        "cars": 2,
    },
]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_legal_turns_have_exactly_the_outcomes_that_brute_force_finds(situation: dict[str, Any]) -> None:
    state = position(**situation)
    wanted = every_outcome(state)
    listed = {}
    for move in legal.legal_moves(state, RED):
        if any(isinstance(action, Draw) for action in move.actions):
            continue
        after = state
        for action in move.actions:
            after = rules.act(after, RED, action, [])
        mark = outcome(after)
        assert mark not in listed, f"{move.actions} and {listed[mark]} have one outcome"
        listed[mark] = move.actions
    without_draws = {mark: actions for mark, actions in wanted.items() if not any_draw(actions)}
    assert {a for mark, a in without_draws.items() if mark not in listed} == set()
    assert set(listed) <= set(wanted)


def any_draw(actions: tuple[Action, ...]) -> bool:
    return any(isinstance(action, Draw) for action in actions)


def test_every_choice_of_cards_can_be_drawn() -> None:
    state = position({}, tender=3)
    drawn = {(draw.taken, draw.deck) for draw in legal.draws(state, RED)}
    wanted = set()
    for number in range(4):
        for cards in combinations(state.row, number):
            taken = tuple(sorted(cards, key=list(KINDS).index))
            wanted |= {(taken, deck) for deck in range(4 - number) if number + deck}
    assert drawn == wanted


def rich() -> State:
    """A late position of a real game with a rich hand, in which more than 20,000 paths can be paid for."""
    setup: Setup[Any] = Setup(GAME.seats[:3], frozenset(), "1", BIG)
    random, shuffle = Random(1), chance.shuffler(bytes(32), "rich", ())
    _, deal = GAME.deal(setup, shuffle)
    state = GAME.setup(setup, deal).state
    while state.phase != "play" or state.round < 2:
        (seat,) = GAME.to_move(state)
        move = any_turn(state, seat, random) if state.phase == "play" else GAME.sample(state, seat, random)
        state = GAME.apply(state, seat, GAME.fill(state, seat, move, shuffle)).state
    hand = dict.fromkeys(BIG.kinds, 3)
    return replace(
        state, players={**state.players, state.seat: replace(state.players[state.seat], hand=hand)}
    )


def test_the_list_is_lazy() -> None:
    state = rich()
    assert len(list(islice(legal.builds(state, state.seat), 20_001))) == 20_001
    moves = list(islice(GAME.legal_moves(state, state.seat), 50))
    assert len(moves) == 50
    kinds = [type(action).__name__ for move in moves for action in move.actions]
    assert "Draw" in kinds


def test_only_the_seat_to_move_has_legal_moves() -> None:
    assert list(GAME.legal_moves(position({}), BLUE)) == []
