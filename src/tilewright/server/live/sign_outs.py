"""Sockets of sessions that have ended are closed: who logs out everywhere is out everywhere."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Iterator

from tilewright.errors import TilewrightError
from tilewright.server.audience.hub import Connection, Goodbye
from tilewright.server.people.service import PEOPLE_CHANGED, People, Session
from tilewright.server.storage.database import MISSED, Database

__all__ = ["SignOuts"]

log = logging.getLogger("tilewright.socket")

SIGNED_OUT = Goodbye(4002, "signed out")


class SignOuts:
    """Knows which sockets are whose, and hears whose sessions have ended."""

    def __init__(self, database: Database, people: People) -> None:
        self._database, self._people = database, people
        self._open: defaultdict[str, set[tuple[bytes, Connection]]] = defaultdict(set)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Listen from now on."""
        loop = asyncio.get_running_loop()

        def heard(person: str) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._heard, person)

        self._database.listen(PEOPLE_CHANGED, heard)

    @contextlib.contextmanager
    def watch(self, session: Session, connection: Connection) -> Iterator[None]:
        """While a connection is open it is closed when its session ends."""
        person, entry = session.person.id, (session.key, connection)
        self._open[person].add(entry)
        try:
            yield
        finally:
            self._open[person].discard(entry)
            if not self._open[person]:
                del self._open[person]

    def _heard(self, person: str) -> None:
        for one in list(self._open) if person == MISSED else [person]:
            task = asyncio.get_running_loop().create_task(self.check(one))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def check(self, person: str) -> None:
        """Close somebody's connections whose sessions have ended."""
        for key, connection in list(self._open.get(person, ())):
            try:
                if await self._people.find_session_by_key(key) is None:
                    connection.close(SIGNED_OUT)
            except TilewrightError as error:
                log.warning("a session could not be looked up: %s", error)
