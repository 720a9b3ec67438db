"""The end of a game: the count row by row, then who won and why, and what to do next."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from playwright.sync_api import Locator, expect

from page_games import SEVERAL
from page_looks import objections
from page_play import play_out
from page_screen import BOXES, SIZES, overlap
from page_starts import start_near_the_end
from page_states import open_board
from page_tables import finished_table, table_with_bots
from page_visitor import Come, Visitor

# By how many pixels the areas of the others are taller than what is in them.
ROOM_BELOW = """() => [...document.querySelectorAll('article[data-area]')].map((area) =>
  area.getBoundingClientRect().bottom - area.lastElementChild.getBoundingClientRect().bottom)"""


def over(visitor: Visitor) -> Locator:
    return visitor.page.locator(".over")


def play_to_the_end(visitor: Visitor, game: str) -> None:
    start = start_near_the_end(visitor, game, 2)
    open_board(visitor, table_with_bots(visitor, game, start=start))
    play_out(visitor)


def test_end_shows_the_count_and_then_the_winner(come: Come) -> None:
    """The heading told who had won before the first row was counted."""
    anna = come("Anna", reduced_motion="no-preference")
    play_to_the_end(anna, "my-shelfie")
    expect(over(anna).locator("h2").first).to_have_text("Final score")
    expect(over(anna).locator("h2").first).to_contain_text(re.compile("win|share"))
    if len(set(anna.now["info"]["outcome"]["scores"])) > 1:  # a tie is won by one's place
        expect(over(anna).locator(".decided")).not_to_be_empty()
    expect(anna.page.locator("[data-area], [data-seat]").first).to_be_in_viewport()
    # A visitor who comes back finds it counted.
    anna.reload()
    expect(over(anna).locator("h2").first).to_contain_text(re.compile("win|share"))
    find_it_among_my_games(anna)


LONG_CHOICE = """() => {
  const [one] = document.querySelectorAll('.wishes select');
  one.add(new Option('A name that is very long. '.repeat(9), 'long'));
  one.value = 'long';
  return one.offsetWidth <= one.parentElement.offsetWidth;
}"""


def find_it_among_my_games(anna: Visitor) -> None:
    """Find a finished game in the list of one's own games, which had been listed nowhere."""
    page, outcome = anna.page, anna.now["info"]["outcome"]
    page.goto("/")
    page.get_by_role("banner").get_by_role("link", name="My games").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    game = page.get_by_role("listitem").filter(has_text="My Shelfie").first
    for score in outcome["scores"]:
        expect(game).to_contain_text(str(score))
    with page.expect_download() as saved:
        game.get_by_role("link", name="Record").click()
    assert "my-shelfie" in saved.value.path().read_text(encoding="utf-8")
    assert objections(page, ["dark"]) == []
    assert page.evaluate(LONG_CHOICE), "a filter with a long name lies over the next one"
    game.get_by_role("link", name="Replay").click()
    expect(page.get_by_test_id("move-name")).to_be_visible()
    page.goto("/leaders/my-shelfie")
    expect(page.get_by_role("heading", name="Leaderboard")).to_be_visible()
    assert objections(page, ["dark"]) == []


def test_end_offers_another_level(come: Come) -> None:
    anna = come("Anna")
    table = anna.post(
        "/tables",
        {
            "game": "nova-luna",
            "players": 2,
            "listed": False,
            "bots": [{"seat": 1, "bot": "level-2"}],
        },
    )["info"]["id"]
    anna.post(f"/tables/{table}/start")
    open_board(anna, table)
    anna.page.get_by_role("button", name="More").click()
    anna.page.get_by_role("button", name="Resign").click()
    anna.page.get_by_role("button", name="Yes, resign").click()
    expect(over(anna)).to_contain_text("Anna resigned.")
    expect(over(anna)).to_contain_text("Mia, level\u00a02 wins")
    anna.page.get_by_role("button", name="More").click()
    anna.page.get_by_role("button", name="Easier: level\u00a01").click()
    anna.until("another table", lambda: anna.table != table)
    expect(anna.page.get_by_text("Pip, level\u00a01").first).to_be_visible()


AT_THE_END = [".seats", ".head > .news", ".over h2", ".over .ways", ".goals", ".personal", ".shelf"]
AT_THE_END += [".living", ".wheel", ".nova-luna .frame", ".playfield", ".layout > .mine"]


@pytest.mark.parametrize("game", SEVERAL)
def test_end_covers_no_part_of_the_result(come: Come, game: str) -> None:
    """On a phone on its side the goals and the shelf lay under the result."""
    anna = come("Anna")
    start = start_near_the_end(anna, game, 2)
    open_board(anna, finished_table(anna, game, start=start))
    expect(over(anna)).to_be_visible()
    for name, (width, height) in SIZES.items():
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.drawn()
        boxes = zip(AT_THE_END, anna.page.evaluate(BOXES, AT_THE_END), strict=True)
        seen = {part: tuple(box) for part, box in boxes if box}
        assert len(seen) > len(AT_THE_END) // 3, name
        anna.until(f"the light beside the result, {name}", lambda: not lights(anna, ".over h2"))
        assert [(a, b) for a, b in combinations(seen, 2) if overlap(seen[a], seen[b])] == [], name


def lights(visitor: Visitor, selector: str) -> bool:
    """Return True if the light of the winner lies over an element."""
    light, other = visitor.page.evaluate(BOXES, [".light", selector])
    return bool(light) and overlap(tuple(light), tuple(other))


def test_end_dims_the_lights(come: Come) -> None:
    anna = come("Anna", color_scheme="light")
    start = start_near_the_end(anna, "my-shelfie", 2)
    table = table_with_bots(anna, "my-shelfie", start=start)
    open_board(anna, table)
    root = anna.page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    play_out(anna)
    expect(over(anna)).to_be_visible()
    expect(root).to_have_attribute("data-theme", "dark")
    over(anna).get_by_role("link", name="Home").click()
    expect(root).to_have_attribute("data-theme", "light")


def test_end_counts_the_discs_that_are_left(come: Come) -> None:
    anna = come("Anna", reduced_motion="no-preference")
    play_to_the_end(anna, "nova-luna")
    expect(anna.page.locator(".coin").first).to_have_text("+1")
    expect(over(anna).locator("h2")).to_contain_text(re.compile("win|share"))
    expect(anna.page.locator("[data-standing]").first).to_contain_text(re.compile(r"\d\sdisc"))


def test_light_on_the_winner_ends_with_their_shelf(come: Come) -> None:
    """With four players the golden frame went on below the shelf, around nothing."""
    anna = come("Anna")
    start = start_near_the_end(anna, "my-shelfie", 4)
    open_board(anna, finished_table(anna, "my-shelfie", 4, start=start))
    expect(over(anna)).to_be_visible()
    for width, height in SIZES["desktop"], SIZES["tablet"]:
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.drawn()
        assert max(anna.page.evaluate(ROOM_BELOW)) <= 8
