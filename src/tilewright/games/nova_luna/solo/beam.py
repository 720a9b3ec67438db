"""Beam search for the solo game: selection of the next generation, and a search of phase two.

All lines of equal length are extended together, and only the best states by estimate survive in
each generation. There is no chance within a phase, so a line is determined by its actions.
Duplicate states are dropped, including rotations and reflections. Phases one and two have separate
beams, because different networks estimate them.

A generation is one ply. ``expansion`` tries every move of every state in a beam and adds the
results to two pools, one per phase; ``select`` fills the next beams from them. All arrays are owned
by the caller, in three named tuples of ``workspace``:

    Beam       the states of a generation
    Pool       candidates for the next one: an estimate, a key, the parent and the action
    Workspace  everything else: the trail of actions, the best end, scratch arrays

If the fill of the wheel is unknown (``is_blind``), phase one has no successors in phase two. Its
ends, each a state and the action that ends the phase, remain in the second pool.
"""

from __future__ import annotations

from tilewright.game import Action, State, States, Words
from tilewright.games.nova_luna.rules import find_place_of_take
from tilewright.games.nova_luna.solo.expansion import expand, extend_key, hash_area, sort_pool
from tilewright.games.nova_luna.solo.rules import apply
from tilewright.games.nova_luna.solo.workspace import NO_SCORE, Beam, Pool, Workspace
from tilewright.games.nova_luna.state import FINISH, TAKES_PER_CHOICE
from tilewright.games.nova_luna.wheel import find_slot
from tilewright.kernel import Word, called, kernel, mix, u64

CROWDS_PER_BEAM = 32
LEAST_CROWD = 8


@kernel
def is_new(seen: Words, key: Word) -> bool:
    """Insert a key into a hash set; return True if it was not in the set."""
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
def find_layout_counter(state: State, action: Action, space: Workspace) -> int:
    """Return the index of the counter for the set of tiles laid after an action, in any layout."""
    low = u64(state["area"][0, 0])
    high = u64(state["area"][0, 1])
    if action != FINISH:
        tile = int(state["wheel"][find_slot(state, action // TAKES_PER_CHOICE)])
        bit = u64(u64(1) << u64(tile & 63))
        if tile < 64:
            low = low | bit
        else:
            high = high | bit
    return int(mix(u64(mix(low) + high)) >> u64(20)) & (len(space.layout_counts) - 1)


@kernel
def accept_state(state: State, action: Action, key: Word, most: int, space: Workspace) -> bool:
    """Return True if a state is new, and fewer than ``most`` with the same tiles were accepted.

    Accepted states are counted.
    """
    crowd = find_layout_counter(state, action, space)
    if space.layout_counts[crowd] >= most or not is_new(space.seen, key):
        return False
    space.layout_counts[crowd] += 1
    return True


@called
def select(
    pool: Pool, one: Beam, two: Beam, target: Beam, width: int, is_blind_end: bool, space: Workspace
) -> None:
    """Fill a beam with the best candidates in a pool, without duplicates, and empty the pool.

    At first the number of states with the same tiles (a crowd) is limited, because they tend to
    share their weaknesses. A second pass fills the remaining room without this limit.
    """
    target.size[0] = 0
    if int(pool.size[0]) == 0:
        return
    sort_pool(pool, space)
    space.seen[:] = u64(0)
    space.layout_counts[:] = 0
    crowd = max(LEAST_CROWD, width // CROWDS_PER_BEAM)
    select_candidates(pool, one, two, target, crowd, width, is_blind_end, space)
    select_candidates(pool, one, two, target, width, width, is_blind_end, space)
    pool.size[0] = 0
    pool.limit[0] = NO_SCORE


@kernel
def select_candidates(
    pool: Pool,
    one: Beam,
    two: Beam,
    target: Beam,
    most: int,
    width: int,
    is_blind_end: bool,
    space: Workspace,
) -> None:
    """Add the best candidates in a sorted pool to a beam, at most ``most`` per set of tiles."""
    count = int(target.size[0])
    for rank in range(int(pool.size[0])):
        if count == width:
            break
        candidate = int(space.order[rank])
        parent, action = int(pool.parents[candidate]), int(pool.actions[candidate])
        beam = two if parent & 1 else one
        if accept_state(beam.states[parent >> 1], action, u64(pool.keys[candidate]), most, space):
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
    """Add a candidate's state to the next beam; for a blind end, the state before its action."""
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
    """Start a search from ``root[0]``, which becomes the only state in the beam."""
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
    """Return the best score that a beam search of this width finds from a state in phase two."""
    start(root, beam, space)
    # Passing constants here would compile most of this module a second time.
    phase = int(root[0]["phase"])
    first = phase - 2
    is_blind = phase == 1
    pools = pool, pool
    while int(beam.size[0]) > 0:
        expand(beam, beam, first, int(beam.size[0]), phase, pools, width, is_blind, space)
        select(pool, beam, beam, spare, width, is_blind, space)
        beam, spare = spare, beam
    return int(space.best[0])
