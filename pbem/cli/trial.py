"""`simulate`, `perft`, `conform`: trial games, counts and the shared tests."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import click

from pbem.cli import common, completion
from pbem.errors import PbemError


@click.command()
@click.argument("key", shell_complete=completion.keys)
@click.option("--seats", type=int, help="How many seats; the fewest if left out.")
@click.option(
    "--games", "count", type=click.IntRange(1), default=1, show_default=True, help="How many games."
)
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
@click.option("--option", "options", multiple=True, help="An option of the game; may be repeated.")
@click.option("--board", default="", help="Another board than the game's first.")
@click.option("-o", "folder", help="A folder for the records; without it they are only counted.")
def simulate_command(
    key: str,
    seats: int | None,
    count: int,
    seed: str,
    options: tuple[str, ...],
    board: str,
    folder: str | None,
) -> int:
    """Play whole random games, legal throughout.

    Example: pbem simulate last-spike --seats 3 --games 2
    """
    from pbem import table, trial

    game = common.game(key)
    places = trial.seats_for(game, seats or min(game.counts))
    setup = table.make_setup(game, places, frozenset(options) or game.trial_options, board)
    into = Path(folder) if folder else None
    if into:
        into.mkdir(parents=True, exist_ok=True)
    random = Random(seed)
    endless = 0
    for number in range(1, count + 1):
        name = f"trial-{number}"
        text, outcome = trial.simulate(game, setup, name, random, board)
        endless += outcome is None
        entries = text.count("\n") - text.count("\n[") - 3
        common.output(
            f"{name}: {entries} entries, {outcome.reason + ', ' + outcome.text if outcome else 'cut off'}"
        )
        if into:
            (into / f"{name}.pbem").write_text(text, encoding="utf-8", newline="\n")
    return int(endless > 0)


@click.command()
@click.argument("what", metavar="KEY|FILE")
@click.option("--depth", type=click.IntRange(0), required=True, help="How many turns deep.")
@click.option("--seats", type=int, help="For KEY: how many seats; the fewest if left out.")
@click.option("--option", "options", multiple=True, help="For KEY: an option of the game.")
@click.option("--board", default="", help="For KEY: another board than the game's first.")
def perft_command(what: str, depth: int, seats: int | None, options: tuple[str, ...], board: str) -> None:
    """Count positions: turns as distinct outcomes, draws in the order of the box.

    For a KEY from its deal in the order of the box; for a FILE from its last position. One line a
    depth: the depth and the count. (Known counts stand in samples/KEY/perft.txt, one a line: number of
    seats, board, options or -, depth, count.)

    Example: pbem perft last-spike --depth 2
    """
    from pbem import registry, trial
    from pbem.replay import Referee

    if what in registry.known():
        game = registry.find(what)
        state = trial.opening_state(game, seats or min(game.counts), frozenset(options), board)
    elif Path(what).exists() or what == "-":
        game_record, _ = common.open_record(what)
        referee = Referee(game_record, remarks=False, advise=False).run()
        if referee.state is None:
            raise PbemError(f"{what} has no position; `pbem check` says why")
        game, state = referee.game, referee.state
    else:
        common.game(what)
        return
    for level in range(depth + 1):
        started = time.process_time()
        count = trial.perft(game, state, level)
        spent = time.process_time() - started
        common.output(f"{level} {count}")
        if level == depth and spent > 0:
            common.talk(f"{count / spent:,.0f} positions/s")


@click.command()
@click.argument("key", shell_complete=completion.keys)
@click.option(
    "--games",
    "count",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="Random games for each number of seats.",
)
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
def conform_command(key: str, count: int, seed: str) -> int:
    """Run the shared tests that every game has to pass, on one game, also one from outside.

    Example: pbem conform last-spike --games 2
    """
    from pbem import conform

    game = common.game(key)
    failed = 0
    for finding in conform.run(game, count, seed):
        common.output(str(finding))
        failed += finding.failed
    return int(failed > 0)
