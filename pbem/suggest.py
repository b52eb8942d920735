"""Did you mean: ways out of a fault, ranked by spelling and by what is legal now. Never executed.

Every suggestion is a complete entry in canonical words, ready to paste.
"""

from __future__ import annotations

import difflib
import itertools
import re
from typing import Any

import msgspec

from pbem.errors import OrderError
from pbem.game import DEAL, Seat
from pbem.judge import Judge, Judged
from pbem.loose import Finding

MOST = 3
LOOKED_AT = 1500
"""So many legal turns are compared with what was typed; positions with more are rare."""


class Advice(msgspec.Struct, frozen=True):
    """Suggestions for each finding, and the position to go on judging from."""

    suggestions: tuple[tuple[str, ...], ...] = ()
    supposed: Any = None


class _Way(msgspec.Struct, frozen=True):
    text: str
    legal: bool
    step: Any


def advise(
    judge: Judge, state: Any, seat: Seat, typed: str, judged: Judged, legal_too: bool = True
) -> Advice:
    """Suggest for every finding of a failed entry."""
    spelt = [finding for finding in judged.findings if finding.candidates]
    if spelt:
        ways = _respelt(judge, state, seat, typed, list(judged.findings))
        each = tuple(_for_finding(finding, ways) for finding in judged.findings)
        supposed = next((way.step for way in ways if way.legal), None)
        return Advice(each, supposed)
    if not legal_too or seat == DEAL:
        return Advice()
    near = _nearest_legal(judge, state, seat, judged.text or typed)
    texts = tuple(way.text for way in near)
    supposed = next((way.step for way in near if way.step is not None), None)
    return Advice(tuple(() if finding.choices else texts for finding in judged.findings), supposed)


def _for_finding(finding: Finding, ways: list[_Way]) -> tuple[str, ...]:
    if not finding.candidates:
        return ()
    legal = [way.text for way in ways if way.legal]
    texts = legal or [way.text for way in ways]
    if texts:
        return tuple(dict.fromkeys(texts))[:MOST]
    return finding.candidates[:MOST]


def _respelt(judge: Judge, state: Any, seat: Seat, typed: str, findings: list[Finding]) -> list[_Way]:
    """The entry with candidates put in place of the words not understood, legal readings first."""
    options = [finding.candidates[:6] or (typed[finding.start : finding.end],) for finding in findings]
    tried: dict[str, _Way] = {}
    for choice in itertools.islice(itertools.product(*options), 48):
        text = typed
        for finding, word in sorted(zip(findings, choice, strict=True), key=lambda pair: -pair[0].start):
            text = text[: finding.start] + word + text[finding.end :]
        way = _try(judge, state, seat, text)
        if way is not None:
            tried.setdefault(way.text, way)
    return sorted(tried.values(), key=lambda way: not way.legal)


def _try(judge: Judge, state: Any, seat: Seat, text: str) -> _Way | None:
    """Judge a respelt entry; None where its words still do not read."""
    judged = judge.entry(state, seat, text)
    if judged.step is not None:
        return _Way(judge.game.write(state, seat, judged.move), True, judged.step.state)
    if judged.order is None:
        return None
    undrawn = _as_mailed(judge, state, seat, text)
    return undrawn if undrawn is not None else _Way(" ".join(judged.text.split()), False, None)


def _as_mailed(judge: Judge, state: Any, seat: Seat, text: str) -> _Way | None:
    """The order without what the dealer adds, if it is legal so."""
    try:
        judged = judge.entry(state, seat, text, _first_of)
    except OrderError:
        return None
    if judged.step is None:
        return None
    move = judge.game.resolve(state, seat, judged.order)
    return _Way(judge.game.write(state, seat, move), True, None)


def _first_of(label: str, items: Any) -> tuple[str, ...]:
    return tuple(items)


def _nearest_legal(judge: Judge, state: Any, seat: Seat, typed: str) -> list[_Way]:
    game = judge.game
    actions = [action.strip() for action in typed.split(";") if action.strip()]
    chance = [action for action in actions if action.split()[0] in judge.vocabulary.chance]
    own = "; ".join(action for action in actions if action not in chance)
    mine = _tokens(own)
    scored = []
    for index, move in enumerate(itertools.islice(game.legal_moves(state, seat), LOOKED_AT)):
        text = game.write(state, seat, move)
        scored.append((_unlike(mine, _tokens(text)), index, text))
    scored.sort()
    best = [text for _, _, text in scored[:MOST]]
    ways = []
    for text in best:
        drawn = "; ".join([text, *chance])
        judged = judge.entry(state, seat, drawn)
        if judged.step is None and chance:
            judged = judge.entry(state, seat, text)
        if judged.step is not None:
            ways.append(_Way(game.write(state, seat, judged.move), True, judged.step.state))
        else:
            ways.append(_Way(text, True, None))
    return list({way.text: way for way in ways}.values())


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+|[^\w\s;]", text))


def _unlike(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """How far two entries are apart: tokens that only one of them has, in order; 0 if they are the same."""
    if not one and not other:
        return 0.0
    shared = sum(
        block.size
        for block in difflib.SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    )
    return len(one) + len(other) - 2 * shared
