"""Requests begin one after the other, and those who move come first.

Twenty floods at once were twenty pieces of work that a move found before it, at each of its steps:
the p95 of honest moves rose eightfold.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from browser import Browser, Server
from tilewright.server.http import turnstile
from tilewright.server.http.turnstile import PLACES, Entrance


class Crowd:
    """Requests of several addresses, in the order in which they began."""

    def __init__(self) -> None:
        self.is_busy = False
        self.entrance = Entrance(lambda: self.is_busy)
        self.begun: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def come(self, *names: str) -> None:
        """``ann 1`` is somebody's first request; its address is her name."""
        for name in names:
            self.ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._ask(name))

    async def _ask(self, name: str) -> None:
        async with self.entrance.turn(name.split(maxsplit=1)[0]):
            self.begun.append(name)
            await self.ends[name].wait()

    async def leave(self, *names: str) -> None:
        for name in names:
            self.ends[name].set()
        await asyncio.gather(*(self.tasks[name] for name in names))
        await settle()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def run(story: Callable[[Crowd], Awaitable[None]]) -> None:
    async def told() -> None:
        crowd = Crowd()
        await story(crowd)
        for task in crowd.tasks.values():
            task.cancel()
        await asyncio.gather(*crowd.tasks.values(), return_exceptions=True)

    asyncio.run(told())


@pytest.fixture(autouse=True)
def nothing_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing takes long here, unless that is the point."""
    monkeypatch.setattr(turnstile, "LONG_SECONDS", 1e6)


def test_one_of_an_address_and_few_of_all() -> None:
    async def story(crowd: Crowd) -> None:
        crowd.come("ann 1", "ann 2", "bob 1", "cat 1", "cat 2")
        await settle()
        assert crowd.begun == ["ann 1", "bob 1"] and len(crowd.begun) == PLACES
        await crowd.leave("ann 1")
        assert crowd.begun[PLACES:] == ["cat 1"], "whose turn was longest ago"
        await crowd.leave("bob 1")
        assert crowd.begun[PLACES + 1 :] == ["ann 2"], "cat has one already"
        await crowd.leave("cat 1", "ann 2")
        assert crowd.begun[PLACES + 2 :] == ["cat 2"]

    run(story)


def test_what_takes_long_keeps_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(crowd: Crowd) -> None:
        monkeypatch.setattr(turnstile, "LONG_SECONDS", 0.0)
        crowd.come("ann 1", "ann 2", "bob 1", "cat 1", "dan 1")
        while len(crowd.begun) < 5:
            await asyncio.sleep(0.001)
        await crowd.leave("ann 1", "cat 1")
        monkeypatch.setattr(turnstile, "LONG_SECONDS", 1e6)
        crowd.come("ann 3", "bob 2", "cat 2")
        await settle()
        assert crowd.begun[5:] == ["ann 3", "bob 2"], "whoever was long has no turn to give back"

    run(story)


def test_moves_come_first_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(crowd: Crowd) -> None:
        monkeypatch.setattr(turnstile, "PATIENCE_SECONDS", 1e6)
        crowd.is_busy = True
        crowd.come("ann 1")
        await settle()
        assert crowd.begun == []
        crowd.is_busy = False
        while not crowd.begun:
            await asyncio.sleep(0.001)
        crowd.is_busy = True
        monkeypatch.setattr(turnstile, "PATIENCE_SECONDS", 0.002)
        crowd.come("bob 1")
        while len(crowd.begun) < 2:
            await asyncio.sleep(0.001)

    run(story)


def test_whoever_leaves_while_they_wait_is_not_waited_for() -> None:
    async def story(crowd: Crowd) -> None:
        crowd.come("ann 1", "bob 1", "ann 2", "ann 3", "cat 1")
        await settle()
        crowd.tasks["ann 2"].cancel()
        crowd.tasks["cat 1"].cancel()
        await crowd.leave("ann 1")
        assert crowd.begun[PLACES:] == ["ann 3"]
        crowd.come("cat 2", "dan 1")
        await settle()
        crowd.ends["bob 1"].set()
        crowd.tasks["cat 2"].cancel()  # at the very moment
        await settle()
        assert crowd.begun[PLACES + 1 :] == ["dan 1"]

    run(story)


def test_over_http(server: Server, ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request waits while a wish is being fulfilled, and is answered all the same."""
    asked: list[bool] = []

    def is_busy() -> bool:
        asked.append(server.services.tables.is_busy)
        return True

    monkeypatch.setattr(server.services.entrance, "_is_busy", is_busy)
    assert ann.get("/tables").status_code == 200
    assert len(asked) > 1 and not any(asked)
