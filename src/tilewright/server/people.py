"""Identity: guests, accounts, sessions and tokens.

A person is known by a secret of 32 random bytes, in a cookie (a *session*) or in a program's hands
(a *token*). Only the secret's hash is kept, so that a stolen database signs nobody in.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tilewright.server.database import Database, Transaction
from tilewright.server.errors import (
    Forbidden,
    LoginTaken,
    NotFound,
    NotSignedIn,
    WrongPassword,
)
from tilewright.server.names import check_password, login_key, parse_login, parse_name
from tilewright.server.passwords import Hasher, Passwords, argon2id
from tilewright.server.store import people as store
from tilewright.server.store.people import Identity, Session, SessionKind

__all__ = ["PEOPLE_CHANGED", "Identity", "People", "Session", "SessionKind", "SignedIn"]

# The channel that tells every process to look at a person's sessions again: some have ended.
PEOPLE_CHANGED: Final = "people_changed"

DAY: Final = 24 * 3600 * 1000
SESSION_DAYS: Final = 90
SECRET_LENGTH: Final = 43  # of 32 bytes in URL-safe base 64
MAX_TOKENS: Final = 20

Clock = Callable[[], int]


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class SignedIn:
    """A session that was just made. This is the only time its secret is seen."""

    session: Session
    secret: str


class People:
    """All that can be done to identities; the one place where secrets are made."""

    def __init__(
        self, database: Database, clock: Clock = now_ms, hasher: Hasher | None = None
    ) -> None:
        self.database, self.clock = database, clock
        self.passwords = Passwords(hasher or argon2id())

    # --- Who is it ------------------------------------------------------------------------------

    async def find_session(self, secret: str, kind: SessionKind) -> Session | None:
        """The session that a secret opens: a cookie's never as a token, nor the other way round."""
        if len(secret) != SECRET_LENGTH or not secret.isascii():
            return None
        session = await self.find_session_by_key(key_of(secret))
        return session if session and session.kind == kind else None

    async def find_session_by_key(self, key: bytes) -> Session | None:
        """A session that is still good; for those who hold one open for long."""
        now = self.clock()
        return await self.database.read(lambda tx: store.find_session(tx, key, now))

    async def refresh(self, session: Session) -> bool:
        """Let a session roll on, once a day; whether it was the day."""
        now = self.clock()
        if now - session.seen < DAY:
            return False
        expires = session.expires if session.kind == "token" else now + SESSION_DAYS * DAY
        await self.database.write(
            lambda tx: store.touch(tx, session.key, session.person.id, now, expires)
        )
        return True

    # --- Coming and going -----------------------------------------------------------------------

    async def create_guest(
        self, name: str, kind: SessionKind = "session", old: Session | None = None
    ) -> SignedIn:
        """Somebody new, by a name they chose; the session used so far ends."""
        name, person = parse_name(name), secrets.token_hex(12)

        def work(tx: Transaction) -> SignedIn:
            self._end(tx, old)
            return self._sign_in(tx, store.add_guest(tx, person, name, self.clock()), kind)

        return await self.database.write(work)

    async def log_in(
        self, login: str, password: str, kind: SessionKind = "session", old: Session | None = None
    ) -> SignedIn:
        """A new session for the owner of an account; the one used so far ends.

        Raises WrongPassword, after the same work, whether the login or the password is wrong.
        """
        key = login_key(login)
        account = await self.database.read(lambda tx: store.find_account(tx, key) if key else None)
        is_right = await self.passwords.matches(account and account.password, password)
        if account is None or not is_right:
            raise wrong_password()
        kept = account

        def work(tx: Transaction) -> SignedIn:
            person = self._check_unchanged(tx, kept.person, kept.password)
            self._end(tx, old)
            return self._sign_in(tx, person, kind)

        return await self.database.write(work)

    async def log_out(self, session: Session) -> None:
        await self.database.write(lambda tx: self._end(tx, session))

    async def log_out_everywhere(self, person: Identity) -> None:
        """End every session and token of a person."""
        await self.database.write(lambda tx: self._end_all(tx, person.id))

    # --- Accounts -------------------------------------------------------------------------------

    async def create_account(self, session: Session, login: str, password: str) -> SignedIn:
        """Make a guest's identity last; their games stay theirs. Their session is a new one."""
        key = parse_login(login)
        check_password(password, key)
        hashed = await self.passwords.hash(password)

        def work(tx: Transaction) -> SignedIn:
            person = self._still_signed_in(tx, session)
            add_account(tx, person, key, hashed)
            return self._replace(tx, session)

        return await self.database.write(work)

    async def change_password(self, session: Session, old: str, new: str) -> SignedIn:
        """A new password, and a new session; all others and all tokens end."""
        login = await self.database.read(lambda tx: store.login_of(tx, session.person.id))
        check_password(new, login or "")
        kept = await self._check_password(session.person, old)
        hashed = await self.passwords.hash(new)

        def work(tx: Transaction) -> SignedIn:
            person = self._check_unchanged(tx, session.person.id, kept)
            store.set_password(tx, person.id, hashed)
            self._end_all(tx, person.id)
            return self._sign_in(tx, person, session.kind)

        return await self.database.write(work)

    async def delete(self, session: Session, password: str) -> None:
        """Forget a person. An account's password is asked for; a guest has none."""
        if session.person.kind == "account":
            await self._check_password(session.person, password)

        def work(tx: Transaction) -> None:
            store.erase(tx, session.person.id)
            tx.notify(PEOPLE_CHANGED, session.person.id)

        await self.database.write(work)

    async def rename(self, person: Identity, name: str) -> Identity:
        parsed = parse_name(name)
        await self.database.write(lambda tx: store.rename(tx, person.id, parsed))
        return Identity(person.id, parsed, person.kind)

    # --- Tokens ---------------------------------------------------------------------------------

    async def create_token(self, session: Session, label: str, days: int | None) -> SignedIn:
        """A token for a program. Tokens make no tokens, or a leaked one could outlive itself."""
        if session.kind != "session":
            raise Forbidden("tokens: expected somebody signed in by a cookie; found a token")
        expires = None if days is None else self.clock() + days * DAY

        def work(tx: Transaction) -> SignedIn:
            person = self._still_signed_in(tx, session)
            if len(store.tokens_of(tx, person.id, self.clock())) >= MAX_TOKENS:
                raise Forbidden(f"tokens: expected at most {MAX_TOKENS}; found as many already")
            return self._sign_in(tx, person, "token", label, expires)

        return await self.database.write(work)

    async def tokens(self, person: Identity) -> list[Session]:
        now = self.clock()
        return await self.database.read(lambda tx: store.tokens_of(tx, person.id, now))

    async def revoke_token(self, person: Identity, token: str) -> None:
        def work(tx: Transaction) -> None:
            tokens = store.tokens_of(tx, person.id, self.clock())
            found = next((other for other in tokens if other.id == token), None)
            if found is None:
                raise NotFound(f"token: expected one of your own; found {token}")
            self._end(tx, found)

        await self.database.write(work)

    # --- Housekeeping ---------------------------------------------------------------------------

    async def sweep(self) -> int:
        """Forget what has run out; how many rows that were."""
        return await self.database.write(lambda tx: store.sweep(tx, self.clock()))

    # --- Inside a transaction -------------------------------------------------------------------

    def _sign_in(
        self,
        tx: Transaction,
        person: Identity,
        kind: SessionKind,
        label: str = "",
        expires: int | None = None,
    ) -> SignedIn:
        secret, now = secrets.token_urlsafe(32), self.clock()
        if kind == "session":
            expires = now + SESSION_DAYS * DAY
        session = Session(key_of(secret), person, kind, label, now, now, expires)
        store.add_session(tx, session.key, person.id, kind, label, now, expires)
        return SignedIn(session, secret)

    def _replace(self, tx: Transaction, session: Session) -> SignedIn:
        """A new secret for a session: whoever knew the old one has nothing now."""
        person = self._still_signed_in(tx, session)
        self._end(tx, session)
        return self._sign_in(tx, person, session.kind, session.label)

    def _end(self, tx: Transaction, session: Session | None) -> None:
        if session:
            store.end_session(tx, session.key)
            tx.notify(PEOPLE_CHANGED, session.person.id)

    def _end_all(self, tx: Transaction, person: str) -> None:
        store.end_sessions(tx, person)
        tx.notify(PEOPLE_CHANGED, person)

    def _still_signed_in(self, tx: Transaction, session: Session) -> Identity:
        """A session may have ended while a password was hashed."""
        found = store.find_session(tx, session.key, self.clock())
        if found is None:
            raise NotSignedIn("session: expected one that goes on; found one that has ended")
        return found.person

    def _check_unchanged(self, tx: Transaction, person: str, password: str) -> Identity:
        """A password may have been changed, or its account deleted, while it was checked."""
        found = store.find_person(tx, person)
        if found is None or store.password_of(tx, person) != password:
            raise wrong_password()
        return found

    async def _check_password(self, person: Identity, password: str) -> str:
        """The hash of a person's password, when the password given is the right one."""
        kept = await self.database.read(lambda tx: store.password_of(tx, person.id))
        if not await self.passwords.matches(kept, password) or kept is None:
            raise wrong_password()
        return kept


def key_of(secret: str) -> bytes:
    """What a session is kept under. A plain hash will do: nobody guesses 32 random bytes."""
    return hashlib.sha256(secret.encode()).digest()


def add_account(tx: Transaction, person: Identity, login: str, password: str) -> None:
    if person.kind == "account":
        raise Forbidden("account: expected a guest; found somebody who has one")
    if not store.add_account(tx, person.id, login, password):
        raise LoginTaken("login: expected one that is free; found one that is taken")


def wrong_password() -> WrongPassword:
    return WrongPassword("login or password: expected those of an account; found others")
