"""The search on the toy game: what it must find, and what must not affect it."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest

import tilewright as tw
from tilewright.bots import Budget
from tilewright.errors import GameOver, InvalidOption
from tilewright.game import Scores, State, determinize_open
from tilewright.kernel import Word, compiled, kernel, u64
from tilewright.search.bot import SearchBot, make_settings
from tilewright.search.mcts import compute_rewards, move_best_to_front, select_edge
from tilewright.search.searcher import Searcher, SearchLimits
from tilewright.search.tree import NODE_BYTES, Tree
from toy import TOY
from walks import walk


def _bot(iterations: int = 2000, seed: int = 1) -> SearchBot:
    return SearchBot(TOY, seed, Budget(iterations=iterations))


@pytest.mark.parametrize("heap", [1, 2, 3, 5, 6, 7, 9, 10])
def test_search_finds_the_winning_move(heap: int) -> None:
    """Leave a multiple of four."""
    position = tw.new("toy", seed=1)
    position.state["heap"] = heap
    best = _bot().analyse(position.view(0))[0]
    assert best.action + 1 == heap % 4
    assert best.value > 0.9


def test_search_values_a_lost_position_near_zero() -> None:
    position = tw.new("toy", seed=1)
    position.state["heap"] = 8
    assert all(candidate.value < 0.1 for candidate in _bot(20_000).analyse(position.view(0)))


def test_search_of_three_players_maximises_each_own_reward() -> None:
    """With 5 stones, the first of three players cannot win without help: the second takes all that
    is left, or leaves the third something to take."""
    position = tw.new("toy", players=3, seed=1)
    position.state["heap"] = 5
    bot = _bot(5000)
    values = {c.action: c.value for c in bot.analyse(position.view(0))}
    assert max(values.values()) < 0.2
    assert bot.expectation[0] < 0.2 and sum(bot.expectation) == pytest.approx(1)


@kernel
def other_s_secret(state: State) -> Word:
    return u64(state["secret"][1])


def test_search_samples_hidden_information_in_every_iteration() -> None:
    """If the key includes the opponent's secret (0, 1 or 2), each move has three children."""
    assert TOY.knowledge is not None
    knowledge = TOY.knowledge._replace(chance_key=other_s_secret)
    bot = SearchBot(replace(TOY, knowledge=knowledge), 1, Budget(iterations=600))
    bot.analyse(tw.new("toy", seed=1).view(0))
    tree = bot.searchers[0].tree
    assert [_count_children(tree, edge) for edge in range(3)] == [3, 3, 3]


@kernel
def think_of_one(state: State, rng: Word) -> None:
    state["secret"][1] = 1
    determinize_open(state, rng)


@pytest.mark.parametrize("brought, believes, guesses", [(True, 1, 1), (True, 0, 3), (False, 1, 3)])
def test_search_samples_by_believe_if_set(brought: bool, believes: int, guesses: int) -> None:
    """A certain belief makes one guess; without a belief, or unused, all three are equally
    likely."""
    assert TOY.knowledge is not None
    belief = think_of_one if brought else None
    knowledge = TOY.knowledge._replace(chance_key=other_s_secret, believe=belief)
    game, changes = replace(TOY, knowledge=knowledge), {"believes": float(believes)}
    bot = SearchBot(game, 1, Budget(iterations=600), changes)
    bot.analyse(tw.new("toy", seed=1).view(0))
    tree = bot.searchers[0].tree
    assert [_count_children(tree, edge) for edge in range(3)] == [guesses] * 3


def test_search_is_deterministic() -> None:
    view = tw.new("toy", seed=3, rolls="yes").view(0)
    first, second = _bot(777, 5), _bot(777, 5)
    assert first.analyse(view) == second.analyse(view)
    assert _bot(777, 6).analyse(view) != first.analyse(view)


