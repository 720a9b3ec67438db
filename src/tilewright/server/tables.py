"""The tables of a server: a wish comes in, its events are written down, everybody is told.

A match in memory is only a copy of its log. Whatever happens to a table goes through ``do``, one
wish at a time: the wish is checked, its events are committed, then published. Another process may
have been faster; then the log has grown, the copy catches up and the wish is checked again.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from tilewright.errors import TilewrightError
from tilewright.events import Event, Moved, Person, Sat, Stood, Terms, parse_event, write_event
from tilewright.game import Seat
from tilewright.match import Match, Refused
from tilewright.server.database import MISSED, Conflict, Database, Transaction
from tilewright.server.errors import NotFound
from tilewright.server.hub import Hub, Numbered, Update
from tilewright.server.presence import Presence
from tilewright.server.store import ratings, tables
from tilewright.server.store.tables import EventRow, Index, TableFacts
from tilewright.shuffle import draw_secret

__all__ = ["CHANNEL", "Done", "LiveTable", "Tables", "Wish", "now_ms"]

T = TypeVar("T")
Wish = Callable[[Match, int], list[Event]]
"""What somebody wants of a match at a moment; the events it leads to."""

CHANNEL = "tables"
BOTS_CHANNEL = "bots"
KEPT = 2000
"""Tables kept in memory though nobody listens to them."""
TRIES = 5
"""How often a wish is checked anew because another process was faster."""
TICK_SECONDS = 0.5
SWEPT = 1000
SWEEP_SECONDS = 5.0
"""How often tables that are not in memory are looked through for time that is up."""


def now_ms() -> int:
    """The time in ms since 1970."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    """The name of a table: 72 random bits, fit for an address."""
    return secrets.token_urlsafe(9)


@dataclass
class LiveTable:
    """A table in memory."""

    id: str
    listed: bool
    invite: str
    created: int
    match: Match
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_doubtful: bool = False
    """Whether the match may differ from its log: a write failed, or is under way."""
    published: int = 0
    """How many events have been made known."""

    def __post_init__(self) -> None:
        self.published = self.match.seq

    def may_enter(self, person: str | None, invite: str | None) -> bool:
        """Whether somebody may see this table: it is listed, theirs, or they were invited."""
        if self.listed or (invite is not None and secrets.compare_digest(invite, self.invite)):
            return True
        match = self.match
        return person is not None and (
            person == match.host or person in match.reserved or bool(match.seats_of(person))
        )


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
        self, database: Database, hub: Hub, worker: str, clock: Callable[[], int] = now_ms
    ) -> None:
        self.database, self.hub, self.worker, self.clock = database, hub, worker, clock
        self.presence = Presence(hub, database, worker, self._presence_changed)
        self.bot_wanted = asyncio.Event()
        """Set when a bot may have something to do."""
        self.watchers: list[Callable[[LiveTable], None]] = []
        """Told of every table that has changed."""
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._timekeeper: asyncio.Task[None] | None = None

    # --- Life ---

    def start(self) -> None:
        """Listen to the other processes and keep time."""
        loop = asyncio.get_running_loop()
        if self.database.is_shared:
            self.database.listen(CHANNEL, lambda text: _hand_over(loop, self._heard, text))
            self.database.listen(BOTS_CHANNEL, lambda _: _hand_over(loop, self.bot_wanted.set))
            self.presence.listen(loop)
        self._timekeeper = loop.create_task(self._keep_time())

    async def stop(self) -> None:
        """Finish what is under way."""
        if self._timekeeper is not None:
            self._timekeeper.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

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
        bots: Iterable[tuple[Seat, str]] = (),
    ) -> LiveTable:
        """Set up a new table, some of its seats already given to bots."""
        now, secret = self.clock(), draw_secret()
        events = Match.open(terms, host, secret, now, list(reserved))
        match = Match.from_events(secret, events)
        for seat, name in bots:
            more = match.seat_bot(host, seat, name, now)
            match.apply(*more)
            events += more
        table = LiveTable(new_id(), listed, secrets.token_urlsafe(12), now, match)
        facts = TableFacts(table.id, terms.game, terms.players, secret, table.invite, table.created)
        rows, index = _rows(0, events), _index(table, events)
        await self.database.write(lambda tx: tables.create(tx, facts, rows, index))
        self._keep(table)
        return table

    async def find(self, table_id: str) -> LiveTable:
        """A table by its name, out of memory or storage."""
        table = self._live.get(table_id)
        if table is not None:
            self._live.move_to_end(table_id)
            return table
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            try:
                return self._live.get(table_id) or self._keep(await self._load(table_id))
            finally:
                self._loading.pop(table_id, None)

    async def enter(self, table_id: str, person: str | None, invite: str | None) -> LiveTable:
        """A table that somebody may see; for others there is no such table."""
        table = await self.find(table_id)
        if not table.may_enter(person, invite):
            raise _no_table(table_id)
        return table

    @contextlib.asynccontextmanager
    async def reading(self, table: LiveTable) -> AsyncIterator[Match]:
        """A match between two wishes: nothing of it is still being written."""
        async with table.lock:
            if table.is_doubtful:
                await self._reread(table)
            yield table.match

    async def events(self, table_id: str, since: int) -> list[Numbered]:
        """The log of a table from a number on."""
        rows = await self.database.read(lambda tx: tables.events_since(tx, table_id, since))
        return [Numbered(row.seq, parse_event(row.data)) for row in rows]

    # --- Wishes ---

    async def do(self, table_id: str, wish: Wish) -> Done:
        """Let a wish come true, or raise why not. Once this returns it is on disk."""
        return await asyncio.shield(self._spawn(self._do(table_id, wish)))

    async def _do(self, table_id: str, wish: Wish) -> Done:
        table = await self.find(table_id)
        async with table.lock:
            for _ in range(TRIES):
                if table.is_doubtful:
                    await self._reread(table)
                now, before = self.clock(), table.match.seq
                events = wish(table.match, now)
                if not events:
                    return Done(table, [], before)
                try:
                    await self._commit(table, events)
                except Conflict:
                    continue
                self._publish(table, _number(before, events), now)
                return Done(table, events, table.match.seq)
            raise Refused("busy", "the table is changing too fast; try again")

    async def _commit(self, table: LiveTable, events: list[Event]) -> None:
        """Apply events and write them down; a copy that may differ from the log is doubtful."""
        match, before, was_over = table.match, table.match.seq, table.match.is_over
        table.is_doubtful = True
        match.apply(*events)
        rows, index = _rows(before, events), _index(table, events)
        is_rated = match.terms.rated and match.outcome is not None and not was_over

        def work(tx: Transaction) -> None:
            tables.append(tx, table.id, before, rows, index)
            if is_rated:
                ratings.rate_match(tx, table.id, match)
            self._notify(tx, table.id, index)

        await self.database.write(work)
        table.is_doubtful = False

    def _notify(self, tx: Transaction, table_id: str, index: Index) -> None:
        if self.database.is_shared:
            tx.notify(CHANNEL, f"{self.worker} {table_id}")
            if index.bot_due:
                tx.notify(BOTS_CHANNEL, "")

    def _publish(self, table: LiveTable, events: list[Numbered], now: int) -> None:
        table.published = events[-1].seq
        if any(isinstance(numbered.event, Sat) for numbered in events):
            self._set_presence(table.match, table.id)
        for tell in self.watchers:
            tell(table)
        if table.match.bot_to_move is not None:
            self.bot_wanted.set()
        if self.hub.listeners(table.id):
            shows_view = any(_changes_view(numbered.event) for numbered in events)
            self.hub.publish(Update(table.id, table.match, events, now, shows_view=shows_view))

    # --- Memory ---

    def _keep(self, table: LiveTable) -> LiveTable:
        self._live[table.id] = table
        if len(self._live) > KEPT:
            self._forget_idle()
        return table

    def _forget_idle(self) -> None:
        """Drop the tables that were used longest ago, if nobody listens to them."""
        for table in list(self._live.values())[: len(self._live) - KEPT]:
            if not table.lock.locked() and not self.hub.listeners(table.id):
                del self._live[table.id]

    async def _load(self, table_id: str) -> LiveTable:
        def work(tx: Transaction) -> tuple[tables.TableRow | None, list[EventRow]]:
            return tables.find(tx, table_id), tables.events_since(tx, table_id, 0)

        row, events = await self.database.read(work)
        if row is None:
            raise _no_table(table_id)
        match = Match.from_events(row.secret, [parse_event(event.data) for event in events])
        table = LiveTable(row.id, row.listed, row.invite, row.created, match)
        self._set_presence(match, table_id)
        return table

    async def _reread(self, table: LiveTable) -> None:
        """Throw a copy away and make it anew from the log; tell those who listen what is new."""
        seen = table.published
        table.match = (await self._load(table.id)).match
        table.is_doubtful = False
        if table.match.seq > seen:
            self._publish(table, await self.events(table.id, seen), self.clock())

    async def _catch_up(self, table: LiveTable) -> None:
        """Bring a copy up to date with the log, and tell those who listen."""
        if table.is_doubtful:
            await self._reread(table)
        events = await self.events(table.id, table.match.seq)
        if events:
            table.match.apply(*(numbered.event for numbered in events))
            self._publish(table, events, self.clock())

    # --- Other processes ---

    def _heard(self, text: str) -> None:
        worker, _, table_id = text.partition(" ")
        found = list(self._live.values()) if text == MISSED else [self._live.get(table_id)]
        for table in found:
            if table is not None and worker != self.worker:
                self._spawn(self.refresh(table))

    async def refresh(self, table: LiveTable) -> None:
        """Bring a table up to date with what other processes did to it."""
        async with table.lock:
            await self._catch_up(table)

    # --- Time and presence ---

    async def _keep_time(self) -> None:
        last_sweep = 0.0
        while True:
            await asyncio.sleep(TICK_SECONDS)
            late = self._late_in_memory()
            if time.monotonic() - last_sweep > SWEEP_SECONDS:
                last_sweep = time.monotonic()
                late |= await self._late_in_storage()
            for table_id in late:
                with contextlib.suppress(TilewrightError):  # it may have changed since
                    await self.do(table_id, lambda match, now: match.tick(now))

    def _late_in_memory(self) -> set[str]:
        now = self.clock()
        deadlines = {table.id: table.match.deadline for table in self._live.values()}
        return {table_id for table_id, at in deadlines.items() if at is not None and at <= now}

    async def _late_in_storage(self) -> set[str]:
        now = self.clock()
        return set(await self.database.read(lambda tx: tables.due(tx, now, SWEPT)))

    def _set_presence(self, match: Match, table_id: str) -> None:
        now = self.clock()
        for chair in match.chairs:
            if isinstance(chair.who, Person):
                is_here = self.presence.is_here(table_id, chair.who.id)
                match.set_presence(chair.who.id, is_here, now)

    def _presence_changed(self, table_id: str) -> None:
        table = self._live.get(table_id)
        if table is not None:
            self._set_presence(table.match, table_id)


def _hand_over(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *words: str) -> None:
    """From a thread of the database's to the event loop, unless that has ended."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(call, *words)


