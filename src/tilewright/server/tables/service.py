"""The tables of a server: a wish comes in, its events are written down, everybody is told.

A match in memory is only a copy of its log. Whatever happens to a table goes through ``do``, one
wish at a time: the wish is checked, its events are committed, then published. Another process may
have been faster; then the log has grown, the copy catches up and the wish is checked again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from tilewright.days import now_ms
from tilewright.errors import Code, Refused, TilewrightError
from tilewright.events import (
    ChanceRule,
    Closed,
    Event,
    Forfeited,
    HandedOver,
    Moved,
    Reclaimed,
    Sat,
    Started,
    TakenOver,
    Terms,
    Undone,
    Unsealed,
    parse_event,
)
from tilewright.match import Match, apply, fold, open_table, timing
from tilewright.server.admission import MAX_OPEN_TABLES
from tilewright.server.audience.following import Coming, Following, Word
from tilewright.server.audience.hub import Connection, Hub, Update
from tilewright.server.audience.presence import Presence
from tilewright.server.exchange import Exchange
from tilewright.server.exchange.in_process import InProcess
from tilewright.server.monitoring.durations import Durations
from tilewright.server.storage import outages, tables
from tilewright.server.storage.database import Conflict, Database, Transaction
from tilewright.server.storage.outages import Outage
from tilewright.server.storage.tables import TableFacts
from tilewright.server.tables.forgetting import FORGOTTEN
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.memory import TableMemory, no_table
from tilewright.server.tables.rows import event_rows, index_of
from tilewright.server.tables.settling import settle
from tilewright.server.tables.timekeeper import keep_time
from tilewright.shuffle import draw_secret
from tilewright.wire.tables import Numbered

__all__ = ["Done", "LiveTable", "Tables", "Wish", "new_worker"]

log = logging.getLogger("tilewright.tables")

T = TypeVar("T")
Wish = Callable[[Match, int], list[Event]]
"""What somebody wants of a match at a moment; the events it leads to."""

BOTS = "bots"
"""The topic of those who let bots think."""
TRIES = 5
"""How often a wish is checked anew because another process was faster."""
TICK_LEASE_SECONDS = 10.0
"""After how long another process does what time brings to a table, where the first one died."""
SWEPT = 1000
"""Tables looked at in one sweep."""

VIEW_CHANGERS = (
    *(Started, Moved, Undone, Forfeited, Reclaimed, TakenOver, HandedOver, Unsealed, Closed),
)


def new_id() -> str:
    """The name of a table: 72 random bits, fit for an address."""
    return secrets.token_urlsafe(9)


def new_worker() -> str:
    """The name of a process among all that use a database."""
    return secrets.token_hex(6)


@dataclass(frozen=True)
class Done:
    """A wish that came true."""

    table: LiveTable
    events: list[Event]
    seq: int
    """How many events the table had afterwards."""


class Tables:
    """All tables of one process. Belongs to one event loop."""

    def __init__(
        self,
        database: Database,
        hub: Hub,
        worker: str,
        clock: Callable[[], int] = now_ms,
        exchange: Exchange | None = None,
    ) -> None:
        self.database, self.hub, self.worker, self.clock = database, hub, worker, clock
        self.exchange = exchange or InProcess()
        self.following = Following(self.exchange, hub, self._heard)
        self.presence = Presence(hub, self.exchange, self.following, self._presence_changed)
        self.bot_wanted = asyncio.Event()
        """Set when a bot may have something to do."""
        self.watchers: list[Callable[[LiveTable], None]] = []
        """Told of every table that has changed."""
        self._memory = TableMemory(
            database,
            is_needed=lambda table: bool(hub.listeners(table.id)),
            loaded=self._find_presence,
        )
        self._tasks: set[asyncio.Task[Any]] = set()
        self._num_wishes = 0
        self._timekeeper: asyncio.Task[None] | None = None
        self._outages: list[Outage] = []
        self.is_read_only = False
        """Whether nothing may change at the tables, and no time runs; see ``oversight``."""
        self.moves = 0
        """How many moves were made through this process, by persons and bots."""
        self.bot_moves = 0
        self.move_seconds = Durations()
        """How long moves on sockets took until they were on disk."""

    @property
    def num_in_memory(self) -> int:
        return len(self._memory.all())

    @property
    def is_busy(self) -> bool:
        """Whether a wish is being fulfilled just now."""
        return self._num_wishes > 0

    # --- Life ---

    async def start(self, *, keeps_time: bool = True) -> None:
        """Listen to the other processes and keep time, unless others do."""
        loop = asyncio.get_running_loop()
        self.database.listen(FORGOTTEN, lambda text: _hand_over(loop, self.rewritten, text))
        self.exchange.gaps.append(self._missed)
        await self.exchange.start()
        await self.exchange.follow(BOTS, lambda *_: self.bot_wanted.set())
        self.presence.start()
        if keeps_time:
            self._timekeeper = loop.create_task(keep_time(self))

    async def stop(self) -> None:
        """Finish what is under way."""
        if self._timekeeper is not None:
            self._timekeeper.cancel()
        self.presence.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.exchange.stop()

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Work that goes on even if whoever asked for it has gone."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- Opening and finding ---

    async def open(
        self,
        terms: Terms,
        host: str,
        *,
        listed: bool,
        reserved: Iterable[str | None] = (),
        wishes: Iterable[Wish] = (),
        secret: bytes | None = None,
        chance: ChanceRule = "keys",
        invite: str | None = None,
        is_quick: bool = False,
        note: Callable[[Transaction, str], None] | None = None,
    ) -> LiveTable:
        """Set up a new table at which some wishes have come true already, all or none.

        It has an invitation of its own, unless told that of another. ``note`` is written down
        together with it, of the table's name."""
        self.check_writing()
        now, secret = self.clock(), secret or draw_secret()
        events = open_table(terms, host, secret, now, list(reserved), chance, is_quick=is_quick)
        match = fold(secret, events)
        for wish in wishes:
            more = wish(match, now)
            apply(match, *more)
            events += more
        table = LiveTable(new_id(), listed, invite or secrets.token_urlsafe(12), now, match)
        facts = TableFacts(
            table.id, terms.game, terms.players, secret, table.invite, now, listed, host
        )
        rows, index = event_rows(0, events), index_of(match, events)

        def work(tx: Transaction) -> None:
            if match.status == "open" and tables.count_open(tx, host) >= MAX_OPEN_TABLES:
                most = f"expected at most {MAX_OPEN_TABLES} tables that wait for players"
                raise Refused(Code.TOO_MANY_TABLES, most)
            tables.create(tx, facts, rows, index)
            if note is not None:
                note(tx, table.id)

        await self.database.write(work)
        self._set_presence(table)
        return self._memory.keep(table)

    async def find(self, table_id: str) -> LiveTable:
        """A table by its name; what it missed while the server was away is not counted. Raises
        NotFound."""
        table = await self._memory.find(table_id)
        if timing.hold(table.match, self._outages, 0):
            await asyncio.shield(self._spawn(self._do(table_id, self._hold)))
        return table

    def _hold(self, match: Match, now: int) -> list[Event]:
        return timing.hold(match, self._outages, now)

    async def enter(self, table_id: str, person: str | None, invite: str | None) -> LiveTable:
        """A table that somebody may see; for others there is no such table."""
        table = await self.find(table_id)
        if not table.may_enter(person, invite):
            raise no_table(table_id)
        return table

    @contextlib.asynccontextmanager
    async def reading(self, table: LiveTable) -> AsyncIterator[Match]:
        """A match between two wishes: nothing of it is still being written."""
        async with table.lock:
            await self._make_sure(table)
            yield table.match

    async def events(self, table_id: str, since: int, limit: int | None = None) -> list[Numbered]:
        """The log of a table from a number on, so many of its events at most."""
        rows = await self.database.read(lambda tx: tables.events_since(tx, table_id, since, limit))
        return [Numbered(row.seq, parse_event(row.data)) for row in rows]

    # --- Wishes ---

    def check_writing(self) -> None:
        """Refuse to change anything while the server is looked after."""
        if self.is_read_only:
            raise Refused(Code.READ_ONLY, "the server is being looked after: try again later")

    async def do(self, table_id: str, wish: Wish) -> Done:
        """Let a wish come true, or raise why not. Once this returns it is on disk; whoever asked
        may be gone by then."""
        return await asyncio.shield(self._spawn(self.do_here(table_id, wish)))

    async def do_here(self, table_id: str, wish: Wish) -> Done:
        """The same for whoever stays until it is done: it takes no task of its own, and half as
        many rounds of the event loop. Cut off, it leaves a table in doubt until the next tick."""
        self.check_writing()
        table = await self.find(table_id)
        if timing.is_late(table.match, self.clock()):
            # Perhaps it was the server that was late.
            await self.beat()
            await self.find(table_id)
        return await self._do(table_id, wish)

    async def _do(self, table_id: str, wish: Wish) -> Done:
        table = await self._memory.find(table_id)
        self._num_wishes += 1
        try:
            async with table.lock:
                return await self._fulfil(table, wish)
        finally:
            self._num_wishes -= 1

    async def _fulfil(self, table: LiveTable, wish: Wish) -> Done:
        for _ in range(TRIES):
            await self._make_sure(table)
            match, before = table.match, table.match.seq
            # Clocks of two machines differ; within a log time never goes back.
            now = max(self.clock(), match.changed)
            events = wish(match, now)
            if not events:
                return Done(table, [], before)
            try:
                await self._commit(table, events)
            except Conflict:
                continue
            self._publish(table, _number(before, events), now)
            return Done(table, events, match.seq)
        raise Refused(Code.CONFLICT, "the table is changing too fast; try again")

    async def _commit(self, table: LiveTable, events: list[Event]) -> None:
        """Apply events and write them down; a copy that may differ from the log is doubtful."""
        match, before, was_over = table.match, table.match.seq, table.match.is_over
        table.is_doubtful = True
        apply(match, *events)
        rows, index = event_rows(before, events), index_of(match, events)
        has_ended = match.outcome is not None and not was_over

        def work(tx: Transaction) -> None:
            tables.append(tx, table.id, before, rows, index)
            if has_ended:
                settle(tx, table.id, match)

        await self.database.write(work)
        table.is_doubtful = False
        self._tell_others(table, Word(before, events))
        self._count(events)

    def _count(self, events: list[Event]) -> None:
        made = [event for event in events if isinstance(event, Moved)]
        self.moves += len(made)
        self.bot_moves += sum(event.author is None for event in made)

    def _tell_others(self, table: LiveTable, word: Word) -> None:
        self.following.tell(table.id, word)
        if table.match.bot_to_move is not None:
            self.exchange.publish(BOTS, b"")

    def _publish(self, table: LiveTable, events: list[Numbered], now: int) -> None:
        table.published = events[-1].seq
        if any(isinstance(numbered.event, Sat | HandedOver) for numbered in events):
            self._set_presence(table)
        for tell in self.watchers:
            tell(table)
        if table.match.bot_to_move is not None:
            self.bot_wanted.set()
        if self.hub.listeners(table.id):
            shows_view = any(isinstance(numbered.event, VIEW_CHANGERS) for numbered in events)
            update = Update(table.id, table.match, events, now, shows_view=shows_view, is_next=True)
            self.hub.publish(update)

    # --- Other processes ---

    async def _make_sure(self, table: LiveTable) -> None:
        """Make a doubtful copy anew from its log; tell those who listen what is new."""
        if not table.is_doubtful:
            return
        _, events = await self._memory.read(table.id)
        table.match = fold(table.match.secret, events)
        table.is_doubtful = False
        self._set_presence(table)
        if new := _number(0, events)[table.published :]:
            self._publish(table, new, self.clock())

    @contextlib.asynccontextmanager
    async def showing(self, table: LiveTable) -> AsyncIterator[None]:
        """Follow a table that somebody is about to listen to, and bring it up to date."""
        async with self.following.while_needed(table.id):
            await self.presence.learn(table.id)
            if self.database.is_shared:
                await self.refresh(table)
            yield

    def leave(self, connection: Connection, table_id: str) -> None:
        """Somebody listens no more with that connection."""
        self.presence.unsubscribe(connection, table_id)
        self.following.let_go(table_id)

    def _heard(self, table_id: str, sender: str, word: Word | Coming) -> None:
        if isinstance(word, Coming):
            self.presence.heard(table_id, sender, word)
        elif table_id in self._memory:
            self._spawn(self._refresh(table_id, word))

    def _missed(self) -> None:
        """Words were lost: whatever is followed may have changed."""
        self.bot_wanted.set()
        for table_id in self.following.all():
            self._spawn(self._refresh(table_id))

    def rewritten(self, table_id: str) -> None:
        """The log of a table reads otherwise: the copy is made anew when somebody asks for it. Who
        rewrites it says so, too: the word that others hear may come round later."""
        if (table := self._memory.get(table_id)) is not None:
            table.is_doubtful = True

    async def _refresh(self, table_id: str, word: Word | None = None) -> None:
        try:
            await self.refresh(await self.find(table_id), word)
        except TilewrightError as error:
            log.warning("table not refreshed: %s", error)

    async def refresh(self, table: LiveTable, word: Word | None = None) -> None:
        """Bring a table up to date with what other processes did to it, and tell who listens. A
        word may say what that was; if it is not the next one, the log does."""
        async with table.lock:
            await self._make_sure(table)
            before = table.match.seq
            if word is not None and before >= word.before + len(word.events):
                return
            if word is not None and before == word.before:
                events = _number(before, word.events)
            else:
                events = await self.events(table.id, before)
            if events:
                apply(table.match, *(numbered.event for numbered in events))
                self._publish(table, events, self.clock())

    # --- Time and presence ---

    async def beat(self) -> None:
        """Say that the server is there, and learn when it was not. Nobody says so while it is
        looked after: that time counts for nobody, as if it had been away."""
        if self.is_read_only:
            return
        now = self.clock()
        self._outages = await self.database.write(lambda tx: outages.beat(tx, now))

    @property
    def may_miss_words(self) -> bool:
        """Whether others cannot tell what they do just now."""
        return self.database.is_shared and not self.exchange.is_up

    async def look(self) -> None:
        """Catch up with what others have done and nobody has told of: a process may die between
        the commit and the word, and words are lost while the exchange is away."""
        followed = self.following.all() if self.database.is_shared else []
        for start in range(0, len(followed), SWEPT):
            find = partial(tables.seqs, table_ids=followed[start : start + SWEPT])
            for table_id, seq in await self.database.read(find):
                table = self._memory.get(table_id)
                if table is not None and table.match.seq < seq and not table.lock.locked():
                    await self._refresh(table_id)

    async def tick(self) -> None:
        """Let time do its work at the tables in memory; those in doubt are made sure of."""
        now = self.clock()
        if not self.is_read_only:
            await self._tick(table.id for table in self._memory.all() if table.is_late(now))

    async def sweep(self) -> None:
        """Let time do its work at all tables."""
        now = self.clock()
        if not self.is_read_only:
            await self._tick(await self.database.read(lambda tx: tables.due(tx, now, SWEPT)))

    async def _tick(self, table_ids: Iterable[str]) -> None:
        due = list(table_ids)
        works = [self._tick_one(table_id) for table_id in due]
        results = await asyncio.gather(*works, return_exceptions=True)
        for table_id, result in zip(due, results, strict=True):
            if isinstance(result, TilewrightError):
                log.warning("tick failed at table %s: %s", table_id, result)
            elif isinstance(result, BaseException):
                log.error("tick failed at table %s", table_id, exc_info=result)

    async def _tick_one(self, table_id: str) -> None:
        """Let time do its work at a table, unless another process does."""
        claim = f"time {table_id}"
        if not await self.exchange.claim(claim, TICK_LEASE_SECONDS):
            return
        try:
            if not self.presence.knows(table_id):
                table = await self.find(table_id)
                await self.refresh(table)
                await self._find_presence(table)
            await self.do(table_id, timing.tick)
        finally:
            self.exchange.release(claim)

    def _set_presence(self, table: LiveTable) -> None:
        if self.presence.knows(table.id):
            self._set_people(table, self.presence.people(table.id))

    async def _find_presence(self, table: LiveTable) -> None:
        """The same of a table that is not shown here. If nobody can tell, nobody is absent."""
        people = await self.presence.find_people(table.id)
        self._set_people(table, table.owners if people is None else people)

    def _set_people(self, table: LiveTable, here: set[str]) -> None:
        now = self.clock()
        for person in table.owners:
            timing.set_presence(table.match, person, person in here, now)

    def _presence_changed(self, table_id: str) -> None:
        if (table := self._memory.get(table_id)) is not None:
            self._set_presence(table)


def _hand_over(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *words: str) -> None:
    """From a thread of the database's to the event loop, unless that has ended."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(call, *words)


def _number(before: int, events: list[Event]) -> list[Numbered]:
    return [Numbered(seq, event) for seq, event in enumerate(events, before + 1)]
