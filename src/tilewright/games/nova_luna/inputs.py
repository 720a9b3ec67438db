"""Network inputs of Nova Luna: the areas in turn order, then the wheel.

For each area: its tiles with their fulfilled tasks, its open tasks by what they lack, the colours
lacking by one or two tiles, how many discs a tile of each colour would lay at its best place, the
largest groups, and the seat's distance on the track. For the wheel: its tiles clockwise from the
crescent, how many discs the next ones would lay for each seat, whether they would end the game, and
the number of tiles still to come.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np

from tilewright.game import MAX_PLAYERS, Blocks, Inputs, Scratch, Seat, State
from tilewright.games.nova_luna.area import (
    count_adjacent_tiles,
    get_neighbour,
    get_neighbour_place,
    has_tile,
)
from tilewright.games.nova_luna.evaluation import (
    DEAD,
    TASK_FEATURE,
    count_nonzero_bytes,
    count_unlaid_tiles,
    find_shortfall,
    sum_bytes,
)
from tilewright.games.nova_luna.rules import get_turn_key
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
from tilewright.games.nova_luna.tables import MOST_TASKS, NUM_COLOURS, NUM_SLOTS, NUM_TILES
from tilewright.games.nova_luna.weights import NAMES
from tilewright.games.nova_luna.wheel import may_refill
from tilewright.kernel import called, drop_lowest, kernel, lowest, popcount, u64

NUM_LACKS: Final = len(NAMES) - DEAD  # kinds of open tasks: dead, or by what they lack
NUM_PAIRS: Final = 10  # one colour twice, or two colours
NEXT: Final = 3  # tiles on offer to the mover
SOON: Final = 6  # tiles that may be on offer soon
GAINS: Final = 5  # classes of discs laid by one tile: 0 to 3, and 4 or more

_seat = Blocks()
DISCS: Final = _seat.allocate(24)
AHEAD: Final = _seat.allocate(64)
LACKS: Final = _seat.allocate(NUM_LACKS * 8)
SINGLES: Final = _seat.allocate(NUM_COLOURS * 8)
PAIRS: Final = _seat.allocate(NUM_PAIRS * 4)
LARGEST: Final = _seat.allocate(NUM_COLOURS * 12)
SQUARES: Final = _seat.allocate(32)
BEST: Final = _seat.allocate(NUM_COLOURS * GAINS)
GAIN: Final = _seat.allocate(SOON * GAINS)
ENDING: Final = _seat.allocate(SOON)
LAID: Final = _seat.allocate((NUM_TILES + 1) << MOST_TASKS)
SEAT_INPUTS: Final = _seat.size

_table = Blocks()
_table.allocate(MAX_PLAYERS * SEAT_INPUTS)
WHEEL: Final = _table.allocate(NUM_SLOTS * (NUM_TILES + 1))
NUM_ON_WHEEL: Final = _table.allocate(NUM_SLOTS + 1)
SUPPLY: Final = _table.allocate(NUM_TILES + 2)
STOCK: Final = _table.allocate(NUM_COLOURS * 18)
NEXT_COLOUR: Final = _table.allocate(NEXT * NUM_COLOURS)
NEXT_COST: Final = _table.allocate(NEXT * 8)
BARGAIN: Final = _table.allocate(NEXT * GAINS * 8 * 2)
MAY_REFILL: Final = _table.allocate(1)
PLAYERS: Final = _table.allocate(MAX_PLAYERS)
NUM_INPUTS: Final = _table.size
MAX_SEAT_INPUTS: Final = 3 + NUM_LACKS + NUM_PAIRS + 3 * NUM_COLOURS + 2 * SOON
# Every tile occurs once, in an area or on the wheel.
MAX_TABLE_INPUTS: Final = NUM_TILES + 3 * NEXT + NUM_COLOURS + 4

# Scratch: number of open tasks of each kind and pair, and size of the largest group of each colour.
AT_PAIRS: Final = NUM_LACKS
AT_LARGEST: Final = AT_PAIRS + NUM_PAIRS
# By colour: maximum number of discs that a tile would lay; then a hash table of the places.
AT_BEST: Final = AT_LARGEST + NUM_COLOURS
AT_PLACES: Final = AT_BEST + NUM_COLOURS
NUM_PLACES: Final = 128
NUM_SCRATCH: Final = AT_PLACES + NUM_PLACES
MOST_STEPS: Final = 16  # probes of the hash table; no known area needs as many
# Then for each seat, in turn order, the most discs that a tile would lay, packed by colour.
AT_GAINS: Final = NUM_SCRATCH

# int64[16]: index of the pair, by the set of one or two colours of which a task lacks two tiles.
PAIR_OF = np.zeros(1 << NUM_COLOURS, dtype=np.int64)
for _index, _colours in enumerate(
    [*combinations(range(NUM_COLOURS), 1), *combinations(range(NUM_COLOURS), 2)]
):
    PAIR_OF[sum(1 << colour for colour in _colours)] = _index


@kernel
def find_nonzero_colours(packed: int) -> int:
    """Return the colours whose byte in a packed number is not 0, as bits."""
    found = 0
    for block in range(NUM_COLOURS):
        found |= int(((packed >> (8 * block)) & 255) != 0) << block
    return found


@kernel
def seat_after(state: State, seat: Seat) -> Seat:
    """Return the seat with the next turn after ``seat`` (NL-5)."""
    turn = get_turn_key(state, seat)
    found = seat
    soonest = 1 << 30
    for other in range(int(state["players"])):
        later = get_turn_key(state, other) - turn
        if 0 < later < soonest:
            found = other
            soonest = later
    return found


# --- Discs that one tile would lay --------------------------------------------------------------


@kernel
def mark_place(place: int, block: int, task: int, scratch: Scratch) -> None:
    """Count one more task that a tile of colour ``block`` would fulfil at ``place``.

    Each task counts once per place.
    """
    key = NUM_COLOURS * place + block
    slot = (key * 40503) >> 7
    for _ in range(MOST_STEPS):
        slot &= NUM_PLACES - 1
        entry = int(scratch[AT_PLACES + slot])
        if entry == 0 or entry >> 16 == key:
            if (entry >> 8) & 255 != task:
                number = (entry & 255) + 1
                scratch[AT_PLACES + slot] = float((key << 16) + (task << 8) + number)
                scratch[AT_BEST + block] = max(scratch[AT_BEST + block], float(number))
            break
        slot += 1


@kernel
def mark_free_sides(state: State, tile: int, block: int, task: int, scratch: Scratch) -> None:
    """Call ``mark_place`` for each free place next to a tile."""
    for direction in range(NUM_DIRECTIONS):
        if has_tile(state["free"][direction], tile):
            mark_place(get_neighbour_place(state, tile, direction), block, task, scratch)


@kernel
def mark_completing_places(
    state: State, tile: int, block: int, task: int, scratch: Scratch
) -> None:
    """Call ``mark_place`` for each place where a tile of colour ``block`` would fulfil a task
    (NL-12).

    These are next to the task's tile, and next to groups of the colour that touch it.
    """
    mark_free_sides(state, tile, block, task, scratch)
    sides = int(state["sides"][tile])
    before = 0
    for direction in range(NUM_DIRECTIONS):
        group = int(state["group"][get_neighbour(sides, direction)])
        if group != before and group != 0 and group >> BLOCK == 8 * block:
            before = group
            members = u64(group & MEMBERS)
            while members != u64(0):
                mark_free_sides(state, block * BLOCK + 1 + lowest(members), block, task, scratch)
                members = drop_lowest(members)


# --- Areas --------------------------------------------------------------------------------------


@kernel
def tally_open_tasks(state: State, tile: int, fulfilled: int, scratch: Scratch) -> int:
    """Count the open tasks of a tile by kind in ``scratch``.

    Returns:
        The number of tasks that lack only one tile, packed by its colour.
    """
    singles = 0
    counts = count_adjacent_tiles(state, tile)
    free = NUM_DIRECTIONS - count_nonzero_bytes(int(state["sides"][tile]))
    for task in range(MOST_TASKS):
        need = int(NEED[tile, task])
        if need == NEVER:
            break
        if (fulfilled >> task) & 1 == 0:
            lack, untouched = find_shortfall(counts, need)
            lacking = sum_bytes(lack)
            kind = int(TASK_FEATURE[lacking, untouched, free]) - DEAD
            scratch[kind] += 1.0
            if kind > 0 and lacking == 1:
                singles += lack
                number = tile * MOST_TASKS + task + 1
                mark_completing_places(state, tile, lowest(u64(lack)) // 8, number, scratch)
            if kind > 0 and lacking == 2:
                scratch[AT_PAIRS + int(PAIR_OF[find_nonzero_colours(lack)])] += 1.0
    return singles


@kernel
def write_tiles(
    state: State, seat: Seat, base: int, out: Inputs, count: int, scratch: Scratch
) -> tuple[int, int, int]:
    """Write the inputs for an area's tiles.

    Returns:
        The new count, the number of tasks that lack only one tile packed by its colour, and the sum
        of the squared group sizes.
    """
    singles = 0
    squares = 0
    for word in range(2):
        left = u64(state["area"][seat, word])
        while left != u64(0):
            tile = 64 * word + lowest(left)
            left = drop_lowest(left)
            size = popcount(u64(int(state["group"][tile]) & MEMBERS))
            squares += size
            place = AT_LARGEST + int(BLOCK_OF[tile])
            scratch[place] = max(scratch[place], float(size))
            fulfilled = int(state["fulfilled"][tile])
            out[count] = base + LAID + (tile << MOST_TASKS) + fulfilled
            count += 1
            if int(WANTS[tile, fulfilled]) != 0:
                singles += tally_open_tasks(state, tile, fulfilled, scratch)
    return count, singles, squares


@kernel
def write_seat(
    state: State, seat: Seat, base: int, out: Inputs, count: int, scratch: Scratch
) -> tuple[int, int]:
    """Write all inputs for one seat.

    Returns:
        The new count, and the most discs that one tile would lay, packed by the tile's colour.
    """
    for index in range(NUM_SCRATCH):
        scratch[index] = 0.0
    count, singles, squares = write_tiles(state, seat, base, out, count, scratch)
    ahead = get_turn_key(state, seat) - get_turn_key(state, int(state["mover"]))
    out[count] = base + DISCS + int(state["discs"][seat])
    out[count + 1] = base + AHEAD + min(63, ahead)
    out[count + 2] = base + SQUARES + min(31, squares // 4)
    count += 3
    for kind in range(NUM_LACKS):
        if scratch[kind] > 0.0:
            out[count] = base + LACKS + kind * 8 + min(7, int(scratch[kind]))
            count += 1
    for pair in range(NUM_PAIRS):
        if scratch[AT_PAIRS + pair] > 0.0:
            out[count] = base + PAIRS + pair * 4 + min(3, int(scratch[AT_PAIRS + pair]))
            count += 1
    gains = 0
    for block in range(NUM_COLOURS):
        out[count] = base + SINGLES + block * 8 + min(7, (singles >> (8 * block)) & 255)
        out[count + 1] = base + LARGEST + block * 12 + min(11, int(scratch[AT_LARGEST + block]))
        gain = min(GAINS - 1, int(scratch[AT_BEST + block]))
        out[count + 2] = base + BEST + block * GAINS + gain
        gains += gain << (8 * block)
        count += 3
    return count, gains


@kernel
def get_most_discs(scratch: Scratch, turn: int, tile: int) -> int:
    """Return the most discs that a tile of this colour would lay for a seat.

    ``turn`` is the index of the seat in turn order, 0 for the mover.
    """
    return (int(scratch[AT_GAINS + turn]) >> (8 * int(BLOCK_OF[tile]))) & 255


@kernel
def has_next_turn(state: State, cost: int) -> int:
    """Return 1 if the mover moves again after a take of cost ``cost``, else 0 (NL-5)."""
    seat = int(state["mover"])
    ahead = int(state["distance"][seat_after(state, seat)]) - int(state["distance"][seat])
    return int(cost <= ahead)


@kernel
def write_wheel_tile(
    state: State, index: int, tile: int, out: Inputs, count: int, scratch: Scratch
) -> int:
    """Write the inputs for the tile at ``index`` on the wheel. Return the new count."""
    out[count] = WHEEL + index * (NUM_TILES + 1) + tile
    count += 1
    if index < NEXT:
        cost = int(COST[tile])
        gain = get_most_discs(scratch, 0, tile)
        again = has_next_turn(state, cost)
        out[count] = NEXT_COLOUR + index * NUM_COLOURS + int(BLOCK_OF[tile])
        out[count + 1] = NEXT_COST + index * 8 + cost
        out[count + 2] = BARGAIN + ((index * GAINS + gain) * 8 + cost) * 2 + again
        count += 3
    if index < SOON:
        seat = int(state["mover"])
        for other in range(int(state["players"])):
            gain = get_most_discs(scratch, other, tile)
            out[count] = other * SEAT_INPUTS + GAIN + index * GAINS + gain
            count += 1
            if gain >= int(state["discs"][seat]):
                out[count] = other * SEAT_INPUTS + ENDING + index
                count += 1
            seat = seat_after(state, seat)
    return count


@kernel
def write_wheel(state: State, out: Inputs, count: int, scratch: Scratch) -> int:
    """Write the inputs for the tiles on the wheel, clockwise from the crescent.

    Returns:
        The new count.
    """
    occupied = int(state["occupied"])
    first = int(state["crescent"]) + 1
    ahead = (occupied | (occupied << NUM_SLOTS)) >> first
    num_tiles = popcount(u64(occupied))
    for place in range(num_tiles):
        slot = first + lowest(u64(ahead))
        ahead &= ahead - 1
        tile = int(state["wheel"][slot - NUM_SLOTS if slot >= NUM_SLOTS else slot])
        count = write_wheel_tile(state, place, tile, out, count, scratch)
    out[count] = NUM_ON_WHEEL + num_tiles
    return count + 1


@called
def write_inputs(state: State, out: Inputs, scratch: Scratch) -> int:
    """Write the indices of the active inputs and return their number."""
    players = int(state["players"])
    seat = int(state["mover"])
    count = 0
    for place in range(players):
        count, gains = write_seat(state, seat, place * SEAT_INPUTS, out, count, scratch)
        scratch[AT_GAINS + place] = float(gains)
        seat = seat_after(state, seat)
    count = write_wheel(state, out, count, scratch)
    out[count] = SUPPLY + int(state["supply_size"])
    out[count + 1] = PLAYERS + players - 1
    count += 2
    stock = count_unlaid_tiles(state)
    for block in range(NUM_COLOURS):
        out[count] = STOCK + block * 18 + min(17, (stock >> (8 * block)) & 255)
        count += 1
    if may_refill(state) == 1:
        out[count] = MAY_REFILL
        count += 1
    return count
