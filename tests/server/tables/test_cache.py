"""The tables in memory."""

from __future__ import annotations

import pytest

from live_world import begin, joined, running_tables
from tilewright.server.storage.database import Database


async def test_cache_drops_unused_tables_and_finds_them_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.server.tables.cache.MAX_CACHED_TABLES", 3)
    async with running_tables(database) as tables:
        watched = await begin(tables, "anna", "ben")
        (guest,) = await joined(tables, watched, "anna")
        first, second = [await begin(tables, "anna", "ben") for _ in range(2)]
        await tables.directory.get(first)
        third = await begin(tables, "anna", "ben")
        assert [table.id for table in tables.cache.all()] == [watched, first, third]
        assert (await tables.directory.get(second)).match.status == "running"
        assert len(tables.cache) == 3
        assert guest.protocol.connection in tables.hub.listeners(watched)
