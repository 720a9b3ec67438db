"""The table directory: opens tables, finds visible tables, and searches a person's games."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from tilewright.errors import Code, Refused
from tilewright.game import Seat
from tilewright.match import apply, open_table, replay
from tilewright.match.events import ChanceRule, Terms, parse_event
from tilewright.records.commit_reveal import draw_secret
from tilewright.server.ratelimit.quotas import MAX_OPEN_TABLES
from tilewright.server.storage import tables
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.tables import TableRow, TableStatic
from tilewright.server.tables.cache import (
    LiveTable,
    TableCache,
    TableSummary,
    read_summary,
    to_event_rows,
    to_table_index,
)
from tilewright.server.tables.commands import Command, TableCommands
from tilewright.server.tables.game_time import GameTime
from tilewright.server.tables.permissions import check_visible
from tilewright.wire.tables import LoggedEvent, TableFilters

__all__ = [
    "HistoryFilter",
    "TableDirectory",
    "filter_options",
    "search_history",
]


def new_table_id() -> str:
    """Return a random table id: 72 bits, safe in URLs."""
    return secrets.token_urlsafe(9)


class TableDirectory:
    """Opens and finds tables."""

    def __init__(
        self, database: Database, cache: TableCache, commands: TableCommands, time: GameTime
    ) -> None:
        self._database, self._cache, self._commands, self._time = database, cache, commands, time

    async def open(
        self,
        terms: Terms,
        host_id: str,
        *,
        listed: bool,
        reserved: Iterable[str | None] = (),
        commands: Iterable[Command] = (),
        secret: bytes | None = None,
        chance: ChanceRule = "keys",
        invite: str | None = None,
        is_quick: bool = False,
        on_insert: Callable[[Transaction, str], None] | None = None,
    ) -> LiveTable:
        """Create and return a table, after executing commands on it in the same transaction.

        ``reserved`` has the id of the person expected on each seat. ``invite`` is an invitation to
        reuse; by default a new one is drawn. ``on_insert`` is called with the table's id in the
        same transaction.

        Raises:
            Refused: The host has too many open tables, or a command is not allowed.
        """
        self._time.check_writable()
        now, secret = self._time.now(), secret or draw_secret()
        events = open_table(terms, host_id, secret, now, list(reserved), chance, is_quick=is_quick)
        match = replay(secret, events)
        for command in commands:
            new_events = command(match, now)
            apply(match, *new_events)
            events += new_events
        table = LiveTable(new_table_id(), listed, invite or secrets.token_urlsafe(12), now, match)
        competitive = terms.rated or terms.is_duplicate
        facts = TableStatic(
            *(table.id, terms.game, terms.players, secret, table.invite, now, listed, host_id),
            competitive=competitive,
        )
        rows, index = to_event_rows(0, events), to_table_index(match, events)

        def insert_table(tx: Transaction) -> None:
            if match.status == "open" and tables.count_open(tx, host_id) >= MAX_OPEN_TABLES:
                most = f"expected at most {MAX_OPEN_TABLES} tables that wait for players"
                raise Refused(Code.TOO_MANY_TABLES, most)
            tables.create(tx, facts, rows, index)
            if on_insert is not None:
                on_insert(tx, table.id)

        await self._database.write(insert_table)
        self._cache.update_presence(table)
        return self._cache.add(table)

    async def get(self, table_id: str) -> LiveTable:
        """Return a table by its id. Its clock is frozen for past outages first.

        Raises:
            NotFound: There is no such table.
        """
        table = await self._cache.get_or_load(table_id)
        await self._commands.clock_freeze_events(table)
        return table

    async def get_visible(
        self, table_id: str, person_id: str | None, invite: str | None
    ) -> LiveTable:
        """Return a table by its id if the person may see it.

        Raises:
            NotFound: There is no such table, or the person may not see it.
        """
        table = await self.get(table_id)
        check_visible(table, person_id, invite)
        return table

    async def read_events(
        self, table_id: str, after: int, limit: int | None = None
    ) -> list[LoggedEvent]:
        """Return up to `limit` events of a table that follow event `after`."""
        rows = await self._database.read(lambda tx: tables.list_events(tx, table_id, after, limit))
        return [LoggedEvent(row.seq, parse_event(row.data)) for row in rows]


# --- Game history: the whole history is filtered, then cut to a page ------------------------------


MAX_SEARCHED_TABLES: Final = 10_000
"""Number of a person's latest tables that are searched."""


@dataclass(frozen=True)
class HistoryFilter:
    """Conditions on a person's games. None means no condition."""

    other: str | None = None
    """Name of another player at the table."""
    result: Literal["won", "lost"] | None = None
    rated: bool | None = None

    def matches(self, table: TableSummary, seats: Sequence[Seat]) -> bool:
        """Return True if a game satisfies all conditions for a person who has `seats`.

        An aborted game is neither won nor lost.
        """
        if self.other is not None and self.other not in _opponent_names(table, seats):
            return False
        if self.rated is not None and self.rated != table.terms.rated:
            return False
        return self.result is None or (
            table.outcome is not None
            and (self.result == "won") == any(table.outcome.places[seat] == 1 for seat in seats)
        )


def search_history(
    tx: Transaction, person_id: str, conditions: HistoryFilter, limit: int, **filters: Any
) -> list[TableRow]:
    """Return a person's tables that satisfy the conditions, latest first.

    `filters` is passed to `list_by_player`.
    """
    if conditions == HistoryFilter():
        return store.list_by_player(tx, person_id, limit=limit, **filters)
    history = _read_history(tx, person_id, filters)
    found = [row for row, table, seats in history if conditions.matches(table, seats)]
    return found[:limit]


def filter_options(tx: Transaction, person_id: str, **filters: Any) -> TableFilters:
    """Return the games and opponents in a person's history, to offer them as filters."""
    history = _read_history(tx, person_id, filters)
    games = sorted({row.game for row, _, _ in history})
    others = sorted({name for _, table, seats in history for name in _opponent_names(table, seats)})
    return TableFilters(games, others)


HistoryEntry = tuple[TableRow, TableSummary, list[Seat]]


def _read_history(tx: Transaction, person_id: str, filters: dict[str, Any]) -> list[HistoryEntry]:
    """Return a person's tables with their summaries and the person's seats."""
    rows = store.list_by_player(tx, person_id, limit=MAX_SEARCHED_TABLES, **filters)
    seats = store.list_seats_by_table(tx, person_id, [row.id for row in rows])
    return [(row, read_summary(row.summary), seats.get(row.id, [])) for row in rows]


def _opponent_names(table: TableSummary, seats: Sequence[Seat]) -> list[str]:
    chairs = enumerate(table.chairs)
    return [name for seat, name in chairs if name is not None and seat not in seats]
