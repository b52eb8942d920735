"""Text of one entry to what a game's reader makes of it; the only module that builds a Lark parser.

Grammars are LALR with the contextual lexer, and the reader's methods are called while parsing. The
tables are kept in the user's own cache folder as MessagePack (never pickled), with the grammar's text and
Lark's version that they were made of.
"""

from __future__ import annotations

import functools
import os
import re
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

import grammar as grammars
from pbem.registry import AnyGame

STARTS = ["order", "deal"]
"""Every grammar has these two start rules: an entry of a seat, and one of the dealer."""


class Unread(Exception):
    """Text that the grammar does not take. `at` is an offset into it (its length at the end).

    `expected` names the grammar's terminals that would have gone on.
    """

    def __init__(self, at: int, end: int, expected: frozenset[str]) -> None:
        super().__init__(f"unread at {at}")
        self.at = at
        self.end = end
        self.expected = expected


def grammar_text(key: str) -> str:
    """A game's Lark grammar as its file holds it."""
    return _grammar_file(f"{key.replace('-', '_')}.lark")


def _grammar_file(name: str) -> str:
    return (Path(grammars.__file__).parent / name).read_text(encoding="utf-8")


@functools.cache
def _parser(key: str) -> Any:
    return build(grammar_text(key), _Parts(_reader(key)))


@functools.cache
def _reader(key: str) -> object:
    from pbem import registry

    return registry.find(key).reader


class _Parts:
    """A game's reader, but for `order`: there the actions stay a list, for `parse` to put together."""

    def __init__(self, reader: object) -> None:
        self._reader = reader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)

    def order(self, actions: list[Any]) -> list[Any]:
        return actions


def parse(game: AnyGame, text: str, start: str = "order") -> Any:
    """Read one entry's text, exactly as the grammar spells it. Raises Unread.

    An order is a flat list of actions, and the same few actions come again and again: each is parsed once
    and remembered. Where one cannot be read by itself, the whole text is, which also finds its place.
    """
    reader: Any = game.reader
    if start != "order":
        quick = getattr(reader, "quick_deal", None)
        dealt = quick(text) if quick else None
        return read_with(_parser(game.key), text, start) if dealt is None else dealt
    actions: list[Any] = []
    for part in text.split(";"):
        if words := part.strip():
            found = _action(game.key, words)
            if found is None:
                return reader.order(read_with(_parser(game.key), text, start))
            actions += found
    if not actions:
        return reader.order(read_with(_parser(game.key), text, start))
    return reader.order(actions)


@functools.lru_cache(maxsize=8192)
def _action(key: str, words: str) -> tuple[Any, ...] | None:
    """What stands between two semicolons, or None where it cannot be read by itself.

    A reader may have a method `quick` that makes the action of canonical words without the grammar, or
    gives None (and `quick_deal` for a whole deal); it says what the grammar says, which a test holds it to.
    A process that reads nothing else does not even load Lark.
    """
    reader = _reader(key)
    quick = getattr(reader, "quick", None)
    if quick is not None and (action := quick(words)) is not None:
        return (action,)
    try:
        return tuple(read_with(_parser(key), words, "order"))
    except Unread:
        return None


@functools.cache
def _opening(key: str) -> frozenset[str]:
    """The terminals that an action may begin with."""
    wanted = _parser(key).parse_interactive("", start="order").choices()
    return frozenset(name for name in wanted if name.isupper() and not name.startswith("_"))


def openers(key: str, keywords: Iterable[str]) -> frozenset[str]:
    """Those keywords that an action of an order may begin with."""
    names = _opening(key)
    patterns = [re.compile(t.pattern.to_regexp()) for t in _parser(key).terminals if t.name in names]
    return frozenset(word for word in keywords if any(pattern.fullmatch(word) for pattern in patterns))


