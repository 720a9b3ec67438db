"""The table that a path names, and games to read back from a table or a kept record.

`tilewright.server.tables.permissions` decides who may see a table.


A route is written once and mounted for both prefixes with the source as its dependency:
`table_game` below ``/tables/{table}``, `record_game` below ``/records/{record}``.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, NamedTuple

from fastapi import Depends

from tilewright.errors import HiddenInformation, NotFound
from tilewright.game import Seat
from tilewright.match import Match, format_match
from tilewright.match.events import Person
from tilewright.position import Position
from tilewright.records.record import Record, read_record
from tilewright.server.accounts.service import Identity
from tilewright.server.http.dependencies import (
    CurrentPerson,
    Invite,
    OptionalPerson,
    RecordId,
    Services,
    TableId,
    TheCaller,
    TheServices,
)
from tilewright.server.http.responses import encode
from tilewright.server.presenters import PositionFormat, position_view, table_info
from tilewright.server.storage import records as store
from tilewright.server.tables.cache import LiveTable
from tilewright.server.tables.commands import Command, CommandResult, command_for
from tilewright.server.tables.permissions import may_see_invite
from tilewright.server.tables.wiring import Tables
from tilewright.wire.messages import TableRequest
from tilewright.wire.tables import TableShown

__all__ = [
    "GameSource",
    "PlayerAccess",
    "RecordGameSource",
    "SeenGame",
    "TableAccess",
    "TableGameSource",
    "TheTables",
    "ThisPlayer",
    "ThisTable",
    "find_record",
    "no_record",
    "parse_record",
    "record_game",
    "show_table",
    "table_game",
]


@dataclass(frozen=True)
class TableAccess:
    """A table that a caller may see."""

    tables: Tables
    table: LiveTable
    person: str | None
    """Id of the caller; None for a caller that is not signed in."""

    def show(self, *, has_scene: bool) -> str:
        """Return the present state of the table as JSON."""
        return encode(show_table(self.tables, self.table, self.person, has_scene=has_scene))


@dataclass(frozen=True)
class PlayerAccess(TableAccess):
    """A table to which a signed-in caller may send commands."""

    identity: Identity

    @property
    def id(self) -> str:
        """The caller's id."""
        return self.identity.id

    @property
    def as_person(self) -> Person:
        """The caller as a match knows them."""
        return Person(self.identity.id, self.identity.name)

    async def execute(self, command: Command) -> CommandResult:
        """Execute a command at this table; raises what the command refuses with."""
        return await self.tables.commands.execute(self.table.id, command)

    async def execute_and_show(self, command: Command) -> str:
        """Execute a command and return the state of the table after it as JSON."""
        done = await self.execute(command)
        return encode(show_table(self.tables, done.table, self.id))

    async def request(self, request: TableRequest) -> str:
        """Execute the command of a request, as a socket would, and return the table after it."""
        return await self.execute_and_show(command_for(request, self.as_person))


def show_table(
    tables: Tables, table: LiveTable, person: str | None, *, has_scene: bool = False
) -> TableShown:
    """Return a table as `person` sees it, without another check of access."""
    match = table.match
    return TableShown(
        info=table_info(table.id, match, tables.time.now()),
        view=position_view(match, match.viewer_seat(person), PositionFormat(scene=has_scene)),
        invite=table.invite if may_see_invite(table, person) else None,
    )


async def _tables(services: TheServices) -> Tables:
    return services.tables


TheTables = Annotated[Tables, Depends(_tables)]


async def _table_access(
    table: TableId, tables: TheTables, person: OptionalPerson, invite: Invite = None
) -> TableAccess:
    known = person.id if person else None
    return TableAccess(tables, await _enter(tables, table, known, invite), known)


async def _player_access(
    table: TableId,
    services: TheServices,
    person: CurrentPerson,
    caller: TheCaller,
    invite: Invite = None,
) -> PlayerAccess:
    services.quotas.commands.take(caller)
    found = await _enter(services.tables, table, person.id, invite)
    return PlayerAccess(services.tables, found, person.id, person)


async def _enter(tables: Tables, table: str, person: str | None, invite: str | None) -> LiveTable:
    found = await tables.directory.find_visible(table, person, invite)
    await tables.sync.refresh_shared(found)  # another process may have changed it a moment ago
    return found


