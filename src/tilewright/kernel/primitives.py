"""Primitives: the only functions with one body per target. Here are the interpreted ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsInt

import numpy as np
import numpy.typing as npt

__all__ = ["PRIMITIVES", "Word", "copy_record", "lowest", "popcount", "u64"]

Word = int
"""An unsigned 64-bit integer: a Python integer here, the target's own elsewhere."""

MASK64 = 0xFFFF_FFFF_FFFF_FFFF


def u64(value: SupportsInt) -> Word:
    """The value as an unsigned 64-bit word, wrapped around."""
    return int(value) & MASK64


def popcount(word: Word) -> int:
    """How many bits of a word are set."""
    return int(word).bit_count()


def lowest(word: Word) -> int:
    """Index of the lowest set bit; 64 for an empty word."""
    word = int(word)
    return (word & -word).bit_length() - 1 if word else 64


def copy_record(source: np.void, to: npt.NDArray[np.void], at: int) -> None:
    """Copy a record to a place in an array of them."""
    to[at] = source


PRIMITIVES: tuple[Callable[..., Any], ...] = (int, u64, popcount, lowest, copy_record)
"""In the order in which each target lists its own."""
