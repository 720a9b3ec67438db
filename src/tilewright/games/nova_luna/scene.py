"""Nova Luna as data, for a page that draws it: see docs/reference/scenes.md.

Everything is public but the order of the supply (NL-2), and of that only the size is told.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from tilewright.game import Action, Figures, Seat, State, put, put_maybe, put_pair
from tilewright.games.nova_luna.area import count_helpers, draw_lowest
from tilewright.games.nova_luna.notation import format_task, is_solo, locate_take
from tilewright.games.nova_luna.rules import get_turn
from tilewright.games.nova_luna.solo.rules import count_laid, may_finish, sum_costs
from tilewright.games.nova_luna.state import COST, FINISH, NEED, NEVER, REFILL, unpack_place
from tilewright.games.nova_luna.tables import (
    COLOUR_LETTERS,
    MOST_TASKS,
    NUM_SLOTS,
    NUM_TILES,
    SOLO_CHALLENGE,
    SOLO_DISCS_TO_LAY,
    SOLO_PENALTY,
    SOLO_PILES,
    TILES,
    TRACK_SPACES,
    Tile,
)
from tilewright.games.nova_luna.wheel import count_choices, find_slot, may_refill
from tilewright.kernel import called, kernel, u64

__all__ = ["Effect", "Scene", "box", "write_effect", "write_scene"]

FIRST_PILE, BOTH_PILES = SOLO_PILES[0], sum(SOLO_PILES)
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


class Disc(TypedDict):
    """A disc on the moon track."""

    seat: int
    distance: int


class LaidTile(TypedDict):
    """A tile of an area; x grows to the right, y upwards."""

    tile: int
    x: int
    y: int
    covered: list[int]
    """The numbers of its covered tasks."""


class SeatScene(TypedDict):
    """A seat's discs, costs and area."""

    discs: int
    cost: int
    area: list[LaidTile]


class SoloResult(TypedDict):
    """The score sheet of the solo game (NLS-8)."""

    first: int
    first_missing: int | None
    """None in a position from the text of an older version."""
    second: int
    second_missing: int
    penalty: int
    """For each disc that is missing."""
    total: int
    challenge: int


class SoloScene(TypedDict):
    """Phases and sums of the solo game (NLS-3 to NLS-8)."""

    phase: int
    first_sum: int | None
    sum: int
    laid: int
    needed: int
    may_finish: bool
    result: SoloResult | None


class Scene(TypedDict):
    """The wheel, the track and every area."""

    turns: list[int]
    wheel: list[int | None]
    crescent: int
    offered: list[int]
    supply: int
    may_refill: bool
    track: list[Disc]
    seats: list[SeatScene]
    solo: SoloScene | None


@kernel
def write_scene(state: State, out: Figures) -> int:
    """A ``Scene``."""
    players = int(state["players"])
    is_over = int(state["over"])
    at = put(out, 0, 0 if is_over else players)
    if not is_over:
        for place in range(players):
            at = put(out, at, find_seat(state, place))
    at = put_wheel(state, out, at)
    at = put(out, at, players)
    for place in range(players):
        seat = find_seat(state, place)
        at = put_pair(out, at, seat, int(state["distance"][seat]))
    at = put(out, at, players)
    for seat in range(players):
        at = put_seat(state, seat, out, at)
    if not is_solo(state):
        return put(out, at, 0)
    return put_solo(state, out, put(out, at, 1))


@called
def find_seat(state: State, place: int) -> Seat:
    """The seat that is at a place of the track, 0 for the one that moves first (NL-5)."""
    players = int(state["players"])
    for seat in range(players):
        turn = get_turn(state, seat)
        ahead = 0
        for other in range(players):
            ahead += int(get_turn(state, other) < turn)
        if ahead == place:
            return seat
    return 0


@called
def put_wheel(state: State, out: Figures, at: int) -> int:
    """From ``wheel`` to ``may_refill``: nobody refills alone (NL-7, NLS-2)."""
    wheel = state["wheel"]
    at = put(out, at, NUM_SLOTS)
    for slot in range(NUM_SLOTS):
        tile = int(wheel[slot])
        at = put_maybe(out, at, tile != 0, tile)
    at = put(out, at, int(state["crescent"]))
    is_over = int(state["over"])
    choices = 0 if is_over else count_choices(state)
    at = put(out, at, choices)
    for choice in range(choices):
        at = put(out, at, find_slot(state, choice))
    at = put(out, at, int(state["supply_size"]))
    may = 0 if is_over or is_solo(state) else may_refill(state)
    return put(out, at, may)


@called
def put_seat(state: State, seat: Seat, out: Figures, at: int) -> int:
    """A ``SeatScene``. The way travelled is what the tiles cost (NL-11)."""
    places, fulfilled = state["place"], state["fulfilled"]
    at = put_pair(out, at, int(state["discs"][seat]), int(state["distance"][seat]))
    area = at
    at = put(out, at, 0)
    count = 0
    low, high = u64(state["area"][seat, 0]), u64(state["area"][seat, 1])
    while (low | high) != u64(0):
        tile, low, high = draw_lowest(low, high)
        x, y = unpack_place(seat, int(places[tile]))
        at = put_pair(out, put(out, at, tile), x, y)
        at = put_covered(int(fulfilled[tile]), out, at)
        count += 1
    put(out, area, count)
    return at


