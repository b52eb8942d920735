"""What a seat gets to read about a game: built from the record alone, for that seat's eyes."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import msgspec

from pbem import clock, redaction
from pbem.game import DEAL, Seat
from pbem.mail import identity
from pbem.mail.reply import Kind, Reply
from pbem.mail.settings import Settings
from pbem.record import VIA, Record
from pbem.replay import Referee, Turn
from pbem.report import build
from pbem.report.document import Report

MODERATOR_SHOWN = "moderator"
_VIA = re.compile(rf"\{{{VIA}[^}}]*\}} ?")


class House(msgspec.Struct, frozen=True):
    """The desk's settings and the secret that its tokens are made with."""

    settings: Settings
    secret: bytes


class Letters:
    """One position of a game, and the letters about it."""

    def __init__(self, record: Record, house: House) -> None:
        self.record = record
        self.house = house
        self.referee = Referee(record, remarks=False, advise=False)
        self.turns: list[Turn] = list(self.referee.play())
        self.addresses = addresses(record, self.referee.seats)

    @property
    def due(self) -> int:
        """The number of the next entry."""
        return max(0, self.referee.number) + 1

    def table(self) -> identity.Table:
        """What identity has to know."""
        spent: dict[str, int] = {}
        for turn in self.turns:
            for who in (turn.who, turn.seat):
                if who:
                    spent[who] = turn.number
        return identity.Table(self.record.name, self.addresses, spent, self.due)

    def token(self, who: str) -> str:
        return identity.token(self.house.secret, self.record.name, who, self.due)

    def reply(self, kind: Kind, who: str, cause: str, subject: str, *verdict: str, **more: Any) -> Reply:
        """A letter to a seat or to the moderator, at the address that the desk has for it."""
        settings = self.house.settings
        return Reply(
            kind=kind,
            who=who,
            address=settings.moderator if who == identity.MODERATOR else self.addresses.get(who, ""),
            game=self.record.name,
            cause=cause,
            number=self.due,
            token=self.token(who),
            subject=subject,
            verdict=verdict,
            **more,
        )

    def whole(self, who: str, before: int | None = None, base: int | None = None) -> dict[str, Any]:
        """Story, position, turn and template for one reader, as parts of a reply.

        The story tells what came after the reader's last entry before number `before`, or from number
        `base` on.
        """
        viewer = None if who == identity.MODERATOR else Seat(who)
        since = self.last_turn(who, before) if base is None else base - 1
        title = "What happened since your last turn" if since >= 0 else "What happened so far"
        return {
            "story": build.history(self.referee, self.turns, viewer, since),
            "story_title": title if base is None else f"What happened from #{base} on",
            "report": self.position(viewer),
            **self.ahead(who),
        }

    def ahead(self, who: str) -> dict[str, Any]:
        """Whose turn it is and the template, as parts of a reply."""
        return {"turn": self.whose_turn(who), "template": self.template(who)}

    def last_turn(self, who: str, before: int | None = None) -> int:
        """The number of the reader's last entry (before a number, if given); -1 if there is none."""
        numbers = [
            turn.number
            for turn in self.turns
            if who in (turn.seat, turn.who) and (before is None or turn.number < before)
        ]
        return max(numbers, default=-1)

    def position(self, viewer: Seat | None) -> Report:
        report = build.position(self.referee, viewer, offer=viewer is not None)
        return msgspec.structs.replace(report, template="")

    @property
    def first(self) -> int:
        """The number of the record's first entry."""
        return 0 if self.record.entries and self.record.entries[0].who == DEAL else 1

    def line(self, number: int, viewer: Seat | None) -> str:
        """The entry with a number, as the viewer may read it."""
        return _VIA.sub("", redaction.entries(self.record, viewer)[number - self.first])

    def zone(self, who: str) -> dt.tzinfo:
        """The zone of a reader: theirs if it is known, else the desk's."""
        settings = self.house.settings
        written = self.record.get(f"Zone.{who}")
        address = settings.moderator if who == identity.MODERATOR else self.addresses.get(who, "")
        return clock.zone(settings.person(address).zone or written or settings.zone)

    def deadline(self, seat: str) -> dt.datetime | None:
        """When a seat's turn should end, if the game has a pace and the seat is to move."""
        if Seat(seat) not in self.referee.to_move():
            return None
        return clock.deadline(clock.schedule(self.record), seat, self.zone(seat))

    def whose_turn(self, who: str) -> tuple[str, ...]:
        """One sentence for each seat that is to move, the reader's own first."""
        moving = sorted(self.referee.to_move(), key=lambda seat: (seat != who, seat))
        known = build.names(self.record, self.referee.seats)
        lines = []
        for seat in moving:
            until = self.deadline(seat)
            end = f", until {clock.told(until, self.zone(who))}" if until else ""
            if seat == DEAL:
                lines.append("The dealer is to play; the moderator deals.")
            elif seat == who:
                lines.append(f"It is your turn{end}.")
            else:
                name = f"{seat} ({known[seat]})" if known.get(seat) else seat
                lines.append(
                    f"It is {name}'s turn{end}." if not known.get(seat) else f"{name} is to play{end}."
                )
        if moving and clock.schedule(self.record).paused:
            lines.append("The game is paused; no deadline runs.")
        return tuple(lines)

    def template(self, who: str) -> str:
        """What to fill in; "" for a reader who is not to move."""
        if Seat(who) not in self.referee.to_move():
            return ""
        asked = self.house.settings.identity == "token"
        token = f"token {self.token(who)}\n" if asked else ""
        head = "Reply with your orders in place of the dots:"
        return f"{head}\n\nbegin {self.record.name} #{self.due}\n{token}...\nend"