def test_search_visits_add_up() -> None:
    """Every iteration visits exactly one edge of the root."""
    bot = _bot(1234)
    candidates = bot.analyse(tw.new("toy", seed=3, rolls="yes").view(0))
    assert sum(candidate.visits for candidate in candidates) == bot.iterations == 1234
    assert abs(sum(candidate.prior for candidate in candidates) - 1) < 1e-6


def test_search_respects_seconds_and_stop() -> None:
    view = tw.new("toy", seed=3).view(0)
    bot = SearchBot(TOY, 1, Budget(seconds=0.1))
    bot.analyse(view)
    assert bot.iterations > 100
    stop = threading.Event()
    stop.set()
    stopped = SearchBot(TOY, 1, Budget(seconds=60))
    assert stopped.analyse(view, stop)[0].visits > 0
    assert stopped.iterations == 64  # the first chunk, so that there is an answer


@pytest.mark.parametrize("max_nodes, max_edges", [(4, 60), (4, 6), (400, 6)])
def test_search_with_a_full_tree_continues(max_nodes: int, max_edges: int) -> None:
    bot = _bot(3000)
    tree = bot.searchers[0].tree
    tree.nodes, tree.edges = tree.nodes[:max_nodes], tree.edges[:max_edges]
    candidates = bot.analyse(tw.new("toy", seed=4, rolls="yes").view(0))
    assert sum(candidate.visits for candidate in candidates) == 3000
    assert int(tree.used[0]) <= max_nodes and int(tree.used[1]) <= max_edges


def test_search_memory_is_bounded() -> None:
    """Each thread has two trees; all their growing arrays are counted."""
    for threads in (1, 3):
        bot = SearchBot(TOY, 1, Budget(iterations=2000, threads=threads, memory=0.05))
        bot.analyse(tw.new("toy", seed=4, rolls="yes").view(0))
        trees = [tree for searcher in bot.searchers for tree in (searcher.tree, searcher._spare)]
        arrays = [array for tree in trees for array in (*tree.arrays[:2], tree._origins)]
        assert 0.9 * 0.05 < sum(array.nbytes for array in arrays) / 2**20 <= 0.05


def test_search_revisits_chance_outcomes() -> None:
    """With one outcome per edge, every action leads to one node; with many, to several."""
    view = tw.new("toy", seed=3, rolls="yes").view(0)
    for base, most in ((1.0, 1), (64.0, 2)):
        changes = {"chance_base": base, "chance_factor": 0.0}
        bot = SearchBot(TOY, 1, Budget(iterations=2000), changes)
        bot.analyse(view)
        assert max(_count_children(bot.searchers[0].tree, edge) for edge in range(3)) == most


def _count_children(tree: Tree, edge: int) -> int:
    child, count = int(tree.edges[edge]["child"]), 0
    while child:
        child, count = int(tree.nodes[child]["sibling"]), count + 1
    return count


def test_search_with_threads_is_deterministic() -> None:
    """Root statistics are summed over threads; equal seeds and thread counts give equal results."""
    view = tw.new("toy", seed=3, rolls="yes").view(0)
    bots = [SearchBot(TOY, 5, Budget(iterations=1001, threads=3)) for _ in range(2)]
    first, second = (bot.analyse(view) for bot in bots)
    assert first == second
    assert sum(candidate.visits for candidate in first) == bots[0].iterations == 1001
    assert abs(sum(candidate.prior for candidate in first) - 1) < 1e-6
    alone = [int(searcher.tree.nodes[0]["visits"]) for searcher in bots[0].searchers]
    assert alone == [334, 334, 333]
    edges = [searcher.tree.get_edges(0) for searcher in bots[0].searchers]
    value = sum(float(edge["value"]) for tree in edges for edge in tree)
    assert value == pytest.approx(sum(c.value * c.visits for c in first))
    assert len({tree["value"].tobytes() for tree in edges}) == 3  # no two searched alike


def test_search_with_more_threads_than_iterations() -> None:
    bot = SearchBot(TOY, 5, Budget(iterations=2, threads=4))
    candidates = bot.analyse(tw.new("toy", seed=3).view(0))
    assert sum(candidate.visits for candidate in candidates) == bot.iterations == 2
    assert abs(sum(candidate.prior for candidate in candidates) - 1) < 1e-6


