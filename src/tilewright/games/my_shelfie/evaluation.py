"""Search evaluation of My Shelfie: features of a shelf's prospects, with learnt weights.

The value of a shelf is its expected number of points at the end, without the tokens already taken.
It is a weighted sum of features, with weights that depend linearly on the remaining share of the
game. The weights were fitted to the final scores of games between players who use them; ``weights``
names the script.
"""

from __future__ import annotations

import numpy as np

from tilewright.game import MAX_PLAYERS, Rewards, Scratch, Seat, State, Words
from tilewright.games.my_shelfie.rules import score_tokens
from tilewright.games.my_shelfie.shelf import (
    find_grouped_tiles,
    find_squares,
    grow_group,
    match_adjacent,
    match_card,
    match_type,
)
from tilewright.games.my_shelfie.state import (
    CARD_PLANES,
    COLUMN,
    COLUMN_FEET,
    COLUMN_STEP,
    CORNERS,
    FULL_SHELF,
    HIGH_STAIRS_DOWN,
    HIGH_STAIRS_UP,
    LOW_STAIRS_DOWN,
    LOW_STAIRS_UP,
    TOKEN_POINTS,
    shelf_bit,
    word_of,
)
from tilewright.games.my_shelfie.tables import (
    GROUP_POINTS,
    NUM_TYPES,
    PERSONAL_POINTS,
    SHELF_COLUMNS,
    SHELF_ROWS,
)
from tilewright.games.my_shelfie.weights import NAMES, WEIGHTS
from tilewright.kernel import Word, exp, keep_lowest, kernel, mix, popcount, u64

NUM_FEATURES = len(NAMES)
AT_CONSTANT = NAMES.index("constant")
AT_TILES = NAMES.index("tiles")
AT_GROUP_POINTS = NAMES.index("group_points")
AT_SINGLES = NAMES.index("singles")
AT_GROUPS_OF_2 = NAMES.index("groups_of_2")
AT_GROUPS_OF_3 = NAMES.index("groups_of_3")
AT_GROUPS_OF_4 = NAMES.index("groups_of_4")
AT_GROUPS_OF_5 = NAMES.index("groups_of_5")
AT_LARGER_GROUPS = NAMES.index("larger_groups")
AT_TOUCHED = NAMES.index("touched")
AT_CARD_POINTS = NAMES.index("card_points")
AT_CARD_MATCHES = NAMES.index("card_matches")
AT_CARD_OPEN = NAMES.index("card_open")
AT_MATCHES_X_OPEN = NAMES.index("matches_x_open")
AT_PROGRESS = NAMES.index("progress")
AT_PROGRESS_2 = NAMES.index("progress_2")
AT_PROGRESS_4 = NAMES.index("progress_4")
AT_LIKENESSES = NAMES.index("likenesses")
AT_SQUARES = NAMES.index("squares")
AT_TOKENS = NAMES.index("tokens")
AT_GROUP_POINTS_2 = NAMES.index("group_points_2")
AT_MOST_OF_A_TYPE = NAMES.index("most_of_a_type")
SHELF_SIZE = SHELF_ROWS * SHELF_COLUMNS

# Patterns of places that a goal requires to be of one type.
DIAGONALS = np.array(
    [
        word_of(shelf_bit(top + step, step if falls else 4 - step) for step in range(5))
        for top in (0, 1)
        for falls in (False, True)
    ],
    dtype="u8",
)
CROSSES = np.array(
    [
        word_of(
            shelf_bit(row + down, column + right)
            for down, right in ((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))
        )
        for row in range(1, SHELF_ROWS - 1)
        for column in range(1, SHELF_COLUMNS - 1)
    ],
    dtype="u8",
)
FOUR_CORNERS = np.array([CORNERS], dtype="u8")
STAIRS = np.array([LOW_STAIRS_UP, LOW_STAIRS_DOWN, HIGH_STAIRS_UP, HIGH_STAIRS_DOWN], dtype="u8")


# --- Progress of a shelf towards a common goal, from 0 to 1 -------------------------------------


@kernel
def measure_pattern(plane0: Word, plane1: Word, plane2: Word, patterns: Words, size: int) -> float:
    """Return the progress, 0 to 1, on the fullest pattern that can still be fulfilled.

    All tiles that lie on this pattern have one type.
    """
    filled = plane0 | plane1 | plane2
    best = 0
    for index in range(len(patterns)):
        inside = filled & u64(patterns[index])
        count = popcount(inside)
        if count > best:
            first = keep_lowest(inside)
            code = int((plane0 & first) != u64(0))
            code |= int((plane1 & first) != u64(0)) << 1
            code |= int((plane2 & first) != u64(0)) << 2
            if (inside & u64(~match_type(plane0, plane1, plane2, code))) == u64(0):
                best = count
    return best / size


