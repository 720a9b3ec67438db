"""People, their accounts and their sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tilewright.server.storage import puzzles
from tilewright.server.storage.database import Row, Transaction

__all__ = [
    "DELETED_NAME",
    "Identity",
    "Kind",
    "Session",
    "SessionKind",
    "StoredLogin",
    "add_account",
    "add_guest",
    "add_session",
    "anonymize",
    "delete_expired_sessions",
    "delete_session",
    "delete_sessions",
    "delete_stale_guests",
    "extend_session",
    "filter_unexpired",
    "find_account",
    "find_login",
    "find_password_hash",
    "find_person",
    "find_session",
    "is_stale_guest",
    "list_guests",
    "list_sessions",
    "list_tokens",
    "rename",
    "set_password_hash",
]

DELETED_NAME: Final = "deleted"
MAX_UNLABELLED_SESSIONS: Final = 50
SESSIONS_PER_QUERY: Final = 500

Kind = Literal["guest", "account"]
SessionKind = Literal["session", "token"]


@dataclass(frozen=True)
class Session:
    """A session or API token. `key` is the hash of its secret."""

    key: bytes
    person: Identity
    kind: SessionKind
    label: str
    created: int
    seen: int
    expires: int | None

    @property
    def id(self) -> str:
        """Public session id, which does not reveal the secret."""
        return self.key[:8].hex()


@dataclass(frozen=True)
class Identity:
    """A person's public data."""

    id: str
    name: str
    kind: Kind


@dataclass(frozen=True)
class StoredLogin:
    """A person's credentials."""

    person: str
    password: str
    """An argon2id hash."""


# --- People -------------------------------------------------------------------------------------


def add_guest(tx: Transaction, person_id: str, name: str, now: int) -> Identity:
    """Add a guest and return them."""
    tx.execute(
        "INSERT INTO people (id, name, kind, created, seen) VALUES (?, ?, 'guest', ?, ?)",
        *(person_id, name, now, now),
    )
    return Identity(person_id, name, "guest")


def find_person(tx: Transaction, person_id: str) -> Identity | None:
    """Return the person with the id `person_id`, or None."""
    row = tx.row("SELECT id, name, kind FROM people WHERE id = ?", person_id)
    return Identity(*row) if row else None


def rename(tx: Transaction, person_id: str, name: str) -> None:
    """Change a person's name."""
    tx.execute("UPDATE people SET name = ? WHERE id = ?", name, person_id)


def anonymize(tx: Transaction, person_id: str) -> None:
    """Delete a person's account, name, email address, records and puzzle attempts.

    Their seats remain, because the other players' games need them.
    """
    tx.execute("DELETE FROM accounts WHERE person = ?", person_id)
    tx.execute("DELETE FROM mail WHERE person = ?", person_id)
    tx.execute("DELETE FROM records WHERE person = ?", person_id)
    puzzles.delete_attempts(tx, person_id)
    tx.execute("UPDATE evenings SET name = ? WHERE host = ?", DELETED_NAME, person_id)
    tx.execute("UPDATE people SET name = ?, kind = 'guest' WHERE id = ?", DELETED_NAME, person_id)


# --- Accounts -----------------------------------------------------------------------------------


def add_account(tx: Transaction, person_id: str, login: str, password_hash: str) -> bool:
    """Turn a guest into an account.

    Return False if the login is taken, or the person has an account already.
    """
    added = tx.execute(
        "INSERT INTO accounts (person, login, password) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        *(person_id, login, password_hash),
    )
    if added:
        tx.execute("UPDATE people SET kind = 'account' WHERE id = ?", person_id)
    return added == 1


def find_account(tx: Transaction, login: str) -> StoredLogin | None:
    """Return the credentials of `login`, which must be case-folded, or None."""
    row = tx.row("SELECT person, password FROM accounts WHERE login = ?", login)
    return StoredLogin(*row) if row else None


def find_password_hash(tx: Transaction, person_id: str) -> str | None:
    """Return a person's password hash, or None for a guest."""
    row = tx.row("SELECT password FROM accounts WHERE person = ?", person_id)
    return row[0] if row else None


def find_login(tx: Transaction, person_id: str) -> str | None:
    """Return a person's login, or None for a guest."""
    row = tx.row("SELECT login FROM accounts WHERE person = ?", person_id)
    return row[0] if row else None


def set_password_hash(tx: Transaction, person_id: str, password_hash: str) -> None:
    """Replace a person's password hash."""
    tx.execute("UPDATE accounts SET password = ? WHERE person = ?", password_hash, person_id)


# --- Sessions -----------------------------------------------------------------------------------

SELECT_SESSION: Final = (
    "SELECT s.token_hash, p.id, p.name, p.kind, s.kind, s.label, s.created, s.seen, s.expires"
    " FROM sessions s JOIN people p ON p.id = s.person"
)


def add_session(tx: Transaction, session: Session) -> None:
    """Add a session. Delete the least recently used ones above the limit."""
    tx.execute(
        "INSERT INTO sessions (token_hash, person, kind, label, created, seen, expires)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        *(session.key, session.person.id, session.kind, session.label),
        *(session.created, session.seen, session.expires),
    )
    _delete_excess_sessions(tx, session)


