"""Measures speed and memory against the goals: `python benchmarks/run.py [GOAL ...]`.

Needs the extras `bench` and a built package: it makes an environment of its own that holds only the wheel
and its dependencies, and python-chess. Prints lines of `name value unit`, then the ratios; keeps them as
JSON in benchmarks/results/. In-process work is CPU time, whole processes are wall time, medians of several
runs taken in turn.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
RUNS = 15


def main(goals: list[str]) -> None:
    """Run the goals named, or all."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        python = environment(place)
        lines = []
        for number, measure in GOALS.items():
            if not goals or number in goals:
                lines += measure(python, place)
        results = ROOT / "benchmarks" / "results"
        results.mkdir(exist_ok=True)
        stamp = time.strftime("%Y-%m-%d-%H%M%S")
        (results / f"{stamp}.json").write_text(
            json.dumps([dict(zip(("name", "value", "unit"), x, strict=True)) for x in lines], indent=1)
        )


def environment(place: Path) -> Path:
    """Build the wheel and install it, its dependencies and python-chess, and nothing else."""
    quiet = {"check": True, "stdout": subprocess.DEVNULL}
    wheel = place / "wheel"
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(wheel), str(ROOT)], **quiet
    )
    venv.create(place / "env", with_pip=True)
    python = place / "env" / "bin" / "python"
    (built,) = wheel.glob("*.whl")
    subprocess.run([str(python), "-m", "pip", "install", "-q", str(built), "chess"], **quiet)
    return python


def tell(name: str, value: float, unit: str) -> tuple[str, float, str]:
    """Print one measured value."""
    print(f"{name:<58} {value:>12,.3f} {unit}", flush=True)
    return name, value, unit


def clean() -> dict[str, str]:
    """The environment variables of a fresh user."""
    keep = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    return {**keep, "PYTHONDONTWRITEBYTECODE": "1"}


