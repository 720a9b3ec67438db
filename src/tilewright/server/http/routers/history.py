"""Game history routes: events, positions by ply, moves with effects, and records.

A record is shared by its id, which has 72 random bits: callers who know it may read the record.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Annotated, Final

from fastapi import Depends, Query
from fastapi.responses import PlainTextResponse
from msgspec import UNSET

from tilewright.errors import Code, Refused
from tilewright.game import Action
from tilewright.match import format_match
from tilewright.position import Position
from tilewright.records.record import Record, normalize_record, read_record
from tilewright.server.http.dependencies import (
    CallerDep,
    ClientKey,
    CurrentPerson,
    PageDep,
    PathPly,
    RecordId,
    SceneQuery,
    SeatQuery,
    ServicesDep,
    make_counted_router,
)
from tilewright.server.http.game_source import (
    GameSource,
    GameView,
    TableDep,
    get_record_by_id,
    parse_record,
    record_game,
    record_not_found,
    table_game,
)
from tilewright.server.http.responses import Body, encode, error_responses, responses
from tilewright.server.presenters import MoveRange, list_played_moves, raw_json, visible_position
from tilewright.server.storage import records as store
from tilewright.server.storage.database import Transaction
from tilewright.wire.moves import Effect
from tilewright.wire.records import (
    MoveHistory,
    NewRecord,
    PlyShown,
    RecordCard,
    RecordPage,
    RecordShown,
)
from tilewright.wire.tables import EventLog

__all__ = ["describe_moves", "describe_ply", "router"]

router = make_counted_router("history")

MAX_EVENTS: Final = 500
"""Events per page."""
MAX_RECORD_BYTES: Final = 20_000_000
"""Total size of a person's records."""


# --- Plies and moves, of tables and records -----------------------------------------------------


def add_routes(kind: str, source: Callable[..., Awaitable[GameSource]], *statuses: int) -> None:
    """Add the history routes for the games of one kind of source.

    Args:
        kind: ``table`` or ``record``, as in the path.
        source: The dependency that returns the game.
        statuses: Error statuses that the routes may return.
    """
    path = f"/{kind}s/{{{kind}}}"
    this_game = Depends(source)

    @router.get(f"{path}/plies/{{ply}}", name=f"get_{kind}_ply", **responses(PlyShown, *statuses))
    async def get_ply(
        ply: PathPly,
        game: GameSource = this_game,
        seat: SeatQuery = None,
        scene: SceneQuery = False,
    ) -> str:
        """Return the position after `ply` moves.

        In a running game: as you saw it, from your own seat or as a spectator. In a finished
        game or a record: all of it, or as any one seat saw it.
        """
        return encode(describe_ply(await game.load_view(seat), ply, has_scene=scene))

    @router.get(f"{path}/story", name=f"list_{kind}_moves", **responses(MoveHistory, *statuses))
    async def list_moves(
        client: ClientKey,
        services: ServicesDep,
        game: GameSource = this_game,
        seat: SeatQuery = None,
    ) -> str:
        """List the moves so far with their effects, as visible to you."""
        services.quotas.studies.consume(client)
        return encode(await describe_moves(await game.load_view(seat)))


add_routes("table", table_game, 401, 403, 404, 409)
add_routes("record", record_game, 404)


async def describe_moves(game_view: GameView) -> MoveHistory:
    """Return all moves of a game with their effects, computed in a thread."""
    game, seat, is_revealed = game_view
    moves = MoveRange.last(game, len(game.actions))
    played = await asyncio.to_thread(list_played_moves, moves, seat, is_revealed=is_revealed)
    return MoveHistory(game.first_ply, game.ply, played)


def describe_ply(game_view: GameView, ply: int, *, has_scene: bool = False) -> PlyShown:
    """Return the position after `ply` moves, and the next move if there is one."""
    game, seat, is_revealed = game_view
    position, following = game.at_ply(ply), game.actions[ply - game.first_ply :]
    view = visible_position(position, seat, is_revealed=is_revealed)
    has_legal = is_revealed or seat == position.mover
    return PlyShown(
        seat=seat,
        ply=ply,
        first=game.first_ply,
        plies=game.ply,
        mover=position.mover,
        is_over=position.is_over,
        position=view.text,
        legal=list(view.legal_moves) if has_legal else None,
        move=position.format_move(following[0]) if following else None,
        scene=raw_json(view.scene_json()) if has_scene else UNSET,
        effect=_next_effect(view, following) if has_scene else UNSET,
    )


