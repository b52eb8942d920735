"""Measures how fast Spokes lists the outcomes of a turn where there are most: prints `name value unit` lines.

The widest position that thousands of trial games reached (samples/spokes/widest.pbem), and boards packed
with 24 spokes of one colour round one space, where trails are far too many to be listed.
"""

from __future__ import annotations

import time
from collections import deque
from pathlib import Path
from random import Random

import chess

from games.spokes import GAME
from games.spokes.board import Board
from games.spokes.legal import outcomes
from games.spokes.listing import Task
from games.spokes.rides import Rider
from pbem import boards, record
from pbem.game import Seat
from pbem.replay import Referee

WIDEST = Path(__file__).parent.parent / "samples" / "spokes" / "widest.pbem"


def main() -> None:
    """Print what was measured, and the ratio to python-chess's perft."""
    rates = [("spokes-widest", *timed(widest)), ("chess-perft-3", *timed(lambda: perft(chess.Board(), 3)))]
    for burst in (False, True):
        for space in ("a1", "b8", "b13"):
            name = f"spokes-packed-{space}{'-burst' if burst else ''}"
            rates.append((name, *timed(lambda space=space, burst=burst: packed(space, burst))))
    for name, count, seconds in rates:
        print(name, round(count / seconds), "outcomes/s", f"({count} in {seconds * 1000:.1f} ms)")
    chess_rate = rates[1][1] / rates[1][2]
    print("spokes-widest/chess", round(rates[0][1] / rates[0][2] / chess_rate, 2), "ratio")


def timed(work, times: int = 5) -> tuple[int, float]:
    """What `work` counted, and the least CPU time it took."""
    best = float("inf")
    for _ in range(times):
        started = time.process_time()
        count = work()
        best = min(best, time.process_time() - started)
    return count, best


def widest() -> int:
    state = STATE
    return sum(1 for _ in GAME.legal_moves(state, Seat(state.mover)))


def perft(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


def packed(space: str, burst: bool) -> int:
    """Outcomes of a 25th green spoke where 24 lie round `space`."""
    start = BOARD.numbers[space]
    away = {start: 0}
    row = deque([start])
    while row:
        here = row.popleft()
        for way in BOARD.ways[here]:
            if way.to not in away:
                away[way.to] = away[here] + 1
                row.append(way.to)
    near = sorted(range(len(BOARD.gaps)), key=lambda gap: (sum(away[end] for end in BOARD.ends[gap]), gap))
    random = Random(1)
    spokes = "".join("g" if gap in near[:24] else random.choice("wybrk") for gap in range(len(BOARD.gaps)))
    others = frozenset(way.to for way in BOARD.ways[start][:2])
    return len(outcomes(Task(BOARD, Rider(start, 3, burst, others), spokes, "g")))


def last_state(path: Path):
    (game,), _ = record.read_file(str(path), path.read_bytes())
    return Referee(game, remarks=False).run().state


if __name__ == "__main__":
    BOARD: Board = GAME.load_board("velodrome-112", boards.text("spokes", "velodrome-112"))
    STATE = last_state(WIDEST)
    main()
