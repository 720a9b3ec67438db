"""Dependencies and parameters that routes declare by type, such as the services of the server.

@router.get("/tables/mine") async def my_tables(person: CurrentPerson, services: ServicesDep) ->
list[TableRow]: ...

All dependencies are ``async``: FastAPI runs synchronous ones in a thread, which takes longer than
their work.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NamedTuple

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from tilewright.errors import NotSignedIn
from tilewright.game import Seat
from tilewright.match.events import Day, GameName, Players, SeatNumber
from tilewright.server.accounts.service import Accounts, Identity, Session
from tilewright.server.analysis import AnalysisPool, Puzzles
from tilewright.server.http.security import (
    SAFE_METHODS,
    check_csrf,
    cookie_name,
    set_cookie,
)
from tilewright.server.mail import MailService
from tilewright.server.monitoring import Metrics
from tilewright.server.ratelimit.limits import client_key
from tilewright.server.ratelimit.quotas import Caller, Quotas
from tilewright.server.storage.database import Database
from tilewright.server.storage.ops import WriteProbe
from tilewright.server.tables.deals import Deals
from tilewright.server.tables.directory import HistoryFilter
from tilewright.server.tables.evenings import Evenings
from tilewright.server.tables.rooms import Rooms
from tilewright.server.tables.scheduler import AdminRequestRunner
from tilewright.server.tables.wiring import Tables
from tilewright.server.websocket.session import SessionWatcher
from tilewright.settings import Settings
from tilewright.wire import fields
from tilewright.wire.deals import DealId, EveningId
from tilewright.wire.rooms import RoomId
from tilewright.wire.tables import Status

__all__ = [
    "COUNTED",
    "CallerDep",
    "ClientKey",
    "CurrentPerson",
    "CurrentSession",
    "GameQuery",
    "Invite",
    "OptionalPerson",
    "OptionalSession",
    "PageDep",
    "PageQuery",
    "PathDay",
    "PathDeal",
    "PathEvening",
    "PathGame",
    "PathPlayers",
    "PathPly",
    "PathRoom",
    "PathSeat",
    "PlayedQuery",
    "PlayedQueryDep",
    "RecordId",
    "SceneQuery",
    "SeatQuery",
    "Services",
    "ServicesDep",
    "StatusQuery",
    "TableId",
    "acquire_body_slot",
    "find_session",
    "get_services",
    "guard_origin",
    "guard_read_only",
    "make_counted_router",
    "to_caller",
]


@dataclass(frozen=True, kw_only=True)
class Services:
    """The services of an application. `get_services` returns them."""

    settings: Settings
    database: Database
    accounts: Accounts
    quotas: Quotas
    metrics: Metrics
    tables: Tables
    session_watcher: SessionWatcher
    analysis_pool: AnalysisPool
    puzzles: Puzzles
    deals: Deals
    evenings: Evenings
    rooms: Rooms
    admin_requests: AdminRequestRunner
    mail: MailService
    write_probe: WriteProbe


def get_services(connection: HTTPConnection) -> Services:
    """Return the services of the application that handles a request or a socket."""
    services: Services = connection.app.state.services
    return services


async def _get_services(connection: HTTPConnection) -> Services:
    return get_services(connection)


ServicesDep = Annotated[Services, Depends(_get_services)]

# Only for OpenAPI: `find_session` authenticates requests and sockets.
_bearer = HTTPBearer(auto_error=False, description="A token, as given by POST /api/v1/tokens.")
_cookie = APIKeyCookie(
    name="tilewright", auto_error=False, description="Set by the server; __Host-tilewright on TLS."
)
_Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
_Cookie = Annotated[str | None, Depends(_cookie)]


async def guard_origin(connection: HTTPConnection) -> None:
    """Raise Refused for a state-changing request from a foreign page.

    Runs before every route and socket.

    Requests with ``Authorization`` pass: a foreign page cannot send it without CORS, which is off.
    """
    if "authorization" not in connection.headers:
        check_csrf(connection, get_services(connection).settings)


READ_ONLY_SUFFIXES = ("/verify", "/study", "/attempts")
"""Suffixes of paths whose POST requests store nothing while the server is read-only."""


async def guard_read_only(connection: HTTPConnection) -> None:
    """Raise Refused for a state-changing request while the server is read-only.

    Runs before every route. Sockets and safe methods pass.
    """
    scope = connection.scope
    if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
        if not scope["path"].endswith(READ_ONLY_SUFFIXES):
            get_services(connection).tables.time.check_writable()


async def find_session(connection: HTTPConnection) -> Session | None:
    """Return the session of a request or a socket, or None if the client is not signed in.

    Raises:
        NotSignedIn: The client sent an invalid token.
    """
    services = get_services(connection)
    authorization = connection.headers.get("authorization")
    if authorization is not None:
        return await _find_token_session(services, authorization)
    secret = connection.cookies.get(cookie_name(services.settings), "")
    return await services.accounts.find_session(secret, "session")


async def _find_token_session(services: Services, authorization: str) -> Session:
    """Return the session of a bearer token. Raises NotSignedIn if the token is invalid."""
    scheme, _, secret = authorization.partition(" ")
    session = await services.accounts.find_session(secret.strip(), "token")
    if session is None or scheme.lower() != "bearer":
        raise NotSignedIn("authorization: expected 'Bearer' and a valid token; found another")
    return session


async def _get_optional_session(connection: HTTPConnection, response: Response) -> Session | None:
    """Return the request's session, or None. Renew the cookie of an extended session."""
    session, services = await find_session(connection), get_services(connection)
    if session and await services.accounts.extend_session(session) and session.kind == "session":
        name = cookie_name(services.settings)
        set_cookie(response, services.settings, connection.cookies[name])
    return session


