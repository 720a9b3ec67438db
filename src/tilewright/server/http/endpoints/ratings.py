"""Ratings over HTTP: who leads, and how somebody stands."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from tilewright.errors import NotFound
from tilewright.registry import get_game
from tilewright.server.http.dependencies import TheServices
from tilewright.server.http.fields import Limit, PathGame, PathPlayers
from tilewright.server.http.structs import encode, shows
from tilewright.server.storage import people
from tilewright.server.storage import ratings as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.ratings import Category, Standing
from tilewright.wire.ratings import Rated

__all__ = ["router", "show_standing"]

router = APIRouter(tags=["ratings"])

Subject = Annotated[
    str,
    Path(
        pattern=r"^(bot:(random|greedy|level-[1-8])|[0-9a-f]{1,32})$",
        description="A person's id, or a bot as `bot:level-3`.",
    ),
]


@router.get("/ratings/{game}/{players}", **shows(list[Rated], 404))
async def leaders(
    game: PathGame, players: PathPlayers, services: TheServices, limit: Limit = 50
) -> str:
    """The best of a game with so many players, people and bots on one scale."""
    get_game(game).check_players(players)

    def work(tx: Transaction) -> list[Rated]:
        return [show_standing(tx, one) for one in store.leaders(tx, Category(game, players), limit)]

    return encode(await services.database.read(work))


@router.get("/people/{subject}/ratings", **shows(list[Rated], 404))
async def ratings_of(subject: Subject, services: TheServices) -> str:
    """How somebody stands, in everything that they have played rated games of."""

    def work(tx: Transaction) -> list[Rated]:
        if _find_name(tx, subject) is None:
            raise NotFound(f"there is nobody of the id {subject!r}")
        return [show_standing(tx, one) for one in store.ratings_of(tx, subject)]

    return encode(await services.database.read(work))


def show_standing(tx: Transaction, standing: Standing) -> Rated:
    """How somebody stands, by name."""
    return Rated(
        subject=standing.subject,
        name=_find_name(tx, standing.subject) or people.DELETED_NAME,
        game=standing.category.game,
        players=standing.category.players,
        skill=standing.rating.ordinal,
        mu=standing.rating.mu,
        sigma=standing.rating.sigma,
        games=standing.games,
    )


def _find_name(tx: Transaction, subject: str) -> str | None:
    if subject.startswith("bot:"):
        return subject.removeprefix("bot:")
    person = people.find_person(tx, subject)
    return person.name if person else None
