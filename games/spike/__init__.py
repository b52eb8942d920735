"""Spike: rails over the eastern United States, cargo to deliver, and a route to connect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from games.spike import dealer, dealing, drawing, ending, guide, legal, notation, player, resolve, rules, view
from games.spike.board import Board, load
from games.spike.moves import Move, Order
from games.spike.notation import Reader
from games.spike.state import State
from pbem.game import (
    UNKNOWN,
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


class Spike:
    """The game as the core sees it; every method hands on to the module that knows."""

    key: str = "spike"
    title: str = "Spike"
    editions: tuple[str, ...] = ("1",)
    seats: tuple[Seat, ...] = (Seat("red"), Seat("blue"), Seat("green"), Seat("yellow"))
    counts: tuple[int, ...] = (2, 3, 4)
    options: Mapping[str, str] = dealing.OPTIONS
    boards: tuple[str, ...] = ("east-1900",)
    trial_options: frozenset[str] = frozenset()
    end_reasons: Mapping[str, str] = ending.REASONS
    phrases: Mapping[str, str] = guide.PHRASES
    examples: tuple[Example, ...] = guide.EXAMPLES
    notation: str = guide.NOTATION
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
        return rules.to_move(state)

    def legal_moves(self, state: State, seat: Seat) -> Iterator[Move]:
        return legal.legal_moves(state, seat)

    def sample(self, state: State, seat: Seat, random: Random) -> Move:
        return player.sample(state, seat, random)

    def forced(self, state: State) -> None:
        return None

    def resolve(self, state: State, seat: Seat, order: Order) -> Move:
        return resolve.resolve(state, seat, order)

    def fill(self, state: State, seat: Seat, move: Move | None, shuffle: Shuffle) -> Move:
        return dealer.fill(state, seat, move, shuffle)

    def apply(self, state: State, seat: Seat, move: Move) -> Step[State]:
        return rules.apply(state, seat, move)

    def leave(self, state: State, seat: Seat) -> Step[State]:
        return rules.leave(state, seat)

    def skip(self, state: State, seat: Seat) -> Step[State]:
        return rules.skip(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state)

    def scores(self, state: State) -> Mapping[Seat, int]:
        return ending.scores(state)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return dealer.write(move)

    def write_deal(self, setup: Setup[Any], deal: Order) -> str:
        return dealing.write_deal(setup, deal)

    def redact(self, state: State, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        return dealer.redact(state, seat, move, viewer)

    def redact_deal(self, setup: Setup[Any], deal: Order, viewer: Seat | None) -> Order:
        return dealing.redact_deal(deal, viewer)

    def group(self, state: State, seat: Seat, move: Move) -> str:
        return self.write(state, seat, move)

    def knows(self, state: State, seat: Seat) -> bool:
        return not state.players[seat].hand.get(UNKNOWN, 0)

    def view(self, state: State, viewer: Seat | None) -> tuple[Table, ...]:
        return view.view(state, viewer)

    def status(self, state: State) -> tuple[str, ...]:
        return view.status(state)

    def draw(self, board: Any, state: State | None) -> Drawing:
        return drawing.draw(board, state)

    def public(self, state: State) -> dict[str, Any]:
        return view.public(state)

    def census(self, state: State) -> Mapping[str, int]:
        return view.census(state)

    def vocabulary(self, setup: Setup[Any]) -> Vocabulary:
        return notation.vocabulary(setup)


GAME: Game[State, Order, Move] = Spike()
