"""From a finished parse to an Order, and the words that a person may type."""

from __future__ import annotations

import re

from games.spike.board import Board, code_at
from games.spike.moves import (
    Build,
    Cards,
    Common,
    Extra,
    Give,
    Goods,
    Holding,
    Keep,
    Order,
    Pass,
    Place,
    Round,
    Show,
    Sides,
    Stop,
    Take,
    Trade,
    Upgrade,
    Written,
)
from pbem.game import Seat, Setup, Vocabulary

_POINT = r"(?:[a-q][1-9][0-9]?|[A-Z][a-z]+\.?(?: [A-Z][a-z]+\.?)*)"
_PATH = re.compile(f"{_POINT}(?:-{_POINT})*")
_CARD = "(?:deck:)?(?:white|blue|red|green|yellow|black|time)"
_DRAWN = re.compile(f"{_CARD}(?:, {_CARD})*")


def _path(text: str) -> tuple[str, ...]:
    if " " not in text and "\n" not in text:
        return tuple(text.split("-"))
    return tuple(" ".join(point.split()) for point in text.split("-"))


def _cards(words: list[str]) -> tuple[str, ...]:
    """Cards one by one; a number stands before so many equal ones."""
    cards: list[str] = []
    number = 1
    for word in words:
        if word.isdigit():
            number = int(word)
        else:
            cards += ["".join(word.split())] * number
            number = 1
    return tuple(cards)


class Reader:
    """One method for each rule of the grammar, called with the rule's children."""

    def quick(self, words: str) -> Written | None:
        """A build, a move or cards drawn or shown in canonical words; None for anything else."""
        verb, _, rest = words.partition(" ")
        if verb in ("build", "move") and _PATH.fullmatch(rest):
            return Build(_path(rest)) if verb == "build" else Stop(_path(rest))
        if verb in ("draw", "show") and _DRAWN.fullmatch(rest):
            cards = _cards(rest.split(", "))
            return Cards(cards) if verb == "draw" else Show(cards)
        return None

    def order(self, actions: list[Written]) -> Order:
        return Order(actions=tuple(actions))

    def draw(self, words: list[str]) -> Cards:
        return Cards(_cards(words))

    def take(self, words: list[str]) -> Take:
        return Take(_cards(words))

    def show(self, words: list[str]) -> Show:
        return Show(_cards(words))

    def round(self, words: list[str]) -> Round:
        return Round(int(words[0]))

    def trade(self, words: list[str]) -> Trade:
        return Trade(int(words[0]), str(words[1]), _cards(words[2:]))

    def build(self, words: list[str]) -> Build:
        return Build(tuple(point for path in words for point in _path(path)))

    def stop(self, words: list[str]) -> Stop:
        return Stop(_path(words[0]))

    def goods(self, words: list[str]) -> Goods:
        verb, *rest = map(str, words)
        fee = rest.pop().lstrip("$").replace(",", "") if rest and not rest[-1][0].isalpha() else ""
        city = next((" ".join(word.split()) for word in rest if not word.islower()), "")
        return Goods(verb, next((word for word in rest if word.islower()), ""), city, int(fee or 0))

    def upgrade(self, words: list[str]) -> Upgrade:
        return Upgrade(str(words[0]))

    def extra(self, words: list[str]) -> Extra:
        return Extra(str(words[0]) if words else "")

    def nothing(self, words: list[str]) -> Pass:
        return Pass()

    def sides(self, words: list[str]) -> Sides:
        return Sides(_cards(words))

    def give(self, words: list[str]) -> Give:
        return Give(str(words[0]))

    def keep(self, words: list[str]) -> Keep:
        return Keep(str(words[0]))

    def place(self, words: list[str]) -> Place:
        return Place("-".join(_path(words[0])))

    def deal(self, items: list[Holding | Common]) -> Order:
        return Order(items=tuple(items))

    def holding(self, words: list[str]) -> Holding:
        seat, what, *cards = words
        return Holding(Seat(str(seat)), str(what), _cards(cards))

    def common(self, words: list[str]) -> Common:
        return Common(str(words[0]), _cards(words[1:]))


PARTS = {"engine": ("speed",), "tender": ("power",), "car": ("wagon", "cargo")}
"""Other words for the parts of the train."""
REFUSED = {
    "unload": "write `deliver` to be paid for cargo, or `dump` to put it back on its contract",
    "discard": "rail cards are laid off only where they pay for a build",
}
"""What is said of words for what cannot be done so."""
DEALT = ("market", "contracts", "hand", "route")


def vocabulary(setup: Setup[Board]) -> Vocabulary:
    """The words a person may type: letters for rail kinds, codes for cities, other names of commodities."""
    board = setup.board
    aliases: dict[str, tuple[str, ...]] = {}
    for alias, commodity in board.aliases.items():
        aliases[commodity] = (*aliases.get(commodity, ()), alias)
    full = (
        "pass",
        "give",
        "keep",
        "extra",
        "deck",
        "time",
        "market",
        "contracts",
        "hand",
        "route",
        "round",
        "show",
    )
    ways = {"draw": (), "take": (), "build": ("lay",), "move": ("go",), "trade": ("exchange", "swap")}
    short = ("load", "dump", "deliver", "upgrade", "engine", "tender", "car", "place", "sides", "for", "to")
    return Vocabulary(
        keywords={**ways, **dict.fromkeys((*short, *full), ()), **PARTS},
        names={
            **{city: (code, code_at(*board.points[city])) for city, code in board.codes.items()},
            **{kind: (letter,) for kind, letter in board.kinds.items()},
            **{commodity: aliases.get(commodity, ()) for commodity in board.commodities},
            **{seat: () for seat in setup.seats if seat not in board.kinds},
        },
        codes=frozenset([*(point for point in board.points if point not in board.cities), *board.routes]),
        in_full=frozenset((*full, "for", "to")),
        spellings={"a": "a", "b": "b", "and": ",", "buy": "upgrade"},
        refused=REFUSED,
        chance=frozenset({"draw", "extra", "show"}),
    )
