"""Sets the table up: what a deal must hold, and drawing one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from games.spokes.board import BAG, Board
from games.spokes.moves import Dealt, Group, Order, Spare, Wheel
from games.spokes.state import COLOURS, LETTERS, Bike, State, bikes_each
from pbem.errors import IllegalMove, SetupError
from pbem.game import Event, Seat, Setup, Shuffle, Step


def check_table(setup: Setup[Board]) -> None:
    """Do seats and options fit together? Raises SetupError."""
    count = len(setup.seats)
    if "teams" in setup.options and count not in (4, 6):
        message = f"teams are for 4 or 6 seats; here are {count}"
        raise SetupError(f"{message}: take teams out of the options, or seat 4 or 6")
    if "two-bikes" in setup.options and count not in (2, 3):
        message = f"two bikes each are for 2 or 3 seats; here are {count}"
        raise SetupError(f"{message}: take two-bikes out of the options, or seat 2 or 3")


def wheels(setup: Setup[Board]) -> list[tuple[Seat, int]]:
    """The wheels that a deal fills, in its order; the number is 0 where a seat has one bike."""
    numbers = (1, 2) if bikes_each(setup) > 1 else (0,)
    return [(seat, number) for seat in setup.seats for number in numbers]


def set_up(setup: Setup[Board], deal: Order) -> Step[State]:
    """The position before the first bike is placed. Raises SetupError or IllegalMove."""
    check_table(setup)
    letters: dict[str, str] = {}
    for item in deal.dealt:
        letters.setdefault(_label(item), item.letters)
    if faults := list(_faults(setup, [_label(item) for item in deal.dealt], letters)):
        raise _together(faults)
    bikes = tuple(
        Bike(seat, number or 1, letters[_wheel_label(seat, number)]) for seat, number in wheels(setup)
    )
    spokes = "".join(letters[name] for name, _ in setup.board.groups)
    spare = letters["spare"]
    supply = LETTERS if len(setup.seats) == 1 else ""
    state = State(setup, setup.seats[-1], spokes, bikes, spare, supply)
    return Step(state, (Event("deal", {"spare": " and ".join(COLOURS[letter] for letter in spare[:2])}),))


def _wheel_label(seat: str, number: int) -> str:
    return f"wheel {seat} {number}" if number else f"wheel {seat}"


def _label(item: Dealt) -> str:
    """How an item of the deal begins."""
    match item:
        case Wheel():
            return _wheel_label(item.seat, item.bike)
        case Group():
            return item.name
        case Spare():
            return "spare"


def _together(faults: Sequence[IllegalMove]) -> IllegalMove:
    """All faults of a deal as one, which stands at the first; letters that are no colour go before."""
    faults = sorted(faults, key=lambda fault: fault.code != "no-such-colour")
    first = faults[0]
    if len(faults) == 1:
        return first
    told = "; ".join(f"({number}) {fault.message}" for number, fault in enumerate(faults, 1))
    message = f"the deal has {len(faults)} faults: {told}"
    return IllegalMove(first.code, message, action=first.action, rule=first.rule, hint=first.hint)


def _faults(setup: Setup[Board], written: list[str], letters: Mapping[str, str]) -> Iterator[IllegalMove]:
    """What is wrong with a deal; `letters` holds what it gives under each label."""
    seats = [(_wheel_label(seat, number), seat) for seat, number in wheels(setup)]
    groups = setup.board.groups
    due = [*(label for label, _ in seats), *(name for name, _ in groups), "spare"]
    yield from _order_faults(due, written)
    for label, seat in seats:
        if label in letters:
            yield from _wheel_faults(label, seat, letters[label])
    for name, count in groups:
        if name in letters:
            yield from _group_faults(name, count, letters[name])
    if all(name in letters for name in ("spare", *(name for name, _ in groups))):
        yield from _bag_faults("".join(letters[name] for name, _ in groups), letters["spare"])


def _order_faults(due: list[str], written: list[str]) -> Iterator[IllegalMove]:
    """Where the deal first leaves the order that is due, and what else it lacks."""
    if written == due:
        return
    hint = f"in this order: {', '.join(due)}"
    places = zip_longest(due, written)
    wanted, found = next((wanted, found) for wanted, found in places if wanted != found)
    message = f"the deal has `{found}` where `{wanted}` is due"
    if found is None:
        message = f"the deal ends before `{wanted}`"
    elif wanted is None:
        message = "the deal goes on after the spare spokes"
    yield IllegalMove("deal", message, action=found or "", rule="Setup", hint=hint)
    for label in due:
        if label != wanted and label not in written:
            yield IllegalMove("deal", f"there is no `{label}`", rule="Setup", hint=hint)


def _wheel_faults(label: str, seat: str, letters: str) -> Iterator[IllegalMove]:
    if sorted(letters) != sorted(LETTERS):
        strange = _no_colours(letters)
        wrong = ", ".join(filter(None, (_wrong_counts(letters, 1), strange)))
        message = (
            f"the wheel of {seat} holds {letters}, {wrong}; it needs one spoke of each colour ({LETTERS})"
        )
        action = f"{label} {letters}"
        if strange:
            yield _no_such_colour(message, action)
        else:
            yield IllegalMove("wheel", message, action=action, rule="Initial Setup")


def _group_faults(name: str, count: int, letters: str) -> Iterator[IllegalMove]:
    action = f"{name} {letters}"
    if len(letters) != count:
        message = f"{name} has {count} gaps and the deal gives it {len(letters)} spokes"
        yield IllegalMove("gaps", message, action=action, rule="Setup")
    if strange := _no_colours(letters):
        yield _no_such_colour(f"group {name}: {strange} ({' '.join(LETTERS)})", action)


def _bag_faults(spokes: str, spare: str) -> Iterator[IllegalMove]:
    """Board and spare hold all of the bag, and the two spare spokes differ."""
    action = f"spare {spare}"
    if strange := _no_colours(spare):
        yield _no_such_colour(f"spare: {strange} ({' '.join(LETTERS)})", action)
    if wrong := _wrong_counts(spokes + spare, BAG):
        message = f"board and spare hold {wrong} spokes; the bag has {BAG} of each colour"
        yield IllegalMove("bag", message, action=action, rule="Initial Setup")
    if len(spare) == 2 and spare[0] == spare[1]:
        message = f"both spare spokes are {COLOURS.get(spare[0], spare[0])}; the two must differ"
        hint = "exchange one of them for another on the board"
        yield IllegalMove("spare", message, action=action, rule="Setup", hint=hint)


def _no_such_colour(message: str, action: str) -> IllegalMove:
    return IllegalMove("no-such-colour", message, action=action, rule="Initial Setup")


def _wrong_counts(letters: str, due: int) -> str:
    """The colours of which there are more or fewer than `due`, such as `18 white and 20 green`."""
    count = Counter(letters)
    wrong = [letter for letter in LETTERS if count[letter] != due]
    *most, last = [f"{count[letter] or 'no'} {COLOURS[letter]}" for letter in wrong] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def _no_colours(letters: str) -> str:
    """The letters that stand for no colour, in words; "" where there are none."""
    strange = " ".join(sorted(set(letters) - set(LETTERS)))
    return f"{strange} {'are no colours' if len(strange) > 1 else 'is no colour'}" if strange else ""


def draw_deal(setup: Setup[Board], shuffle: Shuffle) -> tuple[Setup[Board], Order]:
    """Draw entry 0: each wheel, then the bag onto the gaps; two equal spare spokes are parted."""
    check_table(setup)
    dealt: list[Dealt] = []
    for seat, number in wheels(setup):
        wheel = "".join(shuffle(_wheel_label(seat, number), sorted(LETTERS)))
        dealt.append(Wheel(seat, number, wheel))
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
