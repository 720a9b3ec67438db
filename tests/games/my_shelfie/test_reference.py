"""The kernels compared with the naive reference, and compiled with interpreted."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest

from reference import my_shelfie as naive
from tilewright.games.my_shelfie import GAME
from tilewright.games.my_shelfie.goals import fulfils_goal
from tilewright.games.my_shelfie.grids import parse_shelf
from tilewright.games.my_shelfie.shelf import score_card, score_groups, score_seat
from tilewright.games.my_shelfie.tables import GOALS, ITEM_LETTERS
from tilewright.kernel import compiled
from word import word

from .play import (
    CONFIGURATIONS,
    Move,
    ambitious,
    assert_same,
    fast_rules,
    legal,
    move_of,
    new_state,
    reference_of,
    room_tiles,
    standing,
)

pytestmark = pytest.mark.slow


def result_of(reference: naive.MyShelfie, move: Move) -> tuple[object, ...]:
    """Return the result of a move: the cells it empties and the items it stacks in a column."""
    _, cells, column = move
    return frozenset(cells), tuple(reference.room[cell] for cell in cells), column


def assert_same_end(state: np.void, reference: naive.MyShelfie) -> None:
    scores, ranks = standing(state)
    players = reference.players
    assert scores == reference.scores()
    assert sorted(range(players), key=lambda seat: ranks[seat]) == reference.ranking()
    for seat, score in enumerate(score_seat(state, seat) for seat in range(int(state["players"]))):
        assert list(score) == list(reference.breakdown(seat).values())


@pytest.mark.parametrize("players, goals, refill", CONFIGURATIONS)
def test_rules_equal_the_reference_at_every_ply(
    players: int, goals: str, refill: str, is_long: bool
) -> None:
    """Legal moves, state, scores and ranking at every ply (MS-1 to MS-16)."""
    for seed in range(10 if is_long else 4):
        state = new_state(players, seed, goals, refill)
        reference = reference_of(state)
        chooser = random.Random(seed)
        while not reference.is_over:
            assert_same(state, reference)
            actions = legal(state)
            assert actions == sorted(set(actions))
            moves = reference.legal_moves()
            listed = [move_of(action) for action in actions]
            assert set(listed) <= moves
            # Each result is listed once, under the lowest number that leads to it.
            results = {result_of(reference, move) for move in moves}
            assert len(listed) == len(results)
            assert {result_of(reference, move) for move in listed} == results
            if chooser.random() < 0.5:
                action = chooser.choice(actions)
            else:
                action = ambitious(state, actions, chooser)
            play_both(state, reference, action)
        assert_same(state, reference)
        assert_same_end(state, reference)
        assert legal(state) == []


def play_both(state: np.void, reference: naive.MyShelfie, action: int) -> None:
    move: Any = move_of(action)
    is_refilled = reference.needs_refill_after(move)
    fast_rules().apply(state, action)
    reference.play(move, room_tiles(state) if is_refilled else None)


@pytest.mark.parametrize("players, goals, refill", CONFIGURATIONS)
def test_rules_equal_the_reference_at_the_end(
    players: int, goals: str, refill: str, is_long: bool
) -> None:
    """More games with the policy's moves, compared at the end and at every refill."""
    rules = fast_rules()
    for seed in range(100, 300 if is_long else 160):
        state = new_state(players, seed, goals, refill)
        reference = reference_of(state)
        # `play` asks for all legal moves, which is what makes the reference slow.
        reference.legal_moves = AnyMove  # type: ignore[method-assign,assignment]
        rng = word(seed)
        while not state["over"]:
            action, rng = rules.random_action(state, word(rng))
            play_both(state, reference, action)
        assert_same(state, reference)
        assert_same_end(state, reference)


class AnyMove:
    """Accepts every move; replaces the set of legal moves where those are compared elsewhere."""

    def __contains__(self, move: object) -> bool:
        return True


@pytest.mark.parametrize("players, refill", [(2, "four"), (3, "isolated"), (4, "four")])
def test_legal_actions_list_one_order_per_result(players: int, refill: str) -> None:
    """MS-9: orders count as one where the tiles are alike, and only there."""
    rules = fast_rules()
    state = new_state(players, 5, "2", refill)
    reference = reference_of(state)
    rng = word(9)
    for _ in range(12):
        listed = set(legal(state))
        moves = reference.legal_moves()
        for action in range(GAME.num_actions):
            if move_of(action) in moves:
                after, twin = state.copy(), state.copy()
                rules.apply(after, action)
                canonical = compiled_canonical(state, action)
                assert canonical in listed and canonical <= action
                rules.apply(twin, canonical)
                assert after == twin
        action, rng = rules.random_action(state, word(rng))
        play_both(state, reference, action)


def compiled_canonical(state: np.void, action: int) -> int:
    from tilewright.games.my_shelfie.rules import canonical_action

    return int(compiled(canonical_action)(state, action))


