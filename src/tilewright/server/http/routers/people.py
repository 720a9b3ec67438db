"""Routes for people: public profiles, ratings, email, and downloads of your own data.

Only accounts have a profile. It contains ratings, and finished games at listed tables.
"""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path
from fastapi.responses import StreamingResponse

from tilewright.arena.ratings import ANCHORS
from tilewright.errors import NotFound
from tilewright.registry import GAMES, get_game
from tilewright.server.accounts.service import Identity
from tilewright.server.http.dependencies import (
    COUNTED,
    ClientKey,
    CurrentPerson,
    Limit,
    PathGame,
    PathPlayers,
    PlayedQueryDep,
    ServicesDep,
)
from tilewright.server.http.responses import Body, encode, error_responses, responses
from tilewright.server.http.routers.accounts import to_person_card
from tilewright.server.http.routers.lobby import build_table_cards, build_table_page
from tilewright.server.storage import mail, people, ratings, records, tables
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.mail import Address
from tilewright.server.storage.ratings import Category, SubjectRating
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.import_export import format_table_record, record_file_name
from tilewright.wire.people import MailShown, NewAddress, Profile, Rated, RatingPoint
from tilewright.wire.records import OwnData, OwnHead, OwnRecord, OwnSession
from tilewright.wire.tables import TableCard, TablePage

__all__ = [
    "router",
    "stream_data",
    "stream_games",
]

router = APIRouter(tags=["people"])

MailToken = Annotated[
    str, Path(pattern="^[A-Za-z0-9_-]{32}$", description="The token in the link of a mail.")
]
PersonId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$", description="A person's id.")]
Subject = Annotated[
    str,
    Path(
        pattern=r"^(bot:(random|greedy|level-[1-8])|[0-9a-f]{1,32})$",
        description="A person's id, or a bot as `bot:level-3`.",
    ),
]
MAX_CURVE_POINTS: Final = 500
"""Number of latest rated games in a profile's rating history."""
DATA_EXPORT_STUDIES: Final = 100
"""Cost of a data export, in studies."""
MAX_EXPORTED_GAMES: Final = 10_000
"""Number of latest games in one ZIP file."""
MAX_EXPORT_STUDIES: Final = 100
"""Maximum cost of a games export, in studies: one per game."""


# --- Mail ---------------------------------------------------------------------------------------


@router.get("/people/me/mail", **responses(MailShown, 401))
async def get_mail(person: CurrentPerson, services: ServicesDep) -> str:
    """Return your address for turn notifications and whether this server sends email."""
    found = await services.mail.find_address(person.id)
    return _build_mail_response(found, is_offered=services.mail.is_offered)


@router.put("/people/me/mail", **responses(MailShown, 401, 403, 404))
async def set_mail(
    person: CurrentPerson, services: ServicesDep, client: ClientKey, body: Body[NewAddress]
) -> str:
    """Set your address and send it a confirmation email. No other email is sent before you
    confirm."""
    address = services.mail.check_request(person, body.address)
    limit = services.quotas.mails
    for key in (f"of {client}", f"of {person.id}", f"to {address.lower()}"):
        limit.consume(key)
    asked = await services.mail.request_address(person, address, body.language)
    return _build_mail_response(asked, is_offered=True)


@router.delete("/people/me/mail", status_code=204, responses=error_responses(401, 403))
async def delete_mail(person: CurrentPerson, services: ServicesDep) -> None:
    """Delete your address, so that no more email is sent."""
    await services.mail.remove_address(person.id)


@router.post("/mail/{token}/confirm", status_code=204, responses=error_responses(404))
async def confirm_mail(token: MailToken, services: ServicesDep) -> None:
    """Confirm an address with the token from its confirmation email. No sign-in is needed."""
    await services.mail.confirm_address(token)


@router.post("/mail/{token}/stop", status_code=204)
async def unsubscribe_mail(token: MailToken, services: ServicesDep) -> None:
    """Unsubscribe from all email with the token from an email. No sign-in is needed."""
    await services.mail.unsubscribe(token)


def _build_mail_response(stored: Address | None, *, is_offered: bool) -> str:
    address, is_confirmed = (stored.address, stored.confirmed) if stored else (None, False)
    return encode(MailShown(is_offered=is_offered, address=address, is_confirmed=is_confirmed))


# --- Own data -----------------------------------------------------------------------------------


class ZipResponse(StreamingResponse):
    """A streamed ZIP file."""

    media_type = "application/zip"


