"""Email addresses, and the turns for which notifications were sent."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilewright.server.storage.database import Transaction

__all__ = [
    "Address",
    "DueTurn",
    "claim_turn",
    "confirm_address",
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
    """A person's email address for turn notifications.

    Each email includes `token`, with which the person confirms the address or unsubscribes.
    """

    person: str
    address: str
    language: str
    token: str
    asked: int
    confirmed: bool


@dataclass(frozen=True)
class DueTurn:
    """A turn whose player may need a notification."""

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
    """Store a person's address, replacing any previous one."""
    remove(tx, address.person)
    tx.execute(
        "INSERT INTO mail (person, address, language, token, asked, confirmed)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        *(address.person, address.address, address.language, address.token),
        *(address.asked, address.confirmed),
    )


def find(tx: Transaction, person_id: str) -> Address | None:
    """Return a person's address, confirmed or not, or None."""
    row = tx.row(
        "SELECT person, address, language, token, asked, confirmed FROM mail WHERE person = ?",
        person_id,
    )
    return replace(Address(*row), confirmed=bool(row[-1])) if row else None


def confirm_address(tx: Transaction, token: str, requested_since: int) -> bool:
    """Confirm the address of `token`, if it was requested at `requested_since` or later.

    Return False if there is no such address. A confirmed address gives True at any age.
    """
    sql = "UPDATE mail SET confirmed = 1 WHERE token = ? AND (confirmed = 1 OR asked >= ?)"
    return tx.execute(sql, token, requested_since) == 1


def remove(tx: Transaction, person_id: str) -> None:
    """Delete a person's address."""
    tx.execute("DELETE FROM mail WHERE person = ?", person_id)


def remove_by_token(tx: Transaction, token: str) -> None:
    """Delete the address of `token`, if there is one."""
    tx.execute("DELETE FROM mail WHERE token = ?", token)


def delete_unconfirmed(tx: Transaction, requested_before: int) -> None:
    """Delete the unconfirmed addresses that were requested before `requested_before`."""
    tx.execute("DELETE FROM mail WHERE confirmed = 0 AND asked < ?", requested_before)


# --- Turns --------------------------------------------------------------------------------------


def list_due_turns(
    tx: Transaction, *, now: int, deadline_after: int, quiet_since: int, limit: int
) -> list[DueTurn]:
    """Return the turns that need a notification, earliest deadline first.

    Args:
        tx: A transaction.
        now: Current time; failed emails are retried once their next attempt is due.
        deadline_after: Return only turns with a deadline after this time.
        quiet_since: Return only tables without events since this time.
        limit: Maximum number of turns.
    """
    rows = tx.rows(
        "SELECT t.id, t.game, t.number, t.deadline, m.person, m.address, m.language, m.token,"
        " CASE WHEN s.number = t.number THEN s.tries ELSE 0 END"
        " FROM tables t JOIN mail m ON m.person = t.mover_id AND m.confirmed = 1"
        " LEFT JOIN turn_mails s ON s.table_id = t.id"
        " WHERE t.deadline > ? AND t.status = 'running' AND t.updated <= ?"
        " AND (s.table_id IS NULL OR s.number <> t.number OR s.next_try <= ?)"
        " ORDER BY t.deadline LIMIT ?",
        *(deadline_after, quiet_since, now, limit),
    )
    return [DueTurn(*row) for row in rows]


def claim_turn(tx: Transaction, turn: DueTurn, now: int) -> bool:
    """Claim the notification of a turn. Return False if it was claimed before.

    A rescheduled notification can be claimed again when its time has come.
    """
    claimed = tx.execute(
        "INSERT INTO turn_mails (table_id, number, tries, next_try) VALUES (?, ?, ?, NULL)"
        " ON CONFLICT (table_id) DO UPDATE"
        " SET number = excluded.number, tries = excluded.tries, next_try = NULL"
        " WHERE turn_mails.number <> excluded.number OR turn_mails.next_try <= ?",
        *(turn.table, turn.number, turn.tries + 1, now),
    )
    return claimed == 1


def reschedule_turn(tx: Transaction, turn: DueTurn, retry_at: int) -> None:
    """Allow the notification of a turn to be claimed again at `retry_at`."""
    sql = "UPDATE turn_mails SET next_try = ? WHERE table_id = ? AND number = ?"
    tx.execute(sql, retry_at, turn.table, turn.number)
