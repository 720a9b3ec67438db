"""The bus: the same behaviour within a process and at a Redis."""

from __future__ import annotations

import pytest
import redis

from buses import MakeBus, Recorder, connected
from redis_server import running_redis
from tilewright.server.pubsub import Bus, redis_bus
from tilewright.server.pubsub.redis_bus import RedisBus
from waiting import wait_until_async


async def test_publish_reaches_other_subscribers(make: MakeBus) -> None:
    async with connected(make, "one", "two", "three") as (one, two, three):
        ones, twos, threes = Recorder(), Recorder(), Recorder()
        await one.subscribe("t", ones)
        await two.subscribe("t", twos)
        await three.subscribe("other", threes)
        for number in range(100):
            one.publish("t", b"%d" % number)
        one.publish("other", b"last")
        await wait_until_async(
            "all messages", lambda: len(twos.messages) == 100 and threes.messages == [b"last"]
        )
        assert twos.messages == [b"%d" % number for number in range(100)]
        assert two.num_received == 100
        assert ones.messages == [], "a process gets no message of its own"


async def test_unsubscribe_ends_delivery(make: MakeBus) -> None:
    async with connected(make, "one", "two") as (one, two):
        heard = Recorder()
        await two.subscribe("t", heard)
        await two.subscribe("end", heard)
        two.unsubscribe("t")
        await two.subscribe("u", heard)  # confirmed after the unsubscription
        one.publish("t", b"lost")
        one.publish("end", b"end")
        await wait_until_async("a message", lambda: heard.messages != [])
        assert heard.messages == [b"end"]


async def test_subscribe_after_unsubscribe_uses_the_new_handler(make: MakeBus) -> None:
    async with connected(make, "one", "two") as (one, two):
        first, second = Recorder(), Recorder()
        await two.subscribe("t", first)
        two.unsubscribe("t")
        await two.subscribe("t", second)
        await two.subscribe("u", second)
        one.publish("t", b"a")
        await wait_until_async("a message", lambda: second.messages == [b"a"])
        assert first.messages == []


async def entries_are(bus: Bus, topic: str, *expected: bytes) -> None:
    """Wait until a process reads these entries of others."""

    async def are_read() -> bool:
        return sorted((await bus.read_entries([topic]) or {}).get(topic, [])) == [*expected]

    await wait_until_async(f"entries {expected}", are_read)


async def test_presence_entries_are_read_until_they_expire(make: MakeBus) -> None:
    async with connected(make, "one", "two", "three") as (one, two, three):
        one.put_entry("t", b"anna came", 60)
        two.put_entry("t", b"bert", 60)
        two.put_entry("u", b"carl", 0.3)
        await entries_are(three, "t", b"anna came", b"bert")
        await entries_are(one, "t", b"bert")
        assert await three.read_entries([]) == {}
        one.put_entry("t", b"dora", 60)
        two.put_entry("t", None, 0)
        await entries_are(three, "t", b"dora")
        await entries_are(one, "t")
        await entries_are(three, "u")


async def test_lease_has_one_holder_until_released(make: MakeBus) -> None:
    async with connected(make, "one", "two") as (one, two):
        claims = [await bus.acquire_lease("x", 60) for bus in (one, two, one)]
        assert claims == [True, False, False]
        assert await two.acquire_lease("y", 60)
        one.release_lease("x")
        await wait_until_async("the lease", lambda: two.acquire_lease("x", 60))


async def test_lease_lasts_for_its_seconds() -> None:
    """Redis counts the time that is left (seconds, not milliseconds)."""
    with running_redis() as server:
        async with connected(lambda name: RedisBus(server.url, name), "one") as (one,):
            assert await one.acquire_lease("long", 60)
        with redis.Redis.from_url(server.url) as client:
            [left_ms] = [client.pttl(key) for key in client.keys("*long*")]
            assert isinstance(left_ms, int) and 30_000 < left_ms <= 60_000


# --- A Redis that dies --------------------------------------------------------------------------


async def test_redis_restart_reports_a_gap_and_subscribes_again() -> None:
    with running_redis() as server:
        names = "one", "two"
        async with connected(lambda name: RedisBus(server.url, name), *names) as (one, two):
            heard = Recorder()
            gaps: list[str] = []
            two.gap_listeners.append(lambda: gaps.append("gap"))
            await two.subscribe("t", heard)
            one.put_entry("t", b"anna", 60)
            await entries_are(two, "t", b"anna")
            server.kill()
            await wait_until_async(
                "two lost connections", lambda: not one.is_connected and not two.is_connected
            )
            assert await two.read_entries(["t"]) is None
            assert await one.acquire_lease("x", 60) and await two.acquire_lease("x", 60), (
                "every process gets the lease"
            )
            one.publish("t", b"lost")
            await two.subscribe("later", heard)  # returns at once while the bus is away
            server.start()
            await wait_until_async(
                "a connection and a gap", lambda: one.is_connected and gaps != []
            )
            one.publish("t", b"after")
            one.publish("later", b"too")
            await wait_until_async("two messages", lambda: len(heard.messages) == 2)
            assert heard.messages == [b"after", b"too"]


async def test_start_without_redis_connects_later() -> None:
    with running_redis() as server:
        server.kill()
        async with connected(lambda name: RedisBus(server.url, name), "one") as (one,):
            assert not one.is_connected
            server.start()
            await wait_until_async("a connection", lambda: one.is_connected)


async def test_hanging_redis_counts_as_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr(redis_bus, "RESPONSE_TIMEOUT_SECONDS", 0.3)
    monkeypatch.setattr(redis_bus, "CONNECT_TIMEOUT_SECONDS", 0.3)
    with running_redis() as server:
        async with connected(lambda name: RedisBus(server.url, name), "one") as (one,):
            gaps: list[str] = []
            one.gap_listeners.append(lambda: gaps.append("gap"))
            with server.frozen():
                await wait_until_async("a lost connection", lambda: not one.is_connected)
            await wait_until_async(
                "a connection and a gap", lambda: one.is_connected and gaps != []
            )
