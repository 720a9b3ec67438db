"""Forgetting who has been gone for long, in small pieces.

Whoever writes meanwhile waits for one of them at most, however many have gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from tilewright.server.storage import people as store
from tilewright.server.storage.database import Database, Transaction

__all__ = ["sweep"]

AT_ONCE: Final = 200
"""Rows in one piece: a few milliseconds."""


async def sweep(database: Database, now: int) -> int:
    """Forget sessions that ran out, and guests who cannot come back; how many rows that were."""
    return await _forget_sessions(database, now) + await _forget_guests(database)


async def _forget_sessions(database: Database, now: int) -> int:
    forgotten = 0
    work = partial(store.forget_sessions, now=now, limit=AT_ONCE)
    while ended := await database.write(work):
        forgotten += ended
    return forgotten


async def _forget_guests(database: Database) -> int:
    forgotten, last = 0, ""
    while guests := await database.read(partial(store.guests_after, person=last, limit=AT_ONCE)):
        if gone := await database.read(partial(_find_gone, guests=guests)):
            forgotten += await database.write(partial(store.forget_guests, people=gone))
        last = guests[-1]
    return forgotten


def _find_gone(tx: Transaction, guests: Sequence[str]) -> list[str]:
    return [guest for guest in guests if store.is_gone(tx, guest)]
