"""Exact play in two-player endings, compared with brute force."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tilewright.errors import GameOver, InvalidOption
from tilewright.game import State
from tilewright.games.polyssimo import GAME, proof
from tilewright.games.polyssimo.clashes import hash_possible
from tilewright.games.polyssimo.proof import Prover, decide, prove
from tilewright.games.polyssimo.rating import rate_actions
from tilewright.kernel import compiled
from tilewright.search.mcts import SCRATCH
from word import word

from .play import COMPILED, drafted, legal, new_state, standing

Result = tuple[bool, int]
"""Win of a seat, and its margin; more of both is better."""


def played_to(left: int, seed: int) -> State:
    """Return a game of decent moves with this many pieces left, or just before its end."""
    state = drafted(2, seed)
    actions = np.zeros(GAME.max_legal, dtype=np.int32)
    ratings = np.zeros(GAME.max_legal, dtype=np.float32)
    while sum(int(hand).bit_count() for hand in state["hands"]) > left:
        compiled(rate_actions)(state, word(seed), actions, ratings, np.zeros(SCRATCH))
        later = after(state, int(actions[0]))
        if later["over"]:
            break
        state = later
    return state


def after(state: State, action: int) -> State:
    array: npt.NDArray[Any] = GAME.new_state()
    array[0] = state
    COMPILED.apply(array[0], action)
    return array[0]


def brute_force(state: State, seat: int, seen: dict[Any, Result]) -> Result:
    """Return the result of best play, by brute force with the rules alone."""
    if state["over"]:
        scores, ranks = standing(state)
        return ranks[seat] == 0, scores[1 - seat] - scores[seat]
    key = (state["board"].tobytes(), state["hands"].tobytes(), int(state["mover"]))
    if key not in seen:
        results = [brute_force(after(state, action), seat, seen) for action in legal(state)]
        seen[key] = max(results) if int(state["mover"]) == seat else min(results)
    return seen[key]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("left", [7, 8, 9])
def test_pc_5_pc_6_verdicts_are_those_of_brute_force(left: int, seed: int) -> None:
    """Who wins, by how much, and the move: PC-4, PC-5 and PC-6 to the end."""
    state = played_to(left, seed)
    seat = int(state["mover"])
    verdict = Prover(1 << 10).decide(state)
    assert verdict.is_win is not None
    assert verdict.is_exact
    expected = brute_force(state, seat, {})
    assert (verdict.is_win, verdict.value) == expected
    assert verdict.best_action in legal(state)
    assert brute_force(after(state, verdict.best_action), seat, {}) == expected


def test_hash_possible_is_never_the_key_of_an_empty_entry() -> None:
    """A set of placements and a salt that cancelled out hashed to 0, the key of an empty entry,
    whose bounds of 0 were then believed."""
    hashed = {
        hash_possible(np.array(words, dtype=np.uint64), word(salt))
        for words in ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 3))
        for salt in range(1, 5)
    }
    assert len(hashed) == 24
    assert 0 not in hashed


@pytest.mark.parametrize("seed", range(6))
def test_prove_solves_twelve_remaining_pieces(seed: int) -> None:
    state = played_to(12, seed)
    verdict = decide(state, nodes=3_000_000)
    assert verdict.is_exact
    assert verdict.best_action in legal(state)
    # The mover's best is the other's worst.
    reply = decide(after(state, verdict.best_action), nodes=3_000_000)
    assert (reply.is_win, reply.value) == (not verdict.is_win, -verdict.value)


def test_prove_continues_after_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of nodes does not depend on the size of the chunks."""
    state = played_to(11, 3)
    whole = decide(state)
    monkeypatch.setattr(proof, "CHUNK_NODES", 7)
    assert decide(state) == whole


def test_prove_interpreted_equals_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    state = played_to(9, 5)
    verdict = decide(state)
    monkeypatch.setattr(proof, "compiled", lambda function: function)
    assert Prover(1 << 10).decide(state) == verdict


@pytest.mark.parametrize("seed", range(8))
def test_prove_returns_all_best_moves(seed: int) -> None:
    """In lost positions, too: which of them is hardest for the other is not a proof's to say."""
    state = played_to(7, seed)
    mover, verdict = int(state["mover"]), Prover(1 << 12).decide(state, wants_all=True)
    values = {action: brute_force(after(state, action), mover, {}) for action in legal(state)}
    best = [action for action, value in values.items() if value == max(values.values())]
    assert sorted(verdict.as_good) == sorted(best)
    assert verdict.as_good[0] == verdict.best_action
    assert sorted(prove(state, None, None)) == sorted(best)


def test_prove_respects_its_limits() -> None:
    state = played_to(14, 1)
    few = decide(state, nodes=50)
    assert few == decide(state, nodes=50)
    assert (few.is_win, few.best_action, few.is_exact, few.nodes) == (None, None, False, 50)
    stopped = threading.Event()
    stopped.set()
    assert decide(state, stop=stopped).nodes == 0
    assert decide(state, seconds=0).is_win is None


def test_decide_refuses_drafts_several_rivals_and_finished_games() -> None:
    with pytest.raises(InvalidOption, match="after the draft"):
        decide(new_state())
    with pytest.raises(InvalidOption, match="2 players"):
        decide(drafted(3))
    over = drafted(2)
    COMPILED.playout(over, word(1))
    with pytest.raises(GameOver):
        decide(over)
    with pytest.raises(InvalidOption, match="power of 2"):
        Prover(1000)


def test_prove_of_an_empty_board_is_not_attempted() -> None:
    verdict = decide(drafted(2), seconds=1)
    assert verdict.is_win is None
    assert verdict.nodes == 0


def test_find_only_win_returns_unknown_with_too_few_nodes() -> None:
    """None, or what plenty of nodes tell: what was not settled is not lost."""
    answers = 0
    for seed in range(24):
        state = played_to(9, seed)
        whole = Prover(1 << 12).find_only_win(state, 10_000_000)
        mover = int(state["mover"])
        wins = [one for one in legal(state) if brute_force(after(state, one), mover, {})[0]]
        if whole is not None:
            assert set(whole[0]) == set(wins)
        for nodes in (1, 10, 30, 100, 300, 1_000, 10_000):
            few = Prover(1 << 12).find_only_win(state, nodes)
            assert few is None or (whole is not None and few[0] == whole[0])
        answers += whole is not None
    assert answers >= 2
