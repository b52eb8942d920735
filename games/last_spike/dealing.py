"""Before the first turn, and everything that chance decides."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.last_spike import rules
from games.last_spike.board import Board
from games.last_spike.moves import Action, Aside, First, Hand, Move, Order, Pass, Turn, action_text
from games.last_spike.state import State, in_order
from pbem.errors import IllegalMove, SetupError
from pbem.game import EVERYTHING, UNKNOWN, Event, Seat, Setup, Shuffle, Step

STOCK = 2_000_000
"""What bank and seats have together: more than all payouts of a game."""
SEATS = tuple(map(Seat, ("red", "blue", "green", "yellow", "black", "white")))
OPTIONS = {"hidden-money": "Cash is left out of public reports until the game is over."}


def deal(setup: Setup[Board], shuffle: Shuffle) -> tuple[Setup[Board], Order]:
    """Draw for the first turn, then deal. The seats come back with the first player first.

    The draw goes by the order of colours, so it does not depend on who ends up first; the hands go round
    from the first player on, all four tiles to one seat before the next.
    """
    tiles = tuple(setup.board.spaces)
    seated = [seat for seat in SEATS if seat in setup.seats]
    draws = dict(zip(seated, shuffle("first", tiles), strict=False))
    first = min(setup.seats, key=lambda seat: setup.board.spaces[draws[seat]].number)
    seats = (first, *setup.after(first))
    drawn = list(shuffle("tiles 1", tiles))
    hands = [Hand(seat, in_order(setup.board, _take(drawn, rules.HAND))) for seat in seats]
    aside = [Aside(drawn[0])] if len(seats) == 2 else []
    order = Order((First(tuple((seat, draws[seat]) for seat in seats)), *hands, *aside))
    return replace(setup, seats=seats), order


def _take(drawn: list[str], count: int) -> list[str]:
    taken, drawn[:count] = drawn[:count], []
    return taken


def fill(state: State, move: Move, shuffle: Shuffle) -> Move:
    """Name the tile drawn at the end of a turn, if one is: the first in drawing order still in the pool."""
    if not isinstance(move, (Turn, Pass)):
        return move
    if not rules.draw_due(state, move.tile if isinstance(move, Turn) else ""):
        return replace(move, draw="")
    order = shuffle(f"tiles {state.shuffles}", state.box)
    return replace(move, draw=next(tile for tile in order if not state.placed(tile)))


def setup(setup: Setup[Board], order: Order) -> Step[State]:
    """Set the table up. Raises SetupError for the table, IllegalMove for the deal."""
    _need_table(setup)
    hands = {action.seat: action for action in order.actions if isinstance(action, Hand)}
    _need_deal(setup, order, hands)
    aside = next((action.tile for action in order.actions if isinstance(action, Aside)), "")
    return Step(_start(setup, hands, aside), tuple(_events(order)))


def _start(setup: Setup[Board], hands: dict[Seat, Hand], aside: str) -> State:
    money = rules.START[len(setup.seats)]
    known = {seat: [tile for tile in hands[seat].tiles if tile != UNKNOWN] for seat in setup.seats}
    taken = rules.HAND * len(setup.seats) + bool(aside)
    return State(
        setup=setup,
        seat=setup.seats[0],
        cash=dict.fromkeys(setup.seats, money),
        bank=STOCK - money * len(setup.seats),
        land={seat: {} for seat in setup.seats},
        piles={city.name: city.prices for city in setup.board.cities.values()},
        claimed=frozenset(),
        removed=frozenset(),
        hands={seat: in_order(setup.board, tiles) for seat, tiles in known.items()},
        veiled={seat: ((),) * (rules.HAND - len(tiles)) for seat, tiles in known.items()},
        pool=len(setup.board.spaces) - taken,
        aside=aside,
        box=tuple(setup.board.spaces),
        shuffles=1,
        taken=taken,
        laid=frozenset(),
        completed=frozenset(),
    )


def _events(order: Order) -> list[Event]:
    events = []
    for action in order.actions:
        if isinstance(action, First):
            events += [Event("first-draw", {"seat": seat, "tile": tile}) for seat, tile in action.draws]
            events.append(Event("first", {"seat": action.draws[0][0]}))
        if isinstance(action, Hand) and UNKNOWN not in action.tiles:
            whose = frozenset({action.seat})
            events.append(Event("hand", {"seat": action.seat, "tiles": action.tiles}, whose))
        if isinstance(action, Aside):
            events.append(Event("aside"))
    return events


def _need_table(setup: Setup[Board]) -> None:
    if len(setup.seats) not in rules.START:
        raise SetupError(f"The Last Spike takes 2 to 6 seats, not {len(setup.seats)}")
    if strange := [seat for seat in setup.seats if seat not in SEATS]:
        raise SetupError(f"The Last Spike has no seat {strange[0]!r}; it has {', '.join(SEATS)}")
    if len(set(setup.seats)) < len(setup.seats):
        raise SetupError("a seat stands twice")
    if unknown := sorted(setup.options.difference(OPTIONS)):
        raise SetupError(f"The Last Spike has no option {unknown[0]!r}; it has {', '.join(OPTIONS)}")


def _need_deal(setup: Setup[Board], order: Order, hands: dict[Seat, Hand]) -> None:
    """Raise the first fault of a deal, with the others in its hint, so that all can be mended at once."""
    faults = list(_faults(setup, order, hands))
    if not faults:
        return
    first, *others = faults
    if others:
        also = f"also wrong: {'; '.join(other.message for other in others)}"
        first.hint = "; ".join(filter(None, (first.hint, also)))
    raise first


def _faults(setup: Setup[Board], order: Order, hands: dict[Seat, Hand]) -> Iterator[IllegalMove]:
    strange = [(tile, action) for action in order.actions for tile in _strange(setup, action)]
    for tile, action in strange:
        yield _fault("tile", f"there is no tile {tile} among the {len(setup.board.spaces)}", action)
    firsts = [action for action in order.actions if isinstance(action, First)]
    seats = setup.seats
    for first in firsts:
        if not _strange(setup, first):
            yield from _first_faults(setup, first)
            seats = _turn_order(setup, first)
    yield from _hand_faults(setup, seats, order, hands)
    yield from _aside_faults(setup, order)
    yield from _repeated(order)


def _strange(setup: Setup[Board], action: Action) -> list[str]:
    return [tile for tile in _tiles(action) if tile not in setup.board.spaces and tile != UNKNOWN]


def _nearest(setup: Setup[Board], action: First) -> tuple[Seat, str]:
    """Who drew the tile closest to A1, and which it is."""
    return min(action.draws, key=lambda draw: setup.board.spaces[draw[1]].number)


def _turn_order(setup: Setup[Board], action: First) -> tuple[Seat, ...]:
    """The seats from the one on that has the first turn by this draw, if it names each seat once."""
    seat, _ = _nearest(setup, action)
    return (seat, *setup.after(seat)) if _names_all(setup, action) else setup.seats


def _names_all(setup: Setup[Board], action: First) -> bool:
    return sorted(seat for seat, _ in action.draws) == sorted(setup.seats)


def _first_faults(setup: Setup[Board], action: First) -> Iterator[IllegalMove]:
    drawn = dict(action.draws)
    message = f"the draw for the first turn names each seat once, in turn order: {', '.join(setup.seats)}"
    if not _names_all(setup, action):
        yield _fault("first", message, action, "leave `first` with its tiles out if the draw is not known")
        return
    if len(set(drawn.values())) < len(drawn):
        yield _fault("first", "two seats cannot have drawn the same tile", action, "look at the tiles again")
        return
    nearest, tile = _nearest(setup, action)
    if nearest != setup.seats[0]:
        why = f"{nearest}'s {tile} is closest to A1, so {nearest} has the first turn"
        yield _fault("first", why, action, _headers_way(_turn_order(setup, action)))
    elif tuple(drawn) != setup.seats:
        in_turn = First(tuple((seat, drawn[seat]) for seat in setup.seats))
        yield _fault("first", message, action, f"write `{action_text(in_turn)}`")


def _headers_way(seats: tuple[Seat, ...]) -> str:
    """Turn order is the order of the headers, so who is first there has the first turn."""
    headers = [f"[{seat.title()} ...]" for seat in seats]
    return f"put the headers in turn order: {', '.join(headers)}; the deal goes in that order too"


def _hand_faults(
    setup: Setup[Board], seats: tuple[Seat, ...], order: Order, hands: dict[Seat, Hand]
) -> Iterator[IllegalMove]:
    """What is wrong with the hands, dealt in this order; headers in another one have been told of."""
    dealt = tuple(action.seat for action in order.actions if isinstance(action, Hand))
    if dealt not in (seats, setup.seats):
        found = ", ".join(dealt) or "nobody"
        message = f"the seats are {', '.join(seats)} in turn order, and the deal has tiles for {found}"
        yield _fault("seats", message, None, _hands_way(setup, dealt))
    for hand in hands.values():
        if len(hand.tiles) != rules.HAND:
            way = "`?` stands for a tile that is not known" if len(hand.tiles) < rules.HAND else ""
            has = rules.plural(len(hand.tiles), "tile")
            yield _fault("hand", f"{hand.seat} has {has} in the deal and gets {rules.HAND}", hand, way)


def _hands_way(setup: Setup[Board], dealt: tuple[Seat, ...]) -> str:
    unknown = " ".join([UNKNOWN] * rules.HAND)
    for seat in setup.seats:
        if seat not in dealt:
            return f"add the tiles of {seat}; `{seat} {unknown}` if they are not known"
    for seat in dealt:
        if seat not in setup.seats:
            return f"{seat} has no header: add [{seat.title()} ...], or leave its tiles out"
        if dealt.count(seat) > 1:
            return f"leave out one of the hands of {seat}"
    return f"deal in turn order; or, if {', '.join(dealt)} is the turn order, put the headers so too"


def _aside_faults(setup: Setup[Board], order: Order) -> Iterator[IllegalMove]:
    asides = [action for action in order.actions if isinstance(action, Aside)]
    if len(setup.seats) == 2 and len(asides) != 1:
        way = "add `aside` and the tile, `aside ?` if unknown" if not asides else "keep one `aside`"
        found = f", not {len(asides)}" if asides else ""
        yield _fault("aside", f"with two seats one tile is set aside{found}", None, way)
    if len(setup.seats) > 2 and asides:
        way = f"leave out `{action_text(asides[0])}`"
        yield _fault("aside", "a tile is set aside only with two seats", asides[0], way)


def _repeated(order: Order) -> Iterator[IllegalMove]:
    """No tile can be dealt twice; the draw for the first turn went back."""
    seen: dict[str, str] = {}
    for action in order.actions:
        tiles = () if isinstance(action, First) else _tiles(action)
        place = f"to {action.seat}" if isinstance(action, Hand) else "aside"
        for tile in tiles:
            if tile in seen:
                way = "look at the tiles again; `?` stands for one that is not known"
                message = f"{tile} is dealt twice: {seen[tile]} and {place}"
                yield _fault("not-in-box", message, action, way)
            if tile != UNKNOWN:
                seen[tile] = place


def _tiles(action: Action) -> tuple[str, ...]:
    match action:
        case First(draws):
            return tuple(tile for _, tile in draws)
        case Hand(_, tiles):
            return tiles
        case Aside(tile):
            return (tile,)
        case _:  # pragma: no cover - the deal has no other actions
            return ()


def _fault(code: str, message: str, action: Action | None, hint: str = "") -> IllegalMove:
    text = action_text(action) if action else ""
    return IllegalMove(code, message, action=text, rule=rules.PREGAME, hint=hint)


def redact_deal(order: Order, viewer: Seat | None) -> Order:
    """The deal as a seat may read it: its own tiles; the tile aside is the moderator's."""
    return order if viewer == EVERYTHING else Order(tuple(_veil(action, viewer) for action in order.actions))


def _veil(action: Action, viewer: Seat | None) -> Action:
    if isinstance(action, Hand) and action.seat != viewer:
        return Hand(action.seat, (UNKNOWN,) * len(action.tiles))
    return Aside(UNKNOWN) if isinstance(action, Aside) else action


def redact(move: Move, seat: Seat, viewer: Seat | None) -> Move:
    """A move as a seat may read it: what another one drew is hidden."""
    if viewer in (seat, EVERYTHING) or not isinstance(move, (Turn, Pass)) or not move.draw:
        return move
    return replace(move, draw=UNKNOWN)
