"""Who is here, over several processes, and how it heals when words were lost.

Somebody who left while the database was away for seven seconds was shown as here by the other
process for ever: that they went was lost, and only who came was said again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tilewright.server.admission import Caller, Places
from tilewright.server.audience.hub import Connection, Hub
from tilewright.server.audience.presence import Presence

ROOM = Places("bytes", 10**9, 1)


class Line:
    """A shared database of which only the news matters, and which may be away."""

    is_shared = True

    def __init__(self) -> None:
        self.is_away = False
        self.ears: list[Callable[[str], None]] = []

    def submit_write(self, work: Callable[[Any], Any]) -> None:
        if not self.is_away:
            work(self)

    def notify(self, _channel: str, text: str) -> None:
        for ear in self.ears:
            asyncio.get_running_loop().call_soon(ear, text)


def process(line: Line, name: str) -> tuple[Presence, Connection]:
    """One of several, and a connection of Anna's to it."""
    presence = Presence(Hub(), line, name, lambda table: None)  # type: ignore[arg-type]
    line.ears.append(presence._heard)
    return presence, Connection("anna", Caller("anna", "hers"), ROOM)


async def pause() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_presence_heals() -> None:
    async def story() -> None:
        line = Line()
        (one, anna), (other, _) = process(line, "one"), process(line, "other")
        one.subscribe(anna, "t1")
        await pause()
        assert other.is_here("t1", "anna")
        line.is_away = True
        one.unsubscribe(anna, "t1")
        one.subscribe(anna, "t2")
        line.is_away = False
        await pause()
        assert other.is_here("t1", "anna"), "nobody has told it otherwise"
        one.beat()
        await pause()
        assert not other.is_here("t1", "anna") and other.is_here("t2", "anna")
        one.unsubscribe(anna, "t2")
        one.stop()
        other.stop()

    asyncio.run(story())


def test_those_who_agree_do_not_ask_again() -> None:
    async def story() -> None:
        line = Line()
        (one, anna), (other, _) = process(line, "one"), process(line, "other")
        for number in range(250):
            one.subscribe(anna, f"t{number}")
        await pause()
        said: list[str] = []
        line.ears.append(said.append)
        one.beat()
        await pause()
        assert len(said) == 1
        one.stop()
        other.stop()

    asyncio.run(story())
