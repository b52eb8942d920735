"""Did you mean: ways out of a fault, ranked by spelling and by what is legal now. Never executed.

Every suggestion is a complete entry in canonical words, ready to paste.
"""

from __future__ import annotations

import bisect
import functools
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pbem import notation
from pbem.errors import OrderError
from pbem.game import DEAL, UNKNOWN, Seat, Shuffle
from pbem.judge import Judge, Judged, respelt
from pbem.loose import Finding
from pbem.spelling import distance, nearest

MOST = 3
LOOKED_AT = 1500
"""So many legal turns are compared with what was typed; positions with more are rare."""
COMPARED = 200
"""So many of them closely: those with the most words in common."""
SUPPOSED = 8
"""So many are handed out as positions to go on judging from."""
SEARCHED = 2000
"""Entries with more characters get no suggestions; the longest turn of any game has a quarter of them."""
WORDS = 120
"""So many words of an entry are compared with a legal turn; no turn of any game has more."""
TRIED = 64
"""So many respelt readings of one entry are judged."""
_WORD = re.compile(r"\w+|[^\w\s;]")


class Supposed(msgspec.Struct, frozen=True):
    """A position, and the text of the entry that would have led to it; "" where it is no entry's."""

    state: Any
    text: str = ""


class Advice(msgspec.Struct, frozen=True):
    """Suggestions for each finding, and positions to go on judging from, the likeliest first.

    Whole entries stand with the first finding only.
    """

    suggestions: tuple[tuple[str, ...], ...] = ()
    supposed: tuple[Supposed, ...] = ()


class _Way(msgspec.Struct, frozen=True):
    """An entry to offer; `state` is the position after it, None where it is not legal or not known.

    `legal`: as far as the player decides; `whole`: with what was drawn as well. `doubtful`: the game
    remarks on it.
    """

    text: str
    legal: bool
    whole: bool
    state: Any
    doubtful: bool = False


def advise(
    judge: Judge,
    state: Any,
    seat: Seat,
    typed: str,
    judged: Judged,
    *,
    legal_too: bool = True,
    in_record: bool = False,
) -> Advice:
    """Suggest for every finding of a failed entry; `legal_too` looks through the legal turns as well.

    `in_record`: it stands in one, where what was drawn is written, or a `?` where that is not known.
    """
    spelt = _respelt(judge, state, seat, typed, judged.findings) if len(typed) <= SEARCHED else []
    legal = (
        [way for way in spelt if way.legal and not way.doubtful]
        or _told(judge, state, seat, typed, judged)
        or [way for way in spelt if way.legal]
        or _reordered(judge, state, seat, judged)
        or _repaired(judge, state, seat, typed, judged)
    )
    if not legal and legal_too and seat != DEAL and len(typed) <= SEARCHED:
        like = spelt[0].text if spelt else judged.text or typed
        legal = _nearest_legal(judge, state, seat, like, _breaks_off(judged))
    ways = legal or spelt
    offered = [
        recorded(judge, state, seat, way.text) if in_record and way.legal and not way.whole else way.text
        for way in ways[: 2 * MOST]
    ]
    same = " ".join(judged.text.split())
    texts = tuple(text for text in dict.fromkeys(offered) if text != same)[:MOST]
    first = next((at for at, finding in enumerate(judged.findings) if not finding.choices), -1)
    each = (
        () if finding.choices or (texts and at != first) else texts or finding.candidates[:MOST]
        for at, finding in enumerate(judged.findings)
    )
    return Advice(tuple(each), tuple(Supposed(way.state, way.text) for way in legal if way.state is not None))


def recorded(judge: Judge, state: Any, seat: Seat, text: str) -> str:
    """A legal turn as a record takes it: with `?` for what was drawn, where it does not stand without.

    A card that all may see has to be named; nobody can guess it, so there the `?` has to be filled in.
    """
    if judge.entry(state, seat, text).step is not None:
        return text
    try:
        move = judge.game.resolve(state, seat, notation.parse(judge.game, text))
        one, other = (
            judge.game.write(state, seat, _hidden(judge, state, seat, move, draw))
            for draw in (_first_of, _last_of)
        )
    except (OrderError, notation.Unread):
        return text
    words, others = (re.split(r"(\s+|[;,:])", drawn) for drawn in (one, other))
    if len(words) != len(others):
        return text
    return "".join(a if a == b else UNKNOWN for a, b in zip(words, others, strict=True))


# --- what the game itself says


