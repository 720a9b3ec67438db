"""Eight levels for every game, from one that overlooks half the table to the best there is.

The lower levels do not search. They rate the moves they notice as the search would, but they
overlook some (each move with the same chance, so their play looks like play, only careless) and
misjudge the rest by a random amount. The upper levels search, with more and more iterations.
"""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import numpy as np

from tilewright.bots import Bot, Budget
from tilewright.errors import InvalidOption
from tilewright.game import Action, Game, Knowledge, Level
from tilewright.kernel import compiled, mix
from tilewright.position import Position
from tilewright.search.bot import SearchBot
from tilewright.search.mcts import SCRATCH

__all__ = ["GreedyBot", "RatingBot", "make_level"]


def make_level(number: int, game: Game, seed: int, budget: Budget) -> Bot:
    """The bot of a level; a budget can make it think less than the level would, not more."""
    levels = _knowledge(game).levels
    if not 1 <= number <= len(levels):
        raise InvalidOption(f"level: expected 1 to {len(levels)}; found {number}")
    level = levels[number - 1]
    if level.iterations == 0:
        return RatingBot(game, seed, level)
    if level.iterations is None:
        return SearchBot(game, seed, budget)
    least = min(level.iterations, budget.iterations or level.iterations)
    return SearchBot(game, seed, replace(budget, iterations=least), proves=False)


def _knowledge(game: Game) -> Knowledge:
    if game.knowledge is None:
        raise InvalidOption(f"{game.name}: no bot but random knows this game")
    return game.knowledge


class GreedyBot:
    """Takes what scores most right now: the yardstick."""

    def __init__(self, game: Game, seed: int) -> None:
        self._greedy = compiled(_knowledge(game).greedy_action)
        self._rng = np.uint64(mix(seed))
        self._actions = np.zeros(game.max_legal, dtype=np.int32)

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        action, rng = self._greedy(view.state, self._rng, self._actions)
        self._rng = np.uint64(rng)
        return int(action)

    def played(self, action: Action, view: Position) -> None:
        """Lives for the moment."""


class RatingBot:
    """Chooses the best-rated of the moves it notices."""

    def __init__(self, game: Game, seed: int, level: Level) -> None:
        self._game = game
        self._level = level
        self._rate = compiled(_knowledge(game).rate_actions)
        self._random = np.random.Generator(np.random.PCG64(seed))
        self._actions = np.zeros(game.max_legal, dtype=np.int32)
        self._ratings = np.zeros(game.max_legal, dtype=np.float32)
        self._scratch = np.zeros(SCRATCH)

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        guess = view.determinize(int(self._random.integers(2**63)))
        seed = np.uint64(self._random.integers(2**63))
        count = self._rate(guess.state, seed, self._actions, self._ratings, self._scratch)
        noticed = self._random.random(count) >= self._level.overlooks
        if not noticed.any():
            noticed[int(self._random.integers(count))] = True
        errors = self._random.gumbel(size=count) * self._level.misjudges
        ratings = np.where(noticed, self._ratings[:count] + errors, -np.inf)
        return int(self._actions[int(np.argmax(ratings))])

    def played(self, action: Action, view: Position) -> None:
        """Takes every position as it comes."""
