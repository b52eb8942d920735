"""Spokes in whole games: the recorded ones, random ones, and solo games found by search."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.spokes import GAME
from games.spokes.moves import Turn
from games.spokes.state import State
from pbem import boards, notation, record, table
from pbem.errors import IllegalMove
from pbem.game import Seat
from pbem.replay import Referee

SAMPLES = Path(__file__).parent.parent / "samples" / "spokes"
MODES = [
    *((count, "") for count in GAME.counts),
    (4, "teams"),
    (6, "teams"),
    (2, "two-bikes"),
    (3, "two-bikes"),
]


def shuffler(seed: int) -> Any:
    def shuffle(label: str, items: Any) -> tuple[str, ...]:
        order = list(items)
        Random(f"{seed} {label}").shuffle(order)
        return tuple(order)

    return shuffle


def opened(count: int, option: str, board: str, seed: int) -> State:
    setup = table.make_setup(GAME, GAME.seats[:count], frozenset({option} - {""}), board)
    setup, deal = GAME.deal(setup, shuffler(seed))
    again = notation.parse(GAME, GAME.write_deal(setup, deal), "deal")
    assert again == deal
    state: State = GAME.setup(setup, deal).state
    return state


def play_out(state: State, random: Random) -> int:
    """Play a random game; every move survives writing, and no spoke is lost or made."""
    census = GAME.census(state)
    assert set(census.values()) == {25}
    turns = 0
    while GAME.outcome(state) is None:
        seat = Seat(state.mover)
        move = GAME.sample(state, seat, random)
        order = notation.parse(GAME, GAME.write(state, seat, move))
        assert GAME.resolve(state, seat, order) == move
        state = GAME.apply(state, seat, move).state
        assert GAME.census(state) == census
        turns += 1
        spaces = [bike.space for bike in state.bikes if bike.space]
        assert len(set(spaces)) == len(spaces) or state.ended
    return turns


@pytest.mark.parametrize("board", GAME.boards)
@pytest.mark.parametrize(("count", "option"), MODES)
def test_random_games_end_and_keep_every_spoke(count: int, option: str, board: str) -> None:
    for seed in range(2):
        assert play_out(opened(count, option, board, seed), Random(seed)) > 10


@pytest.mark.long
def test_ten_thousand_random_games_end_and_keep_every_spoke() -> None:
    for seed in range(10_000 // (2 * len(MODES))):
        for board in GAME.boards:
            for count, option in MODES:
                play_out(opened(count, option, board, seed + 100), Random(seed))


def test_legal_turns_of_random_games_survive_and_stand() -> None:
    random = Random(5)
    for count, option in ((2, ""), (3, "two-bikes"), (1, "")):
        state = opened(count, option, "velodrome-112", 9)
        for turn in range(40):
            if GAME.outcome(state) is not None:
                break
            seat = Seat(state.mover)
            if turn % 5 == 0:
                stand_the_test(state, seat)
            state = GAME.apply(state, seat, GAME.sample(state, seat, random)).state


def stand_the_test(state: State, seat: Seat) -> None:
    ends = set()
    for move in GAME.legal_moves(state, seat):
        order = notation.parse(GAME, GAME.write(state, seat, move))
        assert GAME.resolve(state, seat, order) == move
        after = GAME.apply(state, seat, move).state
        if not isinstance(move, Turn):
            continue
        bike = next(b for b in after.bikes if b.seat == seat and b.number == move.bike)
        end = (move.bike, move.slot, move.gap, bike.space, bike.crossings, bike.burst, after.ended)
        assert end not in ends
        ends.add(end)


def test_a_refused_turn_leaves_the_position_as_it_was() -> None:
    state = opened(2, "", "velodrome-112", 3)
    before = table.dump(state, "")
    with pytest.raises(IllegalMove):
        GAME.apply(state, Seat("red"), Turn(1, 1, "a1-a2", ("a1", "a2")))
    assert table.dump(state, "") == before


def test_a_full_state_survives_json() -> None:
    import json

    state = opened(3, "two-bikes", "velodrome-4x16", 4)
    random = Random(4)
    for _ in range(20):
        seat = Seat(state.mover)
        state = GAME.apply(state, seat, GAME.sample(state, seat, random)).state
    data = json.loads(json.dumps(table.dump(state, "velodrome-4x16")))
    again = table.load(GAME, data)
    assert json.loads(json.dumps(table.dump(again, "velodrome-4x16"))) == data
    assert GAME.public(again) == GAME.public(state)


def test_what_everybody_sees_says_all_there_is() -> None:
    state = opened(1, "", "velodrome-112", 4)
    seen = GAME.public(state)
    assert sorted(seen) == [
        "bikes", "discard", "ended", "gone", "mover", "spare", "spokes", "supply", "winners",
    ]  # fmt: skip
    assert {name: len(letters) for name, letters in seen["spokes"].items()} == dict(state.setup.board.groups)
    assert [table.title for table in GAME.view(state, None)] == ["bikes", "spokes of the challenge"]


# Samples


def replayed(sample: str) -> Referee:
    path = SAMPLES / f"{sample}.pbem"
    (game,), _ = record.read_file(str(path), path.read_bytes())
    return Referee(game)


@pytest.mark.parametrize(
    ("sample", "result"),
    [
        ("two-seats", "orange"),
        ("three-seats-two-bikes", "white"),
        ("solo-won", "orange"),
        ("solo-lost", "lost"),
    ],
)
def test_recorded_games_replay_to_their_results(sample: str, result: str) -> None:
    referee = replayed(sample).run()
    assert not referee.problems
    assert referee.over is not None
    assert referee.over.text == result


def test_a_solo_game_can_be_won_with_twelve_spokes() -> None:
    referee = replayed("solo-won").run()
    assert referee.over is not None
    assert (referee.over.reason, len(referee.state.discard) <= 12) == ("solo-won", True)


def test_every_way_to_end_has_a_sample() -> None:
    reasons = set()
    for file in sorted(SAMPLES.glob("*.pbem")):
        referee = replayed(file.stem).run()
        if referee.over is not None:
            reasons.add(referee.over.reason)
        if referee.decided:
            reasons.add("moderator")
    assert reasons == set(GAME.end_reasons)


def test_the_manual_names_only_tests_that_are_there() -> None:
    manual = (Path(__file__).parent.parent / "docs" / "games" / "spokes.md").read_text(encoding="utf-8")
    here = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_spokes*.py"))
    named = set(re.findall(r"`(test_\w+)`", manual))
    assert len(named) > 50
    assert sorted(name for name in named if f"def {name}(" not in here) == []


def test_the_boards_come_with_the_game() -> None:
    assert boards.packaged("spokes") == sorted(GAME.boards)
