"""Bots at the tables of a server.

A table whose turn is a bot's says so in its row. Thinkers (threads here, or processes on other
machines) claim a table, think over what the bot's seat may see, and make the move as anybody would.
A claim is a lease: if a thinker dies, another takes over when it ends.

Thinking is shared out by host: next comes a table of the host who has had the least of it. So a
hundred tables of one are served like one, and quick bots before slow ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from tilewright.bots import Bot, Budget, make_bot, plain_name
from tilewright.errors import Refused, TilewrightError
from tilewright.events import Event
from tilewright.game import Action
from tilewright.match import Match, playing
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.server.shares import Shares, Spent
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Unavailable
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.service import Tables
from tilewright.server.threads import give_way
from tilewright.shuffle import derive

__all__ = ["MEMORY", "BotPool", "Job", "bot_seed", "new_thinkers"]

log = logging.getLogger("tilewright.bots")

POLL_SECONDS = 2.0
"""How often to look for tables that another process announced or left behind."""
EXPECTED_SECONDS = 1.0
"""What a move counts for its host while the bot still thinks."""
MEMORY = 64.0
"""MiB for a bot's search tree: a server runs many."""


def bot_seed(secret: bytes, number: int) -> int:
    """What a bot's own numbers come from, on the position of a number: the same secret and the same
    moves get the same answer."""
    return derive(secret, "bot", number.to_bytes(8))


@dataclass(frozen=True)
class Job:
    """One move to find: all that the bot may know."""

    table: str
    number: int
    bot: str
    view: Position
    seed: int

    @classmethod
    def of(cls, table: LiveTable) -> Job | None:
        """The move that a table waits for, if it is a bot's."""
        match = table.match
        if match.mover is None or match.bot_to_move is None:
            return None
        seed = bot_seed(match.secret, match.number)
        view = match.board.view(match.mover)
        return cls(table.id, match.number, match.bot_to_move, view, seed)

    def think(self, stop: threading.Event) -> Action:
        """Find the move. Runs in a thread; kernels let the others go on."""
        return self._make_bot().choose(self.view, stop)

    def _make_bot(self) -> Bot:
        """The bot that sat down; where that version has gone, the one there is now."""
        game, budget = get_game(self.view.game.name), Budget(memory=MEMORY)
        try:
            return make_bot(self.bot, game, self.seed, budget)
        except TilewrightError:
            return make_bot(plain_name(self.bot), game, self.seed, budget)


def new_thinkers(threads: int) -> ThreadPoolExecutor:
    """Threads in which bots think; people who move come first."""
    return ThreadPoolExecutor(threads, thread_name_prefix="tilewright-bot", initializer=give_way)


class BotPool:
    """A bounded number of bots that think at once."""

    def __init__(self, tables: Tables, threads: int, lease_ms: int = 60_000) -> None:
        self._tables, self._threads, self._lease_ms = tables, threads, lease_ms
        self._executor = new_thinkers(max(1, threads))
        self._thinkers: list[asyncio.Task[None]] = []
        self._stops: dict[str, tuple[int, threading.Event]] = {}
        self._shares = Shares()
        self.spent = Spent()
        """Seconds of thinking, by host."""
        tables.watchers.append(self._changed)

    def start(self) -> None:
        """Begin to think. Where this is the only process, claims of earlier ones are void."""
        loop, database = asyncio.get_running_loop(), self._tables.database
        if not database.is_shared:
            database.submit_write(store.release_bot_jobs)
        self._thinkers = [loop.create_task(self._work()) for _ in range(self._threads)]

    async def stop(self) -> None:
        """Let nobody think on. What was not finished is claimed again by others, or later."""
        for thinker in self._thinkers:
            thinker.cancel()
        for _, stop in self._stops.values():
            stop.set()
        await asyncio.gather(*self._thinkers, return_exceptions=True)
        await asyncio.to_thread(self._executor.shutdown)

    @property
    def num_thinking(self) -> int:
        return len(self._stops)

    async def _work(self) -> None:
        wanted = self._tables.bot_wanted
        while True:
            wanted.clear()  # before looking: whoever comes meanwhile is not overlooked
            try:
                if not await self._work_once():
                    await self._wait()
            except Unavailable as error:
                log.warning("bots wait for the database: %s", error)
                await asyncio.sleep(POLL_SECONDS)
            except Exception:
                log.exception("a bot failed")
                await asyncio.sleep(POLL_SECONDS)

    async def _wait(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(POLL_SECONDS):
                await self._tables.bot_wanted.wait()

    async def _work_once(self) -> bool:
        """Make one bot's move; False when none waits, or none may be made."""
        tables = self._tables
        claim = None if tables.is_read_only else await self._claim()
        if claim is None:
            return False
        host, table_id = claim
        tables.bot_wanted.set()  # another thinker may find another table
        begun = time.monotonic()
        self._shares.begin(host, EXPECTED_SECONDS)
        try:
            with self.spent.measure(host):
                async with tables.following.while_needed(table_id):
                    await self._move(table_id)
        except asyncio.CancelledError:
            release = partial(store.release_bot_job, table_id=table_id, worker=tables.worker)
            await tables.database.write(release)
            raise
        finally:
            self._shares.add(host, time.monotonic() - begun - EXPECTED_SECONDS)
        return True

    async def _claim(self) -> tuple[str, str] | None:
        """A host and a table of theirs that waits for a bot; None when none waits."""
        tables = self._tables
        now = tables.clock()
        waiting = await tables.database.read(partial(store.hosts_waiting, now=now))
        for host in self._shares.order(waiting):
            claim = partial(
                store.claim_bot_job,
                host=host,
                worker=tables.worker,
                now=now,
                lease_ms=self._lease_ms,
            )
            if (table_id := await tables.database.write(claim)) is not None:
                return host, table_id
        return None

    async def _move(self, table_id: str) -> None:
        """Make the move that a table waits for. Whatever goes wrong, its lease keeps it from being
        tried again at once: a table that breaks its bot must not keep the bots from the others."""
        table = await self._tables.find(table_id)
        if self._tables.database.is_shared:
            await self._tables.refresh(table)
        async with self._tables.reading(table):
            job = Job.of(table)
        if job is None:
            return
        action = await self._think(job)

        def wish(match: Match, now: int) -> list[Event]:
            return playing.bot_move(match, action, job.number, now)

        with contextlib.suppress(Refused):  # undone, reclaimed or over while the bot thought
            await self._tables.do(table_id, wish)

    async def _think(self, job: Job) -> Action:
        stop = threading.Event()
        self._stops[job.table] = job.number, stop
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._executor, job.think, stop)
        finally:
            del self._stops[job.table]

    def _changed(self, table: LiveTable) -> None:
        """A table has changed: a bot whose move it no longer waits for may stop."""
        number, stop = self._stops.get(table.id, (None, None))
        match = table.match
        if stop is not None and (match.number != number or match.bot_to_move is None):
            stop.set()
