"""The command line as a user types it."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from tilewright.cli import main


class Done(NamedTuple):
    """The result of a command."""

    code: int | str
    stdout: str
    stderr: str


class CommandLine:
    """A runner of ``tilewright WORDS`` in this process, because processes are slow to start."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *words: str, stdin: str = "") -> Done:
        self._monkeypatch.setattr(sys, "argv", ["tilewright", *words])
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        return Done(end.value.code or 0, *self._capsys.readouterr())
