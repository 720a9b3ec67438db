"""Many games at once are the same games as one at a time."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from envs.naive_batch import NaiveBatch
from tilewright.envs import batch as batches
from tilewright.envs.batch import Batch
from tilewright.envs.numbers import unpack_bits
from tilewright.errors import IllegalMove, InvalidOption
from tilewright.game import Game
from toy import TOY
from walks import REAL_GAMES

pytestmark = pytest.mark.slow

SEATINGS = [(game, players) for game in REAL_GAMES for players in game.players]


def seating_id(value: object) -> str:
    return value.name if isinstance(value, Game) else str(value)


def random_actions(batch: Batch, dice: np.random.Generator) -> np.ndarray:
    """Return a random legal action for each slot, by the masks."""
    legal = unpack_bits(batch.masks, batch.game.num_actions)
    return (legal * dice.random(legal.shape)).argmax(axis=1).astype(np.int32)


def play(batch: Batch, num_steps: int, seed: int = 1, **more: Any) -> list[bytes]:
    """Random steps; everything they wrote."""
    dice = np.random.default_rng(seed)
    written = []
    for _ in range(num_steps):
        found = batch.step(random_actions(batch, dice), **more)
        written.append(b"".join(array.tobytes() for array in found))
    return [*written, batch.states.tobytes(), batch.seeds.tobytes()]


# --- The same as one at a time ------------------------------------------------------------------


@pytest.mark.parametrize("game, players", SEATINGS, ids=seating_id)
def test_batch_steps_equal_single_games(game: Game, players: int) -> None:
    """Long enough for every slot to see the end of a game and the beginning of the next."""
    batch, naive = Batch(game, 3, players=players, seed=6), NaiveBatch(game, 3, players, seed=6)
    dice = np.random.default_rng(2)
    num_ended = 0
    for _ in range(80):
        assert batch.masks.tobytes() == naive.masks.tobytes()
        assert batch.observations.tobytes() == naive.observations.tobytes()
        assert batch.movers.tolist() == naive.movers
        assert batch.states.tobytes() == naive.tobytes()
        assert batch.seeds.tolist() == naive.seeds
        actions = random_actions(batch, dice)
        rewards, dones = naive.step(actions.tolist())
        batch.step(actions)
        assert (batch.rewards.tolist(), batch.dones.tolist()) == (rewards, dones)
        num_ended += sum(dones)
    assert num_ended >= 3


def test_batch_options_apply_to_every_game() -> None:
    batch = Batch("my-shelfie", 4, players=2, options={"goals": "1", "refill": "isolated"})
    assert not batch.states["goals"][:, 1].any()
    assert batch.states["refill"].all()
    play(batch, 60)
    assert not batch.states["goals"][:, 1].any()


def test_batch_seeds_equal_those_of_single_games() -> None:
    """A game dealt in a slot is the game that ``tilewright.new`` deals from that seed."""
    batch = Batch("polyssimo", 3, players=2, options={"first": "random"})
    seeds = np.array([5, 6, 2**64 - 1], dtype=np.uint64)
    batch.reset(seeds)
    singles = [tw.new("polyssimo", players=2, seed=int(seed), first="random") for seed in seeds]
    assert batch.states.tobytes() == b"".join(single.state.tobytes() for single in singles)


def test_batch_reset_deals_new_games() -> None:
    batch = Batch("my-shelfie", 5, seed=3)
    first = [batch.states.tobytes(), *play(batch, 40)]
    batch.reset()
    assert [batch.states.tobytes(), *play(batch, 40)] == first
    assert [batch.states.tobytes(), *play(Batch("my-shelfie", 5, seed=4), 40)] != first


def test_batch_results_do_not_depend_on_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "SLOTS_PER_THREAD", 2)
    one, three = (Batch("my-shelfie", 7, seed=3, threads=threads) for threads in (1, 3))
    assert play(one, 45) == play(three, 45)
    for a, b in zip(one.playout(3), three.playout(3), strict=True):
        assert a.tobytes() == b.tobytes()


def test_batch_step_finds_an_illegal_action_in_any_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "SLOTS_PER_THREAD", 2)
    batch = Batch("polyssimo", 6, threads=3)
    for slot in range(6):
        actions = np.zeros(6, dtype=np.int32)
        actions[slot:] = 24
        with pytest.raises(IllegalMove, match=f"slot {slot}: action 24"):
            batch.step(actions)


# --- The caller's own arrays --------------------------------------------------------------------


def test_batch_writes_results_to_out() -> None:
    theirs, ours = Batch("my-shelfie", 5, seed=3), Batch("my-shelfie", 5, seed=3)
    out = theirs.new_buffers()
    for array in out:
        array.view(np.uint8)[:] = 0xAA
    assert theirs.reset(out=out) is out
    assert [array.tobytes() for array in out] == [array.tobytes() for array in ours.reset()]
    assert play(theirs, 45, out=out) == play(ours, 45)


def test_batch_step_ignores_changed_masks() -> None:
    """Actions are checked against masks that no caller can write to."""
    batch = Batch("polyssimo", 2)
    out = batch.new_buffers()
    batch.reset(out=out)
    out.masks[:] = 2**64 - 1
    with pytest.raises(IllegalMove):
        batch.step(np.full(2, 24, dtype=np.int32), out=out)
    for array in (batch.masks, batch.states, batch.observations):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[1]


# --- Playouts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", REAL_GAMES, ids=seating_id)
def test_batch_playout_leaves_the_games_unchanged(game: Game) -> None:
    batch = Batch(game, 6, seed=3)
    play(batch, 10)
    before = batch.states.tobytes()
    found = batch.playout(4)
    assert batch.states.tobytes() == before
    assert found.wins.sum(axis=1).tolist() == [4] * 6
    assert (found.plies > 0).all()
    # Another call is another sample.
    assert batch.playout(4).scores.tobytes() != found.scores.tobytes()


def test_batch_playouts_of_equal_games_differ() -> None:
    batch = Batch("my-shelfie", 16)
    batch.reset(np.full(16, 7, dtype=np.uint64))
    assert len({state.tobytes() for state in batch.states}) == 1
    found = batch.playout(3)
    results = {(int(plies), *map(int, row)) for plies, row in zip(*found[:2], strict=True)}
    assert len(results) > 4, "each slot has its own random numbers"


def test_batch_playout_of_one_ply_has_known_results() -> None:
    """In the last ply of a solo game nothing is left to chance but the player's own choice."""
    batch = Batch("nova-luna-solo", 40, seed=1)
    dice = np.random.default_rng(1)
    for _ in range(200):
        found = batch.playout(1)
        for slot in np.flatnonzero(found.plies == 1):
            position = tw.Position(batch.game, batch.states[slot : slot + 1].copy())
            scores = set()
            for action in position.legal_actions:
                child = position.copy()
                child.play(int(action))
                scores.add(child.outcome.scores[0] if child.outcome else None)
            assert int(found.scores[slot, 0]) in scores
            return
        batch.step(random_actions(batch, dice))
    pytest.fail("no playout of a single ply was seen")


