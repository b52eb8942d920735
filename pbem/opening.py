"""Opens a game: headers and commitment from a seed, players' words, then the deal."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from pbem import chance, record
from pbem.game import Seat, Setup
from pbem.registry import AnyGame

Headers = list[tuple[str, str]]


def headers(
    game: AnyGame,
    setup: Setup[Any],
    seed: bytes,
    name: str,
    players: Mapping[Seat, str],
    board: str = "",
    date: str = "",
) -> Headers:
    """The headers of a new record, with the commitment to a seed."""
    chosen = board or game.board_for(len(setup.seats))
    found = [("Game", game.key), ("Edition", setup.edition), ("Board", chosen), ("Name", name)]
    found += [(seat.capitalize(), players.get(seat, "")) for seat in setup.seats]
    if setup.options:
        found.append(("Options", ", ".join(sorted(setup.options))))
    committed = chance.commitment(seed, chance.setup_headers(found, setup.seats))
    today = date or datetime.date.today().isoformat()
    return [*found, ("Date", today), ("Commit", committed), ("Result", "*")]


def write_headers(found: Headers) -> str:
    """Headers as the lines of a record."""
    return "".join(record.write_header(key, value) + "\n" for key, value in found)


def deal(
    game: AnyGame,
    setup: Setup[Any],
    seed: bytes,
    name: str,
    players: Mapping[Seat, str],
    board: str = "",
    nonces: Sequence[tuple[str, str]] = (),
    date: str = "",
) -> str:
    """The text of a new record, dealt from a seed at once: headers with the commitment, and entry 0."""
    return deal_into(game, setup, seed, headers(game, setup, seed, name, players, board, date), nonces)


def deal_into(
    game: AnyGame, setup: Setup[Any], seed: bytes, found: Headers, nonces: Sequence[tuple[str, str]] = ()
) -> str:
    """The text of a record dealt from a seed: headers that are there already, the players' words, entry 0.

    Seats come in the order in which they play, which the deal may have drawn.
    """
    name = dict(found).get("Name", "")
    shuffle = chance.shuffler(seed, name, nonces)
    seated, dealt = game.deal(setup, shuffle)
    sayings = [(f"Nonce.{seat.capitalize()}", words) for seat, words in nonces]
    ordered = _in_order(found, seated.seats, sayings)
    return f"{write_headers(ordered)}\n{record.write_entry(0, 'deal', game.write_deal(seated, dealt))}\n"


def _in_order(found: Headers, seats: Sequence[Seat], more: Headers) -> Headers:
    """Headers with the seats in turn order where seats stood, and new ones before the result."""
    persons = {key.casefold(): (key, value) for key, value in found}
    seated = iter([persons[seat] for seat in seats])
    ordered = [next(seated) if key.casefold() in seats else (key, value) for key, value in found]
    last = next((at for at, (key, _) in enumerate(ordered) if key == "Result"), len(ordered))
    return [*ordered[:last], *more, *ordered[last:]]
