"""Caches tables in memory, with their matches and presence, and converts them to rows."""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from tilewright.errors import NotFound
from tilewright.game import Seat
from tilewright.match import Match, replay, timeouts
from tilewright.match.events import (
    ChatMessage,
    Event,
    Moved,
    Person,
    SeatFreed,
    SeatTaken,
    SeatTransferred,
    Terms,
    format_event,
    parse_event,
)
from tilewright.server.audience.presence import Presence
from tilewright.server.audience.subscriptions import Hub
from tilewright.server.presenters import build_outcome_info
from tilewright.server.storage import tables
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.tables import EventRow, TableIndex, TableRow
from tilewright.server.tables.game_time import GameTime
from tilewright.wire.tables import OutcomeInfo

__all__ = [
    "LiveTable",
    "TableCache",
    "TableSummary",
    "read_summary",
    "summarize",
    "table_not_found",
    "to_event_rows",
    "to_table_index",
]


def to_event_rows(last_seq: int, events: Iterable[Event]) -> list[EventRow]:
    """Convert events to rows, numbered consecutively from `last_seq` + 1."""
    return [_to_event_row(seq, event) for seq, event in enumerate(events, last_seq + 1)]


def _to_event_row(seq: int, event: Event) -> EventRow:
    """Convert an event to its row."""
    kind = str(type(event).__struct_config__.tag)
    move_id = event.move_id if isinstance(event, Moved) else None
    return EventRow(seq, event.at, kind, _author_id(event), move_id, format_event(event))


def _author_id(event: Event) -> str | None:
    """Return the id of the person who caused an event. It is None for a bot or the server."""
    if isinstance(event, Moved):
        return event.author
    who = event.who if isinstance(event, SeatTaken | SeatTransferred | ChatMessage) else None
    return who.id if isinstance(who, Person) else None


def to_table_index(match: Match, events: Iterable[Event]) -> TableIndex:
    """Return a table's derived columns after `events`.

    `match` must already include the events. The seats are None unless an event has changed them.
    """
    has_new_seats = any(
        isinstance(event, SeatTaken | SeatFreed | SeatTransferred) for event in events
    )
    return TableIndex(
        status=match.status,
        number=match.number,
        mover_id=None if match.mover is None else match.seats[match.mover].owner,
        deadline=_next_timeout(match),
        bot_due=match.bot_to_move is not None,
        summary=msgspec.json.encode(summarize(match)).decode(),
        seats=_seat_owners(match) if has_new_seats else None,
    )


def _next_timeout(match: Match) -> int | None:
    """Return the time (ms) of the next timeout that does not depend on presence, or None.

    A waiting quick match always has one, in case no process has its table in memory.
    """
    if match.status == "open" and match.is_quick:
        return match.changed_at + timeouts.QUICK_AWAY_MS
    return match.clocks.deadline if match.status == "running" else timeouts.next_deadline(match)


def _seat_owners(match: Match) -> dict[Seat, str]:
    """Return the person on each seat that a person has."""
    owners = {seat: state.owner for seat, state in enumerate(match.seats)}
    return {seat: owner for seat, owner in owners.items() if owner is not None}


class TableSummary(msgspec.Struct, frozen=True):
    """A table's entry in lists of tables."""

    terms: Terms
    chairs: list[str | None]
    """Names by seat; None for a free seat."""
    ply: int
    outcome: OutcomeInfo | None = None
    """Also None in rows written by earlier versions."""
    is_quick: bool = False


# Created at import: msgspec builds a type's decoder at first use, and the process would crash if
# two threads did so at the same time.
read_summary = msgspec.json.Decoder(TableSummary).decode


def summarize(match: Match) -> TableSummary:
    """Return the match's entry for lists of tables."""
    names = [state.occupant.name if state.occupant else None for state in match.seats]
    ply = match.position.ply if match.position else 0
    return TableSummary(match.terms, names, ply, build_outcome_info(match), match.is_quick)


# --- Tables in memory -----------------------------------------------------------------------------


MAX_CACHED_TABLES = 2000
"""Above this number, idle tables are evicted."""


