"""Expansion: try every move of every state in a beam, estimate the results, collect the best."""

from __future__ import annotations

import numpy as np

from tilewright.game import Action, State
from tilewright.games.nova_luna.area import find_sides, has_tile
from tilewright.games.nova_luna.rules import find_place_of_take, list_places
from tilewright.games.nova_luna.solo.outlook import (
    CLOSING,
    ENDING,
    GOING,
    clear_wheel,
    hash_wheel,
    measure_area,
    measure_wheel,
    run_network,
    sum_sunk_costs,
)
from tilewright.games.nova_luna.solo.rules import (
    apply_finish,
    apply_take,
    may_finish,
    sum_costs,
)
from tilewright.games.nova_luna.solo.workspace import (
    BUCKETS_PER_POINT,
    NUM_BUCKETS,
    Beam,
    Pool,
    Pools,
    Workspace,
)
from tilewright.games.nova_luna.state import FINISH, ROW, TAKES_PER_CHOICE
from tilewright.games.nova_luna.tables import NUM_TILES, SOLO_DISCS_TO_LAY
from tilewright.games.nova_luna.wheel import count_choices, find_slot
from tilewright.kernel import Word, below, called, drop_lowest, kernel, lowest, mix, u64


@kernel
def hash_pair(state: State, tile: int, place: int, other: int) -> Word:
    """Return a hash of two tiles and their distance; ``other`` is laid, ``tile`` is at
    ``place``."""
    offset = ((int(state["place"][other]) - place + 0x8000) & 0xFFFF) - 0x8000
    north = (offset + ROW // 2) // ROW
    east = offset - ROW * north
    pair = min(tile, other) * 128 + max(tile, other)
    return mix(u64(pair * 65536 + north * north + east * east))


@kernel
def extend_key(state: State, key: Word, tile: int, place: int) -> Word:
    """Return the key of an area after another tile is laid.

    The key is the sum of a hash for each pair of tiles. Together, all distances determine an area
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
    """Return the key of a whole area; ``extend_key`` computes the same key tile by tile."""
    area = state["area"][0]
    key = u64(0)
    for tile in range(1, NUM_TILES + 1):
        if has_tile(area, tile):
            place = int(state["place"][tile])
            for other in range(1, tile):
                if has_tile(area, other):
                    key = u64(key + hash_pair(state, tile, place, other))
    return key


SURVIVORS_PER_STATE = 8  # candidates that survive trimming, per state of the beam


@kernel
def find_bucket(value: float) -> int:
    """Return the bucket of an estimate; a bucket is a sixteenth of a point wide."""
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
    """Add a candidate to a pool, trimming the pool first if it is full."""
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
    """Drop all but about ``num_kept`` of the best candidates; return the number left.

    The whole best bucket is always kept.
    """
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
    """Write the order of the candidates to ``space.order``: by bucket, then by arrival."""
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


# --- Trying moves ---------------------------------------------------------------------------------


MAX_VALUE = 511.0  # far beyond any result of a player


@called
def expand(
    one: Beam,
    two: Beam,
    first: int,
    last: int,
    phase: int,
    pools: Pools,
    width: int,
    is_blind: bool,
    space: Workspace,
) -> None:
    """Try all moves of the states ``first`` to ``last - 1`` in a phase's beam."""
    beam = one if phase == 1 else two
    for index in range(first, last):
        expand_state(beam, index, phase - 1, pools, width, is_blind, space)


@kernel
def expand_state(
    beam: Beam, index: int, source: int, pools: Pools, width: int, is_blind: bool, space: Workspace
) -> None:
    """Try all moves of one state."""
    pool_one, pool_two = pools
    state = beam.states[index]
    parent = 2 * index + source
    area_key = u64(beam.keys[index])
    work = space.work
    if may_finish(state):
        work[0] = state
        if not is_blind:
            apply_finish(work[0])
        measure_wheel(work[0], space.wheel, space.needs)
        add_or_finish(state, work[0], area_key, 0, 0, parent, FINISH, int(beam.nodes[index]),
                 ENDING if is_blind else CLOSING, pool_two, width, space)  # fmt: skip
    n = list_places(state, 0, space.takes)
    for i in range(n):
        place = find_place_of_take(state, int(space.takes[i]))
        space.places[0, i] = place
        space.places[1, i] = find_sides(state, place)
    for choice in range(count_choices(state)):
        tile = int(state["wheel"][find_slot(state, choice)])
        for i in range(n):
            work[0] = state
            place = int(space.places[0, i])
            apply_take(work[0], choice, place, int(space.places[1, i]))
            action = choice * TAKES_PER_CHOICE + int(space.takes[i])
            is_end = int(work[0]["phase"]) != int(state["phase"])
            if i == 0:
                if is_end and is_blind:
                    clear_wheel(space.wheel)
                else:
                    measure_wheel(work[0], space.wheel, space.needs)
            question = CLOSING
            if is_blind and is_end:
                question = ENDING
            elif int(work[0]["phase"]) == 1:
                question = GOING
            pool = pool_one if question == GOING else pool_two
            node = int(beam.nodes[index])
            add_or_finish(state, work[0], area_key, tile, place, parent, action, node, question,
                          pool, width, space)  # fmt: skip


@kernel
def add_or_finish(
    state: State,
    child: State,
    area_key: Word,
    tile: int,
    place: int,
    parent: int,
    action: Action,
    node: int,
    question: int,
    pool: Pool,
    width: int,
    space: Workspace,
) -> None:
    """Record a finished game, or estimate an unfinished one and add it to a pool.

    ``child`` is ``state`` after an action that laid this tile at that place, or none (0).
    """
    if int(child["over"]) and question == CLOSING:
        score = int(child["first_sum"]) + sum_costs(child, SOLO_DISCS_TO_LAY)
        if score < int(space.best[0]):
            space.best[0] = score
            space.best[1] = node
            space.best[2] = action
        return
    sunk = sum_sunk_costs(child)
    if question != GOING and sunk >= int(space.best[0]):
        return
    value = estimate_result(child, question, space)
    if value > pool.limit[0]:
        return
    if tile:
        area_key = extend_key(state, area_key, tile, place)
    key = mix(u64(area_key + hash_wheel(child)))
    add_candidate(pool, jitter(value, key, space), key, parent, action, width, space)


@kernel
def jitter(value: np.float32, key: Word, space: Workspace) -> np.float32:
    """Return an estimate with noise added; equal states get equal noise."""
    if space.noise[0] > 0.0:
        value += space.noise[0] * below(key ^ u64(space.rng[0]), 1 << 20) / (1 << 20)
    return value


@kernel
def estimate_result(child: State, question: int, space: Workspace) -> np.float32:
    """Return the estimated final result of a state whose wheel has been measured."""
    measure_area(child, space.wheel, space.needs, space.row, space.tally)
    answer = run_network(space.networks[question], space.row, space.hidden)
    sunk = sum_sunk_costs(child)
    if question == ENDING and int(child["phase"]) == 2:
        # A blind end because the wheel ran empty: the first sum includes its penalty (NLS-4).
        sunk = int(child["first_sum"]) + int(child["distance"][0])
    return min(np.float32(MAX_VALUE), sunk + max(np.float32(0.0), answer))
