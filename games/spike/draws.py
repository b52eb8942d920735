"""A. Draw Rail Cards: what may be drawn, and how it is told."""

from __future__ import annotations

from itertools import count

from games.spike.deck import DRAWING
from games.spike.flow import take
from games.spike.moves import TIME, Draw, action_text
from games.spike.state import State
from games.spike.told import event
from pbem.errors import IllegalMove
from pbem.game import Event, Seat


def need_draw(state: State, seat: Seat, draw: Draw) -> None:
    """Raise IllegalMove unless face-up cards are there and the tender allows as many."""
    number = len(draw.taken) + draw.deck
    power = state.players[seat].tender
    if number > power:
        message = f"{seat}'s tender draws {power} cards, not {number}"
        hint = f"name {power} at most, face-up cards and the deck's together"
        raise IllegalMove("power", message, action=action_text(draw), rule=DRAWING, hint=hint)
    row = list(state.row)
    for card in draw.taken:
        if card not in row:
            raise _not_in_row(state, draw, card)
        row.remove(card)
    if not number and not draw.flow:
        message, hint = "a draw takes at least one card", f"write up to {power}, or leave the draw out"
        raise IllegalMove("power", message, action=action_text(draw), rule=DRAWING, hint=hint)


def _not_in_row(state: State, draw: Draw, card: str) -> IllegalMove:
    """The row as it is before the draw, and how many of a kind were to be taken from it."""
    there, wanted = state.row.count(card), draw.taken.count(card)
    what = f"no {card} card is face up"
    if there:
        what = f"{there} {card} card{' is' if there == 1 else 's are'} face up, not {wanted}"
    message = f"{what}; the row is {', '.join(state.row) or 'empty'}"
    hint = f"draw from these {len(state.row)}, or write `deck` for a card of the deck"
    if not state.row or not state.deck:
        hint = "write `deck` for a card of the deck" if state.deck else "draw one of these"
    return IllegalMove("not-in-row", message, action=action_text(draw), rule=DRAWING, hint=hint)


def draw_cards(state: State, seat: Seat, draw: Draw, events: list[Event]) -> State:
    """Carry a draw out. Raises IllegalMove."""
    need_draw(state, seat, draw)
    after = take(state, seat, draw)
    if draw.taken:
        events.append(event("takes", seat=seat, cards=draw.taken))
    times = count(state.times + 1)
    for where, cards in _together(draw.flow or ()):
        if cards[0] == TIME:
            events += [event("time", number=next(times)) for _ in cards]
        else:
            events += _told(seat, where, tuple(cards))
    return after


def _together(flow: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    """The cards of a flow by where they went, neighbours together; time cards apart from the others."""
    found: list[tuple[str, list[str]]] = []
    for word in flow:
        where, card = word.split(" ")
        if found and found[-1][0] == where and (found[-1][1][0] == TIME) == (card == TIME):
            found[-1][1].append(card)
        else:
            found.append((where, [card]))
    return found


def _told(seat: Seat, where: str, cards: tuple[str, ...]) -> list[Event]:
    if where == "round":
        return [event("round", round=int(card)) for card in cards]
    if where == "row":
        return [event("shown", cards=cards)]
    number = f"{len(cards)} card{'s' if len(cards) > 1 else ''}"
    drawn = event("draws", seat=seat, number=number)
    return [drawn, event("drawn", {seat}, seat=seat, number=number, cards=cards)]
