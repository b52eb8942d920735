"""Measures legal turns in the widest position of every game's samples; prints JSON."""

from __future__ import annotations

import json
import time
from itertools import islice
from pathlib import Path
from typing import Any

import chess

from pbem import record, registry
from pbem.game import DEAL
from pbem.replay import Referee

SAMPLES = Path(__file__).parent.parent / "samples"
MOST = 50_000
"""So many turns are listed at the most: rich hands pay for more than anybody reads."""


def widest(key: str) -> tuple[Any, Any, int]:
    """The position of a game's samples with the most legal turns: state, seat, how many."""
    game = registry.find(key)
    best: tuple[Any, Any, int] = (None, None, 0)
    for path in sorted((SAMPLES / key).glob("*.pbem")):
        (whole,) = record.read_file(str(path), path.read_bytes())[0]
        for turn in Referee(whole, remarks=False).play():
            for seat in game.to_move(turn.state) - {DEAL}:
                count = sum(1 for _ in islice(game.legal_moves(turn.state, seat), MOST))
                if count > best[2]:
                    best = (turn.state, seat, count)
    return best


def perft(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


def main() -> None:
    found = {}
    started = time.process_time()
    nodes = perft(chess.Board(), 3)
    found["chess perft 3, nodes"] = nodes / (time.process_time() - started)
    for key in registry.known():
        game = registry.find(key)
        state, seat, count = widest(key)
        started = time.process_time()
        for move in islice(game.legal_moves(state, seat), MOST):
            game.write(state, seat, move)
        took = time.process_time() - started
        found[f"{key}: widest, {count} turns listed and written, seconds"] = took
        found[f"{key}: turns"] = count / took
    print(json.dumps(found))


if __name__ == "__main__":
    main()
