"""Pictures of games without a drawing of their own, from the key ``plain`` of their scenes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tilewright.svg import PAPER, badge, group, picture, tag, text

__all__ = ["draw"]

CELL = 34.0
HUES = ("#d9573f", "#3f74c4", "#2aa192", "#e0a92e", "#9a57bd", "#5b9f50", "#c9588f", "#a4744a")


def draw(scene: Mapping[str, Any]) -> str:
    """Draw grids, pieces, counters and texts of a scene, one below the other."""
    plain = scene.get("plain") or {}
    blocks = [
        *(_draw_grid(grid) for grid in plain.get("grids", ())),
        *_draw_pieces(plain.get("pieces", ())),
        *_draw_captions(_list_captions(plain)),
    ]
    height = 84.0
    parts = []
    for part, part_height in blocks:
        parts.append(group(24, height, 1, part))
        height += part_height
    width = max([360.0, *(48 + CELL * len(row) for row in _list_rows(plain))])
    return picture(scene, scene["game"], PAPER, (width, height + 12), *parts)


def _list_rows(plain: Mapping[str, Any]) -> Iterable[Sequence[str]]:
    return [row for grid in plain.get("grids", ()) for row in grid["rows"]]


def _draw_grid(grid: Mapping[str, Any]) -> tuple[str, float]:
    """Return the SVG of a grid below its title, and its height.

    Each text has a colour of its own.
    """
    texts = sorted({cell for row in grid["rows"] for cell in row if cell})
    parts = [_draw_title(grid["title"], grid["seat"])]
    for row, line in enumerate(grid["rows"]):
        for column, cell in enumerate(line):
            fill = HUES[texts.index(cell) % len(HUES)] if cell else PAPER.panel
            parts.append(group(column * CELL, 12 + row * CELL, 1, _draw_cell(cell, fill)))
    return "".join(parts), 46 + CELL * len(grid["rows"])


def _draw_cell(cell: str, fill: str) -> str:
    """Draw a cell with its text, if any."""
    side = CELL - 2
    square = tag("rect", width=side, height=side, rx=side * 0.13, fill=fill, stroke=PAPER.line)
    if not cell:
        return square
    size = min(16.0, 1.5 * side / len(cell))
    label = tag("rect", x=2, y=8, width=side - 4, height=side - 16, rx=4, fill=PAPER.panel)
    return (
        square
        + label
        + text(side / 2, side / 2 + size / 3, cell, size, PAPER.ink, anchor="middle", bold=True)
    )


def _draw_title(title: str, seat: int | None) -> str:
    """Draw a title, preceded by the owner's badge if ``seat`` is not None."""
    if seat is None:
        return text(0, 0, title, 15, PAPER.ink, serif=True, bold=True)
    return badge(9, -5, 9, seat) + text(26, 0, title, 15, PAPER.ink, serif=True, bold=True)


def _draw_pieces(pieces: Sequence[Mapping[str, Any]]) -> list[tuple[str, float]]:
    """Return the SVG and the height of each row of pieces, five pieces per row."""
    strips = [pieces[start : start + 5] for start in range(0, len(pieces), 5)]
    return [
        ("".join(_draw_piece(p, 62.0 * i) for i, p in enumerate(strip)), 96) for strip in strips
    ]


def _draw_piece(piece: Mapping[str, Any], x: float) -> str:
    """Draw a piece below its title, at x within its row."""
    count = f" ×{piece['count']}" if piece["count"] != 1 else ""
    title = group(x, 0, 1, _draw_title(f"{piece['title']}{count}", piece["seat"]))
    cells = piece["cells"]
    if not cells:
        return title
    size = 1 + max(max(row, column) for row, column in cells)
    shape = "".join(
        tag("rect", x=column, y=row, width=0.94, height=0.94, rx=0.13, fill=PAPER.ink)
        for row, column in cells
    )
    return title + group(x, 10, min(14.0, 56 / size), shape)


def _list_captions(plain: Mapping[str, Any]) -> list[tuple[str, int | None]]:
    """Return the lines below the board: each counter with its owner, then each text."""
    counters = [(f"{it['title']}: {it['value']}", it["seat"]) for it in plain.get("counters", ())]
    return [*counters, *((words, None) for words in plain.get("texts", ()))]


def _draw_captions(captions: Sequence[tuple[str, int | None]]) -> list[tuple[str, float]]:
    """Return the SVG and the height of each line."""
    return [(_draw_title(words, seat), 26) for words, seat in captions]
