"""The options of Nova Luna for 2 to 4 players."""

from __future__ import annotations

from tilewright.game import Choice, SeatChoice

OPTIONS = (
    Choice(
        "discs",
        ("standard", "beginner"),
        "beginner: 17 discs to lay with 3 players and 15 with 4, instead of 20 (NL-3)",
    ),
    SeatChoice("first", "whose disc lies on top: random, seat-0, seat-1 ... (NL-4)"),
)