OptionalSession = Annotated[Session | None, Depends(_get_optional_session)]


async def _get_current_session(session: OptionalSession, _b: _Bearer, _c: _Cookie) -> Session:
    """Return the request's session. Raises NotSignedIn if there is none."""
    if session is None:
        raise NotSignedIn("sign in first: no session cookie and no bearer token, or an old one")
    return session


CurrentSession = Annotated[Session, Depends(_get_current_session)]


async def _get_optional_person(session: OptionalSession) -> Identity | None:
    return session.person if session else None


async def _get_current_person(session: CurrentSession) -> Identity:
    return session.person


OptionalPerson = Annotated[Identity | None, Depends(_get_optional_person)]
CurrentPerson = Annotated[Identity, Depends(_get_current_person)]


def _extract_client_key(connection: HTTPConnection) -> str:
    return client_key(connection.client.host if connection.client else None)


async def _get_client_key(connection: HTTPConnection) -> str:
    return _extract_client_key(connection)


ClientKey = Annotated[str, Depends(_get_client_key)]


def to_caller(connection: HTTPConnection, session: Session | None) -> Caller:
    """Return the caller (person and address) of a request or a socket."""
    return Caller.of(session.person.id if session else None, _extract_client_key(connection))


@asynccontextmanager
async def acquire_body_slot(connection: HTTPConnection, size: int) -> AsyncIterator[None]:
    """Reserve quota for a request body of `size` bytes within the context.

    Raises:
        NotSignedIn: The client is not signed in.
        TooManyRequests: The caller is already sending too many long bodies.
    """
    session = await find_session(connection)
    if session is None:
        raise NotSignedIn("sign in first: without that you may send 64 kB")
    with get_services(connection).quotas.long_bodies.reserve(to_caller(connection, session), size):
        yield


async def _get_caller(connection: HTTPConnection, session: CurrentSession) -> Caller:
    return to_caller(connection, session)


CallerDep = Annotated[Caller, Depends(_get_caller)]


async def _count_request(
    connection: HTTPConnection, services: ServicesDep, session: OptionalSession
) -> None:
    """Count a request against the caller's rate limit, signed in or not."""
    services.quotas.requests.consume(to_caller(connection, session))


COUNTED: Final = [Depends(_count_request)]
"""Dependencies of rate-limited routes that need no sign-in."""


def make_counted_router(tag: str) -> APIRouter:
    """Create a router whose routes are all rate-limited."""
    return APIRouter(tags=[tag], dependencies=COUNTED)


# --- Path and query parameters, with the constraints of the wire fields ---------------------------


BOUNDS = ("ge", "le", "min_length", "max_length", "pattern", "description", "examples")


