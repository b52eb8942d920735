"""Opens a game: headers, commitment and deal from a seed."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from pbem import chance, record, table
from pbem.game import Seat, Setup
from pbem.registry import AnyGame


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
    """The text of a new record, dealt from a seed: headers with the commitment, and entry 0."""
    shuffle = chance.shuffler(seed, name, nonces)
    seated, dealt = game.deal(table.before_deal(game, setup), shuffle)
    headers = [
        ("Game", game.key),
        ("Edition", setup.edition),
        ("Board", board or table.default_board(game, len(setup.seats))),
    ]
    headers.append(("Name", name))
    headers += [(seat.capitalize(), players.get(seat, "")) for seat in seated.seats]
    if setup.options:
        headers.append(("Options", ", ".join(sorted(setup.options))))
    headers += [(f"Nonce.{seat.capitalize()}", words) for seat, words in nonces]
    committed = chance.commitment(seed, chance.setup_headers(headers, setup.seats))
    headers += [("Date", date or datetime.date.today().isoformat()), ("Commit", committed), ("Result", "*")]
    lines = [record.write_header(key, value) for key, value in headers]
    return "\n".join([*lines, "", record.write_entry(0, "deal", game.write_deal(seated, dealt))]) + "\n"
