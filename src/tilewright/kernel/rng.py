"""Random numbers: SplitMix64.

A counter that steps by the golden ratio and a bijective mix of it. The counter is the whole
generator, so it lives in a state record as one word. Nothing here depends on the target.
"""

from __future__ import annotations

from tilewright.kernel.marks import kernel
from tilewright.kernel.primitives import Word, u64

__all__ = ["below", "mix", "next_random"]


@kernel
def mix(word: Word) -> Word:
    """A bijection of 64-bit words whose output looks random."""
    z = u64(word)
    z = u64((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9)
    z = u64((z ^ (z >> 27)) * 0x94D049BB133111EB)
    return z ^ (z >> 31)


@kernel
def next_random(rng: Word) -> Word:
    """The generator's next counter; ``mix`` of it is the random word."""
    return u64(u64(rng) + 0x9E3779B97F4A7C15)


@kernel
def below(rng: Word, n: int) -> int:
    """A number from 0 to n - 1 (n < 2**32) out of a counter, by multiply-shift.

    The bias is below n / 2**32, far under what any test of ours could see.
    """
    return int(((mix(rng) >> 32) * u64(n)) >> 32)
