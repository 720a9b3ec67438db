"""Dashes, endings and solo puzzles, verified by the naive reference alone."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from reference.nova_luna import NovaLuna, NovaLunaSolo, area_cost, tile
from tilewright.game import Game
from tilewright.games.nova_luna import GAME, SOLO
from tilewright.games.nova_luna.puzzles import explain, pose
from tilewright.games.nova_luna.solo.puzzles import explain as explain_solo
from tilewright.games.nova_luna.solo.puzzles import pose as pose_solo
from tilewright.position import Position
from tilewright.study.puzzles import Puzzle, read_puzzles
from word import word

from .play import FAST, Move, Reference, copy_of, legal, move_of, new_state, reference_of

pytestmark = pytest.mark.slow

NODES = 1_000_000
DRAWN = 30
SHARE = 2


def reference_at(game: Game, puzzle: Puzzle) -> tuple[Position, Reference]:
    """Return the complete position of a puzzle, and the reference's game after the same moves."""
    source = puzzle.source
    position = Position.again(game, source.players, source.seed, source.options)
    reference = reference_of(position.state)
    for text in source.moves:
        move = move_of(position.state, position.parse_move(text))
        position.play(text)
        reference.play(move)
    return position, reference


def after(reference: Any, move: Move) -> Any:
    copy = pickle.loads(pickle.dumps(reference))
    copy.play(move)
    return copy


def answers(game: Game, puzzle: Puzzle) -> list[str]:
    """Return all correct moves by the reference."""
    position, reference = reference_at(game, puzzle)
    right = [move for move in reference.legal_moves() if is_right(puzzle, reference, move)]
    moves = {move_of(position.state, int(one)): one for one in position.legal_actions}
    return [position.format_move(int(moves[move])) for move in right]


def is_right(puzzle: Puzzle, reference: Reference, move: Move) -> bool:
    if isinstance(reference, NovaLunaSolo):
        assert puzzle.target is not None
        return reaches(after(reference, move), puzzle.target)
    return (finishes if puzzle.kind == "dash" else wins)(after(reference, move), reference.mover)


def finishes(game: NovaLuna, seat: int) -> bool:
    """Return True if a seat can lay its last disc before any other one moves (NL-5, NL-16)."""
    if game.is_over or game.mover != seat:
        return game.scores()[seat] == 0
    moves = game.legal_moves()
    assert ("refill",) not in moves, "expected nothing left to chance"
    return any(finishes(after(game, move), seat) for move in moves)


def wins(game: NovaLuna, seat: int) -> bool:
    """Return True if a seat can win whatever the others do, with nothing left to draw (NL-16 to
    NL-18)."""
    assert not game.supply
    if game.is_over:
        return game.ranking()[0] == seat
    answers = (wins(after(game, move), seat) for move in sorted(game.legal_moves()))
    return any(answers) if game.mover == seat else all(answers)


def reaches(game: NovaLunaSolo, target: int) -> bool:
    """Return True if a result of so much or less is possible (NLS-4 to NLS-8). What was spent is
    spent, and one more tile has to be taken."""
    if game.is_over:
        return game.scores()[0] <= target
    cheapest = min(tile(tile_id).cost for tile_id in game.wheel if tile_id)
    if game.first_sum + area_cost(game.area) + cheapest > target:
        return False
    return any(reaches(after(game, move), target) for move in game.legal_moves())


def share(game: Game, is_long: bool) -> list[Puzzle]:
    """Return the quickest to verify of a random sample; with --long all."""
    found = read_puzzles(game.name)
    drawn = random.sample(found, min(DRAWN, len(found)))
    return found if is_long else sorted(drawn, key=lambda one: cost(game, one))[:SHARE]


def cost(game: Game, puzzle: Puzzle) -> int:
    """Return the number of positions that its proof examines."""
    posed = (pose_solo if game is SOLO else pose)(view_of(game, puzzle).state, NODES)
    assert posed is not None, puzzle.id
    return posed.nodes


def view_of(game: Game, puzzle: Puzzle) -> Position:
    return Position.from_text(game, puzzle.position)


@pytest.mark.parametrize("game", [GAME, SOLO], ids=lambda game: game.name)
def test_nl_5_nl_16_nls_8_the_reference_finds_the_same_answers(game: Game, is_long: bool) -> None:
    puzzles = share(game, is_long)
    assert puzzles
    for puzzle in puzzles:
        assert answers(game, puzzle) == puzzle.answers, puzzle.id


@pytest.mark.parametrize("game", [GAME, SOLO], ids=lambda game: game.name)
def test_explain_shows_wrong_takes_fail_and_right_ones_work(game: Game, is_long: bool) -> None:
    for puzzle in share(game, is_long):
        view = view_of(game, puzzle)
        wrong = [move for move in view.legal_moves if move not in puzzle.answers]
        for move in (*puzzle.answers, *random.sample(wrong, min(2, len(wrong)))):
            tell = explain_solo if game is SOLO else explain
            states, line = tell(view.state, view.parse_move(move))
            position = Position(game, states)
            assert position.view(view.mover).text == puzzle.position
            for action in line:
                position.play(action)
            is_shown = is_reached(puzzle, position, view.mover)
            assert is_shown == (move in puzzle.answers), (puzzle.id, move)


def is_reached(puzzle: Puzzle, position: Position, seat: int) -> bool:
    """Return True if the goal of a puzzle has been reached."""
    if puzzle.target is not None:
        assert position.outcome is not None
        return position.outcome.scores[0] <= puzzle.target
    return position.outcome is not None and position.outcome.winner == seat


def test_pose_returns_none_at_the_start_of_a_game() -> None:
    assert pose(Position.new(GAME, 2, 1, {}).state, NODES) is None
    assert pose_solo(Position.new(SOLO, 1, 1, {}).state, NODES) is None


@pytest.mark.parametrize("seed, discs", [(2, 2), (14, 2), (33, 3), (47, 3)])
def test_nl_16_a_take_that_lays_the_last_disc_at_once_is_no_puzzle(seed: int, discs: int) -> None:
    """It is the only winning move, but obvious."""
    state, rng = new_state(2, seed), word(seed)
    for _ in range(12):
        action, rng = FAST.random_action(state, word(rng))
        FAST.apply(state, int(action))
    state["discs"][int(state["mover"])] = discs
    winning = []
    for action in legal(state):
        later = copy_of(state)
        FAST.apply(later, action)
        winning += [action] if later["over"] else []
    assert len(winning) == 1
    assert pose(state, NODES) is None
