"""The review of a finished game: its sentence, its curve, its moments, and trying again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from page_device import serve_engines
from page_games import TITLES, on_page
from page_looks import objections, raw_words
from page_states import open_replay
from page_tables import finished_table, look
from page_visitor import COMPILING_MS, Come, Visitor

SIZES = {
    "desk": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 844},
    "small-phone": {"width": 360, "height": 740},
}


def visit(come: Come, size: str, game: str) -> Visitor:
    """Return a visitor who looks at the review of a finished game."""
    is_phone = size != "desk"
    visitor = come("Anna", viewport=SIZES[size], has_touch=is_phone, is_mobile=is_phone)
    serve_engines(visitor, game)
    open_replay(visitor, finished_table(visitor, game))
    expect(visitor.page.locator(".moment").first).to_be_visible(timeout=COMPILING_MS)
    return visitor


def card(page: Page) -> Locator:
    return page.get_by_test_id("moment")


def hear_positions(visitor: Visitor) -> list[Any]:
    """Return the moments' findings as the page's workers tell them."""
    found: list[Any] = visitor.page.evaluate("window.findings")
    return sorted(found, key=lambda one: int(one["ply"]))


LISTEN = """
const Plain = Worker;
window.findings = [];
window.Worker = class extends Plain {
  constructor(...how) {
    super(...how);
    this.addEventListener('message', ({ data }) => data.item && findings.push(data.item));
  }
};
"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", TITLES)
def test_review_moment_is_tried_again(come: Come, game: str, size: str) -> None:
    """The answer stays hidden until it is found; the verdict follows from the move."""
    is_phone = size != "desk"
    anna = come("Anna", viewport=SIZES[size], has_touch=is_phone, is_mobile=is_phone)
    anna.context.add_init_script(LISTEN)
    serve_engines(anna, game)
    open_replay(anna, finished_table(anna, game))
    page, review = anna.page, anna.page.get_by_role("region", name="Review")
    heading = review.get_by_role("heading", level=2)
    expect(heading).to_have_text(re.compile(r"^You (won|lost)\. "), timeout=COMPILING_MS)
    moment = page.locator(".moment").first
    number = re.search(r"Move\s(\d+)", moment.inner_text())
    assert number is not None
    finding = next(one for one in hear_positions(anna) if one["ply"] == int(number[1]) - 1)
    moment.click()
    expect(card(page)).to_contain_text("There was a better move")
    expect(page.locator(".replay > .board").get_by_text("✗").first).to_be_visible()
    expect(page.locator(".replay > .board").get_by_text("✓")).to_have_count(0)
    assert (objections(page), raw_words(page)) == ([], [])
    try_move(anna, game, finding["played"]["move"])
    expect(page.get_by_test_id("verdict")).to_have_text("That is the move that was played.")
    expect(page.locator(".replay > .board").get_by_text("✓")).to_have_count(0)
    try_move(anna, game, finding["best"]["move"])
    expect(page.get_by_test_id("verdict")).to_have_text("Yes, that is it.")
    expect(page.locator(".replay > .board").get_by_text("✓").first).to_be_visible()
    assert (objections(page), raw_words(page)) == ([], [])
    card(page).get_by_role("button", name="Back").click()
    expect(page.locator(".moment").first).to_contain_text("found")


def try_move(visitor: Visitor, game: str, move: str) -> None:
    """Make a move on the board of a moment."""
    page = visitor.page
    card(page).get_by_role("button", name=re.compile("^Try (it|again)$")).click()
    on_page(game).prepare(visitor, move)
    visitor.press(page.locator(".bar .primary"))


@pytest.mark.parametrize("size", ["phone", "small-phone"])
@pytest.mark.parametrize("game", TITLES)
def test_review_moment_fits_one_screen(come: Come, game: str, size: str) -> None:
    anna = visit(come, size, game)
    page = anna.page
    page.locator(".moment").first.click()
    board = page.locator(".replay > .board")
    expect(card(page).get_by_role("button", name="Try it")).to_be_in_viewport(ratio=1)
    expect(board).to_be_in_viewport(ratio=0.95)
    card(page).get_by_role("button", name="Show answer").click()
    expect(card(page).get_by_role("button", name="Try again")).to_be_in_viewport(ratio=1)
    expect(board).to_be_in_viewport(ratio=0.95)


def test_review_chart_opens_a_move(come: Come) -> None:
    anna = visit(come, "desk", "polyssimo")
    graph = anna.page.get_by_role("img", name=re.compile("^Winning chances"))
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] - 13, "y": 20})
    plies = look(anna, re.search(r"/t/([^/]+)/", anna.page.url)[1])["info"]["ply"]  # type: ignore[index]
    expect(anna.page.get_by_text(f"{plies} of {plies}", exact=True)).to_be_visible()
    anna.page.get_by_text("In numbers").click()
    expect(anna.page.get_by_text("All changes add up to the result.")).to_be_visible()


def test_review_is_stopped_and_begun_again(come: Come) -> None:
    anna = come("Anna")
    serve_engines(anna, "polyssimo")
    table = finished_table(anna, "polyssimo")
    anna.context.route("**/engine/*.weights", lambda _: None)  # it never comes to an end
    open_replay(anna, table)
    review = anna.page.get_by_role("region", name="Review")
    review.get_by_role("button", name="Stop").click()
    expect(review.get_by_role("button", name="Review this game")).to_be_visible()
    anna.context.unroute("**/engine/*.weights")
    review.get_by_role("button", name="Review this game").click()
    expect(review.get_by_role("heading", level=2)).to_be_visible(timeout=COMPILING_MS)
