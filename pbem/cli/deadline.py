"""`deadline`: when the next turn is due."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import click

from pbem.cli import common, completion
from pbem.errors import PbemError


@click.command()
@click.argument("file", shell_complete=completion.files)
@click.argument("when", nargs=-1)
@click.option(
    "--zone", "zone_name", default="UTC", show_default=True, help="Your zone, such as Europe/Berlin."
)
@click.option(
    "--pace", "pace_text", default="", help="Take this pace instead of the record's: 7d, 5d weekdays."
)
@click.option("--since", default="", help="When the turn began, if the record does not say.")
@click.option("--ics", help="Write an iCalendar file (- for standard output).")
def deadline_command(
    file: str, when: tuple[str, ...], zone_name: str, pace_text: str, since: str, ics: str | None
) -> int:
    """Say when the turn that is on is due, in UTC and in your zone.

    With WHEN (`next Tue 18:00`, `3 Dec 6pm`): how that deadline reads. Two readings are refused.

    Example: pbem deadline friday-42.pbem --pace 7d --since "2026-11-29 20:00" --zone Europe/Berlin
    """
    import msgspec

    from pbem import clock
    from pbem import when as whens

    now = dt.datetime.now(dt.UTC)
    where = clock.zone(zone_name)
    record, _ = common.open_record(file)
    if when:
        reading = whens.read(" ".join(when), where, now)
        ends = {"": reading.moment}
        for remark in reading.remarks:
            common.talk(remark)
    else:
        plan = clock.schedule(record)
        if pace_text:
            plan = msgspec.structs.replace(plan, pace=clock.pace(pace_text))
        if since:
            plan = msgspec.structs.replace(plan, start=whens.read(since, where, now).moment)
        ends = _ends(file, record, plan, where)
    lines = [f"{seat + ': ' if seat else ''}{clock.told(end, where)}" for seat, end in ends.items()]
    if ics != "-":
        common.output("\n".join(lines))
    if ics:
        _write(ics, record.name, ends, now)
    return 0


def _ends(file: str, record: object, plan: object, where: dt.tzinfo) -> dict[str, dt.datetime]:
    """The deadline of each seat that is to move. Raises PbemError where there is none."""
    from pbem import clock
    from pbem.record import Record
    from pbem.replay import Referee

    assert isinstance(record, Record) and isinstance(plan, clock.Schedule)
    referee = Referee(record, remarks=False, advise=False).run()
    if plan.paused:
        raise PbemError("the game is paused; no deadline runs")
    if plan.pace is None:
        raise PbemError(f'{file} has no pace: add [Pace "7d"], or say --pace 7d')
    if plan.start is None:
        raise PbemError("the record does not say when this turn began; say --since")
    if not referee.to_move():
        raise PbemError("nobody is to move")
    found = {seat: clock.deadline(plan, seat, where) for seat in sorted(referee.to_move())}
    return {seat: end for seat, end in found.items() if end is not None}


def _write(ics: str, name: str, ends: dict[str, dt.datetime], now: dt.datetime) -> None:
    from pbem import clock, store

    end = min(ends.values())
    whose = " and ".join(seat for seat in ends if seat)
    summary = f"{name}: {whose} to move" if whose else f"{name}: deadline"
    text = clock.calendar(f"{name}-{end:%Y%m%d%H%M}", summary, end, now)
    if ics == "-":
        common.output(text)
    else:
        store.replace(Path(ics), text.encode())
