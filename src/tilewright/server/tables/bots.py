"""Runs the bots at the tables of a server.

A bot thinks in a thread of the process whose commit made it the bot's turn. It only sees its seat's
view, and its move is a command like any other. A lease prevents other processes from computing the
same move. A table's row says whether a bot is to move: if a process dies, another one finds the
table there.

Thinking time is shared fairly among hosts: the next table is one of the host with the least usage.
So a hundred tables of one host get as much time as a single one, and quick bots come before slow
ones.
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
"""Interval at which one process looks for tables that no process serves."""
SWEEP_LEASE = "sweep of bots"
EXPECTED_MOVE_SECONDS = 1.0
"""Usage charged to a host while the bot is thinking."""
BOT_TREE_MIB = 64.0
"""Memory limit of a bot's search tree, in MiB. A server runs many bots."""


def bot_seed(secret: bytes, number: int) -> int:
    """Return a bot's random seed at a position.

    With the same secret and position, a bot plays the same move.
    """
    return derive(secret, "bot", number.to_bytes(8))


@dataclass(frozen=True)
class BotJob:
    """A move for a bot to find. Contains only what the bot may know."""

    table: str
    number: int
    bot: str
    view: Position
    seed: int

    @classmethod
    def for_table(cls, table: LiveTable) -> BotJob | None:
        """Return the job for a table; None if it is not a bot's turn."""
        match = table.match
        if match.mover is None or match.bot_to_move is None:
            return None
        seed = bot_seed(match.secret, match.number)
        view = match.board.view(match.mover)
        return cls(table.id, match.number, match.bot_to_move, view, seed)

    def think(self, stop: threading.Event) -> Action:
        """Return the bot's move. Runs in a thread: kernels release the GIL."""
        return self._make_bot().choose(self.view, stop)

    def _make_bot(self) -> Bot:
        """Create the bot. If its version no longer exists, create the current one of that name."""
        game, budget = get_game(self.view.game.name), Budget(memory=BOT_TREE_MIB)
        try:
            return make_bot(self.bot, game, self.seed, budget)
        except TilewrightError:
            return make_bot(plain_name(self.bot), game, self.seed, budget)


def bot_executor(threads: int) -> ThreadPoolExecutor:
    """Create a pool of low-priority threads for bots."""
    return ThreadPoolExecutor(
        threads, thread_name_prefix="tilewright-bot", initializer=lower_thread_priority
    )


class BotPool:
    """Runs a bounded number of bots at the same time.

    A table is queued when a commit of this process makes it a bot's turn. Before a bot thinks, the
    pool acquires a lease on the table, which is shared by all processes. A sweep finds tables whose
    process died. A move is only accepted in the position it was computed for, so a bot never moves
    twice.
    """

    def __init__(self, tables: Tables, threads: int, lease_seconds: float = 60.0) -> None:
        self._tables, self._threads, self._lease_seconds = tables, threads, lease_seconds
        self._executor = bot_executor(max(1, threads))
        self._tasks: list[asyncio.Task[None]] = []
        self._queue: dict[str, str] = {}
        """The host of each queued table, in the order of arrival."""
        self._wakeup = asyncio.Event()
        self._busy: set[str] = set()
        """Tables being served, and tables whose bot failed, until their lease ends."""
        self._stop_events: dict[str, tuple[int, threading.Event]] = {}
        """Running searches by table: the position's number and the stop event."""
        self._shares = FairShares()
        tables.publisher.listeners.append(self._on_table_changed)

    def start(self) -> None:
        """Start the workers and the sweep, which finds tables already waiting for a bot."""
        loop = asyncio.get_running_loop()
        if self._threads:
            coroutines = [self._sweep_forever(), *(self._work() for _ in range(self._threads))]
            self._tasks = [loop.create_task(coroutine) for coroutine in coroutines]

    async def stop(self) -> None:
        """Stop all searches. Other processes, or the restarted server, make the missing moves."""
        for task in self._tasks:
            task.cancel()
        for _, stop in self._stop_events.values():
            stop.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._executor.shutdown)

    @property
    def num_thinking(self) -> int:
        return len(self._stop_events)

    # --- The queue ---

    def _on_table_changed(self, table: LiveTable) -> None:
        """Queue the table if it is a bot's turn; stop a search for an outdated position."""
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
        """Queue all tables that wait for a bot. A lease lets one process sweep at a time."""
        tables = self._tables
        if not tables.time.is_read_only and await tables.bus.acquire_lease(
            SWEEP_LEASE, SWEEP_SECONDS / 2
        ):
            for table_id, host in await tables.database.read(store.list_waiting_for_bots):
                if table_id not in self._busy:
                    self._enqueue(table_id, host)

    def _pop_next(self) -> tuple[str, str] | None:
        """Remove and return the next table and its host: one of the host with the least usage.

        None if no queued table is free.
        """
        free = {table: host for table, host in self._queue.items() if table not in self._busy}
        if not free:
            return None
        first = self._shares.order(dict.fromkeys(free.values()))[0]
        table_id = next(table for table, host in free.items() if host == first)
        del self._queue[table_id]
        return table_id, first

    # --- Thinking ---

    async def _work(self) -> None:
        """Serve queued tables until cancelled. Runs once per thread."""
        while True:
            self._wakeup.clear()  # before the queue is read, so that no table is missed
            found = self._pop_next()
            if found is None:
                await self._wakeup.wait()
            elif not self._tables.time.is_read_only:  # else the next sweep finds it
                await self._serve(*found)

    async def _serve(self, table_id: str, host: str) -> None:
        """Make the bot's move at a table, unless another process holds the lease."""
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
        self._wakeup.set()  # it may be a bot's turn again

    async def _move_and_charge(self, table_id: str, host: str) -> None:
        """Make the bot's move, and charge the time to the host."""
        tables = self._tables
        begun = time.monotonic()
        self._shares.begin(host, EXPECTED_MOVE_SECONDS)
        try:
            async with tables.sync.subscriptions.subscribed(table_id):
                await self._think_and_move(table_id)
        finally:
            self._shares.add(host, time.monotonic() - begun - EXPECTED_MOVE_SECONDS)

    async def _think_and_move(self, table_id: str) -> None:
        """Compute the bot's move in a thread, and play it unless the position has changed."""
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
