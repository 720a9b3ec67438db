"""Sessions as functions of a transaction; the only place where their secrets are made.

A function that signs a person in, changes the account or ends all sessions holds the person's lock
until the end of the transaction, so that a log-in and a deletion never overlap. Ending one session
needs no lock.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Final

from tilewright.errors import NotSignedIn
from tilewright.server.storage import people as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.people import Identity, Session, SessionKind

__all__ = [
    "DAY",
    "SESSION_DAYS",
    "NewSession",
    "end_all_sessions",
    "end_session",
    "expiry_time",
    "is_secret",
    "lock_person",
    "lock_session_owner",
    "renew_session",
    "session_key",
    "sign_in",
]

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
