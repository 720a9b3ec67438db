"""Small things done with words that every game needs."""

from __future__ import annotations

import numpy as np

from tilewright.kernel.marks import kernel
from tilewright.kernel.primitives import Word, lowest, u64

__all__ = ["NTH_BIT", "drop_lowest", "find_nth", "keep_lowest"]

# int8[256, 8]: by byte and n, the index of its n-th set bit, from 0.
NTH_BIT = np.zeros((256, 8), dtype=np.int8)
for _byte in range(256):
    for _n, _bit in enumerate(bit for bit in range(8) if _byte >> bit & 1):
        NTH_BIT[_byte, _n] = _bit
NTH_BIT.flags.writeable = False


@kernel
def drop_lowest(word: Word) -> Word:
    """The word without its lowest set bit."""
    return word & u64(word - u64(1))


@kernel
def keep_lowest(word: Word) -> Word:
    """The word's lowest set bit alone; nothing of an empty word."""
    return word & u64(u64(0) - word)


@kernel
def find_nth(word: Word, n: int) -> int:
    """The index of a word's n-th set bit, from 0.

    Without branches, because no processor can foresee a random n.
    """
    # How many bits are set in each byte, then in each byte and those below it.
    sums = u64(word - ((word >> u64(1)) & u64(0x5555555555555555)))
    sums = u64((sums & u64(0x3333333333333333)) + ((sums >> u64(2)) & u64(0x3333333333333333)))
    sums = (u64(sums + (sums >> u64(4)))) & u64(0x0F0F0F0F0F0F0F0F)
    sums = u64(sums * u64(0x0101010101010101))
    # The first byte by which more than n bits are set.
    enough = u64((sums | u64(0x8080808080808080)) - u64(u64(n + 1) * u64(0x0101010101010101)))
    shift = u64(lowest(enough & u64(0x8080808080808080)) - 7)
    before = int((u64(sums << u64(8)) >> shift) & u64(0xFF))
    return int(shift) + int(NTH_BIT[int((word >> shift) & u64(0xFF)), n - before])
