"""``Searcher``: one search tree, grown by one thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.errors import InvalidOption
from tilewright.game import MAX_PLAYERS, Action, Game, Knowledge, States
from tilewright.kernel import Word, bound, compiled, mix, to_word
from tilewright.network import NO_NETWORK, Network, make_mind, value_seats
from tilewright.position import Position
from tilewright.runtime.jit import runtime_of
from tilewright.search.mcts import SearchBuffers, Settings, make_buffers, run_search
from tilewright.search.tree import Tree, TreeArrays

CHUNK_SECONDS = 0.005
"""Target duration of a chunk. It is short because iterations may suddenly become a hundred times
slower when the tree reaches another phase of the game."""
FIRST_CHUNK = 64


@dataclass(frozen=True)
class SearchLimits:
    """When a search ends. The first chunk always runs, so that there is a result."""

    iterations: int
    seconds: float
    stop: threading.Event

    def are_reached(self, iterations: int, seconds: float) -> bool:
        """Return True if `iterations` or `seconds` reach a limit, or a stop was requested."""
        is_enough = iterations >= self.iterations or seconds >= self.seconds
        return is_enough or self.stop.is_set()


def require_knowledge(game: Game) -> Knowledge:
    """Return a game's search knowledge: ratings, estimates and other kernels.

    Raises:
        InvalidOption: It is a solo game, which has none.
    """
    if game.knowledge is None:
        raise InvalidOption(f"{game.name}: no bot but random plays this game for one")
    return game.knowledge


class Searcher:
    """Grows a tree from a seat's view, over samples of the hidden information."""

    def __init__(
        self,
        game: Game,
        seed: int,
        settings: npt.NDArray[np.void],
        max_nodes: int,
        network: Network | None = None,
    ) -> None:
        self._game, self._runtime = game, runtime_of(game)
        self._settings = settings[0]
        self._plain = settings.copy()[0]
        self._plain["sharpness"] = 0.0
        self._rng = to_word(mix(seed))
        self.tree, self._spare = Tree(max_nodes), Tree(max_nodes)
        self._buffers = make_buffers(game.max_legal)
        self.totals = self._buffers[-1]
        """float64[4]: total reward of each seat since the last ``set_root``."""
        self._root, self._work = game.new_state(), np.zeros(2, dtype=game.dtype)
        self.node: int | None = None
        """Node of the current position; None if the position is not in the tree."""
        self._ply = 0
        """Ply of that node, by which missed moves are noticed."""
        self._mind = _make_mind(require_knowledge(game), network or NO_NETWORK)
        self._bindings = search_bindings(game)

    def follow(self, action: Action, view: Position) -> None:
        """Move to the child node that an action leads to. `view` is the seat's view after the
        action."""
        if self.node is not None and view.ply == self._ply + 1:
            key = int(require_knowledge(self._game).chance_key(view.state))
            self.node = self.tree.find(self.node, action, key) or None
        self._ply = view.ply

    def set_root(self, view: Position) -> None:
        """Make a view the root.

        The subtree of the last search is reused unless it fills half the tree.
        """
        if self.node and self._ply == view.ply:
            self._spare.copy_from(self.tree, self.node)
            self.tree, self._spare = self._spare, self.tree
        else:
            self.tree.clear()
        if self.tree.is_half_full:
            self.tree.clear()
        self.node, self._ply = 0, view.ply
        self._root[0] = view.state
        self.totals[:] = 0.0
        self._run(0)  # compile now if necessary: it does not count as thinking time

    def grow(self, limits: SearchLimits) -> int:
        """Grow the tree in chunks until a limit is reached. Returns the number of iterations."""
        begin, done, elapsed, chunk = time.perf_counter(), 0, 0.0, FIRST_CHUNK
        while done == 0 or not limits.are_reached(done, elapsed):
            # Interpreted iterations are slow; single ones let compiled code take over early.
            chunk = min(1 if self._runtime.is_suspended else chunk, limits.iterations - done)
            self._run(chunk)
            done, before = done + chunk, elapsed
            elapsed = time.perf_counter() - begin
            lately = chunk / max(elapsed - before, 1e-6)
            chunk = max(FIRST_CHUNK, min(2 * chunk, int(lately * CHUNK_SECONDS)))
        return done

    def _run(self, iterations: int) -> None:
        """Run `iterations` iterations of the search on the current tree."""
        search: RunSearch = available_kernel(self._game, run_search, **self._bindings)
        rng = search(
            self._root,
            self._work,
            self.tree.arrays,
            self._buffers,
            self._rng,
            iterations,
            # Interpreted, rating all root moves would take minutes.
            self._plain if self._runtime.is_suspended else self._settings,
            self._mind,
        )
        self._rng = to_word(rng)


RunSearch = Callable[[States, States, TreeArrays, SearchBuffers, Word, int, Settings, Any], Word]
"""``run_search``, bound to a game."""


def _make_mind(knowledge: Knowledge, network: Network) -> Any:
    """Return a network as arrays for the search, a ``network.Mind``.

    Returns 0 if the game has no network inputs.
    """
    if knowledge.network is None:
        return 0
    return make_mind(network, knowledge.network.max_inputs(MAX_PLAYERS))


def available_kernel(
    game: Game, function: Callable[..., Any], **bindings: Any
) -> Callable[..., Any]:
    """Bind a kernel to a game's kernels.

    It is compiled, or interpreted while another process compiles the game.
    """
    return (bound if runtime_of(game).is_suspended else compiled)(function, **bindings)


def search_bindings(game: Game) -> dict[str, Any]:
    """Return the game's kernels to bind in ``run_search``, by name.

    Omitted kernels keep their default bodies.
    """
    knowledge = require_knowledge(game)
    given = {"reseed": knowledge.reseed, "believe": knowledge.believe}
    optional: dict[str, Any] = {name: kernel for name, kernel in given.items() if kernel}
    if knowledge.network is not None:
        optional |= {"value_seats": bound(value_seats, **knowledge.network.bindings)}
    return {
        "determinize": game.rules.determinize,
        "apply": game.rules.apply,
        "legal_actions": game.rules.legal_actions,
        "outcome": game.rules.outcome,
        "rate_actions": knowledge.rate_actions,
        "estimate": knowledge.estimate,
        "chance_key": knowledge.chance_key,
        **optional,
    }
