"""Acknowledged moves survive `kill -9`: none lost, none twice, no gaps."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import pytest

from server.storage.samples import INDEX, event, facts, read, write
from tilewright.server.storage import tables
from tilewright.server.storage.database import Conflict, Database, Transaction, open_database
from tilewright.server.storage.tables import TableIndex

pytestmark = pytest.mark.slow

NUM_TABLES = 50
Sizes = tuple[int, int]  # kills, moves before each of them


@pytest.fixture
def sizes(is_long: bool) -> Sizes:
    return (100, 5000) if is_long else (3, 300)


# --- The one who plays, and is killed -----------------------------------------------------------


async def play_for_ever(url: str) -> None:
    database = open_database(url)
    await asyncio.gather(*(play(database, f"t{n}") for n in range(NUM_TABLES)))


async def play(database: Database, table: str) -> None:
    row = await database.read(lambda tx: tables.find(tx, table))
    seq = row.seq if row else 0
    while True:
        await database.write(lambda tx, seq=seq: add(tx, table, seq))  # type: ignore[misc]
        seq += 1
        print(table, seq, flush=True)  # the acknowledgement


def add(tx: Transaction, table: str, seq: int) -> None:
    index = TableIndex("running", seq, "ada", 10**12 + seq, False, INDEX.summary)
    if seq:
        tables.append(tx, table, seq, [event(seq + 1, f"m{seq + 1}")], index)
    else:
        tables.create(tx, facts(table), [event(1)], index)


@contextmanager
def player(url: str) -> Iterator[IO[str]]:
    """Yield a process that plays and prints what it has acknowledged; kill it at the end."""
    command = [sys.executable, __file__, url]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            yield process.stdout
        finally:
            process.kill()


# --- What is there afterwards -------------------------------------------------------------------


def check(database: Database, acknowledged: dict[str, int]) -> None:
    stored = read(database, lambda tx: tx.rows("SELECT table_id, seq, move_id FROM events"))
    moves = Counter((table, move) for table, _, move in stored if move is not None)
    assert max(moves.values()) == 1, "a move was doubled"
    for n in range(NUM_TABLES):
        table = f"t{n}"
        numbers = sorted(seq for name, seq, _ in stored if name == table)
        assert numbers == list(range(1, len(numbers) + 1)), f"{table} has gaps"
        assert len(numbers) >= acknowledged.get(table, 0), f"{table} has lost moves"
        row = read(database, lambda tx, table=table: tables.find(tx, table))  # type: ignore[misc]
        assert (row.seq if row else 0) == len(numbers)


def test_killed_server_keeps_acknowledged_moves(database_url: str, sizes: Sizes) -> None:
    kills, moves = sizes
    acknowledged: dict[str, int] = {}
    for _ in range(kills):
        with player(database_url) as lines:
            for _ in range(moves):
                table, seq = lines.readline().split()
                acknowledged[table] = int(seq)
        # Lines that were cut off, or not read any more, only make the promise smaller.
        database = open_database(database_url)
        check(database, acknowledged)
        database.close()
    assert sum(acknowledged.values()) >= kills * moves


def test_check_notices_a_lost_move(database: Database) -> None:
    def work(tx: Transaction) -> None:
        for n in range(NUM_TABLES):
            for seq in range(3):
                add(tx, f"t{n}", seq)

    write(database, work)
    check(database, {"t7": 3})
    with pytest.raises(AssertionError, match="t7 has lost moves"):
        check(database, {"t7": 4})
    with pytest.raises(Conflict):
        write(database, lambda tx: add(tx, "t7", 2))
    write(database, lambda tx: tx.execute("DELETE FROM events WHERE table_id = 't7' AND seq = 2"))
    with pytest.raises(AssertionError, match="t7 has gaps"):
        check(database, {})


# --- A writer that dies -------------------------------------------------------------------------

DYING = """
import logging, sys, time
from tilewright.server.storage.database import group_commit, open_database
logging.basicConfig()
database = open_database(sys.argv[1])

def fail(job):
    raise RuntimeError("a fault in the writer itself")

group_commit.WriteJob.finish = fail
database.submit_write(lambda tx: None)
time.sleep(60)
print("still there")
"""


def test_dead_writer_ends_the_process(database_url: str) -> None:
    """Without its writer a server would answer requests and lose every move."""
    command = [sys.executable, "-c", DYING, database_url]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=50)
    assert (done.returncode, done.stdout) == (70, "")
    assert "a writer of the database died: the process ends" in done.stderr
    assert "a fault in the writer itself" in done.stderr


if __name__ == "__main__":
    asyncio.run(play_for_ever(sys.argv[1]))
