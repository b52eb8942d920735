"""A movement turn: load, burn, play or pay, lift, go, deliver, each with its questions in that order."""

from __future__ import annotations

from msgspec.structs import replace

from games.spectral_rails.bidding import lift_event, lifted, not_in_hand, number, require_own, space_list
from games.spectral_rails.ether import connected, points_left, trapped
from games.spectral_rails.moves import Turn
from games.spectral_rails.notation import counted, soul_text, spell_cards, spell_path
from games.spectral_rails.phases import after_movement_turn
from games.spectral_rails.riding import Ride, rides
from games.spectral_rails.state import (
    CARS,
    FREE_CARS,
    POINTS,
    Engineer,
    State,
    home,
    remains,
    segments_left,
    sign,
    where,
    with_engineer,
    without,
)
from pbem.errors import IllegalMove
from pbem.game import Event, Step

PICK_UP = "A. Pick up a Soul"
PLAY = "Playing Ether Cards"
SELECT = "Selecting Your Ether Trail Segments"
COINS_RULE = "Coins and Special Circumstances"
DELIVER = "C. Delivering Souls"


def passes(state: State, seat: str) -> Step[State]:
    """Pass for the rest of the movement phase."""
    passed = replace(state, passed=(*state.passed, seat))
    return after_movement_turn(passed, seat, (Event("passes", {"seat": seat}),))


def moves_train(state: State, seat: str, turn: Turn) -> Step[State]:
    """Carry a movement turn out. Raises IllegalMove."""
    engineer = state.engineers[seat]
    if engineer.spent >= POINTS:
        message = f"{seat} has played {POINTS} points in this phase and must pass"
        raise IllegalMove("spent", message, rule=PLAY, hint="pass")
    loaded = _loads(state, seat, engineer, turn)
    paid = _pays(state, seat, loaded, turn)
    if turn.path:
        return _goes(state, seat, paid, turn)
    return _frees(state, seat, paid, turn)


def _loads(state: State, seat: str, engineer: Engineer, turn: Turn) -> Engineer:
    """The engineer with the soul aboard and the card burnt."""
    if turn.load:
        _require_loadable(state, seat, engineer, turn)
    penalty = bool(turn.load) and len(engineer.aboard) >= FREE_CARS
    if turn.burn and not penalty:
        aboard = number(len(engineer.aboard) + bool(turn.load), "soul")
        message = f"{seat} has {aboard} aboard and burns a card only for a fourth, fifth or sixth"
        if not turn.load:
            message = f"{seat} loads nobody, and a card is burnt only for a fourth, fifth or sixth soul"
        hint = f"leave out `burn {turn.burn}`"
        raise IllegalMove("burn-needless", message, action=f"burn {turn.burn}", rule=PICK_UP, hint=hint)
    if not penalty:
        return replace(engineer, aboard=(*engineer.aboard, turn.load)) if turn.load else engineer
    hand = remains(engineer.hand, (turn.burn,)) if turn.burn else None
    if hand is None:
        raise _burn_due(state, seat, engineer, turn)
    row = (*engineer.row, turn.burn)
    return replace(engineer, aboard=(*engineer.aboard, turn.load), hand=hand, row=row, up=engineer.up + 1)


def _burn_due(state: State, seat: str, engineer: Engineer, turn: Turn) -> IllegalMove:
    load = f"load {soul_text(state.round, turn.load)}"
    if turn.burn:
        return not_in_hand(seat, engineer, "burn", (turn.burn,), PICK_UP)
    if not engineer.hand:
        message = f"{seat} has {len(engineer.aboard)} souls aboard and no card left to burn for another"
        return IllegalMove("burn-missing", message, action=load, rule=PICK_UP)
    message = f"{seat} has {len(engineer.aboard)} souls aboard, so another costs a card"
    return IllegalMove(
        "burn-missing", message, action=load, rule=PICK_UP, hint=f"{load}; burn {engineer.hand[0]}"
    )


