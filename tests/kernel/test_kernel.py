"""One source, four targets: the same bytes from each. For the browser see ``engine``."""

from __future__ import annotations

import math
import os
import string
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.game import Game
from tilewright.kernel import (
    Word,
    below,
    bound,
    called,
    compiled,
    cpu,
    drop_lowest,
    exp,
    find_nth,
    forget_old_caches,
    is_kernel_cached,
    keep_lowest,
    kernel,
    lowest,
    mix,
    next_random,
    popcount,
    tanh,
    u64,
)
from tilewright.kernel.cache import _hash_bound, _hash_tools, cache_folder, hash_kernel, use_folder
from tilewright.kernel.twins import compile_for
from tilewright.perft import count_leaves
from toy import TOY
from walks import REAL_GAMES, configuration_id, configurations

words = st.integers(0, 2**64 - 1)


@kernel
def all_primitives(word: Word, shift: int) -> tuple[Word, int, int, Word]:
    return u64(word << shift) ^ u64(~word), popcount(word), lowest(word), mix(word)


@given(words, st.integers(0, 63))
def test_intrinsics_agree_on_all_targets(word: int, shift: int) -> None:
    interpreted = all_primitives(word, shift)
    assert compiled(all_primitives)(np.uint64(word), shift) == interpreted
    assert interpreted[1] == word.bit_count()
    assert interpreted[2] == next((i for i in range(64) if word >> i & 1), 64)


# Kernels are told where a record lies, as NumPy notes it; Numba would have NumPy describe it first.


@kernel
def exchange(one: np.void, other: np.void) -> int:
    """Copy a field from the other record to the first; return the previous value."""
    found = int(one["small"])
    one["small"] = other["small"]
    return found


def _some_records() -> list[np.void]:
    """Return records in arrays, standalone, as recarrays, and unaligned."""
    pair = [("small", "u1"), ("word", "u8")]
    aligned, packed = np.dtype(pair, align=True), np.dtype(pair)
    arrays = [np.zeros(3, aligned), np.zeros(3, aligned).view(np.recarray), np.zeros(3, packed)]
    return [array[1] for array in arrays] + [arrays[0][2].copy()]


def test_record_pointers_address_the_record() -> None:
    for one in _some_records():
        other = one.copy()
        one["small"], one["word"], other["small"] = 7, 2**64 - 1, 9
        assert compiled(exchange)(one, other) == 7
        assert (one["small"], one["word"], other["small"]) == (9, 2**64 - 1, 9)


def test_compiled_records_are_passed_by_address() -> None:
    assert cpu._is_address_offset_valid()


@given(words)
def test_bit_functions_select_keep_and_clear_single_bits(word: int) -> None:
    bits = [bit for bit in range(64) if word >> bit & 1]
    assert [find_nth(word, n) for n in range(len(bits))] == bits
    assert drop_lowest(word) == sum(1 << bit for bit in bits[1:])
    assert keep_lowest(word) == sum(1 << bit for bit in bits[:1])
    if bits:
        twin = compiled(find_nth)
        assert twin(np.uint64(word), len(bits) - 1) == bits[-1]
        assert compiled(drop_lowest)(np.uint64(word)) == drop_lowest(word)
        assert compiled(keep_lowest)(np.uint64(word)) == keep_lowest(word)


@given(st.floats(-720, 720))
def test_exp_and_tanh_agree_on_all_targets(x: float) -> None:
    """Interpreted and compiled to the last bit; with the library's nearly so."""
    assert compiled(exp)(x) == exp(x)
    assert compiled(tanh)(x) == tanh(x) == -tanh(-x)
    assert abs(tanh(x) - math.tanh(x)) <= 3e-16
    assert exp(x) == pytest.approx(math.exp(min(x, 709.0)) if x >= -708 else 0.0, rel=3e-16)


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


def test_bindings_reach_nested_kernels_of_their_game_only() -> None:
    """A template bound to two games gives two functions, each with its own cache entry."""
    first, second = (
        compiled(count_leaves, legal_actions=game.rules.legal_actions, apply=game.rules.apply)
        for game in (TOY, REAL_GAMES[0])
    )
    assert first is not second
    assert first.py_func.__qualname__ != second.py_func.__qualname__  # type: ignore[attr-defined]


# --- Kernels that are called --------------------------------------------------------------------


def triple(n: int) -> int:
    return 3 * n


