"""A complete search in two kernels: ``begin`` starts it, ``advance`` continues it in steps.

From a complete state, or a view in phase two, one beam search finds a line to the end. A view in
phase one does not tell the tiles with which the wheel is filled after the phase. So a blind search
collects good ends of the phase: states and the actions that end it. The best of them are simulated
with many random fills of the wheel. After some fills the worse half is dropped, and the rest are
simulated with twice as many (successive halving). Between steps the caller may do other work, or
stop. The size of the steps does not affect the result.
"""

from __future__ import annotations

import numpy as np

from tilewright.game import COMPLETE, Action, Actions, Scratch, State
from tilewright.games.nova_luna.rules import determinize
from tilewright.games.nova_luna.solo.beam import close_game, select_beam, start_search
from tilewright.games.nova_luna.solo.expansion import expand
from tilewright.games.nova_luna.solo.outlook import NUM_COLUMNS, NUM_NETWORKS, NUM_ROWS
from tilewright.games.nova_luna.solo.rules import apply, sum_costs
from tilewright.games.nova_luna.solo.weights import NETWORKS
from tilewright.games.nova_luna.solo.workspace import NO_SCORE, Beam, Ends, Plan, Pool, Workspace
from tilewright.games.nova_luna.tables import SOLO_DISCS_TO_LAY
from tilewright.kernel import Word, kernel, mix, u64

EXPANDING, SIMULATING, DONE = range(3)

ENDS_PER_GENERATION = 64
FILLS_AT_FIRST = 2
TRUST = 4.0  # weight of an end's estimate, in simulated fills
PARENTS_PER_TRIAL = 64  # number of states that take as long to expand as an end takes to simulate


@kernel
def begin(state: State, seed: Word, plan: Plan) -> None:
    """Start a search from a state or a view, in the arrays of ``plan``."""
    progress = plan.progress[0]
    plan.root[0] = state
    is_blind = int(state["viewer"]) != COMPLETE and int(state["phase"]) == 1
    progress["is_blind"] = int(is_blind)
    progress["seed"] = mix(u64(seed))
    progress["stage"] = EXPANDING
    progress["phase"] = 1
    progress["first"] = 0
    progress["is_swapped"] = 0
    plan.ends.beam.size[0] = 0
    for pool in plan.pools:
        empty_pool(pool)
    empty_pool(plan.narrow.pool)
    copy_networks(plan.workspace)
    copy_networks(plan.narrow.workspace)
    beam_one, beam_two, _, _ = plan.beams
    beam_one.size[0] = 0
    beam_two.size[0] = 0
    start_search(plan.root, beam_one if int(state["phase"]) == 1 else beam_two, plan.workspace)


@kernel
def empty_pool(pool: Pool) -> None:
    """Remove all candidates from a pool, such as those of an interrupted search."""
    pool.size[0] = 0
    pool.limit[0] = NO_SCORE


@kernel
def copy_networks(workspace: Workspace) -> None:
    """Copy the weights of the networks into a workspace."""
    for network in range(NUM_NETWORKS):
        for row in range(NUM_ROWS):
            for column in range(NUM_COLUMNS):
                workspace.networks[network, row, column] = NETWORKS[network, row, column]


@kernel
def advance(work: int, actions: Actions, score: Scratch, plan: Plan) -> int:
    """Continue a search by expanding about ``work`` states.

    With ``work`` 0, only report the best line so far.

    Returns:
        The number of actions in the best line once the search is done, before that 0. The line is
        written to ``actions`` and its result to ``score[0]``.
    """
    progress = plan.progress[0]
    if work == 0:
        if int(progress["stage"]) == SIMULATING:
            sort_ends(plan)
        return write_best_line(actions, score, plan)
    while work > 0 and int(progress["stage"]) != DONE:
        if int(progress["stage"]) == EXPANDING:
            work -= expand_beams(plan, work)
        else:
            work = 0 if run_halving_step(plan) else work - PARENTS_PER_TRIAL
    return write_best_line(actions, score, plan) if int(progress["stage"]) == DONE else 0


