"""The bus for several processes, on a Redis or Valkey.

A topic is a Redis channel, its entries are a hash with one field per process, and a lease is a key
that expires. If a connection is lost, all are reopened, and subscribers are notified of the gap.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, Final

from redis import Redis as SyncRedis
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tilewright.errors import TilewrightError
from tilewright.server.pubsub import Entries, Handler

__all__ = ["RedisBus", "check_url"]

log = logging.getLogger("tilewright.exchange")

CONNECTION_ERRORS: Final = (RedisError, OSError, EOFError, TimeoutError)
"""Errors that mean that the Redis is down."""
CONNECT_TIMEOUT_SECONDS: Final = 3.0
HEARTBEAT_SECONDS: Final = 2.0
RESPONSE_TIMEOUT_SECONDS: Final = 5.0
"""The Redis counts as down after this long without a response."""
RECONNECT_DELAY_SECONDS: Final = 0.5
SUBSCRIBE_TIMEOUT_SECONDS: Final = 3.0

Command = tuple[str | bytes | int, ...]


def check_url(url: str) -> None:
    """Raise TilewrightError if no Redis answers at the URL."""
    try:
        with SyncRedis.from_url(url, socket_connect_timeout=CONNECT_TIMEOUT_SECONDS) as client:
            client.ping()
    except (ValueError, *CONNECTION_ERRORS) as error:
        raise TilewrightError(
            f"redis_url: expected a Redis that answers; found: {error}"
        ) from error


class Subscription:
    """A topic's handler, and an event that is set once Redis confirms the subscription."""

    def __init__(self, handler: Handler) -> None:
        self.handler = handler
        self.is_confirmed = asyncio.Event()


