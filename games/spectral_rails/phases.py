"""What follows when everybody is through: the next phase, replenishing, the next round, the end."""

from __future__ import annotations

from msgspec.structs import replace

from games.spectral_rails.notation import spell_cards
from games.spectral_rails.scoring import tie
from games.spectral_rails.state import COINS, State, active, following
from pbem.errors import IllegalMove
from pbem.game import Event, Seat, Step

Events = tuple[Event, ...]

BIDDING = "Choosing the Spirit Leader"
MOVEMENT = "Movement Phase"
PLACEMENT = "Initial Placement of the Ghost Trains"
DUE = {
    "bid": "bids or passes",
    "lead": "has won the bidding and names the leader",
    "place": "places its train",
    "move": "takes a movement turn or passes",
}
"""What the seat to move does in each phase."""
TAKE_OUT = "take this entry out"
MISSING = {"lead": "lead SEAT", "place": "place TOWN"}
"""What has to be written before play can go on."""


def require_turn(state: State, seat: str) -> None:
    """Raise IllegalMove, with what is due instead, unless it is the seat's turn (Game Play)."""
    if seat != state.turn:
        message, rule, hint = _not_its_turn(state, seat)
        raise IllegalMove("not-your-turn", message, rule=rule, hint=hint)


def _not_its_turn(state: State, seat: str) -> tuple[str, str, str]:
    """Why it is not the seat's turn, the section of the rulebook, and the way out."""
    if seat in state.gone:
        return f"{seat} has resigned and does not move again", "Game Play", TAKE_OUT
    if state.phase == "over":
        return "the game is over", "Game End", TAKE_OUT
    if state.phase == "deal":
        first, second, *_ = state.setup.board.towns
        missing = f"`deal: round 2; {first}: SOUL; {second}: SOUL; ...` is missing before this entry"
        return (
            "round 2 is to be dealt, one light soul for each town",
            "Ending Round 1 & Round 2 Setup",
            missing,
        )
    if state.phase == "move" and seat in state.passed:
        return f"{seat} passed in this movement phase and does not move again in it", MOVEMENT, TAKE_OUT
    if state.phase == "bid" and seat in state.passed:
        return f"{seat} passed in this bidding and is out of it", BIDDING, TAKE_OUT
    written = MISSING.get(state.phase)
    due = DUE[state.phase] + (f", `{written}`" if written else "")
    return f"it is {state.turn}'s turn, not {seat}'s: {state.turn} {due}", "Game Play", ""


def bidding_opens(state: State) -> State:
    """Begin a bidding phase; the leader speaks first (Choosing the Spirit Leader)."""
    opened = replace(state, phase="bid", high="", passed=state.gone)
    return replace(opened, turn=active(opened, state.leader))


def after_bid_action(state: State, seat: str, events: Events) -> Step[State]:
    """Give the word to the next bidder, or close the bidding if only the high bidder is left."""
    if set(state.setup.seats) - set(state.passed) - {state.high}:
        return Step(replace(state, turn=following(state, seat)), events)
    if not state.high:
        nobody = Event("nobody", {"leader": state.leader})
        return leader_known(state, (*events, nobody))
    if state.high in state.gone:
        stays = Event("stays", {"leader": state.leader, "winner": state.high})
        return leader_known(turned_down(state, state.high), (*events, stays))
    wins = Event("wins", {"seat": state.high})
    return Step(replace(state, phase="lead", turn=state.high), (*events, wins))


def turned_down(state: State, seat: str) -> State:
    """Turn the seat's face-up cards face down."""
    engineer = replace(state.engineers[seat], up=0)
    return replace(state, engineers={**state.engineers, seat: engineer})


def leader_known(state: State, events: Events) -> Step[State]:
    """Go on to the first placement, or to the movement phase, starting with the leader."""
    fresh = replace(state, high="", passed=state.gone)
    if state.sequence == 1:
        return Step(replace(fresh, phase="place", turn=active(fresh, state.leader)), events)
    return Step(movement_opens(fresh), events)


def movement_opens(state: State) -> State:
    """Begin a movement phase; the leader moves first (Movement Phase)."""
    opened = replace(state, phase="move", passed=state.gone, moved=False)
    return replace(opened, turn=active(opened, state.leader))


def after_movement_turn(state: State, seat: str, events: Events) -> Step[State]:
    """Give the word to the next engineer, or end the phase when everybody has passed."""
    if len(state.passed) < len(state.setup.seats):
        return Step(replace(state, turn=following(state, seat)), events)
    return _movement_ends(replace(state, idle=0 if state.moved else state.idle + 1), events)


