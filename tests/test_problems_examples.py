"""The examples on the page of codes are true: each stands in a faulty record that is refused with just its code.

What a faulty record gives stands beside it; `test_samples.py` holds that to the checker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem import registry

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "problems.md").read_text(encoding="utf-8")
GAMES = registry.known()
NONE = "none: "
"""What the example begins with where a text cannot give the code, only a program that calls the game."""
ONLY_PROGRAMS = {
    "last-spike": {"tile"},
    "spectral-rails": {"no-order", "not-your-turn"},
    "spike": {"no-such-space"},
    "spokes": set(),
}
FOUND = re.compile(r"[^:]+:(\d+):\d+: (error|warning|note)\[(?:([a-z-]+)/)?([a-z0-9-]+)\]: ")


class Row(NamedTuple):
    """A row of a game's table."""

    key: str
    code: str
    example: str

    @property
    def pieces(self) -> list[str]:
        """The pieces of notation in the example."""
        return [] if self.example.startswith(NONE) else re.findall(r"`([^`]+)`", self.example)


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def rows(key: str) -> list[Row]:
    lines = [line for line in section(registry.find(key).title).splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [Row(key, code.strip("`"), example) for code, _, example, _ in cells]


ROWS = [row for key in GAMES for row in rows(key)]


class Refused(NamedTuple):
    """An entry of a faulty record, with the game's codes found in it: those of errors and all."""

    record: str
    who: str
    words: str
    errors: frozenset[str]
    codes: frozenset[str]

    def has(self, piece: str) -> bool:
        """Whether the piece is the whole entry, or some of its parts one after the other."""
        whole = f"; {'; '.join(part.strip() for part in self.words.split(';'))};"
        return f"; {piece};" in whole or f"; {piece};" in f"; {self.who}: {whole[2:]}"


def refused(path: Path) -> Iterator[Refused]:
    """The entries of a faulty record in which something was found."""
    found: dict[int, list[tuple[str, str]]] = {}
    for line in path.with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        at, severity, _, code = FOUND.match(line).groups()  # type: ignore[union-attr]
        found.setdefault(int(at), []).append((severity, code))
    lines = path.read_text(encoding="utf-8").splitlines()
    for at, given in found.items():
        text = re.sub(r"\{.*?\}", "", lines[at - 1])
        if entry := re.fullmatch(r"\d+\. (\w+): (.*)", text.strip()):
            errors = frozenset(code for severity, code in given if severity == "error")
            yield Refused(path.name, entry[1], entry[2], errors, frozenset(code for _, code in given))


def bad(key: str) -> list[Path]:
    return sorted((ROOT / "samples" / key / "bad").glob("*.pbem"))


ENTRIES = {key: [entry for path in bad(key) for entry in refused(path)] for key in GAMES}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.key}-{row.code}")
def test_an_example_gives_its_code_and_no_other_error(row: Row) -> None:
    assert row.pieces or row.code in ONLY_PROGRAMS[row.key]
    for piece in row.pieces:
        fits = [entry for entry in ENTRIES[row.key] if row.code in entry.codes and entry.has(piece)]
        assert fits, f"no faulty record with `{piece}` gives {row.key}/{row.code}"
        assert any(entry.errors <= {row.code} for entry in fits), piece


@pytest.mark.parametrize("key", GAMES)
def test_what_only_programs_can_be_told_has_no_example(key: str) -> None:
    assert {row.code for row in rows(key) if row.example.startswith(NONE)} == ONLY_PROGRAMS[key]
    assert not ONLY_PROGRAMS[key].intersection(code for entry in ENTRIES[key] for code in entry.codes)


@pytest.mark.parametrize("key", GAMES)
def test_every_code_that_a_faulty_record_gives_is_on_the_page(key: str) -> None:
    of_all = set(re.findall(r"^\| `([a-z0-9-]+)` \|", section("Any game"), re.MULTILINE))
    own = {row.code for row in rows(key)}
    given = set()
    for path in bad(key):
        for line in path.with_suffix(".txt").read_text(encoding="utf-8").splitlines():
            given.add(FOUND.match(line).group(4))  # type: ignore[union-attr]
    assert given - own - of_all == set()
