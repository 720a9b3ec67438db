"""SVG pictures of scenes: the wheel around the moon track, and every area.

Red is a triangle, blue a drop, cyan a diamond, yellow a sun: no colour stands alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import cos, pi, sin
from typing import Any

from tilewright.games.nova_luna.scene import BoxTile, box
from tilewright.games.nova_luna.tables import MOON_PHASES
from tilewright.svg import (
    GOLD,
    NIGHT,
    SEATS,
    Point,
    badge,
    group,
    panel,
    picture,
    read_art,
    tag,
    text,
)

ART = read_art("tilewright.games.nova_luna")
PAINT = {colour: str(tile["colour"]) for colour, tile in ART["tiles"].items()}
SHAPES = {colour: str(tile["shape"]) for colour, tile in ART["tiles"].items()}
"""Each in a box from -1 to 1, as the crescent is."""

# A tile is 100 wide: its cost top left, its tasks in the other corners, always in this order.
CORNERS = ((76.5, 23.5), (23.5, 76.5), (76.5, 76.5))
TASK_RADIUS = 19.0

WHEEL = 460.0  # width and height of the wheel
RIM, TRACK = 190.0, 122.0
TILE, MOON = 66.0, 10.0
GAP = 14.0
AREAS, HALF = 446.0, 216.0  # side of all areas together, and of one if two are side by side
TOP = 78.0


def draw(scene: Mapping[str, Any]) -> str:
    """Draw a scene: the wheel on the left, the areas beside it."""
    seats = range(len(scene["seats"]))
    columns, rows = (2, 2) if len(seats) > 2 else (1, len(seats))
    wide, tall = AREAS if columns == 1 else HALF, AREAS if rows == 1 else HALF
    panels = [
        group(
            WHEEL + GAP + seat % columns * (wide + GAP),
            TOP + seat // columns * (tall + GAP),
            1,
            _draw_seat(scene, seat, wide, tall),
        )
        for seat in seats
    ]
    title = "Nova Luna, solo" if scene["solo"] else "Nova Luna"
    size = WHEEL + AREAS + 2 * GAP, TOP + WHEEL
    return picture(scene, title, NIGHT, size, group(0, TOP, 1, _draw_wheel(scene)), *panels)


# --- Tiles --------------------------------------------------------------------------------------


@cache
def _tiles() -> list[BoxTile]:
    return box()["tiles"]


def _draw_tile(number: int, covered: Sequence[int] = (), seat: int = 0) -> str:
    """Draw a tile, 100 wide, with discs of ``seat`` on its covered tasks."""
    tile = _tiles()[number - 1]
    colour, is_light = tile["colour"], tile["colour"] == "y"
    body = tag("rect", x=1, y=1, width=98, height=98, rx=13, fill=PAINT[colour], stroke="#0b0e22")
    veil = 0.34 if is_light else 0.2
    shape = group(50, 53, 34, _draw_shape(colour, "#ffffff", fill_opacity=veil))
    ink = "#33230a" if is_light else "#ffffff"
    cost = text(23.5, 34.5, tile["cost"], 33, ink, anchor="middle", serif=True, bold=True)
    tasks = (
        group(*CORNERS[index], 1, _draw_disc(seat) if index in covered else _draw_task(task))
        for index, task in enumerate(tile["tasks"])
    )
    return body + shape + cost + "".join(tasks)


def _draw_shape(colour: str, fill: str, **attributes: object) -> str:
    return tag("path", d=SHAPES[colour], fill=fill, **attributes)


def _draw_task(task: str) -> str:
    """Draw a task: the shapes of the colours that it needs, in a circle."""
    layout = ART["layouts"][str(len(task))]
    shapes = (
        group(x, y, layout["size"], _draw_shape(colour, PAINT[colour]))
        for colour, (x, y) in zip(task, layout["at"], strict=True)
    )
    return tag("circle", r=TASK_RADIUS, fill="#fffdf8") + "".join(shapes)


def _draw_disc(seat: int) -> str:
    """Draw a seat's disc with a tick, which covers a task."""
    disc = tag("circle", r=TASK_RADIUS - 1.3, fill=SEATS[seat], stroke="#ffffff", stroke_width=2.6)
    tick = {"fill": "none", "stroke": "#ffffff", "stroke_width": 4.2, "stroke_linecap": "round"}
    return disc + tag("path", d="M-7.5.5-2.2 6 8-6", **tick)


def _point_on_ring(degrees: float, radius: float) -> Point:
    """Return the point of a ring at an angle in degrees, clockwise from the top."""
    angle = degrees * pi / 180
    return radius * sin(angle), -radius * cos(angle)


# --- The wheel ----------------------------------------------------------------------------------


def _draw_wheel(scene: Mapping[str, Any]) -> str:
    """Draw the wheel, with slot 0 at the top (NL-1).

    The moon track or the solo sums are inside.
    """
    centre = WHEEL / 2
    ring = tag("circle", r=TRACK + 24, fill=NIGHT.panel, stroke=NIGHT.line)
    slots = (_draw_slot(scene, slot) for slot in range(len(scene["wheel"])))
    middle = _draw_track(scene) if scene["solo"] is None else _draw_sums(scene["solo"])
    return group(centre, centre, 1, ring, *slots, middle, _draw_supply(scene["supply"]))


def _draw_supply(tiles: int) -> str:
    """Draw the number of tiles in the supply."""
    word = text(0, -52, "Supply", 15, NIGHT.muted, anchor="middle")
    return word + text(0, -14, tiles, 38, NIGHT.ink, anchor="middle", serif=True, bold=True)