ThisTable = Annotated[TableAccess, Depends(_table_access)]
ThisPlayer = Annotated[PlayerAccess, Depends(_player_access)]


# --- A game from a table or a record --------------------------------------------------------------


class SeenGame(NamedTuple):
    """A game so far, and from which seat the caller may see it."""

    game: Position
    seat: Seat | None
    """None for all of a revealed game, else for a spectator's view."""
    is_revealed: bool


class GameSource(ABC):
    """A game that the caller may read; nothing is read before a method is called."""

    name: str
    """Unique among tables and records."""

    @abstractmethod
    async def see(self, seat: Seat | None) -> SeenGame:
        """Return the game so far, seen from `seat` or as the caller may see it.

        Raises:
            HiddenInformation: The caller may not look from that seat.

        """

    @abstractmethod
    async def open_position(self) -> Position:
        """Return the position with its history. Raises HiddenInformation while it has secrets."""

    @abstractmethod
    async def open_record(self) -> Record:
        """Return the record of the game. Raises HiddenInformation while it has secrets."""


# --- Tables -------------------------------------------------------------------------------------


class TableGameSource(GameSource):
    """The game of a table: open to all of its visitors once it is over and revealed."""

    def __init__(self, access: TableAccess) -> None:
        self._access, self.name = access, f"table {access.table.id}"

    async def see(self, seat: Seat | None) -> SeenGame:
        match = self._access.table.match
        viewer = viewer_seat(match, self._access.person, seat)
        return SeenGame(match.board.copy(), viewer, match.is_revealed and seat is None)

    async def open_position(self) -> Position:
        match = self._access.table.match
        check_revealed(match)
        return match.board.copy()

    async def open_record(self) -> Record:
        match = self._access.table.match
        check_revealed(match)
        return await parse_record(format_match(match))


def check_revealed(match: Match) -> None:
    """Raise HiddenInformation while something about a match is secret."""
    if not match.is_over:
        raise HiddenInformation("expected a game that is over; this one goes on")
    if not match.is_revealed:
        raise HiddenInformation("expected the day of this deal to be over; it is not")


def viewer_seat(match: Match, person: str | None, seat: Seat | None) -> Seat | None:
    """Return the seat from which a caller sees a match who asks for the view of `seat`."""
    if match.is_revealed:
        return seat
    if seat is None:
        return match.viewer_seat(person)
    if person is None or seat not in match.seats_of(person):
        raise HiddenInformation(f"expected a seat of yours until all is open; found {seat}")
    return seat


async def table_game(table: ThisTable) -> GameSource:
    """Return the game of the table that the path names."""
    return TableGameSource(table)


# --- Records ------------------------------------------------------------------------------------


class RecordGameSource(GameSource):
    """The game of a kept record. Records have no secrets."""

    def __init__(self, services: Services, record: str) -> None:
        self._services, self._record, self.name = services, record, f"record {record}"

    async def see(self, seat: Seat | None) -> SeenGame:
        return SeenGame(await self.open_position(), seat, seat is None)

    async def open_position(self) -> Position:
        return (await self.open_record()).position

    async def open_record(self) -> Record:
        return await parse_record((await find_record(self._services, self._record)).text)


async def record_game(record: RecordId, services: TheServices) -> GameSource:
    """Return the game of the record that the path names."""
    return RecordGameSource(services, record)


async def find_record(services: Services, name: str) -> store.SavedRecord:
    """Return a kept record; its name is all that a caller needs. Raises NotFound."""
    found = await services.database.read(lambda tx: store.find(tx, name))
    if found is None:
        raise no_record(name)
    return found


def no_record(name: str) -> NotFound:
    """Return the error for a record that does not exist or belongs to another person."""
    return NotFound(f"there is no record {name!r}, or it is not yours")


async def parse_record(text: str) -> Record:
    """Parse a record in a thread, since its moves are replayed. Callers must not change it."""
    return await asyncio.to_thread(_parse_cached, text)


@lru_cache(maxsize=64)
def _parse_cached(text: str) -> Record:
    return read_record(text)
