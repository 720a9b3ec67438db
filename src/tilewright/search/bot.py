"""A bot that searches: it sees a view, grows trees over guesses of the rest, can say why.

Every thread grows a tree of its own, and what they found at the root is added up. Same seed, same
number of threads and same budget in iterations: same move. A budget in seconds is kept by growing
in chunks; a search can be stopped from another thread at any chunk.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tilewright.bot import Budget
from tilewright.engine import engine_of
from tilewright.errors import GameOver
from tilewright.game import Action, Game
from tilewright.kernel import mix, next_random
from tilewright.network import Network
from tilewright.position import Position
from tilewright.search.late import compile_proofs
from tilewright.search.mcts import SETTINGS
from tilewright.search.searcher import Limits, Searcher, find_knowledge
from tilewright.search.tree import NODE_BYTES

__all__ = ["DEFAULT_SECONDS", "Candidate", "SearchBot", "make_settings", "nodes_per_tree"]

DEFAULT_SECONDS = 2.0
NO_LIMIT = 1 << 62
NODES_PER_ITERATION = 50  # of a proof, in about the same time

DEFAULTS: dict[str, float] = {
    "exploration": 1.0,
    "with_four": 1.0,
    "first_play": 0.1,
    "temperature": 1.0,
    "widen_base": 4.0,
    "widen_factor": 1.0,
    "max_edges": 64,
    "chance_base": 4.0,
    "chance_factor": 1.0,
    "weight_first": 0.7,
    "weight_place": 0.0,
    "weight_score": 0.3,
    "score_scale": 10.0,
    "sharpness": 0.0,
    "believes": 0.0,
}


def make_settings(
    game: Game, changes: Mapping[str, float], *, with_network: bool = False
) -> npt.NDArray[np.void]:
    """SETTINGS[1]: the defaults, the game's own wishes, its network's, then these changes."""
    settings = np.zeros(1, dtype=SETTINGS)
    knowledge = find_knowledge(game)
    learnt = knowledge.learnt.settings if knowledge.learnt and with_network else {}
    for name, value in {**DEFAULTS, **knowledge.settings, **learnt, **changes}.items():
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
    """Monte Carlo tree search over a seat's view; by a network's judgement where it has one."""

    def __init__(
        self,
        game: Game,
        seed: int,
        budget: Budget,
        changes: Mapping[str, float] | None = None,
        *,
        proves: bool = True,
        network: Network | None = None,
    ) -> None:
        self.game = game
        self.knowledge = find_knowledge(game)
        self.budget = budget
        self._proves, self._network = proves, network
        self.iterations = 0
        """How many the last search made."""
        self.considered: list[Candidate] = []
        """What the last choice was made from, best first; nothing where the move was proven."""
        self.expectation: tuple[float, ...] = ()
        """What each seat could expect, from 0 to 1, in the iterations of the last search."""
        settings = make_settings(game, changes or {}, with_network=network is not None)
        max_nodes = nodes_per_tree(budget)
        self.searchers = [
            Searcher(game, thread_seed, settings, max_nodes, network)
            for thread_seed in _thread_seeds(seed, budget.threads)
        ]
        if proves and not engine_of(game).is_left:
            compile_proofs(game)

    def choose(self, view: Position, stop: threading.Event | None = None) -> Action:
        """The most visited move of a search; of those proven best where there are some."""
        proven = self._prove(view, stop) if self._proves else ()
        self.considered = self.analyse(view, stop) if len(proven) != 1 else []
        liked = [one.action for one in self.considered if not proven or one.action in proven]
        return (liked or proven)[0]

    def played(self, action: Action, view: Position) -> None:
        """Follow the game down the trees."""
        for searcher in self.searchers:
            searcher.follow(action, view)

    def analyse(self, view: Position, stop: threading.Event | None = None) -> list[Candidate]:
        """Search, then the moves looked at, best first."""
        if view.is_over:
            raise GameOver(f"the game is over after {view.ply} plies; there is nothing to choose")
        for searcher in self.searchers:
            searcher.plant(view)
        self.iterations = self._grow(stop or threading.Event())
        totals = np.sum([searcher.totals for searcher in self.searchers], axis=0)
        self.expectation = tuple((totals[: view.players] / self.iterations).tolist())
        return self._candidates()

    def _prove(self, view: Position, stop: threading.Event | None) -> Sequence[Action]:
        """The game's own proof, within half the time.

        Whoever has no network takes the first of what is proven, as it always did."""
        prove, budget = self.knowledge.prove, self.budget
        if prove is None or view.is_over or engine_of(self.game).is_left:
            return ()  # a proof takes too many steps to be interpreted
        nodes = None if budget.iterations is None else budget.iterations * NODES_PER_ITERATION
        seconds = budget.seconds if nodes or budget.seconds else DEFAULT_SECONDS
        proven = prove(view.state, seconds and seconds / 2, nodes, stop)
        return proven if self._network else proven[:1]

    def _grow(self, stop: threading.Event) -> int:
        """Grow all trees, each in a thread of its own; returns the iterations in all."""
        limits = self._share_out(stop)
        if len(limits) == 1:
            return self.searchers[0].grow(limits[0])
        with ThreadPoolExecutor(len(limits)) as pool:
            try:
                return sum(pool.map(Searcher.grow, self.searchers, limits))
            except BaseException:  # Ctrl-C, say: nobody waits for the others
                stop.set()
                raise

    def _share_out(self, stop: threading.Event) -> list[Limits]:
        """What each thread may do; with fewer iterations than threads some have nothing to do."""
        iterations, seconds = self.budget.iterations, self.budget.seconds
        if iterations is None:
            seconds = seconds or DEFAULT_SECONDS
        total, threads = iterations or NO_LIMIT, len(self.searchers)
        shares = [total // threads + (thread < total % threads) for thread in range(threads)]
        return [Limits(share, seconds or float("inf"), stop) for share in shares if share]

    def _candidates(self) -> list[Candidate]:
        """The moves at the roots: their visits and rewards added up, their priors averaged."""
        trees = [searcher.tree for searcher in self.searchers]
        found: dict[Action, tuple[int, float, float]] = {}
        for edge in (edge for tree in trees for edge in tree.edges_of(0)):
            visits, value, prior = found.get(int(edge["action"]), (0, 0.0, 0.0))
            found[int(edge["action"])] = (
                visits + int(edge["visits"]),
                value + float(edge["value"]),
                prior + float(edge["prior"]),
            )
        planted = sum(tree.nodes[0]["count"] > 0 for tree in trees)
        candidates = [
            Candidate(action, visits, value / max(1, visits), prior / planted)
            for action, (visits, value, prior) in found.items()
        ]
        return sorted(candidates, key=lambda c: (-c.visits, -c.value, c.action))


def nodes_per_tree(budget: Budget) -> int:
    """Each thread has two trees: one that grows, one to move what is still wanted to."""
    return max(2, int(budget.memory * 2**20) // (2 * budget.threads * NODE_BYTES))


def _thread_seeds(seed: int, threads: int) -> list[int]:
    """The first thread searches as if it were alone."""
    seeds = [seed]
    while len(seeds) < threads:
        seeds.append(int(mix(next_random(seeds[-1]))))
    return seeds
