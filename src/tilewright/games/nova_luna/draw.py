"""Drawings of positions for a terminal of 80 columns; letters accompany all colours."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from tilewright.game import COMPLETE, Seat, State
from tilewright.games.nova_luna.area_text import list_laid_tiles
from tilewright.games.nova_luna.notation import format_task
from tilewright.games.nova_luna.positions import list_offered_slots, list_turn_order
from tilewright.games.nova_luna.tables import (
    COLOUR_LETTERS,
    NUM_SLOTS,
    TILES,
    TRACK_SPACES,
)

WIDTH = 80
LABEL = 4  # "-12 "
STYLES = ("bold red", "bold blue", "bold cyan", "bold yellow")  # in the order of the colours
OPEN, DONE = " ", "*"

# A cell fits a task and its mark; its height depends on its row:
#
#     C7 by*      colour, cost, first task
#     17 br       tile, second task
#        ry*      third task
CELL = 9


def draw(state: State, seat: Seat | None) -> Group:
    """Draw the wheel, the moon track and the areas, that of ``seat`` last."""
    seats = list(range(int(state["players"])))
    if seat in seats:  # own area last, next to the prompt
        seats = [other for other in seats if other != seat] + [seat]
    parts: list[Group | Text] = [_draw_wheel(state), Text(), _draw_standing(state)]
    for other in seats:
        parts += [Text(), *_draw_area(state, other)]
    return Group(*parts)


# --- Tiles --------------------------------------------------------------------------------------


def _draw_tile(tile_id: int, fulfilled: int) -> list[Text]:
    """Draw a tile as two or three lines, with a star after each fulfilled task."""
    tile = TILES[tile_id - 1]
    style = STYLES[tile.colour]
    heads = (f"{COLOUR_LETTERS[tile.colour].upper()}{tile.cost} ", f"{tile_id:<3}", "   ")
    lines = [Text(heads[0], style=style), Text(heads[1], style="dim"), Text(heads[2])]
    for index in range(len(tile.tasks)):
        is_done = fulfilled >> index & 1
        task = format_task(tile_id, index) + (DONE if is_done else OPEN)
        lines[index].append(task, style="green" if is_done else "")
    return lines[: max(2, len(tile.tasks))]


def _pad(line: Text, width: int) -> Text:
    """Append spaces to a line up to a width, in place."""
    line.append(" " * max(0, width - line.cell_len))
    return line


def _join_cells(cells: list[list[Text]], label: str) -> list[Text]:
    """Return the lines of several cells side by side, with a label on the first line."""
    lines = []
    for row in range(max(map(len, cells))):
        line = Text(f"{label if row == 0 else '':>{LABEL - 1}} ", style="dim")
        for cell in cells:
            line.append_text(_pad(cell[row] if row < len(cell) else Text(), CELL))
        line.rstrip()
        lines.append(line)
    return lines


# --- The wheel ----------------------------------------------------------------------------------


def _draw_wheel(state: State) -> Group:
    """Draw the wheel in two rows, clockwise from the crescent.

    Tiles on offer are highlighted (NL-8).
    """
    crescent = int(state["crescent"])
    slots = [(crescent + step) % NUM_SLOTS for step in range(NUM_SLOTS)]
    reach = list_offered_slots(state)
    supply = int(state["supply_size"])
    lines = [
        Text(f"Wheel, clockwise from the crescent in slot {crescent}; {supply} tiles in the supply")
    ]
    for start in (0, NUM_SLOTS // 2):
        row = slots[start : start + NUM_SLOTS // 2]
        heads = Text(" " * LABEL)
        for slot in row:
            mark = f"[{slot}]" if slot in reach and not state["over"] else f" {slot}"
            heads.append(f"{mark:<{CELL}}", style="reverse" if slot in reach else "dim")
        lines.append(heads)
        lines += _join_cells([_draw_slot(state, slot) for slot in row], "")
    if int(state["viewer"]) == COMPLETE and state["over"] and supply:
        order = state["supply"][:supply][::-1]
        lines.append(Text(f"The supply was: {' '.join(str(tile_id) for tile_id in order)}"))
    return Group(*lines)


def _draw_slot(state: State, slot: int) -> list[Text]:
    """Draw a slot of the wheel: its tile, the crescent, or a dot for an empty slot."""
    if slot == int(state["crescent"]):
        return [Text("(moon)", style="dim")]
    if not state["wheel"][slot]:
        return [Text(".", style="dim")]
    return _draw_tile(int(state["wheel"][slot]), 0)


# --- Discs and track ----------------------------------------------------------------------------


def _draw_standing(state: State) -> Text:
    """Draw the distance and the discs left of each seat.

    In a solo game, draw the phase and the costs instead.
    """
    if int(state["players"]) == 1:
        first = f", first sum {state['first_sum']}" if int(state["phase"]) == 2 else ""
        return Text(
            f"Phase {state['phase']}{first}; costs so far {state['distance'][0]}; "
            f"discs left {state['discs'][0]}"
        )
    lines = [Text("Track, in order of moves:")]
    for seat in list_turn_order(state):
        distance = int(state["distance"][seat])
        lap, space = divmod(distance, TRACK_SPACES)
        lines.append(
            Text(
                f"  seat {seat}   distance {distance:>3} (lap {lap + 1}, space {space:>2})   "
                f"discs left {state['discs'][seat]}"
            )
        )
    return Text("\n").join(lines)


# --- Areas --------------------------------------------------------------------------------------


def _draw_area(state: State, seat: Seat) -> list[Text]:
    """Draw an area as a map with north on top.

    It is cut into several strips if it is too wide.
    """
    tiles = {(x, y): tile_id for tile_id, x, y in list_laid_tiles(state, seat)}
    if not tiles:
        return [Text(f"Area of seat {seat}: empty; the first tile goes to 0,0")]
    # One more place on each side, where the next tile may go.
    west, east = min(x for x, _ in tiles) - 1, max(x for x, _ in tiles) + 1
    south, north = min(y for _, y in tiles) - 1, max(y for _, y in tiles) + 1
    per_strip = (WIDTH - LABEL) // CELL
    lines = [Text(f"Area of seat {seat}: x from {west} to {east}, y from {south} to {north}")]
    for start in range(west, east + 1, per_strip):
        columns = range(start, min(start + per_strip, east + 1))
        heads = "".join(f"{x:<{CELL}}" for x in columns).rstrip()
        lines.append(Text(" " * LABEL + heads, style="dim"))
        rows = [y for y in range(north, south - 1, -1) if _has_content(tiles, columns, y)]
        for y in rows:
            cells = [_draw_place(state, tiles, x, y) for x in columns]
            lines += _join_cells(cells, str(y))
    return lines


def _has_content(tiles: dict[tuple[int, int], int], columns: range, y: int) -> bool:
    """Return True if a row of a strip contains a tile or an open place."""
    return any(_is_open(tiles, x, y) or (x, y) in tiles for x in columns)


def _is_open(tiles: dict[tuple[int, int], int], x: int, y: int) -> bool:
    around = ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y))
    return (x, y) not in tiles and any(place in tiles for place in around)


def _draw_place(state: State, tiles: dict[tuple[int, int], int], x: int, y: int) -> list[Text]:
    """Draw the tile at x and y, a dot for an open place, or nothing."""
    if (x, y) in tiles:
        tile_id = tiles[x, y]
        return _draw_tile(tile_id, int(state["fulfilled"][tile_id]))
    return [Text("." if _is_open(tiles, x, y) else "", style="dim")]