def test_search_stop_ends_all_threads() -> None:
    stop = threading.Event()
    stop.set()
    bot = SearchBot(TOY, 1, Budget(seconds=60, threads=2))
    assert bot.choose(tw.new("toy", seed=3).view(0), stop) in range(3)
    assert bot.iterations == 128  # the first chunks


@pytest.mark.parametrize(
    "budget", [{"seconds": 0}, {"iterations": 0}, {"seconds": -1.0}, {"memory": 0}]
)
def test_budget_of_zero_is_refused(budget: dict[str, float]) -> None:
    with pytest.raises(InvalidOption, match="expected a number above 0"):
        Budget(**budget)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [0, 257])
def test_budget_with_too_many_threads_is_refused(threads: int) -> None:
    with pytest.raises(InvalidOption, match=f"threads: expected 1 to 256; found {threads}"):
        Budget(threads=threads)


def test_search_after_the_end_is_refused() -> None:
    *_, position = walk("toy", 2, {}, 3)
    with pytest.raises(GameOver):
        _bot().analyse(position.view(0))


def test_move_best_to_front_equals_sorting() -> None:
    """Ties keep their order: the first ones stay."""
    random = np.random.default_rng(1)
    sizes = [(1, 1), (5, 3), (40, 16), (16, 40), (300, 64)]
    for (count, most), kinds in product(sizes, (3, 30)):
        ratings = random.integers(0, kinds, count).astype(np.float32)
        actions = np.arange(count, dtype=np.int32)
        expected = sorted(range(count), key=lambda index: (-ratings[index], index))[:most]
        kept = compiled(move_best_to_front)(actions, ratings, count, most)
        assert list(actions[:kept]) == expected


@kernel
def known_outcome(state: State, scores: Scores, ranks: Scores) -> None:
    """Seat 1 has won by a point, seat 0 is last."""
    scores[0], scores[1], scores[2] = 3, 9, 8
    ranks[0], ranks[1], ranks[2] = 2, 0, 1


@pytest.mark.parametrize("lower_is_better", [False, True])
@pytest.mark.parametrize("weights", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 0.3, 0.2)])
def test_compute_rewards_weighs_first_place_place_and_lead(
    weights: tuple[float, float, float], lower_is_better: bool
) -> None:
    first, place, score = weights
    changes = {"weight_first": first, "weight_place": place, "weight_score": score}
    game = replace(TOY, lower_is_better=lower_is_better)
    settings = make_settings(game, {**changes, "score_scale": 5})
    rewards, notes = np.zeros(4), np.zeros((2, 4), dtype=np.int64)
    state = tw.new("toy", players=3).state
    compiled(compute_rewards, outcome=known_outcome)(state, *notes, settings[0], rewards)
    leads = [5, -6, -5] if lower_is_better else [-6, 1, -1]
    parts = zip([0, 1, 0], [0, 1, 0.5], leads, strict=True)
    expected = [
        first * won + place * share + score * (0.5 + 0.5 * math.tanh(lead / 5))
        for won, share, lead in parts
    ]
    assert rewards[:3].tolist() == pytest.approx(expected)


def test_compute_rewards_of_two_players_add_up_to_one() -> None:
    """With two players the game is zero-sum, whatever the weights."""
    *_, position = walk("toy", 2, {}, 5)
    rewards, notes = np.zeros(4), np.zeros((2, 4), dtype=np.int64)
    changes = {"weight_first": 0.5, "weight_place": 0.3, "weight_score": 0.2}
    settings = make_settings(TOY, changes)[0]
    compiled(compute_rewards, outcome=TOY.rules.outcome)(position.state, *notes, settings, rewards)
    assert position.outcome is not None
    assert int(np.argmax(rewards)) == position.outcome.winner
    assert rewards.sum() == pytest.approx(1)


