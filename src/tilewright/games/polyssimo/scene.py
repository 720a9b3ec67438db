"""Polyssimo Challenge as plain data, for a page that draws it: see docs/reference/scenes.md.

Nothing is hidden in this game.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from tilewright.game import Action, Seat, State
from tilewright.games.polyssimo.board import orientation_of
from tilewright.games.polyssimo.cells import Cell, pieces_in, placed_cells
from tilewright.games.polyssimo.pieces import (
    ANCHOR_COLUMNS,
    ORIENTATIONS,
    PIECE_IDS,
    drawn_cells,
    find_orientation,
)
from tilewright.games.polyssimo.rules import cells_left
from tilewright.games.polyssimo.state import ASKED, BAND_CELLS, HEXOMINOES
from tilewright.games.polyssimo.tables import COLUMNS, NUM_CELLS, NUM_PIECES, PIECES, ROWS

__all__ = ["box", "count_ways", "effect", "find_holes", "free_cells", "scene"]


# --- The box ------------------------------------------------------------------------------------


def box() -> dict[str, Any]:
    """The board and the pieces in all their turns and flips (PC-1)."""
    pieces = [_show_piece(piece) for piece in range(NUM_PIECES)]
    return {"rows": ROWS, "columns": COLUMNS, "pieces": pieces}


def _show_piece(piece: int) -> dict[str, Any]:
    """A piece; its first shape is the one that is drawn in the docs."""
    drawn = find_orientation(piece, drawn_cells(PIECES[piece]))
    ways = [number for number, way in enumerate(ORIENTATIONS) if way.piece == piece]
    ways.sort(key=lambda number: number != drawn)
    return {
        "name": PIECE_IDS[piece],
        "size": PIECES[piece].size,
        "shapes": [_as_lists(ORIENTATIONS[number].cells) for number in ways],
        "turn": [ways.index(_turned(number)) for number in ways],
        "flip": [ways.index(_flipped(number)) for number in ways],
    }


def _turned(number: int) -> int:
    """The orientation a quarter turn clockwise."""
    way = ORIENTATIONS[number]
    turned = find_orientation(way.piece, [(column, -row) for row, column in way.cells])
    assert turned is not None
    return turned


def _flipped(number: int) -> int:
    """The orientation mirrored, left for right."""
    way = ORIENTATIONS[number]
    flipped = find_orientation(way.piece, [(row, -column) for row, column in way.cells])
    assert flipped is not None
    return flipped


def _as_lists(cells: Iterable[Cell]) -> list[list[int]]:
    return [list(cell) for cell in cells]


# --- A position ---------------------------------------------------------------------------------


def scene(state: State) -> dict[str, Any]:
    """The board, the pool and every seat's pieces."""
    lies = state["lies"].tolist()
    places = _count_places(state)
    return {
        "turns": _list_turns(state, places),
        "phase": _name_phase(state),
        "placed": [
            {"piece": PIECE_IDS[piece], "cells": _as_lists(placed_cells(action))}
            for piece, action in enumerate(lies)
            if action
        ],
        "pool": _names(int(state["pool"])),
        "seats": [_show_seat(state, seat, places[seat]) for seat in range(int(state["players"]))],
    }


def _name_phase(state: State) -> str:
    if state["over"]:
        return "over"
    return "draft" if state["pool"] else "place"


def _names(mask: int) -> list[str]:
    return [PIECE_IDS[piece] for piece in pieces_in(mask)]


def _show_seat(state: State, seat: Seat, places: int | None) -> dict[str, Any]:
    hand = int(state["hands"][seat])
    return {
        "pieces": _names(hand),
        "left": int(cells_left(hand)),
        "hexominoes": (hand & HEXOMINOES).bit_count(),
        "must": int(state["least"][seat]) & ~ASKED,
        "out": bool(int(state["out"]) >> seat & 1),
        "places": places,
    }


