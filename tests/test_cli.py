"""The command line, as somebody uses it: what is printed, where, and the exit status."""

from __future__ import annotations

import json
import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
WHOLE = ROOT / "samples" / "last-spike" / "whole-game.pbem"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pbem: Any) -> Path:
    """A fresh game of The Last Spike for two, dealt from a fixed seed, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    made = pbem(
        "new",
        "last-spike",
        "--seat",
        "red=Ann <ann@example.org>",
        "--seat",
        "blue=Bob",
        "--name",
        "friday-42",
        "--seed",
        "7",
    )
    assert made.status == 0, made.err
    return tmp_path / "friday-42.pbem"


def first_turn(pbem: Any, game: Path) -> str:
    turn: str = pbem("legal", game).out.splitlines()[0]
    return turn


def test_help_lists_every_command_and_imports_little(pbem: Any) -> None:
    from pbem.cli.main import COMMANDS

    ran = pbem("--help")
    assert ran.status == 0
    for name in COMMANDS:
        assert f"  {name} " in ran.out


@pytest.mark.parametrize("name", ["lark", "tabulate", "msgspec", "email", "games"])
def test_help_does_not_import(name: str) -> None:
    import subprocess
    import sys

    code = f"import sys; sys.argv = ['pbem', '--help']\nfrom pbem.cli.main import run\ntry: run()\nexcept SystemExit: pass\nassert {name!r} not in sys.modules"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, stdout=subprocess.DEVNULL)


def test_every_command_has_help_with_an_example(pbem: Any) -> None:
    from pbem.cli.main import COMMANDS

    for name in COMMANDS:
        ran = pbem(name, "--help")
        assert ran.status == 0
        assert "Example: pbem " in ran.out or "Commands:" in ran.out, name


def test_the_examples_in_the_help_work(pbem: Any, game: Path) -> None:
    from pbem.cli.main import COMMANDS

    for name in COMMANDS:
        for example in re.findall(
            r"Example: pbem (samples/\S+|.*?)\n\n", pbem(name, "--help").out, re.DOTALL
        ):
            words = " ".join(example.split())
            if words.startswith(
                (
                    "games",
                    "notation",
                    "board",
                    "show samples",
                    "replay samples",
                    "check",
                    "fmt",
                    "view",
                    "simulate",
                    "perft",
                )
            ):
                done = pbem(*[str(ROOT / w) if w.startswith("samples/") else w for w in words.split()])
                assert done.status == 0, (words, done.err)


@pytest.mark.parametrize(
    ("words", "guess"),
    [
        (["chek"], "Did you mean check"),
        (["notation", "last-spik"], "did you mean last-spike"),
        (["show", str(WHOLE)[:-1]], "did you mean"),
        (["show", str(WHOLE), "--seat", "gren"], "Did you mean green"),
        (["check", "--strct", str(WHOLE)], "--strict"),
        (
            ["new", "last-spike", "--option", "hidden-mony", "--seat", "red", "--seat", "blue"],
            "did you mean hidden-money",
        ),
    ],
)
def test_a_mistyped_word_gets_did_you_mean(pbem: Any, words: list[str], guess: str, tmp_path: Path) -> None:
    ran = pbem(*words)
    assert ran.status == 2
    assert guess in ran.err
    assert ran.out == ""


def test_new_writes_a_record_and_a_private_seed(game: Path) -> None:
    text = game.read_text()
    assert '[Name "friday-42"]' in text and '[Commit "sha256:' in text
    seed = game.with_suffix(".seed")
    assert stat.S_IMODE(seed.stat().st_mode) == 0o600
    assert seed.read_text().strip() not in text


def test_new_overwrites_nothing(pbem: Any, game: Path) -> None:
    before = game.read_bytes()
    ran = pbem("new", "last-spike", "--seat", "red=Ann", "--seat", "blue=Bob", "--name", "friday-42")
    assert ran.status == 2 and "there already" in ran.err
    assert game.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seat", "red=Ann"], "played by"),
        (["--seat", "red=Ann", "--seat", "red=Bob"], "named twice"),
        (["--seat", "red=Ann", "--seat", "mauve=Bob"], "no seat 'mauve'"),
        (["--seat", "red=Ann", "--seat", "blue=ann"], "same player"),
        (["--seat", "red", "--seat", "blue", "--name", "../x"], "cannot be a game's name"),
        (["--seat", "red", "--seat", "blue", "--board", "../../x"], "board's name"),
    ],
)
def test_a_table_that_cannot_be_is_refused_before_anything_is_written(
    pbem: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = pbem("new", "last-spike", *words)
    assert ran.status == 2
    assert message in ran.err
    assert list(tmp_path.iterdir()) == []


def test_players_add_words_after_the_commitment_and_the_deal_is_proved(
    pbem: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert (
        pbem(
            "new",
            "last-spike",
            "--seat",
            "red=Ann",
            "--seat",
            "blue=Bob",
            "--name",
            "n",
            "--commit",
            "--seed",
            "1",
        ).status
        == 0
    )
    committed = (tmp_path / "n.pbem").read_text()
    assert "deal:" not in committed
    assert pbem("deal", "n.pbem", "--nonce", "red=any words", "--nonce", "blue=others").status == 0
    dealt = (tmp_path / "n.pbem").read_text()
    assert '[Nonce.Red "any words"]' in dealt and "0. deal:" in dealt
    assert re.search(r"\[Commit .*", committed)[0] in dealt  # type: ignore[index]
    assert pbem("verify", "n.pbem").status == 0
    assert pbem("deal", "n.pbem").status == 2
    other = dealt.replace("any words", "other words")
    (tmp_path / "n.pbem").write_text(other)
    assert pbem("verify", "n.pbem").status == 1


def test_a_legal_move_is_appended_and_reported_without_what_is_hidden(pbem: Any, game: Path) -> None:
    turn = first_turn(pbem, game)
    before = game.read_text()
    ran = pbem("move", game, turn)
    assert ran.status == 0, ran.err
    added = game.read_text()[len(before) :]
    drawn = re.search(r"draw (\w+)", added)
    assert drawn is not None
    assert "draw ?" in ran.out
    assert "after 1" in ran.out.splitlines()[0]
    assert pbem("check", game) == (0, "", "")
    assert pbem("verify", game).status == 0


def test_a_faulty_move_changes_nothing(pbem: Any, game: Path) -> None:
    before = game.read_bytes()
    ran = pbem("move", game, "lay Q9; by Omaha")
    assert ran.status == 1
    assert ran.out == ""
    assert "Nothing was changed" in ran.err and "^^" in ran.err
    assert game.read_bytes() == before


def test_a_dry_run_writes_nothing(pbem: Any, game: Path) -> None:
    before = game.read_bytes()
    ran = pbem("move", game, first_turn(pbem, game), "--dry-run")
    assert ran.status == 0 and "nothing was written" in ran.err
    assert game.read_bytes() == before


def test_orders_may_come_framed_on_standard_input(pbem: Any, game: Path) -> None:
    turn = first_turn(pbem, game)
    framed = f"Hello!\n\nbegin friday-42 #1\n{turn}\nend\n\nSee you, Ann\n"
    assert pbem("move", game, "-", typed=framed).status == 0
    stale = pbem("move", game, "-", typed=framed)
    assert stale.status == 2 and "play has moved on" in stale.err
    other = pbem("move", game, "-", typed=framed.replace("friday-42", "monday-1"))
    assert other.status == 2 and "are for monday-1" in other.err


def test_the_wrong_seat_is_told(pbem: Any, game: Path) -> None:
    mover = re.search(r"- (\w+) \(?\w*\)? ?to play", pbem("show", game).out.splitlines()[0])
    assert mover is not None
    other = "blue" if mover[1] == "red" else "red"
    ran = pbem("move", game, first_turn(pbem, game), "--seat", other)
    assert ran.status != 0 and f"{mover[1]}'s turn" in ran.err


def test_what_is_shown_is_public_unless_asked_otherwise(pbem: Any, game: Path) -> None:
    hand = re.search(r"; red ((?:\w\d ?){4})", game.read_text())
    assert hand is not None
    tiles = hand[1].split()
    tables = pbem("show", game, "--seat", "red").out.split("Columbia")[0]
    assert all(tile in tables for tile in tiles)
    public = pbem("show", game).out
    asked = pbem("show", game, "--public").out
    assert public == asked
    seats = public.split("\n\n")[1]
    assert not any(tile in seats for tile in tiles)
    with_all = pbem("show", game, "--all").out
    assert all(tile in with_all for tile in tiles)


@pytest.mark.parametrize("style", ["text", "markdown", "bbcode", "html", "json"])
@pytest.mark.parametrize("command", ["show", "replay"])
def test_every_format_is_printed(pbem: Any, command: str, style: str) -> None:
    ran = pbem(command, WHOLE, "--format", style)
    assert ran.status == 0
    assert "St. Louis" in ran.out
    if style == "json":
        assert json.loads(ran.out)["version"] == 1


def test_ascii_is_ascii(pbem: Any) -> None:
    assert pbem("show", WHOLE, "--ascii").out.isascii()


def test_show_after_an_entry(pbem: Any) -> None:
    assert "after 10" in pbem("show", WHOLE, "--after", "10").out.splitlines()[0]
    late = pbem("show", WHOLE, "--after", "9999")
    assert late.status == 2 and "there is no entry 9999" in late.err


def test_replay_since_an_entry(pbem: Any) -> None:
    out = pbem("replay", WHOLE, "--since", "38").out
    assert "  39. " in out and "  38. " not in out


def test_check_is_silent_when_all_is_well(pbem: Any) -> None:
    assert pbem("check", WHOLE) == (0, "", "")


def test_check_writes_findings_in_three_styles(pbem: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad.pbem"
    bad.write_text(WHOLE.read_text().replace("lay D3", "lay D9", 1))
    text = pbem("check", bad)
    assert text.status == 1 and "^^" in text.out
    line = pbem("check", bad, "--format", "line")
    assert line.out.startswith(f"{bad}:")
    for one in pbem("check", bad, "--format", "json").out.splitlines():
        assert sorted(json.loads(one)) == sorted(
            [
                "file",
                "line",
                "column",
                "end",
                "severity",
                "code",
                "message",
                "hint",
                "suggestions",
                "rule",
                "entry",
                "seat",
            ]
        )


def test_notes_leave_the_status_at_0_and_strict_does_not(pbem: Any, tmp_path: Path) -> None:
    loose = tmp_path / "loose.pbem"
    loose.write_text(WHOLE.read_text().replace("lay D3", "PLAY d3", 1))
    assert pbem("check", loose).status == 0
    assert "read as `lay D3" in pbem("check", loose).out
    assert pbem("check", "--strict", loose).status == 1


@pytest.mark.parametrize("data", [b"", b"   \n", b"\xff\xfe", b"\x00\x01\x02", b"[Game", b"nonsense"])
def test_check_of_a_file_that_is_no_record(pbem: Any, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "x.pbem"
    file.write_bytes(data)
    ran = pbem("check", file)
    assert ran.status == 1
    assert ran.out and "Traceback" not in ran.out + ran.err


def test_check_of_nothing(pbem: Any, tmp_path: Path) -> None:
    assert pbem("check", tmp_path).status == 2
    assert pbem("check", tmp_path / "none.pbem").status == 1
    assert pbem("check").status == 2


def test_check_reads_standard_input(pbem: Any) -> None:
    assert pbem("check", "-", typed=WHOLE.read_bytes()) == (0, "", "")


def test_several_processes_find_the_same(pbem: Any, tmp_path: Path) -> None:
    text = WHOLE.read_text()
    for number in range(200):
        wrong = text if number % 5 else text.replace("lay D3", "lay D9", 1)
        (tmp_path / f"{number:03}.pbem").write_text(wrong)
    assert pbem("check", tmp_path, "-j", "2", "--format", "line") == pbem(
        "check", tmp_path, "--format", "line"
    )


def test_fmt_prints_checks_compares_and_rewrites(pbem: Any, tmp_path: Path) -> None:
    file = tmp_path / "x.pbem"
    text = WHOLE.read_text()
    file.write_text(text.replace("lay D3;", "PLAY d3 ,", 1).replace("12. ", "99. ", 1))
    assert pbem("fmt", file).out == text
    assert pbem("fmt", "--check", file) == (1, f"{file}\n", "")
    compared = pbem("fmt", "--diff", file).out
    assert "\n-1. red: PLAY d3 " in compared and "\n+1. red: lay D3" in compared
    assert pbem("fmt", "--write", file).status == 0
    assert file.read_text() == text
    assert pbem("fmt", "--check", file) == (0, "", "")


def test_fmt_keeps_line_ends_comments_and_unknown_headers(pbem: Any, tmp_path: Path) -> None:
    file = tmp_path / "x.pbem"
    head, body = WHOLE.read_text().split("\n\n", 1)
    text = f'{head}\n[Weather "fine"]\n\n{body}'.replace("lay D3", "lay D3 {well laid}", 1).replace(
        "draw V1", "DRAW v1", 1
    )
    file.write_bytes(text.replace("\n", "\r\n").encode())
    assert pbem("fmt", "--write", file).status == 0
    assert file.read_bytes().decode() == text.replace("DRAW v1", "draw V1").replace("\n", "\r\n")


def test_a_move_keeps_the_line_ends_of_the_file(pbem: Any, game: Path) -> None:
    turn = first_turn(pbem, game)
    game.write_bytes(game.read_bytes().replace(b"\n", b"\r\n"))
    assert pbem("move", game, turn).status == 0
    data = game.read_bytes()
    assert data.count(b"\n") == data.count(b"\r\n")


def test_legal_lists_what_move_takes(pbem: Any, game: Path) -> None:
    for turn in pbem("legal", game).out.splitlines():
        assert pbem("move", game, turn, "--dry-run").status == 0
    assert pbem("legal", game, "bankrupt").status == 1
    assert pbem("legal", game, "--limit", "1").out.count("\n") == 1
    assert pbem("legal", game, "LAY").out == pbem("legal", game).out


def test_legal_of_a_game_that_is_over(pbem: Any) -> None:
    assert pbem("legal", WHOLE).err == "the game is over\n"


def test_undo_is_an_entry_with_its_reason(pbem: Any, game: Path) -> None:
    turn = first_turn(pbem, game)
    pbem("move", game, turn)
    refused = pbem("undo", game, 0, "--reason", "red mistyped")
    assert refused.status == 1 and "drawn and seen" in refused.err
    done = pbem("undo", game, 0, "--reason", "red } mistyped", "--force")
    assert done.out == "2. mod: undo to 0 force {red ) mistyped}\n"
    assert pbem("legal", game).out.splitlines()[0] == turn
    assert pbem("check", game).status == 0


def test_a_copy_hides_what_its_reader_may_not_know(pbem: Any, game: Path) -> None:
    pbem("move", game, first_turn(pbem, game))
    copy = pbem("view", game).out
    assert "? ? ? ?" in copy and "draw ?" in copy and "aside ?" in copy
    mine = pbem("view", game, "--seat", "red").out
    assert re.search(r"red \w\d \w\d \w\d \w\d", mine)
    path = game.with_name("copy.pbem")
    path.write_text(mine)
    assert pbem("check", path) == (0, "", "")


def test_the_seed_is_published_when_the_game_is_over(pbem: Any, game: Path) -> None:
    early = pbem("reveal", game)
    assert early.status == 2 and "not over" in early.err
    with game.open("a") as file:
        file.write("1. mod: resign red {tired}\n")
    assert pbem("reveal", game).status == 0
    assert "[Seed " in game.read_text()
    assert pbem("verify", game).status == 0
    assert pbem("check", game, "--format", "line").out.count("note[result-open]") == 1
    assert "Seed" not in pbem("view", game).out


def test_a_full_position_is_taken_up_again(
    pbem: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    state = pbem("show", WHOLE, "--after", "10", "--all", "--format", "json")
    assert state.status == 0
    Path("p.json").write_text(state.out)
    made = pbem("new", "--from", "p.json", "--name", "puzzle-1")
    assert made.status == 0, made.err
    again = pbem("show", "puzzle-1.pbem", "--all", "--format", "json")
    assert json.loads(again.out)["cash"] == json.loads(state.out)["cash"]
    assert pbem("legal", "puzzle-1.pbem").out
    assert pbem("check", "puzzle-1.pbem").status == 0
    assert pbem("view", "puzzle-1.pbem").status == 2


def test_trial_games_are_sound(pbem: Any, tmp_path: Path) -> None:
    ran = pbem("simulate", "last-spike", "--seats", "3", "--games", "2", "-o", tmp_path / "s")
    assert ran.status == 0 and ran.out.count("\n") == 2
    assert pbem("check", tmp_path / "s") == (0, "", "")
    assert pbem("simulate", "last-spike", "--seats", "9").status == 2


def test_perft_counts_from_a_file_and_from_a_key(pbem: Any) -> None:
    assert pbem("perft", "last-spike", "--depth", "1").out.startswith("0 1\n1 ")
    assert pbem("perft", WHOLE, "--depth", "1").out == "0 1\n1 1\n"
    assert pbem("perft", "last-spik", "--depth", "1").status == 2


def test_an_internal_error_is_one_line(pbem: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem import checking

    def breaks(*arguments: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(checking, "files", breaks)
    ran = pbem("check", WHOLE)
    assert ran.status == 2
    assert ran.err.count("\n") == 1 and "report" in ran.err and "secret" not in ran.err


def test_control_signs_never_reach_the_terminal(pbem: Any, tmp_path: Path) -> None:
    file = tmp_path / "x.pbem"
    file.write_text(
        WHOLE.read_text().replace('"Cem"', '"C\x1b[31mem"').replace("draw V1", "draw V1 {\x07\x1b[2J}")
    )
    for command in ("show", "replay", "check"):
        ran = pbem(command, file)
        assert "\x1b" not in ran.out + ran.err and "\x07" not in ran.out + ran.err


def test_legal_lists_one_turn_for_each_place_a_train_can_end(pbem: Any) -> None:
    widest = ROOT / "samples" / "spectral-rails" / "widest.pbem"
    grouped = pbem("legal", widest, "--limit", "500")
    assert grouped.status == 0 and grouped.err == ""
    lines = grouped.out.splitlines()
    assert 20 < len(lines) <= 200
    ends = [re.search(r"go [^;]*?([\w ]+(?:-[\w ]+\.\d)?)(?:;|$)", line) for line in lines]
    assert len({end[1] for end in ends if end}) > 20
    assert pbem("legal", widest, "--each").err.startswith("more than 40")


@pytest.mark.parametrize(
    ("arguments", "begun", "completed"),
    [
        (["notation"], "s", ["spectral-rails", "spike", "spokes"]),
        (["show", str(WHOLE), "--seat"], "g", ["green"]),
        (["new", "spike", "--seat"], "b", ["blue"]),
        (["legal", str(WHOLE)], "D", ["draw", "Dodge City", "Denver", "deal", "double", "D1", "D2", "D3", "D4"]),
        ([], "sim", ["simulate"]),
    ],
)
def test_the_shell_completes(arguments: list[str], begun: str, completed: list[str]) -> None:
    from click.shell_completion import BashComplete

    from pbem.cli.main import cli

    found = [item.value for item in BashComplete(cli, {}, "pbem", "_PBEM_COMPLETE").get_completions(arguments, begun)]
    assert set(found) <= set(completed) | {"deal"}
    assert set(found) >= set(completed) - {"deal", "double"}


def test_the_shell_completes_files_by_itself() -> None:
    from click.shell_completion import BashComplete

    from pbem.cli.main import cli

    (item,) = BashComplete(cli, {}, "pbem", "_PBEM_COMPLETE").get_completions(["show"], "sam")
    assert (item.type, item.value) == ("file", "sam")


@pytest.mark.parametrize("key", ["spike", "spokes"])
def test_the_seat_named_first_plays_first(pbem: Any, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert pbem("new", key, "--seat", "blue=Bob", "--seat", "red=Ann", "--name", "n", "--seed", "1").status == 0
    text = (tmp_path / "n.pbem").read_text()
    assert text.index("[Blue") < text.index("[Red")
    assert pbem("check", "n.pbem") == (0, "", "")
    assert pbem("verify", "n.pbem").status == 0


@pytest.mark.parametrize("key", ["last-spike", "spectral-rails"])
def test_who_begins_is_drawn_whoever_is_named_first(pbem: Any, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    circles = (["red", "blue", "green"], ["blue", "green", "red"], ["green", "red", "blue"])
    texts = []
    for number, circle in enumerate(circles):
        seats = [word for seat in circle for word in ("--seat", seat)]
        made = pbem("new", key, *seats, "--name", "n", "--seed", "5", "-o", f"{number}.pbem")
        assert made.status == 0, made.err
        assert pbem("verify", f"{number}.pbem").status == 0
        texts.append((tmp_path / f"{number}.pbem").read_text())
    assert texts[0] == texts[1] == texts[2]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_the_seed_is_published_with_the_files_own_line_ends_and_encoding(pbem: Any, game: Path, encoding: str) -> None:
    text = game.read_text() + "1. mod: resign red {tired}\n"
    game.write_bytes(text.replace("\n", "\r\n").encode(encoding))
    assert pbem("reveal", game).status == 0
    after = game.read_bytes().decode(encoding)
    assert "[Seed " in after and after.count("\n") == after.count("\r\n")
    assert pbem("verify", game).status == 0
