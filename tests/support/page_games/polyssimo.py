"""Polyssimo on the page."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from typing import Any

from page_fingers import Finger, Point
from page_games import OnPage
from page_visitor import Visitor

Cell = tuple[int, int]
COLUMNS = "abcdefghijkl"


def prepare(visitor: Visitor, move: str) -> None:
    """Choose a piece in the draft, or lay one on its cells of the board."""
    page = visitor.page
    if "@" not in move:
        visitor.press(page.locator(f'button[data-piece="{move}"]'))
        return
    piece, cells = move.split("@")
    visitor.press(page.locator(f'[data-piece="{piece}"] button'))
    for key in keys_to(visitor, piece, read_cells(cells)):
        page.keyboard.press(key)


def read_cells(text: str) -> list[Cell]:
    """Parse cells: ``d3,cde4`` names d3, c4, d4 and e4; rows count from 0 here."""
    return [
        (int(row) - 1, COLUMNS.index(letter))
        for letters, row in re.findall(r"([a-l]+)(\d+)", text)
        for letter in letters
    ]


def keys_to(visitor: Visitor, piece: str, cells: Sequence[Cell]) -> list[str]:
    """Return the keys that turn a new piece and move it from the middle to its cells."""
    box = visitor.get("/games/polyssimo/box")
    facts, index = shape_of(visitor, piece, cells)
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    height, width = (1 + max(part) for part in zip(*facts["shapes"][index], strict=True))
    middle = (box["rows"] - height) // 2, (box["columns"] - width) // 2
    return [
        *turns_to(facts, index),
        "ArrowUp",  # the first arrow brings it to the middle
        *arrows(top - middle[0], "ArrowDown", "ArrowUp"),
        *arrows(left - middle[1], "ArrowRight", "ArrowLeft"),
    ]


def shape_of(visitor: Visitor, piece: str, cells: Sequence[Cell]) -> tuple[Any, int]:
    """Return the facts of a piece, and which of its shapes has these cells."""
    box = visitor.get("/games/polyssimo/box")
    facts = next(fact for fact in box["pieces"] if fact["name"] == piece)
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    wanted = sorted([row - top, column - left] for row, column in cells)
    return facts, next(i for i, shape in enumerate(facts["shapes"]) if sorted(shape) == wanted)


def turns_to(facts: Any, wanted: int) -> list[str]:
    """Return the fewest turns and flips from a piece's first shape to another."""
    paths: dict[int, list[str]] = {0: []}
    waiting = deque([0])
    while wanted not in paths:
        shape = waiting.popleft()
        for key, to in (("r", facts["turn"][shape]), ("f", facts["flip"][shape])):
            if to not in paths:
                paths[to] = [*paths[shape], key]
                waiting.append(to)
    return paths[wanted]


def arrows(steps: int, forward: str, back: str) -> list[str]:
    return [forward if steps > 0 else back] * abs(steps)


def touch(finger: Finger, move: str) -> None:
    """Tap a piece of the draft; or turn one by its buttons and drag it to its cells."""
    page = finger.visitor.page
    if "@" not in move:
        finger.tap(page.locator(f'button[data-piece="{move}"]'))
        return
    piece, cells = move.split("@")
    button = page.locator(f'[data-piece="{piece}"] button')
    finger.tap(button)
    for key in turns_to(*shape_of(finger.visitor, piece, read_cells(cells))):
        finger.tap(page.locator(f'[aria-keyshortcuts="{key.upper()}"]'))
    finger.lift(button)
    finger.drop(finger_for(finger.visitor, read_cells(cells)))


LIFT = 26
"""Distance in pixels between a finger and the piece above it."""


def finger_for(visitor: Visitor, cells: Sequence[Cell]) -> Point:
    """Return the place of a finger that holds a piece over these cells."""
    box = visitor.page.locator("[role=grid]").bounding_box()
    assert box is not None
    unit = box["width"] / len(COLUMNS)
    rows, columns = ([cell[n] for cell in cells] for n in (0, 1))
    across = (min(columns) + max(columns) + 1) / 2
    return box["x"] + across * unit, box["y"] + (max(rows) + 1) * unit + LIFT


PARTS = (
    ".playfield, .pool",
    ".layout > .mine",
    ".layout > .others > :last-child",
    "[aria-label='The piece in hand']",
)
GAMES = {
    "polyssimo": OnPage(
        prepare,
        middle=30,
        phases={"draft": 7},
        touch=touch,
        parts=PARTS,
        areas=".others section",
    ),
}