@pytest.mark.parametrize("players, chosen", [(2, 1), (3, 1), (4, 0)])
def test_select_edge_explores_less_with_four_players(players: int, chosen: int) -> None:
    """Given a good move and an untried one, the search takes the good one with four players."""
    tree = Tree(2)
    tree.nodes[0]["visits"], tree.nodes[0]["count"] = 100, 2
    tree.edges[0] = (0, 0, 100, 0.5, 60.0)
    tree.edges[1] = (1, 0, 0, 0.5, 0.0)
    settings = make_settings(TOY, {"exploration": 1.0, "with_four": 0.01, "first_play": 0.1})[0]
    assert compiled(select_edge)(tree.nodes, tree.edges, 0, players, settings) == chosen


def test_set_root_reuses_the_subtree() -> None:
    """The next search reuses the subtree below the moves that were played."""
    bot = _bot(500)
    position = tw.new("toy", seed=3, rolls="yes")
    mover = position.mover
    candidates = bot.analyse(position.view(mover))
    position.play(candidates[0].action)
    bot.played(candidates[0].action, position.view(mover))
    node = bot.searchers[0].node
    assert node
    before = bot.searchers[0].tree.nodes[node].copy()
    again = bot.analyse(position.view(position.mover))
    assert sum(candidate.visits for candidate in again) == 500 + int(before["visits"]) - 1
    fresh = _bot(500).analyse(position.view(position.mover))
    assert sum(candidate.visits for candidate in fresh) == 500


@pytest.mark.parametrize(
    "nodes, edges, is_half_full",
    [(4, 64, False), (5, 64, True), (4, 65, True), (1, 0, False), (1, 128, True), (8, 0, True)],
)
def test_tree_is_half_full_by_nodes_or_edges(nodes: int, edges: int, is_half_full: bool) -> None:
    tree = Tree(8)
    assert len(tree.edges) == 128
    tree.used[:] = (nodes, edges)
    assert tree.is_half_full is is_half_full


def test_set_root_drops_a_tree_that_is_half_full() -> None:
    """Regression: a full tree could neither grow nor rate all moves of its new root."""
    bot = SearchBot(TOY, 1, Budget(iterations=500, memory=2 * 12 * NODE_BYTES / 2**20))
    position = tw.new("toy", seed=3)
    position.state["heap"] = 13
    action = bot.choose(position.view(0))
    position.play(action)
    bot.played(action, position.view(0))
    assert bot.searchers[0].node
    again = bot.analyse(position.view(position.mover))
    assert sum(candidate.visits for candidate in again) == 500


def test_set_root_after_an_unknown_move_starts_a_new_tree() -> None:
    bot = _bot(1)
    position = tw.new("toy", seed=3)
    bot.choose(position.view(0))
    for _ in range(2):
        position.play(0)
        bot.played(0, position.view(0))
    assert bot.searchers[0].node is None
    assert sum(candidate.visits for candidate in bot.analyse(position.view(0))) == 1


def test_copy_subtree_gives_the_same_tree() -> None:
    bot = _bot(3000)
    bot.analyse(tw.new("toy", seed=4, rolls="yes").view(0))
    tree, copy = bot.searchers[0].tree, bot.searchers[0]._spare
    child = int(tree.edges[0]["child"])
    copy.copy_from(tree, child)
    assert _outline(copy, 0) == _outline(tree, child)


def _outline(tree: Tree, node: int) -> object:
    """Return everything below a node, as nested tuples."""
    first, count = int(tree.nodes[node]["first"]), int(tree.nodes[node]["count"])
    children = []
    for edge in tree.edges[first : first + count]:
        below, child = [], int(edge["child"])
        while child:
            below.append((int(tree.nodes[child]["key"]), _outline(tree, child)))
            child = int(tree.nodes[child]["sibling"])
        children.append((int(edge["action"]), int(edge["visits"]), float(edge["value"]), below))
    return int(tree.nodes[node]["visits"]), children


