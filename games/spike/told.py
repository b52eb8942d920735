"""Events, and the one way in which a seat's things are changed."""

from __future__ import annotations

from collections.abc import Iterable

from games.spike.state import Player, State
from pbem.game import Event, Seat


def event(
    kind: str, audience: Iterable[Seat] | None = None, /, **facts: str | int | tuple[str, ...]
) -> Event:
    """One fact; with an audience only these seats may know of it."""
    return Event(kind, facts, None if audience is None else frozenset(audience))


def change(state: State, seat: Seat, player: Player) -> dict[Seat, Player]:
    """The players with one of them changed."""
    return {**state.players, seat: player}