def addresses(record: Record, seats: tuple[Seat, ...]) -> dict[str, str]:
    """Seats to addresses, from the record's headers; "" where a header holds none."""
    found = {}
    for seat in seats:
        value = record.get(seat).strip()
        inner = value.rpartition("<")[2].partition(">")[0].strip() if value.endswith(">") else value
        found[str(seat)] = inner if "@" in inner else ""
    return found


def notices(letters: Letters, cause: str, number: int, did: str, skip: set[str]) -> list[Reply]:
    """What every other seat hears about entry `number`, each for its own eyes.

    `did` says who did what, as in `red has moved`.
    """
    found = []
    name = letters.record.name
    for seat in letters.referee.seats:
        if seat in skip:
            continue
        yours = seat in letters.referee.to_move()
        over = not letters.referee.to_move()
        what = "the game is over" if over else "your turn" if yours else did
        at = f"#{letters.due} {seat}" if yours else f"#{number} {seat}"
        found.append(
            letters.reply(
                "notice",
                seat,
                cause,
                f"[{name}] {at}: {what}",
                f"Entry {number} of {name}: {did}.",
                orders=(letters.line(number, seat),),
                **letters.whole(seat, number),
            )
        )
    return found


def opening(letters: Letters, cause: str) -> list[Reply]:
    """The first letter to every seat, and to the moderator."""
    name, title = letters.record.name, letters.referee.game.title
    found = []
    for seat in letters.referee.seats:
        yours = seat in letters.referee.to_move()
        words = (
            f"A game of {title} has begun: {name}. You play {seat}.",
            f"Answer this mail with your orders. `pbem notation {letters.referee.game.key}` says how they are"
            " written; what you put between braces goes to everybody.",
        )
        subject = f"[{name}] #{letters.due} {seat}: {'your turn' if yours else 'the game begins'}"
        found.append(letters.reply("opening", seat, cause, subject, *words, **letters.whole(seat)))
    told = f"{name}, a game of {title}, has begun. A reply to this mail may act for a seat."
    subject = f"[{name}] #{letters.due} moderator: the game begins"
    found.append(letters.reply("opening", "mod", cause, subject, told, **letters.whole("mod")))
    return found
