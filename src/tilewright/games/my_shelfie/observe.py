"""Observations of My Shelfie, as packed words.

    word 0 to 2      the planes of the living room
    word 3 to 14     the planes of the shelves, three words each, the seat's own first
    word 15          small numbers; see ``FEATURES``

Tiles are represented as in ``state``: plane i contains bit i of each tile's code. The bag is not
represented: it contains all tiles that are not visible.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tilewright.game import MAX_PLAYERS, Feature, Observation, Seat, State, Words, seat_distance
from tilewright.games.my_shelfie.state import (
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
from tilewright.kernel import kernel, u64

# --- Features -----------------------------------------------------------------------------------

SHELF_WORD = NUM_PLANES
NUMBERS_WORD = SHELF_WORD + NUM_PLANES * MAX_PLAYERS

# First bit of each number in the last word.
GOALS_BIT = 0
TOKENS_BIT = GOALS_BIT + 4 * GOALS_IN_PLAY
CARD_BIT = TOKENS_BIT + 4 * GOALS_IN_PLAY * MAX_PLAYERS
END_BIT = CARD_BIT + 4
FIRST_BIT = END_BIT + 3
MOVER_BIT = FIRST_BIT + 2
PLAYERS_BIT = MOVER_BIT + 2
REFILL_BIT = PLAYERS_BIT + 3
OVER_BIT = REFILL_BIT + 1


def _room_bits() -> npt.NDArray[np.int32]:
    """Return the bit positions of the living room.

    The array is int32[9, 9, 3], by row, column and plane. Entries are -1 where the room has no
    cell.
    """
    places = np.full((len(ROOM), len(ROOM[0]), NUM_PLANES), -1, dtype=np.int32)
    for cell, bit in ROOM_BITS.items():
        places[cell] = [64 * plane + bit for plane in range(NUM_PLANES)]
    return places


def _shelf_bits() -> npt.NDArray[np.int32]:
    """Return the bit positions of the shelves.

    The array is int32[4, 6, 5, 3], by seat, row, column and plane.
    """
    places = np.zeros((MAX_PLAYERS, SHELF_ROWS, SHELF_COLUMNS, NUM_PLANES), dtype=np.int32)
    for seat, row, column, plane in np.ndindex(places.shape):
        word = SHELF_WORD + NUM_PLANES * seat + plane
        places[seat, row, column, plane] = 64 * word + shelf_bit(row, column)
    return places


def _packed_feature(
    name: str, bit: int, shape: tuple[int, ...], bits: int, text: str, kinds: int = 0
) -> Feature:
    """Return a feature whose numbers start at bit ``bit`` of the last word."""
    return Feature.packed(name, 64 * NUMBERS_WORD + bit, shape, bits, text, kinds)


FEATURES = (
    Feature("room", _room_bits(), "the tiles of the living room by row and column", NUM_TYPES),
    Feature("shelves", _shelf_bits(), "the tiles of each shelf by row and column", NUM_TYPES),
    _packed_feature("goals", GOALS_BIT, (GOALS_IN_PLAY,), 4, "the common goals", len(GOALS)),
    _packed_feature(
        "tokens",
        TOKENS_BIT,
        (MAX_PLAYERS, GOALS_IN_PLAY),
        4,
        "points of the token that each seat took from each goal",
    ),
    _packed_feature("card", CARD_BIT, (), 4, "your own personal card", len(CARDS)),
    _packed_feature("end_token", END_BIT, (), 3, "who has the end token", MAX_PLAYERS),
    _packed_feature("first", FIRST_BIT, (), 2, "seats from your own to the first player's"),
    Feature.common("mover", 64 * NUMBERS_WORD + MOVER_BIT),
    Feature.common("players", 64 * NUMBERS_WORD + PLAYERS_BIT),
    _packed_feature("refill", REFILL_BIT, (), 1, "the rule of the refill: 0 four, 1 isolated"),
    Feature.common("over", 64 * NUMBERS_WORD + OVER_BIT),
)


@kernel
def step_clockwise(seat: Seat, steps: int, players: int) -> Seat:
    """Return the seat ``steps`` seats clockwise from ``seat``.

    ``steps`` must be below ``2 * players``.
    """
    return seat + steps if seat + steps < players else seat + steps - players


@kernel
def write_tiles(state: State, seat: Seat, words: Words) -> None:
    """Write the planes of the living room and of all shelves, that of ``seat`` first.

    The words of absent seats are 0.
    """
    players = int(state["players"])
    for plane in range(NUM_PLANES):
        words[plane] = u64(state["room"][plane])
    for place in range(MAX_PLAYERS):
        word = SHELF_WORD + NUM_PLANES * place
        shelf = state["shelves"][step_clockwise(seat, place, players)]
        for plane in range(NUM_PLANES):
            words[word + plane] = u64(shelf[plane]) if place < players else u64(0)


@kernel
def write(state: State, seat: Seat, words: Words) -> None:
    """Write a seat's observation."""
    write_tiles(state, seat, words)
    players = int(state["players"])
    numbers = u64(int(state["goals"][0]) | (int(state["goals"][1]) << 4))
    for place in range(players):
        other = step_clockwise(seat, place, players)
        tokens = int(state["tokens"][0, other]) | (int(state["tokens"][1, other]) << 4)
        numbers |= u64(u64(tokens) << (TOKENS_BIT + 4 * GOALS_IN_PLAY * place))
    numbers |= u64(u64(state["cards"][seat]) << CARD_BIT)
    if int(state["end_token"]) != 0:
        holder = seat_distance(seat, int(state["end_token"]) - 1, players) + 1
        numbers |= u64(u64(holder) << END_BIT)
    numbers |= u64(u64(seat_distance(seat, int(state["first"]), players)) << FIRST_BIT)
    numbers |= u64(u64(seat_distance(seat, int(state["mover"]), players)) << MOVER_BIT)
    numbers |= u64(u64(players) << PLAYERS_BIT)
    numbers |= u64(u64(state["refill"]) << REFILL_BIT)
    numbers |= u64(u64(state["over"]) << OVER_BIT)
    words[NUMBERS_WORD] = numbers


OBSERVATION = Observation(FEATURES, write)
