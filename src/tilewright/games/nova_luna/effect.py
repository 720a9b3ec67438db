"""Effects of Nova Luna: the consequences of a move as data; see docs/reference/scenes.md."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from tilewright.game import Action, Seat, SheetBuffer, State, write_int, write_optional, write_pair
from tilewright.games.nova_luna.area import count_adjacent_tiles, pop_lowest
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
def write_effect(before: State, action: Action, after: State, buffer: SheetBuffer) -> int:
    """Write the ``Effect`` of an action. Return the number of integers.

    The effect does not reveal the tiles drawn to the wheel (NL-7, NLS-5).
    """
    tiles = int(before["supply_size"]) - int(after["supply_size"])
    if action == FINISH:
        return write_pair(buffer, write_int(buffer, 0, 2), int(after["first_sum"]), tiles)
    if action == REFILL:
        return write_pair(buffer, 0, 1, tiles)
    offset = write_take(before, action, after, buffer, write_int(buffer, 0, 0))
    return write_solo_keys(before, after, buffer, write_int(buffer, offset, tiles))


@called
def write_take(
    before: State, action: Action, after: State, buffer: SheetBuffer, offset: int
) -> int:
    """Write the keys ``slot`` to ``cost`` of a ``Take``. Return the next offset."""
    seat = int(before["mover"])
    slot, x, y = locate_take(before, action)
    tile = int(before["wheel"][slot])
    offset = write_pair(buffer, write_pair(buffer, offset, slot, tile), x, y)
    offset = write_new_tasks(before, after, buffer, offset)
    offset = write_pair(
        buffer, offset, int(after["discs"][seat]), count_tasks_one_short(after, seat)
    )
    return write_int(buffer, offset, int(COST[tile]))


@kernel
def write_new_tasks(before: State, after: State, buffer: SheetBuffer, offset: int) -> int:
    """Write the tasks that an action fulfilled, as a list of ``TaskOf`` (NL-15).

    Returns:
        The next offset.
    """
    old, new = before["fulfilled"], after["fulfilled"]
    start = offset
    offset = write_int(buffer, offset, 0)
    count = 0
    for tile in range(1, NUM_TILES + 1):
        tasks = int(new[tile]) & ~int(old[tile])
        if tasks:
            for task in range(MOST_TASKS):
                if (tasks >> task) & 1:
                    offset = write_pair(buffer, offset, tile, task)
                    count += 1
    write_int(buffer, start, count)
    return offset


@called
def count_tasks_one_short(state: State, seat: Seat) -> int:
    """Return the number of a seat's open tasks that lack exactly one tile (NL-12)."""
    near = 0
    low, high = u64(state["area"][seat, 0]), u64(state["area"][seat, 1])
    while (low | high) != u64(0):
        tile, low, high = pop_lowest(low, high)
        counts = count_adjacent_tiles(state, tile)
        for task in range(MOST_TASKS):
            need = int(NEED[tile, task])
            if need != NEVER:
                near += is_one_short(counts, need)
    return near


@kernel
def is_one_short(counts: int, need: int) -> int:
    """Return 1 if ``counts`` lacks exactly one tile of ``need``, else 0.

    Both are packed by colour.
    """
    rest = (counts | TOPS) - need
    short = ~rest & TOPS
    if short == 0 or short & (short - 1) != 0:
        return 0
    return int((rest + (short >> 7)) & TOPS == TOPS)


@kernel
def write_solo_keys(before: State, after: State, buffer: SheetBuffer, offset: int) -> int:
    """Write the keys of a ``Take`` that only the solo game has. Return the next offset."""
    if not is_solo(before):
        return write_int(buffer, write_pair(buffer, offset, 0, 0), 0)
    ends = int(after["phase"]) != int(before["phase"])
    offset = write_pair(buffer, offset, 1, int(after["distance"][0]))
    offset = write_pair(buffer, offset, 1, int(ends))
    return write_optional(
        buffer, write_int(buffer, offset, 1), ends, int(after["first_missing"]) - 1
    )
