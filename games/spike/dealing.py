"""Entry 0: what is dealt, and the table as it makes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from games.spike.board import Board, card_of, commodity_of
from games.spike.moves import Common, Holding, Order, listed
from games.spike.settingup import go_on
from games.spike.state import CARDS_EACH, OUT_FOR_TWO, ROW, Player, State, count, spread
from pbem.errors import IllegalMove
from pbem.game import UNKNOWN, Event, Seat, Setup, Shuffle, Step

HAND = 5
"""Rail cards that each seat is dealt."""
RULE = "Setup"
OPTIONS: Mapping[str, str] = {
    "choose-sides": "each seat chooses a side of each of its contract cards before play",
    "extra-contract": "who has completed all contracts may take a random extra one for $3",
    "two-routes": "each seat is dealt two route cards and keeps one",
}
Deck = dict[str, int]


def full_deck(setup: Setup[Board]) -> Deck:
    """The rail cards of this game by kind; with two seats three of each kind stay out."""
    each = CARDS_EACH - (OUT_FOR_TWO if len(setup.seats) == 2 else 0)
    return dict.fromkeys(setup.board.kinds, each)


def routes_each(setup: Setup[Board]) -> int:
    """Route cards that each seat is dealt."""
    return 2 if "two-routes" in setup.options else 1


def deal(setup: Setup[Board], shuffle: Shuffle) -> tuple[Setup[Board], Order]:
    """Draw entry 0: contracts, rail cards, routes, the market, and the row."""
    board, seats = setup.board, setup.seats
    contracts = _one_of_each(setup, shuffle("contracts", tuple(board.contracts)))
    rails = shuffle("rails 1", spread(full_deck(setup), board.kinds))
    routes = shuffle("routes", tuple(board.routes))
    share, some = len(contracts) // len(seats), routes_each(setup)
    items: list[Holding | Common] = []
    for at, seat in enumerate(seats):
        hand = spread(count(rails[at * HAND : (at + 1) * HAND]), board.kinds)
        items.append(Holding(seat, "contracts", contracts[at * share : (at + 1) * share]))
        items.append(Holding(seat, "hand", hand))
        items.append(Holding(seat, "route", routes[at * some : (at + 1) * some]))
    items.append(Common("market", shuffle("market", board.commodities)))
    dealt = len(seats) * HAND
    items.append(Common("show", rails[dealt : dealt + ROW]))
    return setup, Order(items=tuple(items))


def _one_of_each(setup: Setup[Board], faces: tuple[str, ...]) -> tuple[str, ...]:
    """The first face of each commodity; the card alone where the seats choose the sides."""
    first: dict[str, str] = {}
    for face in faces:
        first.setdefault(commodity_of(face), face)
    chosen = "choose-sides" in setup.options
    return tuple(card_of(face) if chosen else face for face in first.values())


def setup(setup: Setup[Board], deal: Order) -> Step[State]:
    """Set the table up from entry 0. Raises IllegalMove if it is not a deal of this game."""
    held, market, row = _sorted_items(setup, deal)
    pool = full_deck(setup)
    left = _left(pool, setup, held, row)
    _need_true(_faults(setup, held, market, row, left))
    players = {
        seat: Player(count(held[seat, "hand"]), held[seat, "route"], held[seat, "contracts"])
        for seat in setup.seats
    }
    taken = HAND * len(setup.seats) + ROW
    state = State(setup, "", Seat(""), players, market, row, {}, left, pool, taken)
    events = [Event("market", {"chips": market[:4]}), Event("shown", {"cards": row})]
    return Step(go_on(state), tuple(events))


Held = dict[tuple[Seat, str], tuple[str, ...]]


def _sorted_items(setup: Setup[Board], deal: Order) -> tuple[Held, tuple[str, ...], tuple[str, ...]]:
    """The items of a deal by place, each there once; seats named in turn order."""
    held: Held = {}
    common: dict[str, tuple[str, ...]] = {}
    for item in deal.items:
        key = (item.seat, item.what) if isinstance(item, Holding) else item.what
        if key in held or key in common:
            what = f"{item.seat}'s {item.what}" if isinstance(item, Holding) else f"`{item.what}`"
            message, hint = f"{what} stands twice in the deal", "take one of them out"
            raise IllegalMove("deal", message, action=item_text(item), rule=RULE, hint=hint)
        if isinstance(item, Holding):
            held[item.seat, item.what] = item.cards
        else:
            common[item.what] = item.cards
    named = tuple(dict.fromkeys(seat for seat, _ in held))
    if named != setup.seats:
        wanted, found = ", ".join(setup.seats), ", ".join(named) or "nobody"
        message = f"the seats are {wanted} in turn order, and the deal names {found}"
        raise IllegalMove("deal-seats", message, rule=RULE, hint=_seats_hint(setup, named))
    for seat in setup.seats:
        for what in ("contracts", "hand", "route"):
            if (seat, what) not in held:
                hint = f"add `{seat} {what}` and {_DUE[what]}"
                message = f"the deal does not name {seat}'s {what}"
                raise IllegalMove("deal", message, rule=RULE, hint=hint)
    for what in ("market", "show"):
        if what not in common:
            hint = f"add `{what}` and {_DUE[what]}"
            raise IllegalMove("deal", f"the deal has no `{what}`", rule=RULE, hint=hint)
    return held, common["market"], common["show"]


_DUE = {
    "contracts": "its contract cards",
    "hand": f"its {HAND} rail cards",
    "route": "its route",
    "market": "the chips: rows 3, 2 and 1, each from left to right",
    "show": f"the {ROW} cards turned up",
}


def _seats_hint(setup: Setup[Board], named: tuple[Seat, ...]) -> str:
    """How to bring the seats of a deal and those of the headers together."""
    if sorted(named) == sorted(setup.seats):
        return "put the items of the deal in the order of the headers, or the headers in that of play"
    more = [seat for seat in named if seat not in setup.seats]
    lacking = [seat for seat in setup.seats if seat not in named]
    hints = [f"{', '.join(more)} has no header" if more else ""]
    hints.append(f"nothing is dealt to {', '.join(lacking)}" if lacking else "")
    return "; ".join(filter(None, hints))


def _need_true(faults: Iterator[IllegalMove]) -> None:
    """Raise the first fault of a deal, with the others in its hint, so that all can be mended at once."""
    first = next(faults, None)
    if first is None:
        return
    others = "; ".join(fault.message for fault in faults)
    hint = "; ".join(filter(None, (first.hint, f"also wrong: {others}" if others else "")))
    raise IllegalMove(first.code, first.message, action=first.action, rule=first.rule, hint=hint)


def _faults(
    setup: Setup[Board], held: Held, market: tuple[str, ...], row: tuple[str, ...], left: Deck
) -> Iterator[IllegalMove]:
    """What is wrong with a deal that has every item once."""
    yield from _contract_faults(setup, held)
    yield from _route_faults(setup, held)
    yield from _hand_faults(setup, held)
    yield from _chip_faults(setup.board, market)
    if len(row) != ROW:
        message = f"{len(row)} cards are turned up in the deal, and there must be {ROW}"
        yield _fault("deal", message, item_text(Common("show", row)))
    for card, number in left.items():
        if card not in setup.board.kinds:
            kinds = ", ".join(setup.board.kinds)
            yield _fault("no-such-kind", f"there is no rail kind {card}; there are {kinds}", card)
        elif number < 0:
            there = full_deck(setup)[card]
            message = f"{there - number} {card} cards are dealt, and the deck of this game has {there}"
            yield _fault("not-in-box", message)


def _fault(code: str, message: str, action: str = "", hint: str = "") -> IllegalMove:
    return IllegalMove(code, message, action=action, rule=RULE, hint=hint)


def _contract_faults(setup: Setup[Board], held: Held) -> Iterator[IllegalMove]:
    board, chosen = setup.board, "choose-sides" in setup.options
    known = set(map(card_of, board.contracts)) if chosen else set(board.contracts)
    share = len(board.commodities) // len(setup.seats)
    dealt = [face for seat in setup.seats for face in held[seat, "contracts"]]
    strange = [face for face in dealt if face not in known]
    sided = [face for face in strange if card_of(face) in map(card_of, board.contracts)]
    if sided:
        yield _wrong_side(sided, chosen)
    for face in strange:
        if face not in sided:
            yield _no_contract(board, face, chosen)
    for seat in setup.seats:
        faces = held[seat, "contracts"]
        if len(faces) != share:
            text = item_text(Holding(seat, "contracts", faces))
            yield _fault("deal", f"{seat} has {len(faces)} contracts in the deal and gets {share}", text)
    if not strange and len(dealt) == len(board.commodities):
        yield from _repeated(setup, held)


def _wrong_side(faces: list[str], chosen: bool) -> IllegalMove:
    """Cards of the board with a side where they are dealt without one, or the other way round."""
    face, others = faces[0], f", and so do {len(faces) - 1} more" if len(faces) > 1 else ""
    if chosen:
        message = f"{face} names a side{others}; with the option choose-sides cards are dealt without one"
        return _fault("no-such-contract", message, face, f"write {card_of(face)}")
    message = f"{face} is a card without its side{others.replace(' do ', ' are ')}"
    hint = f'write {face}a or {face}b; only with [Options "choose-sides"] are cards dealt without a side'
    return _fault("no-such-contract", message, face, hint)


def _no_contract(board: Board, face: str, chosen: bool) -> IllegalMove:
    """A contract that the board does not have, with those of its commodity that it has."""
    commodity = commodity_of(face)
    faces = [name for name in board.contracts if commodity_of(name) == commodity]
    there = ", ".join(dict.fromkeys(map(card_of, faces)) if chosen else faces) or f"none for {commodity}"
    return _fault("no-such-contract", f"there is no contract {face}; there are {there}", face)


def _repeated(setup: Setup[Board], held: Held) -> Iterator[IllegalMove]:
    """Contracts for a commodity that has been dealt before; one of each is dealt."""
    first: dict[str, tuple[Seat, str]] = {}
    dealt = {commodity_of(face) for seat in setup.seats for face in held[seat, "contracts"]}
    lost = [commodity for commodity in setup.board.commodities if commodity not in dealt]
    for seat in setup.seats:
        faces = held[seat, "contracts"]
        for at, face in enumerate(faces):
            other, card = first.setdefault(commodity_of(face), (seat, face))
            if (other, card) == (seat, face) and faces.index(face) == at:
                continue
            text = item_text(Holding(seat, "contracts", faces[: at + 1])) if card == face else face
            both = f"{card} and {face}" if other == seat else f"{card} and {seat} {face}"
            message = f"one contract of each commodity is dealt, and {other} has {both}"
            yield _fault("deal", message, text, f"there is none for {', '.join(lost)}")


def _route_faults(setup: Setup[Board], held: Held) -> Iterator[IllegalMove]:
    seen: dict[str, Seat] = {}
    for seat in setup.seats:
        routes = held[seat, "route"]
        if len(routes) != routes_each(setup):
            number = f"{len(routes)} route{'' if len(routes) == 1 else 's'}"
            message = f"{seat} has {number} in the deal and gets {routes_each(setup)}"
            hint = 'with [Options "two-routes"] each seat gets two, without it one'
            yield _fault("deal", message, f"{seat} route", hint)
        for code in routes:
            if code != UNKNOWN and (code in seen or code not in setup.board.routes):
                message = f"there is no route {code}: they are R1 to R{len(setup.board.routes)}"
                if code in seen:
                    message = f"{code} is dealt to {seen[code]} and to {seat}"
                yield _fault("no-such-route", message, f"{seat} route {code}")
            seen[code] = seat


def _chip_faults(board: Board, market: tuple[str, ...]) -> Iterator[IllegalMove]:
    if sorted(market) != sorted(board.commodities):
        faults = {
            "is none": [word for word in dict.fromkeys(market) if word not in board.commodities],
            "stands twice": [word for word in board.commodities if market.count(word) > 1],
            "is missing": [word for word in board.commodities if word not in market],
        }
        found = " and ".join(f"{', '.join(words)} {what}" for what, words in faults.items() if words)
        message = f"the market has each of the twelve commodities once, and here {found}"
        yield _fault("deal", message, item_text(Common("market", market)))


def _hand_faults(setup: Setup[Board], held: Held) -> Iterator[IllegalMove]:
    for seat in setup.seats:
        hand = held[seat, "hand"]
        if len(hand) != HAND:
            text = item_text(Holding(seat, "hand", hand))
            yield _fault("deal", f"{seat} has {len(hand)} rail cards in the deal and gets {HAND}", text)


def _left(pool: Deck, setup: Setup[Board], held: Held, row: tuple[str, ...]) -> Deck:
    """The cards left in the deck; less than none where more are dealt than there are."""
    left = dict(pool)
    for card in (*row, *(card for seat in setup.seats for card in held[seat, "hand"] if card != UNKNOWN)):
        left[card] = left.get(card, 0) - 1
    return left


def item_text(item: Holding | Common) -> str:
    """An item of a deal in canonical words."""
    if isinstance(item, Common):
        return f"{item.what} {listed(item.cards)}"
    return f"{item.seat} {item.what} {listed(item.cards)}"


def write_deal(setup: Setup[Board], deal: Order) -> str:
    """Canonical text of entry 0: each seat's contracts, hand and route, then market and row."""
    order = {seat: at for at, seat in enumerate(setup.seats)}
    whats = ("contracts", "hand", "route", "market", "show")
    ranked = sorted(
        deal.items,
        key=lambda item: (
            order.get(item.seat, 0) if isinstance(item, Holding) else len(order),
            whats.index(item.what),
        ),
    )
    return "; ".join(map(item_text, ranked))


def redact_deal(deal: Order, viewer: Seat | None) -> Order:
    """The deal as a seat, or everybody, may read it: hands and routes of others are unknown."""
    items = [
        replace(item, cards=(UNKNOWN,) * len(item.cards))
        if isinstance(item, Holding) and item.what != "contracts" and item.seat != viewer
        else item
        for item in deal.items
    ]
    return Order(items=tuple(items))
