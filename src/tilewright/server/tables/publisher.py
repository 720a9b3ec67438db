"""Publishes committed events within this process."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.match import Match
from tilewright.match.events import (
    BotSubstituted,
    Closed,
    DealRevealed,
    Forfeited,
    Moved,
    SeatReclaimed,
    SeatTaken,
    SeatTransferred,
    Started,
    Undone,
)
from tilewright.server.audience.subscriptions import Hub
from tilewright.server.presenters import TEXT_ONLY, TableUpdate
from tilewright.server.tables.cache import LiveTable, TableCache
from tilewright.wire.tables import LoggedEvent

__all__ = ["TablePublisher"]

VIEW_CHANGING_EVENTS = (
    Started,
    Moved,
    Undone,
    Forfeited,
    SeatReclaimed,
    BotSubstituted,
    SeatTransferred,
    DealRevealed,
    Closed,
)
"""Events that change a seat's view: updates with one of them include the view."""


class TablePublisher:
    """Replaces a table's match and notifies listeners and clients of the new events."""

    def __init__(self, hub: Hub, cache: TableCache) -> None:
        self._hub, self._cache = hub, cache
        self.listeners: list[Callable[[LiveTable], None]] = []
        """Called with each changed table."""

    def replace_match(
        self, table: LiveTable, match: Match, events: list[LoggedEvent], now: int
    ) -> None:
        """Set a table's match. Then send the new events to listeners and clients.

        Without events, nothing is sent.
        """
        table.match = match
        if not events:
            return
        if any(isinstance(numbered.event, SeatTaken | SeatTransferred) for numbered in events):
            self._cache.update_presence(table)
        for listener in self.listeners:
            listener(table)
        if clients := self._hub.listeners(table.id):
            shows_view = any(
                isinstance(numbered.event, VIEW_CHANGING_EVENTS) for numbered in events
            )
            update = TableUpdate(table.id, match, events, now, shows_view=shows_view)
            for client in clients:
                form = client.forms.get(table.id, TEXT_ONLY)
                client.send(update.encode_for(client.person, form))