def test_set_root_after_a_missed_move_starts_a_new_tree() -> None:
    bot = _bot(500)
    position = tw.new("toy", seed=3)
    action = bot.choose(position.view(0))
    position.play(action)
    bot.played(action, position.view(0))
    position.play(0)  # the bot is not told
    assert sum(candidate.visits for candidate in bot.analyse(position.view(0))) == 500


@kernel
def no_chance(state: State) -> Word:
    return u64(0)


def test_follow_after_a_missed_move_has_no_effect() -> None:
    """The tree has an edge for the reported move, but from another position."""
    assert TOY.knowledge is not None
    knowledge = TOY.knowledge._replace(chance_key=no_chance)
    bot = SearchBot(replace(TOY, knowledge=knowledge), 1, Budget(iterations=500))
    position = tw.new("toy", seed=3)
    position.state["heap"] = 9
    bot.choose(position.view(0))
    position.play(0)  # the bot is not told
    position.play(0)
    bot.played(0, position.view(0))
    assert sum(candidate.visits for candidate in bot.analyse(position.view(0))) == 500


def test_get_or_add_child_finds_children_by_chance_key() -> None:
    bot = _bot(3000)
    bot.analyse(tw.new("toy", seed=4, rolls="yes").view(0))
    tree = bot.searchers[0].tree
    edge = next(edge for edge in tree.get_edges(0) if tree.nodes[int(edge["child"])]["sibling"])
    first = int(edge["child"])
    for node in (first, int(tree.nodes[first]["sibling"])):
        assert tree.find(0, int(edge["action"]), int(tree.nodes[node]["key"])) == node
    assert tree.find(0, int(edge["action"]), 99) == 0
    assert tree.find(0, 99, int(tree.nodes[first]["key"])) == 0


# --- What must hold of every tree ---------------------------------------------------------------


def check_tree(tree: Tree) -> None:
    """Check that no two nodes share an edge, and that all edges are counted as used."""
    nodes = tree.nodes[: int(tree.used[0])]
    spans = sorted((int(one["first"]), int(one["first"] + one["count"])) for one in nodes)
    spans = [span for span in spans if span[0] < span[1]]
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert max((end for _, end in spans), default=0) <= int(tree.used[1])


@pytest.fixture
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")


@pytest.mark.usefixtures("_interpreted")
def test_rerate_root_keeps_visited_moves_outside_the_best() -> None:
    """Regression: it was added, but the edges of the next node overwrote it."""
    position = tw.new("toy", seed=1)
    position.state["heap"] = 3
    settings = make_settings(TOY, {"max_edges": 1.0})
    searcher = Searcher(TOY, 1, settings, 200)
    searcher.set_root(position.view(0))
    limits = SearchLimits(20, math.inf, threading.Event())
    searcher.grow(limits)
    (first,) = searcher.tree.get_edges(0)["action"].tolist()
    assert first != 2, "not the move that takes all and wins"
    searcher._settings["sharpness"] = 30.0
    searcher.grow(limits)
    assert searcher.tree.get_edges(0)["action"].tolist() == [2, first]
    check_tree(searcher.tree)
    assert int(searcher.tree.get_edges(0)["visits"].sum()) == 40


@pytest.mark.usefixtures("_interpreted")
def test_follow_a_move_with_several_outcomes_rerates_the_new_root() -> None:
    """Its node had siblings; at a root the same field marks that all moves were rated."""
    position = tw.new("toy", seed=3, rolls="yes")
    searcher = Searcher(TOY, 1, make_settings(TOY, {}), 2000)
    searcher.set_root(position.view(0))
    searcher.grow(SearchLimits(300, math.inf, threading.Event()))
    tree, copy = searcher.tree, searcher._spare
    split = [
        child
        for child in tree.get_edges(0)["child"].tolist()
        if child and int(tree.nodes[child]["sibling"])
    ]
    assert split
    for child in split:
        copy.copy_from(tree, child)
        assert int(copy.nodes[0]["sibling"]) == 0
        check_tree(copy)
