"""The state of a game: one NumPy record. All games share its first fields, the ``HEADER``."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tilewright.errors import InvalidOption
from tilewright.kernel import kernel

Seat = int
Action = int
State = np.void
"""A record of the game's dtype; its fields are known only at run time."""
States = npt.NDArray[np.void]
Actions = npt.NDArray[np.int32]
Scratch = npt.NDArray[np.float64]
"""float64[256]: buffer for kernels."""

MAX_PLAYERS = 4
MAX_SEED = 2**64 - 1
COMPLETE = -1
SPECTATOR = 4

HEADER: list[tuple[str, str]] = [
    ("rng", "u8"),
    ("ply", "u2"),
    ("players", "u1"),
    ("mover", "u1"),
    ("over", "u1"),
    ("viewer", "i1"),
]
"""The first fields of every game's record:

    rng      u8  state of the generator that decides all later chance; 0 in a view
    ply      u2  number of actions applied since the deal
    players  u1  number of seats, 1 to 4
    mover    u1  the seat to move
    over     u1  1 once the game has ended
    viewer   i1  seat 0 to 3 whose view this is, 4 for a spectator's, -1 for a complete position

Each game's module ``state`` explains the fields that follow, in the docstring of its ``STATE``.
Fields called ``gap_N`` are padding and always 0.
"""
PLACES: dict[str, int] = {
    name: field[1] for name, field in (np.dtype(HEADER, align=True).fields or {}).items()
}
"""Byte offset of each header field."""


def as_int(name: str, value: Any, expected: str = "a whole number") -> int:
    """Return ``value`` as an int if it is a Python or NumPy integer.

    Raises:
        InvalidOption: The value is not a whole number; floats, strings and bools are refused.
    """
    if not isinstance(value, bool):
        try:
            return operator.index(value)
        except TypeError:
            pass
    kind = type(value).__name__
    raise InvalidOption(f"{name}: expected {expected}; found {kind} {value!r:.40}")


def validate_seed(seed: int) -> int:
    """Return ``seed`` as an int if it is a valid seed.

    Raises:
        InvalidOption: The seed is not a whole number from 0 to 2**64 - 1.
    """
    number = as_int("seed", seed)
    if not 0 <= number <= MAX_SEED:
        raise InvalidOption(f"seed: expected a whole number from 0 to 2**64 - 1; found {number}")
    return number


def copy_states(states: States) -> States:
    """Return a copy of an array of states.

    Copying the bytes is ten times as fast as NumPy's own copy.
    """
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


def state_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """Return the aligned dtype of a state: the header's fields, then ``fields``.

    Padding becomes fields named ``gap_N``: NumPy copies fields but not padding, and equal states
    must have equal bytes.
    """
    aligned = np.dtype([*HEADER, *fields], align=True)
    assert aligned.fields is not None
    filled: list[tuple[Any, ...]] = []
    end = 0
    for name, *kind in [*HEADER, *fields]:
        start = aligned.fields[name][1]
        filled += [*_padding(end, start), (name, *kind)]
        end = start + aligned[name].itemsize
    return np.dtype(filled + _padding(end, aligned.itemsize), align=True)


def _padding(start: int, end: int) -> list[tuple[Any, ...]]:
    return [(f"gap_{start}", "u1", (end - start,))] if end > start else []


# --- Observations for learning programs: the view of a seat as packed words -----------------------


Words = npt.NDArray[np.uint64]

# Number of bits and meaning of the features that all games share.
COMMON = {
    "mover": (2, "seats from your own to the mover's"),
    "players": (3, "how many play"),
    "over": (1, "whether the game has ended"),
}


class Feature(NamedTuple):
    """A block of small unsigned numbers within the packed words of an observation."""

    name: str
    places: npt.NDArray[np.int32]
    """int32[*shape, bits]: position of each bit, lowest first. Bit 64 is the first bit of the
    second word; -1 denotes a bit that is always 0."""
    help: str
    kinds: int = 0
    """Number of kinds for a categorical feature: its numbers are 1 to ``kinds``, or 0 for none."""

    @classmethod
    def packed(
        cls, name: str, first: int, shape: tuple[int, ...], bits: int, text: str, kinds: int = 0
    ) -> Feature:
        """Return a feature of consecutive numbers of ``bits`` bits each, from bit ``first`` on."""
        return cls(name, pack_bits(first, shape, bits), text, kinds)

    @classmethod
    def common(cls, name: str, first: int) -> Feature:
        """Return a feature that all games share, such as ``mover``, from bit ``first`` on."""
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
    """``write(state, seat, words)``: fills uint64[num_words] with a seat's observation."""

    def __call__(self, state: State, seat: Seat, words: Words, /) -> None: ...


class Observation(NamedTuple):
    """Layout and writer of a seat's observation, which omits information hidden from the seat.

    Games that define their own observation order it relative to the seat: its own features first,
    then those of the other seats in order of play.
    """

    features: tuple[Feature, ...]
    write: Write

    @property
    def num_words(self) -> int:
        """Number of 64-bit words that ``write`` fills."""
        return 1 + max(int(feature.places.max()) for feature in self.features) // 64


@kernel
def seat_distance(seat: Seat, other: Seat, players: int) -> int:
    """Return the number of seats from ``seat`` to ``other`` in order of play."""
    return other - seat if other >= seat else other - seat + players


def pack_bits(first: int, shape: tuple[int, ...], bits: int) -> npt.NDArray[np.int32]:
    r"""Return the bit positions of consecutive numbers, from ``first`` on.

    The result has shape int32[\*shape, bits].
    """
    places = first + np.arange(np.prod(shape, dtype=int) * bits, dtype=np.int32)
    return places.reshape(*shape, bits)
