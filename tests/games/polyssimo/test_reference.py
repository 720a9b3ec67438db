"""The kernels compared with the naive reference, and between targets."""

from __future__ import annotations

import random

import numpy as np
import pytest

from reference import polyssimo as pc
from tilewright.games.polyssimo import GAME
from tilewright.games.polyssimo.board import list_cells
from tilewright.games.polyssimo.pieces import PIECE_IDS
from tilewright.games.polyssimo.tables import NUM_PIECES
from word import word

from .play import (
    COMPILED,
    CONFIGURATIONS,
    assert_same,
    drafted,
    legal,
    new_state,
    reference_of,
    standing,
    walk,
)

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("players, handicap, first", CONFIGURATIONS)
def test_rules_equal_the_reference_at_every_ply(
    players: int, handicap: str, first: str, is_long: bool
) -> None:
    """Legal actions, state, scores and ranking after every ply of whole games."""
    for seed in range(120 if is_long else 25):
        state = new_state(players, seed, handicap, first)
        game = reference_of(state)
        chooser = random.Random(seed)
        while not state["over"]:
            actions = legal(state)
            assert actions == game.legal_actions()
            action = chooser.choice(actions)
            COMPILED.apply(state, action)
            game.play_action(action)
            assert_same(state, game)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rules_equal_the_slow_reference(players: int) -> None:
    """Every move goes through the reference's own ``play``, without anything kept."""
    game = pc.Polyssimo(players)
    for action, state in walk(new_state(players, players), players):
        if action < NUM_PIECES:
            game.play(("draft", PIECE_IDS[action]))
        else:
            cells = frozenset(list_cells(action))
            name = next(name for kind, name, *rest in game.legal_moves() if rest == [cells])
            game.play(("place", name, cells))
        assert_same(state, game)


@pytest.mark.parametrize("players, handicap, first", CONFIGURATIONS)
def test_outcomes_equal_the_reference(
    players: int, handicap: str, first: str, is_long: bool
) -> None:
    """Whole playouts: the end is an end, and the ranking is by cells, then by who placed last."""
    for seed in range(100 if is_long else 40):
        state = new_state(players, seed, handicap, first)
        last = {}
        mover = int(state["mover"])
        for action, after in walk(state, seed):
            if action >= NUM_PIECES:
                last[mover] = int(after["ply"])
            mover = int(after["mover"])
        scores, ranks = standing(state)
        expected = sorted(range(players), key=lambda seat: (scores[seat], -last[seat]))
        assert sorted(range(players), key=ranks.__getitem__) == expected
        game = reference_of(state)
        game.middle = set()
        game.hands = [
            {PIECE_IDS[piece] for piece in range(NUM_PIECES) if int(hand) >> piece & 1}
            for hand in state["hands"][:players]
        ]
        for action in state["lies"][state["lies"] > 0]:
            for row, column in list_cells(int(action)):
                assert not game.taken >> (12 * row + column) & 1
                game.taken |= 1 << (12 * row + column)
        assert game.is_over


@pytest.mark.parametrize("players, handicap, first", CONFIGURATIONS)
def test_rules_interpreted_equal_compiled(players: int, handicap: str, first: str) -> None:
    """Same seed, same actions, same bytes after every ply."""
    rules = GAME.rules
    for seed in range(2):
        one, two = GAME.new_state()[0], new_state(players, seed, handicap, first)
        options = GAME.read_options({"handicap": handicap, "first": first}, players)
        rules.setup(one, seed, players, options)
        rng = seed
        while not two["over"]:
            assert one.tobytes() == two.tobytes()
            if int(two["ply"]) % 5 == 0:
                assert legal(one, rules) == legal(two)
                assert standing(one, rules) == standing(two)
            action, later = rules.random_action(one, rng)
            assert (action, later) == COMPILED.random_action(two, word(rng))
            rng = int(later)
            rules.apply(one, int(action))
            COMPILED.apply(two, action)
        assert one.tobytes() == two.tobytes()
        assert standing(one, rules) == standing(two)


@pytest.mark.parametrize("players, handicap, first", CONFIGURATIONS)
def test_playout_equals_repeated_random_action(
    players: int, handicap: str, first: str, is_long: bool
) -> None:
    for seed in range(60 if is_long else 20):
        start = new_state(players, seed, handicap, first)
        for _, state in walk(start.copy(), seed + 7):
            if int(state["ply"]) >= seed % 45:
                break
        for begin in (start, state):
            step, whole = begin.copy(), begin.copy()
            rng = word(seed)
            while not step["over"]:
                action, rng = COMPILED.random_action(step, word(rng))
                assert action in legal(step)
                COMPILED.apply(step, action)
            assert COMPILED.playout(whole, word(seed)) == rng
            assert whole.tobytes() == step.tobytes()


def test_playout_interpreted_equals_compiled() -> None:
    for players in (2, 3, 4):
        one, two = new_state(players, 5), new_state(players, 5)
        assert GAME.rules.playout(one, 11) == COMPILED.playout(two, word(11))
        assert one.tobytes() == two.tobytes()


# --- The policy is uniform ------------------------------------------------------------------------


def chi_square(counts: np.ndarray) -> float:
    """Return how many standard deviations the statistic lies above its mean."""
    expected = counts.sum() / len(counts)
    freedom = len(counts) - 1
    statistic = float(((counts - expected) ** 2 / expected).sum())
    return (statistic - freedom) / (2 * freedom) ** 0.5


def sampled(state: np.void, samples: int) -> np.ndarray:
    actions = legal(state)
    index = {action: number for number, action in enumerate(actions)}
    counts = np.zeros(len(actions))
    rng = word(99)
    for _ in range(samples):
        action, rng = COMPILED.random_action(state, word(rng))
        counts[index[action]] += 1
    return counts


@pytest.mark.parametrize("ply", [24, 28, 31, 33, 34, 35, 37, 39])
def test_random_action_is_uniform_over_placements(ply: int) -> None:
    """On the open board, around where throwing gives way to counting, and on crowded boards."""
    state = drafted(2, 3)
    plies = walk(state, 3)
    while int(state["ply"]) < ply:
        next(plies)
    counts = sampled(state, max(4000, 20 * len(legal(state))))
    assert -4.5 < chi_square(counts) < 4.5


@pytest.mark.parametrize("handicap", ["none", "12+,0"])
def test_random_action_is_uniform_over_drafts(handicap: str) -> None:
    state = new_state(2, 1, handicap)
    counts = sampled(state, 5000)
    assert len(counts) == (24 if handicap == "none" else 12)
    assert -4.5 < chi_square(counts) < 4.5
