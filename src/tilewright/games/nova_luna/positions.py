"""Positions as text.

    wheel: * t8 t30 . t25 t34 t1 t5 t33 t38 t15 t36     slots 0 to 11; * is the crescent
    supply: t26 t52 t3                                  in drawing order; ? in a view
    discs: 17 19                                        discs left, by seat
    track: 1@12 0@12                                    seat@distance, next to move first
    area 0:                                             tile@x,y+task+task, with fulfilled tasks
      t17@0,0 t14@1,0+b t18@1,1

The solo game has ``phase`` and ``first sum`` instead of the track, and ``missing``, the discs that
were missing if the wheel ran empty in phase one. Redundant values (distances, fulfilled tasks,
discs, mover) are written for the reader and checked.
"""

from __future__ import annotations

import re

import numpy as np

from tilewright.errors import TextError
from tilewright.game import COMPLETE, Seat, State
from tilewright.games.nova_luna.area_text import (
    MAX_WORD,
    NONE,
    TileLocations,
    count_fulfilled_tasks,
    format_area,
    list_laid_tiles,
    parse_area,
    parse_tile,
    record_location,
)
from tilewright.games.nova_luna.rules import find_mover, get_turn_key
from tilewright.games.nova_luna.tables import (
    BEGINNERS_DISCS_TO_LAY,
    DISCS_TO_LAY,
    MOST_TILES_TO_REFILL,
    NUM_SLOTS,
    NUM_TILES,
    SOLO_DISCS_TO_LAY,
    SOLO_PENALTY,
    SOLO_PILES,
    TILES,
    TILES_AT_START,
)
from tilewright.games.nova_luna.wheel import count_choices, find_offered_slot
from tilewright.text import Fields, Value, parse_number, quote

EMPTY, CRESCENT, HIDDEN = ".", "*", "?"
LATER_FIELDS = frozenset({"missing"})

_ON_TRACK = re.compile(r"([0-9])@([0-9]{1,4})")


# --- Writing ------------------------------------------------------------------------------------


def format_position(state: State) -> list[tuple[str, str | list[str]]]:
    """Return the game's own fields of a position text, as pairs of name and value."""
    seats = range(int(state["players"]))
    fields: list[tuple[str, str | list[str]]] = []
    if len(seats) == 1:
        fields += [("phase", str(state["phase"])), ("first sum", str(state["first_sum"]))]
        fields += _format_missing(state)
    fields += [
        ("wheel", _format_wheel(state)),
        ("supply", _format_supply(state)),
        ("discs", " ".join(str(state["discs"][seat]) for seat in seats)),
    ]
    if len(seats) > 1:
        fields.append(("track", _format_track(state)))
    return fields + [(f"area {seat}", format_area(state, seat)) for seat in seats]


def list_turn_order(state: State) -> list[Seat]:
    """Return the seats in the order of their turns, the mover first (NL-5)."""
    return sorted(range(int(state["players"])), key=lambda seat: int(get_turn_key(state, seat)))


def list_offered_slots(state: State) -> list[int]:
    """Return the slots of the tiles on offer, clockwise from the crescent (NL-8)."""
    return [int(find_offered_slot(state, choice)) for choice in range(count_choices(state))]


def _format_wheel(state: State) -> str:
    """Format the wheel by slot.

    A slot is a tile, "*" for the crescent or "." if it is empty.
    """
    words = [f"t{tile_id}" if tile_id else EMPTY for tile_id in state["wheel"].tolist()]
    words[int(state["crescent"])] = CRESCENT
    return " ".join(words)


def _format_supply(state: State) -> str:
    """Format the supply in drawing order, as "?" in a view or "-" if it is empty."""
    tiles = state["supply"][: int(state["supply_size"])][::-1]
    if not tiles.size:
        return NONE
    if int(state["viewer"]) != COMPLETE:
        return HIDDEN
    return " ".join(f"t{tile_id}" for tile_id in tiles)


def _format_missing(state: State) -> list[tuple[str, str | list[str]]]:
    """Return the field ``missing`` as a list of one pair of name and value.

    The list is empty unless the wheel ran empty in phase one.
    """
    is_written = state["first_missing"] and _count_drawn(state) == TILES_AT_START
    return [("missing", str(state["first_missing"] - 1))] if is_written else []


def _format_track(state: State) -> str:
    return " ".join(f"{seat}@{state['distance'][seat]}" for seat in list_turn_order(state))


# --- Reading ------------------------------------------------------------------------------------


