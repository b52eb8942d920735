"""Very long input: what is read to its end, and where a plain message stands in place of an answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import checking, loose, record
from pbem.judge import LONGEST
from pbem.record import MOST_FINDINGS
from pbem.replay import Referee
from pbem.source import Source

GAMES = sorted(path for path in (Path(__file__).parent / "awkward").glob("*.pbem"))


def found(text: str) -> list[str]:
    records, repairs = record.read_file("f.pbem", text.encode())
    checked = checking.check_records("f.pbem", records, repairs)
    return [f"{one.problem.severity} {one.problem.code.split('/')[-1]}" for one in checked.findings]


def with_entry(path: Path, words: str) -> str:
    """A sound record with one more entry, by whoever is to move."""
    text = path.read_text(encoding="utf-8")
    referee = Referee(next(iter(record.read(Source.plain("f", text))))).run()
    (seat,) = referee.to_move()
    return f"{text}{referee.number + 1}. {seat}: {words}"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
@pytest.mark.parametrize("piece", ["word ", "a", "1", "a1", ";", "-", "[", "pass; ", "?", "e\u0301"])
def test_an_endless_entry_gets_a_plain_message(path: Path, piece: str) -> None:
    assert "error too-long" in found(with_entry(path, piece * (60_000 // len(piece))))


@pytest.mark.parametrize("word", ["a1" * 2500, "lay" * 2000, "7" * 5000, "7a" * 3000])
def test_an_endless_word_is_not_taken_apart_in_every_way(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = loose.fold
    monkeypatch.setattr(loose, "fold", lambda text: asked.append(text) or real(text))
    path = next(path for path in GAMES if path.stem == "last-spike")
    found(with_entry(path, f"lay {word}"))
    assert len(asked) < 1000


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_numbers_of_any_length_are_answered(path: Path) -> None:
    for words in ("pass {}", "play {}", "bid {}", "trade {} white for red", "swap {} a1-a2", "lay A1 (${})"):
        codes = found(with_entry(path, words.format("7" * 5000)))
        assert any(code.startswith("error ") for code in codes), words
    text = path.read_text(encoding="utf-8")
    assert "error check" in found(f"{text}99. check: score red {'7' * 5000}\n")
    assert "error mod" in found(f"{text}99. mod: result red {'7' * 5000} {{x}}\n")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_long_comment_and_a_long_value_are_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8").rstrip()
    assert found(f"{text} {{{'so ' * 40_000}}}\n") == []
    assert found(text.replace("[Result", f'[Note "{"so " * 40_000}"]\n[Result') + "\n") == []


@pytest.mark.parametrize("sign", ["{", "[", '"', "\n", " ", "\u00a0"])
def test_a_heap_of_one_sign_is_answered(sign: str) -> None:
    assert len(found(GAMES[0].read_text(encoding="utf-8") + sign * 200_000 + "x")) < 6


def test_the_findings_of_a_record_are_bounded() -> None:
    codes = found(GAMES[0].read_text(encoding="utf-8") + "}" * 30_000)
    assert len(codes) == MOST_FINDINGS + 1
    assert codes.count("error too-many") == 1


def test_the_findings_about_the_words_of_an_entry_are_bounded() -> None:
    codes = found(with_entry(GAMES[0], "A9 " * 3000))
    assert codes == ["error unknown-word"] * 20 + ["error too-many"]


def test_ten_thousand_faulty_entries_are_answered() -> None:
    lines = [f"{number}. {('red', 'blue')[number % 2]}: lay Q9; draw\n" for number in range(6, 10_006)]
    codes = found(GAMES[0].read_text(encoding="utf-8") + "".join(lines))
    assert codes.count("error unknown-word") > 9_000


def test_a_hundred_thousand_entries_are_read() -> None:
    """Entries that leave the position alone, so that what is tried is the record and not an engine."""
    entries = "".join(f"{number}. mod: pause {{holidays}}\n" for number in range(6, 100_006))
    assert found(GAMES[0].read_text(encoding="utf-8") + entries) == []


def test_thousands_of_strangers_are_answered() -> None:
    entries = "".join(f"{n}. purple{chr(97 + n % 26)}: lay A1\n" for n in range(6, 3006))
    assert "error speaker" in found(GAMES[0].read_text(encoding="utf-8") + entries)


def test_an_entry_of_the_longest_length_is_still_read() -> None:
    text = with_entry(GAMES[0], "").rstrip()
    assert "error too-long" not in found(f"{text} lay F2{' ' * (LONGEST - 100)}; draw E2\n")


def test_a_number_of_a_million_digits_is_no_number() -> None:
    codes = found(GAMES[0].read_text(encoding="utf-8") + "1" * 1_000_000 + ". blue: lay F1; draw E2\n")
    assert codes == ["note numbering"]