# --- Beams --------------------------------------------------------------------------------------


@kernel
def expand_beams(plan: Plan, work: int) -> int:
    """Expand up to ``work`` states of the current generation. Return the number expanded."""
    progress, workspace = plan.progress[0], plan.workspace
    is_swapped, is_blind = int(progress["is_swapped"]) == 1, int(progress["is_blind"]) == 1
    beam_one = plan.beams[2] if is_swapped else plan.beams[0]
    beam_two = plan.beams[3] if is_swapped else plan.beams[1]
    phase, first = int(progress["phase"]), int(progress["first"])
    size = int(beam_one.size[0])
    if phase == 2:
        size = 0 if is_blind else int(beam_two.size[0])
    last = min(size, first + work)
    expand(
        beam_one,
        beam_two,
        first,
        last,
        phase,
        plan.pools,
        len(beam_one.values),
        is_blind,
        workspace,
    )
    progress["first"] = last
    if last == size:
        progress["first"] = 0
        progress["phase"] = 3 - phase
        if phase == 2:
            select_generation(plan)
    return last - first


@kernel
def select_generation(plan: Plan) -> None:
    """Fill the beams of the next generation from the pools.

    If they stay empty, start the next stage.
    """
    progress, workspace = plan.progress[0], plan.workspace
    is_swapped, is_blind = int(progress["is_swapped"]) == 1, int(progress["is_blind"]) == 1
    beam_one = plan.beams[2] if is_swapped else plan.beams[0]
    beam_two = plan.beams[3] if is_swapped else plan.beams[1]
    next_one = plan.beams[0] if is_swapped else plan.beams[2]
    next_two = plan.beams[1] if is_swapped else plan.beams[3]
    width = len(beam_one.values)
    for phase in range(1, 3):
        is_end = is_blind and phase == 2
        select_beam(
            plan.pools[1] if phase == 2 else plan.pools[0],
            beam_one,
            beam_two,
            next_two if phase == 2 else next_one,
            min(width, ENDS_PER_GENERATION) if is_end else width,
            is_end,
            workspace,
        )
    progress["is_swapped"] = int(not is_swapped)
    if is_blind:
        for index in range(int(next_two.size[0])):
            insert_end(plan.ends.beam, next_two, index)
        if int(next_one.size[0]) == 0:
            start_halving(plan)
    elif int(next_one.size[0]) + int(next_two.size[0]) == 0:
        progress["stage"] = DONE


# --- Ends of phase one --------------------------------------------------------------------------


@kernel
def insert_end(ends: Beam, beam: Beam, index: int) -> None:
    """Insert a state of a beam into the best ends of phase one, sorted by estimate."""
    size, value = int(ends.size[0]), beam.values[index]
    rank = size
    while rank > 0 and value < ends.values[rank - 1]:
        rank -= 1
    if rank == len(ends.values):
        return
    for i in range(min(size, len(ends.values) - 1), rank, -1):
        copy_end(ends, i, ends, i - 1)
    copy_end(ends, rank, beam, index)
    ends.size[0] = min(size + 1, len(ends.values))


@kernel
def copy_end(ends: Beam, rank: int, beam: Beam, index: int) -> None:
    """Copy the state at ``index`` of a beam to ``rank`` among the ends of phase one."""
    ends.states[rank] = beam.states[index]
    ends.nodes[rank] = beam.nodes[index]
    ends.actions[rank] = beam.actions[index]
    ends.values[rank] = beam.values[index]


@kernel
def start_halving(plan: Plan) -> None:
    """Prepare successive halving of the ends of phase one.

    Their results are reset, and the first random fill of the wheel is next.
    """
    progress, ends = plan.progress[0], plan.ends
    size = int(ends.beam.size[0])
    for end in range(size):
        ends.totals[end] = 0.0
        ends.counts[end] = 0
        ends.alive[end] = end
    progress["num_alive"] = size
    progress["goal"] = FILLS_AT_FIRST
    progress["sample"] = 0
    progress["next"] = 0
    progress["stage"] = SIMULATING


