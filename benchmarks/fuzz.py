"""Feed damaged records of every game to the checker, and tell what should not happen.

    python benchmarks/fuzz.py --runs 1000000 [--seed 1] [--keep FOLDER]

What should not happen: a traceback, more than two seconds or 256 MiB for one run, canonical text that is
not a fixed point, and silence for a record that says anything but what was played. Each such record is
written into FOLDER. Exit status 1 if there was any.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pbem import chance, checking, record, registry, table, trial  # noqa: E402 - found only through the path above
from pbem.assertions import state_hash  # noqa: E402
from pbem.errors import PbemError  # noqa: E402
from pbem.replay import Referee  # noqa: E402
from pbem.report import problems as report  # noqa: E402

SECONDS = 2.0
MEBIBYTES = 256
CUTS = (3, 7, 14)
"""Each sample is there three times, cut after so many entries, so that a run takes milliseconds."""
ENTRIES = max(CUTS)

SIGNS = (
    *"[]{}\"'\\;:,.-?$#*_/|<>=&%()0123456789 \n\t\r",
    *(
        "\u00a0",
        "\u200b",
        "\u202e",
        "\ufeff",
        "\u2019",
        "\u201c",
        "\u2013",
        "\u2192",
        "\u2026",
        "\uff11",
        "\u0131",
    ),
    *(
        "\x00",
        "\x1b[31m",
        "\x0c",
        "e\u0301",
        "&amp;",
        "=\n",
        "=20",
        "[b]",
        "**",
        "\\*",
        "> ",
        "1. ",
        "...",
        "k",
        "?",
    ),
)


def samples() -> list[bytes]:
    """Small records of every game: the samples, cut short, the faulty ones, and trial games."""
    found = []
    for path in sorted((ROOT / "samples").rglob("*.pbem")):
        found += [_cut(path.read_bytes(), entries) for entries in CUTS]
    for key in registry.known():
        game = registry.find(key)
        for count in game.counts:
            setup = table.make_setup(game, trial.seats_for(game, count), frozenset())
            text, _ = _short_game(game, setup, f"{key}-{count}")
            found += [_cut(text.encode(), entries) for entries in CUTS]
    return found


def _short_game(game: object, setup: object, seed: str) -> tuple[str, None]:
    """A record of a trial game's first entries."""
    from pbem import opening

    random = Random(seed)
    secret = random.randbytes(32)
    players = {seat: f"{seat} player" for seat in setup.seats}
    text = opening.deal(game, setup, secret, "fuzz", players, date="2026-01-01")
    shuffle = chance.shuffler(secret, "fuzz", ())
    state = Referee(next(iter(record.read_file("f", text.encode())[0])), remarks=False).run().state
    for number in range(1, ENTRIES + 1):
        if game.outcome(state) is not None:
            break
        seat, move = trial.next_move(game, state, shuffle, random)
        text += record.write_entry(number, seat, game.write(state, seat, move)) + "\n"
        state = game.apply(state, seat, move).state
    return text, None


def _cut(data: bytes, entries: int) -> bytes:
    lines = data.split(b"\n")
    after = [at for at, line in enumerate(lines) if re.match(rb"\d+\. ", line)][entries + 1 :]
    at = after[0] if after else len(lines)
    result = [re.sub(rb'^\[Result ".*', b'[Result "*"]', line) for line in lines[:at]]
    return b"\n".join(result if at < len(lines) else lines) + (b"\n" if at < len(lines) else b"")


# --- damage


def mutate(data: bytes, random: Random, others: list[bytes]) -> bytes:
    """Damage a record in one to four places."""
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        data = random.choice(_DAMAGES)(data, random, others)
    return data


def _text(change: Callable[[str, Random, list[bytes]], str]) -> Callable[[bytes, Random, list[bytes]], bytes]:
    def damage(data: bytes, random: Random, others: list[bytes]) -> bytes:
        return change(data.decode("utf-8", "replace"), random, others).encode("utf-8", "replace")

    return damage


def _sign(text: str, random: Random, others: list[bytes]) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(SIGNS) + text[at + random.randrange(2) :]


def _letter(text: str, random: Random, others: list[bytes]) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice("abcdeilnorstuyzABDXZ0123459") + text[at + random.randrange(2) :]


def _lost(text: str, random: Random, others: list[bytes]) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + text[at + random.choice((1, 1, 2, 5, 40)) :]


def _swapped(text: str, random: Random, others: list[bytes]) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]


def _token(text: str, random: Random, others: list[bytes]) -> str:
    tokens = re.findall(r"\w+|\s+|[^\w\s]", text) or [""]
    at = random.randrange(len(tokens))
    other = random.choice([*tokens[:400], *random.choice(SIGNS)])
    match random.randrange(4):
        case 0:
            tokens[at] = other
        case 1:
            tokens.insert(at, other)
        case 2:
            tokens.insert(at, tokens[at])
        case _:
            del tokens[at]
    return "".join(tokens)


def _line(text: str, random: Random, others: list[bytes]) -> str:
    lines = text.split("\n")
    at, to = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(5):
        case 0:
            lines.insert(to, lines[at])
        case 1:
            lines.insert(to, lines.pop(at))
        case 2:
            del lines[at]
        case 3:
            lines[at : at + 2] = [" ".join(lines[at : at + 2])]
        case _:
            stranger = random.choice(others).decode("utf-8", "replace").split("\n")
            lines.insert(to, random.choice(stranger))
    return "\n".join(lines)


