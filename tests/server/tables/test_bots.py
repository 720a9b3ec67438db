"""Bots at the tables: they move, they stop when told, and a dead one's work is taken over."""

from __future__ import annotations

import asyncio
import threading

import pytest

from live_world import Clock, Guest, begin, joined, running_tables
from tilewright.game import Action
from tilewright.match import playing
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Database
from tilewright.server.tables.bots import BotPool, Job
from tilewright.server.tables.service import Tables

LEASE = 60_000


class SlowBot:
    """Thinks until it is stopped or let go."""

    def __init__(self) -> None:
        self.thinking, self.stopped = threading.Event(), threading.Event()

    def think(self, stop: threading.Event) -> Action:
        self.thinking.set()
        if stop.wait(30):
            self.stopped.set()
        return 0

    async def has_begun(self) -> None:
        assert await asyncio.to_thread(self.thinking.wait, 30)

    async def has_stopped(self) -> None:
        assert await asyncio.to_thread(self.stopped.wait, 30)


@pytest.fixture
def slow_bot(monkeypatch: pytest.MonkeyPatch) -> SlowBot:
    bot = SlowBot()
    monkeypatch.setattr(Job, "think", lambda _job, stop: bot.think(stop))
    return bot


async def bots_turn(tables: Tables) -> Guest:
    """Anna at a table where the bot has to move, she having moved before."""
    table = await begin(tables, "anna", "random")
    (anna,) = await joined(tables, table, "anna")
    while not anna.moves:  # the bot begins
        await tables.do(table, lambda match, now: playing.bot_move(match, 0, match.number, now))
        await anna.listen()
    await anna.move(anna.moves[0], "m")
    assert not anna.moves and anna.info["status"] == "running"
    return anna


def test_several_bots_play_a_game_to_its_end(database: Database) -> None:
    async def play() -> None:
        async with running_tables(database) as tables:
            table = await begin(tables, "anna", "random", "random")
            (anna,) = await joined(tables, table, "anna")
            bots = BotPool(tables, 2)
            bots.start()
            while anna.info["status"] == "running":
                if anna.moves:
                    await anna.move(anna.moves[0], f"m{anna.info['number']}")
                else:
                    await anna.hear()
            await bots.stop()
            made = [event for event in anna.events if event["kind"] == "moved"]
            assert tables.bot_moves == sum(not event["author"] for event in made)
            assert tables.moves == len(made)

    asyncio.run(play())


@pytest.mark.parametrize("wish", ["undo", "resign"])
def test_a_bot_stops_when_its_move_is_not_wanted(
    database: Database, slow_bot: SlowBot, wish: str
) -> None:
    async def play() -> None:
        async with running_tables(database) as tables:
            anna = await bots_turn(tables)
            bots = BotPool(tables, 1)
            bots.start()
            await slow_bot.has_begun()
            before = tables.bot_moves
            answer = await (anna.ask("ask", what="undo") if wish == "undo" else anna.ask("resign"))
            assert answer["type"] == "ack"
            await slow_bot.has_stopped()
            await bots.stop()
            assert tables.bot_moves == before

    asyncio.run(play())


def test_talk_does_not_stop_a_bot(database: Database, slow_bot: SlowBot) -> None:
    async def play() -> None:
        async with running_tables(database) as tables:
            anna = await bots_turn(tables)
            bots = BotPool(tables, 1)
            bots.start()
            await slow_bot.has_begun()
            assert (await anna.ask("say", text="take your time"))["type"] == "ack"
            assert not slow_bot.stopped.is_set()
            await bots.stop()
            assert slow_bot.stopped.is_set()

    asyncio.run(play())


def test_a_stopped_pool_gives_its_tables_back(database: Database, slow_bot: SlowBot) -> None:
    async def play() -> None:
        clock = Clock()
        async with running_tables(database, clock) as tables:
            await bots_turn(tables)
            bots = BotPool(tables, 1)
            bots.start()
            await slow_bot.has_begun()
            assert await claim(tables) is None
            await bots.stop()
            assert await claim(tables) is not None

    asyncio.run(play())


async def claim(tables: Tables) -> str | None:
    """Claim a bot's move for a process that will not make it."""
    now = tables.clock()
    return await tables.database.write(lambda tx: store.claim_bot_job(tx, "dead", now, LEASE))


def test_a_dead_process_s_move_is_made_after_its_lease(postgres_database: Database) -> None:
    async def play() -> None:
        clock = Clock()
        async with running_tables(postgres_database, clock) as tables:
            anna = await bots_turn(tables)
            assert await claim(tables) == anna.table
            bots = BotPool(tables, 1)
            clock.now += LEASE - 1
            assert not await bots._work_once()
            clock.now += 1
            assert await bots._work_once()
            await anna.listen()
            assert anna.moves or anna.info["status"] == "over"

    asyncio.run(play())


def test_the_only_process_makes_a_dead_one_s_move_at_once(sqlite_database: Database) -> None:
    async def play() -> None:
        async with running_tables(sqlite_database) as tables:
            anna = await bots_turn(tables)
            assert await claim(tables) == anna.table
            bots = BotPool(tables, 1)
            bots.start()
            while not anna.moves and anna.info["status"] == "running":
                await anna.hear()
            await bots.stop()

    asyncio.run(play())


def test_a_table_that_breaks_its_bot_does_not_stop_the_others(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A broken table waits for its lease to end; it is not tried again at once, before others."""

    async def play() -> None:
        clock = Clock()
        async with running_tables(database, clock) as tables:
            first = await bots_turn(tables)
            clock.now += 1  # it has waited longest
            second = await bots_turn(tables)
            real = Job.think

            def think(job: Job, stop: threading.Event) -> Action:
                if job.table == first.table:
                    raise ZeroDivisionError
                return real(job, stop)

            monkeypatch.setattr(Job, "think", think)
            monkeypatch.setattr("tilewright.server.tables.bots.POLL_SECONDS", 0.01)
            bots = BotPool(tables, 1)
            bots.start()
            while not second.moves and second.info["status"] == "running":
                await second.hear()
            await bots.stop()
            assert "a bot failed" in caplog.text

    asyncio.run(play())
