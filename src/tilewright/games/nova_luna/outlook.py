"""What a solo game will still cost, estimated from what lies on the table.

``measure_wheel`` and ``measure_area`` turn a state into a short row of numbers, and ``estimate``
sends them through a small network with one hidden layer. There are three networks, for three
questions:

    GOING    phase one goes on: what will both sums grow by, if played on well?
    ENDING   phase one ends here, the fill of the wheel not seen yet: the same question
    CLOSING  phase two goes on: what will the second sum grow by?

Costs in phase one count twice, so a state's worth is ``count_sunk`` (what can no longer be saved)
plus the estimate. The weights are learnt by ``learning/nova_luna_solo.py``.
"""

from __future__ import annotations

import numpy as np

from tilewright.games.nova_luna.area import BLOCK_MASK, count_helpers, get_side, reaches
from tilewright.games.nova_luna.solo import FIRST_PILE, count_laid
from tilewright.games.nova_luna.state import (
    BLOCK,
    BLOCK_OF,
    COST,
    NEED,
    NEVER,
    NUM_DIRECTIONS,
    NUM_TILES,
    WANTS,
)
from tilewright.games.nova_luna.tables import (
    MOST_TASKS,
    NUM_CHOICES,
    NUM_COLOURS,
    NUM_SLOTS,
)
from tilewright.kernel import kernel, lowest, mix, popcount, u64

GOING, ENDING, CLOSING = range(3)
NUM_QUESTIONS = 3

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
NUM_HIDDEN = 15

# A network: float32[features + 2, hidden + 1]. Row by row the weights of a feature into the hidden
# numbers and, last, straight to the answer; then a row of constants; then the way out.
NUM_ROWS = NUM_FEATURES + 2
NUM_COLUMNS = NUM_HIDDEN + 1

# What measure_wheel finds, float32[WHEEL_SIZE]:
#   0..3 tiles by block, 4 tiles, 5 sum of costs, 6 tasks, 7 tasks of at most two, 8 cost in reach,
#   9 cheapest, 10 the number of tasks listed, 11 the number of those in reach,
#   12..15 tiles within reach by block
WHEEL_SIZE = 16
MAX_NEEDS = NUM_SLOTS * MOST_TASKS

# How many colours a task asks for in all, by tile and task; 0 for no task.
TASK_SIZE = np.zeros((NUM_TILES + 1, MOST_TASKS), dtype=np.int8)
for _tile in range(1, NUM_TILES + 1):
    for _index in range(MOST_TASKS):
        if int(NEED[_tile, _index]) != NEVER:
            TASK_SIZE[_tile, _index] = sum(int(NEED[_tile, _index]).to_bytes(4, "little"))
TASK_SIZE.setflags(write=False)


# --- The wheel ----------------------------------------------------------------------------------


@kernel
def measure_wheel(state, wheel, needs):
    """Sum up the tiles on the wheel and list what their tasks ask for, those in reach first.

    ``wheel``: float32[WHEEL_SIZE]; ``needs``: int32[2, MAX_NEEDS], packed needs and tile costs.
    """
    for i in range(WHEEL_SIZE):
        wheel[i] = 0.0
    left = popcount(u64(state["occupied"]))
    cheapest = 9
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
        wheel[int(BLOCK_OF[tile])] += 1.0
        wheel[4] += 1.0
        wheel[5] += cost
        if index < NUM_CHOICES:
            wheel[8] += cost
            wheel[12 + int(BLOCK_OF[tile])] += 1.0
        for task in range(MOST_TASKS):
            size = int(TASK_SIZE[tile, task])
            if size > 0:
                needs[0, num_needs] = NEED[tile, task]
                needs[1, num_needs] = cost
                num_needs += 1
                wheel[6] += 1.0
                wheel[7] += int(size <= 2)
        if index == NUM_CHOICES - 1:
            wheel[11] = num_needs
    if left < NUM_CHOICES:
        wheel[11] = num_needs
    wheel[9] = cheapest
    wheel[10] = num_needs


@kernel
def forget_wheel(wheel):
    """An empty wheel, where what it will hold is not known."""
    for i in range(WHEEL_SIZE):
        wheel[i] = 0.0
    wheel[9] = 9.0


@kernel
def hash_wheel(state):
    """A word that differs where the wheel or the crescent does."""
    word = u64(int(state["crescent"]))
    for slot in range(NUM_SLOTS):
        word = u64(u64(word * u64(0x9E3779B97F4A7C15)) + u64(int(state["wheel"][slot])))
    return mix(word)


# --- The area -----------------------------------------------------------------------------------


