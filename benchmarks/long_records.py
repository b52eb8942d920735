"""Measures memory over long records and archives, and time an entry early and late. Prints JSON."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from pbem import chance, notation, opening, record, registry, table, trial
from pbem.game import DEAL
from pbem.replay import Referee
from pbem.source import Source

PEAK = "import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"


def peak(code: str, *arguments: str) -> float:
    """Peak memory in MiB of a process that runs some code."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{PEAK}", *arguments], capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[-1])


def endless(entries: int) -> str:
    """A record of so many entries: bicycles riding to and fro, never over the line for the fourth time."""
    game = registry.find("spokes")
    setup = table.make_setup(game, trial.seats_for(game, 2), frozenset())
    random = Random(3)
    seed = random.randbytes(32)
    text = opening.deal(game, setup, seed, "long", {}, date="2026-01-01")
    referee = Referee(next(iter(record.read(Source.plain("long", text)))), remarks=False).run()
    state, lines, shuffle = referee.state, [], chance.shuffler(seed, "long", ())
    from itertools import islice

    while len(lines) < entries:
        (seat,) = game.to_move(state)
        moves = list(islice(game.legal_moves(state, seat), 40))
        random.shuffle(moves)
        for move in moves:
            move = game.fill(state, seat, move, shuffle) if seat != DEAL else move
            step = game.apply(state, seat, move)
            if game.outcome(step.state) is None:
                break
        lines.append(f"{len(lines) + 1}. {seat}: {game.write(state, seat, move)}\n")
        state = step.state
    return re.sub(r'\[Result ".*"\]', '[Result "*"]', text) + "".join(lines)


def an_entry(text: str, low: int, high: int) -> float:
    """Microseconds of CPU an entry takes between two places of a record, the least of some runs."""
    best = float("inf")
    for _ in range(3):
        notation._action.cache_clear()  # nothing is remembered from an earlier run
        (game,) = record.read(Source.plain("long", text))
        started = 0.0
        for turn in Referee(game).play():
            if turn.number == low:
                started = time.process_time()
            elif turn.number == high:
                best = min(best, (time.process_time() - started) / (high - low) * 1e6)
                break
    return best


def main(place: Path) -> None:
    long = endless(10_000)
    file = place / "long.pbem"
    file.write_text(long)
    game = registry.find("last-spike")
    setup = table.make_setup(game, trial.seats_for(game, 2), frozenset())
    random = Random(5)
    archive = place / "archive.pbem"
    with archive.open("w") as out:
        for number in range(1_000):
            out.write(trial.simulate(game, setup, f"trial-{number}", random)[0] + "\n")
    check = "import sys; from pbem import checking; assert checking.check_file(sys.argv[1]).status == 0"
    print(
        json.dumps(
            {
                "import lark, MiB": peak("import lark"),
                "10,000 entries, MiB": peak(check, str(file)),
                "1,000 games, MiB": peak(check, str(archive)),
                "an entry at 1,000, us": an_entry(long, 500, 1_500),
                "an entry at 10,000, us": an_entry(long, 9_000, 10_000),
            }
        )
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
