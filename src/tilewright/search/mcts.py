"""Monte Carlo tree search that knows no game.

One iteration: guess what the root's view does not know (``determinize`` or ``believe``), walk down
the tree by PUCT, add one node, estimate it, and credit every edge on the way with what its own
mover got. So each seat maximises its own reward, be they two or four. What every seat got is added
up for the root.

Chance needs no nodes of its own. Where an action involves chance, the positions it may lead to are
told apart by the game's ``chance_key``: each one seen becomes a child of the same edge. What is
hidden but leaves no trace on the table (another seat's card) leads to the same child.

An edge does not draw from all of chance. It has a few outcomes, each the seed of what happens when
its action is played (``reseed``), and they take turns; one that is visited more often gets more.
So what lies beyond a drawing of tiles is met again and can be searched, however many drawings there
are. Nothing is stored for it: walks replay actions, and equal seeds give equal tiles.

The tree lives in two arrays of records that the caller owns, nodes and edges (see ``tree``). When
they are full, the search goes on with the tree it has. A node's edges lie side by side, best rated
first, and only the first few are looked at until the node has been visited more often (progressive
widening), which keeps games with thousands of moves in hand.

The names below are bound to a game's kernels by ``kernel.compiled(run_search, apply=..., ...)``.
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
        ("exploration", "f8"),  # weight of priors and of curiosity against results
        ("with_four", "f8"),  # so many times that with four players
        ("first_play", "f8"),  # an untried edge is thought so much worse than its node
        ("temperature", "f8"),  # of the softmax that turns ratings into priors
        ("widen_base", "f8"),  # edges looked at: base + factor * sqrt(visits)
        ("widen_factor", "f8"),
        ("max_edges", "i8"),  # edges a node keeps at most
        ("chance_base", "f8"),  # outcomes of an edge: base + factor * sqrt(visits)
        ("chance_factor", "f8"),
        ("weight_first", "f8"),  # the three parts of a reward, adding up to 1
        ("weight_place", "f8"),
        ("weight_score", "f8"),
        ("score_scale", "f8"),  # a lead of so much counts as nearly won
        ("score_sign", "f8"),  # -1 where a lower score is better
        ("sharpness", "f8"),  # ratings a reward where values rate the root's moves; 0: they do not
        ("believes", "f8"),  # 1: guesses what is hidden by ``believe``; 0: with even odds
    ],
    align=True,
)

Settings = np.void
"""One record of SETTINGS."""
Path = npt.NDArray[np.int64]
"""int64[MAX_DEPTH, 2]: edge and mover of each step of a walk."""
Notes = tuple[Path, Actions, Ratings, Rewards, Scores, Scores, Scratch, Rewards]

MAX_DEPTH: Final = 512
SCRATCH: Final = 256  # numbers that a game's knowledge may use while it thinks
MAX_OUTCOMES: Final = 64  # of one edge


def make_scratch(max_legal: int) -> Notes:
    """Return the buffers of one search."""
    return (
        np.zeros((MAX_DEPTH, 2), dtype=np.int64),  # edge and mover of each step of a walk
        np.zeros(max_legal, dtype=np.int32),  # actions of the node being expanded
        np.zeros(max_legal, dtype=np.float32),  # their ratings
        np.zeros(MAX_PLAYERS, dtype=np.float64),  # rewards
        np.zeros(MAX_PLAYERS, dtype=np.int64),  # scores
        np.zeros(MAX_PLAYERS, dtype=np.int64),  # ranks
        np.zeros(SCRATCH, dtype=np.float64),
        np.zeros(MAX_PLAYERS, dtype=np.float64),  # what each seat got in all iterations
    )


# --- A game's own, to be bound ------------------------------------------------------------------


@kernel
def determinize(state: State, rng: Word) -> None:
    """Fill in the hidden part of a view; all possibilities are equally likely."""


@kernel
def believe(state: State, rng: Word) -> None:
    """Sample hidden information by its probabilities given the view; uniformly by default."""
    determinize(state, rng)


@kernel
def reseed(state: State, rng: Word) -> None:
    """Derive the chance of the next action from a counter and the public information."""
    state["rng"] = rng


@kernel
def apply(state: State, action: Action) -> None:
    """Play an action."""


@kernel
def rate_actions(
    state: State, rng: Word, actions: Actions, ratings: Ratings, scratch: Scratch
) -> int:
    """Write candidate actions and their ratings; return their number."""
    return 0


@kernel
def estimate(state: State, rng: Word, rewards: Rewards, scratch: Scratch) -> None:
    """Write the expected reward of each seat, or play the game to its end, whose outcome is
    rewarded."""


@kernel
def value_seats(
    state: State, rng: Word, rewards: Rewards, scratch: Scratch, mind: Any, settings: Settings
) -> None:
    """Write the expected reward of each seat: the game's estimate, or the network's."""
    estimate(state, rng, rewards, scratch)


@kernel
def legal_actions(state: State, actions: Actions) -> int:
    """Write all legal actions; return their number."""
    return 0


@kernel
def outcome(state: State, scores: Scores, ranks: Scores) -> None:
    """Write each seat's score and rank."""


@kernel
def chance_key(state: State) -> Word:
    """Return a key that differs if chance came out differently."""
    return u64(0)


# --- The search ---------------------------------------------------------------------------------


