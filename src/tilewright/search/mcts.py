"""Monte Carlo tree search, independent of the game.

One iteration samples what is hidden from the root's view (``determinize`` or ``believe``), descends
the tree by PUCT, adds a node and estimates it. Each edge on the path is credited with the reward of
its own mover, so each seat maximises its own reward, whatever the number of players. The rewards of
all seats are also summed for the root.

There are no chance nodes. If an action involves chance, the game's ``chance_key`` distinguishes the
resulting positions, and each one encountered becomes a child of the same edge. Hidden information
that does not show in the key, such as another seat's card, leads to the same child.

An edge does not sample from all of chance. It has a few outcomes, each a seed for the chance of its
action (``reseed``), which take turns; edges with more visits get more outcomes. So positions after
a draw of tiles are revisited and can be searched, however many draws are possible. Outcomes are not
stored: descents replay actions, and equal seeds give equal tiles.

The tree is stored in two arrays owned by the caller, nodes and edges (see ``tree``). Once they are
full, the search continues with the tree it has. A node's edges are contiguous, best rated first,
and only the first few are considered until the node has more visits (progressive widening), which
makes games with thousands of moves tractable.

The placeholders below are bound to a game's kernels by ``kernel.compiled(run_search, apply=...)``.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tilewright.game import (
    MAX_PLAYERS,
    Action,
    Actions,
    Ratings,
    Rewards,
    Scores,
    Scratch,
    State,
    States,
)
from tilewright.kernel import Word, called, copy_record, exp, kernel, mix, next_random, tanh, u64
from tilewright.search.tree import Edge, Edges, Node, Nodes, TreeArrays, Used

SETTINGS: Final[np.dtype[Any]] = np.dtype(
    [
        ("exploration", "f8"),  # exploration constant of PUCT
        ("with_four", "f8"),  # factor on it with four players
        ("first_play", "f8"),  # reduction of an untried edge's value below its node's mean
        ("temperature", "f8"),  # of the softmax that turns ratings into priors
        ("widen_base", "f8"),  # edges considered: base + factor * sqrt(visits)
        ("widen_factor", "f8"),
        ("max_edges", "i8"),  # maximum number of edges per node
        ("chance_base", "f8"),  # outcomes per edge: base + factor * sqrt(visits)
        ("chance_factor", "f8"),
        ("weight_first", "f8"),  # weights of the three parts of a reward, adding up to 1
        ("weight_place", "f8"),
        ("weight_score", "f8"),
        ("score_scale", "f8"),  # scale of the lead in the reward for the score
        ("score_sign", "f8"),  # -1 if a lower score is better
        ("sharpness", "f8"),  # rating per unit of reward if the root is rated by values; 0 if not
        ("believes", "f8"),  # 1: sample hidden information by ``believe``; 0: uniformly
    ],
    align=True,
)

Settings = np.void
"""One record of SETTINGS."""
Path = npt.NDArray[np.int64]
"""int64[MAX_DEPTH, 2]: edge and mover of each step of a descent."""
SearchBuffers = tuple[Path, Actions, Ratings, Rewards, Scores, Scores, Scratch, Rewards]

MAX_DEPTH: Final = 512
SCRATCH: Final = 256  # length of the buffer for a game's rating and estimate kernels
MAX_OUTCOMES: Final = 64  # of one edge


def make_buffers(max_legal: int) -> SearchBuffers:
    """Allocate a search's buffers for a game with at most `max_legal` legal actions."""
    return (
        np.zeros((MAX_DEPTH, 2), dtype=np.int64),  # edge and mover of each step of a descent
        np.zeros(max_legal, dtype=np.int32),  # actions of the node being expanded
        np.zeros(max_legal, dtype=np.float32),  # their ratings
        np.zeros(MAX_PLAYERS, dtype=np.float64),  # rewards
        np.zeros(MAX_PLAYERS, dtype=np.int64),  # scores
        np.zeros(MAX_PLAYERS, dtype=np.int64),  # ranks
        np.zeros(SCRATCH, dtype=np.float64),
        np.zeros(MAX_PLAYERS, dtype=np.float64),  # total reward of each seat
    )


