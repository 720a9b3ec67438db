"""Search kernels and budgets on trees of a few nodes, with numbers worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from threading import Event
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright.bots import Budget
from tilewright.errors import GameOver
from tilewright.kernel import u64
from tilewright.position import Position
from tilewright.search import explain, solve
from tilewright.search.bot import (
    Candidate,
    SearchBot,
    _derive_thread_seeds,
    make_settings,
    nodes_per_tree,
)
from tilewright.search.explain import evaluate_moves, sample_successors
from tilewright.search.mcts import (
    MAX_OUTCOMES,
    add_edges,
    get_or_add_child,
    next_outcome_seed,
    select_edge,
)
from tilewright.search.searcher import SearchLimits
from tilewright.search.tree import NODE_BYTES, Tree
from toy import TOY


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")


# --- Settings -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lower, sign", [(False, 1.0), (True, -1.0)])
def test_settings_know_which_way_scores_count(lower: bool, sign: float) -> None:
    (found,) = make_settings(replace(TOY, lower_is_better=lower), {})
    assert found["score_sign"] == sign


def test_settings_of_a_call_go_before_those_of_the_network_and_of_the_game() -> None:
    assert TOY.knowledge is not None
    network: Any = SimpleNamespace(settings={"first_play": 0.3, "temperature": 3.0})
    plain = TOY.knowledge._replace(settings={"first_play": 0.2, "temperature": 2.0, "max_edges": 5})
    game = replace(TOY, knowledge=plain._replace(network=network))

    def found(**given: bool) -> list[float]:
        (one,) = make_settings(game, {"temperature": 9.0}, **given)
        return [float(one[name]) for name in ("first_play", "temperature", "max_edges")]

    assert found() == [0.2, 9.0, 5.0]
    assert found(with_network=True) == [0.3, 9.0, 5.0]


# --- The tree -----------------------------------------------------------------------------------


def settings(**changes: float) -> Any:
    """Return settings that open all edges and explore nothing, but for these changes."""
    given = {"exploration": 0.0, "first_play": 0.0, "widen_base": 99.0, "widen_factor": 0.0}
    return make_settings(TOY, given | changes)[0]


def root_of(*edges: tuple[int, float, float], visits: int | None = None) -> Tree:
    """Return a tree with these edges of its root: visits, prior, and sum of values."""
    tree = Tree(8)
    total = sum(count for count, _, _ in edges) if visits is None else visits
    tree.nodes[0]["count"], tree.nodes[0]["visits"] = len(edges), total
    for index, (count, prior, value) in enumerate(edges):
        tree.edges[index] = (10 + index, 0, count, prior, value)
    tree.used[1] = len(edges)
    return tree


@pytest.mark.parametrize(
    "edges, changes, chosen",
    [
        # Without exploration the best mean is chosen, the first of equals.
        ([(10, 0.5, 4.0), (5, 0.3, 3.0), (5, 0.2, 1.0)], {}, 1),
        ([(10, 0.5, 5.0), (4, 0.3, 2.0)], {}, 0),
        # An untried edge has the mean of those tried, less first_play.
        ([(10, 0.5, 6.0), (0, 0.5, 0.0)], {}, 0),
        ([(10, 0.5, 4.0), (10, 0.1, 8.0), (0, 0.4, 0.0)], {}, 1),
        ([(10, 0.5, 2.0), (10, 0.1, 1.0), (0, 0.4, 0.0)], {"first_play": -0.1}, 2),
        # Exploration: value + c * prior * sqrt(visits) / (1 + tries), of 16 visits in all.
        ([(15, 0.5, 7.5), (1, 0.5, 0.0)], {"exploration": 0.59}, 1),
        ([(15, 0.5, 7.5), (1, 0.5, 0.0)], {"exploration": 0.57}, 0),
        # Of a few edges only as many as are open are looked at: 1 + 0.5 * sqrt(16) are three.
        ([(8, 0.4, 0.0), (4, 0.3, 0.0), (4, 0.2, 1.0), (0, 0.1, 9.0)],
         {"widen_base": 1.0, "widen_factor": 0.5, "first_play": -9.0}, 2),
        ([(8, 0.4, 0.0), (4, 0.3, 0.0), (4, 0.2, 1.0), (0, 0.1, 9.0)],
         {"widen_base": 1.0, "widen_factor": 0.75, "first_play": -9.0}, 3),
    ],
)  # fmt: skip
def test_select_edge_takes_the_greatest_upper_bound(
    edges: list[tuple[int, float, float]], changes: dict[str, float], chosen: int
) -> None:
    tree = root_of(*edges)
    assert select_edge(tree.nodes, tree.edges, 0, 2, settings(**changes)) == chosen


def test_select_edge_of_a_node_without_tries_begins_with_the_greatest_prior() -> None:
    tree = root_of((0, 0.2, 0.0), (0, 0.5, 0.0), (0, 0.3, 0.0), visits=1)
    assert select_edge(tree.nodes, tree.edges, 0, 2, settings(exploration=1.0)) == 1


def test_add_edges_has_priors_of_a_softmax_with_a_temperature() -> None:
    """Ratings of log 8, log 4 and log 1 at a temperature of 1 are 8, 4 and 1 of 13."""
    ratings = np.log(np.array([8, 4, 1], dtype=np.float32))
    actions = np.array([7, 5, 6], dtype=np.int32)
    for temperature, weights in ((1.0, [8, 4, 1]), (0.5, [64, 16, 1])):
        tree = Tree(8)
        tree.used[1] = 2
        made = settings(temperature=temperature)
        add_edges(tree.nodes[3], tree.edges, tree.used, 3, actions, ratings, made)
        assert (int(tree.nodes[3]["first"]), int(tree.nodes[3]["count"])) == (2, 3)
        edges = tree.get_edges(3)
        assert edges["action"].tolist() == [7, 5, 6] and int(tree.used[1]) == 5
        total = sum(weights)
        assert edges["prior"].tolist() == pytest.approx([weight / total for weight in weights])
        assert not edges["visits"].any() and not edges["child"].any()


def test_find_child_adds_a_child_per_key_until_the_tree_is_full() -> None:
    tree = Tree(3)
    edge = tree.edges[0]
    for name in ("visits", "count"):  # of a tree that was cleared
        tree.nodes[name][1:] = 9
    found = [
        get_or_add_child(tree.nodes, tree.used, edge, u64(key)) for key in (50, 60, 50, 70, 60)
    ]
    assert found == [1, 2, 1, 0, 2]
    assert not tree.nodes["visits"].any() and not tree.nodes["count"].any()
    assert tree.used[0] == 3 and int(edge["child"]) == 2 and int(tree.nodes[2]["sibling"]) == 1
    tree.edges[0]["action"] = 9
    tree.nodes[0]["count"] = 1
    assert [tree.find(0, 9, key) for key in (50, 60, 70)] == [1, 2, 0]
    assert tree.find(0, 8, 50) == 0


def outcomes(base: float, factor: float, visits: range, *, action: int = 0) -> list[int]:
    """Return the outcomes of an edge after each of some numbers of visits."""
    made = settings(chance_base=base, chance_factor=factor)
    tree = Tree(2)
    tree.nodes[0]["seed"] = 5
    found = []
    for count in visits:
        tree.edges[0] = (action, 0, count, 0.5, 0.0)
        found.append(int(next_outcome_seed(tree.nodes[0], tree.edges[0], made)))
    return found


@pytest.mark.parametrize("base, known", [(1.0, 1), (3.0, 3), (99.0, MAX_OUTCOMES)])
def test_choose_outcome_takes_turns_among_a_few(base: float, known: int) -> None:
    every = outcomes(base, 0.0, range(3 * known))
    assert every[:known] == every[known : 2 * known] == every[2 * known :]
    assert len(set(every)) == known
    assert not set(every) & set(outcomes(base, 0.0, range(known), action=1))


def test_choose_outcome_knows_more_outcomes_after_more_visits() -> None:
    """2 + sqrt(visits): four after 4 to 8 visits, five after 9 to 15."""
    every = outcomes(2.0, 1.0, range(16))
    assert every[4:8] == [every[0], *every[5:8]] and len(set(every[4:9])) == 4
    assert every[4] == every[8] == every[10] and every[9] == every[14]
    assert len(set(every[9:15])) == 5 and len(set(every)) == 5


# --- Budgets ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "iterations, threads, shares",
    [(7, 1, [7]), (7, 2, [4, 3]), (8, 3, [3, 3, 2]), (2, 4, [1, 1]), (1, 3, [1])],
)
def test_iterations_are_shared_out_among_threads(
    iterations: int, threads: int, shares: list[int]
) -> None:
    bot = SearchBot(TOY, 1, Budget(iterations=iterations, threads=threads, memory=1))
    limits = bot._divide_budget(Event())
    assert [one.iterations for one in limits] == shares
    assert {one.seconds for one in limits} == {math.inf}


@pytest.mark.parametrize(
    "budget, seconds",
    [
        (Budget(memory=1), 2.0),
        (Budget(seconds=0.5, memory=1), 0.5),
        (Budget(iterations=9, memory=1), math.inf),
        (Budget(iterations=9, seconds=0.5, memory=1), 0.5),
    ],
)
def test_search_without_any_limit_lasts_two_seconds(budget: Budget, seconds: float) -> None:
    (limit,) = SearchBot(TOY, 1, budget)._divide_budget(Event())
    assert limit.seconds == seconds
    assert limit.iterations == (budget.iterations or 1 << 62)


@pytest.mark.parametrize(
    "iterations, seconds, is_reached",
    [(9, 0.9, False), (10, 0.0, True), (11, 0.0, True), (0, 1.0, True), (0, 1.1, True)],
)
def test_search_ends_when_either_limit_is_reached(
    iterations: int, seconds: float, is_reached: bool
) -> None:
    stop = Event()
    limits = SearchLimits(10, 1.0, stop)
    assert limits.are_reached(iterations, seconds) is is_reached
    stop.set()
    assert limits.are_reached(0, 0.0)


@pytest.mark.parametrize("mib, threads, share", [(1, 1, 2), (1, 4, 8), (2, 4, 4)])
def test_memory_is_for_two_trees_per_thread(mib: float, threads: int, share: int) -> None:
    found = nodes_per_tree(Budget(iterations=1, threads=threads, memory=mib))
    assert found == 2**20 // (share * NODE_BYTES)
    assert nodes_per_tree(Budget(iterations=1, memory=1e-6)) == 2


def test_analyse_searches_with_all_threads_from_the_same_root() -> None:
    bot = SearchBot(TOY, 1, Budget(iterations=6, threads=2, memory=1))
    for stones in (2, 1):
        position = tw.new("toy", seed=5, rolls="no")
        position.state["heap"] = stones
        found = bot.analyse(position.view(0))
        assert [one.action for one in found] == ([1, 0] if stones == 2 else [0])
        assert [int(one.tree.nodes[0]["visits"]) for one in bot.searchers] == [3, 3]
        assert sum(one.visits for one in found) == bot.iterations == 6
        assert sum(bot.expectation) == pytest.approx(1.0)
    assert bot.expectation == (1.0, 0.0), "the last stone wins"


def test_thread_seeds_begin_with_that_of_a_single_thread() -> None:
    many = _derive_thread_seeds(7, 5)
    assert many[0] == 7 and len(set(many)) == 5 and _derive_thread_seeds(7, 3) == many[:3]


def test_candidates_are_summed_over_trees_that_grew() -> None:
    """Two trees with other moves in another order, and one that never began."""
    bot = SearchBot(TOY, 1, Budget(iterations=3, threads=3, memory=1))
    for searcher, edges in zip(
        bot.searchers,
        ([(0, 10, 0.5, 4.0), (2, 30, 0.5, 24.0)], [(2, 10, 0.25, 8.0), (1, 30, 0.75, 3.0)], []),
        strict=True,
    ):
        searcher.tree.nodes[0]["count"] = len(edges)
        for index, (action, visits, prior, value) in enumerate(edges):
            searcher.tree.edges[index] = (action, 0, visits, prior, value)
    found: Any = [
        (one.action, one.visits, one.value, one.prior) for one in bot._collect_candidates()
    ]
    assert found == [
        (2, 40, pytest.approx(0.8), pytest.approx(0.375)),
        (1, 30, pytest.approx(0.1), pytest.approx(0.375)),
        (0, 10, pytest.approx(0.4), pytest.approx(0.25)),
    ]


def test_candidates_of_equal_visits_go_by_value_then_by_action() -> None:
    bot = SearchBot(TOY, 1, Budget(iterations=3, memory=1))
    tree = bot.searchers[0].tree
    tree.nodes[0]["count"] = 4
    for index, edge in enumerate([(3, 5, 1.0), (2, 5, 2.0), (1, 5, 1.0), (0, 0, 0.0)]):
        tree.edges[index] = (edge[0], 0, edge[1], 0.25, edge[2])
    assert [one.action for one in bot._collect_candidates()] == [2, 1, 3, 0]
    assert bot._collect_candidates()[-1].value == 0.0


# --- Forecasts ----------------------------------------------------------------------------------


class Forecaster:
    """Expects what its table says of a heap, in shares that need not add up to 1."""

    expectation: tuple[float, ...] = ()

    def analyse(self, position: Position) -> None:
        heap = int(position.state["heap"])
        self.expectation = (0.1 * heap, 0.2, 0.1)


def test_forecasts_are_of_every_ply_and_add_up_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def make(game: Any, seed: int, budget: Budget, *, network: Any) -> Forecaster:
        asked.append((seed, budget.iterations, network))
        return Forecaster()

    monkeypatch.setattr(explain, "SearchBot", make)
    monkeypatch.setattr(explain, "load_network", lambda game: None)
    position = tw.new("toy", players=3, seed=5, rolls="no")
    position.state["heap"] = 3
    for _ in range(2):
        position.play(0)
    found = list(explain.forecast_game(position))
    assert [one.ply for one in found] == [0, 1, 2]
    assert [one.chances for one in found] == [
        (0.5, 0.3333, 0.1667),
        (0.4, 0.4, 0.2),
        (0.25, 0.5, 0.25),
    ]
    assert asked == [(1, 1000, None)], "one bot, of a thousand iterations"
    position.play(0)
    last = list(explain.forecast_game(position))[-1]
    assert (last.ply, last.chances, last.expected) == (3, (0.0, 0.0, 1.0), None)
    stop = Event()
    stop.set()
    assert list(explain.forecast_game(position, stop)) == []


def test_analyse_has_the_first_moves_with_rounded_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    class Bot:
        iterations = 77

        def __init__(self, game: Any, seed: int, budget: Budget, *, network: Any) -> None:
            made.append((seed, budget.iterations, network))

        def analyse(self, view: Position, stop: Any) -> list[Candidate]:
            made.append(view.viewer)
            values = ((2, 30, 0.12344, 0.55556), (0, 20, 0.12346, 0.00004), (1, 9, 1.0, 0.4))
            return [Candidate(*one) for one in values]

    monkeypatch.setattr(explain, "SearchBot", Bot)
    monkeypatch.setattr(explain, "load_network", lambda game: "a network")
    position = tw.new("toy", players=2, seed=5, rolls="no")
    position.state["heap"], position.state["mover"] = 3, 1
    monkeypatch.setattr(Position, "effect", lambda view, action: {"of": action})
    found = explain.analyse(position, Budget(iterations=60), most=2, seed=4)
    assert made == [(4, 60, "a network"), 1]
    assert (found.mover, found.iterations) == (1, 77)
    assert [(one.move, one.visits, one.chance, one.prior) for one in found.moves] == [
        ("take 3", 30, 0.1234, 0.5556),
        ("take 1", 20, 0.1235, 0.0),
    ]
    assert [one.score_change for one in found.moves] == [10, 0], "the last stone is worth ten"
    assert [(one.expected, one.worth) for one in found.moves] == [(None, "12.3%"), (None, "12.3%")]
    assert found.as_json()["moves"][0]["effect"] == {"of": 2}


# --- Totals of games for one --------------------------------------------------------------------


class Solver:
    """Expects of a heap what a table says, for each width, and keeps what it was asked."""

    def __init__(self, totals: Any) -> None:
        self.totals = totals
        self.asked: list[tuple[int, int]] = []

    def solve(self, state: Any, *, effort: int, seed: int = 0) -> Any:
        heap = int(state["heap"])
        self.asked.append((effort, heap))
        return SimpleNamespace(score=self.totals(effort, heap), actions=())


def weighed(
    monkeypatch: pytest.MonkeyPatch, totals: Any, budget: Budget, *, lower: bool = True
) -> tuple[list[tuple[int, float, int]], list[tuple[int, int]]]:
    """Return the moves of a heap of ten (action, expected, effort), and all searches."""
    solver = Solver(totals)
    monkeypatch.setattr(explain, "require_solver", lambda game: solver)
    monkeypatch.setattr(explain, "compile_solver", lambda game: None)
    monkeypatch.setattr(explain, "MIN_KEPT_MOVES", 1)
    position = tw.new("toy", seed=5, rolls="no")
    position.state["heap"] = 10
    position.game = replace(position.game, lower_is_better=lower)
    found = evaluate_moves(position.view(0), budget)
    return [(one.action, one.expected, one.effort) for one in found], solver.asked


def test_weigh_moves_searches_the_better_half_more_widely(monkeypatch: pytest.MonkeyPatch) -> None:
    found, asked = weighed(monkeypatch, lambda effort, heap: heap, Budget(iterations=1000))
    assert asked[:4] == [(2, 9), (2, 8), (2, 7), (4, 7)]
    assert [effort for effort, _ in asked[3:]] == [4, 8, 16, 32, 64, 128]
    assert found == [(2, 7.0, 128), (1, 8.0, 2), (0, 9.0, 2)]


def test_weigh_moves_where_more_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = weighed(monkeypatch, lambda effort, heap: heap, Budget(iterations=1000), lower=False)
    assert [action for action, _, _ in found] == [0, 1, 2]


def test_weigh_moves_ranks_by_width_before_totals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wider search finds the favourite to be the worst: it stays first, being known best."""
    found, _ = weighed(
        monkeypatch, lambda effort, heap: heap if effort == 2 else 99, Budget(iterations=1000)
    )
    assert found[0] == (2, 99.0, 128) and [one[0] for one in found[1:]] == [1, 0]


