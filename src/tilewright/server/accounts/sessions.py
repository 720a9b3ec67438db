"""Sessions as plain functions of a transaction; the only place where secrets are made.

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
    "SignedIn",
    "check_live",
    "end",
    "end_all",
    "is_secret",
    "key_of",
    "lasts_until",
    "lock",
    "renew",
    "sign_in",
]

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
