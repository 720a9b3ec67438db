"""Bots by name. A bot gets a seat's view, never the state, and answers with an action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from tilewright.errors import InvalidOption
from tilewright.game import Action, Game
from tilewright.kernel import mix
from tilewright.position import Position

__all__ = ["BOTS", "Bot", "Budget", "RandomBot", "make_bot"]


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one move: so many seconds, so many iterations, or both.

    Equal seeds and equal iterations give equal moves; seconds alone do not."""

    seconds: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("seconds", self.seconds), ("iterations", self.iterations)):
            if value is not None and not 0 < value <= 1e9:
                raise InvalidOption(f"{name}: expected a number above 0; found {value}")


class Bot(Protocol):
    """Somebody who sits on one seat of one game."""

    def choose(self, view: Position) -> Action:
        """A legal action for the mover, whose view this is."""
        ...

    def played(self, action: Action, view: Position) -> None:
        """Told of every action of the game, anybody's, with this seat's view after it."""
        ...


class RandomBot:
    """Plays the game's playout policy: any legal move, without thought."""

    def __init__(self, game: Game, seed: int, budget: Budget) -> None:
        self._rng = np.uint64(mix(seed))

    def choose(self, view: Position) -> Action:
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
