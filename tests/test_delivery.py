"""One mail, exactly once: what `deliver` promises to a mail system."""

from __future__ import annotations

import errno
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem import store
from pbem.errors import PbemError

Make = Callable[..., Any]


def deliver(place: Any, raw: bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    """The real command, in a process of its own."""
    command = [sys.executable, "-m", "pbem", "mail", "deliver", *(words or ("--desk", str(place.path)))]
    return subprocess.run(command, input=raw, capture_output=True, check=False, timeout=60)


def test_deliver_says_nothing_and_ends_with_0(place: Any) -> None:
    ran = deliver(place, place.mail("blue", "lay Y4"))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    assert len(place.entries()) == 2


@pytest.mark.parametrize("words", [["--desk", "/nowhere"], ["--no-such-option"], ["--desk"], ["--help"]])
def test_deliver_ends_with_75_and_says_nothing_where_there_is_no_desk(place: Any, words: list[str]) -> None:
    ran = deliver(place, place.mail("blue", "lay Y4"), *words)
    assert (ran.returncode, ran.stdout, ran.stderr) == (75, b"", b"")


def test_deliver_ends_with_75_if_desk_toml_cannot_be_read(place: Any) -> None:
    raw = place.mail("blue", "lay Y4")
    (place.path / "desk.toml").write_text("address = 7")
    ran = deliver(place, raw)
    assert (ran.returncode, ran.stdout, ran.stderr) == (75, b"", b"")


@pytest.mark.parametrize(
    "raw", [b"", b"\0" * 5000, b"From: \xff\xfe\n\n\xff", b"x" * 200_000, os.urandom(3000)]
)
def test_deliver_takes_any_bytes(place: Any, raw: bytes) -> None:
    assert place.take(raw) in ("stranger", "automatic", "question")
    assert len(place.entries()) == 1
    assert place.folder.inbox.waiting() == []


def test_a_mail_delivered_twice_is_applied_and_answered_once(place: Any) -> None:
    raw = place.mail("blue", "lay Y4")
    assert place.take(raw) == "taken"
    names = place.names()
    assert place.take(raw) == "done"
    assert place.names() == names
    assert len(place.entries()) == 2


def test_a_mail_that_came_by_two_ways_is_applied_once(place: Any) -> None:
    raw = place.mail("blue", "lay Y4")
    assert place.take(raw) == "taken"
    assert place.take(b"Received: by elsewhere\n" + raw) == "twice"
    assert place.answers(b"Received: by elsewhere\n" + raw) == {}


def test_a_mail_whose_entry_stands_is_answered_again_and_no_more(place: Any) -> None:
    raw = place.mail("blue", "lay Y4")
    place.take(raw)
    before = {name: place.letter(name).text for name in place.names()}
    digest = hashlib.sha256(raw).hexdigest()
    os.rename(place.folder.inbox.done(digest), place.folder.inbox.new(digest))
    for name in list(place.answers(raw)):
        place.folder.outbox.find(next(n for n in place.names(name) if n.startswith(digest[:16]))).unlink()
    place.take(place.mail("red", "lay U9"))
    assert place.take(raw) == "done"
    assert {name: place.letter(name).text for name in before} == before
    assert len(place.entries()) == 2


def test_answers_made_again_after_play_has_moved_on_are_the_same(place: Any) -> None:
    raw = place.mail("blue", "lay Y4")
    place.take(raw)
    before = {who: letter.text for who, letter in place.answers(raw).items()}
    place.take(place.mail("red", place.orders()))
    digest = hashlib.sha256(raw).hexdigest()
    os.rename(place.folder.inbox.done(digest), place.folder.inbox.new(digest))
    for name in [name for name in place.names() if name.startswith(digest[:16])]:
        place.folder.outbox.find(name).unlink()
    assert place.take(raw) == "again"
    assert {who: letter.text for who, letter in place.answers(raw).items()} == before
    assert len(place.entries()) == 3


@pytest.mark.parametrize("left", range(0, 60, 3))
def test_a_torn_last_line_is_cut_and_the_mail_carried_out_anew(place: Any, left: int) -> None:
    whole = place.file.read_bytes()
    raw = place.mail("blue", "lay Y4")
    place.take(raw)
    line = place.file.read_bytes()[len(whole) :]
    assert left < len(line)
    digest = hashlib.sha256(raw).hexdigest()
    os.rename(place.folder.inbox.done(digest), place.folder.inbox.new(digest))
    place.file.write_bytes(whole + line[:left])
    for name in [name for name in place.names() if name.startswith(digest[:16])]:
        place.folder.outbox.find(name).unlink()
    assert place.take(raw) == "taken"
    assert place.file.read_bytes() == whole + line
    assert set(place.answers(raw)) == {"blue", "red"}


def test_zeros_at_the_end_of_a_record_are_cut(place: Any) -> None:
    whole = place.file.read_bytes()
    place.file.write_bytes(whole + b"1. blue: {via 01\0\0\0\0")
    assert place.take(place.mail("blue", "lay Y4")) == "taken"
    assert b"\0" not in place.file.read_bytes()
    assert len(place.entries()) == 2


def test_a_line_that_a_person_typed_is_kept_without_its_end(place: Any) -> None:
    place.file.write_bytes(place.file.read_bytes() + b"1. blue: lay Y4; draw B3")
    assert place.take(place.mail("red", place.orders())) in ("taken", "identity")
    assert place.entries()[1] == "1. blue: lay Y4; draw B3"


def test_a_record_with_faults_makes_the_mail_wait_and_tells_the_moderator(place: Any) -> None:
    good = place.file.read_text()
    place.file.write_text(good + "1. blue: lay ZZ\n")
    raw = place.mail("blue", "lay Y4")
    with pytest.raises(PbemError):
        place.take(raw)
    assert len(place.names("mod")) == 2
    place.file.write_text(good)
    assert place.take(raw) == "taken"


def test_a_mail_that_failed_five_times_goes_to_quarantine(place: Any) -> None:
    place.file.write_text(place.file.read_text() + "1. blue: lay ZZ\n")
    raw = place.mail("blue", "lay Y4")
    before = place.file.read_bytes()
    for _ in range(4):
        assert deliver(place, raw).returncode == 75
    assert deliver(place, raw).returncode == 0
    assert list(place.folder.quarantine.names()) == [hashlib.sha256(raw).hexdigest()]
    assert place.folder.inbox.waiting() == []
    assert place.file.read_bytes() == before
    said = "".join(place.letter(name).text for name in place.names("mod"))
    assert "failed 5 times" in said
    assert deliver(place, raw).returncode == 0


def test_an_internal_error_is_a_failure_like_any_other(place: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem import desk

    def broken(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(desk, "answer", broken)
    raw = place.mail("blue", "lay Y4")
    for _ in range(4):
        with pytest.raises(PbemError, match=r"internal error \(ZeroDivisionError\)"):
            place.take(raw)
    assert place.take(raw) == "quarantine"


def test_a_mail_left_over_is_carried_out_with_the_next_one(place: Any) -> None:
    first = place.mail("blue", "lay Y4")
    place.folder.inbox.put(hashlib.sha256(first).hexdigest(), first)
    place.take(place.mail("eve@evil.example", "hello", answers="", Subject="hello"))
    assert len(place.entries()) == 2
    assert place.folder.inbox.waiting() == []


def test_a_record_in_use_makes_the_mail_wait_not_longer_than_it_may(place: Any) -> None:
    text = (place.path / "desk.toml").read_text().replace("lock_seconds = 20", "lock_seconds = 0")
    (place.path / "desk.toml").write_text(text)
    raw = place.mail("blue", "lay Y4")
    with store.hold(place.file):
        assert deliver(place, raw).returncode == 75
    assert deliver(place, raw).returncode == 0
    assert len(place.entries()) == 2


def test_an_hour_holds_ten_answers_to_one_sender(place: Any) -> None:
    import datetime as dt

    for count in range(14):
        place.take(place.mail("blue", f"lay Z{count}"))
    assert len(place.names("blue")) == 1 + 10
    assert place.take(place.mail("red", "lay U1")) == "turn"
    assert len(place.names("red")) == 2
    place.now += dt.timedelta(minutes=61)
    place.take(place.mail("blue", "lay Z9"))
    assert len(place.names("blue")) == 1 + 11


def test_orders_are_taken_even_when_the_hour_s_answers_are_used_up(place: Any) -> None:
    for count in range(11):
        place.take(place.mail("blue", f"lay Z{count}"))
    raw = place.mail("blue", "lay Y4")
    assert place.take(raw) == "taken"
    assert set(place.answers(raw)) == {"red"}


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "x/../friday-42", "Friday 42", "a" * 33, "", ".", "-a", "a\n"]
)
def test_no_name_becomes_a_path(place: Any, name: str) -> None:
    with pytest.raises(PbemError, match="no name of a game"):
        place.folder.file(name)


def test_the_index_can_be_made_anew(place: Any, pbem: Any) -> None:
    place.take(raw := place.mail("blue", "lay Y4"))
    rows = {table: place.folder.index.rows(table) for table in ("games", "seats", "mails")}
    (place.path / "index.sqlite").write_bytes(b"not a database")
    ran = pbem("desk", "repair", "--desk", place.path)
    assert ran.out == "index made anew: 1 games, 1 mails\n"
    again = {table: place.folder.index.rows(table) for table in ("games", "seats", "mails")}
    assert again["games"] == rows["games"]
    assert again["seats"] == rows["seats"]
    assert [row[:5] for row in again["mails"]] == [row[:5] for row in rows["mails"]]
    assert place.take(b"X-Way: other\n" + raw) == "twice"


def test_a_broken_index_stops_no_mail(place: Any) -> None:
    (place.path / "index.sqlite").write_bytes(b"not a database")
    assert place.take(place.mail("blue", "lay Y4")) == "taken"


def test_a_full_disk_is_told_with_75(place: Any, monkeypatch: pytest.MonkeyPatch, pbem: Any) -> None:
    class Full(store.Calls):
        def write(self, handle: int, data: bytes) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    raw = place.mail("blue", "lay Y4")
    monkeypatch.setattr(store, "calls", Full())
    ran = pbem("mail", "deliver", "--desk", place.path, typed=raw)
    assert (ran.status, ran.out, ran.err) == (75, "", "")
    monkeypatch.undo()
    assert place.take(raw) == "taken"


def test_fetching_a_maildir_moves_what_was_taken(place: Any, pbem: Any, tmp_path: Path) -> None:
    box = tmp_path / "box"
    for part in ("tmp", "new", "cur"):
        (box / part).mkdir(parents=True)
    (box / "new" / "1.host").write_bytes(place.mail("blue", "lay Y4"))
    ran = pbem("mail", "fetch", box, "--desk", place.path)
    assert (ran.status, ran.out, ran.err) == (0, "taken in: 1\n", "")
    assert [path.name for path in (box / "cur").iterdir()] == ["1.host:2,S"]
    assert len(place.entries()) == 2
    assert pbem("mail", "fetch", box, "--desk", place.path).out == ""


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_fetching_an_mbox_again_takes_nothing_twice(
    place: Any, pbem: Any, tmp_path: Path, end: bytes
) -> None:
    mbox = tmp_path / "mbox"
    first, second = place.mail("blue", "lay Y4"), place.mail("blue", "Hello\n\n>From here on\nFrom there")
    data = b"".join(b"From a@b Mon Nov 30 12:00:00 2026\n" + raw + b"\n" for raw in (first, second))
    mbox.write_bytes(data.replace(b"\n", end))
    assert pbem("mail", "fetch", mbox, "--desk", place.path).out == "taken in: 2\n"
    assert pbem("mail", "fetch", mbox, "--desk", place.path).out == ""
    assert len(place.entries()) == 2


def test_fetching_from_nowhere_is_said(place: Any, pbem: Any) -> None:
    ran = pbem("mail", "fetch", "/nowhere", "--desk", place.path)
    assert ran.status == 2
    assert "there is no mailbox /nowhere" in ran.err


def test_a_word_that_is_far_too_long_is_not_looked_at_further(place: Any) -> None:
    raw = place.mail("blue", "begin friday-42 #1\nlay " + "A" * 15_000 + "\nend")
    assert place.take(raw) == "fix"
    assert "a word of 15000 letters is no order" in place.answers(raw)["blue"].text.replace("\n", " ")


@pytest.mark.parametrize(
    "body", ["lay Y4; " * 9_000, "lay Y4 {" * 9_000, "(" * 50_000, "lay " + "a b " * 20_000]
)
def test_a_mail_made_to_be_slow_changes_nothing(place: Any, body: str) -> None:
    assert place.take(place.mail("blue", body)) in ("fix", "unread", "nothing")
    assert len(place.entries()) == 1


def test_a_mail_that_failed_is_not_tried_again_with_every_other_mail(place: Any) -> None:
    good = place.file.read_text()
    place.file.write_text(good + "1. blue: lay ZZ\n")
    raw = place.mail("blue", "lay Y4")
    with pytest.raises(PbemError):
        place.take(raw)
    for number in range(6):
        place.take(place.mail("eve@evil.example", f"hello {number}", answers="", Subject="hello"))
    assert place.folder.inbox.waiting() == [f"{hashlib.sha256(raw).hexdigest()}.1"]
    place.file.write_text(good)
    assert place.take(raw) == "taken"


@pytest.mark.parametrize("step", [25, pytest.param(1, marks=pytest.mark.long)])
def test_every_mail_of_the_corpus_is_carried_out_also_damaged(make_place: Make, step: int) -> None:
    from collections import Counter
    from random import Random

    place = make_place("from")
    start = place.file.read_bytes()
    luck = Random(1)
    verdicts: Counter[str] = Counter()
    files = sorted((Path(__file__).parent.parent / "samples" / "mail" / "corpus").glob("**/*.eml"))[::step]
    for file in files:
        raw = file.read_bytes().replace(b"ann@example.org", b"bob@example.net")
        damaged = bytearray(raw)
        for _ in range(5):
            damaged[luck.randrange(len(damaged))] = luck.randrange(256)
        for one in (raw, bytes(damaged), raw[: luck.randrange(len(raw))]):
            verdicts[place.take(one)] += 1
            place.file.write_bytes(start)
    assert place.folder.inbox.waiting() == []
    assert "quarantine" not in verdicts
    print(
        f"\ncorpus: {sum(verdicts.values())} deliveries of {len(files)} mails, whole and damaged: {dict(verdicts)}"
    )