class RedisBus:
    """The bus of the process `worker_id`, on the Redis at `url`."""

    def __init__(self, url: str, worker_id: str) -> None:
        self.gap_listeners: list[Callable[[], None]] = []
        self.num_received = 0
        self._url, self._name = url, worker_id
        self._client = self._make_client()
        # All databases of a Redis share its channels, so the prefix includes the database number.
        self._prefix = f"tilewright:{self._client.connection_pool.connection_kwargs.get('db', 0)}:"
        self._subscriptions: dict[str, Subscription] = {}
        self._changed: list[str] = []
        """Topics to subscribe to or unsubscribe from."""
        self._outbox: list[Command] = []
        self._has_work = asyncio.Event()
        self._pubsub: PubSub | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_first_attempt_done = asyncio.Event()
        self._has_gap = False
        self._clock_offset = 0.0
        """The Redis clock minus this process's monotonic clock, in seconds."""

    def _make_client(self) -> Redis:
        """Create a Redis client without retries. `_run` reopens lost connections."""
        return Redis.from_url(
            self._url,
            protocol=2,
            socket_connect_timeout=CONNECT_TIMEOUT_SECONDS,
            socket_timeout=None,
            retry=Retry(NoBackoff(), 0),
        )

    @property
    def has_peers(self) -> bool:
        return True

    @property
    def is_connected(self) -> bool:
        return self._pubsub is not None

    async def start(self) -> None:
        """Connect to Redis. If that fails, retry in the background."""
        self._task = asyncio.create_task(self._run())
        await self._is_first_attempt_done.wait()

    async def stop(self) -> None:
        """Send queued commands, then close the connections."""
        with contextlib.suppress(*CONNECTION_ERRORS):
            async with asyncio.timeout(RESPONSE_TIMEOUT_SECONDS):
                await self._flush()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._client.aclose()

    # --- Messages ---

    def publish(self, topic: str, message: bytes) -> None:
        self._queue_command("PUBLISH", self._prefix + topic, f"{self._name} ".encode() + message)

    async def subscribe(self, topic: str, handler: Handler) -> None:
        """Subscribe to a topic and wait for the confirmation if the bus is up."""
        found = self._subscriptions.get(topic)
        if found is None:
            found = self._subscriptions[topic] = Subscription(handler)
            self._queue_subscription_change(topic)
        if self.is_connected:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SUBSCRIBE_TIMEOUT_SECONDS):
                    await found.is_confirmed.wait()

    def unsubscribe(self, topic: str) -> None:
        if self._subscriptions.pop(topic, None) is not None:
            self._queue_subscription_change(topic)

    def _queue_subscription_change(self, topic: str) -> None:
        self._changed.append(topic)
        self._has_work.set()

    def _handle_message(self, message: dict[str, Any]) -> None:
        """Handle a pong, a confirmed subscription, or a message from another process."""
        if message["type"] == "pong":
            self._notify_gap()
            return
        topic = message["channel"].decode().removeprefix(self._prefix)
        if (found := self._subscriptions.get(topic)) is None:
            return
        if message["type"] == "subscribe":
            found.is_confirmed.set()
        elif message["type"] == "message":
            sender, _, content = message["data"].partition(b" ")
            if sender.decode() != self._name:
                self.num_received += 1
                found.handler(content)

    # --- Entries and leases ---

    def put_entry(self, topic: str, entry: bytes | None, seconds: float) -> None:
        """Queue a command that sets or removes this process's entry."""
        key = self._entries_key(topic)
        if entry is None:
            self._queue_command("HDEL", key, self._name)
        else:
            until = time.monotonic() + self._clock_offset + seconds
            self._queue_command("HSET", key, self._name, f"{until:.3f} ".encode() + entry)
            self._queue_command("PEXPIRE", key, int(seconds * 2000))

    async def read_entries(self, topics: Sequence[str]) -> Entries | None:
        """Return the other processes' entries for `topics`, or None if Redis is down."""
        if not self.is_connected:
            return None
        pipe = self._client.pipeline(transaction=False)
        for topic in topics:
            pipe.hgetall(self._entries_key(topic))
        try:
            async with asyncio.timeout(RESPONSE_TIMEOUT_SECONDS):
                found = await pipe.execute()
        except CONNECTION_ERRORS:
            return None
        return {
            topic: list(self._iter_unexpired(by_name))
            for topic, by_name in zip(topics, found, strict=True)
        }

    def _iter_unexpired(self, entries: dict[bytes, bytes]) -> Iterator[bytes]:
        """Yield the entries of other processes that have not expired."""
        now = time.monotonic() + self._clock_offset
        for name, entry in entries.items():
            until, _, content = entry.partition(b" ")
            if name.decode() != self._name and float(until) > now:
                yield content

    def _entries_key(self, topic: str) -> str:
        return f"{self._prefix}entries {topic}"

    async def acquire_lease(self, name: str, seconds: float) -> bool:
        """Try to set the lease's key. Return True if it was set, or if Redis is down."""
        key, ms = f"{self._prefix}claim {name}", int(seconds * 1000)
        try:
            async with asyncio.timeout(RESPONSE_TIMEOUT_SECONDS):
                return bool(await self._client.set(key, self._name, nx=True, px=ms))
        except CONNECTION_ERRORS:
            return True

    def release_lease(self, name: str) -> None:
        self._queue_command("DEL", f"{self._prefix}claim {name}")

    # --- Connections ---

    def _queue_command(self, *command: str | bytes | int) -> None:
        """Queue a command whose result is not read. It is dropped if Redis is down."""
        if self.is_connected:
            self._outbox.append(command)
            self._has_work.set()

    async def _run(self) -> None:
        """Connect, and reconnect after failures, until cancelled."""
        while True:
            try:
                await self._serve_connection()
            except CONNECTION_ERRORS as error:
                log.warning("the exchange cannot be reached: %s", error)
            except Exception:
                log.exception("the exchange failed")
            self._has_gap = True
            self._is_first_attempt_done.set()
            await asyncio.sleep(RECONNECT_DELAY_SECONDS)

    async def _serve_connection(self) -> None:
        """Connect, then send and receive until a connection fails. Always raises."""
        async with self._client.pubsub() as pubsub:
            try:
                await self._measure_clock_offset()
                await self._resubscribe(pubsub)
                self._pubsub = pubsub
                self._is_first_attempt_done.set()
                await _run_until_failure(
                    self._write_forever(pubsub),
                    self._read_forever(pubsub),
                    self._send_heartbeats(pubsub),
                )
            finally:
                self._pubsub = None
                self._outbox.clear()

    async def _resubscribe(self, pubsub: PubSub) -> None:
        """Subscribe to all topics, then send a ping. Its pong follows all confirmations."""
        self._changed.clear()
        for subscription in self._subscriptions.values():
            subscription.is_confirmed.clear()
        await pubsub.subscribe(
            self._prefix, *(self._prefix + topic for topic in self._subscriptions)
        )
        await pubsub.ping()

    def _notify_gap(self) -> None:
        """Call the gap listeners if a connection was lost before."""
        if self._has_gap:
            self._has_gap = False
            log.warning("the exchange is back")
            for listener in self.gap_listeners:
                listener()

    async def _write_forever(self, pubsub: PubSub) -> None:
        """Send subscription changes and queued commands until cancelled."""
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            changed, self._changed = self._changed, []
            for topic in changed:
                change = pubsub.subscribe if topic in self._subscriptions else pubsub.unsubscribe
                await change(self._prefix + topic)
            await self._flush()

    async def _flush(self) -> None:
        """Send the queued commands in one pipeline."""
        commands, self._outbox = self._outbox, []
        if commands:
            pipe = self._client.pipeline(transaction=False)
            for command in commands:
                pipe.execute_command(*command)
            await pipe.execute(raise_on_error=False)

    async def _read_forever(self, pubsub: PubSub) -> None:
        """Receive messages. Raises TimeoutError if nothing arrives in time, not even a pong."""
        last_message_at = time.monotonic()
        while time.monotonic() < last_message_at + HEARTBEAT_SECONDS + RESPONSE_TIMEOUT_SECONDS:
            message = await pubsub.get_message(timeout=HEARTBEAT_SECONDS)
            if message is not None:
                last_message_at = time.monotonic()
                self._handle_message(message)
        raise TimeoutError("no answer")

    async def _send_heartbeats(self, pubsub: PubSub) -> None:
        """Ping both connections every `HEARTBEAT_SECONDS`. Raises if Redis does not respond."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            await pubsub.ping()
            await self._measure_clock_offset()

    async def _measure_clock_offset(self) -> None:
        """Update the offset of the Redis clock from the monotonic clock."""
        async with asyncio.timeout(RESPONSE_TIMEOUT_SECONDS):
            seconds, micros = await self._client.time()
        self._clock_offset = seconds + micros / 1e6 - time.monotonic()


async def _run_until_failure(*coroutines: Coroutine[Any, Any, None]) -> None:
    """Run coroutines concurrently. When one ends, cancel the others.

    Raises the error of the one that failed.
    """
    tasks = [asyncio.create_task(coroutine) for coroutine in coroutines]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
