"""Beam search through the solo game: the kernels.

All plays of equal length are grown side by side; of each generation only the best by estimate
live on. Within a phase nothing is left to chance, so a play is fixed by its actions. A state that
can be reached in several ways, or that is another one turned or mirrored, is kept once.

Phase one and phase two have beams of their own, since their estimates come from different
networks. A generation is one ply: ``expand`` tries every move of every state of a beam and throws
what comes of it into two pools, one for each phase; ``select`` makes the next beams of the pools.

All arrays belong to the caller, in three named tuples:

    Beam        states that live, side by side
    Pool        what might live next: an estimate, a key, the parent and the action
    Workspace   everything else: the trail of actions, the best end, scratch

When the fill of the wheel is not known (``is_blind``), phase one has no successors in phase two:
its ends, each a state and the action that closes the phase, stay in the second pool.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.game import Action, Actions, Scratch, State, States, Words
from tilewright.games.nova_luna.area import find_sides, has_tile
from tilewright.games.nova_luna.rules import determinize, find_place_of_take, list_places
from tilewright.games.nova_luna.solo.outlook import (
    CLOSING,
    ENDING,
    GOING,
    MAX_NEEDS,
    NUM_COLUMNS,
    NUM_FEATURES,
    TALLY_SIZE,
    WHEEL_SIZE,
    ask_network,
    count_sunk,
    forget_wheel,
    hash_wheel,
    measure_area,
    measure_wheel,
)
from tilewright.games.nova_luna.solo.rules import (
    apply,
    apply_finish,
    apply_take,
    may_finish,
    sum_costs,
)
from tilewright.games.nova_luna.state import (
    FINISH,
    MAX_LEGAL,
    ROW,
    STATE,
    TAKES_PER_CHOICE,
)
from tilewright.games.nova_luna.tables import NUM_TILES, SOLO_DISCS_TO_LAY
from tilewright.games.nova_luna.wheel import count_choices, find_slot
from tilewright.kernel import Word, below, drop_lowest, kernel, lowest, mix, u64

BUCKETS_PER_POINT = 16
MAX_VALUE = 511.0  # no play of a person's comes near
NUM_BUCKETS = 512 * BUCKETS_PER_POINT
CANDIDATES_PER_STATE = 24
SURVIVORS_PER_STATE = 8  # of a pool that has run full
TABLE_PER_STATE = 4
CROWDS_PER_BEAM = 32
LEAST_CROWD = 8
MOST_PLIES = 24  # 22 tiles at most, one `finish`
NO_SCORE = 1 << 20


class Beam(NamedTuple):
    """States that live; the first ``size[0]`` count."""

    states: npt.NDArray[np.void]
    keys: npt.NDArray[np.uint64]  # of the area alone
    nodes: npt.NDArray[np.int32]  # where the trail of each ends
    actions: npt.NDArray[np.int32]  # of blind ends: what closes the phase
    values: npt.NDArray[np.float32]
    size: npt.NDArray[np.int64]


class Pool(NamedTuple):
    """What might live next; the first ``size[0]`` count."""

    values: npt.NDArray[np.float32]
    keys: npt.NDArray[np.uint64]
    parents: npt.NDArray[np.int32]  # 2 * index + phase - 1 of the parent's beam
    actions: npt.NDArray[np.int32]
    size: npt.NDArray[np.int64]
    limit: npt.NDArray[np.float32]  # [1]: nothing above comes in


class Workspace(NamedTuple):
    """What a search needs besides."""

    networks: npt.NDArray[np.float32]  # [questions, rows, columns]
    trail: npt.NDArray[np.int32]  # [n, 2]: parent node and action; node 0 is the root
    trail_size: npt.NDArray[np.int64]  # [1]
    best: npt.NDArray[np.int64]  # [3]: score, parent node, action
    noise: npt.NDArray[np.float32]  # [1]: how far estimates are shaken
    rng: npt.NDArray[np.uint64]  # [1]: what they are shaken by
    work: npt.NDArray[np.void]  # [1]: one state
    takes: npt.NDArray[np.int32]
    places: npt.NDArray[np.int64]  # [2, places]: the place and its sides
    wheel: npt.NDArray[np.float32]
    needs: npt.NDArray[np.int32]
    row: npt.NDArray[np.float32]
    tally: npt.NDArray[np.float32]
    hidden: npt.NDArray[np.float32]
    buckets: npt.NDArray[np.int32]
    order: npt.NDArray[np.int32]
    seen: npt.NDArray[np.uint64]
    crowds: npt.NDArray[np.int32]  # how many of each crowd have been picked


def make_beam(width: int) -> Beam:
    """Room for so many states."""
    return Beam(
        np.zeros(width, dtype=STATE),
        np.zeros(width, dtype=np.uint64),
        np.zeros(width, dtype=np.int32),
        np.zeros(width, dtype=np.int32),
        np.zeros(width, dtype=np.float32),
        np.zeros(1, dtype=np.int64),
    )


def make_pool(width: int) -> Pool:
    """Room for the successors of so many states."""
    capacity = width * CANDIDATES_PER_STATE + 4 * MAX_LEGAL
    return Pool(
        np.zeros(capacity, dtype=np.float32),
        np.zeros(capacity, dtype=np.uint64),
        np.zeros(capacity, dtype=np.int32),
        np.zeros(capacity, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
        np.full(1, NO_SCORE, dtype=np.float32),
    )


def make_workspace(width: int, networks: npt.NDArray[np.float32]) -> Workspace:
    """Everything else for beams of that width."""
    capacity = width * CANDIDATES_PER_STATE + 4 * MAX_LEGAL
    slots = 1 << (width * TABLE_PER_STATE).bit_length()
    return Workspace(
        networks=networks,
        trail=np.zeros((2 * MOST_PLIES * width + 2, 2), dtype=np.int32),
        trail_size=np.ones(1, dtype=np.int64),
        best=np.array([NO_SCORE, 0, 0], dtype=np.int64),
        noise=np.zeros(1, dtype=np.float32),
        rng=np.zeros(1, dtype=np.uint64),
        work=np.zeros(1, dtype=STATE),
        takes=np.zeros(MAX_LEGAL, dtype=np.int32),
        places=np.zeros((2, MAX_LEGAL), dtype=np.int64),
        wheel=np.zeros(WHEEL_SIZE, dtype=np.float32),
        needs=np.zeros((2, MAX_NEEDS), dtype=np.int32),
        row=np.zeros(NUM_FEATURES, dtype=np.float32),
        tally=np.zeros(TALLY_SIZE, dtype=np.float32),
        hidden=np.zeros(NUM_COLUMNS, dtype=np.float32),
        buckets=np.zeros(NUM_BUCKETS + 1, dtype=np.int32),
        order=np.zeros(capacity, dtype=np.int32),
        seen=np.zeros(slots, dtype=np.uint64),
        crowds=np.zeros(slots, dtype=np.int32),
    )


# --- Keys ---------------------------------------------------------------------------------------


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


# --- Successors ---------------------------------------------------------------------------------


@kernel
def expand(
    one: Beam,
    two: Beam,
    first: int,
    last: int,
    phase: int,
    pool_one: Pool,
    pool_two: Pool,
    width: int,
    is_blind: bool,
    space: Workspace,
) -> None:
    """Try all moves of states ``first`` to ``last - 1`` of the beam of a phase."""
    beam = one if phase == 1 else two
    for index in range(first, last):
        expand_state(beam, index, phase - 1, pool_one, pool_two, width, is_blind, space)


@kernel
def expand_state(
    beam: Beam,
    index: int,
    source: int,
    pool_one: Pool,
    pool_two: Pool,
    width: int,
    is_blind: bool,
    space: Workspace,
) -> None:
    """Try all moves of one state."""
    state = beam.states[index]
    parent = 2 * index + source
    area_key = u64(beam.keys[index])
    work = space.work
    if may_finish(state):
        work[0] = state
        if not is_blind:
            apply_finish(work[0])
        measure_wheel(work[0], space.wheel, space.needs)
        consider(state, work[0], area_key, 0, 0, parent, FINISH, int(beam.nodes[index]),
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
                    forget_wheel(space.wheel)
                else:
                    measure_wheel(work[0], space.wheel, space.needs)
            question = CLOSING
            if is_blind and is_end:
                question = ENDING
            elif int(work[0]["phase"]) == 1:
                question = GOING
            pool = pool_one if question == GOING else pool_two
            consider(state, work[0], area_key, tile, place, parent, action, int(beam.nodes[index]),
                     question, pool, width, space)  # fmt: skip


@kernel
def consider(
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
    """Note a finished game, or estimate an unfinished one and add it to a pool.

    ``child`` is ``state`` after an action that laid this tile there, or none (0).
    """
    if int(child["over"]) and question == CLOSING:
        score = int(child["first_sum"]) + sum_costs(child, SOLO_DISCS_TO_LAY)
        if score < int(space.best[0]):
            space.best[0] = score
            space.best[1] = node
            space.best[2] = action
        return
    sunk = count_sunk(child)
    if question != GOING and sunk >= int(space.best[0]):
        return
    value = foretell(child, question, space)
    if value > pool.limit[0]:
        return
    if tile:
        area_key = extend_key(state, area_key, tile, place)
    key = mix(u64(area_key + hash_wheel(child)))
    if space.noise[0] > 0.0:
        value += space.noise[0] * below(key ^ u64(space.rng[0]), 1 << 20) / (1 << 20)
    add_candidate(pool, value, key, parent, action, width, space)


@kernel
def foretell(child: State, question: int, space: Workspace) -> np.float32:
    """The result a state may come to; the wheel has been measured."""
    measure_area(child, space.wheel, space.needs, space.row, space.tally)
    answer = ask_network(space.networks[question], space.row, space.hidden)
    sunk = count_sunk(child)
    if question == ENDING and int(child["phase"]) == 2:
        # A blind end that came by itself: the first sum has been made, with its penalty (NLS-4).
        sunk = int(child["first_sum"]) + int(child["distance"][0])
    return min(np.float32(MAX_VALUE), sunk + max(np.float32(0.0), answer))


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
def find_bucket(value: float) -> int:
    """Estimates are sorted by sixteenths of a point."""
    return min(NUM_BUCKETS - 1, max(0, int(value * BUCKETS_PER_POINT)))


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


# --- The next generation ------------------------------------------------------------------------


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


@kernel
def is_new(seen: Words, key: Word) -> bool:
    """Whether a key was not in the hash space yet; it is now."""
    mask = len(seen) - 1
    key = key | u64(1)  # 0 is an empty slot
    slot = int(key >> u64(20)) & mask
    while seen[slot] != u64(0):
        if u64(seen[slot]) == key:
            return False
        slot = (slot + 1) & mask
    seen[slot] = key
    return True


@kernel
def find_crowd(state: State, action: Action, space: Workspace) -> int:
    """Where those are counted that have laid the same tiles after an action, wherever they lie."""
    low = u64(state["area"][0, 0])
    high = u64(state["area"][0, 1])
    if action != FINISH:
        tile = int(state["wheel"][find_slot(state, action // TAKES_PER_CHOICE)])
        bit = u64(u64(1) << u64(tile & 63))
        if tile < 64:
            low = low | bit
        else:
            high = high | bit
    return int(mix(u64(mix(low) + high)) >> u64(20)) & (len(space.crowds) - 1)


@kernel
def select(
    pool: Pool, one: Beam, two: Beam, target: Beam, width: int, is_blind_end: bool, space: Workspace
) -> None:
    """Fill a beam with the best of a pool, each state once, and empty the pool.

    Only so many may have laid the same tiles: what is wrong with one of them mostly is with all.
    The others come in where there is room left.
    """
    sort_pool(pool, space)
    space.seen[:] = u64(0)
    space.crowds[:] = 0
    target.size[0] = 0
    crowd = max(LEAST_CROWD, width // CROWDS_PER_BEAM)
    pick(pool, one, two, target, crowd, width, is_blind_end, space)
    pick(pool, one, two, target, width, width, is_blind_end, space)
    pool.size[0] = 0
    pool.limit[0] = NO_SCORE


@kernel
def pick(
    pool: Pool,
    one: Beam,
    two: Beam,
    target: Beam,
    most: int,
    width: int,
    is_blind_end: bool,
    space: Workspace,
) -> None:
    """Add the best of a sorted pool to a beam, at most so many of a crowd, until it is full."""
    count = int(target.size[0])
    for rank in range(int(pool.size[0])):
        if count == width:
            break
        candidate = int(space.order[rank])
        parent = int(pool.parents[candidate])
        action = int(pool.actions[candidate])
        beam = two if parent & 1 else one
        crowd = find_crowd(beam.states[parent >> 1], action, space)
        if space.crowds[crowd] < most and is_new(space.seen, u64(pool.keys[candidate])):
            add_state(beam, parent >> 1, action, target, count, is_blind_end, space)
            target.values[count] = pool.values[candidate]
            space.crowds[crowd] += 1
            count += 1
    target.size[0] = count


@kernel
def add_state(
    beam: Beam,
    index: int,
    action: Action,
    target: Beam,
    count: int,
    is_blind_end: bool,
    space: Workspace,
) -> None:
    """Make a candidate a state of the next beam; a blind end stays what it was before."""
    state = beam.states[index]
    key = u64(beam.keys[index])
    target.states[count] = state
    target.actions[count] = action
    if is_blind_end:
        target.keys[count] = key
        target.nodes[count] = beam.nodes[index]
        return
    if action != FINISH:
        place = find_place_of_take(state, action % TAKES_PER_CHOICE)
        tile = int(state["wheel"][find_slot(state, action // TAKES_PER_CHOICE)])
        key = extend_key(state, key, tile, place)
    apply(target.states[count], action)
    node = int(space.trail_size[0])
    space.trail[node, 0] = beam.nodes[index]
    space.trail[node, 1] = action
    space.trail_size[0] = node + 1
    target.keys[count] = key
    target.nodes[count] = node


@kernel
def start(root: States, beam: Beam, space: Workspace) -> None:
    """Begin a search from a state in ``root[0]``, which goes into this beam."""
    beam.states[0] = root[0]
    beam.keys[0] = hash_area(root[0])
    beam.nodes[0] = 0
    beam.size[0] = 1
    space.trail_size[0] = 1
    space.best[0] = NO_SCORE


# --- Whole searches -----------------------------------------------------------------------------


@kernel
def close_game(
    root: States, beam: Beam, spare: Beam, pool: Pool, width: int, space: Workspace
) -> int:
    """The best score from a state of phase two that a beam of this width finds."""
    start(root, beam, space)
    # Constants here would have most of this module compiled a second time, for them.
    phase = int(root[0]["phase"])
    first = phase - 2
    is_blind = phase == 1
    while int(beam.size[0]) > 0:
        expand(beam, beam, first, int(beam.size[0]), phase, pool, pool, width, is_blind, space)
        select(pool, beam, beam, spare, width, is_blind, space)
        beam, spare = spare, beam
    return int(space.best[0])


@kernel
def sample_ends(
    ends: Beam,
    chosen: Actions,
    num_chosen: int,
    first: int,
    last: int,
    seed: Word,
    root: States,
    beam: Beam,
    spare: Beam,
    pool: Pool,
    width: int,
    space: Workspace,
    totals: Scratch,
) -> None:
    """Add to ``totals`` what some ends of phase one come to, over fills ``first`` to ``last - 1``.

    Each fill is one order of the supply, the same for all ends.
    """
    for sample in range(first, last):
        for i in range(num_chosen):
            end = int(chosen[i])
            root[0] = ends.states[end]
            determinize(root[0], mix(u64(u64(seed) + u64(sample))))
            apply(root[0], int(ends.actions[end]))
            if int(root[0]["over"]):
                score = int(root[0]["first_sum"]) + sum_costs(root[0], SOLO_DISCS_TO_LAY)
            else:
                score = close_game(root, beam, spare, pool, width, space)
            totals[end] += score
