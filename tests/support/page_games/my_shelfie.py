"""My Shelfie on the page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Page

from page_fingers import Finger, middle
from page_games import OnPage
from page_visitor import Visitor


def prepare(visitor: Visitor, move: str) -> None:
    """Select tiles, in order, over a column."""
    cells, column = move.split(">")
    for cell in in_reach(re.findall("[a-i][1-9]", cells)):
        visitor.press(visitor.page.locator(f'button[data-cell="{cell}"]'))
    put_in_order(visitor.page, cells)
    visitor.press(visitor.page.locator(f'[data-column="{int(column) - 1}"]'))


def in_reach(cells: Sequence[str]) -> list[str]:
    """Return the cells of a line from one end to the other, so that each tap adds a neighbour."""
    return sorted(cells)


def put_in_order(page: Page, cells: str) -> None:
    """Sort the selected tiles in the order of the move, by the keys of the tray."""
    wanted = re.findall("[a-i][1-9]", cells)
    held = in_reach(wanted)
    for index, cell in enumerate(wanted):
        while held.index(cell) > index:
            at = held.index(cell)
            page.locator(f'.tray [data-slot="{at}"]').press("ArrowLeft")
            held[at - 1], held[at] = held[at], held[at - 1]


def touch(finger: Finger, move: str) -> None:
    """Tap the tiles, sort them in the hand, and drag them into the column."""
    page = finger.visitor.page
    cells, column = move.split(">")
    wanted = re.findall("[a-i][1-9]", cells)
    for cell in in_reach(wanted):
        finger.tap(page.locator(f'button[data-cell="{cell}"]'))
    held = in_reach(wanted)
    for index, cell in enumerate(wanted):
        while held.index(cell) > index:
            at = held.index(cell)
            # A tap puts a tile one later; the one before it does so.
            finger.tap(page.locator(f'.tray [data-slot="{at - 1}"]'))
            held[at - 1], held[at] = held[at], held[at - 1]
    finger.lift(page.locator(f'button[data-cell="{wanted[0]}"]'))
    finger.drop(middle(page.locator(f'[data-column="{int(column) - 1}"]')))


PARTS = (".room", ".columns", ".tray", ".goals", ".personal")
GAMES = {
    "my-shelfie": OnPage(
        prepare, middle=8, has_secrets=True, touch=touch, parts=PARTS, areas="svg[data-seat]"
    )
}
