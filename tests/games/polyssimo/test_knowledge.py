"""Search knowledge of Polyssimo Challenge: ratings, estimates and the greedy player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tilewright.game import State
from tilewright.games.polyssimo import GAME, evaluation, rating
from tilewright.games.polyssimo.pieces import PIECE_IDS
from tilewright.games.polyssimo.tables import NUM_PIECES, PIECES
from tilewright.kernel import compiled
from tilewright.search.mcts import SCRATCH
from word import word

from .play import COMPILED, drafted, legal, new_state

Kernel = Callable[..., Any]

RNG = word(7)


def rated(state: State, *, is_compiled: bool = True) -> list[tuple[int, float]]:
    """Return the candidates with their ratings, in order."""
    rate: Kernel = compiled(rating.rate_actions) if is_compiled else rating.rate_actions
    actions = np.zeros(GAME.max_legal, dtype=np.int32)
    ratings = np.zeros(GAME.max_legal, dtype=np.float32)
    count = rate(state, RNG, actions, ratings, np.zeros(SCRATCH))
    return list(zip(actions[:count].tolist(), ratings[:count].tolist(), strict=True))


def estimated(state: State, *, is_compiled: bool = True) -> npt.NDArray[np.float64]:
    estimate: Kernel = compiled(evaluation.estimate) if is_compiled else evaluation.estimate
    rewards = np.zeros(4)
    estimate(state, RNG, rewards, np.zeros(SCRATCH))
    return rewards[: int(state["players"])]


def placed(players: int, seed: int, plies: int) -> State:
    """Return a random game, this many plies after the draft."""
    state = drafted(players, seed)
    rng = word(seed)
    for _ in range(plies):
        action, rng = COMPILED.random_action(state, word(rng))
        COMPILED.apply(state, action)
    return state


STATES = [
    *(new_state(players, seed=1) for players in (2, 3, 4)),
    *(
        placed(players, seed, plies)
        for seed, players in enumerate((2, 3, 4))
        for plies in (0, 6, 12)
    ),
]


@pytest.mark.parametrize("state", STATES)
def test_rate_actions_gives_few_different_legal_candidates(state: State) -> None:
    actions = [action for action, _ in rated(state)]
    assert 0 < len(actions) <= max(NUM_PIECES, rating.CANDIDATES)
    assert len(set(actions)) == len(actions)
    assert set(actions) <= set(legal(state))


FEW = [
    state
    for state in (*STATES, *(placed(2, seed, 14) for seed in range(4)))
    if len(legal(state)) <= rating.CANDIDATES
]


def test_rate_actions_of_states_with_few_moves() -> None:
    """In the draft and after it: the next test would say nothing without them."""
    assert {bool(state["pool"]) for state in FEW} == {True, False}


@pytest.mark.parametrize("state", FEW)
def test_rate_actions_includes_all_moves_if_few(state: State) -> None:
    assert {action for action, _ in rated(state)} == set(legal(state))


@pytest.mark.parametrize("state", STATES)
def test_estimate_interpreted_equals_compiled(state: State) -> None:
    assert rated(state, is_compiled=False) == rated(state)
    np.testing.assert_allclose(estimated(state, is_compiled=False), estimated(state), rtol=1e-12)
    out = np.zeros(GAME.max_legal, dtype=np.int32)
    assert rating.greedy_action(state, RNG, out) == compiled(rating.greedy_action)(state, RNG, out)


@pytest.mark.parametrize("state", STATES)
def test_estimate_adds_up_to_one(state: State) -> None:
    chances = estimated(state)
    assert chances.sum() == pytest.approx(1)
    assert (chances > 0).all()


@pytest.mark.parametrize("plies", [0, 6, 12])
def test_estimate_is_symmetric_in_seats(plies: int) -> None:
    """On either seat: with hands and mover exchanged, so are the chances."""
    state = placed(2, 3, plies)
    chances = estimated(state)
    state["hands"][:2] = state["hands"][1::-1]
    state["mover"] = 1 - int(state["mover"])
    np.testing.assert_allclose(estimated(state), chances[::-1])


def test_estimate_prefers_fewer_cells_in_hand() -> None:
    """With no room for anything, only the cells left count."""
    state = drafted(2)
    state["hands"][:2] = (1 << PIECE_IDS.index("H01"), 1 << PIECE_IDS.index("P"))
    state["board"] = [(1 << 60) - 1, (1 << 60) - 1, (1 << 12) - 1]
    for mover in (0, 1):
        state["mover"] = mover
        assert estimated(state)[1] > 0.5 - 0.3 * (mover == 0)


def test_rate_actions_of_the_draft_is_by_worth() -> None:
    ratings = dict(rated(new_state()))
    assert max(ratings, key=ratings.__getitem__) == PIECE_IDS.index("P")
    assert ratings[PIECE_IDS.index("L")] > ratings[PIECE_IDS.index("X")]
    assert ratings[PIECE_IDS.index("X")] > ratings[PIECE_IDS.index("H03")]


def test_rate_actions_with_a_handicap_takes_hexominoes() -> None:
    """PC-7 holds for candidates and for the greedy player, too."""
    state = new_state(handicap="12+,0")
    assert all(PIECES[piece].is_hexomino for piece, _ in rated(state))
    action, _ = rating.greedy_action(state, RNG, np.zeros(1, dtype=np.int32))
    assert PIECES[action].is_hexomino


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_action_drafts_small_and_places_large_pieces(players: int) -> None:
    """One ply, by the cells left: a move is greedy if none leaves fewer."""
    greedy = compiled(rating.greedy_action)
    state = new_state(players)
    rng, out = RNG, np.zeros(GAME.max_legal, dtype=np.int32)
    while not state["over"]:
        action, rng = greedy(state, word(rng), out)
        assert action in legal(state)
        mover = int(state["mover"])
        left = []
        for other in (action, *legal(state)[::7]):
            array = GAME.new_state()
            array[0] = state
            COMPILED.apply(array[0], other)
            scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
            COMPILED.outcome(array[0], scores, ranks)
            left.append(int(scores[mover]))
        assert left[0] == min(left)
        COMPILED.apply(state, action)


@pytest.mark.parametrize("is_compiled", [False, True])
def test_greedy_action_exists_without_a_hexomino(is_compiled: bool) -> None:
    """A greedy bot had drafted all pentominoes. To place one it first chose among its hexominoes,
    of which it had none: interpreted it read beyond a table, compiled it never came back, and the
    server that it sat in could not be stopped."""
    state = new_state(2)
    for pentomino, hexomino in zip(range(12), range(12, 24), strict=True):
        COMPILED.apply(state, pentomino)
        COMPILED.apply(state, hexomino)
    COMPILED.apply(state, legal(state)[0])  # the one with the hexominoes begins
    greedy: Kernel = compiled(rating.greedy_action) if is_compiled else rating.greedy_action
    action, _ = greedy(state, RNG, np.zeros(1, dtype=np.int32))
    assert action in legal(state)
