"""Where two records part."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

HEAD = """\
[Game "last-spike"]
[Name "friday-42"]
[Red "Ann"]
[Blue "Bob"]

0. deal: first red A3, blue B1; red A1 C3 D2 V1; blue B1 E4 F2 X3; aside D3
1. red: lay A1; draw D4
2. blue: lay B1; draw F1
"""

VALUES = """\
land.red.St. Louis
  0
  (not there)
land.red.Denver
  (not there)
  0
free_land
  Omaha, Dodge City, Laramie, Denver, El Paso, Ogden, Yuma, Sacramento
  St. Louis, Omaha, Dodge City, Laramie, El Paso, Ogden, Yuma, Sacramento
laid
  A1
  V1
cash.red
  57000
  52000"""


@pytest.fixture
def differ(pbem: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Compare the record above with a changed one."""
    monkeypatch.chdir(tmp_path)

    def compare(*changes: tuple[str, str]) -> Any:
        other = HEAD
        for old, new in changes:
            assert old in other
            other = other.replace(old, new)
        Path("a.pbem").write_text(HEAD)
        Path("b.pbem").write_text(other)
        return pbem("diff", "a.pbem", "b.pbem")

    return compare


def test_the_same_record_is_silent(differ: Any) -> None:
    assert differ() == (0, "", "")


def test_spelling_numbering_comments_and_order_of_headers_make_no_difference(differ: Any) -> None:
    changes = [
        ("lay A1; draw", "PLAY a1 {hm}, then DRAW"),
        ("2. blue", "7) blue"),
        ('[Game "last-spike"]\n[Name "friday-42"]', '[Name "friday-42"]\n[Game "last-spike"]'),
    ]
    assert differ(*changes) == (0, "", "")


def test_the_first_differing_header(differ: Any) -> None:
    ran = differ(('"Bob"', '"Rob"'))
    assert ran == (1, 'header Blue\n  a.pbem:4:1: [Blue "Bob"]\n  b.pbem:4:1: [Blue "Rob"]\n', "")


def test_the_first_differing_entry_and_the_position_after_which_they_part(differ: Any) -> None:
    ran = differ(("1. red: lay A1", "1. red: lay V1"))
    lines = ran.out.splitlines()
    assert lines[:3] == [
        "entry 1",
        "  a.pbem:7:1: 1. red: lay A1; draw D4",
        "  b.pbem:7:1: 1. red: lay V1; draw D4",
    ]
    assert lines[3] == "state after entry 1"
    assert "\n".join(lines[6:]) == VALUES


def test_what_is_not_public_differs_as_text_alone(differ: Any) -> None:
    ran = differ(("draw D4", "draw E1"))
    assert ran.out.splitlines() == [
        "entry 1",
        "  a.pbem:7:1: 1. red: lay A1; draw D4",
        "  b.pbem:7:1: 1. red: lay A1; draw E1",
    ]


def test_one_record_is_longer(differ: Any) -> None:
    ran = differ(("2. blue: lay B1; draw F1\n", ""))
    assert ran.out.splitlines() == [
        "entry 2",
        "  a.pbem:8:1: 2. blue: lay B1; draw F1",
        "  (no more entries)",
    ]


def test_an_entry_that_does_not_stand_is_compared_as_it_was_typed(differ: Any) -> None:
    ran = differ(("2. blue: lay B1", "2. blue: LAY z9"))
    assert "  b.pbem:8:1: 2. blue: LAY z9; draw F1  (does not stand)" in ran.out.splitlines()
