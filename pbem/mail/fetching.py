"""Takes mail in from a Maildir, an mbox or an IMAP folder. POSIX only.

Every mail goes the same way as one that is delivered, so that fetching twice does nothing twice.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from pbem import store
from pbem.errors import PbemError
from pbem.mail import mailbox
from pbem.mail.delivery import Delivery
from pbem.mail.folder import Folder


class Fetched(msgspec.Struct, frozen=True):
    """How many mails were taken in, and one line about each that was not."""

    count: int
    failed: tuple[str, ...] = ()


def fetch(folder: Folder, source: str) -> Fetched:
    """Take in what is new in a source, and put each mail away once the desk has it.

    A mail whose end is missing stays, since its rest may still come. Raises PbemError where there is no
    such source.
    """
    remote = source.startswith(("imap://", "imaps://"))
    place = source if remote else str(Path(source).expanduser())
    box = mailbox.connect(place, _password() if remote else "")
    delivery = Delivery(folder)
    count, failed = 0, []
    try:
        for mail in box:
            if mail.cut:
                failed.append(f"{source}, mail {mail.key}: its end is missing; it stays where it is")
                continue
            try:
                count += delivery.take(mail.raw) != "done"
                box.done(mail)
            except (OSError, PbemError) as error:
                failed.append(f"{source}, mail {mail.key}: {error}")
    finally:
        box.close()
    return Fetched(count, tuple(failed))


def _password() -> str:
    """The first line of the file named in the environment. Raises PbemError if there is none."""
    file = os.environ.get("PBEM_IMAP_PASSWORD_FILE", "")
    if not file:
        raise PbemError("name the file with the IMAP password in $PBEM_IMAP_PASSWORD_FILE")
    lines = store.read_bytes(file).decode("utf-8").splitlines()
    return lines[0] if lines else ""
