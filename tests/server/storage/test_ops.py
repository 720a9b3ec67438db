"""Heartbeats, outages and requests in storage; the write probe."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.storage.samples import read, write
from tilewright.match.clock import MAX_TIME_MS
from tilewright.server.storage import ops
from tilewright.server.storage.database import Database, Unavailable
from tilewright.server.storage.ops import OUTAGE_AFTER_MS, Outage, WriteProbe

# --- Outages ------------------------------------------------------------------------------------


def mark(database: Database, *times: int) -> list[Outage]:
    found: list[Outage] = []
    for now in times:
        found = write(database, lambda tx, n=now: ops.write_heartbeat(tx, n))  # type: ignore[misc]
    return found


@pytest.mark.parametrize(
    "gap, is_outage", [(1, False), (OUTAGE_AFTER_MS, False), (OUTAGE_AFTER_MS + 1, True)]
)
def test_mark_alive_after_a_gap_is_an_outage(database: Database, gap: int, is_outage: bool) -> None:
    mark(database, 1000)
    found = mark(database, 1000 + gap)
    assert found == ([Outage(1000, 1000 + gap)] if is_outage else [])
    assert OUTAGE_AFTER_MS == 5000


def test_mark_alive_for_the_first_time_has_no_outage_of_a_young_game_time(
    database: Database,
) -> None:
    assert mark(database, OUTAGE_AFTER_MS) == []
    assert read(database, ops.read_last_heartbeat) == OUTAGE_AFTER_MS


def test_mark_alive_lists_outages_in_their_order_and_keeps_that_from_the_beginning(
    database: Database,
) -> None:
    """A restored backup knows no last time: its outage begins at 0 and is never forgotten."""
    day = 24 * 3600 * 1000
    first = mark(database, 10 * day)
    assert first == [Outage(0, 10 * day)]
    assert mark(database, 11 * day, 12 * day) == [
        Outage(0, 10 * day),
        Outage(10 * day, 11 * day),
        Outage(11 * day, 12 * day),
    ]
    late = 10 * day + 2 * MAX_TIME_MS
    assert mark(database, late)[:2] == [Outage(0, 10 * day), Outage(10 * day, 11 * day)]
    assert mark(database, late + 1)[:2] == [Outage(0, 10 * day), Outage(11 * day, 12 * day)]


def test_mark_alive_by_a_clock_that_is_behind_does_not_go_back(database: Database) -> None:
    mark(database, 5000, 9000)
    assert mark(database, 4000) == []
    assert read(database, ops.read_last_heartbeat) == 9000
    assert mark(database, 14_000) == []


def test_read_last_alive_of_a_new_database_is_0(database: Database) -> None:
    assert read(database, ops.read_last_heartbeat) == 0


# --- Requests -----------------------------------------------------------------------------------


def requests(database: Database) -> set[str]:
    return set(read(database, ops.list_requests))


def test_requests_stay_until_they_are_removed(database: Database) -> None:
    mark(database, 5)
    assert requests(database) == set()
    for request in (ops.READ_ONLY, ops.CLOSE_PREFIX + "t1", ops.CLOSE_PREFIX + "t1"):
        write(database, lambda tx, r=request: ops.add_request(tx, r))  # type: ignore[misc]
    assert requests(database) == {"read-only", "close t1"}
    write(database, lambda tx: ops.remove_request(tx, "close t2"))
    write(database, lambda tx: ops.remove_request(tx, "close t1"))
    assert requests(database) == {"read-only"}


# --- The probe ----------------------------------------------------------------------------------


class Probed:
    """A database that counts writes, and refuses them on demand."""

    def __init__(self) -> None:
        self.writes = 0
        self.error: Exception | None = None

    async def write(self, work: Any) -> None:
        self.writes += 1
        if self.error is not None:
            raise self.error


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of the probe, in seconds."""
    now = [100.0]
    monkeypatch.setattr("tilewright.server.storage.ops.time.monotonic", lambda: now[0])
    return now


async def test_write_probe_reuses_a_success_for_a_second(clock: list[float]) -> None:
    database = Probed()
    probe = WriteProbe(database)  # type: ignore[arg-type]
    writes = []
    for now in (100.0, 100.0, 100.9, 101.0, 101.5, 102.0):
        clock[0] = now
        await probe.check(1)
        writes.append(database.writes)
    assert writes == [1, 1, 1, 2, 2, 3]


async def test_write_probe_does_not_reuse_a_failure(clock: list[float]) -> None:
    database = Probed()
    probe = WriteProbe(database)  # type: ignore[arg-type]
    database.error = Unavailable("full")
    for _ in range(2):
        with pytest.raises(Unavailable, match="full"):
            await probe.check(1)
    database.error = None
    await probe.check(1)
    assert database.writes == 3


async def test_write_probe_that_waits_says_for_how_long(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hangs:
        async def write(self, work: Any) -> None:
            await asyncio.Event().wait()

    monkeypatch.setattr(ops, "WRITE_SECONDS", 0.0)
    with pytest.raises(Unavailable, match="expected it within 0 seconds; found it waiting"):
        await WriteProbe(Hangs()).check(1)  # type: ignore[arg-type]


def test_write_heartbeat_keeps_the_last_time(database: Database) -> None:
    for now in (5, 7):
        write(database, lambda tx, n=now: ops.write_probe_time(tx, n))  # type: ignore[misc]
    sql = "SELECT value FROM meta WHERE key = 'heartbeat'"
    assert read(database, lambda tx: tx.rows(sql)) == [("7",)]
