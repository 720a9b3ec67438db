"""Nova Luna on the page, for several players and for one."""

from __future__ import annotations

import random
import re
from functools import cache

import tilewright as tw
from page_fingers import Finger, middle
from page_games import OnPage
from page_visitor import Shown, Visitor


def prepare(visitor: Visitor, move: str) -> None:
    """Prepare a move: a tile and a place, or the button of another choice."""
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
    """Return the distance of a tile's place from the middle."""
    return sum(abs(int(number)) for number in re.findall(r"-?\d+", move.partition("@")[2]))


def start_with_a_line(host: Visitor, tiles: int, *, is_column: bool) -> Shown:
    """Return the ``start`` of a table of Nova Luna: seat 0 has a row or a column of tiles."""
    position = line_of_tiles(tiles, is_column=is_column)
    record: str = host.post("/records", {"text": tw.dump(position)})["id"]
    return {"record": record, "ply": position.ply, "seat": 0}


@cache
def line_of_tiles(tiles: int, *, is_column: bool) -> tw.Position:
    """Return a game in which seat 0 lays tile after tile in one direction, and is to move."""
    position, rng, laid = tw.new("nova-luna", players=2, seed=1), random.Random(1), 0
    while laid < tiles or position.mover != 0:
        place = f"@0,{laid}" if is_column else f"@{laid},0"
        takes = [move for move in position.legal_moves if move.endswith(place)]
        is_next = position.mover == 0 and bool(takes)
        position.play(takes[0] if is_next else rng.choice(position.legal_moves))
        laid += is_next
    return position


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
