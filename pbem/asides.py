"""Entries that are not moves: the moderator's (`mod`) and assertions (`check`), from text to values."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

import msgspec

from pbem.game import Seat
from pbem.loose import Finding
from pbem.spelling import nearest

FORMS = {
    "undo": "undo to N",
    "skip": "skip SEAT",
    "resign": "resign SEAT",
    "for": "for SEAT: ...",
    "result": "result SCORES",
    "away": "away SEAT DATE DATE",
    "pause": "pause",
    "resume": "resume",
}
VERBS = tuple(FORMS)
REDO = "redo"
_SCORE = r"([^\W\d_]+)\s+\$?\s*(-?(?:\d{1,3}(?:,\d{3}){1,4}(?!\d)|\d{1,15}))\s*(?:,|$)"
_LONGEST_RESULT = 200
_DATE = r"\d{4}-\d{2}-\d{2}"


class Undo(msgspec.Struct, frozen=True):
    """The position as after entry `number` again."""

    number: int
    force: bool
    start: int
    end: int


class Skip(msgspec.Struct, frozen=True):
    seat: Seat


class Resign(msgspec.Struct, frozen=True):
    seat: Seat


class For(msgspec.Struct, frozen=True):
    """An order for a seat; `start` is where its text begins."""

    seat: Seat
    text: str
    start: int


class Result(msgspec.Struct, frozen=True):
    text: str


class Pace(msgspec.Struct, frozen=True):
    """Away, pause and resume: they move deadlines, never the position."""

    text: str


Aside = Undo | Skip | Resign | For | Result | Pace


class Assertion(msgspec.Struct, frozen=True):
    """One part of a check: a score a seat should have, or the hash that the state should have."""

    word: str
    seat: Seat | None
    number: int
    hash: str
    start: int
    end: int


def mod(text: str, seats: tuple[Seat, ...]) -> Aside | Finding:
    """Read a moderator's entry."""
    found = re.match(r"\s*([^\W\d_]+)\s*", text)
    verb = _verb(found[1].casefold() if found else "")
    rest = text[found.end() :].rstrip(" ;.") if found else ""
    at = found.end() if found else 0
    match verb:
        case "undo":
            return _undo(text, rest, at)
        case "skip" | "resign":
            seat = _seat(rest, at, seats)
            if isinstance(seat, Finding):
                return seat
            return Skip(seat) if verb == "skip" else Resign(seat)
        case "for":
            return _acting(rest, at, seats)
        case "result" if len(rest) > _LONGEST_RESULT:
            message = f"this result has {len(rest):,} characters, and {_LONGEST_RESULT} are the most"
            return Finding("mod", message, at, at + 1, hint="write `result red 12, blue 9`")
        case "result":
            return Result(" ".join(rest.casefold().split()))
        case "away":
            return _away(text, rest, at, seats)
        case "pause" | "resume":
            return Pace(" ".join([verb, *rest.casefold().split()]))
    near = tuple(nearest(verb, VERBS))
    message = f"the moderator's entry begins with one of {', '.join(VERBS)}"
    hint = "an undo is undone by `undo to N`, with the last entry before that undo" if verb == REDO else ""
    return Finding("mod", message, 0, max(1, len(verb)), () if hint else near, hint)


def of_a_seat(text: str, keywords: Container[str]) -> Finding | None:
    """What a seat wrote that only the moderator may write; None if it is nothing of that kind."""
    found = re.match(r"\s*([^\W\d_]+)", text)
    word = found[1].casefold() if found else ""
    if found is None or word not in (*VERBS, REDO) or word in keywords:
        return None
    message = f"only the moderator writes `{word}`"
    form = "undo to N" if word == REDO else FORMS[word]
    return Finding("mod", message, found.start(1), found.end(1), hint=f"`mod: {form}`, with who asked for it")


def _verb(word: str) -> str:
    """The verb that a word begins, if it is the only one."""
    fits = [verb for verb in VERBS if verb.startswith(word)]
    return fits[0] if word and len(fits) == 1 else word


def write(aside: Aside) -> str:
    """A moderator's entry in canonical words; what is done for a seat is left to the game."""
    match aside:
        case Undo(number, force):
            return f"undo to {number}{' force' if force else ''}"
        case Skip(seat):
            return f"skip {seat}"
        case Resign(seat):
            return f"resign {seat}"
        case For(seat, text):
            return f"for {seat}: {text}"
        case Result(text):
            return f"result {text}"
        case Pace(text):
            return text


def write_check(asserted: list[Assertion]) -> str:
    """Assertions in canonical words, those of one kind that follow one another as one list."""
    parts: list[str] = []
    last = ""
    for one in asserted:
        if one.seat is None:
            parts.append(f"state {one.hash}")
        elif last == one.word:
            parts[-1] += f", {one.seat} {one.number}"
        else:
            parts.append(f"{one.word} {one.seat} {one.number}")
        last = one.word if one.seat is not None else ""
    return "; ".join(parts)


