"""Expansion: try all moves of the states in a beam, estimate the results, and collect the best."""

from __future__ import annotations

import numpy as np

from tilewright.game import Action, State
from tilewright.games.nova_luna.area import find_neighbours, has_tile
from tilewright.games.nova_luna.rules import get_place_of_take, list_open_places
from tilewright.games.nova_luna.solo.outlook import (
    BLIND_END,
    PHASE_ONE,
    PHASE_TWO,
    clear_wheel,
    evaluate_network,
    hash_wheel,
    measure_area,
    measure_wheel,
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
from tilewright.games.nova_luna.wheel import count_choices, find_offered_slot
from tilewright.kernel import Word, below, called, drop_lowest, kernel, lowest, mix, u64


@kernel
def hash_pair(state: State, tile: int, place: int, other: int) -> Word:
    """Return a hash of two tiles and the distance between them.

    ``other`` is laid, ``tile`` will be laid at ``place``.
    """
    offset = ((int(state["place"][other]) - place + 0x8000) & 0xFFFF) - 0x8000
    north = (offset + ROW // 2) // ROW
    east = offset - ROW * north
    pair = min(tile, other) * 128 + max(tile, other)
    return mix(u64(pair * 65536 + north * north + east * east))


@kernel
def extend_key(state: State, key: Word, tile: int, place: int) -> Word:
    """Return the key of an area after one more tile is laid.

    ``key`` is the key before.

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
    """Return the key of an area, which ``extend_key`` computes tile by tile."""
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
def get_bucket(value: float) -> int:
    """Return the bucket of an estimate, for sorting.

    Buckets are 1/16 point wide.
    """
    return min(NUM_BUCKETS - 1, max(0, int(value * BUCKETS_PER_POINT)))


@kernel
def add_candidate(
    pool: Pool,
    value: np.float32,
    key: Word,
    parent: int,
    action: Action,
    width: int,
    workspace: Workspace,
) -> None:
    """Add a candidate to a pool if its estimate is low enough.

    A full pool is trimmed first.
    """
    if value > pool.limit[0]:
        return
    size = int(pool.size[0])
    if size == len(pool.values):
        size = trim_pool(pool, width * SURVIVORS_PER_STATE, workspace)
        if value > pool.limit[0] or size == len(pool.values):
            return
    pool.values[size] = value
    pool.keys[size] = key
    pool.parents[size] = parent
    pool.actions[size] = action
    pool.size[0] = size + 1


@kernel
def trim_pool(pool: Pool, num_kept: int, workspace: Workspace) -> int:
    """Keep about the ``num_kept`` best candidates of a pool. Return the number kept.

    The whole best bucket is always kept.
    """
    buckets = workspace.buckets
    buckets[:] = 0
    size = int(pool.size[0])
    for i in range(size):
        buckets[get_bucket(pool.values[i])] += 1
    limit = 0
    total = 0
    while limit < NUM_BUCKETS and (total == 0 or total + int(buckets[limit]) <= num_kept):
        total += int(buckets[limit])
        limit += 1
    kept = 0
    for i in range(size):
        if get_bucket(pool.values[i]) < limit:
            pool.values[kept] = pool.values[i]
            pool.keys[kept] = pool.keys[i]
            pool.parents[kept] = pool.parents[i]
            pool.actions[kept] = pool.actions[i]
            kept += 1
    pool.limit[0] = np.float32(limit) / BUCKETS_PER_POINT
    pool.size[0] = kept
    return kept


@kernel
def sort_pool(pool: Pool, workspace: Workspace) -> None:
    """Sort a pool by estimate.

    The indices of its candidates are written to ``workspace.order``, best first.
    """
    buckets = workspace.buckets
    buckets[:] = 0
    size = int(pool.size[0])
    for i in range(size):
        buckets[get_bucket(pool.values[i]) + 1] += 1
    for bucket in range(1, NUM_BUCKETS + 1):
        buckets[bucket] += buckets[bucket - 1]
    for i in range(size):
        bucket = get_bucket(pool.values[i])
        workspace.order[buckets[bucket]] = i
        buckets[bucket] += 1


# --- Trying moves ---------------------------------------------------------------------------------


MAX_VALUE = 511.0  # far beyond any result of a player


@called
def expand(
    beam_one: Beam,
    beam_two: Beam,
    first: int,
    last: int,
    phase: int,
    pools: Pools,
    width: int,
    is_blind: bool,
    workspace: Workspace,
) -> None:
    """Try all moves of the states ``first`` to ``last - 1`` in the beam of a phase."""
    beam = beam_one if phase == 1 else beam_two
    for index in range(first, last):
        expand_state(beam, index, phase - 1, pools, width, is_blind, workspace)


@kernel
def expand_state(
    beam: Beam,
    index: int,
    source: int,
    pools: Pools,
    width: int,
    is_blind: bool,
    workspace: Workspace,
) -> None:
    """Try all moves of one state in a beam, and add the resulting states to the pools."""
    pool_one, pool_two = pools
    state = beam.states[index]
    parent = 2 * index + source
    area_key = u64(beam.keys[index])
    work = workspace.work
    if may_finish(state):
        work[0] = state
        if not is_blind:
            apply_finish(work[0])
        measure_wheel(work[0], workspace.wheel, workspace.needs)
        record_child(state, work[0], area_key, 0, 0, parent, FINISH, int(beam.nodes[index]),
                 BLIND_END if is_blind else PHASE_TWO, pool_two, width, workspace)  # fmt: skip
    n = list_open_places(state, 0, workspace.takes)
    for i in range(n):
        place = get_place_of_take(state, int(workspace.takes[i]))
        workspace.places[0, i] = place
        workspace.places[1, i] = find_neighbours(state, place)
    for choice in range(count_choices(state)):
        tile = int(state["wheel"][find_offered_slot(state, choice)])
        for i in range(n):
            work[0] = state
            place = int(workspace.places[0, i])
            apply_take(work[0], choice, place, int(workspace.places[1, i]))
            action = choice * TAKES_PER_CHOICE + int(workspace.takes[i])
            is_end = int(work[0]["phase"]) != int(state["phase"])
            if i == 0:
                if is_end and is_blind:
                    clear_wheel(workspace.wheel)
                else:
                    measure_wheel(work[0], workspace.wheel, workspace.needs)
            network = PHASE_TWO
            if is_blind and is_end:
                network = BLIND_END
            elif int(work[0]["phase"]) == 1:
                network = PHASE_ONE
            pool = pool_one if network == PHASE_ONE else pool_two
            node = int(beam.nodes[index])
            record_child(state, work[0], area_key, tile, place, parent, action, node, network,
                          pool, width, workspace)  # fmt: skip


@kernel
def record_child(
    state: State,
    child: State,
    area_key: Word,
    tile: int,
    place: int,
    parent: int,
    action: Action,
    node: int,
    network: int,
    pool: Pool,
    width: int,
    workspace: Workspace,
) -> None:
    """Record the result of a finished game, or add an unfinished one to a pool.

    ``child`` is ``state`` after an action that laid this tile at that place, or none (0).
    """
    if int(child["over"]) and network == PHASE_TWO:
        score = int(child["first_sum"]) + sum_costs(child, SOLO_DISCS_TO_LAY)
        if score < int(workspace.best[0]):
            workspace.best[0] = score
            workspace.best[1] = node
            workspace.best[2] = action
        return
    sunk = sum_sunk_costs(child)
    if network != PHASE_ONE and sunk >= int(workspace.best[0]):
        return
    value = estimate_result(child, network, workspace)
    if value > pool.limit[0]:
        return
    if tile:
        area_key = extend_key(state, area_key, tile, place)
    key = mix(u64(area_key + hash_wheel(child)))
    add_candidate(pool, add_noise(value, key, workspace), key, parent, action, width, workspace)


@kernel
def add_noise(value: np.float32, key: Word, workspace: Workspace) -> np.float32:
    """Return an estimate plus pseudo-random noise that depends only on the state's key."""
    if workspace.noise[0] > 0.0:
        value += workspace.noise[0] * below(key ^ u64(workspace.rng[0]), 1 << 20) / (1 << 20)
    return value


@kernel
def estimate_result(child: State, network: int, workspace: Workspace) -> np.float32:
    """Return the estimated final result of a state.

    ``measure_wheel`` must have been called for its wheel.
    """
    measure_area(child, workspace.wheel, workspace.needs, workspace.row, workspace.tally)
    answer = evaluate_network(workspace.networks[network], workspace.row, workspace.hidden)
    sunk = sum_sunk_costs(child)
    if network == BLIND_END and int(child["phase"]) == 2:
        # A blind end because the wheel ran empty: the first sum includes its penalty (NLS-4).
        sunk = int(child["first_sum"]) + int(child["distance"][0])
    return min(np.float32(MAX_VALUE), sunk + max(np.float32(0.0), answer))
