"""Points, with their parts, and who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from games.spectral_rails.board import Board
from games.spectral_rails.state import Engineer, State, home
from pbem.game import Event, Outcome, Seat

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


def _winners(state: State, scores: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Most points, then most cards in hand, then their value; seats that resigned do not win."""
    hands = {seat: state.engineers[seat].hand for seat in scores}
    ranks = {
        seat: (points, len(hands[seat]), sum(hands[seat]))
        for seat, points in scores.items()
        if seat not in state.gone
    }
    return tuple(seat for seat, rank in ranks.items() if rank == max(ranks.values()))


def tie(state: State) -> tuple[Event, ...]:
    """How a tie at the top of a finished game is broken, or nothing if there is none (Winning)."""
    scores = {seat: points for seat, points in totals(state).items() if seat not in state.gone}
    top = max(scores.values())
    tied = [seat for seat, points in scores.items() if points == top]
    if len(tied) == 1:
        return ()
    winners = _winners(state, scores)
    counts = {seat: len(state.engineers[seat].hand) for seat in tied}
    best = [seat for seat in tied if counts[seat] == max(counts.values())]
    how = "most cards in hand" if len(best) == 1 else "the highest cards in hand"
    by = f"{winners[0]} has {how}" if len(winners) == 1 else f"{' and '.join(winners)} share the win"
    return (Event("tie", {"seats": " and ".join(tied), "points": top, "by": by}),)
