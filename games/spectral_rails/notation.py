"""Text to Order, by the grammar's rule names; and Order or Move back to canonical text."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, assert_never

from games.spectral_rails import moves, orders
from games.spectral_rails.board import Board
from games.spectral_rails.moves import Move
from games.spectral_rails.orders import Action, Order, Soul
from games.spectral_rails.state import NO_SHADE, State, home

_HYPHEN = re.compile(r"\s*-\s*")
_TOWN = "[A-Z][A-Za-z']*(?: [A-Z][A-Za-z']*)*"
_GO = re.compile(rf"go {_TOWN}(?:-{_TOWN})*(?:\.[0-9]+)?")
_LIFT = re.compile(rf"lift {_TOWN}-{_TOWN}\.[0-9]+(?:, {_TOWN}-{_TOWN}\.[0-9]+)*")


class Reader:
    """Turns what the grammar matched into an Order; no question about the position is asked here."""

    def quick(self, words: str) -> Action | None:
        """A way or lifted segments in canonical words, read without the grammar; None for anything else."""
        if _GO.fullmatch(words):
            return self.go([words[3:]])
        if _LIFT.fullmatch(words):
            return self.lift(words[5:].split(", "))
        return None

    def order(self, found: list[Action]) -> Order:
        return Order(actions=tuple(found))

    def card(self, found: list[str]) -> int:
        return int(found[0])

    def bid(self, found: list[int]) -> Action:
        return orders.Bid(tuple(found))

    def pass_(self, found: list[Any]) -> Action:
        return orders.Pass()

    def keep(self, found: list[int]) -> Action:
        return orders.Pass(found[0])

    def keep_at(self, found: list[str]) -> Action:
        card, _, place = found[0].partition(".")
        return orders.Pass(int(card), int(place))

    def lead(self, found: list[str]) -> Action:
        return orders.Lead(str(found[0]))

    def place(self, found: list[str]) -> Action:
        return orders.Place(_name(found[0]))

    def soul(self, found: list[str]) -> Soul:
        return Soul(_name(found[0]))

    def shaded(self, found: list[str]) -> Soul:
        return Soul(_name(found[1]), str(found[0]))

    def load(self, found: list[Soul]) -> Action:
        return orders.Load(found[0])

    def burn(self, found: list[int]) -> Action:
        return orders.Burn(found[0])

    def play(self, found: list[int]) -> Action:
        return orders.Play(tuple(found))

    def coin(self, found: list[Any]) -> Action:
        return orders.Coin()

    def lift(self, found: list[str]) -> Action:
        return orders.Lift(tuple(_space(text) for text in found))

    def go(self, found: list[str]) -> Action:
        path, _, stop = found[0].partition(".")
        return orders.Go(tuple(_name(town) for town in _HYPHEN.split(path)), int(stop or 0))

    def deliver(self, found: list[Soul]) -> Action:
        return orders.Deliver(tuple(found))

    def seats(self, found: list[str]) -> tuple[str, ...]:
        return tuple(map(str, found))

    def box(self, found: list[str]) -> tuple[str, tuple[str, ...]]:
        return _name(found[0]), tuple(_name(text) for text in found[1:])

    def deal(self, found: list[Any]) -> Order:
        return Order(seats=found[0], souls=tuple(found[1:]))

    def deal_round(self, found: list[Any]) -> Order:
        return Order(round=int(found[0]), souls=tuple(found[1:]))


def _name(text: str) -> str:
    """A town's name with single spaces, however the text was wrapped."""
    return " ".join(text.split())


def _space(text: str) -> str:
    line, _, at = text.partition(".")
    return "-".join(_name(town) for town in _HYPHEN.split(line)) + f".{int(at)}"


def spell(action: Action) -> str:
    """One written action in canonical words."""
    match action:
        case orders.Bid(cards):
            return f"bid {spell_cards(cards)}"
        case orders.Pass(card, place):
            return "pass" + (f" keep {card}" if card else "") + (f".{place}" if place else "")
        case orders.Lead(seat):
            return f"lead {seat}"
        case orders.Place(town):
            return f"place {town}"
        case orders.Load(soul):
            return f"load {_spell_soul(soul)}"
        case orders.Burn(card):
            return f"burn {card}"
        case orders.Play(cards):
            return f"play {spell_cards(cards)}"
        case orders.Coin():
            return "coin"
        case orders.Lift(spaces):
            return f"lift {', '.join(spaces)}"
        case orders.Go(towns, stop):
            return spell_path(towns, stop)
        case orders.Deliver(souls):
            return f"deliver {', '.join(map(_spell_soul, souls))}"
        case _:
            assert_never(action)


