"""Damaged records: no traceback, canonical text that stays as it is, and no silence about a change."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.pbem"))


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz", ROOT / "benchmarks" / "fuzz.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


fuzz = _load()


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_what_was_found_once_stays_mended(path: Path) -> None:
    assert fuzz.examine(path.read_bytes()) == ""


@pytest.mark.parametrize("part", range(4))
def test_a_damaged_record_is_answered(part: int) -> None:
    for data in fuzz.runs(100, f"quick {part}"):
        assert fuzz.examine(data) == "", data


@pytest.mark.long
def test_a_hundred_thousand_damaged_records_are_answered() -> None:
    for data in fuzz.runs(100_000, "long"):
        assert fuzz.examine(data) == "", data


def test_silence_about_a_record_that_says_something_else_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = (ROOT / "tests" / "awkward" / "last-spike.pbem").read_bytes()
    real = fuzz.checking.canonical
    monkeypatch.setattr(
        fuzz.checking,
        "canonical",
        lambda file, text: (real(file, text)[0].replace("E4", "C3"), real(file, text)[1]),
    )
    assert fuzz.examine(data) != ""


def test_the_same_seed_damages_the_same_way() -> None:
    assert list(fuzz.runs(5, "x")) == list(fuzz.runs(5, "x"))
