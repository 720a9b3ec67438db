"""Hints, and the review of a game for one."""

from __future__ import annotations

from playwright.sync_api import expect

from page_play import tools, wait_for_turn
from page_visitor import COMPILING_MS, Visitor

__all__ = ["ask_for_a_hint", "look_back_alone", "study_alone"]


def ask_for_a_hint(visitor: Visitor) -> None:
    wait_for_turn(visitor)
    tools(visitor.page).get_by_role("button", name="Hint").click()
    expect(visitor.page.locator(".thoughts li").first).to_be_visible()


def close_panel(visitor: Visitor) -> None:
    """Close the open panel, which may lie over a part of the board."""
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(".thoughts")).to_have_count(0)


def look_back_alone(visitor: Visitor) -> None:
    """Go from the end of a game for one to its replay; check its review."""
    visitor.page.locator(".over").get_by_role("link", name="Review").click()
    expect(visitor.page.get_by_role("slider").first).to_be_visible()
    study_alone(visitor)


def study_alone(visitor: Visitor) -> None:
    """Check that the review of a game for one tells the total that the game ended with."""
    result = visitor.now["view"]["scene"]["solo"]["result"]
    heading = visitor.page.get_by_role("region", name="Review").get_by_role("heading", level=2)
    expect(heading).to_contain_text(str(result["total"]), timeout=COMPILING_MS)
