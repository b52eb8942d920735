"""The boards of Spokes: what the data must hold, and what is said of a file that does not."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.spokes import GAME
from games.spokes.board import Board, distances
from games.spokes.faces import faces
from games.spokes.listing import Task
from games.spokes.rides import Rider
from games.spokes.state import Bike, State
from pbem import boards
from pbem.errors import BoardError
from pbem.game import Seat, Setup

TEXTS = {name: boards.text("spokes", name) for name in GAME.boards}
VELODROME: Board = GAME.load_board("velodrome-112", TEXTS["velodrome-112"])
RINGS: Board = GAME.load_board("velodrome-4x16", TEXTS["velodrome-4x16"])

LITTLE = """
title = "Little"
about = "Eight spaces."
[lanes]
a = { value = ["a1", "a2", "a3", "a4"], source = "reconstruction" }
b = { value = ["b1", "b2", "b3", "b4"], source = "reconstruction" }
[spaces]
a1 = { value = [1, -1], source = "reconstruction" }
a2 = { value = [1, 1], source = "reconstruction" }
a3 = { value = [-1, 1], source = "reconstruction" }
a4 = { value = [-1, -1], source = "reconstruction" }
b1 = { value = [2, -2], source = "reconstruction" }
b2 = { value = [2, 2], source = "reconstruction" }
b3 = { value = [-2, 2], source = "reconstruction" }
b4 = { value = [-2, -2], source = "reconstruction" }
[gaps]
a = { value = ["a1-a2", "a2-a3", "a3-a4", "a4-a1"], source = "reconstruction" }
b = { value = ["b1-b2", "b2-b3", "b3-b4", "b4-b1"], source = "reconstruction" }
ab = { value = ["a1-b1", "a2-b2", "a3-b3", "a4-b4"], source = "reconstruction" }
[line]
forwards = { value = ["a4-a1", "b4-b1"], source = "reconstruction" }
backwards = { value = [], source = "reconstruction" }
stroke = { value = [[0, -0.5], [0, -2.5]], source = "reconstruction" }
[text]
columns = { value = 4, source = "reconstruction" }
lines = { value = 2, source = "reconstruction" }
"""


def load(text: str) -> Board:
    board: Board = GAME.load_board("trial", text)
    return board


def test_both_boards_have_112_gaps_and_say_that_they_are_reconstructions() -> None:
    assert (len(VELODROME.spaces), len(VELODROME.gaps)) == (48, 112)
    assert (len(RINGS.spaces), len(RINGS.gaps)) == (64, 112)
    for name, text in TEXTS.items():
        assert "reconstruction" in text.splitlines()[0].casefold(), name
        values = len(re.findall(r"\bvalue = ", text))
        assert values == len(boards.marks(text))


def test_the_groups_of_the_velodrome_are_the_lanes_and_the_gaps_between_them() -> None:
    assert VELODROME.groups == (("a", 10), ("b", 16), ("c", 22), ("ab", 26), ("bc", 38))
    assert RINGS.groups == (("a", 16), ("b", 16), ("c", 16), ("d", 16), ("ab", 16), ("bc", 16), ("cd", 16))


def test_all_spokes_of_the_velodrome_are_equally_long() -> None:
    places = {space: marked.value for space, marked in VELODROME.file.spaces.items()}
    for gap in VELODROME.gaps:
        (x1, y1), (x2, y2) = (places[space] for space in gap.split("-"))
        assert (abs(x1 - x2), abs(y1 - y2)) in ((2, 0), (1, 1))
    assert len(set(places.values())) == 48
    assert sorted(y for _, y in places.values()).count(0) == 6


def test_five_gaps_of_the_velodrome_cross_the_line() -> None:
    crossing = {gap: sign for gap, sign in zip(VELODROME.gaps, VELODROME.crossings, strict=True) if sign}
    assert crossing == {"a10-a1": 1, "b16-b1": 1, "c22-c1": 1, "b16-c1": 1, "a1-b16": -1}


def test_spokes_to_the_line_as_the_rows_behind_it() -> None:
    rows: dict[int, list[str]] = {}
    for space, away in zip(VELODROME.spaces, distances(VELODROME, 1), strict=True):
        rows.setdefault(away, []).append(space)
    assert sorted(rows[1]) == ["a10", "b16", "c22"]
    assert sorted(rows[2]) == ["a9", "b15", "c21"]
    assert sorted(rows[11]) == ["c1", "c2", "c3"]
    assert max(rows) == 11


def test_a_lap_is_ten_spokes_on_the_velodrome_and_sixteen_on_the_rings() -> None:
    for board, lap in ((VELODROME, 10), (RINGS, 16)):
        start = board.numbers["a1"]
        assert [distances(board, count)[start] for count in (0, 1, 2, 4)] == [0, lap, 2 * lap, 4 * lap]


def test_faces_of_a_drawing_are_found() -> None:
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    ends = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]
    assert sorted(len(face) for face in faces(square, ends)) == [3, 3, 4]
    assert len(faces([m.value for m in VELODROME.file.spaces.values()], VELODROME.ends)) == 66


def test_a_board_of_a_few_spaces_is_played_like_any_other() -> None:
    board = load(LITTLE)
    setup = Setup((Seat("orange"), Seat("red")), frozenset[str](), "1", board)
    setup, deal = GAME.deal(setup, lambda label, items: tuple(items))
    state = GAME.setup(setup, deal).state
    assert (len(state.spokes), len(state.spare)) == (12, 102)
    assert set(GAME.census(state).values()) == {25}
    assert Task(board, Rider(0, 4, False, ()), state.spokes, "w").board is board


def little(**changes: str) -> str:
    text = LITTLE
    for before, after in changes.values():
        assert before in text
        text = text.replace(before, after)
    return text


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("a1 = {", "a1x = {", "a space is named like b16 - at `spaces.a1x`"),
        ('"a1-b1"', '"a1-b9"', "a1-b9 does not join two spaces of the board - at `gaps.ab`"),
        ('"a1-b1"', '"a1-a1"', "a1-a1 does not join two spaces"),
        ('"a1-b1"', '"a2-a1"', "there is a second gap between a2 and a1 - at `gaps.ab`"),
        (
            '"a4-a1", "b4-b1"], source',
            '"a4-a1"], source',
            "the lane is broken or does not cross the line once",
        ),
        (
            'forwards = { value = ["a4-a1"',
            'forwards = { value = ["a1-a4"',
            "a1-a4 is not one of the gaps, once",
        ),
        (
            "backwards = { value = []",
            'backwards = { value = ["a2-b2"]',
            "do not add up to 0 round every face",
        ),
        ("a1 = { value = [1, -1]", "a1 = { value = [-3, 3]", "gaps run across each other - at `spaces`"),
        ('["a1", "a2", "a3", "a4"]', '["a1", "a2", "a3"]', "the lane is broken"),
        ('["a1", "a2", "a3", "a4"]', '["a1", "a2", "a3", "a9"]', "there is no space a9 - at `lanes.a`"),
        ("columns = { value = 4", "columns = { value = 0", "a whole number above zero - at `text`"),
        ('columns = { value = 4, source = "reconstruction" }', "columns = 4", "text.columns"),
        (
            'ab = { value = ["a1-b1", "a2-b2", "a3-b3", "a4-b4"]',
            "ab = { value = []",
            "not every space can be reached",
        ),
        ('title = "Little"', 'titel = "Little"', "titel"),
        ("\nab = {", "\ndeal = {", "deal is a word of the notation"),
        ("\nab = {", "\nabcde = {", "a group is named by one to four letters"),
        ('\nb = { value = ["b1-b2"', '\nx = { value = ["b1-b2"', "a lane needs a group of gaps of its name"),
    ],
)
def test_a_faulty_board_is_refused_by_the_place_of_the_fault(before: str, after: str, says: str) -> None:
    assert before in LITTLE
    with pytest.raises(BoardError, match=re.escape(says)):
        load(LITTLE.replace(before, after))


def test_a_board_with_more_gaps_than_the_bag_has_spokes_is_refused() -> None:
    names = [f"a{number}" for number in range(1, 117)]
    import math

    places = "\n".join(
        f'{name} = {{ value = [{math.cos(at / 58 * math.pi)}, {math.sin(at / 58 * math.pi)}], source = "deduced" }}'
        for at, name in enumerate(names)
    )
    gaps = [f"{one}-{other}" for one, other in zip(names, names[1:] + names[:1], strict=True)]
    text = LITTLE[: LITTLE.index("[lanes]")]
    text += f'[lanes]\na = {{ value = {names}, source = "deduced" }}\n[spaces]\n{places}\n'
    text += f'[gaps]\na = {{ value = {gaps}, source = "deduced" }}\n'
    text += f'[line]\nforwards = {{ value = ["{gaps[-1]}"], source = "deduced" }}\n'
    text += LITTLE[LITTLE.index("backwards") :]
    with pytest.raises(BoardError, match="116 gaps; the bag holds 114 spokes"):
        load(text)


def drawn(board: Board, state: Any = None) -> tuple[str, ...]:
    lines: tuple[str, ...] = GAME.draw(board, state).lines
    return lines


def test_maps_fit_a_screen_and_name_every_space() -> None:
    for board in (VELODROME, RINGS):
        lines = drawn(board)
        assert max(map(len, lines)) <= 66
        assert all(line == line.rstrip() for line in lines)
        text = "\n".join(lines)
        assert all(re.search(rf"\b{space}\b", text) for space in board.spaces)


def test_the_map_shows_every_spoke_and_bike() -> None:
    for board in (VELODROME, RINGS):
        setup = Setup((Seat("orange"), Seat("red")), frozenset({"two-bikes"}), "1", board)
        setup, deal = GAME.deal(setup, lambda label, items: tuple(items))
        state = GAME.setup(setup, deal).state
        letters = re.findall(r"(?<![a-z0-9])[wygbrk](?![a-z0-9])", "\n".join(drawn(board, state)))
        assert sorted(letters) == sorted(state.spokes)
        for _ in range(4):
            seat = Seat(state.mover)
            state = GAME.apply(state, seat, next(iter(GAME.legal_moves(state, seat)))).state
        text = "\n".join(drawn(board, state))
        assert all(mark in text for mark in ("[O1]", "[O2]", "[R1]", "[R2]"))


def test_the_map_shows_the_winner_where_two_bikes_stand() -> None:
    riders = (Bike("orange", 1, "wygbrk", "a1", 2), Bike("red", 1, "wygbrk", "a1", 4))
    setup = Setup((Seat("orange"), Seat("red")), frozenset[str](), "1", VELODROME)
    state = State(setup, "", "k" * 112, riders, "gw", ended="third-lap", winners=("red",))
    text = "\n".join(drawn(VELODROME, state))
    assert "[R]" in text
    assert "[O]" not in text
