"""Spectral Rails: its two maps as data, its notation, its reports and its sample games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.spectral_rails import GAME, drawing
from games.spectral_rails.board import Board
from games.spectral_rails.state import State
from games.spectral_rails.words import KEYWORDS
from pbem import boards, notation, table
from pbem.errors import BoardError
from pbem.game import DEAL, Example, Seat, Setup
from pbem.judge import Judge

SAMPLES = Path(__file__).parent.parent / "samples" / "spectral-rails"
TEXTS = {n: boards.text("spectral-rails", f"southwest-{n}") for n in (3, 4)}


def board(seats: int) -> Board:
    loaded: Board = GAME.load_board(f"southwest-{seats}", TEXTS[seats])
    return loaded


@pytest.mark.parametrize(("seats", "towns", "lines", "spaces"), [(4, 18, 34, 116), (3, 15, 27, 95)])
def test_the_maps_have_their_towns_lines_and_spaces(seats: int, towns: int, lines: int, spaces: int) -> None:
    game = board(seats)
    assert (len(game.towns), len(game.lines), len(game.space_names)) == (towns, lines, spaces)
    assert all(len(three) == 3 for three in game.states.values())
    assert all(2 <= len(game.ways[town]) <= 5 for town in game.towns)
    assert GAME.board_for(seats) == game.name


def test_alta_ludlow_and_como_form_a_triangle_of_lines_with_three_spaces() -> None:
    for seats in (3, 4):
        legs = board(seats).legs
        assert [len(legs[pair]) for pair in (("Alta", "Ludlow"), ("Alta", "Como"), ("Como", "Ludlow"))] == [
            3,
            3,
            3,
        ]


def test_every_value_says_where_it_is_from() -> None:
    sources = boards.marks(TEXTS[4])
    assert sources.count("rulebook") > 10 and sources.count("reconstruction") > 50


def test_the_ether_hand_holds_the_cards_seen_in_the_rulebook() -> None:
    assert board(4).hand == (1, 1, 1, 2, 2, 2, 3, 3, 4)


def test_spaces_of_a_line_are_neighbours_and_those_around_a_town() -> None:
    game = board(4)
    at = game.spaces
    near = {game.space_names[space] for space in game.neighbours[at["Alta-Ludlow.1"]]}
    assert near == {"Alta-Ludlow.2", "Alta-Como.1", "Alta-Cabezon.1", "Cisco-Alta.2"}
    assert {game.space_names[space] for space in game.borders["Coloma"]} == {
        "Coloma-Unionville.1",
        "Coloma-Bodie.1",
    }


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ('"Alta-Como" = { value = 3', '"Alta-Como" = { value = 0', "lines.Alta-Como"),
        ('"Alta-Como" =', '"Ludlow-Alta" =', "lines.Ludlow-Alta"),
        ('"Alta-Como" =', '"Alta-Alta" =', "lines.Alta-Alta"),
        ('"Alta-Como" =', '"Alta-Paris" =', "lines.Alta-Paris"),
        ('name = { value = "Alta"', 'name = { value = "Al-ta"', "towns[9].name"),
        ('name = { value = "Alta"', 'name = { value = "Alta 2"', "towns[9].name"),
        ('name = { value = "Alta"', 'name = { value = "Play Alta"', "towns[9].name"),
        ('name = { value = "Alta"', 'name = { value = "Como"', "towns[10].name"),
        ('state = { value = "Utah"', 'state = { value = "Nevada"', "towns"),
        ('code = { value = "ALT"', 'code = { value = "COM"', "towns"),
        ('"Ruby", "Como"]', '"Ruby", "Ruby"]', "wrecks.first"),
        ('"Ophir", "Organ"]', '"Ophir", "Paris"]', "wrecks.second"),
        ("[1, 1, 1, 2, 2, 2, 3, 3, 4]", "[1, 1, 1, 2, 2, 2, 3, 3]", "hand"),
        ("[1, 1, 1, 2, 2, 2, 3, 3, 4]", "[1, 1, 1, 2, 2, 2, 3, 3, 40]", "hand"),
        ("seats = { value = 4", "seats = { value = 5", "seats"),
        ("seats = { value = 4", 'seats = { value = "4"', "seats.value"),
    ],
)
def test_a_faulty_map_names_the_faulty_place(old: str, new: str, path: str) -> None:
    assert old in TEXTS[4]
    with pytest.raises(BoardError) as error:
        GAME.load_board("faulty", TEXTS[4].replace(old, new))
    assert f"`{path}`" in str(error.value) or f"`$.{path}`" in str(error.value)


def test_a_map_in_two_parts_is_refused() -> None:
    lines = [line for line in TEXTS[4].splitlines() if not re.match(r'"(Coloma-|Bodie-)', line)]
    with pytest.raises(BoardError, match="cannot be reached"):
        GAME.load_board("faulty", "\n".join(lines))


# Notation


@pytest.mark.parametrize("example", GAME.examples)
def test_the_examples_of_the_notation_page_are_read(example: Example) -> None:
    assert notation.parse(GAME, example.text).actions


def test_the_notation_page_shows_every_word_and_fits_the_screen() -> None:
    for word in (
        "bid",
        "pass",
        "keep",
        "lead",
        "lift",
        "place",
        "load",
        "burn",
        "play",
        "coin",
        "go",
        "deliver",
    ):
        assert re.search(rf"\b{word} ", GAME.notation), word
        assert any(re.search(rf"\b{word}\b", example.text) for example in GAME.examples), word
    assert max(map(len, GAME.notation.splitlines())) <= 78


@pytest.mark.parametrize(
    "text",
    [
        "load Alta; play 2 1; go Alta-Ludlow; deliver Ludlow",
        "load Alta play 2 1 go Alta-Ludlow deliver Ludlow",
        ";load Alta;; play 2 1\n;go Alta -\n Ludlow; ; deliver Ludlow;",
    ],
)
def test_separators_may_be_left_out_and_repeated(text: str) -> None:
    expected = notation.parse(GAME, "load Alta; play 2 1; go Alta-Ludlow; deliver Ludlow")
    assert notation.parse(GAME, text) == expected


def test_names_of_several_words_stop_before_a_keyword() -> None:
    order = notation.parse(GAME, "go Canyon Diablo-Eagle\n Mountain.2 deliver Canyon Diablo")
    assert order.actions[0].towns == ("Canyon Diablo", "Eagle Mountain") and order.actions[0].stop == 2
    assert "deliver" in KEYWORDS


@pytest.mark.parametrize(
    "text", ["", "Play 2", "play", "go", "play 2,1", "lift Alta", "go Alta-2", "pass keep", "bid ?"]
)
def test_what_is_not_spelt_canonically_is_not_read_by_the_grammar(text: str) -> None:
    with pytest.raises(notation.Unread):
        notation.parse(GAME, text)


# Whole games in samples


def played(name: str) -> tuple[list[State], dict[str, str]]:
    """All positions of a sample record without undo entries, and its headers."""
    text = re.sub(r"\{[^}]*\}", "", (SAMPLES / f"{name}.pbem").read_text(encoding="utf-8"))
    headers = dict(re.findall(r'^\[(\S+) "(.*)"\]$', text, re.MULTILINE))
    seats = tuple(Seat(key.lower()) for key in headers if key.lower() in GAME.seats)
    setup: Setup[Any] = Setup(
        seats,
        frozenset(filter(None, headers.get("Options", "").split(", "))),
        "1",
        board(len(seats)),
    )
    entries = re.findall(r"^\d+\. (\w+): (.*)$", text, re.MULTILINE)
    states = [GAME.setup(setup, notation.parse(GAME, entries[0][1], "deal")).state]
    for who, words in entries[1:]:
        order = notation.parse(GAME, words.strip(), "deal" if who == DEAL else "order")
        move = GAME.resolve(states[-1], Seat(who), order)
        assert GAME.write(states[-1], Seat(who), move) == words.strip()
        states.append(GAME.apply(states[-1], Seat(who), move).state)
    return states, headers


@pytest.mark.parametrize("name", ["whole-game-3-seats", "whole-game-4-seats"])
def test_whole_games_replay_to_their_results(name: str) -> None:
    states, headers = played(name)
    outcome = GAME.outcome(states[-1])
    assert outcome is not None and outcome.text == headers["Result"]
    assert GAME.census(states[0]) == GAME.census(states[-1])


def test_states_survive_as_json() -> None:
    for state in played("whole-game-3-seats")[0][::9]:
        data = msgspec.json.decode(msgspec.json.encode(table.dump(state, "southwest-3")))
        again = table.load(GAME, data)
        assert table.dump(again, "southwest-3") == table.dump(state, "southwest-3")
        assert GAME.public(again) == GAME.public(state)


# Reports


def test_nothing_is_hidden_from_anybody() -> None:
    state = played("whole-game-4-seats")[0][30]
    assert GAME.view(state, None) == GAME.view(state, Seat("red"))


def test_the_tables_show_rows_with_faces_souls_and_score() -> None:
    state = played("whole-game-3-seats")[0][48]
    tables = {each.title.partition(" (")[0]: each for each in GAME.view(state, None)}
    ether = {row[0]: row for row in tables["Ether"].rows}
    assert ether["red"][2] == "1 2 2 3 1 [3]"
    assert ("Belmont", "-", "Como, Mogollon, Ophir+") in tables["Towns"].rows
    assert tables["Score so far"].rows[0][-1] == GAME.scores(state)[Seat("red")]
    assert ("Canyon Diablo-Swansea", "red red red") in tables["Lines with trails"].rows


@pytest.mark.parametrize("seats", [3, 4])
def test_the_map_fits_and_hides_no_space(seats: int) -> None:
    towns, spaces, labels = drawing._layout(board(seats))
    cells = [*towns.values(), *spaces]
    assert len(set(cells)) == len(cells)
    covered = {(row, column + at) for town, (row, column) in labels.items() for at in range(len(town) + 1)}
    assert not covered & set(cells)
    drawn = GAME.draw(board(seats), None)
    assert max(map(len, drawn.lines)) <= 78 and all(line == line.rstrip() for line in drawn.lines)
    assert all(any(town in line for line in drawn.lines) for town in towns)


def test_the_map_shows_whose_trail_lies_where() -> None:
    states, _ = played("whole-game-4-seats")
    plain, drawn = "".join(GAME.draw(board(4), None).lines), GAME.draw(board(4), states[31])
    text = "".join(drawn.lines)
    for seat in states[31].setup.seats:
        digit = str(states[31].setup.seats.index(seat))
        grown = text.count(seat[0]) - plain.count(seat[0])
        assert grown >= states[31].trails.count(digit) - 1
    assert drawn.legend[-1].startswith("trains: Y ")


# What people type


@pytest.mark.parametrize(
    ("after", "typed", "canonical"),
    [
        (0, "Bid 1", "bid 1"),
        (0, "bid 1 1 2.", "bid 1 1 2"),
        (3, "Lead BLUE", "lead blue"),
        (4, "start ludlow", "place Ludlow"),
        (4, "place canyondiablo", "place Canyon Diablo"),
        (4, "place CAN", "place Canyon Diablo"),
        (
            7,
            "take como, spend 3, then go alta-como and deliver como.",
            "load Como; play 3; go Alta-Como; deliver Como",
        ),
        (7, "LOAD COMO PLAY 3 GO COMO DELIVER COMO", "load Como; play 3; go Alta-Como; deliver Como"),
        (7, "play 2; go ludlow.2", "play 2; go Alta-Ludlow.2"),
        (7, "play 2; go alt-lud.2", "play 2; go Alta-Ludlow.2"),
        (7, "load dark como; pl 4; g cis - oph.1", "load Como; play 4; go Alta-Cisco-Ophir.1"),
        (17, "co; go canyondiablo-graf", "coin; go Canyon Diablo-Grafton"),
        (
            33,
            "load cisco; play 1 3; lift como-alta.3, como-alta.2, como-alta.1, como-cisco.1; go gra-cis; deliver cisco",
            "load Cisco; play 1 3; lift Cisco-Como.3, Alta-Como.1, Alta-Como.2, Alta-Como.3;"
            " go Rhyolite-Grafton-Cisco; deliver Cisco",
        ),
        (46, "remove belmont-grafton.1; leader red", "lift Belmont-Grafton.1; lead red"),
        (
            56,
            "load ludlow; coin; go cany-cab-lud; deliver ludlow",
            "load dark Ludlow; coin; go Grafton-Canyon Diablo-Cabezon-Ludlow; deliver dark Ludlow",
        ),
        (
            54,
            "coin; go grafton; deliver grafton, grafton",
            "coin; go Belmont-Grafton; deliver dark Grafton, light Grafton",
        ),
    ],
)
def test_what_people_type_is_read_as_they_meant_it(after: int, typed: str, canonical: str) -> None:
    state = played("whole-game-3-seats")[0][after]
    seat = Seat(state.turn)
    judged = Judge(GAME, state.setup).entry(state, seat, typed)
    assert [finding.message for finding in judged.findings] == []
    assert GAME.write(state, seat, judged.move) == canonical


@pytest.mark.parametrize(
    ("after", "typed", "expected"),
    [
        (7, "play 3; go alta-c", "ambiguous"),
        (7, "b 1", "ambiguous"),
        (7, "play 21; go alta-ludlow", "cards"),
        (7, "play 3; go alta-paris", "unknown-word"),
        (7, "play 3 go", "unfinished"),
        (7, "lift alta-como", "unread"),
        (7, "play 4; go ludlow-organ.9", "no-space"),
    ],
)
def test_what_cannot_be_read_is_never_guessed(after: int, typed: str, expected: str) -> None:
    state = played("whole-game-3-seats")[0][after]
    judged = Judge(GAME, state.setup).entry(state, Seat(state.turn), typed)
    assert [finding.code for finding in judged.findings] == [expected]


def test_the_turns_of_a_position_are_counted() -> None:
    state = played("in-progress")[0][-1]
    assert len(list(GAME.legal_moves(state, Seat(state.turn)))) == 758