def _draw_slot(scene: Mapping[str, Any], slot: int) -> str:
    """Draw a slot of the wheel: a tile, the crescent, or an empty frame.

    A tile on offer is framed.
    """
    x, y = _point_on_ring(slot * 360 / len(scene["wheel"]), RIM)
    number = scene["wheel"][slot]
    if slot == scene["crescent"]:
        return group(x, y, 26, tag("path", d=ART["crescent"], fill=GOLD))
    if number is None:
        return group(x, y, 1, _draw_frame(TILE - 8, NIGHT.line, "4 4"))
    is_offered = slot in scene["offered"]
    tile = group(x - TILE / 2, y - TILE / 2, TILE / 100, _draw_tile(number))
    if is_offered:
        return group(x, y, 1, _draw_frame(TILE + 7, GOLD, "none")) + tile
    return tag("g", tile, opacity=0.5 if scene["offered"] else 1)


def _draw_frame(side: float, stroke: str, dashes: str) -> str:
    """Draw a square frame around the origin."""
    return tag(
        "rect",
        x=-side / 2,
        y=-side / 2,
        width=side,
        height=side,
        rx=side * 0.13,
        fill="none",
        stroke=stroke,
        stroke_width=2,
        stroke_dasharray=dashes,
    )


def _draw_track(scene: Mapping[str, Any]) -> str:
    """Draw the moon track and the players' discs.

    A golden ring marks the seat to move.
    """
    spaces = box()["track"]
    moons = (
        group(*_point_on_ring(space * 360 / spaces, TRACK), MOON, _draw_space(space, spaces))
        for space in range(spaces)
    )
    return "".join(moons) + "".join(_draw_discs(scene, spaces))


def _draw_space(space: int, spaces: int) -> str:
    """Draw a space of the moon track.

    Every second space shows a phase of the moon (NL-11).
    """
    has_moon = space % (spaces // MOON_PHASES) == 0
    dark = tag(
        "circle", r=1 if has_moon else 0.42, fill="#11142a", stroke=NIGHT.line, stroke_width=0.11
    )
    is_lit = has_moon and space > 0
    return dark + tag("path", d=_lit_path(space / spaces), fill="#f4e0ae") if is_lit else dark


def _lit_path(phase: float) -> str:
    """Return the SVG path of the lit part of a moon of radius 1.

    Phase 0 and 1 are new moon, 0.5 is full moon.
    """
    waxes = phase < 0.5
    is_crescent = phase < 0.25 or phase > 0.75
    width = abs(cos(2 * pi * phase))
    return f"M0-1A1 1 0 0 {int(waxes)} 0 1A{width:.3f} 1 0 0 {int(waxes != is_crescent)} 0-1z"


def _draw_discs(scene: Mapping[str, Any], spaces: int) -> Iterable[str]:
    """Draw the discs on the moon track.

    Discs on the same space are stacked, the top one drawn last (NL-5).
    """
    heights: dict[int, int] = {}
    for disc in reversed(scene["track"]):
        height = heights.get(disc["distance"], 0)
        heights[disc["distance"]] = height + 1
        x, y = _point_on_ring(disc["distance"] * 360 / spaces, TRACK)
        is_mover = disc["seat"] == scene["mover"] and not scene["is_over"]
        yield badge(x, y - 7 * height, 14, disc["seat"], ring=GOLD if is_mover else "#ffffff")


def _draw_sums(solo: Mapping[str, Any]) -> str:
    """Draw the phase, the costs and the first sum of a solo game (NLS-3 to NLS-8)."""
    lines = [
        f"Phase {solo['phase']}: {solo['laid']} of {solo['needed']} discs laid",
        f"costs so far {solo['sum']}",
    ]
    if solo["first_sum"] is not None:
        lines.append(f"first sum {solo['first_sum']}")
    return "".join(
        text(0, 30 + 24 * index, words, 15, NIGHT.ink, anchor="middle")
        for index, words in enumerate(lines)
    )


# --- Areas --------------------------------------------------------------------------------------


def _draw_seat(scene: Mapping[str, Any], seat: int, width: float, height: float) -> str:
    """Draw a seat's panel: its discs left, its distance and its area."""
    shown = scene["seats"][seat]
    is_mover = seat == scene["mover"] and not scene["is_over"]
    area = _draw_area(shown["area"], seat, width - 24, height - 60)
    discs = text(44, 27, f"{shown['discs']} discs left", 15, NIGHT.ink, bold=True)
    cost = text(width - 14, 27, f"distance {shown['cost']}", 13, NIGHT.muted, anchor="end")
    ground = panel(width, height, NIGHT, is_mover)
    return ground + badge(22, 22, 13, seat) + discs + cost + group(12, 48, 1, area)


def _draw_area(area: Sequence[Mapping[str, Any]], seat: int, width: float, height: float) -> str:
    """Draw the tiles of an area with north on top, as large as possible."""
    if not area:
        return text(width / 2, height / 2, "no tile yet", 14, NIGHT.muted, anchor="middle")
    west, east = min(laid["x"] for laid in area), max(laid["x"] for laid in area)
    south, north = min(laid["y"] for laid in area), max(laid["y"] for laid in area)
    step = min(width / (east - west + 1), height / (north - south + 1), TILE)
    left = (width - step * (east - west + 1)) / 2
    top = (height - step * (north - south + 1)) / 2
    return "".join(
        group(
            left + step * (laid["x"] - west),
            top + step * (north - laid["y"]),
            (step - 2) / 100,
            _draw_tile(laid["tile"], laid["covered"], seat),
        )
        for laid in area
    )
