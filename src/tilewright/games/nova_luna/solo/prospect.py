"""A second, closer look: what would tiles cover at once, if they were laid now?

``outlook`` is asked about every move of every state of a beam, so it has to be quick. Of those that
it likes best a few times as many as will live are looked at again: each tile of the wheel is laid
on each place, and a network that knows what came of it gives the estimate that counts.

Where phase one ends and the fill is not known, every tile that may come is tried as well.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tilewright.game import State
from tilewright.games.nova_luna.area import find_sides, has_tile, lay_tile
from tilewright.games.nova_luna.rules import find_place_of_take, list_places
from tilewright.games.nova_luna.solo.outlook import NUM_FEATURES, Row
from tilewright.games.nova_luna.state import COST
from tilewright.games.nova_luna.tables import NUM_CHOICES, NUM_SLOTS, NUM_TILES
from tilewright.kernel import kernel, lowest, popcount, u64

Counts = npt.NDArray[np.int64]
Places = npt.NDArray[np.int64]
Takes = npt.NDArray[np.int32]
Work = npt.NDArray[np.void]

# Of the tiles on the wheel, with what each number is scaled by. A bargain is what a tile saves: the
# discs that it lays, at HALVES_PER_DISC half points each, less twice its cost.
SCALES_OF_WHEEL = {
    "covers": 0.1,
    "covers_squared": 0.03,
    "covers_by_cost": 0.03,
    "covers_everywhere": 0.01,
    "most_covered": 0.3,
    "second_most": 0.3,
    "third_most": 0.3,
    "most_in_reach": 0.3,
    "covers_in_reach": 0.1,
    "tiles_covering": 0.1,
    "tiles_covering_two": 0.1,
    "tiles_covering_three": 0.1,
    "best_bargain": 0.05,
    "second_bargain": 0.05,
    "third_bargain": 0.05,
    "bargain_in_reach": 0.05,
}
# Of tiles that may come, where the fill is not known; each a mean over all of them.
SCALES_OF_UNSEEN = {
    "unseen_covers": 1.0,
    "unseen_covers_squared": 0.3,
    "unseen_covers_by_cost": 0.3,
    "unseen_covers_everywhere": 0.1,
    "unseen_covering": 1.0,
    "unseen_covering_two": 1.0,
    "unseen_covering_three": 1.0,
    "unseen_bargain": 0.5,
    "unseen_cost": 1.0,
}
_INDEX = {
    name: index
    for index, name in enumerate([*SCALES_OF_WHEEL, *SCALES_OF_UNSEEN], start=NUM_FEATURES)
}
COVERS = _INDEX["covers"]  # the sums: squared, by cost and everywhere follow
MOST_COVERED = _INDEX["most_covered"]  # the second and third follow
MOST_IN_REACH = _INDEX["most_in_reach"]
COVERS_IN_REACH = _INDEX["covers_in_reach"]
TILES_COVERING = _INDEX["tiles_covering"]  # two and three follow
BEST_BARGAIN = _INDEX["best_bargain"]  # the second and third follow
BARGAIN_IN_REACH = _INDEX["bargain_in_reach"]
UNSEEN_COVERS = _INDEX["unseen_covers"]
UNSEEN_COVERING = _INDEX["unseen_covering"]
UNSEEN_BARGAIN = _INDEX["unseen_bargain"]
UNSEEN_COST = _INDEX["unseen_cost"]
NUM_CLOSE_FEATURES = NUM_FEATURES + len(SCALES_OF_WHEEL)
NUM_END_FEATURES = NUM_CLOSE_FEATURES + len(SCALES_OF_UNSEEN)

# Of their networks; see ``outlook``.
NUM_CLOSE_ROWS = NUM_CLOSE_FEATURES + 2
NUM_END_ROWS = NUM_END_FEATURES + 2

SCALE = np.zeros(NUM_END_FEATURES)
SCALE[COVERS:NUM_CLOSE_FEATURES] = list(SCALES_OF_WHEEL.values())
SCALE[NUM_CLOSE_FEATURES:] = list(SCALES_OF_UNSEEN.values())
SCALE.setflags(write=False)

HALVES_PER_DISC = 7  # 3.5 points are about what it costs to lay one
NO_BARGAIN = -18


@kernel
def find_places(state: State, takes: Takes, places: Places) -> int:
    """List the free places and what lies around them; how many. ``places``: int64[2, places]."""
    n = list_places(state, 0, takes)
    for i in range(n):
        place = find_place_of_take(state, int(takes[i]))
        places[0, i] = place
        places[1, i] = find_sides(state, place)
    return n


@kernel
def try_tile(state: State, tile: int, places: Places, n: int, work: Work) -> tuple[int, int]:
    """The most discs that a tile lays on one of the places, and those of all places together."""
    most = 0
    everywhere = 0
    for i in range(n):
        work[0] = state
        lay_tile(work[0], 0, tile, int(places[0, i]), int(places[1, i]))
        covered = int(state["discs"][0]) - int(work[0]["discs"][0])
        everywhere += covered
        most = max(most, covered)
    return most, everywhere


@kernel
def keep_best(counts: Counts, first: int, value: int) -> None:
    """Sort a value into the three best from ``first`` on."""
    if value > counts[first]:
        counts[first + 2] = counts[first + 1]
        counts[first + 1] = counts[first]
        counts[first] = value
    elif value > counts[first + 1]:
        counts[first + 2] = counts[first + 1]
        counts[first + 1] = value
    elif value > counts[first + 2]:
        counts[first + 2] = value


@kernel
def add_covers(
    counts: Counts, sums: int, covering: int, cost: int, most: int, everywhere: int
) -> None:
    """Add up what one tile would cover: from ``sums`` on at most, squared, by its cost and on all
    places; from ``covering`` on the tiles that cover anything, two and three."""
    counts[sums] += most
    counts[sums + 1] += most * most
    counts[sums + 2] += most * cost
    counts[sums + 3] += everywhere
    for least in range(3):
        counts[covering + least] += int(most > least)


# --- The wheel ----------------------------------------------------------------------------------


@kernel
def try_wheel(
    state: State, occupied: int, places: Places, n: int, counts: Counts, row: Row, work: Work
) -> None:
    """Fill in what the tiles in these slots would do.

    ``counts``: int64[NUM_END_FEATURES]; ``row``: float32[NUM_CLOSE_FEATURES] or more.
    """
    for i in range(COVERS, NUM_CLOSE_FEATURES):
        counts[i] = NO_BARGAIN if i >= BEST_BARGAIN else 0
    first = int(state["crescent"]) + 1
    ahead = (occupied | (occupied << NUM_SLOTS)) >> first
    for index in range(popcount(u64(occupied))):
        slot = first + lowest(u64(ahead))
        ahead &= ahead - 1
        tile = int(state["wheel"][slot - NUM_SLOTS if slot >= NUM_SLOTS else slot])
        most, everywhere = try_tile(state, tile, places, n, work)
        note_tile(counts, index, int(COST[tile]), most, everywhere)
    for i in range(COVERS, NUM_CLOSE_FEATURES):
        row[i] = SCALE[i] * counts[i]


@kernel
def note_tile(counts: Counts, index: int, cost: int, most: int, everywhere: int) -> None:
    """Add up what one tile would do, the next from the crescent at index 0."""
    bargain = HALVES_PER_DISC * most - 2 * cost
    add_covers(counts, COVERS, TILES_COVERING, cost, most, everywhere)
    keep_best(counts, MOST_COVERED, most)
    keep_best(counts, BEST_BARGAIN, bargain)
    if index < NUM_CHOICES:
        counts[COVERS_IN_REACH] += most
        counts[MOST_IN_REACH] = max(int(counts[MOST_IN_REACH]), most)
        counts[BARGAIN_IN_REACH] = max(int(counts[BARGAIN_IN_REACH]), bargain)


# --- What may come ------------------------------------------------------------------------------


@kernel
def is_unseen(state: State, occupied: int, tile: int) -> bool:
    """Whether a tile lies neither in the area nor in one of these slots."""
    if has_tile(state["area"][0], tile):
        return False
    for slot in range(NUM_SLOTS):
        if (occupied >> slot) & 1 and int(state["wheel"][slot]) == tile:
            return False
    return True


@kernel
def try_unseen(
    state: State, occupied: int, places: Places, n: int, counts: Counts, row: Row, work: Work
) -> None:
    """Fill in what tiles that may come would do; ``row``: float32[NUM_END_FEATURES]."""
    for i in range(NUM_CLOSE_FEATURES, NUM_END_FEATURES):
        counts[i] = 0
    num_unseen = 0
    for tile in range(1, NUM_TILES + 1):
        if is_unseen(state, occupied, tile):
            most, everywhere = try_tile(state, tile, places, n, work)
            note_unseen(counts, int(COST[tile]), most, everywhere)
            num_unseen += 1
    for i in range(NUM_CLOSE_FEATURES, NUM_END_FEATURES):
        row[i] = SCALE[i] * counts[i] / max(1, num_unseen)


@kernel
def note_unseen(counts: Counts, cost: int, most: int, everywhere: int) -> None:
    """Add up what one tile would do that may come."""
    add_covers(counts, UNSEEN_COVERS, UNSEEN_COVERING, cost, most, everywhere)
    counts[UNSEEN_BARGAIN] += max(0, HALVES_PER_DISC * most - 2 * cost)
    counts[UNSEEN_COST] += cost
