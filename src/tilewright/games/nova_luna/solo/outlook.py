"""Estimates of the remaining costs of a solo game by small neural networks.

``measure_wheel`` and ``measure_area`` extract the features of a state, from which a network with
one hidden layer estimates the costs to come with good play. There are three networks:

    PHASE_ONE   phase one continues: increase of both sums together
    BLIND_END   phase one ends here, and the new tiles of the wheel are unknown: increase of both
    PHASE_TWO   phase two continues: increase of the second sum

Costs in phase one count twice. A state's value is ``sum_sunk_costs`` (costs that can no longer be
avoided) plus the estimate. ``weights.md`` documents how the weights were learnt.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tilewright.game import State
from tilewright.games.nova_luna.area import (
    count_adjacent_tiles,
    get_neighbour,
    is_satisfied,
    pop_lowest,
)
from tilewright.games.nova_luna.solo.rules import FIRST_PILE, count_laid_discs
from tilewright.games.nova_luna.state import (
    BLOCK,
    BLOCK_OF,
    COST,
    MEMBERS,
    NEED,
    NEVER,
    NUM_DIRECTIONS,
    WANTS,
)
from tilewright.games.nova_luna.tables import (
    MOST_TASKS,
    NUM_CHOICES,
    NUM_COLOURS,
    NUM_SLOTS,
    NUM_TILES,
)
from tilewright.kernel import Word, kernel, lowest, mix, popcount, u64

Needs = npt.NDArray[np.int32]
Row = npt.NDArray[np.float32]

PHASE_ONE, BLIND_END, PHASE_TWO = range(3)
NUM_NETWORKS = 3

NAMES = (
    "discs_left",
    "tiles_laid",
    "tiles_on_wheel",
    "one_short",
    "two_short",
    "three_short",
    "four_short",
    "stuck",
    "one_short_on_offer",
    "one_short_share",
    "two_short_share",
    "one_short_in_reach",
    "best_growth",
    "growth_squared",
    "two_alike_short",
    "largest_groups",
    "largest_share",
    "group_squares",
    "free_sides",
    "free_sides_of_open",
    "wheel_cost",
    "wheel_tasks",
    "wheel_tasks_small",
    "wheel_ready",
    "wheel_nearly_ready",
    "wheel_ready_cost",
    "reach_cost",
    "reach_ready",
    "cheapest",
    "discs_beyond_wheel",
    "colours_missing",
    "first_pile_left",
)
NUM_FEATURES = len(NAMES)
(
    DISCS_LEFT,
    TILES_LAID,
    TILES_ON_WHEEL,
    ONE_SHORT,
    TWO_SHORT,
    THREE_SHORT,
    FOUR_SHORT,
    STUCK,
    ONE_SHORT_ON_OFFER,
    ONE_SHORT_SHARE,
    TWO_SHORT_SHARE,
    ONE_SHORT_IN_REACH,
    BEST_GROWTH,
    GROWTH_SQUARED,
    TWO_ALIKE_SHORT,
    LARGEST_GROUPS,
    LARGEST_SHARE,
    GROUP_SQUARES,
    FREE_SIDES,
    FREE_SIDES_OF_OPEN,
    WHEEL_COST,
    WHEEL_TASKS,
    WHEEL_TASKS_SMALL,
    WHEEL_READY,
    WHEEL_NEARLY_READY,
    WHEEL_READY_COST,
    REACH_COST,
    REACH_READY,
    CHEAPEST,
    DISCS_BEYOND_WHEEL,
    COLOURS_MISSING,
    FIRST_PILE_LEFT,
) = range(NUM_FEATURES)

NUM_HIDDEN = 15

# A network is float32[features + 2, hidden + 1]. Each feature has a row with its weights to the
# hidden units and, last, to the output. Then come a row of biases and a row of output weights.
NUM_ROWS = NUM_FEATURES + 2
NUM_COLUMNS = NUM_HIDDEN + 1

# Output of measure_wheel, float32[WHEEL_SIZE].
BLOCK_TILES = 0  # four entries: number of tiles by block
TILES = 4
COSTS = 5
TASKS = 6
SMALL_TASKS = 7  # tasks that need at most two tiles
COSTS_IN_REACH = 8
CHEAPEST_COST = 9
NEEDS_LISTED = 10
NEEDS_IN_REACH = 11
BLOCK_IN_REACH = 12  # four entries: tiles on offer by block
WHEEL_SIZE = 16
NO_COST = 9  # more than the cost of any tile
MAX_NEEDS = NUM_SLOTS * MOST_TASKS

# Number of tiles that a task needs, by tile and task; 0 for no task.
TASK_SIZE = np.zeros((NUM_TILES + 1, MOST_TASKS), dtype=np.int8)
for _tile in range(1, NUM_TILES + 1):
    for _index in range(MOST_TASKS):
        if int(NEED[_tile, _index]) != NEVER:
            TASK_SIZE[_tile, _index] = sum(int(NEED[_tile, _index]).to_bytes(4, "little"))
TASK_SIZE.setflags(write=False)


# --- The wheel ----------------------------------------------------------------------------------


@kernel
def measure_wheel(state: State, wheel: Row, needs: Needs) -> None:
    """Write statistics of the wheel to ``wheel``, and the tasks of its tiles to ``needs``.

    The tasks of the tiles on offer come first.

    wheel: float32[WHEEL_SIZE]. needs: int32[2, MAX_NEEDS], packed needs and tile costs.
    """
    for i in range(WHEEL_SIZE):
        wheel[i] = 0.0
    left = popcount(u64(state["occupied"]))
    cheapest = NO_COST
    num_needs = 0
    occupied = int(state["occupied"])
    first = int(state["crescent"]) + 1
    ahead = (occupied | (occupied << NUM_SLOTS)) >> first
    for index in range(left):
        slot = first + lowest(u64(ahead))
        ahead &= ahead - 1
        tile = int(state["wheel"][slot - NUM_SLOTS if slot >= NUM_SLOTS else slot])
        cost = int(COST[tile])
        cheapest = min(cheapest, cost)
        wheel[BLOCK_TILES + int(BLOCK_OF[tile])] += 1.0
        wheel[TILES] += 1.0
        wheel[COSTS] += cost
        if index < NUM_CHOICES:
            wheel[COSTS_IN_REACH] += cost
            wheel[BLOCK_IN_REACH + int(BLOCK_OF[tile])] += 1.0
        for task in range(MOST_TASKS):
            size = int(TASK_SIZE[tile, task])
            if size > 0:
                needs[0, num_needs] = NEED[tile, task]
                needs[1, num_needs] = cost
                num_needs += 1
                wheel[TASKS] += 1.0
                wheel[SMALL_TASKS] += int(size <= 2)
        if index == NUM_CHOICES - 1:
            wheel[NEEDS_IN_REACH] = num_needs
    if left < NUM_CHOICES:
        wheel[NEEDS_IN_REACH] = num_needs
    wheel[CHEAPEST_COST] = cheapest
    wheel[NEEDS_LISTED] = num_needs


@kernel
def clear_wheel(wheel: Row) -> None:
    """Write the statistics of an empty wheel.

    They stand for a wheel whose tiles are unknown.
    """
    for i in range(WHEEL_SIZE):
        wheel[i] = 0.0
    wheel[CHEAPEST_COST] = NO_COST


@kernel
def hash_wheel(state: State) -> Word:
    """Return a hash of the tiles on the wheel and of the crescent's slot."""
    word = u64(int(state["crescent"]))
    for slot in range(NUM_SLOTS):
        word = u64(u64(word * u64(0x9E3779B97F4A7C15)) + u64(int(state["wheel"][slot])))
    return mix(word)


