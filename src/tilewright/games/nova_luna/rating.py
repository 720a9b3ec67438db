"""Ratings of actions for the search, and the greedy baseline opponent.

A take is rated by the value of the mover's seat after it. The value is updated incrementally: lay
the tile on trial, evaluate the affected tasks, and remove the tile again.
"""

from __future__ import annotations

from tilewright.game import Action, Actions, Ratings, Scratch, Seat, State, update_best
from tilewright.games.nova_luna.area import (
    count_adjacent_tiles,
    find_fulfilled_tasks,
    find_neighbours,
    get_neighbour,
    get_neighbour_place,
    has_tile,
    is_open_task,
    join_groups,
    pop_lowest,
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
    count_bytes_at_least,
    count_nonzero_bytes,
    count_unlaid_tiles,
    estimate_remaining_share,
    find_shortfall,
    interpolate_weights,
    multiply_counts,
    sum_bytes,
)
from tilewright.games.nova_luna.rules import get_turn_key, list_open_places
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
from tilewright.games.nova_luna.wheel import count_choices, find_offered_slot, may_refill
from tilewright.kernel import Word, drop_lowest, kernel, lowest, popcount, u64

Groups = tuple[int, int, int, int]

SURE_WIN = 20.0
REFILL_RATING = 0.5  # added to the best take's rating: a wider choice costs nothing

# --- Trial placements ---------------------------------------------------------------------------


@kernel
def set_group(state: State, group: int) -> None:
    """Store a group for all its members."""
    first = (group >> BLOCK) // 8 * BLOCK + 1
    members = u64(group & MEMBERS)
    while members != u64(0):
        state["group"][first + lowest(members)] = group
        members = drop_lowest(members)


@kernel
def find_affected_tiles(state: State, tile: int, group: int) -> tuple[Word, Word]:
    """Return the tiles with open tasks that a new tile may affect, as two words.

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
            other = get_neighbour(sides, direction)
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
def toggle_links(state: State, tile: int, sides: int) -> None:
    """Add a tile to its neighbours' ``sides``, or remove it if it is there."""
    for direction in range(NUM_DIRECTIONS):
        other = get_neighbour(sides, direction)
        if other:
            linked = int(state["sides"][other]) ^ (tile << (8 * (direction ^ 2)))
            state["sides"][other] = linked


@kernel
def sum_group_squares(groups: Groups, colour: int) -> int:
    """Return the sum of the squared sizes of the groups of one colour.

    A group that occurs several times in ``groups`` is counted once.
    """
    north, east, south, west = groups
    total = 0
    for _ in range(NUM_DIRECTIONS):
        if north >> BLOCK == colour and north != east and north != south and north != west:
            total += popcount(u64(north & MEMBERS)) ** 2
        north, east, south, west = east, south, west, 0
    return total


@kernel
def get_adjacent_groups(state: State, sides: int) -> Groups:
    """Return the groups of the four tiles in ``sides``, 0 for no tile."""
    groups = state["group"]
    return (
        int(groups[get_neighbour(sides, 0)]),
        int(groups[get_neighbour(sides, 1)]),
        int(groups[get_neighbour(sides, 2)]),
        int(groups[get_neighbour(sides, 3)]),
    )


@kernel
def apply_trial(state: State, tile: int, sides: int) -> int:
    """Lay a tile on trial, updating only neighbours and groups. Return its group."""
    group = join_groups(state, tile, sides)
    state["sides"][tile] = sides
    toggle_links(state, tile, sides)
    set_group(state, group)
    return group


@kernel
def undo_trial(state: State, tile: int, sides: int, groups: Groups) -> None:
    """Remove a tile that ``apply_trial`` has laid.

    ``groups`` are the groups around it before the trial.
    """
    state["sides"][tile] = 0
    state["group"][tile] = 0
    toggle_links(state, tile, sides)
    for group in groups:
        if group >> BLOCK == int(ALONE[tile]) >> BLOCK:
            set_group(state, group)


@kernel
def count_new_discs(state: State, tile: int, sides: int) -> int:
    """Return the number of discs that a tile would lay.

    ``sides`` are the tiles around its place.
    """
    groups = get_adjacent_groups(state, sides)
    low, high = find_affected_tiles(state, tile, apply_trial(state, tile, sides))
    laid = 0
    while (low | high) != u64(0):
        other, low, high = pop_lowest(low, high)
        laid += popcount(u64(find_fulfilled_tasks(state, other)))
        laid -= popcount(u64(state["fulfilled"][other]))
    undo_trial(state, tile, sides, groups)
    return laid


# --- Rating -------------------------------------------------------------------------------------


@kernel
def value_open_tasks(state: State, tile: int, weights: Scratch) -> tuple[float, int, int]:
    """Return the value of a tile's open tasks.

    Returns:
        The value of the tasks that are still open, the number of newly fulfilled tasks, and the
        number of tasks that lack only one tile, packed by its colour.
    """
    counts = count_adjacent_tiles(state, tile)
    free = NUM_DIRECTIONS - count_nonzero_bytes(int(state["sides"][tile]))
    fulfilled = int(state["fulfilled"][tile])
    value = 0.0
    done = 0
    singles = 0
    for task in range(MOST_TASKS):
        if is_open_task(tile, task, fulfilled):
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
    """Write the value and the single lacks of each tile in an area to ``scratch``.

    The single lacks are the tasks that lack only one tile, packed by its colour.

    Returns:
        The sums of both.
    """
    value = 0.0
    singles = 0
    low, high = u64(state["area"][seat, 0]), u64(state["area"][seat, 1])
    while (low | high) != u64(0):
        tile, low, high = pop_lowest(low, high)
        scratch[tile] = 0.0
        scratch[AT_SINGLES + tile] = 0.0
        if int(WANTS[tile, int(state["fulfilled"][tile])]) != 0:
            own, _done, ones = value_open_tasks(state, tile, scratch)
            scratch[tile] = own
            scratch[AT_SINGLES + tile] = ones
            value += own
            singles += ones
    return value, singles


