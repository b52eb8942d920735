"""Awkward input of every kind through every game: what people type, and what they are told.

`tests/awkward/KEY.pbem` is a sound record, `KEY.toml` the changes made to it with all findings as
`line:column severity code`. Strict reading refuses whatever is not canonical.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pbem import checking, record
from pbem.errors import PbemError

FOLDER = Path(__file__).parent / "awkward"
GAMES = sorted(path.stem for path in FOLDER.glob("*.pbem"))
KINDS = {*range(1, 50), 63, 65}
ELSEWHERE = {
    12: "tests/test_limits.py",
    47: "tests/test_fairness.py",
}
"""Kinds that are no damage to a small record, and where their tests are."""


def _each_line(put: Callable[[int, str], str]) -> Callable[[str], bytes]:
    return lambda text: "".join(put(n, line) for n, line in enumerate(text.splitlines(True), 1)).encode()


BYTES: dict[str, Callable[[str], bytes]] = {
    "": str.encode,
    "bom": lambda text: text.encode("utf-8-sig"),
    "utf-16-le": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "utf-16-be": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "utf-16-without-mark": lambda text: text.encode("utf-16-le"),
    "crlf": lambda text: text.replace("\n", "\r\n").encode(),
    "cr": lambda text: text.replace("\n", "\r").encode(),
    "mixed": lambda text: text.replace("\n", "\r\n", 4).encode(),
    "latin-1": lambda text: text.encode("latin-1"),
    "four-spaces": _each_line(lambda _, line: f"    {line}"),
    "tabs": _each_line(lambda _, line: f"\t{line}"),
    "quoted": _each_line(lambda _, line: f"> {line}"),
    "line-numbers": _each_line(lambda n, line: f"{n:>3}: {line}"),
    "timestamps": _each_line(lambda n, line: f"[21:0{n % 10}] {line}"),
    "bbcode": lambda text: f"[code]\n{text}[/code]\n".encode(),
}
"""What programs do to the whole of a text, by name."""


class Case(NamedTuple):
    """One damaged record with what is due."""

    key: str
    due: dict[str, Any]

    @property
    def base(self) -> str:
        return (FOLDER / f"{self.key}.pbem").read_text(encoding="utf-8")

    @property
    def data(self) -> bytes:
        text = self.due.get("whole", self.base)
        for old, new in self.due.get("change", []):
            assert old in text, old
            text = text.replace(old, new, 1)
        if upto := self.due.get("upto"):
            text = text[: text.index(upto) + len(upto)]
        return BYTES[self.due.get("bytes", "")](text + self.due.get("append", ""))


def load(key: str) -> list[Case]:
    cases = tomllib.loads((FOLDER / f"{key}.toml").read_text(encoding="utf-8"))["case"]
    return [Case(key, case) for case in cases]


CASES = [case for key in GAMES for case in load(key)]


def ident(case: Case) -> str:
    return f"{case.key}-{case.due['kind']}-{case.due['about'].replace(' ', '_')}"


def checked(case: Case, strict: bool = False) -> checking.Checked:
    records, repairs = record.read_file("f.pbem", case.data)
    return checking.check_records("f.pbem", records, repairs, strict)


@pytest.mark.parametrize("key", GAMES)
def test_the_record_that_is_damaged_is_sound_and_canonical(key: str) -> None:
    data = (FOLDER / f"{key}.pbem").read_bytes()
    assert checking.check_records(key, *record.read_file(key, data), strict=True).findings == ()
    assert checking.canonical(key, data)[0].encode() == data


@pytest.mark.parametrize("case", CASES, ids=ident)
def test_awkward_input_gets_the_right_answer(case: Case) -> None:
    try:
        found = checked(case)
    except PbemError as error:
        assert [str(error)] == case.due["problems"]
        return
    places = [f"{p.span.line}:{p.span.column} {p.severity} {p.code}" for p, _ in map(_pair, found.findings)]
    assert places == case.due["problems"]
    offered = [one.problem.suggestions[0] for one in found.findings if one.problem.suggestions]
    assert next(iter(offered), None) == case.due.get("first")
    written = checking.canonical("f.pbem", case.data)[0]
    assert (written == case.base) == (case.due.get("fmt") == "base")
    assert checking.canonical("f.pbem", written.encode())[0] == written or found.status


def _pair(found: checking.Found) -> tuple[Any, str]:
    return found.problem, found.line


@pytest.mark.parametrize("case", CASES, ids=ident)
def test_what_is_noted_is_refused_by_strict_reading(case: Case) -> None:
    try:
        found = checked(case, strict=True)
    except PbemError:
        return
    assert found.status == int(bool(case.due["problems"]))
    assert all(one.problem.severity == "error" for one in found.findings)


@pytest.mark.parametrize("key", GAMES)
def test_every_kind_is_tried_in_every_game(key: str) -> None:
    missing = KINDS - {case.due["kind"] for case in load(key)} - set(ELSEWHERE)
    assert missing == ({7} if key == "last-spike" else set()), "The Last Spike has no hyphens"


@pytest.mark.parametrize("name", ["crlf", "cr", "bom", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("key", GAMES)
def test_rewriting_keeps_line_ends_and_encoding(key: str, name: str, pbem: Any, tmp_path: Path) -> None:
    base = (FOLDER / f"{key}.pbem").read_text(encoding="utf-8")
    typed = base.replace("\n0. deal", '\n[Weather "fine"]\n\n0)  Deal', 1).replace("\n\n[W", "\n[W")
    due = base.replace("\n0. deal", '\n[Weather "fine"]\n\n0. deal', 1).replace("\n\n[W", "\n[W")
    file = tmp_path / "x.pbem"
    file.write_bytes(BYTES[name](typed))
    assert pbem("fmt", "--write", file).status == 0
    assert file.read_bytes() == BYTES[name](due)
