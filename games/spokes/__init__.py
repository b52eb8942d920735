"""Spokes: swap a spoke, ride one colour, and be the first to complete three laps of the velodrome."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from games.spokes import board as boards
from games.spokes import dealing, draw, legal, notation, page, resolve, rules, sample, view
from games.spokes.board import Board
from games.spokes.checks import nearest_row
from games.spokes.moves import Move, Order, Pass, Place
from games.spokes.notation import Reader
from games.spokes.state import State, placeable, placing
from pbem.game import Drawing, Example, Game, Outcome, Seat, Setup, Shuffle, Step, Table, Vocabulary

if TYPE_CHECKING:
    from random import Random


class Spokes:
    """The game as the core sees it; every method hands on to the module that knows."""

    key: str = "spokes"
    title: str = "Spokes"
    editions: tuple[str, ...] = ("1",)
    seats: tuple[Seat, ...] = page.SEATS
    counts: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    options: Mapping[str, str] = page.OPTIONS
    boards: tuple[str, ...] = ("velodrome-112", "velodrome-4x16")
    trial_options: frozenset[str] = frozenset()
    end_reasons: Mapping[str, str] = page.END_REASONS
    phrases: Mapping[str, str] = page.PHRASES
    examples: tuple[Example, ...] = page.EXAMPLES
    notation: str = page.NOTATION
    reader: object = Reader()
    state_type: type[State] = State

    def board_for(self, count: int) -> str:
        return self.boards[0]

    def load_board(self, name: str, text: str) -> Board:
        return boards.load(name, text)

    def setup(self, setup: Setup[Board], deal: Order) -> Step[State]:
        return dealing.set_up(setup, deal)

    def deal(self, setup: Setup[Any], shuffle: Shuffle) -> tuple[Setup[Any], Order]:
        return dealing.draw_deal(setup, shuffle)

    def to_move(self, state: State) -> frozenset[Seat]:
        return frozenset({Seat(state.mover)} if state.mover else ())

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Move]:
        """Placings in the row nearest to the line, or turns; a pass where there is no turn."""
        if seat != state.mover:
            return
        if placing(state):
            for bike in placeable(state, seat):
                yield from (Place(bike.number, space) for space in nearest_row(state))
            return
        none = True
        for turn in legal.turns(state, seat):
            none = False
            yield turn
        if none:
            yield Pass()

    def sample(self, state: State, seat: Seat, random: Random) -> Move:
        return sample.sample(state, seat, random)

    def forced(self, state: State) -> tuple[Seat, Move] | None:
        return None

    def resolve(self, state: State, seat: Seat, order: Order) -> Move:
        return resolve.resolve(state, seat, order)

    def fill(self, state: State, seat: Seat, move: Move | None, shuffle: Shuffle) -> Move:
        """Nothing is drawn after the deal."""
        if move is None:
            raise ValueError("nothing is dealt after the set-up")
        return move

    def apply(self, state: State, seat: Seat, move: Move) -> Step[State]:
        return rules.apply(state, seat, move)

    def leave(self, state: State, seat: Seat) -> Step[State]:
        return rules.leave(state, seat)

    def skip(self, state: State, seat: Seat) -> Step[State]:
        return rules.skip(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def scores(self, state: State) -> Mapping[Seat, int]:
        return view.scores(state)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return notation.write(state, seat, move)

    def write_deal(self, setup: Setup[Board], deal: Order) -> str:
        return notation.write_deal(setup, deal)

    def redact(self, state: State, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        """Nothing is hidden."""
        return move

    def redact_deal(self, setup: Setup[Any], deal: Order, viewer: Seat | None) -> Order:
        """Nothing is hidden."""
        return deal

    def group(self, state: State, seat: Seat, move: Move) -> str:
        return self.write(state, seat, move)

    def knows(self, state: State, seat: Seat) -> bool:
        return True

    def view(self, state: State, viewer: Seat | None) -> tuple[Table, ...]:
        return view.view(state, viewer)

    def status(self, state: State) -> tuple[str, ...]:
        return view.status(state)

    def draw(self, board: Board, state: State | None) -> Drawing:
        return draw.draw(board, state)

    def public(self, state: State) -> dict[str, Any]:
        return view.public(state)

    def census(self, state: State) -> Mapping[str, int]:
        return view.census(state)

    def vocabulary(self, setup: Setup[Board]) -> Vocabulary:
        return notation.vocabulary(setup)


GAME: Game[State, Order, Move] = Spokes()
