"""Judges and carries out one entry of a seat or of the dealer."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from games.spike import building, deck, ending, riding
from games.spike.board import Board, card_of, commodity_of
from games.spike.moves import (
    Action,
    Build,
    Deliver,
    Draw,
    Dump,
    Extra,
    Give,
    Keep,
    Load,
    Move,
    Place,
    Reveal,
    Sides,
    Travel,
    Upgrade,
    action_text,
)
from games.spike.state import Player, State, plus, without
from pbem.errors import IllegalMove
from pbem.game import DEAL, UNKNOWN, Event, Seat, Step

PRICES = (3, 5)
"""Dollars for the first and the second upgrade of a part."""
EXTRA_PRICE = 3
FIRST = {"engine": 1, "tender": 2, "car": 1}
"""What each part begins with."""
PLAYING = "Playing the Game"
UPGRADING = "Upgrade Train"
LOADING = "Loading"
DELIVERY = "Delivery"
ADVANCED = "Advanced Play"
SETUP = "Setup"
SETTING_UP = {"sides": Sides, "give": Give, "keep": Keep, "place": Place}
WANTED = {
    "sides": "`sides` with a side of each contract card",
    "give": "`give` and a rail card for the neighbour on the right",
    "keep": "`keep` and one of the two route cards",
    "place": "`place` and a city for the train",
}


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Carry one move out. Raises IllegalMove."""
    if seat == DEAL:
        return reveal(state, move)
    need_turn(state, seat)
    if state.phase in SETTING_UP:
        return _set_up(state, seat, move)
    need_shape(move)
    events: list[Event] = []
    if not move.actions:
        events.append(Event("pass", {"seat": seat}))
    for action in move.actions:
        if state.times == deck.TIMES:
            message = "the third time card has ended the game; nothing is played after it"
            raise IllegalMove("over", message, action=action_text(action), rule="Game End")
        state = act(state, seat, action, events)
    return end_turn(state, seat, events)


def need_turn(state: State, seat: Seat) -> None:
    if state.phase == "over":
        raise IllegalMove("over", "the game is over", rule="Game End")
    if state.phase == "reveal":
        raise IllegalMove("over", "play is over; the dealer turns up the route cards", rule="Game End")
    if seat != state.seat:
        raise IllegalMove("turn", f"it is {state.seat}'s turn, not {seat}'s", rule=SETUP)


def need_shape(move: Move) -> None:
    """A turn has at most one build action and one movement, and nothing of the set-up."""
    seen: dict[str, Action] = {}
    for action in move.actions:
        if isinstance(action, (Draw, Build, Upgrade)):
            what = "of draw, build and upgrade"
        elif isinstance(action, Travel):
            what = "move"
        elif isinstance(action, (Load, Dump, Deliver, Extra)):
            continue
        else:
            raise IllegalMove("phase", "the set-up is over", action=action_text(action), rule=SETUP)
        if what in seen:
            message = f"a turn has at most one {what}, and this one has `{action_text(seen[what])}` already"
            raise IllegalMove("twice", message, action=action_text(action), rule=PLAYING)
        seen[what] = action


def act(state: State, seat: Seat, action: Action, events: list[Event]) -> State:
    """Carry out one action of a turn. Raises IllegalMove."""
    match action:
        case Draw():
            return _draw(state, seat, action, events)
        case Build():
            return _build(state, seat, action, events)
        case Upgrade(part):
            return _upgrade(state, seat, part, events)
        case Travel(to):
            return _travel(state, seat, to, events)
        case Load(commodity):
            return _load(state, seat, commodity, events)
        case Dump(commodity):
            return _dump(state, seat, commodity, events)
        case Deliver(commodity):
            return _deliver(state, seat, commodity, events)
        case Extra(face):
            return _extra(state, seat, face, events)
        case Sides() | Give() | Keep() | Place() | Reveal():  # pragma: no cover - need_shape comes first
            raise IllegalMove("phase", "the set-up is over", action=action_text(action))
        case _:  # pragma: no cover
            assert_never(action)


def change(state: State, seat: Seat, player: Player) -> dict[Seat, Player]:
    return {**state.players, seat: player}


# A. Draw Rail Cards


