"""The kernels compared with the naive reference, and compiled with interpreted."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest

from reference import nova_luna as naive
from tilewright.games.nova_luna.area_text import list_laid_tiles
from tilewright.games.nova_luna.state import TAKES_PER_CHOICE
from word import word

from .play import (
    CONFIGURATIONS,
    assert_same,
    copy_of,
    fast_rules,
    game_of,
    legal,
    move_of,
    new_state,
    reference_of,
    standing,
    walk,
)

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("players, beginners", CONFIGURATIONS)
def test_rules_equal_the_reference_at_every_ply(
    players: int, beginners: int, is_long: bool
) -> None:
    """Legal moves, state, scores and ranking (NL-1 to NL-18, NLS-1 to NLS-8)."""
    rules = fast_rules(players)
    for seed in range(12 if is_long else 5):
        state = new_state(players, seed, beginners)
        reference = reference_of(state)
        chooser = random.Random(seed)
        while not reference.is_over:
            assert_same(state, reference)
            actions = legal(state)
            assert actions == sorted(set(actions))
            moves = [move_of(state, action) for action in actions]
            assert len(moves) == len(set(moves))
            assert set(moves) == reference.legal_moves()
            index = _prefer_fulfilling(reference, moves, chooser)
            rules.apply(state, actions[index])
            reference.play(moves[index])
        assert_same(state, reference)
        assert legal(state) == []
        scores, ranks = standing(state)
        assert scores == reference.scores()
        assert sorted(range(players), key=lambda seat: ranks[seat]) == reference.ranking()


def _prefer_fulfilling(
    reference: naive.NovaLuna | naive.NovaLunaSolo, moves: list[Any], chooser: random.Random
) -> int:
    """Return a random move, or every other time the first of a few that covers a task: random play
    alone hardly ever lays all discs."""
    index = chooser.randrange(len(moves))
    if chooser.random() < 0.5:
        return index
    area = (
        reference.area
        if isinstance(reference, naive.NovaLunaSolo)
        else reference.areas[reference.mover]
    )
    before = len(naive.fulfilled_tasks(area))
    for _ in range(6):
        other = chooser.randrange(len(moves))
        if moves[other][0] == "take":
            tile = reference.wheel[moves[other][1]]
            assert tile is not None
            if len(naive.fulfilled_tasks({**area, moves[other][2]: tile})) > before:
                return other
    return index


@pytest.mark.parametrize("players, beginners", CONFIGURATIONS)
def test_rules_equal_the_reference_at_the_end(players: int, beginners: int, is_long: bool) -> None:
    """Whole random games by the kernels' own policy, checked at the end."""
    rules = fast_rules(players)
    for seed in range(30 if is_long else 12):
        state = new_state(players, seed, beginners)
        reference = reference_of(state)
        rng = word(seed)
        while not state["over"]:
            action, rng = rules.random_action(state, word(rng))
            move = move_of(state, action)
            rules.apply(state, action)
            _play_unchecked(reference, move)
        assert_same(state, reference)
        scores, ranks = standing(state)
        assert scores == reference.scores()
        assert sorted(range(players), key=lambda seat: ranks[seat]) == reference.ranking()


def _play_unchecked(reference: naive.NovaLuna | naive.NovaLunaSolo, move: Any) -> None:
    """Play without listing legal moves, which takes most of the reference's time."""
    legal_moves = type(reference).legal_moves
    try:
        type(reference).legal_moves = lambda self: {move}  # type: ignore[method-assign]
        reference.play(move)
    finally:
        type(reference).legal_moves = legal_moves  # type: ignore[method-assign]


@pytest.mark.parametrize("players, beginners", CONFIGURATIONS)
def test_solo_sums_equal_the_reference(players: int, beginners: int, is_long: bool) -> None:
    """The result of a finished game, recounted from the areas alone."""
    for seed in range(1000, 1400 if is_long else 1120):
        state = new_state(players, seed, beginners)
        discs = int(state["discs"][0])
        fast_rules(players).playout(state, word(seed))
        for seat in range(players):
            area = {(x, y): tile for tile, x, y in list_laid_tiles(state, seat)}
            fulfilled = naive.fulfilled_tasks(area)
            bits = sum(int(state["fulfilled"][tile]).bit_count() for tile in area.values())
            assert bits == len(fulfilled)
            assert int(state["discs"][seat]) == max(0, discs - bits)
            assert int(state["distance"][seat]) == naive.area_cost(area)


