"""From an order to the move that it means here."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from games.spike import advice, building, cargo, deck, riding, rules
from games.spike.moves import (
    DECK,
    TIME,
    Action,
    Build,
    Cards,
    Common,
    Deliver,
    Draw,
    Dump,
    Extra,
    Give,
    Goods,
    Keep,
    Load,
    Move,
    Order,
    Pass,
    Place,
    Reveal,
    Round,
    Show,
    Sides,
    Stop,
    Take,
    Trade,
    Travel,
    Upgrade,
    Written,
    joined,
    written,
)
from games.spike.state import State
from games.spike.told import change
from pbem.errors import AmbiguousOrder, IllegalMove, OrderError
from pbem.game import DEAL, UNKNOWN, Seat


def resolve(state: State, seat: Seat, order: Order) -> Move:
    """Say what an order means here.

    Raises IllegalMove for words that the board does not have, actions that make no turn, and assertions
    that do not hold, AmbiguousOrder for a move that can end in two places.
    """
    if seat == DEAL:
        return _revealed(order)
    rules.need_turn(state, seat)
    return _Resolver(state, seat, order).move()


def _revealed(order: Order) -> Move:
    routes: dict[Seat, str] = {}
    for item in order.items:
        if isinstance(item, Common) or item.what != "route" or len(item.cards) != 1:
            what = item.what
            raise IllegalMove("reveal", f"at the end only routes are turned up, no {what}", rule="Game End")
        routes[item.seat] = item.cards[0]
    return Move((Reveal(routes),))


class _Resolver:
    """Reads the actions of one order from left to right, keeping track of where the train is."""

    def __init__(self, state: State, seat: Seat, order: Order) -> None:
        self.state = state
        self.seat = seat
        self.order = order
        self.actions: list[Action] = []
        self.trades: list[Trade] = []

    def move(self) -> Move:
        try:
            return self._read()
        except OrderError:
            self._need_earlier()
            raise

    def _need_earlier(self) -> None:
        """Raise the fault of an action before the one that cannot be read, if there is one."""
        if self.state.phase != "play":
            return
        try:
            rules.carry_out(self.state, self.seat, self.actions, [])
        except IllegalMove as error:
            if error.code != "draw-missing":  # in an order the dealer has not yet filled it in
                raise error from None

    def _read(self) -> Move:
        words = self.order.actions
        if any(isinstance(word, Pass) for word in words):
            self._need_alone(words)
            return Move()
        at = 0
        while at < len(words):
            at += self._take(at)
        if self.trades:
            self._refuse_trade()
        return Move(tuple(self.actions))

    def _need_alone(self, words: Sequence[Written]) -> None:
        if len(words) > 1:
            message = "a seat that passes does nothing else in that turn"
            raise IllegalMove("alone", message, action="pass", rule=rules.PLAYING, hint="leave `pass` out")

    def _refuse_trade(self) -> None:
        text = written(self.trades[0])
        hint = "put it directly before its `build`"
        if not any(isinstance(word, Build) for word in self.order.actions):
            hint = f"leave `{text}` out, or write the `build` that it pays for behind it"
        raise IllegalMove(
            "trade-unused", "a trade pays for a build", action=text, rule=building.WILD, hint=hint
        )

    def _take(self, at: int) -> int:
        """Take one action, or the actions of one draw; the number of actions used."""
        word = self.order.actions[at]
        if self.trades and not isinstance(word, (Trade, Build)):
            self._refuse_trade()
        if isinstance(word, Take):
            word = self._taken(word)
        match word:
            case Cards() | Show() | Round():
                return self._draw(at, word)
            case Trade():
                self.trades.append(word)
            case Build(path, _):
                self._add(self._build(path))
            case Stop():
                self._add(Travel(self._stop(word)))
            case Goods():
                self._add(self._goods(word))
            case Extra(face):
                self._add(Extra(face))
            case Upgrade() | Sides() | Give() | Keep() | Place():
                self._add(word)
            case _:  # pragma: no cover - `pass` and `take` have been seen to
                raise AssertionError(word)
        return 1

    def _add(self, action: Action) -> None:
        self.actions.append(action)

    def _taken(self, word: Take) -> Cards | Goods:
        """`take` with rail cards is a draw, with a commodity or nothing a load."""
        kinds = [card for card in word.words if card in self.state.board.kinds or card.startswith(DECK)]
        if kinds:
            return Cards(word.words)
        if len(word.words) > 1:
            return self._load_of_many(word)
        return Goods("load", word.words[0] if word.words else "")

    def _load_of_many(self, word: Take) -> Goods:
        """`take pigs, cows`: the city has one commodity, and a train on the line none."""
        has = self.state.board.cities.get(self._where(), "")
        if has:
            message = f"{self._where()} has {has} alone, and one token of it is loaded"
            raise IllegalMove(
                "not-here", message, action=written(word), rule=cargo.LOADING, hint="write `load` alone"
            )
        return Goods("load")

    def _draw(self, at: int, first: Cards | Show | Round) -> int:
        """Put `draw`, `round` and `show` together to one draw."""
        if not isinstance(first, Cards):
            message = "cards are turned up, and rounds begin, only after a draw"
            hint = f"write the cards that were drawn before it: `draw KIND; {written(first)}`"
            raise IllegalMove("draw-order", message, action=written(first), rule=deck.DRAWING, hint=hint)
        words: list[Cards | Show | Round] = [first]
        for word in self.order.actions[at + 1 :]:
            if not isinstance(word, (Cards, Show, Round)) or (
                isinstance(word, Cards) and not isinstance(words[-1], Round)
            ):
                break
            words.append(word)
        self._add(self._one_draw(words))
        return len(words)

    def _one_draw(self, words: list[Cards | Show | Round]) -> Draw:
        taken: list[str] = []
        flow: list[str] = []
        number, is_open = 0, False
        for word in words:
            match word:
                case Round(round_number):
                    flow.append(f"round {round_number}")
                case Show(cards):
                    flow += [f"row {self._known(card, word)}" for card in cards]
                case Cards(cards):
                    for card in cards:
                        name = self._drawn(card, word, bool(flow) or number > 0)
                        if not card.startswith(DECK):
                            taken.append(name)
                            continue
                        number += name != TIME
                        is_open = is_open or not name
                        flow.append(f"hand {name}")
        if is_open or not flow:
            return Draw(tuple(taken), number)
        return Draw(tuple(taken), number, tuple(flow))

    def _drawn(self, card: str, word: Cards, late: bool) -> str:
        """The card that a word of `draw` names, "" for an open one; face-up cards stand before the deck's."""
        if card == DECK:
            return ""
        if card.startswith(DECK):
            name = card.partition(":")[2]
            return name if name == UNKNOWN else self._known(name, word)
        if late:
            cards = sorted(word.words, key=lambda each: each.startswith(DECK))
            hint = f"write `{self._with(word, written(Cards(tuple(cards))))}`"
            message = "face-up cards are taken before cards of the deck"
            raise IllegalMove("draw-order", message, action=written(word), rule=deck.DRAWING, hint=hint)
        if card == TIME:
            message, hint = "a time card is never taken face up", "one that the deck gave is `deck:time`"
            raise IllegalMove("no-such-kind", message, action=written(word), rule=deck.ROUNDS, hint=hint)
        return self._known(card, word)

    def _known(self, card: str, word: Written) -> str:
        kinds = self.state.board.kinds
        if card not in kinds and card != TIME:
            message = f"there is no rail kind {card}; there are {', '.join(kinds)}"
            raise IllegalMove("no-such-kind", message, action=written(word))
        return card

    def _build(self, path: tuple[str, ...]) -> Build:
        player = self.state.players[self.seat]
        known = all(point in self.state.board.points for point in path)
        trades, self.trades = tuple(self.trades), []
        return Build(building.turned(self.state.board, player, path) if known else path, trades)

    def _now(self) -> State:
        """The position as far as the actions so far, carried out, make it; where one fails, before it."""
        state = self.state
        for action in self.actions:
            try:
                state = rules.act(state, self.seat, action, [])
            except IllegalMove:
                if isinstance(action, Travel):
                    player = replace(state.players[self.seat], at=action.to)
                    state = replace(state, players=change(state, self.seat, player))
        return state

    def _stop(self, stop: Stop) -> str:
        longer = len(stop.path) > 2
        try:
            return riding.stop_of(self._now() if longer else self.state, self.seat, stop)
        except AmbiguousOrder as error:
            choices = tuple(self._with(stop, choice) for choice in error.choices)
            raise AmbiguousOrder(
                error.code, error.message, choices, action=error.action, rule=error.rule
            ) from None
        except IllegalMove as error:
            pieces = advice.pieces(self._now(), self.seat, stop.path[0]) if error.code == "junction" else []
            if pieces:
                ways = " or ".join(f"`{self._with(stop, f'move {piece}')}`" for piece in pieces)
                raise advice.hinted(error, f"write {ways}") from None
            raise

    def _with(self, word: Written, other: str) -> str:
        """The whole entry with other words in place of one action."""
        return "; ".join(map(written, self.order.actions)).replace(written(word), other, 1)

    def _where(self) -> str:
        """Where the train is after the actions so far."""
        stops = [action.to for action in self.actions if isinstance(action, Travel)]
        return stops[-1] if stops else self.state.players[self.seat].at

    def _goods(self, goods: Goods) -> Load | Dump | Deliver:
        at, board = self._where(), self.state.board
        if goods.commodity and goods.commodity not in board.commodities:
            message = f"there is no commodity {goods.commodity}; there are {', '.join(board.commodities)}"
            hint = ""
            if goods.commodity in board.kinds:
                hint = (
                    f"{goods.commodity} is a kind of rail card, and those are drawn: `draw {goods.commodity}`"
                )
            raise IllegalMove("no-such-commodity", message, action=written(goods), hint=hint)
        if goods.city or goods.fee:
            self._need_true(goods, at)
        if goods.verb == "load":
            has = board.cities.get(at, "")
            if has and goods.commodity not in ("", has):
                raise cargo.not_here(self.state, at, goods.commodity, written(goods))
            return Load(has or goods.commodity)
        commodity = goods.commodity or self._only(goods, at)
        return Dump(commodity) if goods.verb == "dump" else Deliver(commodity)

    def _need_true(self, goods: Goods, at: str) -> None:
        """Raise IllegalMove unless the city and the fee that a delivery names are the right ones."""
        if goods.verb != "deliver":
            message = f"{goods.verb} is done where the train is; `to` and `for` stand behind `deliver` only"
            hint = f"write `{joined(goods.verb, goods.commodity)}` alone"
            raise IllegalMove("assertion", message, action=written(goods), rule=cargo.LOADING, hint=hint)
        state = self._now()
        face = state.players[self.seat].open(goods.commodity)
        fees = state.board.contracts.get(face, {})
        if goods.city and goods.city != at:
            message = f"the train is at {at or 'nowhere'}, not in {goods.city}"
            if fees and goods.city not in fees:
                message += f", and {face} does not list {goods.city}; it lists {', '.join(fees)}"
            moved = any(isinstance(action, Travel) for action in self.actions)
            hint = advice.to_deliver(state, self.seat, goods.city, goods.commodity, moved)
            if way := re.fullmatch("write `(.*)`", hint):
                hint = f"write `{self._with(goods, way[1])}`"
            raise IllegalMove("assertion", message, action=written(goods), rule=cargo.DELIVERY, hint=hint)
        if goods.fee and at in fees and goods.fee != fees[at]:
            message = f"{face} pays ${fees[at]} in {at}, not ${goods.fee}"
            hint = f"leave `for ${goods.fee}` out, which only checks"
            raise IllegalMove("assertion", message, action=written(goods), rule=cargo.DELIVERY, hint=hint)

    def _only(self, goods: Goods, at: str) -> str:
        """The one commodity that `dump` or `deliver` can mean where none is named."""
        state = self._now()
        player = state.players[self.seat]
        fits = player.aboard
        if goods.verb == "deliver":
            used = player.done.values()
            contracts = state.board.contracts
            fits = tuple(c for c in fits if at in contracts[player.open(c)] and at not in used)
        if len(fits) == 1:
            return fits[0]
        text = written(goods)
        if not fits:
            carried = ", ".join(player.aboard) or "nothing"
            message = f"there is nothing to {goods.verb} at {at}; the train carries {carried}"
            raise IllegalMove(
                "not-aboard", message, action=text, rule=cargo.DELIVERY, hint=f"leave `{text}` out"
            )
        choices = tuple(self._with(goods, joined(goods.verb, c)) for c in fits)
        raise AmbiguousOrder("ambiguous", f"which of {' and '.join(fits)}?", choices, action=text)
