"""Who has most of what is kept. To tell it takes a look at every row, which is rarely asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from tilewright.server.storage.database import Transaction

__all__ = ["kept", "names_of"]

MOST: Final = 100
"""People for each thing."""
KEPT: Final = {
    "tables": "SELECT host, COUNT(*) FROM tables WHERE status <> 'over' GROUP BY host",
    "record bytes": "SELECT person, SUM(LENGTH(text)) FROM records GROUP BY person",
}


def kept(tx: Transaction) -> dict[str, dict[str, float]]:
    """Tables that are open or played, by host, and bytes of records, by owner."""
    found = {what: tx.rows(f"{sql} ORDER BY 2 DESC LIMIT ?", MOST) for what, sql in KEPT.items()}
    return {what: {row[0]: float(row[1]) for row in rows} for what, rows in found.items()}


def names_of(tx: Transaction, people: Iterable[str]) -> Mapping[str, str]:
    """Names by id, of those who are people of ours."""
    rows = [tx.row("SELECT id, name FROM people WHERE id = ?", person) for person in people]
    return {row[0]: row[1] for row in rows if row is not None}
