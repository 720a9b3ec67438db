"""A learnt evaluation: one small network architecture for all games, in integer arithmetic.

Each game defines *inputs* and which of them are active in a position, from the mover's point of
view. Each input has a row of 64 numbers; the rows of the active inputs are summed. Of the 64 sums,
56 are units that feed 32 hidden units, and 8 go straight to the outputs:

    active inputs -> 64 sums -> 56 units, 0 to 1 -> 32 hidden, 0 to 4 -> 8 outputs
                             -> 8 --------------------------------------------^

The outputs are logits by seat, the mover's first: four for coming first, four for the share of the
margin. The number of players selects the second and third layer; the rows are shared. Everything
up to the logits is integer arithmetic, followed by integer tables and one division, so every target
computes the same bits.
"""

from __future__ import annotations

from tilewright.network.files import (
    HIDDEN,
    NO_NETWORK,
    OUTPUTS,
    UNITS,
    WIDTH,
    Mind,
    Network,
    empty_network,
    find_versions,
    make_mind,
    pack_network,
    read_network,
    unpack_network,
)
from tilewright.network.kernels import evaluate, value_seats

__all__ = [
    "HIDDEN",
    "NO_NETWORK",
    "OUTPUTS",
    "UNITS",
    "WIDTH",
    "Mind",
    "Network",
    "empty_network",
    "evaluate",
    "find_versions",
    "make_mind",
    "pack_network",
    "read_network",
    "unpack_network",
    "value_seats",
]