def parse_position(fields: Fields, state: State) -> None:
    """Parse and validate the game's own fields of a position text.

    The values are stored in ``state``, of which only the header is set.
    """
    seats = range(int(state["players"]))
    is_solo = len(seats) == 1
    phase = fields.take("phase") if is_solo else None
    first_sum = fields.take("first sum") if is_solo else None
    missing = fields.take_optional("missing") if is_solo else None
    locations: TileLocations = {}
    _parse_wheel(fields.take("wheel"), state, locations)
    supply = fields.take("supply")
    _parse_supply(supply, state, locations)
    discs = fields.take("discs")
    track = None if is_solo else fields.take("track")
    for seat in seats:
        parse_area(fields.take(f"area {seat}"), state, seat, locations)
    _complete_supply(supply, state, locations)
    if track is None:
        assert phase is not None and first_sum is not None
        _parse_discs(discs, state, (SOLO_DISCS_TO_LAY,))
        _parse_phase(phase, first_sum, missing, state)
        _check_solo(state)
    else:
        _parse_discs(discs, state, (DISCS_TO_LAY, BEGINNERS_DISCS_TO_LAY[len(seats)]))
        _parse_track(track, state)
        _check_turn(state)


def _parse_wheel(value: Value, state: State, locations: TileLocations) -> None:
    """Parse the 12 slots of the wheel.

    Raises:
        TextError: The slots are invalid, or a tile was found before (NL-1, NL-2).
    """
    words = value.words
    if len(words) != NUM_SLOTS:
        raise value.error(f"expected {NUM_SLOTS} slots; found {len(words)} (NL-2)")
    if words.count(CRESCENT) != 1:
        raise value.error(
            f"expected the crescent, {CRESCENT}, in one slot; found it in {words.count(CRESCENT)}"
        )
    state["crescent"] = words.index(CRESCENT)
    for slot, word in enumerate(words):
        if word not in (CRESCENT, EMPTY):
            tile_id = parse_tile(word, value)
            record_location(tile_id, "wheel", locations, value)
            state["wheel"][slot] = tile_id
            state["occupied"] = int(state["occupied"]) | 1 << slot


def _parse_supply(value: Value, state: State, locations: TileLocations) -> None:
    """Parse the supply in drawing order.

    A hidden supply is left to ``_complete_supply``.

    Raises:
        TextError: The supply is invalid or too large (NL-2).
    """
    is_hidden = int(state["viewer"]) != COMPLETE
    if value.text == NONE or (is_hidden and value.text == HIDDEN):
        return
    if is_hidden:
        raise value.error(f"expected {HIDDEN} or {NONE} in a view; found {quote(value.text)}")
    words = value.words
    most = NUM_TILES - TILES_AT_START
    if len(words) > most:
        raise value.error(f"expected at most {most} tiles; found {len(words)} (NL-2)")
    for index, word in enumerate(words):
        tile_id = parse_tile(word, value)
        record_location(tile_id, "supply", locations, value)
        state["supply"][len(words) - 1 - index] = tile_id
    state["supply_size"] = len(words)


def _complete_supply(value: Value, state: State, locations: TileLocations) -> None:
    """Fill a hidden supply with all tiles that were found nowhere else.

    Raises:
        TextError: The supply is not hidden and a tile is missing (NL-1), or too many tiles are left
            (NL-2).
    """
    missing = [tile_id for tile_id in range(1, NUM_TILES + 1) if tile_id not in locations]
    if value.text == HIDDEN:
        most = NUM_TILES - TILES_AT_START
        if not 1 <= len(missing) <= most:
            raise value.error(f"expected 1 to {most} tiles; {len(missing)} are left over (NL-2)")
        state["supply"][: len(missing)] = missing
        state["supply_size"] = len(missing)
    elif missing:
        raise value.error(
            f"expected all {NUM_TILES} tiles somewhere; t{missing[0]} is missing (NL-1)"
        )


# --- Discs, track, turn -------------------------------------------------------------------------


def _parse_discs(value: Value, state: State, starts: tuple[int, ...]) -> None:
    """Parse each seat's discs left.

    Raises:
        TextError: They do not match the fulfilled tasks (NL-3, NL-15, NL-16).
    """
    seats = range(int(state["players"]))
    words = value.words
    if len(words) != len(seats):
        raise value.error(f"expected {len(seats)} numbers; found {len(words)}")
    left = [parse_number(word, 0, max(starts), value) for word in words]
    right = [
        [max(0, start - count_fulfilled_tasks(state, seat)) for seat in seats]
        for start in dict.fromkeys(starts)
    ]
    if left not in right:
        expected = " or ".join(" ".join(map(str, numbers)) for numbers in right)
        raise value.error(f"expected {expected}; found {' '.join(map(str, left))} (NL-3, NL-15)")
    if left.count(0) > 1:
        raise value.error("expected at most one seat with no disc left: that ends the game (NL-16)")
    state["discs"][: len(seats)] = left