@kernel
def run_halving_step(plan: Plan) -> bool:
    """Simulate one end of phase one with the current random fill of the wheel.

    After the last fill of a round, drop the worse half of the ends.

    Returns:
        True if the ends were ranked and halved.
    """
    progress, ends = plan.progress[0], plan.ends
    rank, sample, num_alive = (
        int(progress["next"]),
        int(progress["sample"]),
        int(progress["num_alive"]),
    )
    end = int(ends.alive[rank])
    ends.totals[end] += simulate_end(plan, end, sample)
    ends.counts[end] += 1
    is_tried = rank + 1 == num_alive
    progress["next"] = 0 if is_tried else rank + 1
    progress["sample"] = sample + int(is_tried)
    if int(progress["sample"]) < int(progress["goal"]):
        return False
    sort_ends(plan)
    progress["goal"] = 2 * int(progress["goal"])
    progress["num_alive"] = (num_alive + 1) // 2
    if num_alive == 1:
        progress["stage"] = DONE
    return True


@kernel
def simulate_end(plan: Plan, end: int, sample: int) -> int:
    """Play one end of phase one out with random fill number ``sample``.

    All ends get the same fills of the wheel.

    Returns:
        The result.
    """
    ends, narrow = plan.ends.beam, plan.narrow
    root = narrow.root
    root[0] = ends.states[end]
    determinize(root[0], mix(u64(u64(plan.progress[0]["seed"]) + u64(sample))))
    apply(root[0], int(ends.actions[end]))
    if int(root[0]["over"]):
        return int(root[0]["first_sum"]) + sum_costs(root[0], SOLO_DISCS_TO_LAY)
    width = len(narrow.beam.values)
    return close_game(root, narrow.beam, narrow.spare, narrow.pool, width, narrow.workspace)


@kernel
def sort_ends(plan: Plan) -> None:
    """Sort the remaining ends of phase one by mean result, best first."""
    ends = plan.ends
    for rank in range(int(plan.progress[0]["num_alive"])):
        end = int(ends.alive[rank])
        mean = get_mean_result(ends, end)
        ends.means[end] = mean
        while rank > 0 and mean < ends.means[int(ends.alive[rank - 1])]:
            ends.alive[rank] = ends.alive[rank - 1]
            rank -= 1
        ends.alive[rank] = end


@kernel
def get_mean_result(ends: Ends, end: int) -> np.float64:
    """Return the weighted mean of an end's estimate and its simulated results."""
    total = TRUST * np.float64(ends.beam.values[end]) + ends.totals[end]
    return total / (TRUST + np.float64(ends.counts[end]))


# --- Result -------------------------------------------------------------------------------------


@kernel
def write_best_line(actions: Actions, score: Scratch, plan: Plan) -> int:
    """Write the best line so far and its score. Return its number of actions."""
    if int(plan.progress[0]["is_blind"]):
        ends, best = plan.ends, int(plan.ends.alive[0])
        score[0] = ends.means[best]
        node, action = int(ends.beam.nodes[best]), int(ends.beam.actions[best])
        return trace_actions(plan.workspace, node, action, actions)
    score[0] = int(plan.workspace.best[0])
    return trace_actions(
        plan.workspace, int(plan.workspace.best[1]), int(plan.workspace.best[2]), actions
    )


@kernel
def trace_actions(workspace: Workspace, node: int, action: Action, actions: Actions) -> int:
    """Write the actions from the root to ``node``, then ``action``. Return their number."""
    count = 1
    above = node
    while above != 0:
        above = int(workspace.trail[above, 0])
        count += 1
    for rank in range(count - 1, -1, -1):
        actions[rank] = action
        action = int(workspace.trail[node, 1])
        node = int(workspace.trail[node, 0])
    return count
