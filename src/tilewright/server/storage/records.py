"""Imported game records."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.server.storage.database import Transaction

__all__ = [
    "RecordHead",
    "SavedRecord",
    "add",
    "count_bytes",
    "find",
    "find_by_text",
    "list_after",
    "list_heads",
    "remove",
]

PageKey = tuple[int, str]  # (created, id) of the last record on a page


@dataclass(frozen=True, slots=True)
class SavedRecord:
    """An imported game record."""

    id: str
    person: str
    game: str
    text: str
    created: int


@dataclass(frozen=True, slots=True)
class RecordHead:
    """A record without its text."""

    id: str
    game: str
    created: int

    @property
    def page_key(self) -> PageKey:
        return self.created, self.id


def add(tx: Transaction, record: SavedRecord) -> None:
    """Store a record. Raises Conflict if the id is taken."""
    tx.execute(
        "INSERT INTO records (id, person, game, text, created, bytes) VALUES (?, ?, ?, ?, ?, ?)",
        *(record.id, record.person, record.game, record.text, record.created),
        len(record.text),
    )


def find(tx: Transaction, record_id: str) -> SavedRecord | None:
    """Return a record by its id, or None."""
    sql = "SELECT id, person, game, text, created FROM records WHERE id = ?"
    row = tx.row(sql, record_id)
    return SavedRecord(*row) if row else None


def find_by_text(tx: Transaction, person_id: str, text: str) -> SavedRecord | None:
    """Return the record of a person whose text is exactly `text`, or None."""
    sql = "SELECT id, person, game, text, created FROM records WHERE person = ? AND text = ?"
    row = tx.row(sql, person_id, text)
    return SavedRecord(*row) if row else None


def list_heads(
    tx: Transaction, person_id: str, *, before: PageKey | None = None, limit: int
) -> list[RecordHead]:
    """Return a page of a person's records without their texts, newest first."""
    earlier = "AND (created, id) < (?, ?)" if before is not None else ""
    sql = (
        f"SELECT id, game, created FROM records WHERE person = ? {earlier}"
        " ORDER BY created DESC, id DESC LIMIT ?"
    )
    return [RecordHead(*row) for row in tx.rows(sql, person_id, *(before or ()), limit)]


def list_after(tx: Transaction, person_id: str, after: str, limit: int) -> list[SavedRecord]:
    """Return up to `limit` records of a person that follow the id `after`, in id order."""
    sql = (
        "SELECT id, person, game, text, created FROM records WHERE person = ? AND id > ?"
        " ORDER BY id LIMIT ?"
    )
    return [SavedRecord(*row) for row in tx.rows(sql, person_id, after, limit)]


def count_bytes(tx: Transaction, person_id: str) -> int:
    """Return the total size of a person's records in bytes."""
    row = tx.row("SELECT COALESCE(SUM(bytes), 0) FROM records WHERE person = ?", person_id)
    assert row is not None
    return int(row[0])


def remove(tx: Transaction, record_id: str, person_id: str) -> bool:
    """Delete a person's record. Return False if the person has no such record."""
    return tx.execute("DELETE FROM records WHERE id = ? AND person = ?", record_id, person_id) > 0
