"""Loading, delivery, and the extra contracts of Advanced Play."""

from __future__ import annotations

from msgspec.structs import replace

from games.spike.board import card_of, commodity_of
from games.spike.state import Player, State
from games.spike.told import change, event
from pbem.errors import IllegalMove
from pbem.game import Event, Seat

EXTRA_PRICE = 3
LOADING = "Loading"
DELIVERY = "Delivery"
ADVANCED = "Advanced Play"


def need_city(state: State, seat: Seat, text: str, rule: str) -> str:
    """The city where the train is. Raises IllegalMove if it is on the line."""
    at = state.players[seat].at
    if at not in state.board.cities:
        message = f"{seat}'s train is on {at}, not in a city"
        raise IllegalMove("not-in-city", message, action=text, rule=rule)
    return at


def need_load(state: State, seat: Seat, commodity: str) -> None:
    """Raise IllegalMove unless the commodity can be loaded where the train is."""
    text = f"load {commodity}"
    city = need_city(state, seat, text, LOADING)
    player, has = state.players[seat], state.board.cities[city]
    if commodity != has:
        raise not_here(state, city, commodity, text)
    if has in player.aboard:
        message = f"the {has} token is in the train already"
        raise IllegalMove("no-token", message, action=text, rule=LOADING, hint="leave `load` out")
    if not player.open(has):
        message = f"{seat} has no open contract for {has}, and so no token to load"
        wanted = ", ".join(map(commodity_of, player.contracts)) or "nothing"
        hint = f"leave `load` out; {seat}'s open contracts are for {wanted}"
        raise IllegalMove("no-token", message, action=text, rule=LOADING, hint=hint)
    if len(player.aboard) >= player.cars:
        message = f"all freight cars are full ({', '.join(player.aboard)})"
        hint = f"write `dump {player.aboard[0]}; load`"
        raise IllegalMove("full", message, action=text, rule=LOADING, hint=hint)


def not_here(state: State, city: str, commodity: str, text: str) -> IllegalMove:
    """The city has another commodity; the hint says where this one is."""
    message = f"{city} has {state.board.cities[city]}, not {commodity}"
    hint = f"leave it out; {commodity} can be loaded in {', '.join(state.board.sources(commodity))}"
    return IllegalMove("not-here", message, action=text, rule=LOADING, hint=hint)


def load(state: State, seat: Seat, commodity: str, events: list[Event]) -> State:
    need_load(state, seat, commodity)
    player = state.players[seat]
    events.append(event("load", seat=seat, commodity=commodity, city=player.at))
    after = replace(player, aboard=tuple(sorted((*player.aboard, commodity))))
    return replace(state, players=change(state, seat, after))


def need_aboard(player: Player, seat: Seat, commodity: str, text: str, rule: str) -> None:
    if commodity not in player.aboard:
        carried = ", ".join(player.aboard) or "nothing"
        message = f"{seat}'s train has no {commodity}; it carries {carried}"
        raise IllegalMove("not-aboard", message, action=text, rule=rule, hint=f"leave `{text}` out")


def dump(state: State, seat: Seat, commodity: str, events: list[Event]) -> State:
    player = state.players[seat]
    need_aboard(player, seat, commodity, f"dump {commodity}", LOADING)
    events.append(event("dump", seat=seat, commodity=commodity))
    after = replace(player, aboard=tuple(other for other in player.aboard if other != commodity))
    return replace(state, players=change(state, seat, after))


def need_deliver(state: State, seat: Seat, commodity: str) -> str:
    """The open contract that a delivery fulfils here. Raises IllegalMove."""
    text = f"deliver {commodity}"
    city = need_city(state, seat, text, DELIVERY)
    player = state.players[seat]
    need_aboard(player, seat, commodity, text, DELIVERY)
    face = player.open(commodity)
    fees = state.board.contracts[face]
    if city not in fees:
        message = f"{face} does not list {city}; it lists {', '.join(fees)}"
        hint = f"leave it out and keep the {commodity} aboard for one of these"
        raise IllegalMove("not-listed", message, action=text, rule=DELIVERY, hint=hint)
    used = player.done.values()
    if city in used:
        other = next(done for done, where in player.done.items() if where == city)
        message = f"{seat} has delivered {commodity_of(other)} to {city}, and delivers only once to a city"
        free = ", ".join(name for name in fees if name not in used)
        hint = f"{face} still pays in {free}" if free else f"{face} pays nowhere any more: `dump {commodity}`"
        raise IllegalMove("used-city", message, action=text, rule=DELIVERY, hint=hint)
    return face


def deliver(state: State, seat: Seat, commodity: str, events: list[Event]) -> State:
    face = need_deliver(state, seat, commodity)
    player = state.players[seat]
    fee = state.board.contracts[face][player.at]
    after = replace(
        player,
        money=player.money + fee,
        aboard=tuple(other for other in player.aboard if other != commodity),
        contracts=tuple(other for other in player.contracts if other != face),
        done={**player.done, face: player.at},
    )
    events.append(
        event("deliver", seat=seat, commodity=commodity, city=player.at, fee=fee, total=after.money)
    )
    return replace(state, players=change(state, seat, after))


def eligible(state: State) -> tuple[str, ...]:
    """Faces of the box whose commodity is on nobody's open contract, in board order."""
    gone = {card_of(face) for player in state.players.values() for face in (*player.contracts, *player.done)}
    busy = {commodity_of(face) for player in state.players.values() for face in player.contracts}
    return tuple(
        face for face in state.board.contracts if card_of(face) not in gone and commodity_of(face) not in busy
    )


def need_extra(state: State, seat: Seat) -> None:
    """Raise IllegalMove unless a seat may take an extra contract."""
    player = state.players[seat]
    if "extra-contract" not in state.setup.options:
        message = "this game is played without extra contracts"
        hint = 'the header [Options "extra-contract"] would allow them'
        raise IllegalMove("no-option", message, action="extra", rule=ADVANCED, hint=hint)
    if player.contracts:
        message = f"{seat} still has {', '.join(player.contracts)} to complete"
        hint = "leave `extra` out as long as a contract is open"
        raise IllegalMove("open-contracts", message, action="extra", rule=ADVANCED, hint=hint)
    if player.money < EXTRA_PRICE:
        message = f"{seat} has ${player.money} and an extra contract costs ${EXTRA_PRICE}"
        hint = "leave `extra` out; a delivery or a new city before it in the turn would count"
        raise IllegalMove("money", message, action="extra", rule=ADVANCED, hint=hint)
    if not eligible(state):
        raise IllegalMove("not-in-box", "no contract in the box is free", action="extra", rule=ADVANCED)


def extra(state: State, seat: Seat, face: str, events: list[Event]) -> State:
    need_extra(state, seat)
    if not face:
        message = "the record does not name the contract that was drawn"
        raise IllegalMove("draw-missing", message, action="extra", rule=ADVANCED, hint="write `extra FACE`")
    if face not in eligible(state):
        message = f"{face} is not in the box, or its commodity is on an open contract"
        hint = "name the face that was drawn"
        if face in state.board.contracts:
            hint += "; `pbem show FILE` lists the contracts that are open"
        raise IllegalMove("not-in-box", message, action=f"extra {face}", rule=ADVANCED, hint=hint)
    player = state.players[seat]
    after = replace(player, money=player.money - EXTRA_PRICE, contracts=(face,))
    events.append(event("extra", seat=seat, face=face, price=EXTRA_PRICE, total=after.money))
    return replace(state, players=change(state, seat, after), extras=state.extras + 1)
