"""`move`, `legal`, `undo`: the next entry of a game."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from pbem import cleaning, fairness, frame, record, store
from pbem.cli import common, completion
from pbem.cli.play import FORMATS
from pbem.errors import PbemError
from pbem.game import DEAL, Seat
from pbem.judge import Judged
from pbem.ongoing import Ongoing, unlabelled, with_lines
from pbem.replay import Referee
from pbem.report.formats import Format
from pbem.source import Source


@click.command()
@click.argument("file", shell_complete=completion.files)
@click.argument("orders", nargs=-1, shell_complete=completion.words)
@click.option("--seat", shell_complete=completion.seats, help="Who moves; needed only where several may.")
@click.option("--dry-run", is_flag=True, help="Judge it, but write nothing.")
@click.option("--format", "style", type=FORMATS, default="text", help="How to write the report.")
@click.option("--ascii", is_flag=True, help="Use nothing but ASCII.")
def move_command(
    file: str, orders: tuple[str, ...], seat: str | None, dry_run: bool, style: Format, ascii: bool
) -> int:
    """Judge the next entry; if it stands, append it and print the report to paste.

    ORDERS are one turn, or `-` for standard input. What is drawn is dealt from the game's seed file.

    Example: pbem move friday-42.pbem "lay A3; buy Omaha"
    """
    text = sys.stdin.read() if orders in ((), ("-",)) else " ".join(orders)
    turn = _Turn(file)
    appended = turn.move(text, seat)
    if appended is None:
        return 1
    if not dry_run:
        turn.save(appended)
    common.output(turn.report(appended, style, ascii))
    if dry_run:
        common.talk("nothing was written (--dry-run)")
    return 0


class _Turn:
    """A record on disk with its seed, and the entries about to be added to it."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.data, self.record = common.open_to_write(file)
        self.ongoing = Ongoing(self.record, fairness.seed_shuffle(self.record, file))

    def move(self, text: str, seat: str | None) -> list[str] | None:
        """Judge an entry; return the lines to add, or None after saying what is wrong."""
        source, _ = cleaning.clean(text, "your order")
        text = source.text
        framed = frame.find(text)
        if framed is not None:
            self._base(framed)
            text = re.sub(r"\S", " ", text[: framed.start]) + framed.orders
        text, labelled = unlabelled(text, self.ongoing.referee.seats)
        lines = self.ongoing.by_rule()
        who = self._who(seat or labelled)
        judged = self.ongoing.entry(who, text)
        if judged.step is None:
            self._refuse(who, text, judged, source)
            return None
        lines.append(self.ongoing.take(who, judged.move, judged.step))
        return lines + self.ongoing.by_rule()

    def _base(self, framed: frame.Frame) -> None:
        name = self.record.name.lower()
        if framed.name and framed.name != name:
            raise PbemError(f"these orders are for {framed.name}, and this game is {name}")
        if not self.ongoing.fits(framed.base):
            raise PbemError(
                f"these orders answer {framed.base}, and the next entry is #{self.ongoing.number + 1}: "
                "play has moved on; nothing was changed"
            )

    def _who(self, seat: str | None) -> Seat:
        referee = self.ongoing.referee
        moving = referee.to_move()
        if seat is not None:
            return common.seated(referee, seat) if seat != DEAL else DEAL
        if not moving:
            raise PbemError(f"the game is over after entry {referee.number}")
        if len(moving) > 1:
            raise click.UsageError(f"Several may move ({', '.join(sorted(moving))}): name one with --seat.")
        return next(iter(moving))

    def _refuse(self, who: Seat, text: str, judged: Judged, source: Source) -> None:
        from pbem.report import problems as report

        found = self.ongoing.problems(who, text, judged, source)
        blocks = [report.text(problem, line) for problem, line in found]
        common.talk("\n\n".join([*blocks, "Nothing was changed."]))

    def save(self, lines: list[str]) -> None:
        if self.file == "-":
            raise PbemError("a record from standard input cannot be written to; add --dry-run")
        store.append(Path(self.file), self.data, "\n".join(lines) + "\n", self.record.source.newline)

    def report(self, lines: list[str], style: Format, ascii: bool) -> str:
        """The public report: what was added, told, and the position."""
        import msgspec

        from pbem import redaction
        from pbem.report import build
        from pbem.report.document import Line
        from pbem.report.formats import render

        public = redaction.entries(with_lines(self.record, lines), None)[-len(lines) :]
        told = tuple(Line(None, line) for line in public)
        position = build.position(self.ongoing.referee, None)
        return render(msgspec.structs.replace(position, story=told, story_title="Added"), style, ascii=ascii)


