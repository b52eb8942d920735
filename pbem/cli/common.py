"""What several commands share: reading records, choosing who looks, printing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from pbem import record, registry, store
from pbem.cli import completion
from pbem.errors import PbemError, Problem
from pbem.game import EVERYTHING, Seat
from pbem.near import nearest_known
from pbem.registry import AnyGame
from pbem.replay import Referee

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


def output(text: str) -> None:
    """Write data to standard output, once, whatever signs the terminal has."""
    if text and not text.endswith("\n"):
        text += "\n"
    stream = sys.stdout
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "replace").decode(encoding))
    stream.flush()


def talk(text: str) -> None:
    """Say something to the person, on standard error."""
    print(text, file=sys.stderr)


def open_record(file: str) -> tuple[record.Record, tuple[Problem, ...]]:
    """The one game of a file, and the repairs made to its text. Raises PbemError for an archive."""
    return _one_game(file, store.read_bytes(file))


def open_to_write(file: str) -> tuple[bytes, record.Record]:
    """The bytes of a file and the one game in them, read once. Raises PbemError for an archive."""
    data = store.read_bytes(file)
    return data, _one_game(file, data)[0]


def _one_game(file: str, data: bytes) -> tuple[record.Record, tuple[Problem, ...]]:
    records, repairs = record.read_file(file, data)
    if len(records) != 1:
        raise PbemError(
            f"{file} holds {len(records)} games; this command takes one (`pbem check` takes archives)"
        )
    return records[0], repairs


def game(key: str) -> AnyGame:
    """The game with a key. Raises a usage error with the nearest one."""
    try:
        return registry.find(key)
    except PbemError as error:
        raise click.BadParameter(str(error)) from None


def viewer_options(function: FunctionT) -> FunctionT:
    """Add `--public`, `--seat S` and `--all`, which say for whose eyes the output is."""
    for option in (
        click.option("--all", "everything", is_flag=True, help="Show all that is hidden, for the moderator."),
        click.option("--seat", shell_complete=completion.seats, help="Show what this seat may see."),
        click.option("--public", is_flag=True, help="Show what everybody may see (the default)."),
    ):
        function = option(function)
    return function


def viewer(referee: Referee, seat: str | None, everything: bool, public: bool = False) -> Seat | None:
    """Whose eyes the output is for. Raises a usage error for a seat that is not at the table."""
    if sum((bool(seat), everything, public)) > 1:
        raise click.UsageError("--public, --seat and --all exclude one another")
    if everything:
        return EVERYTHING
    return None if seat is None else seated(referee, seat)


def seated(referee: Referee, seat: str) -> Seat:
    """A seat at the table by its name. Raises a usage error with the nearest one."""
    name = Seat(seat.casefold())
    if name not in referee.seats:
        near = nearest_known(name, referee.seats, 1, 0.5)
        guess = f" Did you mean {near[0]}?" if near else ""
        raise click.UsageError(
            f"There is no seat {seat!r} at this table ({', '.join(referee.seats)}).{guess}"
        )
    return name


def show_problems(problems: list[Problem], source: Any, style: str = "text") -> str:
    """Findings as text, in the order of the file."""
    from pbem.report import problems as report

    ordered = sorted(problems, key=lambda problem: (problem.span.line, problem.span.column))
    if style == "line":
        return "\n".join(report.line(problem) for problem in ordered)
    return "\n\n".join(report.text(problem, source.line(problem.span)) for problem in ordered)
