"""The table a record is played at, as its headers say: game, seats, options, edition, board."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from pbem import boards, registry
from pbem.errors import BoardError, PbemError, Problem
from pbem.game import Seat, Setup
from pbem.near import nearest_known
from pbem.record import STANDARD_KEYS, Header, Record
from pbem.registry import AnyGame
from pbem.spelling import distance

_PERSON = re.compile(r"<[^<>@\s]+@[^<>@\s]+>")
_STANDARD = frozenset(key.casefold() for key in STANDARD_KEYS)


class Place(msgspec.Struct, frozen=True):
    """A game and its set-up; `setup` is None where the headers do not make one."""

    game: AnyGame | None
    setup: Setup[Any] | None
    problems: tuple[Problem, ...]


def sit_down(record: Record, edition: str = "") -> Place:
    """Make the set-up that a record's headers describe, with every finding about them.

    `edition` is taken in place of what the header says.
    """
    return _Table(record, edition).place()


def make_setup(
    game: AnyGame,
    seats: tuple[Seat, ...],
    options: frozenset[str],
    board: str = "",
    edition: str = "",
    beside: Path | None = None,
) -> Setup[Any]:
    """Load the board and make a set-up. Raises PbemError naming what does not fit."""
    if problem := wrong_seats(game, seats):
        raise PbemError(problem)
    for option in sorted(options):
        if option not in game.options:
            raise PbemError(f"{game.title} has no option {option!r}{_guess(option, list(game.options))}")
    if edition and edition not in game.editions:
        raise PbemError(f"{game.title} has no edition {edition!r}; known: {', '.join(game.editions)}")
    name = board or game.board_for(len(seats))
    loaded = game.load_board(name, boards.text(game.key, name, beside))
    return Setup(seats=seats, options=options, edition=edition or game.editions[0], board=loaded)


def wrong_seats(game: AnyGame, seats: tuple[Seat, ...]) -> str:
    """What is wrong with a list of seats, or ""."""
    for seat in seats:
        if seat not in game.seats:
            return f"{game.title} has no seat {seat!r}; it has {', '.join(game.seats)}"
    if len(set(seats)) < len(seats):
        return "a seat is named twice"
    if len(seats) not in game.counts:
        counts = [str(count) for count in game.counts]
        allowed = counts[0] if len(counts) == 1 else f"{', '.join(counts[:-1])} or {counts[-1]}"
        return f"{game.title} is played by {allowed} seats; here are {len(seats)}"
    return ""


def _guess(word: str, known: list[str]) -> str:
    near = nearest_known(word.casefold(), known, 1, 0.5)
    return (
        f"; did you mean {near[0]}?"
        if near
        else (f"; known: {', '.join(known)}" if known else "; it has none")
    )


class _Table:
    def __init__(self, record: Record, edition: str = "") -> None:
        self.record = record
        self.edition = edition
        self.problems: list[Problem] = []

    def place(self) -> Place:
        game = self._game()
        if game is None:
            return Place(None, None, tuple(self.problems))
        self._doubles(game)
        self._late(game)
        self._near(game)
        self._strangers(game)
        seats = self._seats(game)
        options = self._options(game)
        edition = self._edition(game)
        setup = None
        if seats and options is not None and edition:
            setup = self._setup(game, seats, options, edition)
        return Place(game, setup, tuple(self.problems))

    def _say(self, header: Header | None, code: str, message: str, **more: Any) -> None:
        start, end = self._at(header)
        self.problems.append(self.record.problem(start, end, code, message, **more))

    def _at(self, header: Header | None) -> tuple[int, int]:
        if header is None:
            first = self.record.headers[0] if self.record.headers else None
            return (first.start, first.start + 1) if first else (0, 1)
        quote = self.record.source.text.find('"', header.start, header.end)
        return (quote + 1, max(quote + 2, header.end - 2)) if quote >= 0 else (header.start, header.end)

    def _game(self) -> AnyGame | None:
        header = self.record.header("Game")
        if header is None:
            known = ", ".join(registry.known())
            self._say(
                None, "game-missing", "no header says which game this is", hint=f'add [Game "..."]: {known}'
            )
            return None
        key = header.value.strip().casefold()
        try:
            return registry.find(key)
        except PbemError as error:
            self._say(header, "game-unknown", str(error))
            return None

    def _doubles(self, game: AnyGame) -> None:
        seen: dict[str, Header] = {}
        for header in self.record.headers:
            first = seen.setdefault(header.key.casefold(), header)
            if first is not header:
                if first.value == header.value:
                    self._say(
                        header,
                        "header-twice",
                        f"{header.key} stands twice, with the same value",
                        severity="note",
                    )
                else:
                    message = f"{header.key} stands twice with different values; the first counts"
                    self._say(header, "header-conflict", message, severity="warning")

    def _late(self, game: AnyGame) -> None:
        """Headers among the entries that only the game can tell to be seats or not."""
        for header in self.record.headers:
            if not header.late:
                continue
            message = f"the header {header.key} stands after the first entry"
            if header.key.casefold() in game.seats:
                hint = "a seat cannot join after the deal: take it out, or move it above entry 0"
                self._say(header, "header-late", f"{message} and does not count", hint=hint)
            else:
                message += "; it is read as if it stood above"
                self._say(header, "header-late", message, severity="note")

    def _unknown(self, game: AnyGame) -> list[Header]:
        """The headers that are neither standard nor seats of the game."""
        known = {*game.seats, *_STANDARD}
        return [header for header in self.record.headers if header.key and header.key.casefold() not in known]

    def _near(self, game: AnyGame) -> None:
        """Headers that look like a seat that nobody has, or like a standard header, a letter apart."""
        keys = {header.key.casefold() for header in self.record.headers}
        seats = [seat for seat in game.seats if seat not in keys]
        free = [*seats, *(key for key in STANDARD_KEYS if key.casefold() not in keys)]
        for header in self._unknown(game):
            key = header.key.casefold()
            near = next((one for one in free if distance(key, one.casefold(), 1) == 1), None)
            if near is not None and len(key) > 2:
                what = f"a seat of {game.title}" if near in seats else "a header that counts"
                message = f"{header.key} is not {what}; is {near[0].upper()}{near[1:]} meant?"
                self._say(header, "header-near", message, severity="warning")

    def _strangers(self, game: AnyGame) -> None:
        """Headers with somebody's address in them that are no seats of the game."""
        warned = {problem.span for problem in self.problems}
        for header in self._unknown(game):
            start, end = self._at(header)
            told = self.record.source.span(start, end) in warned
            if not told and header.key.isalpha() and _PERSON.search(header.value):
                seats = ", ".join(seat.capitalize() for seat in game.seats)
                message = f"{header.key} is not a seat of {game.title}, which has {seats}"
                self._say(header, "header-near", message, severity="warning")

    def _seats(self, game: AnyGame) -> tuple[Seat, ...]:
        found: list[Seat] = []
        for header in self.record.headers:
            seat = Seat(header.key.casefold())
            if seat in game.seats and seat not in found and not header.late:
                found.append(seat)
        seats = tuple(found)
        if message := wrong_seats(game, seats):
            self._say(
                self._stranger(game),
                "seats",
                message,
                hint='a seat is a header such as [Red "Ann <ann@example.org>"]',
            )
            return ()
        return seats

    def _stranger(self, game: AnyGame) -> Header | None:
        """A header that looks like the name of a seat the game does not have."""
        known = {key.casefold() for key in STANDARD_KEYS} | set(game.seats)
        near = (h for h in self.record.headers if h.key.casefold() not in known and h.key.isalpha())
        return next((h for h in near if nearest_known(h.key.casefold(), game.seats, 1, 0.6)), None)

    def _options(self, game: AnyGame) -> frozenset[str] | None:
        header = self.record.header("Options")
        if header is None:
            return frozenset()
        words = {word.strip().casefold() for word in re.split(r"[,;]", header.value) if word.strip()}
        for word in sorted(words - set(game.options)):
            message = f"{game.title} has no option {word!r}{_guess(word, list(game.options))}"
            self._say(header, "option-unknown", message)
        return frozenset(words) if words <= set(game.options) else None

    def _edition(self, game: AnyGame) -> str:
        header = self.record.header("Edition")
        if self.edition or header is None:
            return self.edition or game.editions[0]
        if header.value.strip() in game.editions:
            return header.value.strip()
        self._say(
            header,
            "edition-unknown",
            f"{game.title} has no edition {header.value!r}",
            hint=f"known: {', '.join(game.editions)}",
        )
        return ""

    def _setup(
        self, game: AnyGame, seats: tuple[Seat, ...], options: frozenset[str], edition: str
    ) -> Setup[Any] | None:
        header = self.record.header("Board")
        name = header.value.strip().casefold() if header else ""
        try:
            return make_setup(game, seats, options, name, edition, folder_of(self.record.source.file))
        except BoardError as error:
            self._say(header, "board", str(error))
        except PbemError as error:
            self._say(None, "setup", str(error))
        return None


