"""A learnt evaluation: one small network, written once for all games, in integers throughout.

A game tells which of its *inputs* are on in a position, seen from the mover's side. Each has a row
of 64 numbers; the rows of those that are on are added up. Of the 64 sums 56 are units, which feed
32 hidden ones, and 8 go straight to the outputs:

    inputs that are on  ->  64 sums  ->  56 units, 0 to 1  ->  32 hidden, 0 to 4  ->  8 outputs
                                     ->  8 --------------------------------------------^

Outputs are logits, the mover first and the others in the order of their seats: four of who comes
first, four of each seat's share of the margin. How many seats there are chooses the second and
third layer; the rows are the same for all.

Everything up to the logits is integers, what follows are tables of integers and one division, so
every target gives the same bits.
"""

from __future__ import annotations

from tilewright.network.files import find_versions, pack_network, read_network, unpack_network
from tilewright.network.kernels import evaluate, value_seats
from tilewright.network.shape import (
    HIDDEN,
    NO_NETWORK,
    OUTPUTS,
    UNITS,
    WIDTH,
    Mind,
    Network,
    empty_network,
    make_mind,
)

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