def need_draw(state: State, seat: Seat, draw: Draw) -> None:
    """Raise IllegalMove unless face-up cards are there and the tender allows as many."""
    text, number = action_text(draw), len(draw.taken) + draw.deck
    row = list(state.row)
    for card in draw.taken:
        if card not in row:
            face_up = ", ".join(row) or "empty"
            message = f"no {card} card is face up any more; the row is {face_up}"
            raise IllegalMove("not-in-row", message, action=text, rule=deck.DRAWING, hint="or draw from the deck")
        row.remove(card)
    power = state.players[seat].tender
    if number > power:
        message = f"{seat}'s tender draws {power} cards, not {number}"
        raise IllegalMove("power", message, action=text, rule=deck.DRAWING)
    if not number and not draw.flow:
        raise IllegalMove("power", "a draw takes at least one card", action=text, rule=deck.DRAWING)


def _draw(state: State, seat: Seat, draw: Draw, events: list[Event]) -> State:
    need_draw(state, seat, draw)
    after = deck.take(state, seat, draw)
    _tell_draw(state, after, seat, draw, events)
    return after


def _tell_draw(state: State, after: State, seat: Seat, draw: Draw, events: list[Event]) -> None:
    if draw.taken:
        events.append(Event("takes", {"seat": seat, "cards": draw.taken}))
    times, pending = state.times, ""
    cards: list[str] = []

    def tell() -> None:
        if cards and pending == "hand":
            number = f"{len(cards)} card{'s' if len(cards) > 1 else ''}"
            events.append(Event("draws", {"seat": seat, "number": number}))
            named = {"seat": seat, "number": number, "cards": tuple(cards)}
            events.append(Event("drawn", named, frozenset({seat})))
        elif cards:
            events.append(Event("shown", {"cards": tuple(cards)}))
        cards.clear()

    for event in draw.flow or ():
        where, card = event.split(" ")
        if where != pending or card == deck.TIME:
            tell()
        pending = where
        if where == "round":
            events.append(Event("round", {"round": int(card)}))
        elif card == deck.TIME:
            times += 1
            events.append(Event("time", {"number": times}))
        else:
            cards.append(card)
    tell()


# B. Build Rails and/or Commodity Scoring


def _build(state: State, seat: Seat, build: Build, events: list[Event]) -> State:
    links = building.need_path(state, seat, build.path)
    hand, discards = building.pay(state, seat, build, links)
    player = state.players[seat]
    for trade in build.trades:
        facts = {"seat": seat, "number": trade.number, "kind": trade.kind, "cards": trade.got}
        events.append(Event("trade", facts))
    number = f"{len(links)} track{'s' if len(links) > 1 else ''}"
    cards = building.cards_text(building.cost(state.board, links))
    events.append(Event("build", {"seat": seat, "path": "-".join(build.path), "tracks": number, "cards": cards}))
    city, money, market = build.path[-1], player.money, state.market
    cities = player.cities
    if city in state.board.cities and city not in cities:
        pays, commodity = building.bounty(state, city), state.board.cities[city]
        money, market = money + pays, building.moved_down(market, commodity)
        cities = cities | {city}
        facts = {"seat": seat, "money": pays, "commodity": commodity, "city": city, "total": money}
        events.append(Event("bounty", facts))
    after = replace(
        player,
        hand=hand,
        money=money,
        cities=cities,
        track=player.track.union(links),
        points=player.points.union(build.path),
    )
    used = {**state.used, **dict.fromkeys(links, seat)}
    return replace(state, players=change(state, seat, after), discards=discards, market=market, used=used)


# C. Upgrade Train


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
        raise IllegalMove("upgraded", f"{seat}'s {part} has had both upgrades", action=text, rule=UPGRADING)
    if player.money < price:
        message = f"{seat} has ${player.money} and the {part} costs ${price}"
        raise IllegalMove("money", message, action=text, rule=UPGRADING)
    return price


def _upgrade(state: State, seat: Seat, part: str, events: list[Event]) -> State:
    price = need_upgrade(state, seat, part)
    player = state.players[seat]
    now = level(player, part) + 1
    if part == "engine":
        after = replace(player, money=player.money - price, engine=now)
    elif part == "tender":
        after = replace(player, money=player.money - price, tender=now)
    else:
        after = replace(player, money=player.money - price, cars=now)
    facts = {"seat": seat, "part": part, "level": now, "price": price, "total": after.money}
    events.append(Event(f"upgrade-{part}", facts))
    return replace(state, players=change(state, seat, after))


# Movement, loading, delivery


