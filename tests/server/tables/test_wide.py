"""Several processes on one PostgreSQL that meet at a Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest

from exchanges import Ear
from live_world import Clock, Guest, begin, joined, log_of
from redis_server import RedisServer, running_redis
from tilewright.server.audience.hub import Hub
from tilewright.server.exchange.redis_exchange import RedisExchange
from tilewright.server.storage.database import Database, open_database
from tilewright.server.tables.service import Tables, new_worker

Two = tuple[Tables, Tables]


@pytest.fixture
def databases(postgres_url: str) -> Iterator[list[Database]]:
    found = [open_database(postgres_url), open_database(postgres_url)]
    yield found
    for database in found:
        database.close()


@asynccontextmanager
async def processes(databases: list[Database], redis_url: str) -> AsyncIterator[list[Tables]]:
    """Two of them; time is kept by the test."""
    clock, found = Clock(), list[Tables]()
    for database in databases:
        worker = new_worker()
        tables = Tables(database, Hub(), worker, clock, RedisExchange(redis_url, worker))
        await tables.start(keeps_time=False)
        await tables.beat()
        found.append(tables)
    try:
        yield found
    finally:
        for tables in found:
            await tables.stop()


async def until(is_so: Callable[[], bool], *guests: Guest) -> None:
    """Wait for what comes sooner or later."""
    async with asyncio.timeout(30):
        while not is_so():
            for guest in guests:
                await guest.listen()
            await asyncio.sleep(0.01)


async def play_one(number: int, *guests: Guest) -> None:
    """The next move, by whoever's turn it is; all have seen it in the end."""
    mover = next(guest for guest in guests if guest.moves)
    answer = await mover.move(mover.moves[0], f"m{number}")
    assert answer["type"] == "ack", answer
    await until(lambda: all(len(g.events) == answer["seq"] for g in guests), *guests)


def words_heard(*processes: Tables) -> int:
    return sum(tables.exchange.words_heard for tables in processes)


def test_a_process_hears_only_of_tables_that_it_shows(
    databases: list[Database], redis_url: str
) -> None:
    """Every process heard every move at every table."""

    async def story() -> None:
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
            assert two.following.all() == []
            before, last = words_heard(two), Ear()
            await two.exchange.follow("the end", last)
            for guest in (anna, *both):
                guest.leave()
            one.exchange.publish("the end", b"")  # words come in their order
            await until(lambda: last.words == [b""])
            assert words_heard(two) == before + 1

    asyncio.run(story())


def test_a_lost_word_is_made_up_for(databases: list[Database], redis_url: str) -> None:
    """A process may die between the commit and the word."""

    async def story() -> None:
        async with processes(databases, redis_url) as (one, two):
            table = await begin(one, "anna", "ben")
            anna, ben = await joined(one, table, "anna") + await joined(two, table, "ben")
            one.following.tell = two.following.tell = lambda *_: None  # type: ignore[method-assign]
            mover = anna if anna.moves else ben
            other, process = (ben, two) if mover is anna else (anna, one)
            answer = await mover.move(mover.moves[0], "m1")
            await other.listen()
            assert len(other.events) < answer["seq"]
            await process.look()
            await other.listen()
            assert len(other.events) == answer["seq"]

    asyncio.run(story())


def test_redis_dies_in_the_middle_of_a_game(databases: list[Database]) -> None:
    """No move is lost, the table goes on, and it is known again who is here."""

    async def story(server: RedisServer) -> None:
        async with processes(databases, server.url) as (one, two):
            table = await begin(one, "anna", "ben", "carl")
            guests = await joined(one, table, "anna", "carl") + await joined(two, table, "ben")
            _, carl, ben = guests
            await until(lambda: ben.here == ["anna", "ben", "carl"], ben)
            await play_one(1, *guests)
            server.kill()
            await until(lambda: one.may_miss_words and two.may_miss_words)
            looking = [asyncio.create_task(look_for_ever(tables)) for tables in (one, two)]
            for number in range(2, 6):
                await play_one(number, *guests)
            carl.leave()
            assert ben.here == ["anna", "ben", "carl"], "what was known is believed"
            server.start()
            await until(lambda: not one.may_miss_words and not two.may_miss_words)
            for task in looking:
                task.cancel()
            await until(lambda: ben.here == ["anna", "ben"], ben)
            assert len(await log_of(databases[0], table)) == len(ben.events)

    with running_redis() as server:
        asyncio.run(story(server))


async def look_for_ever(tables: Tables) -> None:
    while True:
        await tables.look()
        await asyncio.sleep(0.01)
