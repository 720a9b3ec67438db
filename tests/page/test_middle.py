"""A screen in the middle of the table, a phone in every hand."""

from __future__ import annotations

import random
import re

from playwright.sync_api import expect

from page_boards import play
from page_play import game_panel, may_move, some_move, tools, wait_for_news
from page_secrets import known_cards
from page_visitor import PHONE, Come, Visitor


def scan(come: Come, screen: Visitor, name: str) -> Visitor:
    """A phone comes by the code on the screen: it says what its address says."""
    phone = come(viewport=PHONE, has_touch=True, is_mobile=True)
    phone.go(screen.page.get_by_label("Link to this table").input_value())
    phone.page.get_by_label("What should the others call you?").fill(name)
    phone.page.get_by_role("button", name="Sit down").click()
    expect(screen.page.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    return phone


def test_a_screen_in_the_middle(come: Come) -> None:
    """Shows the table to all, and nothing that is somebody's own: nor is it sent there."""
    screen = come(viewport={"width": 1280, "height": 720})
    game_panel(screen.go("/"), "my-shelfie").get_by_role("button", name="in the middle").click()
    screen.page.get_by_role("button", name="Open the table").click()
    expect(screen.page.get_by_text("Scan the code with your phones")).to_be_visible()
    expect(screen.page.get_by_role("button", name="Sit down")).to_have_count(0)
    phones = [scan(come, screen, name) for name in ("Anna", "Bert")]
    screen.page.get_by_role("button", name="Begin").click()
    expect(screen.page.get_by_text("Your cards are on your phones.")).to_be_visible()
    for phone in phones:
        expect(tools(phone.page)).to_be_visible()
        expect(phone.page.locator(".personal svg[role=img]")).to_be_visible()
    expect(tools(screen.page)).to_have_count(0)
    rng = random.Random(2)
    for _ in range(4):
        mover = next(phone for phone in phones if may_move(phone))
        play(mover, some_move(mover, rng))
        wait_for_news(*phones)
    sees_no_card(screen)
    screen.responses.clear()
    come_back(screen, phones)
    sees_no_card(screen)


def sees_no_card(screen: Visitor) -> None:
    seat = screen.page.get_by_role("button", name=re.compile("^Anna .* points"))
    expect(seat).to_be_visible()
    assert " wanted in " not in screen.page.content()
    assert known_cards(screen) == set()


def come_back(screen: Visitor, phones: list[Visitor]) -> None:
    """A reload of the screen, and a phone that scans the code once more: all is as it was."""
    screen.page.reload()
    expect(screen.page.get_by_text("Your cards are on your phones.")).to_be_visible()
    first = phones[0]
    first.go(screen.page.url.replace("middle&", ""))
    expect(first.page.locator(".personal svg[role=img]")).to_be_visible()
