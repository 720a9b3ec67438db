"""Presence over several processes, and its recovery from lost entries."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from buses import MakeBus
from tilewright.server.audience import presence
from tilewright.server.audience.outbox import Connection
from tilewright.server.audience.presence import Presence
from tilewright.server.audience.subscriptions import EventsMessage, Hub, Subscriptions
from tilewright.server.pubsub import Bus, LocalBus, LocalHub
from tilewright.server.ratelimit.quotas import Caller, ConcurrencyLimit
from waiting import wait_until_async

ROOM = ConcurrencyLimit("bytes", 10**9, 1)


class Process:
    """One process of several, with its connections."""

    def __init__(self, bus: Bus) -> None:
        self.hub, self.bus = Hub(), bus
        self.presence = Presence(self.hub, bus)
        self.subscriptions = Subscriptions(bus, self.hub, self.receive, self.presence.forget)

    def receive(self, table: str, message: EventsMessage) -> None:
        raise AssertionError("presence is told by no message")

    async def come(self, table: str, person: str = "anna") -> Connection:
        connection = Connection(person, Caller(person, f"home of {person}"), ROOM)
        async with self.subscriptions.subscribed(table):
            await self.presence.load(table)
            self.presence.subscribe(connection, table)
        return connection

    def go(self, connection: Connection) -> None:
        for table in list(connection.tables):
            self.presence.unsubscribe(connection, table)
            self.subscriptions.unsubscribe_if_unused(table)


@asynccontextmanager
async def processes(make: MakeBus, *names: str) -> AsyncIterator[list[Process]]:
    """Start processes whose entries are read only when the test refreshes them."""
    found = [Process(make(name)) for name in names]
    async with AsyncExitStack() as stack:
        for process in found:
            await process.bus.start()
            stack.push_async_callback(process.bus.stop)
            process.bus.gap_listeners.append(process.presence._on_gap)
            stack.callback(process.presence.stop)
        yield found


async def sees(process: Process, *people: str) -> None:
    """Wait until a process knows exactly these people at the table."""

    async def are_known() -> bool:
        await process.presence.refresh()
        return process.presence.list_people("t") == {*people}

    await wait_until_async(f"{people} at the table", are_known)


async def finds_an_empty_table(process: Process) -> None:
    """Wait until the bus tells a process without the table that it is empty."""

    async def is_empty() -> bool:
        return await process.presence.find_people("t") == set()

    await wait_until_async("an empty table", is_empty)


async def test_presence_is_shared_with_processes_that_display_the_table(make: MakeBus) -> None:
    async with processes(make, "one", "other", "third") as (one, other, third):
        anna = await one.come("t", "anna")
        bert = await other.come("t", "bert")
        await sees(one, "anna", "bert")
        await sees(other, "anna", "bert")
        assert third.presence.list_people("t") == set()
        assert await third.presence.find_people("t") == {"anna", "bert"}, (
            "a process without the table asks the bus"
        )
        homes = {Caller(name, f"home of {name}") for name in ("anna", "bert")}
        assert await third.presence.find_callers("t") == homes
        assert await one.presence.find_callers("t") == homes
        one.go(anna)
        await sees(other, "bert")
        other.go(bert)
        await finds_an_empty_table(third)


async def test_presence_on_two_processes_lasts_until_both_are_left(make: MakeBus) -> None:
    async with processes(make, "one", "other", "third") as (one, other, third):
        first, second = await one.come("t"), await other.come("t")
        await third.come("t", "bert")
        await sees(third, "anna", "bert")
        one.go(first)
        await sees(one)
        await sees(third, "anna", "bert")
        other.go(second)
        await sees(third, "bert")


async def test_presence_entry_of_a_dead_process_expires(
    make: MakeBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "ENTRY_SECONDS", 0.5)
    async with processes(make, "one", "other") as (one, other):
        await one.come("t")
        await other.come("t", "bert")
        await sees(other, "bert")  # one does not refresh


async def test_refresh_writes_entries_before_they_expire(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 2 * presence.REFRESH_SECONDS < presence.ENTRY_SECONDS
    hub = LocalHub()
    async with processes(lambda name: LocalBus(hub, name), "one", "other") as (one, other):
        await one.come("t")
        await other.come("t", "bert")
        hub.entries.clear()
        await one.presence.refresh()
        await sees(other, "anna", "bert")


async def test_refresh_after_a_gap_keeps_the_known_people() -> None:
    """All processes write their entries again first."""
    hub = LocalHub()
    async with processes(lambda name: LocalBus(hub, name), "one", "other") as (one, other):
        anna = await one.come("t")
        await other.come("t", "bert")
        await sees(other, "anna", "bert")
        hub.entries.clear()
        for tell in other.bus.gap_listeners:
            tell()
        await other.presence.refresh()
        assert other.presence.list_people("t") == {"anna", "bert"}
        one.go(anna)
        other.presence._next_read_at = 0.0
        await sees(other, "bert")


async def test_refresh_without_bus_keeps_the_known_people(
    make: MakeBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(make, "one", "other") as (one, other):
        await one.come("t")
        await other.come("t", "bert")
        await sees(other, "anna", "bert")

        async def away(topics: object) -> None:
            return None

        monkeypatch.setattr(other.bus, "read_entries", away)
        await other.presence.refresh()
        assert other.presence.list_people("t") == {"anna", "bert"}
        assert await other.presence.find_people("elsewhere") is None
