"""Pools of candidates for the next generation: their keys, and the selection of the best."""

from __future__ import annotations

import numpy as np

from tilewright.game import Action, State
from tilewright.games.nova_luna.area import has_tile
from tilewright.games.nova_luna.solo.workspace import (
    BUCKETS_PER_POINT,
    NUM_BUCKETS,
    Pool,
    Workspace,
)
from tilewright.games.nova_luna.state import ROW
from tilewright.games.nova_luna.tables import NUM_TILES
from tilewright.kernel import Word, drop_lowest, kernel, lowest, mix, u64


@kernel
def hash_pair(state: State, tile: int, place: int, other: int) -> Word:
    """Return a word for two tiles and their distance; one of them is laid."""
    offset = ((int(state["place"][other]) - place + 0x8000) & 0xFFFF) - 0x8000
    north = (offset + ROW // 2) // ROW
    east = offset - ROW * north
    pair = min(tile, other) * 128 + max(tile, other)
    return mix(u64(pair * 65536 + north * north + east * east))


@kernel
def extend_key(state: State, key: Word, tile: int, place: int) -> Word:
    """Return the key of an area with one more tile on a free place.

    The key is the sum of a word for each pair of tiles. All distances together determine an area
    up to rotation, reflection and translation, which do not matter.
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
    """Return the key of a whole area, equal to that which ``extend_key`` makes tile by tile."""
    area = state["area"][0]
    key = u64(0)
    for tile in range(1, NUM_TILES + 1):
        if has_tile(area, tile):
            place = int(state["place"][tile])
            for other in range(1, tile):
                if has_tile(area, other):
                    key = u64(key + hash_pair(state, tile, place, other))
    return key


SURVIVORS_PER_STATE = 8  # of a pool that has run full


@kernel
def find_bucket(value: float) -> int:
    """Return the bucket of an estimate: a sixteenth of a point."""
    return min(NUM_BUCKETS - 1, max(0, int(value * BUCKETS_PER_POINT)))


@kernel
def add_candidate(
    pool: Pool,
    value: np.float32,
    key: Word,
    parent: int,
    action: Action,
    width: int,
    space: Workspace,
) -> None:
    """Add a candidate to a pool; a full pool first drops its worst."""
    if value > pool.limit[0]:
        return
    size = int(pool.size[0])
    if size == len(pool.values):
        size = trim_pool(pool, width * SURVIVORS_PER_STATE, space)
        if value > pool.limit[0] or size == len(pool.values):
            return
    pool.values[size] = value
    pool.keys[size] = key
    pool.parents[size] = parent
    pool.actions[size] = action
    pool.size[0] = size + 1


@kernel
def trim_pool(pool: Pool, num_kept: int, space: Workspace) -> int:
    """Keep about ``num_kept`` candidates, the best, and all of the best bucket. Return how many."""
    buckets = space.buckets
    buckets[:] = 0
    size = int(pool.size[0])
    for i in range(size):
        buckets[find_bucket(pool.values[i])] += 1
    limit = 0
    total = 0
    while limit < NUM_BUCKETS and (total == 0 or total + int(buckets[limit]) <= num_kept):
        total += int(buckets[limit])
        limit += 1
    kept = 0
    for i in range(size):
        if find_bucket(pool.values[i]) < limit:
            pool.values[kept] = pool.values[i]
            pool.keys[kept] = pool.keys[i]
            pool.parents[kept] = pool.parents[i]
            pool.actions[kept] = pool.actions[i]
            kept += 1
    pool.limit[0] = np.float32(limit) / BUCKETS_PER_POINT
    pool.size[0] = kept
    return kept


@kernel
def sort_pool(pool: Pool, space: Workspace) -> None:
    """Write the candidates to ``space.order``: best bucket first, in each by arrival."""
    buckets = space.buckets
    buckets[:] = 0
    size = int(pool.size[0])
    for i in range(size):
        buckets[find_bucket(pool.values[i]) + 1] += 1
    for bucket in range(1, NUM_BUCKETS + 1):
        buckets[bucket] += buckets[bucket - 1]
    for i in range(size):
        bucket = find_bucket(pool.values[i])
        space.order[buckets[bucket]] = i
        buckets[bucket] += 1
