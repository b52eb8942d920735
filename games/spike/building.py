"""Laying track: which paths may be built, and how they are paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from msgspec.structs import replace

from games.spike.board import Board
from games.spike.hand import play_card
from games.spike.moves import Build, Trade, trade_text
from games.spike.state import COLUMNS, Player, State
from games.spike.told import change, event
from pbem.errors import IllegalMove
from pbem.game import UNKNOWN, Event, Seat

BUILDING = "Build Rails and/or Commodity Scoring"
WILD = "WILD Rail Cards"
SCORING = "COMMODITY Scoring"
UNPAID = "draw more cards, or build a shorter path"
"""The way out where the hand does not pay for a build."""


def path_text(path: tuple[str, ...]) -> str:
    return f"build {'-'.join(path)}"


def turned(board: Board, player: Player, path: tuple[str, ...]) -> tuple[str, ...]:
    """The path as it is written: from the network to the new city; a link between two of its points in board
    order."""
    first, last = path[0] in player.points, path[-1] in player.points
    if (last and not first) or (first and last and board.points[path[-1]] < board.points[path[0]]):
        return path[::-1]
    return path


def need_path(state: State, seat: Seat, path: tuple[str, ...]) -> tuple[str, ...]:
    """The links of a path that may be built. Raises IllegalMove."""
    text = path_text(path)
    links = need_links(state, path, text)
    player = state.players[seat]
    if player.track and len(player.track) == state.board.tracks:
        hint = "draw, upgrade or move instead"
        raise IllegalMove("no-track", f"{seat} has no track left", action=text, rule=BUILDING, hint=hint)
    if path[0] not in player.points:
        _refuse_start(state, seat, path, text)
    end = path[-1]
    for link, point in zip(links, path[1:], strict=True):
        if link in state.used:
            _refuse_taken(state, seat, path, links)
        if point != end and (point in player.points or point in state.board.cities):
            _refuse_through(state, seat, point, text)
    if end not in state.board.cities and end not in player.points:
        message = f"a build ends in a new city or on one's own track, and {end} is neither"
        raise IllegalMove("no-city", message, action=text, rule=BUILDING, hint="go on to a city")
    left = state.unplayed(seat)
    if len(links) > left:
        message = f"the path needs {len(links)} tracks and {seat} has {left} left"
        hint = "build a shorter path, or draw"
        raise IllegalMove("no-track", message, action=text, rule=BUILDING, hint=hint)
    return links


def need_links(state: State, path: tuple[str, ...], text: str) -> tuple[str, ...]:
    """The links of a path of different points, each next to the one before it. Raises IllegalMove."""
    near = state.board.near
    for point in path:
        if point not in near:
            raise no_such_point(state.board, point, text)
    for one, other in pairwise(path):
        if other not in near[one]:
            message = f"there is no link between {one} and {other}"
            ways = ", ".join(near[one])
            raise IllegalMove("no-link", message, action=text, hint=f"from {one} there are links to {ways}")
    if len(set(path)) < len(path) or len(path) < 2:
        twice = next((point for at, point in enumerate(path) if point in path[:at]), "")
        message = f"the path has {twice} twice" if twice else "the path has one point only"
        hint = "name every point on the way from your network to the new city, once"
        raise IllegalMove("path", message, action=text, rule=BUILDING, hint=hint)
    return tuple(near[one][other] for one, other in pairwise(path))


def no_such_point(board: Board, point: str, text: str) -> IllegalMove:
    """A name that no point has: two names run together, or a code; the hint lists the codes of its row."""
    hint = "a point is a city, or the letter of its row and the number of its column, such as g24"
    row = [name for name in board.points if name not in board.cities and name[0] == point[0]]
    if " " in point:
        hint = "write a hyphen between two points"
    elif row and point[1:].isdigit():
        hint = f"row {point[0]} has {', '.join(row)}"
    return IllegalMove("no-such-point", f"there is no point {point} on the board", action=text, hint=hint)


def _refuse_start(state: State, seat: Seat, path: tuple[str, ...], text: str) -> None:
    player = state.players[seat]
    others = sorted({state.used[link] for link in state.board.near[path[0]].values() if link in state.used})
    message = f"{path[0]} is not on {seat}'s network"
    if others:
        message = f"{seat} has no track at {path[0]}, where only {', '.join(others)} has"
    hint = f"start in a city of your network ({', '.join(sorted(player.cities))})"
    if player.track:
        hint += " or at a point of your track"
    raise IllegalMove("not-connected", message, action=text, rule=BUILDING, hint=hint)


def _refuse_taken(state: State, seat: Seat, path: tuple[str, ...], links: tuple[str, ...]) -> None:
    """Name every link of the path with the track of the seat that lies on the first one taken."""
    owner = next(state.used[link] for link in links if link in state.used)
    taken = [link for link in links if state.used.get(link) == owner]
    verb, whose = "has" if len(taken) == 1 else "have", "your own" if owner == seat else f"{owner}'s"
    message = f"{' and '.join(taken)} already {verb} {whose} track"
    hint = "each link has room for one track: go round it"
    if owner == seat and len(taken) == len(links):
        hint = "nothing is left to build there: build on from a point of it, or leave the build out"
    elif owner == seat:
        hint = f"that part is built: go round it, or begin at {path[links.index(taken[-1]) + 1]}"
    raise IllegalMove("taken", message, action=path_text(path), rule=BUILDING, hint=hint)


def _refuse_through(state: State, seat: Seat, point: str, text: str) -> None:
    message = f"{point} is on {seat}'s network, and a build ends where it meets that"
    if point not in state.players[seat].points:
        message = f"{point} is a new city and ends the build"
    hint = "end the path there, or go round it"
    raise IllegalMove("through", message, action=text, rule=BUILDING, hint=hint)


def cost(board: Board, links: Iterable[str]) -> dict[str, int]:
    """Rail cards that links need, by kind."""
    needs: dict[str, int] = {}
    for link in links:
        kind = board.links[link]
        needs[kind] = needs.get(kind, 0) + 1
    return needs


def pay(
    state: State, seat: Seat, build: Build, needs: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, int]]:
    """The hand and the discard pile once a build is paid. Raises IllegalMove."""
    hand, discards = state.players[seat].hand, dict(state.discards)
    paid = dict(needs)
    spent: list[tuple[str, int, str]] = []
    for trade in build.trades:
        need_trade(state, trade)
        for card in trade.got:
            paid[card] = paid.get(card, 0) - 1
            if paid[card] < 0:
                _refuse_unused(trade, card)
        spent.append((trade.kind, trade.number, trade_text(trade)))
    text = path_text(build.path)
    spent += [(kind, number, text) for kind, number in paid.items() if number]
    for kind, number, words in spent:
        try:
            hand = play_card(state, hand, kind, number, words)
        except IllegalMove as error:
            raise _short(state, seat, error, needs, build) from None
        discards[kind] = discards.get(kind, 0) + number
    return hand, discards


def _refuse_unused(trade: Trade, card: str) -> None:
    message = f"the build does not use the {card} card got by the trade"
    raise IllegalMove("trade-unused", message, action=trade_text(trade), rule=WILD, hint=UNPAID)


def _short(
    state: State, seat: Seat, error: IllegalMove, needs: Mapping[str, int], build: Build
) -> IllegalMove:
    """A shortage in a player's words: what the path costs, and what the hand holds."""
    if error.code != "not-in-hand":
        return error
    hand = state.players[seat].hand
    message = f"the path costs {cards_text(needs)}, and {seat} holds {cards_text(hand)}"
    asked: dict[str, int] = {}
    for trade in build.trades:
        asked[trade.kind] = asked.get(trade.kind, 0) + trade.number
    over = [kind for kind, number in asked.items() if number > hand.get(kind, 0) + hand.get(UNKNOWN, 0)]
    if over:
        message = f"{seat} has {hand.get(over[0], 0)} {over[0]}, not {asked[over[0]]} to trade"
    elif build.trades:
        message += "; cards that are traded away are not there to be paid with"
    return IllegalMove("cards", message, action=error.action, rule=BUILDING, hint=UNPAID)


