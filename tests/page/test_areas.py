"""Areas of Nova Luna that are long: their tiles can be read, and every place can be hit."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from page_boards import primary
from page_fingers import middle
from page_games.nova_luna import start_with_a_line
from page_screen import SIZES, Box, smallest
from page_states import open_board
from page_tables import table_with_bots
from page_visitor import Come, Visitor

TILES = 10
LEAST_ON_A_DESK, LEAST_ON_A_PHONE = 56, 44
AREA_SIZES = {
    "desktop": SIZES["desktop"],
    "laptop": (1280, 720),
    "tablet": SIZES["tablet"],
    "large phone": (390, 844),
    "phone": SIZES["phone"],
    "lying": SIZES["lying"],
}
HIT = """([x, y]) => document.elementFromPoint(x, y)?.closest('[data-place]')?.dataset.place"""


@pytest.mark.parametrize("is_column", [False, True], ids=["row", "column"])
def test_area_that_is_long_shows_every_place(come: Come, is_column: bool) -> None:
    anna = come("Anna")
    start = start_with_a_line(anna, TILES, is_column=is_column)
    open_board(anna, table_with_bots(anna, "nova-luna", start=start))
    for name, (width, height) in AREA_SIZES.items():
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.drawn()
        is_phone = min(width, height) < 600
        check_area(anna, name, LEAST_ON_A_PHONE if is_phone else LEAST_ON_A_DESK)


def check_area(visitor: Visitor, name: str, least: int) -> None:
    page = visitor.page
    visitor.press(page.locator("[data-slot] button").first)
    expect(page.locator("[data-place]").first).to_be_attached()
    for tile in (".frame .tile", "[data-place]"):
        size = smallest(page, tile)
        assert size is not None and size >= least, (name, tile, size)
    places = page.locator("[data-place]").all()
    assert len(places) >= 2 * TILES
    for place in places:
        bring_into_sight(visitor, place)
        x, y = middle(place)
        assert page.evaluate(HIT, [x, y]) == place.get_attribute("data-place"), name
    page.mouse.click(*middle(places[-1]))
    expect(primary(page)).to_be_enabled()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("[data-place]")).to_have_count(0)


def bring_into_sight(visitor: Visitor, place: Locator) -> None:
    """Drag the area by its ground until all of a place is inside the frame."""
    page = visitor.page
    for _ in range(TILES):
        frame, box = sides(page.locator(".mine .frame")), sides(place)
        beyond = [max(0, frame[n] - box[n]) - max(0, box[n + 2] - frame[n + 2]) for n in range(2)]
        if max(map(abs, beyond)) <= 1:
            return
        drag_ground(page, frame, *beyond)
        visitor.drawn()
    raise AssertionError(f"expected a place inside {frame}; found {box}")


def drag_ground(page: Page, frame: Box, right: float, down: float) -> None:
    """Drag by a length that the frame has room for."""
    left, top, east, south = frame
    x, y = (left + east) / 2, (top + south) / 2
    far_x, far_y = (east - left) / 2 - 4, (south - top) / 2 - 4
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + min(far_x, max(-far_x, right)), y + min(far_y, max(-far_y, down)), steps=3)
    page.mouse.up()


def sides(locator: Locator) -> Box:
    box = locator.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def test_area_frame_cuts_no_place(come: Come) -> None:
    """Places were cut by the frame, so that a press on their middle went beside them."""
    anna = come("Anna")
    start = start_with_a_line(anna, TILES, is_column=False)
    open_board(anna, table_with_bots(anna, "nova-luna", start=start))
    for name in ("desktop", "tablet", "phone"):
        width, height = AREA_SIZES[name]
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.press(anna.page.locator("[data-slot] button").first)
        anna.drawn()
        frame = sides(anna.page.locator(".mine .frame"))
        for place in anna.page.locator("[data-place]").all():
            left, _, right, _ = sides(place)
            is_in = left >= frame[0] - 1 and right <= frame[2] + 1
            assert is_in or right <= frame[0] + 1 or left >= frame[2] - 1, name
        anna.press(anna.page.locator("[data-slot] button").first)


def test_area_pans_when_a_tile_is_at_its_edge(come: Come) -> None:
    anna = come("Anna", viewport={"width": 360, "height": 740})
    start = start_with_a_line(anna, TILES, is_column=False)
    open_board(anna, table_with_bots(anna, "nova-luna", start=start))
    page = anna.page
    last = page.locator('[data-place="10,0"]')
    page.mouse.move(*middle(page.locator("[data-slot] button").first))
    page.mouse.down()
    _, top, right, bottom = sides(page.locator(".mine .frame"))
    page.mouse.move(right - 40, (top + bottom) / 2, steps=4)
    page.mouse.move(right - 8, (top + bottom) / 2, steps=2)
    anna.until("the end of the row", lambda: sides(last)[2] <= right + 1)
    page.mouse.move(*middle(last), steps=3)
    page.mouse.up()
    expect(last).to_have_attribute("aria-pressed", "true")