@kernel
def keep_best(actions: Actions, ratings: Ratings, count: int, most: int) -> int:
    """Sort the best ``most`` of the rated actions to the front; returns how many are kept."""
    kept = 0
    for index in range(count):
        action = actions[index]
        rating = ratings[index]
        if kept == most and rating <= ratings[kept - 1]:
            continue
        place = kept if kept < most else kept - 1
        while place > 0 and ratings[place - 1] < rating:
            actions[place] = actions[place - 1]
            ratings[place] = ratings[place - 1]
            place -= 1
        actions[place] = action
        ratings[place] = rating
        if kept < most:
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
    """Give a node its edges; returns False when there is no room left for them."""
    count = rate_actions(state, rng, actions, ratings, scratch)
    count = keep_best(actions, ratings, count, int(settings["max_edges"]))
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
    """Add the edges of a node for actions sorted by rating."""
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
        # NumPy would divide a short float by a long one in short, Numba in long.
        edges[first + index]["prior"] = float(edges[first + index]["prior"]) / total
    used[1] = first + count
    node["first"] = first
    node["count"] = count


@kernel
def select_edge(nodes: Nodes, edges: Edges, node: int, players: int, settings: Settings) -> int:
    """Return the open edge with the greatest upper confidence bound."""
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
def choose_outcome(node: Node, edge: Edge, settings: Settings) -> Word:
    """Return the seed of the chance outcome to examine next."""
    visits = int(edge["visits"])
    known = int(settings["chance_base"] + settings["chance_factor"] * math.sqrt(visits))
    number = visits % min(known, MAX_OUTCOMES)
    return mix(u64(node["seed"]) ^ u64(u64(MAX_OUTCOMES * int(edge["action"]) + number) << 32))


@kernel
def find_child(nodes: Nodes, used: Used, edge: Edge, key: Word) -> int:
    """Return the child for a chance outcome, a new one if needed; 0 if the tree is full."""
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
def reward_seats(
    state: State, scores: Scores, ranks: Scores, settings: Settings, rewards: Rewards
) -> None:
    """Write each seat's reward for a finished game: its place, and a little for its score.

    Place alone would leave a search without direction in games that are already won or lost.
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
    work: States, rng: Word, count: int, notes: Notes, settings: Settings, mind: Any
) -> None:
    """Rate actions by the mover's expected reward one ply later.

    work: record[2], the position, and one to try actions on."""
    _, actions, ratings, rewards, scores, ranks, scratch, _ = notes
    seat = int(work[0]["mover"])
    for index in range(count):
        copy_record(work[0], work, 1)
        apply(work[1], int(actions[index]))
        if int(work[1]["over"]) == 0:
            value_seats(work[1], rng, rewards, scratch, mind, settings)
        if int(work[1]["over"]) == 1:
            reward_seats(work[1], scores, ranks, settings, rewards)
        ratings[index] = settings["sharpness"] * rewards[seat]


@kernel
def rerate_root(
    work: States, tree: TreeArrays, notes: Notes, rng: Word, settings: Settings, mind: Any
) -> None:
    """Rate all moves of the root again, by their value one ply later.

    Ratings may leave out a good move, and a move left out at the root is never played. Statistics
    of known moves are kept.
    """
    nodes, edges, used = tree
    nodes[0]["sibling"] = 1
    old = int(nodes[0]["first"])
    num_old = int(nodes[0]["count"])
    most = int(settings["max_edges"])
    if int(used[1]) + num_old + most > len(edges):
        return
    count = legal_actions(work[0], notes[1])
    rate_one_ply(work, rng, count, notes, settings, mind)
    count = keep_best(notes[1], notes[2], count, most)
    add_edges(nodes[0], edges, used, count, notes[1], notes[2], settings)
    first = int(used[1]) - count
    for index in range(old, old + num_old):
        if int(edges[index]["visits"]) == 0:
            continue
        place = first
        while place < first + count and edges[place]["action"] != edges[index]["action"]:
            place += 1
        if place == first + count:
            edges[place]["prior"] = edges[place - 1]["prior"]
            count += 1
        edges[place]["action"] = edges[index]["action"]
        edges[place]["child"] = edges[index]["child"]
        edges[place]["visits"] = edges[index]["visits"]
        edges[place]["value"] = edges[index]["value"]
    nodes[0]["count"] = count
    used[1] = first + count


@kernel
def run_search(
    root: States,
    work: States,
    tree: TreeArrays,
    notes: Notes,
    rng: Word,
    iterations: int,
    settings: Settings,
    mind: Any,
) -> Word:
    """Grow the tree by a number of iterations; return the generator.

    root: record[1], a view. work: record[2], scratch. tree: ``Tree.arrays``. notes:
    ``make_scratch``. mind: ``network.Mind``, unused without a network.
    """
    nodes, edges, used = tree
    path, actions, ratings, rewards, scores, ranks, scratch, totals = notes
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
                rerate_root(work, tree, notes, rng, settings, mind)
            index = select_edge(nodes, edges, node, int(state["players"]), settings)
            path[depth, 0] = index
            path[depth, 1] = int(state["mover"])
            depth += 1
            reseed(state, choose_outcome(nodes[node], edges[index], settings))
            apply(state, int(edges[index]["action"]))
            node = find_child(nodes, used, edges[index], chance_key(state))
            if node == 0:
                break
            nodes[node]["visits"] += 1
            if int(nodes[node]["visits"]) == 1:
                break
        if int(state["over"]) == 0:
            rng = next_random(rng)
            value_seats(state, mix(rng), rewards, scratch, mind, settings)
        if int(state["over"]) == 1:
            reward_seats(state, scores, ranks, settings, rewards)
        for step in range(depth):
            edge = edges[path[step, 0]]
            edge["visits"] += 1
            edge["value"] += rewards[path[step, 1]]
        for seat in range(int(state["players"])):
            totals[seat] += rewards[seat]
    return rng
