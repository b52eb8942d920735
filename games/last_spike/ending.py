"""Who has won, what counts, and what no move changes."""

from __future__ import annotations

from games.last_spike.state import State
from pbem.game import Event, Outcome, Seat

REASONS = {
    "last-spike": "the last spike joins the two ends of the board",
    "bankruptcies": "all but one seat are bankrupt",
    "resignation": "all but one seat have left, the last of them by resigning",
}


def outcome(state: State) -> Outcome | None:
    """Most cash wins, then the highest total printed price of land held, then the win is shared."""
    if not state.reason:
        return None
    best = max(_rank(state, seat) for seat in state.playing)
    winners = tuple(seat for seat in state.playing if _rank(state, seat) == best)
    text = ", ".join(f"{seat} {cash}" for seat, cash in state.cash.items())
    return Outcome(dict(state.cash), winners, state.reason, text)


def tie(state: State) -> list[Event]:
    """Say what decides where two or more seats end with the same cash, the highest."""
    most = max(state.cash[seat] for seat in state.playing)
    seats = tuple(seat for seat in state.playing if state.cash[seat] == most)
    if len(seats) == 1:
        return []
    worth = [Event("worth", {"seat": seat, "amount": _rank(state, seat)[1]}) for seat in seats]
    return [Event("tie", {"seats": seats, "cash": most}), *worth]


def _rank(state: State, seat: Seat) -> tuple[int, int]:
    return state.cash[seat], sum(map(sum, state.land[seat].values()))


def hides_money(state: State) -> bool:
    """Say whether cash is left out of what everybody sees."""
    return "hidden-money" in state.setup.options and not state.reason


def scores(state: State) -> dict[Seat, int]:
    """Cash by seat; nothing while money is hidden."""
    return {} if hides_money(state) else dict(state.cash)


def census(state: State) -> dict[str, int]:
    """Count tiles, land cards and dollars wherever they are."""
    held = sum(len(cards) for land in state.land.values() for cards in land.values())
    for_sale = sum(map(len, state.piles.values()))
    unclaimed = len(state.board.cities) - len(state.claimed)
    return {
        "tiles": len(state.laid) + sum(map(state.tiles, state.hands)) + state.pool + bool(state.aside),
        "land": held + for_sale + unclaimed + len(state.removed),
        "dollars": state.bank + sum(state.cash.values()),
    }
