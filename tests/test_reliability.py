"""Stopped at any moment, failing at any call, many at once: nothing lost, nothing doubled.

Every sweep prints its counts (`pytest -s`); the full ones are marked `long`.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem import store
from pbem.errors import PbemError

Make = Callable[..., Any]


class Stop(BaseException):
    """The process is no more."""


class Faulty(store.Calls):
    """Stops, or fails, at call number `at`; counts the calls. After a stop every call stops."""

    def __init__(self, at: int = 0, how: str = "", code: int = 0) -> None:
        self.at, self.how, self.code = at, how, code
        self.count = 0
        self.dead = False
        self.where = ""

    def _call(self, name: str, *words: Any) -> Any:
        if self.dead:
            raise Stop
        self.count += 1
        if self.count != self.at:
            return getattr(store.Calls, name)(self, *words)
        self.where = name
        if self.how == "fail":
            raise OSError(self.code, os.strerror(self.code))
        self.dead = True
        if self.how == "torn" and name == "write":
            os.write(words[0], words[1][: len(words[1]) // 2])
        elif self.how == "after":
            getattr(store.Calls, name)(self, *words)
        raise Stop


for _name in (
    "read",
    "open",
    "write",
    "sync",
    "sync_data",
    "truncate",
    "rename",
    "link",
    "make_folder",
    "remove",
):
    setattr(Faulty, _name, lambda self, *words, _name=_name: self._call(_name, *words))


def via_counts(place: Any) -> Counter[str]:
    """How often each mail's mark stands in the record."""
    return Counter(re.findall(r"\{via ([0-9a-f]{16})", place.file.read_text()))


def sound(place: Any) -> bool:
    """Say whether the record replays without a fault and ends with its line."""
    referee = place.ongoing().referee
    errors = [problem for problem in referee.problems if problem.severity == "error"]
    return place.file.read_bytes().endswith(b"\n") and not errors


def answered(place: Any, raw: bytes) -> Counter[str]:
    """How many letters each person got for a mail."""
    digest = hashlib.sha256(raw).hexdigest()[:16]
    return Counter(name.split(".")[1] for name in place.names() if name.startswith(digest))


def copied(place: Any, to: Path) -> Any:
    """The same desk in another folder."""
    import copy

    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(place.path, to)
    twin = copy.copy(place)
    twin.path = to
    return twin


def with_calls(place: Any, raw: bytes, calls: Faulty, monkeypatch: pytest.MonkeyPatch) -> str:
    """Take a mail through faulty calls; say how that ended."""
    with monkeypatch.context() as patch:
        patch.setattr(store, "calls", calls)
        try:
            return str(place.take(raw))
        except Stop:
            return "stopped"
        except (OSError, PbemError):
            return "failed"


def cases(place: Any) -> list[tuple[str, bytes, set[str]]]:
    """Mails of three kinds, and who has to hear of each."""
    return [
        ("taken", place.mail("blue", "lay Y4"), {"blue", "red"}),
        ("fix", place.mail("blue", "lay Y4; by Denver"), {"blue"}),
        ("identity", place.mail("red", "lay Y4", answers=place.last("blue")), {"red", "mod"}),
    ]


