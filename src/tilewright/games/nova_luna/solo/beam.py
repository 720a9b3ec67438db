"""Beam search for the solo game: selection of the next generation, and a search of phase two.

All lines of equal length are extended together, and each generation keeps only the states with the
best estimates. There is no chance within a phase, so the actions of a line determine its state.
Duplicate states are dropped, including rotations and reflections. The phases have separate beams,
because different networks estimate them.

A generation is one ply. ``expand`` tries every move of every state in a beam and adds the results
to two pools, one per phase; ``select_beam`` fills the next beams from them. The caller owns all
arrays, in named tuples of the module ``workspace``:

    Beam       the states of a generation
    Pool       candidates for the next one: an estimate, a key, the parent and the action
    Workspace  everything else: the trail of actions, the best result, scratch arrays

Phase one ends with a *fill*: the wheel gets new tiles from the supply. If these tiles are unknown
(``is_blind``), phase one has no successors in phase two. The *ends* of phase one, each a state and
the action that ends the phase, then remain in the second pool.
"""

from __future__ import annotations

from tilewright.game import Action, State, States, Words
from tilewright.games.nova_luna.rules import get_place_of_take
from tilewright.games.nova_luna.solo.expansion import expand, extend_key, hash_area, sort_pool
from tilewright.games.nova_luna.solo.rules import apply
from tilewright.games.nova_luna.solo.workspace import NO_SCORE, Beam, Pool, Workspace
from tilewright.games.nova_luna.state import FINISH, TAKES_PER_CHOICE
from tilewright.games.nova_luna.wheel import find_offered_slot
from tilewright.kernel import Word, called, kernel, mix, u64

CROWDS_PER_BEAM = 32
LEAST_CROWD = 8


@kernel
def insert_key(seen: Words, key: Word) -> bool:
    """Insert a key into a hash set. Return True if it was not there yet."""
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
def find_tile_set_counter(state: State, action: Action, workspace: Workspace) -> int:
    """Return the index of the counter for the tiles that are laid after an action."""
    low = u64(state["area"][0, 0])
    high = u64(state["area"][0, 1])
    if action != FINISH:
        tile = int(state["wheel"][find_offered_slot(state, action // TAKES_PER_CHOICE)])
        bit = u64(u64(1) << u64(tile & 63))
        if tile < 64:
            low = low | bit
        else:
            high = high | bit
    return int(mix(u64(mix(low) + high)) >> u64(20)) & (len(workspace.tile_set_counts) - 1)


@kernel
def try_accept(
    state: State, action: Action, key: Word, max_count: int, workspace: Workspace
) -> bool:
    """Accept a state unless it is a duplicate or one of too many similar states.

    At most ``max_count`` states with the same set of tiles are accepted.

    Returns:
        True if the state was accepted.
    """
    crowd = find_tile_set_counter(state, action, workspace)
    if workspace.tile_set_counts[crowd] >= max_count or not insert_key(workspace.seen, key):
        return False
    workspace.tile_set_counts[crowd] += 1
    return True


@called
def select_beam(
    pool: Pool,
    beam_one: Beam,
    beam_two: Beam,
    target: Beam,
    width: int,
    is_blind_end: bool,
    workspace: Workspace,
) -> None:
    """Move the best candidates from a pool to the beam ``target``, without duplicates.

    At first the number of states with the same tiles (a crowd) is limited, because they tend to
    share their weaknesses. A second pass fills the remaining room without this limit.
    """
    target.size[0] = 0
    if int(pool.size[0]) == 0:
        return
    sort_pool(pool, workspace)
    workspace.seen[:] = u64(0)
    workspace.tile_set_counts[:] = 0
    crowd = max(LEAST_CROWD, width // CROWDS_PER_BEAM)
    select_candidates(pool, beam_one, beam_two, target, crowd, width, is_blind_end, workspace)
    select_candidates(pool, beam_one, beam_two, target, width, width, is_blind_end, workspace)
    pool.size[0] = 0
    pool.limit[0] = NO_SCORE


@kernel
def select_candidates(
    pool: Pool,
    beam_one: Beam,
    beam_two: Beam,
    target: Beam,
    max_count: int,
    width: int,
    is_blind_end: bool,
    workspace: Workspace,
) -> None:
    """Add the best candidates of a sorted pool to ``target``.

    At most ``max_count`` states with the same set of tiles are in ``target``.
    """
    count = int(target.size[0])
    for rank in range(int(pool.size[0])):
        if count == width:
            break
        candidate = int(workspace.order[rank])
        parent, action = int(pool.parents[candidate]), int(pool.actions[candidate])
        beam = beam_two if parent & 1 else beam_one
        if try_accept(
            beam.states[parent >> 1], action, u64(pool.keys[candidate]), max_count, workspace
        ):
            add_state(beam, parent >> 1, action, target, count, is_blind_end, workspace)
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
    workspace: Workspace,
) -> None:
    """Add the state after a candidate's action to the beam ``target``.

    If ``is_blind_end``, add the state before the action instead.
    """
    state = beam.states[index]
    key = u64(beam.keys[index])
    target.states[count] = state
    target.actions[count] = action
    if is_blind_end:
        target.keys[count] = key
        target.nodes[count] = beam.nodes[index]
        return
    if action != FINISH:
        place = get_place_of_take(state, action % TAKES_PER_CHOICE)
        tile = int(state["wheel"][find_offered_slot(state, action // TAKES_PER_CHOICE)])
        key = extend_key(state, key, tile, place)
    apply(target.states[count], action)
    node = int(workspace.trail_size[0])
    workspace.trail[node, 0] = beam.nodes[index]
    workspace.trail[node, 1] = action
    workspace.trail_size[0] = node + 1
    target.keys[count] = key
    target.nodes[count] = node


@kernel
def start_search(root: States, beam: Beam, workspace: Workspace) -> None:
    """Reset a search so that ``root[0]`` is the only state in the beam."""
    beam.states[0] = root[0]
    beam.keys[0] = hash_area(root[0])
    beam.nodes[0] = 0
    beam.size[0] = 1
    workspace.trail_size[0] = 1
    workspace.best[0] = NO_SCORE


# --- A search of phase two ------------------------------------------------------------------------


@called
def close_game(
    root: States, beam: Beam, spare: Beam, pool: Pool, width: int, workspace: Workspace
) -> int:
    """Search phase two from ``root[0]`` with beams of ``width`` states.

    Returns:
        The lowest result found.
    """
    start_search(root, beam, workspace)
    # Passing constants here would compile most of this module a second time.
    phase = int(root[0]["phase"])
    first = phase - 2
    is_blind = phase == 1
    pools = pool, pool
    while int(beam.size[0]) > 0:
        expand(beam, beam, first, int(beam.size[0]), phase, pools, width, is_blind, workspace)
        select_beam(pool, beam, beam, spare, width, is_blind, workspace)
        beam, spare = spare, beam
    return int(workspace.best[0])
