"""Search evaluation of Nova Luna: features of a seat's prospects, with learnt weights.

The value of a seat is a weighted sum of features, with weights that depend on the remaining share
of the game. The probability of coming first is a softmax of the values. The weights were fitted to
the winners of games between players who use them; ``weights`` names the script.

Most features count open tasks: by the number of tiles they lack, the number of missing colours that
do not yet touch their tile, and the number of spare free sides. A *single lack* is an open task
that lacks only one tile.
"""

from __future__ import annotations

import numpy as np

from tilewright.game import Rewards, Scratch, Seat, State, apply_softmax
from tilewright.games.nova_luna.area import count_adjacent_tiles, is_open_task, pop_lowest
from tilewright.games.nova_luna.rules import determinize, get_turn_key
from tilewright.games.nova_luna.state import (
    BLOCK,
    BLOCK_OF,
    MEMBERS,
    NEED,
    NUM_DIRECTIONS,
    WANTS,
)
from tilewright.games.nova_luna.tables import (
    DISCS_TO_LAY,
    MOST_TASKS,
    MOST_TILES_TO_REFILL,
    NUM_COLOURS,
    NUM_TILES,
)
from tilewright.games.nova_luna.weights import NAMES, WEIGHTS
from tilewright.games.nova_luna.wheel import count_choices, find_offered_slot, sort_supply
from tilewright.kernel import Word, kernel, mix, popcount, u64

NUM_FEATURES = len(NAMES)

# Features that are not about single tasks. A "single lack" is a task that lacks only one tile, and
# the colour of that tile.
DISCS = NAMES.index("discs")  # discs left
TURN = NAMES.index("turn")  # distance to the mover on the moon track (NL-5)
TO_MOVE = NAMES.index("to_move")
GROUP_SQUARES = NAMES.index("group_squares")  # sum of squared group sizes
REACH = NAMES.index("reach_1")  # number of colours with 1, 2, 3 or more single lacks
STOCK = NAMES.index("stock")  # sum over single lacks of the share of their colour not yet laid
OFFER = NAMES.index("offer_1")  # tiles on offer whose colour has 1, 2 or more single lacks
DEAD = NAMES.index("dead")  # tasks that lack more colours than their tile has free sides

# Feature of a task, by the number of tiles it lacks, of untouched colours, and of free sides.
MOST_LACKING = 4
MOST_SPARE = 2
TASK_FEATURE = np.full((MOST_LACKING + 1, 5, NUM_DIRECTIONS + 1), DEAD, dtype=np.int64)
for _lacking in range(1, MOST_LACKING + 1):
    for _untouched in range(_lacking + 1):
        for _free in range(_untouched, NUM_DIRECTIONS + 1):
            _name = f"lack_{_lacking}{_untouched}{min(MOST_SPARE, _free - _untouched)}"
            if _name in NAMES:
                TASK_FEATURE[_lacking, _untouched, _free] = NAMES.index(_name)

# By colour block: the set of its tiles below 64.
BLOCK_WORDS = np.array(
    [
        sum(1 << tile for tile in range(block * BLOCK + 1, min(64, (block + 1) * BLOCK + 1)))
        for block in range(NUM_COLOURS)
    ],
    dtype="u8",
)

# Scratch, float64[256]: the features of a seat, or for ``rating`` the value and the single lacks of
# each tile's open tasks; then the interpolated weights.
AT_SINGLES = NUM_TILES + 1
AT_WEIGHTS = 2 * (NUM_TILES + 1)

ONES = 0x01010101
TOPS = 0x80808080
UNTOPPED = 0x7F7F7F7F


# --- Tasks --------------------------------------------------------------------------------------
#
# Counts by colour are packed as in `state`: four bytes, all below 128.


@kernel
def count_nonzero_bytes(packed: int) -> int:
    """Return how many of the four bytes of a packed number are not 0."""
    return popcount(u64((packed + UNTOPPED) & TOPS))


@kernel
def count_bytes_at_least(packed: int, least: int) -> int:
    """Return how many of the four bytes of a packed number are at least ``least``."""
    return popcount(u64((packed + (128 - least) * ONES) & TOPS))


@kernel
def find_shortfall(counts: int, need: int) -> tuple[int, int]:
    """Return the tiles that a task lacks.

    Returns:
        The number of tiles that it lacks, packed by colour, and the number of lacking colours of
        which it has no tile at all.
    """
    short = TOPS & ~((counts | TOPS) - need)  # top bits of the bytes that fall short
    mask = (short >> 7) * 255
    lack = (need & mask) - (counts & mask)
    return lack, count_nonzero_bytes(short) - count_nonzero_bytes(counts & mask)


@kernel
def sum_bytes(packed: int) -> int:
    """Return the sum of the four bytes of a packed number."""
    return ((packed * ONES) >> 24) & 255


# --- A seat's features --------------------------------------------------------------------------


@kernel
def count_offered_colours(state: State) -> int:
    """Return the number of tiles on offer by colour, packed (NL-8)."""
    offered = 0
    for choice in range(count_choices(state)):
        tile = int(state["wheel"][find_offered_slot(state, choice)])
        offered += 1 << (8 * int(BLOCK_OF[tile]))
    return offered


