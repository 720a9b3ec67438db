"""``Tree``: a search tree stored in two arrays of records, nodes and edges."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tilewright.kernel import compiled, kernel

NODE: Final[np.dtype[Any]] = np.dtype(
    [
        ("key", "u8"),  # chance_key of the position
        ("sibling", "i4"),  # next child of the same edge, or 0; at a root 1 once it was rerated
        ("first", "i4"),  # index of its first edge
        ("count", "i4"),  # number of edges; 0 if not expanded yet
        ("visits", "i4"),
        ("mover", "i4"),
        ("seed", "u4"),  # seed of the chance outcomes of its edges
    ],
    align=True,
)
EDGE: Final[np.dtype[Any]] = np.dtype(
    [
        ("action", "i4"),
        ("child", "i4"),  # first child, or 0 (node 0 is the root, which is never a child)
        ("visits", "i4"),
        ("prior", "f4"),  # the priors of a node's edges add up to 1
        ("value", "f8"),  # sum of the mover's rewards
    ],
    align=True,
)
Node = np.void
Edge = np.void
Nodes = npt.NDArray[np.void]
Edges = npt.NDArray[np.void]
Used = npt.NDArray[np.int64]
"""int64[2]: number of nodes and of edges in use."""
TreeArrays = tuple[Nodes, Edges, Used]

EDGES_PER_NODE: Final = 16  # on average: most nodes are leaves without edges, others have dozens
NODE_BYTES: Final = NODE.itemsize + EDGES_PER_NODE * EDGE.itemsize + 8  # memory per node


class Tree:
    """A search tree of fixed capacity; unused capacity takes address space but no memory."""

    def __init__(self, max_nodes: int) -> None:
        self.nodes = np.zeros(max_nodes, dtype=NODE)
        self.edges = np.zeros(max_nodes * EDGES_PER_NODE, dtype=EDGE)
        self.used = np.array([1, 0], dtype=np.int64)
        """Number of nodes and of edges in use."""
        self._origins = np.zeros(max_nodes, dtype=np.int64)

    @property
    def arrays(self) -> TreeArrays:
        """The arrays to pass to ``mcts.run_search``."""
        return self.nodes, self.edges, self.used

    @property
    def is_half_full(self) -> bool:
        """True if more than half of the nodes or of the edges are in use."""
        nodes, edges = self.used.tolist()
        return 2 * nodes > len(self.nodes) or 2 * edges > len(self.edges)

    def clear(self) -> None:
        """Remove everything but an unexpanded root."""
        self.used[:] = (1, 0)
        self.nodes[0] = np.zeros((), dtype=NODE)

    def get_edges(self, node: int) -> Edges:
        """Return the edges of a node, best rated first."""
        first, count = int(self.nodes[node]["first"]), int(self.nodes[node]["count"])
        return self.edges[first : first + count]

    def find(self, node: int, action: int, key: int) -> int:
        """Return a node's child for an action and a chance key, or 0 if there is none."""
        edges = self.get_edges(node)
        for edge in edges[edges["action"] == action]:
            child = int(edge["child"])
            while child != 0 and int(self.nodes[child]["key"]) != key:
                child = int(self.nodes[child]["sibling"])
            return child
        return 0

    def copy_from(self, other: Tree, node: int) -> None:
        """Replace this tree with a copy of the subtree of ``other`` rooted at ``node``."""
        compiled(copy_subtree)(
            other.nodes, other.edges, node, self.nodes, self.edges, self.used, self._origins
        )


@kernel
def copy_subtree(
    nodes: Nodes,
    edges: Edges,
    start: int,
    new_nodes: Nodes,
    new_edges: Edges,
    used: Used,
    origins: npt.NDArray[np.int64],
) -> None:
    """Copy the subtree of node ``start`` into another tree, as its root.

    origins: int64[len(nodes)], scratch: the old index of each node in the new tree. Nodes are
    copied breadth-first, so the unprocessed part of ``origins`` is the queue.
    """
    new_nodes[0] = nodes[start]
    new_nodes[0]["sibling"] = 0
    origins[0] = start
    num_nodes = 1
    num_edges = 0
    index = 0
    while index < num_nodes:
        old_first = int(nodes[origins[index]]["first"])
        new_nodes[index]["first"] = num_edges
        for place in range(int(nodes[origins[index]]["count"])):
            edge = new_edges[num_edges + place]
            new_edges[num_edges + place] = edges[old_first + place]
            child = int(edge["child"])
            edge["child"] = num_nodes if child != 0 else 0
            while child != 0:
                new_nodes[num_nodes] = nodes[child]
                origins[num_nodes] = child
                child = int(nodes[child]["sibling"])
                new_nodes[num_nodes]["sibling"] = num_nodes + 1 if child != 0 else 0
                num_nodes += 1
        num_edges += int(nodes[origins[index]]["count"])
        index += 1
    used[0] = num_nodes
    used[1] = num_edges
