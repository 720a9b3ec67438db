"""The options of My Shelfie."""

from __future__ import annotations

from tilewright.game import Choice, SeatChoice

REFILLS = ("four", "isolated")

OPTIONS = (
    Choice("goals", ("2", "1"), "how many common goals: 2, or 1 for a first game (MS-4)"),
    Choice(
        "refill",
        REFILLS,
        "when the living room is filled again: with four tiles or fewer left, or, as in other "
        "editions, when no two tiles touch (MS-11)",
    ),
    SeatChoice("first", "who begins: random, seat-0, seat-1 ... (MS-6)"),
)