def _no_table(table_id: str) -> NotFound:
    return NotFound(f"there is no table {table_id[:40]!r}, or you may not see it")


def _number(before: int, events: list[Event]) -> list[Numbered]:
    return [Numbered(seq, event) for seq, event in enumerate(events, before + 1)]


def _rows(before: int, events: list[Event]) -> list[EventRow]:
    return [_row(seq, event) for seq, event in enumerate(events, before + 1)]


def _row(seq: int, event: Event) -> EventRow:
    author, move_id = (event.author, event.move_id) if isinstance(event, Moved) else (None, None)
    kind = str(type(event).__struct_config__.tag)
    return EventRow(seq, event.at, kind, author, move_id, write_event(event))


def _changes_view(event: Event) -> bool:
    return type(event).__name__ in VIEW_CHANGERS


VIEW_CHANGERS = {"Started", "Moved", "Undone", "Forfeited", "Reclaimed", "TakenOver"}


def _index(table: LiveTable, events: list[Event]) -> Index:
    """A table's row, from its match."""
    match = table.match
    chair = match.chairs[match.mover] if match.mover is not None else None
    owner = chair.who.id if chair is not None and isinstance(chair.who, Person) else None
    has_new_seats = any(isinstance(event, Sat | Stood) for event in events)
    return Index(
        status=match.status,
        listed=table.listed,
        host=match.host,
        number=match.number,
        mover_id=owner,
        deadline=match.deadline,
        bot_due=match.bot_to_move is not None,
        summary=msgspec.json.encode(summary(match)).decode(),
        seats=_seats(match) if has_new_seats else None,
    )


def _seats(match: Match) -> dict[Seat, str]:
    return {
        seat: chair.who.id
        for seat, chair in enumerate(match.chairs)
        if isinstance(chair.who, Person)
    }


class Summary(msgspec.Struct, frozen=True):
    """A table in a list of tables."""

    terms: Terms
    chairs: list[str | None]
    """Names; None for a free seat."""
    ply: int


def summary(match: Match) -> Summary:
    names = [chair.who.name if chair.who else None for chair in match.chairs]
    return Summary(match.terms, names, match.position.ply if match.position else 0)
