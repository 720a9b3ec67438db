"""Picture of a game without its own drawing: everything its scene offers as ``plain``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tilewright.svg import PAPER, badge, picture, put, tag, text

__all__ = ["draw"]

CELL = 34.0
HUES = ("#d9573f", "#3f74c4", "#2aa192", "#e0a92e", "#9a57bd", "#5b9f50", "#c9588f", "#a4744a")


def draw(scene: Mapping[str, Any]) -> str:
    """Return grids, pieces, counters and texts of a scene, one below the other."""
    plain = scene.get("plain") or {}
    blocks = [
        *(_draw_grid(grid) for grid in plain.get("grids", ())),
        *_draw_pieces(plain.get("pieces", ())),
        *_draw_lines(_list_lines(plain)),
    ]
    height = 84.0
    parts = []
    for part, tall in blocks:
        parts.append(put(24, height, 1, part))
        height += tall
    width = max([360.0, *(48 + CELL * len(row) for row in _list_rows(plain))])
    return picture(scene, scene["game"], PAPER, (width, height + 12), *parts)


def _list_rows(plain: Mapping[str, Any]) -> Iterable[Sequence[str]]:
    return [row for grid in plain.get("grids", ()) for row in grid["rows"]]


def _draw_grid(grid: Mapping[str, Any]) -> tuple[str, float]:
    """Return a title and a grid of cells; each text has its own hue."""
    texts = sorted({cell for row in grid["rows"] for cell in row if cell})
    parts = [_draw_title(grid["title"], grid["seat"])]
    for row, line in enumerate(grid["rows"]):
        for column, cell in enumerate(line):
            fill = HUES[texts.index(cell) % len(HUES)] if cell else PAPER.panel
            parts.append(put(column * CELL, 12 + row * CELL, 1, _draw_cell(cell, fill)))
    return "".join(parts), 46 + CELL * len(grid["rows"])


def _draw_cell(cell: str, fill: str) -> str:
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
    if seat is None:
        return text(0, 0, title, 15, PAPER.ink, serif=True, bold=True)
    return badge(9, -5, 9, seat) + text(26, 0, title, 15, PAPER.ink, serif=True, bold=True)


def _draw_pieces(pieces: Sequence[Mapping[str, Any]]) -> list[tuple[str, float]]:
    """Return the pieces to choose from, five per row."""
    strips = [pieces[start : start + 5] for start in range(0, len(pieces), 5)]
    return [
        ("".join(_draw_piece(p, 62.0 * i) for i, p in enumerate(strip)), 96) for strip in strips
    ]


def _draw_piece(piece: Mapping[str, Any], x: float) -> str:
    count = f" ×{piece['count']}" if piece["count"] != 1 else ""
    title = put(x, 0, 1, _draw_title(f"{piece['title']}{count}", piece["seat"]))
    cells = piece["cells"]
    if not cells:
        return title
    size = 1 + max(max(row, column) for row, column in cells)
    shape = "".join(
        tag("rect", x=column, y=row, width=0.94, height=0.94, rx=0.13, fill=PAPER.ink)
        for row, column in cells
    )
    return title + put(x, 10, min(14.0, 56 / size), shape)


def _list_lines(plain: Mapping[str, Any]) -> list[tuple[str, int | None]]:
    counters = [(f"{it['title']}: {it['value']}", it["seat"]) for it in plain.get("counters", ())]
    return [*counters, *((words, None) for words in plain.get("texts", ()))]


def _draw_lines(lines: Sequence[tuple[str, int | None]]) -> list[tuple[str, float]]:
    return [(_draw_title(words, seat), 26) for words, seat in lines]
