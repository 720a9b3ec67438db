"""``exp`` and ``tanh`` with the same bits everywhere.

Libraries round them as they like, and a search grows another tree where one last bit differs. Here
they are a few sums and products of 64-bit floats, which every target rounds alike: interpreted,
compiled and in a browser. On CUDA, whose compiler makes one rounding of a product and a sum, only
in grids that forbid that (``fma=False``). Square roots need none of it: they are exactly rounded.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import numpy as np

from tilewright.kernel.marks import kernel

__all__ = ["exp", "tanh"]

LEAST, MOST = -708.0, 709.0  # where results are normal numbers
STEPS: Final = 32  # an octave
STEPS_PER_ONE: Final = float(STEPS / Decimal(2).ln())
# The length of a step: the first 32 bits, so that multiples of it are exact, and the rest.
STEP_HIGH: Final = float.fromhex("0x1.62e42fee00000p-6")
STEP_LOW: Final = float(Decimal(2).ln() / STEPS - Decimal(STEP_HIGH))

# Correctly rounded, without any library's help: 2**(j/32), then 2**j and 2**(32 j) about 1.
ROOTS = np.array([float(Decimal(2) ** (Decimal(j) / STEPS)) for j in range(STEPS)])
FINE = np.array([2.0**j for j in range(32)])
COARSE = np.array([2.0 ** (32 * (j - 32)) for j in range(64)])
ROOTS.flags.writeable = FINE.flags.writeable = COARSE.flags.writeable = False


@kernel
def exp(x: float) -> float:
    """E to the power of x, within the last bit; 0 below -708, and beyond 709 as if it were that."""
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
    """The hyperbolic tangent, within 3e-16."""
    x = float(x)
    size = 1.0 - 2.0 / (exp(min(2.0 * abs(x), 40.0)) + 1.0)
    return size if x >= 0.0 else -size
