"""Expectations of each seat in a position or after a move, found by search.

An expectation is measured as the bots do: from 0 to 1, most of it for coming first and the rest
for the margin. The result of a finished game has the same measure, see ``reward``.
"""

from __future__ import annotations

import math
from threading import Event
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.game import Action, Game
from tilewright.kernel import mix, to_word
from tilewright.network import Network
from tilewright.position import Outcome, Position
from tilewright.search.bot import make_settings
from tilewright.search.levels import find_network
from tilewright.search.searcher import Searcher, SearchLimits
from tilewright.search.tree import Tree

__all__ = [
    "Observer",
    "Outlook",
    "SearchSummary",
    "fork",
    "has_chance",
    "has_secrets",
    "reward",
    "seed_of",
    "share_of",
]

Outlook = npt.NDArray[np.float64]
"""float64[players]: the expectation of each seat."""

STEP = 0x9E3779B97F4A7C15
LONGEST_LINE = 3
TOP = 6
LEAST_EFFORT = 4
LEAST_VISITS = 24
"""Fewest visits of a move that is shown in a line."""


class SearchSummary(NamedTuple):
    """The result of one search."""

    outlook: Outlook
    top: tuple[Action, ...]
    """Moves by visits, the most visited first."""
    line: tuple[Action, ...]
    """The most visited move and the expected replies, until chance decides."""


def share_of(iterations: int, part: int) -> int:
    """Return the iterations of a search that may use one part of a number of parts."""
    return max(LEAST_EFFORT, iterations // part)


def seed_of(seed: int, *numbers: int) -> int:
    """Derive a seed from `seed` and numbers that name its purpose."""
    for number in numbers:
        seed = int(mix(to_word((seed + STEP * (number + 1)) % 2**64)))
    return seed


def reward(game: Game, outcome: Outcome) -> Outlook:
    """Return each seat's reward for a finished game, equal to ``search.mcts.reward_seats``."""
    settings = make_settings(game, {})[0]
    players = len(outcome.scores)
    scores = [float(settings["score_sign"]) * score for score in outcome.scores]
    worth = np.zeros(players)
    for seat, place in enumerate(outcome.places):
        margin = scores[seat] - max(scores[:seat] + scores[seat + 1 :])
        share = 0.5 + 0.5 * math.tanh(margin / settings["score_scale"])
        worth[seat] = (
            settings["weight_first"] * (place == 1)
            + settings["weight_place"] * (1.0 - (place - 1) / (players - 1))
            + settings["weight_score"] * share
        )
    return worth


def has_secrets(position: Position) -> bool:
    """Return True if seats know different things."""
    views = [position.view(seat).state.copy() for seat in range(position.players)]
    for view in views:
        view["viewer"] = 0
    return any(view.tobytes() != views[0].tobytes() for view in views)


def fork(position: Position, action: Action, seed: int) -> Position:
    """Return the position after an action with another chance outcome."""
    after = Position(position.game, np.array([position.state]))
    after.rules.determinize(after.state, to_word(seed))
    after.rules.apply(after.state, action)
    return after


def has_chance(position: Position, action: Action, seed: int = 0) -> bool:
    """Return True if the public position after an action depends on chance."""
    seen = [fork(position, action, seed_of(seed, number)).view() for number in range(6)]
    return any(one != seen[0] for one in seen)


class Observer:
    """Searches of positions of one game, always with the best bot's settings."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._network: Network | None = find_network(game)
        self._settings = make_settings(game, {}, with_network=self._network is not None)

    def search(
        self, view: Position, iterations: int, seed: int, action: Action | None = None
    ) -> SearchSummary:
        """Search a position, or one action only, and return the result.

        From a seat's view, secrets are unknown; in a complete position they are known.
        """
        if view.is_over:
            return SearchSummary(reward(self.game, view.standing()), (), ())
        searcher = Searcher(self.game, seed, self._settings, iterations + 2, self._network)
        searcher.set_root(view)
        if action is not None:
            _force(searcher.tree, action, seed)
        searcher.grow(SearchLimits(iterations, math.inf, Event()))
        outlook = searcher.totals[: view.players] / iterations
        return SearchSummary(outlook, _list_top(searcher.tree), tuple(_read_line(searcher.tree)))


def _force(tree: Tree, action: Action, seed: int) -> None:
    """Give the root a single edge, so that every simulation begins with that action.

    The root counts as fully expanded, so that no other action is added.
    """
    tree.nodes[0]["first"], tree.nodes[0]["count"] = 0, 1
    tree.nodes[0]["sibling"] = 1
    tree.nodes[0]["seed"] = int(mix(to_word(seed))) >> 32
    tree.edges[0] = (action, 0, 0, 1.0, 0.0)
    tree.used[1] = 1


def _list_top(tree: Tree) -> tuple[Action, ...]:
    edges = tree.edges_of(0)
    order = np.argsort(-edges["visits"], kind="stable")[:TOP]
    return tuple(int(edges[index]["action"]) for index in order)


def _read_line(tree: Tree) -> list[Action]:
    """Return the most visited moves from the root, until chance decides."""
    node = 0
    line: list[Action] = []
    while len(line) < LONGEST_LINE and (node or not line):
        edges = tree.edges_of(node)
        if not len(edges) or edges["visits"].max() < LEAST_VISITS:
            break
        edge = edges[int(edges["visits"].argmax())]
        line.append(int(edge["action"]))
        node = int(edge["child"])
        if node and int(tree.nodes[node]["sibling"]):  # chance came out in several ways
            break
    return line