@kernel
def count_matching_offers(offered: int, singles: int, least: int) -> int:
    """Return the number of tiles on offer in colours that many tasks lack.

    A colour counts if at least ``least`` tasks lack only one tile, of this colour (``singles``).
    """
    tops = (singles + (128 - least) * ONES) & TOPS
    return sum_bytes(offered & ((tops >> 7) * 255))


@kernel
def count_unlaid_tiles(state: State) -> int:
    """Return the number of tiles that are in no area, packed by colour."""
    low = u64(0)
    high = u64(0)
    for seat in range(int(state["players"])):
        low = low | u64(state["area"][seat, 0])
        high = high | u64(state["area"][seat, 1])
    laid = popcount(low & u64(BLOCK_WORDS[0]))
    laid += popcount(low & u64(BLOCK_WORDS[1])) << 8
    laid += popcount(low & u64(BLOCK_WORDS[2])) << 16
    laid += (popcount(low & u64(BLOCK_WORDS[3])) + popcount(high)) << 24
    return BLOCK * ONES - laid


@kernel
def multiply_counts(counts: int, others: int) -> int:
    """Return the scalar product of two packed counts."""
    total = 0
    for shift in range(0, 32, 8):
        total += ((counts >> shift) & 255) * ((others >> shift) & 255)
    return total


@kernel
def write_area_features(state: State, seat: Seat, features: Scratch) -> int:
    """Add the features of an area's tasks and groups to ``features``.

    Returns:
        The number of tasks that lack only one tile, packed by its colour.
    """
    singles = 0
    squares = 0
    low, high = u64(state["area"][seat, 0]), u64(state["area"][seat, 1])
    while (low | high) != u64(0):
        tile, low, high = pop_lowest(low, high)
        squares += popcount(u64(int(state["group"][tile]) & MEMBERS))
        fulfilled = int(state["fulfilled"][tile])
        if int(WANTS[tile, fulfilled]) == 0:
            continue
        counts = count_adjacent_tiles(state, tile)
        free = NUM_DIRECTIONS - count_nonzero_bytes(int(state["sides"][tile]))
        for task in range(MOST_TASKS):
            if is_open_task(tile, task, fulfilled):
                lack, untouched = find_shortfall(counts, int(NEED[tile, task]))
                lacking = sum_bytes(lack)
                features[int(TASK_FEATURE[lacking, untouched, free])] += 1.0
                if lacking == 1:
                    singles += lack
    features[GROUP_SQUARES] = squares
    return singles


@kernel
def write_seat_features(state: State, seat: Seat, features: Scratch) -> None:
    """Write the features of a seat to ``features``, float64[NUM_FEATURES]."""
    for feature in range(NUM_FEATURES):
        features[feature] = 0.0
    singles = write_area_features(state, seat, features)
    features[DISCS] = int(state["discs"][seat])
    features[TURN] = (get_turn_key(state, seat) - get_turn_key(state, int(state["mover"]))) / 4.0
    features[STOCK] = multiply_counts(singles, count_unlaid_tiles(state)) / BLOCK
    for least in range(1, 4):
        features[REACH + least - 1] = count_bytes_at_least(singles, least)
    if int(state["mover"]) == seat:
        features[TO_MOVE] = 1.0
        offered = count_offered_colours(state)
        features[OFFER] = count_matching_offers(offered, singles, 1)
        features[OFFER + 1] = count_matching_offers(offered, singles, 2)


@kernel
def estimate_remaining_share(state: State) -> float:
    """Return the estimated share of the game that remains.

    It is computed from the discs and the tiles left.
    """
    fewest = int(state["discs"][0])
    players = int(state["players"])
    for seat in range(1, players):
        fewest = min(fewest, int(state["discs"][seat]))
    tiles = popcount(u64(state["occupied"])) + int(state["supply_size"])
    return min(fewest / DISCS_TO_LAY, 1.2 * tiles / NUM_TILES)


@kernel
def interpolate_weights(remaining_share: float, scratch: Scratch) -> None:
    """Write the weights for ``remaining_share`` to ``scratch``, from AT_WEIGHTS on."""
    for feature in range(NUM_FEATURES):
        scratch[AT_WEIGHTS + feature] = WEIGHTS[0, feature] + remaining_share * (
            WEIGHTS[1, feature] + WEIGHTS[2, feature] * remaining_share
        )


# --- Search kernels -----------------------------------------------------------------------------


@kernel
def estimate(state: State, rng: Word, rewards: Rewards, scratch: Scratch) -> None:
    """Write each seat's estimated probability of coming first."""
    players = int(state["players"])
    interpolate_weights(estimate_remaining_share(state), scratch)
    for seat in range(players):
        write_seat_features(state, seat, scratch)
        value = 0.0
        for feature in range(NUM_FEATURES):
            value += scratch[feature] * scratch[AT_WEIGHTS + feature]
        rewards[seat] = value
    apply_softmax(rewards, players)


@kernel
def reseed(state: State, rng: Word) -> None:
    """Shuffle the supply again if the next action may draw from it (NL-7)."""
    if popcount(u64(state["occupied"])) <= MOST_TILES_TO_REFILL:
        sort_supply(state)
        determinize(state, rng)


@kernel
def chance_key(state: State) -> Word:
    """Return a key of the tiles on offer.

    The other tiles on the wheel do not matter yet.
    """
    key = u64(0)
    for choice in range(count_choices(state)):
        key = (key << u64(8)) | u64(state["wheel"][find_offered_slot(state, choice)])
    return mix(key)
