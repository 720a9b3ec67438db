"""Signing in and out: plain functions of a transaction; the one place where secrets are made.

Whatever signs somebody in, changes them or ends all their sessions holds their lock until the end
of the transaction: a log-in and a deletion of the same account never pass each other unseen. To end
one session needs no lock: that it is gone contradicts nothing.
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
    "PEOPLE_CHANGED",
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

# The channel that tells every process to look at a person's sessions again: some have ended.
PEOPLE_CHANGED: Final = "people_changed"

DAY: Final = 24 * 3600 * 1000
SESSION_DAYS: Final = 90
SECRET_LENGTH: Final = 43  # of 32 bytes in URL-safe base 64


@dataclass(frozen=True)
class SignedIn:
    """A session that was just made. This is the only time its secret is seen."""

    session: Session
    secret: str


def is_secret(text: str) -> bool:
    """Whether a text could be one of our secrets at all."""
    return len(text) == SECRET_LENGTH and text.isascii()


def key_of(secret: str) -> bytes:
    """What a session is kept under. A plain hash will do: nobody guesses 32 random bytes."""
    return hashlib.sha256(secret.encode()).digest()


def lasts_until(kind: SessionKind, expires: int | None, now: int) -> int | None:
    """When a session that is used now will run out: a cookie's rolls on, a token's date stays."""
    return expires if kind == "token" else now + SESSION_DAYS * DAY


def sign_in(
    tx: Transaction,
    person: Identity,
    kind: SessionKind,
    now: int,
    label: str = "",
    expires: int | None = None,
) -> SignedIn:
    """A new session with a new secret."""
    lock(tx, person.id)
    secret, until = secrets.token_urlsafe(32), lasts_until(kind, expires, now)
    session = Session(key_of(secret), person, kind, label, now, now, until)
    store.add_session(tx, session)
    return SignedIn(session, secret)


def renew(tx: Transaction, session: Session, now: int) -> SignedIn:
    """A new secret for a session: whoever knew the old one has nothing now."""
    person = check_live(tx, session, now)
    end(tx, session)
    return sign_in(tx, person, session.kind, now, session.label, session.expires)


def end(tx: Transaction, session: Session) -> None:
    """Sign somebody out in one place."""
    store.end_session(tx, session.key)
    tx.notify(PEOPLE_CHANGED, session.person.id)


def end_all(tx: Transaction, person: str) -> None:
    """Sign somebody out everywhere."""
    lock(tx, person)
    store.end_sessions(tx, person)
    tx.notify(PEOPLE_CHANGED, person)


def check_live(tx: Transaction, session: Session, now: int) -> Identity:
    """Who somebody is by now. Raises NotSignedIn when their session has ended meanwhile."""
    lock(tx, session.person.id)
    found = store.find_session(tx, session.key, now)
    if found is None:
        raise NotSignedIn("session: expected one that goes on; found one that has ended")
    return found.person


def lock(tx: Transaction, person: str) -> None:
    """Nobody else changes this person's account or sessions until the transaction ends."""
    tx.lock(f"person {person}")
