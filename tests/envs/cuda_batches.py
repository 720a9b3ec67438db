"""Steps batches on CUDA and compares them with naive ones.

Run by test_batch.py under the simulator; on a machine with a GPU ``benchmarks/gpu.py`` checks more.
"""

from __future__ import annotations

import os

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import random
from pathlib import Path
from sys import argv, path

import numpy as np

path.insert(0, str(Path(__file__).parents[1]))
path.insert(0, str(Path(__file__).parents[1] / "support"))

from numba import cuda

from bare import BARE
from envs.naive_batch import NaiveBatch
from tilewright.envs.batch import Batch, make_layout
from tilewright.envs.cuda import SHARED_BYTES, choose_launch_config, shared_row_bytes
from tilewright.errors import TilewrightError
from tilewright.game import Game
from tilewright.registry import GAMES

SIZE = 2


def compare(game: Game, players: int, num_steps: int) -> None:
    naive = NaiveBatch(game, SIZE, players, seed=8)
    batch = Batch(game, SIZE, players=players, seed=8, device="cuda")
    dice = random.Random(1)
    out = batch.new_buffers()
    rewards, dones = [[0.0] * players] * SIZE, [0] * SIZE
    found = batch.reset(out=out)
    for _ in range(num_steps):
        assert found.rewards.copy_to_host().tolist() == rewards
        assert found.dones.copy_to_host().tolist() == dones
        assert found.movers.copy_to_host().tolist() == naive.movers
        assert found.masks.copy_to_host().tobytes() == naive.masks.tobytes()
        assert found.observations.copy_to_host().tobytes() == naive.observations.tobytes()
        assert batch.states.copy_to_host().tobytes() == naive.tobytes()
        actions = [dice.choice(naive.legal(slot)) for slot in range(SIZE)]
        rewards, dones = naive.step(actions)
        found = batch.step(cuda.to_device(np.array(actions, dtype=np.int32)), out=out)


def check_refusals() -> None:
    batch = Batch("polyssimo", SIZE, device="cuda")
    before = batch.states.copy_to_host().tobytes()
    wrong = {
        "actions: expected an array on the GPU; found ndarray": np.zeros(SIZE, dtype=np.int32),
        "actions: expected int32[2]; found int64[2]": cuda.to_device(np.zeros(SIZE, np.int64)),
        "slot 1: action 24 is not legal; its mask says which are": cuda.to_device(
            np.array([0, 24], dtype=np.int32)
        ),
    }
    for text, actions in wrong.items():
        try:
            batch.step(actions)
        except TilewrightError as error:
            assert str(error) == text, str(error)
        else:
            raise AssertionError(f"not refused: {text}")
    assert batch.states.copy_to_host().tobytes() == before


def check_room() -> None:
    """Check that what a block keeps in shared memory fits, and that no block is without threads."""
    for game in GAMES.values():
        layout = make_layout(game, SIZE, None, {})
        stage = choose_launch_config(layout)
        kept = zip(shared_row_bytes(layout), stage[1:], strict=True)
        assert stage.block >= 32
        assert stage.block * sum(size for size, is_kept in kept if is_kept) <= SHARED_BYTES


def compare_playouts() -> None:
    """Playouts leave the games alone, and every one of them has a winner."""
    batch = Batch("my-shelfie", SIZE, players=3, seed=2, device="cuda")
    before = batch.states.copy_to_host().tobytes()
    found = batch.playout(2)
    assert found.wins.copy_to_host().sum(axis=1).tolist() == [2, 2]
    assert (found.plies.copy_to_host() > 2 * 3 * 10).all()
    assert batch.states.copy_to_host().tobytes() == before
    print("playouts", found.plies.copy_to_host().tolist(), found.scores.copy_to_host().tolist())


def main(is_long: bool) -> None:
    compare(BARE, 3, 20)  # a few games, one after the other
    for game in GAMES.values():
        for players in game.players if is_long else game.players[:1]:
            # Long enough for games to end; with more players, or day by day, the beginning.
            compare(game, players, 75 if is_long and players == game.players[0] else 5)
            print(f"{game.name}, {players} players: same bytes")
    check_refusals()
    check_room()
    compare_playouts()


if __name__ == "__main__":
    main("--long" in argv)
