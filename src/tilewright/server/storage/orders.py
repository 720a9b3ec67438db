"""What whoever runs the server asks of it, and what it answers.

Rows in the table of facts: a command writes them, beside a server that runs, and every process
looks for them now and then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tilewright.server.storage.database import Transaction

__all__ = ["CLOSE", "READ_ONLY", "WEIGH", "answer", "find", "give", "take_answers", "withdraw"]

READ_ONLY: Final = "read-only"
WEIGH: Final = "weigh"
CLOSE: Final = "close "
"""And the name of a table."""
ORDER, ANSWER = "order ", "answer "


def give(tx: Transaction, order: str) -> None:
    """Ask for something; it stays asked for until it is withdrawn."""
    _write(tx, ORDER + order, "")


def withdraw(tx: Transaction, order: str) -> None:
    """Something is done, or no longer wanted."""
    tx.execute("DELETE FROM meta WHERE key = ?", ORDER + order)


def find(tx: Transaction) -> list[str]:
    """All that is asked for."""
    return list(_read(tx, ORDER))


def answer(tx: Transaction, worker: str, text: str) -> None:
    """What a process has to say."""
    _write(tx, ANSWER + worker, text)


def take_answers(tx: Transaction) -> Mapping[str, str]:
    """What the processes have said, by name; it is said once."""
    found = _read(tx, ANSWER)
    for worker in found:
        tx.execute("DELETE FROM meta WHERE key = ?", ANSWER + worker)
    return found


def _write(tx: Transaction, key: str, value: str) -> None:
    tx.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        *(key, value),
    )


def _read(tx: Transaction, prefix: str) -> dict[str, str]:
    """What stands under a prefix, by the rest of its key. There are few rows."""
    rows = tx.rows("SELECT key, value FROM meta")
    return {key.removeprefix(prefix): value for key, value in rows if key.startswith(prefix)}
