"""Ratings of actions for the search, and the greedy baseline opponent.

A take is rated by the value of the mover's seat after it. The value is updated incrementally: lay
the tile on trial, evaluate the affected tasks, and remove the tile again.
"""

from __future__ import annotations

from tilewright.game import Action, Actions, Ratings, Scratch, Seat, State, prefer
from tilewright.games.nova_luna.area import (
    count_adjacent,
    draw_lowest,
    find_fulfilled,
    find_place,
    find_sides,
    get_side,
    has_tile,
    is_open,
    join_groups,
)
from tilewright.games.nova_luna.evaluation import (
    AT_SINGLES,
    AT_WEIGHTS,
    DISCS,
    GROUP_SQUARES,
    REACH,
    STOCK,
    TASK_FEATURE,
    TO_MOVE,
    TURN,
    count_at_least,
    count_nonzero_bytes,
    count_stock,
    find_shortfall,
    measure_time,
    multiply_bytes,
    prepare_weights,
    sum_bytes,
)
from tilewright.games.nova_luna.rules import get_turn, list_places
from tilewright.games.nova_luna.state import (
    ALONE,
    BLOCK,
    BLOCK_OF,
    COST,
    MEMBERS,
    NEED,
    NUM_DIRECTIONS,
    REFILL,
    TAKES_PER_CHOICE,
    WANTS,
)
from tilewright.games.nova_luna.tables import MOST_TASKS
from tilewright.games.nova_luna.wheel import count_choices, find_slot, may_refill
from tilewright.kernel import Word, drop_lowest, kernel, lowest, popcount, u64

Groups = tuple[int, int, int, int]

SURE_WIN = 20.0
REFILL_RATING = 0.5  # added to the best take's rating: a wider choice costs nothing

# --- Trial placements ---------------------------------------------------------------------------


@kernel
def set_group(state: State, group: int) -> None:
    """Assign a group to all its members."""
    first = (group >> BLOCK) // 8 * BLOCK + 1
    members = u64(group & MEMBERS)
    while members != u64(0):
        state["group"][first + lowest(members)] = group
        members = drop_lowest(members)


@kernel
def find_touching(state: State, tile: int, group: int) -> tuple[Word, Word]:
    """Return the tiles whose tasks a new tile may affect, as a set of two words.

    These are its neighbours, the tiles that touch its group and need its colour, and itself.
    """
    block = int(BLOCK_OF[tile])
    low = u64(0)
    high = u64(0)
    first = block * BLOCK + 1
    members = u64(group & MEMBERS)
    while members != u64(0):
        member = first + lowest(members)
        members = drop_lowest(members)
        sides = int(state["sides"][member])
        colours = 15 if member == tile else 1 << block
        for direction in range(NUM_DIRECTIONS):
            other = get_side(sides, direction)
            wants = int(WANTS[other, int(state["fulfilled"][other])]) & colours
            bit = u64(u64(int(wants != 0)) << u64(other & 63))
            if other < 64:
                low = low | bit
            else:
                high = high | bit
    bit = u64(u64(int(int(WANTS[tile, 0]) != 0)) << u64(tile & 63))
    if tile < 64:
        low = low | bit
    else:
        high = high | bit
    return low, high


@kernel
def link_tile(state: State, tile: int, sides: int) -> None:
    """Link a tile to its neighbours; a second call removes the links."""
    for direction in range(NUM_DIRECTIONS):
        other = get_side(sides, direction)
        if other:
            linked = int(state["sides"][other]) ^ (tile << (8 * (direction ^ 2)))
            state["sides"][other] = linked


@kernel
def square_groups(groups: Groups, colour: int) -> int:
    """Return the sum of squared sizes of the distinct groups of a colour, among four."""
    north, east, south, west = groups
    total = 0
    for _ in range(NUM_DIRECTIONS):
        if north >> BLOCK == colour and north != east and north != south and north != west:
            total += popcount(u64(north & MEMBERS)) ** 2
        north, east, south, west = east, south, west, 0
    return total