@kernel
def measure_lines(
    plane0: Word, plane1: Word, plane2: Word, is_row: bool, is_varied: bool, num_wanted: int
) -> float:
    """Return the progress, 0 to 1, on the fullest lines that can still qualify.

    A varied line must consist of different types; any other has at most three types.
    """
    filled = plane0 | plane1 | plane2
    length = SHELF_COLUMNS if is_row else SHELF_ROWS
    num_lines = SHELF_ROWS if is_row else SHELF_COLUMNS
    counts = u64(0)  # number of qualifying lines by number of tiles, four bits each
    for line in range(num_lines):
        mask = u64(COLUMN_FEET) << line if is_row else u64(COLUMN) << (COLUMN_STEP * line)
        count = popcount(filled & mask)
        types = 0
        for code in range(1, NUM_TYPES + 1):
            types += int((match_type(plane0, plane1, plane2, code) & mask) != u64(0))
        if types == count if is_varied else types <= 3:
            counts = u64(counts + (u64(1) << (4 * count)))
    total = 0
    left = num_wanted
    for count in range(length, 0, -1):
        lines = min(left, int((counts >> (4 * count)) & u64(15)))
        total += count * lines
        left -= lines
    return total / (num_wanted * length)


@kernel
def measure_stairs(filled: Word) -> float:
    """Return the progress, 0 to 1, on the stairs (MS-15c).

    Only stairs that no tile rises above are counted.
    """
    best = 0.0
    for index in range(len(STAIRS)):
        shape = u64(STAIRS[index])
        if (filled & u64(~shape)) == u64(0):
            best = max(best, popcount(filled) / popcount(shape))
    return best


@kernel
def measure_goal(
    plane0: Word,
    plane1: Word,
    plane2: Word,
    goal: int,
    num_groups: int,
    num_in_fours: int,
    num_squares: int,
    most_of_a_type: int,
) -> float:
    """Return the progress, 0 to 1, on a common goal.

    Goals 1 to 12 are MS-15a to MS-15l.
    """
    if goal == 1:
        return min(num_groups, 6) / 6
    if goal == 2:
        return measure_pattern(plane0, plane1, plane2, DIAGONALS, 5)
    if goal == 3:
        return measure_stairs(plane0 | plane1 | plane2)
    if goal == 4:
        return min(most_of_a_type, 8) / 8
    if goal == 5:
        return measure_lines(plane0, plane1, plane2, True, True, 2)
    if goal == 6:
        return min(num_squares, 2) / 2
    if goal == 7:
        return measure_lines(plane0, plane1, plane2, True, False, 4)
    if goal == 8:
        return measure_pattern(plane0, plane1, plane2, FOUR_CORNERS, 4)
    if goal == 9:
        return measure_pattern(plane0, plane1, plane2, CROSSES, 5)
    if goal == 10:
        return measure_lines(plane0, plane1, plane2, False, False, 3)
    if goal == 11:
        return measure_lines(plane0, plane1, plane2, False, True, 2)
    return num_in_fours / 16


# --- A shelf's features and value ---------------------------------------------------------------


