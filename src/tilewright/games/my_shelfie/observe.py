"""What a seat of My Shelfie sees, and a mask of what the mover may do, as packed words.

    word 0 to 2      the planes of the living room
    word 3 to 14     the planes of the shelves, three words each, the seat's own first
    word 15          small numbers, see ``FEATURES``

Tiles stand as in the state: plane i holds bit i of each tile's code, see ``state``. What is in the
bag needs no words: it is whatever is not to be seen.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tilewright.game import MAX_PLAYERS, Feature, Observation, mask_size, pack_bits
from tilewright.games.my_shelfie.room import (
    find_pairs_down,
    find_pairs_right,
    find_triples_down,
    find_triples_right,
    free_tiles,
)
from tilewright.games.my_shelfie.shelf import find_open_columns
from tilewright.games.my_shelfie.state import (
    CANONICAL_ORDER,
    FIRST_ACTION,
    FIRST_LINE,
    HAS_DOWN_6,
    HAS_DOWN_9,
    LINE_AT,
    NUM_ACTIONS,
    NUM_ORDERS,
    NUM_PLANES,
    ROOM_BITS,
    shelf_bit,
)
from tilewright.games.my_shelfie.tables import (
    CARDS,
    GOALS,
    GOALS_IN_PLAY,
    NUM_TYPES,
    ROOM,
    SHELF_COLUMNS,
    SHELF_ROWS,
)
from tilewright.kernel import kernel, lowest, u64

__all__ = ["OBSERVATION"]

# --- Features -----------------------------------------------------------------------------------

SHELF_WORD = NUM_PLANES
NUMBERS_WORD = SHELF_WORD + NUM_PLANES * MAX_PLAYERS

# Where in the last word each number begins.
GOALS_BIT = 0
TOKENS_BIT = GOALS_BIT + 4 * GOALS_IN_PLAY
CARD_BIT = TOKENS_BIT + 4 * GOALS_IN_PLAY * MAX_PLAYERS
END_BIT = CARD_BIT + 4
FIRST_BIT = END_BIT + 3
MOVER_BIT = FIRST_BIT + 2
PLAYERS_BIT = MOVER_BIT + 2
REFILL_BIT = PLAYERS_BIT + 3
OVER_BIT = REFILL_BIT + 1


def _room_places() -> npt.NDArray[np.int32]:
    places = np.full((len(ROOM), len(ROOM[0]), NUM_PLANES), -1, dtype=np.int32)
    for cell, bit in ROOM_BITS.items():
        places[cell] = [64 * plane + bit for plane in range(NUM_PLANES)]
    return places


def _shelf_places() -> npt.NDArray[np.int32]:
    places = np.zeros((MAX_PLAYERS, SHELF_ROWS, SHELF_COLUMNS, NUM_PLANES), dtype=np.int32)
    for seat, row, column, plane in np.ndindex(places.shape):
        word = SHELF_WORD + NUM_PLANES * seat + plane
        places[seat, row, column, plane] = 64 * word + shelf_bit(row, column)
    return places


def _number(
    name: str, bit: int, shape: tuple[int, ...], bits: int, text: str, kinds: int = 0
) -> Feature:
    return Feature(name, pack_bits(64 * NUMBERS_WORD + bit, shape, bits), text, kinds)


FEATURES = (
    Feature("room", _room_places(), "the tiles of the living room by row and column", NUM_TYPES),
    Feature("shelves", _shelf_places(), "the tiles of each shelf by row and column", NUM_TYPES),
    _number("goals", GOALS_BIT, (GOALS_IN_PLAY,), 4, "the common goals", len(GOALS)),
    _number(
        "tokens",
        TOKENS_BIT,
        (MAX_PLAYERS, GOALS_IN_PLAY),
        4,
        "points of the token that each seat took from each goal",
    ),
    _number("card", CARD_BIT, (), 4, "one's own personal card", len(CARDS)),
    _number("end_token", END_BIT, (), 3, "who has the end token", MAX_PLAYERS),
    _number("first", FIRST_BIT, (), 2, "how many seats after one's own the first player sits"),
    _number("mover", MOVER_BIT, (), 2, "how many seats after one's own the mover sits"),
    _number("players", PLAYERS_BIT, (), 3, "how many play"),
    _number("refill", REFILL_BIT, (), 1, "the rule of the refill: 0 four, 1 isolated"),
    _number("over", OVER_BIT, (), 1, "whether the game has ended"),
)


@kernel
def count_on(seat, other, players):
    """How many seats after one's own another one is."""
    return other - seat if other >= seat else other - seat + players


