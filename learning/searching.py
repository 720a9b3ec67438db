"""Self-play by short searches instead of one-ply lookahead: fewer games, but better ones.

The target of a position is the search's value, not the network's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from learning.selfplay import FIRST_WEIGHT, GAME, SHARE_WEIGHT, view, write_value
from tilewright.game import MAX_PLAYERS, Game
from tilewright.kernel import called, copy_record, kernel, mix, next_random
from tilewright.search.bot import make_settings
from tilewright.search.mcts import make_buffers, run_search
from tilewright.search.tree import Tree

__all__ = ["choose_action", "make_search_buffers"]


def make_search_buffers(game: Game, iterations: int) -> tuple[Any, ...]:
    """Allocate the buffers of ``choose_action``: a view, two records, a tree, scratch, search
    settings."""
    root, work = np.zeros(1, game.dtype), np.zeros(2, game.dtype)
    settings = make_settings(game, {}, with_network=True)
    # Each iteration adds a node, and the root's edges are stored twice: as rated and as expanded.
    tree = Tree(iterations + 16)
    return root, work, tree.arrays, make_buffers(game.max_legal), settings, iterations


@kernel
def clear_tree(tree, totals):
    """Reset a tree to an unvisited root, and the total rewards to 0."""
    nodes, _, used = tree
    used[0] = 1
    used[1] = 0
    nodes[0]["count"] = 0
    nodes[0]["visits"] = 0
    nodes[0]["sibling"] = 0
    for seat in range(MAX_PLAYERS):
        totals[seat] = 0.0


@kernel
def find_most_visited(tree):
    """Return the root's most visited action; the first one in a tie."""
    nodes, edges, _ = tree
    first = int(nodes[0]["first"])
    best = first
    for index in range(first + 1, first + int(nodes[0]["count"])):
        if int(edges[index]["visits"]) > int(edges[best]["visits"]):
            best = index
    return int(edges[best]["action"])


@called
def correct_values(reward_settings, players, totals, iterations, row):
    """Shift each seat's value by the difference between the search's result and the network's
    value."""
    for seat in range(players):
        said = (
            reward_settings[FIRST_WEIGHT] * row[seat]
            + reward_settings[SHARE_WEIGHT] * row[MAX_PLAYERS + seat]
        )
        more = totals[seat] / iterations - said
        row[seat] = min(max(row[seat] + more, 0.0), 1.0)
        row[MAX_PLAYERS + seat] = min(max(row[MAX_PLAYERS + seat] + more, 0.0), 1.0)


@kernel
def choose_action(mine, reward_settings, limit, rng, scratch_arrays, mind, row, tools):
    """Choose an action by search, and write the position's values to ``row``. Returns ``(action,
    generator)``."""
    root, work, tree, notes, settings, iterations = tools
    write_value(mine[GAME], scratch_arrays[2], mind, row)
    copy_record(mine[GAME], root, 0)
    view(root[0], int(mine[GAME]["mover"]))
    totals = notes[7]
    clear_tree(tree, totals)
    rng = next_random(rng)
    run_search(root, work, tree, notes, mix(rng), iterations, settings[0], mind)
    correct_values(reward_settings, int(mine[GAME]["players"]), totals, iterations, row)
    return find_most_visited(tree), rng
