"""Who is who: people, their accounts and their sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tilewright.server.storage import puzzles
from tilewright.server.storage.database import Row, Transaction

__all__ = [
    "DELETED_NAME",
    "Account",
    "Identity",
    "Kind",
    "Session",
    "SessionKind",
    "add_account",
    "add_guest",
    "add_session",
    "end_session",
    "end_sessions",
    "erase",
    "find_account",
    "find_person",
    "find_session",
    "forget_guests",
    "forget_sessions",
    "guests_after",
    "is_gone",
    "login_of",
    "password_of",
    "rename",
    "sessions_of",
    "set_password",
    "tokens_of",
    "touch",
]

DELETED_NAME: Final = "deleted"
MAX_SESSIONS: Final = 50

Kind = Literal["guest", "account"]
SessionKind = Literal["session", "token"]


@dataclass(frozen=True)
class Session:
    """One place where somebody is signed in. ``key`` is the hash of its secret."""

    key: bytes
    person: Identity
    kind: SessionKind
    label: str
    created: int
    seen: int
    expires: int | None

    @property
    def id(self) -> str:
        """What its owner may call it by; tells nothing about the secret."""
        return self.key[:8].hex()


@dataclass(frozen=True)
class Identity:
    """Somebody, as everybody may see them."""

    id: str
    name: str
    kind: Kind


@dataclass(frozen=True)
class Account:
    """What a person logs in with."""

    person: str
    password: str
    """An argon2id hash."""


# --- People -------------------------------------------------------------------------------------


def add_guest(tx: Transaction, person: str, name: str, now: int) -> Identity:
    """Somebody new."""
    tx.execute(
        "INSERT INTO people (id, name, kind, created, seen) VALUES (?, ?, 'guest', ?, ?)",
        *(person, name, now, now),
    )
    return Identity(person, name, "guest")


def find_person(tx: Transaction, person: str) -> Identity | None:
    """Somebody by their id."""
    row = tx.row("SELECT id, name, kind FROM people WHERE id = ?", person)
    return Identity(*row) if row else None


def rename(tx: Transaction, person: str, name: str) -> None:
    """Give somebody another name."""
    tx.execute("UPDATE people SET name = ? WHERE id = ?", name, person)


def erase(tx: Transaction, person: str) -> None:
    """Forget who a person was. Their seats stay, so that the others' games do."""
    tx.execute("DELETE FROM accounts WHERE person = ?", person)
    tx.execute("DELETE FROM mail WHERE person = ?", person)
    puzzles.forget(tx, person)
    tx.execute("UPDATE evenings SET name = ? WHERE host = ?", DELETED_NAME, person)
    tx.execute("UPDATE people SET name = ?, kind = 'guest' WHERE id = ?", DELETED_NAME, person)


# --- Accounts -----------------------------------------------------------------------------------


def add_account(tx: Transaction, person: str, login: str, password: str) -> bool:
    """Whether it could be done: not when the login is taken, or the person has one."""
    added = tx.execute(
        "INSERT INTO accounts (person, login, password) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        *(person, login, password),
    )
    if added:
        tx.execute("UPDATE people SET kind = 'account' WHERE id = ?", person)
    return added == 1


def find_account(tx: Transaction, login: str) -> Account | None:
    """The account of a case-folded login."""
    row = tx.row("SELECT person, password FROM accounts WHERE login = ?", login)
    return Account(*row) if row else None


def password_of(tx: Transaction, person: str) -> str | None:
    """The hash of somebody's password; None for a guest."""
    row = tx.row("SELECT password FROM accounts WHERE person = ?", person)
    return row[0] if row else None


def login_of(tx: Transaction, person: str) -> str | None:
    """What somebody logs in with; None for a guest."""
    row = tx.row("SELECT login FROM accounts WHERE person = ?", person)
    return row[0] if row else None


def set_password(tx: Transaction, person: str, password: str) -> None:
    """Keep the hash of a new password."""
    tx.execute("UPDATE accounts SET password = ? WHERE person = ?", password, person)


# --- Sessions -----------------------------------------------------------------------------------

SELECT_SESSION: Final = (
    "SELECT s.token_hash, p.id, p.name, p.kind, s.kind, s.label, s.created, s.seen, s.expires"
    " FROM sessions s JOIN people p ON p.id = s.person"
)


