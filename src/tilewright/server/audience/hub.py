"""The connections of a process, and the tables that each listens to."""

from __future__ import annotations

from collections import Counter, defaultdict

from tilewright.server.audience.outbox import Connection
from tilewright.server.ratelimit.quotas import Caller

__all__ = ["Hub"]


class Hub:
    """All connections of this process."""

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self.refused: Counter[str] = Counter()
        """Number of refused messages, by error code."""
        self._listeners: defaultdict[str, set[Connection]] = defaultdict(set)

    def listeners(self, table: str) -> set[Connection]:
        """Return the connections that listen to a table."""
        return self._listeners.get(table, set())

    def subscribe(self, connection: Connection, table: str) -> None:
        self._listeners[table].add(connection)
        connection.tables.add(table)

    def unsubscribe(self, connection: Connection, table: str) -> None:
        connection.tables.discard(table)
        connection.forms.pop(table, None)
        listeners = self.listeners(table)
        listeners.discard(connection)
        if not listeners:
            self._listeners.pop(table, None)

    def count_people(self, table: str) -> Counter[str | None]:
        """Count the connections at a table by person; anonymous ones under None."""
        return Counter(connection.person for connection in self.listeners(table))

    def list_callers(self, table: str) -> set[Caller]:
        """Return the person and address of each connection at a table."""
        return {connection.caller for connection in self.listeners(table)}

    def list_tables(self) -> list[str]:
        """Return the tables with at least one listener."""
        return list(self._listeners)
