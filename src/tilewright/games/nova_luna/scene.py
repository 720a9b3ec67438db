"""Scenes of Nova Luna: positions as data for the page to draw; see docs/reference/scenes.md.

Everything is public except the order of the supply (NL-2), of which scenes reveal only the size.
"""

from __future__ import annotations

from typing import Annotated, TypedDict

from tilewright.game import Figures, OneOf, Seat, State, put, put_optional, put_pair
from tilewright.games.nova_luna.area import draw_lowest
from tilewright.games.nova_luna.notation import format_task, is_solo
from tilewright.games.nova_luna.rules import get_turn
from tilewright.games.nova_luna.solo.rules import count_laid, may_finish, sum_costs
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
from tilewright.games.nova_luna.wheel import count_choices, find_slot, may_refill
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
    """Return the contents of the box."""
    return {
        "tiles": [_describe_tile(tile) for tile in TILES],
        "slots": NUM_SLOTS,
        "track": TRACK_SPACES,
        "first_pile": FIRST_PILE,
    }


def _describe_tile(tile: Tile) -> BoxTile:
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
def write_scene(state: State, out: Figures) -> int:
    """Write a ``Scene``."""
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
    """Return the seat that is ``place``-th to move, counted from 0 (NL-5)."""
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
    """Write the keys ``wheel`` to ``may_refill``; solo players never refill (NL-7, NLS-2)."""
    wheel = state["wheel"]
    at = put(out, at, NUM_SLOTS)
    for slot in range(NUM_SLOTS):
        tile = int(wheel[slot])
        at = put_optional(out, at, tile != 0, tile)
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
    """Write a ``SeatScene``. The cost is the distance on the track (NL-11)."""
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
    """Write the indices of the covered tasks, as a list."""
    first = at + 1
    end = first
    for task in range(MOST_TASKS):
        if (fulfilled >> task) & 1:
            end = put(out, end, task)
    put(out, at, end - first)
    return end


@called
def put_solo(state: State, out: Figures, at: int) -> int:
    """Write a ``SoloScene``."""
    phase = int(state["phase"])
    at = put(out, at, phase)
    at = put_optional(out, at, phase == 2, int(state["first_sum"]))
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
    at = put_optional(out, at, missing != 0, missing - 1)
    at = put_pair(out, at, second, int(state["discs"][0]))
    return put(out, put_pair(out, at, SOLO_PENALTY, first + second), SOLO_CHALLENGE)
