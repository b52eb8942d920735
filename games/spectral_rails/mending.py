"""Ways out of a movement turn that is refused: the turn as written, with little changed, that is legal.

All of it is done only when a turn has been refused.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

from msgspec.structs import replace

from games.spectral_rails import movement
from games.spectral_rails.ether import connected, lift_order, points_left
from games.spectral_rails.moves import Turn
from games.spectral_rails.notation import soul_text, spell_path, write
from games.spectral_rails.riding import rides
from games.spectral_rails.state import (
    EMPTY,
    FREE_CARS,
    Engineer,
    State,
    home,
    remains,
    segments_left,
    sign,
    where,
    without,
)
from pbem.errors import IllegalMove
from pbem.game import Step

Cards = tuple[int, ...]


def moves_train(state: State, seat: str, turn: Turn) -> Step[State]:
    """Carry a movement turn out. Raises IllegalMove, with a legal turn in its hint where that helps."""
    try:
        return movement.moves_train(state, seat, turn)
    except IllegalMove as error:
        error.hint = _way_out(state, seat, turn, error)
        raise


def _way_out(state: State, seat: str, turn: Turn, error: IllegalMove) -> str:
    match error.code:
        case "coin-needless":
            return _without_coin(state, seat, turn)
        case "value-short" | "unpaid" | "segments-short":
            return _with_cards(state, seat, turn, error.hint)
        case "points" if (laid := _laid(state, seat, turn)) is not None:
            return f"{error.hint}; this way needs {max(1, laid)}"
        case "burn-missing" if error.hint:
            return _with_burnt(state, seat, turn, error.hint)
        case "own-trail":
            return _with_detour(state, seat, turn)
        case "deliver-not-aboard":
            return _with_souls(state, seat, turn, error.hint)
        case "no-line" | "start":
            return _with_towns(state, seat, turn, error.hint)
        case _:
            return error.hint


def _refused(state: State, seat: str, turn: Turn) -> str:
    """Why a turn cannot be, in words; empty if it can."""
    try:
        movement.moves_train(state, seat, turn)
    except IllegalMove as error:
        return error.message
    return ""


def _written(state: State, seat: str, turn: Turn | None) -> str:
    """The turn in canonical words, in backticks; empty if there is none or it is not legal."""
    return f"`{write(state, seat, turn)}`" if turn and not _refused(state, seat, turn) else ""


def _without_coin(state: State, seat: str, turn: Turn) -> str:
    alone = replace(turn, coin=False)
    refused = _refused(state, seat, alone)
    if not refused:
        unplayed = replace(turn, play=(), lift=())
        either = " or the cards" if not _refused(state, seat, unplayed) else ""
        return f"leave out `coin`{either}"
    mended = _written(state, seat, _paid(state, seat, alone) or _shorter(state, seat, alone))
    return f"leave out `coin`; then {refused}" + (f": write {mended}" if mended else "")


def _with_cards(state: State, seat: str, turn: Turn, hint: str) -> str:
    """The hint with a whole turn, where segments have to be lifted too or the way is too long to pay."""
    if paid := _paid(state, seat, turn):
        mended = _written(state, seat, paid) if paid.lift != turn.lift else ""
        pay, _, stop = hint.partition(", or ")
        return f"{pay}: {mended}{stop and f', or {stop}'}" if mended else hint
    engineer = state.engineers[seat]
    most = max(map(sum, _worth(engineer.hand, 0, points_left(engineer))))
    shorter = _written(state, seat, _shorter(state, seat, turn))
    return f"{seat} can play {most} at most: " + (f"stop earlier, {shorter}" if shorter else "pass")


def _with_burnt(state: State, seat: str, turn: Turn, hint: str) -> str:
    """The hint as a whole turn that burns the least card it can spare, if that is legal."""
    spare = remains(state.engineers[seat].hand, turn.play) or ()
    mended = _written(state, seat, replace(turn, burn=min(spare))) if spare else ""
    return f"{mended}, or load nobody" if mended else hint


def _with_detour(state: State, seat: str, turn: Turn) -> str:
    """A hint with another way to the town where the turn is to end, and what that way costs."""
    engineer = state.engineers[seat]
    there = turn.path[-1]
    elsewhere = engineer.town not in ("", there) and not turn.stop
    towns = _way(state, seat, engineer.town, there) if elsewhere else ()
    if mended := _written(state, seat, _paid(state, seat, replace(turn, path=towns))):
        return f"go another way: {mended}"
    shorter = _written(state, seat, _shorter(state, seat, turn))
    return "go another way" + (f", or stop earlier: {shorter}" if shorter else "")


def _with_souls(state: State, seat: str, turn: Turn, hint: str) -> str:
    """A hint where a soul of that town is aboard in the other colour, or waits where the turn begins."""
    engineer = state.engineers[seat]
    left = Counter((*engineer.aboard, turn.load))
    for soul, count in Counter(turn.deliver).items():
        if count <= left[soul]:
            continue
        others = without(turn.deliver, soul)
        aboard = [each for each in left if home(each) == home(soul) and each not in others]
        for other in aboard:
            mended = replace(turn, deliver=tuple(sorted((*others, other))))
            if not _refused(state, seat, mended):
                return f"deliver {', '.join(soul_text(state.round, each) for each in mended.deliver)}"
        return _loaded_first(state, seat, turn, soul) or hint
    return hint


def _loaded_first(state: State, seat: str, turn: Turn, soul: str) -> str:
    """A hint with the turn that loads a soul of this one's town first; empty if it cannot."""
    engineer = state.engineers[seat]
    fits = [each for each in state.waiting.get(engineer.town, ()) if home(each) == home(soul)]
    if turn.load or not fits:
        return ""
    load = soul if soul in fits else fits[0]
    burn = min(remains(engineer.hand, turn.play) or (0,)) if len(engineer.aboard) >= FREE_CARS else 0
    deliver = tuple(sorted((*without(turn.deliver, soul), load)))
    mended = _written(state, seat, replace(turn, load=load, burn=burn, deliver=deliver))
    waits = f"a {soul_text(state.round, load)} soul waits in {where(state, engineer)}"
    return f"{waits}: load it first, {mended}" if mended else ""


