"""The manual page of The Last Spike: what it names is there, and what is there it names."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from games.last_spike import GAME
from games.last_spike.moves import order_text
from pbem import notation, trial
from pbem.game import Example

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "games" / "last-spike.md").read_text(encoding="utf-8")
BAD = ROOT / "samples" / "last-spike" / "bad"


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "---" not in line]


TRACED = [row for row in rows("The rulebook, sentence by sentence") if row[-1].startswith("`test_")]


def test_every_test_that_the_page_names_is_there() -> None:
    source = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob("test_last_spike*.py")
    )
    named = {row[-1].strip("`") for row in TRACED}
    assert named - set(re.findall(r"^def (test_\w+)", source, re.MULTILINE)) == set()
    assert len(TRACED) > 80


def test_all_code_that_the_page_names_is_there() -> None:
    for row in TRACED:
        file, _, name = row[-2].split("`")[1].partition(".")
        if "/" in file:
            assert list(ROOT.glob(f"**/{file}.{name}")), row
        else:
            assert hasattr(importlib.import_module(f"games.last_spike.{file}"), name), row


def test_only_advice_is_without_a_test() -> None:
    untested = [row for row in rows("The rulebook, sentence by sentence")[1:] if not row[-1]]
    assert [row[1] for row in untested] == [
        "land in several hands helps to build a railway (advice, no rule)"
    ]


def test_every_code_of_the_engine_is_on_the_page_with_a_record_that_gives_it() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "games/last_spike").glob("*.py"))
    raised = set(re.findall(r'(?:(?:IllegalMove|_refuse|_refuse_card|_fault)\(|return)\s*"([a-z-]+)",', source))
    listed = {row[0].strip("`"): row[2].strip("`") for row in rows("Findings")[1:]}
    assert set(listed) == raised
    for code, record in listed.items():
        printed = (BAD / f"{record}.txt").read_text(encoding="utf-8")
        assert re.search(rf"\[last-spike/({code}|unknown-word)\]", printed), code


def test_the_keys_of_the_public_state_are_those_on_the_page() -> None:
    state = trial.opening_state(GAME, 3, frozenset(), "columbia-2015")
    assert {row[0].strip("`") for row in rows("The public state")[1:]} == set(GAME.public(state))


def test_options_ends_and_rulings_are_all_on_the_page() -> None:
    assert {row[0].strip("`") for row in rows("Options")[1:]} == set(GAME.options)
    assert {row[0].strip("`") for row in rows("Ends")[1:]} == set(GAME.end_reasons)
    assert re.findall(r"^(\d+)\. \*\*", section("Rulings"), re.MULTILINE) == [str(n) for n in range(1, 16)]


@pytest.mark.parametrize("line", section("Notation").split("```")[1].strip().splitlines())
def test_the_pages_entries_are_read(line: str) -> None:
    label, _, words = line.partition(": ")
    assert notation.parse(GAME, words, "deal" if label.endswith("deal") else "order").actions


@pytest.mark.parametrize("example", GAME.examples, ids=lambda example: example.text)
def test_the_examples_of_the_notation_page_are_read_and_canonical(example: Example) -> None:
    label, _, words = example.text.partition(": ")
    order = notation.parse(GAME, words, "deal" if label.endswith("deal") else "order")
    assert order_text(order) == words