# --- The area -----------------------------------------------------------------------------------


# Intermediate counts of measure_area, float32[TALLY_SIZE].
SERVED = 0  # by the lowest tile of a group: adjacent tasks that lack one tile of its colour
ONE_LACKED = 80  # this and the next three by block: tasks that lack one tile, of this colour
TWO_LACKED = 84  # tiles of this colour lacking in tasks that lack two
TWO_ALIKE_LACKED = 88  # tasks that lack two tiles, both of this colour
LARGEST_GROUP = 92
SHORT = 96  # open tasks by the number of tiles they lack, up to 4 or more; then stuck tasks
TALLY_SIZE = 128
MOST_SHORT = 4  # this many or more are counted together


@kernel
def count_missing(counts: int, need: int, block: int) -> int:
    """Return the number of tiles of one colour that a task lacks.

    It is negative if there are more than the task needs.
    """
    return ((need >> (8 * block)) & 0xFF) - ((counts >> (8 * block)) & 0xFF)


@kernel
def count_lacking(counts: int, need: int) -> int:
    """Return the number of tiles that a task lacks in all colours together."""
    short = 0
    for block in range(NUM_COLOURS):
        short += max(0, count_missing(counts, need, block))
    return short


@kernel
def count_open_sides(sides: int) -> int:
    """Return the number of directions in which ``sides`` has no tile."""
    return (
        int((sides & 0xFF) == 0)
        + int((sides & 0xFF00) == 0)
        + int((sides & 0xFF0000) == 0)
        + int(((sides >> 24) & 0xFF) == 0)
    )


