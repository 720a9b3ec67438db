"""Network evaluation gives the same bits interpreted, compiled and on CUDA, for every game."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from network.positions import LEARNT, Bits, evaluate_as_it_is, positions_of
from tilewright.game import Game
from tilewright.kernel import compiled
from tilewright.network import OUTPUTS, UNITS, WIDTH, empty_network, make_mind
from tilewright.network.files import HIDDEN, ONE
from tilewright.network.kernels import accumulate_inputs, evaluate, share_of, write_logits

POSITIONS = 30
LONG = 100_000


def evaluate_compiled(game: Game, position: Any, mind: Any) -> Bits:
    assert game.knowledge is not None and game.knowledge.network is not None
    twin = compiled(evaluate, **game.knowledge.network.bindings)
    twin(position.state, np.zeros(256), mind)
    return [*mind[2].tolist(), *mind[3].tolist()]


@pytest.mark.parametrize("game", LEARNT, ids=lambda game: game.name)
def test_evaluate_interpreted_equals_compiled(game: Game, is_long: bool) -> None:
    wanted = LONG if is_long else POSITIONS
    count = 0
    for position, mind in islice(positions_of(game), wanted):
        assert evaluate_compiled(game, position, mind) == evaluate_as_it_is(game, position, mind)
        count += 1
    assert count == wanted


@pytest.mark.slow
def test_evaluate_in_the_cuda_simulator_equals_compiled() -> None:
    """Runs in a separate process, because the simulator must be chosen at import."""
    script = Path(__file__).with_name("cuda_network.py")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("same bits") == len(LEARNT)


@pytest.mark.parametrize("game", LEARNT, ids=lambda game: game.name)
def test_write_inputs_numbers_inputs_as_documented(game: Game, is_long: bool) -> None:
    """All are below the number of inputs, and no more than the maximum are active. Interpreted,
    because compiling these kernels alone takes longer than everything else."""
    learnt = game.knowledge and game.knowledge.network
    assert learnt is not None
    out = np.zeros(2000, np.uint16)
    for position, _ in islice(positions_of(game), LONG if is_long else 400):
        count = learnt.write_inputs(position.state, out, np.zeros(256))
        assert 0 < count <= learnt.max_inputs(position.players)
        assert out[:count].max() < learnt.num_inputs


@pytest.mark.parametrize("game", LEARNT, ids=lambda game: game.name)
def test_evaluate_probabilities_add_up_to_one(game: Game) -> None:
    for position, mind in islice(positions_of(game), 60):
        firsts = evaluate_compiled(game, position, mind)[: position.players]
        assert sum(firsts) == pytest.approx(1, abs=1e-6) and min(firsts) > 0


def test_evaluate_with_zero_weights_is_even() -> None:
    game = LEARNT[0]
    assert game.knowledge is not None and game.knowledge.network is not None
    mind = make_mind(empty_network(game.knowledge.network.num_inputs), 400)
    for position, _ in islice(positions_of(game), 3):
        bits = evaluate_as_it_is(game, position, mind)
        assert bits[: position.players] == [1 / position.players] * position.players
        assert bits[4 : 4 + position.players] == [0.5] * position.players


def test_evaluate_equals_the_documented_layers() -> None:
    """Compared with floating-point results, for large and small numbers."""
    rng = np.random.default_rng(1)
    network = empty_network(50)
    parts: list[Any] = list(network)
    for part, most in zip(parts, (200, 90, 40_000, 90), strict=True):
        part[:] = rng.integers(-most, most, part.shape)
    network.rows[-1], network.second[..., UNITS:] = 0, 0
    inputs = np.zeros(24, np.uint16)
    inputs[:11] = rng.permutation(50)[:11]
    _, (_, sums, units, logits), *_ = make_mind(network, 20)
    accumulate_inputs(network.rows, inputs, 11, sums)
    write_logits(*network[1:], 3, sums, units, logits)
    floats = network.rows[inputs[:11]].sum(axis=0, dtype=float) + network.rows[-2]
    assert sums.tolist() == floats.tolist() and len(sums) == WIDTH
    hidden = network.second[2] @ floats.clip(0, ONE) + network.biases[2, :32]
    hidden = np.floor(hidden / 256).clip(0, 4 * ONE)
    expected = floats[UNITS:] + network.biases[2, 32:] + np.floor(hidden @ network.third[2] / 256)
    assert logits.tolist() == expected.tolist() and len(logits) == OUTPUTS


@pytest.mark.parametrize("value", [-32767, 32767])
def test_evaluate_with_extreme_weights_does_not_overflow(value: int) -> None:
    """The largest allowed weights: no overflow warning, and compiled code gives the same."""
    network = empty_network(300)
    network.rows[:-1] = value
    network.second[..., :UNITS] = 32767
    network.biases[:] = 2**30
    results = []
    for add, write in (
        (accumulate_inputs, write_logits),
        (compiled(accumulate_inputs), compiled(write_logits)),
    ):
        _, (inputs, sums, units, logits), *_ = make_mind(network, 400)
        inputs[:300] = range(300)
        add(network.rows, inputs, 300, sums)
        write(*network[1:], 2, sums, units, logits)
        results.append((sums.tolist(), logits.tolist()))
    assert results[0] == results[1] and results[0][0][0] == 301 * value


@pytest.mark.parametrize("players", [2, 3, 4])
def test_evaluate_reads_each_output_at_its_index(players: int) -> None:
    """Invented outputs: four logits of coming first, then four of the margin, the mover's first.

    Interpreted and compiled read the same place, right or wrong."""
    game = next(game for game in LEARNT if players in game.players)
    assert game.knowledge is not None and game.knowledge.network is not None
    network = empty_network(game.knowledge.network.num_inputs)
    outputs = [40, 30, 20, 10, 4000, 1000, -1000, -4000]
    network.biases[:, HIDDEN:] = outputs
    mind = make_mind(network, game.knowledge.network.max_inputs(4))
    position = tw.new(game.name, players=players, seed=3)
    bits = evaluate_as_it_is(game, position, mind)
    firsts, shares = bits[:players], bits[4 : 4 + players]
    seats = [(position.mover + place) % players for place in range(players)]
    assert [shares[seat] for seat in seats] == [share_of(one) for one in outputs[4 : 4 + players]]
    assert sorted(seats, key=lambda seat: -firsts[seat]) == seats
    assert sum(firsts) == pytest.approx(1)
