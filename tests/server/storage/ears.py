"""Somebody who listens."""

from __future__ import annotations

import threading

from tilewright.server.storage.database import Database


class Ear:
    """Collects what it hears, and knows when there was enough."""

    def __init__(self, database: Database, channel: str) -> None:
        self.heard: list[str] = []
        self._more = threading.Condition()
        database.listen(channel, self._hear)

    def _hear(self, payload: str) -> None:
        with self._more:
            self.heard.append(payload)
            self._more.notify_all()

    def wait_for(self, payload: str) -> list[str]:
        with self._more:
            assert self._more.wait_for(lambda: payload in self.heard, timeout=60), self.heard
        return self.heard
