"""Guests, accounts, sessions and tokens.

A person is identified by a secret of 32 random bytes, in a cookie (a *session*) or held by a
program (a *token*). The database keeps only its hash, so a stolen database is no sign-in.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

from tilewright.dates import now_ms
from tilewright.errors import Code, NotFound, Refused, TilewrightError
from tilewright.server.accounts import sessions
from tilewright.server.accounts.names import check_password, login_key, parse_login, parse_name
from tilewright.server.accounts.sessions import (
    DAY,
    Hasher,
    Passwords,
    SignedIn,
    argon2id,
    normal_form,
)
from tilewright.server.storage import people as store
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.people import Identity, Session, SessionKind

__all__ = [
    "Accounts",
    "Identity",
    "Session",
    "SessionKind",
    "SignedIn",
    "find_owner",
    "remove_person",
    "reset_password",
]

MAX_TOKENS: Final = 20
ROWS_PER_TRANSACTION: Final = 200
"""Rows that a sweep deletes at once; takes a few milliseconds."""

Clock = Callable[[], int]
T = TypeVar("T")


class Accounts:
    """Commands and queries on identities: guests, accounts, sessions, tokens."""

    def __init__(
        self, database: Database, clock: Clock = now_ms, hasher: Hasher | None = None
    ) -> None:
        self.database, self.clock = database, clock
        self.passwords = Passwords(hasher or argon2id())
        self.session_ended = asyncio.Event()
        """Set when a session may have ended in this process."""

    # --- Who is it ------------------------------------------------------------------------------

    async def find_session(self, secret: str, kind: SessionKind) -> Session | None:
        """Return the session that a secret opens; a cookie's secret is never accepted as a token
        or vice versa."""
        if not sessions.is_secret(secret):
            return None
        session = await self.find_session_by_key(sessions.key_of(secret))
        return session if session and session.kind == kind else None

    async def find_session_by_key(self, key: bytes) -> Session | None:
        """Return a session by its key if it is still valid; for sockets that stay open."""
        now = self.clock()
        return await self.database.read(lambda tx: store.find_session(tx, key, now))

    async def refresh(self, session: Session) -> bool:
        """Extend a session, at most once a day; return True if it was extended."""
        now = self.clock()
        if now - session.seen < DAY:
            return False
        until = sessions.lasts_until(session.kind, session.expires, now)
        await self.database.write(
            lambda tx: store.extend_session(tx, session.key, session.person.id, now, until)
        )
        return True

    async def _end(self, work: Callable[[Transaction], T]) -> T:
        """Run work that may end sessions, and notify those who watch them."""
        result = await self.database.write(work)
        self.session_ended.set()
        return result

    # --- Coming and going -----------------------------------------------------------------------

    async def create_guest(
        self, name: str, kind: SessionKind = "session", old: Session | None = None
    ) -> SignedIn:
        """Create a guest with this name and sign them in; the previous session ends."""
        name, person = parse_name(name), secrets.token_hex(12)

        def work(tx: Transaction) -> SignedIn:
            if old:
                sessions.end(tx, old)
            guest = store.add_guest(tx, person, name, self.clock())
            return sessions.sign_in(tx, guest, kind, self.clock())

        return await self._end(work)

    async def log_in(
        self, login: str, password: str, kind: SessionKind = "session", old: Session | None = None
    ) -> SignedIn:
        """Sign in the owner of an account; the previous session ends.

        Raises:
            Refused: Login or password is wrong; the work is the same in both cases.
        """
        key = login_key(login)
        account = await self.database.read(lambda tx: store.find_account(tx, key) if key else None)
        kept = account.password if account else None
        if not await self.passwords.matches(kept, password) or account is None:
            raise wrong_password()
        owner = account.person

        def work(tx: Transaction) -> SignedIn:
            person = check_unchanged(tx, owner, kept)
            if old:
                sessions.end(tx, old)
            return sessions.sign_in(tx, person, kind, self.clock())

        return await self._end(work)

    async def log_out(self, session: Session) -> None:
        await self._end(lambda tx: sessions.end(tx, session))

    async def log_out_everywhere(self, person: Identity) -> None:
        """End every session and token of a person."""
        await self._end(lambda tx: sessions.end_all(tx, person.id))

    # --- Accounts -------------------------------------------------------------------------------

    async def create_account(self, session: Session, login: str, password: str) -> SignedIn:
        """Turn a guest into an account with the same identity, and renew the session."""
        key = parse_login(login)
        check_password(password, key)
        hashed = await self.passwords.hash(password)

        def work(tx: Transaction) -> SignedIn:
            add_account(tx, sessions.check_live(tx, session, self.clock()), key, hashed)
            return sessions.renew(tx, session, self.clock())

        return await self._end(work)

    async def change_password(self, session: Session, old: str, new: str) -> SignedIn:
        """Set a new password and renew the session; all other sessions and tokens end."""
        login = await self.database.read(lambda tx: store.find_login(tx, session.person.id))
        check_password(new, login or "")
        kept = await self._check_password(session.person, old)
        hashed = await self.passwords.hash(new)

        def work(tx: Transaction) -> SignedIn:
            person, now = check_unchanged(tx, session.person.id, kept), self.clock()
            store.set_password(tx, person.id, hashed)
            sessions.end_all(tx, person.id)
            return sessions.sign_in(tx, person, session.kind, now, session.label, session.expires)

        return await self._end(work)

    async def delete(self, session: Session, password: str) -> None:
        """Delete a person. The owner of an account must give the password; guests have none."""
        is_guest = session.person.kind == "guest"
        kept = None if is_guest else await self._check_password(session.person, password)

        def work(tx: Transaction) -> None:
            person = check_unchanged(tx, session.person.id, kept)
            sessions.end_all(tx, person.id)
            store.anonymize(tx, person.id)

        await self._end(work)

    async def rename(self, session: Session, name: str) -> Identity:
        """Change the name of a person."""
        parsed = parse_name(name)

        def work(tx: Transaction) -> Identity:
            person = sessions.check_live(tx, session, self.clock())
            store.rename(tx, person.id, parsed)
            return Identity(person.id, parsed, person.kind)

        return await self.database.write(work)

    async def _check_password(self, person: Identity, password: str) -> str:
        """Return the stored hash of a person's password if `password` matches; refuse otherwise."""
        kept = await self.database.read(lambda tx: store.find_password_hash(tx, person.id))
        if not await self.passwords.matches(kept, password) or kept is None:
            raise wrong_password()
        return kept

    # --- Tokens ---------------------------------------------------------------------------------

    async def create_token(self, session: Session, label: str, days: int | None) -> SignedIn:
        """Create a token for a program. Tokens cannot create tokens, or a leaked one could outlive
        itself."""
        if session.kind != "session":
            raise Refused(Code.FORBIDDEN, "sign in by a cookie: tokens make no tokens")

        def work(tx: Transaction) -> SignedIn:
            now = self.clock()
            person = sessions.check_live(tx, session, now)
            check_token_count(store.list_tokens(tx, person.id, now))
            expires = None if days is None else now + days * DAY
            return sessions.sign_in(tx, person, "token", now, label, expires)

        return await self.database.write(work)

    async def tokens(self, person: Identity) -> list[Session]:
        """Return the tokens of a person, oldest first."""
        now = self.clock()
        return await self.database.read(lambda tx: store.list_tokens(tx, person.id, now))

    async def revoke_token(self, person: Identity, token: str) -> None:
        """End the token with this id if it belongs to the person."""

        def work(tx: Transaction) -> None:
            tokens = store.list_tokens(tx, person.id, self.clock())
            found = next((other for other in tokens if other.id == token), None)
            if found is None:
                raise NotFound(f"you have no token {token}")
            sessions.end(tx, found)

        await self._end(work)

    # --- Housekeeping ---------------------------------------------------------------------------

    async def sweep(self) -> int:
        """Delete expired sessions and guests who cannot return; return the number of rows.

        Works in small transactions, so that other writers wait for one of them at most.
        """
        sessions_deleted = await _delete_expired_sessions(self.database, self.clock())
        return sessions_deleted + await _delete_stale_guests(self.database)


