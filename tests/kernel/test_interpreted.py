"""Kernels without a compiler: ``TILEWRIGHT_JIT=0`` and ``NUMBA_DISABLE_JIT=1``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tilewright.kernel import bound, compiled, kernel, may_compile

SWITCHES = [{"TILEWRIGHT_JIT": "0"}, {"NUMBA_DISABLE_JIT": "1"}]

PLAY = """
import hashlib
import numpy as np
import tilewright as tw
from tilewright.bots import Budget, make_bot
from tilewright.envs.batch import Batch
from tilewright.envs.numbers import numbers_of, unpack_bits

told = hashlib.sha256()
for game in ("my-shelfie", "nova-luna", "nova-luna-solo", "polyssimo"):
    batch = Batch(game, 2, seed=5)
    for _ in range(3):
        masks = unpack_bits(batch.masks, batch.game.num_actions)
        for array in batch.step(masks.argmax(axis=1).astype(np.int32)):
            told.update(array.tobytes())
    told.update(numbers_of(batch.game).unpack(batch.observations).tobytes())
    if game == "my-shelfie":
        told.update(b"".join(array.tobytes() for array in batch.playout()))
for bot in ("random", "uniform", "greedy", "level-1", "level-4"):
    p = tw.new("my-shelfie", seed=3)
    p.play(make_bot(bot, p.game, 1, Budget(iterations=3)).choose(p.view(0)))
    told.update(p.moves[0].encode())
print(told.hexdigest())
"""


def run(code: str, cache: Path, switch: dict[str, str]) -> str:
    """Run code in a separate process, because Numba reads its switch on import."""
    kept = {name: text for name, text in os.environ.items() if "JIT" not in name}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**kept, "TILEWRIGHT_CACHE_DIR": str(cache), **switch},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: next(iter(switch)))
def test_interpreted_batches_and_bots_compile_nothing(
    switch: dict[str, str], tmp_path: Path
) -> None:
    """The one crashed, the other compiled for two minutes."""
    cache = Path(os.environ["TILEWRIGHT_CACHE_DIR"])
    assert run(PLAY, tmp_path, switch) == run(PLAY, cache, {})
    assert list(tmp_path.iterdir()) == []


@kernel
def inner(number: int) -> int:
    return number + 1


@kernel
def outer(number: int) -> int:
    return 2 * inner(number)


@kernel
def other(number: int) -> int:
    return number + 10


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: next(iter(switch)))
def test_interpreted_kernel_is_the_function_itself(
    switch: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in switch.items():
        monkeypatch.setenv(name, text)
    assert not may_compile()
    assert compiled(outer) is outer
    assert compiled(outer, inner=other) is bound(outer, inner=other)
    assert compiled(outer, inner=other)(1) == 22


@pytest.mark.parametrize("text", ["", "0"])
def test_interpreted_switch_that_is_off_changes_nothing(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TILEWRIGHT_JIT", raising=False)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", text)
    assert may_compile()
