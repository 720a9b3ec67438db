"""Who is at which table, over all processes of a server.

Each process pins a note to a table for everybody who is there with it, and says who comes and who
goes. Whoever shows a table reads the notes when it begins to follow it, and hears the rest. Of a
process that has died the notes are void.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Final

from tilewright.server.audience.following import Coming, Following, topic_of
from tilewright.server.audience.hub import Connection, Hub, encode
from tilewright.server.exchange import Exchange, Notes
from tilewright.server.rounds import go_round
from tilewright.wire.messages import PresenceMessage

__all__ = ["Presence"]

log = logging.getLogger("tilewright.exchange")

LOOK_SECONDS: Final = 5.0
"""How often it is looked whether the other processes live."""
GRACE_SECONDS: Final = 3.0
"""After an outage all processes pin their notes anew; so long what was known before is believed."""
TELL_SECONDS: Final = 0.1
"""How long comings and goings are gathered before a table is told: many may come at once."""

Changed = Callable[[str], None]


class Presence:
    """Answers who is here; tells ``changed(table)`` and the table's listeners when that changes."""

    def __init__(
        self, hub: Hub, exchange: Exchange, following: Following, changed: Changed
    ) -> None:
        self._hub, self._exchange, self._following = hub, exchange, following
        self._changed = changed
        self._others: dict[str, Notes] = {}
        """Who is with other processes, by table: of those that are shown here."""
        self._learning: dict[str, list[tuple[str, Coming]]] = {}
        """What was heard of tables while their notes were read."""
        self._to_tell: dict[str, asyncio.TimerHandle] = {}
        self._looking: asyncio.Task[None] | None = None
        self._looked = 0.0
        self._learn_at: float | None = None
        """When to read all notes again."""
        following.left = self._forget

    def start(self) -> None:
        """Look after the others from now on."""
        self._exchange.gaps.append(self._missed)
        self._looking = asyncio.get_running_loop().create_task(
            go_round(self._look, GRACE_SECONDS / 6, log, "the others were not looked at")
        )

    def stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
        for timer in self._to_tell.values():
            timer.cancel()

    # --- Questions ---

    def knows(self, table: str) -> bool:
        """Whether it is known who is at a table: where it is shown, or nobody else could know."""
        return table in self._others or not self._exchange.is_wide

    def is_here(self, table: str, person: str) -> bool:
        return person in self.people(table)

    def people(self, table: str) -> set[str]:
        """Everybody at a table, as far as it is known here; the nameless not counted."""
        mine = {person for person in self._hub.people_at(table) if person is not None}
        return mine.union(*self._others.get(table, {}).values())

    async def find_people(self, table: str) -> set[str] | None:
        """Everybody at a table, wherever it is shown; None where that cannot be known just now."""
        if self.knows(table):
            return self.people(table)
        notes = await self._exchange.notes(topic_of(table))
        return None if notes is None else self.people(table).union(*notes.values())

    def message(self, table: str) -> bytes:
        """What is told to those at a table."""
        nameless = self._hub.people_at(table)[None]
        return encode(PresenceMessage(table, sorted(self.people(table)), nameless))

    # --- This process ---

    def subscribe(self, connection: Connection, table: str) -> None:
        """Somebody sat down to listen, perhaps a second time."""
        person = connection.person
        is_new = person is None or not self._hub.people_at(table)[person]
        self._hub.subscribe(connection, table)
        if is_new:
            self._moved(table, person, is_here=True)

    def unsubscribe(self, connection: Connection, table: str) -> None:
        """Somebody listens no more with that connection."""
        if table not in connection.tables:
            return
        self._hub.unsubscribe(connection, table)
        person = connection.person
        if person is None or not self._hub.people_at(table)[person]:
            self._moved(table, person, is_here=False)

    def _moved(self, table: str, person: str | None, *, is_here: bool) -> None:
        self._tell_table(table)
        if person is not None:
            pin = self._exchange.pin if is_here else self._exchange.unpin
            pin(topic_of(table), person)
            self._following.tell(table, Coming(person, is_here))

    def _tell_table(self, table: str) -> None:
        """The match knows at once; those who listen hear it in a moment."""
        self._changed(table)
        if table not in self._to_tell and self._hub.listeners(table):
            loop = asyncio.get_running_loop()
            self._to_tell[table] = loop.call_later(TELL_SECONDS, self._tell_now, table)

    def _tell_now(self, table: str) -> None:
        del self._to_tell[table]
        message = self.message(table)
        for connection in self._hub.listeners(table):
            connection.send(message)

    # --- The others ---

    async def learn(self, table: str) -> None:
        """Read who is at a table that is followed from now on."""
        if table in self._others:
            return
        heard = self._learning.setdefault(table, [])
        notes = await self._exchange.notes(topic_of(table)) or {}
        if self._learning.pop(table, None) is not None:  # or somebody else has learnt it meanwhile
            self._others[table] = notes
            for sender, coming in heard:
                _take(notes, sender, coming)
            self._changed(table)

    def heard(self, table: str, sender: str, coming: Coming) -> None:
        """Somebody came to another process, or went."""
        if table in self._learning:
            self._learning[table].append((sender, coming))
        if table in self._others:
            _take(self._others[table], sender, coming)
            self._tell_table(table)

    def _forget(self, table: str) -> None:
        self._others.pop(table, None)

    def _missed(self) -> None:
        """Words were lost. Say again who is here; who is with the others is read in a while."""
        self._learn_at = asyncio.get_running_loop().time() + GRACE_SECONDS
        for table, person in self._places():
            self._following.tell(table, Coming(person, is_here=True))

    async def _look(self) -> None:
        now = asyncio.get_running_loop().time()
        if self._learn_at is None:
            if now >= self._looked + LOOK_SECONDS:
                self._looked = now
                await self.drop_dead()
        elif now >= self._learn_at:
            self._learn_at = None
            await self.learn_anew()

    async def learn_anew(self) -> None:
        """Read all notes again."""
        for table in list(self._others):
            if (notes := await self._exchange.notes(topic_of(table))) is not None:
                if table in self._others and notes != self._others[table]:
                    self._others[table] = notes
                    self._tell_table(table)

    async def drop_dead(self) -> None:
        """Take for gone whoever was with a process that has died."""
        names = {name for others in self._others.values() for name in others}
        dead = await self._exchange.dead(names) if names else set()
        for table, others in list(self._others.items()):
            if found := dead & set(others):
                for name in found:
                    del others[name]
                self._tell_table(table)

    def _places(self) -> Iterator[tuple[str, str]]:
        """Who is here, at which tables."""
        for table in self._hub.tables():
            for person in self._hub.people_at(table):
                if person is not None:
                    yield table, person


def _take(notes: Notes, sender: str, coming: Coming) -> None:
    """What the notes are after somebody came or went."""
    people = notes.setdefault(sender, set())
    (people.add if coming.is_here else people.discard)(coming.person)
    if not people:
        del notes[sender]
