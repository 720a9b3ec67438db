"""Beam search through the solo game: the next generation, and a whole search of phase two.

All plays of equal length are grown side by side; of each generation only the best by estimate
live on. Within a phase nothing is left to chance, so a play is fixed by its actions. A state that
can be reached in several ways, or that is another one turned or mirrored, is kept once.

Phase one and phase two have beams of their own, since their estimates come from different
networks. A generation is one ply: ``expansion`` tries every move of every state of a beam and
throws what comes of it into two pools, one for each phase; ``refine`` has a closer look at the best
of phase two; ``select`` makes the next beams of them.

All arrays belong to the caller, in three named tuples of ``workspace``:

    Beam        states that live, side by side
    Pool        what might live next: an estimate, a key, the parent and the action
    Workspace   everything else: the trail of actions, the best end, scratch

When the fill of the wheel is not known (``is_blind``), phase one has no successors in phase two:
its ends, each a state and the action that closes the phase, stay in the second pool.
"""

from __future__ import annotations

from tilewright.game import Action, State, States, Words
from tilewright.games.nova_luna.rules import find_place_of_take
from tilewright.games.nova_luna.solo.expansion import expand, look_closer, shake
from tilewright.games.nova_luna.solo.keys import extend_key, hash_area
from tilewright.games.nova_luna.solo.pools import sort_pool
from tilewright.games.nova_luna.solo.rules import apply
from tilewright.games.nova_luna.solo.workspace import NO_SCORE, Beam, Pool, Workspace
from tilewright.games.nova_luna.state import FINISH, TAKES_PER_CHOICE
from tilewright.games.nova_luna.wheel import find_slot
from tilewright.kernel import Word, called, kernel, mix, u64

__all__ = ["close_game", "refine", "select", "start"]

CROWDS_PER_BEAM = 32
LEAST_CROWD = 8
LOOKS_PER_STATE = 4  # that will live
SET_BACK = 128.0  # points by which those come later that were not looked at closer


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
def is_wanted(state: State, action: Action, key: Word, most: int, space: Workspace) -> bool:
    """Whether what an action leads to is new, and one of few that have laid the same tiles; it is
    counted among them then."""
    crowd = find_crowd(state, action, space)
    if space.crowds[crowd] >= most or not is_new(space.seen, key):
        return False
    space.crowds[crowd] += 1
    return True


@called
def refine(pool: Pool, one: Beam, two: Beam, width: int, space: Workspace) -> None:
    """Look closer at the best of a pool of phase two, before ``select``; the others come after."""
    if int(pool.size[0]) == 0:
        return
    sort_pool(pool, space)
    space.seen[:] = u64(0)
    space.crowds[:] = 0
    for i in range(int(pool.size[0])):
        pool.values[i] += SET_BACK
    most = 2 * max(LEAST_CROWD, width // CROWDS_PER_BEAM)
    looks_left = LOOKS_PER_STATE * width
    for rank in range(int(pool.size[0])):
        if looks_left == 0:
            break
        candidate = int(space.order[rank])
        parent, action = int(pool.parents[candidate]), int(pool.actions[candidate])
        beam = two if parent & 1 else one
        if is_wanted(beam.states[parent >> 1], action, u64(pool.keys[candidate]), most, space):
            space.child[0] = beam.states[parent >> 1]
            apply(space.child[0], action)
            value = look_closer(space.child[0], space)
            pool.values[candidate] = shake(value, u64(pool.keys[candidate]), space)
            looks_left -= 1


@called
def select(
    pool: Pool, one: Beam, two: Beam, target: Beam, width: int, is_blind_end: bool, space: Workspace
) -> None:
    """Fill a beam with the best of a pool, each state once, and empty the pool.

    Only so many may have laid the same tiles: what is wrong with one of them mostly is with all.
    The others come in where there is room left.
    """
    target.size[0] = 0
    if int(pool.size[0]) == 0:
        return
    sort_pool(pool, space)
    space.seen[:] = u64(0)
    space.crowds[:] = 0
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
        parent, action = int(pool.parents[candidate]), int(pool.actions[candidate])
        beam = two if parent & 1 else one
        if is_wanted(beam.states[parent >> 1], action, u64(pool.keys[candidate]), most, space):
            add_state(beam, parent >> 1, action, target, count, is_blind_end, space)
            target.values[count] = pool.values[candidate]
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


# --- A search of phase two ------------------------------------------------------------------------


@called
def close_game(
    root: States, beam: Beam, spare: Beam, pool: Pool, width: int, space: Workspace
) -> int:
    """The best score from a state of phase two that a beam of this width finds."""
    start(root, beam, space)
    # Constants here would have most of this module compiled a second time, for them.
    phase = int(root[0]["phase"])
    first = phase - 2
    is_blind = phase == 1
    pools = pool, pool
    while int(beam.size[0]) > 0:
        expand(beam, beam, first, int(beam.size[0]), phase, pools, width, is_blind, space)
        refine(pool, beam, beam, width, space)
        select(pool, beam, beam, spare, width, is_blind, space)
        beam, spare = spare, beam
    return int(space.best[0])
