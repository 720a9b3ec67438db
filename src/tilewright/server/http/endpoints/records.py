"""Records that people bring along: kept, shown again, replayed by ply.

A record's name is 72 random bits. Whoever knows it may read the record: that is how it is shared.
"""

from __future__ import annotations

import asyncio
import secrets
from functools import lru_cache

from tilewright.errors import NotFound
from tilewright.record import Record, read_record
from tilewright.server.http.dependencies import (
    ClientKey,
    CurrentPerson,
    TheCaller,
    TheServices,
    looks_router,
)
from tilewright.server.http.endpoints.replay import show_ply, tell_story
from tilewright.server.http.fields import (
    PathPly,
    RecordId,
    SceneQuery,
    SeatQuery,
    ThePage,
)
from tilewright.server.http.services import Services
from tilewright.server.http.structs import Body, encode, refusals, shows
from tilewright.server.storage import records as store
from tilewright.server.storage.database import Transaction
from tilewright.wire.records import (
    NewRecord,
    PlyShown,
    RecordCard,
    RecordPage,
    RecordShown,
    Story,
)

__all__ = ["find_record", "read_quietly", "router"]

router = looks_router("records")


@router.post("/records", **shows(RecordShown, 401, 403, 404, status=201))
async def keep_record(
    person: CurrentPerson, caller: TheCaller, services: TheServices, body: Body[NewRecord]
) -> str:
    """Keep a record. It is played again first: every move, the result and the end must hold.

    One that you brought along before is the same.
    """
    services.admission.records.take(caller)
    record = await read_quietly(body.text)
    name, now = secrets.token_urlsafe(9), services.tables.clock()
    new = store.Record(name, person.id, record.position.game.name, body.text, now)
    kept = await services.database.write(lambda tx: _keep_once(tx, new))
    return encode(_show(kept, record))


def _keep_once(tx: Transaction, record: store.Record) -> store.Record:
    """However often it is sent: a button may be pressed twice, an answer lost."""
    same = store.find_same(tx, record.person, record.text)
    if same is None:
        store.add(tx, record)
    return same or record


@router.get("/me/records", **shows(RecordPage, 401))
async def my_records(person: CurrentPerson, services: TheServices, page: ThePage) -> str:
    """The records that you brought along, the latest first."""
    kept = await services.database.read(
        lambda tx: store.records_of(tx, person.id, before=page.before, limit=page.limit)
    )
    cards = [RecordCard(id=one.id, game=one.game, created=one.created) for one in kept]
    return encode(RecordPage(records=cards, next=page.following([one.place for one in kept])))


@router.get("/records/{record}", **shows(RecordShown, 404))
async def get_record(record: RecordId, services: TheServices) -> str:
    """A record, by its name."""
    kept = await find_record(services, record)
    return encode(_show(kept, await read_quietly(kept.text)))


@router.delete("/records/{record}", status_code=204, responses=refusals(401, 403, 404))
async def throw_away(record: RecordId, person: CurrentPerson, services: TheServices) -> None:
    """Throw away a record of your own."""
    if not await services.database.write(lambda tx: store.remove(tx, record, person.id)):
        raise _no_record(record)


@router.get("/records/{record}/plies/{ply}", **shows(PlyShown, 404))
async def record_ply(
    record: RecordId,
    ply: PathPly,
    services: TheServices,
    seat: SeatQuery = None,
    scene: SceneQuery = False,
) -> str:
    """The position after so many moves: all of it, or as one seat saw it."""
    read = await read_quietly((await find_record(services, record)).text)
    return encode(show_ply(read.position, ply, seat, is_revealed=seat is None, has_scene=scene))


@router.get("/records/{record}/story", **shows(Story, 404))
async def record_story(
    record: RecordId, services: TheServices, client: ClientKey, seat: SeatQuery = None
) -> str:
    """All moves and what they did: all of it, or as one seat saw it."""
    services.admission.studies.take(client)
    read = await read_quietly((await find_record(services, record)).text)
    return encode(await tell_story(read.position, seat, is_revealed=seat is None))


async def find_record(services: Services, name: str) -> store.Record:
    """A record by its name, which is all one needs."""
    found = await services.database.read(lambda tx: store.find(tx, name))
    if found is None:
        raise _no_record(name)
    return found


def _no_record(name: str) -> NotFound:
    return NotFound(f"there is no record {name!r}, or it is not yours")


async def read_quietly(text: str) -> Record:
    """A record that is played again in a thread: it may be long."""
    return await asyncio.to_thread(_read, text)


@lru_cache(maxsize=64)
def _read(text: str) -> Record:
    """Whoever looks at one ply looks at the next. Nobody changes what is kept here."""
    return read_record(text)


def _show(kept: store.Record, record: Record) -> RecordShown:
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
