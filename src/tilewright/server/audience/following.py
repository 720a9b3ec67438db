"""Which tables a process hears of: those that it shows, or thinks about, and no others.

A word says what has happened at a table and after how many events. Whoever has those events takes
it as it is; whoever has not, because a word was lost, reads the log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import msgspec

from tilewright.events import Event
from tilewright.server.audience.hub import Hub, encode
from tilewright.server.exchange import Exchange

__all__ = ["Coming", "Following", "Word", "topic_of"]


class Word(msgspec.Struct, frozen=True, tag="events"):
    """What happened at a table that had ``before`` events."""

    before: int
    events: list[Event]


class Coming(msgspec.Struct, frozen=True, tag="coming"):
    """Somebody came to a table, or went."""

    person: str
    is_here: bool


Heard = Callable[[str, str, Word | Coming], None]  # the table, the process that said it
_decode = msgspec.json.Decoder(Word | Coming).decode


def topic_of(table: str) -> str:
    """Where a table is talked about."""
    return f"table {table}"


class Following:
    """Belongs to one event loop. ``heard`` is told what the other processes say."""

    def __init__(self, exchange: Exchange, hub: Hub, heard: Heard) -> None:
        self._exchange, self._hub, self._heard = exchange, hub, heard
        self._needed: Counter[str] = Counter()
        self._followed: set[str] = set()
        self.left: Callable[[str], None] = lambda table: None
        """Told of a table that is no longer followed."""

    def __contains__(self, table: str) -> bool:
        return table in self._followed

    def all(self) -> list[str]:
        return list(self._followed)

    def tell(self, table: str, word: Word | Coming) -> None:
        """Tell the others who follow a table."""
        if self._exchange.is_wide:
            self._exchange.publish(topic_of(table), encode(word))

    @asynccontextmanager
    async def while_needed(self, table: str) -> AsyncIterator[None]:
        """Hear of a table meanwhile; and afterwards, as long as somebody here listens to it."""
        self._needed[table] += 1
        self._followed.add(table)
        try:
            await self._exchange.follow(topic_of(table), partial(self._take, table))
            yield
        finally:
            self._needed[table] -= 1
            self.let_go(table)

    def let_go(self, table: str) -> None:
        """Hear no more of a table that nobody here needs."""
        if self._needed[table] or self._hub.listeners(table):
            return
        del self._needed[table]
        if table in self._followed:
            self._followed.remove(table)
            self._exchange.leave(topic_of(table))
            self.left(table)

    def _take(self, table: str, sender: str, data: bytes) -> None:
        self._heard(table, sender, _decode(data))
