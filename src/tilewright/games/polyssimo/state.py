"""The state of a Polyssimo Challenge game: one record of 112 bytes.

The board is three words with five rows each (a *band*) and twelve bits per row. A cell is bit
``12 * (row % 5) + column`` of band ``row // 5``, so cell 60 is the first of the second word:

              a   b   c   d   e   f   g   h   i   j   k   l
         1    0   1   2   3   4   5   6   7   8   9  10  11  \
         2   12  13  14  15  16  17  18  19  20  21  22  23  |
         3   24  25  26  27  28  29  30  31  32  33  34  35  | band 0
         4   36  37  38  39  40  41  42  43  44  45  46  47  |
         5   48  49  50  51  52  53  54  55  56  57  58  59  /
         6   60  61  62  63  64  65  66  67  68  69  70  71  \
         :    :                                           :  | band 1
        10  108 109 110 111 112 113 114 115 116 117 118 119  /
        11  120 121 122 123 124 125 126 127 128 129 130 131    band 2

The seat that placed last (PC-6) is not stored. Turns go round and a seat that is out never returns,
so the seat with more placed pieces placed more recently; on ties, the later one in the round.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.game import MAX_PLAYERS, state_dtype
from tilewright.games.polyssimo.pieces import NUM_PLACEMENTS, count_board_placements
from tilewright.games.polyssimo.tables import COLUMNS, NUM_PIECES, PIECES, ROWS

STATE: np.dtype[Any] = state_dtype(
    [
        ("first", "u1"),
        ("out", "u1"),
        ("board", "u8", (3,)),
        ("hands", "u4", (MAX_PLAYERS,)),
        ("pool", "u4"),
        ("least", "u1", (MAX_PLAYERS,)),
        ("lies", "u2", (NUM_PIECES,)),
    ]
)
"""Dtype of the record. After the header of ``tilewright.game.states`` come:

    first  u1      seat that drafts first (PC-8)
    out    u1      bit s is set once seat s could not place in its turn (PC-4)
    board  u8[3]   by band: bits of the covered cells
    hands  u4[4]   by seat: bit p is set if the seat holds piece p
    pool   u4      bit p is set if piece p is still to be drafted
    least  u1[4]   by seat: minimum number of hexominoes to draft (PC-7), possibly with bit ASKED
    lies   u2[24]  by piece: the action that placed it; 0 if it is not on the board

Pieces are numbered 0 to 23 in the order of ``tables.PIECES``.
"""

# A bit of ``least``: the number is not guaranteed, because other seats may take the hexominoes.
# PC-7 was read like this in earlier versions, and games that started then continue so.
ASKED = 0x80

NUM_ACTIONS = NUM_PIECES + NUM_PLACEMENTS
# An upper bound: the twelve pieces with the most placements, on the empty board.
MAX_LEGAL = sum(
    sorted(count_board_placements(piece) for piece in range(NUM_PIECES))[-NUM_PIECES // 2 :]
)

BAND_ROWS = 5
BAND_CELLS = BAND_ROWS * COLUMNS
FULL_BAND = (1 << BAND_CELLS) - 1
FULL_LAST_BAND = (1 << (COLUMNS * ROWS - 2 * BAND_CELLS)) - 1

ALL_PIECES = (1 << NUM_PIECES) - 1
HEXOMINOES = sum(1 << index for index, piece in enumerate(PIECES) if piece.is_hexomino)
