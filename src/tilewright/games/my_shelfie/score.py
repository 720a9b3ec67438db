"""Where a seat's points come from (MS-13), for people to look at."""

from __future__ import annotations

from typing import NamedTuple

from tilewright.game import Seat, State
from tilewright.games.my_shelfie.grids import words
from tilewright.games.my_shelfie.shelf import score_card, score_groups
from tilewright.games.my_shelfie.tables import END_TOKEN

__all__ = ["SeatScore", "score_seat", "score_seats"]


class SeatScore(NamedTuple):
    """The points of one seat, as on a score pad."""

    tokens: int
    end_token: int
    personal: int | None
    """None while the card is hidden."""
    groups: int

    @property
    def total(self) -> int:
        """All points that are known."""
        return self.tokens + self.end_token + (self.personal or 0) + self.groups


def score_seat(state: State, seat: Seat) -> SeatScore:
    """One seat's points if the game ended now."""
    planes = words(state["shelves"][seat])
    card = int(state["cards"][seat])
    return SeatScore(
        tokens=sum(int(tokens[seat]) for tokens in state["tokens"]),
        end_token=END_TOKEN if int(state["end_token"]) == seat + 1 else 0,
        personal=score_card(*planes, card) if card else None,
        groups=score_groups(*planes),
    )


def score_seats(state: State) -> list[SeatScore]:
    """Every seat's points if the game ended now."""
    return [score_seat(state, seat) for seat in range(int(state["players"]))]
