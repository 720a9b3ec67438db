"""People over HTTP: guests, accounts, sessions, tokens."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Response
from pydantic import Field

from tilewright.server.api.dependencies import (
    Body,
    ClientKey,
    CurrentPerson,
    CurrentSession,
    OptionalSession,
    TheServices,
)
from tilewright.server.errors import refusals
from tilewright.server.names import (
    MAX_LOGIN,
    MAX_NAME,
    MAX_PASSWORD,
    MAX_TEXT,
    MIN_LOGIN,
    MIN_PASSWORD,
    login_key,
)
from tilewright.server.people import Identity, Session, SessionKind, SignedIn
from tilewright.server.security import clear_cookie, set_cookie
from tilewright.server.services import Services

__all__ = ["Person", "router"]

router = APIRouter(tags=["people"])

# The rules of names.py in short, for whoever reads the schema. They are not checked here: the
# errors of names.py say more, and a letter written in four parts is still one letter.
NAME_SCHEMA: Final = {
    "maxLength": MAX_NAME,
    "pattern": r"^[\p{L}\p{N}][\p{L}\p{N}\p{M} \-_'.]*$",
}
LOGIN_SCHEMA: Final = {
    "minLength": MIN_LOGIN,
    "maxLength": MAX_LOGIN,
    "pattern": r"^[\p{L}\p{N}][\p{L}\p{N}\p{M}\-_.@+]*$",
}
Name = Annotated[
    str, Field(min_length=1, max_length=MAX_TEXT, json_schema_extra=NAME_SCHEMA, examples=["Ann"])
]
NewLogin = Annotated[
    str, Field(min_length=1, max_length=MAX_TEXT, json_schema_extra=LOGIN_SCHEMA, examples=["ann"])
]
Login = Annotated[str, Field(max_length=MAX_TEXT, examples=["ann"])]
Password = Annotated[str, Field(max_length=MAX_PASSWORD, examples=["correct horse"])]
NewPassword = Annotated[
    str, Field(min_length=MIN_PASSWORD, max_length=MAX_PASSWORD, examples=["correct horse"])
]
AsToken = Annotated[
    bool, Field(description="Give a bearer token, for programs, instead of setting a cookie.")
]
Label = Annotated[
    str, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$", examples=["my bot"])
]
Days = Annotated[int, Field(ge=1, le=3650, description="Until it runs out; by default never.")]
TokenId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]
Milliseconds = Annotated[int, Field(description="Since 1970.")]


# --- What is sent -------------------------------------------------------------------------------


class NewGuest(Body):
    """Somebody who wants to play at once."""

    name: Name
    token: AsToken = False


class NewName(Body):
    """Another name."""

    name: Name


class NewAccount(Body):
    """What a guest will log in with."""

    login: NewLogin
    password: NewPassword


class Credentials(Body):
    """Somebody who has an account."""

    login: Login
    password: Password
    token: AsToken = False


class PasswordChange(Body):
    """The password so far, and the next one."""

    old: Password
    new: NewPassword


class Deletion(Body):
    """An account's password; a guest leaves it empty."""

    password: Password = ""


class NewToken(Body):
    """A token for a program."""

    label: Label
    days: Days | None = None


# --- What comes back ----------------------------------------------------------------------------


class Person(Body):
    """Somebody, as everybody may see them."""

    id: str
    name: str
    kind: Literal["guest", "account"]


class Welcome(Person):
    """Somebody who has just signed in."""

    token: str | None = Field(description="The bearer token, where one was asked for.")


class Token(Body):
    """An API token, without its secret."""

    id: str
    label: str
    created: Milliseconds
    expires: Milliseconds | None


class FreshToken(Token):
    """An API token, and its secret: it is never shown again."""

    token: str


def show_person(person: Identity) -> Person:
    return Person(id=person.id, name=person.name, kind=person.kind)


def show_token(session: Session) -> Token:
    return Token(
        id=session.id, label=session.label, created=session.created, expires=session.expires
    )


def welcome(response: Response, services: Services, signed_in: SignedIn) -> Welcome:
    """Hand over a new secret: to a program in the body, to a browser in a cookie it cannot read."""
    is_token = signed_in.session.kind == "token"
    if not is_token:
        set_cookie(response, services.settings, signed_in.secret)
    person = signed_in.session.person
    token = signed_in.secret if is_token else None
    return Welcome(id=person.id, name=person.name, kind=person.kind, token=token)


# --- Coming and going ---------------------------------------------------------------------------


