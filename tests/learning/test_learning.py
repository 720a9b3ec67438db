"""The pipeline that learns networks: games, gradients, rounds that can be stopped and gone on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from learning.__main__ import main
from learning.card import format_data_card
from learning.fitting import fit_weights, initialise_weights, measure_loss, quantise, split_weights
from learning.gradients import add_gradients, add_losses
from learning.playing import Plan, Samples, play_games
from learning.pool import run_for
from learning.rounds import Run, Settings

from learning import playing, tuning
from tilewright.errors import InvalidOption, TextError, TilewrightError
from tilewright.kernel import bound, compiled
from tilewright.network import OUTPUTS, Network, find_versions, make_mind, unpack_network
from tilewright.network.files import weights_path
from tilewright.network.kernels import accumulate_inputs, write_logits
from tilewright.registry import GAMES
from tilewright.search.levels import load_network

LEARNT = [game for game in GAMES.values() if game.knowledge and find_versions(game)]
GAME = min(LEARNT, key=lambda game: game.dtype.itemsize)
"""The smallest is the quickest to compile."""
INPUTS = 12


def are_equal(one: Samples, other: Samples) -> bool:
    parts: list[tuple[Any, Any]] = list(zip(one[1:], other[1:], strict=True))
    return all(np.array_equal(ours, theirs) for ours, theirs in parts)


def samples(count: int = 64, players: int = 2) -> Samples:
    """Positions of a game that is won where input 3 is on."""
    rng = np.random.default_rng(1)
    inputs = np.full((count, 6), 65535, np.uint16)
    for row in inputs:
        row[:5] = rng.permutation(INPUTS)[:5]
    targets = np.zeros((count, OUTPUTS), np.float32)
    targets[:, 0] = (inputs == 3).any(axis=1)
    targets[:, 1] = 1 - targets[:, 0]
    targets[:, 4:6] = targets[:, :2]
    numbers = np.arange(count)
    return Samples(players, inputs, targets, numbers.astype(np.int16), numbers.astype(np.int32))


# --- Fitting --------------------------------------------------------------------------------------


def test_gradients_equal_finite_differences() -> None:
    """Against the loss a little to both sides, weight by weight."""
    data, flat = samples(20), initialise_weights(INPUTS, 1)
    pads = tuple(np.zeros(size, np.float32) for size in (64, 32, 8, 8, 64))
    grads = np.zeros_like(flat)
    picks, given = np.arange(20), (data.inputs, data.targets, 2)
    learn: Any = compiled(add_gradients)
    learn(0, 20, picks, *given, split_weights(flat), split_weights(grads), pads)
    for index in np.random.default_rng(2).permutation(len(flat))[:300]:
        sides = [flat.copy(), flat.copy()]
        sides[0][index] -= 1e-2
        sides[1][index] += 1e-2
        losses = [compiled(add_losses)(0, 20, *given, split_weights(side), pads) for side in sides]
        assert grads[index] == pytest.approx((losses[1] - losses[0]) / 2e-2, abs=2e-2)
    assert np.abs(grads).max() > 0.5


def test_fit_weights_learns_a_known_target() -> None:
    data, flat = samples(400), initialise_weights(INPUTS, 1)
    learnt = fit_weights(flat, [data], steps=400, batch=64, rate=1e-2, workers=2)
    assert measure_loss(flat, data) > 0.9 > 0.2 > measure_loss(learnt, data)
    again = fit_weights(flat, [data], steps=400, batch=64, rate=1e-2, workers=2)
    assert (learnt == again).all()


def test_quantise_keeps_the_predictions() -> None:
    data = samples(400)
    flat = fit_weights(initialise_weights(INPUTS, 1), [data], steps=150, batch=64, rate=3e-3)
    network = quantise(flat)
    rows, second, inner, third, outer = split_weights(flat)
    _, (inputs, sums, units, logits), *_ = make_mind(network, 8)
    for row in data.inputs[:50]:
        inputs[:5] = row[:5]
        accumulate_inputs(network.rows, inputs, 5, sums)
        write_logits(*network[1:], 2, sums, units, logits)
        floats = rows[row[:5]].sum(axis=0) + rows[-2]
        hidden = (second[1, :, :56] @ floats[:56].clip(0, 1) + inner[1]).clip(0, 4)
        expected = floats[56:] + hidden @ third[1] + outer[1]
        assert logits / 512 == pytest.approx(expected, abs=0.1)


def test_quantise_clears_rows_of_unused_inputs() -> None:
    data = samples(100)
    data.inputs[data.inputs == 7] = 8
    network = quantise(
        fit_weights(initialise_weights(INPUTS, 1), [data], steps=20, batch=32, rate=1e-3)
    )
    assert not network.rows[7].any() and network.rows[8].any() and not network.rows[-1].any()


# --- Games ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_play_games_depends_on_number_and_seed_only() -> None:
    """However many play them, by ratings and by a network."""
    for network in (None, load_network(GAME)):
        plan = Plan(players=2, games=12, seed=5)
        alone, together = (
            play_games(GAME, network, plan),
            play_games(GAME, network, plan, workers=3),
        )
        assert are_equal(alone, together)
        other = play_games(GAME, network, plan._replace(seed=6))
        assert not np.array_equal(alone.inputs, other.inputs)
        assert len(alone.plies) > 24 and set(alone.games.tolist()) <= set(range(12))
        assert alone.targets[:, :2].sum(axis=1) == pytest.approx(1, abs=1e-5)
        assert not alone.targets[:, 2:4].any() and not alone.targets[:, 6:].any()


def test_play_games_by_search_targets_the_search_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, so that no search is compiled for it; this game's last plies are not wild."""
    monkeypatch.setattr(playing, "compiled", bound)
    game = max(LEARNT, key=lambda game: game.dtype.itemsize)
    plan = Plan(players=2, games=1, seed=50, most_open=40, every=1)
    one_ply, searched, again = (
        play_games(game, load_network(game), plan._replace(iterations=iterations))
        for iterations in (0, 3, 3)
    )
    assert len(searched.plies) >= 2 and are_equal(searched, again)
    # Both begin with the same position; what is thought of those after it differs.
    assert np.array_equal(one_ply.inputs[0], searched.inputs[0])
    assert not np.array_equal(one_ply.targets[0], searched.targets[0])
    assert (searched.targets >= 0).all() and (searched.targets <= 1).all()