@kernel
def put_covered(fulfilled: int, out: Figures, at: int) -> int:
    """The numbers of the covered tasks."""
    first = at + 1
    end = first
    for task in range(MOST_TASKS):
        if (fulfilled >> task) & 1:
            end = put(out, end, task)
    put(out, at, end - first)
    return end


@called
def put_solo(state: State, out: Figures, at: int) -> int:
    """A ``SoloScene``."""
    phase = int(state["phase"])
    at = put(out, at, phase)
    at = put_maybe(out, at, phase == 2, int(state["first_sum"]))
    at = put(out, at, int(state["distance"][0]))
    at = put(out, at, count_laid(state))
    at = put(out, at, FIRST_PILE if phase == 1 else BOTH_PILES)
    at = put(out, at, may_finish(state))
    if int(state["over"]) == 0:
        return put(out, at, 0)
    first = int(state["first_sum"])
    second = sum_costs(state, SOLO_DISCS_TO_LAY)
    missing = int(state["first_missing"])
    at = put_pair(out, at, 1, first)
    at = put_maybe(out, at, missing != 0, missing - 1)
    at = put_pair(out, at, second, int(state["discs"][0]))
    return put(out, put_pair(out, at, SOLO_PENALTY, first + second), SOLO_CHALLENGE)


# --- What a move does ---------------------------------------------------------------------------


class TaskOf(TypedDict):
    """A task, by its tile and its number there."""

    tile: int
    task: int


class Take(TypedDict):
    """A tile that is taken and laid."""

    kind: Literal["take"]
    slot: int
    tile: int
    x: int
    y: int
    covers: list[TaskOf]
    """The tasks that come true."""
    discs: int
    """Left after it."""
    near: int
    """Open tasks that lack but one tile after it (NL-12)."""
    cost: int
    tiles: int
    """How many come from the supply after it."""
    sum: NotRequired[int]
    """Solo: the costs so far."""
    phase_ends: NotRequired[bool]
    """Solo: whether it ends phase one, the wheel having run empty (NLS-4)."""
    missing: NotRequired[int | None]
    """Solo: the discs that were missing then."""


class Refill(TypedDict):
    """The wheel is filled before taking (NL-7)."""

    kind: Literal["refill"]
    tiles: int


class Finish(TypedDict):
    """Phase one of the solo game is ended (NLS-3)."""

    kind: Literal["finish"]
    sum: int
    tiles: int


Effect = Take | Refill | Finish


@kernel
def write_effect(before: State, action: Action, after: State, out: Figures) -> int:
    """An ``Effect``; of the tiles that come to the wheel, only their number (NL-7, NLS-5)."""
    tiles = int(before["supply_size"]) - int(after["supply_size"])
    if action == FINISH:
        return put_pair(out, put(out, 0, 2), int(after["first_sum"]), tiles)
    if action == REFILL:
        return put_pair(out, 0, 1, tiles)
    at = put_take(before, action, after, out, put(out, 0, 0))
    return put_phase(before, after, out, put(out, at, tiles))


@called
def put_take(before: State, action: Action, after: State, out: Figures, at: int) -> int:
    """A ``Take`` up to its cost."""
    seat = int(before["mover"])
    slot, x, y = locate_take(before, action)
    tile = int(before["wheel"][slot])
    at = put_pair(out, put_pair(out, at, slot, tile), x, y)
    at = put_new_tasks(before, after, out, at)
    at = put_pair(out, at, int(after["discs"][seat]), count_near(after, seat))
    return put(out, at, int(COST[tile]))


@kernel
def put_new_tasks(before: State, after: State, out: Figures, at: int) -> int:
    """What was fulfilled between two states, as ``TaskOf`` (NL-15)."""
    old, new = before["fulfilled"], after["fulfilled"]
    start = at
    at = put(out, at, 0)
    count = 0
    for tile in range(1, NUM_TILES + 1):
        tasks = int(new[tile]) & ~int(old[tile])
        if tasks:
            for task in range(MOST_TASKS):
                if (tasks >> task) & 1:
                    at = put_pair(out, at, tile, task)
                    count += 1
    put(out, start, count)
    return at


@called
def count_near(state: State, seat: Seat) -> int:
    """The open tasks of a seat that lack but one tile (NL-12)."""
    near = 0
    low, high = u64(state["area"][seat, 0]), u64(state["area"][seat, 1])
    while (low | high) != u64(0):
        tile, low, high = draw_lowest(low, high)
        counts = count_helpers(state, tile)
        for task in range(MOST_TASKS):
            need = int(NEED[tile, task])
            if need != NEVER:
                near += lacks_one(counts, need)
    return near


@kernel
def lacks_one(counts: int, need: int) -> int:
    """1 if one byte of ``counts`` is one less than that of ``need``, and no other is less."""
    rest = (counts | TOPS) - need
    short = ~rest & TOPS
    if short == 0 or short & (short - 1) != 0:
        return 0
    return int((rest + (short >> 7)) & TOPS == TOPS)


@kernel
def put_phase(before: State, after: State, out: Figures, at: int) -> int:
    """The keys of a ``Take`` that only the solo game has."""
    if not is_solo(before):
        return put(out, put_pair(out, at, 0, 0), 0)
    ends = int(after["phase"]) != int(before["phase"])
    at = put_pair(out, at, 1, int(after["distance"][0]))
    at = put_pair(out, at, 1, int(ends))
    return put_maybe(out, put(out, at, 1), ends, int(after["first_missing"]) - 1)
