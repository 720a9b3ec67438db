"""Primitives: the only functions with one body per target. Here are the interpreted ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsInt

import numpy as np
import numpy.typing as npt

__all__ = ["PRIMITIVES", "Word", "copy_record", "lowest", "popcount", "read_word", "to_word", "u64"]

Word = int
"""An unsigned 64-bit integer: a Python integer here, the target's own elsewhere."""

MASK64 = 0xFFFF_FFFF_FFFF_FFFF


def to_word(value: SupportsInt) -> Word:
    """A number from 0 to 2**64 - 1 to be given to a compiled kernel, which wants it unsigned."""
    return np.uint64(int(value))  # type: ignore[return-value]  # as good as an int to its receiver


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


def read_word(record: np.void, index: int) -> Word:
    """The record's bytes from 8 * index on, as a word."""
    return int.from_bytes(record.tobytes()[8 * index : 8 * index + 8], "little")


PRIMITIVES: tuple[Callable[..., Any], ...] = (int, u64, popcount, lowest, copy_record, read_word)
"""In the order in which each target lists its own."""
