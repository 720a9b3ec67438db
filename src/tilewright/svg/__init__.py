"""SVG building blocks shared by the pictures of all games.

A picture is self-contained: no fonts, files, styles or ids, so many can share a page. Texts are
escaped here. Lengths are in pixels at natural size; a narrower page shrinks the picture.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

__all__ = [
    "GOLD",
    "NIGHT",
    "PAPER",
    "SEATS",
    "Dress",
    "Point",
    "badge",
    "outline",
    "panel",
    "picture",
    "put",
    "read_art",
    "tag",
    "text",
]

SERIF = "'Source Serif 4', Georgia, 'Times New Roman', serif"
SANS = "'Source Sans 3', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"

Point = tuple[float, float]
Cell = Sequence[int]


def read_art(package: str) -> dict[str, Any]:
    """Return the ``art.json`` of a package: shapes and colours that the page draws with as well.

    ``colours`` are variables of the page's style sheet, too; ``light`` and ``dark`` are those of
    its themes.
    """
    path = files(package).joinpath("art.json")
    art: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return art


_ART = read_art("tilewright.svg")
GOLD: str = _ART["colours"]["gold"]
SEATS = tuple(str(_ART["colours"][f"seat-{seat}"]) for seat in range(4))
"""Seat colours; white text is readable on each, and the seat's number always stands beside it."""


class Dress(NamedTuple):
    """Colours of a table."""

    paper: str
    ground: str
    panel: str
    line: str
    ink: str
    muted: str


PAPER = Dress(**_ART["light"])
NIGHT = Dress(**_ART["dark"])


# --- Elements -----------------------------------------------------------------------------------


def tag(name: str, *content: str, **attributes: object) -> str:
    """Return an element; ``stroke_width=2`` becomes ``stroke-width="2"``."""
    said = "".join(f" {_dashed(key)}={quoteattr(_say(it))}" for key, it in attributes.items())
    inside = "".join(content)
    return f"<{name}{said}>{inside}</{name}>" if inside else f"<{name}{said}/>"


def _dashed(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _say(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)


def put(x: float, y: float, scale: float, *content: str) -> str:
    """Return elements moved to a place and scaled."""
    return tag("g", *content, transform=f"translate({_say(x)} {_say(y)}) scale({scale:.4g})")


def text(
    x: float,
    y: float,
    words: object,
    size: float,
    fill: str,
    *,
    anchor: str = "start",
    serif: bool = False,
    bold: bool = False,
) -> str:
    """Return a line of text on its base line."""
    attributes: dict[str, object] = {"x": float(x), "y": float(y), "font_size": float(size)}
    attributes |= {"font_family": SERIF if serif else SANS, "fill": fill, "text_anchor": anchor}
    if bold:
        attributes["font_weight"] = 600
    return tag("text", escape(str(words)), **attributes)


def badge(x: float, y: float, radius: float, seat: int, *, ring: str = "#ffffff") -> str:
    """Return a seat's badge: its colour and number."""
    disc = tag(
        "circle",
        cx=float(x),
        cy=float(y),
        r=float(radius),
        fill=SEATS[seat],
        stroke=ring,
        stroke_width=radius / 6,
    )
    label = text(x, y + radius * 0.38, seat, radius * 1.1, "#ffffff", anchor="middle", bold=True)
    return disc + label


def panel(width: float, height: float, dress: Dress, moves: bool, **more: object) -> str:
    """Return the background of a seat's area, golden around the seat to move."""
    line = GOLD if moves else dress.line
    return tag("rect", width=width, height=height, rx=12, fill=dress.panel, stroke=line, **more)


def picture(
    scene: Mapping[str, Any],
    title: str,
    dress: Dress,
    size: Point,
    *parts: str,
    note: str = "",
) -> str:
    """Return the whole picture: a header with game and turn (also for screen readers), then its
    parts."""
    width, height = map(float, size)
    return tag(
        "svg",
        tag("title", escape(f"{title}: {_say_turn(scene)}")),
        tag("rect", width=width, height=height, rx=14, fill=dress.paper),
        text(24, 40, title, 25, dress.ink, serif=True, bold=True),
        text(24, 62, " · ".join(filter(None, (_say_turn(scene), note))), 14, dress.muted),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_say(width)} {_say(height)}",
        width=width,
        style="max-width:100%;height:auto",
        role="img",
    )


def _say_turn(scene: Mapping[str, Any]) -> str:
    """Return the seat to move or the winner in words."""
    if not scene["is_over"]:
        return f"ply {scene['ply']} · seat {scene['mover']} to move"
    if scene["players"] == 1:
        return f"over · {scene['scores'][0]}"
    scores = ", ".join(map(str, scene["scores"]))
    return f"over · seat {scene['places'].index(1)} wins · {scores}"


# --- Pieces of cells ----------------------------------------------------------------------------


def outline(cells: Collection[Cell], inset: float = 0.03, corner: float = 0.13) -> str:
    """Return one closed path around connected cells, with round corners; a cell is 1 wide."""
    points = _pull_in(_list_corners(cells), inset)
    parts: list[str] = []
    for index, point in enumerate(points):
        start = _towards(point, points[index - 1], corner)
        end = _towards(point, points[(index + 1) % len(points)], corner)
        parts.append(f"{'L' if parts else 'M'}{_pair(start)}Q{_pair(point)} {_pair(end)}")
    return "".join(parts) + "Z"


def _list_corners(cells: Collection[Cell]) -> list[Point]:
    """Return the corners of the outline, clockwise from the first cell; holes are not drawn."""
    ways = _list_edges({(row, column) for row, column in cells})
    row, column = min((row, column) for row, column in cells)
    corners: list[Point] = []
    at, before = (float(column), float(row)), (0.0, -1.0)
    while not corners or at != corners[0]:
        way = _turn_right_first(ways[at], before)
        if way != before:
            corners.append(at)
        at, before = (at[0] + way[0], at[1] + way[1]), way
    return corners


def _list_edges(cells: set[tuple[int, int]]) -> dict[Point, list[Point]]:
    """Return, for each corner, the edges with a cell on their right."""
    ways: dict[Point, list[Point]] = {}
    sides = ((-1, 0, 0, 0, 1, 0), (0, 1, 1, 0, 0, 1), (1, 0, 1, 1, -1, 0), (0, -1, 0, 1, 0, -1))
    for row, column in cells:
        for down, right, x, y, across, along in sides:
            if (row + down, column + right) not in cells:
                ways.setdefault((column + x, row + y), []).append((across, along))
    return ways


def _turn_right_first(ways: list[Point], before: Point) -> Point:
    """Return the edge that stays with the current cell where two cells meet at a corner only."""
    right = (-before[1], before[0])
    return right if right in ways else before if before in ways else ways[0]


def _pull_in(corners: list[Point], inset: float) -> list[Point]:
    moved = []
    for index, (x, y) in enumerate(corners):
        a, b = _way(corners[index - 1], (x, y))
        c, d = _way((x, y), corners[(index + 1) % len(corners)])
        moved.append((x - inset * (b + d), y + inset * (a + c)))
    return moved


def _way(start: Point, end: Point) -> Point:
    return _sign(end[0] - start[0]), _sign(end[1] - start[1])


def _sign(value: float) -> float:
    return (value > 1e-9) - (value < -1e-9)


def _towards(start: Point, end: Point, length: float) -> Point:
    across, along = _way(start, end)
    return start[0] + across * length, start[1] + along * length


def _pair(point: Point) -> str:
    return f"{_say(point[0])} {_say(point[1])}"
