"""Spectral Rails: movement turns judged a second time, from joints between spaces instead of the board's tables."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from games.spectral_rails import GAME
from games.spectral_rails.moves import Move, Turn
from games.spectral_rails.state import Engineer, State
from pbem import boards, notation
from pbem.errors import IllegalMove
from pbem.game import Seat, Setup

Space = tuple[str, str, int]
"""A line as the board names it, and the number of the space."""
Joint = str | tuple[str, str, int]
"""Where two spaces meet: a town, or a point within a line."""


class Referee:
    """Says whether a turn is legal, in the words of the rulebook and with no code of the engine."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat = state.turn
        self.me: Engineer = state.engineers[self.seat]
        self.lengths = {tuple(k.split("-")): v.value for k, v in state.setup.board.file.lines.items()}
        self.names: list[Space] = [
            (a, b, at) for (a, b), length in self.lengths.items() for at in range(1, length + 1)
        ]
        digit = str(state.setup.seats.index(Seat(self.seat)))
        self.own = {name for name, sign in zip(self.names, state.trails, strict=True) if sign == digit}
        self.empty = {name for name, sign in zip(self.names, state.trails, strict=True) if sign == "."}

    def joints(self, space: Space) -> tuple[Joint, Joint]:
        a, b, at = space
        return (a if at == 1 else (a, b, at - 1)), (b if at == self.lengths[a, b] else (a, b, at))

    def here(self) -> set[Joint]:
        """The joints that the train touches."""
        return set(self.joints(self.names[self.me.space])) if self.me.space >= 0 else {self.me.town}

    def connected(self) -> set[Space]:
        joints, found = self.here(), set[Space]()
        while new := {space for space in self.own - found if joints & set(self.joints(space))}:
            found |= new
            joints |= {joint for space in new for joint in self.joints(space)}
        return found

    def between(self, a: str, b: str) -> list[Space] | None:
        """The spaces of a line from `a` to `b`."""
        if (a, b) in self.lengths:
            return [(a, b, at) for at in range(1, self.lengths[a, b] + 1)]
        back = self.between(b, a) if (b, a) in self.lengths else None
        return back[::-1] if back is not None else None

    def entered(self, turn: Turn) -> list[Space] | None:
        """Every space that the path enters, in order; None if there is no such path."""
        if len(turn.path) < 2:
            return None
        found: list[Space] = []
        for at, (a, b) in enumerate(zip(turn.path, turn.path[1:], strict=False)):
            leg = self.between(a, b)
            if leg is None:
                return None
            if turn.stop and at == len(turn.path) - 2:
                if turn.stop > len(leg):
                    return None
                leg = leg[: turn.stop]
            if at == 0 and self.me.space >= 0:
                stand = self.names[self.me.space]
                if stand not in leg or (leg[-1] == stand and turn.stop and len(turn.path) == 2):
                    return None
                if stand in self.own and a != self.me.behind:
                    return None
                leg = leg[leg.index(stand) + 1 :]
            elif at == 0 and a != self.me.town:
                return None
            found.extend(leg)
        return found

    def trapped(self) -> bool:
        if self.me.space < 0:
            lines = [self.between(self.me.town, town) for town in self.state.setup.board.towns]
            return all(self.own & set(line) for line in lines if line is not None)
        a, b, _ = stand = self.names[self.me.space]
        one, two = self.between(a, b) or [], self.between(b, a) or []
        ways = {a: set(two[two.index(stand) + 1 :]), b: set(one[one.index(stand) + 1 :])}
        if stand in self.own:
            del ways[self.me.behind]
        return all(self.own & way for way in ways.values())

    def legal(self, turn: Turn) -> bool:
        return self.me.spent < 13 and self.loads(turn) and self.pays(turn) and self.goes(turn)

    def loads(self, turn: Turn) -> bool:
        heavy = bool(turn.load) and len(self.me.aboard) >= 3
        if bool(turn.burn) != heavy:
            return False
        waiting = self.state.waiting[self.me.town] if self.me.town else ()
        return not turn.load or (turn.load in waiting and len(self.me.aboard) < 6)

    def pays(self, turn: Turn) -> bool:
        cards = Counter(turn.play) + Counter([turn.burn] if turn.burn else [])
        if cards - Counter(self.me.hand) or sum(turn.play) > 13 - self.me.spent:
            return False
        return (self.me.coins > 0) if turn.coin and not turn.play else bool(turn.play) and not turn.coin

    def goes(self, turn: Turn) -> bool:
        lift = {self.names[at] for at in turn.lift}
        if len(lift) < len(turn.lift) or not lift <= self.own:
            return False
        if not turn.path:
            freed = bool(lift) and len(lift) <= sum(turn.play) and not turn.deliver
            return freed and self.trapped()
        entered = self.entered(turn)
        if entered is None or self.own & set(entered):
            return False
        laid = [space for space in entered if space in self.empty]
        reserve, value = 13 - len(self.own), sum(turn.play)
        if len(laid) > len(set(laid)) or len(laid) > min(value, reserve + len(lift)):
            return False
        if len(lift) > max(0, value - reserve):
            return False
        near = self.connected()
        if lift & near and not self.own - near <= lift:
            return False
        end = "" if turn.stop else turn.path[-1]
        aboard = Counter((*self.me.aboard, *([turn.load] if turn.load else [])))
        at_home = all(soul.split(" ", 1)[1] == end for soul in turn.deliver)
        return at_home and not Counter(turn.deliver) - aboard