def _movement_ends(state: State, events: Events) -> Step[State]:
    stalled = "stall-ends" in state.setup.options and state.idle >= 2
    over = stalled or not state.wrecks
    if over and state.round == 2:
        reason = "wrecks" if not state.wrecks else "stalled"
        return ends(state, reason, events)
    filled, taken = _replenished(state)
    events = (*events, *taken)
    if not over:
        return Step(bidding_opens(replace(filled, sequence=state.sequence + 1)), events)
    if state.wrecks:
        events = (*events, Event("stall"))
    waiting = replace(filled, phase="deal", turn="", wrecks=(), sequence=state.sequence + 1)
    return Step(waiting, (*events, Event("round-ends")))


def _replenished(state: State) -> tuple[State, Events]:
    """Half of every row, rounded down, goes back to hand from the left; coins are two again."""
    engineers, events = {}, []
    for seat, engineer in state.engineers.items():
        half = len(engineer.row) // 2
        back = engineer.row[:half]
        hand = tuple(sorted(engineer.hand + back))
        engineers[seat] = replace(engineer, hand=hand, row=engineer.row[half:], up=0, coins=COINS, spent=0)
        if back:
            events.append(Event("replenishes", {"seat": seat, "cards": spell_cards(back)}))
    return replace(state, engineers=engineers), tuple(events)


def ends(state: State, reason: str, events: Events) -> Step[State]:
    """The game is over; `reason` is a key of the game's end reasons."""
    over = replace(state, phase="over", turn="", ended=reason)
    return Step(over, (*events, Event("ends"), *tie(over)))


def leaves(state: State, seat: Seat) -> Step[State]:
    """A seat resigns: it is out of this phase and of all later ones. Raises IllegalMove if it has already."""
    if seat in state.gone:
        raise IllegalMove("gone", f"{seat} has resigned already", rule="Game Play", hint=TAKE_OUT)
    events: Events = (Event("resigns", {"seat": seat}),)
    out = replace(state, gone=(*state.gone, seat))
    if seat not in out.passed:
        out = replace(out, passed=(*out.passed, seat))
    if len(out.gone) >= len(out.setup.seats) - 1:
        return ends(out, "resignation", events)
    match state.phase:
        case "bid":
            return _leaves_bidding(state, out, seat, events)
        case "lead" if state.turn == seat:
            stays = Event("stays", {"leader": state.leader, "winner": seat})
            return leader_known(turned_down(out, seat), (*events, stays))
        case "place" if state.turn == seat:
            return after_placement(out, seat, events)
        case "move" if seat not in state.passed:
            return _leaves_movement(state, out, seat, events)
        case _:
            return Step(out, events)


def _leaves_bidding(before: State, out: State, seat: str, events: Events) -> Step[State]:
    if seat != before.high and before.engineers[seat].up:
        out = beaten(out, seat)
    waits_for_others = before.turn != seat and set(out.setup.seats) - set(out.passed) - {out.high}
    return Step(out, events) if waits_for_others else after_bid_action(out, seat, events)


def beaten(state: State, seat: str) -> State:
    """A bid of a seat that cannot choose: it takes its last card back (no card of the rulebook's choice)."""
    return takes_back(state, seat, state.engineers[seat].up)


def takes_back(state: State, seat: str, place: int) -> State:
    """Put the card at `place` of the seat's bid into its hand and turn the rest face down."""
    engineer = state.engineers[seat]
    at = len(engineer.row) - engineer.up + place - 1
    hand = tuple(sorted((*engineer.hand, engineer.row[at])))
    engineer = replace(engineer, hand=hand, row=engineer.row[:at] + engineer.row[at + 1 :], up=0)
    return replace(state, engineers={**state.engineers, seat: engineer})


def after_placement(state: State, seat: str, events: Events) -> Step[State]:
    """The next train to be placed, or the first movement phase."""
    left = following(state, seat)
    if left and not state.engineers[left].town:
        return Step(replace(state, turn=left), events)
    return Step(movement_opens(state), events)


def _leaves_movement(before: State, out: State, seat: str, events: Events) -> Step[State]:
    everybody_passed = len(out.passed) == len(out.setup.seats)
    if before.turn == seat or everybody_passed:
        return after_movement_turn(out, seat, events)
    return Step(out, events)


def skips(state: State, seat: Seat) -> Step[State]:
    """The moderator passes for a seat; a train has to be placed, though. Raises IllegalMove."""
    require_turn(state, seat)
    events: Events = (Event("passes", {"seat": seat}),)
    out = replace(state, passed=(*state.passed, seat))
    match state.phase:
        case "bid":
            after = takes_back(out, seat, state.engineers[seat].up) if state.engineers[seat].up else out
            return after_bid_action(after, seat, events)
        case "lead":
            stays = Event("stands", {"leader": state.leader})
            return leader_known(turned_down(state, seat), (*events, stays))
        case "move":
            return after_movement_turn(out, seat, events)
        case _:
            message = f"{seat}'s train has to be placed before play can go on"
            raise IllegalMove(
                "skip",
                message,
                rule=PLACEMENT,
                hint=f"write `mod: for {seat}: place TOWN`, or `{seat}: place TOWN`",
            )
