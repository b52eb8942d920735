"""The deck while a draw is carried out: new rounds, the row, and the time cards."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from games.spike.board import Board
from games.spike.moves import TIME
from games.spike.state import ROW, TIMES, State, count, plus
from pbem.game import UNKNOWN, Seat

DRAWING = "Draw Rail Cards"
ROUNDS = "Game Rounds & Time Cards"


class Table:
    """The cards while one draw is carried out; `next_card(where)` gives what leaves the deck next."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.board: Board = state.board
        self.hand = dict(state.players[seat].hand)
        self.row = list(state.row)
        self.discards = state.discards
        self.left = dict(state.left)
        self.pool = state.pool
        self.size = sum(state.pool.values())
        self.taken = state.taken
        self.cut = state.cut
        self.round = state.round
        self.times = state.times
        self.next_card: Callable[[str], str]
        self.new_round: Callable[[], None] = lambda: None

    @property
    def over(self) -> bool:
        return self.times == TIMES

    @property
    def empty(self) -> bool:
        """Nothing is left at all; time cards are shuffled in only once a draw is finished."""
        return self.cut < 0 and self.taken == self.size

    def take_up(self, card: str) -> None:
        """Move a face-up card to the hand."""
        self.row.remove(card)
        self.hand[card] = self.hand.get(card, 0) + 1

    def give(self, where: str) -> bool:
        """Take the next rail card off the deck, for `hand` or `row`; False where nothing comes."""
        while not self.empty and not self.over:
            card = self.next_card(where)
            self.taken += 1
            if card == TIME:
                self.times += 1
                continue
            if card != UNKNOWN:
                self.left[card] -= 1
            if where == "hand":
                self.hand[card] = self.hand.get(card, 0) + 1
            else:
                self.row.append(card)
            self._end_round()
            return True
        return False

    def _end_round(self) -> None:
        """A round ends as soon as the last rail card has left the deck."""
        while self.empty and self.round < TIMES:
            self.pool = plus(self.discards, count(tuple(self.row)))
            self.left, self.size, self.taken = dict(self.pool), sum(self.pool.values()), 0
            self.row, self.discards = [], {}
            self.round += 1
            self.new_round()

    def finish(self) -> None:
        """Refill the row, then shuffle the time cards into the lower half at the start of round 3."""
        while len(self.row) < ROW and self.give("row"):
            pass
        if self.round == TIMES and self.cut < 0 and not self.over:
            self.cut = self.taken

    def upper(self) -> int:
        """How many rail cards lie on top of the half with the time cards."""
        return -(-(self.size - self.cut) // 2)

    def may_come(self, card: str) -> bool:
        """Say whether a card may be the next one off the deck."""
        if card == TIME:
            return self.times < TIMES and 0 <= self.cut <= self.taken - self.upper()
        return self.left[card] > 0

    def put_back(self, seat: Seat) -> State:
        """The state with these cards."""
        state = self.state
        player = replace(state.players[seat], hand=self.hand)
        return replace(
            state,
            players={**state.players, seat: player},
            row=tuple(self.row),
            discards=self.discards,
            left=self.left,
            pool=self.pool,
            taken=self.taken,
            cut=self.cut,
            round=self.round,
            times=self.times,
        )