def _require_loadable(state: State, seat: str, engineer: Engineer, turn: Turn) -> None:
    action = f"load {soul_text(state.round, turn.load)}"
    if not engineer.town:
        message = f"{seat}'s train is on {where(state, engineer)}, and souls wait in towns"
        raise IllegalMove("load-on-line", message, action=action, rule=PICK_UP, hint=f"leave out `{action}`")
    waiting = state.waiting[engineer.town]
    if turn.load not in waiting:
        there = counted(tuple(soul_text(state.round, soul) for soul in waiting)) or "nobody"
        message = f"no {soul_text(state.round, turn.load)} soul waits in {engineer.town}; waiting: {there}"
        other = next((each for each in waiting if home(each) == home(turn.load)), "")
        hint = f"load {other}" if other else ""
        raise IllegalMove("load-not-there", message, action=action, rule=PICK_UP, hint=hint)
    if len(engineer.aboard) >= CARS:
        message = f"{seat}'s train has {CARS} souls aboard and is full"
        raise IllegalMove("load-full", message, action=action, rule=PICK_UP, hint=f"leave out `{action}`")


def _pays(state: State, seat: str, engineer: Engineer, turn: Turn) -> Engineer:
    """The engineer with cards played, or a coin gone."""
    if turn.coin:
        return _pays_coin(seat, engineer, turn)
    if not turn.play:
        raise _unpaid(state, seat, engineer, turn)
    action = f"play {spell_cards(turn.play)}"
    hand = remains(engineer.hand, turn.play)
    if hand is None:
        raise not_in_hand(seat, engineer, "play", turn.play, PLAY)
    value = sum(turn.play)
    if value > points_left(engineer):
        spent = f"{seat} has played {engineer.spent} of {POINTS} points in this phase"
        message = f"{spent}, and {value} more would make {engineer.spent + value}"
        hint = f"play cards worth {points_left(engineer)} at most"
        raise IllegalMove("points", message, action=action, rule=PLAY, hint=hint)
    row, up = engineer.row + turn.play, engineer.up + len(turn.play)
    return replace(engineer, hand=hand, row=row, up=up, spent=engineer.spent + value)


def _pays_coin(seat: str, engineer: Engineer, turn: Turn) -> Engineer:
    if turn.play:
        message = f"{seat} plays cards in this turn, so it costs no coin"
        raise IllegalMove("coin-needless", message, action="coin", rule=COINS_RULE, hint="leave out `coin`")
    if not engineer.coins:
        message = f"{seat} has spent both coins in this phase"
        raise IllegalMove("coin-none", message, action="coin", rule=COINS_RULE, hint="play a card, or pass")
    return replace(engineer, coins=engineer.coins - 1)


def _unpaid(state: State, seat: str, engineer: Engineer, turn: Turn) -> IllegalMove:
    if not turn.path:
        return _unmoved(state, seat, turn)
    laid = len(rides(state, seat, turn).laid)
    crossed = number(laid, "empty space") if laid else "others' segments only"
    hint = "add `coin`" if engineer.coins else "play a card, or pass"
    if laid:
        hint = f"play cards worth {laid} at least{_also_lift(state, seat, laid)}"
    message = f"{seat}'s turn plays no card and pays no coin, and this way crosses {crossed}"
    action = spell_path(turn.path, turn.stop)
    return IllegalMove("unpaid", message, action=action, rule=COINS_RULE, hint=hint)


def _unmoved(state: State, seat: str, turn: Turn) -> IllegalMove:
    """The error for a turn that neither pays nor moves."""
    message, hint = f"{seat}'s turn needs a move", "load ...; play ...; go ..."
    if turn.lift and trapped(state, seat):
        return _unfreed(f"{seat}'s turn plays no card", turn)
    if turn.lift or turn.load:
        message += f": {'lifting' if turn.lift else 'loading'} alone is none"
    return IllegalMove("no-move", message, rule="Movement Turn Order", hint=hint)


def _unfreed(message: str, turn: Turn) -> IllegalMove:
    """The error for a trapped train that lifts segments without cards."""
    message += ", and a trapped train lifts segments with cards only"
    hint = f"play cards worth {len(turn.lift)} at least" + (" instead of `coin`" if turn.coin else "")
    return IllegalMove("no-move", message, rule=COINS_RULE, hint=hint)


