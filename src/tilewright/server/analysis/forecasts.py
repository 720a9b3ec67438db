"""Chances over whole games: worked out once, line by line, and kept for a while."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from threading import Event

import msgspec

from tilewright.position import Position
from tilewright.search.chances import Forecast, foretell
from tilewright.server.admission import Caller
from tilewright.server.analysis.analysts import Analysts, until_solvable
from tilewright.wire.analysis import Chances

__all__ = ["Forecasts"]

KEPT = 200
"""Games; the longest unused is forgotten first."""
SECONDS = 2.0
"""About how long a game takes."""


class Forecasts:
    """The chances of games by their names. Belongs to one event loop."""

    def __init__(self, analysts: Analysts, kept: int = KEPT) -> None:
        self._analysts, self._num_kept = analysts, kept
        self._kept: OrderedDict[str, list[bytes]] = OrderedDict()

    def __contains__(self, name: str) -> bool:
        return name in self._kept

    async def lines(self, name: str, game: Position, caller: Caller) -> AsyncGenerator[bytes]:
        """A line of JSON for every ply; one job for an analyst, unless they are known."""
        if name in self._kept:
            self._kept.move_to_end(name)
            for line in self._kept[name]:
                yield line
            return
        await until_solvable(game.game)
        lines: list[bytes] = []
        found = self._analysts.find(caller, SECONDS, lambda stop: _write(game, stop))
        async with aclosing(found):
            async for line in found:
                lines.append(line)
                yield line
        if len(lines) == 1 + len(game.actions):  # nobody has stopped it
            self._keep(name, lines)

    def _keep(self, name: str, lines: list[bytes]) -> None:
        self._kept[name] = lines
        if len(self._kept) > self._num_kept:
            self._kept.popitem(last=False)


def _write(game: Position, stop: Event) -> Iterator[bytes]:
    for forecast in foretell(game, stop):
        yield msgspec.json.encode(_told(forecast)) + b"\n"


def _told(forecast: Forecast) -> Chances:
    chances = None if forecast.chances is None else list(forecast.chances)
    return Chances(ply=forecast.ply, chances=chances, expected=forecast.expected)
