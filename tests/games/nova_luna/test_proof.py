"""Proven endings, compared with brute force by the rules alone."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest

from tilewright.game import Action, State
from tilewright.games.nova_luna import proof
from tilewright.games.nova_luna.proof import forces_win, prove
from tilewright.games.nova_luna.wheel import refill_wheel
from tilewright.kernel import compiled
from word import word

from .play import FAST, copy_of, legal, new_state


def without_supply(players: int, seed: int, plies: int, tiles: int) -> State:
    """Return a game after some random moves, and then all but a few tiles are taken off the
    table."""
    state, rng = new_state(players, seed), word(seed)
    for _ in range(plies):
        action, rng = FAST.random_action(state, word(rng))
        FAST.apply(state, int(action))
    compiled(refill_wheel)(state)
    state["supply"][:] = state["supply_size"] = 0
    for slot in np.flatnonzero(state["wheel"])[tiles:]:
        state["wheel"][slot] = 0
        state["occupied"] = int(state["occupied"]) & ~(1 << int(slot))
    return state


def after(state: State, action: Action) -> State:
    later = copy_of(state)
    FAST.apply(later, action)
    return later


def brute_force(state: State, seat: int) -> tuple[int, int]:
    """Return (minus the rank, the lead) of a seat under best play by all seats, by brute force."""
    if state["over"]:
        scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
        FAST.outcome(state, scores, ranks)
        others = [int(scores[other]) for other in range(int(state["players"])) if other != seat]
        return -int(ranks[seat]), min(others) - int(scores[seat])
    results = [brute_force(after(state, action), seat) for action in legal(state)]
    return max(results) if int(state["mover"]) == seat else min(results)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("tiles, plies", [(1, 14), (2, 10), (3, 5)])
def test_nl_17_the_last_tiles_are_played_as_brute_force_would(
    tiles: int, plies: int, seed: int
) -> None:
    state = without_supply(2, seed, plies, tiles)
    seat = int(state["mover"])
    (action,) = prove(state, None, None, None)
    assert action in legal(state)
    assert brute_force(after(state, action), seat) == brute_force(state, seat)


@pytest.mark.parametrize("players", [3, 4])
def test_nl_17_the_very_last_tile_of_more_than_two(players: int) -> None:
    for seed in range(6):
        state = without_supply(players, seed, 20, 1)
        seat = int(state["mover"])
        (action,) = prove(state, None, None, None)
        assert brute_force(after(state, action), seat) == brute_force(state, seat)
    assert prove(without_supply(players, 1, 20, 2), None, None, None) == ()


def test_nl_16_a_winning_take_is_played() -> None:
    """A take that lays all discs left wins; without one, nothing is proven."""
    answers = set()
    for seed in range(20):
        state, rng = new_state(2, seed), word(seed)
        for _ in range(12):
            action, rng = FAST.random_action(state, word(rng))
            FAST.apply(state, int(action))
        state["discs"][int(state["mover"])] = 1 + seed % 4
        wins = [take for take in legal(state) if after(state, take)["over"]]
        proven = prove(state, None, None, None)
        assert set(proven) <= set(wins) and bool(proven) == bool(wins)
        answers.add(bool(wins))
    assert answers == {True, False}


def test_prove_respects_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    state = without_supply(2, 3, 12, 4)
    stopped = Event()
    stopped.set()
    assert prove(state, None, 50, None) == ()
    assert prove(state, 0.0, None, None) == ()
    assert prove(state, None, None, stopped) == ()
    whole = prove(state, None, None, None)
    monkeypatch.setattr(proof, "CHUNK_NODES", 7)
    assert prove(without_supply(2, 3, 6, 2), None, None, None) != ()
    monkeypatch.setattr(proof, "CHUNK_NODES", 1_001)
    assert prove(state, None, None, None) == whole


def test_prove_returns_nothing_while_tiles_are_to_come() -> None:
    assert prove(new_state(2, 1), None, None, None) == ()
    assert prove(without_supply(2, 1, 10, 5), None, None, None) == ()


def test_nl_17_nl_18_a_win_on_equal_discs_is_a_win() -> None:
    """One tile is left, and all discs are set so that the last take makes them equal: the place on
    the moon track decides."""
    answers = []
    for seed in range(16):
        state = without_supply(2, seed, 14, 1)
        seat = int(state["mover"])
        for action in legal(state):
            even = copy_of(state)
            covered = int(state["discs"][seat]) - int(after(state, action)["discs"][seat])
            even["discs"][:2] = 10
            even["discs"][seat] = 10 + covered
            rank, lead = brute_force(after(even, action), seat)
            assert lead == 0
            wins, _ = forces_win(even, action, 10_000)
            assert wins == (rank == 0)
            answers.append(wins)
            break
    assert {*answers} == {True, False}


def test_forces_win_returns_unknown_with_too_few_nodes() -> None:
    """With few nodes the answer is None or the same as with many."""
    known = 0
    for seed in range(6):
        state = without_supply(2, seed, 8, 3)
        for action in legal(state)[:4]:
            whole, _ = forces_win(state, action, 1_000_000)
            assert whole == (brute_force(after(state, action), int(state["mover"]))[0] == 0)
            few = [forces_win(state, action, nodes)[0] for nodes in (1, 10, 100, 1_000)]
            assert set(few) <= {None, whole}
            known += few.count(whole)
    assert known