@click.command()
@click.argument("file", shell_complete=completion.files)
@click.argument("words", nargs=-1, shell_complete=completion.words)
@click.option(
    "--seat", shell_complete=completion.seats, help="Whose turns; needed only where several may move."
)
@click.option("--limit", type=click.IntRange(1), default=40, show_default=True, help="List at most so many.")
@click.option("--each", is_flag=True, help="List every turn, not one for each thing that can be reached.")
def legal_command(file: str, words: tuple[str, ...], seat: str | None, limit: int, each: bool) -> int:
    """List legal turns in canonical notation, ready to paste; WORDS begin a half-typed one.

    Without WORDS one turn stands for all that come to nearly the same (a train that ends in the same
    place, a tile whatever is sold for it).

    Example: pbem legal samples/last-spike/in-progress.pbem lay
    """
    from itertools import islice

    from pbem.loose import loosen

    game_record, _ = common.open_record(file)
    referee = Referee(game_record, remarks=False, advise=False).run()
    if referee.state is None or referee.judge is None or referee.stopped_after is not None:
        raise PbemError(f"{file} has faults; `pbem check {file}` shows them")
    moving = referee.to_move()
    if not moving:
        common.talk("the game is over")
        return 0
    who = common.seated(referee, seat) if seat else sorted(moving)[0]
    if who not in moving:
        raise PbemError(f"it is not {who}'s turn")
    if who == DEAL:
        raise PbemError("the dealer is to move; `pbem move` deals from the seed")
    if not referee.game.knows(referee.state, who):
        raise PbemError(f"what {who} holds is hidden in this copy, so {who}'s turns cannot be listed")
    typed = " ".join(words)
    readings = [_tokens(typed), _tokens(loosen(typed, referee.judge.vocabulary).text)]
    moves = referee.game.legal_moves(referee.state, who)
    if not each and not words:
        moves = _one_of_each(referee, who, moves)
    texts = (referee.game.write(referee.state, who, move) for move in moves)
    fitting = (text for text in texts if any(_begun(wanted, _tokens(text)) for wanted in readings))
    listed = list(islice(fitting, limit + 1))
    common.output("\n".join(listed[:limit]))
    if len(listed) > limit:
        common.talk(f"more than {limit}; type the beginning of a turn, or raise --limit")
    if not listed:
        common.talk(f"no legal turn has {typed!r} in it")
    return 0 if listed else 1


def _tokens(text: str) -> list[str]:
    return re.findall(r"\w+|[^\w\s;,:]", text.casefold())


def _begun(wanted: list[str], turn: list[str]) -> bool:
    """Whether a turn holds the wanted words, or words that begin so, in this order."""
    at = iter(turn)
    return all(any(word.startswith(part) for word in at) for part in wanted)


def _one_of_each(referee: Referee, who: Seat, moves: Iterable[Any]) -> Iterator[Any]:
    """The first turn of every group, in the order in which they come."""
    seen = set()
    for move in moves:
        group = referee.game.group(referee.state, who, move)
        if group not in seen:
            seen.add(group)
            yield move


@click.command()
@click.argument("file", shell_complete=completion.files)
@click.argument("number", type=int)
@click.option("--reason", required=True, help="Who asked for it and why; becomes a comment.")
@click.option("--force", is_flag=True, help="Even if something drawn has been seen.")
def undo_command(file: str, number: int, reason: str, force: bool) -> int:
    """Append an entry that takes play back to the position after entry NUMBER.

    Example: pbem undo friday-42.pbem 7 --reason "red mistyped, all agree"
    """
    data, game_record = common.open_to_write(file)
    before = Referee(game_record, remarks=False, advise=False).run()
    words = f"undo to {number}{' force' if force else ''}"
    remark = " ".join(reason.replace("{", "(").replace("}", ")").split())
    line = record.write_entry(before.number + 1, "mod", words, (record.Comment(len(words), remark),))
    after = Referee(with_lines(game_record, [line]), remarks=False, advise=False).run()
    fresh = [
        problem
        for problem in after.problems
        if problem.severity == "error" and problem not in before.problems
    ]
    if fresh:
        common.talk(common.show_problems(fresh, after.record.source))
        return 1
    store.append(Path(file), data, line + "\n", game_record.source.newline)
    common.output(line)
    return 0
