"""A complete search as two kernels: ``begin`` starts it, ``advance`` continues it in steps.

From a complete state, or a view in phase two, one beam search finds a line to the end. From a view
in phase one, a blind search collects good ends of the phase, and the best of them are simulated
with many random fills. After some fills the worse half is dropped, and the rest are simulated with
twice as many (successive halving). Between steps the caller may do other work, or stop. The size of
the steps does not affect the result.
"""

from __future__ import annotations

import numpy as np

from tilewright.game import COMPLETE, Action, Actions, Scratch, State
from tilewright.games.nova_luna.rules import determinize
from tilewright.games.nova_luna.solo.beam import close_game, select, start
from tilewright.games.nova_luna.solo.expansion import expand
from tilewright.games.nova_luna.solo.outlook import NUM_COLUMNS, NUM_QUESTIONS, NUM_ROWS
from tilewright.games.nova_luna.solo.rules import apply, sum_costs
from tilewright.games.nova_luna.solo.weights import NETWORKS
from tilewright.games.nova_luna.solo.workspace import NO_SCORE, Beam, Ends, Plan, Pool, Workspace
from tilewright.games.nova_luna.tables import SOLO_DISCS_TO_LAY
from tilewright.kernel import Word, kernel, mix, u64

GROWING, TRYING, DONE = range(3)

ENDS_PER_GENERATION = 64
FILLS_AT_FIRST = 2
TRUST = 4.0  # weight of an end's estimate, in simulated fills
PARENTS_PER_TRIAL = 64  # number of states that take as long to expand as an end takes to simulate


@kernel
def begin(state: State, seed: Word, plan: Plan) -> None:
    """Start a search from a state or a view; the noise of estimates is not reset."""
    at = plan.at[0]
    plan.root[0] = state
    is_blind = int(state["viewer"]) != COMPLETE and int(state["phase"]) == 1
    at["is_blind"] = int(is_blind)
    at["seed"] = mix(u64(seed))
    at["stage"] = GROWING
    at["phase"] = 1
    at["first"] = 0
    at["is_swapped"] = 0
    plan.ends.beam.size[0] = 0
    for pool in plan.pools:
        empty_pool(pool)
    empty_pool(plan.narrow.pool)
    copy_networks(plan.space)
    copy_networks(plan.narrow.space)
    one, two, _, _ = plan.beams
    one.size[0] = 0
    two.size[0] = 0
    start(plan.root, one if int(state["phase"]) == 1 else two, plan.space)


@kernel
def empty_pool(pool: Pool) -> None:
    """Empty a pool, which may contain candidates of an interrupted search."""
    pool.size[0] = 0
    pool.limit[0] = NO_SCORE


@kernel
def copy_networks(space: Workspace) -> None:
    """Copy the networks into the workspace."""
    for question in range(NUM_QUESTIONS):
        for row in range(NUM_ROWS):
            for column in range(NUM_COLUMNS):
                space.networks[question, row, column] = NETWORKS[question, row, column]


@kernel
def advance(work: int, actions: Actions, score: Scratch, plan: Plan) -> int:
    """Expand about ``work`` states, or fewer if a ranking of ends is completed.

    With ``work`` 0, only report the best line so far.

    Returns:
        The number of actions in the best line once the search is done, before that 0. The line is
        written to ``actions`` and its result to ``score[0]``.
    """
    at = plan.at[0]
    if work == 0:
        if int(at["stage"]) == TRYING:
            sort_ends(plan)
        return best_line(actions, score, plan)
    while work > 0 and int(at["stage"]) != DONE:
        if int(at["stage"]) == GROWING:
            work -= grow(plan, work)
        else:
            work = 0 if run_halving_step(plan) else work - PARENTS_PER_TRIAL
    return best_line(actions, score, plan) if int(at["stage"]) == DONE else 0


# --- Beams --------------------------------------------------------------------------------------


@kernel
def grow(plan: Plan, work: int) -> int:
    """Expand up to ``work`` states; after the last of a generation, select the next one.

    Return the number of states expanded.
    """
    at, space = plan.at[0], plan.space
    is_swapped, is_blind = int(at["is_swapped"]) == 1, int(at["is_blind"]) == 1
    one = plan.beams[2] if is_swapped else plan.beams[0]
    two = plan.beams[3] if is_swapped else plan.beams[1]
    phase, first = int(at["phase"]), int(at["first"])
    size = int(one.size[0])
    if phase == 2:
        size = 0 if is_blind else int(two.size[0])
    last = min(size, first + work)
    expand(one, two, first, last, phase, plan.pools, len(one.values), is_blind, space)
    at["first"] = last
    if last == size:
        at["first"] = 0
        at["phase"] = 3 - phase
        if phase == 2:
            end_generation(plan)
    return last - first


@kernel
def end_generation(plan: Plan) -> None:
    """Fill the next beams from the pools; if nothing is left, start the next stage."""
    at, space = plan.at[0], plan.space
    is_swapped, is_blind = int(at["is_swapped"]) == 1, int(at["is_blind"]) == 1
    one = plan.beams[2] if is_swapped else plan.beams[0]
    two = plan.beams[3] if is_swapped else plan.beams[1]
    next_one = plan.beams[0] if is_swapped else plan.beams[2]
    next_two = plan.beams[1] if is_swapped else plan.beams[3]
    width = len(one.values)
    for phase in range(1, 3):
        is_end = is_blind and phase == 2
        select(
            plan.pools[1] if phase == 2 else plan.pools[0],
            one,
            two,
            next_two if phase == 2 else next_one,
            min(width, ENDS_PER_GENERATION) if is_end else width,
            is_end,
            space,
        )
    at["is_swapped"] = int(not is_swapped)
    if is_blind:
        for index in range(int(next_two.size[0])):
            insert_end(plan.ends.beam, next_two, index)
        if int(next_one.size[0]) == 0:
            start_halving(plan)
    elif int(next_one.size[0]) + int(next_two.size[0]) == 0:
        at["stage"] = DONE