def _delete_excess_sessions(tx: Transaction, newest: Session) -> None:
    """Delete the least recently used unlabelled sessions above `MAX_UNLABELLED_SESSIONS`."""
    alike = "person = ? AND kind = ? AND label = ''"
    tx.execute(
        f"DELETE FROM sessions WHERE {alike} AND token_hash <> ? AND token_hash NOT IN"
        f" (SELECT token_hash FROM sessions WHERE {alike} ORDER BY seen DESC LIMIT ?)",
        *(newest.person.id, newest.kind, newest.key),
        *(newest.person.id, newest.kind, MAX_UNLABELLED_SESSIONS),
    )


def find_session(tx: Transaction, key: bytes, now: int) -> Session | None:
    """Return the unexpired session with this key, or None.

    `key` is a hash, so the lookup does not leak the secret through timing.
    """
    live = "s.token_hash = ? AND (s.expires IS NULL OR s.expires > ?)"
    row = tx.row(f"{SELECT_SESSION} WHERE {live}", key, now)
    return _to_session(row) if row else None


def filter_unexpired(tx: Transaction, keys: Sequence[bytes], now: int) -> set[bytes]:
    """Return those of `keys` whose sessions exist and have not expired."""
    live: set[bytes] = set()
    for start in range(0, len(keys), SESSIONS_PER_QUERY):
        some = keys[start : start + SESSIONS_PER_QUERY]
        marks = ", ".join("?" * len(some))
        sql = f"SELECT token_hash FROM sessions WHERE token_hash IN ({marks})"
        rows = tx.rows(f"{sql} AND (expires IS NULL OR expires > ?)", *some, now)
        live.update(bytes(row[0]) for row in rows)
    return live


def list_tokens(tx: Transaction, person_id: str, now: int) -> list[Session]:
    """Return a person's unexpired API tokens, oldest first."""
    live = "s.person = ? AND s.kind = 'token' AND (s.expires IS NULL OR s.expires > ?)"
    rows = tx.rows(
        f"{SELECT_SESSION} WHERE {live} ORDER BY s.created, s.token_hash", person_id, now
    )
    return [_to_session(row) for row in rows]


def list_sessions(tx: Transaction, person_id: str) -> list[Session]:
    """Return all of a person's sessions and tokens, oldest first."""
    rows = tx.rows(
        f"{SELECT_SESSION} WHERE s.person = ? ORDER BY s.created, s.token_hash", person_id
    )
    return [_to_session(row) for row in rows]


def _to_session(row: Row) -> Session:
    key, person, name, person_kind, *rest = row
    return Session(bytes(key), Identity(person, name, person_kind), *rest)


def extend_session(
    tx: Transaction, key: bytes, person_id: str, now: int, expires_at: int | None
) -> None:
    """Store the time of a session's last use and its new expiry time."""
    tx.execute(
        "UPDATE sessions SET seen = ?, expires = ? WHERE token_hash = ?", now, expires_at, key
    )
    tx.execute("UPDATE people SET seen = ? WHERE id = ?", now, person_id)


def delete_session(tx: Transaction, key: bytes) -> None:
    """Delete a session."""
    tx.execute("DELETE FROM sessions WHERE token_hash = ?", key)


def delete_sessions(tx: Transaction, person_id: str) -> None:
    """Delete all of a person's sessions and tokens."""
    tx.execute("DELETE FROM sessions WHERE person = ?", person_id)


# --- Housekeeping -------------------------------------------------------------------------------

STALE_GUEST: Final = (
    "kind = 'guest'"
    " AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = people.id)"
    " AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.person = people.id)"
    " AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.host = people.id)"
    " AND NOT EXISTS (SELECT 1 FROM records WHERE records.person = people.id)"
)


def delete_expired_sessions(tx: Transaction, now: int, limit: int) -> int:
    """Delete up to `limit` expired sessions and return their number."""
    return tx.execute(
        "DELETE FROM sessions WHERE token_hash IN"
        " (SELECT token_hash FROM sessions WHERE expires <= ? ORDER BY expires LIMIT ?)",
        *(now, limit),
    )


def list_guests(tx: Transaction, after: str, limit: int) -> list[str]:
    """Return the ids of up to `limit` guests that follow the id `after`, in id order."""
    sql = "SELECT id FROM people WHERE kind = 'guest' AND id > ? ORDER BY id LIMIT ?"
    return [row[0] for row in tx.rows(sql, after, limit)]


def is_stale_guest(tx: Transaction, person_id: str) -> bool:
    """Return True for a guest without a session, seat, table or record."""
    return tx.row(f"SELECT 1 FROM people WHERE id = ? AND {STALE_GUEST}", person_id) is not None


def delete_stale_guests(tx: Transaction, person_ids: Sequence[str]) -> int:
    """Delete those of `person_ids` that are still stale guests. Return their number."""
    return sum(
        tx.execute(f"DELETE FROM people WHERE id = ? AND {STALE_GUEST}", one) for one in person_ids
    )
