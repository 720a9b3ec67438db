"""Primitives: the functions that each target implements itself; here for the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsInt

import numpy as np
import numpy.typing as npt

Word = int
"""An unsigned 64-bit integer: a Python integer here, the target's own elsewhere."""

MASK64 = 0xFFFF_FFFF_FFFF_FFFF


def to_word(value: SupportsInt) -> Word:
    """Convert an integer from 0 to 2**64 - 1 to ``np.uint64``.

    Compiled kernels expect this type.
    """
    return np.uint64(int(value))  # type: ignore[return-value]  # kernels take it for an int


def u64(value: SupportsInt) -> Word:
    """Convert a number to an unsigned 64-bit word, modulo 2**64."""
    return int(value) & MASK64


def popcount(word: Word) -> int:
    """Return the number of set bits of a word."""
    return int(word).bit_count()


def lowest(word: Word) -> int:
    """Return the index of the lowest set bit of a word, or 64 if it is 0."""
    word = int(word)
    return (word & -word).bit_length() - 1 if word else 64


def copy_record(source: np.void, target: npt.NDArray[np.void], index: int) -> None:
    """Copy a record to ``target[index]``, an element of an array of records."""
    target[index] = source


def read_word(record: np.void, index: int) -> Word:
    """Return the 64-bit word at byte ``8 * index`` of a record."""
    return int.from_bytes(record.tobytes()[8 * index : 8 * index + 8], "little")


PRIMITIVES: tuple[Callable[..., Any], ...] = (int, u64, popcount, lowest, copy_record, read_word)
"""The primitives; each target lists its implementations in the same order."""
