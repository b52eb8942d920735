"""Fair dealing from end to end: every game is dealt by the protocol, and no tampering passes `verify`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbem import chance, conform, fairness, opening, record, registry, table, trial
from pbem.game import DEAL
from pbem.replay import Referee, drew

NONCES = (("red", "any words"), ("blue", "seven herrings"))


def dealt_game(key: str, seed: int) -> str:
    """A whole game with players' words and its seed published, as text."""
    game = registry.find(key)
    random = Random(seed)
    count = random.choice([count for count in game.counts if count > 1])
    seats = [seat for seat in game.seats if seat in ("red", "blue")]
    seats += [seat for seat in game.seats if seat not in seats][: count - 2]
    setup = table.make_setup(game, tuple(seats[:count]), frozenset())
    secret = random.randbytes(32)
    nonces = [pair for pair in NONCES if pair[0] in setup.seats]
    text = opening.deal(game, setup, secret, "trial", {}, "", nonces, "2026-01-01")
    lines, outcome = trial._play(game, text, chance.shuffler(secret, "trial", nonces), random)
    result = record.write_header("Result", outcome.text if outcome else "*")
    published = f"{result}\n{record.write_header('Seed', secret.hex())}"
    return text.replace('[Result "*"]', published) + "".join(f"{line}\n" for line in lines)


@pytest.fixture(scope="module")
def games() -> dict[str, list[str]]:
    return {key: [dealt_game(key, seed) for seed in range(2)] for key in registry.known()}


def verdict(text: str) -> fairness.Verdict:
    return fairness.verify(conform.read(text), "none.pbem")


@pytest.mark.parametrize("key", registry.known())
def test_a_game_dealt_from_a_seed_is_proved_fair(key: str, games: dict[str, list[str]]) -> None:
    for text in games[key]:
        found = verdict(text)
        assert found.fair, found.lines
        assert found.lines[0] == "The seed is the one that was committed to."


@pytest.mark.parametrize("key", registry.known())
def test_every_deal_of_a_game_comes_from_the_shuffle(key: str, games: dict[str, list[str]]) -> None:
    labels: set[str] = set()

    def watched(label: str, items: Any) -> tuple[str, ...]:
        labels.add(label)
        return tuple(items)

    game = registry.find(key)
    setup = table.make_setup(game, trial.seats_for(game, max(game.counts)), frozenset())
    game.deal(setup, watched)
    assert labels
    page = (Path(__file__).parent.parent / "docs" / "games" / f"{key}.md").read_text(encoding="utf-8")
    for label in labels:
        plain = re.sub(r"\b(" + "|".join(game.seats) + r")\b", "SEAT", re.sub(r" \d+$", "", label))
        assert plain in page, f"{label} is not on the manual page"


def tampered(text: str, random: Random) -> Iterator[tuple[str, str]]:
    """Ways to tamper with a game, each with what was done."""
    lines = text.splitlines()
    entries = [at for at, line in enumerate(lines) if re.match(r"\d+\. ", line)]

    def changed(at: int, line: str) -> str:
        return "\n".join([*lines[:at], line, *lines[at + 1 :]]) + "\n"

    seed = next(at for at, line in enumerate(lines) if line.startswith("[Seed"))
    digit = random.randrange(7, 70)
    other = random.choice([sign for sign in "0123456789abcdef" if sign != lines[seed][digit]])
    yield "seed", changed(seed, lines[seed][:digit] + other + lines[seed][digit + 1 :])
    promised = next(at for at, line in enumerate(lines) if line.startswith("[Commit"))
    yield (
        "commitment",
        changed(
            promised,
            lines[promised].replace(lines[promised][20], "e" if lines[promised][20] != "e" else "d", 1),
        ),
    )
    said = [at for at, line in enumerate(lines) if line.startswith("[Nonce")]
    if said:
        at = random.choice(said)
        yield "nonce", changed(at, lines[at][:-2] + '!"]')
    one, two = sorted(random.sample(entries[1:], 2))
    if lines[one].split(" ", 1)[1] != lines[two].split(" ", 1)[1]:
        swapped = list(lines)
        swapped[one] = f"{lines[one].split(' ', 1)[0]} {lines[two].split(' ', 1)[1]}"
        swapped[two] = f"{lines[two].split(' ', 1)[0]} {lines[one].split(' ', 1)[1]}"
        yield "order", "\n".join(swapped) + "\n"
    yield from drawn_otherwise(text, random)


