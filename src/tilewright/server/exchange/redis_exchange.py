"""The exchange of many processes, at a Redis or Valkey.

A topic is a channel there, its notes are a set, and a key that runs out says that a process lives.
Two connections, one that hears and one that says: when either is lost both are made anew, for as
long as it takes. What was said meanwhile is lost, and all who follow something are told so. The
process then takes another name, so that whatever stands there in its old one is void.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

from tilewright.server.exchange import Heard, Notes
from tilewright.server.exchange.redis_line import (
    FAILURES,
    AskingLine,
    Line,
    make_connection,
    make_pool,
)

__all__ = ["RedisExchange"]

log = logging.getLogger("tilewright.exchange")

BEAT_SECONDS: Final = 2.0
ANSWER_SECONDS: Final = 5.0
"""How long a Redis may take to answer before it is taken for gone."""
RETRY_SECONDS: Final = 0.5
FOLLOW_SECONDS: Final = 3.0
ALIVE_SECONDS: Final = 15
"""How long a process is believed to live without a sign of it."""
NOTES_SECONDS: Final = 3600
"""How long notes are kept that nobody pins anew."""

SPEND: Final = """
local time, left = redis.call('TIME'), {}
local now = time[1] + time[2] / 1000000
for i, key in ipairs(KEYS) do
  local full_at = math.max(tonumber(redis.call('GET', key) or 0), now) + ARGV[i]
  local seconds = math.max(full_at - now, 0)
  redis.call('SET', key, string.format('%.6f', full_at), 'PX', math.floor(seconds * 1000) + 1)
  left[i] = string.format('%.6f', seconds)
