"""Records whose edition is not settled are tried under every edition that is known."""

from __future__ import annotations

from typing import Any

import pytest

from pbem import editions, record, registry
from pbem.errors import IllegalMove
from pbem.source import Source

HEAD = """\
[Game "last-spike"]
[Edition "{edition}"]
[Red "Ann"]
[Blue "Bob"]

0. deal: first red A3, blue B1; red A1 C3 D2 V1; blue B1 E4 F2 X3; aside D3
1. red: lay A1; draw D4
"""


@pytest.fixture
def two_editions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a game an older edition, in which A1 may not be laid."""
    game: Any = registry.find("last-spike")
    real = game.apply

    def apply(state: Any, seat: Any, move: Any) -> Any:
        if state.setup.edition == "2015" and getattr(move, "tile", "") == "A1":
            raise IllegalMove("no-a1", "A1 may not be laid")
        return real(state, seat, move)

    monkeypatch.setattr(type(game), "editions", ("2015", "2020"), raising=False)
    monkeypatch.setattr(type(game), "apply", staticmethod(apply))


def findings(edition: str | None) -> list[str]:
    text = HEAD.replace('[Edition "{edition}"]\n', "") if edition is None else HEAD.format(edition=edition)
    (game,) = record.read(Source.plain("g", text))
    problems = editions.referee(game).problems
    return [f"{p.span.line}:{p.span.column} {p.severity} {p.code} {p.hint}".strip() for p in problems]


def test_an_unknown_edition_is_an_error_that_says_which_one_fits(two_editions: None) -> None:
    assert findings("1998") == ["2:11 error edition-unknown it replays without fault under edition 2020"]


def test_a_missing_edition_is_a_note_that_says_which_one_fits(two_editions: None) -> None:
    assert findings(None) == ["1:1 note edition-missing it replays without fault under edition 2020"]


def test_a_known_edition_is_taken_at_its_word(two_editions: None) -> None:
    assert findings("2020") == []
    assert findings("2015") == ["7:9 error last-spike/no-a1"]


def test_a_record_that_fits_no_edition_is_judged_by_the_first_one(two_editions: None) -> None:
    text = HEAD.format(edition="1998").replace("lay A1", "lay B1")
    (game,) = record.read(Source.plain("g", text))
    codes = [(p.code, p.hint) for p in editions.referee(game).problems]
    assert codes[0] == (
        "edition-unknown",
        "known: 2015, 2020; it has other faults, which leave open which it fits",
    )
    assert codes[1][0] == "last-spike/not-in-hand"


def test_a_game_with_one_edition_needs_no_header() -> None:
    assert findings(None) == []
