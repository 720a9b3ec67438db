"""What one person, and one address, may have of a server: over HTTP and on sockets alike.

Everything is counted by person, so that whoever comes back begins where they left off, and by
address, so that many guests of one household do not add up for ever. An address may have as much
as several people.

    Allowance    so many in so much time: tables, words, previews ...
    Places       so much at the same time: sockets, bytes that wait to be read

Several processes count together, see ``sharing``.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Final, NamedTuple

from tilewright.server.limits import Clock, Limiter, Rate, too_many
from tilewright.server.settings import Settings
from tilewright.server.turns import Turns

__all__ = ["MAX_OPEN_TABLES", "Admission", "Allowance", "Caller", "Elsewhere", "Places"]


class Caller(NamedTuple):
    """Who asks, and from where."""

    person: str
    """An id, or one name for all strangers of an address."""
    client: str
    is_stranger: bool = False

    @classmethod
    def of(cls, person: str | None, client: str) -> Caller:
        return cls(person or f"strangers at {client}", client, person is None)


Elsewhere = tuple[int, int]
"""What a person, and an address, have at other processes."""


class Allowance:
    """A rate for each person, and a wider one for each address."""

    def __init__(self, what: str, rate: Rate, people: int, clock: Clock = time.monotonic) -> None:
        wide = Rate(rate.burst * people, rate.per_second * people)
        self.persons, self.clients = Limiter(what, rate, clock), Limiter(what, wide, clock)

    def take(self, caller: Caller, tokens: int = 1) -> None:
        """Count one more of somebody's. Raises TooManyRequests, and then counts nothing."""
        self.persons.take(caller.person, tokens)
        try:
            self.clients.take(caller.client, tokens)
        except Exception:
            self.persons.give_back(caller.person, tokens)
            raise


class Places:
    """So much for each person at the same time, and more for each address."""

    def __init__(self, what: str, most: int, people: int) -> None:
        self.what, self.most = what, most
        self._most_of_client = most * people
        self._persons: Counter[str] = Counter()
        self._clients: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many names are remembered: of those only who have something."""
        return len(self._persons) + len(self._clients)

    @property
    def persons(self) -> dict[str, int]:
        """How much everybody has."""
        return dict(self._persons)

    def has_room(self, caller: Caller, amount: int = 1, elsewhere: Elsewhere = (0, 0)) -> bool:
        """Whether somebody may have so much more; strangers share what their address has."""
        of_person, of_client = elsewhere
        if self._clients[caller.client] + of_client + amount > self._most_of_client:
            return False
        has = self._persons[caller.person] + of_person
        return caller.is_stranger or has + amount <= self.most

    def add(self, caller: Caller, amount: int) -> None:
        """Somebody has so much more, or less, than before."""
        for counts, key in ((self._persons, caller.person), (self._clients, caller.client)):
            counts[key] += amount
            if counts[key] <= 0:
                del counts[key]

    @contextmanager
    def holding(
        self, caller: Caller, amount: int = 1, elsewhere: Elsewhere = (0, 0)
    ) -> Iterator[None]:
        """Have so much for a while. Raises TooManyRequests."""
        if not self.has_room(caller, amount, elsewhere):
            raise too_many(self.what, WAIT_SECONDS)
        self.add(caller, amount)
        try:
            yield
        finally:
            self.add(caller, -amount)


class SlowLane:
    """For what is not refused though there was too much of it: one after the other, and next comes
    whoever's address has had the least. Belongs to one event loop."""

    def __init__(self, what: str, seconds: float, most: int = 100) -> None:
        self.what, self.seconds, self.most = what, seconds, most
        self._turns, self._waiting = Turns(1), set[str]()
        self.num_late = 0

    async def wait(self, client: str) -> None:
        """Wait for one's turn. Raises TooManyRequests: an address waits once at a time."""
        if client in self._waiting or len(self._waiting) >= self.most:
            raise too_many(self.what, WAIT_SECONDS)
        self._waiting.add(client)
        self.num_late += 1
        try:
            async with self._turns.take(client, self.seconds):
                await asyncio.sleep(self.seconds)
        finally:
            self._waiting.discard(client)