@kernel
def value_placement(
    state: State, tile: int, sides: int, scratch: Scratch
) -> tuple[float, int, int, int]:
    """Return the changes in a seat's features if a tile is laid.

    ``value_area`` must have filled ``scratch``. ``sides`` are the tiles around the place.

    Returns:
        The change in the value of open tasks, the discs laid, the change in single lacks (see
        ``value_area``), and the change in the sum of squared group sizes.
    """
    groups = get_adjacent_groups(state, sides)
    group = apply_trial(state, tile, sides)
    low, high = find_affected_tiles(state, tile, group)
    scratch[tile] = 0.0
    scratch[AT_SINGLES + tile] = 0.0
    value = 0.0
    laid = 0
    singles = 0
    while (low | high) != u64(0):
        other, low, high = pop_lowest(low, high)
        now, done, ones = value_open_tasks(state, other, scratch)
        value += now - scratch[other]
        laid += done
        singles += ones - int(scratch[AT_SINGLES + other])
    squares = 1
    if group != int(ALONE[tile]):
        squares = popcount(u64(group & MEMBERS)) ** 2 - sum_group_squares(groups, group >> BLOCK)
    undo_trial(state, tile, sides, groups)
    return value, laid, singles, squares


@kernel
def value_turn(state: State, cost: int, scratch: Scratch) -> float:
    """Return the value of the mover's place on the track after a take of cost ``cost``."""
    seat = int(state["mover"])
    distance = int(state["distance"][seat]) + cost
    height = 0
    before = 4 * distance
    for other in range(int(state["players"])):
        if other != seat:
            height += int(int(state["distance"][other]) == distance)
            before = min(before, get_turn_key(state, other))
    turn = 4 * distance - height
    value = scratch[AT_WEIGHTS + TURN] * (turn - get_turn_key(state, seat)) / 4.0
    return value + scratch[AT_WEIGHTS + TO_MOVE] * int(turn <= before)


@kernel
def rate_takes(state: State, actions: Actions, ratings: Ratings, scratch: Scratch) -> int:
    """Write all takes with their ratings. Return their number.

    A rating is the value of the mover's seat after the take.
    """
    seat = int(state["mover"])
    count = list_open_places(state, seat, actions)
    num_choices = count_choices(state)
    value, singles = value_area(state, seat, scratch)
    discs = int(state["discs"][seat])
    stock = count_unlaid_tiles(state)
    for index in range(count):
        take = int(actions[index])
        sides = find_neighbours_of_take(state, seat, take)
        for choice in range(num_choices):
            tile = int(state["wheel"][find_offered_slot(state, choice)])
            gain, laid, ones, squares = value_placement(state, tile, sides, scratch)
            rating = value + gain + value_turn(state, int(COST[tile]), scratch)
            rating += scratch[AT_WEIGHTS + GROUP_SQUARES] * squares
            rating -= scratch[AT_WEIGHTS + DISCS] * laid
            fit = multiply_counts(singles + ones, stock - (1 << (8 * int(BLOCK_OF[tile]))))
            rating += scratch[AT_WEIGHTS + STOCK] * fit / BLOCK
            for least in range(1, 4):
                reach = count_bytes_at_least(singles + ones, least)
                rating += scratch[AT_WEIGHTS + REACH + least - 1] * reach
            if laid >= discs:
                rating += SURE_WIN
            entry = choice * count + index
            actions[entry] = take + choice * TAKES_PER_CHOICE
            ratings[entry] = rating
    return count * num_choices


@kernel
def find_neighbours_of_take(state: State, seat: Seat, take: Action) -> int:
    """Return the tiles around the place of a take, packed as in the field ``sides``.

    It is 0 for the first tile of an area.
    """
    tile = take // NUM_DIRECTIONS + 1
    if int(state["place"][tile]) == 0 or not has_tile(state["area"][seat], tile):
        return 0
    return find_neighbours(state, get_neighbour_place(state, tile, take % NUM_DIRECTIONS))


@kernel
def rate_actions(
    state: State, rng: Word, actions: Actions, ratings: Ratings, scratch: Scratch
) -> int:
    """Write all legal actions with their ratings, and return their number."""
    interpolate_weights(estimate_remaining_share(state), scratch)
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
    """Return the take that lays the most discs, and the next generator state.

    Ties are broken by the lowest cost, then at random.
    """
    rng = u64(rng)
    seat = int(state["mover"])
    count = list_open_places(state, seat, actions)
    best = -1000
    chosen = ties = 0
    for choice in range(count_choices(state)):
        tile = int(state["wheel"][find_offered_slot(state, choice)])
        for index in range(count):
            take = int(actions[index])
            laid = count_new_discs(state, tile, find_neighbours_of_take(state, seat, take))
            score = 8 * laid - int(COST[tile])
            is_better, best, ties, rng = update_best(score, best, ties, rng)
            if is_better:
                chosen = choice * TAKES_PER_CHOICE + take
    return chosen, rng
