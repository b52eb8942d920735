"""What the box gives: the set-up with two dark souls a town, and one light soul a town for round 2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from games.spectral_rails import moves
from games.spectral_rails.bidding import number
from games.spectral_rails.board import Board
from games.spectral_rails.naming import no_such_town
from games.spectral_rails.notation import counted
from games.spectral_rails.orders import Order
from games.spectral_rails.phases import bidding_opens
from games.spectral_rails.state import EMPTY, Engineer, State, home
from games.spectral_rails.words import SEATS
from pbem.errors import IllegalMove, SetupError
from pbem.game import Event, Seat, Setup, Shuffle, Step

DARK, LIGHT = "dark", "light"
SETUP = "Setup"
ROUND_2 = "Ending Round 1 & Round 2 Setup"
SHOWN = 5
"""So many faults of a deal are told beside the first."""


def draw_first(setup: Setup[Board], shuffle: Shuffle) -> tuple[Setup[Board], Order]:
    """Draw entry 0: who is the temporary leader, and two dark souls for each town, in board order."""
    leader = Seat(shuffle("spirit leader", sorted(setup.seats, key=SEATS.index))[0])
    seats = (leader, *setup.after(leader))
    towns = setup.board.towns
    drawn = shuffle("dark souls", sorted(towns * 2))
    pairs = zip(towns, zip(drawn[::2], drawn[1::2], strict=True), strict=True)
    seated = Setup(seats, setup.options, setup.edition, setup.board)
    return seated, Order(seats=seats, souls=tuple(pairs))


def draw_second(state: State, shuffle: Shuffle) -> moves.Dealt:
    """Draw the deal of round 2: one light soul for each town, in board order."""
    return moves.Dealt(shuffle("light souls", sorted(state.setup.board.towns)))


def set_up(setup: Setup[Board], order: Order) -> Step[State]:
    """Set the table up. Raises SetupError (seats and board) or IllegalMove (the deal)."""
    board = setup.board
    if len(setup.seats) != board.seats:
        message = f"{board.name} is the map for {board.seats} seats, and {len(setup.seats)} play"
        raise SetupError(
            f"{message}: choose a map for {len(setup.seats)}, such as southwest-{len(setup.seats)}"
        )
    if order.round:
        hint = f"begin with `seats {', '.join(setup.seats)}`, and name two souls for each town"
        message = "entry 0 sets round 1 up"
        raise IllegalMove("deal-round", message, action=f"round {order.round}", rule=SETUP, hint=hint)
    _require_seats(setup, order.seats)
    _require_boxes(board, order, 2, DARK)
    waiting, removed = _put(dict.fromkeys(board.towns, ()), DARK, dict(order.souls))
    state = State(
        setup=setup,
        engineers={seat: Engineer(hand=board.hand) for seat in setup.seats},
        trails=EMPTY * len(board.space_names),
        waiting=waiting,
        wrecks=board.wrecks[0],
        leader=setup.seats[0],
        turn="",
        removed=removed,
    )
    return Step(bidding_opens(state), _dealt_events("dealt", removed, state.leader))


def _require_seats(setup: Setup[Board], seats: tuple[str, ...]) -> None:
    if seats != setup.seats:
        named = ", ".join(seats) if len(seats) <= len(SEATS) else f"{len(seats):,} seats"
        message = f"the deal names {named}, and the seats in turn order are {', '.join(setup.seats)}"
        hint = f"write `seats {', '.join(setup.seats)}`"
        if sorted(seats) == sorted(setup.seats):
            hint += ", or put the headers into the order of the deal"
        raise IllegalMove("deal-seats", message, action=f"seats {', '.join(seats)}", rule=SETUP, hint=hint)


def _require_boxes(board: Board, order: Order, each: int, shade: str) -> None:
    """Raise IllegalMove unless every town gets its souls, and every soul is used as often as it is there.

    The first fault is raised, and its hint tells the others.
    """
    rule = SETUP if shade == DARK else ROUND_2
    for town in (name for box, souls in order.souls for name in (box, *souls)):
        if town not in board.borders:
            raise no_such_town(board, town, town, rule)
    faults = _faulty_boxes(board, order, each, shade, rule)
    if faults:
        first, *others = faults
        told = [error.message for error in others[:SHOWN]]
        told += [f"{len(others) - SHOWN} more faults"] if len(others) > SHOWN else []
        also = [f"also: {'; '.join(told)}"] if told else []
        first.hint = "; ".join(filter(None, (first.hint, _left_over(order, board, each), *also)))
        raise first


def _left_over(order: Order, board: Board, each: int) -> str:
    """The souls that a deal does not name, or not often enough."""
    dealt = Counter(soul for _, souls in order.souls for soul in souls)
    left = tuple(town for town in board.towns for _ in range(each - dealt[town]))
    return f"still to be dealt: {counted(left)}" if left else ""


def _faulty_boxes(board: Board, order: Order, each: int, shade: str, rule: str) -> list[IllegalMove]:
    faults = _town_faults(board, tuple(town for town, _ in order.souls), rule)
    for town, souls in order.souls:
        if len(souls) != each:
            message = f"{town} gets {number(each, f'{shade} soul')}, not {len(souls)}"
            faults.append(IllegalMove("deal-count", message, action=_box(town, souls), rule=rule))
    return [*faults, *_tile_faults(order, each, shade, rule)]


def _box(town: str, souls: tuple[str, ...]) -> str:
    return f"{town}: {', '.join(souls)}"


def _town_faults(board: Board, towns: tuple[str, ...], rule: str) -> list[IllegalMove]:
    """Towns left out or named twice; where there are none, the first that is out of board order."""
    faults: list[IllegalMove] = []
    for at, town in enumerate(board.towns):
        if town not in towns:
            after = next((other for other in board.towns[at:] if other in towns), "")
            message = f"{town} is missing " + (f"before {after}" if after else "at the end")
            faults.append(IllegalMove("deal-towns", message, action=f"{after or towns[-1]}:", rule=rule))
    for town in dict.fromkeys(town for at, town in enumerate(towns) if town in towns[:at]):
        faults.append(IllegalMove("deal-towns", f"{town} is named twice", action=f"{town}:", rule=rule))
    if not faults and towns != board.towns:
        wrong, due = next((a, b) for a, b in zip(towns, board.towns, strict=True) if a != b)
        message = f"{wrong} stands where {due} is due: towns are named in board order"
        hint = f"the order is {', '.join(board.towns)}"
        faults.append(IllegalMove("deal-towns", message, action=f"{wrong}:", rule=rule, hint=hint))
    return faults


def _tile_faults(order: Order, each: int, shade: str, rule: str) -> list[IllegalMove]:
    """Souls dealt more often than there are."""
    counts = Counter(soul for _, souls in order.souls for soul in souls)
    faults: list[IllegalMove] = []
    for soul, count in counts.items():
        if count > each:
            message = f"{soul} has {number(each, f'{shade} soul')}, and {count} are dealt"
            action = [_box(town, souls) for town, souls in order.souls if soul in souls][-1]
            faults.append(IllegalMove("not-in-box", message, action=action, rule=rule))
    return faults


def _put(
    waiting: Mapping[str, tuple[str, ...]], shade: str, dealt: Mapping[str, tuple[str, ...]]
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Put souls into their boxes; those already at home are taken away and come second."""
    boxes: dict[str, tuple[str, ...]] = {}
    removed: list[str] = []
    for town, there in waiting.items():
        new = tuple(f"{shade} {soul}" for soul in dealt[town])
        boxes[town] = there + tuple(soul for soul in new if home(soul) != town)
        removed.extend(soul for soul in new if home(soul) == town)
    return boxes, tuple(removed)


