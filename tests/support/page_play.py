"""Whole games through the page: turns, moves and the end."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator, Page, expect

from page_boards import play
from page_games import TITLES, on_page
from page_visitor import Visitor


def game_panel(page: Page, game: str) -> Locator:
    """Return the panel of a game on the home page."""
    heading = page.get_by_role("heading", name=TITLES[game], exact=True)
    return page.get_by_role("article").filter(has=heading)


def tools(page: Page) -> Locator:
    """Return the buttons of a table besides those for moving."""
    return page.get_by_role("toolbar", name="Tools")


def more_way(page: Page, game: str, way: str) -> Locator:
    """Unfold the other ways to play on the home page. Return the button or link of one of them."""
    ways = page.locator("details").filter(has_text="More ways to play")
    if ways.get_attribute("open") is None:
        ways.locator("summary").click()
    alone = ways.get_by_text(f"{TITLES[game]}, solo", exact=True)  # all that some devices have
    ways.get_by_text(TITLES[game], exact=True).or_(alone).click()
    row = ways.get_by_role("listitem").get_by_text(way, exact=True)
    return row.or_(ways.get_by_role("link", name=way, exact=True)).first


def way_to(page: Page, game: str, way: str) -> Locator:
    """Return the button on the home page of one way to play."""
    if way in ("Play", "Friends"):
        return game_panel(page, game).get_by_role("button", name=way)
    return more_way(page, game, way)


def set_up(visitor: Visitor, game: str, way: str) -> None:
    """Go from home into the dialog of one way to play."""
    page = visitor.go("/")
    way_to(page, game, way).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def record_drop(visitor: Visitor) -> Locator:
    """Open one's own page; return where it takes the record of a game."""
    page = visitor.go("/me")
    page.get_by_text("Game records", exact=True).click()
    return page.get_by_label("Drop a game record here")


def choose_bot(page: Page, level: int) -> None:
    """Choose the bot of a level among the eight faces."""
    bot = page.get_by_role("radio", name=re.compile(f"level.{level}$"))
    page.get_by_role("dialog").locator("label").filter(has=bot).click()


def begin(visitor: Visitor, button: str) -> None:
    """Press the button of the dialog; wait for the table."""
    visitor.page.get_by_role("dialog").get_by_role("button", name=button, exact=True).click()
    wait_for_table(visitor)


def wait_for_table(visitor: Visitor) -> None:
    """Wait until the page of a table is open and has its state."""
    visitor.page.wait_for_url(re.compile("/t/"))
    visitor.until("news of the table", lambda: visitor.table in visitor.shown)


def play_bot(visitor: Visitor, game: str, level: int = 1) -> None:
    """Start a game against a bot through the page."""
    set_up(visitor, game, "Play")
    choose_bot(visitor.page, level)
    begin(visitor, "Play")


def is_over(visitor: Visitor) -> bool:
    return bool(visitor.now["info"]["status"] == "over")


def may_move(visitor: Visitor) -> bool:
    view = visitor.now["view"]
    return bool(view and view["moves"])


def wait_for_turn(visitor: Visitor) -> bool:
    """Wait until it is the visitor's turn. Return False if the game is over instead."""
    visitor.until("a turn or the end", lambda: may_move(visitor) or is_over(visitor))
    return not is_over(visitor)


def some_move(visitor: Visitor, rng: random.Random) -> str:
    """Return a random legal move among those that are cheapest to play on after."""
    effort = on_page(visitor.now["info"]["terms"]["game"]).effort
    return rng.choice(sorted(visitor.now["view"]["moves"], key=effort)[:6])


def play_out(*visitors: Visitor, seed: int = 1) -> None:
    """Play with all visitors until the game is over for each of them."""
    rng = random.Random(seed)
    first = visitors[0]
    while not is_over(first):
        first.until("somebody's turn", lambda: is_over(first) or any(map(may_move, visitors)))
        for visitor in visitors:
            if may_move(visitor) and not is_over(visitor):
                play(visitor, some_move(visitor, rng))
                wait_for_news(first, *visitors)


def wait_for_news(*visitors: Visitor) -> None:
    """Wait until all visitors have received the same events."""
    for visitor in visitors:
        visitor.until("the same news", lambda: len({v.now["seq"] for v in visitors}) == 1)
