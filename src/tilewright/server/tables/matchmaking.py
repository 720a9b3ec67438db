"""Matchmaking: seats strangers who want the same game at one table.

If no table is waiting, the player opens one and waits. The waiting host must be present: other
players skip the table while its host is away, and it closes soon. A person waits at one table at
most. On a new request, a table opened before their own comes first, if its host is present.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Final

from tilewright.errors import Code, NotFound, Refused
from tilewright.match import Match, lobby_commands
from tilewright.match.clock import ClockRule
from tilewright.match.events import Event, Person, Terms
from tilewright.server.accounts.service import Identity
from tilewright.server.ratelimit.quotas import MAX_OPEN_TABLES, Caller, RateLimit
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.cache import LiveTable, read_summary
from tilewright.server.tables.commands import Command
from tilewright.server.tables.permissions import find_callers, unrated_reason
from tilewright.server.tables.wiring import Tables

__all__ = ["Matchmaker", "quick_match_command", "quick_terms"]

QUICK_CLOCK: Final = ClockRule("game", time=600_000, increment=5_000)
"""The clock of quick matches, so that every match between strangers ends."""
HOST_ARRIVAL_MS: Final = 5_000
"""A host may need this long to connect after opening a table."""
HOST_SEEN_MS: Final = 1_000
"""A host who becomes absent later than this after the opening has connected and left."""
MAX_WAITING_TABLES: Final = 200
"""Number of a game's latest open tables that are considered."""
MAX_ATTEMPTS: Final = 10
"""Maximum number of searches if other players keep opening tables at the same time."""


def quick_terms(game: str, players: int, *, is_rated: bool) -> Terms:
    """Return the terms of a quick match: default options and a fixed clock."""
    return Terms(game=game, players=players, rated=is_rated, clock=QUICK_CLOCK)


class OtherTableOpened(Exception):
    """Another table was opened at the same time."""


class Matchmaker:
    """Finds a table for one person who wants a quick match."""

    def __init__(self, tables: Tables, open_limit: RateLimit, person: Identity, caller: Caller):
        self._tables, self._opening = tables, open_limit
        self._person, self._caller = person, caller

    async def find_table(self, terms: Terms) -> LiveTable:
        """Seat the person at a waiting table, or at a new one. Their other tables close."""
        table = await self._join_or_open(terms)
        await self._close_other_tables(table.id)
        return table

    async def _join_or_open(self, terms: Terms) -> LiveTable:
        """Join the first possible waiting table, or open a new one.

        Raises:
            Refused: Other players opened tables at the same time, again and again.
        """
        skipped: set[str] = set()
        for _ in range(MAX_ATTEMPTS):
            for row in await self._tables.database.read(partial(_list_waiting_tables, terms=terms)):
                if row.id not in skipped and (table := await self._try_to_join(row)):
                    return table
                skipped.add(row.id)
            try:
                return await self._open(terms, skipped)
            except OtherTableOpened:
                continue
        raise Refused(Code.CONFLICT, "too many look for a game at once: try again")

    async def _try_to_join(self, row: TableRow) -> LiveTable | None:
        """Take a seat at a waiting table. Return None if that is no longer possible."""
        here = await self._tables.presence.find_people(row.id) or set()
        # A rated game needs the host's address, which is known once the host is on a socket.
        if not row.competitive and await self._is_host_arriving(row):
            here.add(row.host)
        if row.host not in here | {self._person.id}:
            return None
        try:
            callers = await find_callers(self._tables.presence, row.id, self._caller)
            command = quick_match_command(self._person, callers, here)
            return (await self._tables.commands.execute(row.id, command)).table
        except (Refused, NotFound):  # another player was quicker
            return None

    async def _is_host_arriving(self, row: TableRow) -> bool:
        """Return True if the host has just opened the table and has not left it since."""
        if self._tables.time.now() - row.created >= HOST_ARRIVAL_MS:
            return False
        match = (await self._tables.directory.get(row.id)).match
        return match.absences.get(row.host, 0) - row.created < HOST_SEEN_MS

    async def _open(self, terms: Terms, skipped: Collection[str]) -> LiveTable:
        """Open a table and take a seat.

        Raises:
            OtherTableOpened: Another table appeared meanwhile.
        """
        self._opening.consume(self._caller)

        def check_no_other_table(tx: Transaction, table_id: str) -> None:
            tx.lock("quick match")
            if {row.id for row in _list_waiting_tables(tx, terms)} - {table_id, *skipped}:
                raise OtherTableOpened

        return await self._tables.directory.open(
            terms,
            self._person.id,
            listed=True,
            commands=[self._sit],
            is_quick=True,
            on_insert=check_no_other_table,
        )

    def _sit(self, match: Match, now: int) -> list[Event]:
        return lobby_commands.sit(match, Person(self._person.id, self._person.name), now)

    async def _close_other_tables(self, table_id: str) -> None:
        """Close the tables at which the person waits, except `table_id`."""
        me = self._person.id
        mine = partial(store.list_by_player, person_id=me, status="open", limit=MAX_OPEN_TABLES)
        for row in await self._tables.database.read(mine):
            if row.host == me and row.id != table_id and read_summary(row.summary).is_quick:
                await self._tables.commands.execute(row.id, self._close)

    def _close(self, match: Match, now: int) -> list[Event]:
        return lobby_commands.close(match, self._person.id, now) if match.status == "open" else []


def quick_match_command(
    person: Identity, callers: set[Caller], present_ids: Collection[str]
) -> Command:
    """Return a command that seats a person and starts the game if the table is full."""

    def join_and_start(match: Match, now: int) -> list[Event]:
        people = {state.owner for state in match.seats if state.owner} | {person.id}
        unrated = unrated_reason(callers, people)
        who = Person(person.id, person.name)
        return lobby_commands.join_quick(
            match, who, now, present_ids={person.id, *present_ids}, unrated=unrated
        )

    return join_and_start


def _list_waiting_tables(tx: Transaction, terms: Terms) -> list[TableRow]:
    """Return the waiting quick-match tables that match `terms`, oldest first."""
    rows = store.list_lobby(
        tx, game=terms.game, players=terms.players, status="open", limit=MAX_WAITING_TABLES
    )
    found = [(row, read_summary(row.summary)) for row in rows]
    matching = [row for row, one in found if one.is_quick and one.terms.rated == terms.rated]
    return sorted(matching, key=lambda row: (row.created, row.id))
