"""Names that are understood and not on the map: what is said about them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from games.spectral_rails import orders
from games.spectral_rails.board import Board
from games.spectral_rails.notation import spell
from games.spectral_rails.orders import Action
from games.spectral_rails.words import CALIFORNIA, SEATS
from pbem.errors import IllegalMove
from pbem.game import Setup

_RULES: Mapping[type[Action], str] = {
    orders.Place: "Initial Placement of the Ghost Trains",
    orders.Load: "A. Pick up a Soul",
    orders.Lift: "Selecting Your Ether Trail Segments",
    orders.Go: "Moving the Train",
    orders.Deliver: "C. Delivering Souls",
}


def rule(action: Action) -> str:
    """The section of the rulebook about an action that names towns."""
    return _RULES.get(type(action), "Game Play")


def require_town(board: Board, town: str, action: Action) -> str:
    """The town itself. Raises IllegalMove if the map does not have it."""
    if town not in board.borders:
        raise no_such_town(board, town, spell(action), rule(action))
    return town


def no_such_town(board: Board, town: str, action: str, rule: str) -> IllegalMove:
    """The error for a name that is not on the map."""
    message = f"there is no town {town} on the map"
    if town in CALIFORNIA and "California" not in board.states:
        message = f"{town} is in California, which is not on the map for {board.seats}"
    together = re.findall("|".join(sorted(map(re.escape, board.towns), key=len, reverse=True)), town)
    hint = f"the towns are {', '.join(board.towns)}"
    if len(together) > 1 and " ".join(together) == town:
        *first, last = together
        hint = f"{', '.join(first)} and {last} are towns of their own: {_apart(together, action)}"
    return IllegalMove("no-such-town", message, action=action, rule=rule, hint=hint)


def _apart(towns: list[str], action: str) -> str:
    """How towns that stand in an action as one name are written there."""
    match action.partition(" ")[0]:
        case "go" | "lift":
            return f"put a hyphen between them, {'-'.join(towns)}"
        case "place" | "load":
            return "name one of them"
        case _:
            return f"put a comma between them, `{', '.join(towns)}`"


def spellings(setup: Setup[Board]) -> dict[str, str]:
    """Words that are understood though they are of no use here: towns off the map, seats that do not play."""
    towns = [town for town in CALIFORNIA if town not in setup.board.borders]
    seats = [seat for seat in SEATS if seat not in setup.seats]
    return {word: word for name in (*towns, *seats) for word in name.split()}