@kernel
def find_groups(state: State, sides: int) -> Groups:
    """Return the groups of the tiles on four sides."""
    groups = state["group"]
    return (
        int(groups[get_side(sides, 0)]),
        int(groups[get_side(sides, 1)]),
        int(groups[get_side(sides, 2)]),
        int(groups[get_side(sides, 3)]),
    )


@kernel
def apply_trial(state: State, tile: int, sides: int) -> int:
    """Lay a tile on trial, updating only neighbours and groups; return the group it forms."""
    group = join_groups(state, tile, sides)
    state["sides"][tile] = sides
    link_tile(state, tile, sides)
    set_group(state, group)
    return group


@kernel
def undo_trial(state: State, tile: int, sides: int, groups: Groups) -> None:
    """Undo ``apply_trial``, given the previous groups of the neighbours."""
    state["sides"][tile] = 0
    state["group"][tile] = 0
    link_tile(state, tile, sides)
    for group in groups:
        if group >> BLOCK == int(ALONE[tile]) >> BLOCK:
            set_group(state, group)


@kernel
def count_laid(state: State, tile: int, sides: int) -> int:
    """Return the number of discs that a tile would lay at a place with neighbours ``sides``."""
    groups = find_groups(state, sides)
    low, high = find_touching(state, tile, apply_trial(state, tile, sides))
    laid = 0
    while (low | high) != u64(0):
        other, low, high = draw_lowest(low, high)
        laid += popcount(u64(find_fulfilled(state, other)))
        laid -= popcount(u64(state["fulfilled"][other]))
    undo_trial(state, tile, sides, groups)
    return laid


# --- Rating -------------------------------------------------------------------------------------


@kernel
def value_tile(state: State, tile: int, weights: Scratch) -> tuple[float, int, int]:
    """Evaluate the tasks of a laid tile that were open before.

    Return the value of those still open, the number now fulfilled, and the single lacks packed by
    colour.
    """
    counts = count_adjacent(state, tile)
    free = NUM_DIRECTIONS - count_nonzero_bytes(int(state["sides"][tile]))
    fulfilled = int(state["fulfilled"][tile])
    value = 0.0
    done = 0
    singles = 0
    for task in range(MOST_TASKS):
        if is_open(tile, task, fulfilled):
            lack, untouched = find_shortfall(counts, int(NEED[tile, task]))
            if lack == 0:
                done += 1
            else:
                lacking = sum_bytes(lack)
                value += weights[AT_WEIGHTS + int(TASK_FEATURE[lacking, untouched, free])]
                if lacking == 1:
                    singles += lack
    return value, done, singles


@kernel
def value_area(state: State, seat: Seat, scratch: Scratch) -> tuple[float, int]:
    """Write the value and the single lacks of each tile in an area; return both sums."""
    value = 0.0
    singles = 0
    low, high = u64(state["area"][seat, 0]), u64(state["area"][seat, 1])
    while (low | high) != u64(0):
        tile, low, high = draw_lowest(low, high)
        scratch[tile] = 0.0
        scratch[AT_SINGLES + tile] = 0.0
        if int(WANTS[tile, int(state["fulfilled"][tile])]) != 0:
            own, _done, ones = value_tile(state, tile, scratch)
            scratch[tile] = own
            scratch[AT_SINGLES + tile] = ones
            value += own
            singles += ones
    return value, singles


@kernel
def try_tile(state: State, tile: int, sides: int, scratch: Scratch) -> tuple[float, int, int, int]:
    """Evaluate laying a tile at a place with neighbours ``sides``, without changing the state.

    ``value_area`` must have filled the scratch buffer. Return the change in the value of open
    tasks, the discs laid, the change in single lacks, and that in the sum of squared group sizes.
    """
    groups = find_groups(state, sides)
    group = apply_trial(state, tile, sides)
    low, high = find_touching(state, tile, group)
    scratch[tile] = 0.0
    scratch[AT_SINGLES + tile] = 0.0
    value = 0.0
    laid = 0
    singles = 0
    while (low | high) != u64(0):
        other, low, high = draw_lowest(low, high)
        now, done, ones = value_tile(state, other, scratch)
        value += now - scratch[other]
        laid += done
        singles += ones - int(scratch[AT_SINGLES + other])
    squares = 1
    if group != int(ALONE[tile]):
        squares = popcount(u64(group & MEMBERS)) ** 2 - square_groups(groups, group >> BLOCK)
    undo_trial(state, tile, sides, groups)
    return value, laid, singles, squares


