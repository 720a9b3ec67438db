"""Games by short searches instead of one ply: fewer of them, but better played.

The target of a position is the value that the search found, not that of the network alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from learning.selfplay import FIRST_WEIGHT, GAME, SHARE_WEIGHT, note_value, view
from tilewright.game import MAX_PLAYERS, Game
from tilewright.kernel import called, copy_record, kernel, mix, next_random
from tilewright.search.bot import make_settings
from tilewright.search.mcts import make_scratch, run_search
from tilewright.search.tree import Tree

__all__ = ["make_tools", "think"]


def make_tools(game: Game, iterations: int) -> tuple[Any, ...]:
    """Return the buffers of ``think``: a view, two records, a tree, scratch, search settings."""
    root, work = np.zeros(1, game.dtype), np.zeros(2, game.dtype)
    settings = make_settings(game, {}, with_network=True)
    # A node is added an iteration, and a root has its edges twice: as rated, and as looked at.
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
def find_favourite(tree):
    """Return the most visited action of the root, the first of equals."""
    nodes, edges, _ = tree
    first = int(nodes[0]["first"])
    best = first
    for index in range(first + 1, first + int(nodes[0]["count"])):
        if int(edges[index]["visits"]) > int(edges[best]["visits"]):
            best = index
    return int(edges[best]["action"])


@called
def note_findings(style, players, totals, iterations, row):
    """Correct the network's value of each seat by the difference that the search found."""
    for seat in range(players):
        said = style[FIRST_WEIGHT] * row[seat] + style[SHARE_WEIGHT] * row[MAX_PLAYERS + seat]
        more = totals[seat] / iterations - said
        row[seat] = min(max(row[seat] + more, 0.0), 1.0)
        row[MAX_PLAYERS + seat] = min(max(row[MAX_PLAYERS + seat] + more, 0.0), 1.0)


@kernel
def think(mine, style, most, rng, pads, mind, row, tools):
    """Choose an action by search, and write its values. Return (action, generator)."""
    root, work, tree, notes, settings, iterations = tools
    note_value(mine[GAME], pads[2], mind, row)
    copy_record(mine[GAME], root, 0)
    view(root[0], int(mine[GAME]["mover"]))
    totals = notes[7]
    clear_tree(tree, totals)
    rng = next_random(rng)
    run_search(root, work, tree, notes, mix(rng), iterations, settings[0], mind)
    note_findings(style, int(mine[GAME]["players"]), totals, iterations, row)
    return find_favourite(tree), rng
