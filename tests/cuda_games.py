"""Deals and plays whole games on CUDA, one per thread, and compares them with interpreted ones.

Run by test_kernel.py under the simulator; on a machine with a GPU, run it by hand for the real one:
``python tests/cuda_games.py --gpu``.
"""

from __future__ import annotations

import os
import sys

if "--gpu" not in sys.argv:
    os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numpy as np

from tilewright import kernel
from tilewright.game import Game
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


def main() -> None:
    for game in GAMES.values():
        for players in game.players:
            ours, theirs = play_interpreted(game, players), play_on_device(game, players)
            assert ours.tobytes() == theirs.tobytes(), f"{game.name}, {players} players differ"
            assert all(states["over"] for states in ours)
            print(f"{game.name}, {players} players: same bytes")


if __name__ == "__main__":
    main()
