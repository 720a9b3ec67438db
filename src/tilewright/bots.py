"""Bots by name. A bot gets a seat's view, never the state, and answers with an action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Protocol

import numpy as np

from tilewright.errors import InvalidOption
from tilewright.game import Action, Game
from tilewright.kernel import mix
from tilewright.position import Position

__all__ = ["BOTS", "Bot", "Budget", "RandomBot", "make_bot"]


MAX_THREADS = 256


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one move: so many seconds, so many iterations, or both.

    Equal seeds, equal iterations and equally many threads give equal moves; seconds do not."""

    seconds: float | None = None
    iterations: int | None = None
    """Of all threads together."""
    threads: int = 1
    memory: float = 512.0
    """How many MiB the bot's trees may grow to, all threads together. Memory is taken as they grow.
    When they are full, the bot goes on thinking with the trees it has."""

    def __post_init__(self) -> None:
        for name in ("seconds", "iterations", "memory"):
            value = getattr(self, name)
            if value is not None and not 0 < value <= 1e9:
                raise InvalidOption(f"{name}: expected a number above 0; found {value}")
        if not 1 <= self.threads <= MAX_THREADS:
            raise InvalidOption(f"threads: expected 1 to {MAX_THREADS}; found {self.threads}")


class Bot(Protocol):
    """Somebody who sits on one seat of one game."""

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        """A legal action for the mover, whose view this is; the best so far once ``stop`` is set.

        Whoever does not think for long may leave ``stop`` alone."""
        ...

    def played(self, action: Action, view: Position) -> None:
        """Told of every action of the game, anybody's, with this seat's view after it."""
        ...


class RandomBot:
    """Plays the game's playout policy: any legal move, without thought."""

    def __init__(self, game: Game, seed: int, budget: Budget) -> None:
        self._rng = np.uint64(mix(seed))

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        action, rng = view.rules.random_action(view.state, self._rng)
        self._rng = np.uint64(rng)
        return int(action)

    def played(self, action: Action, view: Position) -> None:
        pass


def _greedy(game: Game, seed: int, budget: Budget) -> Bot:
    from tilewright.search.levels import GreedyBot

    return GreedyBot(game, seed)


def _level(number: int, game: Game, seed: int, budget: Budget) -> Bot:
    from tilewright.search.levels import make_level

    return make_level(number, game, seed, budget)


# Whatever is imported first, all bots are here; their code is loaded when one is made.
BOTS: dict[str, Callable[[Game, int, Budget], Bot]] = {
    "random": RandomBot,
    "greedy": _greedy,
    **{f"level-{number}": partial(_level, number) for number in range(1, 9)},
}


def make_bot(name: str, game: Game, seed: int, budget: Budget | None = None) -> Bot:
    """The bot of that name, its own random numbers seeded."""
    if name not in BOTS:
        raise InvalidOption(f"no bot is called {name[:40]!r}; there are: {', '.join(BOTS)}")
    return BOTS[name](game, seed, budget or Budget())