def drawn_otherwise(text: str, random: Random) -> Iterator[tuple[str, str]]:
    """Something drawn exchanged for something else that is in the game too."""
    game = conform.read(text)
    turns = list(Referee(game, remarks=False).play())
    with_draws = [
        turn for turn in turns if turn.before is None or drew(registry.find(game.get("Game")), turn)
    ]
    turn = random.choice(with_draws)
    entry = game.entries[turn.index]
    words = list(re.finditer(r"[\w/]+", entry.text))
    pool = sorted({found[0] for other in game.entries for found in re.finditer(r"[\w/]+", other.text)})
    for _ in range(20):
        word, instead = random.choice(words), random.choice(pool)
        fresh = entry.text[: word.start()] + instead + entry.text[word.end() :]
        whole = text.replace(f". {entry.who}: {entry.text}\n", f". {entry.who}: {fresh}\n", 1)
        if whole != text and turn.move is not None:
            yield "draw", whole
            return


def same_game(one: str, other: str) -> bool:
    """Whether two records tell the same play: a changed word may be no change of what was drawn."""
    first, second = (Referee(conform.read(text), remarks=False) for text in (one, other))
    played = [[(turn.seat, turn.move) for turn in referee.play()] for referee in (first, second)]
    return played[0] == played[1]


def hold_out(key: str, texts: list[str], rounds: int) -> int:
    """Tamper in every way; return how many tampered records were refused. None may pass."""
    random = Random(f"tamper {key}")
    refused = 0
    for number in range(rounds):
        text = texts[number % len(texts)]
        for what, other in tampered(text, random):
            found = verdict(other)
            if found.fair:
                assert what == "draw", (what, found.lines)
                # A word that is the player's own choice, not a draw, proves nothing about the deal.
                assert not draws_differ(text, other), (what, found.lines)
                continue
            assert found.lines[-1], what
            refused += 1
    return refused


def draws_differ(one: str, other: str) -> bool:
    """Whether what chance gave differs between two games that both stand."""
    given = []
    for text in (one, other):
        game = conform.read(text)
        referee = Referee(game, remarks=False)
        secret = chance.plain(game.get("Seed"))
        shuffle = chance.shuffler(secret, game.name, fairness.nonces(game))
        turns = [turn for turn in referee.play() if turn.before is not None]
        wrong = [
            turn
            for turn in turns
            if referee.game.fill(turn.before, turn.seat, None if turn.seat == DEAL else turn.move, shuffle)
            != turn.move
        ]
        given.append(bool(wrong))
    return given[0] != given[1]


@pytest.mark.parametrize("key", registry.known())
def test_tampered_records_are_refused(key: str, games: dict[str, list[str]]) -> None:
    assert hold_out(key, games[key], 8) >= 24


@pytest.mark.long
@pytest.mark.parametrize("key", registry.known())
def test_thousands_of_tampered_records_are_refused(key: str) -> None:
    texts = [dealt_game(key, seed) for seed in range(10)]
    refused = hold_out(key, texts, 600)
    print(f"{key}: {refused} tampered records refused")
    assert refused >= 2_500


def test_the_first_draw_that_differs_is_named(games: dict[str, list[str]]) -> None:
    text = games["last-spike"][0]
    drawn = re.findall(r"^(\d+)\. .*draw (\w\d)$", text, re.MULTILINE)
    (third, one), (fifth, other) = drawn[2], drawn[4]
    swapped = (
        text.replace(f"draw {one}\n", "draw ##\n")
        .replace(f"draw {other}\n", f"draw {one}\n")
        .replace("draw ##\n", f"draw {other}\n")
    )
    found = verdict(swapped)
    assert not found.fair
    assert found.lines[-1].startswith(f"Entry {third} says ") and one in found.lines[-1]
    assert int(third) < int(fifth)


def test_a_record_without_its_seed_cannot_be_verified(
    pbem: Any, tmp_path: Path, games: dict[str, list[str]]
) -> None:
    file = tmp_path / "x.pbem"
    file.write_text(re.sub(r"\[Seed .*\n", "", games["last-spike"][0]))
    ran = pbem("verify", file)
    assert ran.status == 2 and "seed" in ran.err
    assert pbem("check", file).status == 0
