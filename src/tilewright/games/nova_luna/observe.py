"""What a seat of Nova Luna sees, and a mask of what the mover may do, as packed words.

    word 0 to 7      the areas, two words each, the seat's own first: bit i of 128 is tile i
    word 8 to 41     the neighbours of the tiles 1 to 68, 32 bits a tile, 8 bits a side
    word 42 to 45    the fulfilled tasks, 21 tiles to a word, 3 bits a tile
    word 46 and 47   the wheel, a byte a slot, clockwise from the one after the crescent; numbers
    word 48 and 49   the moon track and the discs, see ``FEATURES``

An area is given as its actions name places: by tiles and their sides. What is in the supply needs
no words: it is whatever lies neither on the wheel nor in an area, in an order nobody knows.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tilewright.game import MAX_PLAYERS, Feature, Observation, mask_size, pack_bits
from tilewright.games.nova_luna.area import (
    count_tiles,
    find_lowest,
    find_place,
    find_sides,
    has_tile,
)
from tilewright.games.nova_luna.solo import may_finish
from tilewright.games.nova_luna.state import (
    FINISH,
    NUM_ACTIONS,
    NUM_DIRECTIONS,
    REFILL,
    TAKES_PER_CHOICE,
)
from tilewright.games.nova_luna.tables import MOST_TASKS, NUM_SLOTS, NUM_TILES
from tilewright.games.nova_luna.wheel import count_choices, may_refill
from tilewright.kernel import kernel, lowest, u64

__all__ = ["OBSERVATION", "SOLO_OBSERVATION"]

# --- Features -----------------------------------------------------------------------------------

SIDES_WORD = 2 * MAX_PLAYERS
TASKS_WORD = SIDES_WORD + NUM_TILES // 2
TILES_PER_WORD = 64 // MOST_TASKS
WHEEL_WORD = TASKS_WORD + -(-NUM_TILES // TILES_PER_WORD)
TRACK_WORD = WHEEL_WORD + 2
DISCS_WORD = TRACK_WORD + 1

# In the second word of the wheel, behind its slots.
SUPPLY_BIT = 8 * (NUM_SLOTS - 8)
CRESCENT_BIT = SUPPLY_BIT + 8
PLAYERS_BIT = CRESCENT_BIT + 4
MOVER_BIT = PLAYERS_BIT + 3
PHASE_BIT = MOVER_BIT + 2
OVER_BIT = PHASE_BIT + 2
# In the word of the track: 12 bits of distance a seat, then 4 of height; in that of the discs: 8 a
# seat, then the solo game's first sum.
DISTANCE_BITS = 12
HEIGHT_BIT = DISTANCE_BITS * MAX_PLAYERS
FIRST_SUM_BIT = 8 * MAX_PLAYERS


def _area_places() -> npt.NDArray[np.int32]:
    places = [pack_bits(128 * seat + 1, (NUM_TILES,), 1) for seat in range(MAX_PLAYERS)]
    return np.stack(places)


def _task_places() -> npt.NDArray[np.int32]:
    places = [
        pack_bits(
            64 * (TASKS_WORD + tile // TILES_PER_WORD) + MOST_TASKS * (tile % TILES_PER_WORD),
            (MOST_TASKS,),
            1,
        )
        for tile in range(NUM_TILES)
    ]
    return np.stack(places)


def _number(
    name: str, word: int, bit: int, shape: tuple[int, ...], bits: int, text: str
) -> Feature:
    return Feature(name, pack_bits(64 * word + bit, shape, bits), text)


FEATURES = (
    Feature("areas", _area_places(), "the tiles that each seat has laid"),
    Feature(
        "neighbours",
        pack_bits(64 * SIDES_WORD, (NUM_TILES, NUM_DIRECTIONS), 8),
        "the tile to the north, east, south and west of each laid tile",
        NUM_TILES,
    ),
    Feature("tasks", _task_places(), "the fulfilled tasks of each tile"),
    Feature(
        "wheel",
        pack_bits(64 * WHEEL_WORD, (NUM_SLOTS,), 8),
        "the tiles on the wheel, clockwise from the slot after the crescent",
        NUM_TILES,
    ),
    _number("supply", WHEEL_WORD + 1, SUPPLY_BIT, (), 8, "how many tiles are in the supply"),
    _number("crescent", WHEEL_WORD + 1, CRESCENT_BIT, (), 4, "the crescent's slot"),
    _number("players", WHEEL_WORD + 1, PLAYERS_BIT, (), 3, "how many play"),
    _number(
        "mover", WHEEL_WORD + 1, MOVER_BIT, (), 2, "how many seats after one's own the mover sits"
    ),
    _number("phase", WHEEL_WORD + 1, PHASE_BIT, (), 2, "of the solo game, 1 or 2; otherwise 0"),
    _number("over", WHEEL_WORD + 1, OVER_BIT, (), 1, "whether the game has ended"),
    _number(
        "distance",
        TRACK_WORD,
        0,
        (MAX_PLAYERS,),
        DISTANCE_BITS,
        "how far each seat has travelled; solo: the costs of the area",
    ),
    _number(
        "height", TRACK_WORD, HEIGHT_BIT, (MAX_PLAYERS,), 4, "discs below each seat's on its space"
    ),
    _number("discs", DISCS_WORD, 0, (MAX_PLAYERS,), 8, "the discs that each seat has still to lay"),
    _number("first_sum", DISCS_WORD, FIRST_SUM_BIT, (), 16, "of the solo game"),
)


@kernel
def write_tiles(state, words):
    """Which tiles lie side by side, and what they have fulfilled."""
    for pair in range(NUM_TILES // 2):
        low = u64(state["sides"][2 * pair + 1])
        high = u64(state["sides"][2 * pair + 2])
        words[SIDES_WORD + pair] = low | u64(high << 32)
    tile = 1
    for word in range(TASKS_WORD, WHEEL_WORD):
        tasks = u64(0)
        for place in range(min(TILES_PER_WORD, NUM_TILES + 1 - tile)):
            tasks |= u64(u64(state["fulfilled"][tile + place]) << (MOST_TASKS * place))
        words[word] = tasks
        tile += TILES_PER_WORD


@kernel
def write_wheel(state, seat, words):
    """The wheel as the next to take sees it, and what is counted once for all."""
    slot = int(state["crescent"])
    for word in range(2):
        tiles = u64(0)
        for place in range(min(8, NUM_SLOTS - 8 * word)):
            slot = slot + 1 if slot + 1 < NUM_SLOTS else 0
            tiles |= u64(u64(state["wheel"][slot]) << (8 * place))
        words[WHEEL_WORD + word] = tiles
    players = int(state["players"])
    mover = int(state["mover"]) - seat
    if mover < 0:
        mover += players
    numbers = u64(u64(state["supply_size"]) << SUPPLY_BIT)
    numbers |= u64(u64(state["crescent"]) << CRESCENT_BIT)
    numbers |= u64(u64(players) << PLAYERS_BIT)
    numbers |= u64(u64(mover) << MOVER_BIT)
    numbers |= u64(u64(state["phase"]) << PHASE_BIT)
    numbers |= u64(u64(state["over"]) << OVER_BIT)
    words[WHEEL_WORD + 1] = u64(words[WHEEL_WORD + 1]) | numbers


@kernel
def write_seats(state, seat, words):
    """Areas, moon track and discs, the seat's own first."""
    players = int(state["players"])
    track = u64(0)
    discs = u64(u64(state["first_sum"]) << FIRST_SUM_BIT)
    other = seat
    for place in range(MAX_PLAYERS):
        if place < players:
            words[2 * place] = u64(state["area"][other, 0])
            words[2 * place + 1] = u64(state["area"][other, 1])
            track |= u64(u64(state["distance"][other]) << (DISTANCE_BITS * place))
            track |= u64(u64(state["height"][other]) << (HEIGHT_BIT + 4 * place))
            discs |= u64(u64(state["discs"][other]) << (8 * place))
            other = other + 1 if other + 1 < players else 0
        else:
            words[2 * place] = u64(0)
            words[2 * place + 1] = u64(0)
    words[TRACK_WORD] = track
    words[DISCS_WORD] = discs