@router.get("/people/me/data", **responses(OwnData, 401))
async def export_data(
    person: CurrentPerson, services: ServicesDep, client: ClientKey
) -> StreamingResponse:
    """Return all data that the server stores about you, as a file."""
    services.quotas.studies.consume(client, DATA_EXPORT_STUDIES)
    head = await services.database.read(lambda tx: _read_own_head(tx, person))
    headers = {"Content-Disposition": 'attachment; filename="tilewright.json"'}
    chunks = stream_data(services.database, person.id, head)
    return StreamingResponse(chunks, media_type="application/json", headers=headers)


@router.get("/me/games.zip", response_class=ZipResponse, responses=error_responses(401))
async def export_games(
    person: CurrentPerson, services: ServicesDep, client: ClientKey
) -> ZipResponse:
    """Return the records of your finished games, one file each."""
    find = partial(
        tables.list_by_player, person_id=person.id, status="over", limit=MAX_EXPORTED_GAMES
    )
    rows = await services.database.read(find)
    services.quotas.studies.consume(client, min(len(rows), MAX_EXPORT_STUDIES))
    headers = {"Content-Disposition": 'attachment; filename="tilewright-games.zip"'}
    return ZipResponse(stream_games(services.database, rows), headers=headers)


def _read_own_head(tx: Transaction, person: Identity) -> OwnHead:
    """Read all that is stored about a person except their tables and records."""
    address = mail.find(tx, person.id)
    return OwnHead(
        person=to_person_card(person),
        login=people.find_login(tx, person.id),
        mail=address.address if address else None,
        sessions=[
            OwnSession(kind=one.kind, label=one.label, created=one.created, seen=one.seen)
            for one in people.list_sessions(tx, person.id)
        ],
        ratings=[_to_rated(tx, one) for one in ratings.list_ratings(tx, person.id)],
    )


# --- Profiles -----------------------------------------------------------------------------------


@router.get("/people/{person}", dependencies=COUNTED, **responses(Profile, 404))
async def get_profile(person: PersonId, services: ServicesDep) -> str:
    """Return an account's ratings and rating history."""

    def read_profile(tx: Transaction) -> Profile:
        found = _get_account(tx, person)
        return Profile(
            person=to_person_card(found),
            ratings=[_to_rated(tx, one) for one in ratings.list_ratings(tx, person)],
            curve=[
                _to_rating_point(one)
                for one in ratings.list_rating_history(tx, person, MAX_CURVE_POINTS)
            ],
        )

    return encode(await services.database.read(read_profile))


@router.get("/people/{person}/tables", dependencies=COUNTED, **responses(TablePage, 404))
async def list_profile_tables(
    person: PersonId, services: ServicesDep, query: PlayedQueryDep
) -> str:
    """List an account's finished games at listed tables, latest first."""

    def read_page(tx: Transaction) -> TablePage:
        _get_account(tx, person)
        return build_table_page(tx, person, query, None, status="over", listed=1)

    return encode(await services.database.read(read_page))


def _get_account(tx: Transaction, person_id: str) -> Identity:
    """Return an account. Raises NotFound if the person is a guest, deleted or unknown."""
    found = people.find_person(tx, person_id)
    if found is None or found.kind != "account":
        raise NotFound(f"no account has the id {person_id!r}")
    return found


def _to_rating_point(point: ratings.RatingAfterGame) -> RatingPoint:
    """Convert a rating after a game to a point of the rating curve."""
    return RatingPoint(
        game=point.category.game,
        players=point.category.players,
        at=point.at,
        mu=point.rating.mu,
        sigma=point.rating.sigma,
    )


# --- Ratings ------------------------------------------------------------------------------------


@router.get("/ratings/{game}/{players}", dependencies=COUNTED, **responses(list[Rated], 404))
async def get_leaderboard(
    game: PathGame, players: PathPlayers, services: ServicesDep, limit: Limit = 50
) -> str:
    """List the highest ratings in a game with this number of players, people and bots together.

    The ratings of bots are fixed: they were measured in the arena.
    """
    get_game(game).validate_players(players)

    def read_leaders(tx: Transaction) -> list[Rated]:
        category = Category(game, players)
        found = ratings.list_leaders(tx, category, limit) + _list_bot_ratings(category)
        found.sort(key=lambda one: -one.rating.ordinal)
        return [_to_rated(tx, one) for one in found[:limit]]

    return encode(await services.database.read(read_leaders))


