"""A position as tables, as public data, and as a map, for whoever looks."""

from __future__ import annotations

from typing import Any

from games.last_spike import rules
from games.last_spike.board import Board, Route, Space
from games.last_spike.ending import hides_money
from games.last_spike.state import State
from pbem.game import EVERYTHING, UNKNOWN, Drawing, Seat, Table


def tables(state: State, viewer: Seat | None) -> tuple[Table, ...]:
    """Tables for one seat, for everybody (None), or for the moderator (EVERYTHING)."""
    own = _own(state, viewer) if viewer in state.playing and not state.reason else ()
    return (_seats(state, viewer), *own, _cities(state), _routes(state))


def _seats(state: State, viewer: Seat | None) -> Table:
    rows = tuple(
        (seat, _cash(state, seat, viewer), _land(state, seat), _tiles(state, seat, viewer))
        for seat in state.setup.seats
    )
    return Table("seats", ("seat", "cash", "land", "tiles"), rows)


def _cash(state: State, seat: Seat, viewer: Seat | None) -> str:
    if hides_money(state) and viewer not in (seat, EVERYTHING):
        return "hidden"
    return f"${state.cash[seat]:,}"


def _land(state: State, seat: Seat) -> str:
    held = [f"{city} {len(cards)}" for city, cards in state.land[seat].items()]
    return ", ".join(held) or "-"


def _tiles(state: State, seat: Seat, viewer: Seat | None) -> str:
    if seat in state.out:
        return "left"
    known = state.hands[seat]
    if viewer in (seat, EVERYTHING) and known:
        return " ".join(known + (UNKNOWN,) * len(state.veiled[seat]))
    return str(state.tiles(seat))


def _own(state: State, seat: Seat | None) -> tuple[Table, ...]:
    """What a seat needs for its turn: what its tiles cost, and what its land would bring."""
    assert seat is not None
    land = (_cards(state, seat),) if state.land[seat] else ()
    return (_hand(state, seat), *land)


def _hand(state: State, seat: Seat) -> Table:
    rows = tuple((tile, *_space_facts(state, seat, tile)) for tile in state.hands[seat])
    return Table(f"tiles of {seat}", ("tile", "costs", "route"), rows)


def _cards(state: State, seat: Seat) -> Table:
    rows = []
    for city, cards in state.land[seat].items():
        printed = ", ".join(f"${card:,}" if card else "free" for card in cards)
        brings = [f"${rules.proceeds(card):,}" for card in cards if card and not rules.paid_out(state, city)]
        rows.append((city, printed, ", ".join(brings) or "-"))
    return Table(f"land of {seat}", ("city", "cards", "the bank pays if short"), tuple(rows))


def _space_facts(state: State, seat: Seat, tile: str) -> tuple[str, str]:
    route = state.board.routes[state.board.spaces[tile].route]
    if not rules.may_lay(state, seat, tile):
        price = "not next to track"
    else:
        price = f"${rules.cost(state, tile):,}" + " (double)" * (not rules.adjacent(state, tile))
    return price, _between(route)


def _between(route: Route) -> str:
    return " - ".join(route.ends)


def _cities(state: State) -> Table:
    rows = tuple(
        (
            city.name,
            _next_card(state, city.name),
            f"${city.payout:,}",
            f"{len(state.completed.intersection(city.routes))} of {len(city.routes)}",
        )
        for city in state.board.cities.values()
    )
    return Table("cities", ("city", "next card", "pays each", "routes paid"), rows)


def _next_card(state: State, city: str) -> str:
    if city not in state.claimed:
        return "free land"
    return f"${state.piles[city][0]:,}" if state.piles[city] else "none left"


def _routes(state: State) -> Table:
    routes = state.board.routes.values()
    rows = tuple((f"{route.letter}  {_between(route)}", *_progress(state, route)) for route in routes)
    return Table("routes", ("route", "laid", "open"), rows)


def _progress(state: State, route: Route) -> tuple[str, str]:
    missing = [tile for tile in route.spaces if tile not in state.laid]
    costs = ", ".join(f"{tile} ${state.board.spaces[tile].cost:,}" for tile in missing)
    return f"{len(route.spaces) - len(missing)} of {len(route.spaces)}", costs or "complete"


def status(state: State) -> tuple[str, ...]:
    """A few public words for the report's first line."""
    return (f"tiles in pool {state.pool}",)


def public(state: State) -> dict[str, Any]:
    """What everybody may see, as JSON values; the keys are explained on the game's manual page."""
    seats = state.setup.seats
    known = {
        "turn": state.seat,
        "tiles": {seat: state.tiles(seat) for seat in seats},
        "land": {seat: {city: list(cards) for city, cards in state.land[seat].items()} for seat in seats},
        "for_sale": {city: list(pile) for city, pile in state.piles.items()},
        "free_land": [city for city in state.board.cities if city not in state.claimed],
        "laid": [tile for tile in state.board.spaces if tile in state.laid],
        "completed": [letter for letter in state.board.routes if letter in state.completed],
        "pool": state.pool,
        "left": list(state.out),
        "over": state.reason,
    }
    return known if hides_money(state) else known | {"cash": dict(state.cash)}


# The map

LEGEND = (
    "[A1] is laid. A1.3 is open and costs $3,000; next to neither a city nor track it costs double.",
)


def picture(board: Board, state: State | None) -> Drawing:
    """Draw the cities where the board has them, and the spaces of each route in line between them."""
    height = 1 + max(city.at[1] for city in board.cities.values())
    canvas = [[" "] * 80 for _ in range(height)]
    laid = state.laid if state else frozenset[str]()
    for space in board.spaces.values():
        _put(canvas, space.at, _sign(space, space.tile in laid))
    for city in board.cities.values():
        _put(canvas, city.at, city.name)
    lines = tuple("".join(row).rstrip() for row in canvas)
    return Drawing(board.title, lines, LEGEND)


def _sign(space: Space, laid: bool) -> str:
    return f"[{space.tile}]" if laid else f"{space.tile}.{space.cost // 1000}"


def _put(canvas: list[list[str]], at: tuple[int, int], text: str) -> None:
    left = max(at[0] - len(text) // 2, 0)
    canvas[at[1]][left : left + len(text)] = text
