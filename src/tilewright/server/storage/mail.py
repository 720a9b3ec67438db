"""Mail addresses, and the turns for which mails were sent."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilewright.server.storage.database import Transaction

__all__ = [
    "Address",
    "DueTurn",
    "claim_turn",
    "confirm",
    "delete_unconfirmed",
    "find",
    "list_due_turns",
    "remove",
    "remove_by_token",
    "reschedule_turn",
    "set_address",
]


@dataclass(frozen=True)
class Address:
    """The address for a person's turn notifications. `token` is part of each mail: it confirms the
    address and unsubscribes."""

    person: str
    address: str
    language: str
    token: str
    asked: int
    confirmed: bool


@dataclass(frozen=True)
class DueTurn:
    """A turn of which the player may have to be notified."""

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
    """Store the address of a person in place of any other."""
    remove(tx, address.person)
    tx.execute(
        "INSERT INTO mail (person, address, language, token, asked, confirmed)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        *(address.person, address.address, address.language, address.token),
        *(address.asked, address.confirmed),
    )


def find(tx: Transaction, person: str) -> Address | None:
    """Return the address of a person, confirmed or not."""
    row = tx.row(
        "SELECT person, address, language, token, asked, confirmed FROM mail WHERE person = ?",
        person,
    )
    return replace(Address(*row), confirmed=bool(row[-1])) if row else None


def confirm(tx: Transaction, token: str, asked_since: int) -> bool:
    """Confirm an address. Return False if the token is unknown or was asked for before
    `asked_since`."""
    sql = "UPDATE mail SET confirmed = 1 WHERE token = ? AND (confirmed = 1 OR asked >= ?)"
    return tx.execute(sql, token, asked_since) == 1


def remove(tx: Transaction, person: str) -> None:
    """Delete the address of a person."""
    tx.execute("DELETE FROM mail WHERE person = ?", person)


def remove_by_token(tx: Transaction, token: str) -> None:
    """Delete the address that a token belongs to."""
    tx.execute("DELETE FROM mail WHERE token = ?", token)


def delete_unconfirmed(tx: Transaction, asked_before: int) -> None:
    """Delete addresses that were not confirmed in time."""
    tx.execute("DELETE FROM mail WHERE confirmed = 0 AND asked < ?", asked_before)


# --- Turns --------------------------------------------------------------------------------------


def list_due_turns(
    tx: Transaction, *, now: int, still_after: int, quiet_since: int, limit: int
) -> list[DueTurn]:
    """Return turns to notify of, earliest deadline first.

    Args:
        tx: A transaction.
        now: A failed mail is due again from its next try on.
        still_after: The turn's deadline lies after this time.
        quiet_since: Nothing has happened at the table since this time.
        limit: The largest number of turns.
    """
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
    return [DueTurn(*row) for row in rows]


def claim_turn(tx: Transaction, turn: DueTurn, now: int) -> bool:
    """Claim the mail of a turn. Return False if another process has, unless it is due again."""
    claimed = tx.execute(
        "INSERT INTO turn_mails (table_id, number, tries, next_try) VALUES (?, ?, ?, NULL)"
        " ON CONFLICT (table_id) DO UPDATE"
        " SET number = excluded.number, tries = excluded.tries, next_try = NULL"
        " WHERE turn_mails.number <> excluded.number OR turn_mails.next_try <= ?",
        *(turn.table, turn.number, turn.tries + 1, now),
    )
    return claimed == 1


def reschedule_turn(tx: Transaction, turn: DueTurn, until: int) -> None:
    """Let the mail of a turn be claimed again from a time on."""
    sql = "UPDATE turn_mails SET next_try = ? WHERE table_id = ? AND number = ?"
    tx.execute(sql, until, turn.table, turn.number)
