"""Reads the time that a person means: `next Tue 18:00`, `3 Dec`, `in 3 days`; two readings are refused."""

from __future__ import annotations

import datetime as dt
import re

import msgspec

from pbem import clock
from pbem.errors import PbemError

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_CLOCK = re.compile(
    r"(?:at\s+)?(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))?\s*(?P<half>am|pm|a\.m\.|p\.m\.)?"
    r"\s*(?P<zone>utc|gmt|z|[+-]\d{2}:?\d{2})?$",
    re.IGNORECASE,
)
END_OF_DAY = dt.time(23, 59)


class Reading(msgspec.Struct, frozen=True):
    """One moment, in UTC, and remarks on how it was read."""

    moment: dt.datetime
    remarks: tuple[str, ...] = ()


def read(text: str, where: dt.tzinfo, now: dt.datetime) -> Reading:
    """Read a moment in a time zone. Raises PbemError for what has no reading, or two."""
    words = " ".join(text.casefold().replace(",", " ").split())
    here = now.astimezone(where)
    if found := re.fullmatch(r"in (\d{1,4}) (minute|hour|day|week)s?", words):
        return Reading(_later(here, int(found[1]), found[2], where))
    day, rest, remarks = _day(words, here)
    time, offset, more = _time(rest.strip(), text)
    remarks = (*remarks, *more)
    if offset is not None:
        return Reading(dt.datetime.combine(day, time, offset).astimezone(clock.UTC), remarks)
    return _local(day, time, where, remarks)


def _later(here: dt.datetime, count: int, unit: str, where: dt.tzinfo) -> dt.datetime:
    if unit in ("minute", "hour"):
        return (here + dt.timedelta(**{f"{unit}s": count})).astimezone(clock.UTC)
    days = count * (7 if unit == "week" else 1)
    return clock.at(here.date() + dt.timedelta(days=days), here.time(), where)


def _local(day: dt.date, time: dt.time, where: dt.tzinfo, remarks: tuple[str, ...]) -> Reading:
    """A time of day in the zone: refused if it comes twice, an hour later if it is skipped."""
    bare = dt.datetime.combine(day, time)
    early, late = (bare.replace(tzinfo=where, fold=fold).astimezone(clock.UTC) for fold in (0, 1))
    if early < late:
        both = " or ".join(f"{one.astimezone(where):%H:%M %z}" for one in (early, late))
        raise PbemError(
            f"{bare:%Y-%m-%d %H:%M} comes twice when the clocks go back; write it with its offset: {both}"
        )
    if late < early:
        shown = early.astimezone(where)
        moved = f"{bare:%H:%M} is skipped that day when the clocks go forward; {shown:%H:%M} is taken"
        return Reading(early, (*remarks, moved))
    return Reading(early, remarks)


def _day(words: str, here: dt.datetime) -> tuple[dt.date, str, tuple[str, ...]]:
    """The day, the words after it, and remarks."""
    today = here.date()
    for word, days in (("today", 0), ("tonight", 0), ("tomorrow", 1)):
        if words.startswith(word):
            return today + dt.timedelta(days=days), words[len(word) :], ()
    if found := re.match(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:t|\b)", words):
        return _date(int(found[1]), int(found[2]), int(found[3]), words), words[found.end() :], ()
    if found := re.match(r"(\d{1,2})([./])(\d{1,2})(?:\2(\d{4}))?\.?(?=\s|$)", words):
        return _numbers(found, today), words[found.end() :], ()
    if found := re.match(r"(?:(next|this|on)\s+)?([a-z]{2,9})\.?(?=\s|$)", words):
        weekday = _among(found[2], DAYS)
        if weekday is not None:
            return _weekday(found[1] or "", weekday, today), words[found.end() :], ()
    return _named(words, today)


def _weekday(before: str, weekday: int, today: dt.date) -> dt.date:
    """The day of the week to come; `next` has two readings while that day is still ahead this week."""
    ahead = (weekday - today.weekday() - 1) % 7 + 1
    first = today + dt.timedelta(days=ahead)
    if before == "next" and weekday > today.weekday():
        second = first + dt.timedelta(days=7)
        name = DAYS[weekday].capitalize()
        raise PbemError(f"`next {name}` may be {first} or {second}; write the date")
    return first


