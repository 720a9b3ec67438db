"""Where a seat's points come from (MS-13), for people to look at."""

from __future__ import annotations

from typing import NamedTuple

from tilewright.game import Seat, State
from tilewright.games.my_shelfie.grids import Planes, words
from tilewright.games.my_shelfie.shelf import (
    grow_group,
    match_step,
    match_type,
    score_card,
    score_groups,
)
from tilewright.games.my_shelfie.state import COLUMN_STEP, Word
from tilewright.games.my_shelfie.tables import END_TOKEN, GROUP_POINTS, NUM_TYPES, TOKENS


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
    """Return one seat's points if the game ended now."""
    planes = words(state["shelves"][seat])
    card = int(state["cards"][seat])
    return SeatScore(
        tokens=sum(int(tokens[seat]) for tokens in state["tokens"]),
        end_token=END_TOKEN if int(state["end_token"]) == seat + 1 else 0,
        personal=score_card(*planes, card) if card else None,
        groups=score_groups(*planes),
    )


def find_groups(planes: Planes) -> list[tuple[int, Word]]:
    """Return every group on a shelf: its item and its places (MS-13)."""
    right, up = match_step(*planes, COLUMN_STEP), match_step(*planes, 1)
    groups: list[tuple[int, Word]] = []
    for item in range(NUM_TYPES):
        tiles = match_type(*planes, item + 1)
        while tiles:
            group = grow_group(tiles & -tiles, right, up)
            tiles &= ~group
            groups.append((item, group))
    return groups


def score_group(size: int) -> int:
    """Return the points for a group of `size` tiles (MS-13)."""
    return GROUP_POINTS[min(size, len(GROUP_POINTS) - 1)]


def list_stack(state: State, index: int) -> list[int]:
    """List the tokens that still lie on a goal, the top one first (MS-4, MS-10)."""
    taken = state["tokens"][index].tolist()
    return [points for points in TOKENS[int(state["players"])] if points not in taken]