def random_shelf(chooser: random.Random) -> list[str]:
    """Return a random shelf biased towards few types, so that each goal is sometimes fulfilled."""
    heights = [min(6, chooser.choice([1, 2, 3, 4, 5, 6, 6, 6])) for _ in range(5)]
    if chooser.random() < 0.15:
        start = chooser.choice([0, 1, 2])
        heights = [start + step for step in range(5)][:: chooser.choice([1, -1])]
    letters = chooser.sample(ITEM_LETTERS, chooser.choice([1, 2, 3, 4, 5, 6]))
    grid = [
        [chooser.choice(letters) if 6 - row <= heights[column] else "." for column in range(5)]
        for row in range(6)
    ]
    if chooser.random() < 0.4:  # clumps
        for row in range(6):
            for column in range(1, 5):
                if grid[row][column] != "." != grid[row][column - 1] and chooser.random() < 0.4:
                    grid[row][column] = grid[row][column - 1]
                if row and grid[row - 1][column] != "." and chooser.random() < 0.5:
                    grid[row][column] = grid[row - 1][column]
    for line in grid:  # some rows and columns of all types
        if chooser.random() < 0.3 and "." not in line:
            line[:] = chooser.sample(ITEM_LETTERS, 5)
    if chooser.random() < 0.1:  # columns of mostly one type
        for column in range(5):
            letter = chooser.choice(ITEM_LETTERS)
            for row in range(max(6 - heights[column], chooser.randint(0, 3)), 6):
                grid[row][column] = letter
    for column in range(5):
        if chooser.random() < 0.2 and heights[column] == 6:
            for row, letter in enumerate(chooser.sample(ITEM_LETTERS, 6)):
                grid[row][column] = letter
    return ["".join(row) for row in grid]


def test_goals_and_points_equal_the_reference() -> None:
    """MS-13, MS-15a to MS-15l on shelves of all kinds; each goal met and missed many times."""
    chooser = random.Random(15)
    quick = compiled(fulfils_goal), compiled(score_groups), compiled(score_card)
    met = dict.fromkeys((goal.key for goal in GOALS), 0)
    for _ in range(5000):
        shelf = random_shelf(chooser)
        tiles = naive.parse_tiles(shelf)
        planes = [word(plane) for plane in parse_shelf(shelf)]
        for number, goal in enumerate(GOALS, 1):
            expected = naive.goal_fulfilled(goal.key, tiles)
            met[goal.key] += expected
            assert bool(quick[0](*planes, number)) == expected, (goal.key, shelf)
        assert quick[1](*planes) == naive.group_points(tiles)
        card = chooser.randint(1, 12)
        assert quick[2](*planes, card) == naive.personal_points(tiles, card)
    assert min(met.values()) >= 20, met
    assert max(met.values()) <= 4800, met


def test_goals_of_six_groups_equal_the_reference(is_long: bool) -> None:
    """MS-15a: a ring-shaped group must be counted exactly once."""
    chooser = random.Random(3)
    quick = compiled(fulfils_goal)
    rings = ["CCCCC", "C...C", "CCCCC"], ["CCC", "C.C", "CCC"]
    for _ in range(1500 if is_long else 500):
        shelf = [list(row) for row in random_shelf(chooser)]
        shelf = [[chooser.choice("CBGF") if sign == "." else sign for sign in row] for row in shelf]
        ring = chooser.choice(rings)
        top, left = chooser.randint(0, 6 - len(ring)), chooser.randint(0, 5 - len(ring[0]))
        for row, line in enumerate(ring):
            for column, sign in enumerate(line):
                if sign != ".":
                    shelf[top + row][left + column] = sign
        lines = ["".join(row) for row in shelf]
        planes = [word(plane) for plane in parse_shelf(lines)]
        for number in (1, 6, 12):
            expected = naive.goal_fulfilled(GOALS[number - 1].key, naive.parse_tiles(lines))
            assert bool(quick(*planes, number)) == expected, lines


@pytest.mark.parametrize("players, goals, refill", [(2, "2", "four"), (4, "1", "isolated")])
def test_rules_interpreted_equal_compiled(players: int, goals: str, refill: str) -> None:
    """Same seed, same moves, same bytes; warnings are errors."""
    rules, slow = fast_rules(), GAME.rules
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for seed in range(2):
            state = new_state(players, seed, goals, refill)
            twin = new_state(players, seed, goals, refill, fast=False)
            rng, slow_rng = word(seed), seed
            out = np.zeros(GAME.max_legal, dtype=np.int32)
            while not state["over"]:
                assert state.tobytes() == twin.tobytes()
                assert legal(state) == out[: slow.legal_actions(twin, out)].tolist()
                action, rng = rules.random_action(state, word(rng))
                slow_action, slow_rng = slow.random_action(twin, slow_rng)
                assert (int(action), int(rng)) == (slow_action, slow_rng)
                rules.apply(state, action)
                slow.apply(twin, slow_action)
            assert state.tobytes() == twin.tobytes()
            scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
            slow.outcome(twin, scores, ranks)
            assert (scores[:players].tolist(), ranks[:players].tolist()) == standing(state)


def test_view_and_determinize_interpreted_equal_compiled() -> None:
    for viewer in (0, 2, 4):
        state = new_state(3, 8)
        twin = state.copy()
        fast_rules().view(state, viewer)
        GAME.rules.view(twin, viewer)
        assert state.tobytes() == twin.tobytes()
        fast_rules().determinize(state, word(77))
        GAME.rules.determinize(twin, 77)
        assert state.tobytes() == twin.tobytes()


@pytest.mark.parametrize("players, goals, refill", CONFIGURATIONS)
def test_playout_equals_repeated_random_actions(
    players: int, goals: str, refill: str, is_long: bool
) -> None:
    rules = fast_rules()
    for seed in range(40 if is_long else 15):
        state = new_state(players, seed, goals, refill)
        twin = state.copy()
        end_rng = rules.playout(state, word(seed))
        rng = word(seed)
        while not twin["over"]:
            action, rng = rules.random_action(twin, word(rng))
            rules.apply(twin, action)
        assert state.tobytes() == twin.tobytes()
        assert int(rng) == int(end_rng)


def test_playout_interpreted_equals_compiled() -> None:
    state = new_state(3, 4)
    twin = state.copy()
    assert int(fast_rules().playout(state, word(6))) == GAME.rules.playout(twin, 6)
    assert state.tobytes() == twin.tobytes()
