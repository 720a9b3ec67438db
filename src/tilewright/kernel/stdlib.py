"""Standard library of kernels: lookup tables, bit operations, random numbers, ``exp``, ``tanh``.

Every function gives the same bits on every target.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tilewright.kernel.decorators import kernel
from tilewright.kernel.primitives import Word, popcount, u64

# --- Tables ---------------------------------------------------------------------------------------


def frozen(values: npt.ArrayLike, dtype: str) -> npt.NDArray[Any]:
    """Return a read-only lookup table with a copy of ``values``.

    The values are compiled into the kernels that read the table.
    """
    table = np.array(values, dtype=dtype)
    table.flags.writeable = False
    return table


# --- Bit operations -----------------------------------------------------------------------------

# uint8[256, 8]: by byte and n, the index of the n-th set bit, from 0. Unsigned, like the index
# below: if an index may be negative, Numba adds code for counting from the end.
NTH_BIT = frozen(
    [[*(bit for bit in range(8) if byte >> bit & 1), *[0] * 8][:8] for byte in range(256)], "u1"
)


@kernel
def drop_lowest(word: Word) -> Word:
    """Return the word with its lowest set bit cleared."""
    return word & u64(word - u64(1))


@kernel
def keep_lowest(word: Word) -> Word:
    """Return a word with only the lowest set bit of ``word``, or 0 if it is 0."""
    return word & u64(u64(0) - word)


@kernel
def find_nth(word: Word, n: int) -> int:
    """Return the index of the n-th set bit of a word, counted from 0.

    It is branch-free, because a random n is unpredictable.
    """
    bit = 0
    for half in (32, 16, 8):
        below = popcount((word >> bit) & u64((1 << half) - 1))
        is_above = int(n >= below)
        bit += half * is_above
        n -= below * is_above
    return bit + int(NTH_BIT[(word >> bit) & u64(255), u64(n)])


# --- Random numbers -----------------------------------------------------------------------------

# SplitMix64: a counter that advances by the golden ratio, and a bijective mix of it. The counter is
# the whole state of the generator, so a record stores it as one word.


@kernel
def mix(word: Word) -> Word:
    """Return a pseudo-random word computed from ``word``.

    The mapping is a bijection, the finaliser of SplitMix64.
    """
    z = u64(word)
    z = u64((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9)
    z = u64((z ^ (z >> 27)) * 0x94D049BB133111EB)
    return z ^ (z >> 31)


@kernel
def next_random(rng: Word) -> Word:
    """Return the next state of the generator.

    ``mix`` and ``below`` turn a state into random numbers.
    """
    return u64(u64(rng) + 0x9E3779B97F4A7C15)


@kernel
def below(rng: Word, n: int) -> int:
    """Return a random integer from 0 to ``n - 1``, computed from the generator state ``rng``.

    ``n`` must be below 2**32.

    Multiply-shift: the bias is below n / 2**32.
    """
    return int(((mix(rng) >> 32) * u64(n)) >> 32)


# --- exp and tanh -------------------------------------------------------------------------------

# Libraries round these functions differently, and one different bit changes a search tree. Here
# they are a few sums and products of 64-bit floats, which every target rounds in the same way.
# CUDA's compiler fuses a product and a sum into one rounding, so grids that use them disable that
# (``fma=False``). Square roots are correctly rounded everywhere.

LEAST, MOST = -708.0, 709.0  # results are normal numbers in this range
STEPS: Final = 32  # per octave
STEPS_PER_ONE: Final = float(STEPS / Decimal(2).ln())
# The length of a step: its first 32 bits, whose multiples are exact, and the remainder.
STEP_HIGH: Final = float.fromhex("0x1.62e42fee00000p-6")
STEP_LOW: Final = float(Decimal(2).ln() / STEPS - Decimal(STEP_HIGH))

# Correctly rounded, independently of any library: 2**(j/32), then 2**j, and 2**(32 j) around 1.
ROOTS = np.array([float(Decimal(2) ** (Decimal(j) / STEPS)) for j in range(STEPS)])
FINE = np.array([2.0**j for j in range(32)])
COARSE = np.array([2.0 ** (32 * (j - 32)) for j in range(64)])
ROOTS.flags.writeable = FINE.flags.writeable = COARSE.flags.writeable = False


@kernel
def exp(x: float) -> float:
    """Return e to the power of x, correct to the last bit.

    The result is 0 for x < -708 and constant for x > 709.
    """
    x = float(x)
    if x < LEAST:
        return 0.0
    x = min(x, MOST)
    step = int(x * STEPS_PER_ONE + (0.5 if x > 0.0 else -0.5))
    rest = (x - step * STEP_HIGH) - step * STEP_LOW
    # The series of exp(rest) - 1: |rest| < 0.011, so the next term is below 2**-57.
    tail = rest * (1 / 24 + rest * (1 / 120 + rest * (1 / 720)))
    more = rest + rest * rest * (0.5 + rest * (1 / 6 + tail))
    root = ROOTS[step & (STEPS - 1)]
    octave = step >> 5
    return (root + root * more) * FINE[octave & 31] * COARSE[(octave >> 5) + 32]


@kernel
def tanh(x: float) -> float:
    """Return the hyperbolic tangent of x with an error below 3e-16."""
    x = float(x)
    size = 1.0 - 2.0 / (exp(min(2.0 * abs(x), 40.0)) + 1.0)
    return size if x >= 0.0 else -size
