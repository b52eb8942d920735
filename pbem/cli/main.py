"""The `pbem` command. Sub-commands are imported when they are called, so that help stays quick."""

from __future__ import annotations

import gc
import importlib
import os
import sys

import click

from pbem.near import nearest_known

COMMANDS: dict[str, tuple[str, str]] = {
    "games": ("info", "List the games, or say what one game offers."),
    "notation": ("info", "Explain how to write a turn, or print the grammar."),
    "board": ("info", "Draw a game's map."),
    "new": ("new", "Set up and deal a game."),
    "deal": ("new", "Deal a game that was opened with a commitment."),
    "show": ("play", "Show the position as tables and a map."),
    "replay": ("play", "Tell what happened, entry by entry, then the position."),
    "check": ("check", "Find everything that is wrong with records."),
    "move": ("move", "Judge the next entry and append it if it stands."),
    "legal": ("move", "List legal turns, ready to paste."),
    "fmt": ("check", "Write records in canonical text."),
    "diff": ("diff", "Name the first difference of two records."),
    "view": ("fair", "Print the copy of a record that a seat may read."),
    "undo": ("move", "Append an entry that takes play back."),
    "reveal": ("fair", "Publish the seed of a finished game."),
    "verify": ("fair", "Prove or refute that a game was dealt fairly."),
    "deadline": ("deadline", "Say when the next turn is due, and write a calendar file."),
    "desk": ("desk", "Run a folder that plays games by mail."),
    "mail": ("mail", "Take mail in, send it, draft orders, remind players."),
    "simulate": ("trial", "Play whole random games, legal throughout."),
    "perft": ("trial", "Count positions, for testing engines."),
    "conform": ("trial", "Run the shared tests on one game."),
}


class Commands(click.Group):
    """Finds a sub-command by name, and guesses at a misspelt one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"pbem.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            near = nearest_known(name, list(COMMANDS), 2, 0.5)
            guess = f" Did you mean {' or '.join(near)}?" if near else " `pbem --help` lists the commands."
            raise click.UsageError(f"There is no command {name!r}.{guess}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in COMMANDS.items()])


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pbem", message="pbem %(version)s")
def cli() -> None:
    """A referee for board games played by e-mail and on forums.

    Records are plain text: `pbem new` writes one, `pbem move` adds a turn, `pbem replay` tells the
    story. `pbem games` says what can be played, `pbem notation KEY` how to write a turn.
    """


def run() -> None:
    """Run the command line. Exit status: 0 fine, 1 findings, 2 usage."""
    gc.set_threshold(50_000, 20, 20)  # little of what a command makes is a cycle; looking takes time
    try:
        sys.exit(cli(standalone_mode=False) or 0)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except click.Abort:
        _talk("stopped")
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        _talk("stopped")
        sys.exit(130)
    except OSError as error:
        _talk(f"{error.filename or 'the file system'}: {error.strerror or error}")
        sys.exit(2)
    except Exception as error:
        from pbem.errors import PbemError  # here, since help needs none of it

        if isinstance(error, PbemError):
            _talk(str(error))
            sys.exit(2)
        if os.environ.get("PBEM_DEBUG"):
            raise
        kind = type(error).__name__
        _talk(f"internal error ({kind}). Please report it with the record; PBEM_DEBUG=1 shows the details.")
        sys.exit(2)


def _talk(message: str) -> None:
    from pbem.report.escape import terminal

    print(f"pbem: {terminal(message)}", file=sys.stderr)