@kernel
def write(state, seat, words):
    """What a seat sees."""
    write_seats(state, seat, words)
    write_tiles(state, words)
    write_wheel(state, seat, words)


# --- The mask -----------------------------------------------------------------------------------

MASK_WORDS = mask_size(NUM_ACTIONS)
TAKE_WORDS = mask_size(TAKES_PER_CHOICE)
LAST_TAKES = (1 << (TAKES_PER_CHOICE % 64)) - 1  # those of a choice in its last word


@kernel
def set_action(words, action):
    """Set one bit of the mask."""
    words[action >> 6] = u64(words[action >> 6]) | u64(u64(1) << (action & 63))


@kernel
def mask_places(state, words):
    """Set the takes of the first choice; must agree with ``rules.list_places`` (NL-9)."""
    area = state["area"][int(state["mover"])]
    if count_tiles(area) == 0:
        set_action(words, 0)
    for word in range(2):
        left = u64(area[word])
        while left != u64(0):
            tile = 64 * word + lowest(left)
            left = left & u64(left - u64(1))
            for direction in range(NUM_DIRECTIONS):
                if has_tile(state["free"][direction], tile):
                    sides = find_sides(state, find_place(state, tile, direction))
                    if find_lowest(sides) == tile:
                        set_action(words, (tile - 1) * NUM_DIRECTIONS + direction)


@kernel
def copy_takes(words, choice):
    """Set the same takes for another choice.

    A choice has 4 words and 16 bits of takes, so another's begin 16 or 32 bits into a word: each
    word but the last runs over into the next.
    """
    first = choice * TAKES_PER_CHOICE
    start = first >> 6
    shift = first & 63
    for word in range(TAKE_WORDS - 1):
        bits = u64(words[word])
        words[start + word] = u64(words[start + word]) | u64(bits << shift)
        words[start + word + 1] = u64(words[start + word + 1]) | (bits >> (64 - shift))
    last = TAKE_WORDS - 1
    bits = u64(words[last]) & u64(LAST_TAKES)
    words[start + last] = u64(words[start + last]) | u64(bits << shift)


@kernel
def mask_takes(state, words):
    """Clear the mask and set all takes; must agree with ``rules.list_takes``."""
    for word in range(MASK_WORDS):
        words[word] = u64(0)
    if int(state["over"]) == 0:
        mask_places(state, words)
        for choice in range(1, count_choices(state)):
            copy_takes(words, choice)


@kernel
def write_mask(state, words):
    """The legal actions of the mover; must agree with ``rules.legal_actions``."""
    mask_takes(state, words)
    if int(state["over"]) == 0 and may_refill(state):
        set_action(words, REFILL)


@kernel
def write_solo_mask(state, words):
    """The legal actions of the solo player; must agree with ``solo.legal_actions``."""
    mask_takes(state, words)
    if int(state["over"]) == 0 and may_finish(state):
        set_action(words, FINISH)


OBSERVATION = Observation(FEATURES, write, write_mask)
SOLO_OBSERVATION = Observation(FEATURES, write, write_solo_mask)
