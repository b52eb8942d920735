"""The vocabulary that games and core share: seats, events, outcomes, tables, and the Game protocol.

A game is one value that can set a table up, say whose turn it is, list legal moves and apply one move
to a frozen state. Nothing here knows a particular game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NewType, Protocol, TypeVar

import msgspec

if TYPE_CHECKING:
    from random import Random  # costs milliseconds, and only trial games use it

Seat = NewType("Seat", str)
"""A chair at the table, named by its colour in lower case; not a person."""

DEAL = Seat("deal")
"""Who speaks in entries that say what the box, the bag or the deck gave."""

EVERYTHING = Seat("*")
"""The viewer from whom nothing is hidden: the moderator."""

Shuffle = Callable[[str, Sequence[str]], tuple[str, ...]]
"""`shuffle(label, items)` gives the items in drawing order; the same label and items give the same order."""

UNKNOWN = "?"
"""Stands for a card or tile that the reader of this copy may not know."""


class Event(msgspec.Struct, frozen=True):
    """One fact about what happened. `audience` None means that everybody may know.

    `facts` holds strings, whole numbers, and tuples of strings; the words of the report are made from
    `Game.phrases[kind]`.
    """

    kind: str
    facts: Mapping[str, str | int | tuple[str, ...]] = {}
    audience: frozenset[Seat] | None = None


class Note(msgspec.Struct, frozen=True):
    """A legal move that deserves a word: `code` is short and stable, as in OrderError."""

    code: str
    message: str


StateT = TypeVar("StateT")
OrderT = TypeVar("OrderT")
MoveT = TypeVar("MoveT")
BoardT = TypeVar("BoardT")
StateT_co = TypeVar("StateT_co", covariant=True)


class Step(msgspec.Struct, Generic[StateT_co], frozen=True):
    """The position after a move, and what happened on the way, in order."""

    state: StateT_co
    events: tuple[Event, ...] = ()
    notes: tuple[Note, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `reason` is a key of `Game.end_reasons`.

    `scores` holds every seat in turn order (empty where a game keeps none); `winners` are in turn
    order, several if shared, none if nobody won. `text` is the canonical value of the Result header.
    """

    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    reason: str
    text: str


class Table(msgspec.Struct, frozen=True):
    """Rows under a header, as data; widths and formats are the report's. Cells are text or numbers.

    Numbers are set flush right. A column named `seat` holds seat names; the report adds the player's
    name and marks who is to move.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]


class Drawing(msgspec.Struct, frozen=True):
    """A picture made of characters: lines of printable text without trailing spaces, at most 78 wide.

    `legend` explains the signs, one line each.
    """

    title: str
    lines: tuple[str, ...]
    legend: tuple[str, ...] = ()


class Setup(msgspec.Struct, Generic[BoardT], frozen=True, eq=False):
    """What does not change during a game. `seats` in turn order, the first plays first."""

    seats: tuple[Seat, ...]
    options: frozenset[str]
    edition: str
    board: BoardT

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats in turn order, starting with the one after `seat`."""
        at = self.seats.index(seat)
        return self.seats[at + 1 :] + self.seats[:at]


class Vocabulary(msgspec.Struct, frozen=True):
    """The words a person may type, for loose reading and for "did you mean".

    `keywords` maps each canonical keyword to its synonyms; any unique prefix will do, except for those
    in `in_full`. `names` maps each canonical name (places, colours; may hold spaces and dots) to its
    codes; case, spaces, dots and apostrophes do not matter and any unique prefix will do. `codes` are
    tokens that must be exact but for their case (tiles, spaces). `spellings` are further tokens replaced
    as they stand (never by prefix). `chance` are keywords of actions that the dealer adds (`draw`).
    `letters` make up whole words of the dealer's entries, one letter a piece (`ygbwrk`). `refused` are words
    for what the rules never allow, each with the sentence that says so.
    """

    keywords: Mapping[str, tuple[str, ...]]
    names: Mapping[str, tuple[str, ...]] = {}
    codes: frozenset[str] = frozenset()
    in_full: frozenset[str] = frozenset()
    spellings: Mapping[str, str] = {}
    chance: frozenset[str] = frozenset()
    letters: str = ""
    refused: Mapping[str, str] = {}


class Example(msgspec.Struct, frozen=True):
    """A line of notation with what it says, for the notation page; a test parses every one of them."""

    text: str
    says: str


