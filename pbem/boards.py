"""Loads board data: TOML files in which every value says where it is known from.

A value is written `{ value = 3000, source = "rulebook" }`; `source` is `rulebook` (printed there, or in
another of the publisher's texts), `deduced` (follows from facts) or `reconstruction` (ours).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar, get_args

import msgspec

from pbem.errors import BoardError

Source = Literal["rulebook", "deduced", "reconstruction"]
ValueT = TypeVar("ValueT")
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


class Marked(msgspec.Struct, Generic[ValueT], frozen=True, forbid_unknown_fields=True):
    """A value with its source; `note` says more where that helps."""

    value: ValueT
    source: Source
    note: str = ""


def decode(text: str, kind: type[ValueT], name: str) -> ValueT:
    """Read TOML into a typed board file.

    Raises BoardError with the line of a syntax error, or the path of a value that is missing, unknown
    or of the wrong type.
    """
    try:
        return msgspec.toml.decode(text, type=kind, strict=True)
    except msgspec.MsgspecError as error:
        raise BoardError(f"board {name}: {error}") from None


def require(name: str, path: str, holds: bool, message: str) -> None:
    """Raise BoardError for `path` in board `name` unless `holds`."""
    if not holds:
        raise BoardError(f"board {name}: {message} - at `{path}`")


def marks(text: str) -> list[Source]:
    """The source of every marked value in a board's TOML text, for the counts shown to readers."""
    found: list[Source] = []
    waiting: list[Any] = [msgspec.toml.decode(text)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if value.get("source") in get_args(Source):
                found.append(value["source"])
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return found


def connected(places: Iterable[str], links: Iterable[tuple[str, str]]) -> bool:
    """Say whether every place can be reached from every other over the links."""
    neighbours: dict[str, list[str]] = {place: [] for place in places}
    for one, other in links:
        neighbours[one].append(other)
        neighbours[other].append(one)
    if not neighbours:
        return True
    waiting = [next(iter(neighbours))]
    seen = set(waiting)
    while waiting:
        for place in neighbours[waiting.pop()]:
            if place not in seen:
                seen.add(place)
                waiting.append(place)
    return len(seen) == len(neighbours)


def packaged(key: str) -> list[str]:
    """Names of the boards that come with a game, in alphabetical order."""
    return sorted(file.stem for file in _folder(key).glob("*.toml"))


def _folder(key: str) -> Path:
    import games

    return Path(games.__file__).parent / key.replace("-", "_") / "boards"


def text(key: str, name: str, beside: Path | None = None) -> str:
    """The TOML text of a board: an owner's file wins over the one that comes with the game.

    Looked for in `boards/KEY/NAME.toml` beside the record, then below the folder that the environment
    variable PBEM_BOARDS names, then in the game itself. Raises BoardError if there is none.
    """
    if not NAME.fullmatch(name):
        raise BoardError(f"a board's name is made of a-z, 0-9 and hyphens; {name!r} is not")
    places = [beside / "boards"] if beside else []
    if owner := os.environ.get("PBEM_BOARDS"):
        places.append(Path(owner))
    for place in places:
        file = place / key / f"{name}.toml"
        if file.is_file():
            return file.read_text(encoding="utf-8")
    item = _folder(key) / f"{name}.toml"
    if not item.is_file():
        raise BoardError(f"{key} has no board {name!r}; it comes with {', '.join(packaged(key))}")
    return item.read_text(encoding="utf-8")
