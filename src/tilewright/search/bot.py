"""``SearchBot``: Monte Carlo tree search over samples of the hidden information.

Each thread grows its own tree; root statistics are summed. Equal seeds, thread counts and budgets
in iterations give equal moves. Trees grow in chunks, to respect a budget in seconds; another thread
can stop a search after any chunk.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from tilewright.errors import GameOver
from tilewright.game import Action, Game
from tilewright.kernel import mix, next_random, to_word
from tilewright.network import Network
from tilewright.position import Position
from tilewright.runtime.jit import runtime_of
from tilewright.search.mcts import SETTINGS
from tilewright.search.protocol import Budget
from tilewright.search.searcher import Searcher, SearchLimits, require_knowledge
from tilewright.search.tree import NODE_BYTES

DEFAULT_SECONDS = 2.0
NO_LIMIT = 1 << 62
LATE_PLIES = 12  # before the end of a game, where some games have proofs
NODES_PER_ITERATION = 50  # nodes of a proof that take about as long as an iteration

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
    game: Game, overrides: Mapping[str, float], *, with_network: bool = False
) -> npt.NDArray[np.void]:
    """Build the search settings of a game.

    The defaults are overridden by the settings of the game, of its network, and by `overrides`.

    Returns:
        SETTINGS[1].
    """
    settings = np.zeros(1, dtype=SETTINGS)
    knowledge = require_knowledge(game)
    network = knowledge.network.settings if knowledge.network and with_network else {}
    for name, value in {**DEFAULTS, **knowledge.settings, **network, **overrides}.items():
        settings[name] = value
    settings["score_sign"] = -1.0 if game.lower_is_better else 1.0
    return settings


@dataclass(frozen=True)
class Candidate:
    """A move considered by the search."""

    action: Action
    visits: int
    value: float
    """Expected result for the mover, from 0 to 1."""
    prior: float


class SearchBot:
    """Monte Carlo tree search from a seat's view, evaluated by a network if one is given."""

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
        self.knowledge = require_knowledge(game)
        self.budget = budget
        self._proves, self._network = proves, network
        self.iterations = 0
        """Iterations of the last search."""
        self.considered: list[Candidate] = []
        """Candidates for the last chosen move, best first; empty if a proof left only one."""
        self.expectation: tuple[float, ...] = ()
        """Expected result of each seat in the last search, from 0 to 1."""
        settings = make_settings(game, changes or {}, with_network=network is not None)
        max_nodes = nodes_per_tree(budget)
        self.searchers = [
            Searcher(game, thread_seed, settings, max_nodes, network)
            for thread_seed in _derive_thread_seeds(seed, budget.threads)
        ]
        if proves and not runtime_of(game).is_suspended:
            compile_proofs(game)

    def choose(self, view: Position, stop: threading.Event | None = None) -> Action:
        """Return the most visited move. If some moves are proven best, return one of these."""
        proven = self._find_proven_moves(view, stop) if self._proves else ()
        self.considered = self.analyse(view, stop) if len(proven) != 1 else []
        eligible = [one.action for one in self.considered if not proven or one.action in proven]
        return (eligible or proven)[0]

    def played(self, action: Action, view: Position) -> None:
        """Move the roots of the trees to the position after ``action``."""
        for searcher in self.searchers:
            searcher.follow(action, view)

    def analyse(self, view: Position, stop: threading.Event | None = None) -> list[Candidate]:
        """Search from a seat's view and return the moves considered, most visited first."""
        if view.is_over:
            raise GameOver(f"the game is over after {view.ply} plies; there is nothing to choose")
        for searcher in self.searchers:
            searcher.set_root(view)
        self.iterations = self._grow(stop or threading.Event())
        totals = np.sum([searcher.totals for searcher in self.searchers], axis=0)
        self.expectation = tuple((totals[: view.players] / self.iterations).tolist())
        return self._collect_candidates()

    def _find_proven_moves(self, view: Position, stop: threading.Event | None) -> Sequence[Action]:
        """Return the moves proven best within half the budget. Empty if there is no proof.

        Bots without a network use only the first proven move, as version 1 did.
        """
        prove, budget = self.knowledge.prove, self.budget
        if prove is None or view.is_over or runtime_of(self.game).is_suspended:
            return ()  # interpreted, a proof would take too long
        nodes = None if budget.iterations is None else budget.iterations * NODES_PER_ITERATION
        seconds = budget.seconds if nodes or budget.seconds else DEFAULT_SECONDS
        proven = prove(view.state, seconds and seconds / 2, nodes, stop)
        return proven if self._network else proven[:1]

    def _grow(self, stop: threading.Event) -> int:
        """Grow all trees, each in its own thread. Returns the total number of iterations."""
        limits = self._divide_budget(stop)
        if len(limits) == 1:
            return self.searchers[0].grow(limits[0])
        with ThreadPoolExecutor(len(limits)) as pool:
            try:
                return sum(pool.map(Searcher.grow, self.searchers, limits))
            except BaseException:  # such as Ctrl-C: stop the other threads
                stop.set()
                raise

    def _divide_budget(self, stop: threading.Event) -> list[SearchLimits]:
        """Divide the budget among the threads.

        Returns:
            One limit per thread, but at most one per iteration.
        """
        iterations, seconds = self.budget.iterations, self.budget.seconds
        if iterations is None:
            seconds = seconds or DEFAULT_SECONDS
        total, threads = iterations or NO_LIMIT, len(self.searchers)
        shares = [total // threads + (thread < total % threads) for thread in range(threads)]
        return [SearchLimits(share, seconds or float("inf"), stop) for share in shares if share]

    def _collect_candidates(self) -> list[Candidate]:
        """Merge the root moves of all trees, most visited first.

        Visits and values are summed. Priors are averaged.
        """
        trees = [searcher.tree for searcher in self.searchers]
        found: dict[Action, tuple[int, float, float]] = {}
        for edge in (edge for tree in trees for edge in tree.get_edges(0)):
            visits, value, prior = found.get(int(edge["action"]), (0, 0.0, 0.0))
            found[int(edge["action"])] = (
                visits + int(edge["visits"]),
                value + float(edge["value"]),
                prior + float(edge["prior"]),
            )
        num_grown = sum(tree.nodes[0]["count"] > 0 for tree in trees)
        candidates = [
            Candidate(action, visits, value / max(1, visits), prior / num_grown)
            for action, (visits, value, prior) in found.items()
        ]
        return sorted(candidates, key=lambda c: (-c.visits, -c.value, c.action))


def nodes_per_tree(budget: Budget) -> int:
    """Return the maximum number of nodes per tree. Each thread has two trees."""
    return max(2, int(budget.memory * 2**20) // (2 * budget.threads * NODE_BYTES))


def _derive_thread_seeds(seed: int, threads: int) -> list[int]:
    """Derive one seed per thread. The first is `seed` itself."""
    seeds = [seed]
    while len(seeds) < threads:
        seeds.append(int(mix(next_random(seeds[-1]))))
    return seeds


# --- Compiling ahead ------------------------------------------------------------------------------


@cache
def compile_proofs(game: Game) -> None:
    """Compile a game's proof kernels ahead of time, before any clock runs."""
    for view in sample_late_views(game):
        warm_up_prover(view)


def warm_up_prover(view: Position) -> None:
    """Compile the proof kernels for a view by a proof limited to one node."""
    knowledge = view.game.knowledge
    if knowledge is not None and knowledge.prove is not None:
        knowledge.prove(view.state, None, 1, None)


def sample_late_views(game: Game) -> list[Position]:
    """Play a random game and return the mover's views before its last `LATE_PLIES` moves."""
    played, rng = Position.new(game, game.players[0], seed=1, options={}), to_word(1)
    while not played.is_over:
        action, rng = played.rules.random_action(played.state, rng)
        played.play(int(action))
        rng = to_word(rng)
    positions = [played.after(ply) for ply in range(max(0, played.ply - LATE_PLIES), played.ply)]
    return [position.view(position.mover) for position in positions]
