"""Bots at the tables of a server.

A bot thinks in a thread of the process that committed the events after which it is to move. It
knows what its seat may see; its move is a command like any other. A lease keeps other processes
from computing the same move. The row of a table says when a bot is to move: if a process dies,
another one finds the table there.

Thinking time is fair by host: the next table is one of the host who has used the least. So a
hundred tables of one host are served like one, and quick bots before slow ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tilewright.bots import Bot, Budget, make_bot, plain_name
from tilewright.errors import Refused, TilewrightError
from tilewright.game import Action
from tilewright.match import Match, game_commands
from tilewright.match.events import Event
from tilewright.position import Position
from tilewright.records.commit_reveal import derive
from tilewright.registry import get_game
from tilewright.server.background import lower_thread_priority
from tilewright.server.ratelimit.limits import FairShares
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Unavailable
from tilewright.server.tables.cache import LiveTable
from tilewright.server.tables.wiring import Tables

__all__ = ["BOT_TREE_MIB", "BotJob", "BotPool", "bot_executor", "bot_seed"]

log = logging.getLogger("tilewright.bots")

SWEEP_SECONDS = 2.0
"""Interval at which one process looks for tables whose process died or may not think."""
SWEEP_LEASE = "sweep of bots"
EXPECTED_MOVE_SECONDS = 1.0
"""Usage charged to a host while the bot still thinks."""
BOT_TREE_MIB = 64.0
"""Memory of a bot's search tree in MiB; a server runs many."""


def bot_seed(secret: bytes, number: int) -> int:
    """Return the seed of a bot's random numbers at a position: equal secrets and moves get equal
    answers."""
    return derive(secret, "bot", number.to_bytes(8))


@dataclass(frozen=True)
class BotJob:
    """One move to find: everything that the bot may know."""

    table: str
    number: int
    bot: str
    view: Position
    seed: int

    @classmethod
    def for_table(cls, table: LiveTable) -> BotJob | None:
        """Return the job of a table at which a bot is to move, or None."""
        match = table.match
        if match.mover is None or match.bot_to_move is None:
            return None
        seed = bot_seed(match.secret, match.number)
        view = match.board.view(match.mover)
        return cls(table.id, match.number, match.bot_to_move, view, seed)

    def think(self, stop: threading.Event) -> Action:
        """Return the bot's move. Runs in a thread; kernels release the interpreter's lock."""
        return self._make_bot().choose(self.view, stop)

    def _make_bot(self) -> Bot:
        """Return the bot that sits there; if that version is gone, the present one of its name."""
        game, budget = get_game(self.view.game.name), Budget(memory=BOT_TREE_MIB)
        try:
            return make_bot(self.bot, game, self.seed, budget)
        except TilewrightError:
            return make_bot(plain_name(self.bot), game, self.seed, budget)


def bot_executor(threads: int) -> ThreadPoolExecutor:
    """Return threads of low priority for bots."""
    return ThreadPoolExecutor(
        threads, thread_name_prefix="tilewright-bot", initializer=lower_thread_priority
    )


