"""Bots by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event

from tilewright.bot import Bot, Budget
from tilewright.errors import InvalidOption
from tilewright.game import Action, Game
from tilewright.kernel import mix, to_word
from tilewright.position import Position
from tilewright.search.levels import GreedyBot, make_level

__all__ = ["BOTS", "Bot", "Budget", "RandomBot", "make_bot"]


class RandomBot:
    """Plays the game's playout policy: any legal move, without thought."""

    def __init__(self, game: Game, seed: int, budget: Budget) -> None:
        self._rng = to_word(mix(seed))

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        action, rng = view.rules.random_action(view.state, self._rng)
        self._rng = to_word(rng)
        return int(action)

    def played(self, action: Action, view: Position) -> None:
        pass


BOTS: dict[str, Callable[[Game, int, Budget], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    **{f"level-{number}": partial(make_level, number) for number in range(1, 9)},
}


def make_bot(name: str, game: Game, seed: int, budget: Budget | None = None) -> Bot:
    """The bot of that name, its own random numbers seeded."""
    if name not in BOTS:
        raise InvalidOption(f"no bot is called {name[:40]!r}; there are: {', '.join(BOTS)}")
    return BOTS[name](game, seed, budget or Budget())
