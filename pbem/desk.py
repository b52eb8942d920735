"""The desk: a submission and a record give the lines to add and one reply a seat. Pure; touches no file."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import msgspec

from pbem import clock
from pbem.asides import VERBS
from pbem.game import DEAL, Seat, Shuffle
from pbem.mail import identity, typed
from pbem.mail.identity import MODERATOR, Identity
from pbem.mail.letters import MODERATOR_SHOWN, House, Letters
from pbem.mail.reply import Kind, Reply
from pbem.mail.submission import REFUSALS, Submission
from pbem.mail.telling import finding, left_out, taken, threaded
from pbem.ongoing import Ongoing, with_lines
from pbem.record import VIA, Comment, Record, write_entry
from pbem.replay import Referee
from pbem.report import escape

MARK = 16
"""So many digits of a mail's hash stand in the entry that came from it."""
_LONG = re.compile(r"\S{101,}")


class Answer(msgspec.Struct, frozen=True):
    """What a mail came to: lines to append to the record first, then replies to send.

    `verdict` is a stable word: taken, again, fix, stale, turn, over, nothing, question, identity, unread,
    automatic.
    """

    verdict: str
    lines: tuple[str, ...] = ()
    replies: tuple[Reply, ...] = ()


def via(digest: str, now: dt.datetime) -> str:
    """The comment, without braces, in an entry that came from a mail."""
    return f"{VIA}{digest[:MARK]} at {clock.stamp(now)}"


def taken_at(record: Record, digest: str) -> int | None:
    """The place in a record of the entry that came from a mail; None if there is none."""
    mark = f"{VIA}{digest[:MARK]}"
    for index in range(len(record.entries) - 1, -1, -1):
        for comment in record.entries[index].comments[:1]:
            if comment.at == 0 and (comment.text == mark or comment.text.startswith(mark + " ")):
                return index
    return None


def answer(
    mail: Submission, record: Record, shuffle: Shuffle | None, house: House, now: dt.datetime
) -> Answer:
    """Judge a mail for this game. Raises PbemError for a record with faults."""
    if mail.automatic:
        return Answer("automatic")
    index = taken_at(record, mail.digest)
    if index is not None:
        return _again(mail, record, index, shuffle, house)
    return _Mail(mail, record, shuffle, house, now).answer()


def _again(mail: Submission, record: Record, index: int, shuffle: Shuffle | None, house: House) -> Answer:
    """The replies to a mail that is in the record already, and lines that a crash kept from it."""
    then = msgspec.structs.replace(record, entries=record.entries[: index + 1])
    ongoing = Ongoing(then, shuffle)
    rest = ongoing.by_rule()
    after = len(record.entries) - index - 1
    missing = rest[after:] if after < len(rest) else []
    whole = with_lines(record, missing) if missing else record
    shown = msgspec.structs.replace(whole, entries=whole.entries[: index + 1 + len(rest)])
    entry = record.entries[index]
    found = re.match(r"\s*for\s+([^\W\d_]+)\s*:", entry.text) if entry.who == "mod" else None
    mover = found[1].casefold() if found else entry.who
    letters = Letters(shown, house)
    return Answer("again", tuple(missing), taken(mail, letters, letters.first + index, mover, entry.who))


