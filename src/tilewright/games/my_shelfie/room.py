"""Kernels of the living room: free tiles, lines, dealing. See ``state`` for the bits of a word."""

from __future__ import annotations

from tilewright.games.my_shelfie.state import (
    HAS_DOWN_6,
    HAS_DOWN_9,
    HAS_RIGHT,
    INNER_DOWN_6,
    INNER_DOWN_9,
    INNER_UP_6,
    INNER_UP_9,
    Word,
)
from tilewright.games.my_shelfie.tables import MOST_TILES_TO_REFILL, NUM_TYPES
from tilewright.kernel import find_nth, keep_lowest, kernel, mix, next_random, popcount, u64

# --- Taking (MS-7) ------------------------------------------------------------------------------


@kernel
def free_tiles(room: Word) -> Word:
    """Return the tiles with a free side: all but those with a tile on each of their four sides."""
    down = ((room >> 6) & u64(INNER_DOWN_6)) | ((room >> 9) & u64(INNER_DOWN_9))
    up = (u64(room << 6) & u64(INNER_UP_6)) | (u64(room << 9) & u64(INNER_UP_9))
    return room & u64(~(down & up & (room >> 1) & u64(room << 1)))


@kernel
def find_pairs_right(tiles: Word) -> Word:
    """Return the left cells of all pairs of the given tiles in a row."""
    return tiles & (tiles >> 1) & u64(HAS_RIGHT)


@kernel
def shift_up(plane: Word) -> Word:
    """Return, for each cell, the plane's bit of the cell below it."""
    return ((plane >> 6) & u64(HAS_DOWN_6)) | ((plane >> 9) & u64(HAS_DOWN_9))


@kernel
def find_pairs_down(tiles: Word) -> Word:
    """Return the first cells of all pairs of the given tiles in a column."""
    return tiles & shift_up(tiles)


# A triple is a pair whose second tile begins another pair.


@kernel
def find_triples_right(pairs: Word) -> Word:
    """Return the first cells of all triples in a row, from the pairs in a row."""
    return find_pairs_right(pairs)


@kernel
def find_triples_down(pairs: Word) -> Word:
    """Return the first cells of all triples in a column, from the pairs in a column."""
    return find_pairs_down(pairs)


@kernel
def find_longest(tiles: Word) -> int:
    """Return the length of the longest line of the given tiles, at most 3."""
    right, down = find_pairs_right(tiles), find_pairs_down(tiles)
    triples = find_triples_right(right) | find_triples_down(down)
    return int(tiles != u64(0)) + int((right | down) != u64(0)) + int(triples != u64(0))


@kernel
def code_at(plane0: Word, plane1: Word, plane2: Word, bit: int) -> int:
    """Return the code of the tile on a cell or place, 0 if it is empty."""
    return int(
        ((plane0 >> bit) & u64(1))
        | (((plane1 >> bit) & u64(1)) << 1)
        | (((plane2 >> bit) & u64(1)) << 2)
    )


# --- Filling (MS-2, MS-11) ----------------------------------------------------------------------


@kernel
def is_refill_due(room: Word, rule: int) -> bool:
    """Return True if new items come, by the rule "four" (0) or "isolated" (1)."""
    if rule == 0:
        return popcount(room) <= MOST_TILES_TO_REFILL
    return (find_pairs_right(room) | find_pairs_down(room)) == u64(0)


# The bag while it is being emptied: six lanes of ten bits. Lane t holds 512 plus the number of
# tiles of the types 0 to t, so a tile number is told its type by one subtraction in all lanes.
_LANE = 10
_ONES = sum(1 << (_LANE * lane) for lane in range(NUM_TYPES))
_TOPS = _ONES << (_LANE - 1)
_FRACTION = (1 << 56) - 1
_DRAWS_PER_WORD = 5


@kernel
def draw_number(fraction: Word, n: Word) -> tuple[Word, Word]:
    """Draw a number from 0 to n - 1 out of a random fraction of 56 bits, and a fraction for the
    next.

    The product with n is cut at 56 bits: the upper part is the number, the lower what is left. A
    fraction may serve draws from N possibilities in all; the odds are even to within N / 2**56.
    """
    product = u64(fraction * n)
    return product >> 56, product & u64(_FRACTION)


@kernel
def fill_bag(bag: Word, item: int, count: int) -> Word:
    """Return the bag, in lanes, with `count` tiles of a type added."""
    lanes = u64(_ONES) >> (_LANE * item) << (_LANE * item)
    return u64(bag + u64(lanes * u64(count)))


@kernel
def deal_tiles(cells: Word, bag: Word, rng: Word) -> tuple[Word, Word, Word, Word]:
    """Put a random tile of the bag on each cell, in reading order, as far as the bag goes.

    Returns the three planes and the generator. A fraction serves five draws, see ``draw_number``:
    132**5 / 2**56 is less than one in a million.
    """
    bag = u64(bag + u64(_TOPS))
    left = int(bag >> (_LANE * (NUM_TYPES - 1))) - 512
    if left < popcount(cells):
        cells &= u64((u64(1) << find_nth(cells, left)) - u64(1))
    plane0 = u64(0)
    plane1 = u64(0)
    plane2 = u64(0)
    while cells != u64(0):
        rng = next_random(rng)
        fraction = mix(rng) >> 8
        for _ in range(_DRAWS_PER_WORD):
            number, fraction = draw_number(fraction, u64(left))
            # The top bit stays set in the lanes of the drawn type and those above it.
            lanes = u64(bag - u64(u64(number + u64(1)) * u64(_ONES))) & u64(_TOPS)
            lanes >>= _LANE - 1
            bag = u64(bag - lanes)
            left -= 1
            code = NUM_TYPES + 1 - popcount(lanes)
            # Once all cells are full, the cell is an empty word and the draw of no account.
            cell = keep_lowest(cells)
            cells ^= cell
            plane0 |= cell & u64(0 - (code & 1))
            plane1 |= cell & u64(0 - ((code >> 1) & 1))
            plane2 |= cell & u64(0 - (code >> 2))
    return plane0, plane1, plane2, rng
