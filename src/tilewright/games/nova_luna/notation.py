"""Moves as text. For positions as text see ``positions``.

    7@1,-2     take the tile in slot 7, lay it at x = 1, y = -2; y increases upwards
    refill     fill the wheel before taking (NL-7)
    finish     end phase one of the solo game (NLS-3)

A player's first tile is at 0,0.
"""

from __future__ import annotations

import re

import numpy as np

from tilewright.errors import GameOver, IllegalMove, TextError
from tilewright.game import (
    Action,
    MoveFormatter,
    SheetBuffer,
    Sign,
    State,
    encode_ascii,
    write_ascii,
    write_decimal,
    write_int,
)
from tilewright.games.nova_luna import rules
from tilewright.games.nova_luna.area import (
    count_tiles,
    find_lowest_neighbour,
    find_neighbours,
    get_neighbour,
)
from tilewright.games.nova_luna.positions import (
    format_position,
    list_offered_slots,
    parse_position,
)
from tilewright.games.nova_luna.rules import get_place_of_take
from tilewright.games.nova_luna.solo import rules as solo
from tilewright.games.nova_luna.state import (
    FINISH,
    NUM_DIRECTIONS,
    REFILL,
    TAKES_PER_CHOICE,
    pack_place,
    unpack_place,
)
from tilewright.games.nova_luna.tables import (
    COLOUR_LETTERS,
    COLOURS,
    MOST_TASKS,
    MOST_TILES_TO_REFILL,
    NUM_SLOTS,
    NUM_TILES,
    SOLO_PILES,
    TILES,
)
from tilewright.games.nova_luna.wheel import find_offered_slot
from tilewright.kernel import kernel
from tilewright.text import quote

__all__ = [
    "FINISH_WORD",
    "REFILL_WORD",
    "SIGNS",
    "describe_move",
    "describe_tile",
    "format_move",
    "format_position",
    "format_task",
    "is_solo",
    "list_newly_fulfilled",
    "locate_take",
    "parse_move",
    "parse_position",
]

MAX_MOVE = 20
REFILL_WORD, FINISH_WORD = "refill", "finish"
REFILL_CODES, FINISH_CODES = encode_ascii(REFILL_WORD), encode_ascii(FINISH_WORD)
AT, COMMA = ord("@"), ord(",")
_TAKE = re.compile(r"^([0-9]{1,2})@(-?[0-9]{1,3}),(-?[0-9]{1,3})$")
SIGNS = (
    Sign("TAKE", _TAKE, "Slot, x and y."),
    Sign("REFILL", REFILL_WORD, "Fill the wheel before taking (NL-7)."),
    Sign("FINISH", FINISH_WORD, "End phase one of the solo game (NLS-3)."),
)


# --- Writing ------------------------------------------------------------------------------------


@kernel
def is_solo(state: State) -> bool:
    """Return True if this is a solo game (NLS-1)."""
    return int(state["players"]) == 1


