"""The table that a path names, for a caller that may see it, and for one that may send commands.

`tilewright.server.tables.permissions` decides who may see a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from tilewright.match.events import Person
from tilewright.server.accounts.service import Identity
from tilewright.server.http.dependencies import (
    CurrentPerson,
    OptionalPerson,
    TheCaller,
    TheServices,
)
from tilewright.server.http.msgspec_support import encode
from tilewright.server.http.params import Invite, TableId
from tilewright.server.presenters import PositionFormat, position_view, table_info
from tilewright.server.tables.cache import LiveTable
from tilewright.server.tables.commands import Command, CommandResult, command_for
from tilewright.server.tables.permissions import may_see_invite
from tilewright.server.tables.wiring import Tables
from tilewright.wire.messages import TableRequest
from tilewright.wire.tables import TableShown

__all__ = [
    "PlayerAccess",
    "TableAccess",
    "TheTables",
    "ThisPlayer",
    "ThisTable",
    "show_table",
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
