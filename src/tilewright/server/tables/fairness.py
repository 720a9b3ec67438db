"""What makes a game count: no help by whatever detour, and players who are who they seem.

A view of a running game tells its seat enough to write down a whole position like it, or a record,
and to have that analysed. So whoever plays a rated game, or a deal that others play, too, gets no
analysis of any such game until it is over.
"""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import Final

from tilewright.errors import Code, Refused
from tilewright.events import Unrated
from tilewright.server.admission import Caller
from tilewright.server.people.service import Identity
from tilewright.server.sharing import callers_elsewhere
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Database
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.rows import read_summary
from tilewright.server.tables.service import Tables

__all__ = ["check_account", "find_callers", "has_help", "refuse_help", "why_unrated"]

LOOKED_AT: Final = 200
"""Running tables of one person, the latest ones."""


async def refuse_help(database: Database, person: str, game: str) -> None:
    """Raise Refused where somebody plays such a game for something."""
    if not await has_help(database, person, game):
        message = f"you play a game of {game} that counts: analyses are there when it is over"
        raise Refused(Code.NO_HINTS, message)


async def has_help(database: Database, person: str, game: str) -> bool:
    """Whether nothing of what somebody plays forbids analyses of such games."""
    running = partial(store.tables_of, person=person, status="running", limit=LOOKED_AT)
    rows = await database.read(running)
    return not any(row.game == game and _counts(row) for row in rows)


def _counts(row: TableRow) -> bool:
    terms = read_summary(row.summary).terms
    return terms.rated or terms.is_duplicate


# --- Rated games --------------------------------------------------------------------------------


def check_account(person: Identity, *, is_rated: bool) -> None:
    """Ratings are of those who can be found again."""
    if is_rated and person.kind != "account":
        raise Refused(Code.ACCOUNTS_ONLY, "rated games are for people with an account")


async def find_callers(tables: Tables, table: LiveTable, starter: Caller) -> set[Caller]:
    """From where those come who have a seat at a table, and whoever starts it."""
    elsewhere = await callers_elsewhere(tables.exchange, table.owners | {starter.person})
    return tables.hub.callers_at(table.id) | elsewhere | {starter}


def why_unrated(callers: set[Caller], people: set[str]) -> Unrated | None:
    """What speaks against rating a game of these people, who have come from there."""
    callers = {caller for caller in callers if caller.person in people}
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for caller in callers:
        owners[caller.client].add(caller.person)
    return "address" if any(len(found) > 1 for found in owners.values()) else None
