"""Reads records from disk and appends to them: under a lock, whole or not at all."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pbem.errors import PbemError


def read_bytes(file: str) -> bytes:
    """The bytes of a file, or of standard input for `-`. Raises PbemError where there is none."""
    if file == "-":
        return sys.stdin.buffer.read()
    path = Path(file)
    if path.is_dir():
        raise PbemError(f"{file} is a folder; name a record in it")
    if not path.exists():
        raise PbemError(f"there is no file {file}{_near_file(path)}")
    return path.read_bytes()


def _near_file(path: Path) -> str:
    try:
        names = [item.name for item in path.parent.iterdir()] if path.parent.is_dir() else []
    except OSError:
        return ""
    near = difflib.get_close_matches(path.name, names, 1, 0.6)
    return f"; did you mean {path.parent / near[0]}?" if near else ""


def append(path: Path, read: bytes, text: str, newline: str = "\n") -> None:
    """Append lines to a file that still holds what was read.

    `text` has \\n line ends; `newline` is what the file uses. Raises PbemError if somebody else has
    changed the file meanwhile.
    """
    with _locked(path) as file:
        if file.read() != read:
            raise PbemError(f"{path} was changed by somebody else meanwhile; nothing was written, try again")
        lead = "" if not read or read.endswith((b"\n", b"\r")) else "\n"
        data = (lead + text).replace("\n", newline).encode(_encoding(read))
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            file.truncate(len(read))
            raise


def _encoding(read: bytes) -> str:
    """The encoding that appended text needs to go with what is there."""
    if read.startswith(b"\xff\xfe"):
        return "utf-16-le"
    return "utf-16-be" if read.startswith(b"\xfe\xff") else "utf-8"


def replace(path: Path, data: bytes, mode: int | None = None) -> None:
    """Put a whole new file in place of an old one, or make it: temporary name, sync, rename."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    kept = path.stat().st_mode & 0o777 if mode is None and path.exists() else mode or 0o666
    handle = os.open(temporary, flags, kept)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def create(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file that must not be there yet. Raises PbemError if it is."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except FileExistsError:
        raise PbemError(f"{path} is there already; choose another name") from None
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _locked(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for reading and appending while nobody else may write it."""
    with open(path, "r+b") as file:
        if os.name == "posix":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield file
