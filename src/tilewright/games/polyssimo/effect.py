"""Effects of Polyssimo Challenge: the consequences of a move as data; see
docs/reference/scenes.md."""

from __future__ import annotations

from typing import Literal, TypedDict

from tilewright.game import Action, Figures, State, put, put_pair
from tilewright.games.polyssimo.board import find_hole, free_cells, orientation_of, piece_of
from tilewright.games.polyssimo.rules import cells_left
from tilewright.games.polyssimo.scene import PieceName, Place, count_places, put_cells
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
def write_effect(before: State, action: Action, after: State, out: Figures) -> int:
    """Write an ``Effect``."""
    if action < NUM_PIECES:
        return put_pair(out, 0, 0, action)
    players = int(before["players"])
    at = put_pair(out, 0, 1, piece_of(orientation_of(action)))
    at = put_cells(action, out, at)
    at = put(out, at, cells_left(u64(after["hands"][int(before["mover"])])))
    was, now = count_places(before), count_places(after)
    at = put(out, at, players)
    for seat in range(players):
        at = put_pair(out, at, was[seat], now[seat])
    outs = int(after["out"]) & ~int(before["out"])
    at = put(out, at, popcount(u64(outs)))
    for seat in range(players):
        if (outs >> seat) & 1:
            at = put(out, at, seat)
    return put_holes(after, out, at)


@called
def put_holes(state: State, out: Figures, at: int) -> int:
    """Write the sizes of the connected regions of free cells, in ascending order."""
    free0, free1, free2 = free_cells(state)
    start = at
    at = put(out, at, 0)
    while (free0 | free1 | free2) != u64(0):
        hole0, hole1, hole2 = find_hole(free0, free1, free2)
        free0 ^= hole0
        free1 ^= hole1
        free2 ^= hole2
        insert_sorted(popcount(hole0) + popcount(hole1) + popcount(hole2), out, start + 1, at)
        at += 1
    put(out, start, at - start - 1)
    return at


@kernel
def insert_sorted(size: int, out: Figures, start: int, end: int) -> None:
    """Insert a number into a sorted range of a sheet, which ends before ``end``."""
    place = end
    while place > start and int(out[place - 1]) > size:
        put(out, place, int(out[place - 1]))
        place -= 1
    put(out, place, size)
