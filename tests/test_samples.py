"""The sample games: they are sound, print the reports beside them, and survive what mail does to text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import checking, record, registry
from pbem.assertions import state_hash
from pbem.replay import Referee
from pbem.report import build
from pbem.report.formats import render
from pbem.report.problems import line as as_line

SAMPLES = Path(__file__).parent.parent / "samples"
GAMES = registry.known()
WHOLE = sorted(path for key in GAMES for path in (SAMPLES / key).glob("*.pbem"))
BAD = sorted(path for key in GAMES for path in (SAMPLES / key / "bad").glob("*.pbem"))


def ident(path: Path) -> str:
    return str(path.relative_to(SAMPLES))


def one(path: Path) -> record.Record:
    records, repairs = record.read_file(str(path), path.read_bytes())
    assert repairs == ()
    (game,) = records
    return game


@pytest.mark.parametrize("path", WHOLE, ids=ident)
def test_a_sample_has_no_findings_and_is_canonical(path: Path) -> None:
    found = checking.check_file(str(path))
    assert [as_line(finding.problem) for finding in found.findings] == []
    assert found.status == 0
    assert checking.canonical(str(path), path.read_bytes())[0] == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", WHOLE, ids=ident)
def test_a_sample_prints_the_report_beside_it(path: Path, pbem: object) -> None:
    assert callable(pbem)
    assert pbem("replay", path).out == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", BAD, ids=ident)
def test_a_faulty_record_gives_the_findings_beside_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    found = checking.check_file(path.name)
    printed = "".join(as_line(finding.problem) + "\n" for finding in found.findings)
    assert printed == path.with_suffix(".txt").read_text(encoding="utf-8")
    assert printed


@pytest.mark.parametrize("key", GAMES)
def test_every_end_and_every_number_of_seats_has_a_sample(key: str) -> None:
    game = registry.find(key)
    reasons, counts, options = set(), set(), set()
    for path in (SAMPLES / key).glob("*.pbem"):
        referee = Referee(one(path), remarks=False).run()
        counts.add(len(referee.seats))
        options |= referee.setup.options if referee.setup else set()
        reasons |= {referee.over.reason} if referee.over else set()
        reasons |= {"moderator"} if referee.decided else set()
    assert set(game.end_reasons) - reasons == set()
    assert set(game.counts) - counts == set()
    assert set(game.options) - options == set()


def damages(text: str) -> Iterator[tuple[str, bytes]]:
    """What mailers, forums and word processors do to a record."""
    wrapped = (
        textwrap.fill(line, 60, break_long_words=False, break_on_hyphens=False) for line in text.splitlines()
    )
    yield "wrapped", ("\n".join(wrapped) + "\n").encode()
    yield "crlf", text.replace("\n", "\r\n").encode()
    yield "quoted", "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines()).encode()
    yield "smart quotes", text.replace('"', "\u201d").encode()
    head, body = text.split("\n\n", 1)
    yield "dashes", (head + "\n\n" + body.replace("-", "\u2013").replace("; ", ";\u00a0")).encode()
    yield "no-break spaces", text.replace(": ", ":\u00a0").encode()
    yield "upper case", text.upper().encode()


@pytest.mark.parametrize("path", WHOLE, ids=ident)
def test_a_sample_survives_what_mail_does_to_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    sound = Referee(one(path)).run()
    due = state_hash(sound.game, sound.state)
    for name, data in damages(text):
        records, repairs = record.read_file(str(path), data)
        (game,) = records
        referee = Referee(game).run()
        notes = [*repairs, *referee.problems]
        assert [as_line(p) for p in notes if p.severity != "note"] == [], name
        assert state_hash(referee.game, referee.state) == due, name
        assert notes, name
        assert checking.check_records(str(path), records, repairs, strict=True).status == 1, name
        restored = checking.canonical(str(path), data)[0]
        if name == "upper case":
            assert restored.casefold() == text.casefold()
            assert restored.split("\n\n", 1)[1].split("{")[0] == text.split("\n\n", 1)[1].split("{")[0]
        else:
            assert restored == text, name


@pytest.mark.parametrize("path", WHOLE, ids=ident)
def test_reports_keep_within_their_width(path: Path) -> None:
    referee = Referee(one(path), remarks=False)
    turns = list(referee.play())
    report = build.position(referee, None)
    for line in render(report, "text").splitlines():
        assert len(line) <= 78, line
    assert build.history(referee, turns, None)


def test_check_finds_nothing_in_the_samples_but_in_the_faulty_ones(pbem: object) -> None:
    assert callable(pbem)
    ran = pbem("check", SAMPLES, "--format", "line")
    assert ran.status == 1
    assert all("/bad/" in line for line in ran.out.splitlines())


def test_the_readme_shows_the_sample_it_names() -> None:
    assert (SAMPLES / "last-spike" / "whole-game.pbem").is_file()
