"""Does what whoever runs the server has asked for: a table closed, who weighs most, read-only mode.

A command writes its wish into the database, and every process looks there once a second. So there
is no door on the network for it, and it reaches all processes on all machines.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import msgspec

from tilewright.errors import TilewrightError
from tilewright.match import seating
from tilewright.server.rounds import go_round
from tilewright.server.storage import orders
from tilewright.server.tables.service import Tables

__all__ = ["Oversight", "Weights"]

log = logging.getLogger("tilewright.oversight")

LOOK_SECONDS: Final = 1.0
HEAVIEST: Final = 100
Weights = dict[str, dict[str, float]]
"""How much everybody has of what, by what and by person."""
Scale = Callable[[], Mapping[str, float]]


class Oversight:
    """Belongs to one event loop."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.scales: dict[str, Scale] = {}
        """What is weighed here, by its name."""
        self._has_answered = False

    async def oversee(self) -> None:
        """Look for ever."""
        await go_round(self.look, LOOK_SECONDS, log, "orders not looked at")

    async def look(self) -> None:
        """Do what is asked for."""
        asked = await self._tables.database.read(orders.find)
        await self._set_mode(is_read_only=orders.READ_ONLY in asked)
        for order in asked:
            if order.startswith(orders.CLOSE) and not self._tables.is_read_only:
                await self._close(order)
        if orders.WEIGH in asked and not self._has_answered:
            await self._weigh()
        self._has_answered = orders.WEIGH in asked

    async def _set_mode(self, *, is_read_only: bool) -> None:
        if is_read_only == self._tables.is_read_only:
            return
        log.warning("read-only mode begins" if is_read_only else "read-only mode ends")
        self._tables.is_read_only = is_read_only
        await self._tables.beat()

    async def _close(self, order: str) -> None:
        try:
            await self._tables.do(order.removeprefix(orders.CLOSE), seating.close_down)
        except TilewrightError as error:
            log.warning("not closed: %s", error)
        await self._tables.database.write(partial(orders.withdraw, order=order))

    async def _weigh(self) -> None:
        weights: Weights = {what: _heaviest(scale()) for what, scale in self.scales.items()}
        text, worker = msgspec.json.encode(weights).decode(), self._tables.worker
        await self._tables.database.write(partial(orders.answer, worker=worker, text=text))


def _heaviest(amounts: Mapping[str, float]) -> dict[str, float]:
    ranked = sorted(amounts.items(), key=lambda item: -item[1])
    return {person: round(amount, 3) for person, amount in ranked[:HEAVIEST]}
