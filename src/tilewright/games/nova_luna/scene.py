"""Nova Luna as plain data, for a page that draws it: see docs/reference/scenes.md.

Everything is public but the order of the supply (NL-2), and of that only the size is told.
"""

from __future__ import annotations

from typing import Any

from tilewright.game import Action, Seat, State
from tilewright.games.nova_luna.notation import (
    format_task,
    is_solo,
    list_new_tasks,
    locate_take,
)
from tilewright.games.nova_luna.positions import list_area, list_offered, list_track
from tilewright.games.nova_luna.solo import rules as solo
from tilewright.games.nova_luna.state import (
    ALONE,
    BLOCK,
    COST,
    FINISH,
    MEMBERS,
    NEED,
    NEVER,
    NUM_DIRECTIONS,
    REFILL,
)
from tilewright.games.nova_luna.tables import (
    COLOUR_LETTERS,
    MOST_TASKS,
    NUM_SLOTS,
    SOLO_CHALLENGE,
    SOLO_DISCS_TO_LAY,
    SOLO_PENALTY,
    SOLO_PILES,
    TILES,
    TRACK_SPACES,
    Tile,
)
from tilewright.games.nova_luna.wheel import may_refill

__all__ = ["box", "effect", "scene"]

# By what is fulfilled: the numbers of the tasks.
TASKS_OF = tuple(
    tuple(index for index in range(MOST_TASKS) if fulfilled >> index & 1)
    for fulfilled in range(1 << MOST_TASKS)
)

# By tile: what its tasks ask for, a byte for each colour.
NEEDS = [[need for need in needs if need != NEVER] for needs in NEED.tolist()]
TOPS = 0x80808080


# --- The box ------------------------------------------------------------------------------------


def box() -> dict[str, Any]:
    """The tiles, and how many slots and spaces there are (NL-1, NL-2, NL-11)."""
    return {
        "tiles": [_show_tile(tile) for tile in TILES],
        "slots": NUM_SLOTS,
        "track": TRACK_SPACES,
    }


def _show_tile(tile: Tile) -> dict[str, Any]:
    tasks = [format_task(tile.id, index) for index in range(len(tile.tasks))]
    colour = COLOUR_LETTERS[tile.colour]
    return {"id": tile.id, "colour": colour, "cost": tile.cost, "tasks": tasks}


# --- A position ---------------------------------------------------------------------------------


def scene(state: State) -> dict[str, Any]:
    """The wheel, the track and every area."""
    is_over = bool(state["over"])
    order = list_track(state)
    distances = state["distance"].tolist()
    return {
        "turns": [] if is_over else order,
        "wheel": [tile or None for tile in state["wheel"].tolist()],
        "crescent": int(state["crescent"]),
        "offered": [] if is_over else list_offered(state),
        "supply": int(state["supply_size"]),
        "may_refill": _may_refill(state),
        "track": [{"seat": seat, "distance": distances[seat]} for seat in order],
        "seats": [_show_seat(state, seat) for seat in range(len(order))],
        "solo": _show_solo(state) if is_solo(state) else None,
    }


def _may_refill(state: State) -> bool:
    """NL-7; alone one never may (NLS-2)."""
    return not state["over"] and not is_solo(state) and bool(may_refill(state))


def _show_seat(state: State, seat: Seat) -> dict[str, Any]:
    """A seat's discs, costs and area. The way travelled is what the tiles cost (NL-11)."""
    fulfilled = state["fulfilled"].tolist()
    return {
        "discs": int(state["discs"][seat]),
        "cost": int(state["distance"][seat]),
        "area": [
            {"tile": tile, "x": x, "y": y, "covered": list(TASKS_OF[fulfilled[tile]])}
            for tile, x, y in list_area(state, seat)
        ],
    }


# --- The solo game ------------------------------------------------------------------------------


