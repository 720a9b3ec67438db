"""Guests, accounts, sessions and tokens.

A person authenticates with a secret of 32 random bytes: in a cookie (a *session*) or in a program
(a *token*). The database stores only its hash, so a stolen database does not let anyone sign in.
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
from tilewright.server.accounts.passwords import (
    Hasher,
    Passwords,
    make_hasher,
    normalise_password,
)
from tilewright.server.accounts.sessions import DAY, NewSession
from tilewright.server.storage import people as store
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.people import Identity, Session, SessionKind

__all__ = [
    "Accounts",
    "Identity",
    "NewSession",
    "Session",
    "SessionKind",
    "delete_account",
    "get_account_id",
    "reset_password",
]

MAX_TOKENS: Final = 20
ROWS_PER_TRANSACTION: Final = 200
"""Rows that a sweep deletes at once; takes a few milliseconds."""

Clock = Callable[[], int]
T = TypeVar("T")


class Accounts:
    """Manages guests, accounts, sessions and tokens."""

    def __init__(
        self, database: Database, clock: Clock = now_ms, hasher: Hasher | None = None
    ) -> None:
        self.database, self.clock = database, clock
        self.passwords = Passwords(hasher or make_hasher())
        self.session_ended = asyncio.Event()
        """Set when a session may have ended in this process."""

    # --- Authentication -------------------------------------------------------------------------

    async def find_session(self, secret: str, kind: SessionKind) -> Session | None:
        """Return the session with this `secret` and `kind`, or None.

        The secret of a cookie is never accepted as a token, or vice versa.
        """
        if not sessions.is_secret(secret):
            return None
        session = await self.find_session_by_key(sessions.session_key(secret))
        return session if session and session.kind == kind else None

    async def find_session_by_key(self, key: bytes) -> Session | None:
        """Return a session by its key, or None if it has ended."""
        now = self.clock()
        return await self.database.read(lambda tx: store.find_session(tx, key, now))

    async def extend_session(self, session: Session) -> bool:
        """Extend a session unless it was used within a day. Return True if it was extended."""
        now = self.clock()
        if now - session.seen < DAY:
            return False
        until = sessions.expiry_time(session.kind, session.expires, now)
        await self.database.write(
            lambda tx: store.extend_session(tx, session.key, session.person.id, now, until)
        )
        return True

    async def _write_and_notify(self, work: Callable[[Transaction], T]) -> T:
        """Run work that may end sessions. Then set `session_ended` and return the result."""
        result = await self.database.write(work)
        self.session_ended.set()
        return result

    # --- Signing in and out ---------------------------------------------------------------------

    async def create_guest(
        self, name: str, kind: SessionKind = "session", current_session: Session | None = None
    ) -> NewSession:
        """Create a guest and sign them in. Their current session, if any, ends."""
        name, person = parse_name(name), secrets.token_hex(12)

        def insert_guest(tx: Transaction) -> NewSession:
            if current_session:
                sessions.end_session(tx, current_session)
            guest = store.add_guest(tx, person, name, self.clock())
            return sessions.sign_in(tx, guest, kind, self.clock())

        return await self._write_and_notify(insert_guest)

    async def log_in(
        self,
        login: str,
        password: str,
        kind: SessionKind = "session",
        current_session: Session | None = None,
    ) -> NewSession:
        """Sign in to an account. The client's current session, if any, ends.

        Raises:
            Refused: The login or the password is wrong. Both cases take the same time.
        """
        key = login_key(login)
        account = await self.database.read(lambda tx: store.find_account(tx, key) if key else None)
        stored_hash = account.password if account else None
        if not await self.passwords.matches(stored_hash, password) or account is None:
            raise wrong_password()
        owner = account.person

        def replace_session(tx: Transaction) -> NewSession:
            person = lock_unchanged_person(tx, owner, stored_hash)
            if current_session:
                sessions.end_session(tx, current_session)
            return sessions.sign_in(tx, person, kind, self.clock())

        return await self._write_and_notify(replace_session)

    async def log_out(self, session: Session) -> None:
        """End a session."""
        await self._write_and_notify(lambda tx: sessions.end_session(tx, session))

    async def log_out_everywhere(self, person: Identity) -> None:
        """End all of a person's sessions and tokens."""
        await self._write_and_notify(lambda tx: sessions.end_all_sessions(tx, person.id))

    # --- Accounts -------------------------------------------------------------------------------

    async def create_account(self, session: Session, login: str, password: str) -> NewSession:
        """Turn a guest into an account with the same person id, and renew the session.

        Raises:
            Refused: The login or password is invalid, the login is taken, or the person has an
                account.
        """
        key = parse_login(login)
        check_password(password, key)
        hashed = await self.passwords.hash(password)

        def upgrade_guest(tx: Transaction) -> NewSession:
            add_account(tx, sessions.lock_session_owner(tx, session, self.clock()), key, hashed)
            return sessions.renew_session(tx, session, self.clock())

        return await self._write_and_notify(upgrade_guest)

    async def change_password(
        self, session: Session, old_password: str, new_password: str
    ) -> NewSession:
        """Change the password and renew this session. All other sessions and tokens end.

        Raises:
            Refused: The old password is wrong, or the new one is invalid.
        """
        login = await self.database.read(lambda tx: store.find_login(tx, session.person.id))
        check_password(new_password, login or "")
        stored_hash = await self._verify_password(session.person, old_password)
        hashed = await self.passwords.hash(new_password)

        def update_password(tx: Transaction) -> NewSession:
            person, now = lock_unchanged_person(tx, session.person.id, stored_hash), self.clock()
            store.set_password_hash(tx, person.id, hashed)
            sessions.end_all_sessions(tx, person.id)
            return sessions.sign_in(tx, person, session.kind, now, session.label, session.expires)

        return await self._write_and_notify(update_password)

    async def delete(self, session: Session, password: str) -> None:
        """Delete the signed-in person. Accounts need the password, guests do not."""
        is_guest = session.person.kind == "guest"
        stored_hash = None if is_guest else await self._verify_password(session.person, password)

        def delete_person(tx: Transaction) -> None:
            person = lock_unchanged_person(tx, session.person.id, stored_hash)
            sessions.end_all_sessions(tx, person.id)
            store.anonymize(tx, person.id)

        await self._write_and_notify(delete_person)

    async def rename(self, session: Session, name: str) -> Identity:
        """Change a person's name. Raises Refused if the name is invalid."""
        parsed = parse_name(name)

        def update_name(tx: Transaction) -> Identity:
            person = sessions.lock_session_owner(tx, session, self.clock())
            store.rename(tx, person.id, parsed)
            return Identity(person.id, parsed, person.kind)

        return await self.database.write(update_name)

    async def _verify_password(self, person: Identity, password: str) -> str:
        """Verify a password and return the account's hash. Raises Refused if it is wrong."""
        stored_hash = await self.database.read(lambda tx: store.find_password_hash(tx, person.id))
        if not await self.passwords.matches(stored_hash, password) or stored_hash is None:
            raise wrong_password()
        return stored_hash

    # --- Tokens ---------------------------------------------------------------------------------

    async def create_token(self, session: Session, label: str, days: int | None) -> NewSession:
        """Create an API token that is valid for `days`, or until it is revoked.

        Raises:
            Refused: The session is itself a token, or the person has too many tokens.
        """
        if session.kind != "session":
            raise Refused(Code.FORBIDDEN, "sign in by a cookie: tokens make no tokens")

        def insert_token(tx: Transaction) -> NewSession:
            now = self.clock()
            person = sessions.lock_session_owner(tx, session, now)
            check_token_count(store.list_tokens(tx, person.id, now))
            expires = None if days is None else now + days * DAY
            return sessions.sign_in(tx, person, "token", now, label, expires)

        return await self.database.write(insert_token)

    async def list_tokens(self, person: Identity) -> list[Session]:
        """Return a person's API tokens, oldest first."""
        now = self.clock()
        return await self.database.read(lambda tx: store.list_tokens(tx, person.id, now))

    async def revoke_token(self, person: Identity, token_id: str) -> None:
        """End a person's API token. Raises NotFound if they have no such token."""

        def delete_token(tx: Transaction) -> None:
            tokens = store.list_tokens(tx, person.id, self.clock())
            found = next((other for other in tokens if other.id == token_id), None)
            if found is None:
                raise NotFound(f"you have no token {token_id}")
            sessions.end_session(tx, found)

        await self._write_and_notify(delete_token)

    # --- Housekeeping ---------------------------------------------------------------------------

    async def delete_expired(self) -> int:
        """Delete expired sessions and stale guests, and return the number of deleted rows.

        It uses small transactions, so that other writers do not wait.
        """
        sessions_deleted = await _delete_expired_sessions(self.database, self.clock())
        return sessions_deleted + await _delete_stale_guests(self.database)


