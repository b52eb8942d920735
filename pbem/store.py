"""Reads records from disk and appends to them: under a lock, whole or not at all."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.errors import PbemError
from pbem.near import nearest_known


def read_bytes(file: str) -> bytes:
    """The bytes of a file, or of standard input for `-`. Raises PbemError where there is none."""
    if file == "-":
        return sys.stdin.buffer.read()
    path = Path(file)
    if path.is_dir():
        raise PbemError(f"{file} is a folder; name a record in it")
    if not path.exists():
        raise PbemError(f"there is no file {file}{_near_file(path)}")
    return calls.read(path)


def _near_file(path: Path) -> str:
    try:
        names = [item.name for item in path.parent.iterdir()] if path.parent.is_dir() else []
    except OSError:
        return ""
    near = nearest_known(path.name, names, 1, 0.6)
    return f"; did you mean {path.parent / near[0]}?" if near else ""


class Calls:
    """The calls that make anything last, and the reading of files; all go through `calls`.

    Tests put others in their place, which fail, write half of it, or stop there.
    """

    def read(self, path: Path) -> bytes:
        return path.read_bytes()

    def open(self, path: Path, flags: int, mode: int = 0o666) -> int:
        return os.open(path, flags | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0), mode)

    def write(self, handle: int, data: bytes) -> int:
        return os.write(handle, data)

    def sync(self, handle: int) -> None:
        os.fsync(handle)

    def sync_data(self, handle: int) -> None:
        getattr(os, "fdatasync", os.fsync)(handle)

    def truncate(self, handle: int, length: int) -> None:
        os.ftruncate(handle, length)

    def rename(self, old: Path, new: Path) -> None:
        os.replace(old, new)

    def link(self, old: Path, new: Path) -> None:
        os.link(old, new)

    def remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def make_folder(self, path: Path, mode: int = 0o777) -> None:
        path.mkdir(mode, parents=True, exist_ok=True)


calls = Calls()


class Busy(PbemError):
    """Somebody else has held a record for longer than one may wait."""


class Gone(PbemError):
    """There is no such file, or no more."""


class Held:
    """A file that nobody else may write meanwhile. `data` is what stands in it."""

    def __init__(self, path: Path, handle: int, data: bytes) -> None:
        self.path = path
        self.data = data
        self._handle = handle

    def append(self, text: str, newline: str = "\n") -> None:
        """Add lines, and see to it that they last; what cannot be written whole is taken back.

        `text` has \\n line ends; `newline` is what the file uses.
        """
        encoding = _encoding(self.data)
        ends = ("\n".encode(encoding), "\r".encode(encoding))
        lead = "" if not self.data or self.data.endswith(ends) else "\n"
        data = (lead + text).replace("\n", newline).encode(encoding)
        try:
            os.lseek(self._handle, 0, os.SEEK_END)
            _write_all(self._handle, data)
            calls.sync_data(self._handle)
        except OSError:
            calls.truncate(self._handle, len(self.data))
            raise
        self.data += data

    def cut(self, length: int) -> None:
        """Drop what stands after so many bytes."""
        calls.truncate(self._handle, length)
        calls.sync_data(self._handle)
        self.data = self.data[:length]


@contextmanager
def hold(path: Path, wait: float | None = None) -> Iterator[Held]:
    """Lock a file, read it, and let go of it at the end.

    Raises Busy if that takes longer than `wait` seconds (None: as long as it takes), Gone if there is no
    such file.
    """
    handle = _lock(path, wait)
    try:
        yield Held(path, handle, _read_all(handle))
    finally:
        os.close(handle)


def _lock(path: Path, wait: float | None) -> int:
    """Open and lock a file, again if another one has taken its name meanwhile."""
    until = None if wait is None else time.monotonic() + wait
    while True:
        try:
            handle = calls.open(path, os.O_RDWR)
        except FileNotFoundError:
            raise Gone(f"there is no file {path}") from None
        try:
            _flock(path, handle, until)
            if _still(path, handle):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _still(path: Path, handle: int) -> bool:
    """Say whether an open file is still the one of that name."""
    try:
        return os.name != "posix" or os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


def _flock(path: Path, handle: int, until: float | None) -> None:
    if os.name != "posix":
        return
    import fcntl

    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX if until is None else fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if until is not None and time.monotonic() > until:
                raise Busy(f"{path} is in use by somebody else") from None
            time.sleep(0.02)


def _read_all(handle: int) -> bytes:
    parts = []
    while part := os.read(handle, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[calls.write(handle, bytes(rest)) :]


def append(path: Path, read: bytes, text: str, newline: str = "\n") -> None:
    """Append lines to a file that still holds what was read.

    `text` has \\n line ends; `newline` is what the file uses. Raises PbemError if somebody else has
    changed the file meanwhile.
    """
    with hold(path) as held:
        if held.data != read:
            raise PbemError(f"{path} was changed by somebody else meanwhile; nothing was written, try again")
        held.append(text, newline)


def _encoding(read: bytes) -> str:
    """The encoding that appended text needs to go with what is there."""
    marks = {
        b"\xff\xfe\0\0": "utf-32-le",
        b"\0\0\xfe\xff": "utf-32-be",
        b"\xff\xfe": "utf-16-le",
        b"\xfe\xff": "utf-16-be",
    }
    return next((encoding for mark, encoding in marks.items() if read.startswith(mark)), "utf-8")


def replace(path: Path, data: bytes, mode: int | None = None) -> None:
    """Put a whole new file in place of an old one, or make it: temporary name, sync, rename."""
    kept = path.stat().st_mode & 0o777 if mode is None and path.exists() else mode or 0o666
    put(path.with_name(f".{path.name}.{os.getpid()}.new"), path, data, kept)


def put(temporary: Path, path: Path, data: bytes, mode: int = 0o666, fresh: bool = False) -> None:
    """Write a file under a temporary name, give it its own one, and see to it that both last.

    With `fresh` a file that is there already stays, and nothing is said.
    """
    try:
        _fresh(temporary, data, mode, os.O_TRUNC)
        if fresh:
            with contextlib.suppress(FileExistsError):
                calls.link(temporary, path)
            calls.remove(temporary)
        else:
            calls.rename(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            calls.remove(temporary)
        raise
    sync_folder(path.parent)


def create(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file that must not be there yet. Raises PbemError if it is."""
    try:
        _fresh(path, data, mode, os.O_EXCL)
    except FileExistsError:
        raise PbemError(f"{path} is there already; choose another name") from None


def _fresh(path: Path, data: bytes, mode: int, flag: int) -> None:
    handle = calls.open(path, os.O_WRONLY | os.O_CREAT | flag, mode)
    try:
        _write_all(handle, data)
        calls.sync(handle)
    finally:
        os.close(handle)


def move(old: Path, new: Path) -> None:
    """Give a file another name, and see to it that it lasts."""
    calls.rename(old, new)
    sync_folder(new.parent)
    if old.parent != new.parent:
        sync_folder(old.parent)


def sync_folder(folder: Path) -> None:
    """See to it that the names in a folder last."""
    if os.name != "posix":
        return
    handle = calls.open(folder, os.O_RDONLY)
    try:
        calls.sync(handle)
    finally:
        os.close(handle)