# --- Placeholders for a game's kernels ------------------------------------------------------------


@kernel
def determinize(state: State, rng: Word) -> None:
    """Replace the hidden parts of a view with a uniform sample."""


@kernel
def believe(state: State, rng: Word) -> None:
    """Replace the hidden parts of a view with a sample from their posterior.

    The default is a uniform sample.
    """
    determinize(state, rng)


@kernel
def reseed(state: State, rng: Word) -> None:
    """Set the seed of the chance in the next action."""
    state["rng"] = rng


@kernel
def apply(state: State, action: Action) -> None:
    """Play an action."""


@kernel
def rate_actions(
    state: State, rng: Word, actions: Actions, ratings: Ratings, scratch: Scratch
) -> int:
    """Write candidate actions and their ratings. Returns their number."""
    return 0


@kernel
def estimate(state: State, rng: Word, rewards: Rewards, scratch: Scratch) -> None:
    """Write each seat's expected reward, or play the game to its end.

    In the second case the caller computes the rewards from the outcome.
    """


@kernel
def value_seats(
    state: State, rng: Word, rewards: Rewards, scratch: Scratch, mind: Any, settings: Settings
) -> None:
    """Write each seat's expected reward, by the game's estimate or by its network `mind`."""
    estimate(state, rng, rewards, scratch)


@kernel
def legal_actions(state: State, actions: Actions) -> int:
    """Write all legal actions. Returns their number."""
    return 0


@kernel
def outcome(state: State, scores: Scores, ranks: Scores) -> None:
    """Write the score and rank of each seat."""


@kernel
def chance_key(state: State) -> Word:
    """Return a key that differs between positions with different chance outcomes."""
    return u64(0)


# --- The search ---------------------------------------------------------------------------------


@kernel
def move_best_to_front(actions: Actions, ratings: Ratings, count: int, limit: int) -> int:
    """Move the `limit` best-rated of `count` actions to the front, best first.

    Returns the number of moved actions, ``min(count, limit)``.
    """
    kept = 0
    for index in range(count):
        action = actions[index]
        rating = ratings[index]
        if kept == limit and rating <= ratings[kept - 1]:
            continue
        target = kept if kept < limit else kept - 1
        while target > 0 and ratings[target - 1] < rating:
            actions[target] = actions[target - 1]
            ratings[target] = ratings[target - 1]
            target -= 1
        actions[target] = action
        ratings[target] = rating
        if kept < limit:
            kept += 1
    return kept


@kernel
def expand_node(
    nodes: Nodes,
    edges: Edges,
    used: Used,
    node: int,
    state: State,
    rng: Word,
    actions: Actions,
    ratings: Ratings,
    scratch: Scratch,
    settings: Settings,
) -> bool:
    """Add edges for a node's best-rated actions. Returns False if the tree is full."""
    count = rate_actions(state, rng, actions, ratings, scratch)
    count = move_best_to_front(actions, ratings, count, int(settings["max_edges"]))
    if int(used[1]) + count > len(edges):
        return False
    add_edges(nodes[node], edges, used, count, actions, ratings, settings)
    nodes[node]["mover"] = int(state["mover"])
    nodes[node]["seed"] = mix(u64(~rng)) >> 32
    return True


@kernel
def add_edges(
    node: Node,
    edges: Edges,
    used: Used,
    count: int,
    actions: Actions,
    ratings: Ratings,
    settings: Settings,
) -> None:
    """Append a node's edges for `count` actions sorted by rating. Priors are a softmax of the
    ratings."""
    first = int(used[1])
    total = 0.0
    for index in range(count):
        edge = edges[first + index]
        weight = exp((ratings[index] - ratings[0]) / settings["temperature"])
        total += weight
        edge["action"] = actions[index]
        edge["child"] = 0
        edge["visits"] = 0
        edge["value"] = 0.0
        edge["prior"] = weight
    for index in range(count):
        # NumPy divides float32 by float64 in single precision, Numba in double.
        edges[first + index]["prior"] = float(edges[first + index]["prior"]) / total
    used[1] = first + count
    node["first"] = first
    node["count"] = count


