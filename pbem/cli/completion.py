"""What the shell completes: keys of games, files, seats at the table, words of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def keys(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Keys of games that begin so."""
    from click.shell_completion import CompletionItem

    from pbem import registry

    return [CompletionItem(key) for key in registry.known() if key.startswith(incomplete)]


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Leave it to the shell to complete files."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def seats(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Seats that begin so: of the record named before, else of the game named before."""
    from click.shell_completion import CompletionItem

    referee = _referee(ctx)
    found = referee.seats if referee else _seats_of(_named(ctx, "key"))
    return [CompletionItem(seat) for seat in found if seat.startswith(incomplete.casefold())]


def words(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Keywords, places and codes of the record's game that begin so."""
    from click.shell_completion import CompletionItem

    referee = _referee(ctx)
    if referee is None or referee.judge is None:
        return []
    known = referee.judge.vocabulary
    every = [*known.keywords, *known.names, *sorted(known.codes)]
    return [CompletionItem(word) for word in every if word.casefold().startswith(incomplete.casefold())]


def _referee(ctx: click.Context) -> Any:
    """The record named before, set up; None if there is none that can be."""
    from pbem.cli import common
    from pbem.errors import PbemError
    from pbem.replay import Referee

    file = _named(ctx, "file")
    try:
        return Referee(common.open_record(file)[0], remarks=False, advise=False) if file else None
    except (PbemError, OSError):
        return None


def _named(ctx: click.Context, argument: str) -> str | None:
    """An argument given before; while an option still waits for its value click leaves it in `args`."""
    waiting = [word for word in ctx.args if not word.startswith("-")]
    given: str | None = ctx.params.get(argument)
    return given or (waiting[0] if waiting else None)


def _seats_of(key: str | None) -> tuple[str, ...]:
    from pbem import registry

    return registry.find(key).seats if key in registry.known() and key else ()
