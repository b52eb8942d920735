"""Deadlines: how long a turn may take, counted with weekends, absences, pauses and time zones.

Days are days of the calendar in the zone of the seat to move: a deadline has the same time of day as its
start. A time that a clock change skips is taken an hour later, of a time that comes twice the later one.
"""

from __future__ import annotations

import datetime as dt
import re
from zoneinfo import ZoneInfo

import msgspec

from pbem.errors import PbemError
from pbem.record import VIA, Record

UTC = dt.UTC
_PACE = re.compile(r"(\d{1,4})\s*(minutes?|min|hours?|h|days?|d|weeks?|w)(\s+weekdays)?", re.IGNORECASE)
_AWAY = re.compile(r"away\s+([^\W\d_]+)\s+(\d{4}-\d{2}-\d{2})\s+(\d{4}-\d{2}-\d{2})")
_VIA_TIME = re.compile(rf"{VIA}\S+ at (\d{{4}}-\d{{2}}-\d{{2}}T\d{{2}}:\d{{2}}(?::\d{{2}})?)Z")
_MOST_DAYS = 3660


class Pace(msgspec.Struct, frozen=True):
    """How long a turn may take: whole days, or hours and minutes; `weekdays` leaves weekends out."""

    days: int = 0
    minutes: int = 0
    weekdays: bool = False


class Absence(msgspec.Struct, frozen=True):
    """A seat is away from one date to another, both included."""

    seat: str
    first: dt.date
    last: dt.date


class Schedule(msgspec.Struct, frozen=True):
    """All that a record says about time. Moments are in UTC; `paused` is when the game was stopped.

    `start` is when the turn that is on began, None where the record does not say.
    """

    pace: Pace | None
    grace: dt.timedelta
    start: dt.datetime | None
    absences: tuple[Absence, ...] = ()
    pauses: tuple[tuple[dt.datetime, dt.datetime], ...] = ()
    paused: dt.datetime | None = None


def pace(text: str) -> Pace:
    """Read `7d`, `5d weekdays`, `36h`. Raises PbemError."""
    found = _PACE.fullmatch(text.strip())
    if found is None:
        raise PbemError(f"the pace {text!r} is not understood; write `7d`, `5d weekdays` or `36h`")
    count, unit, weekdays = int(found[1]), found[2][0].lower(), bool(found[3])
    if count == 0:
        raise PbemError("a pace of nothing leaves no time to move")
    if unit in "dw":
        return Pace(days=count * (7 if unit == "w" else 1), weekdays=weekdays)
    return Pace(minutes=count * (60 if unit == "h" else 1), weekdays=weekdays)


def grace(text: str) -> dt.timedelta:
    """Read `12h` or `1d`; nothing is no grace. Raises PbemError."""
    if not text.strip():
        return dt.timedelta()
    read = pace(text)
    return dt.timedelta(days=read.days, minutes=read.minutes)


def zone(name: str) -> ZoneInfo:
    """The time zone with a name such as `Europe/Berlin`. Raises PbemError."""
    if re.fullmatch(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}", name):
        try:
            return ZoneInfo(name)
        except (KeyError, ValueError, OSError):
            pass
    raise PbemError(f"there is no time zone {name!r}; names look like `Europe/Berlin` or `UTC`")


def stamp(now: dt.datetime) -> str:
    """A moment as it stands behind `via`."""
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def schedule(record: Record) -> Schedule:
    """Read what a record says about time. Raises PbemError for a pace that cannot be read."""
    start = _begun(record)
    absences, pauses = [], []
    paused: dt.datetime | None = None
    latest = start
    for entry in record.entries:
        moment = _entry_time(entry.comments) or latest
        latest = moment
        words = entry.words if entry.who == "mod" else ""
        if away := _AWAY.match(words):
            absences.append(_absence(*away.groups()))
        elif words.startswith("pause"):
            paused = paused or _word_time(words) or moment
        elif words.startswith("resume"):
            until = _word_time(words) or moment
            if paused and until and until > paused:
                pauses.append((paused, until))
            paused = None
        elif entry.who != "check":
            start = moment
    written = record.get("Pace")
    return Schedule(
        pace(written) if written else None,
        grace(record.get("Grace")),
        start,
        tuple(found for found in absences if found),
        tuple(pauses),
        paused,
    )


def _begun(record: Record) -> dt.datetime | None:
    """When play began; where only the day is known, at its end."""
    if begun := _date(record.get("Begun").removesuffix("Z")):
        return begun
    day = _date(record.get("Date"))
    return day + dt.timedelta(days=1) if day else None


