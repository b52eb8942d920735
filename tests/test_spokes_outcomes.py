"""Every outcome of a turn, once, with a shortest ride: compared with plain brute force on small boards."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from games.spokes import GAME
from games.spokes.board import Board, graph
from games.spokes.legal import outcomes
from games.spokes.listing import Found, Outcome, Task, TooMany, list_outcomes
from games.spokes.moves import Turn
from games.spokes.rides import Rider
from games.spokes.search import search_outcomes
from games.spokes.state import Bike, State
from pbem import boards
from pbem.errors import IllegalMove
from pbem.game import Seat, Setup

ORANGE = Seat("orange")
BIG: Board = GAME.load_board("velodrome-112", boards.text("spokes", "velodrome-112"))


def ring(extra: list[tuple[int, int, int]], count: int) -> Board:
    """A ring of spaces a1, a2, ... whose last gap crosses the line, and more gaps with their crossings."""
    names = tuple(f"a{number}" for number in range(1, count + 1))
    pairs = [(names[at], names[(at + 1) % count]) for at in range(count)]
    pairs += [(names[one], names[other]) for one, other, _ in extra]
    crossings = (*[0] * (count - 1), 1, *(crossing for _, _, crossing in extra))
    return graph("tiny", BIG.file, names, pairs, crossings, (("a", len(pairs)),))


TINY = ring([(0, 3, 0), (1, 4, 0), (2, 5, 0)], 6)
"""Six spaces, nine gaps; the line runs between a6 and a1 only."""


def random_board(rng: random.Random, most: int) -> Board:
    count = rng.randint(3, 7)
    pairs = [(one, other) for one in range(count) for other in range(one + 2, count)]
    pairs = [pair for pair in pairs if pair != (0, count - 1)]
    chosen = rng.sample(pairs, min(len(pairs), rng.randint(0, most - count)))
    signs = (0, 0, 0, 0, 0, 0, 1, -1)
    return ring([(one, other, rng.choice(signs)) for one, other in chosen], count)


def random_state(rng: random.Random, board: Board) -> State:
    letters = "wygbrk"[: rng.randint(2, 4)]
    weights = [rng.choice((1, 1, 4)) for _ in letters]
    spokes = "".join(rng.choices(letters, weights, k=len(board.gaps)))
    spaces = rng.sample(board.spaces, rng.randint(1, min(4, len(board.spaces) - 1)))
    seats = tuple(Seat(name) for name in ("orange", "red", "blue", "green")[: len(spaces)])
    if len(seats) == 1:
        seats = (ORANGE, Seat("red"))
        spaces = [*spaces, next(space for space in board.spaces if space not in spaces)]
    riders = [Bike(seat, 1, "wygbrk", space, 1) for seat, space in zip(seats, spaces, strict=True)]
    riders[0] = replace(
        riders[0],
        crossings=rng.choice((0, 1, 2, 3, 3)),
        burst=rng.random() < 0.5,
        marker=rng.choice((0, 1, 6)),
        wheel="".join(rng.sample("wygbrk", 6)),
    )
    setup = Setup(seats, frozenset[str](), "1", board)
    return State(setup, ORANGE, spokes, tuple(riders), "")


# Brute force that shares nothing with the engine but the board's numbers


def trails(board: Board, space: int, ok: Any) -> Iterator[tuple[list[int], list[int]]]:
    """Every way over gaps from a space, none ridden twice, as far as `ok(gaps)` allows."""
    waiting: deque[tuple[list[int], list[int]]] = deque([([space], [])])
    while waiting:
        path, gaps = waiting.popleft()
        if gaps:
            yield path, gaps
        for gap, ends in enumerate(board.ends):
            if path[-1] in ends and gap not in gaps and ok([*gaps, gap]):
                other = ends[0] if ends[1] == path[-1] else ends[1]
                waiting.append(([*path, other], [*gaps, gap]))


def spokes_to_line(board: Board, space: int) -> int:
    """Breadth first over (space, crossings) until the line has been crossed once, net."""
    waiting = deque([(space, 0, 0)])
    seen = {(space, 0)}
    while waiting:
        here, level, steps = waiting.popleft()
        if level == 1:
            return steps
        for gap, (one, other) in enumerate(board.ends):
            for start, end, sign in ((one, other, 1), (other, one, -1)):
                place = (end, level + sign * board.crossings[gap])
                if start == here and place not in seen and place[1] > -6:
                    seen.add(place)
                    waiting.append((*place, steps + 1))
    raise AssertionError("the line cannot be reached")


def ruled(
    board: Board, path: list[int], gaps: list[int], others: set[int], crossed: int, burst: bool, off: int
) -> tuple[int, int, bool, bool]:
    """Where a legal ride ends by the rulings: space, crossings, tile on burst, won."""
    steps = []
    for at, gap in enumerate(gaps):
        steps.append(
            board.crossings[gap] if board.ends[gap] == (path[at], path[at + 1]) else -board.crossings[gap]
        )
        if crossed + sum(steps) == 4:
            return path[at + 1], 4, burst and (off < 0 or off > at), True
    burst = burst and off < 0
    total = crossed + sum(steps)
    if path[-1] not in others:
        return path[-1], total, burst, False
    back = len(gaps) - 1
    while path[back] in others:
        back -= 1
    cut = sum(steps[back:])
    if cut > 0:
        ahead = False
    elif cut < 0:
        ahead = True
    else:
        ahead = spokes_to_line(board, path[back]) < spokes_to_line(board, path[-1])
    return path[back], total - cut, burst if ahead else True, False


def brute(state: State) -> dict[tuple[int, str, str, int, bool, bool], list[tuple[int, tuple[int, ...]]]]:
    """Every legal turn by outcome: slot, gap, space, crossings, tile, won; with each ride's length and gaps."""
    board, rider = state.setup.board, state.bikes[0]
    others = {board.numbers[b.space] for b in state.bikes[1:]}
    slots = range(1, 7) if not rider.marker else [(rider.marker + k) % 6 + 1 for k in range(3)]
    found: dict[Any, list[tuple[int, tuple[int, ...]]]] = {}
    for slot in slots:
        letter = rider.wheel[slot - 1]
        for placed in range(len(board.gaps)):
            if state.spokes[placed] == letter:
                continue
            off = [g for g in range(len(board.gaps)) if g != placed and state.spokes[g] != letter]

            def ok(gaps: list[int], off: list[int] = off) -> bool:
                return sum(gap in off for gap in gaps) <= int(rider.burst)

            for path, gaps in trails(board, board.numbers[rider.space], ok):
                if placed not in gaps:
                    continue
                at = next((at for at, gap in enumerate(gaps) if gap in off), -1)
                space, crossed, burst, won = ruled(
                    board, path, gaps, others, rider.crossings, rider.burst, at
                )
                key = (slot, board.gaps[placed], board.spaces[space], crossed, burst, won)
                found.setdefault(key, []).append((len(gaps), tuple(gaps)))
    return found


