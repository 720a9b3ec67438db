"""The games file: JSON lines, the settings first, then one line for each finished game.

A line once written stays, so an arena that was interrupted, or killed, goes on where it stopped.
Only the last line can be damaged; it is dropped, and its game is played again.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from tilewright.arena.play import GameResult
from tilewright.arena.schedule import Schedule
from tilewright.errors import TextError, TilewrightError
from tilewright.text import parse_json
from tilewright.version import __version__

try:
    import fcntl
except ImportError:  # Windows: nobody else is asked to keep out
    fcntl = None  # type: ignore[assignment]

__all__ = ["GamesFile"]

FORMAT = "arena games 1"
MAX_LINE = 10_000_000
SYNC_SECONDS = 1.0


class GamesFile:
    """An open games file; ``games`` holds what was in it, by number."""

    def __init__(self, path: str | os.PathLike[str], schedule: Schedule) -> None:
        self.path = Path(path)
        self._schedule = schedule
        self._file = self._open()
        self._synced = time.monotonic()
        self.games: dict[int, GameResult] = {}
        try:
            self._lock()
            self._read()
        except BaseException:
            self._file.close()
            raise

    def append(self, game: GameResult) -> None:
        """Add a game; it has left the process on return and is on the disk within a second."""
        self._write(game.as_json())
        if time.monotonic() - self._synced >= SYNC_SECONDS:
            self._sync()

    def close(self) -> None:
        if not self._file.closed:
            self._sync()
            self._file.close()

    # --- Writing ---

    def _open(self) -> BinaryIO:
        try:
            self.path.touch()
            return self.path.open("r+b")
        except OSError as error:
            raise TilewrightError(f"cannot open {self.path}: {error.strerror}") from error

    def _lock(self) -> None:
        """Two arenas in one file would play the same games twice."""
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise TilewrightError(f"{self.path} is in use by another arena") from error

    def _write(self, data: dict[str, Any]) -> None:
        try:
            self._file.write(_line(data))
            self._file.flush()
        except OSError as error:
            raise TilewrightError(f"cannot write {self.path}: {error.strerror}") from error

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    # --- Reading ---

    def _header(self) -> dict[str, Any]:
        settings = self._schedule.settings.as_json()
        del settings["games"]  # a longer run goes on with the games of a shorter one
        return {"tilewright": FORMAT, "version": __version__, "settings": settings}

    def _read(self) -> None:
        first = self._file.readline(MAX_LINE)
        expected = _line(self._header())
        if not first.endswith(b"\n") and expected.startswith(first):
            good = 0  # new, or killed while the first line was being written
        else:
            self._check_header(first)
            good = len(first)
            for game, end in self._lines(good):
                self.games[game.index] = game
                good = end
        self._file.seek(good)
        self._file.truncate()
        if good == 0:
            self._write(self._header())

    def _lines(self, start: int) -> Iterator[tuple[GameResult, int]]:
        """Every game with the place where its line ends; a damaged last line is left out."""
        number, end = 1, start
        while line := self._file.readline(MAX_LINE):
            number += 1
            try:
                if not line.endswith(b"\n"):
                    raise TextError("expected a whole line")
                game = GameResult.from_json(parse_json(line))
            except TextError as error:
                if self._file.read(1):
                    raise TextError(f"{self.path}: {error}", number) from error
                return
            self._check_game(game, number)
            end += len(line)
            yield game, end

    def _check_header(self, line: bytes) -> None:
        try:
            found = parse_json(line)
        except TextError as error:
            raise TextError(
                f"{self.path}: expected a games file of an arena; {error}", 1
            ) from error
        expected = self._header()
        for key in ("tilewright", "version"):
            self._check_same(key, expected[key], found.get(key))
        settings = found.get("settings")
        for key, value in expected["settings"].items():
            self._check_same(key, value, settings.get(key) if isinstance(settings, dict) else None)

    def _check_same(self, key: str, expected: object, found: object) -> None:
        if found != expected:
            raise TilewrightError(
                f"{self.path} belongs to another arena: {key}: "
                f"expected {json.dumps(expected)[:80]}; found {json.dumps(found)[:80]}. "
                "Name another file, or use the same settings"
            )

    def _check_game(self, game: GameResult, number: int) -> None:
        fixture = self._schedule.fixture(game.index) if game.index >= 0 else None
        if fixture is None or (fixture.seed, fixture.entries) != (game.seed, game.entries):
            raise TextError(f"{self.path}: game {game.index} is not of this schedule", number)


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"
