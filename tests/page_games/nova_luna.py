"""Nova Luna on the page, for several players and for one."""

from __future__ import annotations

import re

from page_fingers import Finger, middle
from page_games import OnPage
from page_visitor import Visitor


def prepare(visitor: Visitor, move: str) -> None:
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


def touch(finger: Finger, move: str) -> None:
    """Drag a tile from the wheel to its place in the area."""
    page = finger.visitor.page
    if "@" not in move:
        finger.tap(page.locator(".choice button"))
        return
    slot, place = move.split("@")
    finger.lift(page.locator(f'[data-slot="{slot}"] button'))
    finger.drop(middle(page.locator(f'[data-place="{place}"]')))


def far_out(move: str) -> int:
    """How far from the middle a tile would lie."""
    return sum(abs(int(number)) for number in re.findall(r"-?\d+", move.partition("@")[2]))


PARTS = (".wheel", ".frame")
GAMES = {
    "nova-luna": OnPage(
        prepare,
        middle=14,
        effort=far_out,
        touch=touch,
        pans=True,
        parts=PARTS,
        areas=".others [data-area]",
    ),
    "nova-luna-solo": OnPage(
        prepare, middle=8, effort=far_out, touch=touch, pans=True, parts=PARTS
    ),
}