# --- Refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings, text",
    [
        ({"size": 0}, "size: expected 1 or more games; found 0"),
        ({"size": "8"}, "size: expected a whole number; found str '8'"),
        ({"size": 2.5}, "size: expected a whole number; found float 2.5"),
        ({"threads": 1.5}, "threads: expected a whole number; found float 1.5"),
        ({"seed": True}, "seed: expected a whole number; found bool True"),
        ({"size": 10**12}, "games of my-shelfie take 5.* GiB; found .* GiB of memory"),
        ({"players": 5}, "my-shelfie is for 2, 3, 4 players; found 5"),
        ({"options": {"goals": "3"}}, "option goals: expected one of 2, 1; found '3'"),
        ({"device": "tpu"}, "device: expected cpu or cuda; found 'tpu'"),
        ({"threads": 0}, "threads: expected 1 or more; found 0"),
        ({"seed": -1}, r"seed: expected a whole number from 0 to 2\*\*64 - 1; found -1"),
        ({"game": TOY}, "toy has no observations"),
    ],
)
def test_batch_with_invalid_settings_is_refused(settings: dict[str, Any], text: str) -> None:
    with pytest.raises(InvalidOption, match=text):
        Batch(**{"game": "my-shelfie", "size": 3, **settings})


WRONG_ACTIONS = [
    ([0] * 4, r"actions: expected a NumPy array; found list"),
    (np.zeros(4, dtype=np.int64), r"actions: expected int32\[4\]; found int64\[4\]"),
    (np.zeros(5, dtype=np.int32), r"actions: expected int32\[4\]; found int32\[5\]"),
    (np.zeros((4, 1), dtype=np.int32), r"actions: expected int32\[4\]; found int32\[4, 1\]"),
    (np.zeros(8, dtype=np.int32)[::2], "actions: expected an array without gaps"),
    (np.array([0, 0, -1, 0], dtype=np.int32), "slot 2: expected an action from 0 to 12741; found"),
    (np.array([0, 0, 2**31 - 1, 0], dtype=np.int32), "slot 2: expected an action from 0 to 12741"),
    (np.array([0, 0, 0, 500], dtype=np.int32), "slot 3: action 500 is not legal"),
]


