"""What many tests need: the command line run in this process."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")


class Ran(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def pbem(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a `pbem` command: `pbem("check", path)`; `typed` goes to standard input."""
    from pbem.cli.main import run

    def command(*arguments: object, typed: str | bytes = "") -> Ran:
        data = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "argv", ["pbem", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            run()
        out, err = capsys.readouterr()
        return Ran(int(ended.value.code or 0), out, err)

    return command