@kernel
def value_turn(state: State, cost: int, scratch: Scratch) -> float:
    """Return the value of the mover's position on the moon track after a take, including the
    turn."""
    seat = int(state["mover"])
    distance = int(state["distance"][seat]) + cost
    height = 0
    before = 4 * distance
    for other in range(int(state["players"])):
        if other != seat:
            height += int(int(state["distance"][other]) == distance)
            before = min(before, get_turn(state, other))
    turn = 4 * distance - height
    value = scratch[AT_WEIGHTS + TURN] * (turn - get_turn(state, seat)) / 4.0
    return value + scratch[AT_WEIGHTS + TO_MOVE] * int(turn <= before)


@kernel
def rate_takes(state: State, actions: Actions, ratings: Ratings, scratch: Scratch) -> int:
    """Rate all takes by the value of the mover's seat after them; return their number."""
    seat = int(state["mover"])
    count = list_places(state, seat, actions)
    num_choices = count_choices(state)
    value, singles = value_area(state, seat, scratch)
    discs = int(state["discs"][seat])
    stock = count_stock(state)
    for index in range(count):
        take = int(actions[index])
        sides = find_sides_of_take(state, seat, take)
        for choice in range(num_choices):
            tile = int(state["wheel"][find_slot(state, choice)])
            gain, laid, ones, squares = try_tile(state, tile, sides, scratch)
            rating = value + gain + value_turn(state, int(COST[tile]), scratch)
            rating += scratch[AT_WEIGHTS + GROUP_SQUARES] * squares
            rating -= scratch[AT_WEIGHTS + DISCS] * laid
            fit = multiply_bytes(singles + ones, stock - (1 << (8 * int(BLOCK_OF[tile]))))
            rating += scratch[AT_WEIGHTS + STOCK] * fit / BLOCK
            for least in range(1, 4):
                reach = count_at_least(singles + ones, least)
                rating += scratch[AT_WEIGHTS + REACH + least - 1] * reach
            if laid >= discs:
                rating += SURE_WIN
            at = choice * count + index
            actions[at] = take + choice * TAKES_PER_CHOICE
            ratings[at] = rating
    return count * num_choices


@kernel
def find_sides_of_take(state: State, seat: Seat, take: Action) -> int:
    """Return the tiles around the place of a take; 0 for the first tile of an area."""
    tile = take // NUM_DIRECTIONS + 1
    if int(state["place"][tile]) == 0 or not has_tile(state["area"][seat], tile):
        return 0
    return find_sides(state, find_place(state, tile, take % NUM_DIRECTIONS))


@kernel
def rate_actions(
    state: State, rng: Word, actions: Actions, ratings: Ratings, scratch: Scratch
) -> int:
    """Rate all legal actions by the mover's seat after them; return their number."""
    prepare_weights(measure_time(state), scratch)
    count = rate_takes(state, actions, ratings, scratch)
    if may_refill(state):
        best = ratings[0]
        for index in range(1, count):
            best = max(best, ratings[index])
        actions[count] = REFILL
        ratings[count] = best + REFILL_RATING
        count += 1
    return count


# --- Baseline opponent --------------------------------------------------------------------------


@kernel
def greedy_action(state: State, rng: Word, actions: Actions) -> tuple[Action, Word]:
    """Return the take that lays the most discs; among those the cheapest, then a random one."""
    rng = u64(rng)
    seat = int(state["mover"])
    count = list_places(state, seat, actions)
    best = -1000
    chosen = ties = 0
    for choice in range(count_choices(state)):
        tile = int(state["wheel"][find_slot(state, choice)])
        for index in range(count):
            take = int(actions[index])
            laid = count_laid(state, tile, find_sides_of_take(state, seat, take))
            score = 8 * laid - int(COST[tile])
            is_better, best, ties, rng = prefer(score, best, ties, rng)
            if is_better:
                chosen = choice * TAKES_PER_CHOICE + take
    return chosen, rng
