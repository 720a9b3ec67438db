"""Limits that several processes keep together: two workers allowed twice as much as one."""

from __future__ import annotations

import asyncio

import pytest

from exchanges import Make, met
from tilewright.errors import TooManyRequests
from tilewright.server.admission import SOCKETS, Admission, Caller
from tilewright.server.exchange import Exchange
from tilewright.server.settings import Settings
from tilewright.server.sharing import callers_elsewhere, holding_socket, settle

ANNA = Caller("anna", "192.0.2.1")
NOW = 1000.0


def counting() -> Admission:
    """What a process counts; its time stands still."""
    admission = Admission.of(Settings(), lambda: NOW)
    for _, limiter in admission.limiters():
        limiter.is_shared = True
    return admission


def test_what_one_process_gave_the_other_does_not_give_again(make: Make) -> None:
    async def story() -> None:
        async with met(make, "one", "two") as exchanges:
            one, two = counting(), counting()
            for _ in range(10):
                one.words.take(ANNA)
            with pytest.raises(TooManyRequests):
                one.words.take(ANNA)
            two.words.take(ANNA)
            two.words.take(ANNA)
            for admission, exchange in zip((one, two), exchanges, strict=True):
                await settle(admission, exchange)
            with pytest.raises(TooManyRequests):
                two.words.take(ANNA)
            two.words.take(Caller("bert", "192.0.2.1"))

    asyncio.run(story())


def test_guests_and_logins_are_counted_together(make: Make) -> None:
    async def story() -> None:
        async with met(make, "one", "two") as exchanges:
            both = counting(), counting()
            for admission in both:
                for _ in range(60):
                    admission.guests.take("192.0.2.1")
            for admission, exchange in zip(both, exchanges, strict=True):
                await settle(admission, exchange)
            with pytest.raises(TooManyRequests):
                both[1].guests.take("192.0.2.1")
            both[1].guests.take("192.0.2.2")

    asyncio.run(story())


def test_what_is_taken_while_the_others_are_asked_counts(make: Make) -> None:
    admission = counting()
    for _ in range(50):
        admission.guests.take("x")
    assert list(admission.guests.tell()) == ["x"]
    for _ in range(70):
        admission.guests.take("x")
    admission.guests.learn("x", 50 * 30.0)
    with pytest.raises(TooManyRequests):
        admission.guests.take("x")


def test_who_takes_little_is_not_talked_about() -> None:
    admission = counting()
    for _ in range(15):
        admission.guests.take("x")
    assert admission.guests.tell() == {}
    admission.guests.take("x")
    assert admission.guests.tell() == {"x": 16 * 30.0}
    assert admission.guests.tell() == {}


def test_sockets_are_counted_together(make: Make) -> None:
    async def story() -> None:
        async with met(make, "one", "two") as (one, two):
            here, there = counting(), counting()
            held = [holding_socket(here, one, ANNA) for _ in range(SOCKETS)]
            for socket in held:
                await socket.__aenter__()
            await refused(there, two)
            await held.pop().__aexit__(None, None, None)
            await one.notes("x")  # the words before it have arrived, too
            async with holding_socket(there, two, ANNA):
                await refused(here, one)
            for socket in held:
                await socket.__aexit__(None, None, None)

    asyncio.run(story())


def test_where_people_come_from_is_known_to_all(make: Make) -> None:
    """Two of one household, each at another process, played a rated game."""

    async def story() -> None:
        async with met(make, "one", "two") as (one, two), holding_socket(counting(), one, ANNA):
            await one.notes("x")  # the words before it have arrived, too
            assert await callers_elsewhere(two, {"anna", "bert"}) == {ANNA}
            assert await callers_elsewhere(one, {"anna", "bert"}) == set()

    asyncio.run(story())


async def refused(admission: Admission, exchange: Exchange) -> None:
    """Anna gets no other socket here; sooner or later, for others must have said so."""
    async with asyncio.timeout(30):
        while True:
            try:
                async with holding_socket(admission, exchange, ANNA):
                    await asyncio.sleep(0.01)
            except TooManyRequests:
                return