@kernel
def write(state, seat, words):
    """What a seat sees."""
    for plane in range(NUM_PLANES):
        words[plane] = u64(state["room"][plane])
    players = int(state["players"])
    numbers = u64(int(state["goals"][0]) | (int(state["goals"][1]) << 4))
    other = seat
    for place in range(MAX_PLAYERS):
        word = SHELF_WORD + NUM_PLANES * place
        if place < players:
            shelf = state["shelves"][other]
            words[word] = u64(shelf[0])
            words[word + 1] = u64(shelf[1])
            words[word + 2] = u64(shelf[2])
            tokens = int(state["tokens"][0, other]) | (int(state["tokens"][1, other]) << 4)
            numbers |= u64(u64(tokens) << (TOKENS_BIT + 4 * GOALS_IN_PLAY * place))
            other = other + 1 if other + 1 < players else 0
        else:
            words[word] = u64(0)
            words[word + 1] = u64(0)
            words[word + 2] = u64(0)
    numbers |= u64(u64(state["cards"][seat]) << CARD_BIT)
    if int(state["end_token"]) != 0:
        holder = count_on(seat, int(state["end_token"]) - 1, players) + 1
        numbers |= u64(u64(holder) << END_BIT)
    numbers |= u64(u64(count_on(seat, int(state["first"]), players)) << FIRST_BIT)
    numbers |= u64(u64(count_on(seat, int(state["mover"]), players)) << MOVER_BIT)
    numbers |= u64(u64(players) << PLAYERS_BIT)
    numbers |= u64(u64(state["refill"]) << REFILL_BIT)
    numbers |= u64(u64(state["over"]) << OVER_BIT)
    words[NUMBERS_WORD] = numbers


# --- The mask -----------------------------------------------------------------------------------
#
# The actions of one line stand together, order by order and in each order column by column. So the
# bits of a line are those of the open columns, repeated for each order that is listed.

MASK_WORDS = mask_size(NUM_ACTIONS)


def _read_only(values: object, dtype: str) -> npt.NDArray[np.integer]:
    table = np.array(values, dtype=dtype)
    table.flags.writeable = False
    return table


# uint64[4, 8]: by size and likeness (see CANONICAL_ORDER) a bit for the first column of each order
# that is listed.
ORDERS_LISTED = _read_only(
    [
        [
            sum(
                1 << (SHELF_COLUMNS * order)
                for order in range(NUM_ORDERS[size])
                if int(CANONICAL_ORDER[size, likeness, order]) == order
            )
            for likeness in range(8)
        ]
        for size in range(4)
    ],
    "u8",
)

SIZE_OF_KIND = (1, 2, 2, 3, 3)

# int16[5, 64]: the first action of the line of a kind by the bit of its first cell; -1: no line.
FIRST_ACTION_AT = _read_only(
    [
        [
            -1
            if int(line) == 255
            else FIRST_ACTION[size]
            + SHELF_COLUMNS * NUM_ORDERS[size] * (int(line) - FIRST_LINE[size])
            for line in LINE_AT[kind]
        ]
        for kind, size in enumerate(SIZE_OF_KIND)
    ],
    "i2",
)


