"""Sets the table up: what a deal must hold, and drawing one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from games.spokes.board import BAG, Board
from games.spokes.moves import Dealt, Group, Order, Spare, Wheel
from games.spokes.state import COLOURS, LETTERS, Bike, State, bikes_each
from pbem.errors import IllegalMove, SetupError
from pbem.game import Event, Seat, Setup, Shuffle, Step


def check_table(setup: Setup[Board]) -> None:
    """Do seats and options fit together? Raises SetupError."""
    count = len(setup.seats)
    if "teams" in setup.options and count not in (4, 6):
        raise SetupError(f"teams are for 4 or 6 seats; here are {count}")
    if "two-bikes" in setup.options and count not in (2, 3):
        raise SetupError(f"two bikes each are for 2 or 3 seats; here are {count}")


def wheels(setup: Setup[Board]) -> list[tuple[Seat, int]]:
    """The wheels that a deal fills, in its order; the number is 0 where a seat has one bike."""
    numbers = (1, 2) if bikes_each(setup) > 1 else (0,)
    return [(seat, number) for seat in setup.seats for number in numbers]


def set_up(setup: Setup[Board], deal: Order) -> Step[State]:
    """The position before the first bike is placed. Raises SetupError or IllegalMove."""
    check_table(setup)
    items = list(deal.dealt)
    bikes = tuple(_wheel(items, seat, number) for seat, number in wheels(setup))
    spokes = "".join(_group(items, name, count) for name, count in setup.board.groups)
    spare = _spare(items, spokes)
    if items:
        first = items[0]
        message = "the deal goes on after the spare spokes"
        raise IllegalMove("deal", message, action=_start(first), rule="Setup")
    supply = LETTERS if len(setup.seats) == 1 else ""
    state = State(setup, setup.seats[-1], spokes, bikes, spare, supply)
    return Step(state, (Event("deal", {"spare": " and ".join(COLOURS[letter] for letter in spare[:2])}),))


def _start(item: Dealt) -> str:
    match item:
        case Wheel():
            return f"wheel {item.seat}{f' {item.bike}' if item.bike else ''}"
        case Group():
            return item.name
        case Spare():
            return "spare"


def _take(items: list[Dealt], wanted: str, fits: Callable[[Dealt], bool]) -> Dealt:
    """The next item of the deal, which must be the wanted one."""
    if not items:
        raise IllegalMove("deal", f"the deal ends before `{wanted}`", rule="Setup", hint=f"add {wanted} ...")
    item = items.pop(0)
    if not fits(item):
        message = f"the deal has `{_start(item)}` where `{wanted}` is due"
        hint = "wheels in turn order, then the groups of gaps in the board's order, then spare"
        raise IllegalMove("deal", message, action=_start(item), rule="Setup", hint=hint)
    return item


def _wheel(items: list[Dealt], seat: Seat, number: int) -> Bike:
    wanted = f"wheel {seat} {number}" if number else f"wheel {seat}"
    item = _take(items, wanted, lambda i: isinstance(i, Wheel) and (i.seat, i.bike) == (seat, number))
    letters = item.letters if isinstance(item, Wheel) else ""
    if sorted(letters) != sorted(LETTERS):
        message = f"the wheel of {seat} holds {letters}; it needs one spoke of each colour ({LETTERS})"
        raise IllegalMove("wheel", message, action=f"{wanted} {letters}", rule="Initial Setup")
    return Bike(seat, number or 1, letters)


def _group(items: list[Dealt], name: str, count: int) -> str:
    item = _take(items, name, lambda i: isinstance(i, Group) and i.name == name)
    letters = item.letters if isinstance(item, Group) else ""
    if len(letters) != count:
        message = f"{name} has {count} gaps and the deal gives it {len(letters)} spokes"
        raise IllegalMove("gaps", message, action=f"{name} {letters}", rule="Setup")
    return letters


def _spare(items: list[Dealt], spokes: str) -> str:
    """The spokes left over, which are all that the bag holds beyond the board."""
    item = _take(items, "spare", lambda i: isinstance(i, Spare))
    letters = item.letters if isinstance(item, Spare) else ""
    action = f"spare {letters}"
    count = Counter(spokes + letters)
    for letter in LETTERS:
        if count[letter] != BAG:
            held = f"{count[letter]} {COLOURS[letter]} spokes"
            message = f"board and spare hold {held}; the bag has {BAG} of each"
            raise IllegalMove("bag", message, action=action, rule="Initial Setup")
    if len(letters) == 2 and letters[0] == letters[1]:
        message = f"both spare spokes are {COLOURS[letters[0]]}; one is exchanged for another on the board"
        raise IllegalMove("spare", message, action=action, rule="Setup")
    return letters


def draw_deal(setup: Setup[Board], shuffle: Shuffle) -> tuple[Setup[Board], Order]:
    """Draw entry 0: each wheel, then the bag onto the gaps; two equal spare spokes are parted."""
    check_table(setup)
    dealt: list[Dealt] = []
    for seat, number in wheels(setup):
        label = f"wheel {seat} {number}" if number else f"wheel {seat}"
        dealt.append(Wheel(seat, number, "".join(shuffle(label, sorted(LETTERS)))))
    bag = "".join(shuffle("bag", sorted(LETTERS * BAG)))
    spokes, spare = _part(setup.board, bag, shuffle)
    for name, count in setup.board.groups:
        dealt.append(Group(name, spokes[:count]))
        spokes = spokes[count:]
    dealt.append(Spare(spare))
    return setup, Order(dealt=tuple(dealt))


def _part(board: Board, bag: str, shuffle: Shuffle) -> tuple[str, str]:
    spokes, spare = bag[: len(board.gaps)], bag[len(board.gaps) :]
    if len(spare) != 2 or spare[0] != spare[1]:
        return spokes, spare
    others = sorted(gap for gap, letter in zip(board.gaps, spokes, strict=True) if letter != spare[0])
    gap = board.gaps.index(shuffle("exchange", others)[0])
    return spokes[:gap] + spare[1] + spokes[gap + 1 :], spare[0] + spokes[gap]
