"""Compiling in a process of its own: bots answer at once, and no differently."""

from __future__ import annotations

import itertools
import queue
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tilewright import warming
from tilewright.bots import Budget, make_bot
from tilewright.engine import Engine, engine_of
from tilewright.game import Game
from tilewright.position import Position
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
    engine_of(game).leave_to(lambda: None)
    yield game
    engine_of(game).take_over()


def choices(game: Game, bot: str, budget: Budget) -> list[int]:
    """What a bot plays here and there in a game."""
    plies = (3, 26)
    found = []
    for position in walk(game.name, game.players[0], {}, seed=5):
        if position.ply in plies and not position.is_over:
            view = position.view(position.mover)
            found.append(make_bot(bot, game, 9, budget).choose(view))
    return found


@pytest.mark.parametrize("left", PLAYED, ids=lambda game: game.name, indirect=True)
@pytest.mark.parametrize("bot", ["greedy", "level-1@1", "level-4@1"])
def test_interpreted_bots_play_the_same(left: Game, bot: str) -> None:
    """Same seed, same move, whether or not the kernels are there yet. Whoever looks at every move
    does that only once they are: interpreted it would take minutes."""
    budget = Budget(iterations=8)
    interpreted = choices(left, bot, budget)
    engine_of(left).take_over()
    assert choices(left, bot, budget) == interpreted


@pytest.mark.parametrize("left", PLAYED, ids=lambda game: game.name, indirect=True)
def test_a_search_changes_over_half_way(left: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """And finds what the compiled one finds alone."""
    run, runs = Searcher._run, itertools.count()

    def run_and_change(searcher: Searcher, iterations: int) -> None:
        if next(runs) == 6:
            engine_of(left).take_over()
        run(searcher, iterations)

    monkeypatch.setattr(Searcher, "_run", run_and_change)
    position = Position.new(left, left.players[0], 3, {})
    view = position.view(position.mover)
    changed = SearchBot(left, 2, Budget(iterations=20)).analyse(view)
    assert not engine_of(left).is_left
    assert SearchBot(left, 2, Budget(iterations=20)).analyse(view) == changed


def test_a_game_that_is_left_compiles_nothing_and_asks_for_it() -> None:
    engine, asked = Engine(TOY), []
    engine.leave_to(lambda: asked.append("toy"))
    assert engine.is_left and engine.rules is TOY.rules
    assert asked and engine._thread is None
    engine.take_over()
    assert not engine.is_left


def test_what_is_wanted_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernel by kernel: a wish counts before the game under way is done."""
    steps: list[str] = []

    def compile_steps(game: Game) -> Iterator[None]:
        for _ in range(3):
            steps.append(game.name)
            if len(steps) == 2:
                wishes.put("polyssimo")
            yield

    wishes: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    monkeypatch.setattr(warming, "compile_steps", compile_steps)
    done = list(warming.compile_all(wishes))
    assert steps[2:5] == ["polyssimo"] * 3 and steps[0] != "polyssimo"
    assert done[:2] == ["polyssimo", steps[0]]
    assert sorted(done) == sorted(set(steps))


def test_it_ends_with_whoever_asked() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tilewright.warming"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stderr == ""
