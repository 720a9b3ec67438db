"""What a seat sees, as packed words for programs that learn."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tilewright.game.states import Seat, State
from tilewright.kernel import kernel

__all__ = ["Feature", "Observation", "Words", "Write", "count_on", "pack_bits"]

Words = npt.NDArray[np.uint64]

# Of what every game tells in the same words: bits and meaning.
COMMON = {
    "mover": (2, "how many seats after one's own the mover sits"),
    "players": (3, "how many play"),
    "over": (1, "whether the game has ended"),
}


class Feature(NamedTuple):
    """One part of what a seat sees: a block of small unsigned numbers among packed words."""

    name: str
    places: npt.NDArray[np.int32]
    """int32[*shape, bits]: where each bit of each number stands, lowest first, bit 64 being the
    first of the second word; -1: nowhere, the bit is always 0."""
    help: str
    kinds: int = 0
    """Where a number names a kind of thing, from 1, or 0 for none: how many kinds there are."""

    @classmethod
    def packed(
        cls, name: str, first: int, shape: tuple[int, ...], bits: int, text: str, kinds: int = 0
    ) -> Feature:
        """Numbers that stand one after the other, from that bit on."""
        return cls(name, pack_bits(first, shape, bits), text, kinds)

    @classmethod
    def common(cls, name: str, first: int) -> Feature:
        """The number that all games have by that name, from that bit on."""
        bits, text = COMMON[name]
        return cls.packed(name, first, (), bits, text)

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the block of numbers."""
        return self.places.shape[:-1]

    @property
    def bits(self) -> int:
        """Of each number; with 1 the block is a bit plane, or several."""
        return self.places.shape[-1]


class Write(Protocol):
    """``write(state, seat, words)``: fills uint64[num_words] with what the seat sees."""

    def __call__(self, state: State, seat: Seat, words: Words, /) -> None: ...


class Observation(NamedTuple):
    """What a seat sees.

    What the seat may not know is not in it. Where a game brings its own, the words say things from
    the seat's own side: its things come first, then those of the others in the order of their
    seats.
    """

    features: tuple[Feature, ...]
    write: Write

    @property
    def num_words(self) -> int:
        """How many words ``write`` fills."""
        return 1 + max(int(feature.places.max()) for feature in self.features) // 64


@kernel
def count_on(seat: Seat, other: Seat, players: int) -> int:
    """How many seats after one's own another one is."""
    return other - seat if other >= seat else other - seat + players


def pack_bits(first: int, shape: tuple[int, ...], bits: int) -> npt.NDArray[np.int32]:
    """The places of a block of numbers that stand one after the other, from that bit on."""
    places = first + np.arange(np.prod(shape, dtype=int) * bits, dtype=np.int32)
    return places.reshape(*shape, bits)
