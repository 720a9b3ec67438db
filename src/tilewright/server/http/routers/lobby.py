"""Lobby routes: open, close and list tables, and find an opponent in a quick match."""

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
    counted_router,
)
from tilewright.server.http.game_source import (
    PlayerDep,
    RecordGameSource,
    TableAccess,
    TableGameSource,
    TablesDep,
    show_table,
)
from tilewright.server.http.responses import Body, encode, responses
from tilewright.server.http.routers.games import find_bot
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.cache import read_summary
from tilewright.server.tables.commands import Command
from tilewright.server.tables.directory import filter_options, search_history
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

__all__ = ["find_played", "router", "seat_bots", "to_card", "to_cards"]

router = counted_router("lobby")


# --- Opening tables -----------------------------------------------------------------------------


@router.post("/tables", **responses(TableShown, 401, 403, 404, 409, status=201))
async def create_table(
    person: CurrentPerson, caller: CallerDep, services: ServicesDep, body: Body[NewTable]
) -> str:
    """Open a table as its host.

    The response contains the commitment to the shuffle, and the invitation: with `?invite=` others
    can enter a table that is not listed.
    """
    services.quotas.tables.take(caller)
    check_may_play_rated(person, is_rated=body.rated)
    bots = [(bot.seat, find_bot(body.game, bot.bot)) for bot in body.bots]
    commands = seat_bots(person.id, bots)
    if body.sit:
        commands.append(_sit(person))
    start = await _find_start_position(services, person.id, body.start) if body.start else None
    terms = body.terms(start)
    table = await services.tables.directory.open(
        terms, person.id, listed=body.listed, commands=commands
    )
    return encode(show_table(services.tables, table, person.id))


def seat_bots(host: str, bots: Iterable[tuple[Seat, str]]) -> list[Command]:
    """Return the host's commands that seat bots, given by seat and full name."""
    return [partial(_seat_bot, host, seat, name) for seat, name in bots]


def _seat_bot(host: str, seat: Seat, name: str, match: Match, now: int) -> list[Event]:
    return lobby_commands.seat_bot(match, host, seat, name, now)


def _sit(person: Identity) -> Command:
    return lambda match, now: lobby_commands.sit(match, Person(person.id, person.name), now)


async def _find_start_position(services: Services, person: str, start: Start) -> str:
    """Return the starting position, as text, of a new game that continues a finished one."""
    position = (await _load_finished_game(services, person, start)).at_ply(start.ply)
    if position.is_over:
        raise GameOver(f"the game was over at ply {start.ply}; there is nothing to play on")
    return position.view(start.seat).text


async def _load_finished_game(services: Services, person: str, start: Start) -> Position:
    if start.record is not None:
        return await RecordGameSource(services, start.record).load_position()
    table = await services.tables.directory.find_visible(start.table or "", person, start.invite)
    return await TableGameSource(TableAccess(services.tables, table, person)).load_position()


@router.delete("/tables/{table}", **responses(TableShown, 401, 403, 404, 409))
async def close_table(player: PlayerDep) -> str:
    """Close a table before the game starts. Only its host may do so."""
    return await player.execute_and_show(
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
    services.quotas.commands.take(caller)
    check_may_play_rated(person, is_rated=body.rated)
    terms = quick_terms(body.game, body.players, is_rated=body.rated)
    matchmaker = Matchmaker(services.tables, services.quotas.tables, person, caller)
    return encode(show_table(services.tables, await matchmaker.find(terms), person.id))


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
    return encode(TablePage([to_card(row, None) for row in rows], _next_cursor(page, rows)))


@router.get("/me/tables", **responses(TablePage, 401))
async def list_my_tables(
    person: CurrentPerson, tables: TablesDep, query: PlayedQueryDep, status: StatusQuery = None
) -> str:
    """List the tables at which you have a seat, latest first."""
    find = partial(find_played, person=person.id, query=query, viewer=person.id, status=status)
    return encode(await tables.database.read(find))


def find_played(
    tx: Transaction, person: str, query: PlayedQuery, viewer: str | None, **where: Any
) -> TablePage:
    """Return a page of the tables at which `person` has a seat, as `viewer` sees them.

    Args:
        tx: The transaction to read in.
        person: The player's id.
        query: Page and filters.
        viewer: The caller's id; None for anonymous callers.
        where: Further conditions, passed to the store.
    """
    page, game = query.page, query.game
    rows = search_history(
        tx, person, query.conditions, page.limit, **where, game=game, before=page.before
    )
    choices = filter_options(tx, person, **where) if query.choices else None
    return TablePage(to_cards(tx, person, rows, viewer), _next_cursor(page, rows), choices)


def to_cards(
    tx: Transaction, person: str, rows: list[TableRow], viewer: str | None
) -> list[TableCard]:
    """Return the list entries for tables of `person`, with the person's seats."""
    seats = store.list_seats_by_table(tx, person, [row.id for row in rows])
    return [to_card(row, viewer, seats.get(row.id, [])) for row in rows]


def _next_cursor(page: PageQuery, rows: list[TableRow]) -> str | None:
    return page.next_cursor([row.page_key for row in rows])


def to_card(row: TableRow, viewer: str | None, seats: Sequence[Seat] = ()) -> TableCard:
    """Return the list entry for a table, as `viewer` sees it."""
    summary = read_summary(row.summary)
    return TableCard(
        id=row.id,
        status=row.status,
        host=row.host,
        terms=summary.terms,
        chairs=summary.chairs,
        ply=summary.ply,
        outcome=summary.outcome,
        is_my_turn=viewer is not None and row.mover_id == viewer,
        seats=list(seats),
        created=row.created,
        updated=row.updated,
    )
