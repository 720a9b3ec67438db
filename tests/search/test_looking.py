"""The network evaluates every root move one ply ahead, and searches respect their time limit."""

from __future__ import annotations

import threading
import time
from itertools import count

import numpy as np
import pytest

from network.positions import LEARNT, network_of
from tilewright.game import Game, Level
from tilewright.kernel import to_word
from tilewright.position import Position
from tilewright.search.bot import Candidate, SearchBot
from tilewright.search.levels import RatingBot
from tilewright.search.mcts import SETTINGS
from tilewright.search.protocol import Budget
from tilewright.search.searcher import Searcher, SearchLimits
from toy import TOY

MOST_EDGES = 64


def search(game: Game, view: Position, iterations: int, sharpness: float) -> list[Candidate]:
    few = Budget(iterations=iterations, memory=8)
    changes = {"sharpness": sharpness}
    return SearchBot(game, 1, few, changes, network=network_of(game)).analyse(view)


def late_view(game: Game) -> Position:
    """Return a mover's view with several moves, but no more than a node stores."""
    position, rng = Position.new(game, 2, 3, {}), to_word(3)
    while not (2 < len(position.legal_actions) <= MOST_EDGES):
        action, rng = position.rules.random_action(position.state, rng)
        position.play(int(action))
        rng = to_word(rng)
    return position.view(position.mover)


@pytest.mark.parametrize("game", LEARNT, ids=lambda game: game.name)
def test_rerate_root_adds_every_legal_move(game: Game) -> None:
    view = late_view(game)
    seen = search(game, view, 1, 30.0)
    assert sorted(one.action for one in seen) == sorted(map(int, view.legal_actions))
    assert sum(one.prior for one in seen) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("game", LEARNT, ids=lambda game: game.name)
def test_rating_bot_with_a_network_plays_its_best_move(game: Game) -> None:
    view = late_view(game)
    bot = RatingBot(game, 1, Level(looks=True), network_of(game))
    likeliest = max(search(game, view, 1, 30.0), key=lambda one: one.prior)
    moves = {
        RatingBot(game, seed, Level(0.5, 9.0), network_of(game)).choose(view) for seed in range(9)
    }
    assert len(moves) > 1
    if not game.chance_name:  # otherwise another guess may have another favourite
        assert bot.choose(view) == likeliest.action


def test_set_root_keeps_the_visits_of_the_last_search() -> None:
    game = LEARNT[0]
    position = Position.new(game, 2, 1, {})
    bot = SearchBot(game, 1, Budget(iterations=400, memory=8), network=network_of(game))
    action = bot.choose(position.view(position.mover))
    position.play(action)
    bot.played(action, position.view(position.mover))
    bot.budget = Budget(iterations=1)
    known = bot.analyse(position.view(position.mover))
    before = bot.searchers[0].tree.nodes[0]["visits"]
    assert before > 20 and sum(one.visits for one in known) >= before - 2
    assert len({one.action for one in known}) == len(known)


def test_grow_with_slowing_iterations_ends_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Iterations become slow at the end of a draft; a chunk of the previous size would take
    seconds."""
    now, done = [0.0], count()

    def run(self: Searcher, iterations: int) -> None:
        for _ in range(iterations):
            now[0] += 1e-6 if next(done) < 40_000 else 1.5e-4

    monkeypatch.setattr(Searcher, "_run", run)
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    tree = Searcher(TOY, 1, np.zeros(1, SETTINGS), 8)
    tree.grow(SearchLimits(1 << 40, 0.1, threading.Event()))
    assert 0.1 <= now[0] < 0.9