def _travel(state: State, seat: Seat, to: str, events: list[Event]) -> State:
    riding.need_reach(state, seat, to)
    events.append(Event("move" if to in state.board.cities else "move-track", {"seat": seat, "to": to}))
    return replace(state, players=change(state, seat, replace(state.players[seat], at=to)))


def need_city(state: State, seat: Seat, text: str, rule: str) -> str:
    """The city where the train is. Raises IllegalMove if it is on the line."""
    at = state.players[seat].at
    if at not in state.board.cities:
        message = f"{seat}'s train is on {at}, not in a city"
        raise IllegalMove("not-in-city", message, action=text, rule=rule)
    return at


def need_load(state: State, seat: Seat, commodity: str) -> None:
    """Raise IllegalMove unless the commodity can be loaded where the train is."""
    text = "load"
    city = need_city(state, seat, text, LOADING)
    player, has = state.players[seat], state.board.cities[city]
    if commodity != has:
        raise IllegalMove("not-here", f"{city} has {has}, not {commodity}", action=text, rule=LOADING)
    if has in player.aboard:
        raise IllegalMove("no-token", f"the {has} token is in the train already", action=text, rule=LOADING)
    if not player.open(has):
        message = f"{seat} has no open contract for {has}, and so no token to load"
        raise IllegalMove("no-token", message, action=text, rule=LOADING)
    if len(player.aboard) >= player.cars:
        message = f"all freight cars are full ({', '.join(player.aboard)})"
        hint = f"write `dump {player.aboard[0]}; load`"
        raise IllegalMove("full", message, action=text, rule=LOADING, hint=hint)


def _load(state: State, seat: Seat, commodity: str, events: list[Event]) -> State:
    need_load(state, seat, commodity)
    player = state.players[seat]
    events.append(Event("load", {"seat": seat, "commodity": commodity, "city": player.at}))
    after = replace(player, aboard=tuple(sorted((*player.aboard, commodity))))
    return replace(state, players=change(state, seat, after))


def need_aboard(player: Player, seat: Seat, commodity: str, text: str, rule: str) -> None:
    if commodity not in player.aboard:
        carried = ", ".join(player.aboard) or "nothing"
        message = f"{seat}'s train has no {commodity}; it carries {carried}"
        raise IllegalMove("not-aboard", message, action=text, rule=rule)


def _dump(state: State, seat: Seat, commodity: str, events: list[Event]) -> State:
    player = state.players[seat]
    need_aboard(player, seat, commodity, f"dump {commodity}", LOADING)
    events.append(Event("dump", {"seat": seat, "commodity": commodity}))
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
        raise IllegalMove("not-listed", message, action=text, rule=DELIVERY)
    if city in player.done.values():
        other = next(done for done, where in player.done.items() if where == city)
        message = f"{seat} has delivered {commodity_of(other)} to {city}, and delivers only once to a city"
        raise IllegalMove("used-city", message, action=text, rule=DELIVERY)
    return face


def _deliver(state: State, seat: Seat, commodity: str, events: list[Event]) -> State:
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
    facts = {"seat": seat, "commodity": commodity, "city": player.at, "fee": fee, "total": after.money}
    events.append(Event("deliver", facts))
    return replace(state, players=change(state, seat, after))


# Advanced Play: an extra contract


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
        raise IllegalMove("open-contracts", message, action="extra", rule=ADVANCED)
    if player.money < EXTRA_PRICE:
        message = f"{seat} has ${player.money} and an extra contract costs ${EXTRA_PRICE}"
        raise IllegalMove("money", message, action="extra", rule=ADVANCED)
    if not eligible(state):
        raise IllegalMove("not-in-box", "no contract in the box is free", action="extra", rule=ADVANCED)


def _extra(state: State, seat: Seat, face: str, events: list[Event]) -> State:
    need_extra(state, seat)
    if not face:
        message = "the record does not name the contract that was drawn"
        raise IllegalMove("draw-missing", message, action="extra", rule=ADVANCED, hint="write `extra FACE`")
    if face not in eligible(state):
        message = f"{face} is not in the box, or its commodity is on an open contract"
        raise IllegalMove("not-in-box", message, action=f"extra {face}", rule=ADVANCED)
    player = state.players[seat]
    after = replace(player, money=player.money - EXTRA_PRICE, contracts=(face,))
    events.append(Event("extra", {"seat": seat, "face": face, "price": EXTRA_PRICE, "total": after.money}))
    return replace(state, players=change(state, seat, after), extras=state.extras + 1)


