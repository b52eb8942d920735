"""`desk`: a folder that plays games by mail."""

from __future__ import annotations

import datetime as dt
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import common, completion
from pbem.errors import PbemError

if TYPE_CHECKING:
    from pbem.mail.folder import Folder

DESK = click.option("--desk", "desk", help="The desk's folder; else $PBEM_DESK, else here.")


@click.group()
def desk_command() -> None:
    """Run a desk: a folder that plays games by mail. docs/mail.md explains it.

    Example: pbem desk init games-by-mail --address desk@example.org --moderator mo@example.org
    """


@desk_command.command("init")
@click.argument("folder")
@click.option("--address", default="desk@example.org", show_default=True, help="Where mail to the desk goes.")
@click.option(
    "--moderator", default="moderator@example.org", show_default=True, help="The moderator's address."
)
@click.option("--name", default="The desk", show_default=True, help="Stands before the address in our mails.")
def init(folder: str, address: str, moderator: str, name: str) -> None:
    """Make the folder, with a desk.toml full of comments.

    Example: pbem desk init games-by-mail --address desk@example.org --moderator mo@example.org
    """
    from pbem.mail.folder import init as make

    made = make(Path(folder), address, moderator, name)
    common.output(
        f"{made.path / 'desk.toml'}: look through it, then `pbem desk new GAME --desk {folder} ...`"
    )


@desk_command.command("new")
@click.argument("key", shell_complete=completion.keys)
@click.option(
    "--seat", "seats", multiple=True, metavar='SEAT="Name <address>"', help="A seat and who sits there."
)
@click.option("--option", "options", multiple=True, help="An option of the game; may be repeated.")
@click.option("--board", default="", help="Another board than the game's first.")
@click.option("--name", required=True, help="The game's name: a-z, 0-9 and hyphens, at most 32.")
@click.option(
    "--nonce", "nonces", multiple=True, metavar='SEAT="words"', help="A player's own words for the shuffle."
)
@click.option("--pace", default="", help="Time for a turn: 7d, 5d weekdays, 36h.")
@click.option("--grace", default="", help="Time after the deadline before the moderator is told: 12h.")
@click.option("--seed", help="Deal from this seed instead of a fresh one; for tests.")
@DESK
def new(
    key: str,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    board: str,
    name: str,
    nonces: tuple[str, ...],
    pace: str,
    grace: str,
    seed: str | None,
    desk: str | None,
) -> None:
    """Set up and deal a game at the desk, and put the opening mails into the outbox.

    Example: pbem desk new last-spike --name friday-42 --seat red="Ann <ann@example.org>" --seat blue=Bob
    """
    from pbem import clock, record
    from pbem.cli.new import dealt
    from pbem.mail import folder as folders
    from pbem.mail.delivery import note
    from pbem.mail.letters import Letters, opening
    from pbem.mail.posting import post

    place = folders.find(desk)
    place.file(name)
    for text, read in ((pace, clock.pace), (grace, clock.grace)):
        if text:
            read(text)
    text, fresh = dealt(key, name, seats, options, board, nonces, seed)
    now = dt.datetime.now(dt.UTC)
    added = (("Begun", clock.stamp(now)), ("Pace", pace), ("Grace", grace))
    extra = [record.write_header(key, value) for key, value in added if value]
    text = text.replace("\n[Result ", "\n" + "".join(f"{line}\n" for line in extra) + "[Result ", 1)
    place.add(name, text, fresh)
    letters = Letters(place.read(name), place.house)
    count = post(place, opening(letters, hashlib.sha256(f"opening {name}".encode()).hexdigest()), now)
    note(place, name, letters)
    common.output(f"{place.file(name)}: dealt; {count} mails wait in {place.path / 'outbox'}")
    for seat, address in letters.addresses.items():
        if not address:
            common.talk(
                f"{seat} has no address; give that player `pbem view {place.file(name)} --seat {seat}`"
            )


@desk_command.command("list")
@DESK
def list_games(desk: str | None) -> None:
    """List the games at the desk: how far, whose turn, until when.

    Example: pbem desk list --desk games-by-mail
    """
    from pbem.mail import folder as folders
    from pbem.report.escape import terminal

    place = folders.find(desk)
    lines = [terminal(_one_game(place, game)) for game in place.games()]
    common.output("\n".join(lines) if lines else "no games yet: `pbem desk new` deals one")


def _one_game(place: Folder, game: str) -> str:
    from pbem import clock
    from pbem.mail.letters import Letters

    try:
        letters = Letters(place.read(game), place.house)
    except PbemError as error:
        return f"{game}: {error}"
    if letters.referee.stopped_after is not None:
        return f"{game}: the record has faults; `pbem check {place.file(game)}`"
    moving = sorted(letters.referee.to_move())
    ends = [end for seat in moving if (end := letters.deadline(seat))]
    until = f", until {clock.told(min(ends), clock.zone(place.settings.zone))}" if ends else ""
    whose = f"{' and '.join(moving)} to play{until}" if moving else "over"
    return f"{game}: {letters.referee.game.title}, after {max(0, letters.referee.number)}, {whose}"


@desk_command.command("status")
@DESK
def status(desk: str | None) -> int:
    """Say what waits: mail to be read, to be sent, given up on; and who may speak for a seat.

    Status 1 if something needs the moderator.

    Example: pbem desk status --desk games-by-mail
    """
    from pbem.mail import folder as folders

    place = folders.find(desk)
    house = place.house
    waiting, out = len(place.inbox.waiting()), len(place.outbox.waiting())
    given_up = len(place.quarantine.waiting())
    send = place.settings.send
    way = " ".join(send.command) or (
        f"SMTP {send.host}:{send.port}" if send.host else "nothing; see desk.toml"
    )
    lines = [
        f"desk        {place.settings.address}, moderator {place.settings.moderator}",
        f"identity    {house.settings.identity}",
        f"games       {len(place.games())}",
        f"inbox       {waiting} to be read" + ("; `pbem desk repair` reads them" if waiting else ""),
        f"outbox      {out} to be sent through {way}" + ("; `pbem mail send` sends them" if out else ""),
        f"quarantine  {given_up} given up on"
        + (f"; look into {place.quarantine.path / 'new'}" if given_up else ""),
    ]
    common.output("\n".join(lines))
    return int(waiting > 0 or given_up > 0)


@desk_command.command("repair")
@DESK
def repair(desk: str | None) -> int:
    """Mend what a crash left: torn last lines, mails not carried out; make the index anew.

    Example: pbem desk repair --desk games-by-mail
    """
    from pbem.mail import folder as folders
    from pbem.mail.repair import repair as mend
    from pbem.report.escape import terminal

    lines = [terminal(line) for line in mend(folders.find(desk))]
    common.output("\n".join(lines))
    return int(any(line.startswith("!") for line in lines))
