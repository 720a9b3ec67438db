"""All that is kept about somebody, for them to take along."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response

from tilewright.server.http.dependencies import CurrentPerson, TheServices
from tilewright.server.http.endpoints.people import card_of
from tilewright.server.http.endpoints.ratings import show_standing
from tilewright.server.http.endpoints.tables import cards_of
from tilewright.server.http.structs import encode, shows
from tilewright.server.people.service import Identity
from tilewright.server.storage import mail, people, ratings, records, tables
from tilewright.server.storage.database import Transaction
from tilewright.wire.own import OwnData, OwnRecord, OwnSession

__all__ = ["router"]

router = APIRouter(tags=["people"])

MOST: Final = 10_000
"""Tables and records that are told; the latest."""


@router.get("/people/me/data", **shows(OwnData, 401))
async def own_data(person: CurrentPerson, services: TheServices, response: Response) -> str:
    """All that is kept about you, as a file."""
    response.headers["Content-Disposition"] = 'attachment; filename="tilewright.json"'
    return encode(await services.database.read(lambda tx: _gather(tx, person)))


def _gather(tx: Transaction, person: Identity) -> OwnData:
    rows = tables.tables_of(tx, person.id, limit=MOST)
    address = mail.find(tx, person.id)
    brought = records.records_of(tx, person.id, limit=MOST)
    return OwnData(
        person=card_of(person),
        login=people.login_of(tx, person.id),
        mail=address.address if address else None,
        sessions=_sessions(tx, person.id),
        tables=cards_of(tx, person.id, rows, person.id),
        ratings=[show_standing(tx, one) for one in ratings.ratings_of(tx, person.id)],
        records=[
            OwnRecord(id=one.id, game=one.game, created=one.created, text=one.text)
            for one in brought
        ],
    )


def _sessions(tx: Transaction, person: str) -> list[OwnSession]:
    return [
        OwnSession(kind=one.kind, label=one.label, created=one.created, seen=one.seen)
        for one in people.sessions_of(tx, person)
    ]
