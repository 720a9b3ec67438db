"""Evaluates positions on CUDA, one per thread, and compares the results with the CPU's.

Run by test_kernels.py under the simulator; on a machine with a GPU, run it by hand for the real
one: ``python tests/network/cuda_network.py --gpu 100000``.
"""

from __future__ import annotations

import os
import sys
from itertools import islice
from pathlib import Path

if "--gpu" not in sys.argv:
    os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

import numpy as np

from network.positions import LEARNT, network_of, positions_of
from tilewright import kernel
from tilewright.game import MAX_PLAYERS, Game
from tilewright.kernel.cuda import SIMULATED, cuda
from tilewright.network import evaluate, make_mind
from tilewright.network.files import make_buffers

Judged = np.ndarray


def on_device(game: Game, states: np.ndarray) -> Judged:
    assert game.knowledge is not None and game.knowledge.network is not None
    learnt, new = game.knowledge.network, cuda.device_array
    judge = kernel.device(evaluate, **learnt.bindings)

    @cuda.jit
    def grid(states, rows, second, biases, third, inputs, sums, units, logits, scratch, out):  # type: ignore[no-untyped-def]
        thread = cuda.grid(1)
        if thread < len(states):
            notes = (inputs[:, thread], sums[:, thread], units[:, thread], logits[:, thread])
            firsts, shares = out[0, :, thread], out[1, :, thread]
            judge(
                states[thread],
                scratch[:, thread],
                ((rows, second, biases, third), notes, firsts, shares),
            )

    size = len(states)
    notes = make_buffers(learnt.max_inputs(MAX_PLAYERS))
    written = [new((len(note), size), note.dtype) for note in notes] + [
        new((256, size), np.float64)
    ]
    out = cuda.to_device(np.zeros((2, MAX_PLAYERS, size)))
    weights = [cuda.to_device(part) for part in network_of(game)]
    grid[-(-size // 64), min(64, size)](cuda.to_device(states), *weights, *written, out)
    return out.copy_to_host()


def on_cpu(game: Game, states: np.ndarray) -> Judged:
    """Evaluate on the CPU: compiled beside a real GPU, interpreted beside the simulator."""
    assert game.knowledge is not None and game.knowledge.network is not None
    learnt = game.knowledge.network
    make = kernel.bound if SIMULATED else kernel.compiled
    judge = make(evaluate, **learnt.bindings)
    mind = make_mind(network_of(game), learnt.max_inputs(MAX_PLAYERS))
    found = np.zeros((2, MAX_PLAYERS, len(states)))
    for index, state in enumerate(states):
        mind[2][:], mind[3][:] = 0.0, 0.0
        judge(state, np.zeros(256), mind)
        found[:, :, index] = mind[2], mind[3]
    return found


def main() -> None:
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    for game in LEARNT:
        states = np.array([one.state for one, _ in islice(positions_of(game), wanted)], game.dtype)
        assert on_device(game, states).tobytes() == on_cpu(game, states).tobytes(), game.name
        print(f"{game.name}: {wanted} positions, same bits", flush=True)


if __name__ == "__main__":
    main()
