"""Account routes: guests, sign-in, sessions, account settings, API tokens."""

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
    ServicesDep,
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
    """Convert a person to their public data."""
    return PersonCard(id=person.id, name=person.name, kind=person.kind)


@dataclass(frozen=True)
class SignIn:
    """Signs the client of a request in or out."""

    response: Response
    services: Services
    client: str

    @property
    def accounts(self) -> Accounts:
        """The accounts of the server."""
        return self.services.accounts

    async def count_attempt(self, login: str) -> None:
        """Count a log-in attempt and delay it if there are too many for this login.

        Attempts are delayed, not refused: otherwise an attacker could lock out the owner of an
        account. Delays are shared fairly among client addresses.

        Raises:
            TooManyRequests: The client made too many attempts, or too many attempts are delayed.
        """
        quotas = self.services.quotas
        quotas.logins_of_client.consume(self.client)
        try:
            quotas.logins_of_name.consume(login_key(login) or "")
        except TooManyRequests:
            async with quotas.delayed_logins.slot(self.client, LATE_LOGIN_SECONDS):
                await asyncio.sleep(LATE_LOGIN_SECONDS)

    def start_session(self, new_session: NewSession) -> str:
        """Return the sign-in response, with the token of a program.

        A browser gets a session cookie instead.
        """
        is_token = new_session.session.kind == "token"
        if not is_token:
            set_cookie(self.response, self.services.settings, new_session.secret)
        person = new_session.session.person
        token = new_session.secret if is_token else None
        return encode(SignInResponse(id=person.id, name=person.name, kind=person.kind, token=token))

    def sign_out(self) -> None:
        """Clear the session cookie."""
        clear_cookie(self.response, self.services.settings)


async def _get_sign_in(response: Response, services: ServicesDep, client: ClientKey) -> SignIn:
    return SignIn(response, services, client)


SignInDep = Annotated[SignIn, Depends(_get_sign_in)]


def plan_session(as_token: bool, session: Session | None) -> tuple[SessionKind, Session | None]:
    """Return the kind of a new session, and the session that it replaces or None.

    A new session cookie replaces the old one, whose session ends. A token replaces nothing.
    """
    if as_token:
        return "token", None
    return "session", session if session and session.kind == "session" else None


# --- Sign-in ------------------------------------------------------------------------------------


@router.post("/people/guests", **responses(SignInResponse, 401, 403, status=201))
async def create_guest(sign_in: SignInDep, session: OptionalSession, body: Body[NewGuest]) -> str:
    """Create a guest, who only needs a name. Guests are deleted once all their sessions expire."""
    sign_in.services.quotas.guests.consume(sign_in.client)
    kind, replaced = plan_session(body.token, session)
    return sign_in.start_session(await sign_in.accounts.create_guest(body.name, kind, replaced))


@router.post("/sessions", **responses(SignInResponse, 401, 403, status=201))
async def log_in(sign_in: SignInDep, session: OptionalSession, body: Body[Credentials]) -> str:
    """Log in to an account. A new session replaces the current one."""
    await sign_in.count_attempt(body.login)
    kind, replaced = plan_session(body.token, session)
    new = await sign_in.accounts.log_in(body.login, body.password, kind, replaced)
    return sign_in.start_session(new)


@router.get("/sessions/current", **responses(WhoAmI))
async def get_session(session: OptionalSession) -> str:
    """Return the person signed in, if any."""
    return encode(WhoAmI(to_person_card(session.person) if session else None))


@router.delete("/sessions/current", status_code=204, responses=error_responses(401, 403))
async def log_out(session: CurrentSession, sign_in: SignInDep) -> None:
    """End this session. Guests cannot sign in again."""
    await sign_in.accounts.log_out(session)
    sign_in.sign_out()


@router.delete("/sessions", status_code=204, responses=error_responses(401, 403))
async def log_out_everywhere(person: CurrentPerson, sign_in: SignInDep) -> None:
    """End all your sessions and tokens, including this one."""
    await sign_in.accounts.log_out_everywhere(person)
    sign_in.sign_out()


# --- The account --------------------------------------------------------------------------------


@router.get("/people/me", **responses(PersonCard, 401))
async def get_me(person: CurrentPerson) -> str:
    """Return the person you are signed in as."""
    return encode(to_person_card(person))


@router.patch("/people/me", **responses(PersonCard, 401, 403))
async def rename_me(session: CurrentSession, services: ServicesDep, body: Body[NewName]) -> str:
    """Change your name, also at your open and running tables."""
    old = Person(session.person.id, session.person.name)
    renamed = await services.accounts.rename(session, body.name)
    await rename_seats(services.database, services.tables.commands, old, renamed.name)
    return encode(to_person_card(renamed))


@router.post("/people/me/account", **responses(SignInResponse, 401, 403, 409, status=201))
async def create_account(
    session: CurrentSession, sign_in: SignInDep, body: Body[NewAccount]
) -> str:
    """Turn a guest into an account, with this login and password."""
    sign_in.services.quotas.logins_of_client.consume(sign_in.client)
    new = await sign_in.accounts.create_account(session, body.login, body.password)
    return sign_in.start_session(new)


@router.put("/people/me/password", **responses(SignInResponse, 401, 403))
async def change_password(
    session: CurrentSession, sign_in: SignInDep, body: Body[PasswordChange]
) -> str:
    """Change your password. Your other sessions and all tokens end."""
    await sign_in.count_attempt(session.person.id)
    new = await sign_in.accounts.change_password(session, body.old, body.new)
    return sign_in.start_session(new)


@router.post("/people/me/deletion", status_code=204, responses=error_responses(401, 403))
async def delete_me(
    session: CurrentSession, sign_in: SignInDep, body: Body[DeleteAccountRequest]
) -> None:
    """Delete your name, login, sessions and tokens.

    Your seats and chat messages stay, under the name "deleted".
    """
    await sign_in.count_attempt(session.person.id)
    await sign_in.accounts.delete(session, body.password)
    deleted = Person(session.person.id, session.person.name)
    await anonymize_everywhere(sign_in.services.tables, deleted)
    sign_in.sign_out()


# --- Tokens -------------------------------------------------------------------------------------


@router.get("/tokens", **responses(list[TokenCard], 401))
async def list_tokens(person: CurrentPerson, services: ServicesDep) -> str:
    """List your API tokens without their secrets."""
    tokens = await services.accounts.list_tokens(person)
    return encode([_to_token_card(session) for session in tokens])


@router.post("/tokens", **responses(FreshToken, 401, 403, status=201))
async def create_token(session: CurrentSession, services: ServicesDep, body: Body[NewToken]) -> str:
    """Create an API token. Needs a session cookie: a token cannot create tokens."""
    new = await services.accounts.create_token(session, body.label, body.days)
    return encode(FreshToken(**asdict(_to_token_card(new.session)), token=new.secret))


@router.delete("/tokens/{token}", status_code=204, responses=error_responses(401, 403, 404))
async def revoke_token(token: TokenId, person: CurrentPerson, services: ServicesDep) -> None:
    """Revoke one of your tokens."""
    await services.accounts.revoke_token(person, token)


def _to_token_card(session: Session) -> TokenCard:
    """Convert a token's session to its list entry."""
    return TokenCard(
        id=session.id, label=session.label, created=session.created, expires=session.expires
    )
