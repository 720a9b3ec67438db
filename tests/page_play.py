"""Whole games through the page: who is to move, what they play, how it ends."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator, Page, expect

from page_boards import play
from page_games import TITLES, on_page
from page_visitor import Visitor


def game_panel(page: Page, game: str) -> Locator:
    """A game on the home page."""
    heading = page.get_by_role("heading", name=TITLES[game], exact=True)
    return page.get_by_role("article").filter(has=heading)


def tools(page: Page) -> Locator:
    """What one may do at a table besides moving."""
    return page.get_by_role("toolbar", name="Tools")


def set_up(visitor: Visitor, game: str, way: str) -> None:
    """From home into the dialog of one way to play."""
    page = visitor.go("/")
    game_panel(page, game).get_by_role("button", name=way).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def begin(visitor: Visitor, button: str) -> None:
    """Press the button of the dialog; wait for the table."""
    visitor.page.get_by_role("dialog").get_by_role("button", name=button, exact=True).click()
    wait_for_table(visitor)


def wait_for_table(visitor: Visitor) -> None:
    """Wait until the page of a table is there and has heard of it."""
    visitor.page.wait_for_url(re.compile("/t/"))
    visitor.until("news of the table", lambda: visitor.table in visitor.shown)


def play_bot(visitor: Visitor, game: str, level: int = 1) -> None:
    """Sit down with a bot, as anybody would."""
    set_up(visitor, game, "Choose opponents")
    visitor.page.get_by_role("slider").fill(str(level))
    begin(visitor, "Play")


def is_over(visitor: Visitor) -> bool:
    return bool(visitor.now["info"]["status"] == "over")


def may_move(visitor: Visitor) -> bool:
    view = visitor.now["view"]
    return bool(view and view["moves"])


def wait_for_turn(visitor: Visitor) -> bool:
    """Wait until it is their turn; False when the game is over instead."""
    visitor.until("a turn or the end", lambda: may_move(visitor) or is_over(visitor))
    return not is_over(visitor)


def some_move(visitor: Visitor, rng: random.Random) -> str:
    """A legal move, of those after which it is least laborious to play on."""
    effort = on_page(visitor.now["info"]["terms"]["game"]).effort
    return rng.choice(sorted(visitor.now["view"]["moves"], key=effort)[:6])


def play_out(*visitors: Visitor, seed: int = 1) -> None:
    """Whoever may move does so, until the game is over for all of them."""
    rng = random.Random(seed)
    first = visitors[0]
    while not is_over(first):
        first.until("somebody's turn", lambda: is_over(first) or any(map(may_move, visitors)))
        for visitor in visitors:
            if may_move(visitor) and not is_over(visitor):
                play(visitor, some_move(visitor, rng))
                wait_for_news(first, *visitors)


def wait_for_news(*visitors: Visitor) -> None:
    """Wait until all of them have heard the same."""
    for visitor in visitors:
        visitor.until("the same news", lambda: len({v.now["seq"] for v in visitors}) == 1)
