"""Spectral Rails: ghost trains take souls home along ley lines that their own trails close (3-4 seats)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, assert_never

from games.spectral_rails import (
    bidding,
    board,
    dealing,
    drawing,
    legal,
    manual,
    mending,
    movement,
    moves,
    naming,
    phases,
    scoring,
    trial,
    view,
    words,
)
from games.spectral_rails.board import Board
from games.spectral_rails.moves import Move
from games.spectral_rails.notation import Reader, group, write, write_deal
from games.spectral_rails.orders import Order
from games.spectral_rails.resolve import resolve
from games.spectral_rails.state import State
from pbem.errors import IllegalMove
from pbem.game import DEAL, Drawing, Example, Game, Outcome, Seat, Setup, Shuffle, Step, Table, Vocabulary

if TYPE_CHECKING:
    from random import Random


class SpectralRails:
    """The game as the core asks for it; every answer is given by a module of this package."""

    key = "spectral-rails"
    title = "Spectral Rails"
    editions: tuple[str, ...] = ("1",)
    seats: tuple[Seat, ...] = words.SEATS
    counts: tuple[int, ...] = (3, 4)
    options: Mapping[str, str] = manual.OPTIONS
    boards: tuple[str, ...] = ("southwest-4", "southwest-3")
    trial_options: frozenset[str] = frozenset({"stall-ends"})
    end_reasons: Mapping[str, str] = manual.END_REASONS
    phrases: Mapping[str, str] = manual.PHRASES
    examples: tuple[Example, ...] = manual.EXAMPLES
    notation = manual.NOTATION
    reader: object = Reader()
    state_type: type[State] = State

    def board_for(self, count: int) -> str:
        """The map for a number of seats."""
        return f"southwest-{count}"

    def load_board(self, name: str, text: str) -> Board:
        return board.load(name, text)

    def setup(self, setup: Setup[Board], deal: Order) -> Step[State]:
        return dealing.set_up(setup, deal)

    def deal(self, setup: Setup[Board], shuffle: Shuffle) -> tuple[Setup[Board], Order]:
        return dealing.draw_first(setup, shuffle)

    def to_move(self, state: State) -> frozenset[Seat]:
        if state.phase == "deal":
            return frozenset({DEAL})
        return frozenset({Seat(state.turn)} if state.turn else ())

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Move]:
        return legal.legal_moves(state, seat)

    def sample(self, state: State, seat: Seat, random: Random) -> Move:
        return trial.sample(state, seat, random)

    def forced(self, state: State) -> tuple[Seat, Move] | None:
        return legal.forced(state)

    def resolve(self, state: State, seat: Seat, order: Order) -> Move:
        return dealing.read_second(state, order) if seat == DEAL else resolve(state, seat, order)

    def fill(self, state: State, seat: Seat, move: Move | None, shuffle: Shuffle) -> Move:
        if seat == DEAL:
            return dealing.draw_second(state, shuffle)
        if move is None:
            raise IllegalMove("no-order", f"{seat} is to write an order here")
        return move

    def apply(self, state: State, seat: Seat, move: Move) -> Step[State]:
        if isinstance(move, moves.Dealt):
            return dealing.deals(state, move)
        _require_turn(state, seat, move)
        match move:
            case moves.Raise():
                return bidding.raises(state, seat, move)
            case moves.Withdraw() if state.phase == "bid":
                return bidding.withdraws(state, seat, move)
            case moves.Withdraw():
                return movement.passes(state, seat)
            case moves.Appoint():
                return bidding.appoints(state, seat, move)
            case moves.Placement():
                return bidding.places(state, seat, move)
            case moves.Turn():
                return mending.moves_train(state, seat, move)
            case _:
                assert_never(move)

    def leave(self, state: State, seat: Seat) -> Step[State]:
        return phases.leaves(state, seat)

    def skip(self, state: State, seat: Seat) -> Step[State]:
        return phases.skips(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def scores(self, state: State) -> Mapping[Seat, int]:
        return scoring.totals(state)

    def write(self, state: State, seat: Seat, move: Move) -> str:
        return write(state, seat, move)

    def write_deal(self, setup: Setup[Board], deal: Order) -> str:
        return write_deal(deal)

    def redact(self, state: State, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        return move

    def redact_deal(self, setup: Setup[Board], deal: Order, viewer: Seat | None) -> Order:
        return deal

    def group(self, state: State, seat: Seat, move: Move) -> str:
        return group(state, seat, move)

    def knows(self, state: State, seat: Seat) -> bool:
        return True

    def view(self, state: State, viewer: Seat | None) -> tuple[Table, ...]:
        return view.tables(state)

    def status(self, state: State) -> tuple[str, ...]:
        return view.status(state)

    def draw(self, board: Board, state: State | None) -> Drawing:
        return drawing.draw(board, state)

    def public(self, state: State) -> dict[str, Any]:
        return view.public(state)

    def census(self, state: State) -> Mapping[str, int]:
        return view.census(state)

    def vocabulary(self, setup: Setup[Board]) -> Vocabulary:
        names: dict[str, tuple[str, ...]] = dict.fromkeys(setup.seats, ())
        names |= {town.name.value: (town.code.value,) for town in setup.board.file.towns}
        spellings = naming.spellings(setup)
        return Vocabulary(
            keywords=words.VERBS,
            names=names,
            in_full=words.IN_FULL,
            spellings=spellings,
            refused=words.REFUSED,
        )


_PHASES: Mapping[type[Move], tuple[str, ...]] = {
    moves.Raise: ("bid",),
    moves.Withdraw: ("bid", "move"),
    moves.Appoint: ("lead",),
    moves.Placement: ("place",),
    moves.Turn: ("move",),
}


def _require_turn(state: State, seat: Seat, move: Move) -> None:
    phases.require_turn(state, seat)
    if state.phase not in _PHASES[type(move)]:
        action = write(state, seat, move)
        raise IllegalMove("not-now", f"{seat} cannot do that in this phase", action=action, rule="Game Play")


GAME: Game[State, Order, Move] = SpectralRails()
