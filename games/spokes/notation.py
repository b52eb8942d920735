"""The words of an entry: what was parsed to an order, and moves back to canonical text."""

from __future__ import annotations

import re
from typing import Any

from games.spokes.board import Board
from games.spokes.moves import (
    Action,
    Choose,
    Dealt,
    Group,
    Move,
    Order,
    Pass,
    Place,
    Put,
    Rest,
    Ride,
    Spare,
    Swap,
    Turn,
    Wheel,
)
from games.spokes.state import COLOURS, LETTERS, Bike, State, bike_of, bikes_each
from pbem.game import Setup, Vocabulary

KEYWORDS = {
    "bike": ("rider",),
    "place": ("put", "start"),
    "swap": ("exchange", "trade"),
    "for": ("with",),
    "ride": ("travel", "go", "move"),
    "burst": ("boost",),
    "pass": (),
    "wheel": (),
    "spare": (),
}
REFUSED = {
    "draw": "nothing is drawn in play: the spoke that a swap takes from the board goes into the slot",
    "flip": "nobody turns the Slipstream Tile: a ride that would end on another bike does, and a burst",
    "give": "no spoke goes to another seat; a swap is with the board",
    "lend": "no spoke goes to another seat; a swap is with the board",
    "marker": "the spoke marker moves with the swap, over the slot that it names",
    "stay": "a seat that can swap and ride has to; one that cannot writes `pass`",
    "wait": "a seat that can swap and ride has to; one that cannot writes `pass`",
}
"""What the rules never allow, by the word that begins it."""
_SPACE = r"[a-z]{1,2}[0-9]{1,3}"
_COLOUR = "(white|yellow|green|blue|red|black)"
_SWAP = re.compile(rf"swap ([0-9]):{_COLOUR} ({_SPACE})-({_SPACE}) for {_COLOUR}")
_RIDE = re.compile(rf"ride {_SPACE}(?:-{_SPACE})*(?: burst {_SPACE}(?:-{_SPACE})*)*")
_PLACE = re.compile(f"place {_SPACE}")
_SEATED = "wheel (?:orange|red|blue|green|yellow|white)(?: [12])?"
_ITEM = f"(?:{_SEATED}|spare|[abcd]{{1,2}}) [wygbrk]+"
_DEAL = re.compile(f"{_ITEM}(?:; {_ITEM})*")
CODES = {"white": "w", "yellow": "y", "green": "g", "red": "r", "black": "k"}


class Reader:
    """Makes an Order of what the grammar finds; one method a rule."""

    def quick(self, words: str) -> Action | None:
        """A swap or a ride in canonical words, read without the grammar; None for anything else."""
        if swap := _SWAP.fullmatch(words):
            slot, colour, one, other, taken = swap.groups()
            return Swap(int(slot), None, colour, (one, other), taken)
        if _RIDE.fullmatch(words):
            return Ride(tuple(tuple(path.split("-")) for path in words[5:].split(" burst ")))
        if _PLACE.fullmatch(words):
            return Put(words[6:])
        return Choose(int(words[5:])) if words in ("bike 1", "bike 2") else None

    def quick_deal(self, text: str) -> Order | None:
        """A deal in canonical words, read without the grammar; None for anything else."""
        if not _DEAL.fullmatch(text):
            return None
        return Order(dealt=tuple(_item(item.split()) for item in text.split("; ")))

    def order(self, children: list[Action]) -> Order:
        return Order(actions=tuple(children))

    def deal(self, children: list[Dealt]) -> Order:
        return Order(dealt=tuple(children))

    def bike(self, children: list[str]) -> Choose:
        return Choose(int(children[0]))

    def place(self, children: list[str]) -> Put:
        return Put(str(children[0]))

    def swap(self, children: list[Any]) -> Swap:
        slot, steps, colour = children[0]
        one, other = _spaces(children[1]) if len(children) > 1 else ("", "")
        return Swap(slot, steps, colour, (one, other), str(children[2]) if len(children) > 2 else "")

    def by_slot(self, children: list[str]) -> tuple[int, None, str]:
        return int(children[0]), None, str(children[1]) if len(children) > 1 else ""

    def by_steps(self, children: list[str]) -> tuple[None, int, str]:
        return None, int(children[0][1:]), ""

    def by_colour(self, children: list[str]) -> tuple[None, None, str]:
        return None, None, str(children[0])

    def ride(self, children: list[str]) -> Ride:
        return Ride(tuple(_spaces(path) for path in children))

    def ride_off(self, children: list[str]) -> Ride:
        return Ride(((), *(_spaces(path) for path in children)))

    def rest(self, children: list[str]) -> Rest:
        return Rest()

    def wheel(self, children: list[str]) -> Wheel:
        number = int(children[1]) if len(children) > 2 else 0
        return Wheel(str(children[0]), number, str(children[-1]))

    def spare(self, children: list[str]) -> Spare:
        return Spare(str(children[0]))

    def group(self, children: list[str]) -> Group:
        return Group(str(children[0]), str(children[1]))


