"""The command line as a user types it."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from tilewright.cli import main


class Done(NamedTuple):
    """What came of a command."""

    code: int | str
    stdout: str
    stderr: str


class CommandLine:
    """Runs ``tilewright WORDS``, but in no process of its own: those are slow to start, and that
    there is such a program is shown where it is installed.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *words: str, stdin: str = "") -> Done:
        self._monkeypatch.setattr(sys, "argv", ["tilewright", *words])
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        return Done(end.value.code or 0, *self._capsys.readouterr())
