"""Commands when a write goes wrong, when the caller goes away, and when clocks differ."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar, cast

import pytest

from live_world import Clock, begin, joined, log_of, running_tables
from tilewright.match import game_commands
from tilewright.server.storage.database import Database, Transaction, Unavailable
from tilewright.server.tables.wiring import Tables

T = TypeVar("T")


class Shaky:
    """A database whose next write fails, before it is done or after, or whose caller does not
    wait for the result."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.fails: str | None = None
        self.left = asyncio.Event()
        """Set when a write is done for which the caller does not wait any more."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    async def write(self, work: Callable[[Transaction], T]) -> T:
        how, self.fails = self.fails, None
        if how == "caller gone":
            await self._database.write(work)
            self.left.set()
            await asyncio.Event().wait()
        if how != "before":
            done = await self._database.write(work)
        if how is not None:
            raise Unavailable("expected an answer; found the line cut")
        return done


@pytest.mark.parametrize("how", ["before", "after"])
async def test_commit_with_unknown_outcome_is_made_once(database: Database, how: str) -> None:
    """A move that is sent twice is made once and published once."""
    shaky = Shaky(database)
    async with running_tables(cast(Database, shaky)) as tables:
        table = await begin(tables, "anna", "ben")
        guests = await joined(tables, table, "anna", "ben", None)
        mover = next(guest for guest in guests if guest.moves)
        text, number = mover.moves[0], mover.info["number"]
        shaky.fails, match = how, (await tables.directory.get(table)).match
        assert (await mover.move(text, "m", number))["code"] == "unavailable"
        assert (await tables.directory.get(table)).match is match, "an uncommitted move was shown"
        assert match.number == number
        assert (await mover.move(text, "m", number))["type"] == "ack"
        log = await log_of(database, table)
        assert [event["kind"] for event in log].count("moved") == 1
        for guest in guests:
            await guest.listen()
            assert guest.events == log


async def test_commit_with_unknown_outcome_is_looked_up(database: Database) -> None:
    """The next tick reloads the table and publishes what was committed."""
    shaky = Shaky(database)
    async with running_tables(cast(Database, shaky)) as tables:
        table = await begin(tables, "anna", "ben")
        anna, ben = await joined(tables, table, "anna", "ben")
        mover, other = (anna, ben) if anna.moves else (ben, anna)
        shaky.fails = "after"
        await mover.move(mover.moves[0], "m")
        await tables.scheduler.tick()
        await other.listen()
        assert other.events == await log_of(database, table)
        assert other.events[-1]["kind"] == "moved"


async def test_commit_of_a_cancelled_caller_is_published(database: Database) -> None:
    """Until then all clients see the position before the move."""
    shaky = Shaky(database)
    async with running_tables(cast(Database, shaky)) as tables:
        table = await begin(tables, "anna", "ben")
        anna, ben = await joined(tables, table, "anna", "ben")
        mover, other = (anna, ben) if anna.moves else (ben, anna)
        shaky.fails = "caller gone"
        move = asyncio.create_task(mover.move(mover.moves[0], "m"))
        await shaky.left.wait()
        assert not (await tables.directory.get(table)).match.board.moves
        move.cancel()
        await asyncio.wait([move])
        await tables.scheduler.tick()
        await other.listen()
        assert other.events == await log_of(database, table)
        assert other.events[-1]["kind"] == "moved"


async def test_event_times_never_decrease(database: Database) -> None:
    clock = Clock()
    async with running_tables(database, clock) as tables:
        table = await begin(tables, "anna", "ben")
        guests = await joined(tables, table, "anna", "ben")
        mover = next(guest for guest in guests if guest.moves)
        clock.now -= 5000  # another machine's clock
        await mover.move(mover.moves[0], "m")
        times = [event["at"] for event in await log_of(database, table)]
        assert times == sorted(times)


async def test_commands_in_progress_finish_when_tables_stop(database: Database) -> None:
    async def play(tables: Tables) -> str:
        table = await begin(tables, "anna", "ben")
        found = await tables.directory.get(table)
        mover = ("anna", "ben")[found.match.board.mover]
        move = found.match.board.legal_moves[0]
        wish = asyncio.ensure_future(
            tables.commands.execute(
                table,
                lambda match, now: game_commands.move(match, mover, move, match.number, "m", now),
            )
        )
        await asyncio.sleep(0)
        wish.cancel()  # the caller has gone
        return table

    async with running_tables(database) as tables:
        table = await play(tables)
    assert (await log_of(database, table))[-1]["kind"] == "moved"