def carried_out(state: State, turn: Turn) -> tuple[int, str, str, int, bool, bool]:
    """The outcome that the engine gives a turn."""
    after = GAME.apply(state, ORANGE, turn).state
    rider = after.bikes[0]
    return turn.slot, turn.gap, rider.space, rider.crossings, rider.burst, bool(after.ended)


def gaps_of(board: Board, turn: Turn) -> tuple[int, ...]:
    found = [board.gap_between(*pair) for pair in zip(turn.ride, turn.ride[1:], strict=False)]
    return tuple(gap for gap in found if gap is not None)


def compare(state: State) -> int:
    """Legal turns against brute force: the same outcomes, once each, each with its first shortest ride."""
    wanted = brute(state)
    found: dict[Any, tuple[int, ...]] = {}
    for move in GAME.legal_moves(state, ORANGE):
        assert isinstance(move, Turn)
        key = carried_out(state, move)
        assert key not in found
        found[key] = gaps_of(state.setup.board, move)
    assert found == {key: min(rides)[1] for key, rides in wanted.items()}
    return len(found)


@pytest.mark.parametrize("seed", range(40))
def test_legal_turns_are_all_outcomes_of_all_trails_swaps_and_slots_on_small_boards(seed: int) -> None:
    rng = random.Random(seed)
    assert compare(random_state(rng, random_board(rng, 9))) >= 0


