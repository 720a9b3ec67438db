"""Addresses for mail, and for which turns letters were sent."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilewright.server.storage.database import Transaction

__all__ = [
    "Address",
    "Turn",
    "claim_turn",
    "confirm",
    "find",
    "forget_unconfirmed",
    "put_off_turn",
    "remove",
    "remove_by_token",
    "set_address",
    "turns",
]


@dataclass(frozen=True)
class Address:
    """Where somebody wants to hear of their turns. ``token`` stands in every letter: it confirms
    the address, and ends the letters."""

    person: str
    address: str
    language: str
    token: str
    asked: int
    confirmed: bool


@dataclass(frozen=True)
class Turn:
    """A turn of which somebody may have to be told."""

    table: str
    game: str
    number: int
    deadline: int
    person: str
    address: str
    language: str
    token: str
    tries: int


# --- Addresses ----------------------------------------------------------------------------------


def set_address(tx: Transaction, address: Address) -> None:
    """Somebody's address from now on, instead of any other."""
    remove(tx, address.person)
    tx.execute(
        "INSERT INTO mail (person, address, language, token, asked, confirmed)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        *(address.person, address.address, address.language, address.token),
        *(address.asked, address.confirmed),
    )


def find(tx: Transaction, person: str) -> Address | None:
    """Somebody's address, confirmed or not."""
    row = tx.row(
        "SELECT person, address, language, token, asked, confirmed FROM mail WHERE person = ?",
        person,
    )
    return replace(Address(*row), confirmed=bool(row[-1])) if row else None


def confirm(tx: Transaction, token: str, asked_since: int) -> bool:
    """Whether there is such an address, and it was asked for lately."""
    sql = "UPDATE mail SET confirmed = 1 WHERE token = ? AND (confirmed = 1 OR asked >= ?)"
    return tx.execute(sql, token, asked_since) == 1


def remove(tx: Transaction, person: str) -> None:
    """No letters for somebody any more."""
    tx.execute("DELETE FROM mail WHERE person = ?", person)


def remove_by_token(tx: Transaction, token: str) -> None:
    """The same, for whoever has one of the letters."""
    tx.execute("DELETE FROM mail WHERE token = ?", token)


def forget_unconfirmed(tx: Transaction, asked_before: int) -> None:
    """Forget addresses that nobody has confirmed in time."""
    tx.execute("DELETE FROM mail WHERE confirmed = 0 AND asked < ?", asked_before)


# --- Turns --------------------------------------------------------------------------------------


def turns(
    tx: Transaction, *, now: int, still_after: int, quiet_since: int, limit: int
) -> list[Turn]:
    """Turns of people with an address that last beyond a time, that nothing has happened at since
    another, and of which no letter tells yet."""
    rows = tx.rows(
        "SELECT t.id, t.game, t.number, t.deadline, m.person, m.address, m.language, m.token,"
        " CASE WHEN s.number = t.number THEN s.tries ELSE 0 END"
        " FROM tables t JOIN mail m ON m.person = t.mover_id AND m.confirmed = 1"
        " LEFT JOIN turn_mails s ON s.table_id = t.id"
        " WHERE t.deadline > ? AND t.status = 'running' AND t.updated <= ?"
        " AND (s.table_id IS NULL OR s.number <> t.number OR s.next_try <= ?)"
        " ORDER BY t.deadline LIMIT ?",
        *(still_after, quiet_since, now, limit),
    )
    return [Turn(*row) for row in rows]


def claim_turn(tx: Transaction, turn: Turn, now: int) -> bool:
    """Whether the letter of a turn is ours to send: nobody sends it again unless it is put off."""
    claimed = tx.execute(
        "INSERT INTO turn_mails (table_id, number, tries, next_try) VALUES (?, ?, ?, NULL)"
        " ON CONFLICT (table_id) DO UPDATE"
        " SET number = excluded.number, tries = excluded.tries, next_try = NULL"
        " WHERE turn_mails.number <> excluded.number OR turn_mails.next_try <= ?",
        *(turn.table, turn.number, turn.tries + 1, now),
    )
    return claimed == 1


def put_off_turn(tx: Transaction, turn: Turn, until: int) -> None:
    """A letter that could not be sent is tried again."""
    sql = "UPDATE turn_mails SET next_try = ? WHERE table_id = ? AND number = ?"
    tx.execute(sql, until, turn.table, turn.number)
