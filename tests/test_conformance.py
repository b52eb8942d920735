"""The promises that every registered game keeps, on random games: see pbem/conform.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import conform, registry, table, trial

SAMPLES = Path(__file__).parent.parent / "samples"


def tables() -> list[tuple[str, int, str, str]]:
    """Every game, number of seats, single option and board that go together."""
    found = []
    for key in registry.known():
        game = registry.find(key)
        for count in game.counts:
            for board in game.boards:
                for option in ("", *game.options):
                    try:
                        options = frozenset(filter(None, [option]))
                        setup = table.make_setup(game, trial.seats_for(game, count), options, board)
                        game.setup(setup, game.deal(setup, lambda label, items: tuple(items))[1])
                    except Exception:
                        continue  # this board or option is not for so many seats; test_tables_cover says which are
                    found.append((key, count, board, option))
    return found


TABLES = tables()


def play(key: str, count: int, board: str, option: str, games: int) -> None:
    game = registry.find(key)
    setup = table.make_setup(game, trial.seats_for(game, count), frozenset(filter(None, [option])), board)
    where = f"{count} seats, {board}, {option or 'no option'}"
    findings = list(conform.check_setup(game, setup, games, "7", where, board))
    assert [str(finding) for finding in findings if finding.failed] == []


@pytest.mark.parametrize(("key", "count", "board", "option"), TABLES)
def test_random_games_keep_every_promise(key: str, count: int, board: str, option: str) -> None:
    play(key, count, board, option, 1)


@pytest.mark.long
@pytest.mark.parametrize(("key", "count", "board", "option"), TABLES)
def test_many_random_games_keep_every_promise(key: str, count: int, board: str, option: str) -> None:
    play(key, count, board, option, 100)


@pytest.mark.parametrize("key", registry.known())
def test_tables_cover_every_number_of_seats_board_and_option(key: str) -> None:
    game = registry.find(key)
    mine = [entry[1:] for entry in TABLES if entry[0] == key]
    assert {count for count, _, _ in mine} == set(game.counts)
    assert {board for _, board, _ in mine} == set(game.boards)
    assert {option for _, _, option in mine} == {"", *game.options}


@pytest.mark.parametrize("key", registry.known())
def test_counts_of_positions_match_the_recorded_ones(key: str) -> None:
    lines = (SAMPLES / key / "perft.txt").read_text(encoding="utf-8").splitlines()
    game = registry.find(key)
    recorded = [line.split() for line in lines if line and not line.startswith("#")]
    assert recorded
    for seats, board, options, depth, count in recorded:
        chosen = frozenset() if options == "-" else frozenset(options.split(","))
        state = trial.opening_state(game, int(seats), chosen, board)
        assert trial.perft(game, state, int(depth)) == int(count), (seats, board, options, depth)
