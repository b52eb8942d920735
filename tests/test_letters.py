"""The letters in samples/mail/letters are what the desk writes, one of each kind.

`PBEM_WRITE=1 pytest tests/test_letters.py` writes them anew; read them as the player who gets them.
"""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent.parent / "samples" / "mail" / "letters"
HEADERS = ("From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Auto-Submitted")


def opening(place: Any) -> dict[str, str]:
    return {
        "opening to the one who begins": place.last("blue"),
        "opening to the moderator": place.last("mod"),
    }


def taken(place: Any) -> dict[str, str]:
    place.take(place.mail("blue", "lay Y4 {good luck, all}"))
    return {"taken": place.last("blue"), "notice to the one who is next": place.last("red")}


def fix(place: Any) -> dict[str, str]:
    place.take(place.mail("blue", "lay Y4; by Denver\n\nSee you on Friday!\n-- \nBob"))
    first = place.last("blue")
    place.take(place.mail("blue", "lay A3; buy Denver"))
    return {"needs a fix - a typo": first, "needs a fix - an illegal move": place.last("blue")}


def stale(place: Any) -> dict[str, str]:
    place.take(place.mail("blue", "lay Y4"))
    place.take(place.mail("red", place.orders()))
    place.take(place.mail("blue", "begin friday-42 #1\nlay A3\nend"))
    return {"not taken - a stale base": place.last("blue")}


def turn(place: Any) -> dict[str, str]:
    place.take(place.mail("red", "lay U1"))
    return {"not taken - not your turn": place.last("red")}


def quoted(place: Any) -> dict[str, str]:
    place.take(place.mail("blue", "> begin friday-42 #1\n> lay Y4\n> end"))
    return {"not taken - quoted orders only": place.last("blue")}


def identity(place: Any) -> dict[str, str]:
    place.take(place.mail("blue", "lay Y4", answers=""))
    mine = place.last("blue")
    place.take(place.mail("eve@evil.example", "lay Y4", answers=""))
    return {
        "not taken - no token": mine,
        "not taken - a stranger": place.last("stranger"),
        "to the moderator - a stranger": place.last("mod"),
    }


def which(place: Any) -> dict[str, str]:
    place.take(place.mail("blue", "begin friday-43 #1\nlay Y4\nend"))
    return {"not taken - which game": place.last("stranger")}


def moderator(place: Any) -> dict[str, str]:
    place.take(place.mail("mod", "for blue: lay Y4 {Bob phoned me}"))
    mine, his = place.last("mod"), place.last("blue")
    place.take(place.mail("mod", "pause {the moderator is ill}"))
    return {
        "the moderator acted - to the moderator": mine,
        "the moderator acted - to the player": his,
        "the game is paused": place.last("red"),
    }


def late(place: Any) -> dict[str, str]:
    from pbem.mail.reminding import remind

    due = dt.datetime(2026, 12, 6, 20, tzinfo=dt.UTC)
    remind(place.folder, due - dt.timedelta(hours=20))
    early = place.last("blue")
    remind(place.folder, due + dt.timedelta(hours=13))
    return {
        "reminder": early,
        "reminder - overdue": place.last("blue"),
        "to the moderator - overdue": place.last("mod"),
    }


def over(place: Any) -> dict[str, str]:
    while place.ongoing().referee.to_move():
        place.now += dt.timedelta(hours=3)
        place.take(place.mail(place.mover(), place.orders()))
    return {"the game is over": place.last("red")}


@pytest.mark.parametrize(
    "kind",
    [opening, taken, fix, stale, turn, quoted, identity, which, moderator, late, over],
    ids=lambda kind: kind.__name__,
)
def test_a_letter_is_as_the_sample_shows_it(place: Any, kind: Callable[[Any], dict[str, str]]) -> None:
    for title, name in kind(place).items():
        letter = place.letter(name)
        head = "".join(f"{key}: {letter.headers[key]}\n" for key in HEADERS if key in letter.headers)
        text = f"{head}\n{letter.text}"
        file = FOLDER / f"{title.replace(' - ', '-').replace(' ', '-')}.txt"
        if os.environ.get("PBEM_WRITE"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.read_text(encoding="utf-8") == text