def _case(text: str, random: Random, others: list[bytes]) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + text[at : at + 30].swapcase() + text[at + 30 :]


def _repeated(text: str, random: Random, others: list[bytes]) -> str:
    at = random.randrange(len(text) + 1)
    piece = text[at : at + random.choice((1, 5, 30, 300))]
    return text[:at] + piece * random.choice((2, 2, 3, 30)) + text[at:]


def _swollen(text: str, random: Random, others: list[bytes]) -> str:
    """A number or a word grown to any length."""
    words = list(re.finditer(r"\d+|[A-Za-z]+", text))
    if not words:
        return text
    word = random.choice(words)
    grown = word[0] * (random.choice((20, 300, 5000)) // len(word[0]) + 1)
    return text[: word.start()] + grown + text[word.end() :]


def _quoted(text: str, random: Random, others: list[bytes]) -> str:
    mark = random.choice(("> ", "    ", "\t", "| ", ">> "))
    return "".join(mark + line for line in text.splitlines(keepends=True))


def _bytes(data: bytes, random: Random, others: list[bytes]) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.randbytes(random.choice((1, 1, 2, 4))) + data[at + random.randrange(3) :]


def _encoded(data: bytes, random: Random, others: list[bytes]) -> bytes:
    text = data.decode("utf-8", "replace")
    encoding = random.choice(("utf-16", "utf-16-be", "utf-8-sig", "latin-1", "utf-32"))
    return text.replace("\n", random.choice(("\n", "\r\n", "\r"))).encode(encoding, "replace")


def _ended(data: bytes, random: Random, others: list[bytes]) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _joined(data: bytes, random: Random, others: list[bytes]) -> bytes:
    return data + random.choice(others)[: random.choice((200, 4000))]


_DAMAGES: tuple[Callable[[bytes, Random, list[bytes]], bytes], ...] = (
    *(_text(change) for change in (_sign, _sign, _letter, _letter, _lost, _swapped, _token, _token, _line)),
    *(_text(change) for change in (_line, _case, _repeated, _swollen, _quoted)),
    *(_bytes, _encoded, _ended, _joined),
)


# --- what should not happen


def examine(data: bytes) -> str:
    """What goes wrong when this record is checked, or ""."""
    try:
        records, repairs = record.read_file("f.pbem", data)
    except PbemError:
        return ""
    checked = checking.check_records("f.pbem", records, repairs)
    for found in checked.findings:
        report.text(found.problem, found.line)
        report.line(found.problem)
        json.dumps(report.as_json(found.problem))
        if not (found.problem.span.line > 0 and found.problem.span.end >= found.problem.span.column > 0):
            return f"a finding marks nothing: {found.problem}"
    return _canonical(data, records, checked)


def _canonical(data: bytes, records: list[record.Record], checked: checking.Checked) -> str:
    text, source = checking.canonical("f.pbem", data)
    if checked.status == 0:
        again = checking.canonical("f.pbem", text.encode())[0]
        if again != text:
            return "canonical text is no fixed point"
        if _hashes(text) != [_hash(game) for game in records]:
            return "canonical text replays to another position"
    if not checked.findings and _letters(source.typed) != _letters(text):
        return "silence about a record that says something else"
    return ""


def _letters(text: str) -> Counter[str]:
    return Counter(re.sub(r"[\s;.)\\]+", "", text.casefold()))


def _hashes(text: str) -> list[str]:
    return [_hash(game) for game in record.read_file("f.pbem", text.encode())[0]]


def _hash(game: record.Record) -> str:
    referee = Referee(game, remarks=False, advise=False).run()
    return "" if referee.state is None else state_hash(referee.game, referee.state)


def runs(count: int, seed: str) -> Iterator[bytes]:
    """Damaged records, the same for the same seed."""
    random = Random(seed)
    pool = samples()
    for _ in range(count):
        yield mutate(random.choice(pool), random, pool)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-finds"))
    options = parser.parse_args()
    _limit_memory()
    finds: Counter[str] = Counter()
    done, slowest, began = 0, 0.0, time.monotonic()
    for data in runs(options.runs, options.seed):
        start = time.process_time()
        try:
            wrong = examine(data)
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        taken = time.process_time() - start
        slowest = max(slowest, taken)
        if not wrong and taken > SECONDS:
            wrong = f"slow: {taken:.1f} s"
        done += 1
        if wrong:
            finds[wrong[:60]] += 1
            options.keep.mkdir(parents=True, exist_ok=True)
            (options.keep / f"{hashlib.sha256(data).hexdigest()[:12]}.pbem").write_bytes(data)
            print(f"{done:,}: {wrong}", flush=True)
        if done % 10_000 == 0:
            rate = done / (time.monotonic() - began)
            print(f"{done:,} runs, {rate:.0f} a second, slowest {slowest:.2f} s", flush=True)
    print(f"{done:,} runs, slowest {slowest:.2f} s, {sum(finds.values())} finds: {dict(finds)}")
    return int(bool(finds))


def _limit_memory() -> None:
    """Let a run that needs too much fail: what is in use now, and the limit on top of it."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        limit = pages * resource.getpagesize() + MEBIBYTES * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


if __name__ == "__main__":
    sys.exit(main())
