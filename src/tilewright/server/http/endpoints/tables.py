"""Tables over HTTP: opening, finding, looking at one, its log, giving it up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Annotated, Any, Final, Literal

from fastapi import Query

from tilewright.events import Event, Person
from tilewright.game import Seat
from tilewright.match import Match, seating
from tilewright.server.http.dependencies import CurrentPerson, TheCaller, TheServices, looks_router
from tilewright.server.http.endpoints.games import find_bot
from tilewright.server.http.fields import (
    GameQuery,
    PageQuery,
    PlayedQuery,
    SceneQuery,
    StatusQuery,
    ThePage,
    ThePlayed,
)
from tilewright.server.http.starts import read_start
from tilewright.server.http.structs import Body, encode, shows
from tilewright.server.http.visits import TheTables, ThisPlayer, ThisVisit, show
from tilewright.server.people.service import Identity
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.fairness import check_account
from tilewright.server.tables.played import find_choices, tables_sought
from tilewright.server.tables.rows import read_summary
from tilewright.server.tables.service import Wish
from tilewright.wire.tables import EventLog, NewTable, TableCard, TablePage, TableShown

__all__ = ["cards_of", "find_played", "router", "seat_bots", "show_card"]

router = looks_router("tables")

MAX_EVENTS: Final = 500
"""On one page of a log."""


# --- Opening ------------------------------------------------------------------------------------


@router.post("/tables", **shows(TableShown, 401, 403, 404, 409, status=201))
async def open_table(
    person: CurrentPerson, caller: TheCaller, services: TheServices, body: Body[NewTable]
) -> str:
    """Open a table; you are its host.

    The answer has the commitment to the shuffle, and the invitation: `?invite=` lets others in
    where the table is not listed.
    """
    services.admission.tables.take(caller)
    check_account(person, is_rated=body.rated)
    bots = [(bot.seat, find_bot(body.game, bot.bot)) for bot in body.bots]
    wishes = seat_bots(person.id, bots)
    if body.sit:
        wishes.append(_sit(person))
    start = await read_start(services, person.id, body.start) if body.start else None
    terms = body.terms(start)
    table = await services.tables.open(terms, person.id, listed=body.listed, wishes=wishes)
    return encode(await show(services.tables, table, person.id))


def seat_bots(host: str, bots: Iterable[tuple[Seat, str]]) -> list[Wish]:
    """A host's wishes to see bots on seats."""
    return [partial(_seat_bot, host, seat, name) for seat, name in bots]


def _seat_bot(host: str, seat: Seat, name: str, match: Match, now: int) -> list[Event]:
    return seating.seat_bot(match, host, seat, name, now)


def _sit(person: Identity) -> Wish:
    return lambda match, now: seating.sit(match, Person(person.id, person.name), now)


@router.delete("/tables/{table}", **shows(TableShown, 401, 403, 404, 409))
async def close_table(player: ThisPlayer) -> str:
    """Give up a table before the game has begun; only its host may."""
    return await player.do_and_show(lambda match, now: seating.close(match, player.id, now))


# --- Finding ------------------------------------------------------------------------------------


@router.get("/tables", **shows(TablePage))
async def lobby(
    tables: TheTables,
    page: ThePage,
    game: GameQuery = None,
    status: Annotated[Literal["open", "running"] | None, Query()] = None,
) -> str:
    """The listed tables that are open or running, the latest first."""
    look = partial(store.lobby, game=game, status=status, before=page.before, limit=page.limit)
    rows = await tables.database.read(look)
    return encode(TablePage([show_card(row, None) for row in rows], _following(page, rows)))


@router.get("/me/tables", **shows(TablePage, 401))
async def my_tables(
    person: CurrentPerson, tables: TheTables, asked: ThePlayed, status: StatusQuery = None
) -> str:
    """The tables at which you have a seat, the latest first."""
    find = partial(find_played, person=person.id, asked=asked, viewer=person.id, status=status)
    return encode(await tables.database.read(find))


def find_played(
    tx: Transaction, person: str, asked: PlayedQuery, viewer: str | None, **where: Any
) -> TablePage:
    """Tables of somebody, as somebody sees them; ``where`` as for the store."""
    page, game = asked.page, asked.game
    rows = tables_sought(
        tx, person, asked.sought, page.limit, **where, game=game, before=page.before
    )
    choices = find_choices(tx, person, **where) if asked.choices else None
    return TablePage(cards_of(tx, person, rows, viewer), _following(page, rows), choices)


def cards_of(
    tx: Transaction, person: str, rows: list[TableRow], viewer: str | None
) -> list[TableCard]:
    """Tables of somebody in a list, with their seats there."""
    seats = store.seats_among(tx, person, [row.id for row in rows])
    return [show_card(row, viewer, seats.get(row.id, [])) for row in rows]


def _following(page: PageQuery, rows: list[TableRow]) -> str | None:
    return page.following([row.place for row in rows])


def show_card(row: TableRow, person: str | None, seats: Sequence[Seat] = ()) -> TableCard:
    """A table in a list, as somebody sees it."""
    summary = read_summary(row.summary)
    return TableCard(
        id=row.id,
        status=row.status,
        host=row.host,
        terms=summary.terms,
        chairs=summary.chairs,
        ply=summary.ply,
        outcome=summary.outcome,
        is_my_turn=person is not None and row.mover_id == person,
        seats=list(seats),
        created=row.created,
        updated=row.updated,
    )


# --- Looking ------------------------------------------------------------------------------------


@router.get("/tables/{table}", **shows(TableShown, 401, 404))
async def look_at_table(visit: ThisVisit, scene: SceneQuery = False) -> str:
    """A table, and its position as you may see it: as your seat, or as a spectator."""
    return await visit.show(has_scene=scene)


@router.get("/tables/{table}/events", **shows(EventLog, 401, 404))
async def table_events(
    visit: ThisVisit,
    since: Annotated[int, Query(ge=0, le=2**31, description="You know the first so many.")] = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_EVENTS)] = MAX_EVENTS,
) -> str:
    """The log of a table, page by page. It holds nothing secret; the match is the sum of it."""
    events = await visit.tables.events(visit.table.id, since, limit)
    return encode(EventLog(events, since + limit if len(events) == limit else None))