def _show_solo(state: State) -> dict[str, Any]:
    """Phases and sums (NLS-3 to NLS-8)."""
    phase = int(state["phase"])
    return {
        "phase": phase,
        "first_sum": int(state["first_sum"]) if phase == 2 else None,
        "sum": int(state["distance"][0]),
        "laid": int(solo.count_laid(state)),
        "needed": sum(SOLO_PILES[:phase]),
        "may_finish": bool(solo.may_finish(state)),
        "result": _show_result(state) if state["over"] else None,
    }


def _show_result(state: State) -> dict[str, Any]:
    """The score sheet (NLS-8)."""
    first, second = int(state["first_sum"]), int(solo.sum_costs(state, SOLO_DISCS_TO_LAY))
    return {
        "first": first,
        "first_missing": int(state["first_missing"]) - 1 if state["first_missing"] else None,
        "second": second,
        "second_missing": int(state["discs"][0]),
        "penalty": SOLO_PENALTY,
        "total": first + second,
        "challenge": SOLO_CHALLENGE,
    }


# --- What a move does ---------------------------------------------------------------------------


def effect(before: State, action: Action, after: State) -> dict[str, Any]:
    """What changes with a move; of the tiles that come to the wheel, only their number."""
    if action == FINISH:
        return {"kind": "finish", "sum": int(after["first_sum"]), **_show_refill(before, after)}
    if action == REFILL:
        return {"kind": "refill", **_show_refill(before, after)}
    told = _show_take(before, action, after)
    return told | _show_phase(before, after) if is_solo(before) else told


def _show_refill(before: State, after: State) -> dict[str, Any]:
    """How many tiles come out of the supply (NL-7, NLS-5)."""
    return {"tiles": int(before["supply_size"]) - int(after["supply_size"])}


def _show_take(before: State, action: Action, after: State) -> dict[str, Any]:
    slot, x, y = locate_take(before, action)
    tile = int(before["wheel"][slot])
    return {
        "kind": "take",
        "slot": slot,
        "tile": tile,
        "x": x,
        "y": y,
        "covers": [{"tile": tile, "task": task} for tile, task in list_new_tasks(before, after)],
        "discs": int(after["discs"][int(before["mover"])]),
        "near": _count_near(after, int(before["mover"])),
        "cost": int(COST[tile]),
        **_show_refill(before, after),
    }


def _count_near(state: State, seat: Seat) -> int:
    """The open tasks of a seat that lack but one tile (NL-12)."""
    groups, sides = state["group"].tolist(), state["sides"].tolist()
    near = 0
    for tile, _, _ in list_area(state, seat):
        counts = _count_helpers(groups, sides, tile)
        near += sum(_lacks_one(counts, need) for need in NEEDS[tile])
    return near


def _lacks_one(counts: int, need: int) -> bool:
    """Whether one byte of ``counts`` is one less than that of ``need``, and no other is less."""
    rest = (counts | TOPS) - need
    short = ~rest & TOPS
    return short != 0 and short & (short - 1) == 0 and (rest + (short >> 7)) & TOPS == TOPS


def _count_helpers(groups: list[int], sides: list[int], tile: int) -> int:
    """As ``area.count_helpers``, on plain integers: interpreted, words are far slower."""
    around = {groups[sides[tile] >> 8 * direction & 0xFF] for direction in range(NUM_DIRECTIONS)}
    counts = sum((group & MEMBERS).bit_count() << (group >> BLOCK) for group in around)
    return counts - (int(groups[tile] != int(ALONE[tile])) << (groups[tile] >> BLOCK))


def _show_phase(before: State, after: State) -> dict[str, Any]:
    """The costs so far, and, where the wheel ran empty, the discs missing in phase one (NLS-4)."""
    phase_ends = int(after["phase"]) != int(before["phase"])
    return {
        "sum": int(after["distance"][0]),
        "phase_ends": phase_ends,
        "missing": int(after["first_missing"]) - 1 if phase_ends else None,
    }