def cards_text(cards: Mapping[str, int]) -> str:
    """Counts of cards in words: `2 white, 1 blue`."""
    return ", ".join(f"{number} {kind}" for kind, number in cards.items() if number) or "no cards"


def need_trade(state: State, trade: Trade) -> None:
    """Raise IllegalMove unless n identical cards are traded for n-1 of other kinds."""
    text = trade_text(trade)
    for kind in (trade.kind, *trade.got):
        if kind not in state.board.kinds:
            kinds = ", ".join(state.board.kinds)
            raise IllegalMove("no-such-kind", f"there is no rail kind {kind}; there are {kinds}", action=text)
    if trade.number < 2:
        message = "a trade takes at least two identical cards"
        raise IllegalMove("trade", message, action=text, rule=WILD, hint=UNPAID)
    if len(trade.got) != trade.number - 1:
        message = f"{trade.number} identical cards are worth {trade.number - 1} other, not {len(trade.got)}"
        raise IllegalMove("trade", message, action=text, rule=WILD, hint=UNPAID)
    if trade.kind in trade.got:
        message = f"{trade.kind} cards are traded for cards of other kinds"
        raise IllegalMove("trade", message, action=text, rule=WILD, hint=UNPAID)


def cheapest(hand: Mapping[str, int], needs: Mapping[str, int]) -> tuple[Trade, ...] | None:
    """Trades that pay for a build with the fewest cards; None if the hand cannot pay.

    Every set traded loses one card, so the largest surpluses are traded, each once.
    """
    missing = [kind for kind, number in needs.items() for _ in range(number - hand.get(kind, 0))]
    if not missing:
        return ()
    surplus = sorted((needs.get(kind, 0) - held, kind) for kind, held in hand.items() if kind != UNKNOWN)
    trades, start = [], 0
    for less, kind in surplus:
        if -less < 2:
            return None
        got = missing[start : start - less - 1]
        trades.append(Trade(len(got) + 1, kind, tuple(got)))
        start += len(got)
        if start == len(missing):
            return tuple(trades)
    return None


