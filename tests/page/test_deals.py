"""A deal for friends: made, played, sent by link, and played by somebody else."""

from __future__ import annotations

from playwright.sync_api import expect

from page_looks import objections, raw_words
from page_play import tools
from page_tables import advance
from page_visitor import Come, Visitor


def play_it(visitor: Visitor) -> None:
    """From the deal's page to the end of the game, and back."""
    deal = visitor.page.url
    visitor.page.get_by_role("button", name="Play this deal").click()
    expect(tools(visitor.page)).to_be_visible()
    advance(visitor, visitor.table, 10_000)
    visitor.go(deal)


def test_a_deal_for_friends(come: Come) -> None:
    anna, bert = come("Anna"), come("Bert")
    page = anna.go("/daily")
    page.get_by_text("Nova Luna, solo", exact=True).click()
    page.get_by_role("button", name="Make a deal").click()
    link = page.get_by_label("Link to this deal")
    expect(link).to_be_visible()
    play_it(anna)
    expect(page.get_by_role("row").filter(has_text="Anna")).to_be_visible()

    bert.go(link.input_value())
    told = bert.page.get_by_text("1 person has finished")
    expect(told).to_be_visible()
    expect(bert.page.get_by_role("row")).to_have_count(0)
    assert (objections(bert.page), raw_words(bert.page)) == ([], [])
    play_it(bert)
    expect(bert.page.get_by_role("row")).to_have_count(3)
    expect(bert.page.get_by_text("Place 2 of 2, ±0 against the mean.")).to_be_visible()
