"""OpenSpiel's random rollouts in C++, for comparison.

Its search with a single simulation evaluates the root by ``n`` random games and does nothing else,
so one call plays ``n`` games without touching Python. How long such games are on average is counted
once, from Python.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

__all__ = ["make_rollout_functions"]

SAMPLE_GAMES = 40
GAMES = {
    "hex": "hex(board_size=11)",
    "connect_four": "connect_four",
    "go": "go(board_size=9)",
    "backgammon": "backgammon",
}


def make_rollout_functions() -> list[tuple[str, Callable[[int], tuple[int, int]]]]:
    """Return ``(name, run)`` per game, where ``run(n)`` returns (plies, games); empty without
    OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        return []
    return [(name, _make_rollout_function(pyspiel, spec)) for name, spec in GAMES.items()]


def _make_rollout_function(pyspiel: Any, spec: str) -> Callable[[int], tuple[int, int]]:
    """Create a function that plays random games in C++. Returns ``run(n) -> (plies, games)``."""
    game = pyspiel.load_game(spec)
    start = game.new_initial_state()
    _skip_chance_nodes(start, random.Random(1))
    length = sum(_count_decisions(start, seed) for seed in range(SAMPLE_GAMES)) / SAMPLE_GAMES

    def run(chunk: int) -> tuple[int, int]:
        """Play ten random games per unit of the chunk. Returns the numbers of plies and games."""
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=10 * chunk, seed=chunk)
        search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1, False, 1, False)
        search.mcts_search(start)
        return int(10 * chunk * length), 10 * chunk

    return run


def _count_decisions(start: Any, seed: int) -> int:
    """Play a random game and return its number of decisions, without chance nodes."""
    state, rng, plies = start.clone(), random.Random(seed), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        plies += 1
        _skip_chance_nodes(state, rng)
    return plies


def _skip_chance_nodes(state: Any, rng: random.Random) -> None:
    """Sample outcomes until the state is no chance node."""
    while not state.is_terminal() and state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