def add_session(tx: Transaction, session: Session) -> None:
    """Sign somebody in. Of very many unlabelled sessions the one longest unused ends."""
    tx.execute(
        "INSERT INTO sessions (token_hash, person, kind, label, created, seen, expires)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        *(session.key, session.person.id, session.kind, session.label),
        *(session.created, session.seen, session.expires),
    )
    _end_unused(tx, session)


def _end_unused(tx: Transaction, newest: Session) -> None:
    alike = "person = ? AND kind = ? AND label = ''"
    tx.execute(
        f"DELETE FROM sessions WHERE {alike} AND token_hash <> ? AND token_hash NOT IN"
        f" (SELECT token_hash FROM sessions WHERE {alike} ORDER BY seen DESC LIMIT ?)",
        *(newest.person.id, newest.kind, newest.key),
        *(newest.person.id, newest.kind, MAX_SESSIONS),
    )


def find_session(tx: Transaction, key: bytes, now: int) -> Session | None:
    """A session that has not run out. Looked up by hash, so that timing tells no secret."""
    live = "s.token_hash = ? AND (s.expires IS NULL OR s.expires > ?)"
    row = tx.row(f"{SELECT_SESSION} WHERE {live}", key, now)
    return _session(row) if row else None


def tokens_of(tx: Transaction, person: str, now: int) -> list[Session]:
    """The API tokens of a person, oldest first."""
    live = "s.person = ? AND s.kind = 'token' AND (s.expires IS NULL OR s.expires > ?)"
    rows = tx.rows(f"{SELECT_SESSION} WHERE {live} ORDER BY s.created, s.token_hash", person, now)
    return [_session(row) for row in rows]


def sessions_of(tx: Transaction, person: str) -> list[Session]:
    """Everywhere that somebody is signed in, tokens too, oldest first."""
    rows = tx.rows(f"{SELECT_SESSION} WHERE s.person = ? ORDER BY s.created, s.token_hash", person)
    return [_session(row) for row in rows]


def _session(row: Row) -> Session:
    key, person, name, person_kind, *rest = row
    return Session(bytes(key), Identity(person, name, person_kind), *rest)


def touch(tx: Transaction, key: bytes, person: str, now: int, expires: int | None) -> None:
    """Somebody was here: their session lasts longer."""
    tx.execute("UPDATE sessions SET seen = ?, expires = ? WHERE token_hash = ?", now, expires, key)
    tx.execute("UPDATE people SET seen = ? WHERE id = ?", now, person)


def end_session(tx: Transaction, key: bytes) -> None:
    """Sign somebody out in one place."""
    tx.execute("DELETE FROM sessions WHERE token_hash = ?", key)


def end_sessions(tx: Transaction, person: str) -> None:
    """End all sessions and tokens of a person."""
    tx.execute("DELETE FROM sessions WHERE person = ?", person)


# --- Housekeeping -------------------------------------------------------------------------------

GONE: Final = (
    "kind = 'guest'"
    " AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = people.id)"
    " AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.person = people.id)"
    " AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.host = people.id)"
    " AND NOT EXISTS (SELECT 1 FROM records WHERE records.person = people.id)"
)


def forget_sessions(tx: Transaction, now: int, limit: int) -> int:
    """Forget some of the sessions that ran out; how many."""
    return tx.execute(
        "DELETE FROM sessions WHERE token_hash IN"
        " (SELECT token_hash FROM sessions WHERE expires <= ? ORDER BY expires LIMIT ?)",
        *(now, limit),
    )


def guests_after(tx: Transaction, person: str, limit: int) -> list[str]:
    """The next guests by id."""
    sql = "SELECT id FROM people WHERE kind = 'guest' AND id > ? ORDER BY id LIMIT ?"
    return [row[0] for row in tx.rows(sql, person, limit)]


def is_gone(tx: Transaction, person: str) -> bool:
    """Whether somebody is a guest who can neither come back nor sits anywhere."""
    return tx.row(f"SELECT 1 FROM people WHERE id = ? AND {GONE}", person) is not None


def forget_guests(tx: Transaction, people: Sequence[str]) -> int:
    """Forget those of them who have not come back meanwhile; how many."""
    return sum(tx.execute(f"DELETE FROM people WHERE id = ? AND {GONE}", one) for one in people)
