"""Connections to a Redis on which nobody waits for their turn.

The client's own pipelines cost 230 us for a word, most of it bookkeeping; this costs 40, and less
where several words go out together.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from redis import Redis
from redis.asyncio.connection import AbstractConnection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tilewright.errors import TilewrightError

__all__ = ["FAILURES", "AskingLine", "Line", "check", "make_connection", "make_pool"]

FAILURES: Final = (RedisError, OSError, EOFError, TimeoutError)
"""What goes wrong when a Redis is away."""
CONNECT_SECONDS: Final = 3.0


def make_pool(url: str) -> ConnectionPool:
    """Makes connections to an address. Whether to try again is for others to say."""
    return ConnectionPool.from_url(
        url,
        protocol=2,
        socket_connect_timeout=CONNECT_SECONDS,
        socket_timeout=None,
        retry=Retry(NoBackoff(), 0),
        health_check_interval=0,
    )


def check(url: str) -> None:
    """Raise what is wrong, in one line, unless a Redis answers at an address."""
    try:
        with Redis.from_url(url, socket_connect_timeout=CONNECT_SECONDS) as client:
            client.ping()
    except (ValueError, *FAILURES) as error:
        raise TilewrightError(
            f"redis_url: expected a Redis that answers; found: {error}"
        ) from error


def make_connection(pool: ConnectionPool) -> AbstractConnection:
    """One that is not connected yet."""
    connection: AbstractConnection = pool.make_connection()  # type: ignore[no-untyped-call]
    return connection


class Line:
    """One connection: words go out together, and each answer is handed to ``heard``."""

    def __init__(self, connection: AbstractConnection, heard: Callable[[Any], None]) -> None:
        self._connection, self._heard = connection, heard
        self._outbox: list[bytes] = []
        self._has_words = asyncio.Event()

    def send(self, *words: str | bytes | int) -> None:
        """Say something soon."""
        self._outbox += self._connection.pack_command(*words)
        self._has_words.set()

    async def connect(self) -> None:
        await self._connection.connect()  # type: ignore[no-untyped-call]

    async def close(self) -> None:
        await self._connection.disconnect(nowait=True)

    async def write(self) -> None:
        """Send what there is to say, for ever. Raises when the connection is lost."""
        while True:
            await self._has_words.wait()
            self._has_words.clear()
            words, self._outbox = self._outbox, []
            await self._connection.send_packed_command(words, check_health=False)

    async def read(self) -> None:
        """Hand on what comes, for ever. Raises when the connection is lost."""
        while True:
            answer = await self._connection.read_response(
                timeout=math.inf, disconnect_on_error=False, push_request=True
            )
            self._heard(answer)


class AskingLine(Line):
    """A connection that is asked: answers come in the order of the questions."""

    def __init__(self, connection: AbstractConnection) -> None:
        super().__init__(connection, self._answered)
        self._asked: deque[asyncio.Future[Any] | None] = deque()

    def tell(self, *words: str | bytes | int) -> None:
        """Have something done; nobody waits for the answer."""
        self._asked.append(None)
        self.send(*words)

    async def ask(self, *words: str | bytes | int) -> Any:
        """The answer to a command."""
        future = asyncio.get_running_loop().create_future()
        self._asked.append(future)
        self.send(*words)
        return await future

    def _answered(self, answer: Any) -> None:
        future = self._asked.popleft()
        if future is not None and not future.done():
            future.set_result(answer)

    async def close(self) -> None:
        for future in self._asked:
            if future is not None and not future.done():
                future.set_exception(ConnectionError("the line was closed"))
        await super().close()
