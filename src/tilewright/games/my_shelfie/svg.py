"""SVG pictures of scenes: the living room, the goals, and every shelf with its card.

Each type has a colour and a picture. A card that the viewer may not know lies face down.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from tilewright.games.my_shelfie.grids import COLUMN_LETTERS
from tilewright.games.my_shelfie.scene import box
from tilewright.games.my_shelfie.tables import GOALS
from tilewright.svg import GOLD, PAPER, SEATS, badge, group, panel, picture, read_art, tag, text

ART = read_art("tilewright.games.my_shelfie")
COLOURS = {letter: str(item["colour"]) for letter, item in ART["items"].items()}
SHADES = {
    "C": ("#1c2a24", "#edf4eb"),
    "B": ("#4d3416", "#fdfcf9"),
    "G": ("#432b1c", "#fbf4e8"),
    "F": ("#1d1f3f", "#ecf0f9"),
    "T": ("#182f3c", "#ebf6f7"),
    "P": ("#3c1d39", "#f9eef4"),
}
"""Dark, for the lines of a glyph, and light, for what they enclose."""
PENS: dict[str, dict[str, object]] = {
    "fill": {},
    "line": {"fill": "none", "stroke_width": 5},
    "thin": {"fill": "none", "stroke_width": 2.6},
    "cover": {"fill": "#a3622f"},
    "sky": {"fill": "#c3d2ee", "stroke_width": 2.6},
    "sun": {"fill": "#ffd978", "stroke_width": 2},
}
"""Style of a part of a glyph; ``dark`` is filled with the dark shade."""
WOOD, BACK = ART["colours"]["wood"], ART["colours"]["wood-deep"]
PLACE = "#5d3b26"

CELL = 44.0
ROOM = 430.0
SHELF = 30.0  # size of a place of a shelf
SEAT, GAP = 196.0, 14.0  # width of a seat's panel, and the gap between two
SEAT_HEIGHT = 330.0
TOP = 78.0


def draw(scene: Mapping[str, Any]) -> str:
    """Draw a scene: room and goals on the left, the seats beside them."""
    seats = [
        group(ROOM + 40 + seat * (SEAT + GAP), TOP, 1, _draw_seat(scene, seat))
        for seat in range(scene["players"])
    ]
    width = ROOM + 46 + scene["players"] * (SEAT + GAP)
    bag = f"{sum(scene['bag'].values())} tiles in the bag"
    parts = (
        group(20, TOP, 1, _draw_room(scene["room"])),
        group(ROOM + 40, TOP + SEAT_HEIGHT + 36, 1, _draw_goals(scene["goals"])),
        *seats,
    )
    note = "last round" if scene["last_round"] else bag
    return picture(scene, "My Shelfie", PAPER, (width, TOP + ROOM + 20), *parts, note=note)


# --- Tiles --------------------------------------------------------------------------------------


@cache
def _draw_item(letter: str) -> str:
    """Draw a tile with its item, 100 wide."""
    dark, light = SHADES[letter]
    body = tag("rect", x=2, y=2, width=96, height=96, rx=13, fill=COLOURS[letter], stroke=dark)
    pens = PENS | {"dark": {"fill": dark, "stroke": "none"}}
    glyph = (
        tag("path", d=part["d"], **pens[part["pen"]]) for part in ART["items"][letter]["glyph"]
    )
    pen = {"stroke_width": 4, "stroke_linejoin": "round", "stroke_linecap": "round"}
    return body + tag("g", *glyph, fill=light, stroke=dark, **pen)


def _place_item(letter: str, row: float, column: float, step: float) -> str:
    """Draw a tile at a row and column of a grid with cells ``step`` wide."""
    return group(column * step, row * step, step / 100, _draw_item(letter))


# --- The living room ----------------------------------------------------------------------------


def _draw_room(room: Sequence[str]) -> str:
    """Draw the living room with its cells and their names."""
    ground = tag("rect", width=ROOM, height=ROOM, rx=14, fill=PAPER.ground, stroke=PAPER.line)
    cells = (
        _draw_cell(letter, row, column)
        for row, line in enumerate(room)
        for column, letter in enumerate(line)
        if letter != "."
    )
    return ground + group(26, 26, 1, *cells) + _draw_coordinates(len(room))


def _draw_cell(letter: str, row: int, column: int) -> str:
    """Draw a cell of the room: a tile, or an empty square for "_"."""
    if letter != "_":
        return _place_item(letter, row, column, CELL)
    return tag(
        "rect",
        x=column * CELL + 3,
        y=row * CELL + 3,
        width=CELL - 6,
        height=CELL - 6,
        rx=6,
        fill=PAPER.panel,
        opacity=0.55,
    )


def _draw_coordinates(size: int) -> str:
    """Draw the letters of the columns above the room and the numbers of the rows beside it."""
    return "".join(
        text(26 + (n + 0.5) * CELL, 19, COLUMN_LETTERS[n], 12, PAPER.muted, anchor="middle")
        + text(14, 31 + (n + 0.5) * CELL, n + 1, 12, PAPER.muted, anchor="middle")
        for n in range(size)
    )


# --- Goals --------------------------------------------------------------------------------------


def _draw_goals(goals: Sequence[Mapping[str, Any]]) -> str:
    """Draw the common goals, one below the other."""
    return "".join(group(0, 30 * n, 1, _draw_goal(goal)) for n, goal in enumerate(goals))


def _draw_goal(goal: Mapping[str, Any]) -> str:
    """Draw the name of a common goal and the tokens left on it, the top one first (MS-4)."""
    name = GOALS[goal["goal"]].name
    tokens = (_draw_token(12 + 28 * n, 0, points) for n, points in enumerate(goal["stack"]))
    return "".join(tokens) + text(
        28 * len(goal["stack"]) + 8, 5, name, 15, PAPER.ink, serif=True, bold=True
    )


def _draw_token(x: float, y: float, points: int) -> str:
    coin = tag("circle", cx=x, cy=float(y), r=12, fill=GOLD, stroke="#96690f", stroke_width=1.5)
    return coin + text(x, y + 5, points, 14, "#33230a", anchor="middle", serif=True, bold=True)


# --- Seats --------------------------------------------------------------------------------------


def _draw_seat(scene: Mapping[str, Any], seat: int) -> str:
    """Draw a seat's panel: points, shelf, personal card and tokens."""
    shown = scene["seats"][seat]
    is_mover = seat == scene["mover"] and not scene["is_over"]
    ground = panel(SEAT, SEAT_HEIGHT, PAPER, is_mover, stroke_width=2 if is_mover else 1)
    points = text(44, 28, f"{shown['points']['total']} points", 15, PAPER.ink, bold=True)
    first = "first" if scene["first"] == seat else ""
    side = text(SEAT - 12, 28, first, 13, PAPER.muted, anchor="end")
    shelf = group(
        (SEAT - 5 * SHELF) / 2, 52, 1, _draw_shelf(shown["shelf"], shown["matched"] or ())
    )
    below = group(14, 256, 1, _draw_card(shown["card"], seat), _draw_summary(scene, seat))
    return ground + badge(22, 22, 13, seat) + points + side + shelf + below


