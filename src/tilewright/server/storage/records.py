"""Records of games that people brought along."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.server.storage.database import Transaction

__all__ = ["Record", "add", "find", "find_same", "records_of", "remove"]

Place = tuple[int, str]  # (created, id) of the last record on a page: where the next one begins


@dataclass(frozen=True, slots=True)
class Record:
    """A game as text, and whose it is."""

    id: str
    person: str
    game: str
    text: str
    created: int

    @property
    def place(self) -> Place:
        return self.created, self.id


def add(tx: Transaction, record: Record) -> None:
    """Keep a record. Raises Conflict where the id is taken."""
    tx.execute(
        "INSERT INTO records (id, person, game, text, created) VALUES (?, ?, ?, ?, ?)",
        *(record.id, record.person, record.game, record.text, record.created),
    )


def find(tx: Transaction, record_id: str) -> Record | None:
    """A record by its id; None where there is none."""
    sql = "SELECT id, person, game, text, created FROM records WHERE id = ?"
    row = tx.row(sql, record_id)
    return Record(*row) if row else None


def find_same(tx: Transaction, person: str, text: str) -> Record | None:
    """A record of somebody's with that very text; None where there is none."""
    sql = "SELECT id, person, game, text, created FROM records WHERE person = ? AND text = ?"
    row = tx.row(sql, person, text)
    return Record(*row) if row else None


def records_of(
    tx: Transaction, person: str, *, before: Place | None = None, limit: int
) -> list[Record]:
    """Somebody's records, the latest first."""
    earlier = "AND (created, id) < (?, ?)" if before is not None else ""
    sql = (
        f"SELECT id, person, game, text, created FROM records WHERE person = ? {earlier}"
        " ORDER BY created DESC, id DESC LIMIT ?"
    )
    return [Record(*row) for row in tx.rows(sql, person, *(before or ()), limit)]


def remove(tx: Transaction, record_id: str, person: str) -> bool:
    """Throw a record away; whether that person had one of that id."""
    return tx.execute("DELETE FROM records WHERE id = ? AND person = ?", record_id, person) > 0
