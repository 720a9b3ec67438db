"""Every table has a home among the web processes of a machine: who asks for it is brought there.

The system gives a connection to any process. Where the players of a table are with different ones,
each of these plays every move on a copy of its own and tells the other. So who opens a socket says
for which table (``?at=NAME``), and a process that is not the table's home passes the connection on:
the system can hand an open file to another process. It arrives as it was, with the head of the
request that was read of it, and the client notices nothing.

Nothing depends on it. A socket may listen to any table, wherever it is; where its home does not
answer, it stays where it came to.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import socket
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit
from zlib import crc32

import uvicorn

from tilewright.server.process.impatience import MAX_HEAD, ImpatientProtocol

try:
    import fcntl
except ImportError:  # Windows, where no connection is passed on
    fcntl = None  # type: ignore[assignment]

__all__ = ["CAN_PASS", "Door", "Homes", "HomingConfig", "HomingProtocol", "hallway"]

log = logging.getLogger("tilewright.homes")

CAN_PASS: Final = hasattr(socket, "send_fds")
"""Whether the system can hand an open connection to another process."""

PREFIX: Final = "tilewright-hallway-"
NEW_SECONDS: Final = 60.0
"""For so long a folder may be one that nobody has locked yet."""

Take = Callable[[socket.socket, bytes], None]
"""Goes on with a connection, of which so much was read."""


@contextmanager
def hallway() -> Iterator[Path]:
    """A folder for the doors of all workers. Who is killed leaves theirs behind; whoever comes next
    clears it away."""
    for left in Path(tempfile.gettempdir()).glob(PREFIX + "*"):
        if _is_left(left):
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=PREFIX) as name:
        lock = _lock(name)
        try:
            yield Path(name)
        finally:
            if lock is not None:
                os.close(lock)


def _is_left(folder: Path) -> bool:
    """Whether nobody has a folder any more."""
    try:
        is_new = time.time() - folder.stat().st_mtime < NEW_SECONDS
        lock = None if is_new else _lock(str(folder))
    except OSError:  # somebody has it, or it is another user's
        return False
    if lock is not None:
        os.close(lock)
    return lock is not None


def _lock(folder: str) -> int | None:
    """Have a folder for as long as this process lives; raises OSError where another has it."""
    if fcntl is None:
        return None
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


@dataclass(frozen=True)
class Homes:
    """As many as there are processes: each has a door in a folder that nobody else may enter."""

    folder: Path
    count: int
    here: int

    def of(self, table: bytes) -> int:
        """Which process is a table's home."""
        return crc32(table) % self.count

    def door(self, number: int) -> str:
        return str(self.folder / str(number))


class Door:
    """Where connections come in from the other processes, and from where they are passed on."""

    def __init__(self, homes: Homes) -> None:
        self._homes = homes
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)

    def open(self, take: Take) -> None:
        """Take in what the others pass on, from now until the door is closed."""
        path = self._homes.door(self._homes.here)
        try:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path)  # of a process that died
            self._socket.bind(path)
        except OSError as error:
            log.warning("players of a table may be with different processes: %s: %s", path, error)
        asyncio.get_running_loop().add_reader(self._socket, self._take_all, take)

    def close(self) -> None:
        """Whoever still waits before it comes back by themselves."""
        asyncio.get_running_loop().remove_reader(self._socket)
        self._socket.close()

    def _take_all(self, take: Take) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                head, files, _, _ = socket.recv_fds(self._socket, 2 * MAX_HEAD, 1)
                for file in files:
                    take(socket.socket(fileno=file), head)

    def pass_on(self, table: bytes, file: int, head: bytes) -> bool:
        """Hand a connection to the home of a table; False where that is here or takes nobody."""
        home = self._homes.of(table)
        if home == self._homes.here:
            return False
        try:
            # ``send_fds`` forgets the address.
            rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [file]))
            self._socket.sendmsg([head], [rights], 0, self._homes.door(home))
        except OSError:  # nobody is there, or too many wait before the door
            return False
        return True


class HomingConfig(uvicorn.Config):
    """What uvicorn is told, and what its protocol needs to know besides."""

    def __init__(self, app: Any, door: Door | None, **options: Any) -> None:
        super().__init__(app, http=HomingProtocol, **options)
        self.door = door


class HomingProtocol(ImpatientProtocol):
    """The protocol of requests, which brings a socket to its table's home."""

    config: HomingConfig
    is_at_home = False
    """Whether it was brought here: then it stays."""

    def handle_websocket_upgrade(self) -> None:
        if self.is_at_home or not self._is_passed_on():
            super().handle_websocket_upgrade()
        else:
            self.transport.abort()  # of what both have open this closes our own

    def _is_passed_on(self) -> bool:
        named = parse_qs(urlsplit(self.url).query).get(b"at")
        if self.config.door is None or named is None:
            return False
        file = self.transport.get_extra_info("socket").fileno()
        return self.config.door.pass_on(named[0], file, self._head_again())

    def _head_again(self) -> bytes:
        """The request as it was read."""
        lines = [b"%s %s HTTP/1.1" % (self.scope["method"].encode(), self.url)]
        lines += [b"%s: %s" % field for field in self.headers]
        return b"\r\n".join([*lines, b"", b""])