@kernel
def locate_take(state: State, action: Action) -> tuple[int, int, int]:
    """Return the slot of the tile that an action takes, and the x and y of its place."""
    place = get_place_of_take(state, action % TAKES_PER_CHOICE)
    x, y = unpack_place(int(state["mover"]), place)
    return find_offered_slot(state, action // TAKES_PER_CHOICE), x, y


@kernel
def write_move(state: State, action: Action, buffer: SheetBuffer, offset: int) -> int:
    """Write the text of a move, such as ``7@1,-2`` or ``refill``. Return the next offset."""
    if action == REFILL:
        return write_ascii(buffer, offset, REFILL_CODES)
    if action == FINISH:
        return write_ascii(buffer, offset, FINISH_CODES)
    slot, x, y = locate_take(state, action)
    offset = write_int(buffer, write_decimal(buffer, offset, slot), AT)
    offset = write_int(buffer, write_decimal(buffer, offset, x), COMMA)
    return write_decimal(buffer, offset, y)


format_move = MoveFormatter.from_kernel(write_move)


def describe_move(state: State, action: Action) -> str:
    """Return an English sentence about a move and the tasks that it covers."""
    if action == REFILL:
        return f"refill the wheel; {int(state['supply_size'])} tiles are in the supply"
    if action == FINISH:
        return "finish phase one"
    slot, x, y = locate_take(state, action)
    tile_id = int(state["wheel"][slot])
    after = _apply_to_copy(state, action)
    covered = [
        f"{format_task(other, index)} on tile {other}"
        for other, index in list_newly_fulfilled(state, after)
    ]
    covers = f"covers {', '.join(covered)}" if covered else "covers nothing"
    return f"take {describe_tile(tile_id)} from slot {slot}, lay it at {x},{y}; {covers}"


def describe_tile(tile_id: int) -> str:
    """Return a description of a tile, such as ``tile 14 (cyan, cost 5, rr b)``."""
    tile = TILES[tile_id - 1]
    tasks = " ".join(format_task(tile_id, index) for index in range(len(tile.tasks)))
    return f"tile {tile_id} ({COLOURS[tile.colour]}, cost {tile.cost}, {tasks or 'no task'})"


def format_task(tile_id: int, index: int) -> str:
    """Format a task as one letter per tile that it needs, such as ``bby``."""
    task = TILES[tile_id - 1].tasks[index]
    return "".join(sorted(letter * n for letter, n in zip(COLOUR_LETTERS, task, strict=True)))


def list_newly_fulfilled(before: State, after: State) -> list[tuple[int, int]]:
    """Return the tile id and the task index of each newly fulfilled task."""
    new = after["fulfilled"] & ~before["fulfilled"]
    return [
        (tile_id, index)
        for tile_id in np.flatnonzero(new).tolist()
        for index in range(MOST_TASKS)
        if new[tile_id] >> index & 1
    ]


def _apply_to_copy(state: State, action: Action) -> State:
    """Return the state after an action, leaving ``state`` unchanged."""
    after = np.array([state], dtype=state.dtype)[0]
    if is_solo(state):
        solo.apply(after, action)
    else:
        rules.apply(after, action)
    return after


# --- Reading ------------------------------------------------------------------------------------


def parse_move(state: State, text: str) -> Action:
    """Return the legal action that a move text describes.

    Raises:
        TextError: The text cannot be parsed.
        IllegalMove: The move is illegal. The error names the broken rule.
        GameOver: The game has ended.
    """
    take = _TAKE.fullmatch(text) if len(text) <= MAX_MOVE else None
    if take is None and text not in (REFILL_WORD, FINISH_WORD):
        expected = FINISH_WORD if is_solo(state) else REFILL_WORD
        raise TextError(
            f"expected a move such as 7@1,-2 (slot 7, x 1, y -2) or {expected}; found {quote(text)}"
        )
    if state["over"]:
        raise GameOver("the game is over; no move can be played")
    if text == REFILL_WORD:
        return _parse_refill(state)
    if text == FINISH_WORD:
        return _parse_finish(state)
    assert take is not None
    slot, x, y = map(int, take.groups())
    return _parse_slot(state, slot) * TAKES_PER_CHOICE + _parse_place(state, x, y)


def _parse_refill(state: State) -> Action:
    """Return the action ``refill``.

    Raises:
        IllegalMove: A refill is not allowed now (NL-7, NLS-2).
    """
    num_tiles = int(state["occupied"]).bit_count()
    if is_solo(state):
        raise IllegalMove("NLS-2", "the wheel is never refilled during a phase")
    if num_tiles > MOST_TILES_TO_REFILL:
        raise IllegalMove(
            "NL-7",
            f"a refill is for {MOST_TILES_TO_REFILL} tiles on the wheel or fewer; "
            f"there are {num_tiles}",
        )
    if not state["supply_size"]:
        raise IllegalMove("NL-7", "there is nothing to refill with: the supply is empty")
    return REFILL


def _parse_finish(state: State) -> Action:
    """Return the action ``finish``.

    Raises:
        IllegalMove: Phase one cannot be finished now (NL-6, NLS-3, NLS-6).
    """
    if not is_solo(state):
        raise IllegalMove("NL-6", "there is no passing: a turn takes exactly one tile")
    if int(state["phase"]) == 2:
        raise IllegalMove("NLS-6", "phase two ends with all discs laid or with the wheel empty")
    if not solo.may_finish(state):
        raise IllegalMove(
            "NLS-3",
            f"phase one may be ended once {SOLO_PILES[0]} discs are laid; there are "
            f"{solo.count_laid_discs(state)}",
        )
    return FINISH


def _parse_slot(state: State, slot: int) -> int:
    """Return the index, 0 to 2, of the tile on offer in a slot.

    Raises:
        IllegalMove: No tile is on offer in this slot (NL-2, NL-8).
    """
    if slot >= NUM_SLOTS:
        raise IllegalMove("NL-2", f"expected a slot from 0 to {NUM_SLOTS - 1}; found {slot}")
    slots = list_offered_slots(state)
    if slot in slots:
        return slots.index(slot)
    found = f"slot {slot} is not among the first three tiles"
    if slot == int(state["crescent"]):
        found = f"slot {slot} holds the crescent and no tile; the first three tiles"
    elif not state["wheel"][slot]:
        found = f"slot {slot} is empty; the first three tiles"
    raise IllegalMove("NL-8", f"{found}: {', '.join(map(str, slots))}")


def _parse_place(state: State, x: int, y: int) -> int:
    """Return the part of an action that names the place at x and y.

    Raises:
        IllegalMove: The place is not open (NL-9).
    """
    seat = int(state["mover"])
    if count_tiles(state["area"][seat]) == 0:
        if (x, y) != (0, 0):
            raise IllegalMove("NL-9", f"the place of a first tile is called 0,0; found {x},{y}")
        return 0
    sides = 0
    if abs(x) + abs(y) <= NUM_TILES:  # further out, place numbers are not unique
        place = pack_place(seat, x, y)
        laid = np.flatnonzero(state["place"] == place)
        if laid.size:
            raise IllegalMove("NL-9", f"tile {laid[0]} already lies at {x},{y}")
        sides = int(find_neighbours(state, place))
    if not sides:
        raise IllegalMove("NL-9", f"no tile of seat {seat} shares a side with {x},{y}")
    tile_id = int(find_lowest_neighbour(sides))
    direction = next(d for d in range(NUM_DIRECTIONS) if get_neighbour(sides, d) == tile_id) ^ 2
    return (tile_id - 1) * NUM_DIRECTIONS + direction
