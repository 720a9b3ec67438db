"""Routes of games as they went: events, positions by ply, moves with effects, and records.

A record's name is 72 random bits. A caller who knows it may read the record: that is how records
are shared.
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
    ClientKey,
    CurrentPerson,
    PathPly,
    RecordId,
    SceneQuery,
    SeatQuery,
    TheCaller,
    ThePage,
    TheServices,
    counted_router,
)
from tilewright.server.http.game_source import (
    GameSource,
    SeenGame,
    ThisTable,
    find_record,
    no_record,
    parse_record,
    record_game,
    table_game,
)
from tilewright.server.http.responses import Body, encode, error_responses, responses
from tilewright.server.presenters import MoveRange, move_effects, raw_json, visible_position
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

router = counted_router("history")

MAX_EVENTS: Final = 500
"""Events on one page of a log."""
MAX_RECORD_BYTES: Final = 20_000_000
"""Bytes of all records that one person keeps."""


# --- Plies and moves, of tables and records -----------------------------------------------------


def add_routes(kind: str, source: Callable[..., Awaitable[GameSource]], *statuses: int) -> None:
    """Mount the routes that read a game below the path of its source.

    Args:
        kind: ``table`` or ``record``, as in the path.
        source: The dependency that finds the game.
        statuses: With which the routes may refuse.

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

        While the game goes on: as you saw it, from your own seat or as a spectator. After the
        game, and in a record: all of it, or as any one seat saw it.
        """
        return encode(describe_ply(await game.see(seat), ply, has_scene=scene))

    @router.get(f"{path}/story", name=f"list_{kind}_moves", **responses(MoveHistory, *statuses))
    async def list_moves(
        client: ClientKey,
        services: TheServices,
        game: GameSource = this_game,
        seat: SeatQuery = None,
    ) -> str:
        """List the moves so far with their effects, seen as a single ply is."""
        services.quotas.studies.take(client)
        return encode(await describe_moves(await game.see(seat)))


add_routes("table", table_game, 401, 403, 404, 409)
add_routes("record", record_game, 404)


async def describe_moves(seen: SeenGame) -> MoveHistory:
    """Return all moves of a game with their effects; computed in a thread."""
    game, seat, is_revealed = seen
    moves = MoveRange.last(game, len(game.actions))
    played = await asyncio.to_thread(move_effects, moves, seat, is_revealed=is_revealed)
    return MoveHistory(game.first_ply, game.ply, played)


def describe_ply(seen: SeenGame, ply: int, *, has_scene: bool = False) -> PlyShown:
    """Return the position after `ply` moves, and the move that followed."""
    game, seat, is_revealed = seen
    then, following = game.at_ply(ply), game.actions[ply - game.first_ply :]
    view = visible_position(then, seat, is_revealed=is_revealed)
    has_legal = is_revealed or seat == then.mover
    return PlyShown(
        seat=seat,
        ply=ply,
        first=game.first_ply,
        plies=game.ply,
        mover=then.mover,
        is_over=then.is_over,
        position=view.text,
        legal=list(view.legal_moves) if has_legal else None,
        move=then.format_move(following[0]) if following else None,
        scene=raw_json(view.scene_json()) if has_scene else UNSET,
        effect=_next_effect(view, following) if has_scene else UNSET,
    )


def _next_effect(view: Position, following: list[Action]) -> Effect | None:
    return view.effect(following[0]) if following else None


# --- Logs and records of tables -----------------------------------------------------------------


@router.get("/tables/{table}/events", **responses(EventLog, 401, 404))
async def list_events(
    table: ThisTable,
    since: Annotated[int, Query(ge=0, le=2**31, description="Events to skip.")] = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_EVENTS)] = MAX_EVENTS,
) -> str:
    """List the events of a table, page by page. They hold no secret; the match is their sum."""
    events = await table.tables.directory.read_events(table.table.id, since, limit)
    return encode(EventLog(events, since + limit if len(events) == limit else None))


@router.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses=error_responses(401, 403, 404, 409),
)
async def get_table_record(table: ThisTable) -> str:
    """Return the whole game as text. Only once it is over: a record tells the seed."""
    return format_match(table.table.match)


# --- Kept records -------------------------------------------------------------------------------


@router.post("/records", **responses(RecordShown, 401, 403, 404, 409, status=201))
async def create_record(
    person: CurrentPerson, caller: TheCaller, services: TheServices, body: Body[NewRecord]
) -> str:
    """Keep a record. It is replayed first: every move, the result and the end must hold.

    It is kept as Tilewright writes records, after the first 1,000 characters of its remarks. A
    record that you keep already is not kept twice.
    """
    services.quotas.records.take(caller)
    record, text = await asyncio.to_thread(_normalize, body.text)
    name, now = secrets.token_urlsafe(9), services.tables.time.now()
    new = store.SavedRecord(name, person.id, record.position.game.name, text, now)
    kept = await services.database.write(lambda tx: _keep_once(tx, new))
    return encode(_describe(kept, record))


def _normalize(text: str) -> tuple[Record, str]:
    record = read_record(text)
    return record, normalize_record(text, record)


def _keep_once(tx: Transaction, record: store.SavedRecord) -> store.SavedRecord:
    """Store a record and return it, or return the equal one that the person keeps already."""
    same = store.find_by_text(tx, record.person, record.text)
    if same is not None:
        return same
    if store.count_bytes(tx, record.person) + len(record.text) > MAX_RECORD_BYTES:
        most = f"expected at most {MAX_RECORD_BYTES:,} bytes of your records: delete some"
        raise Refused(Code.RECORDS_FULL, most)
    store.add(tx, record)
    return record


@router.get("/me/records", **responses(RecordPage, 401))
async def list_my_records(person: CurrentPerson, services: TheServices, page: ThePage) -> str:
    """List the records that you keep, the latest first."""
    kept = await services.database.read(
        lambda tx: store.list_heads(tx, person.id, before=page.before, limit=page.limit)
    )
    cards = [RecordCard(id=one.id, game=one.game, created=one.created) for one in kept]
    return encode(RecordPage(records=cards, next=page.next_cursor([one.page_key for one in kept])))


@router.get("/records/{record}", **responses(RecordShown, 404))
async def get_record(record: RecordId, services: TheServices) -> str:
    """Return a record by its name."""
    kept = await find_record(services, record)
    return encode(_describe(kept, await parse_record(kept.text)))


@router.delete("/records/{record}", status_code=204, responses=error_responses(401, 403, 404))
async def delete_record(record: RecordId, person: CurrentPerson, services: TheServices) -> None:
    """Delete a record of your own."""
    if not await services.database.write(lambda tx: store.remove(tx, record, person.id)):
        raise no_record(record)


def _describe(kept: store.SavedRecord, record: Record) -> RecordShown:
    outcome = record.outcome
    return RecordShown(
        id=kept.id,
        game=kept.game,
        created=kept.created,
        players=record.position.players,
        plies=len(record.position.moves),
        seats=list(record.seats),
        scores=list(outcome.scores) if outcome else None,
        places=list(outcome.places) if outcome else None,
        text=kept.text,
    )