# For one person, or all strangers of an address.
TABLES: Final = Rate.per(3600, 1000)
RECORDS: Final = Rate.per(3600, 200)
ANALYSES: Final = Rate.per(60, 20)
WISHES: Final = Rate(burst=2000, per_second=20)
LOOKS: Final = Rate(burst=1000, per_second=50)
"""Requests about tables, records, rankings: a replay leafed through, a program that plays."""
WORDS: Final = Rate.per(30, 10)
PREVIEWS: Final = Rate(burst=2000, per_second=100)
"""Moves that may be tried: all that are legal in a wide position, and then those one points at."""
ARRIVALS: Final = Rate.per(60, 60)
"""Sockets that are opened, one after the other."""
LOGIN_SECONDS: Final = 0.5
"""For a try at a login at which there were too many."""
WAIT_SECONDS: Final = 10
"""When to try again where a place must become free."""
SOCKETS: Final = 20
MAX_OPEN_TABLES: Final = 20
"""Tables of one host that wait for players."""
MESSAGES_SECONDS: Final = 20
BODIES: Final = 4 * 1024 * 1024
"""Bytes of long requests that are being read."""
WAITING: Final = 2 * 1024 * 1024
"""Bytes that wait to be read on all sockets of a person."""
# For one address, whoever asks.
CHECKS: Final = Rate.per(60, 60)
MAILS: Final = Rate.per(24 * 3600, 5)
"""Letters to addresses that were not confirmed: of one client, of one person, to one address."""
STUDIES: Final = Rate(burst=300, per_second=10)


@dataclass(frozen=True)
class Admission:
    """What is counted."""

    guests: Limiter
    logins_of_client: Limiter
    logins_of_name: Limiter
    late_logins: SlowLane
    checks: Limiter
    studies: Limiter
    mails: Limiter
    tables: Allowance
    records: Allowance
    analyses: Allowance
    wishes: Allowance
    looks: Allowance
    words: Allowance
    previews: Allowance
    messages: Allowance
    arrivals: Allowance
    sockets: Places
    bodies: Places
    waiting: Places

    def limiters(self) -> Iterator[tuple[str, Limiter]]:
        """All that count in time, by a name of their own."""
        for field in fields(self):
            found = getattr(self, field.name)
            if isinstance(found, Limiter):
                yield field.name, found
            elif isinstance(found, Allowance):
                yield f"{field.name} of person", found.persons
                yield f"{field.name} of address", found.clients

    @classmethod
    def of(cls, settings: Settings, clock: Clock = time.monotonic) -> Admission:
        logins = Rate.per(60, settings.logins_per_minute)
        messages = Rate.per(MESSAGES_SECONDS, settings.socket_messages)
        people = settings.people_per_address

        def allow(what: str, rate: Rate) -> Allowance:
            return Allowance(what, rate, people, clock)

        return cls(
            guests=Limiter("new guests", Rate.per(3600, settings.guests_per_hour), clock),
            logins_of_client=Limiter("tries to log in", logins, clock),
            logins_of_name=Limiter("tries to log in", logins, clock),
            late_logins=SlowLane("tries to log in", LOGIN_SECONDS),
            checks=Limiter("checks", CHECKS, clock),
            studies=Limiter("studies", STUDIES, clock),
            mails=Limiter("mails", MAILS, clock),
            tables=allow("new tables", TABLES),
            records=allow("new records", RECORDS),
            analyses=allow("analyses", ANALYSES),
            wishes=allow("wishes at tables", WISHES),
            looks=allow("requests", LOOKS),
            words=allow("words", WORDS),
            previews=allow("previews", PREVIEWS),
            messages=allow("messages", messages),
            arrivals=allow("new sockets", ARRIVALS),
            sockets=Places("sockets", SOCKETS, people),
            bodies=Places("long requests at once", BODIES, people),
            waiting=Places("bytes", WAITING, people),
        )
