"""Watcher that closes the sockets of ended sessions: log-outs, new passwords, deleted people."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from functools import partial
from typing import Final

from tilewright.errors import TilewrightError
from tilewright.server.accounts.service import Accounts, Session
from tilewright.server.audience.outbox import CloseReason, Connection
from tilewright.server.storage import people as store

__all__ = ["SIGNED_OUT", "SessionWatcher"]

log = logging.getLogger("tilewright.socket")

SIGNED_OUT: Final = CloseReason(4002, "signed out")
CHECK_INTERVAL_SECONDS: Final = 30.0
"""Interval at which all sessions with a socket are looked up: another process may end one."""
MIN_CHECK_INTERVAL_SECONDS: Final = 1.0
"""Minimum time between two checks."""


class SessionWatcher:
    """Knows the sockets of each session. Belongs to one event loop."""

    def __init__(self, people: Accounts) -> None:
        self._people = people
        self._watched: set[tuple[bytes, Connection]] = set()

    @contextlib.contextmanager
    def watch(self, session: Session, connection: Connection) -> Iterator[None]:
        """Close a connection when its session ends, until the context ends."""
        entry = session.key, connection
        self._watched.add(entry)
        try:
            yield
        finally:
            self._watched.discard(entry)

    async def run(self) -> None:
        """Check when a session ends in this process, and every ``CHECK_INTERVAL_SECONDS``."""
        ended = self._people.session_ended
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CHECK_INTERVAL_SECONDS):
                    await ended.wait()
            ended.clear()
            await self.check()
            await asyncio.sleep(MIN_CHECK_INTERVAL_SECONDS)

    async def check(self) -> None:
        """Close the connections whose sessions have ended."""
        watched = list(self._watched)
        keys = [key for key, _ in watched]
        find = partial(store.filter_live_keys, keys=keys, now=self._people.clock())
        try:
            live = await self._people.database.read(find) if watched else set()
        except TilewrightError as error:
            log.warning("sessions could not be looked up: %s", error)
            return
        for key, connection in watched:
            if key not in live:
                connection.close(SIGNED_OUT)
