"""Several processes on one PostgreSQL that meet at a Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest

from buses import Recorder
from live_world import Clock, Guest, begin, joined, log_of, running_tables
from redis_server import running_redis
from tilewright.match import game_commands
from tilewright.match.events import Person
from tilewright.server.audience import presence
from tilewright.server.pubsub import new_worker_id
from tilewright.server.pubsub.redis_bus import RedisBus
from tilewright.server.storage.database import Database, open_database
from tilewright.server.tables.name_changes import anonymize_everywhere
from tilewright.server.tables.wiring import Tables, make_tables
from waiting import wait_until_async

Two = tuple[Tables, Tables]


@pytest.fixture(autouse=True)
def _presence_is_refreshed_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "REFRESH_SECONDS", 0.05)
    monkeypatch.setattr(presence, "AFTER_GAP_SECONDS", 0.5)


@pytest.fixture
def databases(postgres_url: str) -> Iterator[list[Database]]:
    found = [open_database(postgres_url), open_database(postgres_url)]
    yield found
    for database in found:
        database.close()


@asynccontextmanager
async def processes(databases: list[Database], redis_url: str) -> AsyncIterator[list[Tables]]:
    """Start two processes whose time is kept by the test."""
    clock, found = Clock(), list[Tables]()
    for database in databases:
        tables = make_tables(database, clock, RedisBus(redis_url, new_worker_id()))
        await tables.start()
        await tables.time.write_heartbeat()
        found.append(tables)
    try:
        yield found
    finally:
        for tables in found:
            await tables.stop()


async def until(is_so: Callable[[], bool], *guests: Guest) -> None:
    """Wait for a state, while these clients read what they are sent."""

    async def holds() -> bool:
        for guest in guests:
            await guest.listen()
        return is_so()

    await wait_until_async("news of another process", holds)


async def play_one(number: int, *guests: Guest) -> None:
    """Make the next move through one process and wait until all clients have seen it."""
    mover = next(guest for guest in guests if guest.moves)
    answer = await mover.move(mover.moves[0], f"m{number}")
    assert answer["type"] == "ack", answer
    await until(lambda: all(len(g.events) == answer["seq"] for g in guests), *guests)


def words_heard(*processes: Tables) -> int:
    return sum(tables.bus.num_received for tables in processes)


async def test_sync_receives_messages_of_subscribed_tables_only(
    databases: list[Database], redis_url: str
) -> None:
    """Every process heard every move at every table."""
    async with processes(databases, redis_url) as (one, two):
        busy, shared = [await begin(one, "anna", "ben", options={"rolls": "no"}) for _ in "ab"]
        both = await joined(one, busy, "anna", "ben")
        anna, ben = await joined(one, shared, "anna") + await joined(two, shared, "ben")
        await until(lambda: anna.here == ben.here == ["anna", "ben"], anna, ben)
        before = words_heard(one, two)
        for number in range(4):
            await play_one(number, *both)
        await play_one(9, anna, ben)
        assert words_heard(one, two) == before + 1
        ben.leave()
        await until(lambda: anna.here == ["anna"], anna)
        assert two.sync.subscriptions.list_tables() == []
        before, last = words_heard(two), Recorder()
        await two.bus.subscribe("the end", last)
        for guest in (anna, *both):
            guest.leave()
        one.bus.publish("the end", b"")  # words come in their order
        await until(lambda: last.messages == [b""])
        assert words_heard(two) == before + 1


async def test_sync_recovers_a_lost_message(databases: list[Database], redis_url: str) -> None:
    """A process may die between the commit and the word."""
    async with processes(databases, redis_url) as (one, two):
        table = await begin(one, "anna", "ben")
        anna, ben = await joined(one, table, "anna") + await joined(two, table, "ben")
        one.bus.publish = two.bus.publish = lambda *_: None  # type: ignore[method-assign]
        mover = anna if anna.moves else ben
        other, process = (ben, two) if mover is anna else (anna, one)
        answer = await mover.move(mover.moves[0], "m1")
        await other.listen()
        assert len(other.events) < answer["seq"]
        await process.sync.poll_missed_events()
        await other.listen()
        assert len(other.events) == answer["seq"]


async def test_sync_continues_a_game_after_redis_died(databases: list[Database]) -> None:
    """No move is lost, the table goes on, and it is known again who is here."""
    with running_redis() as server:
        async with processes(databases, server.url) as (one, two):
            table = await begin(one, "anna", "ben", "carl")
            guests = await joined(one, table, "anna", "carl") + await joined(two, table, "ben")
            _, carl, ben = guests
            await until(lambda: ben.here == ["anna", "ben", "carl"], ben)
            await play_one(1, *guests)
            server.kill()
            await until(lambda: one.sync.is_bus_degraded and two.sync.is_bus_degraded)
            looking = [asyncio.create_task(look_for_ever(tables)) for tables in (one, two)]
            for number in range(2, 6):
                await play_one(number, *guests)
            carl.leave()
            assert ben.here == ["anna", "ben", "carl"], "what was known is believed"
            server.start()
            await until(lambda: not one.sync.is_bus_degraded and not two.sync.is_bus_degraded)
            for task in looking:
                task.cancel()
            await until(lambda: ben.here == ["anna", "ben"], ben)
            assert len(await log_of(databases[0], table)) == len(ben.events)


async def look_for_ever(tables: Tables) -> None:
    while True:
        await tables.sync.poll_missed_events()
        await asyncio.sleep(0.01)


async def test_sync_applies_a_rename_before_publishing_it(database: Database) -> None:
    """The process that deleted a person showed the name once more, until the bus told it of the
    rewritten log."""
    async with running_tables(database) as tables:
        deaf = make_tables(database, Clock())  # it has not begun to listen
        table = await begin(tables, "anna", "ben")
        here = await deaf.directory.get(table)
        await deaf.commands.execute(
            table, lambda match, now: game_commands.resign(match, "anna", now)
        )
        assert [chair.occupant and chair.occupant.name for chair in here.match.seats] == [
            "Anna",
            "Ben",
        ]
        await anonymize_everywhere(deaf, Person("anna", "Anna"))
        names = [chair.occupant and chair.occupant.name for chair in here.match.seats]
        assert names == ["deleted", "Ben"]
