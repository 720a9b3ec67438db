"""Answers of the kernels to the questions of the conformance vectors, as plain JSON data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tilewright.game import State
from tilewright.games.my_shelfie.goals import fulfils_goal
from tilewright.games.my_shelfie.grids import parse_room, parse_shelf
from tilewright.games.my_shelfie.room import (
    find_free_tiles,
    find_pairs_down,
    find_pairs_right,
    find_triples_down,
    find_triples_right,
)
from tilewright.games.my_shelfie.shelf import score_card, score_groups
from tilewright.games.my_shelfie.state import KINDS, LINE_AT, LINES
from tilewright.games.my_shelfie.tables import CARDS, GOALS
from tilewright.games.nova_luna.area_text import lay_connected_tiles
from tilewright.games.nova_luna.positions import list_offered_slots
from tilewright.games.nova_luna.state import STATE
from tilewright.games.nova_luna.tables import TILES
from tilewright.games.nova_luna.wheel import may_refill, refill_wheel
from tilewright.games.polyssimo.board import FREE, append_placements, list_cells, parse_piece
from tilewright.games.polyssimo.pieces import ORIENTATION_START
from tilewright.games.polyssimo.state import BAND_CELLS, FULL_BAND, MAX_LEGAL
from tilewright.games.polyssimo.tables import COLUMNS

Answerer = Callable[[Mapping[str, Any]], dict[str, Any]]


def answer_goals(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the goals that a shelf fulfils and its points (MS-13, MS-15)."""
    planes = parse_shelf(question["shelf"])
    return {
        "goals": {
            goal.key: bool(fulfils_goal(*planes, number)) for number, goal in enumerate(GOALS, 1)
        },
        "adjacency_points": int(score_groups(*planes)),
        "personal": {
            str(card): int(score_card(*planes, card)) for card in range(1, len(CARDS) + 1)
        },
    }


def answer_picks(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return all takes of at most `max` tiles from a living room, sorted (MS-7, MS-8)."""
    room0, room1, room2 = parse_room(question["board"])
    free = find_free_tiles(room0 | room1 | room2)
    right, down = find_pairs_right(free), find_pairs_down(free)
    starts = (free, right, down, find_triples_right(right), find_triples_down(down))
    picks = [
        [list(cell) for cell in LINES[LINE_AT[kind, bit]].cells]
        for kind, word in enumerate(starts)
        if KINDS[kind][0] <= question["max"]
        for bit in range(word.bit_length())
        if word >> bit & 1
    ]
    return {"picks": sorted(picks)}


def answer_tasks(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tasks that an area fulfils; the first tile is its origin (NL-12 to NL-14)."""
    state: State = np.zeros(1, dtype=STATE)[0]
    _, start_x, start_y = question["tiles"][0]
    places = {(x - start_x, y - start_y): tile_id for tile_id, x, y in question["tiles"]}
    assert not lay_connected_tiles(state, 0, places)
    fulfilled = [
        [tile.id, index]
        for tile in TILES
        for index in range(len(tile.tasks))
        if int(state["fulfilled"][tile.id]) >> index & 1
    ]
    return {"fulfilled": fulfilled}


def answer_wheel(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the wheel offers before and after a refill (NL-7, NL-8, NL-17)."""
    state: State = np.zeros(1, dtype=STATE)[0]
    state["crescent"] = question["crescent"]
    for slot, tile_id in enumerate(question["wheel"]):
        if tile_id is not None:
            state["wheel"][slot] = tile_id
            state["occupied"] = int(state["occupied"]) | 1 << slot
    supply = question["supply"]
    state["supply"][: len(supply)] = supply[::-1]
    state["supply_size"] = len(supply)

    is_empty, has_supply = not state["occupied"], bool(supply)
    refill = "must" if is_empty and has_supply else "may" if may_refill(state) else "no"
    answer: dict[str, Any] = {"takeable": list_offered_slots(state), "refill": refill}
    if refill != "no":
        refill_wheel(state)
        answer["after_refill"] = [int(tile_id) or None for tile_id in state["wheel"]]
        answer["supply_left"] = int(state["supply_size"])
        answer["takeable_after"] = list_offered_slots(state)
    answer["game_over"] = is_empty and not has_supply
    return answer


def answer_moves(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the placements of a piece on a board, turned and flipped (PC-1, PC-3)."""
    free = sum(
        1 << (COLUMNS * row + column)
        for row, line in enumerate(question["board"])
        for column, mark in enumerate(line)
        if mark == FREE
    )
    bands = free & FULL_BAND, free >> BAND_CELLS & FULL_BAND, free >> 2 * BAND_CELLS
    piece = parse_piece(question["piece"])
    out = np.zeros(MAX_LEGAL, dtype=np.int32)
    count = 0
    for orientation in range(ORIENTATION_START[piece], ORIENTATION_START[piece + 1]):
        count = append_placements(*bands, orientation, out, count)
    placements = sorted([list(cell) for cell in list_cells(int(action))] for action in out[:count])
    return {"count": count, "placements": placements}
