"""All limits of a server for one person and one address, over HTTP and on sockets.

Usage is counted per person, so that it survives reconnects, and per address, so that many guests
of one household share a limit. An address may use as much as several people. Each process counts
by itself; a proxy that routes by table sends a person's sockets to few processes.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Final, NamedTuple

from tilewright.server.ratelimit.limits import Clock, FairSemaphore, Limiter, Rate, rate_limit_error
from tilewright.settings import Settings

__all__ = ["MAX_OPEN_TABLES", "Caller", "ConcurrencyLimit", "Quotas", "RateLimit"]


class Caller(NamedTuple):
    """The person and the address that a request or a socket counts against."""

    person: str
    """A person's id, or one common name for all callers of an address without one."""
    client: str
    is_anonymous: bool = False

    @classmethod
    def of(cls, person: str | None, client: str) -> Caller:
        return cls(person or f"strangers at {client}", client, person is None)


class RateLimit:
    """A rate for each person, and a higher one for each address."""

    def __init__(self, what: str, rate: Rate, people: int, clock: Clock = time.monotonic) -> None:
        wide = Rate(rate.burst * people, rate.per_second * people)
        self.persons, self.clients = Limiter(what, rate, clock), Limiter(what, wide, clock)

    def take(self, caller: Caller, tokens: int = 1) -> None:
        """Count `tokens` for a caller.

        Raises:
            TooManyRequests: The person or the address is above its rate; nothing is counted.
        """
        self.persons.take(caller.person, tokens)
        try:
            self.clients.take(caller.client, tokens)
        except Exception:
            self.persons.give_back(caller.person, tokens)
            raise


