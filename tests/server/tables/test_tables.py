"""The tables of one process: what is kept in memory, and what happens when a write goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from live_world import Clock, begin, joined, log_of, running_tables
from tilewright.clock import ClockRule
from tilewright.errors import NotFound
from tilewright.events import Person, Terms
from tilewright.match import playing
from tilewright.server.audience.hub import Hub
from tilewright.server.storage.database import Database, Transaction, Unavailable
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.renaming import forget_name
from tilewright.server.tables.service import Tables

T = TypeVar("T")


class Shaky:
    """A database whose next write fails, before it is done or after."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.fails: str | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    async def write(self, work: Callable[[Transaction], T]) -> T:
        how, self.fails = self.fails, None
        if how != "before":
            done = await self._database.write(work)
        if how is not None:
            raise Unavailable("expected an answer; found the line cut")
        return done


@pytest.mark.parametrize("how", ["before", "after"])
def test_a_write_of_unknown_fate(database: Database, how: str) -> None:
    """Whoever sends the same move again makes it once, and everybody hears of it once."""

    async def play() -> None:
        shaky = Shaky(database)
        async with running_tables(shaky) as tables:
            table = await begin(tables, "anna", "ben")
            guests = await joined(tables, table, "anna", "ben", None)
            mover = next(guest for guest in guests if guest.moves)
            text, number = mover.moves[0], mover.info["number"]
            shaky.fails = how
            assert (await mover.move(text, "m", number))["code"] == "unavailable"
            assert (await mover.move(text, "m", number))["type"] == "ack"
            log = await log_of(database, table)
            assert [event["kind"] for event in log].count("moved") == 1
            for guest in guests:
                await guest.listen()
                assert guest.events == log

    asyncio.run(play())


def test_a_write_of_unknown_fate_is_looked_up(database: Database) -> None:
    """Nobody needs to ask: with the next tick everybody knows what became of it."""

    async def play() -> None:
        shaky = Shaky(database)
        async with running_tables(shaky) as tables:
            table = await begin(tables, "anna", "ben")
            anna, ben = await joined(tables, table, "anna", "ben")
            mover, other = (anna, ben) if anna.moves else (ben, anna)
            shaky.fails = "after"
            await mover.move(mover.moves[0], "m")
            await tables.tick()
            await other.listen()
            assert other.events == await log_of(database, table)
            assert other.events[-1]["kind"] == "moved"

    asyncio.run(play())


# --- Who may see a table ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "person, invite, may_enter",
    [
        ("host", None, True),
        ("expected", None, True),
        ("stranger", None, False),
        (None, None, False),
        (None, "wrong", False),
        (None, "nön-ascii", False),
    ],
)
def test_who_may_see_a_table_that_is_not_listed(
    database: Database, person: str | None, invite: str | None, may_enter: bool
) -> None:
    async def look() -> LiveTable:
        async with running_tables(database) as tables:
            terms = Terms(game="toy", players=2)
            table = await tables.open(terms, "host", listed=False, reserved=[None, "expected"])
            await tables.enter(table.id, "stranger", table.invite)
            return await tables.enter(table.id, person, invite)

    if may_enter:
        asyncio.run(look())
    else:
        with pytest.raises(NotFound):
            asyncio.run(look())


# --- Memory -------------------------------------------------------------------------------------


def test_tables_nobody_needs_are_forgotten_and_found_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.server.tables.memory.KEPT", 3)

    async def play() -> None:
        async with running_tables(database) as tables:
            watched = await begin(tables, "anna", "ben")
            (guest,) = await joined(tables, watched, "anna")
            first, second = [await begin(tables, "anna", "ben") for _ in range(2)]
            await tables.find(first)
            third = await begin(tables, "anna", "ben")
            assert [table.id for table in tables._memory.all()] == [watched, first, third]
            assert (await tables.find(second)).match.status == "running"
            assert tables.num_in_memory == 3
            assert guest.conversation.connection in tables.hub.listeners(watched)

    asyncio.run(play())


# --- Time ---------------------------------------------------------------------------------------


def test_a_flag_falls_at_a_table_that_is_not_in_memory(database: Database) -> None:
    """After a restart nobody may have asked for it yet."""
    clock = Clock()

    async def open_and_forget() -> str:
        async with running_tables(database, clock) as tables:
            rule = ClockRule(kind="move", time=86_400_000)
            return await begin(tables, "anna", "ben", clock=rule)

    async def sweep(table: str) -> list[str]:
        async with running_tables(database, clock) as tables:
            await tables.tick()
            await tables.sweep()
            return [event["kind"] for event in await log_of(database, table)]

    table = asyncio.run(open_and_forget())
    assert asyncio.run(sweep(table))[-1] == "started"
    clock.now += 86_400_000
    assert asyncio.run(sweep(table))[-1] == "forfeited"


def test_time_never_goes_back_in_a_log(database: Database) -> None:
    async def play() -> None:
        clock = Clock()
        async with running_tables(database, clock) as tables:
            table = await begin(tables, "anna", "ben")
            guests = await joined(tables, table, "anna", "ben")
            mover = next(guest for guest in guests if guest.moves)
            clock.now -= 5000  # another machine's clock
            await mover.move(mover.moves[0], "m")
            times = [event["at"] for event in await log_of(database, table)]
            assert times == sorted(times)

    asyncio.run(play())


def test_what_is_under_way_is_finished_when_tables_stop(database: Database) -> None:
    async def play(tables: Tables) -> str:
        table = await begin(tables, "anna", "ben")
        found = await tables.find(table)
        mover = ("anna", "ben")[found.match.board.mover]
        move = found.match.board.legal_moves[0]
        wish = asyncio.ensure_future(
            tables.do(
                table, lambda match, now: playing.move(match, mover, move, match.number, "m", now)
            )
        )
        await asyncio.sleep(0)
        wish.cancel()  # whoever asked has gone
        return table

    async def run() -> None:
        async with running_tables(database) as tables:
            table = await play(tables)
        assert (await log_of(database, table))[-1]["kind"] == "moved"

    asyncio.run(run())


def test_a_name_is_forgotten_before_anybody_hears_of_it(database: Database) -> None:
    """Whoever deleted somebody was shown the name once more, until the database's word that a log
    reads otherwise had come round."""

    async def play() -> None:
        async with running_tables(database) as tables:
            deaf = Tables(database, Hub(), "deaf", Clock())  # it has not begun to listen
            table = await begin(tables, "anna", "ben")
            here = await deaf.find(table)
            await deaf.do(table, lambda match, now: playing.resign(match, "anna", now))
            assert [chair.who and chair.who.name for chair in here.match.chairs] == ["Anna", "Ben"]
            await forget_name(deaf, Person("anna", "Anna"))
            async with deaf.reading(here) as match:
                names = [chair.who and chair.who.name for chair in match.chairs]
            assert names == ["deleted", "Ben"]

    asyncio.run(play())
