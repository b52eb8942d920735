"""Nim with one heap: take one, two or three; who takes the last one wins. A fifth game, for tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import msgspec

from pbem.boards import Marked, decode
from pbem.errors import IllegalMove
from pbem.game import (
    DEAL,
    Drawing,
    Event,
    Example,
    Game,
    Outcome,
    Seat,
    Setup,
    Shuffle,
    Step,
    Table,
    Vocabulary,
)


class Board(msgspec.Struct, frozen=True, eq=False):
    title: str
    largest: Marked[int]


class State(msgspec.Struct, frozen=True):
    setup: Setup[Board]
    seat: Seat
    heap: int
    taken: int = 0
    left: tuple[Seat, ...] = ()


class Reader:
    def order(self, parts: list[int]) -> int:
        return parts[0]

    def take(self, parts: list[str]) -> int:
        return int(parts[0])

    def deal(self, parts: list[str]) -> int:
        return int(parts[0])


class Nim:
    key = "nim"
    title = "Nim"
    editions = ("1",)
    seats = (Seat("red"), Seat("blue"), Seat("green"))
    counts = (2, 3)
    options: Mapping[str, str] = {}
    boards = ("heap",)
    trial_options: frozenset[str] = frozenset()
    end_reasons = {"last": "the last token was taken", "resignation": "one seat is left"}
    phrases = {"heap": "the heap holds {tokens}", "take": "takes {tokens}"}
    examples = (Example("0. deal: heap 9", "the heap"), Example("1. red: take 2", "red takes two tokens"))
    notation = "take N   Take one, two or three tokens."
    reader: object = Reader()
    state_type = State

    def board_for(self, count: int) -> str:
        return self.boards[0]

    def load_board(self, name: str, text: str) -> Board:
        return decode(text, Board, name)

    def setup(self, setup: Setup[Board], deal: int) -> Step[State]:
        if not 1 <= deal <= setup.board.largest.value:
            raise IllegalMove(
                "heap", f"a heap holds 1 to {setup.board.largest.value} tokens", action=f"heap {deal}"
            )
        return Step(State(setup, setup.seats[0], deal), (Event("heap", {"tokens": deal}),))

    def deal(self, setup: Setup[Board], shuffle: Shuffle) -> tuple[Setup[Board], int]:
        sizes = [str(size) for size in range(5, setup.board.largest.value + 1)]
        return setup, int(shuffle("heap", sizes)[0])

    def to_move(self, state: State) -> frozenset[Seat]:
        return frozenset() if self.outcome(state) else frozenset({state.seat})

    def legal_moves(self, state: State, seat: Seat) -> Iterable[int]:
        return range(1, min(3, state.heap) + 1) if seat in self.to_move(state) else ()

    def sample(self, state: State, seat: Seat, random: Random) -> int:
        return random.randint(1, min(3, state.heap))

    def forced(self, state: State) -> None:
        return None

    def resolve(self, state: State, seat: Seat, order: int) -> int:
        return order

    def fill(self, state: State, seat: Seat, move: int | None, shuffle: Shuffle) -> int:
        return move or 0

    def apply(self, state: State, seat: Seat, move: int) -> Step[State]:
        if seat not in self.to_move(state):
            raise IllegalMove("turn", f"it is not {seat}'s turn")
        if not 1 <= move <= min(3, state.heap):
            raise IllegalMove(
                "take", f"the heap holds {state.heap}; one to three may be taken", action=f"take {move}"
            )
        after = State(state.setup, self._next(state, seat), state.heap - move, state.taken + move, state.left)
        return Step(after, (Event("take", {"seat": seat, "tokens": move}),))

    def _next(self, state: State, seat: Seat) -> Seat:
        return next(other for other in state.setup.after(seat) if other not in state.left)

    def leave(self, state: State, seat: Seat) -> Step[State]:
        left = (*state.left, seat)
        gone = msgspec.structs.replace(state, left=left)
        return Step(
            msgspec.structs.replace(gone, seat=self._next(gone, seat)) if seat == state.seat else gone
        )

    def skip(self, state: State, seat: Seat) -> Step[State]:
        return Step(msgspec.structs.replace(state, seat=self._next(state, seat)))

    def outcome(self, state: State) -> Outcome | None:
        staying = [seat for seat in state.setup.seats if seat not in state.left]
        if len(staying) == 1:
            return Outcome({}, (staying[0],), "resignation", staying[0])
        if state.heap:
            return None
        order = state.setup.after(state.seat)
        winner = next(seat for seat in reversed(order) if seat not in state.left)
        return Outcome({}, (winner,), "last", winner)

    def scores(self, state: State) -> Mapping[Seat, int]:
        return {}

    def write(self, state: State, seat: Seat, move: int) -> str:
        return f"take {move}" if seat != DEAL else ""

    def write_deal(self, setup: Setup[Board], deal: int) -> str:
        return f"heap {deal}"

    def redact(self, state: State, seat: Seat, move: int, viewer: Seat | None) -> int:
        return move

    def redact_deal(self, setup: Setup[Board], deal: int, viewer: Seat | None) -> int:
        return deal

    def group(self, state: State, seat: Seat, move: int) -> str:
        return self.write(state, seat, move)

    def knows(self, state: State, seat: Seat) -> bool:
        return True

    def view(self, state: State, viewer: Seat | None) -> tuple[Table, ...]:
        return (Table("seats", ("seat",), tuple((seat,) for seat in state.setup.seats)),)

    def status(self, state: State) -> tuple[str, ...]:
        return (f"tokens left {state.heap}",)

    def draw(self, board: Board, state: State | None) -> Drawing:
        return Drawing(board.title, ("o" * (board.largest.value if state is None else state.heap),))

    def public(self, state: State) -> dict[str, Any]:
        return {"heap": state.heap, "left": list(state.left), "seat": state.seat, "taken": state.taken}

    def census(self, state: State) -> Mapping[str, int]:
        return {"tokens": state.heap + state.taken}

    def vocabulary(self, setup: Setup[Board]) -> Vocabulary:
        return Vocabulary(keywords={"take": ("remove",), "heap": ()})


GAME: Game[State, int, int] = Nim()