# Setting up


def _set_up(state: State, seat: Seat, move: Move) -> Step[State]:
    action = move.actions[0] if len(move.actions) == 1 else None
    if not isinstance(action, SETTING_UP[state.phase]):
        message = f"{seat} is still setting up: {WANTED[state.phase]} is due"
        raise IllegalMove("phase", message, rule=SETUP)
    events: list[Event] = []
    match action:
        case Sides(faces):
            state = _choose(state, seat, faces, events)
        case Give(card):
            state = _give(state, seat, card, events)
        case Keep(route):
            state = _keep(state, seat, route, events)
        case Place(city):
            state = _place(state, seat, city, events)
        case _:  # pragma: no cover - the four phases have these four actions
            raise AssertionError(state.phase)
    return Step(go_on(state), tuple(events))


def _choose(state: State, seat: Seat, faces: tuple[str, ...], events: list[Event]) -> State:
    text = action_text(Sides(faces))
    player = state.players[seat]
    for face in faces:
        if face not in state.board.contracts:
            message = f"there is no contract {face}; a side is a card with a or b, such as {player.contracts[0]}a"
            raise IllegalMove("no-such-contract", message, action=text, rule=SETUP)
    if sorted(map(card_of, faces)) != sorted(player.contracts):
        message = f"{seat} holds {', '.join(player.contracts)} and names a side of each, once"
        raise IllegalMove("sides", message, action=text, rule=SETUP)
    chosen = tuple(sorted(faces, key=lambda face: player.contracts.index(card_of(face))))
    events.append(Event("sides", {"seat": seat, "faces": chosen}))
    return replace(state, players=change(state, seat, replace(player, contracts=chosen)))


def right_of(state: State, seat: Seat) -> Seat:
    """The neighbour on the right: the seat before, seats sitting clockwise in turn order."""
    return next(other for other in reversed(state.setup.after(seat)) if other not in state.out)


def _give(state: State, seat: Seat, card: str, events: list[Event]) -> State:
    giver, other = state.players[seat], right_of(state, seat)
    if card not in state.board.kinds and card != UNKNOWN:
        kinds = ", ".join(state.board.kinds)
        message = f"there is no rail kind {card}; there are {kinds}"
        raise IllegalMove("no-such-kind", message, action=f"give {card}", rule=SETUP)
    if without(giver.hand, card, 1) is None:
        message = f"{seat} has no {card} card"
        raise IllegalMove("not-in-hand", message, action=f"give {card}", rule=SETUP)
    rest = deck.play_card(state, giver.hand, card, 1, f"give {card}")
    taker = state.players[other]
    players = change(state, seat, replace(giver, hand=rest))
    players[other] = replace(taker, hand=plus(taker.hand, {card: 1}))
    events.append(Event("gives", {"seat": seat, "other": other}))
    named = {"seat": seat, "other": other, "card": card}
    events.append(Event("given", named, frozenset({seat, other})))
    return replace(state, players=players, given=True)


def _keep(state: State, seat: Seat, route: str, events: list[Event]) -> State:
    player = state.players[seat]
    if route not in player.routes and not (UNKNOWN in player.routes and route in state.board.routes):
        message = f"{seat} has no route {route}; there are {' and '.join(player.routes)}"
        raise IllegalMove("not-in-hand", message, action=f"keep {route}", rule=ADVANCED)
    events.append(Event("keeps", {"seat": seat}))
    events.append(Event("kept", {"seat": seat, "route": route}, frozenset({seat})))
    return replace(state, players=change(state, seat, replace(player, routes=(route,))))


def _place(state: State, seat: Seat, city: str, events: list[Event]) -> State:
    board: Board = state.board
    if city not in board.cities:
        message = f"there is no city {city}; there are {', '.join(board.cities)}"
        raise IllegalMove("no-such-city", message, action=f"place {city}", rule=SETUP)
    events.append(Event("place", {"seat": seat, "city": city}))
    start = frozenset({city})
    after = replace(state.players[seat], at=city, cities=start, points=start)
    return replace(state, players=change(state, seat, after))


def go_on(state: State) -> State:
    """Find the phase of the set-up that is due, and its seat; play begins when there is none left."""
    playing = state.playing
    waiting = {
        "sides": [s for s in playing if any(face[-1] not in "ab" for face in state.players[s].contracts)],
        "give": [] if state.given else [playing[0]],
        "keep": [s for s in playing if len(state.players[s].routes) > 1],
        "place": [s for s in playing if not state.players[s].at],
        "play": [playing[0]],
    }
    phase, seats = next((phase, seats) for phase, seats in waiting.items() if seats)
    return replace(state, phase=phase, seat=seats[0])


