"""Eight bot levels for every game, from careless beginner to full-strength search.

The lower levels do not search. They rate moves by hand-made ratings or by the network, as the
search does, but they overlook each move with some probability and misjudge the rest by a random
amount, so they play carelessly rather than absurdly. The upper levels search with more and more
iterations. Level 8 has versions: version 1 searches without a network, later ones use one.
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
from tilewright.search.searcher import available_kernel, require_knowledge

log = logging.getLogger(__name__)

LOOKAHEAD_BUDGET: Final = Budget(iterations=1, memory=2)


# --- Versions of level 8 --------------------------------------------------------------------------

# The newest usable version plays. If its weights are missing or damaged, a warning is logged and
# the previous version plays.


@cache
def newest_version(game: Game) -> int:
    """Return the newest version of level 8 with a loadable network, or 1 if there is none."""
    for version in reversed(find_versions(game)):
        try:
            _load_network(game, version)
            return version
        except TextError as error:
            log.warning("%s: level 8 plays as an older version: %s", game.name, error)
    return 1


def load_network(game: Game, version: int | None = None) -> Network | None:
    """Return the network of a version of level 8, by default the newest.

    Returns None for version 1, which has no network.
    """
    version = newest_version(game) if version is None else version
    return None if version == 1 else _load_network(game, version)


@cache
def _load_network(game: Game, version: int) -> Network:
    """Read the network of a version from 2 up. Raises InvalidOption if there is no such version."""
    available = [1, *find_versions(game)]
    if version not in available:
        expected = ", ".join(map(str, available))
        raise InvalidOption(f"{game.name}: expected a version of {expected}; found {version}")
    return read_network(game, version)


# --- Levels ---------------------------------------------------------------------------------------


def get_levels(game: Game, version: int | None = None) -> tuple[Level, ...]:
    """Return the definitions of a game's levels in `version`, by default the newest."""
    knowledge = require_knowledge(game)
    version = newest_version(game) if version is None else version
    return (version == 1 and knowledge.first_levels) or knowledge.levels


def make_level(
    number: int, game: Game, seed: int, budget: Budget, version: int | None = None
) -> Bot:
    """Create a bot that plays at a level.

    Args:
        number: The level, from 1 to 8.
        game: The game to play.
        seed: Seed of the bot's random choices.
        budget: Limits of its thinking; they can only lower those of the level.
        version: Version of the level; None for the newest.
    """
    levels = get_levels(game, version)
    if not 1 <= number <= len(levels):
        raise InvalidOption(f"level: expected 1 to {len(levels)}; found {number}")
    level, network = levels[number - 1], load_network(game, version)

    def make(level: Level) -> Bot:
        """Create the bot for a level's definition: by ratings, or by search."""
        if level.iterations == 0:
            return RatingBot(game, seed, level, network if level.looks else None)
        if level.iterations is None:
            return SearchBot(game, seed, budget, network=network)
        lowered = replace(budget, iterations=min(level.iterations, budget.iterations or NO_LIMIT))
        return SearchBot(game, seed, lowered, proves=False, network=network)

    return PlayerCountBot(level, make) if level.among else make(level)


class PlayerCountBot:
    """A level whose strength depends on the number of players, known from the first view."""

    def __init__(self, level: Level, make: Callable[[Level], Bot]) -> None:
        self._level, self._make = level, make
        self._bot: Bot | None = None

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        return self._bot_for(view).choose(view, stop)

    def played(self, action: Action, view: Position) -> None:
        self._bot_for(view).played(action, view)

    @property
    def considered(self) -> Sequence[Candidate]:
        """Candidates of the last search, best first. Empty if the bot does not search."""
        return self._bot.considered if isinstance(self._bot, SearchBot) else ()

    def _bot_for(self, view: Position) -> Bot:
        """Return the bot for the view's number of players, created on the first call."""
        self._bot = self._bot or self._make(self._level.at(view.players))
        return self._bot


def make_greedy(game: Game, seed: int, budget: Budget) -> Bot:
    """Create a bot that maximises its lead in score right after its move.

    A game may replace this by its own ``greedy_action``.
    """
    return YardstickBot(game, seed, require_knowledge(game).greedy_action)


class YardstickBot:
    """A baseline opponent that looks one move ahead and ignores the history."""

    def __init__(self, game: Game, seed: int, yardstick: Yardstick | None) -> None:
        self._game, self._yardstick = game, yardstick
        self._rng = to_word(mix(seed))
        self._actions = np.zeros(game.max_legal, dtype=np.int32)

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        """Return the yardstick's action. Without one, return the move with the largest lead."""
        if self._yardstick is None:
            return self._choose_largest_lead(view)
        action, rng = available_kernel(self._game, self._yardstick)(
            view.state, self._rng, self._actions
        )
        self._rng = to_word(rng)
        return int(action)

    def _choose_largest_lead(self, view: Position) -> Action:
        """Return the move with the largest lead, for one sample of hidden information.

        Ties are broken at random.
        """
        self._rng = to_word(next_random(self._rng))
        guess = view.determinize(int(mix(self._rng)))
        gains = {int(action): _compute_lead(guess, int(action)) for action in view.legal_actions}
        most = max(gains.values())
        best = [action for action, gain in gains.items() if gain == most]
        return best[below(self._rng, len(best))]

    def played(self, action: Action, view: Position) -> None:
        """Ignore the history."""


def _compute_lead(position: Position, action: Action) -> tuple[int, int]:
    """Return the mover's lead in score and its negated place after an action.

    The place breaks ties.
    """
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
    """Plays the best-rated move among those it notices; a network, if given, rates them."""

    def __init__(self, game: Game, seed: int, level: Level, network: Network | None = None) -> None:
        self._game = game
        self._level = level
        self._random = np.random.Generator(np.random.PCG64(seed))
        self._actions = np.zeros(game.max_legal, dtype=np.int32)
        self._ratings = np.zeros(game.max_legal, dtype=np.float32)
        self._scratch = np.zeros(SCRATCH)
        self._lookahead = network and SearchBot(
            game, seed, LOOKAHEAD_BUDGET, proves=False, network=network
        )

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        """Return the best-rated move.

        Some moves are overlooked, and random errors are added to the ratings.
        """
        searcher = None if runtime_of(self._game).is_suspended else self._lookahead
        count = self._rate_by_network(searcher, view) if searcher else self._rate_by_hand(view)
        noticed = self._random.random(count) >= self._level.overlooks
        if not noticed.any():
            noticed[int(self._random.integers(count))] = True
        errors = self._random.gumbel(size=count) * self._level.misjudges
        ratings = np.where(noticed, self._ratings[:count] + errors, -np.inf)
        return int(self._actions[int(np.argmax(ratings))])

    def _rate_by_hand(self, view: Position) -> int:
        """Write the moves and their hand-made ratings, for one sample of hidden information.

        Returns the number of moves.
        """
        guess = view.determinize(int(self._random.integers(2**63)))
        seed = to_word(self._random.integers(2**63))
        rate = available_kernel(self._game, require_knowledge(self._game).rate_actions)
        return int(rate(guess.state, seed, self._actions, self._ratings, self._scratch))

    def _rate_by_network(self, searcher: SearchBot, view: Position) -> int:
        """Write the moves and the logarithms of their network priors to the bot's arrays.

        Returns the number of moves.
        """
        found = searcher.analyse(view)
        for index, one in enumerate(found):
            self._actions[index], self._ratings[index] = one.action, math.log(one.prior)
        return len(found)

    def played(self, action: Action, view: Position) -> None:
        """Ignore the history."""
