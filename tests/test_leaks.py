"""What a seat may not know never reaches it: pairs of games that differ only in what another seat holds.

For each pair every output that the watching seat or the public can get has to be the same bytes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbem import conform, record, redaction, registry, table, trial
from pbem.assertions import state_hash
from pbem.game import Seat
from pbem.judge import Judge
from pbem.replay import Referee
from pbem.report import build
from pbem.report.formats import FORMATS, render

HIDING = [key for key in registry.known() if key in ("last-spike", "spike")]


def whole(key: str, random: Random) -> str:
    game = registry.find(key)
    setup = table.make_setup(game, trial.seats_for(game, random.choice(game.counts)), frozenset())
    return trial.simulate(game, setup, "trial", random)[0]


def cut(text: str, random: Random) -> str:
    """A game broken off somewhere: the result open, the commitment out (it differs with the seed anyway)."""
    lines = [line for line in text.splitlines() if not line.startswith("[Commit")]
    first = next(at for at, line in enumerate(lines) if line.startswith("0. deal"))
    stop = random.randrange(first + 2, len(lines))
    kept = "\n".join(lines[: stop + 1]) + "\n"
    return re.sub(r'\[Result ".*"\]', '[Result "*"]', kept)


def twins(text: str, watcher: Seat | None, random: Random) -> Iterator[str]:
    """Other games that look the same to the watcher: a hidden thing exchanged for another one.

    Words are exchanged in the full record and only those results are taken that replay without a finding,
    differ from the original, and whose copy for the watcher is the same text.
    """
    game = conform.read(text)
    copy = redaction.copy(game, watcher)
    entries = text.splitlines()
    shown = copy.splitlines()
    hidden = [at for at, (full, seen) in enumerate(zip(entries, shown, strict=True)) if full != seen]
    tokens = sorted({word for at in hidden for word in changing(entries[at], shown[at])})
    tiles = [f"{letter}{number}" for letter in "ABCDEFUVWXYZ" for number in "1234"]
    vocabulary = tiles if re.search(r"draw [A-Z]\d", text) else tokens
    for _ in range(25):
        at = random.choice(hidden)
        secret = random.choice(changing(entries[at], shown[at]) or [""])
        instead = random.choice(vocabulary if random.random() < 0.5 else tokens)
        if not secret or secret == instead:
            continue
        other = (
            "\n".join(exchanged(line, secret, instead, n in hidden) for n, line in enumerate(entries)) + "\n"
        )
        twin = conform.read(other)
        if other == text or not stands(twin):
            continue
        if redaction.copy(twin, watcher) == copy:
            yield other


def stands(game: record.Record) -> bool:
    """Whether every entry of a record is legal; looks no further than the first that is not."""
    referee = Referee(game, remarks=False)
    judge = referee.judge
    assert judge is not None
    step = judge.deal(game.entries[0].text).step
    for entry in game.entries[1:]:
        if step is None:
            return False
        step = judge.entry(step.state, Seat(entry.who), entry.text).step
    return step is not None


def changing(full: str, seen: str) -> list[str]:
    """Words of a line that its copy does not show as often."""
    missing = Counter(re.findall(r"[\w/]+", full))
    missing.subtract(Counter(re.findall(r"[\w/]+", seen)))
    return [word for word, count in missing.items() if count > 0]


def exchanged(line: str, one: str, other: str, both: bool) -> str:
    """A line with one word exchanged for another, and the other way round."""
    if not both:
        return line
    swap = {one: other, other: one}
    return re.sub(r"[\w/]+", lambda found: swap.get(found[0], found[0]), line)


def outputs(text: str, watcher: Seat | None) -> dict[str, str]:
    """All that the watcher can get out of the full record and of its own copy."""
    game = conform.read(text)
    referee = Referee(game, remarks=False)
    turns = list(referee.play())
    found = {"hash": state_hash(referee.game, referee.state), "copy": redaction.copy(game, watcher)}
    for style in FORMATS:
        report = build.position(referee, watcher, offer=watcher is not None)
        found[f"show {style}"] = render(report, style)
    found["replay"] = "\n".join(str(line) for line in build.history(referee, turns, watcher))
    if watcher is not None:
        found.update(own_turns(referee, watcher))
    mine = Referee(conform.read(found["copy"])).run()
    found["check"] = repr(mine.problems)
    found["to move"] = repr(sorted(referee.to_move()))
    return found


def own_turns(referee: Referee, seat: Seat) -> dict[str, str]:
    """Legal turns, refusals and suggestions, if the watcher is to move."""
    from itertools import islice

    from pbem import suggest

    if seat not in referee.to_move():
        return {}
    game, state = referee.game, referee.state
    found = {
        "legal": "\n".join(
            game.write(state, seat, move) for move in islice(game.legal_moves(state, seat), 200)
        )
    }
    judge = referee.judge
    assert isinstance(judge, Judge)
    for order in (
        "lay Q9",
        "lay A1; by Omaha",
        "draw purple",
        "pas",
        "build Norfolk-k7",
        "deliver cows",
        "xyzzy",
    ):
        judged = judge.entry(state, seat, order)
        found[f"refusal of {order}"] = repr(judged.findings)
        found[f"advice for {order}"] = repr(suggest.advise(judge, state, seat, order, judged).suggestions)
    return found


def compare_once(text: str, random: Random) -> bool:
    """Compare one game with one that looks the same to somebody; False if none is found."""
    watcher = random.choice([None, *Referee(conform.read(text), remarks=False).seats])
    other = next(twins(text, watcher, random), None)
    if other is None:
        return False
    one, two = outputs(text, watcher), outputs(other, watcher)
    assert one.keys() == two.keys()
    for name, value in one.items():
        assert value == two[name], (
            f"{name} for {watcher or 'everybody'} tells two games apart:\n{text}\n{other}"
        )
    return True


def compare(key: str, pairs: int, seed: str) -> int:
    """Look for differences in so many pairs of games; return how many pairs there were."""
    random = Random(seed)
    found = 0
    while found < pairs:
        played = whole(key, random)
        for _ in range(min(4, pairs - found)):
            found += compare_once(cut(played, random), random)
    return found


@pytest.mark.parametrize("key", HIDING)
def test_games_that_differ_in_what_is_hidden_look_the_same(key: str) -> None:
    assert compare(key, 4, f"twins {key}") == 4


@pytest.mark.long
@pytest.mark.parametrize("key", HIDING)
def test_a_thousand_pairs_look_the_same(key: str) -> None:
    found = compare(key, 1_000, f"many twins {key}")
    print(f"{key}: {found} pairs")
    assert found == 1_000


@pytest.mark.parametrize("key", HIDING)
def test_a_seed_is_in_no_copy_and_in_no_report(key: str, pbem: Any, tmp_path: Path) -> None:
    text = whole(key, Random(4))
    secret = "c0ffee" * 10 + "abcd"
    result = re.search(r"\[Result .*\]\n", text)
    assert result is not None
    file = tmp_path / "x.pbem"
    file.write_text(text.replace(result[0], result[0] + record.write_header("Seed", secret) + "\n"))
    (tmp_path / "y.seed").write_text(secret)
    (tmp_path / "y.pbem").write_text(text)
    runs = [
        pbem(command, path)
        for path in (file, tmp_path / "y.pbem")
        for command in ("view", "show", "replay", "check")
    ]
    assert not any(secret in ran.out + ran.err for ran in runs)


@pytest.mark.parametrize("key", HIDING)
def test_another_seats_turns_are_not_listed_from_a_copy(key: str, pbem: Any, tmp_path: Path) -> None:
    random = Random(11)
    text = cut(whole(key, random), random)
    referee = Referee(conform.read(text), remarks=False).run()
    while not referee.to_move() or "deal" in referee.to_move():
        text = cut(whole(key, random), random)
        referee = Referee(conform.read(text), remarks=False).run()
    mover = sorted(referee.to_move())[0]
    other = next(seat for seat in referee.seats if seat != mover)
    file = tmp_path / "copy.pbem"
    file.write_text(redaction.copy(referee.record, other))
    ran = pbem("legal", file)
    assert ran.status == 2
    assert "hidden" in ran.err
    mine = tmp_path / "mine.pbem"
    mine.write_text(redaction.copy(referee.record, mover))
    full = tmp_path / "full.pbem"
    full.write_text(text)
    assert pbem("legal", mine).out == pbem("legal", full).out
