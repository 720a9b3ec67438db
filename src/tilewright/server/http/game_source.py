"""Access to the table or the game named in a path. A game comes from a table or a saved record.

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
from tilewright.server.presenters import PositionFormat, build_table_info, build_view
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
    "build_table_response",
    "get_record_by_id",
    "parse_record",
    "record_game",
    "record_not_found",
    "table_game",
]


@dataclass(frozen=True)
class TableAccess:
    """A table that the caller may see."""

    tables: Tables
    table: LiveTable
    person: str | None
    """The caller's id; None if they are not signed in."""

    def to_json(self, *, has_scene: bool) -> str:
        """Encode the current state of the table as JSON."""
        return encode(
            build_table_response(self.tables, self.table, self.person, has_scene=has_scene)
        )


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
        """Execute a command at this table. Raises the error of a refused command."""
        return await self.tables.commands.execute(self.table.id, command)

    async def execute_to_json(self, command: Command) -> str:
        """Execute a command, then return the state of the table as JSON."""
        result = await self.execute(command)
        return encode(build_table_response(self.tables, result.table, self.id))

    async def execute_request(self, request: TableRequest) -> str:
        """Execute a request as on the socket, then return the state of the table as JSON."""
        return await self.execute_to_json(command_for(request, self.as_person))


def build_table_response(
    tables: Tables, table: LiveTable, viewer_id: str | None, *, has_scene: bool = False
) -> TableShown:
    """Return a table as the viewer sees it. Does not check access to the table."""
    match = table.match
    return TableShown(
        info=build_table_info(table.id, match, tables.time.now()),
        view=build_view(match, match.viewer_seat(viewer_id), PositionFormat(scene=has_scene)),
        invite=table.invite if may_see_invite(table, viewer_id) else None,
    )


async def _get_tables(services: ServicesDep) -> Tables:
    return services.tables


TablesDep = Annotated[Tables, Depends(_get_tables)]


async def _get_table_access(
    table: TableId, tables: TablesDep, person: OptionalPerson, invite: Invite = None
) -> TableAccess:
    """Return access to the table in the path. Raises NotFound if the caller may not see it."""
    person_id = person.id if person else None
    found = await _get_current_table(tables, table, person_id, invite)
    return TableAccess(tables, found, person_id)


async def _get_player_access(
    table: TableId,
    services: ServicesDep,
    person: CurrentPerson,
    caller: CallerDep,
    invite: Invite = None,
) -> PlayerAccess:
    """Count the request and return a signed-in caller's access to the table in the path.

    Raises:
        NotFound: There is no such table, or the caller may not see it.
    """
    services.quotas.commands.consume(caller)
    found = await _get_current_table(services.tables, table, person.id, invite)
    return PlayerAccess(services.tables, found, person.id, person)


async def _get_current_table(
    tables: Tables, table_id: str, viewer_id: str | None, invite: str | None
) -> LiveTable:
    """Return a table that the viewer may see, up to date with other processes.

    Raises:
        NotFound: There is no such table, or the viewer may not see it.
    """
    found = await tables.directory.get_visible(table_id, viewer_id, invite)
    await tables.sync.refresh_if_shared(found)  # another process may just have changed it
    return found


TableDep = Annotated[TableAccess, Depends(_get_table_access)]
PlayerDep = Annotated[PlayerAccess, Depends(_get_player_access)]


# --- A game from a table or a record --------------------------------------------------------------


class GameView(NamedTuple):
    """A game and the seat from which the caller may see it."""

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
        """Load the game as seen from `seat` or, by default, from the caller's own seat.

        Raises:
            HiddenInformation: The caller may not see that seat's view.
        """

    @abstractmethod
    async def load_position(self) -> Position:
        """Load the position and its history.

        Raises:
            HiddenInformation: The game is not revealed.
        """

    @abstractmethod
    async def load_record(self) -> Record:
        """Load the game's record.

        Raises:
            HiddenInformation: The game is not revealed.
        """


# --- Tables -------------------------------------------------------------------------------------


class TableGameSource(GameSource):
    """The game of a table. All visitors may see all of it once it is over and revealed."""

    def __init__(self, access: TableAccess) -> None:
        self._access, self.name = access, f"table {access.table.id}"

    async def load_view(self, seat: Seat | None) -> GameView:
        """Load the game as seen from `seat` or, by default, from the caller's own seat."""
        match = self._access.table.match
        viewer = choose_viewer_seat(match, self._access.person, seat)
        return GameView(match.board.copy(), viewer, match.is_revealed and seat is None)

    async def load_position(self) -> Position:
        """Load the match's position. Raises HiddenInformation unless the match is revealed."""
        match = self._access.table.match
        check_revealed(match)
        return match.board.copy()

    async def load_record(self) -> Record:
        """Load the match's record. Raises HiddenInformation unless the match is revealed."""
        match = self._access.table.match
        check_revealed(match)
        return await parse_record(format_match(match))


def check_revealed(match: Match) -> None:
    """Raise HiddenInformation if a match is not over, or its deal is still secret."""
    if not match.is_over:
        raise HiddenInformation("expected a game that is over; this one goes on")
    if not match.is_revealed:
        raise HiddenInformation("expected the day of this deal to be over; it is not")


def choose_viewer_seat(match: Match, viewer_id: str | None, seat: Seat | None) -> Seat | None:
    """Return the seat from which the viewer sees the game.

    It is `seat` or, by default, the viewer's own. It is None for the whole of a revealed game, and
    for a spectator's view.

    Raises:
        HiddenInformation: The match is not revealed, and `seat` is not the viewer's.
    """
    if match.is_revealed:
        return seat
    if seat is None:
        return match.viewer_seat(viewer_id)
    if viewer_id is None or seat not in match.seats_of(viewer_id):
        raise HiddenInformation(f"expected a seat of yours until all is open; found {seat}")
    return seat


async def table_game(table: TableDep) -> GameSource:
    """Return the game of the table in the path."""
    return TableGameSource(table)


# --- Records ------------------------------------------------------------------------------------


class RecordGameSource(GameSource):
    """The game of a saved record. Records have no hidden information."""

    def __init__(self, services: Services, record_id: str) -> None:
        self._services, self._record, self.name = services, record_id, f"record {record_id}"

    async def load_view(self, seat: Seat | None) -> GameView:
        return GameView(await self.load_position(), seat, seat is None)

    async def load_position(self) -> Position:
        return (await self.load_record()).position

    async def load_record(self) -> Record:
        return await parse_record((await get_record_by_id(self._services, self._record)).text)


async def record_game(record: RecordId, services: ServicesDep) -> GameSource:
    """Return the game of the record in the path."""
    return RecordGameSource(services, record)


async def get_record_by_id(services: Services, record_id: str) -> store.SavedRecord:
    """Return a saved record by its id. Raises NotFound if there is no such record."""
    found = await services.database.read(lambda tx: store.find(tx, record_id))
    if found is None:
        raise record_not_found(record_id)
    return found


def record_not_found(record_id: str) -> NotFound:
    """Create the error for a record that does not exist or belongs to another person."""
    return NotFound(f"there is no record {record_id!r}, or it is not yours")


async def parse_record(text: str) -> Record:
    """Parse and replay a record in a thread.

    The result is cached. Callers must not modify it.
    """
    return await asyncio.to_thread(_parse_cached, text)


@lru_cache(maxsize=64)
def _parse_cached(text: str) -> Record:
    return read_record(text)