def _numbers(found: re.Match[str], today: dt.date) -> dt.date:
    """Two numbers: refused if either may be the month. With dots the day stands first."""
    first, second = int(found[1]), int(found[3])
    year = int(found[4]) if found[4] else None
    if found[2] == "/" and first != second and first <= 12 and second <= 12:
        one, other = (_near(year, *pair, today, found[0]) for pair in ((first, second), (second, first)))
        raise PbemError(f"`{found[0]}` may be {one} or {other}; write the date as {one}")
    month, day = (first, second) if found[2] == "/" and second > 12 else (second, first)
    return _near(year, month, day, today, found[0])


def _named(words: str, today: dt.date) -> tuple[dt.date, str, tuple[str, ...]]:
    """`3 Dec`, `Dec 3rd`, `3 December 2026`."""
    ending = r"(?:st|nd|rd|th)?\.?"
    for pattern in (
        rf"(?P<day>\d{{1,2}}){ending}\s+(?:of\s+)?(?P<month>[a-z]{{3,9}})\.?(?:\s+(?P<year>\d{{4}}))?(?=\s|$)",
        rf"(?P<month>[a-z]{{3,9}})\.?\s+(?P<day>\d{{1,2}}){ending}(?:\s+(?P<year>\d{{4}}))?(?=\s|$)",
    ):
        found = re.match(pattern, words)
        month = _among(found["month"], MONTHS) if found else None
        if found and month is not None:
            year = int(found["year"]) if found["year"] else None
            return _near(year, month + 1, int(found["day"]), today, found[0]), words[found.end() :], ()
    if not words or _CLOCK.fullmatch(words):
        raise PbemError("name the day too, as in `2026-12-03 18:00` or `Thu 18:00`")
    raise PbemError(f"`{words}` is not understood; write `2026-12-03 18:00`, `Thu 18:00` or `in 3 days`")


def _near(year: int | None, month: int, day: int, today: dt.date, words: str) -> dt.date:
    """A date without a year is the next one of its kind."""
    if year is not None:
        return _date(year, month, day, words)
    this = _date(today.year, month, day, words)
    return this if this >= today else _date(today.year + 1, month, day, words)


def _date(year: int, month: int, day: int, words: str) -> dt.date:
    try:
        return dt.date(year, month, day)
    except ValueError:
        raise PbemError(f"there is no such day as `{words}`") from None


def _among(word: str, names: tuple[str, ...]) -> int | None:
    """The place of the one name that begins like this, with at least two letters."""
    fitting = [at for at, name in enumerate(names) if name.startswith(word)]
    return fitting[0] if len(fitting) == 1 and len(word) >= 2 else None


def _time(words: str, text: str) -> tuple[dt.time, dt.tzinfo | None, tuple[str, ...]]:
    """The time of day, its offset if one is written, and remarks."""
    if not words:
        return END_OF_DAY, None, ("no time is written; the end of the day is taken",)
    if words in ("noon", "at noon"):
        return dt.time(12), None, ()
    if words in ("midnight", "at midnight"):
        raise PbemError("`midnight` may begin the day or end it; write 00:00 or 23:59")
    found = _CLOCK.fullmatch(words)
    if found is None:
        raise PbemError(f"the time in `{text.strip()}` is not understood; write 18:00 or 6pm")
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    half = (found["half"] or "").replace(".", "")
    if not half and not found["minute"]:
        raise PbemError(
            f"is `{words}` {hour % 24:02}:00 or a date? write {hour % 24:02}:00, or am or pm behind it"
        )
    if (half and not 1 <= hour <= 12) or hour > 23 or minute > 59:
        raise PbemError(f"there is no time of day `{words}`")
    remarks: tuple[str, ...] = ()
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    elif 1 <= hour <= 11:
        remarks = (f"{hour}:{minute:02} is read on the 24-hour clock, in the morning",)
    return dt.time(hour, minute), _offset(found["zone"] or ""), remarks


def _offset(text: str) -> dt.tzinfo | None:
    if not text:
        return None
    if text[0] not in "+-":
        return clock.UTC
    digits = text[1:].replace(":", "")
    size = dt.timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    if size > dt.timedelta(hours=14):
        raise PbemError(f"there is no offset {text}")
    return dt.timezone(size if text[0] == "+" else -size)
