"""Play games on CUDA and on the CPU, and compare them.

Run by test_learning.py under the simulator; on a machine with a GPU, run it by hand for the real
one: ``python tests/support/cuda_selfplay.py --gpu``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

if "--gpu" not in sys.argv:
    os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np
from learning.gpu import play_games_on_gpu
from learning.playing import Plan, play_games

from tilewright.kernel.cuda import SIMULATED
from tilewright.network import find_versions
from tilewright.registry import GAMES
from tilewright.search.levels import load_network


def main() -> None:
    known = [game for game in GAMES.values() if game.knowledge and find_versions(game)]
    smallest = min(known, key=lambda game: game.dtype.itemsize)
    for game in [smallest] if SIMULATED else known:
        learnt = load_network(game)
        for network in [learnt] if SIMULATED else [None, learnt]:
            # This seed's first game is wild up to its last three plies: cheap to simulate.
            plan = Plan(2, games=1 if SIMULATED else 5000, seed=56, most_open=60, every=1)
            ours, theirs = play_games(game, network, plan), play_games_on_gpu(game, network, plan)
            for name in ("inputs", "targets", "plies", "games"):
                assert np.array_equal(getattr(ours, name), getattr(theirs, name)), name
        print(f"{game.name}: same games", flush=True)


if __name__ == "__main__":
    main()
