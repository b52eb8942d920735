"""What an order means in the position: from words to a Move, with a question where two things fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from games.spectral_rails import moves, orders
from games.spectral_rails.bidding import high_bid, least_raise, number, ways_to_pass
from games.spectral_rails.board import Board
from games.spectral_rails.moves import Move
from games.spectral_rails.naming import require_town, rule
from games.spectral_rails.notation import brief, kept, spell, spell_all, spell_cards
from games.spectral_rails.orders import Action, Order, Soul
from games.spectral_rails.phases import BIDDING, DUE, MISSING, require_turn
from games.spectral_rails.state import NO_SHADE, Engineer, State, home, sign
from pbem.errors import AmbiguousOrder, IllegalMove

TURN_ORDER: tuple[type[Action], ...] = (
    orders.Load,
    orders.Burn,
    orders.Play,
    orders.Coin,
    orders.Lift,
    orders.Go,
    orders.Deliver,
)
LEAD_ORDER: tuple[type[Action], ...] = (orders.Lift, orders.Lead)
Kinds: TypeAlias = tuple[type[Action], ...]
_ONCE: dict[type[Action], str] = {
    orders.Load: ": a turn loads one soul",
    orders.Burn: ": a soul costs one card",
    orders.Coin: ": a turn costs one coin",
    orders.Go: ", with the whole way in it",
}
"""Why a part of a turn that stands twice cannot."""

_KINDS: dict[str, Kinds] = {
    "bid": (orders.Bid, orders.Pass),
    "lead": LEAD_ORDER,
    "place": (orders.Place,),
    "move": (*TURN_ORDER, orders.Pass),
}


def resolve(state: State, seat: str, order: Order) -> Move:
    """Say what a seat's order means. Raises IllegalMove or AmbiguousOrder."""
    actions = order.actions
    require_turn(state, seat)
    if not actions:
        raise IllegalMove("no-order", f"{seat} is to write an order here", hint=_hint(state, seat))
    _require_due(state, seat, actions)
    _require_cards(actions)
    match actions[0]:
        case orders.Bid(cards):
            _require_alone(actions)
            return moves.Raise(cards)
        case orders.Pass():
            _require_alone(actions)
            return _withdraw(state, seat, actions[0])
        case orders.Place(town):
            _require_alone(actions)
            return moves.Placement(require_town(state.setup.board, town, actions[0]))
        case _ if state.phase == "lead":
            return _appoint(state, seat, actions)
        case _:
            return _turn(state, seat, actions)


def _require_due(state: State, seat: str, actions: Sequence[Action]) -> None:
    for action in actions:
        if not isinstance(action, _KINDS[state.phase]):
            message, hint = f"{seat} {DUE[state.phase]} now", _hint(state, seat)
            if state.phase in MISSING and isinstance(action, (orders.Place, *TURN_ORDER)):
                hint = f"`{seat}: {MISSING[state.phase]}` is missing before this entry"
            raise IllegalMove("not-now", message, action=spell(action), rule="Game Play", hint=hint)


def _hint(state: State, seat: str) -> str:
    """How that is written which the seat is to do now."""
    match state.phase:
        case "bid":
            least = least_raise(state, seat)
            value, cards = high_bid(state)
            enough = (
                f"{value + 1} in all at least, with {number(cards, 'card')} or more" if cards else "any bid"
            )
            bid = f"{enough}, such as `bid {spell_cards(least)}`; or " if least else ""
            return bid + ways_to_pass(state, seat)
        case "lead":
            lifting = "; `lift ...` may stand before it" if sign(state, seat) in state.trails else ""
            return f"`lead {seat}`, or another seat{lifting}"
        case "place":
            return "place TOWN, with any town of the map"
        case _:
            return "load ...; play ...; go ...; deliver ..., or pass"


def _require_alone(actions: Sequence[Action]) -> None:
    if len(actions) > 1:
        message = f"`{brief(actions[0])}` is a whole entry, and more follows it"
        hint = "what follows is an entry of its own, at the seat's next turn"
        raise IllegalMove("more", message, action=spell(actions[1]), rule="Game Play", hint=hint)


def _require_cards(actions: tuple[Action, ...]) -> None:
    """Ask what is meant where cards are written without a space, as in `play 21`."""
    for at, action in enumerate(actions):
        if isinstance(action, orders.Bid | orders.Play) and any(card > 9 for card in action.cards):
            apart = tuple(int(digit) for digit in "".join(map(str, action.cards)))
            meant = spell_all((*actions[:at], type(action)(apart), *actions[at + 1 :]))
            written = f"`{spell_cards(apart)}` with spaces" if len(apart) <= 9 else "spaces"
            message = f"a card is one figure, so write {written} between the cards"
            section = BIDDING if isinstance(action, orders.Bid) else "Playing Ether Cards"
            raise AmbiguousOrder("cards", message, (meant,), action=spell(action), rule=section)


