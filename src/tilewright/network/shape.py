"""Parts of a network and the buffers of one evaluation."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.game import MAX_PLAYERS, Inputs, Rewards

OUTPUTS: Final = 2 * MAX_PLAYERS
UNITS: Final = 56
WIDTH: Final = UNITS + OUTPUTS
HIDDEN: Final = 32

ONE: Final = 512  # of sums, units and logits
WEIGHT_SHIFT: Final = 8  # weights of the second and third layer count 1/256
HIDDEN_TOP: Final = 4 * ONE
STRIDE: Final = 4  # rows that are added at a time

Small = npt.NDArray[np.int16]
Sums = npt.NDArray[np.int32]
Logits = npt.NDArray[np.int64]


class Network(NamedTuple):
    """Weights for n inputs and 1 to 4 players.

    No sum can overflow: fewer than 65,536 rows are active, and a hidden unit is a bias of at most
    2**30 plus 56 products of at most 512 * 32,767.
    """

    rows: Small
    """int16[n + 2, 64]: row of each input; row n is always active, row n + 1 is empty."""
    second: Small
    """int16[4, 32, 64]: second layer by number of players less one; the last 8 columns are empty.
    """
    biases: Sums
    """int32[4, 32 + 8]: biases of hidden units (1/131072) and outputs (1/512)."""
    third: Sums
    """int32[4, 32, 8]: third layer, from hidden units to outputs."""

    @property
    def num_inputs(self) -> int:
        return len(self.rows) - 2


Weights = tuple[Small, Small, Sums, Sums]
"""Arrays of a network, as kernels take them."""
Notes = tuple[Inputs, Sums, Small, Logits]
"""Buffers of one evaluation: inputs, sums, units and logits."""
Mind = tuple[Weights, Notes, Rewards, Rewards]
"""A network, its buffers, and its two results by seat: probability of coming first, share of the
margin."""


def empty_network(num_inputs: int) -> Network:
    """Return a network that rates all seats equally."""
    return Network(*(np.zeros(shape, kind) for shape, kind in layout(num_inputs)))


def layout(num_inputs: int) -> list[tuple[tuple[int, ...], type[np.signedinteger[Any]]]]:
    """Return shape and type of each part of a network."""
    return [
        ((num_inputs + 2, WIDTH), np.int16),
        ((MAX_PLAYERS, HIDDEN, WIDTH), np.int16),
        ((MAX_PLAYERS, HIDDEN + OUTPUTS), np.int32),
        ((MAX_PLAYERS, HIDDEN, OUTPUTS), np.int32),
    ]


def make_notes(most_inputs: int) -> Notes:
    """Return the buffers of one evaluation."""
    return (
        np.zeros(most_inputs + STRIDE, dtype=np.uint16),
        np.zeros(WIDTH, dtype=np.int32),
        np.zeros(WIDTH, dtype=np.int16),
        np.zeros(OUTPUTS, dtype=np.int64),
    )


NO_NETWORK: Final = Network(
    np.zeros((0, WIDTH), np.int16),
    *(np.zeros(shape, kind) for shape, kind in layout(0)[1:]),
)
"""A network without rows: ``value_seats`` uses the game's own estimate."""


def make_mind(network: Network, most_inputs: int) -> Mind:
    """Return network and buffers for ``evaluate`` in one thread."""
    rows, second, biases, third = network
    ends = np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS)
    return (rows, second, biases, third), make_notes(most_inputs), *ends
