"""Deals and plays whole games on CUDA, one per thread, and compares them with interpreted ones.

Run by test_kernel.py under the simulator; on a machine with a GPU, run it by hand for the real one:
``python tests/support/cuda_games.py --gpu``.
"""

from __future__ import annotations

import os
import sys

if "--gpu" not in sys.argv:
    os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numpy as np

from tilewright import kernel
from tilewright.game import DeterminizeKernel, Game
from tilewright.kernel.cuda import cuda
from tilewright.registry import GAMES

THREADS = 2


def play_on_device(game: Game, players: int) -> np.ndarray:
    setup, playout = kernel.device(game.rules.setup), kernel.device(game.rules.playout)

    @cuda.jit
    def grid(states, options):  # type: ignore[no-untyped-def]
        thread = cuda.grid(1)
        if thread < len(states):
            setup(states[thread], np.uint64(thread + 1), players, options)
            playout(states[thread], np.uint64(thread + 100))

    states = cuda.to_device(np.zeros(THREADS, dtype=game.dtype))
    grid[1, THREADS](states, cuda.to_device(game.parse_options({}, players)))
    return states.copy_to_host()


def play_interpreted(game: Game, players: int) -> np.ndarray:
    states = np.zeros(THREADS, dtype=game.dtype)
    for thread in range(THREADS):
        options = game.parse_options({}, players)
        game.rules.setup(states[thread], kernel.u64(thread + 1), players, options)
        game.rules.playout(states[thread], kernel.u64(thread + 100))
    return states


def guess_on_device(believe: DeterminizeKernel, views: np.ndarray) -> np.ndarray:
    guess = kernel.device(believe)

    @cuda.jit
    def grid(states):  # type: ignore[no-untyped-def]
        thread = cuda.grid(1)
        if thread < len(states):
            guess(states[thread], np.uint64(thread + 7))

    states = cuda.to_device(views)
    grid[1, len(views)](states)
    return states.copy_to_host()


def compare_guesses(game: Game, believe: DeterminizeKernel, players: int) -> None:
    """Compare guesses of hidden information after some moves."""
    views = np.zeros(THREADS, dtype=game.dtype)
    for thread, state in enumerate(views):
        options, rng = game.parse_options({}, players), kernel.u64(thread + 1)
        game.rules.setup(state, rng, players, options)
        for _ in range(3 * players):
            action, rng = game.rules.random_action(state, rng)
            game.rules.apply(state, action)
        game.rules.view(state, int(state["mover"]))
    theirs = guess_on_device(believe, views)
    for thread, state in enumerate(views):
        believe(state, kernel.u64(thread + 7))
    assert views.tobytes() == theirs.tobytes(), f"{game.name}: beliefs differ"


def main() -> None:
    for game in GAMES.values():
        for players in game.players:
            ours, theirs = play_interpreted(game, players), play_on_device(game, players)
            assert ours.tobytes() == theirs.tobytes(), f"{game.name}, {players} players differ"
            assert all(states["over"] for states in ours)
            if game.knowledge and game.knowledge.believe:
                compare_guesses(game, game.knowledge.believe, players)
            print(f"{game.name}, {players} players: same bytes")


if __name__ == "__main__":
    main()
