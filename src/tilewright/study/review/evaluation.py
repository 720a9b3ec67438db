"""Each seat's expectation in a position or after a move, found by search.

An expectation uses the bots' scale: 0 to 1, mostly for coming first and partly for the margin.
Results of finished games are on the same scale, see ``reward_outcome``.
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
from tilewright.search.levels import load_network
from tilewright.search.searcher import Searcher, SearchLimits
from tilewright.search.tree import Tree

__all__ = [
    "Evaluator",
    "Expectations",
    "SearchSummary",
    "depends_on_chance",
    "divide_iterations",
    "has_secrets",
    "mix_seed",
    "reward_outcome",
    "sample_successor",
]

Expectations = npt.NDArray[np.float64]
"""float64[players]: the expectation of each seat."""

STEP = 0x9E3779B97F4A7C15
MAX_LINE_LENGTH = 3
MAX_TOP_MOVES = 6
MIN_ITERATIONS = 4
MIN_LINE_VISITS = 24
"""A line ends before a move with fewer visits."""


class SearchSummary(NamedTuple):
    """The result of one search."""

    outlook: Expectations
    top: tuple[Action, ...]
    """The most visited moves, in descending order."""
    line: tuple[Action, ...]
    """The most visited move and the expected replies, up to a chance event."""


def divide_iterations(iterations: int, divisor: int) -> int:
    """Return `iterations` divided by `divisor`, but at least `MIN_ITERATIONS`."""
    return max(MIN_ITERATIONS, iterations // divisor)


def mix_seed(seed: int, *numbers: int) -> int:
    """Derive a seed from `seed` and `numbers`. Different numbers give independent seeds."""
    for number in numbers:
        seed = int(mix(to_word((seed + STEP * (number + 1)) % 2**64)))
    return seed


def reward_outcome(game: Game, outcome: Outcome) -> Expectations:
    """Return each seat's reward for a finished game, on the scale of expectations."""
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
    """Return True if some players know more about a position than others."""
    views = [position.view(seat).state.copy() for seat in range(position.players)]
    for view in views:
        view["viewer"] = 0
    return any(view.tobytes() != views[0].tobytes() for view in views)


def sample_successor(position: Position, action: Action, seed: int) -> Position:
    """Return the position after an action.

    Hidden information and chance are drawn again from `seed`.
    """
    after = Position(position.game, np.array([position.state]))
    after.rules.determinize(after.state, to_word(seed))
    after.rules.apply(after.state, action)
    return after


def depends_on_chance(position: Position, action: Action, seed: int = 0) -> bool:
    """Return True if the public view after an action depends on chance.

    The test compares six samples, so a rare difference may go unnoticed.
    """
    seen = [
        sample_successor(position, action, mix_seed(seed, number)).view() for number in range(6)
    ]
    return any(one != seen[0] for one in seen)


class Evaluator:
    """Evaluates positions of one game by search, with the strongest bot's settings."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._network: Network | None = load_network(game)
        self._settings = make_settings(game, {}, with_network=self._network is not None)

    def search(
        self, view: Position, iterations: int, seed: int, action: Action | None = None
    ) -> SearchSummary:
        """Search a position. If `action` is given, search only lines that begin with it.

        Hidden information is unknown in a seat's view, and known in a complete position.
        """
        if view.is_over:
            return SearchSummary(reward_outcome(self.game, view.standing()), (), ())
        searcher = Searcher(self.game, seed, self._settings, iterations + 2, self._network)
        searcher.set_root(view)
        if action is not None:
            _restrict_root(searcher.tree, action, seed)
        searcher.grow(SearchLimits(iterations, math.inf, Event()))
        outlook = searcher.totals[: view.players] / iterations
        return SearchSummary(
            outlook, _list_top_moves(searcher.tree), tuple(_read_principal_variation(searcher.tree))
        )


def _restrict_root(tree: Tree, action: Action, seed: int) -> None:
    """Restrict a tree's root to one edge, so that every iteration begins with `action`.

    The root is marked as fully expanded, so that no other action is added.
    """
    tree.nodes[0]["first"], tree.nodes[0]["count"] = 0, 1
    tree.nodes[0]["sibling"] = 1
    tree.nodes[0]["seed"] = int(mix(to_word(seed))) >> 32
    tree.edges[0] = (action, 0, 0, 1.0, 0.0)
    tree.used[1] = 1


def _list_top_moves(tree: Tree) -> tuple[Action, ...]:
    """List the most visited actions at the root, in descending order."""
    edges = tree.get_edges(0)
    order = np.argsort(-edges["visits"], kind="stable")[:MAX_TOP_MOVES]
    return tuple(int(edges[index]["action"]) for index in order)


def _read_principal_variation(tree: Tree) -> list[Action]:
    """Return the line of most visited actions from the root, up to a chance event."""
    node = 0
    line: list[Action] = []
    while len(line) < MAX_LINE_LENGTH and (node or not line):
        edges = tree.get_edges(node)
        if not len(edges) or edges["visits"].max() < MIN_LINE_VISITS:
            break
        edge = edges[int(edges["visits"].argmax())]
        line.append(int(edge["action"]))
        node = int(edge["child"])
        if node and int(tree.nodes[node]["sibling"]):  # several chance outcomes
            break
    return line
