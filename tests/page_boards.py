"""Moves as people make them: on the board, with the pointer or with keys alone."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from page_visitor import Visitor

Cell = tuple[int, int]
COLUMNS = "abcdefghijkl"


def primary(page: Page) -> Locator:
    """The one button that makes the move in hand."""
    return page.locator(".bar .primary")


def sentence(page: Page) -> Locator:
    return page.get_by_test_id("sentence")


# --- Nova Luna ----------------------------------------------------------------------------------


def prepare_nova_luna(visitor: Visitor, move: str) -> None:
    """Have a move in hand: a tile and a place, or the button of another choice."""
    page = visitor.page
    if "@" not in move:
        visitor.press(page.locator(".choice button"))
        return
    slot, place = move.split("@")
    visitor.press(page.locator(f'[data-slot="{slot}"] button'))
    spot = page.locator(f'[data-place="{place}"]')
    # Large areas are panned; the focus brings a place into sight.
    spot.focus()
    visitor.press(spot)


# --- My Shelfie ---------------------------------------------------------------------------------


def prepare_my_shelfie(visitor: Visitor, move: str) -> None:
    """Have tiles in hand, in order, over a column."""
    cells, column = move.split(">")
    for cell in in_reach(re.findall("[a-i][1-9]", cells)):
        visitor.press(visitor.page.locator(f'button[data-cell="{cell}"]'))
    put_in_order(visitor.page, cells)
    visitor.press(visitor.page.locator(f'[data-column="{int(column) - 1}"]'))


def in_reach(cells: Sequence[str]) -> list[str]:
    """The cells of a line from one end to the other: so each tap adds a neighbour."""
    return sorted(cells)


def put_in_order(page: Page, cells: str) -> None:
    """Sort the tiles in hand as the move has them, by the keys of the tray."""
    wanted = re.findall("[a-i][1-9]", cells)
    held = in_reach(wanted)
    for index, cell in enumerate(wanted):
        while held.index(cell) > index:
            at = held.index(cell)
            page.locator(f'.tray [data-slot="{at}"]').press("ArrowLeft")
            held[at - 1], held[at] = held[at], held[at - 1]


# --- Polyssimo ----------------------------------------------------------------------------------


def prepare_polyssimo(visitor: Visitor, move: str) -> None:
    """Have a piece chosen in the draft, or lying on its cells of the board."""
    page = visitor.page
    if "@" not in move:
        visitor.press(page.locator(f'button[data-piece="{move}"]'))
        return
    piece, cells = move.split("@")
    visitor.press(page.locator(f'[data-piece="{piece}"] button'))
    for key in keys_to(visitor, piece, read_cells(cells)):
        page.keyboard.press(key)


def read_cells(text: str) -> list[Cell]:
    """``d3,cde4`` names d3, c4, d4 and e4; rows count from 0 here."""
    return [
        (int(row) - 1, COLUMNS.index(letter))
        for letters, row in re.findall(r"([a-l]+)(\d+)", text)
        for letter in letters
    ]


def keys_to(visitor: Visitor, piece: str, cells: Sequence[Cell]) -> list[str]:
    """The keys that turn a piece just taken and bring it from the middle to its cells."""
    box = visitor.get("/games/polyssimo/box")
    facts = next(fact for fact in box["pieces"] if fact["name"] == piece)
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    wanted = sorted([row - top, column - left] for row, column in cells)
    index = next(i for i, shape in enumerate(facts["shapes"]) if sorted(shape) == wanted)
    height, width = (1 + max(part) for part in zip(*wanted, strict=True))
    middle = (box["rows"] - height) // 2, (box["columns"] - width) // 2
    return [
        *turns_to(facts, index),
        "ArrowUp",  # the first arrow brings it to the middle
        *arrows(top - middle[0], "ArrowDown", "ArrowUp"),
        *arrows(left - middle[1], "ArrowRight", "ArrowLeft"),
    ]


def turns_to(facts: Any, wanted: int) -> list[str]:
    """The fewest turns and flips from a piece's first shape to another."""
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


# --- Any game -----------------------------------------------------------------------------------

PREPARE: dict[str, Callable[[Visitor, str], None]] = {
    "nova-luna": prepare_nova_luna,
    "nova-luna-solo": prepare_nova_luna,
    "my-shelfie": prepare_my_shelfie,
    "polyssimo": prepare_polyssimo,
}


def prepare(visitor: Visitor, move: str) -> None:
    """Do everything on the board but press the button."""
    PREPARE[visitor.now["info"]["terms"]["game"]](visitor, move)
    expect(primary(visitor.page)).to_be_enabled()


def cover(page: Page) -> Locator:
    """The button between two turns on one screen."""
    return page.get_by_role("button", name="show the board")


def uncover(page: Page) -> None:
    """Look at the board, where the screen was passed on to somebody else."""
    cover(page).click()


def play(visitor: Visitor, move: str) -> None:
    """Make a move on the board; it must be the very move that is sent, and it must be answered."""
    visitor.drawn()
    if cover(visitor.page).is_visible():
        uncover(visitor.page)
    number = visitor.now["view"]["number"]
    prepare(visitor, move)
    visitor.press(primary(visitor.page))
    visitor.until(f"an answer to {move}", lambda: visitor.now["view"]["number"] > number)
    sent = [said for said in visitor.said if said["type"] == "move"][-1]
    assert sent["move"] == move
    visitor.drawn()
