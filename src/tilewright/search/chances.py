"""How a game went: what every seat could expect at each ply, with a small fixed effort.

For looking back, when nothing is secret any more: everybody's cards count as they lay, but what
chance had still to bring counts as unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event

from tilewright.bot import Budget
from tilewright.position import Position
from tilewright.search.bot import SearchBot
from tilewright.search.plans import compile_solver, expect_total
from tilewright.search.versions import find_network

__all__ = ["Forecast", "foretell"]

ITERATIONS = 1000
MEMORY = 8.0
"""MiB for the search tree."""
EFFORT = 16
"""Width of a solver's searches."""


@dataclass(frozen=True)
class Forecast:
    """What could be expected at a ply."""

    ply: int
    chances: tuple[float, ...] | None = None
    """Of each seat to come first; they add up to 1."""
    expected: float | None = None
    """The total at the end, in a game for one."""


def foretell(game: Position, stop: Event | None = None) -> Iterator[Forecast]:
    """Every ply of a game's history in order; none after ``stop`` is set."""
    look, then = _observer(game), game.after(0)
    for action in (*game.actions, None):
        if stop is not None and stop.is_set():
            return
        yield look(then)
        if action is not None:
            then.play(action)


def _observer(game: Position) -> Callable[[Position], Forecast]:
    if game.game.is_for_one:
        compile_solver(game.game)
        return _expect
    budget, network = Budget(iterations=ITERATIONS, memory=MEMORY), find_network(game.game)
    bot = SearchBot(game.game, 1, budget, network=network)
    return lambda then: Forecast(then.ply, chances=_chances(bot, then))


def _expect(then: Position) -> Forecast:
    return Forecast(then.ply, expected=round(expect_total(then.view(0), EFFORT), 2))


def _chances(bot: SearchBot, then: Position) -> tuple[float, ...]:
    """As the search found them, made to add up to 1: it also rewards scores, and places."""
    if then.is_over:
        return tuple(float(place == 1) for place in then.standing().places)
    bot.analyse(then)
    total = sum(bot.expectation)
    return tuple(round(share / total, 4) for share in bot.expectation)