def _absence(seat: str, first: str, last: str) -> Absence | None:
    try:
        return Absence(seat.casefold(), dt.date.fromisoformat(first), dt.date.fromisoformat(last))
    except ValueError:
        return None


def _entry_time(comments: tuple[object, ...]) -> dt.datetime | None:
    for comment in comments:
        if found := _VIA_TIME.match(getattr(comment, "text", "")):
            return dt.datetime.fromisoformat(found[1]).replace(tzinfo=UTC)
    return None


def _word_time(words: str) -> dt.datetime | None:
    found = re.search(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2})?", words)
    return _date(found[0]) if found else None


def _date(text: str) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(text.strip()).replace(tzinfo=UTC)
    except ValueError:
        return None


def deadline(plan: Schedule, seat: str, where: dt.tzinfo) -> dt.datetime | None:
    """When the seat's turn that is on should end, in UTC; None without a pace or while paused."""
    if plan.pace is None or plan.start is None or plan.paused is not None:
        return None
    away = [absence for absence in plan.absences if absence.seat == seat]
    end = _counted(plan.start, plan.pace, away, where)
    for first, last in plan.pauses:
        if first < end and last > plan.start:
            end += last - max(first, plan.start)
    return _moved_off(end, plan.pace, away, where)


def _counted(start: dt.datetime, pace: Pace, away: list[Absence], where: dt.tzinfo) -> dt.datetime:
    """The pace after the start, on days that count."""
    if pace.minutes:
        return start + dt.timedelta(minutes=pace.minutes)
    local = start.astimezone(where)
    day, left = local.date(), pace.days
    for _ in range(_MOST_DAYS):
        if left == 0:
            break
        day += dt.timedelta(days=1)
        left -= _counts(day, pace, away)
    return at(day, local.time(), where)


def _moved_off(end: dt.datetime, pace: Pace, away: list[Absence], where: dt.tzinfo) -> dt.datetime:
    """The same time of day on the first day that counts."""
    local = end.astimezone(where)
    day = local.date()
    for _ in range(_MOST_DAYS):
        if _counts(day, pace, away):
            break
        day += dt.timedelta(days=1)
    return end if day == local.date() else at(day, local.time(), where)


def _counts(day: dt.date, pace: Pace, away: list[Absence]) -> bool:
    if pace.weekdays and day.weekday() >= 5:
        return False
    return not any(absence.first <= day <= absence.last for absence in away)


def at(day: dt.date, time: dt.time, where: dt.tzinfo) -> dt.datetime:
    """A time of day somewhere, in UTC: an hour later if it is skipped, the later one if it comes twice."""
    bare = dt.datetime.combine(day, time.replace(tzinfo=None))
    early = bare.replace(tzinfo=where, fold=0).astimezone(UTC)
    late = bare.replace(tzinfo=where, fold=1).astimezone(UTC)
    return max(early, late)


def told(moment: dt.datetime, where: dt.tzinfo) -> str:
    """A moment in UTC and in a zone: `Thu 2026-12-03 17:00 UTC (18:00 Europe/Berlin)`."""
    there, here = moment.astimezone(UTC), moment.astimezone(where)
    name = getattr(where, "key", "") or here.tzname() or ""
    if name == "UTC":
        return f"{there:%a %Y-%m-%d %H:%M} UTC"
    same_day = here.date() == there.date()
    return f"{there:%a %Y-%m-%d %H:%M} UTC ({here:{'%H:%M' if same_day else '%a %Y-%m-%d %H:%M'}} {name})"


def calendar(name: str, summary: str, moment: dt.datetime, now: dt.datetime, about: str = "") -> str:
    """An iCalendar file with one event, lines folded at 75 bytes and ended by CRLF."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//pbem//deadline//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{_ical(name)}@pbem",
        f"DTSTAMP:{now.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART:{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"SUMMARY:{_ical(summary)}",
        *([f"DESCRIPTION:{_ical(about)}"] if about else []),
        *("BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{_ical(summary)}", "TRIGGER:-P1D", "END:VALARM"),
        *("END:VEVENT", "END:VCALENDAR"),
    ]
    return "".join(_folded(line) + "\r\n" for line in lines)


def _ical(text: str) -> str:
    from pbem.report.escape import terminal

    shown = terminal(text).replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return shown.replace("\n", "\\n")


def _folded(line: str) -> str:
    """Break a line so that no piece has more than 75 bytes; later pieces begin with a space."""
    pieces, piece, size = [], "", 0
    for sign in line:
        width = len(sign.encode())
        if size + width > 74:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + sign, size + width
    return "\r\n".join([*pieces, piece])
