"""Sharing out what is scarce."""

from __future__ import annotations

import asyncio

import pytest

from tilewright.errors import TooManyRequests
from tilewright.server.ratelimit import limits
from tilewright.server.ratelimit.limits import FairSemaphore, FairShares, Rate
from tilewright.server.ratelimit.quotas import Caller, RateLimit


class Clock:
    """Stands still until it is told."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def serve(shared: FairShares, waiting: list[str], costs: dict[str, float], times: int) -> str:
    """Return who is served, one after the other, when all of them always want more."""
    served = ""
    for _ in range(times):
        key = shared.sort_by_usage(waiting)[0]
        shared.charge_expected(key, 1)
        shared.add(key, costs.get(key, 1) - 1)
        served += key
    return served


def test_fair_shares_are_equal_for_all_keys() -> None:
    assert serve(FairShares(), ["a", "a", "a", "b", "c"], {}, 9) == "abcabcabc"


def test_fair_shares_grant_cheap_requests_more_often() -> None:
    served = serve(FairShares(), ["slow", "q"], {"slow": 1, "q": 1 / 64}, 131)
    assert served == "slow" + "q" * 64 + "slow" + "q" * 64 + "slow"


def test_fair_shares_give_no_credit_for_idle_time() -> None:
    """Who comes late, or comes back, does not make good for what they never asked for."""
    shared = FairShares()
    assert serve(shared, ["a", "b"], {}, 100).count("a") == 50
    assert serve(shared, ["a", "late"], {}, 10).count("late") <= 6
    assert serve(shared, ["a", "b"], {}, 10).count("b") <= 8


def test_fair_shares_serve_others_before_a_client_again() -> None:
    """Several are served at once: what a client has not got yet counts as expected."""
    shared = FairShares()
    shared.charge_expected("a", 1)
    assert shared.sort_by_usage(["a", "b"]) == ["b", "a"]


def test_fair_shares_forget_keys_without_debt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_TRACKED_KEYS", 3)
    shared = FairShares()
    for key in "abcd" * 2:
        shared.charge_expected(key, 1)
    assert len(shared._used_seconds) <= 4 and shared.sort_by_usage("ae") == ["e", "a"]


async def test_turn_refuses_a_second_of_one_key_and_a_full_queue() -> None:
    semaphore = FairSemaphore("tries", 1, max_waiting=2, max_per_key=1)
    held = asyncio.Event()
    order: list[str] = []

    async def take(key: str) -> None:
        async with semaphore.slot(key, 1.0):
            order.append(key)
            await held.wait()

    tasks = [asyncio.create_task(take(key)) for key in ("a", "a", "b")]
    await asyncio.sleep(0)  # lets them ask
    for key in ("b", "c"):  # one of a key waits, and two in all
        with pytest.raises(TooManyRequests):
            await take(key)
    held.set()
    await asyncio.gather(*tasks)
    assert order == ["a", "b", "a"]


async def test_turn_of_a_cancelled_waiter_goes_to_the_next() -> None:
    semaphore = FairSemaphore("tries", 1)
    async with semaphore.slot("a", 1.0):
        gone = asyncio.create_task(semaphore.slot("b", 1.0).__aenter__())
        await asyncio.sleep(0)  # lets it ask
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
    async with semaphore.slot("c", 1.0):
        pass


def test_allowance_returns_a_persons_tokens_if_the_address_has_none() -> None:
    clock = Clock()
    allowance = RateLimit("words", Rate.per(60, 2), people_per_address=1, clock=clock)
    for _ in range(2):
        allowance.consume(Caller("ann", "home"))
    for _ in range(5):
        with pytest.raises(TooManyRequests):
            allowance.consume(Caller("bob", "home"))
    for _ in range(2):
        allowance.consume(Caller("bob", "elsewhere"))
