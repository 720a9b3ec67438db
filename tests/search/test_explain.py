"""Analysis of moves by search, as data: it uses only what the mover may know."""

from __future__ import annotations

import itertools
import random
import threading

import pytest

import tilewright as tw
from tilewright.bots import Budget
from tilewright.errors import GameOver, InvalidOption
from tilewright.game import Game
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.search.explain import (
    NUM_SAMPLES,
    SEARCH_WIDTHS,
    Analysis,
    analyse,
    evaluate_moves,
    require_solver,
    sample_successors,
)

pytestmark = pytest.mark.slow

REAL_GAMES = [game for game in GAMES.values() if game.name != "toy"]
SMALL = Budget(iterations=60)


def middle(game: Game, seed: int = 5) -> Position:
    """Return a position in the middle of a random game."""
    random_ = random.Random(seed)
    position = Position.new(game, game.players[-1], seed, {})
    for _ in range(9):
        position.play(int(random_.choice(position.legal_actions)))
    return position


def told(position: Position) -> Analysis:
    return analyse(position, SMALL, 5)


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_analyse_describes_moves(game: Game) -> None:
    position = middle(game)
    analysis = told(position)
    assert analysis.mover == position.mover and analysis.moves
    for move in analysis.moves:
        action = position.parse_move(move.move)
        assert move.does == position.describe_move(action)
        assert move.effect == position.view(position.mover).effect(action)
        assert move.effect["move"] == move.move
        before, after = position.standing(), position.copy()
        after.play(action)
        change = after.standing().scores[position.mover] - before.scores[position.mover]
        assert move.score_change == change


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_analyse_does_not_depend_on_hidden_information(game: Game) -> None:
    position = middle(game)
    view = position.view(position.mover)
    twins = [view.determinize(seed) for seed in range(20)]
    assert len({twin.text for twin in twins}) > 1
    of_view = told(view)
    assert all(told(twin) == of_view for twin in twins[:5])


def test_analyse_gives_win_probabilities_for_several_players() -> None:
    move = told(tw.new("toy", seed=3)).moves[0]
    assert move.chance is not None and move.prior is not None and move.expected is None
    assert move.worth == f"{move.chance:.1%}"


# --- Games for one ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played_well() -> Position:
    position = tw.new("nova-luna-solo", players=1, seed=1)
    for _ in range(6):
        position.play(told(position).moves[0].move)
    return position


@pytest.fixture
def solo(played_well: Position) -> Position:
    """A solo game, some moves before the end of its first phase."""
    return played_well.copy()


def test_analyse_gives_totals_for_solo_games(solo: Position) -> None:
    analysis = told(solo)
    best = analysis.moves[0]
    assert best.chance is None and best.prior is None and best.expected is not None
    assert best.worth == f"{best.expected:.1f}"
    assert analysis.iterations >= min(60, SEARCH_WIDTHS[0] * len(solo.legal_actions))
    assert best.visits == max(one.visits for one in analysis.moves)
    assert 60 < best.expected < 130


def test_evaluate_moves_ranks_lower_totals_first(solo: Position) -> None:
    """The total is a cost, so with equal effort the move with the lower one comes first."""
    prospects = evaluate_moves(solo.view(0), Budget(iterations=400))
    assert len(prospects) == len(solo.legal_actions)
    for one, other in itertools.pairwise(prospects):
        assert (-one.effort, one.expected) <= (-other.effort, other.expected)


def test_analyse_expected_total_is_reached_or_beaten(solo: Position) -> None:
    """In the second phase nothing is hidden, so the planned line is the game itself."""
    while int(solo.state["phase"]) == 1:
        solo.play(told(solo).moves[0].move)
    expected = analyse(solo, Budget(iterations=2000)).moves[0].expected
    while not solo.is_over:
        solo.play(analyse(solo, Budget(iterations=2000)).moves[0].move)
    assert expected is not None and solo.standing().scores[0] <= expected


def test_sample_successors_draws_several_outcomes_of_chance(solo: Position) -> None:
    """Finishing a phase refills the wheel with unknown tiles; taking a tile does not."""
    while "finish" not in solo.legal_moves:
        solo.play(told(solo).moves[0].move)
    view, finish = solo.view(0), solo.parse_move("finish")
    assert len({seen.text for seen in sample_successors(view, finish, seed=1)}) == NUM_SAMPLES
    take = next(int(action) for action in solo.legal_actions if action != finish)
    (seen,) = sample_successors(view, take, seed=1)
    solo.play(take)
    assert seen == solo.view(0)


def test_evaluate_moves_is_deterministic_and_can_be_stopped(solo: Position) -> None:
    view = solo.view(0)
    assert evaluate_moves(view, SMALL, 7) == evaluate_moves(view, SMALL, 7)
    stop = threading.Event()
    stop.set()
    assert len(evaluate_moves(view, Budget(iterations=10**6), stop=stop)) == 1
    assert len(evaluate_moves(view, Budget(seconds=1e-9))) == 1


def test_analyse_after_the_end_is_refused(solo: Position) -> None:
    while not solo.is_over:
        solo.play(solo.legal_moves[-1])
    with pytest.raises(GameOver):
        told(solo)


def test_require_solver_refuses_games_without_one() -> None:
    with pytest.raises(InvalidOption, match="toy has no solver; games that have: nova-luna-solo"):
        require_solver(tw.new("toy").game)