def _told(judge: Judge, state: Any, seat: Seat, typed: str, judged: Judged) -> list[_Way]:
    """The legal turns that the game names: choices of a question, and what hints have in backticks.

    What has fewer kinds of action than was typed is only a part of a turn.
    """
    texts: list[str] = []
    for finding in judged.findings:
        texts += finding.choices
        texts += [typed[: finding.start] + choice + typed[finding.end :] for choice in finding.choices]
        named = re.findall(r"`([^`]+)`", finding.hint)
        for text in named:
            if len(_verbs(judge, text)) >= len(_verbs(judge, typed)):
                texts += [text, *map("; ".join, _with_typed_draws(judge, text, typed))]
    return [way for way in _tried(judge, state, seat, texts[:TRIED]) if way.legal]


# --- words put in place of others


def _respelt(judge: Judge, state: Any, seat: Seat, typed: str, findings: tuple[Finding, ...]) -> list[_Way]:
    """The entry with candidates put in place of the words not understood, legal readings first."""
    if not any(finding.candidates for finding in findings):
        return []
    room = TRIED if sum(bool(finding.candidates) for finding in findings) == 1 else 8
    options = [_options(judge, typed, finding, room) for finding in findings]
    texts = (respelt(typed, findings, words) for words in _likeliest(options))
    return _tried(judge, state, seat, itertools.islice(texts, TRIED))


def _options(judge: Judge, typed: str, finding: Finding, room: int) -> list[str]:
    """What could stand in place of a finding; codes a slip away too, where a beginning was ambiguous."""
    word = typed[finding.start : finding.end]
    more = nearest(word, sorted(judge.vocabulary.codes), room) if finding.code == "ambiguous" else []
    return [*finding.candidates[: room - len(more)], *more] or [word]


def _likeliest(options: list[list[str]]) -> Iterator[tuple[str, ...]]:
    """Every choice of one option from each list, those with early ones first."""
    ranks = itertools.product(*(range(len(words)) for words in options))
    most = itertools.islice(ranks, 4096)
    for choice in sorted(most, key=sum):
        yield tuple(words[rank] for words, rank in zip(options, choice, strict=True))


def _repaired(judge: Judge, state: Any, seat: Seat, typed: str, judged: Judged) -> list[_Way]:
    """The entry with one word near the fault replaced by one that is a slip of the fingers away, if legal."""
    if len(judged.findings) != 1 or len(typed) > SEARCHED:
        return []
    (finding,) = judged.findings
    start, end = finding.start, max(finding.end, finding.start + 1)
    words = [
        m
        for m in re.finditer(r"[^\W_]+", typed)
        if m.start() <= end and m.end() >= start and not _drawn_there(judge, typed, m.start())
    ]
    texts = (
        typed[: word.start()] + other + typed[word.end() :]
        for word in words[:12]
        for other in nearest(word[0], _all_words(judge), 24)
        if other.casefold() != word[0].casefold()
    )
    return [way for way in _tried(judge, state, seat, itertools.islice(texts, TRIED)) if way.legal]


def _drawn_there(judge: Judge, typed: str, at: int) -> bool:
    """Whether a place in an entry is in what the dealer adds, which nobody can guess."""
    action = typed[typed.rfind(";", 0, at) + 1 : at + 1].split()
    return bool(action) and action[0] in judge.vocabulary.chance


def _reordered(judge: Judge, state: Any, seat: Seat, judged: Judged) -> list[_Way]:
    """The same actions in another order, if that makes them legal."""
    actions = _actions(judged.text)
    if judged.order is None or not 2 <= len(actions) <= 4:
        return []
    texts = ("; ".join(order) for order in itertools.permutations(actions))
    return [way for way in _tried(judge, state, seat, texts) if way.whole]


def _all_words(judge: Judge) -> list[str]:
    vocabulary = judge.vocabulary
    return [*vocabulary.keywords, *vocabulary.names, *sorted(vocabulary.codes)]


def _tried(judge: Judge, state: Any, seat: Seat, texts: Iterable[str]) -> list[_Way]:
    found: dict[str, _Way] = {}
    for text in texts:
        way = _try(judge, state, seat, text)
        if way is not None:
            found.setdefault(way.text, way)
    whole = [way for way in found.values() if way.whole]
    return sorted(whole or found.values(), key=lambda way: (not way.legal, way.doubtful))


def _try(judge: Judge, state: Any, seat: Seat, text: str) -> _Way | None:
    """Judge a respelt entry; None where its words still do not read."""
    judged = judge.entry(state, seat, text)
    if judged.step is not None:
        written = judge.game.write(state, seat, judged.move)
        return _Way(written, True, True, judged.step.state, bool(judged.step.notes))
    if judged.order is None:
        return None
    undrawn = _as_mailed(judge, state, seat, text)
    return undrawn if undrawn is not None else _Way(" ".join(judged.text.split()), False, False, None)


