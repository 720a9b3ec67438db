"""The options of Polyssimo Challenge."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tilewright.game import NumberBounds, PerSeat, SeatChoice
from tilewright.games.polyssimo.state import ASKED
from tilewright.games.polyssimo.tables import (
    HANDICAP_HEXOMINOES,
    NUM_HEXOMINOES,
    NUM_PIECES,
    PLAYER_COUNTS,
)


@dataclass(frozen=True)
class Handicap(PerSeat):
    """The minimum number of hexominoes that each seat drafts (PC-7), stored as ``7+,0``.

    The plus distinguishes it from ``7,0`` in older records, in which the number was not guaranteed:
    other seats could take the hexominoes. Such games must replay as they were played. Numbers given
    now are guaranteed, with or without the plus.
    """

    mark: ClassVar[str] = "+"

    def parse(self, text: str, players: int) -> list[int]:
        """Parse one number per seat, each with or without a plus."""
        return super().parse(re.sub(r"(?<=\d)\+(?=,|$)", "", text), players)

    def read(self, text: str, players: int) -> list[int]:
        """Parse the numbers of a record.

        Numbers without a plus are marked as not guaranteed (``ASKED``).
        """
        if "+" in text:
            return self.parse(text, players)
        return [number and number | ASKED for number in self._parse_numbers(text, players)]

    def format(self, values: Sequence[int], players: int) -> str:
        """Format one number per seat.

        The plus is omitted if the numbers are not guaranteed.
        """
        text = super().format([number & ~ASKED for number in values], players)
        return text.replace(self.mark, "") if any(number & ASKED for number in values) else text


HANDICAP = Handicap(
    "handicap",
    {
        players: NumberBounds(NUM_PIECES // players, NUM_HEXOMINOES, HANDICAP_HEXOMINOES[players])
        for players in PLAYER_COUNTS
    },
    "least number of hexominoes each seat drafts, such as 7,0 (PC-7)",
)
FIRST = SeatChoice("first", "who drafts first: random, seat-0, seat-1 ... (PC-8)", "seat-0")
OPTIONS = (HANDICAP, FIRST)
