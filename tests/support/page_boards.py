"""Moves as people make them: on the board, with the pointer or with keys alone."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from page_games import on_page
from page_visitor import Visitor


def primary(page: Page) -> Locator:
    """Return the button that makes the prepared move."""
    return page.locator(".bar .primary")


def sentence(page: Page) -> Locator:
    return page.get_by_test_id("sentence")


def prepare(visitor: Visitor, move: str) -> None:
    """Do everything on the board except pressing the button."""
    on_page(visitor.now["info"]["terms"]["game"]).prepare(visitor, move)
    expect(primary(visitor.page)).to_be_enabled()


def cover(page: Page) -> Locator:
    """Return the button between two turns on one screen."""
    return page.get_by_role("button", name="show the board")


def uncover(page: Page) -> None:
    """Reveal the board after the screen was passed on."""
    cover(page).click()


def take_over(page: Page) -> None:
    """Become the player in front of the screen, once the last move was seen there."""
    expect(cover(page).or_(primary(page)).first).to_be_visible()
    if cover(page).is_visible():
        uncover(page)


def play(visitor: Visitor, move: str) -> None:
    """Make a move on the board; check that exactly this move is sent and answered."""
    visitor.drawn()
    take_over(visitor.page)
    number = visitor.now["view"]["number"]
    prepare(visitor, move)
    visitor.press(primary(visitor.page))
    visitor.until(f"an answer to {move}", lambda: visitor.now["view"]["number"] > number)
    sent = [said for said in visitor.said if said["type"] == "move"][-1]
    assert sent["move"] == move
    visitor.drawn()
