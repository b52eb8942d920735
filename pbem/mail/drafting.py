"""What the desk would answer, worked out at home from a seat's own copy of the record."""

from __future__ import annotations

import datetime as dt
import hashlib
import re

import msgspec

from pbem import chance, desk, frame
from pbem.errors import PbemError
from pbem.game import Seat
from pbem.mail import reply, submission, typed
from pbem.mail.letters import House, addresses
from pbem.mail.settings import Settings
from pbem.mail.submission import Submission
from pbem.mail.wording import Lexicon
from pbem.ongoing import Ongoing
from pbem.record import Record
from pbem.table import sit_down

_HEADERS = re.compile(rb"(?:From |[A-Za-z][A-Za-z0-9-]*:).*\r?\n(?:.+\r?\n)*\r?\n")


def draft(record: Record, seat: str, raw: bytes) -> tuple[str, str]:
    """The verdict and the text of the answer to orders, or to a whole mail. Raises PbemError."""
    setup = sit_down(record).setup
    if setup is None or seat not in setup.seats:
        seats = ", ".join(setup.seats) if setup else "none"
        raise PbemError(f"there is no seat {seat!r} at this table ({seats})")
    address = addresses(record, setup.seats)[seat] or "you@example.org"
    mail = msgspec.structs.replace(_read(raw, record), sender=address, automatic="", speaks_for="", token="")
    house = House(Settings("desk@example.org", "moderator@example.org", identity="from"), b"draft")
    copy = _with_address(record, seat, address)
    answer = desk.answer(mail, copy, chance.identity, house, dt.datetime.now(dt.UTC))
    if answer.verdict == "taken":
        return "taken", _would_stand(copy, Seat(seat), mail.orders)
    mine = next(one for one in answer.replies if one.answer)
    return answer.verdict, reply.text(mine)


def _would_stand(record: Record, seat: Seat, written: str) -> str:
    """What to say of orders that the desk would take: nothing of what would be drawn."""
    ongoing = Ongoing(record, chance.identity)
    ongoing.by_rule()
    read = typed.read(written, ongoing.referee.seats)
    judged = ongoing.entry(seat, read.text)
    move = ongoing.referee.game.resolve(ongoing.referee.state, seat, judged.order)
    written = ongoing.referee.game.write(ongoing.referee.state, seat, move)
    lines = [f"The desk would take this as entry {ongoing.number + 1}:", "", f"  {seat}: {written}"]
    if read.remarks:
        lines += ["", "What you wrote between braces goes to everybody."]
    return "\n".join(lines) + "\n"


def _read(raw: bytes, record: Record) -> Submission:
    """A mail, or orders alone, framed or not."""
    if _HEADERS.match(raw):
        place = sit_down(record)
        known = [place.game.vocabulary(place.setup)] if place.game and place.setup else []
        return submission.read(raw, names=[record.name], lexicon=Lexicon.of_vocabularies(known))
    text = raw.decode("utf-8", "replace")
    framed = frame.find(text)
    return Submission(
        digest=hashlib.sha256(raw).hexdigest(),
        orders=framed.orders if framed else text,
        framed=framed is not None,
        base=framed.base if framed else "",
    )


def _with_address(record: Record, seat: str, address: str) -> Record:
    """The record with an address for the seat, so that the desk knows who speaks."""
    head = tuple(
        msgspec.structs.replace(item, value=address) if getattr(item, "key", "").casefold() == seat else item
        for item in record.head
    )
    return msgspec.structs.replace(record, head=head)
