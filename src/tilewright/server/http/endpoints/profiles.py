"""People as everybody may see them: their ratings, and their games at listed tables.

Nothing else is told: no game at a table that is not listed, none that goes on, and of no guest.
"""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Path

from tilewright.errors import NotFound
from tilewright.server.http.dependencies import TheServices, looks_router
from tilewright.server.http.endpoints.people import card_of
from tilewright.server.http.endpoints.ratings import show_standing
from tilewright.server.http.endpoints.tables import find_played
from tilewright.server.http.fields import ThePlayed
from tilewright.server.http.structs import encode, shows
from tilewright.server.people.service import Identity
from tilewright.server.storage import people, ratings
from tilewright.server.storage.database import Transaction
from tilewright.wire.ratings import Profile, RatedThen
from tilewright.wire.tables import TablePage

__all__ = ["router"]

router = looks_router("people")

PersonId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$", description="A person's id.")]
CURVE: Final = 500
"""Rated games that a curve is drawn from."""


@router.get("/people/{person}", **shows(Profile, 404))
async def look_at_person(person: PersonId, services: TheServices) -> str:
    """Somebody with an account, and how well they are known to play."""

    def work(tx: Transaction) -> Profile:
        found = find_account(tx, person)
        standings = ratings.ratings_of(tx, person)
        return Profile(
            person=card_of(found),
            ratings=[show_standing(tx, one) for one in standings],
            curve=[_show(point) for point in ratings.curve(tx, person, CURVE)],
        )

    return encode(await services.database.read(work))


@router.get("/people/{person}/tables", **shows(TablePage, 404))
async def tables_of_person(person: PersonId, services: TheServices, asked: ThePlayed) -> str:
    """The games that somebody has finished at listed tables, the latest first."""

    def work(tx: Transaction) -> TablePage:
        find_account(tx, person)
        return find_played(tx, person, asked, None, status="over", listed=1)

    return encode(await services.database.read(work))


def find_account(tx: Transaction, person: str) -> Identity:
    """Somebody who can be found again; guests, and those who were forgotten, have no page."""
    found = people.find_person(tx, person)
    if found is None or found.kind != "account":
        raise NotFound(f"there is nobody of the id {person!r} with an account")
    return found


def _show(point: ratings.Point) -> RatedThen:
    return RatedThen(
        game=point.category.game,
        players=point.category.players,
        at=point.at,
        mu=point.rating.mu,
        sigma=point.rating.sigma,
    )
