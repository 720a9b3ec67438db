"""Kernels for a shelf: columns, groups and points. ``state`` explains the bits of a word.

A shelf is given as its three planes. Two words determine its groups: ``right`` has the tiles of the
same type as the one to the right, and ``up`` those of the same type as the one above.
"""

from __future__ import annotations

from typing import NamedTuple

from tilewright.game import Seat, State
from tilewright.games.my_shelfie.grids import Planes, read_planes
from tilewright.games.my_shelfie.state import (
    CARD_PLANES,
    COLUMN_FEET,
    COLUMN_STEP,
    Word,
)
from tilewright.games.my_shelfie.tables import (
    END_TOKEN,
    GROUP_POINTS,
    NUM_TYPES,
    PERSONAL_POINTS,
    SHELF_ROWS,
    TOKENS,
)
from tilewright.kernel import keep_lowest, kernel, popcount, u64


@kernel
def find_open_columns(filled: Word, size: int) -> Word:
    """Return the columns with room for ``size`` tiles, as bits of their bottom places (MS-8)."""
    return u64(~(filled >> (SHELF_ROWS - size))) & u64(COLUMN_FEET)


@kernel
def pack_columns(columns: Word) -> Word:
    """Move the bits of columns from their bottom places to five adjacent bits."""
    packed = columns | (columns >> 6) | (columns >> 12) | (columns >> 18) | (columns >> 24)
    return packed & u64(31)


# --- Groups -------------------------------------------------------------------------------------


@kernel
def match_neighbours(plane0: Word, plane1: Word, plane2: Word, step: int) -> Word:
    """Return the tiles of the same type as their neighbour ``step`` bits higher."""
    differ = (plane0 ^ (plane0 >> step)) | (plane1 ^ (plane1 >> step)) | (plane2 ^ (plane2 >> step))
    return (plane0 | plane1 | plane2) & u64(~differ)


@kernel
def match_adjacent(plane0: Word, plane1: Word, plane2: Word) -> tuple[Word, Word]:
    """Return the tiles of the same type as a neighbour.

    Returns:
        The tiles that equal the one to the right, and the tiles that equal the one above.
    """
    right = match_neighbours(plane0, plane1, plane2, COLUMN_STEP)
    return right, match_neighbours(plane0, plane1, plane2, 1)


@kernel
def match_type(plane0: Word, plane1: Word, plane2: Word, code: int) -> Word:
    """Return the places with a tile of type ``code``.

    Code 0 stands for no tile.
    """
    # 0 - 1 is a word of ones.
    differ = plane0 ^ u64(0 - (code & 1))
    differ |= plane1 ^ u64(0 - ((code >> 1) & 1))
    differ |= plane2 ^ u64(0 - (code >> 2))
    return u64(~differ)


@kernel
def grow_group(start: Word, right: Word, up: Word) -> Word:
    """Return the group that contains the tile ``start``.

    ``right`` and ``up`` are the results of ``match_adjacent``.
    """
    group = start
    while True:
        grown = group | u64((group & right) << COLUMN_STEP) | ((group >> COLUMN_STEP) & right)
        grown |= u64((group & up) << 1) | ((group >> 1) & up)
        if grown == group:
            return group
        group = grown


@kernel
def find_grouped_tiles(right: Word, up: Word) -> Word:
    """Return the tiles that have a neighbour of their type."""
    return right | u64(right << COLUMN_STEP) | up | u64(up << 1)


@kernel
def find_squares(right: Word, up: Word) -> Word:
    """Return the lower left tile of each 2x2 square of one type."""
    return right & (right >> 1) & up


@kernel
def find_inner_tiles(right: Word, up: Word) -> Word:
    """Return the tiles with at least two neighbours of their type.

    Every group of 3 or more tiles has one.
    """
    left = u64(right << COLUMN_STEP)
    down = u64(up << 1)
    return ((right | left) & (up | down)) | (right & left) | (up & down)


@kernel
def count_groups(starts: Word, right: Word, up: Word, min_size: int) -> int:
    """Return the number of groups of at least ``min_size`` tiles that contain one of ``starts``."""
    count = 0
    while starts != u64(0):
        group = grow_group(keep_lowest(starts), right, up)
        starts = starts & u64(~group)
        if popcount(group) >= min_size:
            count += 1
    return count


# --- Points (MS-13) -----------------------------------------------------------------------------


@kernel
def score_groups(plane0: Word, plane1: Word, plane2: Word) -> int:
    """Return the points for all groups on a shelf (MS-13)."""
    right, up = match_adjacent(plane0, plane1, plane2)
    starts = find_inner_tiles(right, up)
    points = 0
    while starts != u64(0):
        group = grow_group(keep_lowest(starts), right, up)
        starts = starts & u64(~group)
        points += GROUP_POINTS[min(popcount(group), 6)]
    return points


@kernel
def match_card(plane0: Word, plane1: Word, plane2: Word, card: int) -> Word:
    """Return the tiles that match a personal card.

    Card 0 is hidden and matches nothing.
    """
    shown0 = u64(CARD_PLANES[card, 0])
    shown1 = u64(CARD_PLANES[card, 1])
    shown2 = u64(CARD_PLANES[card, 2])
    differ = (plane0 ^ shown0) | (plane1 ^ shown1) | (plane2 ^ shown2)
    return (shown0 | shown1 | shown2) & u64(~differ)


@kernel
def score_card(plane0: Word, plane1: Word, plane2: Word, card: int) -> int:
    """Return the points for a personal card, or 0 if it is hidden."""
    return PERSONAL_POINTS[popcount(match_card(plane0, plane1, plane2, card))]


# --- Points of a seat (MS-13), for people to look at ----------------------------------------------


class SeatScore(NamedTuple):
    """The points of one seat, as on a score pad."""

    tokens: int
    end_token: int
    personal: int | None
    """None while the card is hidden."""
    groups: int

    @property
    def total(self) -> int:
        """Sum of all known points."""
        return self.tokens + self.end_token + (self.personal or 0) + self.groups


def score_seat(state: State, seat: Seat) -> SeatScore:
    """Return the points of a seat, as if the game ended now."""
    planes = read_planes(state["shelves"][seat])
    card = int(state["cards"][seat])
    return SeatScore(
        tokens=sum(int(tokens[seat]) for tokens in state["tokens"]),
        end_token=END_TOKEN if int(state["end_token"]) == seat + 1 else 0,
        personal=score_card(*planes, card) if card else None,
        groups=score_groups(*planes),
    )


def list_groups(planes: Planes) -> list[tuple[int, Word]]:
    """Return every group on a shelf, single tiles included, as pairs of item and places."""
    right, up = match_neighbours(*planes, COLUMN_STEP), match_neighbours(*planes, 1)
    groups: list[tuple[int, Word]] = []
    for item in range(NUM_TYPES):
        tiles = match_type(*planes, item + 1)
        while tiles:
            group = grow_group(tiles & -tiles, right, up)
            tiles &= ~group
            groups.append((item, group))
    return groups


def score_group(size: int) -> int:
    """Return the points for a group of ``size`` tiles (MS-13)."""
    return GROUP_POINTS[min(size, len(GROUP_POINTS) - 1)]


def list_tokens_left(state: State, index: int) -> list[int]:
    """Return the points of the tokens left on a goal, the top one first (MS-4, MS-10)."""
    taken = state["tokens"][index].tolist()
    return [points for points in TOKENS[int(state["players"])] if points not in taken]
