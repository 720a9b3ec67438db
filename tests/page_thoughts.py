"""What a strong bot thinks, asked for on the page: a hint, and of a game for one its totals."""

from __future__ import annotations

from playwright.sync_api import expect

from page_play import tools, wait_for_turn
from page_visitor import Visitor

__all__ = ["ask_for_a_hint", "look_back_alone", "study_alone"]


def ask_for_a_hint(visitor: Visitor) -> None:
    wait_for_turn(visitor)
    tools(visitor.page).get_by_role("button", name="Hint").click()
    expect(visitor.page.locator(".thoughts li").first).to_be_visible()


def look_back_alone(visitor: Visitor) -> None:
    """From the end of a game for one to its replay: what was to be expected of it."""
    visitor.page.locator(".over").get_by_role("link", name="Replay").click()
    expect(visitor.page.get_by_role("slider").first).to_be_visible()
    study_alone(visitor)


def study_alone(visitor: Visitor) -> None:
    """A total for every ply, the last of which has come true, and the best moves of the first."""
    page, result = visitor.page, visitor.now["view"]["scene"]["solo"]["result"]
    page.get_by_role("tab", name="Analysis").click()
    totals = page.get_by_role("region", name="Total to expect")
    totals.get_by_text("As a table").click()
    rows = totals.get_by_role("row")
    expect(rows).to_have_count(2 + visitor.now["info"]["ply"])
    expect(rows.last).to_contain_text(str(result["total"]))
    page.get_by_role("button", name="Which moves were best here?").click()
    expect(page.locator(".thoughts li").first).to_be_visible()
