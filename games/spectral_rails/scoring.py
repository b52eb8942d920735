"""Points, with their parts, and who wins."""

from __future__ import annotations

from collections import Counter

import msgspec

from games.spectral_rails.board import Board
from games.spectral_rails.state import Engineer, State, home
from pbem.game import Outcome, Seat

IN_STATE = 3


class Score(msgspec.Struct, frozen=True):
    """The parts of a score; `angry` counts souls, `states` and `all_states` count sets."""

    one: int
    two: int
    angry: int
    states: int
    all_states: int
    all_state_worth: int

    @property
    def total(self) -> int:
        """All points together; may be negative (Scoring)."""
        souls = self.one + 2 * self.two - self.angry
        return souls + IN_STATE * self.states + self.all_state_worth * self.all_states


def score(board: Board, engineer: Engineer) -> Score:
    """Score one seat as if the game ended now (Scoring)."""
    counts = Counter(map(home, engineer.one + engineer.two))
    return Score(
        one=len(engineer.one),
        two=len(engineer.two),
        angry=len(engineer.aboard),
        states=sum(min(counts[town] for town in towns) for towns in board.states.values()),
        all_states=min(sum(counts[town] for town in towns) for towns in board.states.values()),
        all_state_worth=board.all_state,
    )


def totals(state: State) -> dict[Seat, int]:
    """Every seat's points now, in turn order."""
    board = state.setup.board
    return {seat: score(board, state.engineers[seat]).total for seat in state.setup.seats}


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on (Winning)."""
    if not state.ended:
        return None
    scores = totals(state)
    text = ", ".join(f"{seat} {points}" for seat, points in scores.items())
    return Outcome(scores=scores, winners=_winners(state, scores), reason=state.ended, text=text)


def _winners(state: State, scores: dict[Seat, int]) -> tuple[Seat, ...]:
    """Most points, then most cards in hand, then their value; seats that resigned do not win."""
    ranks = {
        seat: (points, len(state.engineers[seat].hand), sum(state.engineers[seat].hand))
        for seat, points in scores.items()
        if seat not in state.gone
    }
    return tuple(seat for seat, rank in ranks.items() if rank == max(ranks.values()))