def folder_of(file: str) -> Path | None:
    """The folder a record is in, where an owner's boards may lie; None for standard input."""
    return None if file in ("-", "") else Path(file).resolve().parent


def dump(state: Any, board: str) -> dict[str, Any]:
    """A full state as JSON values, its set-up by name."""
    setup: Setup[Any] = state.setup
    fields = {name: getattr(state, name) for name in state.__struct_fields__ if name != "setup"}
    head = {
        "seats": list(setup.seats),
        "options": sorted(setup.options),
        "edition": setup.edition,
        "board": board,
    }
    built: dict[str, Any] = msgspec.to_builtins(fields, str_keys=True)
    return {"setup": head, **built}


def load(game: AnyGame, data: dict[str, Any], beside: Path | None = None) -> Any:
    """Make a state from what `dump` gave. Raises PbemError naming the faulty path."""
    head = data.get("setup")
    if not isinstance(head, dict):
        raise PbemError("the position has no `setup`")
    try:
        seats = tuple(Seat(str(seat)) for seat in head["seats"])
        options = frozenset(str(option) for option in head.get("options", []))
    except (KeyError, TypeError):
        raise PbemError("the position's `setup` needs a list `seats`") from None
    setup = make_setup(game, seats, options, str(head.get("board", "")), str(head.get("edition", "")), beside)
    import typing

    hints = typing.get_type_hints(game.state_type)
    fields: dict[str, Any] = {"setup": setup}
    for name in game.state_type.__struct_fields__:
        if name != "setup" and name in data:
            try:
                fields[name] = msgspec.convert(data[name], hints[name], strict=False, str_keys=True)
            except msgspec.ValidationError as error:
                raise PbemError(f"the position's `{name}`: {error}") from None
    try:
        return game.state_type(**fields)
    except TypeError as error:
        raise PbemError(f"the position is not complete: {error}") from None
