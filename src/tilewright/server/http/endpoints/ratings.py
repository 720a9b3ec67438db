"""Ratings over HTTP: who leads, and how somebody stands."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from tilewright.errors import NotFound
from tilewright.ratings import ANCHORS
from tilewright.registry import GAMES, get_game
from tilewright.server.http.dependencies import TheServices, looks_router
from tilewright.server.http.fields import Limit, PathGame, PathPlayers
from tilewright.server.http.structs import encode, shows
from tilewright.server.storage import people
from tilewright.server.storage import ratings as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.ratings import Category, Standing
from tilewright.wire.ratings import Rated

__all__ = ["router", "show_standing"]

router = looks_router("ratings")

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
    """The best of a game with so many players, people and bots on one scale. Bots stand where the
    arena has put them; people do not move them."""
    get_game(game).check_players(players)

    def work(tx: Transaction) -> list[Rated]:
        category = Category(game, players)
        found = store.leaders(tx, category, limit) + _anchors(category)
        found.sort(key=lambda one: -one.rating.ordinal)
        return [show_standing(tx, one) for one in found[:limit]]

    return encode(await services.database.read(work))


@router.get("/people/{subject}/ratings", **shows(list[Rated], 404))
async def ratings_of(subject: Subject, services: TheServices) -> str:
    """How somebody stands, in everything that they have played rated games of."""

    def work(tx: Transaction) -> list[Rated]:
        if _find_name(tx, subject) is None:
            raise NotFound(f"there is nobody of the id {subject!r}")
        standings = _anchored(subject) or store.ratings_of(tx, subject)
        return [show_standing(tx, one) for one in standings]

    return encode(await services.database.read(work))


def _anchors(category: Category) -> list[Standing]:
    """The bots, which stand alike in every category."""
    return [Standing(store.BOT + name, category, rating, 0) for name, rating in ANCHORS.items()]


def _anchored(subject: str) -> list[Standing]:
    """How a bot stands: alike in every game for several."""
    rooms = [(game.name, number) for game in GAMES.values() for number in game.players]
    categories = [Category(game, players) for game, players in rooms if players > 1]
    found = [one for category in categories for one in _anchors(category)]
    return [one for one in found if one.subject == subject]


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
    if subject.startswith(store.BOT):
        return subject.removeprefix(store.BOT)
    person = people.find_person(tx, subject)
    return person.name if person else None
