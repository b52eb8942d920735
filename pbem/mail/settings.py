"""The desk's own file, desk.toml: addresses, how to send, who may speak for a seat, limits."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from pbem import clock
from pbem.errors import PbemError

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?")
"""What an address must look like before a mail goes to it: nothing in it can end or start a header."""

Rule = Literal["signed", "token", "from"]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the desk knows of a person, in whatever game they play."""

    address: str
    aliases: tuple[str, ...] = ()
    zone: str = ""
    key: str = ""


class Sending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How mail leaves: a command that takes it on standard input, or a host that speaks SMTP."""

    command: tuple[str, ...] = ()
    host: str = ""
    port: int = 25
    security: Literal["none", "starttls", "tls"] = "none"
    user: str = ""
    password_file: str = ""
    timeout: int = 60


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bounds: answers to one sender in one game, seconds to wait for a lock, tries for a mail."""

    replies_per_hour: int = 10
    lock_seconds: int = 20
    tries: int = 5


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of desk.toml."""

    address: str
    moderator: str
    name: str = "The desk"
    identity: Rule = "token"
    zone: str = "UTC"
    fetch: str = ""
    send: Sending = Sending()
    limits: Limits = Limits()
    player: tuple[Player, ...] = ()

    @property
    def domain(self) -> str:
        """What stands behind the @ of our own Message-IDs."""
        return self.address.rpartition("@")[2].lower()

    def person(self, address: str) -> Player:
        """What is known of an address, or of one it is an alias of."""
        folded = address.casefold()
        for player in self.player:
            if folded in (player.address.casefold(), *map(str.casefold, player.aliases)):
                return player
        return Player(address)


def load(data: bytes, file: str) -> Settings:
    """Read desk.toml. Raises PbemError naming the value at fault."""
    try:
        read = msgspec.toml.decode(data, type=Settings)
    except msgspec.DecodeError as error:
        raise PbemError(f"{file}: {error}") from None
    for address in (read.address, read.moderator, *(player.address for player in read.player)):
        if not ADDRESS.fullmatch(address):
            raise PbemError(f"{file}: {address!r} is no address")
    clock.zone(read.zone)
    for player in read.player:
        if player.zone:
            clock.zone(player.zone)
    return read


TEMPLATE = """# The desk: a folder that plays games by mail. Everything in it is plain files.
# `pbem desk status` shows how things stand; docs/mail.md explains all this.

address = "{address}"        # mail to this address is read; our own mail comes from it
moderator = "{moderator}"    # hears of what the desk cannot settle, and may act for any seat
name = "{name}"              # stands before the address in our mails

# Who may speak for a seat. Each rung takes what the ones above it take:
#   signed  orders signed with the player's own key (pip install 'pbem[sign]')
#   token   a reply to the desk's last mail to that seat: it carries a token, good for one turn
#   from    the From address alone, which anybody can forge
identity = "token"

zone = "UTC"                 # of players for whom no other one is named below
fetch = ""                   # a Maildir, an mbox or imaps://user@host/INBOX, for `pbem mail fetch`

[send]
command = ["/usr/sbin/sendmail", "-i", "-f", "{address}"]    # run without a shell
# or over SMTP:
# host = "smtp.example.org"
# port = 587
# security = "starttls"      # none, starttls or tls
# user = "desk"
# password_file = "smtp.password"    # first line; keep it mode 600

[limits]
replies_per_hour = 10        # answers to one sender in one game
lock_seconds = 20            # then the mail is tried again later (exit status 75)
tries = 5                    # then the mail goes to quarantine/ and the moderator is told

# [[player]]
# address = "ann@example.org"
# aliases = ["ann@work.example.com"]
# zone = "Europe/Berlin"
# key = "ssh-ed25519 AAAA..."
"""
