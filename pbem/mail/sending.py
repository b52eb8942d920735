"""Sends what is in the outbox, through a command or over SMTP; what fails stays there. POSIX only."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import msgspec

from pbem import store
from pbem.errors import PbemError
from pbem.mail.folder import Folder


class Sent(msgspec.Struct, frozen=True):
    """What became of the outbox: how many left, and one line about each that did not."""

    count: int
    failed: tuple[str, ...] = ()


Carrier = Callable[[str, bytes], None]
"""Takes an address and a mail, lines ended by \\n; raises OSError or PbemError."""


def flush(folder: Folder) -> Sent:
    """Send every mail that waits, the oldest first, one run at a time.

    Each is put aside as soon as it has left; one that left in the instant before a crash is sent again
    under the same Message-ID. Raises Busy if another run is sending.
    """
    count, failed = 0, []
    with ExitStack() as stack:
        lock = folder.path / "outbox" / ".sending"
        if not lock.exists():
            store.put(lock.with_suffix(".new"), lock, b"", 0o600, fresh=True)
        stack.enter_context(store.hold(lock, 0))
        carrier: Carrier | None = None
        for name in folder.outbox.waiting():
            try:
                carrier = carrier or _carrier(folder, stack)
                data = store.calls.read(folder.outbox.new(name))
                carrier(recipient(data), data)
                folder.outbox.finish(name)
                count += 1
            except (OSError, PbemError) as error:
                failed.append(f"{name}: {error}")
                if not isinstance(error, _Refused):
                    carrier = None
                if len(failed) >= 5 and not count:
                    break
    return Sent(count, tuple(failed))


class _Refused(PbemError):
    """This one mail was refused; others may go."""


def recipient(data: bytes) -> str:
    """The address in a mail's To header, which the desk wrote itself."""
    for line in data.partition(b"\n\n")[0].split(b"\n"):
        if line.startswith(b"To: "):
            return line[4:].decode("ascii")
    raise PbemError("the mail names no recipient")


def _carrier(folder: Folder, stack: ExitStack) -> Carrier:
    send = folder.settings.send
    if send.command:
        return lambda address, data: _through(send.command, address, data, send.timeout)
    if send.host:
        return _smtp(folder, stack)
    raise PbemError("desk.toml says neither a command nor a host to send mail with")


def _through(command: tuple[str, ...], address: str, data: bytes, timeout: int) -> None:
    """Run a command, without a shell, with the address as its last word and the mail on its input."""
    try:
        ran = subprocess.run(
            [*command, "--", address], input=data, timeout=timeout, capture_output=True, check=False
        )
    except subprocess.TimeoutExpired:
        raise _Refused(f"{command[0]} did not end within {timeout} seconds") from None
    if ran.returncode:
        said = ran.stderr.decode("utf-8", "replace").strip().splitlines()
        raise _Refused(f"{command[0]} ended with status {ran.returncode}{': ' + said[-1] if said else ''}")


def _smtp(folder: Folder, stack: ExitStack) -> Carrier:
    """Open a connection that stays open for the whole run. Raises PbemError where that fails."""
    import smtplib
    import ssl

    send = folder.settings.send
    try:
        if send.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                send.host, send.port, timeout=send.timeout, context=ssl.create_default_context()
            )
        else:
            server = smtplib.SMTP(send.host, send.port, timeout=send.timeout)
        stack.callback(server.close)
        if send.security == "starttls":
            server.starttls(context=ssl.create_default_context())
        if send.user:
            server.login(send.user, _password(folder.path, send.password_file))
    except smtplib.SMTPException as error:
        raise PbemError(f"{send.host}: {error}") from None

    def carry(address: str, data: bytes) -> None:
        try:
            server.sendmail(folder.settings.address, [address], data.replace(b"\n", b"\r\n"))
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, smtplib.SMTPSenderRefused) as error:
            raise _Refused(f"{send.host} refused it: {error}") from None
        except smtplib.SMTPException as error:
            raise PbemError(f"{send.host}: {error}") from None

    return carry


def _password(folder: Path, file: str) -> str:
    """The first line of the file that desk.toml names. Raises PbemError if it is not there."""
    if not file:
        raise PbemError("desk.toml names a user but no password_file")
    lines = store.read_bytes(str(folder / file)).decode("utf-8").splitlines()
    return lines[0] if lines else ""
