"""Observations for learning programs: a seat's view as packed words."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tilewright.game.states import Seat, State
from tilewright.kernel import kernel

Words = npt.NDArray[np.uint64]

# Of what every game tells in the same words: bits and meaning.
COMMON = {
    "mover": (2, "seats from your own to the mover's"),
    "players": (3, "how many play"),
    "over": (1, "whether the game has ended"),
}


class Feature(NamedTuple):
    """A part of an observation: a block of small unsigned numbers among packed words."""

    name: str
    places: npt.NDArray[np.int32]
    """int32[*shape, bits]: position of each bit, lowest first; bit 64 is the first of the second
    word, and -1 stands for a bit that is always 0."""
    help: str
    kinds: int = 0
    """Number of kinds, for features whose numbers name a kind (1 to ``kinds``; 0 for none)."""

    @classmethod
    def packed(
        cls, name: str, first: int, shape: tuple[int, ...], bits: int, text: str, kinds: int = 0
    ) -> Feature:
        """Return a feature whose numbers follow one another from bit `first` on."""
        return cls(name, pack_bits(first, shape, bits), text, kinds)

    @classmethod
    def common(cls, name: str, first: int) -> Feature:
        """Return a feature that all games have under this name, from bit `first` on."""
        bits, text = COMMON[name]
        return cls.packed(name, first, (), bits, text)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the block of numbers."""
        return self.places.shape[:-1]

    @property
    def bits(self) -> int:
        """Bits of each number; 1 for bit planes."""
        return self.places.shape[-1]


class Write(Protocol):
    """``write(state, seat, words)``: fills uint64[num_words] with the view of a seat."""

    def __call__(self, state: State, seat: Seat, words: Words, /) -> None: ...


class Observation(NamedTuple):
    """Observation of a seat, without information hidden from it.

    In a game's own observation, words are relative to the seat: its own things first, then those
    of the other seats in order.
    """

    features: tuple[Feature, ...]
    write: Write

    @property
    def num_words(self) -> int:
        """Number of words that ``write`` fills."""
        return 1 + max(int(feature.places.max()) for feature in self.features) // 64


@kernel
def count_on(seat: Seat, other: Seat, players: int) -> int:
    """Return how many seats after `seat` the other one sits."""
    return other - seat if other >= seat else other - seat + players


def pack_bits(first: int, shape: tuple[int, ...], bits: int) -> npt.NDArray[np.int32]:
    """Return the bit positions of a block of numbers that follow one another."""
    places = first + np.arange(np.prod(shape, dtype=int) * bits, dtype=np.int32)
    return places.reshape(*shape, bits)
