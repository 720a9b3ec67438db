"""Passwords, and sessions as functions of a transaction; the only place where secrets are made.

A function that signs a person in, changes the account or ends all sessions holds the person's lock
until the end of the transaction, so that a log-in and a deletion never overlap. Ending one session
needs no lock.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from tilewright.errors import NotSignedIn
from tilewright.server.background import lower_thread_priority
from tilewright.server.storage import people as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.people import Identity, Session, SessionKind

__all__ = [
    "DAY",
    "SESSION_DAYS",
    "Hasher",
    "Passwords",
    "SignedIn",
    "argon2id",
    "check_live",
    "end",
    "end_all",
    "is_secret",
    "key_of",
    "lasts_until",
    "lock",
    "normal_form",
    "renew",
    "sign_in",
]

T = TypeVar("T")

# Each takes 46 MiB while it runs, so that a flood of log-ins must queue.
MAX_AT_ONCE: Final = 2
DECOY: Final = (
    "$argon2id$v=19$m=47104,t=1,p=1$wEkgG++WF"
    "dBPtfvHoAzGzg$/3s+mU+JqxaTKigvCp4wo4H2wIbynUWPVuZNsjbC0NE"
)
"""Hash against which unknown logins are checked, so that they take as long as known ones. Its
random password was discarded."""


class Hasher(Protocol):
    """Interface of a password hash."""

    def hash(self, password: str) -> str: ...

    def verify(self, hash: str, password: str) -> bool: ...  # noqa: A002  # argon2's own name


def argon2id() -> Hasher:
    """Return the hasher that OWASP recommends: 46 MiB, one pass, one lane."""
    return PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)


class Passwords:
    """Hashes and checks passwords outside the event loop."""

    def __init__(self, hasher: Hasher) -> None:
        self.hasher = hasher
        self._threads = ThreadPoolExecutor(
            MAX_AT_ONCE,
            thread_name_prefix="tilewright-passwords",
            initializer=lower_thread_priority,
        )

    async def hash(self, password: str) -> str:
        return await self._run(self.hasher.hash, normal_form(password))

    async def matches(self, kept: str | None, password: str) -> bool:
        """Return True if `password` matches the stored hash; False if there is none."""
        return await self._run(self._verify, kept or DECOY, password) and kept is not None

    async def _run(self, work: Callable[..., T], *words: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *words)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self.hasher.verify(kept, normal_form(password))
        except VerificationError:
            return False


def normal_form(password: str) -> str:
    """Return a password in composed form, because keyboards differ in how they compose letters."""
    return unicodedata.normalize("NFKC", password)


# --- Sessions and tokens --------------------------------------------------------------------------


DAY: Final = 24 * 3600 * 1000
SESSION_DAYS: Final = 90
SECRET_LENGTH: Final = 43  # of 32 bytes in URL-safe base 64


@dataclass(frozen=True)
class SignedIn:
    """A session just created, with its secret, which is never shown again."""

    session: Session
    secret: str


def is_secret(text: str) -> bool:
    """Return True if a text has the form of a secret."""
    return len(text) == SECRET_LENGTH and text.isascii()


def key_of(secret: str) -> bytes:
    """Return the key under which a session is stored. A plain hash suffices for 32 random bytes."""
    return hashlib.sha256(secret.encode()).digest()


def lasts_until(kind: SessionKind, expires: int | None, now: int) -> int | None:
    """Return when a session used now expires: a cookie's is extended, a token's date stays."""
    return expires if kind == "token" else now + SESSION_DAYS * DAY


def sign_in(
    tx: Transaction,
    person: Identity,
    kind: SessionKind,
    now: int,
    label: str = "",
    expires: int | None = None,
) -> SignedIn:
    """Create a session with a new secret."""
    lock(tx, person.id)
    secret, until = secrets.token_urlsafe(32), lasts_until(kind, expires, now)
    session = Session(key_of(secret), person, kind, label, now, now, until)
    store.add_session(tx, session)
    return SignedIn(session, secret)


def renew(tx: Transaction, session: Session, now: int) -> SignedIn:
    """Replace the secret of a session; the old one becomes invalid."""
    person = check_live(tx, session, now)
    end(tx, session)
    return sign_in(tx, person, session.kind, now, session.label, session.expires)


def end(tx: Transaction, session: Session) -> None:
    """End one session."""
    store.end_session(tx, session.key)


def end_all(tx: Transaction, person: str) -> None:
    """End all sessions and tokens of a person."""
    lock(tx, person)
    store.end_sessions(tx, person)


def check_live(tx: Transaction, session: Session, now: int) -> Identity:
    """Return the person of a session.

    Raises:
        NotSignedIn: The session has ended meanwhile.
    """
    lock(tx, session.person.id)
    found = store.find_session(tx, session.key, now)
    if found is None:
        raise NotSignedIn("session: expected one that goes on; found one that has ended")
    return found.person


def lock(tx: Transaction, person: str) -> None:
    """Lock a person's account and sessions until the transaction ends."""
    tx.lock(f"person {person}")
