"""One source, three targets: the same bytes from each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.game import Game
from tilewright.kernel import (
    below,
    cache_folder,
    compiled,
    forget_old_caches,
    kernel,
    lowest,
    mix,
    next_random,
    popcount,
    u64,
)
from tilewright.perft import count_leaves
from toy import TOY
from walks import REAL_GAMES, configuration_id, configurations

words = st.integers(0, 2**64 - 1)


@kernel
def all_primitives(word, shift):
    return u64(word << shift) ^ u64(~word), popcount(word), lowest(word), mix(word)


@given(words, st.integers(0, 63))
def test_primitives_agree(word: int, shift: int) -> None:
    interpreted = all_primitives(word, shift)
    assert compiled(all_primitives)(np.uint64(word), shift) == interpreted
    assert interpreted[1] == word.bit_count()
    assert interpreted[2] == next((i for i in range(64) if word >> i & 1), 64)


def test_random_words_are_splitmix64() -> None:
    """The first outputs of SplitMix64 for seed 1234567, as published with the generator."""
    rng, outputs = 1234567, []
    for _ in range(3):
        rng = next_random(rng)
        outputs.append(mix(rng))
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_below_is_uniform() -> None:
    """Chi-square of 60,000 draws from 0..5 with 5 degrees of freedom; 20.5 is the 0.1 % point."""
    counts, rng = [0] * 6, 42
    for _ in range(60_000):
        rng = next_random(rng)
        counts[below(rng, 6)] += 1
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 20.5


def test_bindings_reach_nested_kernels_and_games_do_not_mix() -> None:
    """A template bound to two games gives two functions, each with its own cache entry."""
    first, second = (
        compiled(count_leaves, legal_actions=game.rules.legal_actions, apply=game.rules.apply)
        for game in (TOY, REAL_GAMES[0])
    )
    assert first is not second
    assert first.py_func.__qualname__ != second.py_func.__qualname__  # type: ignore[attr-defined]


def test_cache_folder_follows_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit in any kernel's source, or another Numba, means another folder."""
    find_folder = cache_folder.__wrapped__
    before = find_folder()
    assert find_folder() == before
    read = Path.read_bytes
    edited = "rules.py"

    def read_edited(path: Path) -> bytes:
        return read(path) + b"# edited" if path.name == edited else read(path)

    monkeypatch.setattr(Path, "read_bytes", read_edited)
    assert find_folder() != before
    edited = "cli.py"  # holds no kernel
    assert find_folder() == before
    monkeypatch.setattr("tilewright.kernel.version", lambda name: "other")
    assert find_folder() != before


def test_old_cache_folders_are_forgotten(tmp_path: Path) -> None:
    mine, old, fresh = (tmp_path / (letter * 16) for letter in "abc")
    stranger = tmp_path / "photos"
    for folder in (mine, old, fresh, stranger):
        folder.mkdir()
        (folder / "file").write_text("x")
    for folder in (mine, old, stranger):
        os.utime(folder, (0, 0))
    forget_old_caches(mine)
    assert sorted(tmp_path.iterdir()) == [mine, fresh, stranger]


@pytest.mark.parametrize("configuration", configurations(), ids=configuration_id)
def test_interpreted_is_compiled(configuration: tuple[str, int, dict[str, str]]) -> None:
    """Two whole games a configuration: the same bytes after every ply, and the same answers."""
    name, players, options = configuration
    game = next(game for game in REAL_GAMES if game.name == name)
    for seed in (1, 2):
        _compare_targets(game, players, options, seed)


def _compare_targets(game: Game, players: int, options: dict[str, str], seed: int) -> None:
    plain, fast = game.rules, type(game.rules)(*(compiled(rule) for rule in game.rules))
    values = game.parse_options(options, players)
    a, b = game.new_state(), game.new_state()
    outs = np.zeros((2, game.max_legal), dtype=np.int32)
    rng = np.uint64(seed)
    plain.setup(a[0], np.uint64(seed), players, values)
    fast.setup(b[0], np.uint64(seed), players, values)
    while True:
        assert a.tobytes() == b.tobytes()
        _compare_queries(game, plain, fast, a, b)
        if a[0]["over"]:
            return
        counts = plain.legal_actions(a[0], outs[0]), fast.legal_actions(b[0], outs[1])
        assert counts[0] == counts[1]
        assert outs.tobytes()[: counts[0] * 4] == outs[1].tobytes()[: counts[0] * 4]
        action, plain_rng = plain.random_action(a[0], rng)
        assert (action, plain_rng) == fast.random_action(b[0], rng)
        rng = np.uint64(plain_rng)
        plain.apply(a[0], int(action))
        fast.apply(b[0], int(action))


def _compare_queries(game: Game, plain: object, fast: object, a: object, b: object) -> None:
    """Scores, views and guesses of both targets."""
    results = []
    for rules, states in ((plain, a), (fast, b)):
        scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
        rules.outcome(states[0], scores, ranks)  # type: ignore[attr-defined, index]
        seen = states.copy()  # type: ignore[attr-defined]
        rules.view(seen[0], 0)  # type: ignore[attr-defined]
        guess = seen.copy()
        rules.determinize(guess[0], np.uint64(9))  # type: ignore[attr-defined]
        results.append((scores.tolist(), ranks.tolist(), seen.tobytes(), guess.tobytes()))
    assert results[0] == results[1]


def test_cuda_simulator_is_interpreted() -> None:
    """Whole games on CUDA's simulator, in a process of its own: it must be chosen at import."""
    script = Path(__file__).with_name("cuda_games.py")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("same bytes") == sum(len(game.players) for game in REAL_GAMES)
