"""Playing rail cards out of a hand, known or not."""

from __future__ import annotations

from games.spike.state import State, each_kind, without
from pbem.errors import IllegalMove
from pbem.game import UNKNOWN


def seen(state: State, kind: str) -> int:
    """Cards of a kind whose place is known: in hands, in the row and on the discard pile."""
    hands = sum(player.hand.get(kind, 0) for player in state.players.values())
    return hands + state.row.count(kind) + state.discards.get(kind, 0)


def too_many(state: State, card: str, shown: int, action: str) -> IllegalMove:
    """More cards of a kind have shown up than there are."""
    message = f"there are {each_kind(state)} {card} cards, and with this {shown} have shown up"
    hint = f"one card named {card}, here or before, is of another kind"
    return IllegalMove("not-in-box", message, action=action, hint=hint)


def play_card(state: State, hand: dict[str, int], card: str, number: int, action: str) -> dict[str, int]:
    """Take cards out of a hand. Raises IllegalMove if they are not there or, unknown, cannot be there."""
    rest = without(hand, card, number)
    if rest is None:
        held = hand.get(card, 0)
        message = f"{number} {card} needed from the hand, and it has {held}"
        raise IllegalMove("not-in-hand", message, action=action, rule="Build Rails and/or Commodity Scoring")
    veiled = number - hand.get(card, 0)
    if UNKNOWN in hand and card != UNKNOWN and veiled > 0 and seen(state, card) + veiled > each_kind(state):
        raise too_many(state, card, seen(state, card) + veiled, action)
    return rest