def _parse_track(value: Value, state: State) -> None:
    """Parse the moon track, on which the next seat to move comes first.

    Raises:
        TextError: It does not match the areas (NL-5, NL-11).
    """
    seats = int(state["players"])
    words = value.words
    if len(words) != seats:
        raise value.error(f"expected {seats} discs; found {len(words)}")
    order: list[Seat] = []
    for word in words:
        found = _ON_TRACK.fullmatch(word) if len(word) <= MAX_WORD else None
        if found is None or int(found[1]) >= seats or int(found[1]) in order:
            raise value.error(f"expected each seat once, as 0@12; found {quote(word)}")
        seat, distance = int(found[1]), int(state["distance"][int(found[1])])
        if int(found[2]) != distance:
            raise value.error(
                f"seat {seat}: expected {distance}, the cost of its tiles; found {found[2]} (NL-11)"
            )
        if order and int(state["distance"][order[-1]]) > distance:
            raise value.error(
                f"expected the disc furthest behind first; found {quote(word)} (NL-5)"
            )
        order.append(seat)
    for index, seat in enumerate(order):
        distance = int(state["distance"][seat])
        below = [int(state["distance"][other]) for other in order[index + 1 :]]
        state["height"][seat] = below.count(distance)


def _count_drawn(state: State) -> int:
    """Return the number of tiles drawn from the supply since the wheel was first filled."""
    return NUM_TILES - TILES_AT_START - int(state["supply_size"])


def _count_laid_tiles(state: State) -> int:
    """Return the number of tiles in all areas."""
    return int(np.count_nonzero(state["place"]))


def _check_turn(state: State) -> None:
    """Set ``over`` from the discs and the wheel.

    Raises:
        TextError: Mover or ply do not match the track and the tiles laid (NL-5).
    """
    mover = int(find_mover(state))
    if int(state["mover"]) != mover:
        raise TextError(
            f"mover: expected {mover}, who is furthest behind; found {state['mover']} (NL-5)"
        )
    laid = _count_laid_tiles(state)
    # Each refill but the last draws at least 9 tiles.
    most = laid + -(-_count_drawn(state) // (TILES_AT_START - MOST_TILES_TO_REFILL))
    if not laid <= int(state["ply"]) <= most:
        raise TextError(
            f"ply: expected {laid} to {most}, for {laid} tiles laid; found {state['ply']}"
        )
    is_laid_out = 0 in state["discs"][: int(state["players"])]
    if not state["occupied"] and state["supply_size"] and not is_laid_out:
        raise TextError("wheel: expected a tile; an empty wheel is refilled at once (NL-7)")
    state["over"] = is_laid_out or not state["occupied"]


def _parse_phase(phase: Value, first_sum: Value, missing: Value | None, state: State) -> None:
    """Parse the phase and the first sum.

    Raises:
        TextError: They do not match the tiles drawn (NLS-2 to NLS-5).
    """
    state["phase"] = phase.number_in(1, 2)
    drawn = _count_drawn(state)
    if int(state["phase"]) == 1:
        if drawn:
            raise phase.error(f"expected no tile drawn in phase one; found {drawn} (NLS-2)")
        first_sum.number_in(0, 0)
        return
    # One tile is drawn for each tile laid in phase one.
    if not 1 <= drawn <= min(TILES_AT_START, _count_laid_tiles(state)):
        raise phase.error(
            f"expected as many tiles drawn as were laid in phase one; found {drawn} (NLS-5)"
        )
    least, most = _parse_missing(missing, state, has_run_empty=drawn == TILES_AT_START)
    costs = sorted(TILES[i - 1].cost for i, _, _ in list_laid_tiles(state, 0))
    low, high = sum(costs[:drawn]), sum(costs[-drawn:])
    state["first_sum"] = first_sum.number_in(low + SOLO_PENALTY * least, high + SOLO_PENALTY * most)


def _parse_missing(missing: Value | None, state: State, *, has_run_empty: bool) -> tuple[int, int]:
    """Parse the discs missing at the end of phase one (NLS-4).

    Discs are missing only if the wheel ran empty. Texts of older versions omit the number.

    Returns:
        The minimum and the maximum of their number.
    """
    laid = SOLO_DISCS_TO_LAY - int(state["discs"][0])
    least, most = max(0, SOLO_PILES[0] - laid), SOLO_PILES[0] if has_run_empty else 0
    if missing is not None:
        least = most = missing.number_in(least, most)
    if missing is not None or not has_run_empty:
        state["first_missing"] = 1 + most
    return least, most


def _check_solo(state: State) -> None:
    """Set ``over`` from the phase, the wheel and the discs.

    Raises:
        TextError: Ply or phase do not match the tiles and discs laid (NLS-3, NLS-6).
    """
    drawn = _count_drawn(state)
    has_finished = int(state["phase"]) == 2 and drawn < TILES_AT_START
    expected = _count_laid_tiles(state) + int(has_finished)
    if int(state["ply"]) != expected:
        raise TextError(f"ply: expected {expected}; found {state['ply']}")
    if has_finished and SOLO_DISCS_TO_LAY - int(state["discs"][0]) < SOLO_PILES[0]:
        raise TextError(f"phase: expected {SOLO_PILES[0]} discs to lie by phase two (NLS-3)")
    if int(state["phase"]) == 1 and not state["occupied"]:
        raise TextError("wheel: expected a tile; phase one ends with the wheel empty (NLS-3)")
    is_done = not state["occupied"] or not state["discs"][0]
    state["over"] = int(state["phase"]) == 2 and is_done