@kernel
def select_edge(nodes: Nodes, edges: Edges, node: int, players: int, settings: Settings) -> int:
    """Return the index of the considered edge with the greatest PUCT bound."""
    exploration = settings["exploration"]
    if players == 4:
        exploration *= settings["with_four"]
    visits = int(nodes[node]["visits"])
    visits_root = math.sqrt(visits)
    num_open = int(settings["widen_base"] + settings["widen_factor"] * visits_root)
    first = int(nodes[node]["first"])
    last = first + min(int(nodes[node]["count"]), num_open)
    tried_value = 0.0
    tried_visits = 0
    for index in range(first, last):
        tried_value += edges[index]["value"]
        tried_visits += int(edges[index]["visits"])
    mean = tried_value / tried_visits if tried_visits else 0.5
    fallback = mean - settings["first_play"]
    best = first
    best_bound = -1e30
    for index in range(first, last):
        edge = edges[index]
        tries = int(edge["visits"])
        value = edge["value"] / tries if tries else fallback
        bound = value + exploration * edge["prior"] * visits_root / (1 + tries)
        if bound > best_bound:
            best_bound = bound
            best = index
    return best


@kernel
def next_outcome_seed(node: Node, edge: Edge, settings: Settings) -> Word:
    """Return the seed of an edge's next chance outcome. Its known outcomes take turns."""
    visits = int(edge["visits"])
    known = int(settings["chance_base"] + settings["chance_factor"] * math.sqrt(visits))
    number = visits % min(known, MAX_OUTCOMES)
    return mix(u64(node["seed"]) ^ u64(u64(MAX_OUTCOMES * int(edge["action"]) + number) << 32))


@kernel
def get_or_add_child(nodes: Nodes, used: Used, edge: Edge, key: Word) -> int:
    """Return the index of an edge's child with chance key `key`, adding it if needed.

    Returns 0 if the tree is full.
    """
    child = int(edge["child"])
    while child != 0 and u64(nodes[child]["key"]) != key:
        child = int(nodes[child]["sibling"])
    if child != 0 or int(used[0]) == len(nodes):
        return child
    child = int(used[0])
    used[0] = child + 1
    nodes[child]["key"] = key
    nodes[child]["sibling"] = edge["child"]
    nodes[child]["count"] = 0
    nodes[child]["visits"] = 0
    edge["child"] = child
    return child


@kernel
def compute_rewards(
    state: State, scores: Scores, ranks: Scores, settings: Settings, rewards: Rewards
) -> None:
    """Write each seat's reward for a finished game, from its place and its lead in score.

    rewards: float64[4].

    Places alone would give the search no direction in games that are already decided.
    """
    outcome(state, scores, ranks)
    players = int(state["players"])
    for seat in range(players):
        best_other = -1e30
        for other in range(players):
            if other != seat:
                best_other = max(best_other, settings["score_sign"] * scores[other])
        margin = settings["score_sign"] * scores[seat] - best_other if players > 1 else 0.0
        share = 0.5 + 0.5 * tanh(margin / settings["score_scale"])
        place = 1.0 - ranks[seat] / (players - 1) if players > 1 else 0.0
        first = 1.0 if ranks[seat] == 0 else 0.0
        rewards[seat] = (
            settings["weight_first"] * first
            + settings["weight_place"] * place
            + settings["weight_score"] * share
        )


@called
def rate_one_ply(
    work: States, rng: Word, count: int, buffers: SearchBuffers, settings: Settings, mind: Any
) -> None:
    """Rate `count` actions by the mover's expected reward one ply later.

    Writes to the buffers' ratings.

    work: record[2], the position and a copy on which actions are tried.
    """
    _, actions, ratings, rewards, scores, ranks, scratch, _ = buffers
    seat = int(work[0]["mover"])
    for index in range(count):
        copy_record(work[0], work, 1)
        apply(work[1], int(actions[index]))
        if int(work[1]["over"]) == 0:
            value_seats(work[1], rng, rewards, scratch, mind, settings)
        if int(work[1]["over"]) == 1:
            compute_rewards(work[1], scores, ranks, settings, rewards)
        ratings[index] = settings["sharpness"] * rewards[seat]