end
return left
"""
"""A bucket is the time at which it is full again, by the clock of the Redis; then it is gone."""


class Topic:
    """What is followed, and whether it is heard yet."""

    def __init__(self, heard: Heard) -> None:
        self.heard = heard
        self.is_heard = asyncio.Event()


class RedisExchange:
    """A process of a name among all at one Redis."""

    def __init__(self, url: str, worker: str) -> None:
        self.gaps: list[Callable[[], None]] = []
        self._pool, self._worker = make_pool(url), worker
        self._name, self._num_lives = worker, 0
        # Channels are not kept apart by the number of a database; we are.
        self._prefix = f"tilewright:{self._pool.connection_kwargs.get('db', 0)}:"
        self._topics: dict[str, Topic] = {}
        self._notes: defaultdict[str, set[str]] = defaultdict(set)
        self._saying: AskingLine | None = None
        self._hearing: Line | None = None
        self._living: asyncio.Task[None] | None = None
        self._tried = asyncio.Event()
        self._has_missed = False
        self.words_heard = 0

    @property
    def is_wide(self) -> bool:
        return True

    @property
    def is_up(self) -> bool:
        return self._saying is not None

    async def start(self) -> None:
        """Connect; a Redis that is away is waited for while all else goes on."""
        self._living = asyncio.create_task(self._live())
        await self._tried.wait()

    async def stop(self) -> None:
        with contextlib.suppress(*FAILURES):
            await self._ask("DEL", self._alive(self._name))
        if self._living is not None:
            self._living.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._living

    # --- Words ---

    def publish(self, topic: str, word: bytes) -> None:
        if self._saying is not None:
            self._saying.tell("PUBLISH", self._prefix + topic, f"{self._name} ".encode() + word)

    async def follow(self, topic: str, heard: Heard) -> None:
        found = self._topics.get(topic)
        if found is None:
            found = self._topics[topic] = Topic(heard)
            if self._hearing is not None:
                self._hearing.send("SUBSCRIBE", self._prefix + topic)
        if self.is_up:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FOLLOW_SECONDS):
                    await found.is_heard.wait()

    def leave(self, topic: str) -> None:
        if self._topics.pop(topic, None) is not None and self._hearing is not None:
            self._hearing.send("UNSUBSCRIBE", self._prefix + topic)

    def _heard(self, message: Any) -> None:
        if message == b"PONG" or message[0] == b"pong":
            self._resumed()
            return
        kind, channel, data = message
        topic = self._topics.get(channel.decode().removeprefix(self._prefix))
        if topic is None:
            return
        if kind == b"subscribe":
            topic.is_heard.set()
        elif kind == b"message":
            name, _, word = data.partition(b" ")
            if not self._is_mine(sender := name.decode()):
                self.words_heard += 1
                topic.heard(sender, word)

    def _is_mine(self, name: str) -> bool:
        """Whether a name is this process's, in this life or an earlier one."""
        return name.partition(".")[0] == self._worker

    # --- Notes ---

    def pin(self, topic: str, note: str) -> None:
        self._notes[topic].add(note)
        self._pin(topic, note)

    def _pin(self, topic: str, *notes: str) -> None:
        if self._saying is not None:
            key = f"{self._prefix}notes {topic}"
            self._saying.tell("SADD", key, *(f"{self._name} {note}" for note in notes))
            self._saying.tell("EXPIRE", key, NOTES_SECONDS)

    def unpin(self, topic: str, note: str) -> None:
        self._notes[topic].discard(note)
        if not self._notes[topic]:
            del self._notes[topic]
        if self._saying is not None:
            self._saying.tell("SREM", f"{self._prefix}notes {topic}", f"{self._name} {note}")

    async def notes(self, topic: str) -> Notes | None:
        try:
            found: Notes = {}
            for pinned in await self._ask("SMEMBERS", f"{self._prefix}notes {topic}"):
                name, _, note = pinned.decode().partition(" ")
                if not self._is_mine(name):
                    found.setdefault(name, set()).add(note)
            dead = await self._find_dead(list(found))
        except FAILURES:
            return None
        return {name: notes for name, notes in found.items() if name not in dead}

    async def dead(self, names: set[str]) -> set[str]:
        try:
            return await self._find_dead(list(names))
        except FAILURES:
            return set()

    async def _find_dead(self, names: list[str]) -> set[str]:
        if not names:
            return set()
        signs = await self._ask("MGET", *map(self._alive, names))
        return {name for name, sign in zip(names, signs, strict=True) if sign is None}

    def _alive(self, name: str) -> str:
        return f"{self._prefix}alive {name}"

    # --- Limits ---

    async def spend(self, costs: Mapping[str, float]) -> dict[str, float]:
        keys = [f"{self._prefix}bucket {key}" for key in costs]
        amounts = [f"{cost:.6f}" for cost in costs.values()]
        try:
            left = await self._ask("EVAL", SPEND, len(keys), *keys, *amounts)
        except FAILURES:
            return {}
        return {key: float(seconds) for key, seconds in zip(costs, left, strict=True)}

    # --- Turns ---

    async def claim(self, what: str, seconds: float) -> bool:
        key, ms = f"{self._prefix}claim {what}", int(seconds * 1000)
        try:
            return await self._ask("SET", key, self._name, "NX", "PX", ms) is not None
        except FAILURES:
            return True

    def release(self, what: str) -> None:
        if self._saying is not None:
            self._saying.tell("DEL", f"{self._prefix}claim {what}")

    async def _ask(self, *words: str | bytes | int) -> Any:
        """The answer to a command. Raises one of the failures."""
        if self._saying is None:
            raise ConnectionError("the exchange is away")
        async with asyncio.timeout(ANSWER_SECONDS):
            return await self._saying.ask(*words)

    # --- The connections ---

    async def _live(self) -> None:
        while True:
            try:
                await self._connected()
            except FAILURES as error:
                log.warning("the exchange cannot be reached: %s", error)
            except Exception:
                log.exception("the exchange failed")
            self._has_missed = True
            self._tried.set()
            await asyncio.sleep(RETRY_SECONDS)

    async def _connected(self) -> None:
        """From connecting to the loss of either connection, which raises."""
        saying = AskingLine(make_connection(self._pool))
        hearing = Line(make_connection(self._pool), self._heard)
        try:
            await saying.connect()
            await hearing.connect()
            self._begin(saying, hearing)
            await _until_one_fails(
                *(saying.write(), saying.read(), hearing.write(), hearing.read()),
                self._beat(saying),
            )
        finally:
            self._saying = self._hearing = None
            await saying.close()
            await hearing.close()

    def _begin(self, saying: AskingLine, hearing: Line) -> None:
        """Follow all topics again; the answer to the last word says that all of them are heard."""
        self._num_lives += 1
        saying.tell("DEL", self._alive(self._name))
        self._name = f"{self._worker}.{self._num_lives}"
        self._saying, self._hearing = saying, hearing
        self._sign()
        self._pin_all()
        for name, topic in self._topics.items():
            topic.is_heard.clear()
            hearing.send("SUBSCRIBE", self._prefix + name)
        hearing.send("PING")
        self._tried.set()

    def _resumed(self) -> None:
        if self._has_missed:
            self._has_missed = False
            log.warning("the exchange is back")
            for tell in self.gaps:
                tell()

    async def _beat(self, saying: AskingLine) -> None:
        """See that somebody is at the other end. Raises when nobody is."""
        pinned = time.monotonic()
        while True:
            async with asyncio.timeout(ANSWER_SECONDS):
                await saying.ask("PING")
            await asyncio.sleep(BEAT_SECONDS)
            self._sign()
            if time.monotonic() - pinned > NOTES_SECONDS / 3:
                pinned = time.monotonic()
                self._pin_all()

    def _sign(self) -> None:
        """A sign of life."""
        if self._saying is not None:
            self._saying.tell("SET", self._alive(self._name), "", "EX", ALIVE_SECONDS)

    def _pin_all(self) -> None:
        for topic, notes in self._notes.items():
            self._pin(topic, *notes)


async def _until_one_fails(*works: Coroutine[Any, Any, None]) -> None:
    """Run works that have no end side by side; when one of them fails, so does this."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
