"""Who is here, over several processes, and how it heals when words were lost.

Somebody who left while the processes could not reach each other was shown as here by the other one
for ever: that they went was lost, and only who came was said again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from tilewright.server.admission import Caller, Places
from tilewright.server.audience.following import Coming, Following, Word
from tilewright.server.audience.hub import Connection, Hub
from tilewright.server.audience.presence import Presence
from tilewright.server.exchange.in_process import InProcess, Meeting

ROOM = Places("bytes", 10**9, 1)


class Process:
    """One of several, and a connection of Anna's to it."""

    def __init__(self, meeting: Meeting, name: str) -> None:
        self.hub, self.exchange = Hub(), InProcess(meeting, name)
        self.following = Following(self.exchange, self.hub, self.heard)
        self.presence = Presence(self.hub, self.exchange, self.following, lambda table: None)
        self.anna = Connection("anna", Caller("anna", "hers"), ROOM)
        self.num_heard = 0

    def heard(self, table: str, sender: str, word: Word | Coming) -> None:
        assert isinstance(word, Coming)
        self.num_heard += 1
        self.presence.heard(table, sender, word)

    async def come(self, table: str, person: str = "anna") -> Connection:
        connection = Connection(person, Caller(person, "theirs"), ROOM)
        async with self.following.while_needed(table):
            await self.presence.learn(table)
            self.presence.subscribe(connection, table)
        return connection

    def go(self, connection: Connection) -> None:
        for table in list(connection.tables):
            self.presence.unsubscribe(connection, table)
            self.following.let_go(table)


@asynccontextmanager
async def processes(*names: str) -> AsyncIterator[list[Process]]:
    meeting = Meeting()
    found = [Process(meeting, name) for name in names]
    async with AsyncExitStack() as stack:
        for process in found:
            await process.exchange.start()
            stack.push_async_callback(process.exchange.stop)
            process.presence.start()
            stack.callback(process.presence.stop)
        yield found


async def pause() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_everybody_is_known_where_the_table_is_shown() -> None:
    async def story() -> None:
        async with processes("one", "other", "third") as (one, other, third):
            anna = await one.come("t", "anna")
            bert = await other.come("t", "bert")
            await pause()
            assert one.presence.people("t") == other.presence.people("t") == {"anna", "bert"}
            assert third.presence.people("t") == set() and third.num_heard == 0
            assert await third.presence.find_people("t") == {"anna", "bert"}, "it can ask"
            one.go(anna)
            await pause()
            assert other.presence.people("t") == {"bert"}
            other.go(bert)
            assert await third.presence.find_people("t") == set()

    asyncio.run(story())


def test_presence_heals() -> None:
    async def story() -> None:
        async with processes("one", "other") as (one, other):
            anna = await one.come("t")
            await other.come("t", "bert")
            await pause()
            other.exchange.leave("table t")  # it hears nothing for a while
            one.go(anna)
            await pause()
            assert other.presence.is_here("t", "anna"), "nobody has told it otherwise"
            await other.presence.learn_anew()
            assert not other.presence.is_here("t", "anna")

    asyncio.run(story())


def test_whoever_was_with_a_dead_process_is_gone() -> None:
    async def story() -> None:
        async with processes("one", "other") as (one, other):
            await one.come("t")
            await other.come("t", "bert")
            await one.exchange.stop()
            assert other.presence.is_here("t", "anna")
            await other.presence.drop_dead()
            assert other.presence.people("t") == {"bert"}

    asyncio.run(story())


def test_whoever_comes_while_notes_are_read_is_not_overlooked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The notes may be older than a word that was heard before they came."""

    async def story() -> None:
        async with processes("one", "other") as (one, other):
            anna = await one.come("t")
            read = other.exchange.notes

            async def slow(topic: str) -> dict[str, set[str]] | None:
                notes = await read(topic)
                one.go(anna)
                await one.come("t", "carl")
                await pause()
                return notes

            monkeypatch.setattr(other.exchange, "notes", slow)
            await other.come("t", "bert")
            assert other.presence.people("t") == {"bert", "carl"}

    asyncio.run(story())
