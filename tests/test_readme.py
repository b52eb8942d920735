"""The README keeps its word: what it shows is what is printed, and what it links to is there."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])


def blocks() -> list[str]:
    """The README's indented blocks, without their indent."""
    found = re.findall(r"(?:^    .*\n|^\n(?=    ))+", README, re.MULTILINE)
    return [textwrap.dedent(block).strip("\n") + "\n" for block in found]


RECORD = next(block for block in blocks() if block.startswith('[Game "last-spike"]'))


def shown(command: str) -> str:
    """What the README shows below a command."""
    (block,) = [
        block for block in blocks() if block.startswith(f"$ pbem {command}\n") and block.count("\n") > 1
    ]
    return block.split("\n", 1)[1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as the tour has it: the record, and a log with a fault in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "friday-42.pbem").write_text(RECORD)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "friday-42.pbem").write_text(RECORD + "3. red: lay D4; buy Omaha; draw E1\n")
    return tmp_path


def test_the_record_in_the_tour_is_sound(pbem: Any, folder: Path) -> None:
    assert pbem("check", "friday-42.pbem") == (0, "", "")


def test_a_slip_is_answered_as_the_tour_shows(pbem: Any, folder: Path) -> None:
    ran = pbem("move", "friday-42.pbem", "lya D4")
    assert ran.status == 1
    assert ran.err == shown('move friday-42.pbem "lya D4"')


def test_a_faulty_log_is_told_of_as_the_tour_shows(pbem: Any, folder: Path) -> None:
    ran = pbem("check", "logs")
    assert ran.status == 1
    assert ran.out.rstrip() == shown("check logs").rstrip()


def test_every_command_has_its_row() -> None:
    from pbem.cli.main import COMMANDS

    for name in COMMANDS:
        assert f"`pbem {name}" in README or name == "deal", name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), link
