"""The entries before the first turn: sides, the card given, routes kept, trains placed."""

from __future__ import annotations

from msgspec.structs import replace

from games.spike.board import Board, card_of
from games.spike.building import cards_text
from games.spike.cargo import ADVANCED
from games.spike.hand import play_card
from games.spike.moves import Give, Keep, Move, Place, Sides, action_text
from games.spike.state import State, plus, without
from games.spike.told import change, event
from pbem.errors import IllegalMove
from pbem.game import UNKNOWN, Event, Seat, Step

SETUP = "Setup"
SETTING_UP = {"sides": Sides, "give": Give, "keep": Keep, "place": Place}
WANTED = {
    "sides": "`sides` with a side of each contract card",
    "give": "`give` and a rail card for the neighbour on the right",
    "keep": "`keep` and one of the two route cards",
    "place": "`place` and a city for the train",
}


def set_up(state: State, seat: Seat, move: Move) -> Step[State]:
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
            message = (
                f"there is no contract {face}; a side is a card with a or b, such as {player.contracts[0]}a"
            )
            raise IllegalMove("no-such-contract", message, action=text, rule=SETUP)
    if sorted(map(card_of, faces)) != sorted(player.contracts):
        message = f"{seat} holds {', '.join(player.contracts)} and names a side of each, once"
        raise IllegalMove("sides", message, action=text, rule=SETUP, hint=_amiss(player.contracts, faces))
    chosen = tuple(sorted(faces, key=lambda face: player.contracts.index(card_of(face))))
    events.append(event("sides", seat=seat, faces=chosen))
    return replace(state, players=change(state, seat, replace(player, contracts=chosen)))


def _amiss(held: tuple[str, ...], faces: tuple[str, ...]) -> str:
    """Which cards have no side in an entry, two of them, or are another seat's."""
    cards = [card_of(face) for face in faces]
    found = {
        "without a side": [card for card in held if card not in cards],
        "named twice": [card for card in held if cards.count(card) > 1],
        "another seat's": [card for card in dict.fromkeys(cards) if card not in held],
    }
    return "; ".join(f"{what}: {', '.join(which)}" for what, which in found.items() if which)


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
        message = f"{seat} has no {card} card, but {cards_text(giver.hand)}"
        raise IllegalMove("not-in-hand", message, action=f"give {card}", rule=SETUP)
    rest = play_card(state, giver.hand, card, 1, f"give {card}")
    taker = state.players[other]
    players = change(state, seat, replace(giver, hand=rest))
    players[other] = replace(taker, hand=plus(taker.hand, {card: 1}))
    events.append(event("gives", seat=seat, other=other))
    events.append(event("given", {seat, other}, seat=seat, other=other, card=card))
    return replace(state, players=players, given=True)


def _keep(state: State, seat: Seat, route: str, events: list[Event]) -> State:
    player = state.players[seat]
    if route not in player.routes and not (UNKNOWN in player.routes and route in state.board.routes):
        message = f"{seat} has no route {route}; there are {' and '.join(player.routes)}"
        raise IllegalMove("not-in-hand", message, action=f"keep {route}", rule=ADVANCED)
    events.append(event("keeps", seat=seat))
    events.append(event("kept", {seat}, seat=seat, route=route))
    return replace(state, players=change(state, seat, replace(player, routes=(route,))))


def _place(state: State, seat: Seat, city: str, events: list[Event]) -> State:
    board = state.board
    if city not in board.cities:
        hint = "the map shows cities by three capitals and lists their names"
        if city in board.points:
            hint = f"the nearest cities: {', '.join(f'`place {near}`' for near in _nearest(board, city))}"
        raise IllegalMove(
            "no-such-city", f"{city} is not a city", action=f"place {city}", rule=SETUP, hint=hint
        )
    events.append(event("place", seat=seat, city=city))
    start = frozenset({city})
    after = replace(state.players[seat], at=city, cities=start, points=start)
    return replace(state, players=change(state, seat, after))


def _nearest(board: Board, point: str) -> list[str]:
    """The three cities with the fewest links to a point."""
    return sorted(board.cities, key=lambda city: board.away[city][point])[:3]


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
