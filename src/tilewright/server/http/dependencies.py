"""What a route asks for by naming its type: who is asking, and the server's services.

@router.get("/tables/mine")
async def my_tables(person: CurrentPerson, services: TheServices) -> list[TableRow]: ...

All of these are ``async``, the shortest as well: what is not is called in a thread, and that costs
more than what it does.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import APIRouter, Depends, Response
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from tilewright.errors import NotSignedIn
from tilewright.server.admission import Caller
from tilewright.server.http.security import (
    SAFE_METHODS,
    check_unsafe,
    cookie_name,
    set_cookie,
)
from tilewright.server.http.services import Services, services_of
from tilewright.server.limits import client_key
from tilewright.server.people.service import Identity, Session

__all__ = [
    "ClientKey",
    "CurrentPerson",
    "CurrentSession",
    "OptionalPerson",
    "OptionalSession",
    "TheCaller",
    "TheServices",
    "admit_long_body",
    "find_caller",
    "find_session",
    "guard_origin",
    "guard_writing",
    "looks_router",
]


async def _services(connection: HTTPConnection) -> Services:
    return services_of(connection)


TheServices = Annotated[Services, Depends(_services)]

# These tell OpenAPI how to sign in; `find_session` does the work, for sockets as well.
_bearer = HTTPBearer(auto_error=False, description="A token, as given by POST /api/v1/tokens.")
_cookie = APIKeyCookie(
    name="tilewright", auto_error=False, description="Set by the server; __Host-tilewright on TLS."
)
_Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
_Cookie = Annotated[str | None, Depends(_cookie)]


async def guard_origin(connection: HTTPConnection) -> None:
    """Stands before every route and socket: no foreign page acts with somebody's cookie.

    A foreign page cannot send ``Authorization`` without being asked first, and we never say yes.
    """
    if "authorization" not in connection.headers:
        check_unsafe(connection, services_of(connection).settings)


LOOKS_ONLY = ("/verify", "/study", "/analysis", "/hint", "/attempts")
"""What is sent but changes nothing."""


async def guard_writing(connection: HTTPConnection) -> None:
    """Stands before every route: while the server is looked after, one can only look."""
    scope = connection.scope
    if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
        if not scope["path"].endswith(LOOKS_ONLY):
            services_of(connection).tables.check_writing()


async def find_session(connection: HTTPConnection) -> Session | None:
    """Who is at the other end of a request or a socket; None for a stranger.

    Raises NotSignedIn for a token that is not valid: a program should hear of it.
    """
    services = services_of(connection)
    authorization = connection.headers.get("authorization")
    if authorization is not None:
        return await _token_session(services, authorization)
    secret = connection.cookies.get(cookie_name(services.settings), "")
    return await services.people.find_session(secret, "session")


async def _token_session(services: Services, authorization: str) -> Session:
    scheme, _, secret = authorization.partition(" ")
    session = await services.people.find_session(secret.strip(), "token")
    if session is None or scheme.lower() != "bearer":
        raise NotSignedIn("authorization: expected 'Bearer' and a valid token; found another")
    return session


async def _optional_session(connection: HTTPConnection, response: Response) -> Session | None:
    session, services = await find_session(connection), services_of(connection)
    if session and await services.people.refresh(session) and session.kind == "session":
        name = cookie_name(services.settings)
        set_cookie(response, services.settings, connection.cookies[name])
    return session


OptionalSession = Annotated[Session | None, Depends(_optional_session)]


async def _current_session(session: OptionalSession, _b: _Bearer, _c: _Cookie) -> Session:
    if session is None:
        raise NotSignedIn("sign in first: no session cookie and no bearer token, or an old one")
    return session


CurrentSession = Annotated[Session, Depends(_current_session)]


async def _optional_person(session: OptionalSession) -> Identity | None:
    return session.person if session else None


async def _current_person(session: CurrentSession) -> Identity:
    return session.person


OptionalPerson = Annotated[Identity | None, Depends(_optional_person)]
CurrentPerson = Annotated[Identity, Depends(_current_person)]


def _client_of(connection: HTTPConnection) -> str:
    return client_key(connection.client.host if connection.client else None)


async def _client_key(connection: HTTPConnection) -> str:
    return _client_of(connection)


ClientKey = Annotated[str, Depends(_client_key)]


def find_caller(connection: HTTPConnection, session: Session | None) -> Caller:
    """Whose share of the server a request or a socket counts against."""
    return Caller.of(session.person.id if session else None, _client_of(connection))


@asynccontextmanager
async def admit_long_body(connection: HTTPConnection, size: int) -> AsyncIterator[None]:
    """Let somebody send a long body, if they have a name and not too many under way."""
    session = await find_session(connection)
    if session is None:
        raise NotSignedIn("sign in first: strangers may send 64 kB")
    with services_of(connection).admission.bodies.holding(find_caller(connection, session), size):
        yield


async def _caller(connection: HTTPConnection, session: CurrentSession) -> Caller:
    return find_caller(connection, session)


TheCaller = Annotated[Caller, Depends(_caller)]


async def _count_look(
    connection: HTTPConnection, services: TheServices, session: OptionalSession
) -> None:
    """Stands before what anybody may ask for, and what costs something to tell."""
    services.admission.looks.take(find_caller(connection, session))


def looks_router(tag: str) -> APIRouter:
    """A router for all of that: each of its routes is counted as a look."""
    return APIRouter(tags=[tag], dependencies=[Depends(_count_look)])
