"""Sets of placements for ``endgame``: which exclude each other, their counts and hashes.

A set is W words, one bit per placement; ``endgame`` defines which side has which words.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tilewright.game import Words
from tilewright.kernel import Word, kernel, mix, popcount, u64

Int16s = npt.NDArray[np.int16]


@kernel
def fill_clashes(masks: Words, pieces: Int16s, slots: Int16s, clashes: Words) -> None:
    """Write the set of placements that each placement excludes.

    Two placements exclude each other if they share a cell or the piece.

    masks: uint64[n, 3], the cells of each placement. pieces: int16[n]. slots: int16[n], the bit of
    each placement. clashes: uint64[64 * W, W], all 0.
    """
    for index in range(len(slots)):
        row = clashes[int(slots[index])]
        for other in range(len(slots)):
            shared = (
                (u64(masks[index, 0]) & u64(masks[other, 0]))
                | (u64(masks[index, 1]) & u64(masks[other, 1]))
                | (u64(masks[index, 2]) & u64(masks[other, 2]))
            )
            if shared != u64(0) or pieces[index] == pieces[other]:
                slot = int(slots[other])
                row[slot >> 6] = u64(row[slot >> 6]) | u64(u64(1) << u64(slot & 63))


@kernel
def count_possible(possible: Words, start: int, end: int) -> int:
    """Return the number of placements in the words ``start`` to ``end - 1`` of a set."""
    count = 0
    for word in range(start, end):
        count += popcount(u64(possible[word]))
    return count


@kernel
def count_cells(possible: Words, extents: Int16s, side: int) -> int:
    """Return the number of cells of a side's pieces that still have a placement.

    This is an upper bound of the cells it can still place. extents: int16[pieces, 4]: side, size,
    first and last slot.
    """
    cells = 0
    for index in range(len(extents)):
        if extents[index, 0] != side:
            continue
        first = int(extents[index, 2])
        last = int(extents[index, 3])
        for word in range(first >> 6, (last >> 6) + 1):
            bits = u64(possible[word])
            if word == first >> 6:
                bits &= u64(u64(0xFFFFFFFFFFFFFFFF) << u64(first & 63))
            if word == last >> 6:
                bits &= u64(0xFFFFFFFFFFFFFFFF) >> u64(63 - (last & 63))
            if bits != u64(0):
                cells += int(extents[index, 1])
                break
    return cells


@kernel
def hash_possible(possible: Words, salt: Word) -> Word:
    """Return a hash of a set of placements, which depends on ``salt``.

    ``salt`` stands for the side to move.
    """
    key = mix(salt)
    for word in range(len(possible)):
        key = u64((key ^ u64(possible[word])) * 0x9E3779B97F4A7C15)
        key ^= key >> 29
    return mix(key)
