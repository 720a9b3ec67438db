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

__all__ = ["BOT_TREE_MIB", "BotJob", "BotPool", "bot_seed", "make_bot_executor"]

log = logging.getLogger("tilewright.bots")

SWEEP_SECONDS = 2.0
"""Interval at which one process looks for tables that no process serves."""
SWEEP_LEASE = "sweep of bots"
EXPECTED_MOVE_SECONDS = 1.0
"""Usage charged to a host while the bot is thinking."""
BOT_TREE_MIB = 64.0
"""Memory limit of a bot's search tree, in MiB. A server runs many bots."""


def bot_seed(secret: bytes, number: int) -> int:
    """Return the random seed for a bot's move at position `number`.

    It depends only on the match's secret and the number.
    """
    return derive(secret, "bot", number.to_bytes(8))


@dataclass(frozen=True)
class BotJob:
    """A move for a bot to compute. It contains only what the bot may know."""

    table: str
    number: int
    bot: str
    view: Position
    seed: int

    @classmethod
    def for_table(cls, table: LiveTable) -> BotJob | None:
        """Return the job for a table's next bot move, or None if no bot is to move."""
        match = table.match
        if match.mover is None or match.bot_to_move is None:
            return None
        seed = bot_seed(match.secret, match.number)
        view = match.board.view(match.mover)
        return cls(table.id, match.number, match.bot_to_move, view, seed)

    def think(self, stop: threading.Event) -> Action:
        """Choose the bot's move. This blocks, so it runs in a thread."""
        return self._make_bot().choose(self.view, stop)

    def _make_bot(self) -> Bot:
        """Create the bot. If its version no longer exists, create the current one."""
        game, budget = get_game(self.view.game.name), Budget(memory=BOT_TREE_MIB)
        try:
            return make_bot(self.bot, game, self.seed, budget)
        except TilewrightError:
            return make_bot(plain_name(self.bot), game, self.seed, budget)


def make_bot_executor(threads: int) -> ThreadPoolExecutor:
    """Create a thread pool whose threads run at low priority."""
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
        self._executor = make_bot_executor(max(1, threads))
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
        """Start the workers and the periodic sweep."""
        loop = asyncio.get_running_loop()
        if self._threads:
            coroutines = [
                self._sweep_forever(),
                *(self._run_worker() for _ in range(self._threads)),
            ]
            self._tasks = [loop.create_task(coroutine) for coroutine in coroutines]

    async def stop(self) -> None:
        """Stop all searches and wait for their threads.

        Other processes, or the restarted server, make the missing moves.
        """
        for task in self._tasks:
            task.cancel()
        for _, stop in self._stop_events.values():
            stop.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._executor.shutdown)

    @property
    def num_thinking(self) -> int:
        """Number of bots that are thinking."""
        return len(self._stop_events)

    # --- The queue ---

    def _on_table_changed(self, table: LiveTable) -> None:
        """Queue the table if it is a bot's turn. Stop a search for an outdated position."""
        match = table.match
        number, stop = self._stop_events.get(table.id, (None, None))
        if stop is not None and (match.number != number or match.bot_to_move is None):
            stop.set()
        if match.bot_to_move is not None and match.number != number:
            self._enqueue(table.id, match.host)

    def _enqueue(self, table_id: str, host_id: str) -> None:
        """Queue a table and wake a worker."""
        self._queue[table_id] = host_id
        self._wakeup.set()

    async def _sweep_forever(self) -> None:
        """Sweep immediately, then every ``SWEEP_SECONDS``."""
        while True:
            try:
                await self._sweep()
            except TilewrightError as error:
                log.warning("tables that wait for bots could not be read: %s", error)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _sweep(self) -> None:
        """Queue all tables at which it is a bot's turn. Does nothing if another process sweeps."""
        tables = self._tables
        if not tables.time.is_read_only and await tables.bus.acquire_lease(
            SWEEP_LEASE, SWEEP_SECONDS / 2
        ):
            for table_id, host in await tables.database.read(store.list_waiting_for_bots):
                if table_id not in self._busy:
                    self._enqueue(table_id, host)

    def _pop_next_table(self) -> store.WaitingTable | None:
        """Remove and return the next queued table, or None if no table can be served.

        It belongs to the host with the least usage. Tables that are being served stay queued.
        """
        free = {table: host for table, host in self._queue.items() if table not in self._busy}
        if not free:
            return None
        first = self._shares.sort_by_usage(dict.fromkeys(free.values()))[0]
        table_id = next(table for table, host in free.items() if host == first)
        del self._queue[table_id]
        return store.WaitingTable(table_id, first)

    # --- Thinking ---

    async def _run_worker(self) -> None:
        """Serve queued tables until cancelled. One worker runs per thread."""
        while True:
            self._wakeup.clear()  # before the queue is read, so that no table is missed
            found = self._pop_next_table()
            if found is None:
                await self._wakeup.wait()
            elif not self._tables.time.is_read_only:  # else the next sweep finds it
                await self._serve_table(*found)

    async def _serve_table(self, table_id: str, host_id: str) -> None:
        """Play the bot's move at a table, unless another process holds the lease."""
        lease, bus = f"bot {table_id}", self._tables.bus
        self._busy.add(table_id)
        try:
            if await bus.acquire_lease(lease, self._lease_seconds):
                try:
                    await self._play_and_charge_host(table_id, host_id)
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

    async def _play_and_charge_host(self, table_id: str, host_id: str) -> None:
        """Play the bot's move and add the elapsed time to the host's usage."""
        tables = self._tables
        begun = time.monotonic()
        self._shares.charge_expected(host_id, EXPECTED_MOVE_SECONDS)
        try:
            async with tables.sync.subscriptions.subscribed(table_id):
                await self._play_bot_move(table_id)
        finally:
            self._shares.add(host_id, time.monotonic() - begun - EXPECTED_MOVE_SECONDS)

    async def _play_bot_move(self, table_id: str) -> None:
        """Compute the bot's move in a thread and play it unless the position has changed."""
        table = await self._tables.directory.get(table_id)
        await self._tables.sync.refresh_if_shared(table)
        job = BotJob.for_table(table)
        if job is None:
            return
        action = await self._run_job(job)

        def play_move(match: Match, now: int) -> list[Event]:
            return game_commands.bot_move(match, action, job.number, now)

        with contextlib.suppress(Refused):  # undone, reclaimed or over meanwhile
            await self._tables.commands.execute(table_id, play_move)

    async def _run_job(self, job: BotJob) -> Action:
        """Choose a job's move in the thread pool. The search can be stopped meanwhile."""
        stop = threading.Event()
        self._stop_events[job.table] = job.number, stop
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._executor, job.think, stop)
        finally:
            del self._stop_events[job.table]
