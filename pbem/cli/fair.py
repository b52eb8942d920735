"""`view`, `reveal`, `verify`: what each seat may see, and proof that the deal was fair."""

from __future__ import annotations

from pathlib import Path

import click

from pbem import record, store
from pbem.cli import common, completion
from pbem.errors import PbemError
from pbem.replay import Referee


@click.command()
@click.argument("file", shell_complete=completion.files)
@click.option(
    "--seat", shell_complete=completion.seats, help="Whose copy; without it, the one for everybody."
)
def view_command(file: str, seat: str | None) -> None:
    """Print the copy of a record that a seat may read, with ? for what stays hidden.

    Example: pbem view samples/last-spike/whole-game.pbem --seat red
    """
    from pbem import redaction

    game_record, _ = common.open_record(file)
    referee = Referee(game_record, remarks=False, advise=False)
    common.output(redaction.copy(game_record, common.seated(referee, seat) if seat else None))


@click.command()
@click.argument("file", shell_complete=completion.files)
@click.option("--force", is_flag=True, help="Even if the game is not over.")
def reveal_command(file: str, force: bool) -> int:
    """Publish the seed of a finished game in its record, so that everybody can verify the deal.

    Example: pbem reveal friday-42.pbem
    """
    from pbem import fairness

    data, game_record = common.open_to_write(file)
    referee = Referee(game_record, remarks=False, advise=False).run()
    if referee.to_move() and not force:
        raise PbemError(
            "the game is not over; with its seed everybody could see all that is still to be drawn"
        )
    if game_record.get("Seed"):
        raise PbemError("the seed has been published already; `pbem verify` uses it")
    seed = fairness.private_seed(file)
    source, end = game_record.source, game_record.headers[-1].end
    if source.encode(source.text) != data:
        raise PbemError(f"{file} is not in canonical text; run `pbem fmt --write {file}` first")
    published = f"{source.text[:end]}\n{record.write_header('Seed', seed)}{source.text[end:]}"
    store.replace(Path(file), source.encode(published))
    common.output(f"the seed stands in {file} now; `pbem verify {file}` proves the deal")
    return 0


@click.command()
@click.argument("file", shell_complete=completion.files)
def verify_command(file: str) -> int:
    """Prove or refute commitment and every draw; name the first that differs.

    Example: pbem verify friday-42.pbem
    """
    from pbem import fairness

    game_record, _ = common.open_record(file)
    verdict = fairness.verify(game_record, file)
    common.output("\n".join(verdict.lines))
    return 0 if verdict.fair else 1
