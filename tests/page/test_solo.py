"""Nova Luna alone: to the score sheet, and the deal of the day with its table of results."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from page_looks import shows_number
from page_play import more_way, play_out, tools, wait_for_table
from page_visitor import Come, Shown, Visitor


def play_alone(visitor: Visitor) -> None:
    more_way(visitor.go("/"), "nova-luna", "Solo").click()
    wait_for_table(visitor)


def play_of_the_day(visitor: Visitor) -> None:
    """Play today's deal for one, from the page of the day."""
    page = visitor.go("/daily")
    page.get_by_text("Nova Luna, solo", exact=True).click()
    page.get_by_role("button", name="Play today’s deal").click()
    wait_for_table(visitor)


def test_solo_to_the_score_sheet(come: Come) -> None:
    anna = come()
    play_alone(anna)
    play_out(anna)
    result = anna.now["view"]["scene"]["solo"]["result"]
    shows_number(anna.page.locator(".over"), result["total"])
    tools(anna.page).get_by_role("button", name="More").click()
    anna.page.get_by_role("button", name="Final score").click()
    sheet = anna.page.get_by_role("complementary", name="Result")
    for part in ("first", "second", "total", "challenge"):
        shows_number(sheet, result[part])


def test_deal_of_the_day_counts_once(come: Come) -> None:
    anna, bert = come("Anna"), come("Bert")
    anna.post("/people/me/account", {"login": "anna-daily", "password": "correct horse"})
    anna.reload()
    play_of_the_day(anna)
    table = anna.table
    anna.go("/daily")
    anna.page.get_by_text("Nova Luna, solo").click()
    anna.page.get_by_role("button", name="Continue").click()
    wait_for_table(anna)
    assert anna.table == table
    play_out(anna)
    total = anna.now["view"]["scene"]["solo"]["result"]["total"]
    anna.page.get_by_role("link", name="Results").click()
    row = anna.page.get_by_role("row").filter(has_text="Anna")
    shows_number(row, total)
    expect(row).to_contain_text("(you)")
    # There is no second try.
    anna.page.get_by_role("link", name="View your game").click()
    wait_for_table(anna)
    assert anna.table == table
    expect(anna.page.locator(".over")).to_be_visible()
    # Others see the result, and have a try of their own.
    bert.go("/daily").get_by_text("Nova Luna, solo").click()
    expect(bert.page.get_by_role("row").filter(has_text="Anna")).to_contain_text(str(total))
    bert.page.get_by_role("button", name="Play today’s deal").click()
    wait_for_table(bert)
    assert bert.table != table
    assert bert.now["view"]["scene"]["wheel"] == first_wheel(anna)


def first_wheel(visitor: Visitor) -> list[int]:
    """Return the wheel as their deal began."""
    first = next(shown for shown in map(_view_of, visitor.heard) if shown and shown["ply"] == 0)
    wheel: list[int] = first["scene"]["wheel"]
    return wheel


def _view_of(frame: str) -> Shown | None:
    message = json.loads(frame)
    return message.get("view") if message["type"] == "update" else None


def test_no_undo_or_hint_in_the_deal_of_the_day(come: Come) -> None:
    anna = come("Anna")
    play_of_the_day(anna)
    expect(tools(anna.page)).to_be_visible()
    expect(tools(anna.page).get_by_role("button", name="Undo")).to_have_count(0)
    expect(tools(anna.page).get_by_role("button", name="Hint")).to_have_count(0)
