"""Games played face to face: no seed, no commitment; what is drawn is checked against what is left in the box."""

from __future__ import annotations

import re
from random import Random

import pytest

from pbem import conform, registry, table, trial
from pbem.replay import Referee


def archived(key: str, count: int, seed: int, options: tuple[str, ...] = ()) -> str:
    """A whole game as somebody kept it: without commitment, seed or date."""
    game = registry.find(key)
    setup = table.make_setup(game, trial.seats_for(game, count), frozenset(options))
    text = trial.simulate(game, setup, "club-night", Random(seed))[0]
    return re.sub(r"\[(Commit|Date) .*\]\n", "", text)


def first_finding(text: str) -> str:
    referee = Referee(conform.read(text)).run()
    problem = referee.problems[0]
    return f"{problem.entry} {problem.code}: {problem.message}"


@pytest.mark.parametrize("key", registry.known())
def test_an_archive_without_a_seed_replays(key: str) -> None:
    game = registry.find(key)
    for count in game.counts:
        assert Referee(conform.read(archived(key, count, 5))).run().problems == []


def test_a_tile_drawn_twice_is_found() -> None:
    text = archived("last-spike", 3, 1)
    drawn = re.findall(r"draw (\w\d)", text)
    twice = re.sub(rf"draw {drawn[5]}\b", f"draw {drawn[2]}", text, count=1)
    assert "last-spike/not-in-box" in first_finding(twice)
    assert drawn[2] in first_finding(twice)


def test_a_tile_dealt_that_was_dealt_already_is_found() -> None:
    text = archived("last-spike", 2, 1)
    hands = re.search(r"; (red|blue) (\w\d)(?: \w\d){3}; (?:red|blue) (\w\d)", text)
    assert hands is not None
    assert "0 last-spike/not-in-box" in first_finding(text.replace(f" {hands[3]} ", f" {hands[2]} ", 1))


def test_an_eleventh_white_card_is_found() -> None:
    text = archived("spike", 4, 3)
    whites = re.sub(r"deck:(?!white|time)\w+", "deck:white", text)
    whites = re.sub(r"(show|draw) (red|blue|green|yellow|black)\b", r"\1 white", whites)
    found = first_finding(whites)
    assert re.match(r"\d+ spike/", found)
    assert "white" in found


def test_a_card_taken_from_the_row_that_does_not_lie_there_is_found() -> None:
    text = archived("spike", 2, 3)
    shown = re.search(r"show (\w+), (\w+), (\w+), (\w+)\n", text)
    assert shown is not None
    kinds = ["white", "blue", "red", "green", "yellow", "black"]
    missing = next(kind for kind in kinds if kind not in shown.groups())
    taken = re.search(r"draw (?!deck)(\w+)", text)
    assert taken is not None
    wrong = text[: taken.start()] + f"draw {missing}" + text[taken.end() :]
    assert re.match(r"\d+ spike/", first_finding(wrong))


def test_a_soul_that_is_on_the_board_twice_already_is_found() -> None:
    text = archived("spectral-rails", 3, 2)
    deal = re.search(r"Unionville: ([\w ]+), ([\w ]+); Belmont: ([\w ]+), ([\w ]+);", text)
    assert deal is not None
    one, other = deal[1], next(name for name in deal.groups()[1:] if name != deal[1])
    tripled = (
        text.replace(f", {other}", f", {one}", 1) if f", {other}" in text else text.replace(other, one, 1)
    )
    for _ in range(3):
        tripled = re.sub(rf"(: |, ){re.escape(other)}(?=[,;])", rf"\g<1>{one}", tripled, count=1)
    assert "0 spectral-rails/" in first_finding(tripled)


def test_a_spoke_too_many_of_one_colour_is_found() -> None:
    text = archived("spokes", 2, 2)
    deal = re.search(r"; a ([a-z]+);", text)
    assert deal is not None
    whites = "w" * len(deal[1])
    assert "0 spokes/" in first_finding(text.replace(f"; a {deal[1]};", f"; a {whites};", 1))


@pytest.mark.parametrize("key", registry.known())
def test_an_outcome_that_cannot_be_is_found(key: str) -> None:
    game = registry.find(key)
    text = archived(key, max(game.counts), 4)
    result = re.search(r'\[Result "(.*)"\]', text)
    assert result is not None
    seats = trial.seats_for(game, max(game.counts))
    wrong = (
        next(seat for seat in seats if seat != result[1])
        if not re.search(r"\d", result[1])
        else "".join(str((int(sign) + 1) % 10) if sign.isdigit() else sign for sign in result[1])
    )
    found = first_finding(text.replace(result[0], f'[Result "{wrong}"]'))
    assert found.startswith("None result: the replay gives")
