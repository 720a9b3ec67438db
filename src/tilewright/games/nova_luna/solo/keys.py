"""Keys of areas: the same however an area came about, and whichever way it is turned."""

from __future__ import annotations

from tilewright.game import State
from tilewright.games.nova_luna.area import has_tile
from tilewright.games.nova_luna.state import ROW
from tilewright.games.nova_luna.tables import NUM_TILES
from tilewright.kernel import Word, drop_lowest, kernel, lowest, mix, u64

__all__ = ["extend_key", "hash_area"]


@kernel
def hash_pair(state: State, tile: int, place: int, other: int) -> Word:
    """A word for two tiles, one of them laid, and how far apart they lie."""
    offset = ((int(state["place"][other]) - place + 0x8000) & 0xFFFF) - 0x8000
    north = (offset + ROW // 2) // ROW
    east = offset - ROW * north
    pair = min(tile, other) * 128 + max(tile, other)
    return mix(u64(pair * 65536 + north * north + east * east))


@kernel
def extend_key(state: State, key: Word, tile: int, place: int) -> Word:
    """The key of an area with one tile more on a free place.

    It adds up a word for each two tiles. All distances together fix an area but for turning,
    mirroring and shifting, none of which matters.
    """
    for word in range(2):
        left = u64(state["area"][0, word])
        while left != u64(0):
            other = 64 * word + lowest(left)
            left = drop_lowest(left)
            key = u64(key + hash_pair(state, tile, place, other))
    return key


@kernel
def hash_area(state: State) -> Word:
    """The key of a whole area, as ``extend_key`` makes it tile by tile."""
    area = state["area"][0]
    key = u64(0)
    for tile in range(1, NUM_TILES + 1):
        if has_tile(area, tile):
            place = int(state["place"][tile])
            for other in range(1, tile):
                if has_tile(area, other):
                    key = u64(key + hash_pair(state, tile, place, other))
    return key
