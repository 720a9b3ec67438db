"""Small things done with words that every game needs."""

from __future__ import annotations

from tilewright.kernel.marks import kernel
from tilewright.kernel.primitives import Word, popcount, u64
from tilewright.kernel.tables import frozen

__all__ = ["NTH_BIT", "drop_lowest", "find_nth", "keep_lowest"]

# uint8[256, 8]: by byte and n, the index of its n-th set bit, from 0. Without a sign, and so is the
# index below: for one that might be negative Numba adds code that counts from a table's end.
NTH_BIT = frozen(
    [[*(bit for bit in range(8) if byte >> bit & 1), *[0] * 8][:8] for byte in range(256)], "u1"
)


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
    bit = 0
    for half in (32, 16, 8):
        below = popcount((word >> bit) & u64((1 << half) - 1))
        is_above = int(n >= below)
        bit += half * is_above
        n -= below * is_above
    return bit + int(NTH_BIT[(word >> bit) & u64(255), u64(n)])