@kernel
def tally_groups(state: State, sides: int, block: int, short: int, tally: Row) -> int:
    """Add a task that lacks one tile to the adjacent groups of colour ``block``.

    A task that lacks another number of tiles (``short``) is not added.

    Returns:
        1 if there is a group of this colour, else 0.
    """
    can_grow = 0
    seen = 0
    for direction in range(NUM_DIRECTIONS):
        other = get_neighbour(sides, direction)
        if other > 0 and int(BLOCK_OF[other]) == block:
            can_grow = 1
            group = int(state["group"][other])
            if short == 1 and group != seen:
                tally[SERVED + block * BLOCK + 1 + lowest(u64(group & MEMBERS))] += 1.0
                seen = group
    return can_grow


@kernel
def tally_task(state: State, sides: int, counts: int, need: int, short: int, tally: Row) -> int:
    """Add the tiles that an open task lacks to ``tally``.

    Returns:
        1 if an adjacent group has a colour that the task lacks, else 0.
    """
    can_grow = 0
    for block in range(NUM_COLOURS):
        missing = count_missing(counts, need, block)
        if missing > 0:
            if short == 1:
                tally[ONE_LACKED + block] += 1.0
            elif short == 2:
                tally[TWO_LACKED + block] += missing
                if missing == 2:
                    tally[TWO_ALIKE_LACKED + block] += 1.0
            can_grow |= tally_groups(state, sides, block, short, tally)
    return can_grow


@kernel
def tally_tasks(state: State, tile: int, sides: int, num_free: int, tally: Row) -> None:
    """Count the open tasks of a tile in ``tally``, by the number of tiles that they lack."""
    fulfilled = int(state["fulfilled"][tile])
    counts = count_adjacent_tiles(state, tile)
    for task in range(MOST_TASKS):
        if (fulfilled >> task) & 1 or int(TASK_SIZE[tile, task]) == 0:
            continue
        need = int(NEED[tile, task])
        short = count_lacking(counts, need)
        can_grow = tally_task(state, sides, counts, need, short, tally)
        is_stuck = num_free == 0 and can_grow == 0
        tally[SHORT + (MOST_SHORT + 1 if is_stuck else min(short, MOST_SHORT))] += 1.0


@kernel
def measure_area(state: State, wheel: Row, needs: Needs, row: Row, tally: Row) -> None:
    """Write all features of a state to ``row``, float32[NUM_FEATURES].

    ``wheel`` and ``needs`` must be the results of ``measure_wheel``.

    ``tally`` is a buffer, float32[TALLY_SIZE].
    """
    for i in range(TALLY_SIZE):
        tally[i] = 0.0
    num_tiles = squares = free_sides = free_of_open = 0
    low, high = u64(state["area"][0, 0]), u64(state["area"][0, 1])
    while (low | high) != u64(0):
        tile, low, high = pop_lowest(low, high)
        num_tiles += 1
        size = popcount(u64(int(state["group"][tile]) & MEMBERS))
        squares += size
        block = int(BLOCK_OF[tile])
        if size > tally[LARGEST_GROUP + block]:
            tally[LARGEST_GROUP + block] = size
        sides = int(state["sides"][tile])
        num_free = count_open_sides(sides)
        free_sides += num_free
        if int(WANTS[tile, int(state["fulfilled"][tile])]) == 0:
            continue
        free_of_open += num_free
        tally_tasks(state, tile, sides, num_free, tally)
    write_combined_features(state, wheel, needs, row, tally)
    for index in range(MOST_SHORT + 1):
        row[ONE_SHORT + index] = 0.3 * int(tally[SHORT + 1 + index])
    row[TILES_LAID] = 0.1 * num_tiles
    row[GROUP_SQUARES] = 0.03 * squares
    row[FREE_SIDES] = 0.04 * free_sides
    row[FREE_SIDES_OF_OPEN] = 0.1 * free_of_open


