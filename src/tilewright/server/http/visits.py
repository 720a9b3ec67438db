"""Who stands at which table: the one place where it is decided who may see one.

A table that is not listed shows itself to its host, to those seated or expected there, and to
whoever has its invitation. For all others there is no such table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec
from fastapi import Depends

from tilewright.server.http.dependencies import (
    CurrentPerson,
    OptionalPerson,
    TheCaller,
    TheServices,
)
from tilewright.server.http.fields import Invite, TableId
from tilewright.server.http.structs import encode
from tilewright.server.people.service import Identity
from tilewright.server.tables.fairness import has_help
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.service import Done, Tables, Wish
from tilewright.server.views import Form, describe, look
from tilewright.wire.tables import TableShown

__all__ = ["PlayerVisit", "TheTables", "ThisPlayer", "ThisVisit", "Visit", "show"]


@dataclass(frozen=True)
class Visit:
    """Somebody at a table that they may see."""

    tables: Tables
    table: LiveTable
    person: str | None

    async def show(self, *, has_scene: bool) -> str:
        """How the table stands now; to a page also whether its reader may have help."""
        shown = await show(self.tables, self.table, self.person, has_scene=has_scene)
        if not has_scene or self.person is None:
            return encode(shown)
        is_helped = await has_help(self.tables.database, self.person, shown.info.terms.game)
        return encode(msgspec.structs.replace(shown, has_help=is_helped))


@dataclass(frozen=True)
class PlayerVisit(Visit):
    """Somebody with a name, who may have wishes."""

    identity: Identity

    @property
    def id(self) -> str:
        return self.identity.id

    async def do(self, wish: Wish) -> Done:
        """Let a wish come true; refused in words otherwise."""
        return await self.tables.do(self.table.id, wish)

    async def do_and_show(self, wish: Wish) -> str:
        """And how the table stands then."""
        done = await self.do(wish)
        return encode(await show(self.tables, done.table, self.id))


async def show(
    tables: Tables, table: LiveTable, person: str | None, *, has_scene: bool = False
) -> TableShown:
    """A table as somebody sees it who may see it."""
    async with tables.reading(table) as match:
        return TableShown(
            info=describe(table.id, match, tables.clock()),
            view=look(match, match.seen_as(person), Form(scene=has_scene)),
            invite=table.invite if table.may_invite(person) else None,
        )


async def _tables(services: TheServices) -> Tables:
    return services.tables


TheTables = Annotated[Tables, Depends(_tables)]


async def _visit(
    table: TableId, tables: TheTables, person: OptionalPerson, invite: Invite = None
) -> Visit:
    known = person.id if person else None
    return Visit(tables, await _enter(tables, table, known, invite), known)


async def _player(
    table: TableId,
    services: TheServices,
    person: CurrentPerson,
    caller: TheCaller,
    invite: Invite = None,
) -> PlayerVisit:
    services.admission.wishes.take(caller)
    found = await _enter(services.tables, table, person.id, invite)
    return PlayerVisit(services.tables, found, person.id, person)


async def _enter(tables: Tables, table: str, person: str | None, invite: str | None) -> LiveTable:
    found = await tables.enter(table, person, invite)
    if tables.database.is_shared:
        await tables.refresh(found)  # another process may have changed it a moment ago
    return found


ThisVisit = Annotated[Visit, Depends(_visit)]
ThisPlayer = Annotated[PlayerVisit, Depends(_player)]