def _list_turns(state: State, places: list[int | None]) -> list[Seat]:
    """Whose turns come next: one round, or less where seats are, or are bound to be, out.

    Clockwise in the draft; whoever drafts last begins the placing, counter-clockwise (PC-2, PC-3).
    """
    if state["over"]:
        return []
    players, mover = int(state["players"]), int(state["mover"])
    picks = min(int(state["pool"]).bit_count(), players)
    drafting = [(mover + step) % players for step in range(picks)]
    first = drafting[-1] if drafting else mover
    placing = [(first - step) % players for step in range(players - picks)]
    return drafting + [seat for seat in placing if places[seat] != 0]


# --- Where pieces fit ---------------------------------------------------------------------------
#
# The board is one number here, cell 0 its lowest bit: on such, interpreted, shifts are quick. What
# is shifted in from beyond the last row is 0, so only the sides of the board need a guard.

_IN_ALL_BANDS = sum(1 << BAND_CELLS * band for band in range(3))
# By piece and orientation: the anchors that leave it inside the board, and its steps.
_WAYS = tuple(
    [
        (int(columns) * _IN_ALL_BANDS, way.steps)
        for way, columns in zip(ORIENTATIONS, ANCHOR_COLUMNS, strict=True)
        if way.piece == piece
    ]
    for piece in range(NUM_PIECES)
)
_LONGEST_STEP = max(steps[-1] for ways in _WAYS for _, steps in ways)
_EVERYWHERE = (1 << NUM_CELLS) - 1
_FIRST_COLUMN = sum(1 << COLUMNS * row for row in range(ROWS))
_LAST_COLUMN = _FIRST_COLUMN << COLUMNS - 1


def free_cells(state: State) -> int:
    """The board as one number."""
    low, middle, high = state["board"].tolist()
    return _EVERYWHERE & ~(low | middle << BAND_CELLS | high << 2 * BAND_CELLS)


@lru_cache(maxsize=64)  # of all previews of a turn, the board before them is the same
def count_ways(free: int, pieces: int) -> dict[int, int]:
    """In how many ways each of some pieces fits, as ``board.count_placements`` has it."""
    ahead = [free >> step for step in range(_LONGEST_STEP + 1)]
    return {piece: _count_fits(ahead, piece) for piece in pieces_in(pieces)}


def _count_fits(ahead: list[int], piece: int) -> int:
    """``ahead``: the free cells moved back by each step, as in ``board``."""
    count = 0
    for anchors, steps in _WAYS[piece]:
        for step in steps:
            anchors &= ahead[step]
        count += anchors.bit_count()
    return count


def _count_places(state: State) -> list[int | None]:
    """How many placements each seat has, None in the draft."""
    hands = state["hands"].tolist()[: int(state["players"])]
    if state["pool"]:
        return [None] * len(hands)
    ways = count_ways(free_cells(state), sum(hands))
    return [sum(ways[piece] for piece in pieces_in(hand)) for hand in hands]


def find_holes(free: int) -> list[int]:
    """The sizes of the regions of free cells, ascending."""
    sizes = []
    while free:
        hole = _grow(free & -free, free)
        free ^= hole
        sizes.append(hole.bit_count())
    return sorted(sizes)


def _grow(hole: int, free: int) -> int:
    """The whole region of free cells around some of them."""
    while True:
        sides = (hole & ~_LAST_COLUMN) << 1 | (hole & ~_FIRST_COLUMN) >> 1
        grown = (hole | sides | hole << COLUMNS | hole >> COLUMNS) & free
        if grown == hole:
            return hole
        hole = grown


# --- What a move does ---------------------------------------------------------------------------


def effect(before: State, action: Action, after: State) -> dict[str, Any]:
    """A piece taken from the pool, or what a placement leaves to everybody."""
    if action < NUM_PIECES:
        return {"kind": "draft", "piece": PIECE_IDS[action]}
    outs = int(after["out"]) & ~int(before["out"])
    counts = zip(_count_places(before), _count_places(after), strict=True)
    return {
        "kind": "place",
        "piece": PIECE_IDS[ORIENTATIONS[orientation_of(action)].piece],
        "cells": _as_lists(placed_cells(action)),
        "left": int(cells_left(int(after["hands"][int(before["mover"])]))),
        "places": [{"before": was, "after": now} for was, now in counts],
        "outs": [seat for seat in range(int(after["players"])) if outs >> seat & 1],
        "holes": find_holes(free_cells(after)),
    }
