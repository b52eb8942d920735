"""`mail`: what comes in, what goes out, what a player writes, and reminders."""

from __future__ import annotations

import sys

import click

from pbem.cli import common, completion
from pbem.cli.desk import DESK

TRY_AGAIN = 75
"""The status that tells a mail system to keep the mail and deliver it again later."""


@click.group()
def mail_command() -> None:
    """Take mail in, send it, draft orders, remind players.

    Example: pbem mail send --desk games-by-mail
    """


@mail_command.command(
    "deliver",
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
    add_help_option=False,
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def deliver(words: tuple[str, ...]) -> None:
    """Take one raw mail on standard input: `pbem mail deliver --desk DIR`.

    For procmail, fdm, maildrop, Postfix, a Sieve pipe or mutt. Prints nothing whatever happens, and ends
    with status 0 (done, or put aside for good) or 75 (try again later).
    """
    sys.exit(_delivered(words))


def _delivered(words: tuple[str, ...]) -> int:
    """The status. Nothing is printed, since a mail system would send it to the sender."""
    import contextlib
    import io

    quiet = io.StringIO()
    try:
        with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
            raw = sys.stdin.buffer.read()
            from pbem.mail.delivery import Delivery
            from pbem.mail.folder import find

            Delivery(find(_desk_in(words))).take(raw)
    except BaseException:
        return TRY_AGAIN
    return 0


def _desk_in(words: tuple[str, ...]) -> str | None:
    """The folder after `--desk`, else the first word that is no option."""
    for at, word in enumerate(words):
        if word == "--desk":
            return words[at + 1] if at + 1 < len(words) else None
        if word.startswith("--desk="):
            return word.removeprefix("--desk=")
    return next((word for word in words if not word.startswith("-")), None)


@mail_command.command("send")
@DESK
def send(desk: str | None) -> int:
    """Send what waits in the outbox; what fails stays there.

    Example: pbem mail send --desk games-by-mail
    """
    from pbem import store
    from pbem.mail import sending
    from pbem.mail.folder import find
    from pbem.report.escape import terminal

    try:
        sent = sending.flush(find(desk))
    except store.Busy:
        common.talk("another run is sending")
        return TRY_AGAIN
    for line in sent.failed:
        common.talk(terminal(line))
    if sent.count:
        common.output(f"sent: {sent.count}")
    return TRY_AGAIN if sent.failed else 0


@mail_command.command("fetch")
@click.argument("source", required=False)
@DESK
def fetch(source: str | None, desk: str | None) -> int:
    """Take in the mails of a Maildir, an mbox or an IMAP folder (imaps://user@host/INBOX).

    Without SOURCE, from where desk.toml says.

    A mail taken in is marked as seen in a Maildir, and moved to the folder pbem-done over IMAP (extra
    `imap`); an mbox is not changed, and what was taken from it is not taken again. The IMAP password is the
    first line of the file named in $PBEM_IMAP_PASSWORD_FILE.

    Example: pbem mail fetch ~/Maildir --desk games-by-mail
    """
    from pbem.mail import fetching
    from pbem.mail.folder import find
    from pbem.report.escape import terminal

    place = find(desk)
    wanted = source or place.settings.fetch
    if not wanted:
        raise click.UsageError("Name a SOURCE, or write it into desk.toml as `fetch`.")
    fetched = fetching.fetch(place, wanted)
    for line in fetched.failed:
        common.talk(terminal(line))
    if fetched.count:
        common.output(f"taken in: {fetched.count}")
    return TRY_AGAIN if fetched.failed else 0


@mail_command.command("draft")
@click.argument("file", shell_complete=completion.files)
@click.argument("orders", nargs=-1, shell_complete=completion.words)
@click.option("--seat", required=True, shell_complete=completion.seats, help="Your seat.")
def draft(file: str, orders: tuple[str, ...], seat: str) -> int:
    """Say what the desk would answer to your orders, or to a whole mail on standard input; nothing is sent.

    Works offline, with your own copy of the record (`pbem view` made it). What is drawn shows as `?`.
    What you write between braces goes to everybody.

    Example: pbem mail draft friday-42.pbem --seat red "lay A3; buy Omaha"
    """
    from pbem.mail import drafting

    raw = sys.stdin.buffer.read() if orders in ((), ("-",)) else " ".join(orders).encode()
    game_record, _ = common.open_record(file)
    verdict, text = drafting.draft(game_record, seat.casefold(), raw)
    common.output(text)
    return 0 if verdict == "taken" else 1


@mail_command.command("remind")
@DESK
def remind(desk: str | None) -> int:
    """Write the reminders that are due; for cron. `pbem mail send` sends them.

    Example: pbem mail remind --desk games-by-mail
    """
    from pbem.mail import reminding
    from pbem.mail.folder import find
    from pbem.report.escape import terminal

    common.output("\n".join(map(terminal, reminding.remind(find(desk)))))
    return 0
