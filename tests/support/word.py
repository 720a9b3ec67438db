"""Words as compiled kernels take them."""

from __future__ import annotations

from typing import Any

import numpy as np


def word(value: int) -> Any:
    """Return an unsigned 64-bit number.

    Kernels are annotated with ``int``, which interpreted ones take. Numba compiles by the actual
    type, and NumPy's unsigned type is not Python's.
    """
    return np.uint64(value)
