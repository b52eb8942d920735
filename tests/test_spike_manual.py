"""The manual page of Spike: what it names is there, and what is there it names."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from games.spike import GAME
from games.spike.moves import Build, Stop, Trade
from pbem import boards, notation, trial
from pbem.game import Example

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "games" / "spike.md").read_text(encoding="utf-8")
BOARD = GAME.load_board("east-1900", boards.text("spike", "east-1900"))
BAD = ROOT / "samples" / "spike" / "bad"
WITHOUT_RULE = ["high score tiles and delivery markers (no limit here)"]


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


STANDS_FOR = {"no-such-space": "no-such-point"}
"""What a record gives in place of a code that only a program can reach."""


def rows(title: str) -> list[list[str]]:
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "---" not in line]


SENTENCES = rows("The rulebook, sentence by sentence")
TRACED = [row for row in SENTENCES if row[-1].startswith("`test_")]


def test_every_test_that_the_page_names_is_there() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob("test_spike*.py"))
    named = {row[-1].strip("`") for row in TRACED}
    assert named - set(re.findall(r"^def (test_\w+)", source, re.MULTILINE)) == set()
    assert len(TRACED) > 90


def test_all_code_that_the_page_names_is_there() -> None:
    for row in TRACED:
        file, _, name = row[-2].strip("`").partition(".")
        if "/" in file:
            assert list((ROOT / "games" / "spike").glob(f"{file}.{name}")), row
        else:
            assert hasattr(importlib.import_module(f"games.spike.{file}"), name), row


def test_only_what_is_no_rule_is_without_a_test() -> None:
    assert [row[1] for row in SENTENCES[1:] if not row[-1]] == WITHOUT_RULE


def test_every_code_of_the_engine_is_on_the_page_with_a_record_that_gives_it() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "games/spike").glob("*.py"))
    raised = set(re.findall(r'(?:IllegalMove|AmbiguousOrder|_refuse|_fault)\(\s*"([a-z-]+)",', source))
    raised |= set(re.findall(r'code, message = "([a-z-]+)"', source))
    listed = {row[0].strip("`"): row[2].strip("`") for row in rows("Findings")[1:]}
    assert set(listed) == raised
    for code, record in listed.items():
        printed = (BAD / f"{record}.txt").read_text(encoding="utf-8")
        assert re.search(rf"\[spike/{STANDS_FOR.get(code, code)}\]", printed), code


def test_the_keys_of_the_public_state_are_those_on_the_page() -> None:
    public = GAME.public(trial.opening_state(GAME, 3, frozenset()))
    assert {row[0].strip("`") for row in rows("The public state")[1:]} == set(public)
    for key in public["seats"]["red"]:
        assert f"`{key}`" in section("The public state"), key


def test_options_ends_and_rulings_are_all_on_the_page() -> None:
    assert {row[0].strip("`") for row in rows("Options")[1:]} == set(GAME.options)
    assert {row[0].strip("`") for row in rows("Ends")[1:]} == set(GAME.end_reasons)
    assert re.findall(r"^(\d+)\. \*\*", section("Rulings"), re.MULTILINE) == [str(n) for n in range(1, 19)]


@pytest.mark.parametrize("line", section("Notation").split("```")[1].strip().splitlines())
def test_the_pages_entries_are_read(line: str) -> None:
    label, _, text = line.partition(": ")
    assert notation.parse(GAME, text, "deal" if label.endswith("deal") else "order") is not None


@pytest.mark.parametrize("example", GAME.examples, ids=lambda example: str(example.text))
def test_the_notation_pages_examples_are_read(example: Example) -> None:
    order = notation.parse(GAME, example.text)
    assert order.actions
    got = [card for action in order.actions if isinstance(action, Trade) for card in action.got]
    for action in order.actions:
        if isinstance(action, Build):
            links = [BOARD.near[one][other] for one, other in pairwise(action.path)]
            assert not Counter(got) - Counter(BOARD.links[link] for link in links)
        if isinstance(action, Stop):
            assert set(action.path) <= set(BOARD.points)


def test_the_notation_page_fits_and_names_every_action() -> None:
    assert max(map(len, GAME.notation.splitlines())) <= 78
    for word in (
        "draw",
        "build",
        "upgrade",
        "move",
        "load",
        "deliver",
        "dump",
        "trade",
        "pass",
        "give",
        "place",
    ):
        assert f"{word} " in GAME.notation or f"`{word}`" in GAME.notation