@kernel
def call_it(n: int) -> int:
    return thrice(n) + 1


thrice: Any = called(FunctionType(triple.__code__, globals(), "triple"))


def test_called_kernel_is_not_inlined() -> None:
    inlined, apart = compile_for(kernel(triple), "inner", {}), compile_for(thrice, "inner", {})
    assert inlined.targetoptions["forceinline"] is True
    assert apart.targetoptions["forceinline"] is False
    assert compiled(call_it)(5) == call_it(5) == 16


@called
def halve(n: int) -> int:
    return n // 2


@called
def halve_even(n: int) -> int:
    return halve(n) if n % 2 == 0 else -1


@called
def quarter(n: int) -> int:
    return halve(halve(n))


@kernel
def halve_seldom(n: int) -> int:
    """Call a kernel that is inlined before linking, and one that is not."""
    never = halve_even(n) if n != n else 0
    return never + quarter(n)


def test_called_kernel_is_linked_into_its_caller() -> None:
    assert compiled(halve_seldom)(9) == halve_seldom(9) == 2


def test_called_kernel_is_compiled_apart_from_its_python_entry() -> None:
    """Which has no code of its own, so that Python could not call it."""
    assert compiled(call_it)(5) == 16
    assert compiled(thrice)(5) == 15


def test_bound_kernel_calls_its_bindings() -> None:
    again = bound(thrice, nobody=triple)
    assert compile_for(again, "inner", {}).targetoptions["forceinline"] is False
    assert compiled(again)(2) == 6


def test_kernel_hash_includes_the_decorator() -> None:
    """Else a kernel compiled before it was marked would be loaded."""
    inlined: Any = kernel(triple)
    assert hash_kernel(inlined, {}) != hash_kernel(thrice, {})


# --- The cache ----------------------------------------------------------------------------------

A_GAME = """
from tilewright.kernel import kernel
import numpy as np
import {other} as other
TABLE = np.array({table})
STEP = {step}

@kernel
def helper(n):
    "{words}"
    return n + STEP

@kernel
def chosen(n):
    return n

@kernel
def run(n):
    return helper(TABLE[n]) + other.SIZE + chosen(n) + {literal}
"""
PLAIN = {"table": "[1, 2]", "step": 1, "words": "Adds.", "other": "string", "literal": 1000}


def hash_of(monkeypatch: pytest.MonkeyPatch, size: int = 3, **edits: object) -> str:
    """Return the hash of the kernel ``run`` in a file with this source."""
    monkeypatch.setattr(string, "SIZE", size, raising=False)
    names: dict[str, Any] = {"__name__": "a_game"}
    exec(A_GAME.format(**{**PLAIN, **edits}), names)
    bindings = {"chosen": names["helper"]} if edits.get("is_bound") else {}
    return hash_kernel(names["run"], bindings)


@pytest.mark.parametrize(
    "edit",
    [
        {"table": "[1, 3]"},
        {"table": "[1., 2.]"},
        {"step": 2},
        {"size": 4},
        {"is_bound": 1},
        {"literal": 1001},
        {"literal": "n"},
    ],
)
def test_kernel_hash_changes_with_any_callee(
    monkeypatch: pytest.MonkeyPatch, edit: dict[str, Any]
) -> None:
    """A table, a number, another module's number, a kernel in the place of another."""
    assert hash_of(monkeypatch, **edit) != hash_of(monkeypatch)


def test_kernel_hash_ignores_docstrings_and_uncalled_functions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert hash_of(monkeypatch, words="Adds one.") == hash_of(monkeypatch)
    leaves: Any = count_leaves
    other = hash_kernel(leaves, {"apply": TOY.rules.apply})
    unused = {"apply": TOY.rules.apply, "nobody": TOY.rules.view}
    assert hash_kernel(leaves, unused) == other


def test_kernel_hash_of_a_game_ignores_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy's constant is looked up by its rules, and by no other game."""
    rules: dict[str, Any] = {game.name: game.rules.playout for game in (TOY, *REAL_GAMES)}
    before = {name: hash_kernel(rule, {}) for name, rule in rules.items()}
    monkeypatch.setattr("toy.MOST", 2)
    _hash_bound.cache_clear()
    after = {name: hash_kernel(rule, {}) for name, rule in rules.items()}
    _hash_bound.cache_clear()
    assert {name for name in rules if before[name] != after[name]} == {"toy"}