def _dealt_events(kind: str, removed: tuple[str, ...], leader: str) -> tuple[Event, ...]:
    taken = (Event("home", {"souls": ", ".join(map(home, removed))}),) if removed else ()
    return (Event(kind), *taken, Event("speaks-first", {"leader": leader}))


def read_second(state: State, order: Order) -> moves.Dealt:
    """What a dealer's entry of round 2 means. Raises IllegalMove."""
    if order.round != 2 or order.seats:
        first, second, *_ = state.setup.board.towns
        hint = f"round 2; {first}: SOUL; {second}: SOUL; ..."
        raise IllegalMove("deal-round", "round 2 is dealt here", rule=ROUND_2, hint=hint)
    _require_boxes(state.setup.board, order, 1, LIGHT)
    return moves.Dealt(tuple(souls[0] for _, souls in order.souls))


def deals(state: State, dealt: moves.Dealt) -> Step[State]:
    """Set round 2 up: light souls, the second wreck markers, bidding by the leader. Raises IllegalMove."""
    board = state.setup.board
    if state.phase != "deal":
        raise IllegalMove("not-now", "nothing is dealt now", rule=ROUND_2, hint="take this entry out")
    if sorted(dealt.homes) != sorted(board.towns):
        raise IllegalMove("not-in-box", "one light soul of every town is dealt", rule=ROUND_2)
    given = {town: (soul,) for town, soul in zip(board.towns, dealt.homes, strict=True)}
    waiting, removed = _put(state.waiting, LIGHT, given)
    after = replace(
        state, waiting=waiting, removed=state.removed + removed, wrecks=board.wrecks[1], round=2, idle=0
    )
    return Step(bidding_opens(after), _dealt_events("round-begins", removed, state.leader))
