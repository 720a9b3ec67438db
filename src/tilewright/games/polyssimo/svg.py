"""SVG pictures of scenes: the board, and every seat's pieces or the pool.

Pentominoes come in twelve hues, hexominoes striped black and white; each has its letter.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from math import ceil
from typing import Any

from tilewright.games.polyssimo.board import COLUMN_LETTERS
from tilewright.games.polyssimo.scene import Place, box
from tilewright.svg import PAPER, badge, group, outline, panel, picture, read_art, tag, text

ART = read_art("tilewright.games.polyssimo")
HUES: dict[str, str] = ART["hues"]
# Bands along one diagonal of a cell; those of neighbours meet.
STRIPES = "M0 .2.2 0H.4L0 .4zM0 .7.7 0H.9L0 .9zM.2 1 1 .2V.4L.4 1zM.7 1 1 .7V.9L.9 1z"
DARK, LIGHT = ART["colours"]["stripe-dark"], ART["colours"]["stripe-light"]

CELL = 36.0
MARGIN = 26.0
TOP = 78.0
RACK = 420.0  # width of the panels beside the board
SMALL, NAME = 14.0, 13.0  # size of a cell in a panel, and height of the line for a name


def draw(scene: Mapping[str, Any]) -> str:
    """Draw a scene: the board on the left, the pool and the seats beside it."""
    racks: list[tuple[str, float]] = []
    if scene["pool"]:
        racks.append(_draw_rack(f"Pool: {len(scene['pool'])} pieces", None, scene["pool"], False))
    racks += [_draw_seat(scene, seat) for seat in range(len(scene["seats"]))]
    left, top, parts = 40 + box()["columns"] * CELL + MARGIN, TOP, []
    for rack, rack_height in racks:
        parts.append(group(left, top, 1, rack))
        top += rack_height + 12
    height = max(top, TOP + box()["rows"] * CELL + 2 * MARGIN) + 8
    size, note = (left + RACK + 16, height), _describe_phase(scene)
    board = group(16, TOP, 1, _draw_board(scene))
    return picture(scene, "Polyssimo Challenge", PAPER, size, board, *parts, note=note)


def _describe_phase(scene: Mapping[str, Any]) -> str:
    return {"draft": "the draft", "place": "the placing", "over": ""}[scene["phase"]]


# --- Pieces -------------------------------------------------------------------------------------


@cache
def _shapes() -> dict[str, list[Place]]:
    """Return the cells of each piece as it is drawn in ``tables``, by name."""
    return {piece["name"]: piece["shapes"][0] for piece in box()["pieces"]}


def _draw_piece(name: str, cells: Collection[Sequence[int]]) -> str:
    """Draw a piece in a grid of cells 1 wide."""
    path = outline(cells)
    if name in HUES:
        return tag("path", d=path, fill=HUES[name], stroke=PAPER.ink, stroke_width=0.045)
    bands = "".join(group(column, row, 1, tag("path", d=STRIPES)) for row, column in cells)
    body = tag("path", d=path, fill=LIGHT) + tag("g", bands, fill=DARK)
    return body + tag("path", d=path, fill="none", stroke=DARK, stroke_width=0.09)


def _draw_letter(name: str, cells: Collection[Sequence[int]]) -> str:
    """Draw the name of a piece on the cell nearest to its centre."""
    down = sum(row for row, _ in cells) / len(cells)
    right = sum(column for _, column in cells) / len(cells)
    row, column = min(cells, key=lambda cell: (cell[0] - down) ** 2 + (cell[1] - right) ** 2)
    wide = 0.35 + 0.19 * len(name)
    label = tag(
        "rect", x=-wide / 2, y=-0.29, width=wide, height=0.58, rx=0.13, fill="#fffcf4", opacity=0.92
    )
    letter = text(0, 0.14, name, 0.4, PAPER.ink, anchor="middle", bold=True)
    return group(column + 0.5, row + 0.5, 1, label, letter)


# --- The board ----------------------------------------------------------------------------------


def _draw_board(scene: Mapping[str, Any]) -> str:
    """Draw the board with the placed pieces and the names of rows and columns."""
    rows, columns = box()["rows"], box()["columns"]
    wood = tag(
        "rect",
        width=columns * CELL + 2 * MARGIN - 12,
        height=rows * CELL + 2 * MARGIN - 12,
        rx=12,
        fill=PAPER.ground,
        stroke=PAPER.line,
    )
    placed = (
        _draw_piece(lies["piece"], lies["cells"]) + _draw_letter(lies["piece"], lies["cells"])
        for lies in scene["placed"]
    )
    squares = group(MARGIN, MARGIN, CELL, _draw_squares(rows, columns), *placed)
    return wood + _draw_coordinates(rows, columns) + squares


def _draw_squares(rows: int, columns: int) -> str:
    """Draw the squares of the empty board, 1 wide."""
    return "".join(
        tag(
            "rect",
            x=column + 0.03,
            y=row + 0.03,
            width=0.94,
            height=0.94,
            rx=0.13,
            fill=PAPER.panel,
        )
        for row in range(rows)
        for column in range(columns)
    )


def _draw_coordinates(rows: int, columns: int) -> str:
    """Draw the letters of the columns above the board and the numbers of the rows beside it."""
    across = (
        text(MARGIN + (x + 0.5) * CELL, 19, COLUMN_LETTERS[x], 13, PAPER.muted, anchor="middle")
        for x in range(columns)
    )
    along = (
        text(13, MARGIN + (y + 0.5) * CELL + 5, y + 1, 13, PAPER.muted, anchor="middle")
        for y in range(rows)
    )
    return "".join((*across, *along))


# --- Beside it ----------------------------------------------------------------------------------


def _draw_seat(scene: Mapping[str, Any], seat: int) -> tuple[str, float]:
    """Draw a seat's panel with its pieces. Return the SVG and its height."""
    shown = scene["seats"][seat]
    notes = [f"{len(shown['pieces'])} pieces", f"{shown['left']} cells"]
    if shown["places"] is not None:
        notes.append(f"{shown['places']} places")
    if shown["out"]:
        notes.append("out")
    is_mover = seat == scene["mover"] and not scene["is_over"]
    return _draw_rack(" · ".join(notes), seat, shown["pieces"], is_mover)