@kernel
def set_actions(words, first, bits):
    """Set bits of the mask from one action on.

    Without a branch for those that run over into the next word, since no processor can foresee it;
    no line's actions begin in the last word. A shift by 64 is nothing to rely on, so it takes two.
    """
    word = first >> 6
    bit = first & 63
    words[word] = u64(words[word]) | u64(bits << bit)
    words[word + 1] = u64(words[word + 1]) | ((bits >> 1) >> (63 - bit))


@kernel
def look_down(plane):
    """For each cell what a plane says of the cell below it."""
    return ((plane >> 6) & u64(HAS_DOWN_6)) | ((plane >> 9) & u64(HAS_DOWN_9))


@kernel
def find_alike(one0, one1, one2, other0, other1, other2):
    """The cells on which two sets of planes show the same type."""
    return u64(~((one0 ^ other0) | (one1 ^ other1) | (one2 ^ other2)))


@kernel
def mask_lines(words, starts, kind, size, likes, columns):
    """Set the actions of the lines of a kind.

    likes: where the first two tiles of a line are alike, the last two, and the outer two.
    """
    if columns == u64(0):
        return
    while starts != u64(0):
        cell = lowest(starts)
        starts &= u64(starts - u64(1))
        likeness = (likes[0] >> cell) & u64(1)
        likeness |= ((likes[1] >> cell) & u64(1)) << 1
        likeness |= ((likes[2] >> cell) & u64(1)) << 2
        bits = u64(u64(ORDERS_LISTED[size, int(likeness)]) * columns)
        set_actions(words, int(FIRST_ACTION_AT[kind, cell]), bits)


@kernel
def pack_columns(columns):
    """One bit in seven becomes five bits in a row."""
    packed = columns | (columns >> 6) | (columns >> 12) | (columns >> 18) | (columns >> 24)
    return packed & u64(31)


@kernel
def write_mask(state, words):
    """The legal actions of the mover; must agree with ``rules.legal_actions``."""
    for word in range(MASK_WORDS):
        words[word] = u64(0)
    if int(state["over"]) != 0:
        return
    room0 = u64(state["room"][0])
    room1 = u64(state["room"][1])
    room2 = u64(state["room"][2])
    shelf = state["shelves"][int(state["mover"])]
    filled = u64(shelf[0]) | u64(shelf[1]) | u64(shelf[2])
    columns1 = pack_columns(find_open_columns(filled, 1))
    columns2 = pack_columns(find_open_columns(filled, 2))
    columns3 = pack_columns(find_open_columns(filled, 3))
    free = free_tiles(room0 | room1 | room2)
    mask_lines(words, free, 0, 1, (u64(0), u64(0), u64(0)), columns1)
    # In a row.
    next0, next1, next2 = room0 >> 1, room1 >> 1, room2 >> 1
    last0, last1, last2 = room0 >> 2, room1 >> 2, room2 >> 2
    likes = (
        find_alike(room0, room1, room2, next0, next1, next2),
        find_alike(next0, next1, next2, last0, last1, last2),
        find_alike(room0, room1, room2, last0, last1, last2),
    )
    pairs = find_pairs_right(free)
    mask_lines(words, pairs, 1, 2, (likes[0], u64(0), u64(0)), columns2)
    mask_lines(words, find_triples_right(pairs), 3, 3, likes, columns3)
    # In a column.
    next0, next1, next2 = look_down(room0), look_down(room1), look_down(room2)
    last0, last1, last2 = look_down(next0), look_down(next1), look_down(next2)
    likes = (
        find_alike(room0, room1, room2, next0, next1, next2),
        find_alike(next0, next1, next2, last0, last1, last2),
        find_alike(room0, room1, room2, last0, last1, last2),
    )
    pairs = find_pairs_down(free)
    mask_lines(words, pairs, 2, 2, (likes[0], u64(0), u64(0)), columns2)
    mask_lines(words, find_triples_down(pairs), 4, 3, likes, columns3)


OBSERVATION = Observation(FEATURES, write, write_mask)