@kernel
def rerate_root(
    work: States, tree: TreeArrays, buffers: SearchBuffers, rng: Word, settings: Settings, mind: Any
) -> None:
    """Replace the root's edges by all legal moves, rated by their value one ply later.

    The usual ratings may omit a good move, and a move omitted at the root is never played. Existing
    edges keep their statistics.
    """
    nodes, edges, used = tree
    nodes[0]["sibling"] = 1
    old = int(nodes[0]["first"])
    num_old = int(nodes[0]["count"])
    limit = int(settings["max_edges"])
    if int(used[1]) + num_old + limit > len(edges):
        return
    count = legal_actions(work[0], buffers[1])
    rate_one_ply(work, rng, count, buffers, settings, mind)
    count = move_best_to_front(buffers[1], buffers[2], count, limit)
    add_edges(nodes[0], edges, used, count, buffers[1], buffers[2], settings)
    first = int(used[1]) - count
    for index in range(old, old + num_old):
        if int(edges[index]["visits"]) == 0:
            continue
        position = first
        while position < first + count and edges[position]["action"] != edges[index]["action"]:
            position += 1
        if position == first + count:
            edges[position]["prior"] = edges[position - 1]["prior"]
            count += 1
        edges[position]["action"] = edges[index]["action"]
        edges[position]["child"] = edges[index]["child"]
        edges[position]["visits"] = edges[index]["visits"]
        edges[position]["value"] = edges[index]["value"]
    nodes[0]["count"] = count
    used[1] = first + count


@kernel
def run_search(
    root: States,
    work: States,
    tree: TreeArrays,
    buffers: SearchBuffers,
    rng: Word,
    iterations: int,
    settings: Settings,
    mind: Any,
) -> Word:
    """Run iterations of the search on a tree. Returns the next generator state.

    root: record[1], a view. work: record[2], scratch. tree: ``Tree.arrays``. buffers: buffers from
    ``make_buffers``. mind: ``network.Mind``, unused without a network.
    """
    nodes, edges, used = tree
    path, actions, ratings, rewards, scores, ranks, scratch, totals = buffers
    for _ in range(iterations):
        work[0] = root[0]
        state = work[0]
        rng = next_random(rng)
        if settings["believes"] > 0.0:
            believe(state, mix(rng))
        else:
            determinize(state, mix(rng))
        nodes[0]["visits"] += 1
        node = 0
        depth = 0
        while int(state["over"]) == 0 and depth < MAX_DEPTH:
            if int(nodes[node]["count"]) == 0 and not expand_node(
                nodes, edges, used, node, state, rng, actions, ratings, scratch, settings
            ):
                break
            if node == 0 and settings["sharpness"] > 0.0 and int(nodes[0]["sibling"]) == 0:
                rerate_root(work, tree, buffers, rng, settings, mind)
            index = select_edge(nodes, edges, node, int(state["players"]), settings)
            path[depth, 0] = index
            path[depth, 1] = int(state["mover"])
            depth += 1
            reseed(state, next_outcome_seed(nodes[node], edges[index], settings))
            apply(state, int(edges[index]["action"]))
            node = get_or_add_child(nodes, used, edges[index], chance_key(state))
            if node == 0:
                break
            nodes[node]["visits"] += 1
            if int(nodes[node]["visits"]) == 1:
                break
        if int(state["over"]) == 0:
            rng = next_random(rng)
            value_seats(state, mix(rng), rewards, scratch, mind, settings)
        if int(state["over"]) == 1:
            compute_rewards(state, scores, ranks, settings, rewards)
        for step in range(depth):
            edge = edges[path[step, 0]]
            edge["visits"] += 1
            edge["value"] += rewards[path[step, 1]]
        for seat in range(int(state["players"])):
            totals[seat] += rewards[seat]
    return rng