def _draw_shelf(shelf: Sequence[str], matched: Collection[Sequence[int]]) -> str:
    """Draw a shelf in its frame, with ticks on the matched places."""
    rows, columns = len(shelf), len(shelf[0])
    frame = tag(
        "rect",
        x=-8,
        y=-8,
        width=columns * SHELF + 16,
        height=rows * SHELF + 16,
        rx=8,
        fill=BACK,
        stroke=WOOD,
        stroke_width=7,
    )
    places = (
        _draw_place(letter, row, column)
        for row, line in enumerate(shelf)
        for column, letter in enumerate(line)
    )
    return frame + "".join(places) + "".join(_draw_tick(*cell) for cell in matched)


def _draw_place(letter: str, row: int, column: int) -> str:
    """Draw a place of a shelf: a tile, or an empty square."""
    if letter != ".":
        return _place_item(letter, row, column, SHELF)
    x, y, side = column * SHELF + 1, row * SHELF + 1, SHELF - 2
    return tag("rect", x=x, y=y, width=side, height=side, rx=3, fill=PLACE)


def _draw_tick(row: int, column: int) -> str:
    """Draw a tick on a place that matches the personal card."""
    x, y = (column + 0.84) * SHELF, (row + 0.16) * SHELF
    disc = tag("circle", r=6, fill=SEATS[0], stroke="#ffffff")
    pen = {"fill": "none", "stroke": "#ffffff", "stroke_width": 1.6, "stroke_linecap": "round"}
    return group(x, y, 1, disc, tag("path", d="M-2.7 0-.7 2.2 2.9-2", **pen))


def _draw_card(card: int | None, seat: int) -> str:
    """Draw a personal card, face down if it is hidden (MS-5)."""
    fill = SEATS[seat] if card is None else "#eee6fb"
    frame = tag("rect", width=58, height=66, rx=6, fill=fill, stroke=PAPER.line)
    if card is None:
        return frame + text(29, 42, "?", 26, "#ffffff", anchor="middle", serif=True, bold=True)
    cells = (
        _place_item(cell["type"], cell["row"], cell["column"], 10) for cell in box()["cards"][card]
    )
    return frame + group(4, 3, 1, *cells)


def _draw_summary(scene: Mapping[str, Any], seat: int) -> str:
    """Draw the tokens that a seat has taken, its matches and the number of free places."""
    shown = scene["seats"][seat]
    won = [points for points in shown["tokens"] if points]
    won += [1] if scene["end_token"] == seat else []
    tokens = (_draw_token(84 + 28 * n, 16, points) for n, points in enumerate(won))
    matches = "" if shown["matches"] is None else f"{shown['matches']} of 6 match"
    return "".join(
        (
            *tokens,
            text(72, 46, matches, 12, PAPER.muted),
            text(72, 62, f"{shown['free']} places free", 12, PAPER.muted),
        )
    )