def _item(words: list[str]) -> Dealt:
    if words[0] == "wheel":
        return Wheel(words[1], int(words[2]) if len(words) > 3 else 0, words[-1])
    return Spare(words[1]) if words[0] == "spare" else Group(words[0], words[1])


def _spaces(path: str) -> tuple[str, ...]:
    return tuple(space.strip() for space in path.split("-"))


def write(state: State, seat: str, move: Move) -> str:
    """Canonical text of a move."""
    match move:
        case Place():
            return f"{bike_prefix(state, move.bike)}place {move.space}"
        case Turn():
            bike = bike_of(state, seat, move.bike)
            swap = write_swap(state, bike, move.slot, move.gap)
            return f"{bike_prefix(state, move.bike)}{swap}; {write_ride(state, bike, move)}"
        case Pass():
            return "pass"


def bike_prefix(state: State, number: int) -> str:
    """`bike 2; ` where seats have two bikes."""
    return f"bike {number}; " if bikes_each(state.setup) > 1 else ""


def write_swap(state: State, bike: Bike, slot: int, gap: str) -> str:
    """`swap 5:red a10-a1 for white`."""
    board = state.setup.board
    placed = COLOURS[bike.wheel[slot - 1]]
    taken = COLOURS[state.spokes[board.gaps.index(gap)]]
    return f"swap {slot}:{placed} {gap} for {taken}"


def write_ride(state: State, bike: Bike, move: Turn) -> str:
    """`ride a10 burst a1-a2`."""
    off = off_step(state, bike, move)
    if not off:
        return f"ride {'-'.join(move.ride)}"
    return f"ride {'-'.join(move.ride[:off])} burst {'-'.join(move.ride[off:])}"


def off_step(state: State, bike: Bike, move: Turn) -> int:
    """The step of a ride, from 1, that takes the burst; 0 if none does."""
    letter = bike.wheel[move.slot - 1]
    board = state.setup.board
    for step, (one, other) in enumerate(zip(move.ride, move.ride[1:], strict=False), 1):
        gap = board.gap_between(one, other)
        if gap is not None and board.gaps[gap] != move.gap and state.spokes[gap] != letter:
            return step
    return 0


def write_deal(setup: Setup[Board], deal: Order) -> str:
    """Canonical text of entry 0."""
    return "; ".join(_dealt(item) for item in deal.dealt)


def _dealt(item: Dealt) -> str:
    match item:
        case Wheel():
            number = f" {item.bike}" if item.bike else ""
            return f"wheel {item.seat}{number} {item.letters}"
        case Group():
            return f"{item.name} {item.letters}"
        case Spare():
            return f"spare {item.letters}"


def vocabulary(setup: Setup[Board]) -> Vocabulary:
    """The words that players type; `b` stays as it is, since it may stand for blue or black."""
    names: dict[str, tuple[str, ...]] = {name: (code,) for name, code in CODES.items()}
    names["blue"] = ("dark blue",)
    names["orange"] = ()
    return Vocabulary(
        keywords=KEYWORDS,
        names=names,
        codes=frozenset((*setup.board.spaces, *(group for group, _ in setup.board.groups), "b")),
        in_full=frozenset({"for"}),
        spellings={"cyclist": "bike", "adrenaline": "burst"},
        letters=LETTERS,
        refused=REFUSED,
    )


def letter_of(colour: str) -> str:
    """The letter of a colour's name; `b` is blue."""
    return "b" if colour == "b" else next(letter for letter in LETTERS if COLOURS[letter] == colour)
