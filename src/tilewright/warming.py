"""Compiling ahead, in a process of its own: ``python -m tilewright.warming``.

On a machine that has compiled nothing, the kernels of a game take some ten seconds, and what the
compiler needs in memory stays there. A server has this process do it, plays interpreted meanwhile,
and loads what it finds in the cache afterwards.

    <  nova-luna             on stdin: this game is wanted next
    >  done my-shelfie       on stdout: all that its bots need is in the cache

It compiles kernel by kernel, always for the game that was wanted last, and ends with its stdin.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tilewright.bots import Budget, make_bot
from tilewright.engine import compile_one_by_one, compile_shown_one_by_one, engine_of
from tilewright.game import Game, typeset
from tilewright.kernel import cache_folder, hash_kernel, use_folder
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.search.late import last_views, prove_a_little
from tilewright.search.mcts import run_search
from tilewright.search.plans import compile_solver
from tilewright.search.searcher import search_bindings
from tilewright.version import __version__

__all__ = ["compile_all", "is_warm"]

Kernel = Callable[..., Any]


def is_warm(game: Game) -> bool:
    """Whether this machine has compiled all that the bots of a game need."""
    return _note(game).is_dir()


def _note(game: Game) -> Path:
    """A folder in the cache that is there when all is done, named by what was compiled."""
    kernels: list[Kernel] = [*game.rules, *(sheet.write for sheet in game.shown.sheets), typeset]
    keys = [game.name, __version__, *(hash_kernel(one, {}) for one in kernels)]
    if game.knowledge is not None:
        keys += [hash_kernel(run_search, search_bindings(game))]
    return cache_folder(" ".join(keys))


def compile_steps(game: Game) -> Iterator[None]:
    """Compile one kernel after the other; whoever asks may do something else in between."""
    for _ in compile_one_by_one(game):
        yield
    for _ in compile_shown_one_by_one(game):
        yield
    engine_of(game).compile_shown()  # from now on positions use them
    if game.solver is not None:
        compile_solver(game)
        yield
    if game.knowledge is not None:
        yield from _think(game)
    use_folder(_note(game))


def _think(game: Game) -> Iterator[None]:
    """Let bots of every kind choose a move, and look for proofs."""
    position = Position.new(game, game.players[0], seed=1, options={})
    for bot in ("random", "greedy", "level-1"):
        make_bot(bot, game, 1).choose(position.view(position.mover))
        yield
    for late in last_views(game):
        prove_a_little(late)
        yield
    make_bot("level-8", game, 1, Budget(iterations=4)).choose(position.view(position.mover))
    yield


# --- The process ----------------------------------------------------------------------------------


def compile_all(wishes: queue.SimpleQueue[str | None]) -> Iterator[str]:
    """Compile all games, the last wish first; the names of those that are done, as it comes.

    A wish that is None ends it.
    """
    waiting = {name: compile_steps(game) for name, game in GAMES.items()}
    while waiting:
        while not wishes.empty():
            wish = wishes.get()
            if wish is None:
                return
            if wish in waiting:
                waiting = {wish: waiting.pop(wish), **waiting}
        name = next(iter(waiting))
        if next(waiting[name], "end") == "end":
            del waiting[name]
            yield name


def _listen(wishes: queue.SimpleQueue[str | None]) -> None:
    for line in sys.stdin:
        wishes.put(line.strip())
    wishes.put(None)


def main() -> None:
    """Compile, and say what is done."""
    if hasattr(os, "nice"):
        os.nice(5)  # whoever plays comes first
    wishes: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(wishes,), daemon=True).start()
    for name in compile_all(wishes):
        print("done", name, flush=True)


if __name__ == "__main__":
    main()
