"""Moves of others are shown: in a line that lasts, on the board, and in a log of the whole game."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Locator, expect

from page_boards import play
from page_games import TITLES
from page_play import some_move, tools, wait_for_turn
from page_screen import SIZES
from page_states import open_board, side
from page_tables import table_with_bots
from page_visitor import Come, Visitor


def news(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("list", name="Since your last turn").get_by_role("listitem")


def played_by_others(visitor: Visitor) -> int:
    """Return how many moves the others have made since the visitor's last one."""
    events = visitor.get(f"/tables/{visitor.table}/events")["events"]
    seats = [one["event"]["seat"] for one in events if one["event"]["kind"] == "moved"]
    return seats[::-1].index(0)


@pytest.mark.parametrize("game", TITLES)
def test_recent_moves_list_the_moves_since_the_own_turn(come: Come, game: str) -> None:
    """On their turn people read nothing of what three bots had played, and found one mark."""
    anna = come("Anna")
    open_board(anna, table_with_bots(anna, game, players=4, plies=1))
    count = 0
    while count == 0:  # one may move twice in a row
        play(anna, some_move(anna, random.Random(1)))
        wait_for_turn(anna)
        count = played_by_others(anna)
    expect(news(anna)).to_have_count(min(count, 4))
    expect(news(anna).first).to_contain_text("Bot, random (")
    expect(news(anna).first.locator("svg")).not_to_have_count(1)  # more than the disc
    words = news(anna).all_text_contents()
    anna.reload()
    expect(news(anna)).to_have_text(words)
    has_room_on_a_phone(anna, words)
    news(anna).last.get_by_role("button").press("Enter")
    log = side(anna, "Moves").locator("ol > li")
    expect(log).to_have_count(anna.now["info"]["ply"])
    tools(anna.page).get_by_role("button", name="Undo").click()
    expect(log.last).to_contain_text("taken back")


SCROLLS = "list => list.scrollWidth > list.clientWidth"


def has_room_on_a_phone(visitor: Visitor, words: list[str]) -> None:
    """Two lines, which lead to the rest: with three others it was one, which had to be pushed."""
    usual = visitor.page.viewport_size
    assert usual is not None
    for width, height in (SIZES["phone"], SIZES["lying"]):
        visitor.page.set_viewport_size({"width": width, "height": height})
        expect(news(visitor)).to_have_text(words[:2])
        assert not news(visitor).locator("..").first.evaluate(SCROLLS)
    visitor.page.set_viewport_size(usual)


def test_every_last_move_is_marked_on_the_areas_of_others(come: Come) -> None:
    anna = come("Anna")
    open_board(anna, table_with_bots(anna, "my-shelfie", players=4, plies=1))
    play(anna, some_move(anna, random.Random(1)))
    wait_for_turn(anna)
    for seat in (1, 2, 3):
        shelf = anna.page.locator(f'[data-seat="{seat}"]')
        expect(shelf.locator(".ring").first).to_be_visible()
    anna.page.locator("button:has([data-seat='1'])").click()
    expect(anna.page.get_by_role("dialog").locator(".ring").first).to_be_visible()


HEARING = """
  localStorage.setItem('tilewright.settings', JSON.stringify({ sound: true }));
  window.tones = [];
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    tones.push(make.call(this));
    return tones.at(-1);
  };
"""
WARNINGS = (
    "tones.filter(({ type, frequency }) => type === 'square' && frequency.value === 880).length"
)


def test_sound_of_low_time_is_played_once(come: Come) -> None:
    """Two short tones when 20 seconds are left of one's own time, and no more of them."""
    anna = come("Anna")
    table = table_with_bots(anna, "my-shelfie", clock={"kind": "game", "time": 23_000})
    anna.context.add_init_script(HEARING)
    anna.take_clock()
    open_board(anna, table)
    anna.pass_time(3000)
    anna.until("a warning", lambda: anna.page.evaluate(WARNINGS) > 0)
    left = anna.page.get_by_role("timer").first
    expect(left).to_have_text(re.compile(r"0:1\d"))
    assert anna.page.evaluate(WARNINGS) == 2
