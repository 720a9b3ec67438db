"""Observations of Polyssimo Challenge, as packed words.

    word 0 to 2      the covered cells of the board; see ``state``
    word 3 and 4     the hands, 32 bits each, the seat's own first
    word 5           the pool and small numbers; see ``FEATURES``

Which piece covers which cells does not affect the rest of the game, so it is omitted.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tilewright.game import MAX_PLAYERS, Feature, Observation, Seat, State, Words, seat_distance
from tilewright.games.polyssimo.state import ASKED, BAND_CELLS
from tilewright.games.polyssimo.tables import COLUMNS, NUM_CELLS, NUM_PIECES, ROWS
from tilewright.kernel import kernel, u64

# --- Features -----------------------------------------------------------------------------------

BAND_ROWS = BAND_CELLS // COLUMNS
BOARD_WORDS = 3
HANDS_WORD = BOARD_WORDS
NUMBERS_WORD = HANDS_WORD + MAX_PLAYERS // 2

# First bit of each number in the last word; the pool comes first.
LEAST_BIT = NUM_PIECES
OUT_BIT = LEAST_BIT + 4 * MAX_PLAYERS
FIRST_BIT = OUT_BIT + MAX_PLAYERS
MOVER_BIT = FIRST_BIT + 2
PLAYERS_BIT = MOVER_BIT + 2
OVER_BIT = PLAYERS_BIT + 3


def _board_bits() -> npt.NDArray[np.int32]:
    """Return the bit positions of the board: int32[11, 12, 1]."""
    cells = np.arange(NUM_CELLS, dtype=np.int32)
    return (64 * (cells // BAND_CELLS) + cells % BAND_CELLS).reshape(ROWS, COLUMNS, 1)


def _hand_bits() -> npt.NDArray[np.int32]:
    """Return the bit positions of the hands: int32[4, 24, 1]."""
    seats, pieces = np.ogrid[:MAX_PLAYERS, :NUM_PIECES]
    return (64 * HANDS_WORD + 32 * seats + pieces).astype(np.int32)[..., np.newaxis]


def _packed_feature(name: str, bit: int, shape: tuple[int, ...], bits: int, text: str) -> Feature:
    """Return a feature whose numbers start at bit ``bit`` of the last word."""
    return Feature.packed(name, 64 * NUMBERS_WORD + bit, shape, bits, text)


FEATURES = (
    Feature("board", _board_bits(), "the taken cells by row and column"),
    Feature("hands", _hand_bits(), "the pieces that each seat holds"),
    _packed_feature("pool", 0, (NUM_PIECES,), 1, "the pieces that are still to be drafted"),
    _packed_feature(
        "least", LEAST_BIT, (MAX_PLAYERS,), 4, "hexominoes each seat has to draft at least"
    ),
    _packed_feature("out", OUT_BIT, (MAX_PLAYERS,), 1, "the seats that are out"),
    _packed_feature("first", FIRST_BIT, (), 2, "seats from your own to the first to draft"),
    Feature.common("mover", 64 * NUMBERS_WORD + MOVER_BIT),
    Feature.common("players", 64 * NUMBERS_WORD + PLAYERS_BIT),
    Feature.common("over", 64 * NUMBERS_WORD + OVER_BIT),
)


@kernel
def write(state: State, seat: Seat, words: Words) -> None:
    """Write a seat's observation."""
    players = int(state["players"])
    numbers = u64(state["pool"])
    for band in range(BOARD_WORDS):
        words[band] = u64(state["board"][band])
    words[HANDS_WORD] = u64(0)
    words[HANDS_WORD + 1] = u64(0)
    other = seat
    for place in range(players):
        word = HANDS_WORD + (place >> 1)
        hand = u64(u64(state["hands"][other]) << (32 * (place & 1)))
        words[word] = u64(words[word]) | hand
        numbers |= u64(u64(int(state["least"][other]) & ~ASKED) << (LEAST_BIT + 4 * place))
        numbers |= u64(u64((int(state["out"]) >> other) & 1) << (OUT_BIT + place))
        other = other + 1 if other + 1 < players else 0
    numbers |= u64(u64(seat_distance(seat, int(state["first"]), players)) << FIRST_BIT)
    numbers |= u64(u64(seat_distance(seat, int(state["mover"]), players)) << MOVER_BIT)
    numbers |= u64(u64(players) << PLAYERS_BIT)
    numbers |= u64(u64(state["over"]) << OVER_BIT)
    words[NUMBERS_WORD] = numbers


OBSERVATION = Observation(FEATURES, write)
