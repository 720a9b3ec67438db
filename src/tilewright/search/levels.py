"""Eight levels for every game, from one that overlooks half the table to the best there is.

The lower levels do not search. They rate the moves they notice as the search would, by hand-made
ratings or by the network, but they overlook some (each move with the same chance, so their play
looks like play, only careless) and misjudge the rest by a random amount. The upper levels search,
with more and more iterations.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import Final

import numpy as np

from tilewright.bot import Bot, Budget
from tilewright.engine import engine_of
from tilewright.errors import InvalidOption
from tilewright.game import Action, Game, Level, Yardstick
from tilewright.kernel import below, mix, next_random, to_word
from tilewright.network import Network
from tilewright.position import Position
from tilewright.search.bot import NO_LIMIT, SearchBot
from tilewright.search.mcts import SCRATCH
from tilewright.search.searcher import find_knowledge, prompt
from tilewright.search.versions import find_network, newest_version

__all__ = ["RatingBot", "TableBot", "YardstickBot", "levels_of", "make_greedy", "make_level"]

GLANCE: Final = Budget(iterations=1, memory=2)


def levels_of(game: Game, version: int | None = None) -> tuple[Level, ...]:
    """The levels of a version; of the newest where none is named."""
    knowledge = find_knowledge(game)
    version = newest_version(game) if version is None else version
    return (version == 1 and knowledge.first_levels) or knowledge.levels


def make_level(
    number: int, game: Game, seed: int, budget: Budget, version: int | None = None
) -> Bot:
    """The bot of a level; a budget can make it think less than the level would, not more.

    Without a version named it is the newest."""
    levels = levels_of(game, version)
    if not 1 <= number <= len(levels):
        raise InvalidOption(f"level: expected 1 to {len(levels)}; found {number}")
    level, network = levels[number - 1], find_network(game, version)

    def make(level: Level) -> Bot:
        if level.iterations == 0:
            return RatingBot(game, seed, level, network if level.looks else None)
        if level.iterations is None:
            return SearchBot(game, seed, budget, network=network)
        least = replace(budget, iterations=min(level.iterations, budget.iterations or NO_LIMIT))
        return SearchBot(game, seed, least, proves=False, network=network)

    return TableBot(level, make) if level.among else make(level)


class TableBot:
    """A level that is another at some tables; the first view tells at which it sits."""

    def __init__(self, level: Level, make: Callable[[Level], Bot]) -> None:
        self._level, self._make = level, make
        self._bot: Bot | None = None

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        return self._sit_down(view).choose(view, stop)

    def played(self, action: Action, view: Position) -> None:
        self._sit_down(view).played(action, view)

    def _sit_down(self, view: Position) -> Bot:
        self._bot = self._bot or self._make(self._level.at(view.players))
        return self._bot


def make_greedy(game: Game, seed: int, budget: Budget) -> Bot:
    """Takes what scores most right now."""
    return YardstickBot(game, seed, find_knowledge(game).greedy_action)


class YardstickBot:
    """One that looks no further than its own move, to measure others by. Ignores the history."""

    def __init__(self, game: Game, seed: int, yardstick: Yardstick | None) -> None:
        self._game, self._yardstick = game, yardstick
        self._rng = to_word(mix(seed))
        self._actions = np.zeros(game.max_legal, dtype=np.int32)

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        if self._yardstick is None:
            return self._try_all(view)
        action, rng = prompt(self._game, self._yardstick)(view.state, self._rng, self._actions)
        self._rng = to_word(rng)
        return int(action)

    def _try_all(self, view: Position) -> Action:
        """The move after which its score stands best against the others', on one guess."""
        self._rng = to_word(next_random(self._rng))
        guess = view.determinize(int(mix(self._rng)))
        gains = {int(action): _gain(guess, int(action)) for action in view.legal_actions}
        most = max(gains.values())
        best = [action for action, gain in gains.items() if gain == most]
        return best[below(self._rng, len(best))]

    def played(self, action: Action, view: Position) -> None:
        """Takes every position as it comes."""


def _gain(position: Position, action: Action) -> tuple[int, int]:
    """How the mover stands after an action: its lead in score, then its place."""
    states = position.game.new_state()
    states[0] = position.state
    after = Position(position.game, states)
    after.rules.apply(after.state, action)
    standing, mover = after.standing(), position.mover
    sign = -1 if position.game.lower_is_better else 1
    scores = [sign * score for score in standing.scores]
    lead = scores.pop(mover) - max(scores, default=0)
    return lead, -standing.places[mover]


class RatingBot:
    """Chooses the best-rated of the moves it notices; the network rates them where it is given."""

    def __init__(self, game: Game, seed: int, level: Level, network: Network | None = None) -> None:
        self._game = game
        self._level = level
        self._random = np.random.Generator(np.random.PCG64(seed))
        self._actions = np.zeros(game.max_legal, dtype=np.int32)
        self._ratings = np.zeros(game.max_legal, dtype=np.float32)
        self._scratch = np.zeros(SCRATCH)
        self._glance = network and SearchBot(game, seed, GLANCE, proves=False, network=network)

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        glance = None if engine_of(self._game).is_left else self._glance
        count = self._look(glance, view) if glance else self._rate(view)
        noticed = self._random.random(count) >= self._level.overlooks
        if not noticed.any():
            noticed[int(self._random.integers(count))] = True
        errors = self._random.gumbel(size=count) * self._level.misjudges
        ratings = np.where(noticed, self._ratings[:count] + errors, -np.inf)
        return int(self._actions[int(np.argmax(ratings))])

    def _rate(self, view: Position) -> int:
        """Rate the moves of a guess; returns how many they are."""
        guess = view.determinize(int(self._random.integers(2**63)))
        seed = to_word(self._random.integers(2**63))
        rate = prompt(self._game, find_knowledge(self._game).rate_actions)
        return int(rate(guess.state, seed, self._actions, self._ratings, self._scratch))

    def _look(self, glance: SearchBot, view: Position) -> int:
        """The same by the network: how likely it thinks each of the best moves."""
        found = glance.analyse(view)
        for index, one in enumerate(found):
            self._actions[index], self._ratings[index] = one.action, math.log(one.prior)
        return len(found)

    def played(self, action: Action, view: Position) -> None:
        """Takes every position as it comes."""
