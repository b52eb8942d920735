"""Whole games by mail: every move arrives as a raw message, from the opening letters to the result."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from pbem import checking, fairness, record, registry

Make = Callable[..., Any]


def played(place: Any) -> tuple[int, str]:
    """Play a desk's game to its end by mail; return how many mails it took, and the last one's verdict."""
    mails = 0
    while place.ongoing().referee.to_move():
        place.now += dt.timedelta(hours=1)
        raw = place.mail(place.mover(), place.orders(mails))
        assert place.take(raw) == "taken"
        assert set(place.answers(raw)) >= set(place.people) - {"mod"}
        mails += 1
    return mails, next(iter(place.answers(raw).values())).text


def is_whole(place: Any, last: str) -> None:
    """The record is sound, dealt from its seed, and everybody was told how the game ended."""
    found = checking.check_file(str(place.file))
    assert [one.problem.code for one in found.findings if one.problem.severity != "note"] == []
    (game,) = record.read_file(str(place.file), place.file.read_bytes())[0]
    assert fairness.verify(game, str(place.file)).fair
    assert "The game is over" in last


def test_a_whole_game_is_played_by_mail(make_place: Make) -> None:
    place = make_place(key="last-spike")
    mails, last = played(place)
    assert mails >= 10
    is_whole(place, last)


@pytest.mark.long
@pytest.mark.parametrize("key", registry.known())
def test_whole_games_of_every_kind_are_played_by_mail(make_place: Make, key: str) -> None:
    place = make_place(key=key)
    mails, last = played(place)
    print(f"{key}: {mails} mails")
    is_whole(place, last)
