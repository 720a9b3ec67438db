"""Lobby routes: open, close and list tables, and find opponents for quick matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import Query

from tilewright.errors import GameOver
from tilewright.game import Seat
from tilewright.match import Match, lobby_commands
from tilewright.match.events import Event, Person
from tilewright.position import Position
from tilewright.server.accounts.service import Identity
from tilewright.server.http.dependencies import (
    CallerDep,
    CurrentPerson,
    GameQuery,
    PageDep,
    PageQuery,
    PlayedQuery,
    PlayedQueryDep,
    Services,
    ServicesDep,
    StatusQuery,
    make_counted_router,
)
from tilewright.server.http.game_source import (
    PlayerDep,
    RecordGameSource,
    TableAccess,
    TableGameSource,
    TablesDep,
    build_table_response,
)
from tilewright.server.http.responses import Body, encode, responses
from tilewright.server.http.routers.games import parse_bot_name
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.cache import LiveTable, read_summary
from tilewright.server.tables.commands import Command
from tilewright.server.tables.directory import list_filter_choices, search_history
from tilewright.server.tables.matchmaking import Matchmaker, quick_terms
from tilewright.server.tables.permissions import check_may_play_rated
from tilewright.wire.tables import (
    NewTable,
    QuickMatch,
    Start,
    TableCard,
    TablePage,
    TableShown,
)

__all__ = [
    "build_table_cards",
    "build_table_page",
    "make_bot_commands",
    "open_new_table",
    "router",
    "to_table_card",
]

router = make_counted_router("lobby")


# --- Opening tables -----------------------------------------------------------------------------


@router.post("/tables", **responses(TableShown, 401, 403, 404, 409, status=201))
async def create_table(
    person: CurrentPerson, caller: CallerDep, services: ServicesDep, body: Body[NewTable]
) -> str:
    """Open a table as its host.

    The response contains the commitment to the shuffle, and the invitation: with `?invite=` others
    can enter a table that is not listed.
    """
    services.quotas.tables.consume(caller)
    table = await open_new_table(services, person, body)
    return encode(build_table_response(services.tables, table, person.id))


async def open_new_table(
    services: Services, person: Identity, body: NewTable, invite: str | None = None
) -> LiveTable:
    """Open a table with `person` as its host.

    `invite` is the invitation of an existing room.
    """
    check_may_play_rated(person, is_rated=body.rated)
    bots = [(bot.seat, parse_bot_name(body.game, bot.bot)) for bot in body.bots]
    commands = make_bot_commands(person.id, bots)
    if body.sit:
        commands.append(_make_sit_command(person))
    start = await _load_start_position(services, person.id, body.start) if body.start else None
    terms = body.terms(start)
    return await services.tables.directory.open(
        terms, person.id, listed=body.listed, commands=commands, invite=invite
    )


def make_bot_commands(host_id: str, bots: Iterable[tuple[Seat, str]]) -> list[Command]:
    """Return the commands with which the host seats `bots`, pairs of seat and name."""
    return [partial(_bot_events, host_id, seat, name) for seat, name in bots]


def _bot_events(host_id: str, seat: Seat, name: str, match: Match, now: int) -> list[Event]:
    return lobby_commands.seat_bot(match, host_id, seat, name, now)


def _make_sit_command(person: Identity) -> Command:
    return lambda match, now: lobby_commands.sit(match, Person(person.id, person.name), now)


async def _load_start_position(services: Services, person_id: str, start: Start) -> str:
    """Return the position at which a new game starts, as text in its seat's view.

    Raises:
        GameOver: The finished game was over at that ply.
    """
    position = (await _load_finished_game(services, person_id, start)).at_ply(start.ply)
    if position.is_over:
        raise GameOver(f"the game was over at ply {start.ply}; there is nothing to play on")
    return position.view(start.seat).text


async def _load_finished_game(services: Services, person_id: str, start: Start) -> Position:
    """Load the position of the saved record or table of `start`."""
    if start.record is not None:
        return await RecordGameSource(services, start.record).load_position()
    table = await services.tables.directory.get_visible(start.table or "", person_id, start.invite)
    return await TableGameSource(TableAccess(services.tables, table, person_id)).load_position()


@router.delete("/tables/{table}", **responses(TableShown, 401, 403, 404, 409))
async def close_table(player: PlayerDep) -> str:
    """Close a table before the game starts. Only its host may do so."""
    return await player.execute_to_json(
        lambda match, now: lobby_commands.close(match, player.id, now)
    )


@router.post("/quick-match", **responses(TableShown, 401, 403, 404, 409))
async def join_quick_match(
    person: CurrentPerson, caller: CallerDep, services: ServicesDep, body: Body[QuickMatch]
) -> str:
    """Join a stranger who is waiting for such a game, or open a table and wait.

    The last seat taken starts the game. While you wait, stay subscribed to the table on a socket:
    the table closes 10 seconds after you leave. If you ask again while you wait, you get the same
    table, or one where another player has waited longer.
    """
    services.quotas.commands.consume(caller)
    check_may_play_rated(person, is_rated=body.rated)
    terms = quick_terms(body.game, body.players, is_rated=body.rated)
    matchmaker = Matchmaker(services.tables, services.quotas.tables, person, caller)
    return encode(
        build_table_response(services.tables, await matchmaker.find_table(terms), person.id)
    )


# --- Lists --------------------------------------------------------------------------------------


@router.get("/tables", **responses(TablePage))
async def list_tables(
    tables: TablesDep,
    page: PageDep,
    game: GameQuery = None,
    status: Annotated[Literal["open", "running"] | None, Query()] = None,
) -> str:
    """List the open and running public tables, latest first."""
    find = partial(store.list_lobby, game=game, status=status, before=page.before, limit=page.limit)
    rows = await tables.database.read(find)
    return encode(TablePage([to_table_card(row, None) for row in rows], _next_cursor(page, rows)))


@router.get("/me/tables", **responses(TablePage, 401))
async def list_my_tables(
    person: CurrentPerson, tables: TablesDep, query: PlayedQueryDep, status: StatusQuery = None
) -> str:
    """List the tables at which you have a seat, latest first."""
    find = partial(
        build_table_page, person_id=person.id, query=query, viewer_id=person.id, status=status
    )
    return encode(await tables.database.read(find))


def build_table_page(
    tx: Transaction, person_id: str, query: PlayedQuery, viewer_id: str | None, **filters: Any
) -> TablePage:
    """Return a page of the tables at which a person has a seat, as the viewer sees them.

    Args:
        tx: The transaction to read in.
        person_id: The player's id.
        query: Page and filters.
        viewer_id: The caller's id; None for anonymous callers.
        filters: Further conditions, passed to the store.
    """
    page, game = query.page, query.game
    rows = search_history(
        tx, person_id, query.conditions, page.limit, **filters, game=game, before=page.before
    )
    choices = list_filter_choices(tx, person_id, **filters) if query.choices else None
    return TablePage(
        build_table_cards(tx, person_id, rows, viewer_id), _next_cursor(page, rows), choices
    )


def build_table_cards(
    tx: Transaction, person_id: str, rows: list[TableRow], viewer_id: str | None
) -> list[TableCard]:
    """Return the list entries of a person's tables, each with the person's seats."""
    seats = store.list_seats_by_table(tx, person_id, [row.id for row in rows])
    return [to_table_card(row, viewer_id, seats.get(row.id, [])) for row in rows]


def _next_cursor(page: PageQuery, rows: list[TableRow]) -> str | None:
    return page.next_cursor([row.page_key for row in rows])


def to_table_card(row: TableRow, viewer_id: str | None, seats: Sequence[Seat] = ()) -> TableCard:
    """Convert a table to its list entry, as the viewer sees it."""
    summary = read_summary(row.summary)
    return TableCard(
        id=row.id,
        status=row.status,
        host=row.host,
        terms=summary.terms,
        chairs=summary.chairs,
        ply=summary.ply,
        outcome=summary.outcome,
        is_my_turn=viewer_id is not None and row.mover_id == viewer_id,
        seats=list(seats),
        created=row.created,
        updated=row.updated,
    )