@pytest.mark.parametrize("iterations, count", [(1, 1), (2, 1), (3, 2), (4, 2), (6, 3), (7, 4)])
def test_weigh_moves_ends_once_its_iterations_are_spent(
    iterations: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, asked = weighed(monkeypatch, lambda effort, heap: heap, Budget(iterations=iterations))
    assert len(asked) == count


def test_weigh_moves_of_a_finished_game_is_refused() -> None:
    position = tw.new("toy", seed=5, rolls="no")
    while not position.is_over:
        position.play(0)
    with pytest.raises(GameOver):
        evaluate_moves(position.view(0), Budget(iterations=1))


def test_futures_are_one_without_chance_and_eight_with_it() -> None:
    def heaps(rolls: str) -> list[int]:
        position: Position = tw.new("toy", seed=5, rolls=rolls)
        position.state["heap"] = 9
        seen = sample_successors(position.view(0), 1, seed=4)
        assert {one.viewer for one in seen} == {0} and {one.ply for one in seen} == {1}
        return [int(one.state["heap"]) for one in seen]

    assert heaps("no") == [7]
    assert len(heaps("yes")) in (1, 8) and set(heaps("yes")) <= {7, 8}


@pytest.mark.parametrize("hindsight, viewer", [(False, 0), (True, -1)])
def test_solve_game_has_its_seconds_for_the_whole_game(
    hindsight: bool, viewer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each search takes two seconds of ten; the solver is asked again until the game is over."""
    clock, asked = [100.0], list[tuple[Any, ...]]()

    def solved(state: Any, *, seconds: Any, effort: Any, progress: Any, stop: Any) -> Any:
        asked.append((int(state["viewer"]), int(state["heap"]), seconds, effort))
        clock[0] += 2.0
        return SimpleNamespace(actions=(2, 0))

    monkeypatch.setattr(solve, "require_solver", lambda game: SimpleNamespace(solve=solved))
    monkeypatch.setattr(solve, "compile_solver", lambda game: None)
    monkeypatch.setattr("tilewright.search.solve.time.perf_counter", lambda: clock[0])
    position = tw.new("toy", seed=5, rolls="no")
    position.state["heap"] = 12
    found = solve.solve_game(position, hindsight=hindsight, seconds=10.0)
    assert found.is_over and found.ply == 6 and position.ply == 0
    assert [one[1:3] for one in asked] == [(12, 10.0), (8, 8.0), (4, 6.0)]
    assert asked[0][0] == viewer
    asked.clear()
    solve.solve_game(position, seconds=3.0)
    assert [one[2] for one in asked] == [3.0, 1.0, 0.0], "never less than nothing"
    asked.clear()
    solve.solve_game(position, effort=7)
    assert {one[2:] for one in asked} == {(None, 7)}
    asked.clear()
    solve.solve_game(position)
    assert asked[0][2:] == (5.0, None)


# --- Statistics of many deals -------------------------------------------------------------------


@pytest.mark.parametrize("lower, share", [(True, 0.4), (False, 0.2)])
def test_summarise_counts_what_beats_the_challenge(
    lower: bool, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 80, 90, 100, 100 and 130 two are below 100, and one above; equal is not better."""
    monkeypatch.setattr(solve, "require_solver", lambda game: SimpleNamespace(challenge=100))
    game: Any = SimpleNamespace(name="toy", lower_is_better=lower)
    found = solve.summarise(game, {3: 100, 1: 130, 2: 80, 5: 100, 4: 90})
    assert found["under_challenge"] == share
    assert (found["deals"], found["mean"], found["challenge"]) == (5, 100, 100)
    assert found["spread"] == pytest.approx(math.sqrt((400 + 100 + 900) / 5))
    assert found["quantiles"] == {
        "0": 80, "5": 80, "25": 90, "50": 100, "75": 100, "95": 130, "100": 130,
    }  # fmt: skip
    assert list(found["histogram"].items()) == [("80", 1), ("90", 1), ("100", 2), ("130", 1)]
    assert list(found["scores"].items()) == [
        ("1", 130), ("2", 80), ("3", 100), ("4", 90), ("5", 100),
    ]  # fmt: skip