@router.post("/people/guests", status_code=201, responses=refusals(401, 403))
async def create_guest(
    body: NewGuest,
    response: Response,
    services: TheServices,
    client: ClientKey,
    old: OptionalSession,
) -> Welcome:
    """Play at once: a name is enough. A guest that nobody can reach any more is forgotten."""
    services.limits.guests.take(client)
    signed_in = await services.people.create_guest(body.name, *kind_and_old(body.token, old))
    return welcome(response, services, signed_in)


@router.post("/sessions", status_code=201, responses=refusals(401, 403))
async def log_in(
    body: Credentials,
    response: Response,
    services: TheServices,
    client: ClientKey,
    old: OptionalSession,
) -> Welcome:
    """Log in to an account. The session so far ends, a new one begins."""
    count_try(services, client, body.login)
    how = kind_and_old(body.token, old)
    signed_in = await services.people.log_in(body.login, body.password, *how)
    return welcome(response, services, signed_in)


def kind_and_old(as_token: bool, old: Session | None) -> tuple[SessionKind, Session | None]:
    """A new cookie takes the place of the old one, whose session ends; a token replaces nothing."""
    if as_token:
        return "token", None
    return "session", old if old and old.kind == "session" else None


def count_try(services: Services, client: str, login: str) -> None:
    """One more guess at a password: by this client, and at this account."""
    services.limits.logins_of_client.take(client)
    services.limits.logins_of_name.take(login_key(login) or "")


@router.delete("/sessions/current", status_code=204, responses=refusals(401, 403))
async def log_out(session: CurrentSession, response: Response, services: TheServices) -> None:
    """End this session. A guest without an account cannot come back."""
    await services.people.log_out(session)
    clear_cookie(response, services.settings)


@router.delete("/sessions", status_code=204, responses=refusals(401, 403))
async def log_out_everywhere(
    person: CurrentPerson, response: Response, services: TheServices
) -> None:
    """End all your sessions and tokens, this one too."""
    await services.people.log_out_everywhere(person)
    clear_cookie(response, services.settings)


# --- Yourself -----------------------------------------------------------------------------------


@router.get("/people/me", responses=refusals(401))
async def who_am_i(person: CurrentPerson) -> Person:
    """Who the server takes you for."""
    return show_person(person)


@router.patch("/people/me", responses=refusals(401, 403))
async def rename(body: NewName, session: CurrentSession, services: TheServices) -> Person:
    """Take another name."""
    return show_person(await services.people.rename(session, body.name))


@router.post("/people/me/account", status_code=201, responses=refusals(401, 403, 409))
async def create_account(
    body: NewAccount,
    session: CurrentSession,
    response: Response,
    services: TheServices,
    client: ClientKey,
) -> Welcome:
    """Keep a guest's identity and games: log in with these from now on, anywhere."""
    services.limits.logins_of_client.take(client)
    signed_in = await services.people.create_account(session, body.login, body.password)
    return welcome(response, services, signed_in)


@router.put("/people/me/password", responses=refusals(401, 403))
async def change_password(
    body: PasswordChange,
    session: CurrentSession,
    response: Response,
    services: TheServices,
    client: ClientKey,
) -> Welcome:
    """A new password. Your other sessions and all tokens end."""
    count_try(services, client, session.person.id)
    signed_in = await services.people.change_password(session, body.old, body.new)
    return welcome(response, services, signed_in)


@router.post("/people/me/deletion", status_code=204, responses=refusals(401, 403))
async def delete_person(
    body: Deletion,
    session: CurrentSession,
    response: Response,
    services: TheServices,
    client: ClientKey,
) -> None:
    """Delete yourself: name, login, sessions and tokens. Your seats stay, as "deleted"."""
    count_try(services, client, session.person.id)
    await services.people.delete(session, body.password)
    clear_cookie(response, services.settings)


# --- Tokens -------------------------------------------------------------------------------------


@router.get("/tokens", responses=refusals(401))
async def list_tokens(person: CurrentPerson, services: TheServices) -> list[Token]:
    """Your API tokens, without their secrets."""
    return [show_token(session) for session in await services.people.tokens(person)]


@router.post("/tokens", status_code=201, responses=refusals(401, 403))
async def create_token(
    body: NewToken, session: CurrentSession, services: TheServices
) -> FreshToken:
    """A token for a program of yours. Needs a cookie: tokens make no tokens."""
    made = await services.people.create_token(session, body.label, body.days)
    return FreshToken(**show_token(made.session).model_dump(), token=made.secret)


@router.delete("/tokens/{token}", status_code=204, responses=refusals(401, 403, 404))
async def revoke_token(token: TokenId, person: CurrentPerson, services: TheServices) -> None:
    """End one of your tokens."""
    await services.people.revoke_token(person, token)
