"""Checks records as a whole: every finding of every file, and canonical text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from pbem import editions, record, store
from pbem.errors import PbemError, Problem, Span
from pbem.replay import Referee
from pbem.source import Source


class Found(msgspec.Struct, frozen=True):
    """A finding with the line it is in, as typed."""

    problem: Problem
    line: str


class Checked(msgspec.Struct, frozen=True):
    """All findings of a file, in its order. `status` is the exit status they call for."""

    file: str
    findings: tuple[Found, ...]
    status: int
    stopped: str = ""


def files(paths: Iterable[str]) -> list[str]:
    """The records that paths name: files as they are, folders searched. Raises PbemError for nothing."""
    found: list[str] = []
    for path in paths:
        place = Path(path)
        if path != "-" and place.is_dir():
            inside = sorted(str(item) for item in place.rglob("*.pbem") if item.is_file())
            if not inside:
                raise PbemError(f"there is no .pbem file in {path}")
            found.extend(inside)
        else:
            found.append(path)
    return found


def check_all(paths: list[str], *, strict: bool = False, jobs: int = 1) -> Iterator[Checked]:
    """Check files one after the other, or several at once; results come in the order of the files."""
    if jobs == 1 or len(paths) < 2 or not _worthwhile(paths):
        for path in paths:
            yield check_file(path, strict)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    yield check_file(paths[0], strict)  # loads what every process needs before they part
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        yield from pool.map(check_file, paths[1:], [strict] * (len(paths) - 1), chunksize=8)


def _worthwhile(paths: list[str]) -> bool:
    """Starting processes pays from about a third of a second of work."""
    size = 0
    for path in paths:
        if path != "-" and Path(path).exists():
            size += Path(path).stat().st_size
    return size > 300_000


def check_file(path: str, strict: bool = False) -> Checked:
    """Check every game of one file."""
    try:
        data = store.read_bytes(path)
        records, repairs = record.read_file(path, data)
    except PbemError as error:
        message = str(error).removeprefix(f"{path}: ")
        problem = Problem(Span(path, 1, 1, 2), "error", "file", message)
        return Checked(path, (Found(problem, ""),), 1)
    return check_records(path, records, repairs, strict)


def check_records(
    path: str, records: list[record.Record], repairs: Iterable[Problem], strict: bool = False
) -> Checked:
    """Check games that were read from one file."""
    problems = list(repairs)
    stopped = []
    for game in records:
        referee = editions.referee(game)
        problems.extend(referee.problems)
        problems.extend(_against_the_seed(game, referee))
        if referee.stopped_after is not None:
            name = f"{game.name}: " if len(records) > 1 else ""
            last = f"the last valid position is the one after entry {referee.stopped_after}"
            stopped.append(name + (last if referee.state is not None else "no position stands"))
    if strict:
        problems = [msgspec.structs.replace(problem, severity="error") for problem in problems]
    problems.sort(key=lambda problem: (problem.span.line, problem.span.column))
    source = records[0].source
    findings = tuple(Found(problem, source.line(problem.span)) for problem in problems)
    failed = any(problem.severity != "note" for problem in problems)
    return Checked(path, findings, int(failed), "\n".join(stopped))


def _against_the_seed(game: record.Record, referee: Referee) -> list[Problem]:
    """The first draw that the seed in the record does not give; what is recorded stands all the same."""
    header = game.header("Seed")
    if header is None or referee.setup is None:
        return []
    from pbem import fairness  # here, since few records hold their seed

    try:
        verdict = fairness.verify(game, game.source.file)
    except PbemError as error:
        message, hint = str(error), ""
    else:
        if verdict.fair or verdict.faulty:
            return []
        message, hint = verdict.lines[-1], "what is recorded stands; `pbem verify` compares all of it"
    start = game.source.text.find('"', header.start, header.end) + 1
    end = max(start + 1, header.end - 2)
    return [game.problem(start, end, "seed", message, severity="warning", hint=hint)]


def canonical(path: str, data: bytes) -> tuple[str, Source]:
    """The canonical text of a file, all its games, and the source it was read from."""
    records, _ = record.read_file(path, data)
    texts = []
    for game in records:
        referee = Referee(game, advise=False).run()
        seats = tuple(referee.game.seats) if referee.game else ()
        texts.append(record.write(game, referee.texts, seats, referee.starts, referee.speakers))
    return "\n".join(texts), records[0].source
