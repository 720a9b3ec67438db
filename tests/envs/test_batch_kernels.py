"""Kernels of a batch's slots by themselves, interpreted, on the toy game."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright as tw
from tilewright.envs.batch_kernels import next_seed, play_out
from tilewright.kernel import bound, to_word
from toy import TOY


@pytest.mark.parametrize("seed", range(20))
def test_play_out_draws_future_chance_again(seed: int) -> None:
    """The game's own generator must not decide a playout: what is to come would be known."""
    rules = TOY.rules
    names = {name: getattr(rules, name) for name in ("determinize", "playout", "outcome")}
    start = tw.new("toy", players=3, seed=5, rolls="yes").state
    work = np.zeros(2, dtype=TOY.dtype)
    scores, ranks = np.zeros((2, 4), dtype=np.int64)
    plies = bound(play_out, **names)(work, 1, start, to_word(seed), scores, ranks)
    expected = TOY.new_state()
    expected[0] = start
    rules.determinize(expected[0], to_word(seed))
    rules.playout(expected[0], next_seed(seed))
    assert work[1].tobytes() == expected[0].tobytes()
    assert plies == int(expected[0]["ply"]) - int(start["ply"])
