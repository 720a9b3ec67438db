"""Compiling in a helper process: bots answer at once, with the same moves."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tilewright.bots import Budget, make_bot
from tilewright.game import Game
from tilewright.position import Position
from tilewright.runtime import precompile
from tilewright.runtime.jit import GameRuntime, runtime_of
from tilewright.search.bot import SearchBot
from tilewright.search.searcher import Searcher
from toy import TOY
from walks import REAL_GAMES, walk

pytestmark = pytest.mark.slow

PLAYED = [game for game in REAL_GAMES if game.knowledge]


@pytest.fixture
def left(request: pytest.FixtureRequest) -> Iterator[Game]:
    """A game whose kernels another process compiles."""
    game: Game = request.param
    runtime_of(game).suspend()
    yield game
    runtime_of(game).resume()


def choices(game: Game, bot: str, budget: Budget) -> list[int]:
    """Return a bot's moves at several points of a game."""
    plies = (3, 26)
    found = []
    for position in walk(game.name, game.players[0], {}, seed=5):
        if position.ply in plies and not position.is_over:
            view = position.view(position.mover)
            found.append(make_bot(bot, game, 9, budget).choose(view))
    return found


@pytest.mark.parametrize("left", PLAYED, ids=lambda game: game.name, indirect=True)
@pytest.mark.parametrize("bot", ["greedy", "level-1@1", "level-4@1"])
def test_held_game_bots_play_the_same_moves(left: Game, bot: str) -> None:
    """Same seed, same move, whether or not the kernels are there yet. A bot that looks at every
    move does that only once they are: interpreted it would take minutes."""
    budget = Budget(iterations=8)
    interpreted = choices(left, bot, budget)
    runtime_of(left).resume()
    assert choices(left, bot, budget) == interpreted


@pytest.mark.parametrize("left", PLAYED, ids=lambda game: game.name, indirect=True)
def test_held_game_search_switches_to_compiled_kernels(
    left: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And finds what the compiled one finds alone."""
    run, runs = Searcher._run, itertools.count()

    def run_and_change(searcher: Searcher, iterations: int) -> None:
        if next(runs) == 6:
            runtime_of(left).resume()
        run(searcher, iterations)

    monkeypatch.setattr(Searcher, "_run", run_and_change)
    position = Position.new(left, left.players[0], 3, {})
    view = position.view(position.mover)
    changed = SearchBot(left, 2, Budget(iterations=20)).analyse(view)
    assert not runtime_of(left).is_suspended
    assert SearchBot(left, 2, Budget(iterations=20)).analyse(view) == changed


def test_suspended_runtime_compiles_nothing() -> None:
    runtime = GameRuntime(TOY)
    runtime.suspend()
    assert runtime.is_suspended and runtime.rules is TOY.rules
    assert runtime._thread is None
    runtime.resume()
    assert not runtime.is_suspended


def test_load_warm_games_without_helper_resumes_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the helper dead, a server compiles for itself rather than interpret for ever."""
    runtime = GameRuntime(TOY)
    monkeypatch.setattr(precompile, "GAMES", {"toy": TOY})
    monkeypatch.setattr(precompile, "runtime_of", lambda game: runtime)
    runtime.suspend()
    precompile.load_warm_games(None)
    assert not runtime.is_suspended and runtime.is_compiled


def test_load_warm_games_waits_for_the_mark_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game resumes once the helper has left its mark in the cache, not before."""
    runtime, polls = GameRuntime(TOY), iter([False, False, True])
    waited: list[bool] = []
    monkeypatch.setattr(precompile, "GAMES", {"toy": TOY})
    monkeypatch.setattr(precompile, "runtime_of", lambda game: runtime)
    monkeypatch.setattr(precompile, "is_warm", lambda game: next(polls))
    monkeypatch.setattr(precompile, "pause", lambda seconds: waited.append(runtime.is_suspended))
    runtime.suspend()
    helper: Any = SimpleNamespace(poll=lambda: None)
    precompile.load_warm_games(helper)
    assert not runtime.is_suspended and all(waited) and next(polls, None) is None


def test_precompile_without_a_parent_ends() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tilewright.runtime.precompile"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stderr == ""