def lock_unchanged_person(tx: Transaction, person_id: str, password_hash: str | None) -> Identity:
    """Lock and return a person.

    Raises:
        Refused: The person was deleted, or their password hash is not `password_hash`.
    """
    sessions.lock_person(tx, person_id)
    found = store.find_person(tx, person_id)
    if found is None or store.find_password_hash(tx, person_id) != password_hash:
        raise wrong_password()
    return found


def check_token_count(tokens: list[Session]) -> None:
    """Raise Refused if `tokens` has `MAX_TOKENS` tokens with a label."""
    if sum(token.label != "" for token in tokens) >= MAX_TOKENS:
        raise Refused(Code.FORBIDDEN, f"you have {MAX_TOKENS} tokens: delete one first")


def add_account(tx: Transaction, person: Identity, login: str, password_hash: str) -> None:
    """Store a guest's login and password hash.

    Raises:
        Refused: The login is taken, or the person has an account already.
    """
    if person.kind == "account":
        raise Refused(Code.FORBIDDEN, "you have an account already")
    if not store.add_account(tx, person.id, login, password_hash):
        raise Refused(Code.LOGIN_TAKEN, "that login is taken: choose another")


def wrong_password() -> Refused:
    """Create the error for a wrong login or password."""
    return Refused(Code.WRONG_PASSWORD, "no account has this login and password")


