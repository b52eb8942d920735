"""Deadlines: what counts, in whose zone, and when a written time is refused."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from pbem import clock, when
from pbem.errors import PbemError

BERLIN = clock.zone("Europe/Berlin")
START = dt.datetime(2026, 11, 27, 20, 30, tzinfo=dt.UTC)  # a Friday


def plan(pace: str, **more: Any) -> clock.Schedule:
    return clock.Schedule(clock.pace(pace), dt.timedelta(), more.pop("start", START), **more)


def end(pace: str, seat: str = "red", where: dt.tzinfo = dt.UTC, **more: Any) -> str:
    found = clock.deadline(plan(pace, **more), seat, where)
    return f"{found:%a %Y-%m-%d %H:%M}" if found else ""


@pytest.mark.parametrize(
    ("pace", "due"),
    [
        ("7d", "Fri 2026-12-04 20:30"),
        ("1w", "Fri 2026-12-04 20:30"),
        ("36h", "Sun 2026-11-29 08:30"),
        ("90 minutes", "Fri 2026-11-27 22:00"),
        ("5d weekdays", "Fri 2026-12-04 20:30"),
        ("1d weekdays", "Mon 2026-11-30 20:30"),
        ("36h weekdays", "Mon 2026-11-30 08:30"),
    ],
)
def test_a_pace(pace: str, due: str) -> None:
    assert end(pace) == due


@pytest.mark.parametrize("pace", ["", "7", "d", "0d", "-1d", "7d weekends", "soon", "7dd"])
def test_a_pace_that_is_none(pace: str) -> None:
    with pytest.raises(PbemError, match="pace"):
        clock.pace(pace)


def test_days_away_do_not_count_for_that_seat() -> None:
    away = (clock.Absence("red", dt.date(2026, 11, 30), dt.date(2026, 12, 6)),)
    assert end("3d", absences=away) == "Mon 2026-12-07 20:30"
    assert end("3d", seat="blue", absences=away) == "Mon 2026-11-30 20:30"
    assert end("48h", absences=away) == "Sun 2026-11-29 20:30"
    assert end("72h", absences=away) == "Mon 2026-12-07 20:30"


def test_a_pause_moves_the_deadline_by_its_length() -> None:
    pause = (START + dt.timedelta(days=1), START + dt.timedelta(days=4))
    assert end("7d", pauses=(pause,)) == "Mon 2026-12-07 20:30"
    assert end("7d", paused=START) == ""
    before = (START - dt.timedelta(days=4), START + dt.timedelta(days=1))
    assert end("7d", pauses=(before,)) == "Sat 2026-12-05 20:30"
    after = (START + dt.timedelta(days=9), START + dt.timedelta(days=10))
    assert end("7d", pauses=(after,)) == "Fri 2026-12-04 20:30"


def test_a_day_is_a_day_of_the_calendar_across_a_change_of_the_clocks() -> None:
    saturday = dt.datetime(2027, 3, 27, 11, 0, tzinfo=dt.UTC)
    assert end("1d", where=BERLIN, start=saturday) == "Sun 2027-03-28 10:00"
    assert end("24h", where=BERLIN, start=saturday) == "Sun 2027-03-28 11:00"


def test_a_skipped_hour_is_taken_an_hour_later() -> None:
    start = dt.datetime(2027, 3, 27, 1, 30, tzinfo=dt.UTC)  # 02:30 in Berlin; 02:30 is skipped the next day
    assert clock.told(clock.deadline(plan("1d", start=start), "red", BERLIN) or start, BERLIN) == (
        "Sun 2027-03-28 01:30 UTC (03:30 Europe/Berlin)"
    )


def test_of_a_repeated_hour_the_later_one_is_taken() -> None:
    start = dt.datetime(2026, 10, 24, 0, 30, tzinfo=dt.UTC)  # 02:30 in Berlin; it comes twice the next day
    assert end("1d", where=BERLIN, start=start) == "Sun 2026-10-25 01:30"


def test_a_record_says_all_about_its_time(place: Any) -> None:
    place.take(place.mail("blue", "lay Y4"))
    place.now += dt.timedelta(days=1)
    place.take(place.mail("mod", "pause {the mod is ill}"))
    assert clock.schedule(place.folder.read("friday-42")).paused == place.now
    place.now += dt.timedelta(days=2)
    place.take(place.mail("mod", "resume {well again}"))
    place.take(place.mail("mod", "away red 2026-12-04 2026-12-05 {asked}"))
    read = clock.schedule(place.folder.read("friday-42"))
    assert read.start == dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
    assert read.absences == (clock.Absence("red", dt.date(2026, 12, 4), dt.date(2026, 12, 5)),)
    assert read.pauses == ((dt.datetime(2026, 12, 1, 12, tzinfo=dt.UTC), dt.datetime(2026, 12, 3, 12, tzinfo=dt.UTC)),)
    due = clock.deadline(read, "red", dt.UTC)
    assert due == dt.datetime(2026, 12, 11, 12, tzinfo=dt.UTC)


def test_a_record_with_only_a_date_counts_from_the_end_of_that_day() -> None:
    from pbem import record
    from pbem.source import Source

    text = '[Game "last-spike"]\n[Date "2026-11-29"]\n[Pace "1d"]\n'
    (read,) = record.read(Source.plain("x", text))
    assert clock.deadline(clock.schedule(read), "red", dt.UTC) == dt.datetime(2026, 12, 1, tzinfo=dt.UTC)


def test_zones_are_names_and_no_paths() -> None:
    for name in ("../../etc/passwd", "/etc/localtime", "Mars/Olympus", "", "Europe/Berlin\n", "A" * 300):
        with pytest.raises(PbemError, match="no time zone"):
            clock.zone(name)


def test_a_calendar_file_is_folded_and_escaped() -> None:
    about = "a;b,c\\d\ne " + "ü" * 60
    text = clock.calendar("friday-42", "friday-42: red to move\r\nATTENDEE:x", START, START, about)
    lines = text.split("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert max(len(line.encode()) for line in lines) <= 75
    whole = text.replace("\r\n ", "")
    assert "DESCRIPTION:a\\;b\\,c\\\\d\\ne üü" in whole
    assert "DTSTART:20261127T203000Z" in lines
    assert not any(line.startswith("ATTENDEE") for line in lines)


# --- times that people write

NOW = dt.datetime(2026, 11, 29, 12, tzinfo=dt.UTC)  # a Sunday, 13:00 in Berlin


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2026-12-03 18:00", "Thu 2026-12-03 17:00 UTC (18:00 Europe/Berlin)"),
        ("2026-12-03T18:00", "Thu 2026-12-03 17:00 UTC (18:00 Europe/Berlin)"),
        ("2026-12-03 18:00 UTC", "Thu 2026-12-03 18:00 UTC (19:00 Europe/Berlin)"),
        ("2026-12-03 18:00 -0500", "Thu 2026-12-03 23:00 UTC (Fri 2026-12-04 00:00 Europe/Berlin)"),
        ("next Tue", "Tue 2026-12-01 22:59 UTC (23:59 Europe/Berlin)"),
        ("Tue 6pm", "Tue 2026-12-01 17:00 UTC (18:00 Europe/Berlin)"),
        ("tuesday at 12am", "Mon 2026-11-30 23:00 UTC (Tue 2026-12-01 00:00 Europe/Berlin)"),
        ("Sunday noon", "Sun 2026-12-06 11:00 UTC (12:00 Europe/Berlin)"),
        ("3 Dec 18:00", "Thu 2026-12-03 17:00 UTC (18:00 Europe/Berlin)"),
        ("Dec 3rd, 6:15 p.m.", "Thu 2026-12-03 17:15 UTC (18:15 Europe/Berlin)"),
        ("1 Mar 18:00", "Mon 2027-03-01 17:00 UTC (18:00 Europe/Berlin)"),
        ("31/12 18:00", "Thu 2026-12-31 17:00 UTC (18:00 Europe/Berlin)"),
        ("12/31 18:00", "Thu 2026-12-31 17:00 UTC (18:00 Europe/Berlin)"),
        ("3.12. 18:00", "Thu 2026-12-03 17:00 UTC (18:00 Europe/Berlin)"),
        ("in 3 days", "Wed 2026-12-02 12:00 UTC (13:00 Europe/Berlin)"),
        ("in 90 minutes", "Sun 2026-11-29 13:30 UTC (14:30 Europe/Berlin)"),
        ("tomorrow 9:00", "Mon 2026-11-30 08:00 UTC (09:00 Europe/Berlin)"),
        ("2027-03-28 02:30", "Sun 2027-03-28 01:30 UTC (03:30 Europe/Berlin)"),
        ("2026-10-25 02:30 +02:00", "Sun 2026-10-25 00:30 UTC (02:30 Europe/Berlin)"),
    ],
)
def test_a_time_with_one_reading(text: str, told: str) -> None:
    assert clock.told(when.read(text, BERLIN, NOW).moment, BERLIN) == told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3/12 18:00", "may be 2027-03-12 or 2026-12-03"),
        ("2026-10-25 02:30", r"comes twice when the clocks go back.*02:30 \+0200 or 02:30 \+0100"),
        ("Tue 6", "write 06:00, or am or pm"),
        ("Tue midnight", "may begin the day or end it"),
        ("T 18:00", "not understood"),
        ("18:00", "name the day too"),
        ("", "name the day too"),
        ("Tue 25:00", "no time of day"),
        ("Tue 13pm", "no time of day"),
        ("31 Feb 18:00", "no such day"),
        ("2026-13-01", "no such day"),
        ("next year", "not understood"),
        ("Tue 18:00 CEST", "not understood"),
    ],
)
def test_a_time_with_no_reading_or_two_is_refused(text: str, said: str) -> None:
    with pytest.raises(PbemError, match=said):
        when.read(text, BERLIN, NOW)


def test_next_tuesday_has_two_readings_while_tuesday_is_ahead_this_week() -> None:
    monday = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
    with pytest.raises(PbemError, match="may be 2026-12-01 or 2026-12-08"):
        when.read("next Tue 18:00", BERLIN, monday)
    assert when.read("Tue 18:00", BERLIN, monday).moment.day == 1
    wednesday = monday + dt.timedelta(days=2)
    assert when.read("next Tue 18:00", BERLIN, wednesday).moment.day == 8


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("Tue 6:30", "6:30 is read on the 24-hour clock, in the morning"),
        ("Tue", "no time is written; the end of the day is taken"),
        ("2027-03-28 02:30 ", "02:30 is skipped that day when the clocks go forward; 03:30 is taken"),
    ],
)
def test_an_interpretation_is_said(text: str, remark: str) -> None:
    assert remark in when.read(text, BERLIN, NOW).remarks


def test_the_command(place: Any, pbem: Any, tmp_path: Any) -> None:
    ran = pbem("deadline", place.file, "--zone", "Europe/Berlin", "--ics", tmp_path / "due.ics")
    assert ran.out == "blue: Sun 2026-12-06 20:00 UTC (21:00 Europe/Berlin)\n"
    assert "SUMMARY:friday-42: blue to move\r\n" in (tmp_path / "due.ics").read_bytes().decode()
    assert pbem("deadline", place.file, "3/12").status == 2
    assert pbem("deadline", place.file, "2026-12-03 18:00").out == "Thu 2026-12-03 18:00 UTC\n"
    assert pbem("deadline", place.file, "--pace", "2d", "--since", "2026-12-01 08:00").out == (
        "blue: Thu 2026-12-03 08:00 UTC\n"
    )


def test_reminders_come_once_each_and_nothing_is_played(place: Any) -> None:
    from pbem.mail.reminding import remind

    day = dt.timedelta(days=1)
    due = dt.datetime(2026, 12, 6, 20, tzinfo=dt.UTC)
    assert remind(place.folder, due - 2 * day) == []
    assert remind(place.folder, due - day) == ["friday-42: blue reminded"]
    assert remind(place.folder, due - day / 2) == []
    assert remind(place.folder, due + day / 4) == ["friday-42: blue is late, and reminded"]
    assert remind(place.folder, due + day) == ["friday-42: blue is late, and the moderator told"]
    assert remind(place.folder, due + 2 * day) == []
    assert [len(place.names(who)) for who in ("blue", "red", "mod")] == [3, 1, 2]
    assert "`skip blue`" in place.letter(place.last("mod")).text
    assert len(place.entries()) == 1
    assert place.take(place.mail("mod", "skip blue {late}")) == "taken"


def test_a_missed_turn_is_skipped_where_the_record_says_so(place: Any) -> None:
    from pbem.mail.reminding import remind

    place.file.write_text(place.file.read_text().replace("[Pace", '[Missed "skip"]\n[Pace'))
    due = dt.datetime(2026, 12, 7, 8, 1, tzinfo=dt.UTC)
    assert remind(place.folder, due) == ["friday-42: blue was late and has been skipped"]
    assert place.entries()[-1].endswith("{deadline missed} skip blue")
    assert place.mover() == "red"
    assert remind(place.folder, due) == []
    assert "It is your turn" in place.letter(place.last("red")).text