def _goes(state: State, seat: str, paid: Engineer, turn: Turn) -> Step[State]:
    if turn.lift:
        _require_lift(state, seat, turn)
    ride = rides(state, seat, turn)
    _require_segments(state, seat, turn, len(ride.laid))
    arrived = _delivers(
        state, seat, replace(paid, town=ride.town, space=ride.space, behind=ride.behind), turn
    )
    wrecks = [town for town in dict.fromkeys(ride.entered) if town in state.wrecks]
    after = _settled(state, seat, arrived, turn, ride, wrecks)
    events = [*_paid_events(state, seat, turn), _moved_event(seat, turn, ride)]
    events += [Event("wrecks", {"seat": seat, "town": town}) for town in wrecks]
    if turn.deliver:
        souls = counted(tuple(soul_text(state.round, soul) for soul in turn.deliver))
        events.append(Event("delivers", {"seat": seat, "souls": souls}))
    return after_movement_turn(after, seat, tuple(events))


def _settled(state: State, seat: str, arrived: Engineer, turn: Turn, ride: Ride, wrecks: list[str]) -> State:
    """The position with the segments, souls and markers as the turn leaves them."""
    trails = state.trails
    if ride.laid or turn.lift:
        signs = list(trails)
        for at in turn.lift:
            signs[at] = "."
        for at in ride.laid:
            signs[at] = sign(state, seat)
        trails = "".join(signs)
    left = tuple(town for town in state.wrecks if town not in wrecks) if wrecks else state.wrecks
    waiting = _waiting(state, seat, turn)
    engineers = {**state.engineers, seat: arrived}
    return replace(state, engineers=engineers, trails=trails, wrecks=left, waiting=waiting, moved=True)


def _waiting(state: State, seat: str, turn: Turn) -> dict[str, tuple[str, ...]]:
    if not turn.load:
        return state.waiting
    town = state.engineers[seat].town
    return {**state.waiting, town: without(state.waiting[town], turn.load)}


def _require_lift(state: State, seat: str, turn: Turn) -> None:
    names = state.setup.board.space_names
    action = "lift " + ", ".join(names[at] for at in sorted(turn.lift))
    require_own(state, seat, turn.lift, action, SELECT)
    value, reserve = sum(turn.play), segments_left(state, seat)
    allowed = max(0, value - reserve)
    if len(turn.lift) > allowed:
        stock = f"{seat} has {number(reserve, 'segment')} in reserve and plays {value}"
        message = f"{stock}, so may lift {allowed}, not {len(turn.lift)}"
        hint = f"name {allowed} of them at most" if allowed else "leave `lift` out"
        raise IllegalMove("lift-many", message, action=action, rule=SELECT, hint=hint)
    near = connected(state, seat)
    first = [at for at, held in enumerate(state.trails) if held == sign(state, seat) and at not in near]
    if near & set(turn.lift) and not set(first) <= set(turn.lift):
        left = next(at for at in first if at not in turn.lift)
        message = f"{names[left]} is not connected to {seat}'s train and is lifted before connected segments"
        hint = f"disconnected: {space_list(state, tuple(first))}"
        raise IllegalMove("lift-connected", message, action=action, rule=SELECT, hint=hint)


def _require_segments(state: State, seat: str, turn: Turn, laid: int) -> None:
    value, reserve = sum(turn.play), segments_left(state, seat)
    action = spell_path(turn.path, turn.stop)
    if laid > value:
        spaces = f"this way crosses {number(laid, 'empty space')}"
        message, rule = f"{seat} plays {value}, and {spaces}", PLAY
        if turn.coin:
            message, rule = f"a coin takes {seat} over others' segments only, and {spaces}", COINS_RULE
        hint = f"play cards worth {laid} at least{_also_lift(state, seat, laid)}, or stop earlier"
        raise IllegalMove("value-short", message, action=action, rule=rule, hint=hint)
    if laid > reserve + len(turn.lift):
        stock = f"{seat} has {number(reserve, 'segment')} in reserve"
        message = f"{stock}, lifts {len(turn.lift)} and needs {laid}"
        hint = f"lift {number(laid - reserve, 'segment')}, or stop earlier"
        raise IllegalMove("segments-short", message, action=action, rule=SELECT, hint=hint)


def _also_lift(state: State, seat: str, laid: int) -> str:
    """What a hint about cards adds where the reserve does not reach for so many spaces."""
    reserve = segments_left(state, seat)
    if laid <= reserve:
        return ""
    return f" and lift {number(laid - reserve, 'segment')}, since the reserve has {reserve}"


