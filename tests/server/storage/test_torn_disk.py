"""A disk that lost its last writes: a prefix is restored, with every commit that lies wholly
before the cut."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.storage.samples import INDEX, event, facts, write
from tilewright.server.storage import tables
from tilewright.server.storage.database import Transaction, open_database

pytestmark = pytest.mark.slow

NUM_COMMITS = 150
HEADER, FRAME = 32, 24 + 4096  # bytes of the log's header and of one page in it


@dataclass(frozen=True)
class Disk:
    """A database with all its commits in the log, and the end of each commit."""

    path: Path
    log: bytes
    ends: list[int]

    def commits_before(self, cut: int) -> int:
        return sum(end <= cut for end in self.ends)


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Disk:
    folder = tmp_path_factory.mktemp("disk")
    path, log = folder / "live.sqlite3", folder / "live.sqlite3-wal"
    open_database(path).close()  # the schema is in the file itself
    database = open_database(path)
    write(database, lambda tx: tables.create(tx, facts("t"), [event(1)], INDEX))
    ends = [log.stat().st_size]
    for seq in range(1, NUM_COMMITS):
        write(database, lambda tx, seq=seq: move(tx, seq))  # type: ignore[misc]
        ends.append(log.stat().st_size)
    kept = folder / "kept.sqlite3"
    shutil.copy(path, kept)
    found = Disk(kept, log.read_bytes(), ends)
    database.close()
    return found


def move(tx: Transaction, seq: int) -> None:
    tables.append(tx, "t", seq, [event(seq + 1, f"m{seq}")], INDEX)


def random_cuts(disk: Disk, count: int) -> Iterator[int]:
    rng = random.Random(count)
    return (rng.randrange(len(disk.log) + 1) for _ in range(count))


def frame_ends(disk: Disk) -> Iterator[int]:
    """Yield the end of every frame, and bytes around it."""
    for end in range(HEADER, len(disk.log) + 1, FRAME):
        yield from (end - 1, end, min(end + 1, len(disk.log)), max(0, end - FRAME // 2))


Tail = Callable[[int, random.Random], bytes]
"""Contents of the disk after a cut at a byte."""


def nothing(size: int, rng: random.Random) -> bytes:
    return b""


def zeros(size: int, rng: random.Random) -> bytes:
    return bytes(size)


def garbage(size: int, rng: random.Random) -> bytes:
    return rng.randbytes(size)


def num_events(connection: sqlite3.Connection) -> int:
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    numbers = [row[0] for row in connection.execute("SELECT seq FROM events ORDER BY seq")]
    assert numbers == list(range(1, len(numbers) + 1))
    row = connection.execute("SELECT max(seq) FROM tables").fetchone()
    assert (row[0] or 0) == len(numbers)
    return len(numbers)


@pytest.mark.parametrize("tail, count", [(nothing, 200), (zeros, 50), (garbage, 50)])
def test_torn_log_keeps_every_commit_before_the_cut(
    disk: Disk, tail: Tail, count: int, tmp_path: Path, is_long: bool
) -> None:
    assert len(disk.log) > NUM_COMMITS * FRAME, "all commits are still in the log"
    rng = random.Random(5)
    path = tmp_path / "torn.sqlite3"
    for cut in frame_ends(disk) if is_long else random_cuts(disk, count):
        log = disk.log[:cut] + tail(len(disk.log) - cut, rng)
        torn(disk, path, log)
        with closing(sqlite3.connect(path)) as connection:
            assert num_events(connection) == disk.commits_before(same(log, disk.log, cut)), cut


def same(log: bytes, whole: bytes, cut: int) -> int:
    """Return the part of the log that is unchanged after a cut."""
    while cut < len(log) and log[cut] == whole[cut]:
        cut += 1
    return cut


def torn(disk: Disk, path: Path, log: bytes) -> None:
    for suffix in ("-shm", "-wal"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    shutil.copy(disk.path, path)
    Path(f"{path}-wal").write_bytes(log)


def test_torn_log_lets_a_game_continue(disk: Disk, tmp_path: Path) -> None:
    path = tmp_path / "torn.sqlite3"
    cut = disk.ends[NUM_COMMITS // 2] + FRAME // 2
    torn(disk, path, disk.log[:cut])
    database = open_database(path)
    seq = disk.commits_before(cut)
    write(database, lambda tx: move(tx, seq))
    database.close()
    with closing(sqlite3.connect(path)) as connection:
        assert num_events(connection) == seq + 1
