"""People over HTTP: guests, accounts, sessions, tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response
from msgspec.structs import asdict

from tilewright.errors import TooManyRequests
from tilewright.events import Person
from tilewright.server.http.dependencies import (
    ClientKey,
    CurrentPerson,
    CurrentSession,
    OptionalSession,
    TheServices,
)
from tilewright.server.http.security import clear_cookie, set_cookie
from tilewright.server.http.services import Services
from tilewright.server.http.structs import Body, encode, refusals, shows
from tilewright.server.people.names import login_key
from tilewright.server.people.service import Identity, People, Session, SessionKind, SignedIn
from tilewright.server.tables.renaming import forget_name, rename_seats
from tilewright.wire.people import (
    Credentials,
    Deletion,
    FreshToken,
    NewAccount,
    NewGuest,
    NewName,
    NewToken,
    PasswordChange,
    PersonCard,
    TokenCard,
    Visitor,
    Welcome,
)

__all__ = ["router"]

router = APIRouter(tags=["people"])

TokenId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


def card_of(person: Identity) -> PersonCard:
    return PersonCard(id=person.id, name=person.name, kind=person.kind)


def show_person(person: Identity) -> str:
    return encode(card_of(person))


def describe_token(session: Session) -> TokenCard:
    return TokenCard(
        id=session.id, label=session.label, created=session.created, expires=session.expires
    )


@dataclass(frozen=True)
class Door:
    """Where people come in and go out again."""

    response: Response
    services: Services
    client: str

    @property
    def people(self) -> People:
        return self.services.people

    async def count_try(self, login: str) -> None:
        """One more guess at a password: by this client, and at this account.

        An account at which strangers guess is not closed to its owner: tries then take their time,
        and addresses have their turns."""
        admission = self.services.admission
        admission.logins_of_client.take(self.client)
        try:
            admission.logins_of_name.take(login_key(login) or "")
        except TooManyRequests:
            await admission.late_logins.wait(self.client)

    def welcome(self, signed_in: SignedIn) -> str:
        """Hand over a new secret: to a program in the body, to a browser in a cookie it cannot
        read."""
        is_token = signed_in.session.kind == "token"
        if not is_token:
            set_cookie(self.response, self.services.settings, signed_in.secret)
        person = signed_in.session.person
        token = signed_in.secret if is_token else None
        return encode(Welcome(id=person.id, name=person.name, kind=person.kind, token=token))

    def see_out(self) -> None:
        """Take the browser's secret back."""
        clear_cookie(self.response, self.services.settings)


async def _door(response: Response, services: TheServices, client: ClientKey) -> Door:
    return Door(response, services, client)


TheDoor = Annotated[Door, Depends(_door)]


# --- Coming and going ---------------------------------------------------------------------------


@router.post("/people/guests", **shows(Welcome, 401, 403, status=201))
async def create_guest(door: TheDoor, old: OptionalSession, body: Body[NewGuest]) -> str:
    """Play at once: a name is enough. A guest that nobody can reach any more is forgotten."""
    door.services.admission.guests.take(door.client)
    how = kind_and_old(body.token, old)
    return door.welcome(await door.people.create_guest(body.name, *how))


@router.post("/sessions", **shows(Welcome, 401, 403, status=201))
async def log_in(door: TheDoor, old: OptionalSession, body: Body[Credentials]) -> str:
    """Log in to an account. The session so far ends, a new one begins."""
    await door.count_try(body.login)
    how = kind_and_old(body.token, old)
    return door.welcome(await door.people.log_in(body.login, body.password, *how))


def kind_and_old(as_token: bool, old: Session | None) -> tuple[SessionKind, Session | None]:
    """A new cookie takes the place of the old one, whose session ends; a token replaces nothing."""
    if as_token:
        return "token", None
    return "session", old if old and old.kind == "session" else None


@router.get("/sessions/current", **shows(Visitor))
async def who_is_asking(session: OptionalSession) -> str:
    """Who you are here, if anybody: a page asks this on a first visit."""
    return encode(Visitor(card_of(session.person) if session else None))


@router.delete("/sessions/current", status_code=204, responses=refusals(401, 403))
async def log_out(session: CurrentSession, door: TheDoor) -> None:
    """End this session. A guest without an account cannot come back."""
    await door.people.log_out(session)
    door.see_out()


@router.delete("/sessions", status_code=204, responses=refusals(401, 403))
async def log_out_everywhere(person: CurrentPerson, door: TheDoor) -> None:
    """End all your sessions and tokens, this one too."""
    await door.people.log_out_everywhere(person)
    door.see_out()


# --- Yourself -----------------------------------------------------------------------------------


@router.get("/people/me", **shows(PersonCard, 401))
async def who_am_i(person: CurrentPerson) -> str:
    """Who the server takes you for."""
    return show_person(person)


@router.patch("/people/me", **shows(PersonCard, 401, 403))
async def rename(session: CurrentSession, services: TheServices, body: Body[NewName]) -> str:
    """Take another name, at the tables where your games go on, too."""
    was = Person(session.person.id, session.person.name)
    renamed = await services.people.rename(session, body.name)
    await rename_seats(services.tables, was, renamed.name)
    return show_person(renamed)


@router.post("/people/me/account", **shows(Welcome, 401, 403, 409, status=201))
async def create_account(session: CurrentSession, door: TheDoor, body: Body[NewAccount]) -> str:
    """Keep a guest's identity and games: log in with these from now on, anywhere."""
    door.services.admission.logins_of_client.take(door.client)
    return door.welcome(await door.people.create_account(session, body.login, body.password))


@router.put("/people/me/password", **shows(Welcome, 401, 403))
async def change_password(
    session: CurrentSession, door: TheDoor, body: Body[PasswordChange]
) -> str:
    """A new password. Your other sessions and all tokens end."""
    await door.count_try(session.person.id)
    return door.welcome(await door.people.change_password(session, body.old, body.new))


@router.post("/people/me/deletion", status_code=204, responses=refusals(401, 403))
async def delete_person(session: CurrentSession, door: TheDoor, body: Body[Deletion]) -> None:
    """Delete yourself: name, login, sessions and tokens. Your seats stay, as "deleted", and so do
    your words."""
    await door.count_try(session.person.id)
    await door.people.delete(session, body.password)
    was = Person(session.person.id, session.person.name)
    await forget_name(door.services.tables, was)
    door.see_out()


# --- Tokens -------------------------------------------------------------------------------------


@router.get("/tokens", **shows(list[TokenCard], 401))
async def list_tokens(person: CurrentPerson, services: TheServices) -> str:
    """Your API tokens, without their secrets."""
    tokens = await services.people.tokens(person)
    return encode([describe_token(session) for session in tokens])


@router.post("/tokens", **shows(FreshToken, 401, 403, status=201))
async def create_token(session: CurrentSession, services: TheServices, body: Body[NewToken]) -> str:
    """A token for a program of yours. Needs a cookie: tokens make no tokens."""
    made = await services.people.create_token(session, body.label, body.days)
    return encode(FreshToken(**asdict(describe_token(made.session)), token=made.secret))


@router.delete("/tokens/{token}", status_code=204, responses=refusals(401, 403, 404))
async def revoke_token(token: TokenId, person: CurrentPerson, services: TheServices) -> None:
    """End one of your tokens."""
    await services.people.revoke_token(person, token)
