"""When the server was away. While it is there it writes down now and then that it is."""

from __future__ import annotations

from typing import Final, NamedTuple

from tilewright.clock import MAX_TIME
from tilewright.server.storage.database import Transaction

__all__ = ["AWAY", "Outage", "beat", "last_beat", "wall_clock"]

AWAY: Final = 5_000
"""Silence (ms) after which the server was away."""
ALIVE: Final = "alive"
"""In the table of facts: the game time when somebody was last there."""


class Outage(NamedTuple):
    """Nobody was there from ``gone`` to ``back``, in game time."""

    gone: int
    back: int


def last_beat(tx: Transaction) -> int:
    """The game time when a process was last there; 0 where none ever was."""
    row = tx.row("SELECT value FROM meta WHERE key = ?", ALIVE)
    return int(row[0]) if row else 0


def wall_clock(tx: Transaction) -> int:
    """The time (ms) on a shared database's own clock: one place for all processes."""
    row = tx.row("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)")
    assert row is not None
    return int(row[0])


def beat(tx: Transaction, now: int) -> list[Outage]:
    """Somebody is there. Answers with the outages that a clock may have run through."""
    tx.lock("outages")
    last = last_beat(tx)
    if now - last > AWAY:
        # A restored backup has no word of who was there last, and may have an outage from 0 on.
        tx.execute(
            "INSERT INTO outages (gone, back) VALUES (?, ?)"
            " ON CONFLICT (gone) DO UPDATE SET back = excluded.back",
            *(last, now),
        )
    tx.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        *(ALIVE, str(max(last, now))),
    )
    tx.execute("DELETE FROM outages WHERE gone > 0 AND gone < ?", now - 2 * MAX_TIME)
    rows = tx.rows("SELECT gone, back FROM outages ORDER BY gone")
    return [Outage(*row) for row in rows]
