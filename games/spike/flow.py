"""What the deck gave, as a record says it or as the shuffle has it."""

from __future__ import annotations

from msgspec.structs import replace

from games.spike.deck import DRAWING, ROUNDS, Table
from games.spike.hand import seen, too_many
from games.spike.moves import DECK, TIME, Draw, action_text, listed
from games.spike.state import ROW, TIMES, State, count, each_kind, spread
from pbem.errors import IllegalMove
from pbem.game import UNKNOWN, Seat, Shuffle


def take(state: State, seat: Seat, draw: Draw) -> State:
    """Carry out a draw that names what the deck gave. Raises IllegalMove where it cannot have given that."""
    flow = need_named(state, draw)
    table = Table(state, seat)
    for card in draw.taken:
        table.take_up(card)
    reading = _Reading(table, draw, flow)
    table.next_card, table.new_round = reading.next_card, reading.new_round
    while reading.comes("hand") and not table.over:
        table.give("hand")
    table.finish()
    reading.need_end()
    after = table.put_back(seat)
    need_possible(after, draw)
    return after


def need_named(state: State, draw: Draw) -> tuple[str, ...]:
    """What the deck gave. Raises IllegalMove where the record does not say it."""
    if draw.flow is None:
        raise IllegalMove(
            "draw-missing",
            _not_named(state, draw),
            action=action_text(draw),
            rule=DRAWING,
            hint=f"write {_named(state, draw)}, or let the dealer fill it in",
        )
    return draw.flow


def _not_named(state: State, draw: Draw) -> str:
    """Which cards the record leaves open: those off the deck, those for the row, or both."""
    due = ROW - len(state.row) + len(draw.taken)
    if not draw.deck:
        return f"the row is refilled to {ROW}, and {_cards(due)} not named"
    what = "card" if draw.deck == 1 else f"{draw.deck} cards"
    row = f"; the row is refilled to {ROW} too" if due else ""
    return f"the record does not say which {what} came from the deck{row}"


def _cards(number: int) -> str:
    return f"{number} card is" if number == 1 else f"{number} cards are"


def _named(state: State, draw: Draw) -> str:
    """The draw with KIND for each card that the deck gave."""
    due = ROW - len(state.row) + len(draw.taken)
    drawn = f"draw {listed((*draw.taken, *[f'{DECK}:KIND'] * draw.deck))}"
    shown = f"; show {listed(['KIND'] * due)}" if due else ""
    if draw.deck + due < state.deck and state.cut < 0:
        return f"`{drawn}{shown}`"
    return f"`{drawn}{shown}` (and a new round or a time card where it came)"