# --- Ends of phase one --------------------------------------------------------------------------


@kernel
def insert_end(ends: Beam, beam: Beam, index: int) -> None:
    """Insert a beam's state into the best ends, ordered by estimate, then by arrival."""
    size, value = int(ends.size[0]), beam.values[index]
    place = size
    while place > 0 and value < ends.values[place - 1]:
        place -= 1
    if place == len(ends.values):
        return
    for i in range(min(size, len(ends.values) - 1), place, -1):
        copy_end(ends, i, ends, i - 1)
    copy_end(ends, place, beam, index)
    ends.size[0] = min(size + 1, len(ends.values))


@kernel
def copy_end(ends: Beam, to: int, beam: Beam, index: int) -> None:
    """Copy an entry of a beam to position ``to`` of the ends."""
    ends.states[to] = beam.states[index]
    ends.nodes[to] = beam.nodes[index]
    ends.actions[to] = beam.actions[index]
    ends.values[to] = beam.values[index]


@kernel
def start_halving(plan: Plan) -> None:
    """Start simulating all ends with the first fills."""
    at, ends = plan.at[0], plan.ends
    size = int(ends.beam.size[0])
    for end in range(size):
        ends.totals[end] = 0.0
        ends.counts[end] = 0
        ends.alive[end] = end
    at["num_alive"] = size
    at["goal"] = FILLS_AT_FIRST
    at["sample"] = 0
    at["next"] = 0
    at["stage"] = TRYING


@kernel
def run_halving_step(plan: Plan) -> bool:
    """Simulate the next end with a fill; each fill is used for all remaining ends.

    Returns:
        True if the ends were ranked and halved.
    """
    at, ends = plan.at[0], plan.ends
    place, sample, num_alive = int(at["next"]), int(at["sample"]), int(at["num_alive"])
    end = int(ends.alive[place])
    ends.totals[end] += simulate_end(plan, end, sample)
    ends.counts[end] += 1
    is_tried = place + 1 == num_alive
    at["next"] = 0 if is_tried else place + 1
    at["sample"] = sample + int(is_tried)
    if int(at["sample"]) < int(at["goal"]):
        return False
    sort_ends(plan)
    at["goal"] = 2 * int(at["goal"])
    at["num_alive"] = (num_alive + 1) // 2
    if num_alive == 1:
        at["stage"] = DONE
    return True


@kernel
def simulate_end(plan: Plan, end: int, sample: int) -> int:
    """Return the result of an end for one order of the supply, which all ends of a sample share."""
    ends, narrow = plan.ends.beam, plan.narrow
    root = narrow.root
    root[0] = ends.states[end]
    determinize(root[0], mix(u64(u64(plan.at[0]["seed"]) + u64(sample))))
    apply(root[0], int(ends.actions[end]))
    if int(root[0]["over"]):
        return int(root[0]["first_sum"]) + sum_costs(root[0], SOLO_DISCS_TO_LAY)
    width = len(narrow.beam.values)
    return close_game(root, narrow.beam, narrow.spare, narrow.pool, width, narrow.space)


@kernel
def sort_ends(plan: Plan) -> None:
    """Sort the remaining ends by their means, best first; the sort is stable."""
    ends = plan.ends
    for place in range(int(plan.at[0]["num_alive"])):
        end = int(ends.alive[place])
        mean = mean_of_end(ends, end)
        ends.means[end] = mean
        while place > 0 and mean < ends.means[int(ends.alive[place - 1])]:
            ends.alive[place] = ends.alive[place - 1]
            place -= 1
        ends.alive[place] = end


@kernel
def mean_of_end(ends: Ends, end: int) -> np.float64:
    """Return the weighted mean of an end's estimate and its simulated results."""
    total = TRUST * np.float64(ends.beam.values[end]) + ends.totals[end]
    return total / (TRUST + np.float64(ends.counts[end]))


# --- Result -------------------------------------------------------------------------------------


@kernel
def best_line(actions: Actions, score: Scratch, plan: Plan) -> int:
    """Write the best line, to the end of the game or of phase one; return its length."""
    if int(plan.at[0]["is_blind"]):
        ends, best = plan.ends, int(plan.ends.alive[0])
        score[0] = ends.means[best]
        node, action = int(ends.beam.nodes[best]), int(ends.beam.actions[best])
        return trace_actions(plan.space, node, action, actions)
    score[0] = int(plan.space.best[0])
    return trace_actions(plan.space, int(plan.space.best[1]), int(plan.space.best[2]), actions)


@kernel
def trace_actions(space: Workspace, node: int, action: Action, actions: Actions) -> int:
    """Write the actions from the root to a node, then ``action``; return their number."""
    count = 1
    above = node
    while above != 0:
        above = int(space.trail[above, 0])
        count += 1
    for place in range(count - 1, -1, -1):
        actions[place] = action
        action = int(space.trail[node, 1])
        node = int(space.trail[node, 0])
    return count
