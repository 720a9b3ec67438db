"""Compile ahead of time in a separate process: ``python -m tilewright.runtime.precompile``.

With an empty cache, compiling a game's kernels takes about 10 s and its browser module another
20 s, and the compiler's memory is never freed. A server delegates both to this process, game by
game in a fixed order. Meanwhile the server interprets; every second it checks which games are ready
and loads them from the cache.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from tilewright.bots import Budget, make_bot
from tilewright.game import Game
from tilewright.kernel import cache_folder, cache_root, hash_kernel, may_compile, use_folder
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.runtime.jit import (
    call_at_exit,
    compile_one_by_one,
    compile_writers_one_by_one,
    pause,
    runtime_of,
)
from tilewright.runtime.wasm_assets import build_engines, is_ready, playable_games
from tilewright.search.bot import sample_late_views, warm_up_prover
from tilewright.search.explain import compile_solver
from tilewright.search.mcts import run_search
from tilewright.search.searcher import search_bindings
from tilewright.version import __version__

CALM_SECONDS: Final = 1.0
"""Delay before compiling, so that a server is up first; if it stops at once, nothing is compiled.
"""
POLL_SECONDS: Final = 1.0
NICE_KERNELS, NICE_MODULES = 5, 5
"""Niceness added while compiling kernels, and further niceness for modules."""

Kernel = Callable[..., Any]


def is_warm(game: Game) -> bool:
    """Return True if the disk cache has all kernels of a game and its bots."""
    return _marker_folder(cache_root(), game).is_dir()


@cache
def _marker_folder(_root: Path, game: Game) -> Path:
    """Return a game's marker folder. It exists once all its kernels are compiled."""
    kernels: list[Kernel] = [*game.rules, *(sheet.write for sheet in game.writers.sheets)]
    keys = [game.name, __version__, *(hash_kernel(one, {}) for one in kernels)]
    if game.knowledge is not None:
        keys += [hash_kernel(run_search, search_bindings(game))]
    return cache_folder(" ".join(keys))


# --- In a server ----------------------------------------------------------------------------------


def suspend_games() -> None:
    """Suspend compilation of all games in this process until ``load_warm_games`` resumes it."""
    if may_compile():
        for game in GAMES.values():
            runtime_of(game).suspend()


def start_helper() -> subprocess.Popen[bytes] | None:
    """Start the process that compiles all missing kernels and modules.

    Returns:
        The process; None if nothing is missing, compilation is switched off, or this process is
        exiting. Ctrl-C does not reach the helper; it exits when its stdin closes, so with this
        process.
    """
    if not may_compile() or pause(CALM_SECONDS):
        return None
    if all(map(is_warm, GAMES.values())) and all(map(is_ready, playable_games())):
        return None
    helper = subprocess.Popen(
        [sys.executable, "-m", "tilewright.runtime.precompile"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    call_at_exit(helper.terminate)
    return helper


def load_warm_games(helper: subprocess.Popen[bytes] | None) -> None:
    """Wait for the helper to compile each suspended game, then load and resume the game.

    If the helper exits or is None, the other games are resumed at once.
    """
    waiting = [game for game in GAMES.values() if runtime_of(game).is_suspended]
    while waiting:
        is_over = helper is None or helper.poll() is not None
        if pause(0):  # this process is exiting and has terminated the helper
            return
        for game in [game for game in waiting if is_over or is_warm(game)]:
            runtime_of(game).compile_writers()
            runtime_of(game).resume()
            waiting.remove(game)
        if waiting and pause(POLL_SECONDS):
            return


# --- In the helper --------------------------------------------------------------------------------


def compile_game(game: Game) -> Iterator[None]:
    """Compile all kernels of a game and its bots, yielding after each."""
    yield from compile_one_by_one(game)
    yield from compile_writers_one_by_one(game)
    runtime_of(game).compile_writers()  # from now on positions use them
    if game.solver is not None:
        compile_solver(game)
        yield
    if game.knowledge is not None:
        yield from _compile_bots(game)
    use_folder(_marker_folder(cache_root(), game))


def _compile_bots(game: Game) -> Iterator[None]:
    """Compile search and proofs by bots' moves, yielding after each."""
    position = Position.new(game, game.players[0], seed=1, options={})
    for bot in ("random", "greedy", "level-1"):
        make_bot(bot, game, 1).choose(position.view(position.mover))
        yield
    for late in sample_late_views(game):
        warm_up_prover(late)
        yield
    make_bot("level-8", game, 1, Budget(iterations=4)).choose(position.view(position.mover))
    yield


def _exit_with_parent() -> None:
    """Exit when stdin is closed. The parent process closes it by exiting."""
    sys.stdin.read()
    os._exit(0)


def _lower_priority(niceness: int) -> None:
    if hasattr(os, "nice"):
        os.nice(niceness)


def main() -> None:
    """Compile the kernels of all or the named games, then their modules for browsers."""
    parser = argparse.ArgumentParser(prog="python -m tilewright.runtime.precompile")
    parser.add_argument("games", nargs="*", metavar="GAME", help="name of a game (all games)")
    names = parser.parse_args().games or GAMES
    if unknown := [name for name in names if name not in GAMES]:
        parser.error(f"expected games of {', '.join(GAMES)}; found {', '.join(unknown)}")
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    _lower_priority(NICE_KERNELS)
    for name in names:
        for _ in compile_game(GAMES[name]):
            pass
    _lower_priority(NICE_MODULES)
    for _ in build_engines(names):
        pass


if __name__ == "__main__":
    main()