def changed(state: State, turn: Turn, random: Random) -> Turn:
    """The turn with something else in it, legal or not."""
    board, me = state.setup.board, state.engineers[state.turn]
    own = [
        at for at, sign in enumerate(state.trails) if sign == str(state.setup.seats.index(Seat(state.turn)))
    ]
    match random.randrange(9):
        case 0:
            return replace(
                turn, play=tuple(random.sample(me.hand, random.randint(0, len(me.hand)))), coin=False
            )
        case 1:
            return replace(turn, coin=not turn.coin)
        case 2:
            return replace(turn, lift=tuple(sorted(random.sample(own, random.randint(0, len(own))))))
        case 3:
            return replace(turn, lift=turn.lift[1:])
        case 4:
            return replace(turn, stop=random.randint(0, 5) if turn.path else 0)
        case 5:
            path = turn.path or (me.town or me.behind,)
            return replace(turn, path=(*path, random.choice(board.ways[path[-1]])), stop=0, deliver=())
        case 6:
            return replace(turn, path=turn.path[: random.randint(0, len(turn.path))], stop=0, deliver=())
        case 7:
            souls = [soul for soul in (*me.aboard, turn.load) if soul]
            return replace(
                turn, deliver=tuple(sorted(random.sample(souls, min(len(souls), random.randint(0, 2)))))
            )
        case _:
            burn = random.choice((0, *me.hand))
            waiting = state.waiting.get(me.town, ())
            return replace(turn, burn=burn, load=random.choice(("", "dark Alta", *waiting)))


def agrees(state: State, turn: Turn) -> bool:
    """Hold both judgements against each other; says whether the turn is legal."""
    due = Referee(state).legal(turn)
    try:
        GAME.apply(state, Seat(state.turn), turn)
    except IllegalMove as error:
        assert not due, f"{error.code}: {error.message}\n{turn}\n{state.engineers[state.turn]}"
        return False
    assert due, f"{turn}\n{state.engineers[state.turn]}"
    text = GAME.write(state, Seat(state.turn), turn)
    again = GAME.resolve(state, Seat(state.turn), notation.parse(GAME, text))
    assert replace(turn, deliver=tuple(sorted(turn.deliver))) == again, text
    return True


def judged(seats: int, seed: int) -> Counter[bool]:
    """Judge changed turns all through a game."""
    random = Random(f"{seats} {seed}")
    name = f"southwest-{seats}"
    board = GAME.load_board(name, boards.text("spectral-rails", name))
    setup = Setup(GAME.seats[:seats], frozenset({"stall-ends"}), "1", board)
    setup, order = GAME.deal(setup, lambda label, items: tuple(random.sample(list(items), len(items))))
    state: State = GAME.setup(setup, order).state
    counts: Counter[bool] = Counter()
    while GAME.to_move(state):
        (seat,) = GAME.to_move(state)
        forced = GAME.forced(state)
        move: Move = forced[1] if forced else GAME.sample(state, seat, random)
        if state.phase == "move":
            some = [each for each in islice(GAME.legal_moves(state, seat), 1, 200) if isinstance(each, Turn)]
            for _ in range(12):
                turn = changed(state, random.choice([*some, Turn()]), random)
                counts[agrees(state, changed(state, turn, random) if random.random() < 0.5 else turn)] += 1
        state = GAME.apply(state, seat, move).state
    return counts


@pytest.mark.parametrize("seats", [3, 4])
def test_a_second_referee_agrees_on_changed_turns(seats: int) -> None:
    counts = sum((judged(seats, seed) for seed in range(2)), Counter[bool]())
    assert counts[True] > 200 and counts[False] > 200


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4])
def test_a_second_referee_agrees_in_many_games(seats: int) -> None:
    assert sum((judged(seats, seed) for seed in range(10, 250)), Counter[bool]())[True] > 10_000
