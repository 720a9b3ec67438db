"""Scenes of Nova Luna: positions as data for the page to draw; see docs/reference/scenes.md.

Everything is public except the order of the supply (NL-2), of which scenes reveal only the size.
"""

from __future__ import annotations

from typing import Annotated, TypedDict

from tilewright.game import OneOf, Seat, SheetBuffer, State, write_int, write_optional, write_pair
from tilewright.games.nova_luna.area import pop_lowest
from tilewright.games.nova_luna.notation import format_task, is_solo
from tilewright.games.nova_luna.rules import get_turn_key
from tilewright.games.nova_luna.solo.rules import count_laid_discs, may_finish, sum_costs
from tilewright.games.nova_luna.state import unpack_place
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
from tilewright.games.nova_luna.wheel import count_choices, find_offered_slot, may_refill
from tilewright.kernel import called, kernel, u64

FIRST_PILE, BOTH_PILES = SOLO_PILES[0], sum(SOLO_PILES)


# --- The box ------------------------------------------------------------------------------------


Colour = Annotated[str, OneOf("Colour", tuple(COLOUR_LETTERS))]


class BoxTile(TypedDict):
    """A tile as printed."""

    id: int
    colour: Colour
    cost: int
    tasks: list[str]
    """Each task as letters, one per tile it needs, such as ``bbry``."""


class Box(TypedDict):
    """Tiles, slots, spaces, and the first pile of the solo game (NL-1, NL-2, NL-11, NLS-1)."""

    tiles: list[BoxTile]
    slots: int
    track: int
    first_pile: int


def box() -> Box:
    """Return the printed contents of the box, as JSON data."""
    return {
        "tiles": [_describe_tile(tile) for tile in TILES],
        "slots": NUM_SLOTS,
        "track": TRACK_SPACES,
        "first_pile": FIRST_PILE,
    }


def _describe_tile(tile: Tile) -> BoxTile:
    """Return a tile as JSON data."""
    tasks = [format_task(tile.id, index) for index in range(len(tile.tasks))]
    colour = COLOUR_LETTERS[tile.colour]
    return {"id": tile.id, "colour": colour, "cost": tile.cost, "tasks": tasks}


# --- Positions ----------------------------------------------------------------------------------


class Disc(TypedDict):
    """A disc on the moon track."""

    seat: int
    distance: int


class LaidTile(TypedDict):
    """A tile in an area; x increases to the right, y upwards."""

    tile: int
    x: int
    y: int
    covered: list[int]
    """Indices of its covered tasks."""


class SeatScene(TypedDict):
    """A seat's discs, costs and area."""

    discs: int
    cost: int
    area: list[LaidTile]


class SoloResult(TypedDict):
    """The score sheet of the solo game (NLS-8)."""

    first: int
    first_missing: int | None
    """None if unknown, in positions from texts of older versions."""
    second: int
    second_missing: int
    penalty: int
    """Points per missing disc."""
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
def write_scene(state: State, buffer: SheetBuffer) -> int:
    """Write the ``Scene`` of a state. Return the number of integers."""
    players = int(state["players"])
    is_over = int(state["over"])
    offset = write_int(buffer, 0, 0 if is_over else players)
    if not is_over:
        for place in range(players):
            offset = write_int(buffer, offset, find_seat_in_turn_order(state, place))
    offset = write_wheel(state, buffer, offset)
    offset = write_int(buffer, offset, players)
    for place in range(players):
        seat = find_seat_in_turn_order(state, place)
        offset = write_pair(buffer, offset, seat, int(state["distance"][seat]))
    offset = write_int(buffer, offset, players)
    for seat in range(players):
        offset = write_seat(state, seat, buffer, offset)
    if not is_solo(state):
        return write_int(buffer, offset, 0)
    return write_solo(state, buffer, write_int(buffer, offset, 1))


@called
def find_seat_in_turn_order(state: State, index: int) -> Seat:
    """Return the seat at ``index`` in turn order, 0 for the mover (NL-5)."""
    players = int(state["players"])
    for seat in range(players):
        turn = get_turn_key(state, seat)
        ahead = 0
        for other in range(players):
            ahead += int(get_turn_key(state, other) < turn)
        if ahead == index:
            return seat
    return 0


@called
def write_wheel(state: State, buffer: SheetBuffer, offset: int) -> int:
    """Write the keys ``wheel`` to ``may_refill``. Return the next offset.

    ``may_refill`` is False in a solo game (NL-7, NLS-2).
    """
    wheel = state["wheel"]
    offset = write_int(buffer, offset, NUM_SLOTS)
    for slot in range(NUM_SLOTS):
        tile = int(wheel[slot])
        offset = write_optional(buffer, offset, tile != 0, tile)
    offset = write_int(buffer, offset, int(state["crescent"]))
    is_over = int(state["over"])
    choices = 0 if is_over else count_choices(state)
    offset = write_int(buffer, offset, choices)
    for choice in range(choices):
        offset = write_int(buffer, offset, find_offered_slot(state, choice))
    offset = write_int(buffer, offset, int(state["supply_size"]))
    may = 0 if is_over or is_solo(state) else may_refill(state)
    return write_int(buffer, offset, may)


@called
def write_seat(state: State, seat: Seat, buffer: SheetBuffer, offset: int) -> int:
    """Write the ``SeatScene`` of a seat. Return the next offset.

    The cost is the seat's distance (NL-11).
    """
    places, fulfilled = state["place"], state["fulfilled"]
    offset = write_pair(buffer, offset, int(state["discs"][seat]), int(state["distance"][seat]))
    area = offset
    offset = write_int(buffer, offset, 0)
    count = 0
    low, high = u64(state["area"][seat, 0]), u64(state["area"][seat, 1])
    while (low | high) != u64(0):
        tile, low, high = pop_lowest(low, high)
        x, y = unpack_place(seat, int(places[tile]))
        offset = write_pair(buffer, write_int(buffer, offset, tile), x, y)
        offset = write_covered(int(fulfilled[tile]), buffer, offset)
        count += 1
    write_int(buffer, area, count)
    return offset


@kernel
def write_covered(fulfilled: int, buffer: SheetBuffer, offset: int) -> int:
    """Write the list of a tile's covered tasks. Return the next offset."""
    first = offset + 1
    end = first
    for task in range(MOST_TASKS):
        if (fulfilled >> task) & 1:
            end = write_int(buffer, end, task)
    write_int(buffer, offset, end - first)
    return end


@called
def write_solo(state: State, buffer: SheetBuffer, offset: int) -> int:
    """Write the ``SoloScene``. Return the next offset."""
    phase = int(state["phase"])
    offset = write_int(buffer, offset, phase)
    offset = write_optional(buffer, offset, phase == 2, int(state["first_sum"]))
    offset = write_int(buffer, offset, int(state["distance"][0]))
    offset = write_int(buffer, offset, count_laid_discs(state))
    offset = write_int(buffer, offset, FIRST_PILE if phase == 1 else BOTH_PILES)
    offset = write_int(buffer, offset, may_finish(state))
    if int(state["over"]) == 0:
        return write_int(buffer, offset, 0)
    first = int(state["first_sum"])
    second = sum_costs(state, SOLO_DISCS_TO_LAY)
    missing = int(state["first_missing"])
    offset = write_pair(buffer, offset, 1, first)
    offset = write_optional(buffer, offset, missing != 0, missing - 1)
    offset = write_pair(buffer, offset, second, int(state["discs"][0]))
    return write_int(
        buffer, write_pair(buffer, offset, SOLO_PENALTY, first + second), SOLO_CHALLENGE
    )
