"""Timeouts that no command notices."""

from __future__ import annotations

from live_world import Clock, begin, log_of, running_tables
from tilewright.match.clock import ClockRule
from tilewright.server.storage.database import Database


async def test_timeout_at_a_table_outside_the_cache_forfeits(database: Database) -> None:
    """After a restart no client may have asked for it yet."""
    clock = Clock()

    async def open_and_forget() -> str:
        async with running_tables(database, clock) as tables:
            rule = ClockRule(kind="move", time=86_400_000)
            return await begin(tables, "anna", "ben", clock=rule)

    async def sweep(table: str) -> list[str]:
        async with running_tables(database, clock) as tables:
            await tables.scheduler.tick()
            await tables.scheduler.sweep()
            return [event["kind"] for event in await log_of(database, table)]

    table = await open_and_forget()
    assert (await sweep(table))[-1] == "started"
    clock.now += 86_400_000
    assert (await sweep(table))[-1] == "forfeited"
