"""Rules are interpreted at first and compiled once ready, without callers waiting or noticing."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tilewright.game import Game, Rules
from tilewright.position import Position
from tilewright.runtime.jit import GameRuntime, _start_thread, compile_rules
from toy import TOY

LEAVE_EARLY = """
import time
import tilewright as tw
p = tw.new("nova-luna", seed=1)
list(p.legal_moves)
assert not p._runtime.is_compiled
time.sleep({pause})
"""


def test_runtime_interprets_rules_until_they_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    may_compile = threading.Event()

    def compile_when_told(game: Game) -> Rules:
        may_compile.wait(60)
        return compile_rules(game)

    monkeypatch.setattr("tilewright.runtime.jit.compile_rules", compile_when_told)
    runtime = GameRuntime(TOY)
    assert runtime.rules is TOY.rules and not runtime.is_compiled
    may_compile.set()
    compiled = runtime.compile()
    assert runtime.is_compiled and runtime.rules is compiled is not TOY.rules


def test_runtime_switches_to_compiled_rules_during_a_game() -> None:
    slow, fast = (Position.new(TOY, 3, 5, {"rolls": "yes"}) for _ in range(2))
    slow._runtime, fast._runtime = GameRuntime(TOY), GameRuntime(TOY)
    fast._runtime.compile()
    while not slow.is_over:
        for position in (slow, fast):
            position.play(int(position.legal_actions[-1]))
        assert slow == fast
        slow._runtime.compile()


def test_runtime_with_compilation_disabled_stays_interpreted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")
    runtime = GameRuntime(TOY)
    assert runtime.rules is TOY.rules and runtime._thread is None


@pytest.mark.slow
@pytest.mark.parametrize("pause", [0, 0.4, 1.0])
def test_runtime_exits_cleanly_while_compiling(pause: float, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LEAVE_EARLY.format(pause=pause)],
        env=os.environ | {"TILEWRIGHT_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_compiler_thread_that_fails_during_exit_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With SciPy installed, Numba's import during exit printed a traceback."""
    stopping = threading.Event()
    monkeypatch.setattr("tilewright.runtime.jit._stopping", stopping)

    def compile_during_exit() -> None:
        stopping.set()
        raise RuntimeError("can't register atexit after shutdown")

    thread = _start_thread(compile_during_exit)  # pytest reports an exception in a thread
    assert thread is not None
    thread.join()
