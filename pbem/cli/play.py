"""`show` and `replay`: a game so far, as a person reads it."""

from __future__ import annotations

import click
import msgspec

from pbem.cli import common, completion
from pbem.errors import PbemError
from pbem.replay import Referee, Turn
from pbem.report.formats import FORMATS as STYLES
from pbem.report.formats import Format

FORMATS = click.Choice(STYLES)


@click.command()
@click.argument("file", shell_complete=completion.files)
@click.option("--after", type=int, help="The position after this entry.")
@common.viewer_options
@click.option("--format", "style", type=FORMATS, default="text", help="How to write it.")
@click.option("--ascii", is_flag=True, help="Use nothing but ASCII.")
def show_command(
    file: str, after: int | None, public: bool, seat: str | None, everything: bool, style: Format, ascii: bool
) -> int:
    """Show the position as tables and a map.

    With --all --format json: the full position, which `pbem new --from` takes up again.

    Example: pbem show samples/last-spike/whole-game.pbem --after 10
    """
    from pbem.report import build
    from pbem.report.formats import render

    referee, _ = _played(file, after)
    eyes = common.viewer(referee, seat, everything, public)
    if everything and style == "json":
        common.output(_full_state(referee))
        return _status(referee)
    report = build.position(referee, eyes, offer=seat is not None)
    common.output(render(report, style, ascii=ascii))
    return _status(referee)


@click.command()
@click.argument("file", shell_complete=completion.files)
@click.option("--since", type=int, default=-1, help="Tell only what came after this entry.")
@common.viewer_options
@click.option("--format", "style", type=FORMATS, default="text", help="How to write it.")
@click.option("--ascii", is_flag=True, help="Use nothing but ASCII.")
def replay_command(
    file: str, since: int, public: bool, seat: str | None, everything: bool, style: Format, ascii: bool
) -> int:
    """Tell what happened, entry by entry, then the position.

    Example: pbem replay samples/last-spike/whole-game.pbem --since 20
    """
    from pbem.report import build
    from pbem.report.formats import render

    referee, turns = _played(file, None)
    eyes = common.viewer(referee, seat, everything, public)
    report = build.position(referee, eyes, offer=seat is not None)
    report = msgspec.structs.replace(
        report,
        story=build.history(referee, turns, eyes, since),
        story_title="What happened" if since < 0 else f"What happened since entry {since}",
    )
    common.output(render(report, style, ascii=ascii))
    return _status(referee)


def _played(file: str, after: int | None) -> tuple[Referee, list[Turn]]:
    """Play a file's game, up to an entry if asked. Raises PbemError where there is no position."""
    record, _ = common.open_record(file)
    referee = Referee(record, remarks=False, advise=False)
    turns = []
    for turn in referee.play():
        if after is not None and turn.number > after:
            raise PbemError(f"there is no entry {after} with a position of its own in {file}")
        turns.append(turn)
        if after == turn.number:
            break
    if referee.state is None or (after is not None and referee.number != after):
        _complain(referee)
        if referee.state is None:
            raise PbemError(f"{file} has no position to show: `pbem check {file}` says why")
        raise PbemError(f"{file} ends at entry {referee.number}; there is no entry {after}")
    return referee, turns


def _complain(referee: Referee) -> None:
    errors = [problem for problem in referee.problems if problem.severity == "error"]
    if errors:
        common.talk(common.show_problems(errors[:3], referee.record.source))


def _status(referee: Referee) -> int:
    """Status 1 if the record has faults, which are told on standard error."""
    _complain(referee)
    return int(any(problem.severity == "error" for problem in referee.problems))


def _full_state(referee: Referee) -> str:
    import json

    from pbem import table

    assert referee.setup is not None
    board = referee.record.get("Board") or referee.game.board_for(len(referee.seats))
    whole = {"version": 1, "game": referee.game.key, **table.dump(referee.state, board)}
    return json.dumps(whole, indent=1, ensure_ascii=False)
