"""Searches of reviews: rewards, seeds, and what counts as chance or as a secret."""

from __future__ import annotations

import math
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright.game import Game
from tilewright.kernel import mix, u64
from tilewright.position import Outcome, Position
from tilewright.search.bot import make_settings
from tilewright.search.tree import Tree
from tilewright.study.review.evaluation import (
    Evaluator,
    _read_principal_variation,
    _restrict_root,
    depends_on_chance,
    divide_iterations,
    has_secrets,
    mix_seed,
    reward_outcome,
    sample_successor,
)

EVALUATION = "tilewright.study.review.evaluation"


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is searched for long here, so nothing need be compiled."""
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")


def heap_of(stones: int, *, players: int = 2, mover: int = 0, rolls: bool = False) -> Position:
    """Return a toy position: the last stone wins, and with `rolls` a stone may roll back."""
    position = tw.new("toy", players=players, seed=5, rolls="yes" if rolls else "no")
    position.state["heap"], position.state["mover"] = stones, mover
    return position


# --- Effort and seeds ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "iterations, part, share",
    [(96, 16, 6), (95, 16, 5), (80, 16, 5), (79, 16, 4), (64, 16, 4), (8, 16, 4), (605, 6, 100)],
)
def test_divide_iterations_rounds_down_but_not_below_four(
    iterations: int, part: int, share: int
) -> None:
    assert divide_iterations(iterations, part) == share


def test_mix_seed_depends_on_each_number_and_on_their_order() -> None:
    ways = [(), (0,), (1,), (0, 0), (0, 1), (1, 0), (1, 1), (0, 0, 0)]
    seeds = [mix_seed(start, *numbers) for start in (0, 1, 2**64 - 1) for numbers in ways]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**64 for seed in seeds)
    assert mix_seed(7, 1, 2) == mix_seed(mix_seed(7, 1), 2)
    assert mix_seed(7) == 7


def test_mix_seed_counts_on_as_splitmix_does() -> None:
    """The first numbers of SplitMix64 with the seed 0, as its authors print them."""
    assert [mix_seed(0, number) for number in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


# --- Rewards ------------------------------------------------------------------------------------


def rewards_of(
    monkeypatch: pytest.MonkeyPatch,
    scores: tuple[int, ...],
    places: tuple[int, ...],
    *,
    first: float = 0.0,
    place: float = 0.0,
    score: float = 0.0,
    sign: float = 1.0,
) -> list[float]:
    """Return the rewards with these weights; a margin of one counts 4 to 1, of two 16 to 1."""
    game = tw.new("toy", seed=3).game
    settings = make_settings(game, {})
    for name, value in (
        *(("weight_first", first), ("weight_place", place), ("weight_score", score)),
        *(("score_sign", sign), ("score_scale", 1 / math.log(2))),
    ):
        settings[name] = value
    monkeypatch.setattr(f"{EVALUATION}.make_settings", lambda game, given: settings)
    return list(reward_outcome(game, Outcome(scores, places)).tolist())


@pytest.mark.parametrize(
    "scores, sign, shares",
    [
        ((3, 5), 1, (1 / 17, 16 / 17)),
        ((3, 5), -1, (16 / 17, 1 / 17)),
        ((10, 9, 7), 1, (4 / 5, 1 / 5, 1 / 65)),
        ((10, 9, 7), -1, (1 / 65, 1 / 17, 16 / 17)),
        ((5, 5, 4, 4), 1, (1 / 2, 1 / 2, 1 / 5, 1 / 5)),
        ((-1, 0), 1, (1 / 5, 4 / 5)),
    ],
)
def test_reward_of_a_score_is_its_margin_over_the_best_other(
    scores: tuple[int, ...], sign: float, shares: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    places = tuple(range(1, len(scores) + 1))
    found = rewards_of(monkeypatch, scores, places, score=1.0, sign=sign)
    assert found == pytest.approx(shares)


def test_reward_adds_up_weights_of_victory_place_and_score(monkeypatch: pytest.MonkeyPatch) -> None:
    found = rewards_of(monkeypatch, (8, 9, 9), (3, 1, 2), first=0.5, place=0.3, score=0.2)
    assert found == pytest.approx([0.2 / 5, 0.5 + 0.3 + 0.1, 0.15 + 0.1])


def test_reward_of_permuted_seats_is_permuted(monkeypatch: pytest.MonkeyPatch) -> None:
    scores, places = (7, 9, 4, 8), (3, 1, 4, 2)
    weights = {"first": 0.5, "place": 0.3, "score": 0.2}
    whole = rewards_of(monkeypatch, scores, places, **weights)
    for order in permutations(range(4)):
        found = rewards_of(
            monkeypatch,
            tuple(scores[seat] for seat in order),
            tuple(places[seat] for seat in order),
            **weights,
        )
        assert found == pytest.approx([whole[seat] for seat in order])


# --- Secrets and chance -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, players, is_secret",
    [("my-shelfie", 2, True), ("my-shelfie", 4, True), ("nova-luna", 3, False), ("toy", 2, True)],
)
def test_has_secrets_where_seats_know_different_things(
    name: str, players: int, is_secret: bool
) -> None:
    assert has_secrets(tw.new(name, players=players, seed=3)) is is_secret


def test_fork_leaves_the_position_and_what_is_known_alone() -> None:
    position = heap_of(9, players=3, mover=2, rolls=True)
    before = position.state.copy()
    after = sample_successor(position, 1, seed=4)
    assert position.state.tobytes() == before.tobytes()
    assert (after.ply, after.mover) == (position.ply + 1, 0)
    assert after.state["secret"].tolist() == before["secret"].tolist()
    assert sample_successor(position, 1, seed=4).state.tobytes() == after.state.tobytes()
    heaps = {int(sample_successor(position, 1, seed=seed).state["heap"]) for seed in range(40)}
    assert heaps == {7, 8}, "one stone may roll back"


@pytest.mark.parametrize(
    "rolls, stones, is_drawn", [(True, 6, True), (True, 1, False), (False, 6, False)]
)
def test_has_chance_where_the_same_move_has_several_outcomes(
    rolls: bool, stones: int, is_drawn: bool
) -> None:
    position = heap_of(stones, rolls=rolls)
    found = [depends_on_chance(position, 0, seed) for seed in range(30)]
    assert any(found) is is_drawn
    assert not is_drawn or sum(found) > 20, "a chance of one in four, tried six times"


@pytest.mark.parametrize("network", [None, "a network"])
def test_observer_has_settings_of_its_network(
    network: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []

    def settings_of(game: Game, changes: Any, *, with_network: bool) -> None:
        told.append(with_network)

    monkeypatch.setattr(f"{EVALUATION}.load_network", lambda game: network)
    monkeypatch.setattr(f"{EVALUATION}.make_settings", settings_of)
    Evaluator(heap_of(2).game)
    assert told == [network is not None]


# --- Searches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players, mover", [(2, 0), (2, 1), (3, 0), (3, 2)])
def test_search_of_one_action_never_plays_another(players: int, mover: int) -> None:
    """Of two stones one takes both and wins, or one and the next player wins."""
    position, observer = heap_of(2, players=players, mover=mover), Evaluator(heap_of(2).game)
    winner, follower = [0.0] * players, [0.0] * players
    winner[mover], follower[(mover + 1) % players] = 1.0, 1.0
    for action, expected in ((1, winner), (0, follower)):
        found = observer.search(position, 16, 7, action)
        assert found.outlook.tolist() == expected
        assert found.top == (action,) and found.line[:1] in ((action,), ())


def test_search_counts_each_iteration_once() -> None:
    found = Evaluator(heap_of(7).game).search(heap_of(7, players=3), 50, seed=3)
    assert found.outlook.shape == (3,)
    assert found.outlook.sum() == pytest.approx(1.0), "one of three wins each time"
    assert set(found.top) == {0, 1, 2}


def test_search_of_a_finished_game_has_its_result_and_no_moves() -> None:
    position = heap_of(2, players=3, mover=1)
    position.play(1)
    found = Evaluator(position.game).search(position, 10, 1)
    assert found.outlook.tolist() == reward_outcome(position.game, position.standing()).tolist()
    assert found.outlook[1] == max(found.outlook) and (found.top, found.line) == ((), ())


def test_restrict_root_leaves_one_untried_edge_and_no_other() -> None:
    tree = Tree(8)
    for array in (tree.nodes, tree.edges):
        array.view(np.uint8)[:] = 9
    beside = (tree.nodes[1].tobytes(), tree.edges[1].tobytes())
    _restrict_root(tree, 33, seed=7)
    root = tree.nodes[0]
    assert [int(root[name]) for name in ("first", "count", "sibling")] == [0, 1, 1]
    assert int(root["seed"]) == int(mix(u64(7))) >> 32
    assert tree.get_edges(0).tolist() == [(33, 0, 0, 1.0, 0.0)] and int(tree.used[1]) == 1
    assert (tree.nodes[1].tobytes(), tree.edges[1].tobytes()) == beside


def chain(length: int) -> Tree:
    """Return a tree in which each node has one edge, of many visits, to the next."""
    tree = Tree(16)
    for node in range(length):
        tree.nodes[node]["first"], tree.nodes[node]["count"] = node, 1
        child = node + 1 if node + 1 < length else 0
        tree.edges[node] = (10 + node, child, 100, 1.0, 0.0)
    return tree


@pytest.mark.parametrize(
    "length, line", [(1, [10]), (2, [10, 11]), (3, [10, 11, 12]), (5, [10, 11, 12])]
)
def test_read_line_ends_with_the_tree_or_after_three_moves(length: int, line: list[int]) -> None:
    assert _read_principal_variation(chain(length)) == line


def test_read_line_takes_the_first_of_equal_moves() -> None:
    tree = Tree(8)
    tree.nodes[0]["count"] = 3
    for index, visits in enumerate((30, 50, 50)):
        tree.edges[index] = (index, 0, visits, 0.3, 0.0)
    assert _read_principal_variation(tree) == [1]
    tree.nodes[0]["count"] = 0
    assert _read_principal_variation(tree) == []


def test_search_without_an_action_finds_the_winning_move() -> None:
    found = Evaluator(heap_of(3).game).search(heap_of(3), 60, seed=5)
    assert found.top[0] == 2 and found.line == (2,)
    assert found.outlook[0] > 0.8
    assert np.isclose(found.outlook.sum(), 1.0)