@kernel
def write_shelf_features(
    plane0: Word,
    plane1: Word,
    plane2: Word,
    card: int,
    goal0: int,
    token0: int,
    goal1: int,
    token1: int,
    features: Scratch,
) -> None:
    """Write the features of a shelf to ``features``.

    ``token0`` and ``token1`` are the next payments of the goals, 0 once a goal has paid this seat.
    """
    filled = plane0 | plane1 | plane2
    right, up = match_adjacent(plane0, plane1, plane2)
    squares = find_squares(right, up)
    starts = find_grouped_tiles(right, up)
    singles = popcount(filled) - popcount(starts)
    points = 0
    num_squares = 0
    twos = threes = fours = fives = more = 0
    while starts != u64(0):
        group = grow_group(keep_lowest(starts), right, up)
        starts = starts & u64(~group)
        size = popcount(group)
        points += GROUP_POINTS[min(size, 6)]
        num_squares += int((group & squares) != u64(0))
        twos += int(size == 2)
        threes += int(size == 3)
        fours += int(size == 4)
        fives += int(size == 5)
        more += int(size > 5)
    # Tiles in the four largest groups, at most four each (MS-15l).
    large = min(4, fours + fives + more)
    in_fours = 4 * large + 3 * min(4 - large, threes)
    in_fours += 2 * min(max(0, 4 - large - threes), twos)
    most = 0
    for code in range(1, NUM_TYPES + 1):
        most = max(most, popcount(match_type(plane0, plane1, plane2, code)))
    # Number of tiles that the next tile of each column would touch.
    tops = u64(filled + u64(COLUMN_FEET)) & u64(FULL_SHELF)
    touched = popcount(u64(tops << COLUMN_STEP) & filled)
    touched += popcount((tops >> COLUMN_STEP) & filled) + popcount((tops >> 1) & filled)
    matches = popcount(match_card(plane0, plane1, plane2, card))
    shown = u64(CARD_PLANES[card, 0]) | u64(CARD_PLANES[card, 1]) | u64(CARD_PLANES[card, 2])
    still_open = popcount(shown & u64(~filled))
    num_groups = twos + threes + fours + fives + more
    progress0 = 0.0
    progress1 = 0.0
    if token0 > 0:
        progress0 = measure_goal(
            plane0, plane1, plane2, goal0, num_groups, in_fours, num_squares, most
        )
    if token1 > 0:
        progress1 = measure_goal(
            plane0, plane1, plane2, goal1, num_groups, in_fours, num_squares, most
        )
    features[AT_CONSTANT] = 1.0
    features[AT_TILES] = popcount(filled) / SHELF_SIZE
    features[AT_GROUP_POINTS] = points
    features[AT_SINGLES] = singles
    features[AT_GROUPS_OF_2] = twos
    features[AT_GROUPS_OF_3] = threes
    features[AT_GROUPS_OF_4] = fours
    features[AT_GROUPS_OF_5] = fives
    features[AT_LARGER_GROUPS] = more
    features[AT_TOUCHED] = touched
    features[AT_CARD_POINTS] = PERSONAL_POINTS[matches]
    features[AT_CARD_MATCHES] = matches
    features[AT_CARD_OPEN] = still_open
    features[AT_MATCHES_X_OPEN] = matches * still_open
    features[AT_PROGRESS] = token0 * progress0 + token1 * progress1
    features[AT_PROGRESS_2] = token0 * progress0**2 + token1 * progress1**2
    features[AT_PROGRESS_4] = token0 * progress0**4 + token1 * progress1**4
    features[AT_LIKENESSES] = popcount(right) + popcount(up)
    features[AT_SQUARES] = popcount(squares)
    features[AT_TOKENS] = token0 + token1
    features[AT_GROUP_POINTS_2] = points * points / 50
    features[AT_MOST_OF_A_TYPE] = most


@kernel
def value_features(features: Scratch, remaining_share: float) -> float:
    """Return the expected final points of a shelf, given its features."""
    value = 0.0
    for index in range(NUM_FEATURES):
        value += features[index] * (WEIGHTS[0, index] + WEIGHTS[1, index] * remaining_share)
    return value


@kernel
def estimate_remaining_share(state: State) -> float:
    """Return the estimated share of the game that remains.

    The estimate is the empty share of the fullest shelf.
    """
    most = 0
    for seat in range(int(state["players"])):
        shelf = state["shelves"][seat]
        most = max(most, popcount(u64(shelf[0]) | u64(shelf[1]) | u64(shelf[2])))
    return 1.0 - most / SHELF_SIZE


@kernel
def get_next_token(state: State, index: int, seat: Seat) -> int:
    """Return the points that a goal would pay a seat now.

    It is 0 if the goal has paid this seat already or is not in play.
    """
    if int(state["goals"][index]) == 0 or int(state["tokens"][index, seat]) != 0:
        return 0
    taken = 0
    for other in range(MAX_PLAYERS):
        taken += int(int(state["tokens"][index, other]) != 0)
    return int(TOKEN_POINTS[int(state["players"]), taken])


@kernel
def value_seat(state: State, seat: Seat, remaining_share: float, scratch: Scratch) -> float:
    """Return the expected final points of a seat, including its tokens."""
    shelf = state["shelves"][seat]
    write_shelf_features(
        u64(shelf[0]),
        u64(shelf[1]),
        u64(shelf[2]),
        int(state["cards"][seat]),
        int(state["goals"][0]),
        get_next_token(state, 0, seat),
        int(state["goals"][1]),
        get_next_token(state, 1, seat),
        scratch,
    )
    return score_tokens(state, seat) + value_features(scratch, remaining_share)


# --- Search kernels -----------------------------------------------------------------------------


@kernel
def estimate(state: State, rng: Word, rewards: Rewards, scratch: Scratch) -> None:
    """Write each seat's estimated probability of coming first."""
    players = int(state["players"])
    remaining_share = estimate_remaining_share(state)
    for seat in range(players):
        rewards[seat] = value_seat(state, seat, remaining_share, scratch)
    # Typical error of the expected points: about 10 at the beginning, 3 near the end.
    scale = 3.0 + 7.0 * remaining_share
    best = rewards[0]
    for seat in range(1, players):
        best = max(best, rewards[seat])
    total = 0.0
    for seat in range(players):
        rewards[seat] = exp(2.0 * (rewards[seat] - best) / scale)
        total += rewards[seat]
    for seat in range(players):
        rewards[seat] /= total


@kernel
def chance_key(state: State) -> Word:
    """Return a key of the tiles in the living room."""
    return mix(u64(state["room"][0])) ^ mix(u64(~u64(state["room"][1]))) ^ u64(state["room"][2])
