"""A bot that searches: it sees a view, grows a tree over guesses of the rest, can say why.

Same seed and same budget in iterations: same move. A budget in seconds is kept by growing the tree
in chunks; it can be stopped from another thread at any chunk.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.bots import Budget
from tilewright.errors import GameOver, InvalidOption
from tilewright.game import Action, Game
from tilewright.kernel import compiled, mix
from tilewright.position import Position
from tilewright.search.mcts import SETTINGS, Tree, run_search

__all__ = ["Candidate", "SearchBot", "make_settings"]

DEFAULT_SECONDS = 2.0
CHUNK_SECONDS = 0.05
FIRST_CHUNK = 64
MEMORY_NODES = 1_000_000
EDGES_PER_NODE = 8
NODES_PER_ITERATION = 50  # of a proof, in about the same time

DEFAULTS: dict[str, float] = {
    "exploration": 1.0,
    "first_play": 0.1,
    "temperature": 1.0,
    "widen_base": 4.0,
    "widen_factor": 1.0,
    "max_edges": 64,
    "weight_first": 0.7,
    "weight_place": 0.0,
    "weight_score": 0.3,
    "score_scale": 10.0,
}


def make_settings(game: Game, changes: Mapping[str, float]) -> npt.NDArray[Any]:
    """SETTINGS[1]: the defaults, the game's own wishes, then these changes."""
    settings = np.zeros(1, dtype=SETTINGS)
    wishes = game.knowledge.settings if game.knowledge else {}
    for name, value in {**DEFAULTS, **wishes, **changes}.items():
        settings[name] = value
    settings["score_sign"] = -1.0 if game.lower_is_better else 1.0
    return settings


@dataclass(frozen=True)
class Candidate:
    """A move the search has looked at."""

    action: Action
    visits: int
    value: float
    """What the mover may expect of it, from 0 to 1."""
    prior: float


class SearchBot:
    """Monte Carlo tree search over a seat's view."""

    def __init__(
        self,
        game: Game,
        seed: int,
        budget: Budget,
        changes: Mapping[str, float] | None = None,
        *,
        proves: bool = True,
    ) -> None:
        if game.knowledge is None:
            raise InvalidOption(f"{game.name}: no bot but random knows this game")
        self.game = game
        self.budget = budget
        self._proves = proves
        self.settings = make_settings(game, changes or {})
        self.iterations = 0
        """How many the last search made."""
        self._rng = np.uint64(mix(seed))
        self._tree, self._spare = (
            Tree(MEMORY_NODES, MEMORY_NODES * EDGES_PER_NODE, game.max_legal) for _ in range(2)
        )
        self._node: int | None = None
        """Where the game has got to in the tree; None when it has left it."""
        self._ply = 0
        """The ply of that node: who is not told of every move must not trust the tree."""
        self._chance_key = compiled(game.knowledge.chance_key)
        self._run = compiled(
            run_search,
            determinize=game.rules.determinize,
            apply=game.rules.apply,
            outcome=game.rules.outcome,
            rate_actions=game.knowledge.rate_actions,
            estimate=game.knowledge.estimate,
            chance_key=game.knowledge.chance_key,
        )

    def choose(self, view: Position) -> Action:
        """A proven move where the game has one, else the most visited of a search."""
        proven = self._prove(view) if self._proves else None
        return self.analyse(view)[0].action if proven is None else proven

    def played(self, action: Action, view: Position) -> None:
        """Follow the game down the tree, so that the next search goes on from there."""
        if self._node is not None and view.ply == self._ply + 1:
            key = int(self._chance_key(view.state))
            self._node = self._tree.find(self._node, action, key) or None
        self._ply = view.ply

    def analyse(self, view: Position, stop: threading.Event | None = None) -> list[Candidate]:
        """Search, then the moves looked at, best first."""
        if view.is_over:
            raise GameOver(f"the game is over after {view.ply} plies; there is nothing to choose")
        self._grow(view, stop)
        return self._candidates()

    def _prove(self, view: Position) -> Action | None:
        """The game's own proof, within half the time."""
        knowledge, budget = self.game.knowledge, self.budget
        if knowledge is None or knowledge.prove is None or view.is_over:
            return None
        nodes = None if budget.iterations is None else budget.iterations * NODES_PER_ITERATION
        seconds = budget.seconds if nodes or budget.seconds else DEFAULT_SECONDS
        return knowledge.prove(view.state, seconds and seconds / 2, nodes)

    def _grow(self, view: Position, stop: threading.Event | None) -> None:
        root, work = np.array([view.state]), self.game.new_state()
        self._plant(view)
        self.iterations = 0
        limit = self.budget.iterations or 1 << 62
        seconds = self.budget.seconds
        if seconds is None and self.budget.iterations is None:
            seconds = DEFAULT_SECONDS
        chunk = FIRST_CHUNK
        # Compiling, where it must be, is not thinking.
        self._run(root, work, self._tree.arrays, self._rng, 0, self.settings[0])
        begin = time.perf_counter()
        while self.iterations == 0 or (
            self.iterations < limit and not (stop is not None and stop.is_set())
        ):
            chunk = min(chunk, limit - self.iterations)
            self._rng = np.uint64(
                self._run(root, work, self._tree.arrays, self._rng, chunk, self.settings[0])
            )
            self.iterations += chunk
            elapsed = time.perf_counter() - begin
            if seconds is not None and elapsed >= seconds:
                break
            chunk = max(FIRST_CHUNK, int(self.iterations * CHUNK_SECONDS / max(elapsed, 1e-6)))

    def _plant(self, view: Position) -> None:
        """Begin with what the last search left below the present position, if there is any."""
        if self._node and self._ply == view.ply:
            self._spare.copy_from(self._tree, self._node)
            self._tree, self._spare = self._spare, self._tree
        else:
            self._tree.clear()
        self._node = 0
        self._ply = view.ply

    def _candidates(self) -> list[Candidate]:
        root = self._tree.nodes[0]
        edges = self._tree.edges[int(root["first"]) : int(root["first"]) + int(root["count"])]
        candidates = [
            Candidate(
                int(edge["action"]),
                int(edge["visits"]),
                float(edge["value"]) / max(1, int(edge["visits"])),
                float(edge["prior"]),
            )
            for edge in edges
        ]
        return sorted(candidates, key=lambda c: (-c.visits, -c.value, c.action))