@pytest.mark.parametrize("actions, text", WRONG_ACTIONS, ids=[text for _, text in WRONG_ACTIONS])
def test_batch_step_with_illegal_actions_changes_nothing(actions: Any, text: str) -> None:
    batch = Batch("polyssimo", 4)
    everything = [batch.states, batch.seeds, batch.masks, batch.observations, batch.movers]
    before = [array.tobytes() for array in everything]
    with pytest.raises(tw.TilewrightError, match=text):
        batch.step(actions)
    assert [array.tobytes() for array in everything] == before
    batch.step(np.zeros(4, dtype=np.int32))


@pytest.mark.parametrize("name", ["rewards", "dones", "movers", "masks", "observations"])
def test_batch_step_with_wrong_buffers_changes_nothing(name: str) -> None:
    batch = Batch("polyssimo", 4)
    before = batch.states.tobytes()
    good = batch.new_buffers()
    array = getattr(good, name)
    read_only = array.copy()
    read_only.flags.writeable = False
    for bad, text in (
        (array[:3].copy(), f"{name}: expected .*4.*; found .*3"),
        (np.zeros(array.shape, dtype=np.int16), f"{name}: expected .*; found int16"),
        (read_only, f"{name}: expected an array to write to; found a read-only one"),
    ):
        with pytest.raises(InvalidOption, match=text):
            batch.step(np.zeros(4, dtype=np.int32), out=good._replace(**{name: bad}))
    assert batch.states.tobytes() == before


def test_batch_with_wrong_seeds_or_rounds_is_refused() -> None:
    batch = Batch("polyssimo", 4)
    with pytest.raises(InvalidOption, match=r"seeds: expected uint64\[4\]; found int64\[4\]"):
        batch.reset(np.zeros(4, dtype=np.int64))
    with pytest.raises(InvalidOption, match="rounds: expected 1 or more; found 0"):
        batch.playout(0)
    with pytest.raises(InvalidOption, match="rounds: expected a whole number; found str 'x'"):
        batch.playout("x")  # type: ignore[arg-type]


# --- CUDA ---------------------------------------------------------------------------------------


def run_script(code: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a script in its own process: CUDA or its simulator must be chosen at import."""
    return subprocess.run(
        [sys.executable, *code], capture_output=True, text=True, timeout=600, check=False
    )


def test_batch_on_cuda_without_a_gpu_is_refused() -> None:
    from numba import cuda

    if cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(InvalidOption, match="device: expected a GPU that CUDA can use; found none"):
        Batch("my-shelfie", 3, device="cuda")


def test_batch_in_the_cuda_simulator_equals_the_naive_batch(is_long: bool) -> None:
    """Every seating to its end takes minutes: that is for ``--long``."""
    size = ["--long"] if is_long else []
    done = run_script([str(Path(__file__).with_name("cuda_batches.py")), *size])
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("same bytes") == len(SEATINGS if is_long else REAL_GAMES)
    # Playouts on the CPU find the same.
    batch = Batch("my-shelfie", 2, players=3, seed=2)
    found = batch.playout(2)
    expected = f"playouts {found.plies.tolist()} {found.scores.tolist()}"
    assert expected in done.stdout, (expected, done.stdout)


# --- Copies -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make_copy", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))]
)
def test_batch_copy_is_independent_and_equal(make_copy: Callable[[Batch], Batch]) -> None:
    batch = Batch("my-shelfie", 5, players=3, seed=2, options={"goals": "1"})
    play(batch, 30)
    batch.playout(2)
    twin = make_copy(batch)
    for name in ("states", "seeds", "rewards", "dones", "movers", "masks", "observations"):
        assert (getattr(twin, name) == getattr(batch, name)).all(), name
    before = batch.states.tobytes()
    there = play(twin, 60)
    assert batch.states.tobytes() == before, "by itself"
    assert play(batch, 60) == there
    assert [found.tolist() for found in twin.playout(2)] == [
        found.tolist() for found in batch.playout(2)
    ]
