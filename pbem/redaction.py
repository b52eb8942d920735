"""The copy of a record that a seat, or everybody, may read: `?` where something stays hidden."""

from __future__ import annotations

from pbem.errors import PbemError
from pbem.game import Seat
from pbem.record import Comment, Record, canonical_key, place_comments, write_entry, write_header
from pbem.replay import Referee, Turn


def entries(record: Record, viewer: Seat | None) -> list[str]:
    """All entries as the viewer (None: everybody) may read them, one line each.

    Raises PbemError for a record with faults: what does not stand cannot be redacted.
    """
    referee = Referee(record, advise=False)
    turns: dict[int, Turn] = {}
    for turn in referee.play():
        if not turn.inserted:
            turns[turn.index] = turn
    if referee.stopped_after is not None or referee.state is None:
        raise PbemError("the record has faults; they must be mended before a copy can be made (`pbem check`)")
    first = 0 if record.entries and record.entries[0].who == "deal" else 1
    lines = []
    for index, entry in enumerate(record.entries):
        words = _words(referee, turns.get(index), referee.texts.get(index, entry.words), viewer)
        lines.append(
            write_entry(
                first + index,
                referee.speakers.get(index, entry.who),
                place_comments(words, entry.comments, entry.text, referee.starts.get(index, ())),
            )
        )
    return lines


def _words(referee: Referee, turn: Turn | None, canonical: str, viewer: Seat | None) -> str:
    if turn is None or turn.move is None:
        return canonical
    game = referee.game
    if turn.before is None:
        return str(game.write_deal(referee.setup, game.redact_deal(referee.setup, turn.move, viewer)))
    hidden = game.redact(turn.before, turn.seat, turn.move, viewer)
    text = game.write(turn.before, turn.seat, hidden)
    return f"for {turn.seat}: {text}" if turn.who == "mod" else str(text)


def copy(record: Record, viewer: Seat | None) -> str:
    """The whole redacted record as canonical text. The seed and full positions are left out."""
    seats = tuple(Referee(record, remarks=False).game.seats) if record.get("Game") else ()
    lines = []
    for item in record.head:
        if isinstance(item, Comment):
            lines.append("{" + item.text + "}")
        elif item.key.casefold() == "position":
            raise PbemError(
                "a game that starts from a written position holds everything; no copy of it can be made"
            )
        elif item.key and item.key.casefold() != "seed":
            lines.append(write_header(canonical_key(item.key, seats), item.value))
    return "\n".join([*lines, "", *entries(record, viewer)]) + "\n"