@pytest.mark.slow
def test_play_games_on_gpu_gives_the_same_samples() -> None:
    """On CUDA's simulator, in a process of its own: it must be chosen at import."""
    script = Path(__file__).parents[1] / "support" / "cuda_selfplay.py"
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "same games" in done.stdout


# --- Rounds ---------------------------------------------------------------------------------------


def words(folder: Path, **changes: object) -> list[str]:
    given = {"players": 2, "rounds": 1, "games": 60, "seed": 3, "workers": 2, "device": "cpu"}
    options = {**given, "out": folder, **changes}
    return [
        GAME.name,
        *(word for name, value in options.items() for word in (f"--{name}", str(value))),
    ]


@pytest.mark.slow
def test_run_trains_and_writes_a_network(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Weights that can be used, their card, and progress on the way."""
    assert main(words(tmp_path)) == 0
    assert GAME.knowledge is not None and GAME.knowledge.network is not None
    count = GAME.knowledge.network.num_inputs
    network = unpack_network((tmp_path / "network-2.weights").read_bytes(), GAME.name, 2, count)
    assert network.rows.any() and network.third.any()
    card = (tmp_path / "network-2.md").read_text(encoding="utf-8")
    assert card.startswith(f"# Network 2 of {GAME.title}") and "| games | 120 |" in card
    output = capsys.readouterr().out
    assert "round 0: 60 games of 2" in output and "round 1: held out" in output


@pytest.mark.slow
def test_run_resumed_gives_the_same_weights(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    assert main(words(whole)) == 0
    for rounds in (0, 1, 1):
        assert main(words(stopped, rounds=rounds)) == 0
    files = [(folder / "network-2.weights").read_bytes() for folder in (whole, stopped)]
    assert files[0] == files[1]


@pytest.mark.slow
def test_run_with_other_settings_refuses_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words(tmp_path, rounds=0)) == 0
    assert main(words(tmp_path, rounds=0, games=70)) == 1
    error = capsys.readouterr().err
    assert "holds a run with games 60; found 70" in error and error.count("\n") == 1


@pytest.mark.parametrize(
    "changes, expected",
    [
        ({"players": 5}, "is for 2, 3, 4 players; found 5"),
        ({"games": 3}, "games: expected 50 to 10,000,000; found 3"),
        ({"start": "/nowhere.npz"}, "expected the checkpoint of a run"),
        ({"start": "/network-2.weights"}, "cannot read /network-2.weights: No such file"),
        ({"iterations": -1}, "iterations: expected 0 to 100,000; found -1"),
        ({"device": "gpu"}, "expected a GPU"),
    ],
)
def test_run_reports_errors_in_one_line(
    tmp_path: Path,
    changes: dict[str, object],
    expected: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(words(tmp_path, **changes)) == 1
    error = capsys.readouterr().err
    assert expected in error and error.count("\n") == 1


def test_run_of_a_game_without_inputs_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["toy", "--out", "/nowhere"]) == 1
    assert "toy has no inputs for a network" in capsys.readouterr().err


def test_run_on_a_full_disk_keeps_the_last_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(Settings(GAME.name, (2,), 60), tmp_path, progress=lambda line: None)
    run._save()
    before = run.checkpoint.read_bytes()

    def fail(path: Path, **arrays: object) -> None:
        path.write_bytes(b"half")
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(np, "savez", fail)
    with pytest.raises(TilewrightError, match=r"cannot write .*No space left"):
        run._save()
    assert run.checkpoint.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint.npz"]


def test_run_starts_from_given_weights(tmp_path: Path) -> None:
    """As integers they come back the same; its card says what it began with."""
    assert GAME.knowledge is not None and GAME.knowledge.network is not None
    version = find_versions(GAME)[-1]
    run = Run(Settings(GAME.name, (2,), 60, iterations=5), tmp_path)
    run.start_from(weights_path(GAME.knowledge.network.folder, version))
    ours, theirs = run.network, load_network(GAME)
    assert theirs is not None
    for name in Network._fields:
        assert np.array_equal(getattr(ours, name), getattr(theirs, name)), name
    card = format_data_card(run, 3, "CPU")
    assert f"--iterations 5 --start network-{version}.weights`: round 0 is the network" in card


def test_run_refuses_weights_of_another_game(tmp_path: Path) -> None:
    run, other = Run(Settings(GAME.name, (2,), 60), tmp_path), tmp_path / "other"
    start = other / "checkpoint.npz"
    other.mkdir()
    np.savez(start, flat=np.zeros(10, np.float32))
    with pytest.raises(InvalidOption, match=r"expected .* weights; found 10"):
        run.start_from(start)
    (other / "network-2.weights").write_bytes(b"tilewright: network 9\n\n")
    with pytest.raises(TextError, match="expected network 1; found"):
        run.start_from(other / "network-2.weights")


# --- Settings -------------------------------------------------------------------------------------


def test_fit_games_finds_the_better_settings() -> None:
    """Made-up games for three, in which the first setting is best at a half."""
    rng = np.random.default_rng(1)
    rows = []
    for _ in range(600):
        places = rng.uniform(-1, 1, (3, len(tuning.NAMES)))
        strengths = 2 * places[:, 0] - 2 * places[:, 0] ** 2
        firsts = np.zeros(3)
        firsts[np.argmax(strengths + rng.gumbel(size=3))] = 1
        rows.append({"places": places.tolist(), "firsts": firsts.tolist()})
    weights, spread = tuning.fit_games(rows)
    line, bend = weights[0], weights[len(tuning.NAMES)]
    assert line > 1 and bend < -1 and 0.3 < -line / (2 * bend) < 0.7
    errors = np.sqrt(np.diag(spread))
    others = weights[1 : len(tuning.NAMES)] / errors[1 : len(tuning.NAMES)]
    assert np.abs(others).max() < 3.5


@pytest.mark.slow
def test_tuning_plays_a_game_between_settings() -> None:
    row = tuning.play_job(tuning.Job(GAME.name, 2, 1, 8))
    assert sum(row["firsts"]) == 1 and np.shape(row["places"]) == (2, len(tuning.NAMES))
    assert row == tuning.play_job(tuning.Job(GAME.name, 2, 1, 8))


def test_run_for_ends_when_there_are_no_more_jobs() -> None:
    """A ladder with games enough for every step once ended in a traceback."""
    assert sorted(run_for(60, 1, abs, iter([-2, -1]))) == [1, 2]
