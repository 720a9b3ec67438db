"""Effects of Polyssimo Challenge: the consequences of a move as data; see
docs/reference/scenes.md."""

from __future__ import annotations

from typing import Literal, TypedDict

from tilewright.game import Action, SheetBuffer, State, write_int, write_pair
from tilewright.games.polyssimo.board import find_free_cells, find_hole, get_orientation, get_piece
from tilewright.games.polyssimo.rules import count_cells_left
from tilewright.games.polyssimo.scene import PieceName, Place, count_all_placements, write_cells
from tilewright.games.polyssimo.tables import NUM_PIECES
from tilewright.kernel import called, kernel, popcount, u64


class Draft(TypedDict):
    """Drafting a piece from the pool."""

    kind: Literal["draft"]
    piece: PieceName


class Change(TypedDict):
    """Change in a seat's number of placements."""

    before: int
    after: int


class Placement(TypedDict):
    """Placing a piece, with the change in each seat's number of placements."""

    kind: Literal["place"]
    piece: PieceName
    cells: list[Place]
    left: int
    """The mover's cells left afterwards."""
    places: list[Change]
    outs: list[int]
    """Seats eliminated because they cannot place when it is their turn."""
    holes: list[int]
    """Sizes of the free regions afterwards, ascending."""


Effect = Draft | Placement


@kernel
def write_effect(before: State, action: Action, after: State, buffer: SheetBuffer) -> int:
    """Write the ``Effect`` of an action. Return the number of integers."""
    if action < NUM_PIECES:
        return write_pair(buffer, 0, 0, action)
    players = int(before["players"])
    offset = write_pair(buffer, 0, 1, get_piece(get_orientation(action)))
    offset = write_cells(action, buffer, offset)
    offset = write_int(buffer, offset, count_cells_left(u64(after["hands"][int(before["mover"])])))
    was, now = count_all_placements(before), count_all_placements(after)
    offset = write_int(buffer, offset, players)
    for seat in range(players):
        offset = write_pair(buffer, offset, was[seat], now[seat])
    outs = int(after["out"]) & ~int(before["out"])
    offset = write_int(buffer, offset, popcount(u64(outs)))
    for seat in range(players):
        if (outs >> seat) & 1:
            offset = write_int(buffer, offset, seat)
    return write_holes(after, buffer, offset)


@called
def write_holes(state: State, buffer: SheetBuffer, offset: int) -> int:
    """Write the sizes of the connected regions of free cells, in ascending order.

    Returns:
        The next offset.
    """
    free0, free1, free2 = find_free_cells(state)
    start = offset
    offset = write_int(buffer, offset, 0)
    while (free0 | free1 | free2) != u64(0):
        hole0, hole1, hole2 = find_hole(free0, free1, free2)
        free0 ^= hole0
        free1 ^= hole1
        free2 ^= hole2
        insert_sorted(
            popcount(hole0) + popcount(hole1) + popcount(hole2), buffer, start + 1, offset
        )
        offset += 1
    write_int(buffer, start, offset - start - 1)
    return offset


@kernel
def insert_sorted(size: int, buffer: SheetBuffer, start: int, end: int) -> None:
    """Insert a number into the sorted part of a sheet from ``start`` to ``end - 1``."""
    place = end
    while place > start and int(buffer[place - 1]) > size:
        write_int(buffer, place, int(buffer[place - 1]))
        place -= 1
    write_int(buffer, place, size)
