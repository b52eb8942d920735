"""The manual page of Spectral Rails: what it names is there, and what is there it names."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from games.spectral_rails import GAME
from pbem import notation, trial

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "games" / "spectral-rails.md").read_text(encoding="utf-8")
BAD = ROOT / "samples" / "spectral-rails" / "bad"


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "---" not in line]


TRACED = rows("The rulebook, sentence by sentence")[1:]


def test_every_test_that_the_page_names_is_there() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob("test_spectral*.py"))
    named = {row[-1].strip("`") for row in TRACED}
    assert named - set(re.findall(r"^def (test_\w+)", source, re.MULTILINE)) == set()
    assert len(TRACED) > 100


def test_all_code_that_the_page_names_is_there() -> None:
    for row in TRACED:
        file, _, name = row[-2].split("`")[1].partition(".")
        if "/" in file:
            assert (ROOT / "games" / "spectral_rails" / f"{file}.{name}").is_file(), row
        else:
            assert hasattr(importlib.import_module(f"games.spectral_rails.{file}"), name), row


def test_every_code_of_the_engine_is_on_the_page_with_a_record_that_gives_it() -> None:
    files = (ROOT / "games/spectral_rails").glob("*.py")
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    raised = set(re.findall(r'(?:IllegalMove|AmbiguousOrder)\(\s*"([a-z-]+)"', source))
    listed = {row[0].strip("`"): row[2].strip("`") for row in rows("Findings")[1:]}
    assert set(listed) == raised
    for code, record in listed.items():
        if record != "-":
            printed = (BAD / f"{record}.txt").read_text(encoding="utf-8")
            assert re.search(rf"\[spectral-rails/({code}|unknown-word)\]", printed), code


def test_the_keys_of_the_public_state_are_those_on_the_page() -> None:
    state = trial.opening_state(GAME, 3, frozenset(), "southwest-3")
    assert {row[0].strip("`") for row in rows("The public state")[1:]} == set(GAME.public(state))
    of_seats = next(row for row in rows("The public state") if row[0] == "`seats`")[1]
    assert set(GAME.public(state)["seats"]["red"]) <= set(re.findall(r"`(\w+)`", of_seats))


def test_options_ends_and_rulings_are_all_on_the_page() -> None:
    assert {row[0].strip("`") for row in rows("Options")[1:]} == set(GAME.options)
    assert {row[0].strip("`") for row in rows("Ends")[1:]} == set(GAME.end_reasons)
    numbers = re.findall(r"^(\d+)\. \*\*", section("Rulings"), re.MULTILINE)
    assert numbers == [str(n) for n in range(1, 21)]


@pytest.mark.parametrize("line", section("Notation").split("```")[1].strip().splitlines())
def test_the_pages_entries_are_read(line: str) -> None:
    assert notation.parse(GAME, line.partition(": ")[2]).actions
