"""Pools: what might live next, and which of that is best."""

from __future__ import annotations

import numpy as np

from tilewright.game import Action
from tilewright.games.nova_luna.solo.workspace import (
    BUCKETS_PER_POINT,
    NUM_BUCKETS,
    Pool,
    Workspace,
)
from tilewright.kernel import Word, kernel

__all__ = ["add_candidate", "sort_pool"]

SURVIVORS_PER_STATE = 8  # of a pool that has run full


@kernel
def find_bucket(value: float) -> int:
    """Estimates are sorted by sixteenths of a point."""
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
    """Put a candidate into a pool; a full pool first drops its worst."""
    if value > pool.limit[0]:
        return
    size = int(pool.size[0])
    if size == len(pool.values):
        size = thin_pool(pool, width * SURVIVORS_PER_STATE, space)
        if value > pool.limit[0] or size == len(pool.values):
            return
    pool.values[size] = value
    pool.keys[size] = key
    pool.parents[size] = parent
    pool.actions[size] = action
    pool.size[0] = size + 1


@kernel
def thin_pool(pool: Pool, num_kept: int, space: Workspace) -> int:
    """Keep about so many of a pool, the best, and the best bucket in any case; how many."""
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
    """``space.order``: the candidates, best bucket first, in each as they came."""
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
