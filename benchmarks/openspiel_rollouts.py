"""OpenSpiel's random rollouts in C++, for comparison.

Its search with a single simulation evaluates the root by ``n`` random games and does nothing else,
so one call plays ``n`` games without touching Python. How long such games are on average is counted
once, from Python.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

__all__ = ["runs"]

SAMPLE_GAMES = 40
GAMES = {
    "hex": "hex(board_size=11)",
    "connect_four": "connect_four",
    "go": "go(board_size=9)",
    "backgammon": "backgammon",
}


def runs() -> list[tuple[str, Callable[[int], tuple[int, int]]]]:
    """Return a function ``run(n) -> (plies, games)`` per game; empty without OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        return []
    return [(name, _runner(pyspiel, spec)) for name, spec in GAMES.items()]


def _runner(pyspiel: Any, spec: str) -> Callable[[int], tuple[int, int]]:
    game = pyspiel.load_game(spec)
    start = game.new_initial_state()
    _skip_chance_nodes(start, random.Random(1))
    length = sum(_random_length(start, seed) for seed in range(SAMPLE_GAMES)) / SAMPLE_GAMES

    def run(chunk: int) -> tuple[int, int]:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=10 * chunk, seed=chunk)
        search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1, False, 1, False)
        search.mcts_search(start)
        return int(10 * chunk * length), 10 * chunk

    return run


def _random_length(start: Any, seed: int) -> int:
    """Return the mean number of decisions of a random game, without chance nodes."""
    state, rng, plies = start.clone(), random.Random(seed), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        plies += 1
        _skip_chance_nodes(state, rng)
    return plies


def _skip_chance_nodes(state: Any, rng: random.Random) -> None:
    while not state.is_terminal() and state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