class ConcurrencyLimit:
    """A maximum that each person may hold at the same time, and a higher one for each address."""

    def __init__(self, what: str, most: int, people: int) -> None:
        self.what, self.most = what, most
        self._most_of_client = most * people
        self._persons: Counter[str] = Counter()
        self._clients: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return the number of persons and addresses that hold something."""
        return len(self._persons) + len(self._clients)

    @property
    def persons(self) -> dict[str, int]:
        """The amount that each person holds."""
        return dict(self._persons)

    def has_room(self, caller: Caller, amount: int = 1) -> bool:
        """Return True if the caller may hold `amount` more.

        Callers without a person are limited by their address alone.
        """
        if self._clients[caller.client] + amount > self._most_of_client:
            return False
        has = self._persons[caller.person]
        return caller.is_anonymous or has + amount <= self.most

    def add(self, caller: Caller, amount: int) -> None:
        """Change the amount that a caller holds; negative to release."""
        for counts, key in ((self._persons, caller.person), (self._clients, caller.client)):
            counts[key] += amount
            if counts[key] <= 0:
                del counts[key]

    @contextmanager
    def holding(self, caller: Caller, amount: int = 1) -> Iterator[None]:
        """Hold an amount during the block. Raises TooManyRequests if there is no room."""
        if not self.has_room(caller, amount):
            raise rate_limit_error(self.what, RETRY_SECONDS)
        self.add(caller, amount)
        try:
            yield
        finally:
            self.add(caller, -amount)


# For one person, or for all callers of an address that are not signed in.
NEW_TABLE_RATE: Final = Rate.per(3600, 1000)
NEW_RECORD_RATE: Final = Rate.per(3600, 200)
ANALYSIS_RATE: Final = Rate.per(60, 20)
COMMAND_RATE: Final = Rate(burst=2000, per_second=20)
REQUEST_RATE: Final = Rate(burst=1000, per_second=50)
"""Requests for tables, records, rankings: enough to leaf through a replay or to run a program."""
CHAT_RATE: Final = Rate.per(30, 10)
PREVIEW_RATE: Final = Rate(burst=2000, per_second=100)
"""Previewed moves: all legal moves of a wide position at once, then those that the player points
at."""
NEW_SOCKET_RATE: Final = Rate.per(60, 60)
"""Sockets opened, counted over time."""
LATE_LOGIN_SECONDS: Final = 0.5
"""Delay of a login attempt above the rate of its login."""
RETRY_SECONDS: Final = 10
"""``Retry-After`` where something held must be released first."""
MAX_SOCKETS: Final = 20
MAX_OPEN_TABLES: Final = 20
"""Open tables of one host."""
MESSAGE_WINDOW_SECONDS: Final = 20
BYTES_PER_MESSAGE: Final = 512
"""Mean bytes of a client's message, including frames without one. Our page and client send 100 to
200 bytes per message."""
MAX_LONG_BODY_BYTES: Final = 4 * 1024 * 1024
"""Bytes of long request bodies of one person that are being read."""
MAX_UNREAD_BYTES: Final = 2 * 1024 * 1024
"""Bytes sent to all sockets of a person that the client has not read yet."""
# For one address.
CHECK_RATE: Final = Rate.per(60, 60)
MAIL_RATE: Final = Rate.per(24 * 3600, 5)
"""Mails to unconfirmed addresses: per client, per person and per address."""
SEAT_RATE: Final = Rate.per(3600, 40)
"""Seats taken per address at one table of another host."""
STUDY_RATE: Final = Rate(burst=300, per_second=10)


@dataclass(frozen=True)
class Quotas:
    """The counters of all limits of one process."""

    guests: Limiter
    logins_of_client: Limiter
    logins_of_name: Limiter
    delayed_logins: FairSemaphore
    checks: Limiter
    studies: Limiter
    seats_taken: Limiter
    mails: Limiter
    tables: RateLimit
    records: RateLimit
    analyses: RateLimit
    commands: RateLimit
    requests: RateLimit
    chat_lines: RateLimit
    previews: RateLimit
    messages: RateLimit
    socket_bytes: RateLimit
    new_sockets: RateLimit
    sockets: ConcurrencyLimit
    long_bodies: ConcurrencyLimit
    unread_bytes: ConcurrencyLimit

    def limiters(self) -> Iterator[tuple[str, Limiter]]:
        """Yield all counters of rates with a unique name for each."""
        for field in fields(self):
            found = getattr(self, field.name)
            if isinstance(found, Limiter):
                yield field.name, found
            elif isinstance(found, RateLimit):
                yield f"{field.name} of person", found.persons
                yield f"{field.name} of address", found.clients

    @classmethod
    def of(cls, settings: Settings, clock: Clock = time.monotonic) -> Quotas:
        logins = Rate.per(60, settings.logins_per_minute)
        messages = Rate.per(MESSAGE_WINDOW_SECONDS, settings.socket_messages)
        people = settings.people_per_address
        data = Rate.per(MESSAGE_WINDOW_SECONDS, settings.socket_messages * BYTES_PER_MESSAGE)

        def allow(what: str, rate: Rate) -> RateLimit:
            return RateLimit(what, rate, people, clock)

        return cls(
            guests=Limiter("new guests", Rate.per(3600, settings.guests_per_hour), clock),
            logins_of_client=Limiter("tries to log in", logins, clock),
            logins_of_name=Limiter("tries to log in", logins, clock),
            delayed_logins=FairSemaphore("tries to log in", 1, max_waiting=100, max_per_key=1),
            checks=Limiter("checks", CHECK_RATE, clock),
            studies=Limiter("studies", STUDY_RATE, clock),
            seats_taken=Limiter("seats taken at this table", SEAT_RATE, clock),
            mails=Limiter("mails", MAIL_RATE, clock),
            tables=allow("new tables", NEW_TABLE_RATE),
            records=allow("new records", NEW_RECORD_RATE),
            analyses=allow("analyses", ANALYSIS_RATE),
            commands=allow("commands at tables", COMMAND_RATE),
            requests=allow("requests", REQUEST_RATE),
            chat_lines=allow("chat lines", CHAT_RATE),
            previews=allow("previews", PREVIEW_RATE),
            messages=allow("messages", messages),
            # To read a byte costs more than to count a message: fewer people's worth per address.
            socket_bytes=RateLimit("bytes", data, max(1, people // 4), clock),
            new_sockets=allow("new sockets", NEW_SOCKET_RATE),
            sockets=ConcurrencyLimit("sockets", MAX_SOCKETS, people),
            long_bodies=ConcurrencyLimit("long requests at once", MAX_LONG_BODY_BYTES, people),
            unread_bytes=ConcurrencyLimit("bytes", MAX_UNREAD_BYTES, people),
        )
