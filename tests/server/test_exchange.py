"""What processes tell each other: the same without a wire and at a Redis."""

from __future__ import annotations

import asyncio

from exchanges import Ear, Make, met, until
from redis_server import RedisServer, running_redis
from tilewright.server.exchange import Exchange, Notes
from tilewright.server.exchange.redis_exchange import RedisExchange


def test_words_reach_the_others_who_follow(make: Make) -> None:
    async def story() -> None:
        async with met(make, "one", "two", "three") as (one, two, three):
            ones, twos, threes = Ear(), Ear(), Ear()
            await one.follow("t", ones)
            await two.follow("t", twos)
            await three.follow("other", threes)
            for number in range(100):
                one.publish("t", b"%d" % number)
            one.publish("other", b"last")
            await until(lambda: len(twos.words) == 100 and threes.words == [b"last"])
            assert twos.words == [b"%d" % number for number in range(100)]
            assert len(twos.senders) == 1
            assert ones.words == [], "nobody hears themselves"

    asyncio.run(story())


def test_whoever_left_a_topic_hears_no_more_of_it(make: Make) -> None:
    async def story() -> None:
        async with met(make, "one", "two") as (one, two):
            heard = Ear()
            await two.follow("t", heard)
            await two.follow("end", heard)
            two.leave("t")
            await two.follow("u", heard)  # the words before it have arrived, too
            one.publish("t", b"lost")
            one.publish("end", b"end")
            await until(lambda: heard.words != [])
            assert heard.words == [b"end"]

    asyncio.run(story())


def test_notes_are_there_as_long_as_their_process(make: Make) -> None:
    async def story() -> None:
        async with met(make, "one", "two") as (one, two):
            one.pin("t", "anna")
            one.pin("t", "bert")
            two.pin("t", "carl")
            one.unpin("t", "bert")
            await pinned(two, "t", [{"anna"}])
            await pinned(one, "t", [{"carl"}])
            (name,) = await notes_of(two, "t")
            assert await two.dead({name, "nobody"}) == {"nobody"}
            await one.stop()
            assert await two.dead({name}) == {name}
            assert await notes_of(two, "t") == {}

    asyncio.run(story())


async def notes_of(exchange: Exchange, topic: str) -> Notes:
    notes = await exchange.notes(topic)
    assert notes is not None
    return notes


async def pinned(exchange: Exchange, topic: str, expected: list[set[str]]) -> None:
    """Wait until a process knows of these notes of others."""
    async with asyncio.timeout(30):
        while list((await notes_of(exchange, topic)).values()) != expected:
            await asyncio.sleep(0.01)


def test_what_is_claimed_is_done_by_one(make: Make) -> None:
    async def story() -> None:
        async with met(make, "one", "two") as (one, two):
            claims = [await exchange.claim("x", 60) for exchange in (one, two, one)]
            assert claims == [True, False, False]
            assert await two.claim("y", 60)
            one.release("x")
            await one.notes("t")  # the words before it have arrived, too
            assert await two.claim("x", 60)

    asyncio.run(story())


# --- A Redis that dies --------------------------------------------------------------------------


def test_a_gap_is_told_and_all_topics_are_heard_again() -> None:
    async def story(server: RedisServer) -> None:
        names = "one", "two"
        async with met(lambda name: RedisExchange(server.url, name), *names) as (one, two):
            heard = Ear()
            gaps: list[str] = []
            two.gaps.append(lambda: gaps.append("gap"))
            await two.follow("t", heard)
            one.pin("t", "anna")
            one.pin("t", "bert")
            server.kill()
            await until(lambda: not one.is_up and not two.is_up)
            assert await two.notes("t") is None
            assert await one.claim("x", 60) and await two.claim("x", 60), "all go on by themselves"
            one.publish("t", b"lost")
            one.unpin("t", "bert")
            await two.follow("later", heard)  # nobody waits for what is away
            server.start()
            await until(lambda: one.is_up and gaps != [])
            one.publish("t", b"after")
            one.publish("later", b"too")
            await until(lambda: len(heard.words) == 2)
            assert heard.words == [b"after", b"too"]
            await pinned(two, "t", [{"anna"}])

    with running_redis() as server:
        asyncio.run(story(server))


def test_a_process_begins_though_the_redis_is_away() -> None:
    async def story(server: RedisServer) -> None:
        server.kill()
        async with met(lambda name: RedisExchange(server.url, name), "one") as (one,):
            assert not one.is_up
            server.start()
            await until(lambda: one.is_up)

    with running_redis() as server:
        asyncio.run(story(server))