def _require_order(actions: Sequence[Action], kinds: Kinds) -> None:
    """Raise IllegalMove unless every kind comes once at most, and in this order."""
    ranks = [kinds.index(type(action)) for action in actions]
    for at in range(1, len(ranks)):
        if ranks[at] in ranks[:at]:
            raise _twice(actions, at)
        if ranks[at] < ranks[at - 1]:
            message = f"`{brief(actions[at])}` belongs before `{brief(actions[at - 1])}`"
            hint = "the order is load, burn, play or coin, lift, go, deliver"
            section = "Movement Turn Order"
            if kinds == LEAD_ORDER:
                hint, section = "first `lift`, then `lead`", BIDDING
            raise IllegalMove("order", message, action=spell(actions[at]), rule=section, hint=hint)


def _twice(actions: Sequence[Action], at: int) -> IllegalMove:
    """The error for a part of a turn that stands twice, with the two as one where that can be."""
    action = actions[at]
    first = next(other for other in actions if type(other) is type(action))
    joined = _joined(first, action)
    hint = f"keep one of them{_ONCE.get(type(action), '')}"
    if joined:
        rest = (joined if other is first else other for other in (*actions[:at], *actions[at + 1 :]))
        hint = f"write them as one: `{spell_all(tuple(rest))}`"
    message = f"`{spell(action).split()[0]}` is there twice"
    return IllegalMove("twice", message, action=spell(action), rule="Movement Turn Order", hint=hint)


def _joined(first: Action, second: Action) -> Action | None:
    """Two parts of a turn as one; None where a turn has only one such thing."""
    match first, second:
        case orders.Play(cards), orders.Play(more):
            return orders.Play(cards + more)
        case orders.Lift(spaces), orders.Lift(more_spaces):
            return orders.Lift(spaces + more_spaces)
        case orders.Deliver(souls), orders.Deliver(more_souls):
            return orders.Deliver(souls + more_souls)
        case orders.Go(towns, 0), orders.Go((start, *on), stop) if start == towns[-1]:
            return orders.Go((*towns, *on), stop)
        case _:
            return None


def _withdraw(state: State, seat: str, action: orders.Pass) -> moves.Withdraw:
    if state.phase == "move":
        if action.card:
            message = "a card is kept only in the bidding"
            raise IllegalMove("keep-nothing", message, action=spell(action), rule=BIDDING, hint="pass")
        return moves.Withdraw()
    bid = state.engineers[seat].bid
    if not bid:
        if action.card:
            message = f"{seat} has bid no card to take back"
            raise IllegalMove("keep-nothing", message, action=spell(action), rule=BIDDING, hint="pass")
        return moves.Withdraw()
    return moves.Withdraw(_place(state, seat, action))


def _place(state: State, seat: str, action: orders.Pass) -> int:
    """The place in the bid, from 1, of the card that a pass takes back."""
    bid = state.engineers[seat].bid
    places = [at for at in range(1, len(bid) + 1) if action.card in (0, bid[at - 1])]
    if action.place:
        places = [at for at in places if at == action.place]
    if not places:
        message = f"{seat} has bid {spell_cards(bid)}, which has no `{spell(action)[10:]}`"
        ways = dict.fromkeys(spell(kept(bid, at)).removeprefix("pass keep ") for at in range(1, len(bid) + 1))
        hint = f"{' or '.join(ways)} can be taken back"
        raise IllegalMove("keep", message, action=spell(action), rule=BIDDING, hint=hint)
    choices = tuple(dict.fromkeys(spell(kept(bid, at)) for at in places))
    if len(choices) > 1:
        message = f"{seat} has bid {spell_cards(bid)} and takes one card back: which?"
        raise AmbiguousOrder("keep", message, choices, action=spell(action), rule=BIDDING)
    return places[0]


def _appoint(state: State, seat: str, actions: tuple[Action, ...]) -> moves.Appoint:
    _require_order(actions, LEAD_ORDER)
    *before, last = actions
    if not isinstance(last, orders.Lead):
        message = f"{seat} won the bidding and has to name the leader"
        named = spell_all((*actions, orders.Lead(seat)))
        raise IllegalMove("no-leader", message, rule=BIDDING, hint=f"`{named}`, or another seat")
    return moves.Appoint(last.seat, _lifts(state.setup.board, before))


def _turn(state: State, seat: str, actions: tuple[Action, ...]) -> moves.Turn:
    if any(isinstance(action, orders.Pass) for action in actions):
        message = "a pass is a whole entry"
        raise IllegalMove("more", message, action="pass", rule="Movement Phase", hint="pass in the next turn")
    _require_order(actions, TURN_ORDER)
    said = {type(action): action for action in actions}
    engineer = state.engineers[seat]
    load = said.get(orders.Load)
    loaded = _load(state, engineer, load, actions) if isinstance(load, orders.Load) else ""
    burn, play, go = said.get(orders.Burn), said.get(orders.Play), said.get(orders.Go)
    path, stop = _path(state.setup.board, engineer, go) if isinstance(go, orders.Go) else ((), 0)
    deliver = said.get(orders.Deliver)
    aboard = (*engineer.aboard, loaded) if loaded else engineer.aboard
    return moves.Turn(
        load=loaded,
        burn=burn.card if isinstance(burn, orders.Burn) else 0,
        play=play.cards if isinstance(play, orders.Play) else (),
        coin=orders.Coin in said,
        lift=_lifts(state.setup.board, actions),
        path=path,
        stop=stop,
        deliver=_delivered(state, aboard, deliver, actions) if isinstance(deliver, orders.Deliver) else (),
    )