def _draw_rack(
    title: str, seat: int | None, pieces: Sequence[str], is_mover: bool
) -> tuple[str, float]:
    """Draw a panel with a title and pieces in rows. Return the SVG and its height."""
    places, content_height = _arrange_pieces(pieces)
    height = 44 + content_height
    ground = panel(RACK, height, PAPER, is_mover, stroke_width=2 if is_mover else 1)
    name = "" if seat is None else badge(22, 21, 12, seat)
    words = text(14 if seat is None else 42, 26, title, 14, PAPER.ink, bold=True)
    drawn = (
        group(x, 40 + y, 1, _draw_small(piece))
        for piece, (x, y) in zip(pieces, places, strict=True)
    )
    return "".join((ground, name, words, *drawn)), height


def _draw_small(name: str) -> str:
    """Draw a piece in a rack below its name."""
    label = text(0, 9, name, 11, PAPER.ink, bold=True)
    return label + group(0, NAME, SMALL, _draw_piece(name, _shapes()[name]))


def _arrange_pieces(pieces: Sequence[str]) -> tuple[list[tuple[float, float]], float]:
    """Return the positions of pieces laid out in rows, and the height of all rows."""
    places, x, y, line = [], 14.0, 0.0, 0.0
    for piece in pieces:
        cells = _shapes()[piece]
        width = SMALL * (1 + max(column for _, column in cells))
        height = NAME + SMALL * (1 + max(row for row, _ in cells))
        if x + width > RACK - 14:
            x, y, line = 14.0, y + line + 10, 0.0
        places.append((x, y))
        x, line = x + width + 12, max(line, height)
    return places, float(ceil(y + line + 12)) if pieces else 0.0
