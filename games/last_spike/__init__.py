"""The Last Spike: nine cities, twelve routes, and twenty thousand dollars for the tile that joins them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from games.last_spike import dealing, ending, legal, mending, notation, page, play, view, writing
from games.last_spike.board import Board, load
from games.last_spike.moves import Move, Order, order_text
from games.last_spike.notation import Reader
from games.last_spike.state import State
from pbem.game import (
    Drawing,
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

if TYPE_CHECKING:
    from random import Random


class LastSpike:
    """The game as the core sees it; every method hands on to the module that knows."""

    key: str = "last-spike"
    title: str = "The Last Spike"
    editions: tuple[str, ...] = ("1",)
    seats: tuple[Seat, ...] = dealing.SEATS
    counts: tuple[int, ...] = (2, 3, 4, 5, 6)
    options: Mapping[str, str] = dealing.OPTIONS
    boards: tuple[str, ...] = ("columbia-2015",)
    trial_options: frozenset[str] = frozenset()
    end_reasons: Mapping[str, str] = ending.REASONS
    phrases: Mapping[str, str] = page.PHRASES
    examples: tuple[Example, ...] = page.EXAMPLES
    notation: str = page.NOTATION
    reader: object = Reader()
    state_type = State

    def board_for(self, count: int) -> str:
        return self.boards[0]

    def load_board(self, name: str, text: str) -> Board:
        return load(name, text)

    def setup(self, setup: Setup[Any], deal: Order) -> Step[State]:
        return dealing.setup(setup, deal)

    def deal(self, setup: Setup[Any], shuffle: Shuffle) -> tuple[Setup[Any], Order]:
        return dealing.deal(setup, shuffle)

    def to_move(self, state: State) -> frozenset[Seat]:
        return frozenset({state.seat} if state.seat else ())

    def legal_moves(self, state: State, seat: Seat) -> Iterator[Move]:
        return legal.legal_moves(state, seat)

    def sample(self, state: State, seat: Seat, random: Random) -> Move:
        return legal.sample(state, seat, random)

    def forced(self, state: State) -> None:
        return None

    def resolve(self, state: State, seat: Seat, order: Order) -> Move:
        return notation.resolve(state, seat, order)

    def fill(self, state: State, seat: Seat, move: Move | None, shuffle: Shuffle) -> Move:
        assert move is not None, "the dealer never moves by itself"
        return dealing.fill(state, move, shuffle)

    def apply(self, state: State, seat: Seat, move: Move) -> Step[State]:
        return mending.apply(state, seat, move)

    def leave(self, state: State, seat: Seat) -> Step[State]:
        return play.leave(state, seat)

    def skip(self, state: State, seat: Seat) -> Step[State]:
        return play.skip(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state)

    def scores(self, state: State) -> dict[Seat, int]:
        return ending.scores(state)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return writing.write(state, seat, move)

    def write_deal(self, setup: Setup[Any], deal: Order) -> str:
        return order_text(deal)

    def redact(self, state: State, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        return dealing.redact(move, seat, viewer)

    def redact_deal(self, setup: Setup[Any], deal: Order, viewer: Seat | None) -> Order:
        return dealing.redact_deal(deal, viewer)

    def group(self, state: State, seat: Seat, move: Move) -> str:
        return writing.group(state, seat, move)

    def knows(self, state: State, seat: Seat) -> bool:
        return not state.veiled[seat]

    def view(self, state: State, viewer: Seat | None) -> tuple[Table, ...]:
        return view.tables(state, viewer)

    def status(self, state: State) -> tuple[str, ...]:
        return view.status(state)

    def draw(self, board: Any, state: State | None) -> Drawing:
        return view.picture(board, state)

    def public(self, state: State) -> dict[str, Any]:
        return view.public(state)

    def census(self, state: State) -> dict[str, int]:
        return ending.census(state)

    def vocabulary(self, setup: Setup[Any]) -> Vocabulary:
        return notation.vocabulary(setup)


GAME: Game[State, Order, Move] = LastSpike()