class _Mail:
    """One mail that is not in the record yet."""

    def __init__(
        self, mail: Submission, record: Record, shuffle: Shuffle | None, house: House, now: dt.datetime
    ) -> None:
        self.mail = mail
        self.record = record
        self.house = house
        self.now = now
        self.ongoing = Ongoing(record, shuffle)
        self.before = tuple(self.ongoing.by_rule())
        self.letters = Letters(with_lines(record, list(self.before)) if self.before else record, house)
        self.orders = typed.read(mail.orders, self.ongoing.referee.seats)

    # --- the way through

    def answer(self) -> Answer:
        speaker = identity.identify(
            self.mail,
            self.letters.table(),
            self.house.settings,
            self.house.secret,
            typed=self.orders.tokens,
            labelled=self.orders.label or "",
            signed=self.orders.signed,
        )
        if speaker.refusal:
            return self._unknown(speaker)
        who = self._choose(speaker)
        if who is None:
            listed = " or ".join(speaker.seats)
            return self._say(
                "question",
                speaker.seats[0],
                f"You play {listed}: begin your orders with `for`, as in `for {speaker.seats[0]}: ...`.",
            )
        if refused := self._unread(who):
            return refused
        if not self.ongoing.fits(self.mail.base) and not self._still_fits(speaker.acts_for or who):
            return self._stale(who)
        if who == MODERATOR and not speaker.acts_for:
            return self._moderate()
        return self._judge(Seat(speaker.acts_for or who), who, speaker)

    def _choose(self, speaker: Identity) -> str | None:
        """The one of the sender's seats that speaks; None if that is not clear."""
        if len(speaker.seats) == 1:
            return speaker.seats[0]
        if MODERATOR in speaker.seats and self.orders.verb in VERBS:
            return MODERATOR
        seats = [seat for seat in speaker.seats if seat != MODERATOR]
        moving = [seat for seat in seats if seat in self.ongoing.referee.to_move()]
        if len(moving) == 1 or len(seats) == 1:
            return (moving or seats)[0]
        return None if len(moving) > 1 else seats[0]

    def _unread(self, who: str) -> Answer | None:
        """An answer where there are no orders to judge."""
        if self.mail.refusal:
            return self._say("unread", who, refusal_words(self.mail.refusal))
        if self.mail.quoted_orders:
            words = "Orders were found in quoted text only, which is never carried out."
            return self._say("nothing", who, words + " Write them above or below the quotation.")
        if not self.orders.text.strip(" \n;"):
            return self._say("nothing", who, "No orders were found in your mail.")
        if long := _LONG.search(self.orders.text):
            length = len(long[0])
            return self._say(
                "fix", who, f"Not taken: a word of {length} letters is no order. Nothing was changed."
            )
        return None

    def _still_fits(self, seat: str) -> bool:
        """Say whether only others have moved since the base, in a phase in which several may at once."""
        base = self.mail.base.removeprefix("#")
        if not base.isdigit() or len(base) == 8:
            return False
        turns = self.letters.turns
        since = [turn for turn in turns if turn.number >= int(base)]
        game = self.letters.referee.game
        return bool(since) and all(
            turn.before is not None
            and turn.seat != seat
            and {Seat(seat), turn.seat} <= game.to_move(turn.before)
            for turn in since
        )

    def _stale(self, who: str) -> Answer:
        due = self.letters.due
        words = (
            f"Not taken: your orders answer {self.mail.base}, and play has moved on to #{due}."
            " Nothing was changed. Below is what happened meanwhile."
        )
        dated = f"Your mail is dated {self.mail.date_utc or 'in no way that can be read'}"
        arrived = f"it arrived at {clock.stamp(self.now)}"
        digits = self.mail.base.removeprefix("#")
        base = int(digits) if digits.isdigit() and int(digits) < self.letters.due else None
        letter = self._letter("question", who, (words, f"{dated}; {arrived}."), base=base)
        return Answer("stale", self.before, (letter,))

    def _judge(self, seat: Seat, who: str, speaker: Identity) -> Answer:
        moving = self.ongoing.referee.to_move()
        if not moving:
            return self._say("over", who, "Not taken: the game is over. Nothing was changed.")
        if seat not in moving:
            whose = " and ".join("the dealer" if one == DEAL else one for one in sorted(moving))
            yours = "yours" if who == seat else f"{seat}'s"
            return self._say(
                "turn", who, f"Not taken: it is {whose}'s turn, not {yours}. Nothing was changed."
            )
        judged = self.ongoing.entry(seat, self.orders.text)
        if judged.step is None:
            return self._fix(seat, who, judged)
        acting = MODERATOR if who == MODERATOR else ""
        line = self.ongoing.take(seat, judged.move, judged.step, speaker=acting, lead=self._lead())
        number = self.ongoing.number
        lines = (*self.before, line, *self.ongoing.by_rule())
        letters = Letters(with_lines(self.record, list(lines)), self.house)
        replies = taken(self.mail, letters, number, seat, who)
        return Answer("taken", lines, self._noted(replies, speaker))

    def _lead(self) -> str:
        """The comments that stand first in the entry: which mail, then what the player said."""
        return " ".join("{" + text + "}" for text in (via(self.mail.digest, self.now), *self.orders.remarks))

    def _noted(self, replies: tuple[Reply, ...], speaker: Identity) -> tuple[Reply, ...]:
        """The replies, with what was odd about the mail in the sender's."""
        mine, *others = replies
        notes = [f"Note: {note}." for note in (speaker.note, *self.mail.warnings) if note]
        if self.orders.remarks:
            notes.append("What you wrote between braces goes to everybody.")
        verdict = (*mine.verdict, *notes)
        return (msgspec.structs.replace(mine, verdict=verdict, left_out=left_out(self.mail)), *others)

    def _fix(self, seat: Seat, who: str, judged: Any) -> Answer:
        found = self.ongoing.problems(seat, self.orders.text, judged, self.orders.source)
        blocks = tuple(finding(problem, line) for problem, line in found)
        words = "Not taken: your orders need a fix. All of a turn is taken or nothing; nothing was changed."
        return self._say("fix", who, words, problems=blocks)

    def _moderate(self) -> Answer:
        """An entry of the moderator's own."""
        words = " ".join(self.orders.text.replace("{", "(").replace("}", ")").split())
        lead = (
            Comment(0, via(self.mail.digest, self.now)),
            *(Comment(0, one) for one in self.orders.remarks),
        )
        line = write_entry(self.letters.due, MODERATOR, words, lead)
        longer = with_lines(self.record, [*self.before, line])
        after = Referee(longer, remarks=False, advise=False).run()
        fresh = [found for found in after.problems if found.severity == "error"]
        grown = len(longer.entries) == len(self.record.entries) + len(self.before) + 1
        if fresh or not grown:
            blocks = tuple(finding(problem, longer.source.line(problem.span)) for problem in fresh)
            hint = f"The moderator may write {', '.join(VERBS)}."
            return self._say("fix", MODERATOR, "Not taken: nothing was changed.", hint, problems=blocks)
        lines = (*self.before, line, *Ongoing(longer, self.ongoing.shuffle).by_rule())
        letters = Letters(with_lines(self.record, list(lines)), self.house)
        number = self.letters.due
        return Answer("taken", lines, taken(self.mail, letters, number, MODERATOR, MODERATOR))

    # --- letters when nothing is taken

    def _unknown(self, speaker: Identity) -> Answer:
        """Nobody is sure to have spoken: a seat's own address hears of it, or the stranger does."""
        name = self.record.name
        told = self.letters.reply(
            "moderator",
            MODERATOR,
            self.mail.digest,
            f"[{name}] moderator: a mail that was not taken",
            f"A mail from {_shown(self.mail.sender)} was not taken: {speaker.words}.",
            "If it is right, act for the player by answering this mail with `for SEAT: ...`,"
            " or add the address to desk.toml.",
        )
        extra = (told,) if speaker.refusal in ("unknown", "another-seat", "signature") else ()
        words = f"Not taken: {speaker.words}. Nothing was changed."
        if speaker.seats:
            mine = self._letter("question", speaker.seats[0], (words,), short=True)
            return Answer("identity", self.before, (mine, *extra))
        mine = Reply(
            kind="question",
            who="stranger",
            address=self.mail.sender,
            game=name,
            cause=self.mail.digest,
            number=0,
            token="",
            subject=f"Re: [{name}] not taken",
            verdict=(words, "Write from the address that the game was set up with, or ask its moderator."),
            answer=True,
            **threaded(self.mail),
        )
        return Answer("identity", self.before, (mine, *extra))

    def _say(self, verdict: str, who: str, *words: str, problems: tuple[str, ...] = ()) -> Answer:
        kind: Kind = "fix" if verdict == "fix" else "question"
        notes = tuple(f"Note: {note}." for note in self.mail.warnings)
        reply = self._letter(kind, who, (*words, *notes), problems)
        return Answer(verdict, self.before, (reply,))

    def _letter(
        self,
        kind: Kind,
        who: str,
        words: tuple[str, ...],
        problems: tuple[str, ...] = (),
        *,
        short: bool = False,
        base: int | None = None,
    ) -> Reply:
        name, due = self.record.name, self.letters.due
        label = MODERATOR_SHOWN if who == MODERATOR else who
        what = "needs a fix" if kind == "fix" else "not taken"
        return self.letters.reply(
            kind,
            who,
            self.mail.digest,
            f"Re: [{name}] #{due} {label}: {what}",
            *words,
            problems=problems,
            left_out=() if short else left_out(self.mail),
            answer=True,
            **(self.letters.ahead(who) if short else self.letters.whole(who, base=base)),
            **threaded(self.mail),
        )


def _shown(address: str) -> str:
    return escape.line(address)[:100]


def refusal_words(code: str) -> str:
    """A sentence for a mail that could not be read."""
    return f"Your mail could not be read: {REFUSALS.get(code, code)}. Nothing was changed."