def points(place: Any, raw: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many calls the mail takes."""
    counting = Faulty()
    with_calls(copied(place, tmp_path / "count"), raw, counting, monkeypatch)
    return counting.count


QUICK = [pytest.param(11, id="one in eleven"), pytest.param(1, id="all", marks=pytest.mark.long)]


@pytest.mark.parametrize("step", QUICK)
def test_stopped_at_every_call(
    place: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    stops: Counter[str] = Counter()
    for verdict, raw, heard in cases(place):
        total = points(place, raw, tmp_path, monkeypatch)
        for at in range(1, total + 1):
            for how in ("before", "torn", "after"):
                if (at + len(how)) % step:
                    continue
                twin = copied(place, tmp_path / "twin")
                calls = Faulty(at, how)
                assert with_calls(twin, raw, calls, monkeypatch) == "stopped"
                twin.take(raw)
                stops[calls.where] += 1
                assert sound(twin), (verdict, at, how, calls.where)
                expected = {hashlib.sha256(raw).hexdigest()[:16]: 1} if verdict == "taken" else {}
                assert via_counts(twin) == expected, (verdict, at, how, calls.where)
                assert answered(twin, raw) == dict.fromkeys(heard, 1), (verdict, at, how, calls.where)
                assert twin.folder.inbox.waiting() == []
    print(f"\nstopped at every call: {sum(stops.values())} stops ({dict(stops)}), 0 lost, 0 doubled")
    assert step > 1 or {"write", "sync_data", "rename", "link"} <= set(stops)


@pytest.mark.parametrize("step", QUICK)
def test_stopped_at_every_call_and_healed_by_another_mail(
    place: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    raw = place.mail("blue", "lay Y4")
    other = place.mail("eve@evil.example", "hello", answers="", Subject="hello")
    done = kept = 0
    for at in range(1, points(place, raw, tmp_path, monkeypatch) + 1, step):
        for how in ("torn", "after"):
            twin = copied(place, tmp_path / "twin")
            with_calls(twin, raw, Faulty(at, how), monkeypatch)
            in_inbox = bool(list(twin.folder.inbox.names()))
            twin.take(other)
            done += 1
            kept += in_inbox
            assert sound(twin)
            assert sum(via_counts(twin).values()) == in_inbox
            assert answered(twin, raw) == (dict.fromkeys(("blue", "red"), 1) if in_inbox else {})
    print(
        f"\nhealed by another mail: {done} stops, {kept} mails were in the inbox, all of them carried out once"
    )
    assert kept > 10 // step


@pytest.mark.parametrize("step", QUICK)
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EACCES], ids=errno.errorcode.get)
def test_failing_at_every_call(
    place: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, step: int
) -> None:
    fails: Counter[str] = Counter()
    for verdict, raw, heard in cases(place):
        for at in range(1 + code % step, points(place, raw, tmp_path, monkeypatch) + 1, step):
            twin = copied(place, tmp_path / "twin")
            before = twin.file.read_bytes()
            calls = Faulty(at, "fail", code)
            ended = with_calls(twin, raw, calls, monkeypatch)
            fails[calls.where] += 1
            after = twin.file.read_bytes()
            assert sound(twin)
            assert after == before or (verdict == "taken" and after.startswith(before))
            assert ended in ("failed", verdict), (at, calls.where)
            twin.take(raw)
            expected = {hashlib.sha256(raw).hexdigest()[:16]: 1} if verdict == "taken" else {}
            assert via_counts(twin) == expected, (verdict, at, calls.where)
            assert answered(twin, raw) == dict.fromkeys(heard, 1), (verdict, at, calls.where)
            assert twin.folder.inbox.waiting() == []
    print(
        f"\n{errno.errorcode[code]} at every call: {sum(fails.values())} ({dict(fails)}), all healed by the next run"
    )


def forked(work: Callable[[], object]) -> int:
    """Run in a process of its own; 0 if all went well there, as `deliver` counts it."""
    child = os.fork()
    if child == 0:
        status = 75
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    return child


def acknowledged(place: Any, raw: bytes) -> None:
    """Deliver a mail whose order has to stand."""
    verdict = place.take(raw)
    assert verdict in ("taken", "again", "done"), verdict


def killed_sometimes(place: Any, raw: bytes, luck: random.Random, longest: float) -> int:
    """Deliver until it is acknowledged, killing at random moments; say how many kills there were."""
    kills = 0
    while True:
        child = forked(lambda: acknowledged(place, raw))
        if kills < 8:
            time.sleep(luck.random() * longest)
            os.kill(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
        if os.WIFSIGNALED(status):
            kills += 1
        elif os.WEXITSTATUS(status) == 0:
            return kills


def kill_at_random(make_place: Make, wanted: int) -> None:
    luck = random.Random(1)
    kills = moves = letters = 0
    while kills < wanted:
        place = make_place()
        place.take(place.mail("eve@evil.example", "warm up", answers="", Subject="warm"))
        moved: list[bytes] = []
        while kills < wanted and len(moved) < 12:
            mover = place.mover()
            raw = place.mail(mover, place.orders(len(moved)))
            started = time.monotonic()
            copied(place, place.path.with_name("dry")).take(raw)
            kills += killed_sometimes(place, raw, luck, (time.monotonic() - started) * 1.2)
            moved.append(raw)
        counts = via_counts(place)
        assert sound(place)
        assert counts == {hashlib.sha256(raw).hexdigest()[:16]: 1 for raw in moved}
        for raw in moved:
            assert answered(place, raw) == {"blue": 1, "red": 1}
        moves += len(moved)
        letters += 2 * len(moved)
    print(f"\nkill -9: {kills} kills, {moves} acknowledged moves, {letters} letters, 0 lost, 0 doubled")


def test_killed_at_random_moments(make_place: Make) -> None:
    kill_at_random(make_place, 8)


@pytest.mark.long
def test_killed_a_thousand_times_at_random_moments(make_place: Make) -> None:
    kill_at_random(make_place, 1000)


def many_games(place: Any, count: int) -> list[tuple[str, bytes]]:
    """More games at the desk, with a mail for the first move of each."""
    from pbem.mail.letters import Letters, opening
    from pbem.mail.posting import post

    found = []
    text = place.file.read_text()
    for number in range(count):
        name = f"game-{number}"
        place.folder.add(name, text.replace("friday-42", name), bytes(32))
        cause = hashlib.sha256(name.encode()).hexdigest()
        post(place.folder, opening(Letters(place.folder.read(name), place.folder.house), cause), place.now)
        mine = next(one for one in place.names("blue") if one.split(".")[2] == name)
        found.append((name, place.mail("blue", "lay Y4", answers=mine, Subject=f"[{name}]")))
    return found


def all_at_once(place: Any, mails: list[bytes]) -> None:
    """Deliver all mails at the same time, each by a process that tries again until it is acknowledged."""

    def work(raw: bytes) -> None:
        while True:
            try:
                place.take(raw)
                return
            except (OSError, PbemError):
                time.sleep(0.05)

    children = [forked(lambda raw=raw: work(raw)) for raw in mails]
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * len(children)


@pytest.mark.parametrize("count", [8, pytest.param(32, marks=pytest.mark.long)])
def test_deliveries_at_once_of_mails_sent_twice(place: Any, count: int) -> None:
    file = place.path / "desk.toml"
    file.write_text(file.read_text().replace("replies_per_hour = 10", "replies_per_hour = 1000"))
    games = many_games(place, count)
    all_at_once(place, [raw for _, raw in games for _ in range(2)])
    for name, raw in games:
        record = (place.path / "games" / f"{name}.pbem").read_text()
        assert record.count("{via ") == 1
        assert answered(place, raw) == {"blue": 1, "red": 1}
    assert place.folder.inbox.waiting() == []
    print(
        f"\n{2 * count} deliveries of {count} mails at once: {count} applied once, {2 * count} letters, each once"
    )


def test_many_mails_for_one_turn_at_once(place: Any) -> None:
    file = place.path / "desk.toml"
    file.write_text(file.read_text().replace("replies_per_hour = 10", "replies_per_hour = 1000"))
    mails = [place.mail("blue", "lay Y4" + " " * number) for number in range(6)]
    all_at_once(place, [raw for raw in mails for _ in range(2)])
    assert sum(via_counts(place).values()) == 1
    assert [answered(place, raw)["blue"] for raw in mails] == [1] * 6
    assert sum(answered(place, raw)["red"] for raw in mails) == 1
    assert sound(place)
    print("\n12 deliveries of 6 rival mails at once: 1 applied, 6 answered once")


@pytest.mark.parametrize(
    "bare", [False, True], ids=["as they are", "with all signs of automatic mail taken off"]
)
def test_two_desks_that_write_to_each_other_soon_fall_silent(make_place: Make, bare: bool) -> None:
    one, other = make_place("from"), make_place("from")
    for place, partner in ((one, "there.example"), (other, "here.example")):
        text = place.file.read_text()
        text = text.replace("bob@example.net", f"desk@{partner}").replace(
            "ann@example.org", f"desk@{partner}"
        )
        place.file.write_text(text)
        mine = "here.example" if partner == "there.example" else "there.example"
        place.settings(address=f"desk@{mine}")
    mails, rounds = 0, 0
    going = [one.mail("desk@there.example", "lay Q9", answers="", Message_ID="<first@there.example>")]
    for rounds in range(1000):
        place = (one, other)[rounds % 2]
        coming, going = going, []
        for raw in coming:
            place.take(raw)
            answers = [
                letter.raw for letter in place.answers(raw).values() if "desk@" in letter.headers["To"]
            ]
            going += [stripped(answer, rounds) if bare else answer for answer in answers]
        mails += len(going)
        if not going:
            break
    print(f"\ntwo desks: {mails} mails, silence after {rounds + 1} rounds")
    assert mails <= 10 * 2 if bare else mails <= 1


def stripped(raw: bytes, number: int) -> bytes:
    """A letter of ours after a program has taken off all that shows where it is from."""
    head, _, body = raw.partition(b"\n\n")
    drop = (b"Auto-Submitted", b"X-Loop", b"X-Auto", b"Message-ID", b"In-Reply-To", b"References", b" <")
    lines = [line for line in head.split(b"\n") if not line.startswith(drop)]
    return b"\n".join([*lines, b"Message-ID: <%d@elsewhere.example>" % number]) + b"\n\nlay Q9\n" + body


@pytest.mark.parametrize("wanted", [3, pytest.param(100, marks=pytest.mark.long)])
def test_the_command_itself_killed(make_place: Make, wanted: int) -> None:
    luck = random.Random(2)
    kills = moves = 0
    while kills < wanted:
        place = make_place()
        moved: list[bytes] = []
        while kills < wanted and len(moved) < 12:
            raw = place.mail(place.mover(), place.orders(len(moved)))
            for more in (True, True, True, False):
                command = [sys.executable, "-m", "pbem", "mail", "deliver", "--desk", str(place.path)]
                running = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
                )
                assert running.stdin is not None and running.stdout is not None
                with running.stdin as pipe, contextlib.suppress(BrokenPipeError):
                    pipe.write(raw)
                if more:
                    time.sleep(luck.random() * 0.8)
                    running.kill()
                assert running.stdout.read() == b""
                running.stdout.close()
                status = running.wait()
                kills += status < 0
                if status == 0:
                    break
            assert status == 0
            moved.append(raw)
        assert sound(place)
        assert via_counts(place) == {hashlib.sha256(raw).hexdigest()[:16]: 1 for raw in moved}
        assert all(answered(place, raw) == {"blue": 1, "red": 1} for raw in moved)
        moves += len(moved)
    print(f"\nthe command: {kills} kills, {moves} acknowledged moves, 0 lost, 0 doubled, nothing printed")
