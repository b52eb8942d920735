"""Measures mail: one delivery from cold, and the intake of an archive. `python benchmarks/mail.py [MAILS]`

Prints `name value unit` lines: wall time of `pbem mail deliver` beside `python -c "import email, click"`,
then mails a second on one core over an mbox that is read as a stream, and its peak memory for a tenth of
the mails and for all of them.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
CORPUS = ROOT / "samples" / "mail" / "corpus"
RUNS = 9


def tell(name: str, value: float, unit: str) -> None:
    print(f"{name:<58} {value:>12,.2f} {unit}", flush=True)


def deliveries(place: Path) -> None:
    """One mail, cold: the whole process, with the entry appended and the letters in the outbox."""
    pbem = [sys.executable, "-m", "pbem"]
    seats = ["--seat", "red=Ann <ann@example.org>", "--seat", "blue=Bob <bob@example.net>"]
    times: dict[str, list[float]] = {"import": [], "deliver": []}
    for number in range(RUNS):
        desk = place / f"desk-{number}"
        quiet = {"check": True, "stdout": subprocess.DEVNULL}
        subprocess.run(
            [*pbem, "desk", "init", desk, "--address", "d@example.org", "--moderator", "m@example.org"],
            **quiet,
        )
        toml = desk / "desk.toml"
        toml.write_text(toml.read_text().replace('identity = "token"', 'identity = "from"'))
        new = ["desk", "new", "last-spike", "--desk", desk, "--name", "friday-42", "--seed", "7", *seats]
        subprocess.run([*pbem, *new], **quiet)
        file = desk / "games" / "friday-42.pbem"
        turn = subprocess.run(
            [*pbem, "legal", file], check=True, capture_output=True, text=True
        ).stdout.splitlines()[0]
        mover = "bob@example.net" if "[Blue" in file.read_text().split("[Red")[0] else "ann@example.org"
        head = f"From: {mover}\nTo: d@example.org\nSubject: [friday-42]\nMessage-ID: <{number}@x>\n"
        raw = f"{head}\nbegin friday-42 #1\n{turn}\nend\n"
        for name, command in (
            ("import", [sys.executable, "-c", "import email, click"]),
            ("deliver", [*pbem, "mail", "deliver", "--desk", desk]),
        ):
            started = time.perf_counter()
            subprocess.run(command, input=raw.encode(), check=True, stdout=subprocess.DEVNULL)
            times[name].append(time.perf_counter() - started)
        assert "1. " in file.read_text(), "the mail was not taken"
    medians = {name: statistics.median(each) * 1000 for name, each in times.items()}
    tell("import email, click, cold", medians["import"], "ms")
    tell("pbem mail deliver, cold", medians["deliver"], "ms")
    tell("one mail delivered / import email, click", medians["deliver"] / medians["import"], "x")


def archive(place: Path, mails: int) -> Path:
    """An mbox of so many mails: the labelled corpus over and over."""
    raws = [path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))]
    file = place / "archive.mbox"
    with file.open("wb") as out:
        for number in range(mails):
            out.write(b"From ann@example.org Mon Nov 30 12:00:00 2026\n")
            out.write(raws[number % len(raws)].replace(b"\nFrom ", b"\n>From ").rstrip() + b"\n\n")
    return file


def intake(file: Path, most: int) -> None:
    """Read an mbox as the desk does; print rate and peak memory (run in a process of its own)."""
    from pbem.mail.mailbox import connect
    from pbem.mail.submission import read

    started, count, orders = time.process_time(), 0, 0
    for stored in connect(str(file)):
        count += 1
        orders += bool(read(stored.raw, names=("friday-42",)).orders)
        if count == most:
            break
    took = time.process_time() - started
    print(count, orders, took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def main(mails: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        deliveries(place)
        file = archive(place, mails)
        for most in (mails // 10, mails):
            command = [sys.executable, __file__, "--intake", str(file), str(most)]
            done = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
            count, took, peak = int(done[0]), float(done[2]), float(done[3])
            tell(f"intake of {count:,} mails on one core", count / took, "mails/s")
            tell(f"peak memory over {count:,} mails", peak, "MiB")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--intake"]:
        intake(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else 100_000)
