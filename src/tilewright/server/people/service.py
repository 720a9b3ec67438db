"""Identity: guests, accounts, sessions and tokens.

A person is known by a secret of 32 random bytes, in a cookie (a *session*) or in a program's hands
(a *token*). Only the secret's hash is kept, so that a stolen database signs nobody in.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from tilewright.days import now_ms
from tilewright.errors import Code, NotFound, Refused
from tilewright.server.people import sessions
from tilewright.server.people.names import check_password, login_key, parse_login, parse_name
from tilewright.server.people.passwords import Hasher, Passwords, argon2id
from tilewright.server.people.sessions import DAY, PEOPLE_CHANGED, SignedIn
from tilewright.server.people.sweeping import sweep
from tilewright.server.storage import people as store
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.people import Identity, Session, SessionKind

__all__ = ["PEOPLE_CHANGED", "Identity", "People", "Session", "SessionKind", "SignedIn"]

MAX_TOKENS: Final = 20

Clock = Callable[[], int]


class People:
    """All that can be done to identities."""

    def __init__(
        self, database: Database, clock: Clock = now_ms, hasher: Hasher | None = None
    ) -> None:
        self.database, self.clock = database, clock
        self.passwords = Passwords(hasher or argon2id())

    # --- Who is it ------------------------------------------------------------------------------

    async def find_session(self, secret: str, kind: SessionKind) -> Session | None:
        """The session that a secret opens: a cookie's never as a token, nor the other way round."""
        if not sessions.is_secret(secret):
            return None
        session = await self.find_session_by_key(sessions.key_of(secret))
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
        until = sessions.lasts_until(session.kind, session.expires, now)
        await self.database.write(
            lambda tx: store.touch(tx, session.key, session.person.id, now, until)
        )
        return True

    # --- Coming and going -----------------------------------------------------------------------

    async def create_guest(
        self, name: str, kind: SessionKind = "session", old: Session | None = None
    ) -> SignedIn:
        """Somebody new, by a name they chose; the session used so far ends."""
        name, person = parse_name(name), secrets.token_hex(12)

        def work(tx: Transaction) -> SignedIn:
            if old:
                sessions.end(tx, old)
            guest = store.add_guest(tx, person, name, self.clock())
            return sessions.sign_in(tx, guest, kind, self.clock())

        return await self.database.write(work)

    async def log_in(
        self, login: str, password: str, kind: SessionKind = "session", old: Session | None = None
    ) -> SignedIn:
        """A new session for the owner of an account; the one used so far ends.

        Raises WrongPassword, after the same work, whether the login or the password is wrong.
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

        return await self.database.write(work)

    async def log_out(self, session: Session) -> None:
        await self.database.write(lambda tx: sessions.end(tx, session))

    async def log_out_everywhere(self, person: Identity) -> None:
        """End every session and token of a person."""
        await self.database.write(lambda tx: sessions.end_all(tx, person.id))

    # --- Accounts -------------------------------------------------------------------------------

    async def create_account(self, session: Session, login: str, password: str) -> SignedIn:
        """Make a guest's identity last; their games stay theirs. Their session is a new one."""
        key = parse_login(login)
        check_password(password, key)
        hashed = await self.passwords.hash(password)

        def work(tx: Transaction) -> SignedIn:
            add_account(tx, sessions.check_live(tx, session, self.clock()), key, hashed)
            return sessions.renew(tx, session, self.clock())

        return await self.database.write(work)

    async def change_password(self, session: Session, old: str, new: str) -> SignedIn:
        """A new password, and a new session; all others and all tokens end."""
        login = await self.database.read(lambda tx: store.login_of(tx, session.person.id))
        check_password(new, login or "")
        kept = await self._check_password(session.person, old)
        hashed = await self.passwords.hash(new)

        def work(tx: Transaction) -> SignedIn:
            person, now = check_unchanged(tx, session.person.id, kept), self.clock()
            store.set_password(tx, person.id, hashed)
            sessions.end_all(tx, person.id)
            return sessions.sign_in(tx, person, session.kind, now, session.label, session.expires)

        return await self.database.write(work)

    async def delete(self, session: Session, password: str) -> None:
        """Forget a person. An account's password is asked for; a guest has none."""
        is_guest = session.person.kind == "guest"
        kept = None if is_guest else await self._check_password(session.person, password)

        def work(tx: Transaction) -> None:
            person = check_unchanged(tx, session.person.id, kept)
            sessions.end_all(tx, person.id)
            store.erase(tx, person.id)

        await self.database.write(work)

    async def rename(self, session: Session, name: str) -> Identity:
        """Another name for somebody who is still there."""
        parsed = parse_name(name)

        def work(tx: Transaction) -> Identity:
            person = sessions.check_live(tx, session, self.clock())
            store.rename(tx, person.id, parsed)
            return Identity(person.id, parsed, person.kind)

        return await self.database.write(work)

    async def _check_password(self, person: Identity, password: str) -> str:
        """The hash of a person's password, when the password given is the right one."""
        kept = await self.database.read(lambda tx: store.password_of(tx, person.id))
        if not await self.passwords.matches(kept, password) or kept is None:
            raise wrong_password()
        return kept

    # --- Tokens ---------------------------------------------------------------------------------

    async def create_token(self, session: Session, label: str, days: int | None) -> SignedIn:
        """A token for a program. Tokens make no tokens, or a leaked one could outlive itself."""
        if session.kind != "session":
            raise Refused(Code.FORBIDDEN, "sign in by a cookie: tokens make no tokens")

        def work(tx: Transaction) -> SignedIn:
            now = self.clock()
            person = sessions.check_live(tx, session, now)
            check_token_count(store.tokens_of(tx, person.id, now))
            expires = None if days is None else now + days * DAY
            return sessions.sign_in(tx, person, "token", now, label, expires)

        return await self.database.write(work)

    async def tokens(self, person: Identity) -> list[Session]:
        """Somebody's tokens, oldest first."""
        now = self.clock()
        return await self.database.read(lambda tx: store.tokens_of(tx, person.id, now))

    async def revoke_token(self, person: Identity, token: str) -> None:
        """End the token of that id, if it is the person's own."""

        def work(tx: Transaction) -> None:
            tokens = store.tokens_of(tx, person.id, self.clock())
            found = next((other for other in tokens if other.id == token), None)
            if found is None:
                raise NotFound(f"you have no token {token}")
            sessions.end(tx, found)

        await self.database.write(work)

    # --- Housekeeping ---------------------------------------------------------------------------

    async def sweep(self) -> int:
        """Forget what has run out, and who cannot come back; how many rows that were."""
        return await sweep(self.database, self.clock())


def check_unchanged(tx: Transaction, person: str, password: str | None) -> Identity:
    """A password may have been set or changed, or its account deleted, while it was checked."""
    sessions.lock(tx, person)
    found = store.find_person(tx, person)
    if found is None or store.password_of(tx, person) != password:
        raise wrong_password()
    return found


def check_token_count(tokens: list[Session]) -> None:
    """Those without a label come from log-ins, and are bounded as sessions are."""
    if sum(token.label != "" for token in tokens) >= MAX_TOKENS:
        raise Refused(Code.FORBIDDEN, f"you have {MAX_TOKENS} tokens: delete one first")


def add_account(tx: Transaction, person: Identity, login: str, password: str) -> None:
    if person.kind == "account":
        raise Refused(Code.FORBIDDEN, "you have an account already")
    if not store.add_account(tx, person.id, login, password):
        raise Refused(Code.LOGIN_TAKEN, "that login is taken: choose another")


def wrong_password() -> Refused:
    return Refused(Code.WRONG_PASSWORD, "no account has this login and password")
