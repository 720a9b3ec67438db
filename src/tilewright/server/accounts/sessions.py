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
    "NewSession",
    "Passwords",
    "end_all_sessions",
    "end_session",
    "expiry_time",
    "is_secret",
    "lock_person",
    "lock_session_owner",
    "make_hasher",
    "normalise_password",
    "renew_session",
    "session_key",
    "sign_in",
]

T = TypeVar("T")

# Each takes 46 MiB while it runs, so that a flood of log-ins must queue.
MAX_CONCURRENT: Final = 2
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


def make_hasher() -> Hasher:
    """Create a hasher with OWASP's recommended parameters: 46 MiB, one pass, one lane."""
    return PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)


class Passwords:
    """Hashes and verifies passwords in threads, outside the event loop."""

    def __init__(self, hasher: Hasher) -> None:
        self.hasher = hasher
        self._threads = ThreadPoolExecutor(
            MAX_CONCURRENT,
            thread_name_prefix="tilewright-passwords",
            initializer=lower_thread_priority,
        )

    async def hash(self, password: str) -> str:
        """Hash a password, normalised to NFKC."""
        return await self._run(self.hasher.hash, normalise_password(password))

    async def matches(self, stored_hash: str | None, password: str) -> bool:
        """Return True if a password matches `stored_hash`.

        None never matches, but takes as long as a real hash.
        """
        return (
            await self._run(self._verify, stored_hash or DECOY, password)
            and stored_hash is not None
        )

    async def _run(self, function: Callable[..., T], *args: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *args)

    def _verify(self, stored_hash: str, password: str) -> bool:
        """Return True if a password matches a hash. Runs in a thread."""
        try:
            return self.hasher.verify(stored_hash, normalise_password(password))
        except VerificationError:
            return False


def normalise_password(password: str) -> str:
    """Normalise a password to NFKC, because keyboards compose letters differently."""
    return unicodedata.normalize("NFKC", password)


# --- Sessions and tokens --------------------------------------------------------------------------


DAY: Final = 24 * 3600 * 1000
SESSION_DAYS: Final = 90
SECRET_LENGTH: Final = 43  # of 32 bytes in URL-safe base 64


@dataclass(frozen=True)
class NewSession:
    """A new session with its secret, which is not stored."""

    session: Session
    secret: str


def is_secret(text: str) -> bool:
    """Return True if a text has the format of a secret."""
    return len(text) == SECRET_LENGTH and text.isascii()


def session_key(secret: str) -> bytes:
    """Return the storage key of a secret. It is an unsalted hash, because secrets are random."""
    return hashlib.sha256(secret.encode()).digest()


def expiry_time(kind: SessionKind, expires: int | None, now: int) -> int | None:
    """Return the new expiry time (ms) of a session used at `now`. A token keeps `expires`."""
    return expires if kind == "token" else now + SESSION_DAYS * DAY


def sign_in(
    tx: Transaction,
    person: Identity,
    kind: SessionKind,
    now: int,
    label: str = "",
    expires_at: int | None = None,
) -> NewSession:
    """Create a session with a new secret, and store its hash."""
    lock_person(tx, person.id)
    secret, until = secrets.token_urlsafe(32), expiry_time(kind, expires_at, now)
    session = Session(session_key(secret), person, kind, label, now, now, until)
    store.add_session(tx, session)
    return NewSession(session, secret)


def renew_session(tx: Transaction, session: Session, now: int) -> NewSession:
    """End a session and return a new one with the same settings.

    Raises:
        NotSignedIn: The session has ended already.
    """
    person = lock_session_owner(tx, session, now)
    end_session(tx, session)
    return sign_in(tx, person, session.kind, now, session.label, session.expires)


def end_session(tx: Transaction, session: Session) -> None:
    """End a session."""
    store.delete_session(tx, session.key)


def end_all_sessions(tx: Transaction, person_id: str) -> None:
    """End all of a person's sessions and tokens."""
    lock_person(tx, person_id)
    store.delete_sessions(tx, person_id)


def lock_session_owner(tx: Transaction, session: Session, now: int) -> Identity:
    """Lock and return the person of a session. Raises NotSignedIn if it has ended."""
    lock_person(tx, session.person.id)
    found = store.find_session(tx, session.key, now)
    if found is None:
        raise NotSignedIn("session: expected one that goes on; found one that has ended")
    return found.person


def lock_person(tx: Transaction, person_id: str) -> None:
    """Lock a person's account and sessions until the end of the transaction."""
    tx.lock(f"person {person_id}")