def _delivers(state: State, seat: str, engineer: Engineer, turn: Turn) -> Engineer:
    """The engineer with these souls in the cemetery; dark ones of round 2 in section two."""
    before = engineer.aboard
    for soul in turn.deliver:
        text = soul_text(state.round, soul)
        action = "deliver " + ", ".join(soul_text(state.round, each) for each in turn.deliver)
        if home(soul) != engineer.town:
            place = where(state, engineer)
            message = f"{seat}'s train ends at {place}, and {text} souls go home to {home(soul)}"
            raise IllegalMove("deliver-elsewhere", message, action=action, rule=DELIVER)
        if soul not in engineer.aboard:
            aboard = counted(tuple(soul_text(state.round, each) for each in before)) or "nobody"
            message = f"{seat} has no {text} soul aboard to deliver; aboard: {aboard}"
            if count := before.count(soul):
                message = f"{seat} has {number(count, f'{text} soul')} aboard, not {turn.deliver.count(soul)}"
                message += f"; aboard: {aboard}"
            hint = "leave it out, or name a soul that is aboard"
            raise IllegalMove("deliver-not-aboard", message, action=action, rule=DELIVER, hint=hint)
        engineer = _buried(state.round, engineer, soul)
    return engineer


def _buried(round_: int, engineer: Engineer, soul: str) -> Engineer:
    aboard = without(engineer.aboard, soul)
    if round_ == 2 and soul.startswith("dark"):
        return replace(engineer, aboard=aboard, two=(*engineer.two, soul))
    return replace(engineer, aboard=aboard, one=(*engineer.one, soul))


def _frees(state: State, seat: str, paid: Engineer, turn: Turn) -> Step[State]:
    """The turn of a trapped train that lifts segments instead of moving."""
    _require_freeing(state, seat, turn)
    waiting = _waiting(state, seat, turn)
    after = replace(with_engineer(lifted(state, turn.lift), seat, paid), waiting=waiting, moved=True)
    events = (*_paid_events(state, seat, turn), Event("trapped", {"seat": seat}))
    return after_movement_turn(after, seat, events)


def _require_freeing(state: State, seat: str, turn: Turn) -> None:
    if turn.coin or not turn.lift:
        message = f"{seat}'s turn has no move"
        if turn.lift and trapped(state, seat):
            raise _unfreed(message, turn)
        raise IllegalMove("no-move", message, rule="Movement Turn Order", hint="add `go ...`")
    action = "lift " + ", ".join(state.setup.board.space_names[at] for at in sorted(turn.lift))
    if not trapped(state, seat):
        message = f"{seat}'s train is not trapped, so it lifts segments only to move"
        raise IllegalMove("not-trapped", message, action=action, rule=COINS_RULE, hint="add `go ...`")
    require_own(state, seat, turn.lift, action, COINS_RULE)
    if len(turn.lift) > sum(turn.play):
        may = f"may lift {number(sum(turn.play), 'segment')}"
        message = f"{seat} plays {sum(turn.play)} and {may}, not {len(turn.lift)}"
        raise IllegalMove("lift-many", message, action=action, rule=COINS_RULE)
    if turn.deliver:
        message = f"{seat}'s train does not move, so it delivers nobody"
        raise IllegalMove("deliver-elsewhere", message, action="deliver", rule=DELIVER)


def _paid_events(state: State, seat: str, turn: Turn) -> list[Event]:
    events: list[Event] = []
    if turn.load:
        events.append(Event("loads", {"seat": seat, "soul": soul_text(state.round, turn.load)}))
    if turn.burn:
        events.append(Event("burns", {"seat": seat, "card": turn.burn}))
    if turn.play:
        worth = f" for {sum(turn.play)}" if len(turn.play) > 1 else ""
        events.append(Event("plays", {"seat": seat, "cards": spell_cards(turn.play), "worth": worth}))
    if turn.coin:
        events.append(Event("pays", {"seat": seat, "left": state.engineers[seat].coins - 1}))
    if turn.lift:
        events.append(lift_event(state, seat, turn.lift))
    return events


def _moved_event(seat: str, turn: Turn, ride: Ride) -> Event:
    way = spell_path(turn.path, turn.stop).removeprefix("go ")
    if not ride.laid:
        return Event("rides", {"seat": seat, "way": way})
    return Event("lays", {"seat": seat, "way": way, "count": number(len(ride.laid), "segment")})