def check_unchanged(tx: Transaction, person: str, password: str | None) -> Identity:
    """Return the person, or refuse if the password changed or the account was deleted meanwhile."""
    sessions.lock(tx, person)
    found = store.find_person(tx, person)
    if found is None or store.find_password_hash(tx, person) != password:
        raise wrong_password()
    return found


def check_token_count(tokens: list[Session]) -> None:
    """Refuse a further token beyond the limit; tokens without a label come from log-ins and do not
    count."""
    if sum(token.label != "" for token in tokens) >= MAX_TOKENS:
        raise Refused(Code.FORBIDDEN, f"you have {MAX_TOKENS} tokens: delete one first")


def add_account(tx: Transaction, person: Identity, login: str, password: str) -> None:
    if person.kind == "account":
        raise Refused(Code.FORBIDDEN, "you have an account already")
    if not store.add_account(tx, person.id, login, password):
        raise Refused(Code.LOGIN_TAKEN, "that login is taken: choose another")


def wrong_password() -> Refused:
    return Refused(Code.WRONG_PASSWORD, "no account has this login and password")


# --- Expiry ---------------------------------------------------------------------------------------


async def _delete_expired_sessions(database: Database, now: int) -> int:
    deleted = 0
    work = partial(store.delete_expired_sessions, now=now, limit=ROWS_PER_TRANSACTION)
    while ended := await database.write(work):
        deleted += ended
    return deleted


async def _delete_stale_guests(database: Database) -> int:
    deleted, last = 0, ""
    while guests := await database.read(
        partial(store.list_guests, person=last, limit=ROWS_PER_TRANSACTION)
    ):
        if gone := await database.read(partial(_find_stale, guests=guests)):
            deleted += await database.write(partial(store.delete_stale_guests, people=gone))
        last = guests[-1]
    return deleted


def _find_stale(tx: Transaction, guests: Sequence[str]) -> list[str]:
    return [guest for guest in guests if store.is_stale_guest(tx, guest)]


# --- Commands of the host -------------------------------------------------------------------------


def find_owner(database: Database, login: str) -> str:
    """Return the person who logs in by this name.

    Raises:
        TilewrightError: No account has this login.
    """
    key = login_key(login) or ""
    account = database.submit_read(lambda tx: store.find_account(tx, key)).result()
    if account is None:
        raise TilewrightError(
            f"no account has login {login[:40]!r}: people choose one when they register"
        )
    return account.person


def reset_password(database: Database, login: str) -> str:
    """Set and return a new random password; all sessions and tokens of the account end."""
    person, password = find_owner(database, login), secrets.token_urlsafe(9)
    hashed = argon2id().hash(normal_form(password))

    def work(tx: Transaction) -> None:
        sessions.end_all(tx, person)
        store.set_password(tx, person, hashed)

    database.submit_write(work).result()
    return password


def remove_person(database: Database, login: str) -> None:
    """Delete an account, as its owner could."""
    person = find_owner(database, login)

    def work(tx: Transaction) -> None:
        sessions.end_all(tx, person)
        store.anonymize(tx, person)

    database.submit_write(work).result()
