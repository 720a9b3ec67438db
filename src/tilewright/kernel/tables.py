"""Tables that kernels look things up in."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["frozen"]


def frozen(values: npt.ArrayLike, dtype: str) -> npt.NDArray[Any]:
    """An array of these values that nobody can write to: compiled code would not notice."""
    table = np.array(values, dtype=dtype)
    table.flags.writeable = False
    return table
