"""`new`: set up and deal a game."""

from __future__ import annotations

import re
from pathlib import Path

import click

from pbem import opening, record, store, table
from pbem.cli import common, completion
from pbem.errors import PbemError
from pbem.game import Seat
from pbem.registry import AnyGame

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


@click.command()
@click.argument("key", required=False, shell_complete=completion.keys)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    shell_complete=completion.seats,
    metavar='SEAT="Name <address>"',
    help="A seat and who sits there; once a seat, in turn order.",
)
@click.option("--option", "options", multiple=True, help="An option of the game; may be repeated.")
@click.option("--board", help="Another board than the game's first.")
@click.option("--name", help="The game's name: a-z, 0-9 and hyphens, at most 32.")
@click.option(
    "--nonce", "nonces", multiple=True, metavar='SEAT="words"', help="A player's own words for the shuffle."
)
@click.option("--commit", is_flag=True, help="Commit to the seed now, and deal later with `pbem deal`.")
@click.option("--seed", help="Deal from this seed instead of a fresh one; for tests.")
@click.option(
    "--from", "position", help="Start from a full position as `show --all --format json` prints it."
)
@click.option("-o", "out", help="The file to write (NAME.pbem if left out), or - for standard output.")
def new_command(
    key: str | None,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    board: str | None,
    name: str | None,
    nonces: tuple[str, ...],
    commit: bool,
    seed: str | None,
    position: str | None,
    out: str | None,
) -> None:
    """Set up a game, deal it, and write its record, with the private seed beside it.

    Example: pbem new last-spike --seat red="Ann <ann@example.org>" --seat blue=Bob --name friday-42
    """
    title = _name(name, key, out)
    if position is not None:
        _write(out, title, _from_position(position, title, seats), None)
        return
    if key is None:
        raise click.UsageError("Name a game: `pbem games` lists them.")
    if commit and nonces:
        raise click.UsageError("with --commit the words come later: `pbem deal FILE --nonce ...`")
    text, fresh = dealt(key, title, seats, options, board or "", nonces, seed, commit)
    _write(out, title, text, fresh, "committed, not yet dealt" if commit else "dealt")


@click.command()
@click.argument("file", shell_complete=completion.files)
@click.option(
    "--nonce", "nonces", multiple=True, metavar='SEAT="words"', help="A player's own words for the shuffle."
)
def deal_command(file: str, nonces: tuple[str, ...]) -> None:
    """Deal a game that `pbem new --commit` has opened, with the words that players have sent meanwhile.

    Example: pbem deal friday-42.pbem --nonce red="any words" --nonce blue="others"
    """
    from pbem import chance, fairness

    opened, _ = common.open_record(file)
    place = table.sit_down(opened)
    if place.game is None or place.setup is None:
        raise PbemError(f"{file} cannot be set up; `pbem check {file}` says why")
    if opened.entries:
        raise PbemError(f"{file} is dealt already")
    seed = chance.plain(fairness.private_seed(file))
    if opened.get("Commit") != fairness.commitment(opened, seed, place.setup.seats):
        raise PbemError(f"the seed beside {file} is not the one that its Commit header promises")
    words = _pairs(place.game, nonces, "--nonce")
    found = [(header.key, header.value) for header in opened.headers]
    store.replace(Path(file), opening.deal_into(place.game, place.setup, seed, found, words).encode())
    common.output(f"{file}: dealt.")


def dealt(
    key: str,
    title: str,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    board: str,
    nonces: tuple[str, ...],
    seed: str | None,
    commit: bool = False,
) -> tuple[str, bytes]:
    """The text of a new record and its seed, from what was given on the command line.

    With `commit` the headers alone, to be dealt later.
    """
    game = common.game(key)
    players = dict(_pairs(game, seats, "--seat"))
    if len(players) < len(seats):
        raise click.UsageError("a seat is named twice")
    _distinct(players)
    setup = table.make_setup(game, tuple(players), frozenset(options), board)
    fresh = _seed(seed)
    if commit:
        return opening.write_headers(opening.headers(game, setup, fresh, title, players, board)), fresh
    words = _pairs(game, nonces, "--nonce")
    return opening.deal(game, setup, fresh, title, players, board, words), fresh


def _name(name: str | None, key: str | None, out: str | None) -> str:
    title = name or (Path(out).stem if out not in (None, "-") else "") or f"{key or 'game'}-1"
    if not NAME.fullmatch(title):
        raise click.UsageError(
            f"{title!r} cannot be a game's name: use a-z, 0-9 and hyphens, at most 32,"
            " a letter or digit first"
        )
    return title


def _pairs(game: AnyGame, given: tuple[str, ...], option: str) -> list[tuple[Seat, str]]:
    pairs = []
    for one in given:
        seat, equals, words = one.partition("=")
        if seat.casefold() not in game.seats:
            raise click.UsageError(f"{game.title} has no seat {seat!r}; it has {', '.join(game.seats)}")
        if option == "--nonce" and not equals:
            raise click.UsageError(f'{option} is written SEAT="words"')
        pairs.append((Seat(seat.casefold()), words.strip()))
    return pairs


def _distinct(players: dict[Seat, str]) -> None:
    named: dict[str, Seat] = {}
    for seat, person in players.items():
        if person and (other := named.setdefault(person.casefold(), seat)) != seat:
            raise click.UsageError(f"{other} and {seat} have the same player {person!r}; tell them apart")


def _seed(given: str | None) -> bytes:
    from pbem import chance

    return chance.new_seed() if given is None else chance.plain(given)


def _from_position(file: str, title: str, seats: tuple[str, ...]) -> str:
    import json

    try:
        data = json.loads(store.read_bytes(file))
    except ValueError as error:
        raise PbemError(f"{file} is not JSON: {error}") from None
    if not isinstance(data, dict) or "game" not in data:
        raise PbemError(f"{file} is not a position: it has no `game`")
    game = common.game(str(data["game"]))
    body = {name: value for name, value in data.items() if name not in ("version", "game")}
    state = table.load(game, body)
    setup = state.setup
    players = dict(_pairs(game, seats, "--seat"))
    compact = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    board = str(body["setup"].get("board") or game.board_for(len(setup.seats)))
    headers = [("Game", game.key), ("Edition", setup.edition), ("Board", board), ("Name", title)]
    headers += [(seat.capitalize(), players.get(seat, "")) for seat in setup.seats]
    if setup.options:
        headers.append(("Options", ", ".join(sorted(setup.options))))
    headers += [("Result", "*"), ("Position", compact)]
    return "\n".join(record.write_header(key, value) for key, value in headers) + "\n"


def _write(out: str | None, title: str, text: str, seed: bytes | None, done: str = "dealt") -> None:
    if out == "-":
        common.output(text)
        if seed is not None:
            common.talk("no seed file was written: what is drawn has to be dealt by hand")
        return
    path = Path(out or f"{title}.pbem")
    private = path.with_suffix(".seed")
    if private.exists():
        raise PbemError(f"{private} is there already; choose another name")
    store.create(path, text.encode())
    if seed is not None:
        store.create(private, f"{seed.hex()}\n".encode("ascii"), 0o600)
    common.output(
        f"{path}: {done}. The seed is in {private}; keep it to yourself until the game is over."
        if seed is not None
        else f"{path}: set up."
    )
