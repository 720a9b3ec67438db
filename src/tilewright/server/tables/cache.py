"""Tables as rows, and tables in memory: their matches, and which players are connected."""

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
    parse_event,
    write_event,
)
from tilewright.server.audience.presence import Presence
from tilewright.server.audience.subscriptions import Hub
from tilewright.server.presenters import outcome_info
from tilewright.server.storage import tables
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.tables import EventRow, TableIndex, TableRow
from tilewright.server.tables.game_time import GameTime
from tilewright.wire.tables import OutcomeInfo

__all__ = [
    "LiveTable",
    "Summary",
    "TableCache",
    "read_summary",
    "summary",
    "table_not_found",
    "to_event_rows",
    "to_table_row",
]


def to_event_rows(before: int, events: Iterable[Event]) -> list[EventRow]:
    """Return the rows of events that follow the first ``before`` ones."""
    return [_row(seq, event) for seq, event in enumerate(events, before + 1)]


def _row(seq: int, event: Event) -> EventRow:
    kind = str(type(event).__struct_config__.tag)
    move_id = event.move_id if isinstance(event, Moved) else None
    return EventRow(seq, event.at, kind, _author(event), move_id, write_event(event))


def _author(event: Event) -> str | None:
    """Return the person who moved, or who is named in an event."""
    if isinstance(event, Moved):
        return event.author
    who = event.who if isinstance(event, SeatTaken | SeatTransferred | ChatMessage) else None
    return who.id if isinstance(who, Person) else None


def to_table_row(match: Match, events: Iterable[Event]) -> TableIndex:
    """Return the index row of a table after these events, which its match has applied."""
    has_new_seats = any(
        isinstance(event, SeatTaken | SeatFreed | SeatTransferred) for event in events
    )
    return TableIndex(
        status=match.status,
        number=match.number,
        mover_id=None if match.mover is None else match.seats[match.mover].owner,
        deadline=_deadline(match),
        bot_due=match.bot_to_move is not None,
        summary=msgspec.json.encode(summary(match)).decode(),
        seats=_seats(match) if has_new_seats else None,
    )


def _deadline(match: Match) -> int | None:
    """Return the next timeout that does not depend on presence, so that any process can find it.

    A waiting quick match gets one, in case no process shows it.
    """
    if match.status == "open" and match.is_quick:
        return match.changed_at + timeouts.QUICK_AWAY_MS
    return match.clocks.deadline if match.status == "running" else timeouts.next_deadline(match)


def _seats(match: Match) -> dict[Seat, str]:
    owners = {seat: state.owner for seat, state in enumerate(match.seats)}
    return {seat: owner for seat, owner in owners.items() if owner is not None}


class Summary(msgspec.Struct, frozen=True):
    """A table in a list of tables."""

    terms: Terms
    chairs: list[str | None]
    """Names by seat; None for a free seat."""
    ply: int
    outcome: OutcomeInfo | None = None
    """None in rows of earlier versions, too."""
    is_quick: bool = False


# Made once, at import: msgspec builds a type's decoder at first use. Two threads that did so at the
# same time would crash the process.
read_summary = msgspec.json.Decoder(Summary).decode


def summary(match: Match) -> Summary:
    """Return a match as a list of tables shows it."""
    names = [state.occupant.name if state.occupant else None for state in match.seats]
    ply = match.position.ply if match.position else 0
    return Summary(match.terms, names, ply, outcome_info(match), match.is_quick)


# --- Tables in memory -----------------------------------------------------------------------------


MAX_CACHED_TABLES = 2000
"""Cached tables above which idle ones are evicted."""


@dataclass(slots=True)
class LiveTable:
    """A table in memory: the match that its log makes, with the table's metadata."""

    id: str
    listed: bool
    invite: str
    created: int
    match: Match
    """The match after the committed events. A commit replaces it; it never changes in place."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the match may be replaced."""

    @property
    def owners(self) -> set[str]:
        """The people who have a seat."""
        return {state.owner for state in self.match.seats if state.owner is not None}

    def is_out_of_time(self, now: int) -> bool:
        """Return True if a timeout is due here and no command is being executed."""
        deadline = timeouts.next_deadline(self.match)
        return deadline is not None and deadline <= now and not self.lock.locked()


def table_not_found(table_id: str) -> NotFound:
    """Return the error for a table that is missing or invisible; the client cannot tell which."""
    return NotFound(f"there is no table {table_id[:40]!r}, or you may not see it")


class TableCache:
    """An LRU cache with one instance, and so one lock, per table.

    Each match in it knows which of its players are connected.
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
        return list(self._tables.values())

    def get(self, table_id: str) -> LiveTable | None:
        """Return a cached table, or None."""
        return self._tables.get(table_id)

    async def find(self, table_id: str) -> LiveTable:
        """Return a table, loaded if necessary.

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
        """Cache a table, unless it is there, and return the cached one; evict the least recently
        used."""
        table = self._tables.setdefault(table.id, table)
        if len(self._tables) > MAX_CACHED_TABLES:
            self._evict(len(self._tables) - MAX_CACHED_TABLES)
        return table

    def _evict(self, count: int) -> None:
        """Evict at most `count` tables that are not in use."""
        idle = (
            table
            for table in self.all()
            if not table.lock.locked() and not self._hub.listeners(table.id)
        )
        for table in itertools.islice(idle, count):
            del self._tables[table.id]

    async def _load(self, table_id: str) -> LiveTable:
        def work(tx: Transaction) -> tuple[TableRow | None, list[EventRow]]:
            return tables.find(tx, table_id), tables.list_events(tx, table_id, 0)

        row, events = await self._database.read(work)
        if row is None:
            raise table_not_found(table_id)
        match = replay(row.secret, [parse_event(event.data) for event in events])
        table = LiveTable(row.id, row.listed, row.invite, row.created, match)
        await self.find_presence(table)
        return table

    # --- Presence ---

    async def find_presence(self, table: LiveTable) -> None:
        """Note which players of a table are connected anywhere; all of them if that is unknown."""
        people = await self._presence.find_people(table.id)
        self._set_people(table, table.owners if people is None else people)

    def update_presence(self, table: LiveTable) -> None:
        """Note which players of a table are connected, if this process knows without asking."""
        if self._presence.is_known(table.id):
            self._set_people(table, self._presence.people(table.id))

    def _set_people(self, table: LiveTable, here: set[str]) -> None:
        now = self._time.now()
        for person in table.owners:
            timeouts.set_presence(table.match, person, person in here, now)

    def _on_presence_change(self, table_id: str) -> None:
        if (table := self.get(table_id)) is not None:
            self.update_presence(table)
