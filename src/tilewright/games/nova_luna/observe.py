"""Observations of Nova Luna, as packed words.

    word 0 to 7      the areas, two words each, the seat's own first: bit i of 128 is tile i
    word 8 to 41     the neighbours of the tiles 1 to 68, 32 bits per tile, 8 bits per side
    word 42 to 45    the fulfilled tasks, 21 tiles per word, 3 bits per tile
    word 46 and 47   the wheel, a byte per slot, clockwise after the crescent; then other numbers
    word 48 and 49   the moon track and the discs; see ``FEATURES``

An area is represented like the places in actions: by tiles and their neighbours. The supply is not
represented: it contains the tiles neither on the wheel nor in an area, in secret order.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tilewright.game import (
    MAX_PLAYERS,
    Feature,
    Observation,
    Seat,
    State,
    Words,
    pack_bits,
    seat_distance,
)
from tilewright.games.nova_luna.state import (
    NUM_DIRECTIONS,
)
from tilewright.games.nova_luna.tables import MOST_TASKS, NUM_SLOTS, NUM_TILES
from tilewright.kernel import kernel, u64

# --- Features -----------------------------------------------------------------------------------

SIDES_WORD = 2 * MAX_PLAYERS
TASKS_WORD = SIDES_WORD + NUM_TILES // 2
TILES_PER_WORD = 64 // MOST_TASKS
WHEEL_WORD = TASKS_WORD + -(-NUM_TILES // TILES_PER_WORD)
TRACK_WORD = WHEEL_WORD + 2
DISCS_WORD = TRACK_WORD + 1

# In the second word of the wheel, after its slots.
SUPPLY_BIT = 8 * (NUM_SLOTS - 8)
CRESCENT_BIT = SUPPLY_BIT + 8
PLAYERS_BIT = CRESCENT_BIT + 4
MOVER_BIT = PLAYERS_BIT + 3
PHASE_BIT = MOVER_BIT + 2
OVER_BIT = PHASE_BIT + 2
# Word of the track: 12 bits of distance per seat, then 4 bits of height per seat.
# Word of the discs: 8 bits per seat, then the first sum of the solo game.
DISTANCE_BITS = 12
HEIGHT_BIT = DISTANCE_BITS * MAX_PLAYERS
FIRST_SUM_BIT = 8 * MAX_PLAYERS


def _area_bits() -> npt.NDArray[np.int32]:
    """Return the bit positions of the areas: int32[4, 68, 1]."""
    places = [pack_bits(128 * seat + 1, (NUM_TILES,), 1) for seat in range(MAX_PLAYERS)]
    return np.stack(places)


def _task_bits() -> npt.NDArray[np.int32]:
    """Return the bit positions of the fulfilled tasks: int32[68, 3, 1]."""
    places = [
        pack_bits(
            64 * (TASKS_WORD + tile // TILES_PER_WORD) + MOST_TASKS * (tile % TILES_PER_WORD),
            (MOST_TASKS,),
            1,
        )
        for tile in range(NUM_TILES)
    ]
    return np.stack(places)


def _packed_feature(
    name: str, word: int, bit: int, shape: tuple[int, ...], bits: int, text: str
) -> Feature:
    """Return a feature whose numbers start at bit ``bit`` of word ``word``."""
    return Feature.packed(name, 64 * word + bit, shape, bits, text)


FEATURES = (
    Feature("areas", _area_bits(), "the tiles that each seat has laid"),
    Feature.packed(
        "neighbours",
        64 * SIDES_WORD,
        (NUM_TILES, NUM_DIRECTIONS),
        8,
        "the tile to the north, east, south and west of each laid tile",
        NUM_TILES,
    ),
    Feature("tasks", _task_bits(), "the fulfilled tasks of each tile"),
    Feature.packed(
        "wheel",
        64 * WHEEL_WORD,
        (NUM_SLOTS,),
        8,
        "the tiles on the wheel, clockwise from the slot after the crescent",
        NUM_TILES,
    ),
    _packed_feature(
        "supply", WHEEL_WORD + 1, SUPPLY_BIT, (), 8, "how many tiles are in the supply"
    ),
    _packed_feature("crescent", WHEEL_WORD + 1, CRESCENT_BIT, (), 4, "the crescent's slot"),
    Feature.common("players", 64 * (WHEEL_WORD + 1) + PLAYERS_BIT),
    Feature.common("mover", 64 * (WHEEL_WORD + 1) + MOVER_BIT),
    _packed_feature(
        "phase", WHEEL_WORD + 1, PHASE_BIT, (), 2, "of the solo game, 1 or 2; otherwise 0"
    ),
    Feature.common("over", 64 * (WHEEL_WORD + 1) + OVER_BIT),
    _packed_feature(
        "distance",
        TRACK_WORD,
        0,
        (MAX_PLAYERS,),
        DISTANCE_BITS,
        "how far each seat has travelled; solo: the costs of the area",
    ),
    _packed_feature(
        "height", TRACK_WORD, HEIGHT_BIT, (MAX_PLAYERS,), 4, "discs below each seat's on its space"
    ),
    _packed_feature(
        "discs", DISCS_WORD, 0, (MAX_PLAYERS,), 8, "the discs that each seat has still to lay"
    ),
    _packed_feature("first_sum", DISCS_WORD, FIRST_SUM_BIT, (), 16, "of the solo game"),
)


@kernel
def write_tiles(state: State, words: Words) -> None:
    """Write the neighbours and the fulfilled tasks of all tiles."""
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
def write_wheel(state: State, seat: Seat, words: Words) -> None:
    """Write the wheel, clockwise from the crescent, and the numbers that belong to no seat."""
    slot = int(state["crescent"])
    for word in range(2):
        tiles = u64(0)
        for place in range(min(8, NUM_SLOTS - 8 * word)):
            slot = slot + 1 if slot + 1 < NUM_SLOTS else 0
            tiles |= u64(u64(state["wheel"][slot]) << (8 * place))
        words[WHEEL_WORD + word] = tiles
    players = int(state["players"])
    mover = seat_distance(seat, int(state["mover"]), players)
    numbers = u64(u64(state["supply_size"]) << SUPPLY_BIT)
    numbers |= u64(u64(state["crescent"]) << CRESCENT_BIT)
    numbers |= u64(u64(players) << PLAYERS_BIT)
    numbers |= u64(u64(mover) << MOVER_BIT)
    numbers |= u64(u64(state["phase"]) << PHASE_BIT)
    numbers |= u64(u64(state["over"]) << OVER_BIT)
    words[WHEEL_WORD + 1] = u64(words[WHEEL_WORD + 1]) | numbers


@kernel
def write_seats(state: State, seat: Seat, words: Words) -> None:
    """Write the area, distance, height and discs of each seat, those of ``seat`` first."""
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
def write(state: State, seat: Seat, words: Words) -> None:
    """Write a seat's observation."""
    write_seats(state, seat, words)
    write_tiles(state, words)
    write_wheel(state, seat, words)


OBSERVATION = Observation(FEATURES, write)
