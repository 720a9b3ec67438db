"""The helper process that compiles for a server, and what the server does until it is done."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Final

from tilewright.engine import at_end, engine_of, pause
from tilewright.engines import is_ready, playable_games
from tilewright.game import Game
from tilewright.registry import GAMES
from tilewright.server.monitoring.logs import log
from tilewright.server.process import garbage
from tilewright.warming import is_warm

__all__ = ["hold", "warm_up"]

CALM_SECONDS: Final = 1.0
"""First a server begins to serve; one that is stopped at once need not begin to compile."""
PLAYED_SECONDS: Final = 10.0
"""Then those who have come play; what their own machines may do for them can wait."""


def hold() -> None:
    """Interpret all games until ``warm_up`` knows what the cache has: nothing is compiled here."""
    if os.environ.get("TILEWRIGHT_JIT") != "0":
        for game in GAMES.values():
            engine_of(game).leave_to(lambda: None)


def warm_up() -> None:
    """Have all kernels compiled by a helper, where they are not in the cache, and load the rules;
    then settle down."""
    if os.environ.get("TILEWRIGHT_JIT") != "0":
        if pause(CALM_SECONDS):
            return
        cold = [game for game in GAMES.values() if not is_warm(game)]
        helper = Helper(cold) if cold else None
        for game in GAMES.values():
            if game not in cold:
                load(game)
        if helper is not None:
            helper.run()
    garbage.settle()
    log.info("warm")
    if os.environ.get("TILEWRIGHT_JIT") != "0":
        build_modules()
    garbage.collect_now_and_then()


def build_modules() -> None:
    """Have the modules for browsers built, where they are not there: a minute and a half of
    processor time, in a process that gives way to everything else."""
    if pause(PLAYED_SECONDS) or all(map(is_ready, playable_games())):
        return
    words = [sys.executable, "-m", "tilewright.engines", "--helper"]
    builder = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
    )
    at_end(builder.terminate)
    log.info("modules built", extra={"status": builder.wait()})


def load(game: Game) -> None:
    """Take a game's kernels from the cache; games go on interpreted until they are here."""
    engine_of(game).compile_shown()
    engine_of(game).take_over()


class Helper:
    """``tilewright.warming``, and the games that are left to it."""

    def __init__(self, games: list[Game]) -> None:
        self._games = games
        self._wanted: set[str] = set()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tilewright.warming"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for the server, which ends its helper
        )
        at_end(self._process.terminate)
        for game in games:
            engine_of(game).leave_to(lambda name=game.name: self._want(name))  # type: ignore[misc]

    def run(self) -> None:
        """Take each game over as it is done; should the helper fail, all that are left, too."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            load(GAMES[line.split()[1]])
        status = self._process.wait()
        if status == -signal.SIGTERM:  # the server ends
            return
        log.info("compiled", extra={"status": status})
        for game in self._games:
            load(game)

    def _want(self, name: str) -> None:
        """Somebody plays this game: it comes next. Said once."""
        if name in self._wanted:
            return
        self._wanted.add(name)
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended
            print(name, file=self._process.stdin, flush=True)
