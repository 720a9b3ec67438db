"""Last turns with one winning take, verified by the naive reference alone."""

from __future__ import annotations

import pickle
import random

import pytest

from reference.my_shelfie import Move, MyShelfie
from tilewright.games.my_shelfie import GAME
from tilewright.games.my_shelfie.puzzles import explain, find_key, pose
from tilewright.games.my_shelfie.tables import CARDS
from tilewright.position import Position
from tilewright.study.puzzles import Puzzle, read_puzzles

from .play import move_of, reference_of, room_tiles, text_of

pytestmark = pytest.mark.slow

NODES = 1_000_000
SHARE = 3


def reference_at(puzzle: Puzzle) -> MyShelfie:
    """Return the reference's game after the moves of a puzzle's game."""
    source = puzzle.source
    position = Position.again(GAME, source.players, source.seed, source.options)
    reference = reference_of(position.state)
    for text in source.moves:
        move: Move = move_of(position.parse_move(text))  # type: ignore[assignment]
        is_refilled = reference.needs_refill_after(move)
        position.play(text)
        reference.play(move, room_tiles(position.state) if is_refilled else None)
    return reference


def is_certain_winner(game: MyShelfie, seat: int) -> bool:
    """Return True if a seat ranks before every other, whichever card that one holds (MS-5,
    MS-14)."""
    dealt, known = game.cards, game.cards[seat]
    for other in set(range(game.players)) - {seat}:
        for card in set(range(1, len(CARDS) + 1)) - {known}:
            game.cards = [card if place == other else held for place, held in enumerate(dealt)]
            order = game.ranking()
            if order.index(seat) > order.index(other):
                game.cards = dealt
                return False
    game.cards = dealt
    return True


def key_of(game: MyShelfie, move: Move) -> tuple[object, ...]:
    """Return the result of a move; orders of equal tiles have the same result."""
    return frozenset(move[1]), tuple(game.room[cell] for cell in move[1]), move[2]


def results(game: MyShelfie) -> dict[tuple[object, ...], Move]:
    """Return one move for each distinct result."""
    return {key_of(game, move): move for move in game.legal_moves()}


def wins(game: MyShelfie, move: Move, seat: int) -> bool:
    """Return True if a seat wins after a move, for all hidden cards and replies (MS-7 to MS-14)."""
    after = play(game, move)
    if after.filled_first is None or not is_certain_winner(after, seat):
        return False  # points are never lost again
    assert not game.needs_refill_after(move), "expected nothing left to chance"
    return after.is_over or all(wins(after, reply, seat) for reply in results(after).values())


def play(game: MyShelfie, move: Move) -> MyShelfie:
    """Return a copy after a move; new items, where they are due, in any order."""
    after: MyShelfie = pickle.loads(pickle.dumps(game))
    drawn = None
    if game.needs_refill_after(move):
        left = [item for cell, item in game.room.items() if cell not in move[1]]
        drawn = dict(zip(after.cells, [*left, *game.bag.elements()], strict=False))
    after.play(move, drawn)
    return after


def answers(puzzle: Puzzle) -> set[str]:
    """Return all winning moves by the reference, in any order of equal tiles."""
    game = reference_at(puzzle)
    right = {key for key, move in results(game).items() if wins(game, move, game.mover)}
    moves = game.legal_moves()
    return {text_of(move) for move in moves if key_of(game, move) in right}


@pytest.fixture(scope="module")
def puzzles(is_long: bool) -> list[Puzzle]:
    """A random share, of those that are quickly proven; with --long all."""
    found = read_puzzles("my-shelfie")
    cheap = [one for one in found if one.kind == "last"]
    replies = [one for one in found if one.kind != "last" and one.source.players == 2]
    return found if is_long else random.sample(cheap, SHARE) + random.sample(replies, 1)


def test_ms_12_ms_14_the_reference_finds_the_same_answers(puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        found = answers(puzzle)
        assert set(puzzle.answers) <= found, puzzle.id
        listed = set(Position.from_text(GAME, puzzle.position).legal_moves)
        assert found & listed == set(puzzle.answers), puzzle.id


def test_explain_shows_wrong_takes_fail_and_right_ones_win(puzzles: list[Puzzle]) -> None:
    """With the cards and replies of the explanation, which agree with what the mover sees."""
    for puzzle in puzzles:
        view = Position.from_text(GAME, puzzle.position)
        wrong = [move for move in view.legal_moves if move not in puzzle.answers]
        for move in (*puzzle.answers, *random.sample(wrong, min(3, len(wrong)))):
            states, line = explain(view.state, view.parse_move(move))
            position = Position(GAME, states)
            assert position.view(view.mover).text == puzzle.position
            for action in line:
                position.play(action)
            has_won = position.outcome is not None and position.outcome.winner == view.mover
            assert has_won == (move in puzzle.answers), (puzzle.id, move)


def test_pose_returns_none_before_the_last_turn() -> None:
    position = Position.new(GAME, 2, 1, {})
    assert pose(position.view(position.mover).state, NODES) is None


def test_find_key_does_not_depend_on_the_ply(puzzles: list[Puzzle]) -> None:
    state = Position.from_text(GAME, puzzles[0].position).state
    later = state.copy()
    later["ply"] += 2
    assert find_key(state) == find_key(later)
