"""Routes of accounts: guests, sign-in, sessions, the account itself, tokens for programs."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response
from msgspec.structs import asdict

from tilewright.errors import TooManyRequests
from tilewright.match.events import Person
from tilewright.server.accounts.names import login_key
from tilewright.server.accounts.service import Accounts, Identity, NewSession, Session, SessionKind
from tilewright.server.http.dependencies import (
    ClientKey,
    CurrentPerson,
    CurrentSession,
    OptionalSession,
    Services,
    TheServices,
)
from tilewright.server.http.responses import Body, encode, error_responses, responses
from tilewright.server.http.security import clear_cookie, set_cookie
from tilewright.server.ratelimit.quotas import LATE_LOGIN_SECONDS
from tilewright.server.tables.name_changes import anonymize_everywhere, rename_seats
from tilewright.wire.people import (
    Credentials,
    DeleteAccountRequest,
    FreshToken,
    NewAccount,
    NewGuest,
    NewName,
    NewToken,
    PasswordChange,
    PersonCard,
    SignInResponse,
    TokenCard,
    WhoAmI,
)

__all__ = ["router", "to_person_card"]

router = APIRouter(tags=["accounts"])

TokenId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


def to_person_card(person: Identity) -> PersonCard:
    """Return what others see of a person."""
    return PersonCard(id=person.id, name=person.name, kind=person.kind)


@dataclass(frozen=True)
class SignIn:
    """One request that signs a client in or out."""

    response: Response
    services: Services
    client: str

    @property
    def accounts(self) -> Accounts:
        """The accounts of the server."""
        return self.services.accounts

    async def count_attempt(self, login: str) -> None:
        """Count an attempt of this client at a login; delay attempts above the login's limit.

        They are delayed, not refused: otherwise an attacker could lock out the owner of an account.
        Addresses take turns.

        Raises:
            TooManyRequests: The client has made too many attempts, or too many are delayed.

        """
        quotas = self.services.quotas
        quotas.logins_of_client.take(self.client)
        try:
            quotas.logins_of_name.take(login_key(login) or "")
        except TooManyRequests:
            async with quotas.delayed_logins.slot(self.client, LATE_LOGIN_SECONDS):
                await asyncio.sleep(LATE_LOGIN_SECONDS)

    def welcome(self, signed_in: NewSession) -> str:
        """Return the answer with a token for a program, or set the cookie of a browser."""
        is_token = signed_in.session.kind == "token"
        if not is_token:
            set_cookie(self.response, self.services.settings, signed_in.secret)
        person = signed_in.session.person
        token = signed_in.secret if is_token else None
        return encode(SignInResponse(id=person.id, name=person.name, kind=person.kind, token=token))

    def sign_out(self) -> None:
        """Clear the cookie of the browser."""
        clear_cookie(self.response, self.services.settings)


async def _sign_in(response: Response, services: TheServices, client: ClientKey) -> SignIn:
    return SignIn(response, services, client)


TheSignIn = Annotated[SignIn, Depends(_sign_in)]


def kind_and_old(as_token: bool, old: Session | None) -> tuple[SessionKind, Session | None]:
    """Return the kind of the new session, and the session that it replaces.

    A new cookie replaces the old one, whose session ends; a token replaces nothing.
    """
    if as_token:
        return "token", None
    return "session", old if old and old.kind == "session" else None


# --- Sign-in ------------------------------------------------------------------------------------


@router.post("/people/guests", **responses(SignInResponse, 401, 403, status=201))
async def create_guest(sign_in: TheSignIn, old: OptionalSession, body: Body[NewGuest]) -> str:
    """Create a guest; a name is enough. A guest whose sessions have all expired is deleted."""
    sign_in.services.quotas.guests.take(sign_in.client)
    how = kind_and_old(body.token, old)
    return sign_in.welcome(await sign_in.accounts.create_guest(body.name, *how))


@router.post("/sessions", **responses(SignInResponse, 401, 403, status=201))
async def log_in(sign_in: TheSignIn, old: OptionalSession, body: Body[Credentials]) -> str:
    """Log in to an account. The session so far ends, a new one begins."""
    await sign_in.count_attempt(body.login)
    how = kind_and_old(body.token, old)
    return sign_in.welcome(await sign_in.accounts.log_in(body.login, body.password, *how))


@router.get("/sessions/current", **responses(WhoAmI))
async def get_session(session: OptionalSession) -> str:
    """Return who is signed in, if a person is: a page asks this on a first visit."""
    return encode(WhoAmI(to_person_card(session.person) if session else None))


@router.delete("/sessions/current", status_code=204, responses=error_responses(401, 403))
async def log_out(session: CurrentSession, sign_in: TheSignIn) -> None:
    """End this session. A guest without an account cannot come back."""
    await sign_in.accounts.log_out(session)
    sign_in.sign_out()


@router.delete("/sessions", status_code=204, responses=error_responses(401, 403))
async def log_out_everywhere(person: CurrentPerson, sign_in: TheSignIn) -> None:
    """End all your sessions and tokens, including this one."""
    await sign_in.accounts.log_out_everywhere(person)
    sign_in.sign_out()


# --- The account --------------------------------------------------------------------------------


@router.get("/people/me", **responses(PersonCard, 401))
async def get_me(person: CurrentPerson) -> str:
    """Return the person that you are signed in as."""
    return encode(to_person_card(person))


@router.patch("/people/me", **responses(PersonCard, 401, 403))
async def rename_me(session: CurrentSession, services: TheServices, body: Body[NewName]) -> str:
    """Change your name, also at the tables where your games go on."""
    was = Person(session.person.id, session.person.name)
    renamed = await services.accounts.rename(session, body.name)
    await rename_seats(services.database, services.tables.commands, was, renamed.name)
    return encode(to_person_card(renamed))


@router.post("/people/me/account", **responses(SignInResponse, 401, 403, 409, status=201))
async def create_account(
    session: CurrentSession, sign_in: TheSignIn, body: Body[NewAccount]
) -> str:
    """Turn a guest into an account: log in with this login and password from now on, anywhere."""
    sign_in.services.quotas.logins_of_client.take(sign_in.client)
    made = await sign_in.accounts.create_account(session, body.login, body.password)
    return sign_in.welcome(made)


@router.put("/people/me/password", **responses(SignInResponse, 401, 403))
async def change_password(
    session: CurrentSession, sign_in: TheSignIn, body: Body[PasswordChange]
) -> str:
    """Change your password. Your other sessions and all tokens end."""
    await sign_in.count_attempt(session.person.id)
    return sign_in.welcome(await sign_in.accounts.change_password(session, body.old, body.new))


@router.post("/people/me/deletion", status_code=204, responses=error_responses(401, 403))
async def delete_me(
    session: CurrentSession, sign_in: TheSignIn, body: Body[DeleteAccountRequest]
) -> None:
    """Delete your name, login, sessions and tokens.

    Your seats stay, as "deleted", and so do your chat lines.
    """
    await sign_in.count_attempt(session.person.id)
    await sign_in.accounts.delete(session, body.password)
    was = Person(session.person.id, session.person.name)
    await anonymize_everywhere(sign_in.services.tables, was)
    sign_in.sign_out()


# --- Tokens -------------------------------------------------------------------------------------


@router.get("/tokens", **responses(list[TokenCard], 401))
async def list_tokens(person: CurrentPerson, services: TheServices) -> str:
    """List your API tokens without their secrets."""
    tokens = await services.accounts.tokens(person)
    return encode([_token_card(session) for session in tokens])


@router.post("/tokens", **responses(FreshToken, 401, 403, status=201))
async def create_token(session: CurrentSession, services: TheServices, body: Body[NewToken]) -> str:
    """Create a token for a program of yours. Needs a cookie: tokens create no tokens."""
    made = await services.accounts.create_token(session, body.label, body.days)
    return encode(FreshToken(**asdict(_token_card(made.session)), token=made.secret))


@router.delete("/tokens/{token}", status_code=204, responses=error_responses(401, 403, 404))
async def revoke_token(token: TokenId, person: CurrentPerson, services: TheServices) -> None:
    """Revoke one of your tokens."""
    await services.accounts.revoke_token(person, token)


def _token_card(session: Session) -> TokenCard:
    return TokenCard(
        id=session.id, label=session.label, created=session.created, expires=session.expires
    )
