"""Checkpoints: files with the results of a long job, so that an interrupted job can be resumed.

A checkpoint consists of JSON lines: a header with everything that the results depend on, then one
line per result. Lines are only appended, so a crash can damage only the last one. It is dropped
when the file is reopened.

>>> import json, tempfile
>>> path = Path(tempfile.mkdtemp()) / "squares.jsonl"
>>> with Checkpoint(path, {"job": "squares"}, json.loads, kind="job") as squares:
...     squares.append({"of": 3, "is": 9})
>>> with Checkpoint(path, {"job": "squares"}, json.loads, kind="job") as squares:
...     print(squares.items)
[{'of': 3, 'is': 9}]
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar

import msgspec

from tilewright.errors import TextError, TilewrightError
from tilewright.text import parse_json

try:
    import fcntl
except ImportError:  # Windows has no advisory locks
    fcntl = None  # type: ignore[assignment]

MAX_LINE_BYTES = 10_000_000
SYNC_SECONDS = 1.0

Item = TypeVar("Item")


class Checkpoint(Generic[Item]):
    """An open checkpoint, locked against other processes.

    Args:
        path: The file. It is created if it does not exist.
        header: Everything that the results depend on, as JSON data.
        decode: Decodes a line; raises `TextError`, `ValueError` or a `msgspec` error.
        kind: Kind of job, for error messages.
        title: Kind of file, for error messages. A different header or a damaged line is an error.
            Without a title, the file is temporary: mismatching content is overwritten.

    Raises:
        TilewrightError: The file cannot be opened, is in use, or belongs to another job.
        TextError: A line before the last is damaged.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        header: Mapping[str, Any],
        decode: Callable[[bytes], Item],
        *,
        kind: str,
        title: str | None = None,
    ) -> None:
        self.path = Path(path)
        self.items: list[Item] = []
        """The results that were in the file when it was opened."""
        self._header, self._decode, self._kind, self._title = header, decode, kind, title
        self._file = self._open()
        self._synced_at = time.monotonic()
        try:
            if not lock_file(self._file.fileno()):
                raise TilewrightError(f"{self.path} is in use by another {kind}")
            self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Checkpoint[Item]:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def append(self, item: Item) -> None:
        """Append a result to the file.

        The file is synced to disk at most once per second.
        """
        self._write(item)
        if time.monotonic() - self._synced_at >= SYNC_SECONDS:
            self._sync()

    def close(self) -> None:
        """Sync and close the file. Calling it again has no effect."""
        if not self._file.closed:
            self._sync()
            self._file.close()

    def remove(self) -> None:
        """Close the checkpoint of a finished job and delete the file."""
        self.close()
        self.path.unlink(missing_ok=True)

    # --- Writing ---

    def _open(self) -> BinaryIO:
        """Open and lock the file, creating it if it does not exist."""
        try:
            self.path.touch()
            return self.path.open("r+b")
        except OSError as error:
            raise TilewrightError(f"cannot open {self.path}: {error.strerror}") from error

    def _write(self, item: Any) -> None:
        """Append a value as a JSON line."""
        try:
            self._file.write(msgspec.json.encode(item) + b"\n")
            self._file.flush()
        except OSError as error:
            raise TilewrightError(f"cannot write {self.path}: {error.strerror}") from error

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced_at = time.monotonic()

    # --- Reading ---

    def _read(self) -> None:
        """Read the results and drop an incomplete last line."""
        first = self._file.readline(MAX_LINE_BYTES)
        good = len(first) if self._has_header(first) else 0
        number = 1
        while good and (line := self._file.readline(MAX_LINE_BYTES)):
            number += 1
            try:
                if not line.endswith(b"\n"):
                    raise TextError("expected a whole line")
                self.items.append(self._decode(line))
            except (ValueError, TextError, msgspec.MsgspecError) as error:
                if self._title and self._file.read(1):
                    raise TextError(f"{self.path}: {error}", number) from error
                break
            good += len(line)
        self._file.seek(good)
        self._file.truncate()
        if good == 0:
            self._write(self._header)

    def _has_header(self, line: bytes) -> bool:
        """Return True if a line is this job's header.

        Returns False if the file must be rewritten. Raises if it belongs to another job.
        """
        if not line.endswith(b"\n") and msgspec.json.encode(self._header).startswith(line):
            return False  # new, or killed while the first line was being written
        try:
            found = parse_json(line)
        except TextError as error:
            if self._title is None:
                return False
            raise TextError(f"{self.path}: expected a {self._title}; {error}", 1) from error
        if self._title is None:
            return found == json.loads(msgspec.json.encode(self._header))
        self._check_settings(self._header, found)
        return True

    def _check_settings(self, expected: Mapping[str, Any], found: Mapping[str, Any]) -> None:
        """Raise TilewrightError if the headers differ. The error names the first difference."""
        for key, value in expected.items():
            other = found.get(key)
            if isinstance(value, Mapping) and isinstance(other, Mapping) and key == "settings":
                self._check_settings(value, other)
            elif value != other:
                raise TilewrightError(
                    f"{self.path} belongs to another {self._kind}: {key}: "
                    f"expected {json.dumps(value)[:80]}; found {json.dumps(other)[:80]}. "
                    "Name another file, or use the same settings"
                )


def lock_file(descriptor: int) -> bool:
    """Lock an open file until it is closed.

    Returns:
        False if another process holds the lock. Always True on Windows, which has no such locks.
    """
    if fcntl is not None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True
