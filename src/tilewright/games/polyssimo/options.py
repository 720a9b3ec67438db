"""The options of Polyssimo Challenge."""

from __future__ import annotations

from tilewright.game import Choice, PerSeat
from tilewright.games.polyssimo.tables import NUM_PIECES, PLAYER_COUNTS

__all__ = ["HANDICAP", "OPTIONS"]

# PC-7. Any number of the pieces one drafts may be asked for, by every seat: when the hexominoes
# run out the rule lets go by itself, so no sum is too high.
HANDICAP = PerSeat(
    "handicap",
    {players: NUM_PIECES // players for players in PLAYER_COUNTS},
    "least number of hexominoes each seat has to draft, such as 7,0 (PC-7)",
)
OPTIONS = (HANDICAP, Choice("first", ("seat-0", "random"), "who drafts first (PC-8)"))
