"""Builds reports from a record that is being played: the position, and the story up to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pbem.game import DEAL, EVERYTHING, Drawing, Seat
from pbem.record import Record, spoken
from pbem.replay import Referee, Turn
from pbem.report.document import Line, Report
from pbem.report.narrate import story

ADDRESS = re.compile(r"\s*<[^>]*>\s*$")
OFFERED = 6
"""So many legal turns stand in a report; `pbem legal` lists the rest."""


def names(record: Record, seats: Sequence[Seat]) -> dict[Seat, str]:
    """Players' names by seat, without their addresses."""
    found = {}
    for seat in seats:
        name = ADDRESS.sub("", record.get(seat)).strip().strip('"')
        found[seat] = "" if "@" in name and " " not in name else name
    return found


def position(referee: Referee, viewer: Seat | None, *, drawing: bool = True, offer: bool = False) -> Report:
    """The position as tables and a map; with `offer` also a few legal turns of a viewer who is to move."""
    game, state = referee.game, referee.state
    known = names(referee.record, referee.seats)
    moving = referee.to_move()
    picture: Drawing | None = game.draw(referee.setup.board, state) if drawing and referee.setup else None
    return Report(
        headline=headline(referee, known),
        tables=game.view(state, viewer),
        drawing=picture,
        notes=_notes(referee, viewer, offer),
        template=_template(referee, viewer) if offer else "",
        names=known,
        to_move=moving,
    )


def headline(referee: Referee, known: dict[Seat, str]) -> tuple[str, ...]:
    """Name, game, how far it has come, whose turn it is, and the game's own few words."""
    whose = []
    for seat in [*referee.seats, DEAL]:
        if seat in referee.to_move():
            name = known.get(seat, "")
            whose.append("the dealer" if seat == DEAL else f"{seat} ({name})" if name else seat)
    turn = f"{' or '.join(whose)} to play" if whose else "the game is over"
    status = () if referee.state is None else referee.game.status(referee.state)
    return (referee.record.name, referee.game.title, f"after {max(0, referee.number)}", turn, *status)


def history(
    referee: Referee, turns: Sequence[Turn], viewer: Seat | None, since: int = -1
) -> tuple[Line, ...]:
    """What happened in the entries after `since`, one line each, with the remarks made in them."""
    lines = []
    for turn in turns:
        if turn.number <= since:
            continue
        text = _told(referee, turn, viewer)
        entry = referee.record.entries[turn.index]
        remarks = [] if turn.inserted else ["{" + text + "}" for text in spoken(entry.comments)]
        lines.append(Line(turn.number, " ".join([text, *remarks]).strip()))
    return tuple(lines)


def _told(referee: Referee, turn: Turn, viewer: Seat | None) -> str:
    if turn.who == "mod" and turn.move is None:
        return f"the moderator: {referee.record.entries[turn.index].words}."
    who = turn.seat or DEAL
    told = story(who, turn.events, referee.game.phrases, viewer)
    return told or ("the deal." if turn.who == "deal" else f"{who} moves.")


def _notes(referee: Referee, viewer: Seat | None, offer: bool) -> tuple[str, ...]:
    notes = []
    if referee.stopped_after is not None:
        notes.append(f"The record has faults: this is the last valid position, after entry {referee.number}.")
    if referee.over is not None:
        notes.append(ending(referee.game, referee.over))
    elif referee.decided:
        notes.append(f"The game is over: {referee.decided}.")
    if offer and viewer in referee.to_move() and referee.game.knows(referee.state, viewer):
        notes.append(offered(referee, viewer))
    return tuple(notes)


def ending(game: Any, outcome: Any) -> str:
    """One sentence about how the game ended."""
    reason = game.end_reasons.get(outcome.reason, outcome.reason)
    winners = " and ".join(
        [", ".join(outcome.winners[:-1])] * (len(outcome.winners) > 1) + list(outcome.winners[-1:])
    )
    verb = "wins" if len(outcome.winners) == 1 else "share the win"
    won = f" {winners} {verb}." if winners else ""
    return f"The game is over: {reason}.{won} Result: {outcome.text}."


def offered(referee: Referee, seat: Seat | None) -> str:
    """A few legal turns of a seat, for the end of its report."""
    from itertools import islice

    assert seat is not None
    game, state = referee.game, referee.state
    moves = list(islice(game.legal_moves(state, seat), OFFERED + 1))
    texts = [game.write(state, seat, move) for move in moves[:OFFERED]]
    more = " ... (`pbem legal` lists all)" if len(moves) > OFFERED else ""
    return f"To play, for example: {' | '.join(texts)}{more}"


def _template(referee: Referee, viewer: Seat | None) -> str:
    if viewer is None or viewer == EVERYTHING or viewer not in referee.to_move():
        return ""
    return f"Reply with:\n\nbegin {referee.record.name} #{referee.number + 1}\n...\nend"
