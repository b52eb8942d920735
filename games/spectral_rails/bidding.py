"""Choosing the Spirit Leader: bids, passes, what the winner does; and the first placement."""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from games.spectral_rails import moves
from games.spectral_rails.naming import no_such_town
from games.spectral_rails.notation import kept, some_cards, spell, spell_cards, write
from games.spectral_rails.phases import (
    BIDDING,
    PLACEMENT,
    after_bid_action,
    after_placement,
    beaten,
    leader_known,
    takes_back,
    turned_down,
)
from games.spectral_rails.state import Engineer, State, laid_by, remains, sign, with_engineer
from pbem.errors import IllegalMove
from pbem.game import Event, Step

RULE = BIDDING


def raises(state: State, seat: str, bid: moves.Raise) -> Step[State]:
    """Add cards to the seat's bid, which becomes the high bid. Raises IllegalMove."""
    engineer = state.engineers[seat]
    hand = remains(engineer.hand, bid.cards)
    action = f"bid {spell_cards(bid.cards)}"
    if hand is None:
        raise not_in_hand(seat, engineer, "bid", bid.cards)
    total, count = sum(engineer.bid + bid.cards), engineer.up + len(bid.cards)
    _require_higher(state, seat, action, total, count)
    raised = replace(engineer, hand=hand, row=engineer.row + bid.cards, up=count)
    after = replace(with_engineer(state, seat, raised), high=seat)
    if state.high in state.gone and state.high:
        after = beaten(after, state.high)
    in_all = f", {total} in all" if count > 1 else ""
    event = Event("bids", {"seat": seat, "cards": spell_cards(bid.cards), "total": in_all})
    return after_bid_action(after, seat, (event,))


def not_in_hand(
    seat: str, engineer: Engineer, verb: str, cards: tuple[int, ...], rule: str = RULE
) -> IllegalMove:
    """The error for cards that the seat does not hold."""
    held = spell_cards(engineer.hand) or "no cards"
    message = f"{seat} cannot {verb} {some_cards(cards)}: it holds {held}"
    return IllegalMove("not-in-hand", message, action=f"{verb} {spell_cards(cards)}", rule=rule)


def high_bid(state: State) -> tuple[int, int]:
    """Value and number of cards of the bid to beat; 0 and 0 if nobody has bid."""
    bid = state.engineers[state.high].bid if state.high else ()
    return sum(bid), len(bid)


def _require_higher(state: State, seat: str, action: str, total: int, count: int) -> None:
    value, cards = high_bid(state)
    if total > value and count >= cards:
        return
    hint = (
        ""
        if can_raise(state, seat)
        else f"no bid of {seat}'s can be so high, so write {ways_to_pass(state, seat)}"
    )
    if total <= value:
        message = f"{seat}'s bid would be {total} and {state.high} has bid {value}: {value + 1} is needed"
        with_cards = f", with {cards} cards at least" if cards > 1 else ""
        raise IllegalMove("bid-low", message + with_cards, action=action, rule=RULE, hint=hint)
    would_be = f"{seat}'s bid would be {number(count, 'card')} and {state.high}'s is {number(cards, 'card')}"
    message = f"{would_be}: {number(cards, 'card')} at least, worth {value + 1} or more, are needed"
    more = f"add {number(cards - count, 'card')} at least to this bid, or pass"
    raise IllegalMove("bid-few", message, action=action, rule=RULE, hint=hint or more)


