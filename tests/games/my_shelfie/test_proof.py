"""The last turn, compared with brute force over all moves and all possible hidden cards."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from tilewright.game import Action, State
from tilewright.games.my_shelfie import GAME
from tilewright.games.my_shelfie.proof import prove
from tilewright.games.my_shelfie.tables import CARDS
from word import word

from .play import fast_rules, new_state

SAMPLES = 12


def last_turns(players: int, must_end: bool) -> list[State]:
    """Views of the seat that moves last in its round, with or without the end token taken, late."""
    found: list[State] = []
    for seed in range(400):
        state, rng = new_state(players, seed), word(seed)
        while not state["over"] and len(found) < SAMPLES:
            is_last = (int(state["mover"]) + 1) % players == int(state["first"])
            if is_last and bool(state["end_token"]) == must_end and (must_end or fills(state)):
                view = copy_of(state)
                fast_rules().view(view, int(state["mover"]))
                found.append(view)
                break
            action, rng = fast_rules().random_action(state, word(rng))
            fast_rules().apply(state, int(action))
    assert len(found) == SAMPLES
    return found


def fills(state: State) -> bool:
    return any(after(state, action)["over"] for action in legal(state))


def copy_of(state: State) -> State:
    array = GAME.new_state()
    array[0] = state
    return array[0]


def legal(state: State) -> list[Action]:
    out = np.zeros(GAME.max_legal, dtype=np.int32)
    return [int(action) for action in out[: fast_rules().legal_actions(state, out)]]


def after(state: State, action: Action) -> State:
    later = copy_of(state)
    fast_rules().apply(later, action)
    return later


def result(state: State) -> tuple[int, int]:
    """Rank and score of the seat that moved last."""
    scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    fast_rules().outcome(state, scores, ranks)
    seat = (int(state["first"]) - 1) % int(state["players"])
    return int(ranks[seat]), int(scores[seat])


def deals(view: State) -> list[State]:
    """Return complete states with all possible cards of the others, or a sample if there are
    many."""
    seat, players = int(view["mover"]), int(view["players"])
    cards = [card for card in range(1, len(CARDS) + 1) if card != int(view["cards"][seat])]
    states = []
    for held in list(permutations(cards, players - 1))[:: 1 if players == 2 else 37]:
        state = copy_of(view)
        others = [other for other in range(players) if other != seat]
        state["cards"][others] = held
        states.append(state)
    return states


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ms_12_the_last_move_is_best_whatever_others_hold(players: int) -> None:
    for view in last_turns(players, must_end=True):
        (action,) = prove(view)
        assert action in legal(view)
        for state in deals(view):
            best = max(result(after(state, other))[1] for other in legal(state))
            rank, score = result(after(state, action))
            assert score == best
            assert rank == min(result(after(state, other))[0] for other in legal(state))


@pytest.mark.parametrize("players", [2, 3])
def test_ms_12_filling_the_shelf_is_proven_only_where_it_wins_for_certain(players: int) -> None:
    answers = []
    for view in last_turns(players, must_end=False):
        proven = prove(view)
        answers.append(bool(proven))
        ends = [end for end in legal(view) if after(view, end)["over"]]
        sure = [
            end for end in ends if all(result(after(deal, end))[0] == 0 for deal in deals(view))
        ]
        if players == 2:
            assert bool(proven) == bool(sure)
        assert set(proven) <= set(sure)
    assert len(set(answers)) == 2  # both kinds were met


def test_prove_returns_nothing_before_the_last_turns() -> None:
    state = new_state(2, 1)
    assert prove(state) == ()
    state["mover"] = (int(state["first"]) + 1) % 2
    assert prove(state) == ()
