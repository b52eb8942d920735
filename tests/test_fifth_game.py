"""A fifth game arrives as new files only: no list is edited anywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FIFTH = Path(__file__).parent / "fifth"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the packages with the files of Nim beside those of the other games."""
    place = tmp_path_factory.mktemp("fifth")
    for package in ("pbem", "grammar", "games"):
        shutil.copytree(ROOT / package, place / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(FIFTH, place, dirs_exist_ok=True)
    return place


def run(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(tree), "XDG_CACHE_HOME": str(tree / "cache")}
    command = [sys.executable, "-m", "pbem", *arguments]
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)


def test_a_fifth_game_is_listed_once_its_folder_is_there(tree: Path) -> None:
    assert "nim" in run(tree, "games").stdout
    assert "take N" in run(tree, "notation", "nim").stdout


def test_a_fifth_game_passes_the_shared_tests(tree: Path) -> None:
    done = run(tree, "conform", "nim", "--games", "3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok ") == 8


def test_a_fifth_game_is_played_from_the_command_line(tree: Path) -> None:
    made = run(tree, "new", "nim", "--seat", "red=Ann", "--seat", "blue=Bob", "--name", "n", "--seed", "1")
    assert made.returncode == 0, made.stderr
    heap = int(Path(tree / "n.pbem").read_text().split("heap ")[1])
    moved = run(tree, "move", "n.pbem", "remove 2")
    assert moved.returncode == 0, moved.stderr
    assert f"tokens left {heap - 2}" in moved.stdout
    refused = run(tree, "move", "n.pbem", "take 5")
    assert refused.returncode == 1
    assert "one to three may be taken" in refused.stderr
    assert run(tree, "check", "n.pbem").stdout == ""


def test_a_stray_package_named_games_is_named(tree: Path, tmp_path: Path) -> None:
    stray = tmp_path / "games"
    stray.mkdir()
    (stray / "__init__.py").write_text("")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from pbem.cli.main import run; run()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code, "games"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert str(stray) in done.stderr
    assert "Traceback" not in done.stderr
