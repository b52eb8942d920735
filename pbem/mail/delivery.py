"""One mail, exactly once: kept, judged, entered in the record, answered, and put aside as done.

The order is what makes it safe. The mail is in the inbox before anything else happens; appending its
entry to the record is the commit; the answers have names that follow from the mail, so one that is made
again is the same file; and only then is the mail moved to where the done ones are. Whatever stops in
between goes on from there at the next run. POSIX only.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import re
import time
from pathlib import Path

from pbem import clock, desk, store
from pbem.errors import PbemError
from pbem.mail import posting, submission
from pbem.mail.folder import NAME, Folder
from pbem.mail.letters import Letters, addresses
from pbem.mail.mending import mended
from pbem.mail.reply import Reply
from pbem.mail.submission import Submission
from pbem.mail.wording import Lexicon
from pbem.table import sit_down

SWEPT = 20
"""So many mails left over are seen to after one that came."""
REST = 900
"""Seconds before a mail that failed is tried again by itself."""
RECENT = 20
"""So many of our own mails to a person are looked at, to tell what in theirs is quoted."""
_TRIES = re.compile(r"([0-9a-f]{64})(?:\.(\d+))?")


class Delivery:
    """Takes mails into a desk. `now` is asked for the time, so that tests can say what it is."""

    def __init__(self, folder: Folder, now: dt.datetime | None = None) -> None:
        self.folder = folder
        self._now = now
        self.house = folder.house

    @property
    def now(self) -> dt.datetime:
        return self._now or dt.datetime.now(dt.UTC)

    def take(self, raw: bytes) -> str:
        """Take one mail in and carry it out; then see to mails left over from runs that were stopped.

        Returns the verdict. Raises OSError or PbemError if it has to be tried again.
        """
        digest = hashlib.sha256(raw).hexdigest()
        inbox = self.folder.inbox
        if inbox.done(digest).exists() or self.folder.quarantine.has(digest):
            return "done"
        if not any(inbox.new(name).exists() for name in self._names(digest)):
            inbox.put(digest, raw)
        verdict = self.finish(digest)
        self.sweep()
        return verdict

    def sweep(self, everything: bool = False) -> None:
        """Carry out mails left over; what fails again stays.

        One that failed before is tried again when some time has gone by, or if `everything` is.
        """
        for name in self.folder.inbox.waiting()[: None if everything else SWEPT]:
            found = _TRIES.fullmatch(name)
            if found and (everything or not found[2] or self._rested(name)):
                with contextlib.suppress(OSError, PbemError):
                    self.finish(found[1], wait=0)

    def _rested(self, name: str) -> bool:
        """Say whether a mail has been left alone for a while since it failed."""
        with contextlib.suppress(FileNotFoundError):
            return time.time() - self.folder.inbox.new(name).stat().st_ctime > REST
        return False

    def _names(self, digest: str) -> list[str]:
        return [digest, *(f"{digest}.{count}" for count in range(1, self.folder.settings.limits.tries + 1))]

    def finish(self, digest: str, wait: float | None = None) -> str:
        """Carry out a mail in the inbox. Raises OSError or PbemError if it has to be tried again."""
        patience = self.folder.settings.limits.lock_seconds if wait is None else wait
        for name in self._names(digest):
            if not self.folder.inbox.new(name).exists():
                continue
            with contextlib.suppress(store.Gone), store.hold(self.folder.inbox.new(name), patience) as held:
                return self._held(digest, name, held.data)
        return "done"

    def _held(self, digest: str, name: str, raw: bytes) -> str:
        try:
            verdict = self._carry_out(digest, raw)
        except (OSError, store.Busy):
            raise
        except Exception as error:
            return self._failed(digest, name, raw, error)
        self.folder.inbox.finish(name, digest)
        return verdict

    def _failed(self, digest: str, name: str, raw: bytes, error: Exception) -> str:
        """Count the failure; after so many the mail goes to quarantine, and the moderator hears of it."""
        found = _TRIES.fullmatch(name)
        count = int(found[2] or 0) + 1 if found else 1
        last = count >= self.folder.settings.limits.tries
        said = str(error) if isinstance(error, PbemError) else f"internal error ({type(error).__name__})"
        if count == 1 or last:
            self._tell(digest, said, last)
        if not last:
            store.move(self.folder.inbox.new(name), self.folder.inbox.new(f"{digest}.{count}"))
            raise PbemError(said) from error
        self.folder.quarantine.put(digest, raw)
        store.calls.remove(self.folder.inbox.new(name))
        return "quarantine"

    def _tell(self, digest: str, said: str, last: bool) -> None:
        """Write to the moderator about a mail that cannot be carried out."""
        tries = self.folder.settings.limits.tries
        what = (
            f"It failed {tries} times and lies in quarantine/new/{digest}; nothing was changed."
            if last
            else f"It will be tried again, {tries} times in all; nothing was changed so far."
        )
        letter = Reply(
            kind="moderator",
            who="mod",
            address=self.folder.settings.moderator,
            game="",
            cause=hashlib.sha256(f"failed {digest}".encode()).hexdigest(),
            number=int(last),
            token="",
            subject="[desk] moderator: a mail that could not be carried out",
            verdict=(f"A mail could not be carried out: {said}.", what),
        )
        posting.post(self.folder, [letter], self.now)

    # --- what the mail says

    def _carry_out(self, digest: str, raw: bytes) -> str:
        mail, game = self._read(raw)
        if mail.automatic:
            verdict = "automatic"
        elif self._twice(mail):
            verdict = "twice"
        elif not game:
            verdict = self._no_game(mail)
        else:
            verdict = self._play(mail, game)
        self.folder.index.mail(digest, mail.message_id, mail.sender, game, verdict, clock.stamp(self.now))
        return verdict

    def _read(self, raw: bytes) -> tuple[Submission, str]:
        """Read a mail, twice: which game it is for says which words are orders, and what it may quote."""
        names, domain = self.folder.games(), self.folder.settings.domain
        first = submission.read(raw, names=names, domain=domain)
        game = "" if first.automatic else self._game(first)
        ours, lexicon = self._ours(first), self._lexicon(game)
        if not ours and lexicon is None:
            return first, game
        again = submission.read(raw, ours=ours, names=names, domain=domain, lexicon=lexicon)
        return again, self._game(again)

    def _lexicon(self, game: str) -> Lexicon | None:
        """The words of one game's orders."""
        place = sit_down(self.folder.read(game)) if game else None
        if place is None or place.game is None or place.setup is None:
            return None
        return Lexicon.of_vocabularies([place.game.vocabulary(place.setup)])

    def _ours(self, mail: Submission) -> list[str]:
        """The texts of our own mails that this one answers."""
        from pbem.mail.reply import ids

        found = []
        for one in ids(mail.in_reply_to)[-RECENT:]:
            name, _, domain = one.strip("<>").rpartition("@")
            if domain == self.folder.settings.domain and re.fullmatch(r"[a-z0-9.-]+", name):
                path = self.folder.outbox.find(name)
                if path is not None:
                    found.append(_plain_text(store.calls.read(path)))
        return found

    def _twice(self, mail: Submission) -> bool:
        """Say whether this mail came before by another way, with other headers added to it."""
        return bool(mail.message_id) and bool(
            self.folder.index.others(mail.message_id, mail.sender, mail.digest)
        )

    def _game(self, mail: Submission) -> str:
        """The game that a mail is about: named, or the one it answers a mail of, or the sender's only one."""
        games = self.folder.games()
        if mail.game:
            return mail.game if mail.game in games and NAME.fullmatch(mail.game) else ""
        if mail.games:
            return ""
        for one in reversed(mail.in_reply_to):
            name, _, domain = one.strip("<>").rpartition("@")
            parts = name.split(".")
            if domain == self.folder.settings.domain and len(parts) == 5 and parts[2] in games:
                return parts[2]
        mine = [game for game in games if mail.sender and self._plays(mail.sender, game)]
        return mine[0] if len(mine) == 1 else ""

    def _plays(self, sender: str, game: str) -> bool:
        try:
            game_record = self.folder.read(game)
        except PbemError:
            return False
        setup = sit_down(game_record).setup
        known = addresses(game_record, setup.seats if setup else ())
        return self._main(sender) in map(self._main, filter(None, known.values()))

    def _main(self, address: str) -> str:
        return self.folder.settings.person(address).address.casefold()

    def _no_game(self, mail: Submission) -> str:
        """Ask which game is meant, if the sender is somebody; put a stranger's mail aside."""
        games = [game for game in self.folder.games() if self._plays(mail.sender, game)]
        moderator = mail.sender.casefold() == self.folder.settings.moderator.casefold()
        if not games and not moderator:
            self.folder.quarantine.put(mail.digest, store.calls.read(self._inbox_file(mail.digest)))
            return "stranger"
        named = " and ".join(mail.games[:4])
        said = f"Your mail names {named}" if mail.games else "Your mail names no game"
        listed = ", ".join(games or self.folder.games())
        letter = Reply(
            kind="question",
            who="stranger",
            address=mail.sender,
            game="",
            cause=mail.digest,
            number=0,
            token="",
            subject="Re: which game?",
            verdict=(
                f"Not taken: {said[0].lower()}{said[1:]}. Nothing was changed.",
                f"Write the game's name in the subject, as in [{(games or ['friday-42'])[0]}]."
                f" Games of yours here: {listed or 'none'}.",
            ),
            in_reply_to=mail.message_id,
            references=mail.in_reply_to,
            answer=True,
        )
        posting.answer(self.folder, (letter,), self.now)
        return "question"

    def _inbox_file(self, digest: str) -> Path:
        found = next((name for name in self._names(digest) if self.folder.inbox.new(name).exists()), digest)
        return self.folder.inbox.new(found)

    # --- the game

    def _play(self, mail: Submission, game: str) -> str:
        """Judge the mail and append what comes of it, while nobody else may; then write the answers."""
        with store.hold(self.folder.file(game), self.folder.settings.limits.lock_seconds) as held:
            game_record = mended(self.folder, game, held)
            if desk.taken_at(game_record, mail.digest) is None and self._answered(mail):
                return "answered"
            shuffle = self.folder.shuffle(game_record, game)
            answer = desk.answer(mail, game_record, shuffle, self.house, self.now)
            if answer.lines:
                held.append("\n".join(answer.lines) + "\n", game_record.source.newline)
                game_record = self.folder.read(game, held.data)
            posting.answer(self.folder, answer.replies, self.now)
        note(self.folder, game, Letters(game_record, self.house))
        return answer.verdict

    # --- answers

    def _answered(self, mail: Submission) -> bool:
        """Say whether the sender has been answered, which comes after all other letters."""
        outbox = self.folder.outbox
        mine = [name for name in outbox.names() if name.startswith(f"{mail.digest[:16]}.")]
        return any((path := outbox.find(name)) is not None and posting.is_answer(path) for name in mine)


def note(folder: Folder, game: str, letters: Letters) -> None:
    """Write into the index how a game stands."""
    moving = [str(seat) for seat in sorted(letters.referee.to_move())]
    deadlines = [end for seat in moving if (end := letters.deadline(seat))]
    first = clock.stamp(min(deadlines)) if deadlines else ""
    key = letters.record.get("Game")
    folder.index.game(game, key, letters.due, ", ".join(moving), first, letters.addresses)


def _plain_text(raw: bytes) -> str:
    """The plain text of a mail of our own."""
    import quopri

    head, _, rest = raw.partition(b"\n\n")
    found = re.search(rb'boundary="([^"]+)"', head)
    if not found:
        return ""
    part = rest.split(b"--" + found[1])[1]
    return quopri.decodestring(part.partition(b"\n\n")[2]).decode("utf-8", "replace")