def number(count: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def can_raise(state: State, seat: str) -> bool:
    """Whether some bid of the seat would be high: if its whole hand would not, nothing would."""
    engineer = state.engineers[seat]
    value, cards = high_bid(state)
    enough = sum(engineer.bid + engineer.hand) > value and engineer.up + len(engineer.hand) >= cards
    return bool(engineer.hand) and enough


def least_raise(state: State, seat: str) -> tuple[int, ...] | None:
    """The cards of the least total, then the fewest, with which the seat's bid would be high."""
    engineer = state.engineers[seat]
    value, cards = high_bid(state)
    counts = range(max(1, cards - engineer.up), len(engineer.hand) + 1)
    every = (added for count in counts for added in combinations(engineer.hand, count))
    fit = (added for added in every if sum(added) + sum(engineer.bid) > value)
    return min(fit, key=lambda added: (sum(added), len(added)), default=None)


def ways_to_pass(state: State, seat: str) -> str:
    """How the seat may pass, in words: `pass`, or what it may take back."""
    bid = state.engineers[seat].bid
    ways = dict.fromkeys(spell(kept(bid, at)) for at in range(1, len(bid) + 1)) or ("pass",)
    return " or ".join(f"`{way}`" for way in ways)


def withdraws(state: State, seat: str, withdrawal: moves.Withdraw) -> Step[State]:
    """Pass in the bidding; one card of the seat's bid goes back to its hand. Raises IllegalMove."""
    engineer = state.engineers[seat]
    if withdrawal.place and not engineer.up:
        raise IllegalMove(
            "keep-nothing", f"{seat} has bid no card to take back", action="pass", rule=RULE, hint="pass"
        )
    if not 1 <= withdrawal.place <= engineer.up and engineer.up:
        message = f"{seat} has bid {spell_cards(engineer.bid)} and takes back one of these"
        raise IllegalMove("keep", message, action="pass", rule=RULE)
    after = replace(state, passed=(*state.passed, seat))
    events = [Event("passes", {"seat": seat})]
    if withdrawal.place:
        after = takes_back(after, seat, withdrawal.place)
        card = engineer.bid[withdrawal.place - 1]
        events = [Event("keeps", {"seat": seat, "card": card})]
    return after_bid_action(after, seat, tuple(events))


def appoints(state: State, seat: str, choice: moves.Appoint) -> Step[State]:
    """Lift the winner's segments and hand over the leader marker. Raises IllegalMove."""
    _require_liftable(state, seat, choice)
    if choice.leader not in state.setup.seats:
        message = f"{choice.leader} does not play; {', '.join(state.setup.seats)} do"
        raise IllegalMove("no-such-seat", message, action=f"lead {choice.leader}", rule=RULE)
    if choice.leader in state.gone:
        message = f"{choice.leader} has resigned and cannot lead"
        hint = f"{' and '.join(other for other in state.setup.seats if other not in state.gone)} still play"
        raise IllegalMove("leader-gone", message, action=f"lead {choice.leader}", rule=RULE, hint=hint)
    after = replace(turned_down(lifted(state, choice.lift), seat), leader=choice.leader)
    events = [Event("leads", {"seat": seat, "leader": choice.leader})]
    if choice.leader == seat:
        events = [Event("leads-itself", {"seat": seat})]
    if choice.lift:
        events.insert(0, lift_event(state, seat, choice.lift))
    return leader_known(after, tuple(events))


def lift_event(state: State, seat: str, lift: tuple[int, ...]) -> Event:
    """The fact that segments went back to the reserve."""
    return Event("lifts", {"seat": seat, "count": len(lift), "spaces": space_list(state, lift)})


def space_list(state: State, spaces: tuple[int, ...]) -> str:
    """Spaces in words, those of a line together: `Alta-Como.1 .2, Cisco-Alta.3`."""
    numbers: dict[str, list[str]] = {}
    for at in sorted(spaces):
        line, _, number_ = state.setup.board.space_names[at].partition(".")
        numbers.setdefault(line, []).append(f".{number_}")
    return ", ".join(line + " ".join(each) for line, each in numbers.items())


def lifted(state: State, spaces: tuple[int, ...]) -> State:
    """The position with these spaces empty."""
    if not spaces:
        return state
    trails = list(state.trails)
    for at in spaces:
        trails[at] = "."
    return replace(state, trails="".join(trails))


def require_own(state: State, seat: str, lift: tuple[int, ...], action: str, rule: str) -> None:
    """Raise IllegalMove unless each space is named once and holds the seat's own segment."""
    mine = sign(state, seat)
    for at in lift:
        name = state.setup.board.space_names[at]
        if state.trails[at] != mine:
            owner = laid_by(state).get(state.trails[at])
            held = f"holds {owner}'s segment" if owner else "is empty"
            message = f"{name} {held}; {seat} lifts its own segments"
            raise IllegalMove(
                "lift-not-own", message, action=action, rule=rule, hint=_own_segments(state, seat)
            )
        if lift.count(at) > 1:
            raise IllegalMove("lift-twice", f"{name} is named twice", action=action, rule=rule)


def _own_segments(state: State, seat: str) -> str:
    """Where the seat's segments lie, in words."""
    own = tuple(at for at, held in enumerate(state.trails) if held == sign(state, seat))
    if not own:
        return f"{seat} has no segment on the map: leave `lift` out"
    return f"{seat}'s segments: {space_list(state, own)}"


def _require_liftable(state: State, seat: str, choice: moves.Appoint) -> None:
    action = write(state, seat, moves.Appoint(choice.leader, choice.lift)).partition("; ")[0]
    require_own(state, seat, choice.lift, action, RULE)
    value = sum(state.engineers[seat].bid)
    if len(choice.lift) > value:
        message = f"{seat} bid {value} and may lift {number(value, 'segment')}, not {len(choice.lift)}"
        raise IllegalMove("lift-many", message, action=action, rule=RULE)


def places(state: State, seat: str, placement: moves.Placement) -> Step[State]:
    """Put the seat's train into a town; a wreck marker there stays. Raises IllegalMove."""
    if placement.town not in state.setup.board.borders:
        raise no_such_town(state.setup.board, placement.town, f"place {placement.town}", PLACEMENT)
    placed = replace(state.engineers[seat], town=placement.town)
    event = Event("places", {"seat": seat, "town": placement.town})
    return after_placement(with_engineer(state, seat, placed), seat, (event,))
