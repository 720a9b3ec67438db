"""The test write: a database that can only be read is not well."""

from __future__ import annotations

from tilewright.server.storage.database import Transaction

__all__ = ["write_heartbeat"]


def write_heartbeat(tx: Transaction, now: int) -> None:
    """Write the time of the last test over the one before."""
    tx.execute(
        "INSERT INTO meta (key, value) VALUES ('heartbeat', ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        str(now),
    )
