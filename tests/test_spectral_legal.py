"""Spectral Rails: the list of legal turns against brute force, and whole games that keep every promise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, islice, permutations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.spectral_rails import GAME
from games.spectral_rails.board import Board
from games.spectral_rails.ether import lift_order
from games.spectral_rails.moves import Move, Turn, Withdraw
from games.spectral_rails.state import Engineer, State
from pbem import boards, notation
from pbem.errors import IllegalMove
from pbem.game import DEAL, Outcome, Seat, Setup

TOWNS = ("Ash", "Birch", "Cedar", "Elm", "Fir", "Gum")
LINES = {
    "Ash-Birch": 2,
    "Ash-Cedar": 1,
    "Birch-Cedar": 1,
    "Cedar-Elm": 2,
    "Elm-Fir": 1,
    "Elm-Gum": 2,
    "Fir-Gum": 1,
}


def mark(value: object) -> str:
    return f'{{ value = {value}, source = "reconstruction" }}'


def tiny() -> Board:
    """Two states, six towns, ten spaces."""
    text = f"""
title = "Tiny"
about = "for tests"
seats = {mark(3)}
all_state = {mark(2)}
hand = {mark([1, 1, 1, 2, 2, 2, 3, 3, 4])}
[wrecks]
first = {mark('["Ash", "Cedar", "Gum"]')}
second = {mark('["Birch", "Elm", "Fir"]')}
[lines]
{chr(10).join(f'"{line}" = {mark(length)}' for line, length in LINES.items())}
"""
    for at, town in enumerate(TOWNS):
        text += f"""
[[towns]]
name = {mark(f'"{town}"')}
state = {mark('"North"' if at < 3 else '"South"')}
code = {mark(f'"{town[0]}"')}
at = {mark([40.0 - at, -100.0 - at])}
"""
    board: Board = GAME.load_board("tiny", text)
    return board


SMALL = tiny()
SEATS = tuple(map(Seat, ("red", "blue", "green")))


def anywhere(random: Random) -> State:
    """A position on the tiny map with few cards and segments, red to move."""
    setup = Setup(SEATS, frozenset[str](), "1", SMALL)
    trails = "".join(random.choice("..0011") for _ in SMALL.space_names)
    if trails.count("0") > 4:
        return anywhere(random)
    hand = tuple(sorted(random.choices((1, 2, 3), k=random.choice((1, 2, 3)))))
    red = Engineer(hand=hand, coins=random.choice((0, 1)), spent=random.choice((0, 0, 10, 12)))
    red = replace(
        red, aboard=tuple(f"dark {random.choice(TOWNS)}" for _ in range(random.choice((0, 2, 3, 6))))
    )
    space = random.randrange(len(SMALL.space_names))
    if random.random() < 0.5:
        red = replace(red, space=space, behind=random.choice(SMALL.line_of[space]))
    else:
        red = replace(red, town=random.choice(TOWNS))
    waiting = {
        town: tuple(f"dark {random.choice(TOWNS)}" for _ in range(random.randrange(3))) for town in TOWNS
    }
    engineers = {"red": red, "blue": Engineer(hand=(), town="Ash"), "green": Engineer(hand=(), town="Ash")}
    return State(
        setup=setup,
        engineers=engineers,
        trails=trails,
        waiting={town: tuple(s for s in souls if not s.endswith(town)) for town, souls in waiting.items()},
        wrecks=("Ash", "Cedar"),
        leader="red",
        turn="red",
        phase="move",
    )


LEGS = 5


def paths(state: State) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every path of up to five legs that enters no own space and no space twice that it fills."""
    red = state.engineers["red"]
    starts = [(red.town,)] if red.town else [(town,) for town in SMALL.line_of[red.space]]
    waiting: list[tuple[tuple[str, ...], frozenset[int]]] = [(start, frozenset()) for start in starts]
    while waiting:
        path, filled = waiting.pop()
        if len(path) > LEGS:
            continue
        for there in SMALL.ways[path[-1]]:
            leg = SMALL.legs[path[-1], there]
            begin = 0
            if len(path) == 1 and red.space >= 0:
                if red.space not in leg:
                    continue
                begin = leg.index(red.space) + 1
            laid: frozenset[int] | None = filled
            for at in range(begin, len(leg)):
                laid = _entered(state, leg[at], laid)
                if laid is None:
                    break
                yield (*path, there), at + 1
            if laid is not None:
                yield (*path, there), 0
                waiting.append(((*path, there), laid))


def _entered(state: State, space: int, filled: frozenset[int] | None) -> frozenset[int] | None:
    if filled is None or state.trails[space] == "0" or (state.trails[space] == "." and space in filled):
        return None
    return filled | {space} if state.trails[space] == "." else filled


def every_turn(state: State) -> Iterator[Turn]:
    """Raw turns, most of them illegal: all loads, burns, plays, lifts, paths and deliveries."""
    red = state.engineers["red"]
    loads = ("", *sorted(set(state.waiting.get(red.town, ()))))
    plays = sorted(set(chain.from_iterable(permutations(red.hand, n) for n in range(len(red.hand) + 1))))
    own = [at for at, held in enumerate(state.trails) if held == "0"]
    lifts = list(chain.from_iterable(combinations(own, n) for n in range(len(own) + 1)))
    ways = list(paths(state))
    for load in loads:
        for burn in (0, *sorted(set(red.hand))) if load else (0,):
            for play in plays:
                for lift in lifts if play else ((),):
                    yield Turn(load, burn, play, False, lift, (), 0, ())
                    for path, stop in ways:
                        start = Turn(load, burn, play, not play, lift, path, stop, ())
                        here = "" if stop else path[-1]
                        count = (*red.aboard, load).count(f"dark {here}")
                        yield from (replace(start, deliver=(f"dark {here}",) * n) for n in range(count + 1))