def test_random_games_reach_every_kind_of_end() -> None:
    """The games above see both ends (NL-16, NL-17) and both ends of phase one (NLS-3)."""
    last = [list(map(copy_of, walk(4, seed, 1)))[-1] for seed in range(40)]
    assert any(state["supply_size"] == 0 and not state["occupied"] for state in last)
    assert any(0 in state["discs"] for state in map(_play_greedily, range(3)))


def _play_greedily(seed: int) -> Any:
    """Always choose the move that leaves the fewest discs."""
    state = new_state(2, seed)
    rules = fast_rules(2)
    while not state["over"]:
        seat = int(state["mover"])
        best, fewest = -1, 100
        for action in legal(state):
            after = copy_of(state)
            rules.apply(after, action)
            if int(after["discs"][seat]) < fewest:
                best, fewest = action, int(after["discs"][seat])
        rules.apply(state, best)
    return state


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_rules_interpreted_equal_compiled(players: int) -> None:
    """Bytes are equal after every ply, without a warning."""
    plain, rules = game_of(players).rules, fast_rules(players)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        slow = game_of(players).new_state()[0]
        plain.setup(slow, 5, players, np.array([1, -1], dtype=np.int64))
        fast = new_state(players, 5, 1)
        assert slow.tobytes() == fast.tobytes()
        slow_rng: int = 11
        fast_rng = word(11)
        out = np.zeros(game_of(players).max_legal, dtype=np.int32)
        while not fast["over"]:
            slow_action, slow_rng = plain.random_action(slow, slow_rng)
            fast_action, fast_rng = rules.random_action(fast, word(fast_rng))
            assert (slow_action, slow_rng) == (fast_action, fast_rng)
            if int(fast["ply"]) % 10 == 0:
                assert out[: plain.legal_actions(slow, out)].tolist() == legal(fast)
            plain.apply(slow, slow_action)
            rules.apply(fast, fast_action)
            assert slow.tobytes() == fast.tobytes()
        for state, other in ((slow, plain), (fast, rules)):
            scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
            other.outcome(state, scores, ranks)
            assert (list(scores[:players]), list(ranks[:players])) == standing(fast)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_view_and_determinize_interpreted_equal_compiled(players: int) -> None:
    states = [copy_of(state) for state in walk(players, 3)][::9]
    for state in states:
        slow, fast = copy_of(state), copy_of(state)
        game_of(players).rules.view(slow, 0)
        fast_rules(players).view(fast, 0)
        assert slow.tobytes() == fast.tobytes()
        game_of(players).rules.determinize(slow, 77)
        fast_rules(players).determinize(fast, word(77))
        assert slow.tobytes() == fast.tobytes()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_playout_equals_repeated_random_action(players: int, is_long: bool) -> None:
    rules = fast_rules(players)
    for seed in range(50 if is_long else 20):
        *_, end = walk(players, seed)
        state = new_state(players, seed)
        rng = rules.playout(state, word(seed + 10**9))
        assert state.tobytes() == end.tobytes()
        assert isinstance(int(rng), int)


def test_random_action_is_legal() -> None:
    for players in (1, 2, 3, 4):
        for state in walk(players, 8):
            if not state["over"]:
                action, _ = fast_rules(players).random_action(state, word(state["ply"]))
                assert action in legal(state)


def test_apply_accepts_any_name_of_a_place() -> None:
    """`apply` takes (tile, side) for every tile that touches the place, not only the lowest."""
    rules, tried = fast_rules(2), 0
    for state in list(map(copy_of, walk(2, 4)))[:40]:
        if state["over"]:
            continue
        by_place: dict[Any, set[int]] = {}
        for tile in range(68):
            for side in range(4):
                if int(state["area"][int(state["mover"])][tile + 1 >> 6]) >> (tile + 1 & 63) & 1:
                    move = move_of(state, tile * 4 + side)
                    by_place.setdefault(move, set()).add(tile * 4 + side)
        for names in by_place.values():
            listed = [name for name in names if name in legal(state)]
            if not listed:
                continue  # the place is taken
            assert listed == [min(names)]
            results = set()
            for name in names:
                after = copy_of(state)
                rules.apply(after, name)
                results.add(after.tobytes())
                tried += 1
            assert len(results) == 1
    assert tried > 300 and TAKES_PER_CHOICE == 272
