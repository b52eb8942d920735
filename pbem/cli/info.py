"""`games`, `notation`, `board`: what there is, before any record."""

from __future__ import annotations

import click

from pbem.cli import common, completion
from pbem.registry import AnyGame

_COLUMNS = 78
_SAYS_AT = 42
"""Column where the words beside an example begin."""


@click.command()
@click.argument("key", required=False, shell_complete=completion.keys)
def games_command(key: str | None) -> None:
    """List the games, or say what one game offers.

    Example: pbem games last-spike
    """
    common.output(_all_games() if key is None else _one_game(common.game(key)))


def _all_games() -> str:
    from pbem import registry

    games = [registry.find(key) for key in registry.known()]
    width = max((len(game.key) for game in games), default=0)
    lines = [f"{game.key:<{width}}  {game.title}, {_counts(game)} seats" for game in games]
    return "\n".join(
        [*lines, "", "`pbem games KEY` says more; `pbem notation KEY` shows how to write a turn."]
    )


def _counts(game: AnyGame) -> str:
    low, high = min(game.counts), max(game.counts)
    return str(low) if low == high else f"{low}-{high}"


def _one_game(game: AnyGame) -> str:
    lines = [
        f"{game.title} ({game.key})",
        "",
        f"seats     {', '.join(game.seats)}; {_counts(game)} of them play",
        f"boards    {', '.join(game.boards)}",
        f"editions  {', '.join(game.editions)}",
        "options",
        *(f"  {name}: {words}" for name, words in game.options.items()),
        *([] if game.options else ["  none"]),
        "ends",
        *(f"  {name}: {words}" for name, words in game.end_reasons.items()),
    ]
    return "\n".join(_wrapped(line) for line in lines)


def _wrapped(line: str) -> str:
    import textwrap

    indent = len(line) - len(line.lstrip()) + 2
    return "\n".join(textwrap.wrap(line, 78, subsequent_indent=" " * indent)) if len(line) > 78 else line


@click.command()
@click.argument("key", shell_complete=completion.keys)
@click.option("--grammar", is_flag=True, help="Print the Lark grammar instead.")
def notation_command(key: str, grammar: bool) -> None:
    """Explain on one page how to write a turn of a game.

    Example: pbem notation last-spike
    """
    game = common.game(key)
    if grammar:
        from pbem import notation

        common.output(notation.grammar_text(game.key))
        return
    lines = [f"{game.title}: how to write a turn", "", game.notation.strip("\n"), "", "Examples"]
    for example in game.examples:
        lines += _example(example.text, example.says)
    common.output("\n".join(lines))


def _example(text: str, says: str) -> list[str]:
    """An example with what it says beside it, or below it where there is no room."""
    import textwrap

    told = textwrap.wrap(says, _COLUMNS - _SAYS_AT)
    if len(text) <= _SAYS_AT - 4:
        return [f"  {text:<{_SAYS_AT - 2}}{told[0]}", *(" " * _SAYS_AT + line for line in told[1:])]
    shown = textwrap.wrap(
        text, _COLUMNS, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False
    )
    return [*shown, *(" " * _SAYS_AT + line for line in told)]


@click.command()
@click.argument("key", shell_complete=completion.keys)
@click.option("--board", "name", help="Another board than the game's first.")
@click.option("--format", "style", type=click.Choice(["text"]), default="text", help="How to draw it.")
@click.option("--ascii", is_flag=True, help="Use nothing but ASCII.")
def board_command(key: str, name: str | None, style: str, ascii: bool) -> None:
    """Draw a game's map, and say how much of the board is known from where.

    Example: pbem board last-spike
    """
    from collections import Counter

    from pbem import boards
    from pbem.report.document import Report
    from pbem.report.formats import render

    game = common.game(key)
    board_name = name or game.boards[0]
    board = game.load_board(board_name, boards.text(game.key, board_name))
    counted = Counter(boards.marks(boards.text(game.key, board_name)))
    known = ", ".join(f"{count} {source}" for source, count in sorted(counted.items()))
    note = f"Where the {sum(counted.values())} values of this board come from: {known}." if known else ""
    headline = (game.title, f"board {board_name}")
    common.output(
        render(
            Report(headline=headline, drawing=game.draw(board, None), notes=(note,) if note else ()),
            "text",
            ascii=ascii,
        )
    )