class Game(Protocol[StateT, OrderT, MoveT]):
    """Everything the core needs to know of a game.

    States are frozen and every method is pure. Orders are what was written and need no position; moves
    are about a position.
    """

    key: str
    title: str
    editions: tuple[str, ...]
    """Editions of the rules that the engine knows; the first is the default."""
    seats: tuple[Seat, ...]
    """Every seat the game has, in the order in which its rulebook or box lists them."""
    counts: tuple[int, ...]
    """How many seats may play."""
    options: Mapping[str, str]
    """Option to one sentence that says what it does."""
    trial_options: frozenset[str]
    """Options that trial games are played with unless others are asked for."""
    boards: tuple[str, ...]
    """Names of the boards that come with the game; the first is the default."""
    end_reasons: Mapping[str, str]
    """Reason to one clause, as `Outcome.reason` uses it."""
    phrases: Mapping[str, str]
    """Event kind to a sentence in `str.format` style over the event's facts."""
    examples: tuple[Example, ...]
    """Entries for the notation page, in reading order."""
    notation: str
    """The notation page's explanation: plain text, at most 78 columns."""
    reader: object
    """Has a method named after each grammar rule; each takes the list of its children.

    `order` makes an order of its actions, a flat list. It may also have `quick(words)` and
    `quick_deal(text)`, which read an action and a whole deal in canonical words without the grammar, or
    give None.
    """
    state_type: type[StateT]

    def board_for(self, count: int) -> str:
        """The name of the board that so many seats play on where none is named."""
        ...

    def load_board(self, name: str, text: str) -> Any:
        """Make the typed board from a TOML file's text. Raises BoardError naming the faulty path."""
        ...

    def setup(self, setup: Setup[Any], deal: OrderT) -> Step[StateT]:
        """Set the table up from entry 0. Raises SetupError (the table) or IllegalMove (the deal)."""
        ...

    def deal(self, setup: Setup[Any], shuffle: Shuffle) -> tuple[Setup[Any], OrderT]:
        """Draw entry 0. The seats may come back in another order where chance chooses who is first.

        The outcome dealt again from the seats that came back is the same: so it can be verified.
        """
        ...

    def to_move(self, state: StateT) -> frozenset[Seat]:
        """Who may write the next entry: seats, or DEAL. Empty when the game is over."""
        ...

    def legal_moves(self, state: StateT, seat: Seat) -> Iterable[MoveT]:
        """Yield one canonical move for each distinct outcome, what is drawn left open."""
        ...

    def sample(self, state: StateT, seat: Seat, random: Random) -> MoveT:
        """Choose one legal move for a trial game, with enough purpose that games end."""
        ...

    def forced(self, state: StateT) -> tuple[Seat, MoveT] | None:
        """The bare pass that the rules make by themselves, if the position has one."""
        ...

    def resolve(self, state: StateT, seat: Seat, order: OrderT) -> MoveT:
        """Say what an order means here. Raises IllegalMove or AmbiguousOrder."""
        ...

    def fill(self, state: StateT, seat: Seat, move: MoveT | None, shuffle: Shuffle) -> MoveT:
        """Put in what chance gives: what is drawn, or DEAL's whole move (`move` None).

        What is drawn is the first in the shuffle's order that is still there. With the game's own shuffle
        that is the next one; with any other order (counts of positions, trials on a recorded game) it is
        still something that can be drawn.
        """
        ...

    def apply(self, state: StateT, seat: Seat, move: MoveT) -> Step[StateT]:
        """Carry one move out. Raises IllegalMove."""
        ...

    def leave(self, state: StateT, seat: Seat) -> Step[StateT]:
        """The seat resigns."""
        ...

    def skip(self, state: StateT, seat: Seat) -> Step[StateT]:
        """The seat's turn passes with nothing done."""
        ...

    def outcome(self, state: StateT) -> Outcome | None: ...

    def scores(self, state: StateT) -> Mapping[Seat, int]:
        """What `check: score` compares now."""
        ...

    def write(self, state: StateT, seat: Seat, move: MoveT) -> str:
        """Canonical text of a legal move, without label."""
        ...

    def write_deal(self, setup: Setup[Any], deal: OrderT) -> str:
        """Canonical text of entry 0, without label."""
        ...

    def redact(self, state: StateT, seat: Seat, move: MoveT, viewer: Seat | None) -> MoveT:
        """The move as `viewer` may read it, UNKNOWN for what stays hidden. `state` is before the move."""
        ...

    def redact_deal(self, setup: Setup[Any], deal: OrderT, viewer: Seat | None) -> OrderT: ...

    def group(self, state: StateT, seat: Seat, move: MoveT) -> str:
        """What a legal turn is listed under: turns of one group come to nearly the same for a player."""
        ...

    def knows(self, state: StateT, seat: Seat) -> bool:
        """Whether all that the seat holds is known here; in somebody else's copy it is not."""
        ...

    def view(self, state: StateT, viewer: Seat | None) -> tuple[Table, ...]:
        """Tables for one seat, for everybody (None), or for the moderator (EVERYTHING)."""
        ...

    def status(self, state: StateT) -> tuple[str, ...]:
        """A few public words for the report's first line, such as "tiles in pool 25"."""
        ...

    def draw(self, board: Any, state: StateT | None) -> Drawing:
        """The map; with a state, what all may see on it."""
        ...

    def public(self, state: StateT) -> dict[str, Any]:
        """What everybody may see, as JSON values with stable keys: what the state hash is made of."""
        ...

    def census(self, state: StateT) -> Mapping[str, int]:
        """Totals that no move changes, for every kind of piece and money where it is conserved."""
        ...

    def vocabulary(self, setup: Setup[Any]) -> Vocabulary: ...