# --- Expiry ---------------------------------------------------------------------------------------


async def _delete_expired_sessions(database: Database, now: int) -> int:
    """Delete all expired sessions in batches and return their number."""
    deleted = 0
    work = partial(store.delete_expired_sessions, now=now, limit=ROWS_PER_TRANSACTION)
    while ended := await database.write(work):
        deleted += ended
    return deleted


async def _delete_stale_guests(database: Database) -> int:
    """Delete all stale guests in batches and return their number."""
    deleted, last = 0, ""
    while guests := await database.read(
        partial(store.list_guests, after=last, limit=ROWS_PER_TRANSACTION)
    ):
        if gone := await database.read(partial(_filter_stale, guests=guests)):
            deleted += await database.write(partial(store.delete_stale_guests, person_ids=gone))
        last = guests[-1]
    return deleted


def _filter_stale(tx: Transaction, guests: Sequence[str]) -> list[str]:
    """Return those of `guests` that are stale."""
    return [guest for guest in guests if store.is_stale_guest(tx, guest)]


# --- Commands of the host -------------------------------------------------------------------------


def get_account_id(database: Database, login: str) -> str:
    """Return the id of the person with this login.

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
    """Set a random password for an account and return it. All its sessions and tokens end.

    Raises:
        TilewrightError: No account has this login.
    """
    person, password = get_account_id(database, login), secrets.token_urlsafe(9)
    hashed = make_hasher().hash(normalise_password(password))

    def work(tx: Transaction) -> None:
        sessions.end_all_sessions(tx, person)
        store.set_password_hash(tx, person, hashed)

    database.submit_write(work).result()
    return password


def delete_account(database: Database, login: str) -> None:
    """Delete the account with this login. All its sessions and tokens end.

    Raises:
        TilewrightError: No account has this login.
    """
    person = get_account_id(database, login)

    def work(tx: Transaction) -> None:
        sessions.end_all_sessions(tx, person)
        store.anonymize(tx, person)

    database.submit_write(work).result()
