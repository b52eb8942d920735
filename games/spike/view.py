"""What may be seen: tables, the public state as JSON values, and the census."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.spike.building import cards_text
from games.spike.ending import route_worth
from games.spike.state import COLUMNS, Player, State
from pbem.game import EVERYTHING, UNKNOWN, Seat, Table


def view(state: State, viewer: Seat | None) -> tuple[Table, ...]:
    """Tables for one seat, for everybody (None), or for the moderator (EVERYTHING)."""
    tables = [_seats(state), _contracts(state), _market(state), _cards(state)]
    if shown := [seat for seat in state.setup.seats if viewer in (seat, EVERYTHING)]:
        tables.append(_hidden(state, shown))
    if state.phase == "over" and state.reason != "resignation":
        tables.append(_routes(state))
    return tuple(tables)


def _routes(state: State) -> Table:
    """The routes as they were turned up, with what they paid."""
    rows = []
    for seat in state.playing:
        code = state.players[seat].routes[0]
        rows.append((seat, _route(state, code), f"${route_worth(state, seat, code)}"))
    return Table("Routes", ("seat", "route", "paid"), tuple(rows))


def _seats(state: State) -> Table:
    """Money in dollars, cards in hand, the train, and what is left to build with."""
    header = ("seat", "money", "cards", "train", "aboard", "at", "tracks", "cities")
    rows = []
    for seat, player in state.players.items():
        aboard = ", ".join(player.aboard) or "-"
        train = f"{player.engine}/{player.tender}/{player.cars}"
        where = "resigned" if seat in state.out else player.at or "-"
        numbers = (state.unplayed(seat), len(player.cities))
        rows.append((seat, player.money, player.cards, train, aboard, where, *numbers))
    return Table("Seats (train: speed/power/cargo)", header, tuple(rows))


def _contracts(state: State) -> Table:
    """Open contracts with the fees still to be earned, then the completed ones."""
    rows = [row for seat, player in state.players.items() for row in _contract_rows(state, seat, player)]
    return Table("Contracts", ("seat", "contract", "pays"), tuple(rows))


def _contract_rows(state: State, seat: Seat, player: Player) -> Iterator[tuple[str, str, str]]:
    used = player.done.values()
    for face in player.contracts:
        if face not in state.board.contracts:
            sides = [f"{side}: {_fees(state, face + side, ())}" for side in "ab"]
            yield seat, face, "; ".join(sides)
        else:
            yield seat, face, _fees(state, face, tuple(used)) or "nothing any more"
    for face, city in player.done.items():
        yield seat, face, f"delivered to {city} for ${state.board.contracts[face][city]}"


def _fees(state: State, face: str, used: tuple[str, ...]) -> str:
    fees = state.board.contracts[face]
    return ", ".join(f"{city} {fee}" for city, fee in fees.items() if city not in used)


def _market(state: State) -> Table:
    rows = [
        (f"${3 - at}", *state.market[at * COLUMNS : (at + 1) * COLUMNS])
        for at in range(len(state.market) // COLUMNS)
    ]
    return Table("Commodity market", ("pays", *("chip",) * COLUMNS), tuple(rows))


def _cards(state: State) -> Table:
    header = ("round", "time cards", "face up", "deck", "discarded")
    times = f"{state.times} of 3" if state.round == 3 else "-"
    row = (state.round, times, ", ".join(state.row) or "none", state.deck, sum(state.discards.values()))
    return Table("Rail cards", header, (row,))


def _hidden(state: State, seats: list[Seat]) -> Table:
    """Hands and routes; the route with what it would score now."""
    rows = []
    for seat in seats:
        player = state.players[seat]
        hand = cards_text({kind: player.hand.get(kind, 0) for kind in (*state.board.kinds, UNKNOWN)})
        for code in player.routes:
            worth = f"${route_worth(state, seat, code)}" if player.at and code != UNKNOWN else "-"
            rows.append((seat, hand, _route(state, code), worth))
            hand = ""
    return Table("Hand and route", ("seat", "rail cards", "route", "now"), tuple(rows))


def _route(state: State, code: str) -> str:
    if code == UNKNOWN:
        return "unknown"
    route = state.board.routes[code]
    stops = ", ".join(f"{city} {pays}" for city, pays in route.stops)
    return f"{code} from {route.start}: {stops}"


def status(state: State) -> tuple[str, ...]:
    """A few public words for the report's first line."""
    words = [f"round {state.round}", f"deck {state.deck}"]
    if state.last is not None and state.phase == "play":
        words.append("last turns")
    return tuple(words)


def public(state: State) -> dict[str, Any]:
    """What everybody may see, as JSON values: what the state hash is made of.

    Hands are numbers of cards; routes show once they are turned up.
    """
    return {
        "phase": state.phase,
        "seat": state.seat,
        "seats": {seat: _public_seat(state, player) for seat, player in state.players.items()},
        "market": list(state.market),
        "row": list(state.row),
        "discards": {kind: state.discards[kind] for kind in state.board.kinds if state.discards.get(kind)},
        "deck": state.deck,
        "round": state.round,
        "times": state.times,
        "last": None if state.last is None else list(state.last),
        "out": list(state.out),
        "reason": state.reason,
    }


def _public_seat(state: State, player: Player) -> dict[str, Any]:
    order = state.board.order
    turned_up = state.phase == "over" and state.reason != "resignation"
    return {
        "money": player.money,
        "cards": player.cards,
        "contracts": list(player.contracts),
        "done": dict(player.done),
        "track": sorted(player.track, key=lambda link: tuple(map(order, state.board.ends[link]))),
        "cities": sorted(player.cities, key=order),
        "at": player.at,
        "engine": player.engine,
        "tender": player.tender,
        "cars": player.cars,
        "aboard": list(player.aboard),
        "routes": list(player.routes) if turned_up else len(player.routes),
    }


def census(state: State) -> dict[str, int]:
    """Totals that no move changes: rail cards, each seat's tracks, contracts, and the column of each chip."""
    hands = sum(player.cards for player in state.players.values())
    rails = state.deck - (3 - state.times if state.cut >= 0 else 0)
    contracts = sum(len(player.contracts) + len(player.done) for player in state.players.values())
    tracks = {
        f"{seat} tracks": state.unplayed(seat) + list(state.used.values()).count(seat)
        for seat in state.setup.seats
    }
    columns = {f"{chip} column": at % COLUMNS for at, chip in enumerate(state.market)}
    heaps = hands + len(state.row) + sum(state.discards.values()) + rails
    tokens = {
        f"{seat} cargo": len(player.aboard)
        + sum(not _is_aboard(player, face) for face in player.contracts)
        - len(player.contracts)
        for seat, player in state.players.items()
    }
    return {"rail cards": heaps, "contracts": contracts - state.extras, **tracks, **columns, **tokens}


def _is_aboard(player: Player, face: str) -> bool:
    return face.partition("/")[0] in player.aboard