# The end of a turn, and of the game


def end_turn(state: State, seat: Seat, events: list[Event]) -> Step[State]:
    """Hand the turn on, or end the game; see to the special ending first."""
    last = state.last
    if last is not None:
        last = tuple(other for other in last if other != seat)
    elif state.times < deck.TIMES and ending.exhausted(state, seat):
        last = tuple(other for other in state.setup.after(seat) if other not in state.out)
        events.append(Event("exhausted", {"seat": seat}))
    state = state if last == state.last else replace(state, last=last)
    return Step(_pass_on(state, seat, events), tuple(events))


def _pass_on(state: State, seat: Seat, events: list[Event]) -> State:
    reason = ending.due_end(state)
    if reason:
        events.append(Event(f"end-{reason}", {}))
        phase = "over" if reason == "resignation" else "reveal"
        return replace(state, phase=phase, seat=Seat(""), reason=reason)
    following = next(other for other in state.setup.after(seat) if other not in state.out)
    return replace(state, seat=following)


def reveal(state: State, move: Move) -> Step[State]:
    """Turn up the route cards once play is over. Raises IllegalMove."""
    if state.phase != "reveal":
        raise IllegalMove("phase", "route cards are turned up only when play is over", rule="Game End")
    action = move.actions[0] if len(move.actions) == 1 else None
    if not isinstance(action, Reveal) or tuple(action.routes) != state.playing:
        seats = ", ".join(state.playing)
        raise IllegalMove("reveal", f"the routes of {seats} are turned up, in this order", rule="Game End")
    players, events = dict(state.players), []
    for seat, code in action.routes.items():
        _need_route(state, seat, code, action)
        players[seat] = replace(players[seat], routes=(code,))
        worth = ending.route_worth(state, seat, code)
        facts = {"seat": seat, "route": code, "worth": worth, "total": players[seat].money + worth}
        events.append(Event("reveal", facts))
    return Step(replace(state, players=players, phase="over"), tuple(events))


def _need_route(state: State, seat: Seat, code: str, action: Reveal) -> None:
    text = f"{seat} route {code}"
    if code not in state.board.routes:
        raise IllegalMove("no-such-route", f"there is no route {code}", action=text, rule="Game End")
    held = state.players[seat].routes
    if held not in ((UNKNOWN,), (code,)):
        message = f"{seat} holds {held[0]}, not {code}"
        raise IllegalMove("not-in-hand", message, action=text, rule="Game End")
    if list(action.routes.values()).count(code) > 1:
        raise IllegalMove("not-in-box", f"there is only one {code}", action=text, rule="Game End")


def skip(state: State, seat: Seat) -> Step[State]:
    """The seat's turn passes with nothing done. Raises IllegalMove while it is setting up."""
    need_turn(state, seat)
    if state.phase in SETTING_UP:
        message = f"{seat} cannot be skipped now: {WANTED[state.phase]} is due"
        raise IllegalMove("phase", message, rule=SETUP, hint=f"write it for {seat}, or let {seat} resign")
    return end_turn(state, seat, [Event("skip", {"seat": seat})])


def leave(state: State, seat: Seat) -> Step[State]:
    """The seat resigns: its track stays, its hand is out, and its turns are skipped."""
    if state.phase in ("reveal", "over"):
        raise IllegalMove("over", "play is over", rule="Game End")
    if seat in state.out:
        raise IllegalMove("turn", f"{seat} has resigned already")
    events = [Event("leave", {"seat": seat})]
    last = None if state.last is None else tuple(other for other in state.last if other != seat)
    left = replace(state, out=(*state.out, seat), last=last)
    if len(left.playing) > 1 and state.phase in SETTING_UP:
        return Step(go_on(left), tuple(events))
    if ending.due_end(left) or state.seat == seat:
        return Step(_pass_on(left, seat, events), tuple(events))
    return Step(left, tuple(events))


def to_move(state: State) -> frozenset[Seat]:
    """Who writes the next entry: one seat, the dealer once play is over, nobody in the end."""
    if state.phase == "reveal":
        return frozenset({DEAL})
    return frozenset({state.seat} if state.seat else ())