@dataclass(slots=True)
class LiveTable:
    """A table in memory: its match and metadata."""

    id: str
    listed: bool
    invite: str
    created: int
    match: Match
    """The match after all committed events. Commits replace it; it is never modified in place."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Must be held to replace the match."""

    @property
    def owners(self) -> set[str]:
        """Ids of the people who have a seat."""
        return {state.owner for state in self.match.seats if state.owner is not None}

    def is_out_of_time(self, now: int) -> bool:
        """Return True if a timeout is due at `now` and no command is running."""
        deadline = timeouts.next_deadline(self.match)
        return deadline is not None and deadline <= now and not self.lock.locked()


def table_not_found(table_id: str) -> NotFound:
    """Create the error for a table that does not exist, or that the caller may not see."""
    return NotFound(f"there is no table {table_id[:40]!r}, or you may not see it")


class TableCache:
    """An LRU cache with one instance, and so one lock, per table.

    It keeps the presence of each cached match's players up to date.
    """

    def __init__(self, database: Database, hub: Hub, presence: Presence, time: GameTime) -> None:
        self._database, self._hub, self._presence, self._time = database, hub, presence, time
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        presence.change_listeners.append(self._on_presence_change)

    def __contains__(self, table_id: str) -> bool:
        """Return True if a table is cached or being loaded."""
        return table_id in self._tables or table_id in self._loading

    def __len__(self) -> int:
        return len(self._tables)

    def all(self) -> list[LiveTable]:
        """Return all cached tables, least recently used first."""
        return list(self._tables.values())

    def get(self, table_id: str) -> LiveTable | None:
        """Return a cached table, or None."""
        return self._tables.get(table_id)

    async def get_or_load(self, table_id: str) -> LiveTable:
        """Return a table, loading it into the cache if necessary.

        Raises:
            NotFound: There is no such table.
        """
        table = self._tables.get(table_id)
        if table is not None:
            self._tables.move_to_end(table_id)
            return table
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            try:
                return self._tables.get(table_id) or self.add(await self._load(table_id))
            finally:
                self._loading.pop(table_id, None)

    def add(self, table: LiveTable) -> LiveTable:
        """Cache a table and return it. If it is cached already, return the cached instance."""
        table = self._tables.setdefault(table.id, table)
        if len(self._tables) > MAX_CACHED_TABLES:
            self._evict(len(self._tables) - MAX_CACHED_TABLES)
        return table

    def _evict(self, count: int) -> None:
        """Evict up to `count` of the least recently used idle tables."""
        idle = (
            table
            for table in self.all()
            if not table.lock.locked() and not self._hub.listeners(table.id)
        )
        for table in itertools.islice(idle, count):
            del self._tables[table.id]

    async def _load(self, table_id: str) -> LiveTable:
        """Load a table with its match and presence. Raises NotFound if it does not exist."""

        def read(tx: Transaction) -> tuple[TableRow | None, list[EventRow]]:
            return tables.find(tx, table_id), tables.list_events(tx, table_id, 0)

        row, events = await self._database.read(read)
        if row is None:
            raise table_not_found(table_id)
        match = replay(row.secret, [parse_event(event.data) for event in events])
        table = LiveTable(row.id, row.listed, row.invite, row.created, match)
        await self.load_presence(table)
        return table

    # --- Presence ---

    async def load_presence(self, table: LiveTable) -> None:
        """Read which players are present from the bus. If it is down, treat all as present."""
        people = await self._presence.find_people(table.id)
        self._set_presence(table, table.owners if people is None else people)

    def update_presence(self, table: LiveTable) -> None:
        """Update which players are present. Does nothing if that needs to be read from the bus."""
        if self._presence.is_known(table.id):
            self._set_presence(table, self._presence.list_people(table.id))

    def _set_presence(self, table: LiveTable, present_ids: set[str]) -> None:
        """Mark each player of a match as present or absent."""
        now = self._time.now()
        for person in table.owners:
            timeouts.set_presence(table.match, person, person in present_ids, now)

    def _on_presence_change(self, table_id: str) -> None:
        """Update the presence of a table's players if the table is cached."""
        if (table := self.get(table_id)) is not None:
            self.update_presence(table)
