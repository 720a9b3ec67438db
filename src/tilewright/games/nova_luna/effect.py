"""Effects of Nova Luna: the consequences of a move as data; see docs/reference/scenes.md."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from tilewright.game import Action, Figures, Seat, State, put, put_optional, put_pair
from tilewright.games.nova_luna.area import count_adjacent, draw_lowest
from tilewright.games.nova_luna.notation import is_solo, locate_take
from tilewright.games.nova_luna.state import COST, FINISH, NEED, NEVER, REFILL
from tilewright.games.nova_luna.tables import MOST_TASKS, NUM_TILES
from tilewright.kernel import called, kernel, u64

TOPS = 0x80808080


class TaskOf(TypedDict):
    """A task, identified by its tile and its index there."""

    tile: int
    task: int


class Take(TypedDict):
    """Taking and laying a tile."""

    kind: Literal["take"]
    slot: int
    tile: int
    x: int
    y: int
    covers: list[TaskOf]
    """The tasks that it fulfils."""
    discs: int
    """Discs left afterwards."""
    near: int
    """Open tasks that then lack only one tile (NL-12)."""
    cost: int
    tiles: int
    """Number of tiles that are then drawn from the supply."""
    sum: NotRequired[int]
    """Solo: the costs so far."""
    phase_ends: NotRequired[bool]
    """Solo: True if it ends phase one by emptying the wheel (NLS-4)."""
    missing: NotRequired[int | None]
    """Solo: discs missing at the end of phase one."""


class Refill(TypedDict):
    """Refilling the wheel before taking a tile (NL-7)."""

    kind: Literal["refill"]
    tiles: int


class Finish(TypedDict):
    """Ending phase one of the solo game (NLS-3)."""

    kind: Literal["finish"]
    sum: int
    tiles: int


Effect = Take | Refill | Finish


@kernel
def write_effect(before: State, action: Action, after: State, out: Figures) -> int:
    """Write an ``Effect``; of tiles drawn to the wheel, it reveals only the number (NL-7,
    NLS-5)."""
    tiles = int(before["supply_size"]) - int(after["supply_size"])
    if action == FINISH:
        return put_pair(out, put(out, 0, 2), int(after["first_sum"]), tiles)
    if action == REFILL:
        return put_pair(out, 0, 1, tiles)
    at = put_take(before, action, after, out, put(out, 0, 0))
    return put_phase(before, after, out, put(out, at, tiles))


@called
def put_take(before: State, action: Action, after: State, out: Figures, at: int) -> int:
    """Write the keys of a ``Take`` up to ``cost``."""
    seat = int(before["mover"])
    slot, x, y = locate_take(before, action)
    tile = int(before["wheel"][slot])
    at = put_pair(out, put_pair(out, at, slot, tile), x, y)
    at = put_new_tasks(before, after, out, at)
    at = put_pair(out, at, int(after["discs"][seat]), count_tasks_one_short(after, seat))
    return put(out, at, int(COST[tile]))


@kernel
def put_new_tasks(before: State, after: State, out: Figures, at: int) -> int:
    """Write the tasks that were fulfilled between two states, as ``TaskOf`` (NL-15)."""
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
def count_tasks_one_short(state: State, seat: Seat) -> int:
    """Return the number of a seat's open tasks that lack exactly one tile (NL-12)."""
    near = 0
    low, high = u64(state["area"][seat, 0]), u64(state["area"][seat, 1])
    while (low | high) != u64(0):
        tile, low, high = draw_lowest(low, high)
        counts = count_adjacent(state, tile)
        for task in range(MOST_TASKS):
            need = int(NEED[tile, task])
            if need != NEVER:
                near += is_one_short(counts, need)
    return near


@kernel
def is_one_short(counts: int, need: int) -> int:
    """Return 1 if ``counts`` falls short of ``need`` by 1 in exactly one byte, else 0."""
    rest = (counts | TOPS) - need
    short = ~rest & TOPS
    if short == 0 or short & (short - 1) != 0:
        return 0
    return int((rest + (short >> 7)) & TOPS == TOPS)


@kernel
def put_phase(before: State, after: State, out: Figures, at: int) -> int:
    """Write the keys of a ``Take`` that exist only in the solo game."""
    if not is_solo(before):
        return put(out, put_pair(out, at, 0, 0), 0)
    ends = int(after["phase"]) != int(before["phase"])
    at = put_pair(out, at, 1, int(after["distance"][0]))
    at = put_pair(out, at, 1, int(ends))
    return put_optional(out, put(out, at, 1), ends, int(after["first_missing"]) - 1)
