"""All rate limits and quotas per person and per address, for HTTP and sockets.

Usage is counted per person, so that it survives reconnects, and per address, so that an address
cannot multiply its limits with guests. An address gets the limits of several people. Each process
counts on its own; with sticky routing, a person's sockets reach only a few processes.
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
    """The person and address against which a request or socket is counted."""

    person: str
    """Person id, or a key shared by all anonymous callers of an address."""
    client: str
    is_anonymous: bool = False

    @classmethod
    def of(cls, person_id: str | None, client: str) -> Caller:
        """Create a caller. Without a person, all anonymous clients of an address share one key."""
        return cls(person_id or f"strangers at {client}", client, person_id is None)


class RateLimit:
    """A rate limit per person, and a higher one per address."""

    def __init__(
        self, resource: str, rate: Rate, people_per_address: int, clock: Clock = time.monotonic
    ) -> None:
        client_rate = Rate(rate.burst * people_per_address, rate.per_second * people_per_address)
        self.persons, self.clients = (
            Limiter(resource, rate, clock),
            Limiter(resource, client_rate, clock),
        )

    def consume(self, caller: Caller, tokens: int = 1) -> None:
        """Consume tokens of the caller's person and address.

        Raises:
            TooManyRequests: The person or the address exceeds its rate; no tokens are taken.
        """
        self.persons.consume(caller.person, tokens)
        try:
            self.clients.consume(caller.client, tokens)
        except Exception:
            self.persons.refund(caller.person, tokens)
            raise


class ConcurrencyLimit:
    """A limit on the concurrent usage of each person, and a higher one per address."""

    def __init__(self, resource: str, maximum: int, people_per_address: int) -> None:
        self.resource, self.maximum = resource, maximum
        self._client_maximum = maximum * people_per_address
        self._persons: Counter[str] = Counter()
        self._clients: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return the number of people plus the number of addresses with current usage."""
        return len(self._persons) + len(self._clients)

    @property
    def persons(self) -> dict[str, int]:
        """Current usage by person."""
        return dict(self._persons)

    def has_room(self, caller: Caller, amount: int = 1) -> bool:
        """Return True if the caller's usage may grow by `amount`.

        Anonymous callers are limited only by address.
        """
        if self._clients[caller.client] + amount > self._client_maximum:
            return False
        has = self._persons[caller.person]
        return caller.is_anonymous or has + amount <= self.maximum

    def add(self, caller: Caller, amount: int) -> None:
        """Add `amount` to the caller's usage. A negative amount releases usage."""
        for counts, key in ((self._persons, caller.person), (self._clients, caller.client)):
            counts[key] += amount
            if counts[key] <= 0:
                del counts[key]

    @contextmanager
    def reserve(self, caller: Caller, amount: int = 1) -> Iterator[None]:
        """Reserve `amount` within the context. Raises TooManyRequests if there is no room."""
        if not self.has_room(caller, amount):
            raise rate_limit_error(self.resource, RETRY_SECONDS)
        self.add(caller, amount)
        try:
            yield
        finally:
            self.add(caller, -amount)


# Per person, or for all anonymous callers of an address.
NEW_TABLE_RATE: Final = Rate.per(3600, 1000)
NEW_RECORD_RATE: Final = Rate.per(3600, 200)
ANALYSIS_RATE: Final = Rate.per(60, 20)
COMMAND_RATE: Final = Rate(burst=2000, per_second=20)
REQUEST_RATE: Final = Rate(burst=1000, per_second=50)
"""Reading tables, records and rankings: enough to step through a replay, or for a script."""
CHAT_RATE: Final = Rate.per(30, 10)
PREVIEW_RATE: Final = Rate(burst=2000, per_second=100)
"""Move previews: all legal moves of a position at once, then those under the pointer."""
NEW_SOCKET_RATE: Final = Rate.per(60, 60)
"""Opening sockets."""
LATE_LOGIN_SECONDS: Final = 0.5
"""Delay of a log-in attempt above its login's rate."""
RETRY_SECONDS: Final = 10
"""``Retry-After`` for concurrency limits."""
MAX_SOCKETS: Final = 20
MAX_OPEN_TABLES: Final = 20
"""Open tables per host."""
MESSAGE_WINDOW_SECONDS: Final = 20
BYTES_PER_MESSAGE: Final = 512
"""Mean bytes per client message, including control frames. Our page and client send 100 to 200
bytes per message."""
MAX_LONG_BODY_BYTES: Final = 4 * 1024 * 1024
"""Bytes of long request bodies being read, per person."""
MAX_UNREAD_BYTES: Final = 2 * 1024 * 1024
"""Unread bytes on all of a person's sockets."""
# Per address.
CHECK_RATE: Final = Rate.per(60, 60)
MAIL_RATE: Final = Rate.per(24 * 3600, 5)
"""Emails to unconfirmed addresses: per client, per person and per email address."""
SEAT_RATE: Final = Rate.per(3600, 40)
"""Seats taken at one table of another host."""
STUDY_RATE: Final = Rate(burst=300, per_second=10)


@dataclass(frozen=True)
class Quotas:
    """All limits of one process, with their counters."""

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

    def iter_limiters(self) -> Iterator[tuple[str, Limiter]]:
        """Yield the name and the limiter of each rate limit."""
        for field in fields(self):
            found = getattr(self, field.name)
            if isinstance(found, Limiter):
                yield field.name, found
            elif isinstance(found, RateLimit):
                yield f"{field.name} of person", found.persons
                yield f"{field.name} of address", found.clients

    @classmethod
    def from_settings(cls, settings: Settings, clock: Clock = time.monotonic) -> Quotas:
        """Create the quotas of a process."""
        logins = Rate.per(60, settings.logins_per_minute)
        messages = Rate.per(MESSAGE_WINDOW_SECONDS, settings.socket_messages)
        people = settings.people_per_address
        data = Rate.per(MESSAGE_WINDOW_SECONDS, settings.socket_messages * BYTES_PER_MESSAGE)

        def allow(resource: str, rate: Rate) -> RateLimit:
            return RateLimit(resource, rate, people, clock)

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
            # Reading bytes costs more than counting messages, so an address gets a lower multiple.
            socket_bytes=RateLimit("bytes", data, max(1, people // 4), clock),
            new_sockets=allow("new sockets", NEW_SOCKET_RATE),
            sockets=ConcurrencyLimit("sockets", MAX_SOCKETS, people),
            long_bodies=ConcurrencyLimit("long requests at once", MAX_LONG_BODY_BYTES, people),
            unread_bytes=ConcurrencyLimit("bytes", MAX_UNREAD_BYTES, people),
        )
