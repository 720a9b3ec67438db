"""The tree of a search: two arrays of records, nodes and edges, and what is asked of them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tilewright.kernel import compiled, kernel

NODE: Final[np.dtype[Any]] = np.dtype(
    [
        ("key", "u8"),  # chance_key of the position
        ("sibling", "i4"),  # next child of the same edge, 0: none; 1 at a root once looked ahead
        ("first", "i4"),  # its first edge
        ("count", "i4"),  # how many edges; 0: not expanded yet
        ("visits", "i4"),
        ("mover", "i4"),
        ("seed", "u4"),  # of the outcomes of its edges
    ],
    align=True,
)
EDGE: Final[np.dtype[Any]] = np.dtype(
    [
        ("action", "i4"),
        ("child", "i4"),  # its first child, 0: none (node 0 is the root, which is no child)
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
"""int64[2]: how many nodes and edges there are."""
TreeArrays = tuple[Nodes, Edges, Used]

EDGES_PER_NODE: Final = 16  # most nodes are leaves and have none, others have dozens
NODE_BYTES: Final = NODE.itemsize + EDGES_PER_NODE * EDGE.itemsize + 8  # what a node may take up


class Tree:
    """Room for so many nodes. Memory that no node has reached yet costs nothing but addresses."""

    def __init__(self, max_nodes: int) -> None:
        self.nodes = np.zeros(max_nodes, dtype=NODE)
        self.edges = np.zeros(max_nodes * EDGES_PER_NODE, dtype=EDGE)
        self.used = np.array([1, 0], dtype=np.int64)
        """Number of nodes and of edges."""
        self._origins = np.zeros(max_nodes, dtype=np.int64)

    @property
    def arrays(self) -> TreeArrays:
        """Arrays that ``mcts.run_search`` grows."""
        return self.nodes, self.edges, self.used

    @property
    def is_half_full(self) -> bool:
        """Of nodes, or of edges."""
        nodes, edges = self.used.tolist()
        return 2 * nodes > len(self.nodes) or 2 * edges > len(self.edges)

    def clear(self) -> None:
        """Forget everything."""
        self.used[:] = (1, 0)
        self.nodes[0] = np.zeros((), dtype=NODE)

    def edges_of(self, node: int) -> Edges:
        """Return the edges of a node, best rated first."""
        first, count = int(self.nodes[node]["first"]), int(self.nodes[node]["count"])
        return self.edges[first : first + count]

    def find(self, node: int, action: int, key: int) -> int:
        """Return the node that an action and a chance outcome lead to; 0 if there is none."""
        edges = self.edges_of(node)
        for edge in edges[edges["action"] == action]:
            child = int(edge["child"])
            while child != 0 and int(self.nodes[child]["key"]) != key:
                child = int(self.nodes[child]["sibling"])
            return child
        return 0

    def copy_from(self, other: Tree, node: int) -> None:
        """Become the part of another tree below a node."""
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
    """Make a node the root of another tree, with everything below it.

    origins: int64[len(nodes)], scratch; the old number of each node of the new tree. Nodes are
    copied level by level, so the part of ``origins`` not looked at yet is the queue.
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
