"""Quick matches: strangers who want the same game meet at one table.

Whoever finds nobody opens a table for the next one to come. Who waits has to be there: a table is
passed over while its host is away, and soon given up. Somebody waits in one place at most, and
whoever asks again is led to a table that was opened before their own, if somebody waits there now.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Final

from tilewright.clock import ClockRule
from tilewright.errors import Code, NotFound, Refused
from tilewright.events import Event, Person, Terms
from tilewright.match import Match, seating
from tilewright.server.admission import MAX_OPEN_TABLES, Allowance, Caller
from tilewright.server.people.service import Identity
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.fairness import find_callers, why_unrated
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.rows import read_summary
from tilewright.server.tables.service import Tables, Wish

__all__ = ["QuickMatches", "meeting", "quick_terms"]

CLOCK: Final = ClockRule("game", time=600_000, increment=5_000)
"""Strangers do not wait for each other for ever."""
COMING_MS: Final = 5_000
"""So long after a table was opened its host may still be on the way there."""
NOTICED_MS: Final = 1_000
"""Who is missing later than that after the opening has been there, or is not expected."""
LOOKED_AT: Final = 200
"""Open tables of a game, the latest ones."""
TRIES: Final = 10
"""How often the tables are looked through, because others open theirs at the same time."""


def quick_terms(game: str, players: int, *, is_rated: bool) -> Terms:
    """What strangers play on: little is chosen, so that everybody finds the others."""
    return Terms(game=game, players=players, rated=is_rated, clock=CLOCK)


class SomebodyWaits(Exception):
    """While a table was opened another one was, too."""


class QuickMatches:
    """Brings somebody together with others."""

    def __init__(self, tables: Tables, opening: Allowance, person: Identity, caller: Caller):
        self._tables, self._opening = tables, opening
        self._person, self._caller = person, caller

    async def find(self, terms: Terms) -> LiveTable:
        """A seat beside strangers who wait, or a table at which to wait."""
        table = await self._find(terms)
        await self._leave_others(table.id)
        return table

    async def _find(self, terms: Terms) -> LiveTable:
        passed: set[str] = set()
        for _ in range(TRIES):
            for row in await self._tables.database.read(partial(_waiting, terms=terms)):
                if row.id not in passed and (table := await self._try(row)):
                    return table
                passed.add(row.id)
            try:
                return await self._open(terms, passed)
            except SomebodyWaits:
                continue
        raise Refused(Code.CONFLICT, "too many look for a game at once: try again")

    async def _try(self, row: TableRow) -> LiveTable | None:
        """A seat at one's own table, or at that of somebody who is there; None if there is none."""
        here = await self._tables.presence.find_people(row.id) or set()
        if await self._is_coming(row):
            here.add(row.host)
        if row.host not in here | {self._person.id}:
            return None
        try:
            callers = await find_callers(
                self._tables, await self._tables.find(row.id), self._caller
            )
            wish = meeting(self._person, callers, here)
            return (await self._tables.do(row.id, wish)).table
        except (Refused, NotFound):  # somebody was quicker
            return None

    async def _is_coming(self, row: TableRow) -> bool:
        """Whether a host has opened the table just now, and not been there and gone since."""
        if self._tables.clock() - row.created >= COMING_MS:
            return False
        match = (await self._tables.find(row.id)).match
        since = [match.chairs[seat].absent_since or 0 for seat in match.seats_of(row.host)]
        return all(absent - row.created < NOTICED_MS for absent in since)

    async def _open(self, terms: Terms, passed: Collection[str]) -> LiveTable:
        self._opening.take(self._caller)

        def note(tx: Transaction, table: str) -> None:
            tx.lock("quick match")
            if {row.id for row in _waiting(tx, terms)} - {table, *passed}:
                raise SomebodyWaits

        return await self._tables.open(
            terms, self._person.id, listed=True, wishes=[self._sit], is_quick=True, note=note
        )

    def _sit(self, match: Match, now: int) -> list[Event]:
        return seating.sit(match, Person(self._person.id, self._person.name), now)

    async def _leave_others(self, table: str) -> None:
        """Whoever has found a game, or looks for another, has stopped waiting elsewhere."""
        me = self._person.id
        mine = partial(store.tables_of, person=me, status="open", limit=MAX_OPEN_TABLES)
        for row in await self._tables.database.read(mine):
            if row.host == me and row.id != table and read_summary(row.summary).is_quick:
                await self._tables.do(row.id, self._close)

    def _close(self, match: Match, now: int) -> list[Event]:
        return seating.close(match, self._person.id, now) if match.status == "open" else []


def meeting(person: Identity, callers: set[Caller], here: Collection[str]) -> Wish:
    """The wish to sit down with strangers, and to begin with the last of them."""

    def wish(match: Match, now: int) -> list[Event]:
        people = {chair.owner for chair in match.chairs if chair.owner} | {person.id}
        unrated = why_unrated(callers, people)
        who = Person(person.id, person.name)
        return seating.meet(match, who, now, here={person.id, *here}, unrated=unrated)

    return wish


def _waiting(tx: Transaction, terms: Terms) -> list[TableRow]:
    """Where somebody waits for such a game, the longest first."""
    rows = store.lobby(tx, game=terms.game, players=terms.players, status="open", limit=LOOKED_AT)
    found = [(row, read_summary(row.summary)) for row in rows]
    alike = [row for row, one in found if one.is_quick and one.terms.rated == terms.rated]
    return sorted(alike, key=lambda row: (row.created, row.id))