@kernel
def write_combined_features(state: State, wheel: Row, needs: Needs, row: Row, tally: Row) -> None:
    """Write the features of the wheel, and of area and wheel together, to ``row``."""
    discs = int(state["discs"][0])
    per_tile = 1.0 / max(np.float32(1.0), wheel[TILES])
    on_offer = 0.0
    share_1 = 0.0
    share_2 = 0.0
    in_reach = 0.0
    alike = 0.0
    largest = 0.0
    largest_share = 0.0
    missing = 0.0
    best = 0.0
    growth_squared = 0.0
    packed = 0
    packed_more = 0
    for block in range(NUM_COLOURS):
        count = wheel[BLOCK_TILES + block]
        size = int(tally[LARGEST_GROUP + block])
        packed |= size << (8 * block)
        packed_more |= (size + int(count > 0.0)) << (8 * block)
        share_1 += tally[ONE_LACKED + block] * count * per_tile
        share_2 += tally[TWO_LACKED + block] * count * per_tile
        largest += size
        largest_share += size * count * per_tile
        if count > 0.0:
            on_offer += tally[ONE_LACKED + block]
        else:
            missing += 1.0
        if count > 1.0:
            alike += tally[TWO_ALIKE_LACKED + block]
        if wheel[BLOCK_IN_REACH + block] > 0.0:
            in_reach += tally[ONE_LACKED + block]
        if count > 0.0 or wheel[TILES] == 0.0:
            for index in range(BLOCK):
                served = tally[SERVED + block * BLOCK + 1 + index]
                growth_squared += served * served
                if served > best:
                    best = served
    ready = 0
    ready_cost = 0
    nearly = 0
    ready_reach = 0
    for index in range(int(wheel[NEEDS_LISTED])):
        need = int(needs[0, index])
        is_ready = is_satisfied(packed, need)
        ready += is_ready
        ready_cost += is_ready * int(needs[1, index])
        nearly += is_satisfied(packed_more, need)
        if index < int(wheel[NEEDS_IN_REACH]):
            ready_reach += is_ready
    row[DISCS_LEFT] = 0.1 * discs
    row[TILES_ON_WHEEL] = 0.1 * wheel[TILES]
    row[ONE_SHORT_ON_OFFER] = 0.3 * on_offer
    row[ONE_SHORT_SHARE] = share_1
    row[TWO_SHORT_SHARE] = share_2
    row[ONE_SHORT_IN_REACH] = 0.3 * in_reach
    row[BEST_GROWTH] = 0.5 * best
    row[GROWTH_SQUARED] = 0.1 * growth_squared
    row[TWO_ALIKE_SHORT] = 0.3 * alike
    row[LARGEST_GROUPS] = 0.1 * largest
    row[LARGEST_SHARE] = 0.5 * largest_share
    row[WHEEL_COST] = 0.03 * wheel[COSTS]
    row[WHEEL_TASKS] = 0.06 * wheel[TASKS]
    row[WHEEL_TASKS_SMALL] = 0.1 * wheel[SMALL_TASKS]
    row[WHEEL_READY] = 0.15 * ready
    row[WHEEL_NEARLY_READY] = 0.1 * nearly
    row[WHEEL_READY_COST] = 0.04 * ready_cost
    row[REACH_COST] = 0.1 * wheel[COSTS_IN_REACH]
    row[REACH_READY] = 0.3 * ready_reach
    row[CHEAPEST] = 0.2 * wheel[CHEAPEST_COST]
    row[DISCS_BEYOND_WHEEL] = 0.1 * max(np.float32(0.0), discs - wheel[TILES])
    row[COLOURS_MISSING] = 0.5 * missing
    row[FIRST_PILE_LEFT] = 0.2 * max(0, FIRST_PILE - count_laid_discs(state))


# --- Networks -----------------------------------------------------------------------------------


@kernel
def sum_sunk_costs(state: State) -> int:
    """Return the part of the final result that can no longer change.

    Costs of phase one count in both sums.
    """
    if int(state["phase"]) == 1:
        return 2 * int(state["distance"][0])
    return int(state["first_sum"]) + int(state["distance"][0])


@kernel
def evaluate_network(network: Row, row: Row, hidden: Row) -> np.float32:
    """Return the output of a network for the features in ``row``.

    ``hidden`` is a buffer, float32[NUM_COLUMNS].
    """
    num_features = len(row)
    for j in range(NUM_COLUMNS):
        hidden[j] = network[num_features, j]
    for i in range(num_features):
        x = row[i]
        for j in range(NUM_COLUMNS):
            hidden[j] += x * network[i, j]
    answer = hidden[NUM_HIDDEN]
    for j in range(NUM_HIDDEN):
        if hidden[j] > 0.0:
            answer += hidden[j] * network[num_features + 1, j]
    return answer
