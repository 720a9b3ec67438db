"""Eight levels for every game, from one that overlooks half the table to the best there is.

The lower levels do not search. They rate the moves they notice as the search would, by hand-made
ratings or by the network, but they overlook some (each move with the same chance, so their play
looks like play, only careless) and misjudge the rest by a random amount. The upper levels search,
with more and more iterations. Level 8 has versions: 1 is the search alone, later ones have a
network.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from threading import Event
from typing import Final

import numpy as np

from tilewright.errors import InvalidOption, TextError
from tilewright.game import Action, Game, Level, Yardstick
from tilewright.kernel import below, mix, next_random, to_word
from tilewright.network import Network, find_versions, read_network
from tilewright.position import Position
from tilewright.runtime.jit import runtime_of
from tilewright.search.bot import NO_LIMIT, Candidate, SearchBot
from tilewright.search.mcts import SCRATCH
from tilewright.search.protocol import Bot, Budget
from tilewright.search.searcher import find_knowledge, prompt

log = logging.getLogger(__name__)

GLANCE: Final = Budget(iterations=1, memory=2)


# --- Versions of level 8 --------------------------------------------------------------------------

# The newest that can be used plays. Where weights are missing or damaged, one line is logged and
# the version before plays.


@cache
def newest_version(game: Game) -> int:
    """Return the newest version that can be used."""
    for version in reversed(find_versions(game)):
        try:
            _read_version(game, version)
            return version
        except TextError as error:
            log.warning("%s: level 8 plays as an older version: %s", game.name, error)
    return 1


def find_network(game: Game, version: int | None = None) -> Network | None:
    """Return the network of a version, the newest where none is named; None for version 1."""
    version = newest_version(game) if version is None else version
    return None if version == 1 else _read_version(game, version)


@cache
def _read_version(game: Game, version: int) -> Network:
    there = [1, *find_versions(game)]
    if version not in there:
        expected = ", ".join(map(str, there))
        raise InvalidOption(f"{game.name}: expected a version of {expected}; found {version}")
    return read_network(game, version)


# --- Levels ---------------------------------------------------------------------------------------


def levels_of(game: Game, version: int | None = None) -> tuple[Level, ...]:
    """Return the levels of a version; of the newest if None."""
    knowledge = find_knowledge(game)
    version = newest_version(game) if version is None else version
    return (version == 1 and knowledge.first_levels) or knowledge.levels


def make_level(
    number: int, game: Game, seed: int, budget: Budget, version: int | None = None
) -> Bot:
    """Return the bot of a level.

    A budget can make it think less than the level would, not more. The newest version if none is
    named.
    """
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

    @property
    def considered(self) -> Sequence[Candidate]:
        """Return the moves that the last search looked at, best first; none without a search."""
        return self._bot.considered if isinstance(self._bot, SearchBot) else ()

    def _sit_down(self, view: Position) -> Bot:
        self._bot = self._bot or self._make(self._level.at(view.players))
        return self._bot


def make_greedy(game: Game, seed: int, budget: Budget) -> Bot:
    """Return a bot that plays the action with the most points right now."""
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
        """Return the move after which its score leads the others' most, on one sample."""
        self._rng = to_word(next_random(self._rng))
        guess = view.determinize(int(mix(self._rng)))
        gains = {int(action): _gain(guess, int(action)) for action in view.legal_actions}
        most = max(gains.values())
        best = [action for action, gain in gains.items() if gain == most]
        return best[below(self._rng, len(best))]

    def played(self, action: Action, view: Position) -> None:
        """Ignore the history."""


def _gain(position: Position, action: Action) -> tuple[int, int]:
    """Return the mover's lead in score after an action, then its place."""
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
        glance = None if runtime_of(self._game).is_held else self._glance
        count = self._judge(glance, view) if glance else self._rate(view)
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

    def _judge(self, glance: SearchBot, view: Position) -> int:
        """Return the moves rated by the network: the log-probability that each is the best."""
        found = glance.analyse(view)
        for index, one in enumerate(found):
            self._actions[index], self._ratings[index] = one.action, math.log(one.prior)
        return len(found)

    def played(self, action: Action, view: Position) -> None:
        """Ignore the history."""
