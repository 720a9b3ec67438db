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
    "Point",
    "Theme",
    "badge",
    "group",
    "outline",
    "panel",
    "picture",
    "read_art",
    "tag",
    "text",
]

SERIF = "'Source Serif 4', Georgia, 'Times New Roman', serif"
SANS = "'Source Sans 3', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"

Point = tuple[float, float]
Cell = Sequence[int]


def read_art(package: str) -> dict[str, Any]:
    """Return the contents of a package's ``art.json``: shapes and colours that the page also uses.

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


class Theme(NamedTuple):
    """Colours of a picture."""

    paper: str
    ground: str
    panel: str
    line: str
    ink: str
    muted: str


PAPER = Theme(**_ART["light"])
NIGHT = Theme(**_ART["dark"])


# --- Elements -----------------------------------------------------------------------------------


def tag(name: str, *content: str, **attributes: object) -> str:
    """Return an SVG element with this content.

    The attribute ``stroke_width=2`` becomes ``stroke-width="2"``.
    """
    written = "".join(
        f" {_attribute_name(key)}={quoteattr(_format_value(value))}"
        for key, value in attributes.items()
    )
    inside = "".join(content)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _format_value(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)


def group(x: float, y: float, scale: float, *content: str) -> str:
    """Return a ``g`` element that scales its content and moves it to ``x`` and ``y``."""
    return tag(
        "g",
        *content,
        transform=f"translate({_format_value(x)} {_format_value(y)}) scale({scale:.4g})",
    )


def text(
    x: float,
    y: float,
    content: object,
    size: float,
    fill: str,
    *,
    anchor: str = "start",
    serif: bool = False,
    bold: bool = False,
) -> str:
    """Return a text element whose baseline starts at ``x`` and ``y``."""
    attributes: dict[str, object] = {"x": float(x), "y": float(y), "font_size": float(size)}
    attributes |= {"font_family": SERIF if serif else SANS, "fill": fill, "text_anchor": anchor}
    if bold:
        attributes["font_weight"] = 600
    return tag("text", escape(str(content)), **attributes)


def badge(x: float, y: float, radius: float, seat: int, *, ring: str = "#ffffff") -> str:
    """Return the badge of a seat: its number on a disc in its colour."""
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


def panel(width: float, height: float, theme: Theme, is_mover: bool, **attributes: object) -> str:
    """Return the background of a seat's panel.

    It is outlined in gold if ``is_mover``.
    """
    line = GOLD if is_mover else theme.line
    return tag(
        "rect", width=width, height=height, rx=12, fill=theme.panel, stroke=line, **attributes
    )


def picture(
    scene: Mapping[str, Any],
    title: str,
    theme: Theme,
    size: Point,
    *parts: str,
    note: str = "",
) -> str:
    """Return a complete SVG document with a heading and ``parts``.

    The heading states the title, the turn and ``note``.
    """
    width, height = map(float, size)
    return tag(
        "svg",
        tag("title", escape(f"{title}: {_describe_turn(scene)}")),
        tag("rect", width=width, height=height, rx=14, fill=theme.paper),
        text(24, 40, title, 25, theme.ink, serif=True, bold=True),
        text(24, 62, " · ".join(filter(None, (_describe_turn(scene), note))), 14, theme.muted),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_format_value(width)} {_format_value(height)}",
        width=width,
        style="max-width:100%;height:auto",
        role="img",
    )


def _describe_turn(scene: Mapping[str, Any]) -> str:
    """Return whose turn it is, or the result of a finished game, as a caption."""
    if not scene["is_over"]:
        return f"ply {scene['ply']} · seat {scene['mover']} to move"
    if scene["players"] == 1:
        return f"over · {scene['scores'][0]}"
    scores = ", ".join(map(str, scene["scores"]))
    return f"over · seat {scene['places'].index(1)} wins · {scores}"


# --- Pieces of cells ----------------------------------------------------------------------------


def outline(cells: Collection[Cell], inset: float = 0.03, corner: float = 0.13) -> str:
    """Return SVG path data of the closed outline around connected cells.

    The cells are 1 wide. The corners of the outline are rounded.
    """
    points = _inset_corners(_trace_corners(cells), inset)
    parts: list[str] = []
    for index, point in enumerate(points):
        start = _step_towards(point, points[index - 1], corner)
        end = _step_towards(point, points[(index + 1) % len(points)], corner)
        command = "L" if parts else "M"
        curve = f"Q{_format_point(point)} {_format_point(end)}"
        parts.append(f"{command}{_format_point(start)}{curve}")
    return "".join(parts) + "Z"


def _trace_corners(cells: Collection[Cell]) -> list[Point]:
    """Return the corners of the outer outline, clockwise from the first cell.

    Holes are ignored.
    """
    edges = _map_edges({(row, column) for row, column in cells})
    row, column = min((row, column) for row, column in cells)
    corners: list[Point] = []
    point, before = (float(column), float(row)), (0.0, -1.0)
    while not corners or point != corners[0]:
        direction = _choose_edge(edges[point], before)
        if direction != before:
            corners.append(point)
        point, before = (point[0] + direction[0], point[1] + direction[1]), direction
    return corners


def _map_edges(cells: set[tuple[int, int]]) -> dict[Point, list[Point]]:
    """Return the directions of the outline's edges, by start point.

    The cells are on the right of each edge.
    """
    edges: dict[Point, list[Point]] = {}
    sides = ((-1, 0, 0, 0, 1, 0), (0, 1, 1, 0, 0, 1), (1, 0, 1, 1, -1, 0), (0, -1, 0, 1, 0, -1))
    for row, column in cells:
        for down, right, x, y, across, along in sides:
            if (row + down, column + right) not in cells:
                edges.setdefault((column + x, row + y), []).append((across, along))
    return edges


def _choose_edge(edges: list[Point], before: Point) -> Point:
    """Return the next direction of the outline.

    It turns right where two cells touch only at a corner.
    """
    right = (-before[1], before[0])
    return right if right in edges else before if before in edges else edges[0]


def _inset_corners(corners: list[Point], inset: float) -> list[Point]:
    """Return the corners of an outline moved inwards by ``inset``."""
    moved = []
    for index, (x, y) in enumerate(corners):
        a, b = _direction(corners[index - 1], (x, y))
        c, d = _direction((x, y), corners[(index + 1) % len(corners)])
        moved.append((x - inset * (b + d), y + inset * (a + c)))
    return moved


def _direction(start: Point, end: Point) -> Point:
    return _sign(end[0] - start[0]), _sign(end[1] - start[1])


def _sign(value: float) -> float:
    return (value > 1e-9) - (value < -1e-9)


def _step_towards(start: Point, end: Point, length: float) -> Point:
    across, along = _direction(start, end)
    return start[0] + across * length, start[1] + along * length


def _format_point(point: Point) -> str:
    return f"{_format_value(point[0])} {_format_value(point[1])}"