class BotPool:
    """A bounded number of bots that think at the same time, at the tables of this process.

    The process that commits the events after which a bot is to move queues the table here. Before
    a bot thinks, the pool acquires a lease on its table among all processes. A sweep finds tables
    whose process died. A move counts only at the position it was found for, so a bot never moves
    twice.
    """

    def __init__(self, tables: Tables, threads: int, lease_seconds: float = 60.0) -> None:
        self._tables, self._threads, self._lease_seconds = tables, threads, lease_seconds
        self._executor = bot_executor(max(1, threads))
        self._tasks: list[asyncio.Task[None]] = []
        self._queue: dict[str, str] = {}
        """The host of each waiting table, in the order of arrival."""
        self._wakeup = asyncio.Event()
        self._busy: set[str] = set()
        """Tables served by a thread now, and tables whose bot failed until their lease ends."""
        self._stop_events: dict[str, tuple[int, threading.Event]] = {}
        """Stop events of running searches by table, each with its position's number."""
        self._shares = FairShares()
        tables.publisher.listeners.append(self._on_table_changed)

    def start(self) -> None:
        """Start thinking, beginning with the tables that wait already."""
        loop = asyncio.get_running_loop()
        if self._threads:
            works = [self._sweep_forever(), *(self._work() for _ in range(self._threads))]
            self._tasks = [loop.create_task(work) for work in works]

    async def stop(self) -> None:
        """Stop all searches. Moves that were not found are left to other processes, or to a
        restart."""
        for task in self._tasks:
            task.cancel()
        for _, stop in self._stop_events.values():
            stop.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._executor.shutdown)

    @property
    def num_thinking(self) -> int:
        return len(self._stop_events)

    # --- Which table is next ---

    def _on_table_changed(self, table: LiveTable) -> None:
        """Queue a table at which a bot is to move; stop a search whose move is not needed any
        more."""
        match = table.match
        number, stop = self._stop_events.get(table.id, (None, None))
        if stop is not None and (match.number != number or match.bot_to_move is None):
            stop.set()
        if match.bot_to_move is not None and match.number != number:
            self._enqueue(table.id, match.host)

    def _enqueue(self, table_id: str, host: str) -> None:
        self._queue[table_id] = host
        self._wakeup.set()

    async def _sweep_forever(self) -> None:
        """Sweep at once, then every ``SWEEP_SECONDS``."""
        while True:
            try:
                await self._sweep()
            except TilewrightError as error:
                log.warning("tables that wait for bots could not be read: %s", error)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _sweep(self) -> None:
        """Queue all tables at which a bot is to move; a lease lets one process do so at a time."""
        tables = self._tables
        if not tables.time.is_read_only and await tables.bus.acquire_lease(
            SWEEP_LEASE, SWEEP_SECONDS / 2
        ):
            for table_id, host in await tables.database.read(store.list_waiting_for_bots):
                if table_id not in self._busy:
                    self._enqueue(table_id, host)

    def _take_next(self) -> tuple[str, str] | None:
        """Take the next table and its host from the queue: the host with the least usage."""
        free = {table: host for table, host in self._queue.items() if table not in self._busy}
        if not free:
            return None
        first = self._shares.order(dict.fromkeys(free.values()))[0]
        table_id = next(table for table, host in free.items() if host == first)
        del self._queue[table_id]
        return table_id, first

    # --- Thinking ---

    async def _work(self) -> None:
        """Serve queued tables until cancelled; one task per thread does so."""
        while True:
            self._wakeup.clear()  # first, so that no table queued meanwhile is missed
            found = self._take_next()
            if found is None:
                await self._wakeup.wait()
            elif not self._tables.time.is_read_only:  # else the next sweep finds it
                await self._serve(*found)

    async def _serve(self, table_id: str, host: str) -> None:
        """Make the bot's move at a table, unless another process holds its lease."""
        lease, bus = f"bot {table_id}", self._tables.bus
        self._busy.add(table_id)
        try:
            if await bus.acquire_lease(lease, self._lease_seconds):
                try:
                    await self._move_and_charge(table_id, host)
                finally:
                    bus.release_lease(lease)
        except Unavailable as error:
            log.warning("bots wait for the database: %s", error)
        except Exception:
            # A table whose bot fails must not block the other tables.
            log.exception("a bot failed")
            loop = asyncio.get_running_loop()
            loop.call_later(self._lease_seconds, self._busy.discard, table_id)
            return
        self._busy.discard(table_id)
        self._wakeup.set()  # a bot may be to move there again

    async def _move_and_charge(self, table_id: str, host: str) -> None:
        """Make the bot's move and charge its time to the host."""
        tables = self._tables
        begun = time.monotonic()
        self._shares.begin(host, EXPECTED_MOVE_SECONDS)
        try:
            async with tables.sync.subscriptions.subscribed(table_id):
                await self._think_and_move(table_id)
        finally:
            self._shares.add(host, time.monotonic() - begun - EXPECTED_MOVE_SECONDS)

    async def _think_and_move(self, table_id: str) -> None:
        """Find the bot's move in a thread and execute it, unless the position has changed."""
        table = await self._tables.directory.find(table_id)
        await self._tables.sync.refresh_shared(table)
        job = BotJob.for_table(table)
        if job is None:
            return
        action = await self._think(job)

        def command(match: Match, now: int) -> list[Event]:
            return game_commands.bot_move(match, action, job.number, now)

        with contextlib.suppress(Refused):  # undone, reclaimed or over meanwhile
            await self._tables.commands.execute(table_id, command)

    async def _think(self, job: BotJob) -> Action:
        stop = threading.Event()
        self._stop_events[job.table] = job.number, stop
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._executor, job.think, stop)
        finally:
            del self._stop_events[job.table]
