"""Words as compiled kernels take them."""

from __future__ import annotations

from typing import Any

import numpy as np


def word(value: int) -> Any:
    """An unsigned number of 64 bits. Kernels are annotated with ``int``, which interpreted ones
    take; what Numba compiles depends on the type, and NumPy's is none of Python's."""
    return np.uint64(value)