def field_constraints(field: Any, **extra: Any) -> dict[str, Any]:
    """Return a wire field's constraints as arguments for ``Path`` and ``Query``.

    The lookahead after ``$`` is removed from patterns, where ``$`` never matches before a line
    feed.
    """
    (meta,) = field.__metadata__
    found = {name: getattr(meta, name) for name in BOUNDS if getattr(meta, name) is not None}
    if "pattern" in found:
        found["pattern"] = found["pattern"].replace(r"(?!\n)", "")
    return found | extra


TableId = Annotated[str, Path(**field_constraints(fields.TableId))]
RecordId = Annotated[str, Path(**field_constraints(fields.RecordId))]
PathGame = Annotated[str, Path(**field_constraints(GameName, description="The name of a game."))]
PathPlayers = Annotated[int, Path(**field_constraints(Players, description="Number of players."))]
PathSeat = Annotated[Seat, Path(**field_constraints(SeatNumber))]
PathPly = Annotated[int, Path(**field_constraints(fields.Ply))]
PathDay = Annotated[str, Path(**field_constraints(Day, description="A day in UTC."))]
PathDeal = Annotated[str, Path(**field_constraints(DealId))]
PathEvening = Annotated[str, Path(**field_constraints(EveningId))]
PathRoom = Annotated[str, Path(**field_constraints(RoomId))]
SEAT_VIEW = "The seat whose view is returned; by default what you may see."
SeatQuery = Annotated[Seat | None, Query(**field_constraints(SeatNumber, description=SEAT_VIEW))]
GameQuery = Annotated[str | None, Query(**field_constraints(GameName))]
SceneQuery = Annotated[bool, Query(description="Add the position as data for drawing.")]
StatusQuery = Annotated[Status | None, Query()]
Invite = Annotated[
    str | None, Query(max_length=64, description="Opens a table that is not listed.")
]


# --- Pagination ---------------------------------------------------------------------------------

Limit = Annotated[int, Query(ge=1, le=100, description="Maximum number of entries.")]
Cursor = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9]{1,16}\.[A-Za-z0-9_-]{1,32}$",
        description="The `next` of the previous page.",
    ),
]


class PageQuery:
    """The requested page of a list, latest entries first."""

    def __init__(self, before: str | None = None, limit: int = 50) -> None:
        self.before = _parse_cursor(before)
        self.limit = limit

    def next_cursor(self, page_keys: Sequence[tuple[int, str]]) -> str | None:
        """Return the cursor of the next page, or None if this page is not full."""
        return _format_cursor(page_keys[-1]) if len(page_keys) == self.limit else None


async def _parse_page_query(before: Cursor = None, limit: Limit = 50) -> PageQuery:
    return PageQuery(before, limit)


PageDep = Annotated[PageQuery, Depends(_parse_page_query)]


def _format_cursor(page_key: tuple[int, str]) -> str:
    """Format the time and id of a page's last entry as a cursor."""
    return f"{page_key[0]}.{page_key[1]}"


def _parse_cursor(cursor: str | None) -> tuple[int, str] | None:
    """Parse a cursor into the time and id of a page's last entry."""
    if cursor is None:
        return None
    time, _, entry_id = cursor.partition(".")
    return int(time), entry_id


# --- Game history --------------------------------------------------------------------------------


class PlayedQuery(NamedTuple):
    """A search in a player's games: page, filters, and whether to add the available filters."""

    page: PageQuery
    conditions: HistoryFilter
    game: str | None
    choices: bool


async def _parse_history_filter(
    other: Annotated[
        str | None, Query(max_length=64, description="Name of another player at the table.")
    ] = None,
    result: Annotated[Literal["won", "lost"] | None, Query()] = None,
    rated: bool | None = None,
) -> HistoryFilter:
    return HistoryFilter(other, result, rated)


async def _parse_played_query(
    page: PageDep,
    conditions: Annotated[HistoryFilter, Depends(_parse_history_filter)],
    game: GameQuery = None,
    choices: Annotated[
        bool, Query(description="Add the games and players to choose from.")
    ] = False,
) -> PlayedQuery:
    """Collect the query parameters of a search in a player's games."""
    return PlayedQuery(page, conditions, game, choices)


PlayedQueryDep = Annotated[PlayedQuery, Depends(_parse_played_query)]