def can_pay(hand: Mapping[str, int], needs: Mapping[str, int]) -> bool:
    """Say whether some trades make a hand pay."""
    missing = 0
    for kind, number in needs.items():
        lack = number - hand.get(kind, 0)
        if lack > 0:
            missing += lack
    if missing:
        for kind, held in hand.items():
            spare = held - needs.get(kind, 0) - 1
            if spare > 0 and kind != UNKNOWN:
                missing -= spare
    return missing <= 0


def bounty(state: State, city: str) -> int:
    """What a commodity pays: the row of its chip."""
    return 3 - state.market.index(state.board.cities[city]) // COLUMNS


def moved_down(market: tuple[str, ...], commodity: str) -> tuple[str, ...]:
    """The market once a chip has gone to row 1 of its column and the chips below it have moved up."""
    at = market.index(commodity)
    column = list(market[at % COLUMNS :: COLUMNS])
    column.remove(commodity)
    column.append(commodity)
    rows = list(market)
    rows[at % COLUMNS :: COLUMNS] = column
    return tuple(rows)


def build_track(state: State, seat: Seat, build: Build, events: list[Event]) -> State:
    links = need_path(state, seat, build.path)
    needs = cost(state.board, links)
    hand, discards = pay(state, seat, build, needs)
    player = state.players[seat]
    for trade in build.trades:
        events.append(event("trade", seat=seat, number=trade.number, kind=trade.kind, cards=trade.got))
    number = f"{len(links)} track{'s' if len(links) > 1 else ''}"
    cards = cards_text(needs)
    events.append(event("build", seat=seat, path="-".join(build.path), tracks=number, cards=cards))
    city, money, market = build.path[-1], player.money, state.market
    cities = player.cities
    if city in state.board.cities and city not in cities:
        pays, commodity = bounty(state, city), state.board.cities[city]
        money, market = money + pays, moved_down(market, commodity)
        cities = cities | {city}
        events.append(event("bounty", seat=seat, money=pays, commodity=commodity, city=city, total=money))
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