@kernel
def measure_area(state, wheel, needs, row, tally):
    """Fill in all numbers of a state. ``row``: float32[NUM_FEATURES]; ``tally``: float32[128]."""
    for i in range(128):
        tally[i] = 0.0
    # tally: 0..68 tasks one short by the group that would serve them; by block: 80.. one short,
    # 84.. two short, 88.. two of this colour short, 92.. the largest group
    groups = state["group"]
    shorts_1 = 0
    shorts_2 = 0
    shorts_3 = 0
    shorts_4 = 0
    stuck = 0
    num_tiles = 0
    squares = 0
    free_sides = 0
    free_of_open = 0
    for word in range(2):
        left = u64(state["area"][0, word])
        while left != u64(0):
            tile = 64 * word + lowest(left)
            left = left & u64(left - u64(1))
            num_tiles += 1
            own = int(groups[tile])
            size = popcount(u64(own & BLOCK_MASK))
            squares += size
            own_block = int(BLOCK_OF[tile])
            if size > tally[92 + own_block]:
                tally[92 + own_block] = size
            sides = int(state["sides"][tile])
            free = (
                int((sides & 0xFF) == 0)
                + int((sides & 0xFF00) == 0)
                + int((sides & 0xFF0000) == 0)
                + int(((sides >> 24) & 0xFF) == 0)
            )
            free_sides += free
            fulfilled = int(state["fulfilled"][tile])
            if int(WANTS[tile, fulfilled]) == 0:
                continue
            free_of_open += free
            counts = count_helpers(state, tile)
            for task in range(MOST_TASKS):
                if (fulfilled >> task) & 1 or int(TASK_SIZE[tile, task]) == 0:
                    continue
                need = int(NEED[tile, task])
                short = 0
                for block in range(NUM_COLOURS):
                    short += max(
                        0, ((need >> (8 * block)) & 0xFF) - ((counts >> (8 * block)) & 0xFF)
                    )
                can_grow = int(free > 0)
                for block in range(NUM_COLOURS):
                    missing = ((need >> (8 * block)) & 0xFF) - ((counts >> (8 * block)) & 0xFF)
                    if missing > 0:
                        if short == 1:
                            tally[80 + block] += 1.0
                        elif short == 2:
                            tally[84 + block] += missing
                            if missing == 2:
                                tally[88 + block] += 1.0
                        seen = 0
                        for direction in range(NUM_DIRECTIONS):
                            other = get_side(sides, direction)
                            if other > 0 and int(BLOCK_OF[other]) == block:
                                can_grow = 1
                                group = int(groups[other])
                                if short == 1 and group != seen:
                                    tally[block * BLOCK + 1 + lowest(u64(group & BLOCK_MASK))] += (
                                        1.0
                                    )
                                    seen = group
                if can_grow == 0:
                    stuck += 1
                elif short == 1:
                    shorts_1 += 1
                elif short == 2:
                    shorts_2 += 1
                elif short == 3:
                    shorts_3 += 1
                else:
                    shorts_4 += 1
    fill_row(state, wheel, needs, row, tally)
    row[1] = 0.1 * num_tiles
    row[3] = 0.3 * shorts_1
    row[4] = 0.3 * shorts_2
    row[5] = 0.3 * shorts_3
    row[6] = 0.3 * shorts_4
    row[7] = 0.3 * stuck
    row[17] = 0.03 * squares
    row[18] = 0.04 * free_sides
    row[19] = 0.1 * free_of_open


@kernel
def fill_row(state, wheel, needs, row, tally):
    """The numbers that bring area and wheel together."""
    discs = int(state["discs"][0])
    per_tile = 1.0 / max(np.float32(1.0), wheel[4])
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
        count = wheel[block]
        size = int(tally[92 + block])
        packed |= size << (8 * block)
        packed_more |= (size + int(count > 0.0)) << (8 * block)
        share_1 += tally[80 + block] * count * per_tile
        share_2 += tally[84 + block] * count * per_tile
        largest += size
        largest_share += size * count * per_tile
        if count > 0.0:
            on_offer += tally[80 + block]
        else:
            missing += 1.0
        if count > 1.0:
            alike += tally[88 + block]
        if wheel[12 + block] > 0.0:
            in_reach += tally[80 + block]
        if count > 0.0 or wheel[4] == 0.0:
            for index in range(BLOCK):
                served = tally[block * BLOCK + 1 + index]
                growth_squared += served * served
                if served > best:
                    best = served
    ready = 0
    ready_cost = 0
    nearly = 0
    ready_reach = 0
    for index in range(int(wheel[10])):
        need = int(needs[0, index])
        is_ready = reaches(packed, need)
        ready += is_ready
        ready_cost += is_ready * int(needs[1, index])
        nearly += reaches(packed_more, need)
        if index < int(wheel[11]):
            ready_reach += is_ready
    row[0] = 0.1 * discs
    row[2] = 0.1 * wheel[4]
    row[8] = 0.3 * on_offer
    row[9] = share_1
    row[10] = share_2
    row[11] = 0.3 * in_reach
    row[12] = 0.5 * best
    row[13] = 0.1 * growth_squared
    row[14] = 0.3 * alike
    row[15] = 0.1 * largest
    row[16] = 0.5 * largest_share
    row[20] = 0.03 * wheel[5]
    row[21] = 0.06 * wheel[6]
    row[22] = 0.1 * wheel[7]
    row[23] = 0.15 * ready
    row[24] = 0.1 * nearly
    row[25] = 0.04 * ready_cost
    row[26] = 0.1 * wheel[8]
    row[27] = 0.3 * ready_reach
    row[28] = 0.2 * wheel[9]
    row[29] = 0.1 * max(np.float32(0.0), discs - wheel[4])
    row[30] = 0.5 * missing
    row[31] = 0.2 * max(0, FIRST_PILE - count_laid(state))


# --- The answer ---------------------------------------------------------------------------------


@kernel
def count_sunk(state):
    """What can no longer be saved: the costs so far, in phase one for both sums."""
    if int(state["phase"]) == 1:
        return 2 * int(state["distance"][0])
    return int(state["first_sum"]) + int(state["distance"][0])


@kernel
def ask_network(network, row, hidden):
    """The answer of a network; ``hidden``: float32[NUM_COLUMNS]."""
    for j in range(NUM_COLUMNS):
        hidden[j] = network[NUM_FEATURES, j]
    for i in range(NUM_FEATURES):
        x = row[i]
        for j in range(NUM_COLUMNS):
            hidden[j] += x * network[i, j]
    answer = hidden[NUM_HIDDEN]
    for j in range(NUM_HIDDEN):
        if hidden[j] > 0.0:
            answer += hidden[j] * network[NUM_FEATURES + 1, j]
    return answer
