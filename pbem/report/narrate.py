"""Tells what happened: the events of one entry as one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.game import DEAL, EVERYTHING, Event, Seat


def story(who: Seat, events: Iterable[Event], phrases: Mapping[str, str], viewer: Seat | None) -> str:
    """Join one entry's events into a sentence with a full stop.

    `who` wrote the entry. A phrase for an event with a seat is a predicate ("draws"); it gets the
    seat's name before it wherever the one spoken of changes. Other phrases are whole clauses. Where
    the viewer may know of no event, a seat just "moves", and of the dealer nothing is said ("").
    """
    told: list[tuple[str, str]] = []
    for event in events:
        if admits(event, viewer):
            _tell(told, *_clause(event, phrases))
    return _sentence(told) or ("" if who == DEAL else f"{who} moves.")


def admits(event: Event, viewer: Seat | None) -> bool:
    """Say whether a viewer (None: everybody) may know of an event."""
    if event.audience is None or viewer == EVERYTHING:
        return True
    return viewer is not None and viewer in event.audience


def _tell(told: list[tuple[str, str]], subject: str, text: str) -> None:
    """Add a clause; one that only says more than the one before it takes its place."""
    if told and told[-1][0] == subject and text.startswith(told[-1][1] + " "):
        told.pop()
    told.append((subject, text))


def _sentence(told: list[tuple[str, str]]) -> str:
    parts, spoken = [], ""
    for subject, text in told:
        parts.append(f"{subject} {text}" if subject and subject != spoken else text)
        spoken = subject
    return ", ".join(parts) + "." if parts else ""


def _clause(event: Event, phrases: Mapping[str, str]) -> tuple[str, str]:
    """The one spoken of ("" for a whole clause) and the words."""
    facts = {key: _words(value) for key, value in event.facts.items()}
    phrase = phrases.get(event.kind)
    subject = str(facts.get("seat", ""))
    if phrase is None:
        return "", _bare(event.kind, facts)
    try:
        text = phrase.format_map(facts)
    except (LookupError, ValueError, TypeError, AttributeError):
        return "", _bare(event.kind, facts)
    return ("" if "{seat" in phrase else subject), text


def _bare(kind: str, facts: Mapping[str, Any]) -> str:
    """An event without words for it: its kind and its facts."""
    if not facts:
        return kind
    return f"{kind} ({', '.join(f'{key} {value}' for key, value in facts.items())})"


def _words(value: str | int | tuple[str, ...]) -> str | int:
    """Lists as people say them: "A", "A and B", "A, B and C"."""
    if isinstance(value, str | int):
        return value
    *many, last = value or ("nothing",)
    return f"{', '.join(many)} and {last}" if many else last