def _next_effect(view: Position, following: list[Action]) -> Effect | None:
    return view.effect(following[0]) if following else None


# --- Logs and records of tables -----------------------------------------------------------------


@router.get("/tables/{table}/events", **responses(EventLog, 401, 404))
async def list_events(
    table: TableDep,
    since: Annotated[int, Query(ge=0, le=2**31, description="Events to skip.")] = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_EVENTS)] = MAX_EVENTS,
) -> str:
    """List a table's events, page by page. They contain no secrets."""
    events = await table.tables.directory.read_events(table.table.id, since, limit)
    return encode(EventLog(events, since + limit if len(events) == limit else None))


@router.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses=error_responses(401, 403, 404, 409),
)
async def get_table_record(table: TableDep) -> str:
    """Return the game's record as text, once the game is over: a record contains the seed."""
    return format_match(table.table.match)


# --- Saved records ------------------------------------------------------------------------------


@router.post("/records", **responses(RecordShown, 401, 403, 404, 409, status=201))
async def create_record(
    person: CurrentPerson, caller: CallerDep, services: ServicesDep, body: Body[NewRecord]
) -> str:
    """Save a record. It is replayed first, to verify every move, the result and the end.

    It is saved in Tilewright's own format, with the first 1,000 characters of its remarks. A
    record that you already have is not saved twice.
    """
    services.quotas.records.consume(caller)
    record, text = await asyncio.to_thread(_parse_and_normalize, body.text)
    record_id, now = secrets.token_urlsafe(9), services.tables.time.now()
    new = store.SavedRecord(record_id, person.id, record.position.game.name, text, now)
    saved = await services.database.write(lambda tx: _save_once(tx, new))
    return encode(_to_record_response(saved, record))


def _parse_and_normalize(text: str) -> tuple[Record, str]:
    record = read_record(text)
    return record, normalize_record(text, record)


def _save_once(tx: Transaction, record: store.SavedRecord) -> store.SavedRecord:
    """Store a record, or find an equal one of the same person. Return the stored record.

    Raises:
        Refused: The person's records would exceed `MAX_RECORD_BYTES`.
    """
    same = store.find_by_text(tx, record.person, record.text)
    if same is not None:
        return same
    if store.count_bytes(tx, record.person) + len(record.text) > MAX_RECORD_BYTES:
        most = f"expected at most {MAX_RECORD_BYTES:,} bytes of your records: delete some"
        raise Refused(Code.RECORDS_FULL, most)
    store.add(tx, record)
    return record


@router.get("/me/records", **responses(RecordPage, 401))
async def list_my_records(person: CurrentPerson, services: ServicesDep, page: PageDep) -> str:
    """List your records, latest first."""
    found = await services.database.read(
        lambda tx: store.list_heads(tx, person.id, before=page.before, limit=page.limit)
    )
    cards = [RecordCard(id=one.id, game=one.game, created=one.created) for one in found]
    return encode(RecordPage(records=cards, next=page.next_cursor([one.page_key for one in found])))


@router.get("/records/{record}", **responses(RecordShown, 404))
async def get_record(record: RecordId, services: ServicesDep) -> str:
    """Return a record by its id."""
    saved = await get_record_by_id(services, record)
    return encode(_to_record_response(saved, await parse_record(saved.text)))


@router.delete("/records/{record}", status_code=204, responses=error_responses(401, 403, 404))
async def delete_record(record: RecordId, person: CurrentPerson, services: ServicesDep) -> None:
    """Delete one of your records."""
    if not await services.database.write(lambda tx: store.remove(tx, record, person.id)):
        raise record_not_found(record)


def _to_record_response(saved: store.SavedRecord, record: Record) -> RecordShown:
    """Build the response for a record."""
    outcome = record.outcome
    return RecordShown(
        id=saved.id,
        game=saved.game,
        created=saved.created,
        players=record.position.players,
        plies=len(record.position.moves),
        seats=list(record.seats),
        scores=list(outcome.scores) if outcome else None,
        places=list(outcome.places) if outcome else None,
        text=saved.text,
    )