def _as_mailed(judge: Judge, state: Any, seat: Seat, text: str) -> _Way | None:
    """The order without what the dealer adds, if it is legal so."""
    if seat == DEAL:  # whose entries are nothing else
        return None
    for spelt in (_undrawn(judge, text), text):
        try:
            judged = judge.entry(state, seat, spelt, _first_of)
            if judged.step is not None:
                move = judge.game.resolve(state, seat, judged.order)
                return _Way(
                    judge.game.write(state, seat, move), True, False, _unseen(judge, state, seat, move)
                )
        except OrderError:
            continue
    return None


def _first_of(label: str, items: Any) -> tuple[str, ...]:
    return tuple(items)


def turn(judge: Judge, state: Any, seat: Seat, move: Any) -> Supposed | None:
    """A legal turn with what is drawn in it left unknown; None where that cannot be."""
    after = _unseen(judge, state, seat, move)
    return None if after is None else Supposed(after, judge.game.write(state, seat, move))


def _unseen(judge: Judge, state: Any, seat: Seat, move: Any) -> Any:
    """The position after a move, with what was drawn left unknown; None where that cannot be."""
    game = judge.game
    try:
        return game.apply(state, seat, _hidden(judge, state, seat, move)).state
    except OrderError:
        return None


def _last_of(label: str, items: Any) -> tuple[str, ...]:
    return tuple(items)[::-1]


def _hidden(judge: Judge, state: Any, seat: Seat, move: Any, draw: Shuffle = _first_of) -> Any:
    """A move with something drawn in it, as those may read it who do not see what."""
    game = judge.game
    return game.redact(state, seat, game.fill(state, seat, move, draw), None)


def _undrawn(judge: Judge, text: str) -> str:
    """An entry whose draws name nothing."""
    chance = judge.vocabulary.chance
    words = ((action, action.split()[0]) for action in _actions(text))
    return "; ".join(word if word in chance else action for action, word in words)


# --- legal turns like it


def _breaks_off(judged: Judged) -> bool:
    """Whether an entry ends too early: then what a legal turn has beyond it makes it no less like it."""
    return [finding.code for finding in judged.findings] == ["unfinished"]


def _nearest_legal(judge: Judge, state: Any, seat: Seat, typed: str, begun: bool) -> list[_Way]:
    """The legal turns most like what was typed, with what was drawn kept where it fits.

    Those that have no action in common with it only if none has. `begun`: it is only the beginning of a turn.
    """
    game, mine = judge.game, _tokens(typed)[:WORDS]
    count = Counter(mine)
    moves = list(itertools.islice(game.legal_moves(state, seat), LOOKED_AT))
    texts = [game.write(state, seat, move) for move in moves]
    words = [_tokens(text) for text in texts]
    shared = [(count & Counter(theirs)).total() for theirs in words]
    verbs = _verbs(judge, typed)
    alike = [at for at, text in enumerate(texts) if verbs & _verbs(judge, text)] or range(len(texts))
    rough = sorted(alike, key=lambda at: (-shared[at], len(texts[at]), at))
    close = _closest(mine, words, rough[:COMPARED], begun)
    grafted = [way for at in close[:MOST] for way in _grafted(judge, state, seat, texts[at], typed)]
    ways = [_drawn(judge, state, seat, moves[at], texts[at], typed) for at in close]
    ordered = sorted([*grafted, *ways], key=lambda way: unlike(mine, _tokens(way.text), begun=begun))
    return list({way.text: way for way in reversed(ordered)}.values())[::-1]


def _verbs(judge: Judge, text: str) -> set[str]:
    """The first words of an entry's actions, but for what the dealer adds."""
    return {action.split()[0] for action in _actions(text)} - judge.vocabulary.chance


def _closest(
    mine: tuple[str, ...], words: list[tuple[str, ...]], among: list[int], begun: bool
) -> list[int]:
    """The places of the SUPPOSED entries least unlike `mine`, the least unlike first."""
    best: list[tuple[float, int]] = []
    for at in among:
        limit = best[-1][0] if len(best) == SUPPOSED else math.inf
        away = unlike(mine, words[at], limit, begun)
        if away <= limit:
            bisect.insort(best, (away, at))
            del best[SUPPOSED:]
    return [at for _, at in best]


def _grafted(judge: Judge, state: Any, seat: Seat, text: str, typed: str) -> list[_Way]:
    """What was typed with one action from a legal turn in place of its own, where that makes it legal."""
    legal = {action.split()[0]: action for action in _actions(text)}
    mine = {action.split()[0]: action for action in _actions(typed)}
    if len(mine) != len(_actions(typed)):
        return []
    found = []
    for word in [word for word in {**mine, **legal} if legal.get(word) != mine.get(word)][:6]:
        mixed = {**mine, word: legal.get(word, "")}
        order = [*legal, *(other for other in mixed if other not in legal)]
        judged = judge.entry(state, seat, "; ".join(mixed[other] for other in order if mixed.get(other)))
        if judged.step is not None:
            written = judge.game.write(state, seat, judged.move)
            found.append(_Way(written, True, True, judged.step.state))
    return found