@pytest.mark.parametrize("seed", range(20))
def test_legal_turns_are_all_outcomes_on_the_tiny_board(seed: int) -> None:
    assert compare(random_state(random.Random(seed), TINY)) > 0


@pytest.mark.parametrize("seed", range(100, 120))
def test_legal_turns_found_by_search_alone_are_all_outcomes(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.spokes.legal.PLENTY", 0)
    rng = random.Random(seed)
    assert compare(random_state(rng, random_board(rng, 9))) >= 0


@pytest.mark.long
def test_legal_turns_are_all_outcomes_on_a_thousand_small_boards() -> None:
    for seed in range(1000, 2000):
        rng = random.Random(seed)
        compare(random_state(rng, random_board(rng, 10)))


def test_every_landing_flip_and_lap_on_the_tiny_board() -> None:
    """Every ride from every space, with every pair of other bikes, tile and lap: ends as the rulings say."""
    cases = set()
    count = 0
    white = "w" * len(TINY.gaps)
    for start in range(6):
        rides = list(trails(TINY, start, lambda gaps: len(gaps) <= 5))
        for first in range(6):
            for second in range(first, 6):
                if start in (first, second):
                    continue
                for crossed, burst in ((0, False), (2, True), (3, False), (3, True)):
                    state = written(start, first, second, crossed, burst, white)
                    for path, gaps in rides[:: 7 if first != second else 2]:
                        count += 1
                        cases.add(check_ending(state, path, gaps, {first, second}))
    assert count > 7_000
    landings = {(back, flip, level) for back, flip, level, _ in cases}
    assert {
        (True, True, 0),
        (True, False, 0),
        (True, True, 1),
        (True, False, -1),
        (False, False, 0),
    } <= landings
    assert {won for _, _, _, won in cases} == {True, False}


def written(start: int, first: int, second: int, crossed: int, burst: bool, spokes: str) -> State:
    spaces = [start, first, second] if first != second else [start, first]
    seats = tuple(Seat(name) for name in ("orange", "red", "blue")[: len(spaces)])
    riders = [Bike(seat, 1, "wygbrk", TINY.spaces[space]) for seat, space in zip(seats, spaces, strict=True)]
    riders[0] = replace(riders[0], crossings=crossed, burst=burst)
    return State(Setup(seats, frozenset[str](), "1", TINY), ORANGE, spokes, tuple(riders), "")


def check_ending(
    state: State, path: list[int], gaps: list[int], others: set[int]
) -> tuple[bool, bool, int, bool]:
    """Carry the ride out with its first spoke placed; return what kind of case it was."""
    rider = state.bikes[0]
    laid = state.spokes[: gaps[0]] + "k" + state.spokes[gaps[0] + 1 :]
    turn = Turn(1, 1, TINY.gaps[gaps[0]], tuple(TINY.spaces[space] for space in path))
    after = GAME.apply(replace(state, spokes=laid), ORANGE, turn).state
    wanted = ruled(TINY, path, gaps, others, rider.crossings, rider.burst, -1)
    now = after.bikes[0]
    assert (TINY.numbers[now.space], now.crossings, now.burst, bool(after.ended)) == wanted
    assert now.laps == max(0, now.crossings - 1)
    back = path[-1] in others and not after.ended
    level = ruled(TINY, path, gaps, set(), rider.crossings, False, -1)[1] - now.crossings
    return back, now.burst and not rider.burst, level, bool(after.ended)


def test_rides_that_are_not_legal_are_refused() -> None:
    """Every trail of any colours: carried out exactly if brute force lists it."""
    rng = random.Random(3)
    refused = 0
    for _ in range(6):
        state = random_state(rng, TINY)
        rides = {ride for found in brute(state).values() for _, ride in found}
        legal = {(key[0], key[1], ride) for key, found in brute(state).items() for _, ride in found}
        assert rides
        start = TINY.numbers[state.bikes[0].space]
        for path, gaps in trails(TINY, start, lambda gaps: len(gaps) <= 4):
            for slot in range(1, 7):
                for gap in TINY.gaps:
                    turn = Turn(1, slot, gap, tuple(TINY.spaces[space] for space in path))
                    if (slot, gap, tuple(gaps)) in legal:
                        GAME.apply(state, ORANGE, turn)
                        continue
                    refused += 1
                    with pytest.raises(IllegalMove):
                        GAME.apply(state, ORANGE, turn)
    assert refused > 1000


# The search without listing trails


def random_task(rng: random.Random) -> Task:
    state = random_state(rng, random_board(rng, 11))
    rider = state.bikes[0]
    numbers = state.setup.board.numbers
    others = frozenset(numbers[b.space] for b in state.bikes[1:])
    there = Rider(numbers[rider.space], rng.choice((1, 1, 2, 3)), rider.burst, others)
    return Task(state.setup.board, there, state.spokes, rng.choice("wygr"))


@pytest.mark.parametrize("seed", range(45))
def test_searching_and_listing_find_the_same(seed: int) -> None:
    task = random_task(random.Random(seed))
    assert search_outcomes(task) == list_outcomes(task, None)


def heap(around: str, letter: str, count: int, rng: random.Random, among: int = 0) -> str:
    """Spokes of the big board, `count` of one colour packed into the `among` gaps nearest to a space."""
    start = BIG.numbers[around]
    away = {start: 0}
    row = deque([start])
    while row:
        space = row.popleft()
        for way in BIG.ways[space]:
            if way.to not in away:
                away[way.to] = away[space] + 1
                row.append(way.to)
    near = sorted(range(len(BIG.gaps)), key=lambda gap: (sum(away[end] for end in BIG.ends[gap]), gap))
    chosen = set(rng.sample(near[: among or count], count))
    return "".join(letter if gap in chosen else rng.choice("wybrk") for gap in range(len(BIG.gaps)))


def packed(around: str, burst: bool, among: int = 24, seed: int = 1) -> Task:
    rng = random.Random(seed)
    start = BIG.numbers[around]
    others = frozenset(way.to for way in BIG.ways[start][:2])
    return Task(BIG, Rider(start, 3, burst, others), heap(around, "g", 24, rng, among), "g")


def valid(task: Task, found: Found) -> None:
    """Each ride is a trail of the colour through its gap and has the outcome it stands for."""
    for outcome, gaps in found.items():
        assert len(set(gaps)) == len(gaps)
        assert outcome.gap in gaps
        off = [gap for gap in gaps if gap != outcome.gap and task.spokes[gap] != task.letter]
        assert len(off) <= int(task.rider.burst)
        path = [task.rider.space]
        for gap in gaps:
            one, other = BIG.ends[gap]
            assert path[-1] in (one, other)
            path.append(other if one == path[-1] else one)
        at = gaps.index(off[0]) if off else -1
        won_at = 4 - task.rider.need
        space, crossed, burst, won = ruled(
            BIG, path, list(gaps), set(task.rider.others), won_at, task.rider.burst, at
        )
        assert outcome == Outcome(outcome.gap, space, crossed - won_at, burst, won)


@pytest.mark.parametrize("burst", [False, True])
@pytest.mark.parametrize("around", ["b8", "a1", "b13"])
def test_a_board_packed_with_24_spokes_of_a_colour_is_answered_without_listing_trails(
    around: str, burst: bool
) -> None:
    task = packed(around, burst)
    with pytest.raises(TooMany):
        list_outcomes(task, 30_000)
    found = outcomes(task)
    valid(task, found)
    assert len(found) > 20


@pytest.mark.parametrize(
    ("around", "burst", "among"), [("b8", False, 40), ("a1", False, 40), ("b16", True, 80), ("c1", True, 90)]
)
@pytest.mark.parametrize("seed", range(2))
def test_loosely_packed_colours_are_found_alike_by_listing_and_searching(
    around: str, burst: bool, among: int, seed: int
) -> None:
    task = packed(around, burst, among=among, seed=seed)
    assert search_outcomes(task) == list_outcomes(task, None)
