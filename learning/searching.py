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
from tilewright.search.mcts import make_scratch, run_search
from tilewright.search.tree import Tree

__all__ = ["make_search_buffers", "think"]


def make_search_buffers(game: Game, iterations: int) -> tuple[Any, ...]:
    """Allocate the buffers of ``think``: a view, two records, a tree, scratch, search settings."""
    root, work = np.zeros(1, game.dtype), np.zeros(2, game.dtype)
    settings = make_settings(game, {}, with_network=True)
    # Each iteration adds a node, and the root's edges are stored twice: as rated and as expanded.
    tree = Tree(iterations + 16)
    return root, work, tree.arrays, make_scratch(game.max_legal), settings, iterations


@kernel
def clear_tree(tree, totals):
    """Reset the tree to an unvisited root."""
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
def correct_values(style, players, totals, iterations, row):
    """Correct the network's value for each seat by the search's result."""
    for seat in range(players):
        said = style[FIRST_WEIGHT] * row[seat] + style[SHARE_WEIGHT] * row[MAX_PLAYERS + seat]
        more = totals[seat] / iterations - said
        row[seat] = min(max(row[seat] + more, 0.0), 1.0)
        row[MAX_PLAYERS + seat] = min(max(row[MAX_PLAYERS + seat] + more, 0.0), 1.0)


@kernel
def think(mine, style, most, rng, pads, mind, row, tools):
    """Choose an action by search, and write the position's values. Returns (action, generator)."""
    root, work, tree, notes, settings, iterations = tools
    write_value(mine[GAME], pads[2], mind, row)
    copy_record(mine[GAME], root, 0)
    view(root[0], int(mine[GAME]["mover"]))
    totals = notes[7]
    clear_tree(tree, totals)
    rng = next_random(rng)
    run_search(root, work, tree, notes, mix(rng), iterations, settings[0], mind)
    correct_values(style, int(mine[GAME]["players"]), totals, iterations, row)
    return find_most_visited(tree), rng
