"""Parts of letters that are about one mail: what was taken, what is wrong with it, what was left out."""

from __future__ import annotations

import re
from typing import Any

from pbem.errors import Problem
from pbem.game import Seat
from pbem.mail import identity
from pbem.mail.identity import MODERATOR
from pbem.mail.letters import MODERATOR_SHOWN, Letters, notices
from pbem.mail.reply import COLUMNS, Reply
from pbem.mail.submission import Submission
from pbem.report import escape
from pbem.report import problems as problem_report
from pbem.report.width import wrap

_FRAME = re.compile(r"\s*(?:begin\b.*|end|\.\.\.|token [0-9a-f]+)\s*", re.IGNORECASE)


def taken(mail: Submission, letters: Letters, number: int, mover: str, speaker: str) -> tuple[Reply, ...]:
    """Everybody's letter about an entry that stands."""
    name = letters.record.name
    viewer = None if speaker == MODERATOR else Seat(speaker)
    acted = speaker == MODERATOR and mover != MODERATOR
    words = f"Taken: entry {number} of {name}" + (f", for {mover}." if acted else ".")
    mine = letters.reply(
        "taken",
        speaker,
        mail.digest,
        f"Re: [{name}] #{number} {MODERATOR_SHOWN if speaker == MODERATOR else speaker}: taken",
        words,
        orders=(letters.line(number, viewer),),
        answer=True,
        **letters.whole(speaker, number),
        **threaded(mail),
    )
    did = f"{mover} has moved"
    if speaker == MODERATOR:
        did = f"the moderator, acting for {mover}, has moved" if acted else "the moderator has made an entry"
    others = notices(letters, mail.digest, number, did, {speaker})
    return (mine, *others)


def threaded(mail: Submission) -> dict[str, Any]:
    """What makes a letter an answer to a mail, as parts of a reply."""
    return {"in_reply_to": mail.message_id, "references": mail.in_reply_to}


def finding(problem: Problem, line: str) -> str:
    """A finding with its caret, its first line wrapped; nothing that looks like a token stands in it."""
    first, _, rest = problem_report.text(problem, line, COLUMNS).partition("\n")
    return identity.hide_tokens("\n".join([*wrap(first, COLUMNS, "  "), *([rest] if rest else [])]))


def left_out(mail: Submission) -> tuple[str, ...]:
    """Lines that were not taken, cut short, without anything that looks like a token."""
    found = []
    shown = [one for one in mail.left_out if not _FRAME.fullmatch(one.text)]
    for one in shown[:8]:
        text = identity.hide_tokens(escape.line(one.text.strip()))
        where = f"line {one.line}: " if one.line else ""
        found.append(f"{where}{text[:50]}{'...' if len(text) > 50 else ''} - {one.reason}")
    more = len(shown) - len(found)
    return (*found, *([f"and {more} more"] if more > 0 else []))
