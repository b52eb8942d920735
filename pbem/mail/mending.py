"""Cuts a last line of a record that a crash tore, if it is the desk's own. POSIX only."""

from __future__ import annotations

import re

from pbem import store
from pbem.errors import PbemError
from pbem.mail.folder import Folder
from pbem.ongoing import Ongoing
from pbem.record import VIA, Record


def mended(folder: Folder, game: str, held: store.Held) -> Record:
    """The record in a file that is held, after cutting a last line of the desk's own that was torn.

    The mail that it came from is still in the inbox and is carried out anew; what the dealer and the
    rules add is made anew. A line that a person typed stays, whether it ends properly or not.
    """
    zeros = held.data.find(b"\0")
    if zeros >= 0:
        held.cut(held.data.rfind(b"\n", 0, zeros) + 1)
    kept, mark, last = held.data.rpartition(b"\n")
    line = last.decode("utf-8", "replace")
    if line and (_begun(line) or _added(folder, game, kept + mark, line)):
        held.cut(len(kept) + len(mark))
    return folder.read(game, held.data)


def _begun(line: str) -> bool:
    """Say whether an unfinished line is the beginning of an entry that came from a mail."""
    if re.match(rf"\d+\. [a-z]+: \{{{VIA}[0-9a-f]{{16}} at ", line):
        return True
    found = re.fullmatch(r"\d+(?:\.(?: (?:[a-z]+(?::(?: (?P<via>\{.*)?)?)?)?)?)?", line)
    if found is None:
        return False
    rest = found["via"] or "{"
    return rest.startswith(f"{{{VIA}") or f"{{{VIA}".startswith(rest)


def _added(folder: Folder, game: str, before: bytes, line: str) -> bool:
    """Say whether an unfinished line is the beginning of one that the dealer or the rules add."""
    try:
        game_record = folder.read(game, before)
        lines = Ongoing(game_record, folder.shuffle(game_record, game)).by_rule()
    except PbemError:
        return False
    return any(due.startswith(line) for due in lines[:1])
