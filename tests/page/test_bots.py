"""A person against a bot, in every game, from the home page to the final count."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from page_games import TITLES
from page_looks import shows_number
from page_play import begin, choose_bot, may_move, play_out, set_up
from page_visitor import Come


@pytest.mark.parametrize("game", TITLES)
def test_whole_game_against_a_bot(come: Come, game: str) -> None:
    """Who insists on beginning begins."""
    anna = come()
    set_up(anna, game, "Play")
    anna.page.get_by_role("group", name="Who begins").get_by_text("me", exact=True).click()
    choose_bot(anna.page, 1)
    begin(anna, "Play")
    assert may_move(anna) and anna.now["info"]["ply"] == 0
    play_out(anna)
    seats = anna.page.locator(".seats")
    for score in anna.now["info"]["outcome"]["scores"]:
        shows_number(seats, score)


def test_setup_gives_a_handicap_per_seat(come: Come) -> None:
    """PC-7: there was no field for it, only the command line had one."""
    anna = come()
    set_up(anna, "polyssimo", "Play")
    anna.page.get_by_text("More options").click()
    numbers = anna.page.get_by_role("group", name=re.compile("Handicap"))
    mine, bots = numbers.get_by_label("me"), numbers.get_by_label("bot 1")
    suggested = bots.locator("optgroup").first.locator("option")
    assert suggested.all_inner_texts() == ["7", "8"]
    bots.select_option("8")
    expect(mine.locator("option[value='4']")).to_be_enabled()
    expect(mine.locator("option[value='5']")).to_be_disabled()  # there are twelve in all
    begin(anna, "Play")
    assert anna.now["info"]["terms"]["options"]["handicap"] == "0,8+"
    expect(anna.page.get_by_text("at least 8 needed")).to_be_visible()