def _drawn(judge: Judge, state: Any, seat: Seat, move: Any, text: str, typed: str) -> _Way:
    """A legal turn with the draws that were typed, if they can be."""
    for actions in _with_typed_draws(judge, text, typed):
        judged = judge.entry(state, seat, "; ".join(actions))
        if judged.step is not None:
            return _Way(judge.game.write(state, seat, judged.move), True, True, judged.step.state)
    return _Way(text, True, False, _half_seen(judge, state, seat, move, typed))


def _with_typed_draws(judge: Judge, text: str, typed: str) -> Iterator[list[str]]:
    """A turn's actions with the typed draws in place of its own: whole, and without what follows them."""
    draws = _draws(judge, typed)
    own = _actions(text)
    for length in (None, 4, 3, 2):
        short = {word: " ".join(action.split()[:length]) for word, action in draws.items()}
        more = [short.pop(action.split()[0], action) for action in own]
        yield [*more, *short.values()]
        if short:
            yield more


def _half_seen(judge: Judge, state: Any, seat: Seat, move: Any, typed: str) -> Any:
    """The position after a turn one of whose typed draws cannot be and is left unknown."""
    game = judge.game
    try:
        hidden = _actions(game.write(state, seat, _hidden(judge, state, seat, move)))
    except OrderError:
        return None
    draws = _draws(judge, typed)
    for word in draws:
        others = {other: action for other, action in draws.items() if other != word}
        judged = judge.entry(state, seat, "; ".join(others.get(one.split()[0], one) for one in hidden))
        if judged.step is not None:
            return judged.step.state
    return _unseen(judge, state, seat, move)


def _draws(judge: Judge, text: str) -> dict[str, str]:
    """The actions of an entry that the dealer adds, by their first word."""
    chance = judge.vocabulary.chance
    return {action.split()[0]: action for action in _actions(text) if action.split()[0] in chance}


def _actions(text: str) -> list[str]:
    return [action.strip() for action in text.split(";") if action.strip()]


def likeness(typed: str, text: str) -> float:
    """How far an entry is from what was typed; see `unlike`."""
    return unlike(_tokens(typed)[:WORDS], _tokens(text)[:WORDS])


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text))


def unlike(
    one: tuple[str, ...], other: tuple[str, ...], limit: float = math.inf, begun: bool = False
) -> float:
    """How far two entries are apart: words left out or added count 1, others by how they are spelt.

    Infinity where it is more than `limit`, which is told sooner than how much more. `begun`: `one` is
    compared with the beginning of `other` that is most like it; what else that has counts a hundredth a word.
    """
    if begun:
        rest = max(0, len(other) - len(one))
        starts = range(min(len(one), len(other)), min(len(one) + 2, len(other)) + 1)
        return min((unlike(one, other[:end], limit) for end in starts), default=math.inf) + rest / 100
    start, end, shorter = 0, 0, min(len(one), len(other))
    while start < shorter and one[start] == other[start]:
        start += 1
    while end < shorter - start and one[-1 - end] == other[-1 - end]:
        end += 1
    one, other = one[start : len(one) - end], other[start : len(other) - end]
    more = len(one) - len(other)
    if abs(more) > limit:
        return math.inf
    # Every word left out or added leads one off the diagonal: further than this it cannot lead.
    slack = len(one) + len(other) if limit == math.inf else int(limit - abs(more)) // 2
    left, right = max(0, more) + slack, max(0, -more) + slack
    row = [float(at) if at <= right else math.inf for at in range(len(other) + 1)]
    for i, a in enumerate(one, 1):
        before, row = row, [math.inf] * len(row)
        low = max(1, i - left)
        cost = row[low - 1] = float(i) if low == 1 else math.inf
        least = cost
        for j in range(low, min(len(other), i + right) + 1):
            replaced = before[j - 1] + _apart(a, other[j - 1])
            cost = (cost if cost < before[j] else before[j]) + 1
            if replaced < cost:
                cost = replaced
            if cost < least:
                least = cost
            row[j] = cost
        if least > limit:
            return math.inf
    return row[-1] if row[-1] <= limit else math.inf


@functools.lru_cache(maxsize=8192)
def _apart(one: str, other: str) -> float:
    """How unlike two words are: 0 for the same, up to 1.5 for words with nothing in common."""
    a, b = one.casefold(), other.casefold()
    if a == b:
        return 0.0
    if not set(a) & set(b):
        return 1.5
    limit = 1 if min(len(a), len(b)) <= 3 else 2
    away = distance(a, b, limit)
    if away <= limit:
        return 0.3 * away
    return 0.8 if min(len(a), len(b)) > 2 and (a.startswith(b) or b.startswith(a)) else 1.5