def spell_all(actions: tuple[Action, ...]) -> str:
    """A whole entry of written actions."""
    return "; ".join(map(spell, actions))


def spell_cards(cards: tuple[int, ...]) -> str:
    """Cards with spaces between them."""
    return " ".join(map(str, cards))


def some_cards(cards: tuple[int, ...]) -> str:
    """Cards for a message: those of a whole hand at most, of more only the number."""
    return spell_cards(cards) if len(cards) <= 9 else f"{len(cards):,} cards"


def brief(action: Action) -> str:
    """A written action for a message: what is long is cut."""
    text = spell(action)
    return text if len(text) <= 60 else f"{text[:57]}..."


def spell_path(towns: tuple[str, ...], stop: int) -> str:
    """The `go` of a path."""
    return f"go {'-'.join(towns)}" + (f".{stop}" if stop else "")


def _spell_soul(soul: Soul) -> str:
    return f"{soul.shade} {soul.town}" if soul.shade else soul.town


def write(state: State, seat: str, move: Move) -> str:
    """Canonical text of a legal move. Colours of souls are written in round 2 only."""
    match move:
        case moves.Raise(cards):
            return spell(orders.Bid(cards))
        case moves.Withdraw(place):
            return spell(kept(state.engineers[seat].bid, place))
        case moves.Appoint(leader, lift):
            return spell_all((*_lift(state.setup.board, lift), orders.Lead(leader)))
        case moves.Placement(town):
            return spell(orders.Place(town))
        case moves.Turn():
            return spell_all(_turn(state, move))
        case moves.Dealt(homes):
            boxes = (f"{town}: {soul}" for town, soul in zip(state.setup.board.towns, homes, strict=True))
            return "; ".join(("round 2", *boxes))
        case _:
            assert_never(move)


def group(state: State, seat: str, move: Move) -> str:
    """Where a train ends, or how high a bid goes with how many cards; else the turn itself."""
    match move:
        case moves.Raise(cards):
            return f"bid {sum(cards)} with {len(cards)}"
        case moves.Turn(path=(*_, last)) if not move.stop:
            return last
        case moves.Turn(path=(*_, before, last)):
            board = state.setup.board
            return board.space_names[board.legs[before, last][move.stop - 1]]
    return write(state, seat, move)


def kept(bid: tuple[int, ...], place: int) -> orders.Pass:
    """How a pass is written that takes back the card at `place` of the bid.

    The place is named only where the rest of the bid would lie otherwise for an equal card, and then the
    first place that leaves the same rest.
    """
    if not place:
        return orders.Pass()
    card = bid[place - 1]
    rests = {at: bid[: at - 1] + bid[at:] for at in range(1, len(bid) + 1) if bid[at - 1] == card}
    if len(set(rests.values())) == 1:
        return orders.Pass(card)
    return orders.Pass(card, min(at for at, rest in rests.items() if rest == rests[place]))


def soul_text(round_: int, soul: str) -> str:
    """A soul as canonical text names it: with its colour in round 2 only."""
    return soul if round_ == 2 and not soul.startswith(NO_SHADE) else home(soul)


def _soul(state: State, soul: str) -> Soul:
    shade, _, town = soul.partition(" ")
    return Soul(town, shade if state.round == 2 else "")


def _lift(board: Board, spaces: tuple[int, ...]) -> tuple[Action, ...]:
    return (orders.Lift(tuple(board.space_names[at] for at in sorted(spaces))),) if spaces else ()


def _turn(state: State, turn: moves.Turn) -> tuple[Action, ...]:
    actions: list[Action] = []
    if turn.load:
        actions.append(orders.Load(_soul(state, turn.load)))
    if turn.burn:
        actions.append(orders.Burn(turn.burn))
    if turn.play:
        actions.append(orders.Play(turn.play))
    if turn.coin:
        actions.append(orders.Coin())
    actions.extend(_lift(state.setup.board, turn.lift))
    if turn.path:
        actions.append(orders.Go(turn.path, turn.stop))
    if turn.deliver:
        actions.append(orders.Deliver(tuple(_soul(state, soul) for soul in sorted(turn.deliver))))
    return tuple(actions)


def write_deal(order: Order) -> str:
    """Canonical text of entry 0."""
    boxes = (f"{town}: {', '.join(souls)}" for town, souls in order.souls)
    return "; ".join((f"seats {', '.join(order.seats)}", *boxes))


def counted(souls: tuple[str, ...]) -> str:
    """Souls in words for a table or report: `Alta 2, Como`."""
    counts = Counter(souls)
    return ", ".join(f"{soul} {count}" if count > 1 else soul for soul, count in counts.items())
