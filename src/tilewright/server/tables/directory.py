"""The directory of tables: open one, find one that a person may see, search a person's games."""

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
    Summary,
    TableCache,
    read_summary,
    to_event_rows,
    to_table_row,
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
        host: str,
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
        """Create a table and apply some commands to its match, all or none.

        ``reserved`` names the person expected on each seat. ``invite`` is the invitation of
        another table; a new one is drawn by default. ``on_insert`` is called with the table's id
        in the same transaction.

        Raises:
            Refused: The host has too many open tables, or a command is not allowed.
        """
        self._time.check_writable()
        now, secret = self._time.now(), secret or draw_secret()
        events = open_table(terms, host, secret, now, list(reserved), chance, is_quick=is_quick)
        match = replay(secret, events)
        for command in commands:
            more = command(match, now)
            apply(match, *more)
            events += more
        table = LiveTable(new_table_id(), listed, invite or secrets.token_urlsafe(12), now, match)
        competitive = terms.rated or terms.is_duplicate
        facts = TableStatic(
            *(table.id, terms.game, terms.players, secret, table.invite, now, listed, host),
            competitive=competitive,
        )
        rows, index = to_event_rows(0, events), to_table_row(match, events)

        def work(tx: Transaction) -> None:
            if match.status == "open" and tables.count_open(tx, host) >= MAX_OPEN_TABLES:
                most = f"expected at most {MAX_OPEN_TABLES} tables that wait for players"
                raise Refused(Code.TOO_MANY_TABLES, most)
            tables.create(tx, facts, rows, index)
            if on_insert is not None:
                on_insert(tx, table.id)

        await self._database.write(work)
        self._cache.update_presence(table)
        return self._cache.add(table)

    async def find(self, table_id: str) -> LiveTable:
        """Return a table by its id; freeze its clock for outages first.

        Raises:
            NotFound: There is no such table.
        """
        table = await self._cache.find(table_id)
        await self._commands.freeze_clock(table)
        return table

    async def find_visible(
        self, table_id: str, person: str | None, invite: str | None
    ) -> LiveTable:
        """Return a table that a person may see; raise NotFound as if it did not exist otherwise."""
        table = await self.find(table_id)
        check_visible(table, person, invite)
        return table

    async def read_events(
        self, table_id: str, since: int, limit: int | None = None
    ) -> list[LoggedEvent]:
        """Return a table's log after event `since`, at most `limit` events."""
        rows = await self._database.read(lambda tx: tables.list_events(tx, table_id, since, limit))
        return [LoggedEvent(row.seq, parse_event(row.data)) for row in rows]


# --- The games of a person, filtered; all are searched, not a page --------------------------------


MAX_SEARCHED_TABLES: Final = 10_000
"""Number of a person's latest tables that are searched."""


@dataclass(frozen=True)
class HistoryFilter:
    """Conditions on a person's games; None means no condition."""

    other: str | None = None
    """Name of another player at the table."""
    result: Literal["won", "lost"] | None = None
    rated: bool | None = None

    def matches(self, table: Summary, seats: Sequence[Seat]) -> bool:
        """Return True if a game of the person on these seats matches; an aborted game is neither
        won nor lost."""
        if self.other is not None and self.other not in _others(table, seats):
            return False
        if self.rated is not None and self.rated != table.terms.rated:
            return False
        return self.result is None or (
            table.outcome is not None
            and (self.result == "won") == any(table.outcome.places[seat] == 1 for seat in seats)
        )


def search_history(
    tx: Transaction, person: str, wanted: HistoryFilter, limit: int, **where: Any
) -> list[TableRow]:
    """Return a person's matching tables, the latest first; ``where`` is passed to the store."""
    if wanted == HistoryFilter():
        return store.list_by_player(tx, person, limit=limit, **where)
    found = [row for row, table, seats in _read(tx, person, where) if wanted.matches(table, seats)]
    return found[:limit]


def filter_options(tx: Transaction, person: str, **where: Any) -> TableFilters:
    """Return the games and opponents that occur in a person's history."""
    read = _read(tx, person, where)
    games = sorted({row.game for row, _, _ in read})
    others = sorted({name for _, table, seats in read for name in _others(table, seats)})
    return TableFilters(games, others)


OwnTable = tuple[TableRow, Summary, list[Seat]]


def _read(tx: Transaction, person: str, where: dict[str, Any]) -> list[OwnTable]:
    rows = store.list_by_player(tx, person, limit=MAX_SEARCHED_TABLES, **where)
    seats = store.list_seats_by_table(tx, person, [row.id for row in rows])
    return [(row, read_summary(row.summary), seats.get(row.id, [])) for row in rows]


def _others(table: Summary, seats: Sequence[Seat]) -> list[str]:
    chairs = enumerate(table.chairs)
    return [name for seat, name in chairs if name is not None and seat not in seats]
