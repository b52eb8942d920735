"""C. Upgrade Train, and A. Movement."""

from __future__ import annotations

from msgspec.structs import replace

from games.spike.riding import need_reach
from games.spike.state import Player, State
from games.spike.told import change, event
from pbem.errors import IllegalMove
from pbem.game import Event, Seat

PRICES = (3, 5)
"""Dollars for the first and the second upgrade of a part."""
FIRST = {"engine": 1, "tender": 2, "car": 1}
"""What each part begins with."""
UPGRADING = "Upgrade Train"


def level(player: Player, part: str) -> int:
    """What a part of the train has now: speed, power or cargo."""
    return player.engine if part == "engine" else player.tender if part == "tender" else player.cars


def upgrade_price(player: Player, part: str) -> int:
    """Dollars for the next upgrade of a part, 0 if there is none."""
    step = level(player, part) - FIRST[part]
    return PRICES[step] if step < len(PRICES) else 0


def need_upgrade(state: State, seat: Seat, part: str) -> int:
    """The price of an upgrade that may be made. Raises IllegalMove."""
    player, text = state.players[seat], f"upgrade {part}"
    if player.at not in state.board.cities:
        message = f"the train is upgraded in a city, and {seat}'s is on {player.at}"
        raise IllegalMove("not-in-city", message, action=text, rule=UPGRADING)
    price = upgrade_price(player, part)
    if not price:
        others = [other for other in FIRST if upgrade_price(player, other)]
        hint = f"what can still be upgraded: {', '.join(others)}" if others else "leave the upgrade out"
        message = f"{seat}'s {part} has had both upgrades"
        raise IllegalMove("upgraded", message, action=text, rule=UPGRADING, hint=hint)
    if player.money < price:
        message = f"{seat} has ${player.money} and the {part} costs ${price}"
        hint = (
            f"deliver before it in the turn, or leave `{text}` out: what a new city pays is for later turns"
        )
        raise IllegalMove("money", message, action=text, rule=UPGRADING, hint=hint)
    return price


def upgrade(state: State, seat: Seat, part: str, events: list[Event]) -> State:
    price = need_upgrade(state, seat, part)
    player = state.players[seat]
    now = level(player, part) + 1
    if part == "engine":
        after = replace(player, money=player.money - price, engine=now)
    elif part == "tender":
        after = replace(player, money=player.money - price, tender=now)
    else:
        after = replace(player, money=player.money - price, cars=now)
    events.append(event(f"upgrade-{part}", seat=seat, part=part, level=now, price=price, total=after.money))
    return replace(state, players=change(state, seat, after))


def travel(state: State, seat: Seat, to: str, events: list[Event]) -> State:
    need_reach(state, seat, to)
    events.append(event("move" if to in state.board.cities else "move-track", seat=seat, to=to))
    return replace(state, players=change(state, seat, replace(state.players[seat], at=to)))