class _Reading:
    """What the deck gave, as the record says it, against what was due."""

    def __init__(self, table: Table, draw: Draw, flow: tuple[str, ...]) -> None:
        self.table = table
        self.draw = draw
        self.flow = [word.split(" ") for word in flow]
        self.at = 0

    def comes(self, where: str) -> bool:
        return self.at < len(self.flow) and self.flow[self.at][0] == where

    def next_card(self, where: str) -> str:
        if not self.comes(where):
            self._refuse(where)
        card = self.flow[self.at][1]
        self.at += 1
        self._need_there(where, card)
        return card

    def new_round(self) -> None:
        if self.comes("round") and self.flow[self.at][1] == str(self.table.round):
            self.at += 1
            return
        raise IllegalMove(
            "round",
            f"the deck is empty now, and round {self.table.round} begins",
            action=action_text(self.draw),
            rule=ROUNDS,
            hint=f"write `round {self.table.round}` there",
        )

    def need_end(self) -> None:
        if self.at == len(self.flow):
            return
        where, card = self.flow[self.at]
        if where == "round":
            code, message = "round", f"round {card} does not begin here: the deck holds {self._left()}"
        else:
            code, message = "show", f"{card} is one card too many: the row has {ROW} cards"
            if self.table.over:
                message = "the third time card ends the game at once; nothing is drawn or turned up after it"
        flow = tuple(map(" ".join, self.flow[: self.at]))
        hint = f"write `{action_text(replace(self.draw, flow=flow))}`" if flow else "leave it out"
        raise IllegalMove(code, message, action=action_text(self.draw), rule=ROUNDS, hint=hint)

    def _left(self) -> str:
        """How many cards the deck holds, in words."""
        number = self.table.size - self.table.taken + (TIMES if self.table.cut >= 0 else 0)
        return f"{number} card{'' if number == 1 else 's'}"

    def _refuse(self, where: str) -> None:
        text = action_text(self.draw)
        if self.comes("round"):
            number = self.flow[self.at][1]
            message = f"the deck still holds {self._left()}, and no round ends"
            hint = f"leave `round {number}` out"
            raise IllegalMove("round", message, action=text, rule=ROUNDS, hint=hint)
        if where == "row":
            missing = ROW - len(self.table.row)
            message = f"the row is refilled to {ROW}, and {_cards(missing)} not named"
            shown = bool(self.flow) and self.flow[-1][0] == "row"
            hint = f"write `{text}{', ' if shown else '; show '}{listed(['KIND'] * missing)}`"
            raise IllegalMove("draw-missing", message, action=text, rule=DRAWING, hint=hint)
        message = "a time card is replaced at once, and its replacement is not named"
        raise IllegalMove(
            "draw-missing", message, action=text, rule=ROUNDS, hint=f"write `{DECK}:KIND` after it"
        )

    def _need_there(self, where: str, card: str) -> None:
        table = self.table
        if card == TIME:
            if table.cut < 0:
                message = "no time card is in the deck before the first draw of round 3 is done"
                self._not_there(message, "Setup for Round 3")
            if table.taken - table.cut < table.upper():
                above = table.upper() - (table.taken - table.cut)
                lie = "card of the upper half lies" if above == 1 else "cards of the upper half lie"
                message = f"{above} {lie} on the one with the time cards"
                self._not_there(message, "Setup for Round 3")
            return
        rails = table.taken - (table.times if table.cut >= 0 else 0)
        gone = rails >= table.size or (card != UNKNOWN and table.left.get(card, 0) < 1)
        if gone:
            number = table.pool.get(card, 0)
            message = "no rail card is left in the deck"
            if card != UNKNOWN and rails < table.size:
                went = {0: f"it was shuffled without {card}", 1: f"its one {card} card is out"}
                message = (
                    f"no {card} card is left in the deck: {went.get(number, f'all {number} of it are out')}"
                )
            self._not_there(message, DRAWING)
        if card == UNKNOWN and where == "row":
            message = "a card turned up for the row is open to all"
            hint = "name its kind"
            raise IllegalMove("not-in-box", message, action=action_text(self.draw), rule=DRAWING, hint=hint)

    def _not_there(self, message: str, rule: str) -> None:
        """Refuse a card that cannot have come off the deck; what else is in it is not told."""
        hint = "name the card that did come, `deck:?` if it is not known; or one was misread before"
        raise IllegalMove("not-in-box", message, action=action_text(self.draw), rule=rule, hint=hint)


def need_possible(state: State, draw: Draw) -> None:
    """No kind may show up more often than it exists; in a redacted copy this is all that can be known."""
    if all(UNKNOWN not in player.hand for player in state.players.values()):
        return
    for event in draw.flow or ():
        card = event.split(" ")[1]
        if card in state.board.kinds and seen(state, card) > each_kind(state):
            raise too_many(state, card, seen(state, card), action_text(draw))


def fill(state: State, seat: Seat, draw: Draw, shuffle: Shuffle) -> Draw:
    """Put in what the deck gives; a draw that stops short names fewer cards than were asked for.

    A draw that names its cards already gets the same ones again, also where the third time card cut it off.
    """
    table = Table(state, seat)
    for card in draw.taken:
        if card not in table.row:
            return draw
        table.take_up(card)
    giving = _Giving(table, shuffle)
    table.next_card, table.new_round = giving.next_card, giving.new_round
    cut_off = draw.flow is not None and draw.flow[-1:] == (f"hand {TIME}",)
    asked, drawn = draw.deck + cut_off, 0
    while drawn < asked and table.give("hand"):
        drawn += 1
    table.finish()
    return Draw(draw.taken, drawn, tuple(giving.flow))


class _Giving:
    """Takes cards off the shuffled deck and notes them down.

    Cards that have gone by are passed over, which happens only if the record was dealt with another shuffle.
    """

    def __init__(self, table: Table, shuffle: Shuffle) -> None:
        self.table = table
        self.shuffle = shuffle
        self.flow: list[str] = []
        self.order = self._order()

    def _order(self) -> tuple[str, ...]:
        table = self.table
        kinds = table.board.kinds
        order = self.shuffle(f"rails {table.round}", spread(table.pool, kinds))
        if table.cut < 0:
            return order
        top = table.cut + table.upper()
        lower = spread(count(order[top:]), kinds) + (TIME,) * TIMES
        return order[:top] + self.shuffle("time cards", lower)

    def next_card(self, where: str) -> str:
        at = self.table.taken
        card = next(filter(self.table.may_come, self.order[at:] + self.order[:at]))
        self.flow.append(f"{where} {card}")
        return card

    def new_round(self) -> None:
        self.flow.append(f"round {self.table.round}")
        self.order = self._order()