def wall(commands: dict[str, list[str]], place: Path) -> dict[str, float]:
    """Median wall time of each command in seconds, run in turn; the first run of each is not counted."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(RUNS + 1):
        for name, command in commands.items():
            started = time.perf_counter()
            subprocess.run(command, cwd=place, env=clean(), check=False, stdout=subprocess.DEVNULL)
            if turn:
                times[name].append(time.perf_counter() - started)
    return {name: statistics.median(each) for name, each in times.items()}


def start_up(python: Path, place: Path) -> list[tuple[str, float, str]]:
    """Goals 1 to 3: what a cold process costs."""
    record = place / "hundred.pbem"
    record.write_text(hundred(python, place))
    pbem = str(python.parent / "pbem")
    parse = (
        "from pbem import notation, registry; "
        "notation.parse(registry.find('last-spike'), 'lay A3; buy Omaha; draw D4')"
    )
    took = wall(
        {
            "click": [str(python), "-c", "import click"],
            "lark": [str(python), "-c", "import lark"],
            "help": [pbem, "--help"],
            "check": [pbem, "check", str(record)],
            "parse": [str(python), "-c", parse],
        },
        place,
    )
    lines = [tell(f"{name}, cold", took[name] * 1000, "ms") for name in took]
    lines.append(
        tell("goal 1: pbem --help / import click (must 1.3, goal 1.15)", took["help"] / took["click"], "x")
    )
    lines.append(
        tell(
            "goal 2: check of 100 entries / import click (must 2.6, goal 1.6)",
            took["check"] / took["click"],
            "x",
        )
    )
    lines.append(
        tell("goal 3: one parse / import lark (must 1.3, goal 1.0)", took["parse"] / took["lark"], "x")
    )
    return lines


def hundred(python: Path, place: Path) -> str:
    """A record of 100 entries, none of them cut."""
    for seed in range(200):
        out = place / f"hundred-{seed}"
        command = [
            str(python),
            "-m",
            "pbem",
            "simulate",
            "spokes",
            "--seats",
            "6",
            "--seed",
            str(seed),
            "-o",
            str(out),
        ]
        done = subprocess.run(command, env=clean(), capture_output=True, check=False)
        file = out / "trial-1.pbem"
        if done.returncode == 0 and file.exists():
            head, body = file.read_text().split("\n\n", 1)
            entries = body.splitlines()
            if len(entries) > 100:
                import re

                return (
                    re.sub(r'\[Result ".*"\]', '[Result "*"]', head)
                    + "\n\n"
                    + "\n".join(entries[:101])
                    + "\n"
                )
    raise SystemExit("no trial game is long enough")


def in_process(python: Path, place: Path, script: str, *arguments: str) -> dict[str, float]:
    """Run a measuring script from this folder in the clean environment; it prints JSON."""
    command = [str(python), str(ROOT / "benchmarks" / script), *arguments]
    done = subprocess.run(command, cwd=place, env=clean(), check=True, capture_output=True, text=True)
    result: dict[str, float] = json.loads(done.stdout)
    return result


def replaying(python: Path, place: Path) -> list[tuple[str, float, str]]:
    """Goals 4 and 5: actions a second, with python-chess beside them."""
    found = in_process(python, place, "engines.py")
    lines = [tell(name, value, "/s") for name, value in found.items()]
    for key in sorted({name.split(":")[0] for name in found if ":" in name}):
        lines.append(
            tell(
                f"goal 4: {key}, replay of text / read_game (must 0.5, goal 1.5)",
                found[f"{key}: text"] / found["chess read_game plies"],
                "x",
            )
        )
        lines.append(
            tell(
                f"goal 5: {key}, engine alone / push_uci (must 1, goal 2)",
                found[f"{key}: engine"] / found["chess push_uci plies"],
                "x",
            )
        )
    return lines


def parallel(python: Path, place: Path) -> list[tuple[str, float, str]]:
    """Goal 7: an archive checked by two processes."""
    archive = place / "archive"
    for key, games in (("last-spike", 1200), ("spokes", 160)):
        command = [
            str(python),
            "-m",
            "pbem",
            "simulate",
            key,
            "--games",
            str(games),
            "-o",
            str(archive / key),
        ]
        subprocess.run(command, env=clean(), check=True, stdout=subprocess.DEVNULL)
    pbem = str(python.parent / "pbem")
    took = {}
    for jobs in ("1", "2"):
        each = []
        for _ in range(3):
            started = time.perf_counter()
            subprocess.run([pbem, "check", "-j", jobs, str(archive)], env=clean(), check=True)
            each.append(time.perf_counter() - started)
        took[jobs] = min(each)
    lines = [tell(f"check -j {jobs} of an archive", seconds, "s") for jobs, seconds in took.items()]
    return [*lines, tell("goal 7: -j 1 / -j 2 (must 1.6, goal 1.85)", took["1"] / took["2"], "x")]


def memory(python: Path, place: Path) -> list[tuple[str, float, str]]:
    """Goals 8 and 9: memory over long records and archives, time an entry early and late."""
    found = in_process(python, place, "long_records.py", str(place))
    lines = [tell(name, value, "MiB" if "MiB" in name else "us") for name, value in found.items()]
    base = found["import lark, MiB"]
    lines.append(
        tell(
            "goal 8: record of 10,000 entries / import lark (must 2, goal 1.3)",
            found["10,000 entries, MiB"] / base,
            "x",
        )
    )
    lines.append(
        tell(
            "goal 8: archive of 1,000 games / import lark (must 2, goal 1.3)",
            found["1,000 games, MiB"] / base,
            "x",
        )
    )
    lines.append(
        tell(
            "goal 9: entry 10,000 / entry 1,000 (must 1.2, goal 1.05)",
            found["an entry at 10,000, us"] / found["an entry at 1,000, us"],
            "x",
        )
    )
    return lines


def widest(python: Path, place: Path) -> list[tuple[str, float, str]]:
    """Goal 10: legal turns in the widest positions, with python-chess perft 3 beside them."""
    found = in_process(python, place, "widest.py")
    lines = [tell(name, value, "s" if "seconds" in name else "/s") for name, value in found.items()]
    chess = found["chess perft 3, nodes"]
    for name, value in found.items():
        if name.endswith("turns") and "chess" not in name:
            lines.append(tell(f"goal 10: {name} / perft 3 (must 0.05, goal 0.2)", value / chess, "x"))
    return lines


GOALS = {"start": start_up, "replay": replaying, "parallel": parallel, "memory": memory, "widest": widest}


if __name__ == "__main__":
    main(sys.argv[1:])
