"""Moves as people make them: on the board, with the pointer or with keys alone."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from page_games import on_page
from page_visitor import Visitor


def primary(page: Page) -> Locator:
    """The one button that makes the move in hand."""
    return page.locator(".bar .primary")


def sentence(page: Page) -> Locator:
    return page.get_by_test_id("sentence")


def prepare(visitor: Visitor, move: str) -> None:
    """Do everything on the board but press the button."""
    on_page(visitor.now["info"]["terms"]["game"]).prepare(visitor, move)
    expect(primary(visitor.page)).to_be_enabled()


def cover(page: Page) -> Locator:
    """The button between two turns on one screen."""
    return page.get_by_role("button", name="show the board")


def uncover(page: Page) -> None:
    """Look at the board, where the screen was passed on to somebody else."""
    cover(page).click()


def take_over(page: Page) -> None:
    """Be the one to move in front of the screen, once the last move has been seen there."""
    expect(cover(page).or_(primary(page)).first).to_be_visible()
    if cover(page).is_visible():
        uncover(page)


def play(visitor: Visitor, move: str) -> None:
    """Make a move on the board; it must be the very move that is sent, and it must be answered."""
    visitor.drawn()
    take_over(visitor.page)
    number = visitor.now["view"]["number"]
    prepare(visitor, move)
    visitor.press(primary(visitor.page))
    visitor.until(f"an answer to {move}", lambda: visitor.now["view"]["number"] > number)
    sent = [said for said in visitor.said if said["type"] == "move"][-1]
    assert sent["move"] == move
    visitor.drawn()
