"""Kernels for the living room: free tiles, lines, refilling. ``state`` explains the bits of a
word."""

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
def find_free_tiles(room: Word) -> Word:
    """Return the tiles with a free side (MS-7).

    These are all tiles without four neighbours.
    """
    down = ((room >> 6) & u64(INNER_DOWN_6)) | ((room >> 9) & u64(INNER_DOWN_9))
    up = (u64(room << 6) & u64(INNER_UP_6)) | (u64(room << 9) & u64(INNER_UP_9))
    return room & u64(~(down & up & (room >> 1) & u64(room << 1)))


@kernel
def find_pairs_right(tiles: Word) -> Word:
    """Return the left cell of each pair of neighbouring tiles in a row."""
    return tiles & (tiles >> 1) & u64(HAS_RIGHT)


@kernel
def shift_up(plane: Word) -> Word:
    """Return a plane moved up by one row.

    Each cell gets the bit of the cell below it.
    """
    return ((plane >> 6) & u64(HAS_DOWN_6)) | ((plane >> 9) & u64(HAS_DOWN_9))


@kernel
def find_pairs_down(tiles: Word) -> Word:
    """Return the upper cell of each pair of neighbouring tiles in a column."""
    return tiles & shift_up(tiles)


# A triple is a pair whose second tile starts another pair.


@kernel
def find_triples_right(pairs: Word) -> Word:
    """Return the left cell of each triple in a row, given the pairs in rows."""
    return find_pairs_right(pairs)


@kernel
def find_triples_down(pairs: Word) -> Word:
    """Return the upper cell of each triple in a column, given the pairs in columns."""
    return find_pairs_down(pairs)


@kernel
def find_longest_line(tiles: Word) -> int:
    """Return the length of the longest line of tiles, 0 to 3."""
    right, down = find_pairs_right(tiles), find_pairs_down(tiles)
    triples = find_triples_right(right) | find_triples_down(down)
    return int(tiles != u64(0)) + int((right | down) != u64(0)) + int(triples != u64(0))


@kernel
def get_code(plane0: Word, plane1: Word, plane2: Word, bit: int) -> int:
    """Return the code of the tile at a bit, 0 if there is none."""
    return int(
        ((plane0 >> bit) & u64(1))
        | (((plane1 >> bit) & u64(1)) << 1)
        | (((plane2 >> bit) & u64(1)) << 2)
    )


# --- Filling (MS-2, MS-11) ----------------------------------------------------------------------


@kernel
def is_refill_due(room: Word, rule: int) -> bool:
    """Return True if the room must be refilled (MS-11).

    ``rule`` is 0 for ``four`` or 1 for ``isolated``.
    """
    if rule == 0:
        return popcount(room) <= MOST_TILES_TO_REFILL
    return (find_pairs_right(room) | find_pairs_down(room)) == u64(0)


# The bag while tiles are drawn: six lanes of ten bits. Lane t contains 512 plus the number of tiles
# of types 0 to t, so one subtraction in all lanes determines the type of the n-th tile.
_LANE = 10
_ONES = sum(1 << (_LANE * lane) for lane in range(NUM_TYPES))
_TOPS = _ONES << (_LANE - 1)
_FRACTION = (1 << 56) - 1
_DRAWS_PER_WORD = 5


@kernel
def draw_number(fraction: Word, n: Word) -> tuple[Word, Word]:
    """Return a random number from 0 to ``n - 1``, and the rest of ``fraction``.

    ``fraction`` is a random 56-bit number.

    The product with n is split at bit 56: the upper part is the number, the lower part the new
    fraction. The bias of draws with N possible results in all is below N / 2**56.
    """
    product = u64(fraction * n)
    return product >> 56, product & u64(_FRACTION)


@kernel
def add_to_bag(bag: Word, item: int, count: int) -> Word:
    """Return the bag with ``count`` more tiles of a type."""
    lanes = u64(_ONES) >> (_LANE * item) << (_LANE * item)
    return u64(bag + u64(lanes * u64(count)))


@kernel
def deal_tiles(cells: Word, bag: Word, rng: Word) -> tuple[Word, Word, Word, Word]:
    """Deal random tiles from the bag to ``cells``.

    A fraction is used for five draws, see ``draw_number``: 132**5 / 2**56 is less than one in a
    million.

    Returns:
        The three planes and the next generator state.
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
            # The top bit remains set in the lanes from the drawn type on.
            lanes = u64(bag - u64(u64(number + u64(1)) * u64(_ONES))) & u64(_TOPS)
            lanes >>= _LANE - 1
            bag = u64(bag - lanes)
            left -= 1
            code = NUM_TYPES + 1 - popcount(lanes)
            # Once all cells are filled, the cell is an empty word and the draw has no effect.
            cell = keep_lowest(cells)
            cells ^= cell
            plane0 |= cell & u64(0 - (code & 1))
            plane1 |= cell & u64(0 - ((code >> 1) & 1))
            plane2 |= cell & u64(0 - (code >> 2))
    return plane0, plane1, plane2, rng
