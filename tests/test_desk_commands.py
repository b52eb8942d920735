"""The commands of the desk, with the examples that their help shows, in the order of a first evening."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest


def example(pbem: Any, *command: str) -> list[str]:
    """The words of a command's example, without `pbem`."""
    found = re.search(r"Example: pbem (.*?)(?:\n\n|\Z)", pbem(*command, "--help").out, re.DOTALL)
    assert found, command
    return shlex.split(" ".join(found[1].split()))


@pytest.fixture
def evening(pbem: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the desk of the examples in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert pbem(*example(pbem, "desk", "init")).status == 0
    toml = tmp_path / "games-by-mail" / "desk.toml"
    toml.write_text(toml.read_text().replace('"/usr/sbin/sendmail"', '"true"'))
    words = example(pbem, "desk", "new")
    monkeypatch.setenv("PBEM_DESK", str(tmp_path / "games-by-mail"))
    ran = pbem(*words)
    assert (ran.status, ran.out.splitlines()[0].rpartition(";")[2]) == (0, f" 2 mails wait in {toml.parent / 'outbox'}")
    assert "blue has no address" in ran.err
    return tmp_path


def test_the_examples_run(evening: Path, pbem: Any) -> None:
    for command in ("desk list", "desk status", "mail remind", "mail send", "desk repair"):
        ran = pbem(*example(pbem, *command.split()))
        assert ran.status == 0, (command, ran.err)
    for part in ("tmp", "new", "cur"):
        (evening / "Maildir" / part).mkdir(parents=True)
    assert pbem(*example(pbem, "mail", "fetch")).status == 0
    copy = pbem("view", evening / "games-by-mail" / "games" / "friday-42.pbem", "--seat", "red").out
    (evening / "friday-42.pbem").write_text(copy)
    assert pbem(*example(pbem, "mail", "draft")).status in (0, 1)
    ran = pbem(*example(pbem, "deadline"))
    assert (ran.status, ran.err) == (0, "")
    assert re.fullmatch(r"(red|blue): \w{3} 2026-12-06 19:00 UTC \(20:00 Europe/Berlin\)\n", ran.out)


def test_status_and_list(evening: Path, pbem: Any) -> None:
    ran = pbem("desk", "status")
    assert "outbox      2 to be sent through true -i -f desk@example.org; `pbem mail send` sends them" in ran.out
    assert re.match(r"friday-42: The Last Spike, after 0, (red|blue) to play\n", pbem("desk", "list").out)


def test_a_desk_is_not_made_twice(evening: Path, pbem: Any) -> None:
    ran = pbem("desk", "init", "games-by-mail")
    assert (ran.status, ran.err) == (2, "pbem: games-by-mail/desk.toml is there already\n")
    ran = pbem(*example(pbem, "desk", "new"))
    assert ran.status == 2
    assert "there is a game friday-42 at this desk already" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--name", "Friday 42"), "no name of a game"),
        (("--name", "../x"), "no name of a game"),
        (("--name", "a", "--pace", "soon"), "the pace 'soon' is not understood"),
        (("--name", "a", "--seat", "purple=Ann"), "has no seat 'purple'"),
    ],
)
def test_a_game_that_cannot_be(evening: Path, pbem: Any, words: tuple[str, ...], said: str) -> None:
    ran = pbem("desk", "new", "last-spike", *words)
    assert ran.status == 2
    assert said in ran.err


def test_no_desk_here(pbem: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_DESK", raising=False)
    ran = pbem("desk", "status")
    assert (ran.status, ran.err) == (2, "pbem: . is no desk: it has no desk.toml (`pbem desk init .` makes one)\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('identity = "trust"', "Invalid enum value 'trust'"),
        ('zone = "Mars"', "there is no time zone 'Mars'"),
        ('address = "desk@example.org\\nBcc: x"', "is no address"),
        ("colour = 1", "unknown field `colour`"),
        ("address", "desk.toml"),
    ],
)
def test_a_faulty_desk_toml_is_said(evening: Path, pbem: Any, line: str, said: str) -> None:
    toml = evening / "games-by-mail" / "desk.toml"
    key = line.split()[0]
    kept = [one for one in toml.read_text().split("\n") if not one.startswith(f"{key} =")]
    toml.write_text("\n".join([line, *kept]))
    ran = pbem("desk", "status")
    assert ran.status == 2
    assert said in ran.err
