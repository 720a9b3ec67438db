"""Access to the table or game named in a path; a game comes from a table or a saved record.

`tilewright.server.tables.permissions` decides who may see a table.

Routes that read a game are mounted twice, with a different dependency: `table_game` for
``/tables/{table}``, `record_game` for ``/records/{record}``.
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
    CallerDep,
    CurrentPerson,
    Invite,
    OptionalPerson,
    RecordId,
    Services,
    ServicesDep,
    TableId,
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
    "GameView",
    "PlayerAccess",
    "PlayerDep",
    "RecordGameSource",
    "TableAccess",
    "TableDep",
    "TableGameSource",
    "TablesDep",
    "find_record",
    "parse_record",
    "record_game",
    "record_not_found",
    "show_table",
    "table_game",
]


@dataclass(frozen=True)
class TableAccess:
    """A table that the caller may see."""

    tables: Tables
    table: LiveTable
    person: str | None
    """The caller's id; None if they are not signed in."""

    def show(self, *, has_scene: bool) -> str:
        """Return the current state of the table as JSON."""
        return encode(show_table(self.tables, self.table, self.person, has_scene=has_scene))


@dataclass(frozen=True)
class PlayerAccess(TableAccess):
    """A table at which the caller is signed in and may execute commands."""

    identity: Identity

    @property
    def id(self) -> str:
        """The caller's id."""
        return self.identity.id

    @property
    def as_person(self) -> Person:
        """The caller as a participant of matches."""
        return Person(self.identity.id, self.identity.name)

    async def execute(self, command: Command) -> CommandResult:
        """Execute a command at this table. Raises the command's error if it is not allowed."""
        return await self.tables.commands.execute(self.table.id, command)

    async def execute_and_show(self, command: Command) -> str:
        """Execute a command, then return the state of the table as JSON."""
        result = await self.execute(command)
        return encode(show_table(self.tables, result.table, self.id))

    async def request(self, request: TableRequest) -> str:
        """Execute a socket request, then return the state of the table as JSON."""
        return await self.execute_and_show(command_for(request, self.as_person))


def show_table(
    tables: Tables, table: LiveTable, person: str | None, *, has_scene: bool = False
) -> TableShown:
    """Return a table as `person` sees it. Does not check access."""
    match = table.match
    return TableShown(
        info=table_info(table.id, match, tables.time.now()),
        view=position_view(match, match.viewer_seat(person), PositionFormat(scene=has_scene)),
        invite=table.invite if may_see_invite(table, person) else None,
    )


async def _get_tables(services: ServicesDep) -> Tables:
    return services.tables


TablesDep = Annotated[Tables, Depends(_get_tables)]


async def _get_table_access(
    table: TableId, tables: TablesDep, person: OptionalPerson, invite: Invite = None
) -> TableAccess:
    person_id = person.id if person else None
    found = await _find_table(tables, table, person_id, invite)
    return TableAccess(tables, found, person_id)


async def _get_player_access(
    table: TableId,
    services: ServicesDep,
    person: CurrentPerson,
    caller: CallerDep,
    invite: Invite = None,
) -> PlayerAccess:
    services.quotas.commands.take(caller)
    found = await _find_table(services.tables, table, person.id, invite)
    return PlayerAccess(services.tables, found, person.id, person)


async def _find_table(
    tables: Tables, table: str, person: str | None, invite: str | None
) -> LiveTable:
    found = await tables.directory.find_visible(table, person, invite)
    await tables.sync.refresh_shared(found)  # another process may just have changed it
    return found


TableDep = Annotated[TableAccess, Depends(_get_table_access)]
PlayerDep = Annotated[PlayerAccess, Depends(_get_player_access)]


# --- A game from a table or a record --------------------------------------------------------------


class GameView(NamedTuple):
    """A game, and the seat from whose view the caller may see it."""

    game: Position
    seat: Seat | None
    """None for the whole game if it is revealed, otherwise for a spectator's view."""
    is_revealed: bool


class GameSource(ABC):
    """A game that the caller may read. The methods load it on demand."""

    name: str
    """Unique among tables and records."""

    @abstractmethod
    async def load_view(self, seat: Seat | None) -> GameView:
        """Load the game in the view of `seat`, by default in the caller's own view.

        Raises:
            HiddenInformation: The caller may not see that seat's view.
        """

    @abstractmethod
    async def load_position(self) -> Position:
        """Load the position with its history. Raises HiddenInformation unless it is revealed."""

    @abstractmethod
    async def load_record(self) -> Record:
        """Load the record of the game. Raises HiddenInformation unless it is revealed."""


# --- Tables -------------------------------------------------------------------------------------


class TableGameSource(GameSource):
    """The game of a table. All visitors may see all of it once it is over and revealed."""

    def __init__(self, access: TableAccess) -> None:
        self._access, self.name = access, f"table {access.table.id}"

    async def load_view(self, seat: Seat | None) -> GameView:
        match = self._access.table.match
        viewer = viewer_seat(match, self._access.person, seat)
        return GameView(match.board.copy(), viewer, match.is_revealed and seat is None)

    async def load_position(self) -> Position:
        match = self._access.table.match
        check_revealed(match)
        return match.board.copy()

    async def load_record(self) -> Record:
        match = self._access.table.match
        check_revealed(match)
        return await parse_record(format_match(match))


def check_revealed(match: Match) -> None:
    """Raise HiddenInformation while a match has hidden information."""
    if not match.is_over:
        raise HiddenInformation("expected a game that is over; this one goes on")
    if not match.is_revealed:
        raise HiddenInformation("expected the day of this deal to be over; it is not")


def viewer_seat(match: Match, person: str | None, seat: Seat | None) -> Seat | None:
    """Return `seat` if the caller may see its view; by default return the caller's own seat.

    Raises:
        HiddenInformation: The match is not revealed, and `seat` is not the caller's.
    """
    if match.is_revealed:
        return seat
    if seat is None:
        return match.viewer_seat(person)
    if person is None or seat not in match.seats_of(person):
        raise HiddenInformation(f"expected a seat of yours until all is open; found {seat}")
    return seat


async def table_game(table: TableDep) -> GameSource:
    """Return the game of the table in the path."""
    return TableGameSource(table)


# --- Records ------------------------------------------------------------------------------------


class RecordGameSource(GameSource):
    """The game of a saved record. Records have no hidden information."""

    def __init__(self, services: Services, record: str) -> None:
        self._services, self._record, self.name = services, record, f"record {record}"

    async def load_view(self, seat: Seat | None) -> GameView:
        return GameView(await self.load_position(), seat, seat is None)

    async def load_position(self) -> Position:
        return (await self.load_record()).position

    async def load_record(self) -> Record:
        return await parse_record((await find_record(self._services, self._record)).text)


async def record_game(record: RecordId, services: ServicesDep) -> GameSource:
    """Return the game of the record in the path."""
    return RecordGameSource(services, record)


async def find_record(services: Services, record_id: str) -> store.SavedRecord:
    """Return a saved record. Anyone who knows its id may read it. Raises NotFound."""
    found = await services.database.read(lambda tx: store.find(tx, record_id))
    if found is None:
        raise record_not_found(record_id)
    return found


def record_not_found(record_id: str) -> NotFound:
    """Create the error for a record that does not exist or belongs to another person."""
    return NotFound(f"there is no record {record_id!r}, or it is not yours")


async def parse_record(text: str) -> Record:
    """Parse and replay a record in a thread. The result is cached: callers must not modify it."""
    return await asyncio.to_thread(_parse_cached, text)


@lru_cache(maxsize=64)
def _parse_cached(text: str) -> Record:
    return read_record(text)
