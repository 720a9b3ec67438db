"""A person against a bot, in every game, from the home page to the final count."""

from __future__ import annotations

import pytest

from page_games import TITLES
from page_looks import shows_number
from page_play import play_bot, play_out
from page_visitor import Come


@pytest.mark.parametrize("game", TITLES)
def test_whole_game_against_a_bot(come: Come, game: str) -> None:
    anna = come()
    play_bot(anna, game)
    play_out(anna)
    over = anna.page.locator(".over")
    for score in anna.now["info"]["outcome"]["scores"]:
        shows_number(over, score)
