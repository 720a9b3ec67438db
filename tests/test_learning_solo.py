"""The networks of the solo game's solver can be learnt again."""

from __future__ import annotations

import base64

import numpy as np
import pytest
from learning import nova_luna_solo_closer as closer
from learning.nova_luna_solo import encode

from tilewright.games.nova_luna.solo.outlook import CLOSING, NUM_COLUMNS, ask_network
from tilewright.games.nova_luna.solo.weights import CLOSE_NETWORK, END_NETWORK, NETWORKS, TEXT

pytestmark = pytest.mark.slow


def test_what_differs_within_a_group_is_learnt(capsys: pytest.CaptureFixture[str]) -> None:
    """A number that all rows of a group share says nothing about which of them is best."""
    generator = np.random.default_rng(1)
    rows = generator.normal(size=(4000, 6)).astype(np.float32)
    answers = 3 * rows[:, 0] + np.abs(rows[:, 1])
    luck = np.repeat(generator.normal(0, 5, 1000), 4)
    targets = (answers + luck).astype(np.float32)
    network = closer.fit(rows, targets, 4, epochs=20)
    hidden = np.zeros(NUM_COLUMNS, dtype=np.float32)
    found = np.array([ask_network(network, row, hidden) for row in rows[:400]])
    assert np.std(found - answers[:400]) < 0.5
    assert "within a group" in capsys.readouterr().err


def test_a_small_run_learns_all_but_the_quick_network_of_phase_two() -> None:
    networks = closer.Networks()
    closer.learn(networks, {"closing": 1, "ends": 1, "going": 1}, np.random.default_rng(1))
    assert networks.close.shape == CLOSE_NETWORK.shape
    assert networks.end.shape == END_NETWORK.shape
    same = [np.array_equal(networks.quick[i], NETWORKS[i]) for i in range(len(NETWORKS))]
    assert same == [question == CLOSING for question in range(len(NETWORKS))]
    for text, network in zip(networks.texts(), networks.all(), strict=True):
        numbers = np.frombuffer(base64.b85decode("".join(text.split())), dtype="<f2")
        assert np.array_equal(numbers.astype(np.float32), network.ravel())


def test_the_text_is_that_of_the_weights() -> None:
    assert encode(NETWORKS) == TEXT.strip()
