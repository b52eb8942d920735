"""Measures replay of text and the engine alone, every game, and python-chess beside them. Prints JSON."""

from __future__ import annotations

import io
import json
import time
from random import Random

import chess
import chess.pgn

from pbem import notation, record, registry, table, trial
from pbem.replay import Referee
from pbem.source import Source

GAMES = 40


def chess_games() -> list[str]:
    """Random chess games as PGN."""
    random = Random(1)
    texts = []
    for _ in range(GAMES):
        board = chess.Board()
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))
        texts.append(str(chess.pgn.Game.from_board(board)))
    return texts


def measured(work, least: float = 1.0) -> float:
    """Units a second of CPU time: `work` returns how many it did."""
    work()
    done, started = 0, time.process_time()
    while time.process_time() - started < least:
        done += work()
    return done / (time.process_time() - started)


def read_games(texts: list[str]) -> int:
    return sum(len(list(chess.pgn.read_game(io.StringIO(text)).mainline_moves())) for text in texts)


def push_uci(games: list[list[str]]) -> int:
    count = 0
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
        count += len(moves)
    return count


def texts_of(key: str) -> list[str]:
    game = registry.find(key)
    random = Random(1)
    texts = []
    for number in range(GAMES):
        count = game.counts[number % len(game.counts)]
        setup = table.make_setup(game, trial.seats_for(game, count), frozenset())
        texts.append(trial.simulate(game, setup, f"trial-{number}", random)[0])
    return texts


def actions(text: str) -> int:
    """Actions in a record: what semicolons part, and every entry has one more than it has of them."""
    body = text.split("\n\n", 1)[1]
    return sum(line.count(";") + 1 for line in body.splitlines())


def replay(texts: list[str]) -> int:
    """Replay an archive from a cold start: nothing is remembered from an earlier run."""
    notation._action.cache_clear()
    for text in texts:
        (game,) = record.read(Source.plain("trial", text))
        referee = Referee(game).run()
        assert not referee.problems, referee.problems[0]
    return sum(map(actions, texts))


def engine(key: str, texts: list[str]):
    """The engine's own work on those games: every move applied with all its checks."""
    game = registry.find(key)
    played = []
    for text in texts:
        (whole,) = record.read(Source.plain("trial", text))
        turns = list(Referee(whole, remarks=False).play())
        played.append((turns[0].state, [(turn.seat, turn.move) for turn in turns[1:]]))

    count = sum(actions(text) - text.split("\n\n", 1)[1].splitlines()[0].count(";") - 1 for text in texts)

    def work() -> int:
        for state, moves in played:
            for seat, move in moves:
                state = game.apply(state, seat, move).state
        return count

    return work


def main() -> None:
    pgn = chess_games()
    uci = [[move.uci() for move in chess.pgn.read_game(io.StringIO(text)).mainline_moves()] for text in pgn]
    found = {
        "chess read_game plies": measured(lambda: read_games(pgn)),
        "chess push_uci plies": measured(lambda: push_uci(uci)),
    }
    for key in registry.known():
        texts = texts_of(key)
        found[f"{key}: text"] = measured(lambda texts=texts: replay(texts))
        found[f"{key}: engine"] = measured(engine(key, texts))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