def _undo(text: str, rest: str, at: int) -> Undo | Finding:
    found = re.fullmatch(r"(?:to\s+)?#?(\d{1,9})(\s+force)?\s*", rest, re.IGNORECASE)
    if found is None:
        return Finding(
            "mod",
            "undo needs the number of an entry",
            0,
            len(text),
            hint="write `undo to 7`, or `undo to 7 force`",
        )
    return Undo(int(found[1]), bool(found[2]), at + found.start(1), at + found.end(1))


def _seat(rest: str, at: int, seats: tuple[Seat, ...]) -> Seat | Finding:
    word = rest.strip().casefold()
    fits = [seat for seat in seats if word and seat.startswith(word)]
    if word in seats or len(fits) == 1:
        return Seat(word) if word in seats else fits[0]
    message = f"there is no seat '{word}' at this table" if word else "name a seat"
    return Finding(
        "seat", message, at, at + max(1, len(rest)), tuple(nearest(word, seats)), f"seats: {', '.join(seats)}"
    )


def _acting(rest: str, at: int, seats: tuple[Seat, ...]) -> For | Finding:
    found = re.match(r"([^\W\d_]+)\s*:\s*", rest)
    if found is None:
        return Finding(
            "mod", "`for` needs a seat and a colon", at, at + max(1, len(rest)), hint="write `for red: ...`"
        )
    seat = _seat(found[1], at, seats)
    if isinstance(seat, Finding):
        return seat
    return For(seat, rest[found.end() :], at + found.end())


def _away(text: str, rest: str, at: int, seats: tuple[Seat, ...]) -> Pace | Finding:
    found = re.fullmatch(rf"([^\W\d_]+)\s+{_DATE}\s+{_DATE}\s*", rest)
    if found is None:
        hint = "write `away red 2026-12-20 2027-01-03`"
        return Finding("mod", "`away` needs a seat and two dates", at, at + max(1, len(rest)), hint=hint)
    seat = _seat(found[1], at, seats)
    return seat if isinstance(seat, Finding) else Pace(" ".join(text.casefold().split()))


def check(
    text: str, seats: tuple[Seat, ...], scores: Mapping[Seat, int] | None = None
) -> tuple[list[Assertion], list[Finding]]:
    """Read an entry of assertions: `score red 59000, blue 58000; state 3f9a2c41`.

    `scores`, if they are known, stand in the hint about one that is not understood.
    """
    asserted: list[Assertion] = []
    findings: list[Finding] = []
    for part in re.finditer(r"[^;]+", text):
        if not part[0].strip():
            continue
        found = re.match(r"\s*([^\W\d_]+)\s*", part[0])
        at = part.start() + (found.end() if found else 0)
        rest = part[0][found.end() :] if found else ""
        if found and found[1].casefold() == "state":
            _state(rest, at, asserted, findings)
        elif found:
            _numbers(found[1].casefold(), rest, at, seats, asserted, findings)
        else:
            findings.append(_unclear(part.start(), part.end()))
    if not asserted and not findings:
        findings.append(_unclear(0, max(1, len(text))))
    now = ", ".join(f"{seat} {score}" for seat, score in (scores or {}).items())
    what = f"`score {now}`, as it is now," if now else "`score` with seats and numbers"
    hint = f"write {what} or `state` with eight hexadecimal digits"
    return asserted, [
        finding if finding.hint or finding.candidates else msgspec.structs.replace(finding, hint=hint)
        for finding in findings
    ]


def _unclear(start: int, end: int) -> Finding:
    return Finding("check", "this assertion is not understood", start, end)


def _state(rest: str, at: int, asserted: list[Assertion], findings: list[Finding]) -> None:
    word = rest.strip()
    if re.fullmatch(r"[0-9a-fA-F]{8}", word):
        asserted.append(Assertion("state", None, 0, word.lower(), at, at + len(word)))
    else:
        findings.append(Finding("check", "a state is eight hexadecimal digits", at, at + max(1, len(word))))


def _numbers(
    word: str, rest: str, at: int, seats: tuple[Seat, ...], asserted: list[Assertion], findings: list[Finding]
) -> None:
    done = 0
    for found in re.finditer(_SCORE, rest):
        if rest[done : found.start()].strip():
            break
        done = found.end()
        seat = found[1].casefold()
        if seat not in seats:
            near = tuple(nearest(seat, seats))
            findings.append(
                Finding(
                    "seat",
                    f"there is no seat '{seat}' at this table",
                    at + found.start(1),
                    at + found.end(1),
                    near,
                )
            )
            continue
        number = int(found[2].replace(",", ""))
        asserted.append(Assertion(word, Seat(seat), number, "", at + found.start(1), at + found.end(2)))
    if rest[done:].strip() or not rest.strip():
        findings.append(_unclear(at + done, at + max(len(rest), done + 1)))