@router.get("/people/{subject}/ratings", dependencies=COUNTED, **responses(list[Rated], 404))
async def list_ratings(subject: Subject, services: ServicesDep) -> str:
    """List the ratings of a person or bot in all categories."""

    def read_ratings(tx: Transaction) -> list[Rated]:
        if _find_subject_name(tx, subject) is None:
            raise NotFound(f"no person has the id {subject!r}")
        standings = _list_ratings_of_bot(subject) or ratings.list_ratings(tx, subject)
        return [_to_rated(tx, one) for one in standings]

    return encode(await services.database.read(read_ratings))


def _list_bot_ratings(category: Category) -> list[SubjectRating]:
    """Return the bots' ratings, which are the same in every category."""
    return [
        SubjectRating(ratings.BOT_PREFIX + name, category, rating, 0)
        for name, rating in ANCHORS.items()
    ]


def _list_ratings_of_bot(subject: str) -> list[SubjectRating]:
    """Return a bot's ratings in all categories. The list is empty for a person."""
    pairs = [(game.name, number) for game in GAMES.values() for number in game.players]
    categories = [Category(game, players) for game, players in pairs if players > 1]
    found = [one for category in categories for one in _list_bot_ratings(category)]
    return [one for one in found if one.subject == subject]


def _to_rated(tx: Transaction, standing: SubjectRating) -> Rated:
    """Convert a rating to its entry in the response, with the name of the person or bot."""
    return Rated(
        subject=standing.subject,
        name=_find_subject_name(tx, standing.subject) or people.DELETED_NAME,
        game=standing.category.game,
        players=standing.category.players,
        skill=standing.rating.ordinal,
        mu=standing.rating.mu,
        sigma=standing.rating.sigma,
        games=standing.games,
    )


def _find_subject_name(tx: Transaction, subject: str) -> str | None:
    """Return the name of a person or bot, or None if there is no such person."""
    if subject.startswith(ratings.BOT_PREFIX):
        return subject.removeprefix(ratings.BOT_PREFIX)
    person = people.find_person(tx, subject)
    return person.name if person else None


# --- Data exports ---------------------------------------------------------------------------------


TABLES_PER_READ: Final = 100
RECORDS_PER_READ: Final = 10
"""A record may have a million characters."""

FindPage = Callable[[str, Transaction], list[TableCard] | list[OwnRecord]]
"""Returns the next rows after an id."""


async def stream_data(database: Database, person_id: str, head: OwnHead) -> AsyncIterator[str]:
    """Yield all data stored about a person as the JSON of an `OwnData`, in chunks."""

    def find_tables(after: str, tx: Transaction) -> list[TableCard]:
        rows = tables.list_by_player_after(tx, person_id, after, TABLES_PER_READ)
        return build_table_cards(tx, person_id, rows, person_id)

    def find_records(after: str, tx: Transaction) -> list[OwnRecord]:
        rows = records.list_after(tx, person_id, after, RECORDS_PER_READ)
        return [OwnRecord(id=r.id, game=r.game, created=r.created, text=r.text) for r in rows]

    yield encode(head)[:-1]
    yield ',"tables":['
    async for chunk in _stream_rows(database, find_tables):
        yield chunk
    yield '],"records":['
    async for chunk in _stream_rows(database, find_records):
        yield chunk
    yield "]}"


async def _stream_rows(database: Database, find_page: FindPage) -> AsyncIterator[str]:
    """Yield all rows as JSON, separated by commas. Each read loads one page."""
    after = ""
    while page := await database.read(partial(find_page, after)):
        rows = encode(page)[1:-1]
        yield f",{rows}" if after else rows
        after = page[-1].id


async def stream_games(database: Database, rows: list[TableRow]) -> AsyncIterator[bytes]:
    """Yield a ZIP file of the tables' records. Each game is replayed in a thread."""
    stream = ZipStream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for row in rows:
            if (text := await asyncio.to_thread(format_table_record, database, row)) is not None:
                archive.writestr(record_file_name(row), text)
                yield stream.pop_bytes()
    yield stream.pop_bytes()


class ZipStream(io.RawIOBase):
    """A write-only stream that buffers the written bytes."""

    def __init__(self) -> None:
        super().__init__()
        self._data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        """Append bytes to the buffer and return their number."""
        written = bytes(data)
        self._data += written
        return len(written)

    def pop_bytes(self) -> bytes:
        """Return the buffered bytes and clear the buffer."""
        taken = bytes(self._data)
        self._data.clear()
        return taken
