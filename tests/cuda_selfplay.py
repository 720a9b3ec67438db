"""Plays games and learns from them on CUDA and on the CPU, and compares what comes of it.

Run by test_learning.py under the simulator; on a machine with a GPU, run it by hand for the real
one: ``python tests/cuda_selfplay.py --gpu``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

if "--gpu" not in sys.argv:
    os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np
from learning.fitting import CpuLearner, new_weights
from learning.gpu import play_games_on_gpu
from learning.gpu_fitting import GpuLearner
from learning.playing import NONE, Plan, Samples, play_games

from tilewright.kernel.cuda import SIMULATED
from tilewright.network import find_versions
from tilewright.registry import GAMES
from tilewright.search.versions import find_network


def main() -> None:
    known = [game for game in GAMES.values() if game.knowledge and find_versions(game)]
    smallest = min(known, key=lambda game: game.dtype.itemsize)
    for game in [smallest] if SIMULATED else known:
        learnt = find_network(game)
        for network in [learnt] if SIMULATED else [None, learnt]:
            # This seed's first game is wild up to its last three plies: cheap to simulate.
            plan = Plan(2, games=1 if SIMULATED else 5000, seed=56, most_open=60, every=1)
            ours, theirs = play_games(game, network, plan), play_games_on_gpu(game, network, plan)
            for name in ("inputs", "targets", "plies", "games"):
                assert np.array_equal(getattr(ours, name), getattr(theirs, name)), name
        print(f"{game.name}: same games", flush=True)


def compare_steps() -> None:
    """A step of learning, from two positions of a made-up game."""
    inputs = np.array([[0, 2, NONE], [1, 2, 3]], np.uint16)
    targets = np.array([[1, 0, 0, 0, 0.7, 0.3, 0, 0], [0, 1, 0, 0, 0.2, 0.8, 0, 0]], np.float32)
    numbers = np.arange(2)
    data = Samples(2, inputs, targets, numbers.astype(np.int16), numbers.astype(np.int32))
    learners = [make(new_weights(4, 1), 1, 0.01) for make in (CpuLearner, GpuLearner)]
    for learner in learners:
        learner.step(data, numbers, 1e-2, 1)
    ours, theirs = (learner.flat for learner in learners)
    assert np.abs(ours - theirs).max() < 1e-5 and np.abs(ours - new_weights(4, 1)).max() > 1e-3
    assert abs(learners[0].take_loss() - learners[1].take_loss()) < 1e-5
    print("same step", flush=True)


if __name__ == "__main__":
    main()
    compare_steps()
