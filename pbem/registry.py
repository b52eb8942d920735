"""Finds the games: every folder of `games` that declares `GAME`. No list is kept anywhere."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from pathlib import Path
from typing import Any

from pbem.errors import PbemError
from pbem.game import Game
from pbem.near import nearest_known

AnyGame = Game[Any, Any, Any]


@functools.cache
def _folder() -> Path:
    """The folder of the game packages. Raises PbemError if a stray `games` shadows ours."""
    import games

    ours = Path(__file__).resolve().parent.parent
    found = Path(games.__file__ or "").resolve().parent
    if found.parent != ours:
        raise PbemError(f"another package named 'games' stands in the way: {found}; rename or move it")
    return found


def known() -> list[str]:
    """Keys of all games, in alphabetical order, without importing any of them."""
    return sorted(
        module.name.replace("_", "-") for module in pkgutil.iter_modules([str(_folder())]) if module.ispkg
    )


@functools.cache
def find(key: str) -> AnyGame:
    """The game with this key. Raises PbemError with the nearest key if there is none."""
    names = known()
    if key not in names:
        near = nearest_known(key.casefold().replace("_", "-").replace(" ", "-"), names, 1, 0.5)
        guess = f"; did you mean {near[0]}?" if near else ""
        raise PbemError(f"there is no game {key!r}{guess} (games: {', '.join(names)})")
    game: AnyGame = importlib.import_module(f"games.{key.replace('-', '_')}").GAME
    return game