def _with_towns(state: State, seat: str, turn: Turn, hint: str) -> str:
    """A hint with the towns that are missing on the way, and with what they cost if that is more."""
    joined = _joined(state, seat, turn)
    if joined is None:
        return hint
    between = "write the towns between"
    if mended := _written(state, seat, joined):
        return f"{between}: {mended}"
    if not _refused(state, seat, replace(joined, deliver=())):
        souls = _with_souls(state, seat, joined, "")
        return f"{between}: {spell_path(joined.path, joined.stop)}" + (souls and f"; {souls}")
    mended = _written(state, seat, _paid(state, seat, joined))
    return f"{between}, and what they cost: {mended}" if mended else hint


def _joined(state: State, seat: str, turn: Turn) -> Turn | None:
    """The turn with a way from where the train is, and through other towns where no line is."""
    engineer, legs = state.engineers[seat], state.setup.board.legs
    towns = turn.path
    if engineer.town and towns[0] != engineer.town:
        towns = (engineer.town, *towns)
    path = towns[:1]
    for here, there in pairwise(towns):
        way = (here, there) if (here, there) in legs else _way(state, seat, here, there)
        if not way:
            return None
        path += way[1:]
    return replace(turn, path=path)


def _way(state: State, seat: str, here: str, there: str) -> tuple[str, ...]:
    """The towns from one to the other that leave the fewest spaces to be filled, then the fewest towns.

    Empty if own segments close every way.
    """
    board, trails, mine = state.setup.board, state.trails, sign(state, seat)
    waiting: list[tuple[int, int, tuple[str, ...]]] = [(0, 1, (here,))]
    seen: set[str] = set()
    while waiting:
        empty, length, path = heapq.heappop(waiting)
        town = path[-1]
        if town == there:
            return path
        if town in seen:
            continue
        seen.add(town)
        for ahead in board.ways[town]:
            held = [trails[space] for space in board.legs[town, ahead]]
            if mine not in held:
                heapq.heappush(waiting, (empty + held.count(EMPTY), length + 1, (*path, ahead)))
    return ()


def _paid(state: State, seat: str, turn: Turn) -> Turn | None:
    """The turn with what pays for its way: cards and segments as written, as far as they will do."""
    laid = _laid(state, seat, turn)
    if laid is None:
        return None
    engineer, reserve = state.engineers[seat], segments_left(state, seat)
    if not laid and not turn.play:
        return replace(turn, coin=engineer.coins > 0)
    play = _cards(engineer, turn, laid)
    if not play:
        return None
    due, allowed = max(0, laid - reserve), max(0, sum(play) - reserve)
    lift = _segments(state, seat, turn.lift, due, allowed)
    return replace(turn, coin=False, play=play, lift=lift)


def _laid(state: State, seat: str, turn: Turn) -> int | None:
    """How many empty spaces the way crosses; None where it is no way."""
    try:
        return len(rides(state, seat, turn).laid) if turn.path else None
    except IllegalMove:
        return None


def _cards(engineer: Engineer, turn: Turn, laid: int) -> Cards:
    """Cards worth so much: those written, with as few left out and as little added as will do."""
    hand = remains(engineer.hand, (turn.burn,)) if turn.burn else engineer.hand
    typed = Counter(turn.play)
    fit = _worth(hand or (), max(1, laid), points_left(engineer))
    best = min(fit, key=lambda cards: ((typed - Counter(cards)).total(), sum(cards), len(cards)), default=())
    left, kept = Counter(best), []
    for card in turn.play:
        if left[card]:
            left[card] -= 1
            kept.append(card)
    return (*kept, *sorted(left.elements()))


def _worth(hand: Cards, least: int, most: int) -> Iterator[Cards]:
    """Every choice of cards worth `least` to `most`, fewest cards first."""
    for count in range(len(hand) + 1):
        yield from (cards for cards in combinations(hand, count) if least <= sum(cards) <= most)


def _segments(state: State, seat: str, typed: tuple[int, ...], due: int, allowed: int) -> tuple[int, ...]:
    """At least `due` segments to lift: disconnected ones first, and those written first among them."""
    near, order = connected(state, seat), lift_order(state, seat)
    wanted = min(max(due, sum(at in typed for at in order)), allowed)
    return tuple(sorted(sorted(order, key=lambda at: (at in near, at not in typed))[:wanted]))


def _shorter(state: State, seat: str, turn: Turn) -> Turn | None:
    """The turn that goes as far along its way as can be paid for."""
    for path, stop in reversed(list(_stops(state, seat, turn))):
        souls = tuple(soul for soul in turn.deliver if not stop and home(soul) == path[-1])
        paid = _paid(state, seat, replace(turn, path=path, stop=stop, deliver=souls))
        if paid and not _refused(state, seat, paid):
            return paid
    return None


def _stops(state: State, seat: str, turn: Turn) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every space and town of a way, in the order in which the train comes to them, as far as lines go."""
    legs = state.setup.board.legs
    for at in range(1, len(turn.path)):
        path = turn.path[: at + 1]
        if (path[-2], path[-1]) not in legs:
            return
        last = turn.stop if turn.stop and at == len(turn.path) - 1 else 0
        length = last or len(legs[path[-2], path[-1]])
        yield from ((path, stop) for stop in range(1, length + 1))
        if not last:
            yield path, 0