def test_kernel_hash_is_equal_in_every_process() -> None:
    script = """
from tilewright.kernel.cache import hash_kernel
from tilewright.registry import GAMES
print(*(hash_kernel(rule, {}) for game in GAMES.values() for rule in game.rules))
"""
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    rules: list[Any] = [rule for game in REAL_GAMES for rule in game.rules]
    assert found.stdout.split() == [hash_kernel(rule, {}) for rule in rules]


def test_kernel_cache_folder_depends_on_the_numba_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache_folder("key")
    assert cache_folder("key") == before != cache_folder("lock")
    _hash_tools.cache_clear()
    monkeypatch.setattr("tilewright.kernel.cache.version", lambda name: "other")
    assert cache_folder("key") != before
    _hash_tools.cache_clear()


def test_kernel_cache_reports_what_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", str(tmp_path))

    @kernel
    def double(n: int) -> int:
        return 2 * n

    assert not is_kernel_cached(double)
    twin = compiled(double)
    assert not is_kernel_cached(double)
    assert twin(21) == 42 and is_kernel_cached(double)


@pytest.mark.slow
def test_kernel_cache_compiles_once_for_two_processes(tmp_path: Path) -> None:
    script = """
from tilewright.kernel import compiled
from toy import TOY
twin, state = compiled(TOY.rules.view), TOY.new_state()[0]
print("ready", flush=True)
input()
twin(state, 0)
print(sum(twin.stats.cache_misses.values()), sum(twin.stats.cache_hits.values()))
"""
    paths = os.pathsep.join(sys.path)
    environment = os.environ | {"TILEWRIGHT_CACHE_DIR": str(tmp_path), "PYTHONPATH": paths}
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    command = [sys.executable, "-c", script]
    with (
        subprocess.Popen(command, env=environment, **pipes) as one,
        subprocess.Popen(command, env=environment, **pipes) as other,
    ):
        for process in (one, other):
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
        for process in (one, other):
            print(file=process.stdin, flush=True)
        counts = [process.communicate()[0].strip() for process in (one, other)]
    assert sorted(counts) == ["0 1", "1 0"]


def test_kernel_cache_recompiles_if_a_callee_moved(tmp_path: Path) -> None:
    """Numba's files name the modules of callees; a module may be renamed without a new key."""
    package = tmp_path / "moved"
    package.mkdir()
    (package / "__init__.py").write_text("from moved.before import double\n")
    (package / "before.py").write_text(
        "from tilewright.kernel import called\n\n@called\ndef double(n):\n    return 2 * n\n"
    )
    (package / "entry.py").write_text(
        "from moved import double\nfrom tilewright.kernel import compiled, kernel\n\n"
        "@kernel\ndef run(n):\n    return double(n) + 1\n\nprint(compiled(run)(20))\n"
    )
    paths = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    environment = os.environ | {
        "TILEWRIGHT_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": paths,
    }
    command = [sys.executable, "-B", "-c", "import moved.entry"]

    def answer() -> str:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert answer() == "41\n"
    (package / "before.py").rename(package / "after.py")
    (package / "__init__.py").write_text("from moved.after import double\n")
    assert answer() == "41\n"


def test_kernel_cache_deletes_old_folders(tmp_path: Path) -> None:
    old, used, fresh = (tmp_path / (letter * 16) for letter in "abc")
    stranger = tmp_path / "photos"
    for folder in (old, used, fresh, stranger):
        folder.mkdir()
        (folder / "file").write_text("x")
    for folder in (old, used, stranger):
        os.utime(folder, (0, 0))
    use_folder(used)
    forget_old_caches(tmp_path)
    assert sorted(tmp_path.iterdir()) == [used, fresh, stranger]


# --- Targets ------------------------------------------------------------------------------------


@pytest.mark.parametrize("configuration", configurations(), ids=configuration_id)
def test_rules_interpreted_equal_compiled(configuration: tuple[str, int, dict[str, str]]) -> None:
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
    rng: Any = np.uint64(seed)
    plain.setup(a[0], rng, players, values)
    fast.setup(b[0], rng, players, values)
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


@pytest.mark.slow
def test_rules_in_the_cuda_simulator_equal_interpreted() -> None:
    """Whole games on CUDA's simulator, in a process of its own: it must be chosen at import."""
    script = Path(__file__).parents[1] / "support" / "cuda_games.py"
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("same bytes") == sum(len(game.players) for game in REAL_GAMES)