def expected(key: str, terminals: frozenset[str], begun: bool = False) -> str:
    """The terminals that would have gone on, in a reader's words: "lay, draw or a tile".

    `begun`: something stands before, so that another action needs a semicolon.
    """
    if not terminals:
        return ""
    patterns = {terminal.name: terminal.pattern for terminal in _parser(key).terminals}
    opening = _opening(key)
    words = []
    if begun and opening <= terminals:
        terminals = (terminals - opening - {"_SEP"}) | {"$END"}
        words.append("`;` and another action")
    for name in sorted(terminals):
        pattern = patterns.get(name)
        if name == "$END":
            words.append("the end")
        elif pattern is not None and (keywords := _alternatives(pattern.value)):
            words += keywords
        elif pattern is not None and pattern.type == "str":
            words.append(f"'{pattern.value}'")
        elif not name.startswith("_"):
            words.append(_article(name.strip("_").replace("_", " ").lower()))
    last = ("`;` and another action", "the end")
    ordered = sorted(set(words), key=lambda word: (last.index(word) if word in last else -1, word))
    return (
        ordered[0] if len(ordered) == 1 else f"{', '.join(ordered[:-1])} or {ordered[-1]}" if ordered else ""
    )


def _alternatives(pattern: str) -> list[str]:
    """The words that a terminal may be, if it is nothing but a word, or one of several."""
    found = re.fullmatch(r"(?:\(\?:)?([A-Za-z|]+)\)?(?:\(\?!.*\))?", pattern)
    return found[1].split("|") if found else []


def _article(word: str) -> str:
    return word if word.endswith("s") else f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def read_with(parser: Any, text: str, start: str) -> Any:
    """Parse with a built parser. Raises Unread where the grammar cannot go on."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

    try:
        return parser.parse(text, start=start)
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        raise Unread(at, at + 1, frozenset(error.allowed or ())) from None
    except UnexpectedToken as error:
        at = len(text) if error.token.type == "$END" else error.token.start_pos or 0
        end = at if error.token.type == "$END" else at + len(error.token)
        raise Unread(at, end, frozenset(error.expected)) from None
    except (UnexpectedInput, VisitError) as error:  # pragma: no cover - readers raise no errors of their own
        raise Unread(0, len(text), frozenset()) from error


def build(grammar: str, reader: object) -> Any:
    """Make a parser whose reductions call `reader`; uses and fills the cache of tables."""
    import lark

    version = f"{lark.__version__}/{sys.version_info[0]}.{sys.version_info[1]}"
    shared = _grammar_file("shared.lark")
    made_of = f"{version}\n{shared}\n{grammar}"
    folder = _cache_folder()
    file = folder / f"{zlib.crc32(made_of.encode()):08x}.tables" if folder else None
    if file is not None and (parser := _load(file, made_of, reader)) is not None:
        return parser
    parser = _build(grammar, reader)
    if file is not None:
        _save(file, made_of, parser)
    return parser


def _build(grammar: str, reader: object) -> Any:
    from lark import Lark

    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=STARTS,
        transformer=reader,
        maybe_placeholders=False,
        import_paths=[_shared],
    )


def _shared(base: str | None, path: str) -> tuple[str, str]:
    """Lark's hook for `%import shared (...)`."""
    if path != "shared.lark":
        raise FileNotFoundError(path)
    return path, _grammar_file(path)


def _cache_folder() -> Path | None:
    """The user's own cache folder, or None where it is not safe or not there to be used."""
    base = (
        os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or os.path.expanduser("~/.cache")
    )
    folder = Path(base) / "pbem"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
            return None
    except OSError:
        return None
    return folder


def _load(file: Path, made_of: str, reader: object) -> Any:
    """A parser from kept tables; None unless they are of this very grammar and version."""
    try:
        kept_of, data, memo = msgspec.msgpack.decode(file.read_bytes(), strict=True)
    except (OSError, ValueError, TypeError, msgspec.MsgspecError):
        return None
    if kept_of != made_of:
        return None
    from lark import Lark

    try:
        load: Any = Lark._load_from_dict
        return load(data, memo, transformer=reader)
    except Exception:  # a table of another shape is as good as none: it is built anew
        return None


def _save(file: Path, made_of: str, parser: Any) -> None:
    import tempfile

    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {**data["options"], "transformer": None, "import_paths": []}
    tables = msgspec.msgpack.encode(_plain((made_of, data, memo)))
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.stem)
        with os.fdopen(handle, "wb") as out:
            out.write(tables)
        os.replace(name, file)
    except OSError:
        return


def _plain(value: Any) -> Any:
    """Values that MessagePack knows: Lark's strings are tokens, and an endless width is over 64 bits."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, dict):
        return {_plain(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(inner) for inner in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return min(value, 2**63 - 1)
    return value