def _lifts(board: Board, actions: Iterable[Action]) -> tuple[int, ...]:
    spaces: list[int] = []
    for action in actions:
        if isinstance(action, orders.Lift):
            spaces.extend(_space(board, text, action) for text in action.spaces)
    return tuple(sorted(spaces))


def _space(board: Board, text: str, action: Action) -> int:
    """A space by its line and number; the line may be named from either town."""
    line, _, at = text.partition(".")
    first, _, second = line.partition("-")
    leg = board.legs.get((first, second))
    if leg is None:
        for town in (first, second):
            require_town(board, town, action)
        message = f"there is no line between {first} and {second}"
        hint = f"lines from {first}: {', '.join(board.ways[first])}"
        raise IllegalMove("no-line", message, action=spell(action), rule=rule(action), hint=hint)
    if not 1 <= int(at) <= len(leg):
        message = f"{line} has {number(len(leg), 'space')}, and {at} is named"
        hint = f"its spaces are {line}.1 to {line}.{len(leg)}" if len(leg) > 1 else f"its space is {line}.1"
        raise IllegalMove("no-space", message, action=spell(action), rule=rule(action), hint=hint)
    return leg[int(at) - 1]


def _load(state: State, engineer: Engineer, action: orders.Load, actions: tuple[Action, ...]) -> str:
    waiting = state.waiting.get(engineer.town, ())
    require_town(state.setup.board, action.soul.town, action)
    shades = _shades(action.soul, waiting)
    if len(shades) > 1:
        at = actions.index(action)
        choices = tuple(
            spell_all((*actions[:at], orders.Load(Soul(action.soul.town, shade)), *actions[at + 1 :]))
            for shade in shades
        )
        message = f"a dark and a light {action.soul.town} soul wait in {engineer.town}: which?"
        raise AmbiguousOrder("shade", message, choices, action=spell(action), rule="A. Pick up a Soul")
    return f"{shades[0] if shades else NO_SHADE} {action.soul.town}"


def _shades(soul: Soul, among: tuple[str, ...]) -> list[str]:
    """The colours that a soul named so may have; none where no such soul is among these."""
    if soul.shade:
        return [soul.shade]
    return [shade for shade in ("dark", "light") if f"{shade} {soul.town}" in among]


def _path(board: Board, engineer: Engineer, action: orders.Go) -> tuple[tuple[str, ...], int]:
    """The path from where the train is; one that starts with the town headed for is filled up."""
    towns = action.towns
    for town in towns:
        require_town(board, town, action)
    if engineer.space < 0:
        near = not towns[1:] or (engineer.town, towns[0]) in board.legs
        if towns[0] != engineer.town and near:
            towns = (engineer.town, *towns)
        return towns, action.stop
    line = board.line_of[engineer.space]
    if towns[0] in line and towns[:2] not in (line, line[::-1]):
        towns = (line[0] if towns[0] == line[1] else line[1], *towns)
    return towns, action.stop


def _delivered(
    state: State, aboard: tuple[str, ...], action: orders.Deliver, actions: tuple[Action, ...]
) -> tuple[str, ...]:
    """The souls meant, dark ones first; a colour left out is filled in where only one fits."""
    left, found = list(aboard), []
    for soul in sorted(action.souls, key=lambda soul: not soul.shade):
        require_town(state.setup.board, soul.town, action)
        shades = _shades(soul, tuple(left))
        if len(shades) > 1 and _unsure(soul, left, action):
            raise _which(soul, action, actions)
        each = f"{shades[0] if shades else NO_SHADE} {soul.town}"
        if each in left:
            left.remove(each)
        found.append(each)
    return tuple(sorted(found))


def _unsure(soul: Soul, left: list[str], action: orders.Deliver) -> bool:
    """Whether fewer souls of a town are named than are aboard, so that the colours matter."""
    open_ = sum(1 for each in action.souls if each.town == soul.town and not each.shade)
    return open_ < sum(1 for each in left if home(each) == soul.town)


def _which(soul: Soul, action: orders.Deliver, actions: tuple[Action, ...]) -> AmbiguousOrder:
    at, item = actions.index(action), action.souls.index(soul)
    choices = []
    for shade in ("dark", "light"):
        souls = (*action.souls[:item], Soul(soul.town, shade), *action.souls[item + 1 :])
        choices.append(spell_all((*actions[:at], orders.Deliver(souls), *actions[at + 1 :])))
    message = f"a dark and a light {soul.town} soul are aboard: which?"
    return AmbiguousOrder("shade", message, tuple(choices), action=spell(action), rule="C. Delivering Souls")