def key(state: State, turn: Turn) -> Any:
    """What counts as one result: soul loaded, end, spaces newly filled, wrecks, souls delivered."""
    after = GAME.apply(state, Seat("red"), turn).state
    red = after.engineers["red"]
    laid = frozenset(at for at, held in enumerate(after.trails) if held == "0" and state.trails[at] != "0")
    return turn.load, (red.town, red.space, red.behind), laid, after.wrecks, turn.deliver, not turn.path


def rank(state: State, turn: Turn) -> Any:
    """The cheapest turn for a result comes first."""
    order = lift_order(state, "red")
    lifted = sorted(order.index(at) for at in turn.lift)
    cards = tuple(-card for card in turn.play)
    return (
        sum(turn.play),
        len(turn.play),
        cards,
        turn.burn,
        len(lifted),
        lifted,
        len(turn.path),
        turn.path,
        turn.stop,
    )


def brute_force(state: State) -> dict[Any, Turn]:
    best: dict[Any, Turn] = {}
    for turn in every_turn(state):
        try:
            result = key(state, turn)
        except IllegalMove:
            continue
        if result not in best or rank(state, turn) < rank(state, best[result]):
            best[result] = turn
    return best


def compare(seed: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Hold the list against brute force in one position; gives how many turns it has."""
    for module in ("state", "legal"):
        monkeypatch.setattr(f"games.spectral_rails.{module}.SEGMENTS", 4)
    state = anywhere(Random(seed))
    offered = list(GAME.legal_moves(state, Seat("red")))
    assert offered[0] == Withdraw()
    turns = [move for move in offered if isinstance(move, Turn)]
    found = {key(state, turn): turn for turn in turns}
    assert len(found) == len(turns), "a result is offered twice"
    expected = brute_force(state)
    short = {result: turn for result, turn in found.items() if len(turn.path) <= LEGS + 1}
    assert short == expected
    assert (GAME.forced(state) is not None) == (not turns)
    return len(turns)


@pytest.mark.parametrize("seed", range(12))
def test_one_cheapest_turn_is_offered_for_each_result(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(seed, monkeypatch)


@pytest.mark.long
def test_one_cheapest_turn_is_offered_in_many_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = [compare(seed, monkeypatch) for seed in range(12, 600)]
    assert 0 in counts and max(counts) > 100


# Whole games


def start(seats: int, random: Random) -> State:
    text = boards.text("spectral-rails", f"southwest-{seats}")
    board = GAME.load_board(f"southwest-{seats}", text)
    setup = Setup(tuple(random.sample(GAME.seats, seats)), frozenset({"stall-ends"}), "1", board)
    setup, order = GAME.deal(setup, lambda label, items: tuple(random.sample(list(items), len(items))))
    assert notation.parse(GAME, GAME.write_deal(setup, order), "deal") == order
    return GAME.setup(setup, order).state


def chosen(state: State, seat: Seat, random: Random, purpose: bool) -> Move:
    """A forced pass, a useful move, or any of the first few hundred."""
    if (pass_ := GAME.forced(state)) is not None:
        return pass_[1]
    if purpose or seat == DEAL:
        return GAME.sample(state, seat, random)
    return random.choice(list(islice(GAME.legal_moves(state, seat), 200)))


def whole_game(seats: int, seed: int, purpose: bool) -> Outcome:
    """Play one game; every move survives writing and reading, and nothing is lost."""
    random = Random(f"{seats} {seed} {purpose}")
    state = start(seats, random)
    census = GAME.census(state)
    for name in state.setup.seats:
        assert (census[f"{name} segments"], census[f"{name} cards"]) == (13, 9)
    assert census["dark souls"] + census["light souls"] == 3 * len(state.setup.board.towns)
    while seats_to_move := GAME.to_move(state):
        (seat,) = seats_to_move
        move = chosen(state, seat, random, purpose)
        text = GAME.write(state, seat, move)
        order = notation.parse(GAME, text, "deal" if seat == DEAL else "order")
        assert GAME.resolve(state, seat, order) == move, text
        state = GAME.apply(state, seat, move).state
        assert GAME.census(state) == census, text
        assert all(0 <= engineer.coins <= 2 and engineer.spent <= 13 for engineer in state.engineers.values())
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("purpose", [True, False])
def test_games_are_read_back_and_lose_nothing(seats: int, purpose: bool) -> None:
    for seed in range(6 if purpose else 2):
        whole_game(seats, seed, purpose)


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("purpose", [True, False])
def test_five_thousand_games_are_read_back_and_lose_nothing(seats: int, purpose: bool) -> None:
    reasons = {whole_game(seats, seed, purpose).reason for seed in range(100, 1350)}
    assert "wrecks" in reasons


def widest(seed: int = 21) -> tuple[State, list[Move]]:
    """The position of a purposeful game in which the list is longest."""
    random = Random(f"4 {seed} True")
    state = start(4, random)
    found: tuple[State, list[Move]] = (state, [])
    while GAME.to_move(state):
        (seat,) = GAME.to_move(state)
        if state.phase == "move" and len(moves := list(GAME.legal_moves(state, seat))) > len(found[1]):
            found = state, moves
        state = GAME.apply(state, seat, chosen(state, seat, random, True)).state
    return found


def test_every_turn_offered_in_a_wide_position_is_legal_and_has_its_own_result() -> None:
    state, moves = widest()
    assert len(moves) > 500
    results = set()
    for move in moves:
        after = GAME.apply(state, Seat(state.turn), move).state
        results.add(
            (after.trails, after.wrecks, after.engineers[state.turn], str(after.waiting), after.passed)
        )
    assert len(results) == len(moves)
