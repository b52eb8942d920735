"""Entry 0: what is dealt, and the table as it makes it."""

from __future__ import annotations

from collections.abc import Mapping

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
    board, pool = setup.board, full_deck(setup)
    _need_contracts(setup, held)
    _need_routes(setup, held)
    _need_chips(board, market)
    left = _need_rails(setup, held, row, pool)
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
            raise IllegalMove(
                "deal", f"`{item_text(item)}` is dealt twice", action=item_text(item), rule=RULE
            )
        if isinstance(item, Holding):
            held[item.seat, item.what] = item.cards
        else:
            common[item.what] = item.cards
    named = tuple(dict.fromkeys(seat for seat, _ in held))
    if named != setup.seats:
        wanted, found = ", ".join(setup.seats), ", ".join(named) or "nobody"
        message = f"the seats are {wanted} in turn order, and the deal names {found}"
        raise IllegalMove("deal-seats", message, rule=RULE)
    for seat in setup.seats:
        for what in ("contracts", "hand", "route"):
            if (seat, what) not in held:
                raise IllegalMove("deal", f"the deal does not name {seat}'s {what}", rule=RULE)
    for what in ("market", "show"):
        if what not in common:
            raise IllegalMove("deal", f"the deal has no `{what}`", rule=RULE)
    return held, common["market"], common["show"]


def _refuse(what: str, message: str, action: str = "") -> IllegalMove:
    return IllegalMove(what, message, action=action, rule=RULE)


def _need_contracts(setup: Setup[Board], held: Held) -> None:
    board, chosen = setup.board, "choose-sides" in setup.options
    known = set(map(card_of, board.contracts)) if chosen else set(board.contracts)
    share = len(board.commodities) // len(setup.seats)
    for seat in setup.seats:
        faces = held[seat, "contracts"]
        text = f"{seat} contracts"
        for face in faces:
            if face not in known:
                what = "card (with choose-sides the sides come later)" if chosen else "face of a contract"
                raise _refuse("no-such-contract", f"{face} is no {what}", text)
        if len(faces) != share:
            raise _refuse("deal", f"{seat} is dealt {share} contracts, not {len(faces)}", text)
    dealt = [commodity_of(face) for seat in setup.seats for face in held[seat, "contracts"]]
    if sorted(dealt) != sorted(board.commodities):
        twice = sorted({word for word in dealt if dealt.count(word) > 1})
        raise _refuse(
            "deal", f"one contract of each commodity is dealt; there are two for {', '.join(twice)}"
        )


def _need_routes(setup: Setup[Board], held: Held) -> None:
    seen: list[str] = []
    for seat in setup.seats:
        routes = held[seat, "route"]
        if len(routes) != routes_each(setup):
            due = "two routes" if routes_each(setup) == 2 else "one route"
            message = f"{seat} is dealt {due}, not {len(routes)}"
            raise _refuse("deal", message, f"{seat} route")
        for code in routes:
            if code != UNKNOWN and (code in seen or code not in setup.board.routes):
                message = f"{code} is dealt twice" if code in seen else f"there is no route {code}"
                raise _refuse("no-such-route", message, f"{seat} route")
            seen.append(code)


def _need_chips(board: Board, market: tuple[str, ...]) -> None:
    if sorted(market) != sorted(board.commodities):
        missing = [word for word in board.commodities if word not in market]
        lost = f"; {', '.join(missing)} is missing" if missing else ""
        raise _refuse("deal", f"the market has each of the twelve commodities once{lost}", "market")


def _need_rails(setup: Setup[Board], held: Held, row: tuple[str, ...], pool: Deck) -> Deck:
    """The cards left in the deck. Raises IllegalMove if more are dealt than there are."""
    for seat in setup.seats:
        if len(held[seat, "hand"]) != HAND:
            message = f"{seat} is dealt {HAND} rail cards, not {len(held[seat, 'hand'])}"
            raise _refuse("deal", message, f"{seat} hand")
    if len(row) != ROW:
        raise _refuse("deal", f"{ROW} cards are turned up, not {len(row)}", "show")
    left = dict(pool)
    for card in (*row, *(card for seat in setup.seats for card in held[seat, "hand"] if card != UNKNOWN)):
        if card not in left:
            raise _refuse("no-such-kind", f"there is no rail kind {card}", card)
        left[card] -= 1
        if left[card] < 0:
            raise _refuse("not-in-box", f"more than {pool[card]} {card} cards are dealt", "")
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
