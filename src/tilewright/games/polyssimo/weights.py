"""The learnt weights of Polyssimo Challenge: the worth of pieces, and the strength of seats."""

from __future__ import annotations

import numpy as np

# float64[24]: change in the log-odds of winning if the mover, not its rival, holds a piece.
# Logistic regression over 15,485 two-player games with nearly random drafts, placed by the ratings
# and solved exactly once 13 pieces were left.
PIECE_WORTH = np.array(
    [
        *(0.10, 0.47, 0.72, 0.45, 0.85, -0.01, 0.30, 0.30, 0.09, -0.17, 0.57, 0.00),  # F to Z
        *(-0.27, -0.29, -0.34, -0.25, -0.33, -0.30, -0.25, -0.35, -0.35, -0.30, -0.32, -0.32),
    ]
)

# float64[24]: how easily a piece fits late in the game: the same regression over 30,000 games
# without the solver, times ten. Pieces with low values are placed first.
PIECE_EASE = np.array(
    [
        *(-0.40, 1.93, 1.77, 0.92, 1.06, -0.49, 0.48, 0.43, -0.48, -0.83, 1.47, -0.57),  # F to Z
        *(-0.23, -0.23, -0.62, -0.24, -0.51, -0.54, -0.18, -0.43, -0.48, -0.52, -0.62, -0.70),
    ]
)

# float64[13, 5]: weights of a seat's strength, by half the total number of pieces left: cells in
# hand, pieces in hand, room (square roots of the numbers of placements), cells reached, and being
# on the move. Logistic regressions of the winner, solved exactly once at most 13 pieces were left,
# over 54,970 positions for each row but the last.
STRENGTH = np.array(
    [
        *[(-0.47, 0.58, 0.00, 0.94, 0.56)] * 4,
        (-1.18, 4.84, 0.00, 0.46, 0.63),
        (-0.93, 3.57, 0.05, 0.37, 0.98),
        (-0.66, 2.15, 0.17, 0.33, 1.62),
        (-0.57, 3.83, 0.18, 0.34, -0.45),
        (-0.45, 3.26, 0.11, 0.30, -0.44),
        (-0.46, 3.35, 0.07, 0.30, -0.47),
        (-0.49, 3.61, 0.04, 0.35, -0.52),
        (-0.51, 3.71, 0.03, 0.46, -0.54),
        (-0.52, 3.80, 0.02, 0.46, -0.55),
    ]
)

for _table in (PIECE_WORTH, PIECE_EASE, STRENGTH):
    _table.setflags(write=False)
